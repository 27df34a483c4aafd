// A lesson by keyboard: whatever is answered next has the focus, and an exam is opened by its code.
"use strict";

window.lesson = () => {
  requestAnimationFrame(() => {
    const next = document.querySelector("[data-focus]");
    if (next && document.activeElement !== next && !document.querySelector("dialog[open]")) next.focus();
  });
};

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("[data-exam]")) return;
  event.preventDefault();
  const { game, skill, questions, level, seed } = Object.fromEntries(new FormData(form));
  location.href = `/school/exam?code=${encodeURIComponent([game, skill, questions, level, seed].join(":"))}`;
});
