// Cells of a list say which column they are of: on a narrow screen rows are cards without a heading.
const table = document.getElementById("result_list");
if (table) {
  const labels = [...table.tHead.rows[0].cells].map((cell) =>
    (cell.querySelector(".text") ?? cell).textContent.trim(),
  );
  for (const row of table.tBodies[0].rows) {
    [...row.cells].forEach((cell, column) => {
      cell.dataset.label = labels[column];
      cell.classList.toggle("blank", ["-", "–"].includes(cell.textContent.trim()));
    });
  }
}

// Fields that search while typing have no name of their own: select2 puts them beside the labelled
// one when jQuery is ready, so what is asked of jQuery later comes after that.
window.django?.jQuery?.(() => {
  for (const field of document.querySelectorAll("select.admin-autocomplete")) {
    const label = document.querySelector(`label[for="${field.id}"]`);
    const shown = field.nextElementSibling;
    if (!label || !shown) continue;
    for (const part of shown.querySelectorAll('[role="combobox"], [role="textbox"], input')) {
      part.removeAttribute("aria-labelledby");
      part.setAttribute("aria-label", label.textContent.replace(/:\s*$/, "").trim());
    }
  }
});
