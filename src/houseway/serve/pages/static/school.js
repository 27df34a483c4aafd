// A lesson by keyboard: whatever is answered next has the focus.
"use strict";

window.lesson = () => {
  requestAnimationFrame(() => {
    const next = document.querySelector("[data-focus]");
    if (next && document.activeElement !== next && !document.querySelector("dialog[open]")) next.focus();
  });
};
