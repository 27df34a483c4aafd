// The page that checks a shuffle: rounds come from a file, from the clipboard or from the house, and are checked here.
"use strict";
{
  const form = () => document.querySelector("#verify");
  const games = () => JSON.parse(form().dataset.games); // what the rules of each say of the pack and of piles
  const FAR = 80; // rounds that a shoe is followed for, back and forth
  const told = new Map(); // what the house answered, by its number

  function say(text, kind = "") {
    const place = document.querySelector("#verified");
    const words = made("p", text);
    words.className = kind;
    place.replaceChildren(words);
    near(place);
  }

  // It stands above the box that a round is pasted into: whoever is further down is brought to it.
  const near = (place) => place.parentElement.scrollIntoView({ block: place.getBoundingClientRect().top < 0 ? "start" : "nearest" });

  function show(found, asked) {
    const place = document.querySelector("#verified");
    const wrong = found.filter((one) => one.problems.length).length;
    const [cards, numbers] = ["cards", "numbers"].map((what) => found.reduce((sum, one) => sum + one[what], 0));
    const verdict = wrong ? `✗ ${wrong === 1 ? "One round is" : `${wrong} rounds are`} not what the house committed to.`
      : cards + numbers ? `✓ ${counted(cards, numbers)} ${cards + numbers === 1 ? "is" : "are"} what the house committed to before the bets were placed.`
      : "Nothing to check yet: what this was dealt from is not shown so far.";
    const head = made("p", verdict);
    head.className = `conclusion ${wrong ? "bad" : cards + numbers ? "good" : "open"}`;
    const first = [...found].sort((one, other) => (other.round === asked) - (one.round === asked));
    place.replaceChildren(head, ...first.map((one) => shown(one, found.length === 1 || one.round === asked || one.problems.length > 0)));
    near(head);
  }

  const many = (count, one, several = `${one}s`) => (count ? [`${count} ${count === 1 ? one : several}`] : []);
  const counted = (cards, numbers) => [...many(cards, "card"), ...many(numbers, "die, wheel, cut or other number", "dice, wheels, cuts and other numbers")].join(" and ");

  function shown(one, open) {
    const box = document.createElement("details");
    box.open = open;
    const mark = one.problems.length ? "✗" : one.cards + one.numbers ? "✓" : "·";
    const list = document.createElement("ol");
    list.append(...one.steps.map((step) => {
      const line = made("li", step.words[0].toUpperCase() + step.words.slice(1) + ".");
      line.className = step.right === null ? "open" : step.right ? "good" : "bad";
      return line;
    }));
    const of = [...many(one.cards, "card"), ...many(one.numbers, "number"), ...many(one.words, "seat's words", "seats' words")];
    box.append(made("summary", `${mark} Round ${one.round}: ${of.join(", ") || "nothing to check"}`), list);
    return box;
  }

  function checked(rounds, asked) {
    try {
      show(fairness.check(rounds, games()), asked);
    } catch (error) {
      if (!(error instanceof fairness.Untold)) throw error;
      say(error.message[0].toUpperCase() + error.message.slice(1) + ".", "conclusion bad");
    }
  }

  function typed(text) {
    try {
      checked(fairness.read(text));
    } catch (error) {
      if (!(error instanceof fairness.Untold)) throw error;
      say(error.message[0].toUpperCase() + error.message.slice(1) + ".", "conclusion bad");
    }
  }

  // As the house tells it to whoever looks; nothing if there is no such round.
  async function fetched(table, round) {
    const path = `/api/v1/tables/${table}/rounds/${round}`;
    if (!told.has(path)) told.set(path, await api("GET", path).catch(() => null));
    return told.get(path);
  }

  const has = (one, event) => one.events.some((said) => said.event === event);

  // A shoe goes on from round to round: it is followed back to its shuffle, and on to where its seed is shown.
  async function whole(table, round) {
    const one = await api("GET", `/api/v1/tables/${table}/rounds/${round}`);
    told.set(`/api/v1/tables/${table}/rounds/${round}`, one);
    const rounds = [one];
    if (one.events.some((event) => event.event === "roundBegan" && event.decks)) return rounds;
    for (let n = round - 1; !has(rounds[0], "shuffled") && n > 0 && round - n < FAR; n--) {
      const before = await fetched(table, n);
      if (!before) break;
      rounds.unshift(before);
    }
    const shuffle = rounds[0].round;
    const seed = (it) => it.events.some((event) => event.event === "seedRevealed" && event.round === shuffle);
    for (let n = round + 1; !rounds.some(seed) && n - round < FAR; n++) {
      const after = await fetched(table, n);
      if (!after) break;
      rounds.push(after);
    }
    return rounds;
  }

  async function asked(table, round) {
    say(`Round ${round} of table ${table} is being fetched…`);
    form().querySelector("textarea").value = "";
    try {
      const rounds = await whole(table, round);
      form().querySelector("textarea").value = JSON.stringify(rounds.length === 1 ? rounds[0] : rounds, null, 1);
      checked(rounds, round);
    } catch (error) {
      say(`${error.message[0].toUpperCase()}${error.message.slice(1)}.`, "conclusion bad");
    }
  }

  document.addEventListener("submit", (event) => {
    if (event.target.id === "verify") {
      event.preventDefault();
      typed(event.target.elements.told.value);
    } else if (event.target.id === "which") {
      event.preventDefault();
      const { table, round } = Object.fromEntries(new FormData(event.target));
      history.replaceState(null, "", `?table=${+table}&round=${+round}`);
      asked(+table, +round);
    }
  });

  document.addEventListener("change", async (event) => {
    if (!event.target.matches("#verify input[type=file]") || !event.target.files.length) return;
    const texts = await Promise.all(Array.from(event.target.files, (file) => file.text()));
    try {
      const rounds = texts.flatMap((text) => fairness.read(text));
      form().elements.told.value = JSON.stringify(rounds, null, 1);
      checked(rounds);
    } catch (error) {
      if (!(error instanceof fairness.Untold)) throw error;
      say(error.message[0].toUpperCase() + error.message.slice(1) + ".", "conclusion bad");
    }
  });

  // The page is put together by the browser after this has been read: begin when it is there.
  const begin = setInterval(() => {
    if (!form()) return;
    clearInterval(begin);
    const wanted = new URLSearchParams(location.search);
    const [table, round] = ["table", "round"].map((name) => Number(wanted.get(name)));
    if (Number.isInteger(table) && Number.isInteger(round) && table > 0 && round > 0) asked(table, round);
  }, 50);
}
