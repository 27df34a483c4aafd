// What happens in the browser itself: clicks are passed on to the table, clocks tick, and people come in and go out.
"use strict";

const csrf = () => document.querySelector("header.top")?.dataset.csrf || "";
const then = () => document.querySelector("header.top")?.dataset.then || "/";

async function api(method, path, body) {
  const answer = await fetch(path, {
    method,
    headers: { "Content-Type": "application/json", "X-CSRF-Token": api.csrf || csrf() },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const said = answer.status === 204 ? {} : await answer.json();
  if (!answer.ok) throw new Error(said.error || "something went wrong");
  if (said.csrf) api.csrf = said.csrf;
  return said;
}

const doings = {
  async guest() {
    await api("POST", "/api/guest");
    location.href = then();
  },
  async "guest-sit"(button) {
    await api("POST", "/api/guest");
    await doings.sit(button);
  },
  async sit(button) {
    const { balance } = await api("GET", "/api/me");
    const amount = String(Math.min(1000, Math.floor(balance)) || 1000);
    // Who can't sit down, or sits there already, looks at the table.
    await api("POST", `/api/tables/${button.dataset.table}/seat`, { amount }).catch(() => {});
    location.href = `/table/${button.dataset.table}`;
  },
  async "sign-out"() {
    await api("DELETE", "/api/session");
    location.href = "/";
  },
  "show-sign-in"() {
    document.getElementById("sign-in").showModal();
  },
  close() {
    document.getElementById("sign-in").close();
  },
};

function told(error) {
  const place = document.querySelector("dialog[open] .wrong") || document.querySelector(".notice");
  if (place) place.textContent = error.message;
  else alert(error.message);
}

document.addEventListener("click", (event) => {
  const own = event.target.closest("[data-do]:not(form)");
  if (own) {
    event.preventDefault();
    Promise.resolve(doings[own.dataset.do]?.(own)).catch(told);
    return;
  }
  const append = event.target.closest("[data-append]");
  if (append) {
    const field = append.closest("form").elements.value;
    field.value = `${field.value} ${append.dataset.append}`.trim();
    return;
  }
  const set = event.target.closest("[data-set]");
  if (set) {
    const field = set.closest("form").elements.value;
    field.value = set.dataset.set;
    const slider = field.form.querySelector("[data-mirror]");
    if (slider) slider.value = set.dataset.set;
    return;
  }
  const button = event.target.closest("[data-hw]:not(form)");
  if (button && !button.disabled) emitEvent("hw", { ...button.dataset });
});

document.addEventListener("submit", (event) => {
  const form = event.target;
  const fields = Object.fromEntries(new FormData(form));
  if (form.dataset.do === "sign-in") {
    event.preventDefault();
    const path = event.submitter?.value === "up" ? "/api/accounts" : "/api/session";
    api("POST", path, fields).then(() => (location.href = then()), told);
  } else if (form.dataset.hw) {
    event.preventDefault();
    emitEvent("hw", { ...form.dataset, ...fields });
  }
});

document.addEventListener("input", (event) => {
  const field = event.target;
  if (field.matches("[data-mirror]")) field.form.elements.value.value = Math.round(field.value);
  if (field.dataset.find) {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const one of document.querySelectorAll(field.dataset.find))
      one.hidden = !words.every((word) => one.dataset.words.includes(word));
  }
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest?.("input, select, textarea, dialog")) return;
  if (event.key === "Enter" && event.target.closest?.("button, a, summary")) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const button = document.querySelector(`[data-key="${CSS.escape(key)}"]:not([disabled])`);
  if (button) {
    event.preventDefault();
    button.click();
  }
});

// Only one explanation is open at a time, and a click elsewhere closes it.
document.addEventListener("toggle", (event) => {
  if (event.target.matches?.("details.result[open]"))
    for (const other of document.querySelectorAll("details.result[open]"))
      if (other !== event.target) other.open = false;
}, true);

setInterval(() => {
  for (const clock of document.querySelectorAll(".clock")) {
    if (clock.dataset.seen !== clock.dataset.id) {
      clock.dataset.seen = clock.dataset.id;
      clock.end = performance.now() + clock.dataset.left * 1000;
    }
    const left = Math.max(0, (clock.end - performance.now()) / 1000);
    clock.textContent = `${Math.ceil(left)} s`;
    clock.style.setProperty("--share", left / clock.dataset.whole);
    clock.classList.toggle("short", left < 6);
  }
  const story = document.querySelector(".panel [role=log] .story, .replay .story");
  if (story && story.childElementCount !== +story.dataset.count) {
    story.dataset.count = story.childElementCount;
    const list = story.parentElement;
    list.scrollTop = list.scrollHeight;
  }
}, 200);
