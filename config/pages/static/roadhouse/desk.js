// The desk by the keyboard: what Enter would save is said under the line, and the key u undoes.
// Without this script the line and the button work all the same.
"use strict";

// The line with the table it is about: where none is typed, the next one that is missing. Of a card
// game digits alone are places. A lone u undoes.
const withTable = (line, { table, byPlaces }) => {
  const text = line.normalize("NFKC").trim();
  const isBare = /^[^\d\s]/.test(text) ? !/^[uו]$/i.test(text) : byPlaces !== undefined && /^\d{2,}$/.test(text);
  return isBare && table ? `${table} ${text}` : text;
};

(() => {
  const WAIT = 120; // milliseconds without a key before the server is asked
  const OFF = "desk-key-u-off";
  const line = document.getElementById("line");
  const said = document.getElementById("line-said");

  const say = () => {
    const asked = line.value;
    const typed = withTable(asked, line.dataset);
    const address = new URL(line.dataset.say, location.href);
    address.searchParams.set("line", typed);
    fetch(address, { credentials: "same-origin" })
      .then((answer) => (answer.ok ? answer.text() : ""))
      .then((words) => { if (line.value === asked) said.innerHTML = words; })
      .catch(() => { said.textContent = ""; });
  };

  if (line && said && line.dataset.say) {
    let timer = 0;
    line.addEventListener("input", () => {
      clearTimeout(timer);
      timer = setTimeout(say, WAIT);
    });
    if (line.value) say();
  }

  // One key alone does something, so whoever speaks to the machine can turn it off (WCAG 2.1.4).
  // What is more than a result is asked first. slips.js replaces the button when results change.
  const keyIsOn = () => localStorage.getItem(OFF) !== "1";
  const showKey = () => {
    const box = document.getElementById("key-u");
    if (!box) return;
    box.checked = keyIsOn();
    document.querySelectorAll("#undo .with-keys").forEach((each) => { each.hidden = false; });
  };
  const typing = (element) => element.matches("input, textarea, select, [contenteditable]");
  document.addEventListener("change", (event) => {
    if (event.target.id === "key-u") localStorage.setItem(OFF, event.target.checked ? "0" : "1");
  });
  // A key that is held down presses one button only, not that of the next page too.
  document.addEventListener("keydown", (event) => {
    if (event.repeat && event.key === "Enter" && event.target.matches("button")) event.preventDefault();
  });
  document.addEventListener("keydown", (event) => {
    const undo = document.getElementById("undo");
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.repeat;
    if (!undo || event.code !== "KeyU" || !plain || !keyIsOn() || typing(event.target)) return;
    event.preventDefault();
    if (!undo.dataset.ask || confirm(undo.dataset.ask)) undo.requestSubmit();
  });
  // After a step the next one is in focus, so that Enter goes on; the end of the event is not. No
  // element has this id: a browser that scrolls to one takes the focus away.
  if (location.hash === "#go-on") document.querySelector('button.main[name="do"]:not([value="finish"])')?.focus();
  document.addEventListener("roadhouse:fresh", showKey);
  showKey();
})();
