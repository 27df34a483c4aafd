// The fair shuffle, read from docs/fairness.md: a round as somebody was told it, held to what the house had committed to.
// Nothing here asks the house anything, and nothing comes from it but this text, which is short enough to be read.
"use strict";

const fairness = (() => {
  // SHA-256 (FIPS 180-4). The browser's own is not there on a page without TLS, and checks must work everywhere.
  const primes = (many) => {
    const found = [];
    for (let n = 2; found.length < many; n++) if (found.every((prime) => n % prime)) found.push(n);
    return found;
  };
  const fraction = (root) => ((root - Math.floor(root)) * 2 ** 32) >>> 0;
  const K = Uint32Array.from(primes(64), (prime) => fraction(Math.cbrt(prime)));
  const H = Uint32Array.from(primes(8), (prime) => fraction(Math.sqrt(prime)));
  const turned = (word, by) => (word >>> by) | (word << (32 - by));

  function sha(...parts) {
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    const bytes = new Uint8Array(((length + 72) >> 6) << 6);
    let at = 0;
    for (const part of parts) bytes.set(part, at), (at += part.length);
    bytes[at] = 0x80;
    const view = new DataView(bytes.buffer), hash = H.slice(), w = new Uint32Array(64);
    view.setUint32(bytes.length - 4, length * 8);
    for (let block = 0; block < bytes.length; block += 64) {
      for (let t = 0; t < 16; t++) w[t] = view.getUint32(block + 4 * t);
      for (let t = 16; t < 64; t++) {
        const x = w[t - 15], y = w[t - 2];
        w[t] = w[t - 16] + w[t - 7] + (turned(x, 7) ^ turned(x, 18) ^ (x >>> 3)) + (turned(y, 17) ^ turned(y, 19) ^ (y >>> 10));
      }
      let [a, b, c, d, e, f, g, h] = hash;
      for (let t = 0; t < 64; t++) {
        const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + K[t] + w[t]) | 0;
        const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
        h = g, g = f, f = e, e = (d + one) | 0, d = c, c = b, b = a, a = (one + two) | 0;
      }
      [a, b, c, d, e, f, g, h].forEach((word, i) => (hash[i] += word));
    }
    const digest = new Uint8Array(32);
    hash.forEach((word, i) => new DataView(digest.buffer).setUint32(4 * i, word));
    return digest;
  }

  const utf8 = (text) => new TextEncoder().encode(text);
  const hex = (bytes) => Array.from(bytes, (one) => one.toString(16).padStart(2, "0")).join("");
  function unhex(text) {
    if (typeof text !== "string" || !/^([0-9a-f]{2})*$/i.test(text)) throw new TypeError("not hexadecimal digits");
    return Uint8Array.from(text.match(/../g) || [], (two) => parseInt(two, 16));
  }

  // The shuffle
  function* numbers(key, label) {
    for (let n = 0; ; n++) {
      const counter = new Uint8Array(4);
      new DataView(counter.buffer).setUint32(0, n);
      const block = new DataView(sha(key, utf8(label), counter).buffer);
      for (let at = 0; at < 32; at += 4) yield block.getUint32(at);
    }
  }
  function below(stream, size) {
    for (;;) {
      const { value } = stream.next();
      if (value < 2 ** 32 - (2 ** 32 % size)) return value % size;
    }
  }
  function mix(items, key, label) {
    const mixed = [...items], stream = numbers(key, label);
    for (let last = mixed.length - 1; last > 0; last--) {
      const pick = below(stream, last + 1);
      [mixed[last], mixed[pick]] = [mixed[pick], mixed[last]];
    }
    return mixed;
  }
  const wordsKey = (words) => sha(utf8("words"), ...words.map((text) => sha(utf8("word "), utf8(text))));
  const range = (size) => Array.from({ length: size }, (_, at) => at);
  const places = (size, words, label = "shuffle") => (words.length ? mix(range(size), wordsKey(words), label) : range(size));
  function order(seed, words, pack, label = "shuffle") {
    const deck = mix(pack, seed, label);
    return places(deck.length, words, label).map((place) => deck[place]);
  }
  const number = (seed, words, label, size) => below(numbers(words.length ? sha(seed, wordsKey(words)) : seed, label), size);

  const FULL = [..."23456789TJQKA"].flatMap((rank) => [..."cdhs"].map((suit) => rank + suit));
  const PACKS = {
    52: FULL,
    53: [...FULL, "Jk"],
    48: FULL.filter((card) => card[0] !== "T"),
    24: FULL.filter((card) => "23456A".includes(card[0])),
  };

  // A card's way up to the root of the tree; nothing if there are too many hashes beside it or too few.
  function climbed(leaf, index, size, path) {
    const beside = [...path];
    let node = leaf;
    for (; size > 1; index >>= 1, size = (size + 1) >> 1) {
      if ((index ^ 1) >= size) continue;
      if (!beside.length) return null;
      const other = beside.shift();
      node = index & 1 ? sha([1], other, node) : sha([1], node, other);
    }
    return beside.length ? null : node;
  }

  // What was told
  class Untold extends Error {}
  const HIDDEN = "??";
  const isObject = (one) => one !== null && typeof one === "object" && !Array.isArray(one);
  function numberOf(told) {
    if (!isObject(told) || !Number.isInteger(told.round)) throw new Untold("expected rounds as a table tells them: objects with `round` and `events`");
    return told.round;
  }
  function eventsOf(told) {
    if (!Array.isArray(told.events) || !told.events.every(isObject)) throw new Untold(`round ${numberOf(told)} has no list of events`);
    return told.events;
  }
  // A field that must be there, of this kind.
  function field(one, name, kind) {
    const value = one[name];
    const right = kind === "object" ? isObject(value) : kind === "list" ? Array.isArray(value) : typeof value === kind;
    if (!right) throw new TypeError(`${name} is missing`);
    return value;
  }

  function read(text) {
    let told;
    try {
      told = JSON.parse(text);
    } catch {
      throw new Untold("this is not JSON: expected a round as a table tells it");
    }
    const rounds = Array.isArray(told) ? told : [told];
    if (!rounds.length || !rounds.every(isObject)) throw new Untold("this holds no round: expected what GET /api/tables/ID/rounds/NUMBER answers");
    return rounds;
  }

  // Check rounds of one table; a shoe that goes on is followed from one to the next. `packs` says what each game is played with.
  function check(rounds, packs) {
    const told = [...rounds].sort((one, other) => numberOf(one) - numberOf(other));
    const seeds = new Map();
    for (const one of told) for (const event of eventsOf(one)) if (event.event === "seedRevealed" && event.seed) seeds.set(event.round, event.seed);
    let shoe = null, before = null;
    return told.map((one) => {
      if (before !== null && numberOf(one) !== before + 1) shoe = null;
      before = numberOf(one);
      const checked = { round: before, cards: 0, words: 0, notes: [], problems: [], steps: [] };
      try {
        shoe = checkRound(one, seeds, shoe, packs, checked);
      } catch (error) {
        if (error instanceof Untold) throw error;
        throw new Untold(`round ${before} is not told as a table tells it`);
      }
      return checked;
    });
  }

  const holds = (checked, words) => checked.steps.push({ right: true, words });
  function fails(checked, problem) {
    checked.problems.push(problem);
    checked.steps.push({ right: false, words: problem });
  }
  function notes(checked, note) {
    checked.notes.push(note);
    checked.steps.push({ right: null, words: note });
  }

  function checkRound(told, seeds, shoe, packs, checked) {
    const events = eventsOf(told);
    for (const event of events) field(event, "event", "string");
    const began = events.find((event) => event.event === "roundBegan");
    if (!began) throw new Untold(`round ${checked.round} is told without its beginning, where the commitment is`);
    const commitment = field(began, "commitment", "string");
    holds(checked, `when the round began the house committed to ${commitment}`);
    const words = checkWords(events, checked);
    if ("decks" in began) {
      byOpenings(told, began, words, checked);
      return null;
    }
    const seed = seeds.get(checked.round) || "";
    if (seed && hex(sha(unhex(seed))) !== commitment) fails(checked, "the seed is not the one that was committed to");
    else if (seed) holds(checked, `SHA-256 of the seed that was shown, ${seed}, is that commitment`);
    const left = bySeed(told, seed, words, shoe, packs, checked);
    if (checked.cards) holds(checked, `${checked.cards} cards that you were shown came in the order of the shuffle`);
    return left;
  }

  // The words that count, each held to its seal.
  function checkWords(events, checked) {
    let sealed = {}, words = [];
    for (const event of events) {
      if (event.event === "wordsSealed") sealed = field(event, "sealed", "object");
      else if (event.event === "wordsOpened") {
        const opened = field(event, "opened", "object"), closed = field(event, "closed", "list");
        words = Object.values(opened);
        const who = new Set([...Object.keys(opened), ...closed]), had = Object.keys(sealed);
        if (who.size !== had.length || !had.every((one) => who.has(one))) fails(checked, "other seats opened words than had sealed some");
        for (const [seat, text] of Object.entries(opened)) {
          if (typeof text !== "string") throw new TypeError("words are text");
          if (hex(sha(utf8("seal "), utf8(text))) === sealed[seat]) {
            checked.words++;
            holds(checked, `${seat} opened the words that it had sealed before the house made its seed`);
          } else fails(checked, `${seat} opened other words than were sealed`);
        }
        for (const seat of closed) notes(checked, `${seat} kept its words closed`);
      } else if (event.event === "shuffled") {
        const added = field(event, "added", "list");
        if (added.length !== words.length || !added.every((text, at) => text === words[at])) fails(checked, "the shuffle is not made with the words that were opened");
      }
    }
    return words;
  }

  // Deal the cards again, from the seed that was shown or from the shoe as it stood.
  function bySeed(told, seed, words, shoe, packs, checked) {
    let left = shoe, lying = false, shuffles = 0;
    const lay = followed(checked);
    for (const event of eventsOf(told)) {
      if (event.event === "placed" || event.event === "revealed") {
        if (event.event === "placed") lay.move(field(event, "origin", "string"), field(event, "place", "string"));
        lay.show(field(event, "place", "string"), split(field(event, "cards", "string")));
      } else if (event.event === "acted" && event.ask === "pile" && left !== null) {
        left = null;
        notes(checked, "hands that are dealt as piles are not followed here: prove the round's journal");
      } else if (event.event === "shuffled") {
        shuffles++;
        left = null;
        const whole = wholeDecks(told, field(event, "count", "number"), packs);
        if (shuffles > 1 || lying || !whole.length) notes(checked, "a shuffle in mid-round, of cards that are not all told, is not checked here");
        else if (!seed) notes(checked, "the seed of its shuffle is not shown yet, or not in these rounds");
        else left = order(unhex(seed), words, whole);
      } else if (event.event === "cut" && left !== null) {
        const depth = field(event, "depth", "number");
        left = [...left.slice(depth), ...left.slice(0, depth)];
      } else if (event.event === "dealt" || event.event === "burned") {
        lying = true;
        const names = split(field(event, "cards", "string"));
        if (left === null) lay.lose(event.place);
        else {
          lay.deal(event.place, names, left.slice(0, names.length));
          left = left.slice(names.length);
        }
      }
    }
    return left;
  }

  // Which cards of the shuffle lie at each place, so that one dealt face down is compared when it is turned up.
  function followed(checked) {
    const cards = [], at = new Map(), lost = new Set(), seen = new Set();
    const lying = (place) => at.get(place) || at.set(place, new Set()).get(place);
    return {
      deal(place, shown, came) {
        if (came.length < shown.length) fails(checked, `${place}: more cards were dealt than there were`);
        came.forEach((other, which) => {
          const one = shown[which], number = cards.push(other) - 1;
          lying(place).add(number);
          if (one === other) seen.add(number), checked.cards++;
          else if (one !== HIDDEN) fails(checked, `${place} was dealt ${one} where the shuffle has ${other}`);
        });
      },
      lose: (place) => lost.add(place),
      // Cards go from one place to another; which of them need not be told.
      move(origin, place) {
        for (const number of at.get(origin) || []) lying(place).add(number);
        if (lost.has(origin)) lost.add(place);
      },
      // Cards that are turned up must be among those that were dealt there.
      show(place, shown) {
        if (lost.has(place) || !at.get(place)?.size) return;
        const used = new Set();
        for (const name of shown) {
          if (name === HIDDEN) continue;
          const fits = [...at.get(place)].sort((one, other) => one - other).find((number) => !used.has(number) && cards[number] === name);
          if (fits === undefined) {
            fails(checked, `${place} shows ${name}, which the shuffle has not dealt there`);
            continue;
          }
          used.add(fits);
          if (!seen.has(fits)) checked.cards++;
          seen.add(fits);
        }
      },
    };
  }
  const split = (cards) => cards.split(/\s+/).filter(Boolean);

  // The whole decks that make up so many cards; none if it is only a part of some.
  function wholeDecks(told, count, packs) {
    const one = PACKS[packs[told.game]];
    if (!one) throw new Untold(`round ${numberOf(told)} does not say which game it is of`);
    return count % one.length ? [] : Array.from({ length: count / one.length }, () => one).flat();
  }

  // Each card that was shown has an opening that leads to the commitment, at the place that it was dealt from.
  function byOpenings(told, began, words, checked) {
    const decks = field(began, "decks", "object"), labels = Object.keys(decks);
    const opened = checkOpenings(told, began, checked);
    let at = 0, label = "", taken = 0, froms = [-1], dealt = {}, scrambled = false, told_of = 0;
    const lay = (place, from) => (dealt[place] = new Set([...(dealt[place] || []), ...from]));
    for (const event of eventsOf(told)) {
      if (event.event === "shuffled") {
        if (at >= labels.length) throw new TypeError("more shuffles than decks");
        (label = labels[at++]), (taken = 0), (dealt = {}), (scrambled = false);
        froms = places(decks[label], words, label);
      } else if (event.event === "scrambled") scrambled = true;
      else if (event.event === "cut") {
        const depth = field(event, "depth", "number");
        if (words.length && !scrambled && depth !== cutDepth(began.commitment, words, decks[label])) notes(checked, "the cut is not the one that the words give: somebody chose it");
        const left = froms.slice(taken);
        froms = [...froms.slice(0, taken), ...left.slice(depth), ...left.slice(0, depth)];
      } else if (event.event === "placed") lay(event.place, dealt[event.origin] || []);
      else if (event.event === "dealt" || event.event === "burned") {
        const names = split(field(event, "cards", "string"));
        const here = froms.slice(taken, taken + names.length);
        taken += names.length;
        lay(event.place, scrambled ? froms : here);
      }
      if (typeof event.cards !== "string") continue;
      for (const name of split(event.cards)) {
        if (name === HIDDEN) continue;
        const position = opened.get(`${label} ${name}`);
        if (position === undefined) fails(checked, `${name} was shown at ${event.place} without its opening`);
        else if (!dealt[event.place]?.has(position)) fails(checked, `${name} was shown at ${event.place}, and lay elsewhere in the deck`);
        else told_of++;
      }
    }
    checked.cards = opened.size;
    if (opened.size) holds(checked, `the openings of ${opened.size} cards lead up to the commitment`);
    if (told_of) holds(checked, `what you were shown (${told_of} times a card) was dealt from where it lay in the house's deck`);
  }

  function cutDepth(commitment, words, size) {
    const edge = Math.min(10, (size - 1) >> 1);
    return edge + number(unhex(commitment), words, "cut", size - 2 * edge + 1);
  }

  function checkOpenings(told, began, checked) {
    const decks = began.decks, labels = Object.keys(decks), found = new Map();
    const size = Object.values(decks).reduce((sum, many) => sum + many, 0);
    for (const opening of told.openings ?? []) {
      const label = field(opening, "shuffle", "string"), position = field(opening, "position", "number");
      const name = field(opening, "card", "string");
      if (!labels.includes(label) || !PACKS[53].includes(name)) throw new TypeError("no such card");
      const before = labels.slice(0, labels.indexOf(label)).reduce((sum, one) => sum + decks[one], 0);
      const leaf = sha([0], unhex(opening.salt), utf8(name));
      const path = field(opening, "path", "list").map(unhex);
      const inside = Number.isInteger(position) && 0 <= position && position < decks[label];
      const top = inside ? climbed(leaf, before + position, size, path) : null;
      if (!top || hex(top) !== began.commitment) fails(checked, `the opening of ${name} does not lead to the commitment`);
      else found.set(`${label} ${name}`, position);
    }
    return found;
  }

  return { Untold, PACKS, sha, hex, unhex, utf8, mix, order, number, places, read, check };
})();
