// Places at a table of cards: the names become buttons, to be tapped in the order in which the
// players came in. What they write are the fields, which work without this script.
"use strict";

(() => {
  const fieldsets = () => document.querySelectorAll("fieldset.places");
  const inputsOf = (fieldset) => [...fieldset.querySelectorAll(".place input")];

  const buttonOf = (label) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "btn";
    button.append(...[...label.childNodes].map((node) => node.cloneNode(true)));
    return button;
  };

  const prepare = () => {
    for (const fieldset of fieldsets()) {
      if (fieldset.dataset.ready) continue;
      fieldset.dataset.ready = "yes";
      for (const hint of fieldset.querySelectorAll(".with-script")) hint.hidden = false;
      for (const place of fieldset.querySelectorAll(".place")) {
        place.prepend(buttonOf(place.querySelector("label")));
        place.querySelector("label").classList.add("hide");
      }
    }
  };

  // The next place; a name that has one gives it back, and who came after moves up.
  const tap = (fieldset, input) => {
    const inputs = inputsOf(fieldset);
    const had = Number(input.value);
    if (input.value === "") {
      input.value = inputs.filter((each) => each.value !== "").length + 1;
    } else {
      input.value = "";
      for (const each of inputs) if (Number(each.value) > had) each.value = Number(each.value) - 1;
    }
  };

  document.addEventListener("click", (event) => {
    const button = event.target.closest("fieldset.places .place button");
    if (button) tap(button.closest("fieldset"), button.parentElement.querySelector("input"));
  });
  document.addEventListener("roadhouse:changed", prepare);
  prepare();
})();
