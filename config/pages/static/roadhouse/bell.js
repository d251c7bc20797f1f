// The bell of an open page. A page that refreshes itself hears with each answer how many notices are
// not read (live.js), and asks for the bell if that is another number than it shows. Other pages ask
// every half minute, while somebody can see them; the answer is 304 if nothing changed.
// Without this script the bell says what was true when the page was opened.
"use strict";

(() => {
  const EVERY = 30000; // milliseconds
  const SPREAD = 5000;
  const bell = document.querySelector(".bell");
  if (!bell) return;
  let asking = false;

  // The link itself stays, so the focus stays too. Screen readers are told of new notices only.
  const show = (fresh) => {
    const isMore = Number(fresh.dataset.unread) > Number(bell.dataset.unread);
    bell.dataset.unread = fresh.dataset.unread;
    bell.setAttribute("aria-label", fresh.getAttribute("aria-label"));
    bell.replaceChildren(...fresh.childNodes);
    const said = document.getElementById("bell-said");
    said.textContent = isMore ? bell.getAttribute("aria-label").trim() : "";
  };

  const ask = async () => {
    if (asking || document.visibilityState !== "visible") return;
    asking = true;
    try {
      const headers = { "If-None-Match": `"${bell.dataset.unread}"` };
      const answer = await fetch(bell.dataset.from, { headers });
      if (answer.status === 200) {
        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
        const fresh = page.querySelector(".bell[data-unread]");
        if (fresh && !answer.redirected) show(fresh);
      }
    } catch {
      // Without a network it stays as it is.
    } finally {
      asking = false;
    }
  };

  const again = () => setTimeout(() => { ask(); again(); }, EVERY + Math.random() * SPREAD);

  document.addEventListener("roadhouse:unread", (event) => {
    if (event.detail !== bell.dataset.unread) ask();
  });
  if (!document.querySelector("#live[data-live]")) {
    document.addEventListener("visibilitychange", ask);
    again();
  }
})();
