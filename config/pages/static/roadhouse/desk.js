// The desk by the keyboard: what Enter would save is said under the line, and the key u undoes.
// Without this script the line and the button work all the same.
"use strict";

(() => {
  const WAIT = 120; // milliseconds without a key before the server is asked
  const OFF = "desk-key-u-off";
  const line = document.getElementById("line");
  const said = document.getElementById("line-said");
  const undo = document.getElementById("undo");

  const say = () => {
    const asked = line.value;
    const address = new URL(line.dataset.say, location.href);
    address.searchParams.set("line", asked);
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
  if (undo) {
    const box = document.getElementById("key-u");
    box.checked = localStorage.getItem(OFF) !== "1";
    box.addEventListener("change", () => localStorage.setItem(OFF, box.checked ? "0" : "1"));
    undo.querySelectorAll(".with-keys").forEach((each) => { each.hidden = false; });
    const typing = (element) => element.matches("input, textarea, select, [contenteditable]");
    document.addEventListener("keydown", (event) => {
      const plain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.repeat;
      if (event.code === "KeyU" && plain && box.checked && !typing(event.target)) {
        event.preventDefault();
        undo.requestSubmit();
      }
    });
  }
})();
