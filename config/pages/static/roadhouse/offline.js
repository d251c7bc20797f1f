// The worker of the installable page, and what a copy says that the worker shows without a network.
// Browsers have workers on https and localhost alone; elsewhere only outbox.js keeps what is typed.
"use strict";

(() => {
  const root = document.documentElement;
  const note = document.getElementById("as-of");

  if (navigator.serviceWorker && window.isSecureContext) {
    navigator.serviceWorker.register("/worker.js", { scope: "/", updateViaCache: "none" }).catch(() => {});
    navigator.serviceWorker.ready.then((found) => found.active.postMessage({ language: root.lang })).catch(() => {});
  }

  const timeOf = (milliseconds) => {
    const at = new Date(Number(milliseconds));
    const isToday = at.toDateString() === new Date().toDateString();
    const day = isToday ? {} : { month: "short", day: "numeric" };
    return at.toLocaleString(root.lang, { ...day, hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  };

  const showTime = (milliseconds) => {
    if (!note) return;
    note.hidden = !milliseconds;
    if (milliseconds) note.querySelector("time").textContent = timeOf(milliseconds);
  };
  showTime(root.dataset.asOf);

  // A live page says by its answers whether it is true again; wall.js gets copies too.
  document.addEventListener("htmx:afterRequest", (event) => {
    const { status } = event.detail.xhr;
    if (status !== 200 && status !== 304) return;
    root.removeAttribute("data-as-of");
    showTime(event.detail.xhr.getResponseHeader("Roadhouse-As-Of"));
  });
  // Other copies are read again, unless something is typed or waits to be sent.
  const isTyped = () =>
    [...document.querySelectorAll("input:not([type=hidden]), textarea")].some((each) => each.value !== each.defaultValue);
  const readAgain = () => {
    if (!root.dataset.asOf || isTyped() || outbox.unsent().length) return;
    const said = [...document.querySelectorAll("[data-said]")].map((each) => each.textContent).join(" ");
    if (said) sessionStorage.setItem("outbox-said", said);
    location.reload();
  };
  addEventListener("online", () => setTimeout(readAgain, 1000));
  document.addEventListener("roadhouse:sent", readAgain);

  // The page without a network: the copies that this device has.
  const list = document.getElementById("copies");
  const showCopies = async () => {
    const cache = await caches.open("pages-1");
    for (const request of await cache.keys()) {
      const found = await cache.match(request);
      const item = document.createElement("li");
      const link = document.createElement("a");
      link.className = "tap";
      link.href = request.url;
      link.dir = "auto";
      link.textContent = decodeURIComponent(found.headers.get("Roadhouse-Title")) || request.url;
      item.append(link, ` ${timeOf(found.headers.get("Roadhouse-As-Of"))}`);
      list.prepend(item);
    }
    list.closest("section").hidden = !list.children.length;
  };
  if (list && window.caches) showCopies().catch(() => {});
  if (root.hasAttribute("data-left")) document.getElementById("left").hidden = false;
})();
