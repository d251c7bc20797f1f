// A page that moves by itself. Every few seconds, while somebody can see it, the page asks for
// itself with If-None-Match; the answer is 304, or the whole page, of which #live is taken.
// Without this script the page stands still and says when it was true.
"use strict";

htmx.config.allowEval = false;
htmx.config.includeIndicatorStyles = false;
htmx.config.historyEnabled = false;
htmx.config.scrollIntoViewOnBoost = false;
htmx.config.timeout = 10000; // milliseconds; an answer that never comes is a lost connection too
htmx.config.responseHandling = [
  { code: "200", swap: true },
  { code: "...", swap: false },
];

(() => {
  const EVERY = 3000; // milliseconds; with the spread below always under four seconds
  const SPREAD = 800; // so that a hall full of phones does not ask in one moment
  const GIVE_UP = 3; // failures in a row before the page says that it may be old
  const GONE = [403, 404, 410]; // answers that mean: nothing is here any more for this reader
  const region = () => document.getElementById("live");
  // By the target: what asked has left the page by the time that htmx says it is done.
  const ofLive = (event) => event.detail.target?.id === "live";
  let failures = 0;
  let asking = false;

  const ask = () => {
    if (document.visibilityState === "visible" && region() && !asking) {
      asking = true;
      htmx.trigger(region(), "ask");
    }
  };

  const again = () => setTimeout(() => { ask(); again(); }, EVERY + Math.random() * SPREAD);

  const show = (id, visible) => {
    const note = document.getElementById(id);
    if (note) note.hidden = !visible;
  };

  const count = (good) => {
    failures = good ? 0 : failures + 1;
    show("live-lost", failures >= GIVE_UP);
  };

  // Somebody is typing, or has typed and not sent: nothing is taken from under their hands.
  const inUse = () =>
    [...region().querySelectorAll("input:not([type=hidden]), textarea, select")].some((field) => {
      if (field.type === "radio" || field.type === "checkbox") {
        return field.checked !== field.defaultChecked;
      }
      if (field.tagName === "SELECT") {
        const first = [...field.options].findIndex((option) => option.defaultSelected);
        return field.selectedIndex !== Math.max(0, first) || field === document.activeElement;
      }
      return field.value !== field.defaultValue || field === document.activeElement;
    });

  const stamps = () =>
    [...region().querySelectorAll(".stamp")].map((each) => each.textContent.trim()).join(", ");

  // An element of the page that is, and of the page that comes, is known by what names it.
  const nameOf = (element) => {
    if (element.id) return `#${CSS.escape(element.id)}`;
    const controls = element.getAttribute("aria-controls");
    if (controls) return `[aria-controls="${CSS.escape(controls)}"]`;
    const href = element.getAttribute("href");
    if (href) return `a[href="${CSS.escape(href)}"]`;
    const label = element.getAttribute("aria-label");
    return label ? `[aria-label="${CSS.escape(label)}"]` : null;
  };
  const nameOfDetails = (details) => {
    const summary = details.querySelector("summary");
    return nameOf(details) || (summary && (nameOf(summary) || summary.textContent.trim()));
  };

  // What a reader opened, where the keyboard stood and what was in sight outlive the change. While
  // a table is behind its results it stands without derivations: what was open, and the focus, are
  // remembered beyond that.
  const opened = new Map();
  let focus = null;
  let before = { sight: null, scrolled: [], stamps: "" };

  const rememberFocus = () => {
    const element = document.activeElement;
    if (element && region().contains(element)) focus = nameOf(element);
    else if (element && element !== document.body) focus = null;
  };

  const inSight = () => {
    const named = region().querySelectorAll("[id], [aria-controls], a[href]");
    const element = [...named].find((each) => each.getBoundingClientRect().top >= 0);
    return element ? { name: nameOf(element), top: element.getBoundingClientRect().top } : null;
  };

  const scrolledOnes = () =>
    [...region().querySelectorAll(".scroll")].map((each) => [each.scrollLeft, each.scrollTop]);

  const putBack = () => {
    for (const details of region().querySelectorAll("details")) {
      const was = opened.get(nameOfDetails(details));
      if (was !== undefined) details.open = was;
    }
    region().querySelectorAll(".scroll").forEach((each, at) => {
      [each.scrollLeft, each.scrollTop] = before.scrolled[at] || [0, 0];
    });
    const kept = focus && region().querySelector(focus);
    if (kept && kept !== document.activeElement) kept.focus({ preventScroll: true });
    const seen = before.sight && before.sight.name && region().querySelector(before.sight.name);
    if (seen && window.scrollY > 0) {
      window.scrollBy(0, seen.getBoundingClientRect().top - before.sight.top);
    }
  };

  document.addEventListener("htmx:configRequest", (event) => {
    if (ofLive(event)) event.detail.headers["If-None-Match"] = `"${region().dataset.live}"`;
  });

  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target.id !== "live" || !event.detail.shouldSwap) return;
    if (inUse()) {
      event.detail.shouldSwap = false;
      show("live-news", true);
      return;
    }
    for (const details of region().querySelectorAll("details")) {
      opened.set(nameOfDetails(details), details.open);
    }
    rememberFocus();
    before = { sight: inSight(), scrolled: scrolledOnes(), stamps: stamps() };
  });

  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.detail.target.id !== "live") return;
    putBack();
    show("live-news", false);
    const said = document.getElementById("live-said");
    if (said && stamps() !== before.stamps) said.textContent = stamps();
    document.dispatchEvent(new CustomEvent("roadhouse:changed"));
  });

  document.addEventListener("htmx:afterRequest", (event) => {
    if (!ofLive(event)) return;
    asking = false;
    const status = event.detail.xhr.status;
    if (GONE.includes(status) && !inUse()) location.reload();
    const isCopy = event.detail.xhr.getResponseHeader("Roadhouse-As-Of"); // of worker.js
    count((status === 200 || status === 304) && !isCopy);
    const unread = event.detail.xhr.getResponseHeader("Roadhouse-Unread"); // read by bell.js
    if (unread !== null && !isCopy) {
      document.dispatchEvent(new CustomEvent("roadhouse:unread", { detail: unread }));
    }
  });

  window.addEventListener("offline", () => show("live-lost", true));
  window.addEventListener("online", ask);
  document.addEventListener("visibilitychange", ask);
  again();
})();
