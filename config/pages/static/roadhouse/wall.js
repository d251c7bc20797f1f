// The wall: the next sheet when the time of this one is over, and the clock of the round. Both stand
// on what the server wrote into the page; live.js asks and swaps.
"use strict";

(() => {
  const region = () => document.getElementById("live");
  const TICK = 250; // milliseconds; the clock shows whole seconds
  const WRONG = 2000; // milliseconds; the server tells its time in whole seconds, and late
  let since = performance.now(); // when this sheet came
  let turning = false;
  let ahead = 0; // milliseconds by which the server's clock is ahead of this machine's

  const every = () => 1000 * Number(region().dataset.every);

  const words = (seconds) => {
    const two = (number) => String(number).padStart(2, "0");
    const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
    const rest = `${two(minutes)}:${two(seconds % 60)}`;
    return hours ? `${hours}:${rest}` : rest;
  };

  const tell = () => {
    const time = region().querySelector("[data-ends]");
    if (!time) return;
    const left = Math.ceil((Date.parse(time.dataset.ends) - Date.now() - ahead) / 1000);
    const clock = time.querySelector(".clock");
    clock.hidden = left <= 0 || left >= 24 * 3600;
    if (!clock.hidden && clock.textContent !== words(left)) clock.textContent = words(left);
    time.querySelector(".over").hidden = left > 0;
    time.querySelector(".until").hidden = left <= 0;
  };

  const turn = () => {
    if (!every() || performance.now() - since < every() || document.hidden) return;
    since = performance.now(); // if the server does not answer, the sheet stays for its time again
    turning = true;
    htmx.trigger(region(), "ask");
  };

  document.addEventListener("htmx:configRequest", (event) => {
    if (event.detail.elt.id !== "live" || !turning) return;
    turning = false;
    event.detail.path = region().dataset.next;
  });

  document.addEventListener("htmx:afterRequest", (event) => {
    const told = event.detail.xhr.getResponseHeader("Date");
    const found = told ? Date.parse(told) - Date.now() : ahead;
    if (Math.abs(found - ahead) > WRONG) ahead = found;
    tell();
  });

  document.addEventListener("roadhouse:changed", tell);
  setInterval(() => { turn(); tell(); }, TICK);
  addEventListener("load", () => htmx.trigger(region(), "ask")); // for the time of the server
})();
