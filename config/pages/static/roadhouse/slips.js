// Result slips are sent in the background, so typing never waits for the server. A queue in the
// browser's storage keeps the lines, in their order, through a reload and a dead network; each
// carries a key by which the server saves it once. A line without a table is about the next one that
// is missing; Enter on an empty line goes to the next step. Without this script the form is sent as
// usual, always with its table.
"use strict";

(() => {
  const list = document.getElementById("slip-queue");
  const field = document.getElementById("line");
  if (!list || !field) return;

  const RETRY = [1000, 2000, 5000, 10000]; // milliseconds between attempts
  const TIMEOUT = 30000;
  const SHOWN = 8; // saved lines that stay in view
  const form = field.form;
  const texts = list.dataset;
  const store = `slips:${texts.owner}:${location.pathname}`;
  let failures = 0;
  let sending = false;
  let timer = 0;
  let lines = 0; // typed since the page was opened
  let goesOn = false; // whether Enter was pressed on an empty line
  const typed = new Set(); // tables of lines that the list of open tables does not know yet

  const read = () => {
    try {
      const stored = JSON.parse(localStorage.getItem(store));
      return Array.isArray(stored) ? stored : [];
    } catch {
      return [];
    }
  };
  const write = (slips) => localStorage.setItem(store, JSON.stringify(slips));
  const change = (key, values) =>
    write(read().map((slip) => (slip.key === key ? { ...slip, ...values } : slip)));
  const waiting = () => read().find((slip) => slip.state === "waiting");

  const newKey = () =>
    [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

  const element = (name, text, className) => {
    const made = document.createElement(name);
    made.textContent = text;
    if (className) made.className = className;
    return made;
  };

  const row = (slip) => {
    const item = element("li", "");
    item.dataset.state = slip.state;
    const words = element("span", "");
    const typed = element("kbd", slip.line);
    typed.dir = "ltr";
    const state = slip.state === "waiting" && failures ? "offline" : slip.state;
    words.append(typed, " ", element("span", texts[state], `mark ${state}`), " ", element("bdi", slip.text || ""));
    item.append(words);
    if (slip.state === "refused") {
      const again = element("button", texts.retype, "btn plain");
      again.type = "button";
      again.addEventListener("click", () => retype(slip));
      item.append(again);
    }
    return item;
  };

  const draw = () => {
    const slips = read();
    const saved = slips.filter((slip) => slip.state === "saved");
    const old = new Set(saved.slice(0, Math.max(0, saved.length - SHOWN)).map((slip) => slip.key));
    const kept = slips.filter((slip) => !old.has(slip.key));
    if (old.size) write(kept);
    list.replaceChildren(...kept.map(row).reverse());
    list.hidden = !kept.length;
    showNextTable();
  };

  const tableOf = (line) => (/^\D*(\d+)/.exec(line.normalize("NFKC")) || [])[1];

  // The next table without a result, as text; empty if there is none.
  const nextTable = () => {
    const open = (document.getElementById("open-tables")?.dataset.tables || "").split(" ");
    const taken = new Set(typed);
    for (const slip of read()) if (slip.state === "waiting") taken.add(tableOf(slip.line));
    return open.find((table) => !taken.has(table)) || "";
  };
  const showNextTable = () => {
    field.placeholder = nextTable();
    field.dataset.table = field.placeholder;
  };

  // The step is in focus, and a second Enter takes it. It waits until the last line is saved.
  const goOn = () => {
    const next = document.querySelector('[data-fresh="next"] .btn.main:not([aria-disabled])');
    if (!goesOn || sending || waiting() || !next || field.value) return;
    goesOn = false;
    next.focus();
  };

  const remove = (key) => write(read().filter((slip) => slip.key !== key));

  const retype = (slip) => {
    remove(slip.key);
    draw();
    field.value = slip.line;
    field.focus();
    field.select();
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };

  // A refused line comes back, selected, unless another line is being typed.
  const refuse = (slip, text) => {
    change(slip.key, { state: "refused", text });
    typed.delete(tableOf(slip.line));
    if (!field.value && document.activeElement === field) {
      field.value = slip.line;
      field.select();
    }
  };

  // The parts of the page that results change are read again once the queue is empty.
  const refresh = async () => {
    const known = lines;
    const answer = await fetch(location.href, { credentials: "same-origin" });
    if (!answer.ok || answer.redirected) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (waiting()) return;
    for (const part of document.querySelectorAll("[data-fresh]")) {
      const fresh = page.querySelector(`[data-fresh="${part.dataset.fresh}"]`);
      if (fresh && !part.contains(document.activeElement)) part.replaceWith(fresh);
    }
    if (lines === known) typed.clear();
    showNextTable();
    document.dispatchEvent(new Event("roadhouse:fresh"));
  };

  const send = async (slip) => {
    const body = new URLSearchParams({ line: slip.line, round: slip.round });
    const headers = {
      "X-CSRFToken": form.elements.csrfmiddlewaretoken.value,
      "Idempotency-Key": slip.key,
      Accept: "application/json",
    };
    const signal = AbortSignal.timeout(TIMEOUT);
    const answer = await fetch(texts.url, { method: "POST", body, headers, signal, credentials: "same-origin" });
    const isJson = (answer.headers.get("Content-Type") || "").includes("json");
    if (answer.redirected || answer.status === 403 || answer.status === 404) throw new Error(texts.signedOut);
    if (!isJson && answer.status >= 400 && answer.status < 500) return refuse(slip, texts.notAccepted);
    if (!isJson || answer.status >= 500 || answer.status === 409 || answer.status === 429) throw new Error("");
    const { text, detail } = await answer.json();
    if (answer.ok) change(slip.key, { state: "saved", text });
    else refuse(slip, text || detail);
  };

  const pump = async () => {
    if (sending) return;
    sending = true;
    clearTimeout(timer);
    let sent = false;
    try {
      for (let slip = waiting(); slip; slip = waiting()) {
        await send(slip);
        failures = 0;
        sent = true;
        draw();
      }
      if (sent) refresh().then(goOn).catch(() => {});
    } catch (error) {
      const slip = waiting();
      if (slip && error.message === texts.signedOut) change(slip.key, { text: texts.signedOut });
      timer = setTimeout(pumpAlone, RETRY[Math.min(failures, RETRY.length - 1)]);
      failures += 1;
      draw();
    } finally {
      sending = false;
    }
  };

  // Two tabs share the queue; one of them sends.
  const pumpAlone = () => (navigator.locks ? navigator.locks.request(store, pump) : pump());

  form.noValidate = true; // an empty line goes to the next step
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const line = withTable(field.value, field.dataset);
    field.value = "";
    field.removeAttribute("aria-invalid");
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.focus();
    goesOn = !line;
    if (!line) return goOn();
    lines += 1;
    if (tableOf(line)) typed.add(tableOf(line));
    const round = form.elements.round.value;
    const kept = read().filter((slip) => slip.state !== "refused" || tableOf(slip.line) !== tableOf(line));
    write([...kept, { key: newKey(), line, round, state: "waiting", text: "" }]);
    draw();
    pumpAlone();
  });
  field.addEventListener("input", () => { goesOn = goesOn && !field.value; });
  addEventListener("online", pumpAlone);
  addEventListener("storage", (event) => { if (event.key === store) draw(); });

  write(read().filter((slip) => slip.state !== "saved"));
  draw();
  pumpAlone();
})();
