// What happens in the browser itself: clicks are passed on to the table, clocks tick, and people come in and go out.
"use strict";

const csrf = () => document.querySelector("header.top")?.dataset.csrf || "";
// Where one goes after signing in: back here with what was asked, if here is where.
const then = () => {
  const there = document.querySelector("header.top")?.dataset.then || "/";
  return there === location.pathname ? there + location.search : there;
};

async function api(method, path, body) {
  const answer = await fetch(path, {
    method,
    headers: { "Content-Type": "application/json", "X-CSRF-Token": api.csrf || csrf() },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const said = answer.status === 204 ? {} : await answer.json();
  if (said.needs === "password" && (await confirmed())) return api(method, path, body);
  if (!answer.ok) throw Object.assign(new Error(said.error || "something went wrong"), { needs: said.needs });
  if (said.csrf) api.csrf = said.csrf;
  return said;
}

// Staff are asked for their password again before money moves. Whether it was given.
function confirmed() {
  const dialog = document.getElementById("confirm");
  if (!dialog || dialog.open) return Promise.resolve(false);
  const form = dialog.querySelector("form");
  const wrong = form.querySelector(".wrong");
  form.reset();
  wrong.textContent = "";
  return new Promise((resolve) => {
    form.onsubmit = async (event) => {
      event.preventDefault();
      event.stopPropagation();
      try {
        await api("POST", "/api/v1/session/confirm", Object.fromEntries(new FormData(form)));
        dialog.returnValue = "given";
        dialog.close("given");
      } catch (error) {
        wrong.textContent = error.message;
      }
    };
    dialog.returnValue = "";
    dialog.onclose = () => resolve(dialog.returnValue === "given");
    dialog.showModal();
    form.elements.password.focus();
  });
}

// The same for what a page itself was asked to do: it is asked again.
window.confirmed_first = async (said) => {
  if (await confirmed()) emitEvent("hw", said);
};

function made(tag, text) {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
}

// To another page. It never comes back, so that nothing is done twice while that page is on its way.
function go(path) {
  location.href = path;
  return new Promise(() => {});
}

const doings = {
  async guest() {
    await api("POST", "/api/v1/guest");
    await go(then());
  },
  async "guest-sit"(button) {
    await api("POST", "/api/v1/guest");
    await doings.sit(button);
  },
  async sit(button) {
    const { balance } = await api("GET", "/api/v1/me");
    const { least, most } = button.dataset;
    const wanted = Math.max(Number(least) || 0, Math.min(1000, Number(most) || 1000, Math.floor(balance)));
    const amount = String(wanted || 1000);
    const first = await seal(); // for a round that may begin before the page is there
    // Who can't sit down, or sits there already, looks at the table.
    await api("POST", `/api/v1/tables/${button.dataset.table}/seat`, { amount, seal: first }).catch(() => {});
    await go(`/table/${button.dataset.table}`);
  },
  async "sign-out"() {
    await api("DELETE", "/api/v1/session");
    await go("/");
  },
  "show-sign-in"() {
    document.getElementById("sign-in").showModal();
  },
  close(button) {
    button.closest("dialog").close();
  },
  async clause(button) {
    const cited = button.textContent;
    const path = button.closest("[data-clauses]").dataset.clauses;
    const told = await api("GET", `${path}?cited=${encodeURIComponent(cited)}`);
    const box = document.getElementById("clause");
    const sentence = button.closest("li, .why, .asked")?.querySelector("span");
    box.querySelector("h2").textContent = cited;
    box.querySelector(".applied").textContent = sentence?.textContent || "";
    box.querySelector(".rule").replaceChildren(...told.rules.flatMap((one) => [made("dt", one.about), made("dd", `${one.words}.`)]));
    const rulings = Object.entries(told.rulings).flatMap(([id, reading]) => [made("dt", id), made("dd", reading)]);
    const list = document.createElement("dl");
    list.append(...rulings);
    box.querySelector(".read").replaceChildren(...(rulings.length ? [made("h3", "How it is read"), list] : []));
    const none = told.rules.length || rulings.length ? "" : "A step of the procedure, done as the rulebook prints it. ";
    box.querySelector(".quiet").textContent = none + told.document;
    box.showModal();
    box.scrollTop = 0; // also where another clause was read to its end
  },
  "close-clause"() {
    document.getElementById("clause").close();
  },
  async "offer-second"(button) {
    const form = document.getElementById("second");
    const { secret, picture } = await api("GET", "/api/v1/me/second");
    form.querySelector(".picture").innerHTML = picture; // drawn by the house, from what it made itself
    form.querySelector(".secret").textContent = secret.match(/.{4}/g).join(" ");
    form.dataset.values = JSON.stringify({ secret });
    form.hidden = false;
    button.hidden = true;
    form.elements.code.focus();
  },
};

// Words for the shuffle: this browser's own randomness, sealed before a round and opened when its bets are closed.
const hex = (bytes) => Array.from(bytes, (one) => one.toString(16).padStart(2, "0")).join("");
const sealed = () => JSON.parse(localStorage.getItem("sealed words") || "{}");

async function seal() {
  if (!crypto.subtle) return ""; // a page that came without TLS can seal nothing
  const own = localStorage.getItem("own words") || "";
  const words = hex(crypto.getRandomValues(new Uint8Array(16))) + (own && ` ${own}`);
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`seal ${words}`));
  const name = hex(new Uint8Array(digest));
  const kept = Object.entries({ ...sealed(), [name]: words }).slice(-40); // of all tables in all windows
  localStorage.setItem("sealed words", JSON.stringify(Object.fromEntries(kept)));
  return name;
}

const asked = { seal: "", open: "" };
new MutationObserver(async () => {
  const now = document.querySelector(".words [data-seal]")?.dataset;
  if (!now) return;
  if (now.open && now.open !== asked.open) {
    asked.open = now.open;
    const words = sealed()[now.open];
    if (words) emitEvent("hw", { hw: "open-words", words });
  }
  if (now.seal !== asked.seal) {
    asked.seal = now.seal;
    emitEvent("hw", { hw: "seal", seal: await seal() });
  }
}).observe(document, { childList: true, subtree: true });

// A form that is a request to the API: its fields are the body, and what came of it is said in the form itself.
async function requested(form, button, fields) {
  const [method, path] = form.dataset.api.split(" ");
  const wrong = form.querySelector(".wrong");
  if (wrong) wrong.textContent = "";
  for (const [name, value] of Object.entries(form.dataset.values ? JSON.parse(form.dataset.values) : {})) fields[name] = value;
  for (const name of (form.dataset.numbers || "").split(" ").filter(Boolean)) fields[name] = Number(fields[name]);
  if (button) button.disabled = true;
  try {
    const said = await api(method, path, method === "DELETE" ? undefined : fields);
    const waits = form.querySelector(".waits");
    if (said.recovery) shown(form, RECOVERY, said.recovery.join("\n"), "I have kept them");
    else if (said.token) shown(form, "This is your token. Keep it where your program finds it; it is not shown again.", said.token, "I have kept it");
    else if (said.waits && waits) waits.textContent = `It waits ${said.waits}.`;
    else location.reload();
  } catch (error) {
    if (wrong) wrong.textContent = error.message;
    else alert(error.message);
  } finally {
    if (button) button.disabled = false;
  }
}

const RECOVERY = "From now on you sign in with a code. Keep these for the day on which you lose your phone; each is good once, and they are not shown again.";
function shown(form, words, secret, kept) {
  const box = document.createElement("div");
  const said = document.createElement("p");
  const list = document.createElement("pre");
  const on = document.createElement("button");
  said.textContent = words;
  list.textContent = secret;
  list.className = "recovery";
  on.type = "button";
  on.textContent = kept;
  on.className = "do go small";
  on.addEventListener("click", () => location.reload());
  box.append(said, list, on);
  form.replaceChildren(box);
}

function told(error) {
  const place = document.querySelector("dialog[open] .wrong") || document.querySelector(".notice");
  if (place) place.textContent = error.message;
  else alert(error.message);
}

// A plain page that the browser has kept may be of before somebody signed in or out: it is asked for again.
window.addEventListener("pageshow", (event) => {
  const back = event.persisted || performance.getEntriesByType("navigation")[0]?.type === "back_forward";
  if (back && document.body.matches(".plain")) location.reload();
});

// What is under way is not begun again: who clicks twice comes in as one guest.
const under_way = new Set();
window.addEventListener("pageshow", () => under_way.clear());

async function once(what, work) {
  if (under_way.has(what)) return;
  under_way.add(what);
  try {
    await work();
  } finally {
    under_way.delete(what);
  }
}

document.addEventListener("click", (event) => {
  const own = event.target.closest("[data-do]:not(form)");
  if (own) {
    event.preventDefault();
    once(own.dataset.do, async () => doings[own.dataset.do]?.(own)).catch(told);
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
    const path = event.submitter?.value === "up" ? "/api/v1/accounts" : "/api/v1/session";
    if (path === "/api/v1/accounts") delete fields.code;
    once("sign-in", () => api("POST", path, fields).then(() => go(then()))).catch((error) => {
      const code = form.querySelector(".second-factor");
      if (error.needs === "code") {
        code.hidden = false;
        code.querySelector("input").focus();
      }
      told(error);
    });
  } else if (form.dataset.do === "own-words") {
    event.preventDefault();
    localStorage.setItem("own words", fields.value.trim());
    seal().then((seal) => {
      emitEvent("hw", { hw: "seal", seal });
      form.querySelector("output").textContent = seal ? "Sealed for the next shuffle." : "A page without TLS seals nothing.";
    });
  } else if (form.dataset.api) {
    event.preventDefault();
    requested(form, event.submitter, fields);
  } else if (form.dataset.hw) {
    event.preventDefault();
    emitEvent("hw", { ...form.dataset, ...fields });
  }
});

document.addEventListener("input", (event) => {
  const field = event.target;
  if (field.matches("[data-mirror]")) field.form.elements.value.value = Math.round(field.value);
  if (field.dataset.find) sought(field);
});

// Every word that was typed begins a word of what is found. What is drawn anew while somebody looks is looked through too.
function sought(field) {
  const words = plainly(field.value).split(" ").filter(Boolean);
  let found = 0;
  for (const one of document.querySelectorAll(field.dataset.find)) {
    const called = ` ${plainly(one.dataset.words)}`;
    one.hidden = !words.every((word) => called.includes(` ${word}`));
    found += !one.hidden;
  }
  const told = words.length && !found ? "No game of that name here." : "";
  const place = document.querySelector("[data-found]");
  if (place && place.textContent !== told) place.textContent = told;
}
const plainly = (text) => text.toLowerCase().replace(/['’]/g, "").replace(/[^\p{L}\p{N}.]+/gu, " ").trim();
new MutationObserver(() => {
  const field = document.querySelector("[data-find]");
  if (field?.value) sought(field);
}).observe(document, { childList: true, subtree: true });

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest?.("input, select, textarea, dialog")) return;
  if (event.key === "Enter" && event.target.closest?.("button, a, summary")) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const button = document.querySelector(`[data-key~="${CSS.escape(key)}"]:not([disabled])`);
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
    clock.hidden = left > clock.dataset.whole;
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
