// What is typed is kept in the browser's storage until the server has it: one list for each person,
// sent in its order, each with a key by which the server does it once. Slips of the desk (slips.js)
// and forms with data-keep are in it. What the server refuses stays until somebody answers it: no
// result is written over another. Without this script forms are sent as usual.
"use strict";

// An item: {key, kind: "slip" | "form", page, url, body: [[name, value]], label, tries, state, text};
// state: waiting, saved, disputed (the server has it, and an arbiter decides) or refused.
const outbox = (() => {
  const RETRY = [1000, 2000, 5000, 10000]; // milliseconds between attempts
  const TIMEOUT = 30000;
  const IN_FLIGHT = "idempotency_key_in_flight";
  const texts = document.getElementById("outbox")?.dataset || {};
  const named = document.documentElement.dataset.owner; // undefined on a page that is about nobody
  if (named) localStorage.setItem("outbox-owner", named);
  else if (named === "") localStorage.removeItem("outbox-owner");
  const owner = named ?? (localStorage.getItem("outbox-owner") || "");
  const store = `outbox:${owner}`;
  let failures = 0;
  let running = null;
  let timer = 0;

  const items = () => {
    try {
      const stored = JSON.parse(localStorage.getItem(store));
      return Array.isArray(stored) ? stored : [];
    } catch {
      return [];
    }
  };
  const tell = () => document.dispatchEvent(new Event("roadhouse:outbox"));
  const write = (kept) => {
    if (kept.length) localStorage.setItem(store, JSON.stringify(kept));
    else localStorage.removeItem(store);
    tell();
  };
  const find = (key) => items().find((item) => item.key === key);
  const change = (key, values) => write(items().map((item) => (item.key === key ? { ...item, ...values } : item)));
  const remove = (key) => write(items().filter((item) => item.key !== key));
  const waiting = () => items().find((item) => item.state === "waiting");

  const newKey = () =>
    [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const add = (item) => {
    const made = { key: newKey(), page: location.pathname, tries: 0, state: "waiting", text: "", ...item };
    write([...items(), made]);
    return made.key;
  };

  const refuse = (item, text) => change(item.key, { state: "refused", text: text || texts.notAccepted });

  // What a page says of a form that it refuses.
  const errorsIn = (page) =>
    [...new DOMParser().parseFromString(page, "text/html").querySelectorAll("#main .error, #main .note.bad")]
      .map((each) => each.textContent.trim())
      .join(" ");

  const ask = (item) => {
    const token = document.querySelector('[name="csrfmiddlewaretoken"]');
    const headers = { "Idempotency-Key": item.key, Accept: "application/json" };
    if (token) headers["X-CSRFToken"] = token.value;
    if (item.tries) headers["Roadhouse-Kept"] = "1";
    return fetch(item.url, {
      method: "POST",
      body: new URLSearchParams(item.body),
      headers,
      signal: AbortSignal.timeout(TIMEOUT),
      credentials: "same-origin",
    });
  };

  const send = async (item) => {
    const answer = await ask(item);
    const isJson = (answer.headers.get("Content-Type") || "").includes("json");
    const isHidden = answer.status === 404 && item.kind === "slip"; // as for who is signed out
    if (answer.redirected || answer.status === 403 || isHidden) throw new Error(texts.signedOut);
    if (answer.status >= 500 || answer.status === 429 || (answer.ok && !isJson)) throw new Error("");
    if (!isJson) return refuse(item, errorsIn(await answer.text()));
    const { text, detail, code, state, next } = await answer.json();
    if (answer.ok) return change(item.key, { state: state || "saved", text, next });
    if (code === IN_FLIGHT) throw new Error("");
    return refuse(item, text || detail);
  };

  const pumpOnce = async () => {
    clearTimeout(timer);
    let sent = false;
    try {
      for (let item = waiting(); item; item = waiting()) {
        await send(item);
        failures = 0;
        sent = true;
      }
    } catch (error) {
      const item = waiting();
      failures += 1;
      if (item) change(item.key, { tries: item.tries + 1, text: error.message === texts.signedOut ? error.message : "" });
      timer = setTimeout(pumpAlone, RETRY[Math.min(failures, RETRY.length) - 1]);
    }
    if (sent) document.dispatchEvent(new Event("roadhouse:sent"));
  };

  // Who asks while it runs waits for it: it takes what was added meanwhile.
  const pump = () => {
    running ||= pumpOnce().finally(() => { running = null; });
    return running;
  };
  // Several tabs share the list; one of them sends.
  const pumpAlone = () => (navigator.locks ? navigator.locks.request(store, pump) : pump());

  // Nothing of this person stays on the device.
  const forget = (begins = store) => {
    for (const key of Object.keys(localStorage)) if (key.startsWith(begins)) localStorage.removeItem(key);
    localStorage.removeItem("outbox-owner");
    clearTimeout(timer);
    tell();
  };

  addEventListener("online", pumpAlone);
  addEventListener("storage", (event) => { if (event.key === store) tell(); });
  addEventListener("load", pumpAlone);

  const unsent = () => items().filter((item) => item.state !== "saved");
  return { add, change, find, forget, items, pump: pumpAlone, remove, unsent, isOffline: () => failures > 0 };
})();

// Forms with data-keep, whose value says what is sent. What goes at once leads to the page that the
// server names; what is refused at once is sent again as a plain form, so that its page is shown.
(() => {
  const box = document.getElementById("outbox");
  const SAID = "outbox-said";
  if (!box) return;
  const texts = box.dataset;

  const element = (name, text, className) => {
    const made = document.createElement(name);
    made.textContent = text;
    if (className) made.className = className;
    return made;
  };
  const button = (text, act) => {
    const made = element("button", text, "btn plain");
    made.type = "button";
    made.addEventListener("click", act);
    return made;
  };

  const own = new Set(); // keys of what is being sent from this page
  const formsOf = (url) =>
    [...document.querySelectorAll("form[data-keep]")].filter((form) => !url || new URL(form.action).pathname === url);

  // --- the badge, and what is not sent

  const row = (item) => {
    const made = element("li", "");
    made.dataset.state = item.state;
    const words = element("span", "");
    const state = item.state === "waiting" && (item.tries || outbox.isOffline()) ? "offline" : item.state;
    words.append(element("bdi", item.label), " ", element("span", texts[state], `mark ${state}`), " ");
    words.append(element("bdi", item.text || ""));
    made.append(words);
    if (item.state !== "waiting") {
      const look = element("a", texts.look, "tap");
      look.href = item.next || item.page;
      made.append(look);
    }
    made.append(button(item.state === "waiting" ? texts.takeBack : texts.putAway, () => outbox.remove(item.key)));
    return made;
  };

  const draw = () => {
    const unsent = outbox.unsent();
    const badge = document.getElementById("unsent");
    if (badge) {
      badge.hidden = !unsent.length;
      badge.querySelector(".num").textContent = unsent.length;
    }
    // The page of the desk's slips shows its own.
    const here = unsent.filter((item) => item.kind !== "slip" || item.page !== location.pathname);
    box.hidden = !here.length;
    box.querySelector("ol").replaceChildren(...here.map(row));
    const waits = new Set(unsent.filter((item) => item.state === "waiting").map((item) => item.url));
    for (const form of formsOf()) {
      const isKept = waits.has(new URL(form.action).pathname);
      form.toggleAttribute("data-kept", isKept);
      for (const each of form.querySelectorAll("button")) each.ariaDisabled = isKept ? "true" : null;
    }
  };

  const say = (text) => {
    if (!text) return;
    const note = element("div", "", "note good");
    note.setAttribute("role", "status");
    note.dataset.said = ""; // offline.js says it again after it has read the page again
    note.append(element("p", text));
    box.before(note);
  };

  // --- sending

  const plain = (form, pressed) => {
    if (pressed?.name) {
      const field = document.createElement("input");
      Object.assign(field, { type: "hidden", name: pressed.name, value: pressed.value });
      form.append(field);
    }
    form.submit();
  };

  const fieldsOf = async (form, pressed) => {
    const fields = [];
    for (const [name, value] of new FormData(form, pressed)) {
      if (name === "csrfmiddlewaretoken") continue;
      if (typeof value === "string") fields.push([name, value]);
      else if (value.size) fields.push(["record", await value.text()]);
    }
    // The text of a file takes the place of a pasted one, as at the server.
    const last = fields.findLastIndex(([name]) => name === "record");
    return fields.filter(([name], at) => name !== "record" || at === last);
  };

  const labelOf = (form, pressed) => {
    const chosen = [...form.querySelectorAll("input:checked")].map((each) => each.labels[0]?.textContent);
    const words = [form.dataset.keep, ...chosen, pressed?.textContent];
    return words.filter(Boolean).map((each) => each.replace(/\s+/g, " ").trim()).join(" · ");
  };

  const keep = async (form, pressed) => {
    const url = new URL(form.action).pathname;
    const body = await fieldsOf(form, pressed);
    const key = outbox.add({ kind: "form", url, body, label: labelOf(form, pressed) });
    own.add(key);
    await outbox.pump();
    own.delete(key);
    const { state, text, next, tries } = outbox.find(key) || { state: "saved" }; // another tab may have sent it
    if (state === "saved") {
      outbox.remove(key);
      if (text) sessionStorage.setItem(SAID, text);
      const to = new URL(next || location.href, location.href);
      if (to.pathname + to.search === location.pathname + location.search) location.reload();
      else location.assign(to);
    } else if (state === "refused" && !tries) {
      outbox.remove(key);
      plain(form, pressed);
    } else {
      box.scrollIntoView({ block: "nearest" });
    }
  };

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.matches("form[data-keep]") || event.submitter?.matches("[data-now]")) return;
    event.preventDefault();
    if (!form.hasAttribute("data-kept")) keep(form, event.submitter);
  });

  // Signing out, and forgetting links, delete what is kept; what is not sent is asked about.
  document.addEventListener("submit", (event) => {
    const { leaves } = event.target.dataset;
    if (leaves === undefined) return;
    if (outbox.unsent().length && !confirm(texts.leave)) {
      event.preventDefault();
      return;
    }
    outbox.forget(leaves || undefined);
  });

  // What was kept and is sent now is said, and goes.
  const isSentLater = (item) =>
    item.state === "saved" && !own.has(item.key) && (item.kind === "form" || item.page !== location.pathname);
  const sweep = () => {
    const saved = outbox.items().filter(isSentLater);
    for (const item of saved) {
      outbox.remove(item.key);
      for (const form of formsOf(item.url)) form.reset(); // so that a live page takes the news
      say(`${item.label}: ${item.text || texts.saved}`);
    }
  };

  document.addEventListener("roadhouse:outbox", draw);
  document.addEventListener("roadhouse:changed", draw);
  document.addEventListener("roadhouse:sent", sweep);
  say(sessionStorage.getItem(SAID));
  sessionStorage.removeItem(SAID);
  draw();
})();
