// Fields that are edited in place: what is typed goes to the house when the typing pauses.
"use strict";

const waiting = new Map();

function edited(field) {
  clearTimeout(waiting.get(field));
  waiting.delete(field);
  emitEvent("hw", { hw: "edit", name: field.dataset.edit, value: field.value });
}

document.addEventListener("input", (event) => {
  const field = event.target.closest?.("[data-edit]");
  if (!field) return;
  field.classList.toggle("changed", field.value.trim() !== field.dataset.own);
  clearTimeout(waiting.get(field));
  waiting.set(field, setTimeout(() => edited(field), field.tagName === "SELECT" ? 0 : 600));
});

document.addEventListener("change", (event) => {
  const field = event.target.closest?.("[data-edit]");
  if (field && waiting.has(field)) edited(field);
});

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("[data-copy]");
  if (!link || !navigator.clipboard) return;
  event.preventDefault();
  navigator.clipboard.writeText(link.href).then(() => {
    const words = link.textContent;
    link.textContent = "Copied";
    setTimeout(() => (link.textContent = words), 1500);
  }, () => (location.href = link.href));
});
