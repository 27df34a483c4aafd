// What moves and sounds at a table: chips that go to whom they belong, a shower for a big win, and sounds for those who
// ask for them. Everything is made here, from a few words of the page, and nothing is asked of the server.
"use strict";

const still = matchMedia("(prefers-reduced-motion: reduce)");
const KINDS = [[1000, "k1"], [500, "p5"], [100, "k100"], [25, "g25"], [5, "r5"], [1, "w1"], [0, "c1"]];

// Where something lies: a seat, its bet or one of its spots, the pot, or the bank.
function place(name) {
  if (name === "bank") return document.querySelector(".middle .place .cards, .topline");
  if (name === "pot") return document.querySelector(".pots .pot, .pots, .middle");
  const [seat, spot] = name.split("/");
  const chair = document.querySelector(`[data-seat="${CSS.escape(seat)}"]`);
  if (spot === undefined) return chair?.querySelector(".plate, .mystack") || chair;
  const own = chair?.classList.contains("mine");
  const on = spot && document.querySelector(`${own ? ".own, .lines" : ".lines"} [data-spot="${CSS.escape(spot)}"]`);
  return on || chair?.querySelector(".bet") || chair;
}

function middle(one) {
  const box = one.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}

function chip(amount) {
  const it = document.createElement("i");
  it.className = `flying chip ${KINDS.find(([least]) => amount >= least)[1]}`;
  it.setAttribute("aria-hidden", "true");
  document.body.append(it);
  return it;
}

function fly([from, to, amount], at) {
  const start = place(from), end = place(to);
  if (!start || !end || start === end) return;
  const [x, y] = middle(start), [u, v] = middle(end);
  const worth = Number(amount) || 1;
  for (let one = 0; one < (worth >= 100 ? 3 : worth >= 25 ? 2 : 1); one++) {
    const it = chip(worth);
    const frames = [
      { transform: `translate(${x}px, ${y}px) scale(0.8)`, opacity: 0 },
      { transform: `translate(${x}px, ${y}px)`, opacity: 1, offset: 0.12 },
      { transform: `translate(${(x + u) / 2}px, ${Math.min(y, v) - 26}px) rotate(160deg)`, offset: 0.55 },
      { transform: `translate(${u}px, ${v}px) rotate(360deg)`, opacity: 1, offset: 0.92 },
      { transform: `translate(${u}px, ${v}px)`, opacity: 0 },
    ];
    const how = { duration: 720, delay: at * 70 + one * 55, easing: "cubic-bezier(0.3, 0.7, 0.3, 1)", fill: "both" };
    it.animate(frames, how).finished.finally(() => it.remove());
  }
}

function shower() {
  for (let one = 0; one < 60; one++) {
    const it = chip([1000, 500, 100, 25, 5][one % 5]);
    const x = Math.random() * innerWidth, drift = (Math.random() - 0.5) * 160;
    it.animate(
      [{ transform: `translate(${x}px, -40px)`, opacity: 1 },
       { transform: `translate(${x + drift}px, ${innerHeight + 40}px) rotate(${Math.random() * 1080}deg)`, opacity: 1 }],
      { duration: 1600 + Math.random() * 1400, delay: Math.random() * 900, easing: "cubic-bezier(0.4, 0.1, 0.8, 0.6)", fill: "both" },
    ).finished.finally(() => it.remove());
  }
}

// Sound: off until somebody asks for it, made of a few waves.
const sound = {
  on: false,
  air: null,
  wake() {
    if (!this.on) return;
    this.air ||= new AudioContext();
    if (this.air.state === "suspended") this.air.resume();
  },
  tone(pitch, after, length, loud = 0.12, shape = "sine") {
    const at = this.air.currentTime + after, wave = this.air.createOscillator(), gain = this.air.createGain();
    wave.type = shape;
    wave.frequency.value = pitch;
    gain.gain.setValueAtTime(0, at);
    gain.gain.linearRampToValueAtTime(loud, at + 0.008);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
    wave.connect(gain).connect(this.air.destination);
    wave.start(at);
    wave.stop(at + length);
  },
  rustle(after) {
    const length = 0.09, rate = this.air.sampleRate, noise = this.air.createBuffer(1, rate * length, rate);
    const data = noise.getChannelData(0);
    for (let at = 0; at < data.length; at++) data[at] = (Math.random() * 2 - 1) * (1 - at / data.length) ** 2;
    const source = this.air.createBufferSource(), filter = this.air.createBiquadFilter(), gain = this.air.createGain();
    source.buffer = noise;
    filter.type = "bandpass";
    filter.frequency.value = 2600;
    gain.gain.value = 0.25;
    source.connect(filter).connect(gain).connect(this.air.destination);
    source.start(this.air.currentTime + after);
  },
  deal() { for (let one = 0; one < 2; one++) this.rustle(one * 0.1); },
  chips() { for (const [after, pitch] of [[0.05, 2600], [0.11, 3100], [0.16, 2400]]) this.tone(pitch, after, 0.05, 0.05, "triangle"); },
  turn() { this.tone(660, 0, 0.18); this.tone(880, 0.12, 0.3); },
  win() { [523, 659, 784].forEach((pitch, at) => this.tone(pitch, 0.3 + at * 0.11, 0.35)); },
  big() { [523, 659, 784, 1047, 1319].forEach((pitch, at) => this.tone(pitch, 0.3 + at * 0.12, 0.6, 0.14)); },
  play(cues) {
    if (!this.on || !this.air) return;
    for (const cue of cues) this[cue]?.();
  },
  say(on) {
    this.on = on;
    localStorage.setItem("houseway.sound", on ? "on" : "");
    const button = document.querySelector("[data-do=sound]");
    button?.setAttribute("aria-pressed", String(on));
    if (button) button.title = on ? "Sound is on" : "Sound is off";
    this.wake();
  },
};

// Who comes to a game for the first time is told where it is explained, until they have looked there or played a round.
const known = () => JSON.parse(localStorage.getItem("houseway.known") || "[]");
const played_here = document.currentScript.dataset.game;
const greet = () => document.documentElement.classList.toggle("newcomer", !known().includes(played_here));
greet();
addEventListener("storage", greet); // it is explained in another tab
document.addEventListener("click", (event) => {
  if (!event.target.closest?.("[data-hw=ready]")) return;
  localStorage.setItem("houseway.known", JSON.stringify([...new Set([...known(), played_here])]));
  greet();
});

Object.assign(doings, {
  sound() { sound.say(!sound.on); sound.play(["turn"]); },
  keys() { document.getElementById("keys").showModal(); },
  "close-keys"() { document.getElementById("keys").close(); },
});

for (const gesture of ["pointerdown", "keydown"]) addEventListener(gesture, () => sound.wake(), { passive: true });

// Who sits down, or comes back to a seat, goes on by keyboard from the desk and not from the head of the page.
function begin() {
  sound.say(Boolean(localStorage.getItem("houseway.sound")));
  const sits = document.querySelector(".seat.mine") && document.activeElement === document.body;
  if (sits) document.querySelector(".desk").focus({ preventScroll: true });
}

let played = "";
function look() {
  const now = document.querySelector(".motion [data-step]");
  if (!now || now.dataset.step === played) return;
  const first = !played;
  played = now.dataset.step;
  if (first) return begin();
  const cues = now.dataset.cues.split(" ").filter(Boolean);
  sound.play(cues);
  if (still.matches || document.hidden) return;
  const moves = JSON.parse(now.dataset.moves);
  requestAnimationFrame(() => {
    moves.forEach(fly);
    if (cues.includes("big")) shower();
  });
}

// Felt and desk share the window. Where they need more than there is, the felt is drawn tighter, a step at a time, and
// stays so until the next deal: nothing shrinks and grows under one's eyes. A craps layout on a phone, and a felt beside its desk, are scrolled.
const STEPS = 5, MIDDLE = 240; // pixels that are the dealer's
let tight = 0, side = 0, fitted = "";
function fit() {
  const play = document.querySelector(".play"), window_now = `${innerWidth} ${innerHeight}`;
  if (!play) return;
  if (window_now !== fitted || !play.querySelector(".felt .card")) tight = 0;
  if (window_now !== fitted) side = 0;
  fitted = window_now;
  for (const seat of play.querySelectorAll(".rail .seat")) {
    const { marginLeft, marginRight } = getComputedStyle(seat);
    side = Math.max(side, Math.ceil(seat.offsetWidth + parseFloat(marginLeft) + parseFloat(marginRight)));
  }
  const felt = play.querySelector(".felt"), { paddingLeft, paddingRight, columnGap } = getComputedStyle(felt);
  const room = felt.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - 2 * parseFloat(columnGap) - MIDDLE;
  play.style.setProperty("--side", `${Math.min(side, Math.floor(room / 2))}px`);
  const least = parseFloat(getComputedStyle(play).minHeight);
  const drawn = () => document.documentElement.dataset.tight = Array.from({ length: tight }, (_, step) => step + 1).join(" ");
  const beside = play.querySelector(".desk").getBoundingClientRect().left >= felt.getBoundingClientRect().right;
  const scrolled = beside || (felt.matches(".tall") && innerWidth <= 720);
  for (drawn(); tight < STEPS && !scrolled && play.offsetHeight > least + 1; drawn()) tight++;
}
addEventListener("resize", fit);
new MutationObserver(() => { fit(); look(); }).observe(document.body, { childList: true, subtree: true });

// The amount of a bet is on its button.
function tell(form) {
  const field = form?.elements.value, said = form?.querySelector("output");
  if (field && said) said.textContent = `$${Number(field.value).toLocaleString("en-US") || field.value}`;
}
document.addEventListener("input", (event) => tell(event.target.form));
document.addEventListener("click", (event) => tell(event.target.closest?.("[data-set]")?.form));

// [ and ] choose a smaller or a larger chip.
document.addEventListener("keydown", (event) => {
  if (!"[]".includes(event.key) || event.target.closest?.("input, select, textarea, dialog")) return;
  const chips = [...document.querySelectorAll(".chip.pick")], at = chips.findIndex((one) => one.matches(".chosen"));
  chips[at + (event.key === "]" ? 1 : -1)]?.click();
});
