// Result slips are sent in the background, so typing never waits for the server. outbox.js keeps the
// lines, in their order, through a reload and a dead network. A line without a table is about the next one that
// is missing; Enter on an empty line goes to the next step. Without this script the form is sent as
// usual, always with its table.
"use strict";

(() => {
  const list = document.getElementById("slip-queue");
  const field = document.getElementById("line");
  if (!list || !field) return;

  const SHOWN = 8; // saved lines that stay in view
  const form = field.form;
  const texts = list.dataset;
  let lines = 0; // typed since the page was opened
  let goesOn = false; // whether Enter was pressed on an empty line
  const typed = new Set(); // tables and matches of lines that the list of open tables does not know yet

  const read = () => outbox.items().filter((item) => item.kind === "slip" && item.page === location.pathname);
  const waiting = () => read().find((slip) => slip.state === "waiting");

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
    const typed = element("kbd", slip.label);
    typed.dir = "ltr";
    const state = slip.state === "waiting" && outbox.isOffline() ? "offline" : slip.state;
    words.append(typed, " ", element("span", texts[state], `mark ${state}`), " ", element("bdi", slip.text || ""));
    item.append(words);
    if (state === "disputed") item.append(removal(slip, texts.remove));
    if (state === "offline") item.append(removal(slip, texts.takeBack));
    if (slip.state === "refused") {
      const again = element("button", texts.retype, "btn plain");
      again.type = "button";
      again.addEventListener("click", () => retype(slip));
      item.append(again);
    }
    return item;
  };
  const removal = (slip, text) => {
    const made = element("button", text, "btn plain");
    made.type = "button";
    made.addEventListener("click", () => outbox.remove(slip.key));
    return made;
  };

  const draw = () => {
    const slips = read();
    const saved = slips.filter((slip) => slip.state === "saved");
    const old = saved.slice(0, Math.max(0, saved.length - SHOWN));
    if (old.length) return old.forEach((slip) => outbox.remove(slip.key)); // each draws again
    list.replaceChildren(...slips.map(row).reverse());
    list.hidden = !slips.length;
    for (const slip of slips) if (slip.state === "refused" && !refused.has(slip.key)) refuse(slip);
    return showNextTable();
  };

  // What a line is about: a table "5" or a match of teams "3:".
  const aboutOf = (line) => (/^\D*(\d+\s*:?)/.exec(line.normalize("NFKC")) || ["", ""])[1].replace(/\s/g, "");

  // Whether a line is about the table, alone or with its match.
  const isAbout = (about, table, boards) =>
    about === table || (boards > 0 && about === `${Math.ceil(Number(table) / boards)}:`);

  // The next table without a result, as text; empty if there is none.
  const nextTable = () => {
    const { tables = "", boards = "0" } = document.getElementById("open-tables")?.dataset || {};
    const waits = read().filter((slip) => slip.state === "waiting").map((slip) => aboutOf(slip.label));
    const taken = [...typed, ...waits];
    return tables.split(" ").find((table) => !taken.some((about) => isAbout(about, table, Number(boards)))) || "";
  };
  const showNextTable = () => {
    field.placeholder = nextTable();
    field.dataset.table = field.placeholder;
  };

  // The step is in focus, and a second Enter takes it. It waits until the last line is saved.
  const goOn = () => {
    const next = document.querySelector('[data-fresh="next"] .btn.main:not([aria-disabled])');
    if (!goesOn || waiting() || !next || field.value) return;
    goesOn = false;
    next.focus();
  };

  const retype = (slip) => {
    outbox.remove(slip.key);
    field.value = slip.label;
    field.focus();
    field.select();
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };

  // A refused line comes back, selected, unless another line is being typed.
  const refused = new Set(read().filter((slip) => slip.state === "refused").map((slip) => slip.key));
  const refuse = (slip) => {
    refused.add(slip.key);
    typed.delete(aboutOf(slip.label));
    if (!field.value && document.activeElement === field) {
      field.value = slip.label;
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
    if (aboutOf(line)) typed.add(aboutOf(line));
    const old = read().filter((slip) => slip.state === "refused" && aboutOf(slip.label) === aboutOf(line));
    old.forEach((slip) => outbox.remove(slip.key));
    const body = [["line", line], ["round", form.elements.round.value]];
    outbox.add({ kind: "slip", url: texts.url, body, label: line });
    outbox.pump();
  });
  field.addEventListener("input", () => { goesOn = goesOn && !field.value; });
  document.addEventListener("roadhouse:outbox", draw);
  document.addEventListener("roadhouse:sent", () => refresh().then(goOn).catch(() => {}));

  for (const slip of read()) if (slip.state === "saved") outbox.remove(slip.key);
  draw();
})();
