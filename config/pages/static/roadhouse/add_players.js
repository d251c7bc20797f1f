// Adding players without waiting: names are suggested while one is typed, and a name is sent in the
// background while the next is typed. Without this script the form is sent as usual.
"use strict";

(() => {
  const form = document.getElementById("add-form");
  const log = document.getElementById("add-log");
  if (!form || !log) return;

  const WAIT = 120; // milliseconds without a key before the server is asked
  const SHOWN = 5; // added players that stay in view
  const texts = form.dataset;
  const field = () => form.elements.namedItem("name");

  // --- suggestions

  const box = document.createElement("ul");
  box.id = "suggestions";
  box.className = "suggestions";
  box.setAttribute("role", "listbox");
  box.setAttribute("aria-label", texts.suggestions);
  box.hidden = true;
  let marked = -1;
  let timer = 0;

  const options = () => [...box.querySelectorAll('[role="option"]')];
  const mark = (at) => {
    marked = at;
    options().forEach((option, number) => option.setAttribute("aria-selected", String(number === at)));
    const option = options()[at];
    if (option) option.scrollIntoView({ block: "nearest" });
    if (option) field().setAttribute("aria-activedescendant", option.id);
    else field().removeAttribute("aria-activedescendant");
  };
  const show = (visible) => {
    box.hidden = !visible;
    field().setAttribute("aria-expanded", String(visible));
    mark(-1);
  };
  const close = () => {
    clearTimeout(timer);
    show(false);
  };
  const ask = async () => {
    const typed = field().value;
    const address = new URL(texts.suggest, location.href);
    address.searchParams.set("name", typed);
    const answer = await fetch(address, { credentials: "same-origin" });
    if (!answer.ok || answer.redirected) return;
    const found = await answer.text();
    if (field().value !== typed || document.activeElement !== field()) return;
    box.innerHTML = found;
    show(options().length > 0);
  };
  const choose = (option) => {
    if (!option || option.getAttribute("aria-disabled")) return;
    field().value = option.dataset.name;
    send(option.dataset.who);
  };

  const equip = () => {
    const name = field();
    name.setAttribute("role", "combobox");
    name.setAttribute("aria-autocomplete", "list");
    name.setAttribute("aria-expanded", "false");
    name.setAttribute("aria-controls", box.id);
    name.parentElement.classList.add("suggesting");
    name.after(box);
    name.addEventListener("input", () => {
      clearTimeout(timer);
      if (name.value.trim()) timer = setTimeout(() => ask().catch(close), WAIT);
      else close();
    });
    name.addEventListener("blur", close);
    name.addEventListener("keydown", (event) => {
      if (box.hidden || event.isComposing) return;
      const last = options().length - 1;
      if (event.key === "ArrowDown") mark(marked < last ? marked + 1 : 0);
      else if (event.key === "ArrowUp") mark(marked > 0 ? marked - 1 : last);
      else if (event.key === "Escape") close();
      else if (event.key === "Enter" && marked >= 0) choose(options()[marked]);
      else return;
      event.preventDefault();
    });
  };
  box.addEventListener("mousedown", (event) => event.preventDefault()); // the field keeps the focus
  box.addEventListener("click", (event) => choose(event.target.closest('[role="option"]')));

  // --- adding

  let queue = Promise.resolve();

  const row = (name) => {
    const item = document.createElement("li");
    const words = document.createElement("span");
    const shown = document.createElement("bdi");
    const state = document.createElement("span");
    shown.textContent = name;
    state.className = "mark waits";
    state.textContent = texts.waiting;
    words.append(shown, " ", state);
    item.append(words);
    log.prepend(item);
    log.hidden = false;
    const say = (text, kind) => {
      state.textContent = text;
      state.className = kind ? `mark ${kind}` : "quiet";
    };
    const offer = (text, act) => {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "btn plain";
      button.textContent = text;
      button.addEventListener("click", act);
      item.append(button);
    };
    const remove = () => {
      item.remove();
      log.hidden = !log.children.length;
    };
    return { shown, say, offer, remove };
  };

  const fill = (fresh) => {
    const token = form.elements.csrfmiddlewaretoken;
    form.replaceChildren(...fresh.childNodes);
    form.elements.csrfmiddlewaretoken.replaceWith(token);
    equip();
    (form.querySelector("[autofocus]") || field()).focus();
  };

  const blank = () => {
    const asked = form.elements.namedItem("who");
    if (asked) asked.closest(".field").remove();
    form.querySelectorAll(".error").forEach((each) => each.remove());
    form.querySelectorAll('input:not([type="hidden"])').forEach((each) => { each.value = ""; });
    field().removeAttribute("aria-invalid");
    field().focus();
  };

  // The list below is that of the answer; a refused form comes back unless the next name is typed.
  const take = (page, refused, line) => {
    const list = page.getElementById("players-list");
    if (list) document.getElementById("players-list")?.replaceWith(list);
    const message = page.querySelector("#main > .note p");
    if (!refused) {
      line.shown.remove();
      line.say(message ? message.textContent : "", "");
      [...log.querySelectorAll("li:not(:has(.mark))")].slice(SHOWN).forEach((old) => old.remove());
      return;
    }
    const fresh = page.getElementById("add-form");
    line.say(texts.refused, "refused");
    const bring = () => {
      line.remove();
      fill(fresh);
    };
    if (!field().value) bring();
    else line.offer(texts.again, bring);
  };

  const post = async (body, line) => {
    const address = form.getAttribute("action");
    const request = { method: "POST", body, credentials: "same-origin", keepalive: true };
    const answer = await fetch(address, request);
    if (!answer.ok && answer.status !== 422) throw new Error(String(answer.status));
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (!page.getElementById("players-list")) throw new Error("signed out");
    take(page, answer.status === 422, line);
  };

  const enqueue = (body) => {
    const line = row(body.get("name"));
    queue = queue.then(() => post(body, line)).catch(() => {
      line.say(texts.offline, "refused");
      line.offer(texts.retry, () => {
        line.remove();
        enqueue(body);
      });
    });
  };

  const send = (who) => {
    if (!field().value.trim()) return;
    const body = new URLSearchParams(new FormData(form));
    if (who) body.set("who", who);
    close();
    blank();
    enqueue(body);
  };

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send("");
  });
  equip();
})();
