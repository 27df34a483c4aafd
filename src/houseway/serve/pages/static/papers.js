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

// Fields that hold what can't stand: each is marked, and says why below itself.
function marked() {
  const told = document.querySelector("[data-wrong]");
  if (!told) return;
  const wrong = JSON.parse(told.dataset.wrong);
  for (const field of document.querySelectorAll("[data-edit]")) {
    const why = wrong[field.dataset.edit], id = `${field.dataset.edit}-wrong`;
    let said = document.getElementById(id);
    if (!why) {
      field.removeAttribute("aria-invalid");
      field.removeAttribute("aria-describedby");
      said?.remove();
      continue;
    }
    field.setAttribute("aria-invalid", "true");
    field.setAttribute("aria-describedby", id);
    if (!said) {
      said = Object.assign(document.createElement("p"), { id, className: "wrong" });
      field.parentElement.append(said);
    }
    if (said.textContent !== why) said.textContent = why;
  }
}
new MutationObserver(marked).observe(document, { childList: true, subtree: true });

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

// The submission: line numbers, marks beside the lines that findings are about, and a check when the typing pauses.
const area = () => document.querySelector("textarea[data-submission]");
let checking = 0;
let ahead = false; // the house has not seen what was last typed into the text

// The text for the house, if it does not have it: what forms choose goes into the text as the house has it by then.
function unseen() {
  const text = ahead ? area().value : null;
  clearTimeout(checking);
  ahead = false;
  return text;
}

function lineTop(text, line) {
  const style = getComputedStyle(text);
  return parseFloat(style.paddingTop) + (line - 1) * parseFloat(style.lineHeight);
}

function drawGutter() {
  const text = area();
  if (!text) return;
  const gutter = text.previousElementSibling;
  const many = text.value.split("\n").length;
  const marks = {};
  for (const found of document.querySelectorAll(".found li")) {
    const line = +found.dataset.line;
    if (line && marks[line] !== "error") marks[line] = found.className;
  }
  const key = `${many} ${JSON.stringify(marks)}`;
  if (gutter.dataset.key !== key) {
    gutter.dataset.key = key;
    gutter.replaceChildren(...Array.from({ length: many }, (_, at) => {
      const one = document.createElement("span");
      one.textContent = marks[at + 1] ? `${marks[at + 1] === "error" ? "✗" : "!"} ${at + 1}` : at + 1;
      one.className = marks[at + 1] || "";
      return one;
    }));
  }
  gutter.style.paddingBottom = `calc(10px + ${text.offsetHeight - text.clientHeight}px)`; // as far as a bar below the text lets it scroll
  gutter.scrollTop = text.scrollTop;
}

document.addEventListener("input", (event) => {
  const text = event.target;
  if (text !== area()) return;
  drawGutter();
  ahead = true;
  clearTimeout(checking);
  checking = setTimeout(() => {
    if (new Blob([text.value]).size > +text.dataset.longest) {
      document.querySelector(".editor .notice").textContent = `A submission has up to ${text.dataset.longest} bytes.`;
      return;
    }
    emitEvent("hw", { hw: "text", text: unseen() });
  }, 350);
});

document.addEventListener("scroll", (event) => {
  if (event.target === area()) drawGutter();
}, true);

document.addEventListener("keydown", (event) => {
  const text = area();
  if (event.target !== text || event.key !== "s" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  document.querySelector("[data-hw=save]")?.click();
});

document.addEventListener("click", (event) => {
  const found = event.target.closest?.("[data-goto]");
  const text = area();
  if (!found || !text || !+found.dataset.goto) return;
  const lines = text.value.split("\n");
  const line = +found.dataset.goto;
  const start = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
  text.focus();
  text.setSelectionRange(start, start + (lines[line - 1] || "").length);
  text.scrollTop = Math.max(0, lineTop(text, line) - text.clientHeight / 3);
});

if (document.currentScript) setInterval(drawGutter, 250);

// Choices in forms: what is chosen goes to the house, and comes back in the text.
function choose(field) {
  if (field.dataset.choice === within) sent = field.value;
  emitEvent("hw", { hw: "choose", at: field.dataset.choice, value: field.value, text: unseen() });
}
document.addEventListener("change", (event) => {
  const field = event.target.closest?.("[data-choice]");
  if (field && area()) choose(field);
  const pick = event.target.closest?.("[data-pick]");
  if (pick) emitEvent("hw", { hw: "pick", table: pick.value });
});

document.addEventListener("submit", (event) => {
  if (!event.target.matches("[data-new-table]")) return;
  event.preventDefault();
  emitEvent("hw", { hw: "new-table", text: unseen(), ...Object.fromEntries(new FormData(event.target)) });
});

// The form is drawn anew with every change: what was open stays so, and the keyboard where it was, in the middle of a word too.
const opened = new Map(); // the parts of the form, by their names
let within = "", typed = null, sent = null; // the choice that the keyboard is in, what was typed there, and what the house was told
document.addEventListener("toggle", (event) => {
  if (event.target.matches?.(".choices [data-part]")) opened.set(event.target.dataset.part, event.target.open);
}, true);
document.addEventListener("focusin", (event) => {
  const choice = event.target.closest(".choices [data-choice]")?.dataset.choice ?? "";
  if (choice !== within) typed = sent = null;
  within = choice;
});
document.addEventListener("input", (event) => {
  if (event.target.matches?.(".choices input[data-choice]")) typed = event.target.value;
});
document.addEventListener("pointerdown", (event) => {
  if (!event.target.closest?.(".choices")) setTimeout(() => (within = "")); // when the field has been left
});
// What was typed into a field that was drawn anew is no change to the browser: it goes out when the field is left.
function left(event) {
  const field = event.target.closest?.(".choices input[data-choice]");
  if (field && typed !== null && typed !== sent && typed === field.value && field.dataset.choice === within) choose(field);
}
document.addEventListener("focusout", left);
document.addEventListener("keyup", (event) => {
  if (event.key === "Enter") left(event);
});

new MutationObserver((changes) => {
  if (!changes.some((one) => one.target.matches?.(".choices"))) return;
  for (const part of document.querySelectorAll(".choices [data-part]")) if (opened.has(part.dataset.part)) part.open = opened.get(part.dataset.part);
  const field = within && document.activeElement === document.body && document.querySelector(`.choices [data-choice="${CSS.escape(within)}"]`);
  if (!field) return;
  field.focus({ preventScroll: true });
  if (typed !== null) field.value = typed;
  else field.select?.(); // as when the keyboard came to it: what is typed takes the place of what is there
}).observe(document.body, { childList: true, subtree: true });

function rewritten(text) {
  const it = area();
  if (!it) return;
  const old = it.value.split("\n"), lines = text.split("\n");
  const line = lines.findIndex((one, at) => one !== old[at]);
  clearTimeout(checking);
  ahead = false;
  it.value = text;
  if (line >= 0) it.scrollTop = Math.max(0, lineTop(it, line + 1) - it.clientHeight / 3);
  drawGutter();
}
