// Buttons that copy or send what a field holds. Without this script they are hidden, and the field
// can be selected. data-copy and data-share: the id of the field.
"use strict";

(() => {
  const say = (button) => {
    const status = button.parentElement.querySelector("[data-copied]");
    if (status) status.textContent = status.dataset.copied;
  };

  const copy = (button) => {
    const field = document.getElementById(button.dataset.copy);
    // Also where a page without https has no clipboard; what is selected can be copied by hand.
    const select = () => {
      field.select();
      if (document.execCommand("copy")) say(button);
    };
    if (!navigator.clipboard) { select(); return; }
    navigator.clipboard.writeText(field.value).then(() => say(button), select);
  };

  const share = (button) => {
    const url = document.getElementById(button.dataset.share).value;
    navigator.share({ title: button.dataset.title, url }).catch(() => {}); // closed by the reader
  };

  document.querySelectorAll("[data-copy]").forEach((button) => {
    button.hidden = false;
    button.addEventListener("click", () => copy(button));
  });
  document.querySelectorAll("[data-share]").forEach((button) => {
    button.hidden = !navigator.share;
    button.addEventListener("click", () => share(button));
  });
})();
