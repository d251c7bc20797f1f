// Settings save themselves as soon as one changes. Without this script each section has its button.
// The answer is the page of a plain save: its section replaces the one here, unless somebody has
// typed on; every form takes over the new version.
"use strict";

(() => {
  const VERSION = "input[name=settings_version]";
  let last = Promise.resolve(); // one save after the other: each sends the version of the one before

  const contents = (form) => new URLSearchParams(new FormData(form)).toString();
  const statusOf = (form) => form.querySelector("[data-saved]");

  const takeOver = (form, fresh) => {
    const focused = form.contains(document.activeElement) ? document.activeElement.id : "";
    const opened = [...form.querySelectorAll("details")].map((each) => each.open);
    form.innerHTML = fresh.innerHTML;
    form.querySelectorAll("details").forEach((each, at) => { each.open = each.open || opened[at]; });
    if (focused) document.getElementById(focused)?.focus();
  };

  const show = (form, sent, page, good) => {
    const section = form.closest(".settings").id;
    const version = page.querySelector(VERSION)?.value;
    if (good && version) {
      document.querySelectorAll(VERSION).forEach((each) => { each.value = version; });
      sent.set("settings_version", version);
    }
    const fresh = page.querySelector(`#${CSS.escape(section)} form`);
    if (fresh && contents(form) === new URLSearchParams(sent).toString()) takeOver(form, fresh);
    const problem = page.querySelector("main [role=alert]");
    const words = good ? statusOf(form).dataset.saved : problem?.textContent.trim();
    requestAnimationFrame(() => { statusOf(form).textContent = words; }); // once it is on the page
  };

  const save = async (form) => {
    const sent = new FormData(form);
    const body = new FormData(form);
    body.append("section", form.closest(".settings").id);
    try {
      const answer = await fetch(form.action, { method: "POST", body, credentials: "same-origin", keepalive: true });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      show(form, sent, page, answer.ok);
    } catch {
      statusOf(form).textContent = statusOf(form).dataset.lost;
    }
  };

  const queue = (form) => { last = last.then(() => save(form)); };

  document.addEventListener("change", (event) => {
    const form = event.target.form;
    if (form?.matches("[data-saves]")) queue(form);
  });
  // A plain submit beside a save under way would have an old version, and be refused.
  document.addEventListener("submit", (event) => {
    if (!event.target.matches("[data-saves]")) return;
    event.preventDefault();
    queue(event.target);
  });
})();
