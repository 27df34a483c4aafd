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
    if (!rounds.length || !rounds.every(isObject)) throw new Untold("this holds no round: expected what GET /api/v1/tables/ID/rounds/NUMBER answers");
    return rounds;
  }

  // Check rounds of one table; a shoe that goes on is followed from one to the next. `games` has what the rules of each say: which
  // pack it is played with, and how hands are dealt as piles.
  function check(rounds, games) {
    const told = [...rounds].sort((one, other) => numberOf(one) - numberOf(other));
    const seeds = new Map();
    for (const one of told) for (const event of eventsOf(one)) if (event.event === "seedRevealed" && event.seed) seeds.set(event.round, event.seed);
    let shoe = null, before = null;
    return told.map((one) => {
      if (before !== null && numberOf(one) !== before + 1) shoe = null;
      before = numberOf(one);
      const checked = { round: before, cards: 0, numbers: 0, words: 0, notes: [], problems: [], steps: [] };
      try {
        shoe = checkRound(one, seeds, shoe, games, checked);
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

  function checkRound(told, seeds, shoe, games, checked) {
    const events = eventsOf(told);
    for (const event of events) field(event, "event", "string");
    const began = events.find((event) => event.event === "roundBegan");
    if (!began) throw new Untold(`round ${checked.round} is told without its beginning, where the commitment is`);
    const commitment = field(began, "commitment", "string");
    holds(checked, `when the round began the house committed to ${commitment}`);
    const words = checkWords(events, checked);
    if (told.by_hand) {
      notes(checked, "its cards, dice and wheels are real: nothing of them comes from a seed");
      return null;
    }
    if ("decks" in began) {
      byOpenings(told, began, words, checked);
      return null;
    }
    const seed = seeds.get(checked.round) || "";
    if (seed && hex(sha(unhex(seed))) !== commitment) fails(checked, "the seed is not the one that was committed to");
    else if (seed) holds(checked, `SHA-256 of the seed that was shown, ${seed}, is that commitment`);
    const left = bySeed(told, seed, words, shoe, games, checked);
    if (checked.cards) holds(checked, `${checked.cards} card${checked.cards === 1 ? "" : "s"} that you were shown came in the order of the shuffle`);
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
  function bySeed(told, seed, words, shoe, games, checked) {
    let left = shoe, lying = false, shuffles = 0, count = 0, chosen = false;
    const rules = games[told.game], lay = followed(checked);
    if (!rules) throw new Untold(`round ${numberOf(told)} does not say which game it is of`);
    const { piles } = rules, inPiles = piles && piles.count * piles.cards;
    const numbers = draws(seed ? unhex(seed) : null, words, checked, wheelsOf(told), piles?.counted ? undefined : piles?.count);
    for (const event of eventsOf(told)) {
      numbers.see(event);
      if (event.event === "placed" || event.event === "revealed") {
        if (event.event === "placed") lay.move(field(event, "origin", "string"), field(event, "place", "string"));
        lay.show(field(event, "place", "string"), split(field(event, "cards", "string")));
      } else if (event.event === "acted" && event.ask === "pile" && piles) {
        const pile = whole(field(event, "answer", "string").replace(/^pile /, ""));
        if (left !== null && piles.back_and_forth) left = [...gathered(left.slice(0, inPiles), piles.count), ...left.slice(inPiles)];
        if (left !== null) left = fromPile(left, piles, pile);
        chosen = true;
      } else if (event.event === "diceThrown" && chosen && piles?.counted) {
        if (left !== null) left = fromPile(left, piles, event.dice.reduce((sum, die) => sum + die, 0));
      } else if (event.event === "shuffled") {
        shuffles++;
        const again = count === event.count;
        count = field(event, "count", "number");
        (left = null), (chosen = false);
        const decks = wholeDecks(rules.pack, count);
        if (!((shuffles === 1 && !lying) || again) || !decks.length) notes(checked, "a shuffle in mid-round, of cards that are not all told, is not checked here");
        else if (!seed) notes(checked, "the seed of its shuffle is not shown yet, or not in these rounds");
        else left = order(unhex(seed), words, decks, labelled("shuffle", shuffles));
      } else if (event.event === "cut") {
        numbers.cut(event, count);
        const depth = field(event, "depth", "number");
        if (left !== null) left = [...left.slice(depth), ...left.slice(0, depth)];
      } else if (event.event === "dealt" && event.place === "exposed" && piles && left !== null) {
        const at = left.slice(0, inPiles).indexOf(field(event, "cards", "string"));
        if (at < 0) fails(checked, `${event.cards} was exposed, and did not lie in the piles`);
        else {
          checked.cards++;
          numbers.exposed(at, inPiles);
          left = [...left.slice(0, at), ...left.slice(inPiles, inPiles + 1), ...left.slice(at + 1, inPiles), ...left.slice(inPiles + 1)];
        }
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
    if (checked.numbers) holds(checked, `${checked.numbers} dice, wheels, cuts and other numbers are what the seed gives`);
    return left;
  }
  const labelled = (what, number) => (number > 1 ? `${what} ${number}` : what);
  function whole(text) {
    if (!/^\d+$/.test(text)) throw new TypeError("not a whole number");
    return Number(text);
  }

  // Cards that are dealt to piles one by one, from the first pile to the last and back, pile by pile.
  function gathered(cards, piles) {
    const pile = (at) => (Math.floor(at / piles) % 2 ? piles - 1 - (at % piles) : at % piles);
    return range(cards.length).sort((one, other) => pile(one) - pile(other) || one - other).map((at) => cards[at]);
  }
  // From the pile that so many are counted to, then from those after it.
  function fromPile(left, { count, cards }, total) {
    const of = count * cards, first = (((total - 1) % count) + count) % count * cards;
    return [...left.slice(first, of), ...left.slice(0, first), ...left.slice(of)];
  }

  // Dice, wheels, cuts: a label is good for one number, and which it may be follows from the round, so that nobody can look for a better one.
  function draws(seed, words, checked, wheels, most) {
    const used = new Set(), placed = new Map(); // by wager the spots, in order, with whose they are and how much lies there
    let throws = 0, cuts = 0;
    const note = (text) => checked.notes.includes(text) || notes(checked, text);
    function held(label, size, drawn, said) {
      if (!(Number.isInteger(size) && 0 < size && size <= 2 ** 32)) throw new TypeError("no such number");
      if (used.has(label)) fails(checked, `${label} is drawn twice`);
      else if (seed === null) note("the seed of its dice and wheels is not shown yet, or not in these rounds");
      else {
        const right = number(seed, words, label, size);
        if (right !== drawn) fails(checked, `${said}, and the seed gives ${right + 1}`);
        else checked.numbers++;
      }
      used.add(label);
    }
    function labels(wager) {
      const spots = placed.get(wager), amounts = new Set([...spots.values()].map(([, amount]) => amount));
      const shared = amounts.size > 1 ? [...amounts].map((amount) => `community ${amount}`) : ["community"];
      return [...spots.keys(), "hot spot", ...shared].map((name) => `${wager} ${name}`);
    }
    function spun(event) {
      const label = field(event, "label", "string"), wheel = field(event, "wheel", "string");
      const stop = field(event, "stop", "number"), stops = field(event, "stops", "number");
      const wager = [...placed.keys()].find((one) => labels(one).includes(label));
      if (wager === undefined) return fails(checked, `${wheel} is spun by no label that a wager of this round has`);
      let on = wheels === null ? null : wheels.get(wheel) || [];
      if (label === `${wager} hot spot`) on = [...placed.get(wager).keys()];
      if (on === null) note("what is on its wheels is not told, and only their stops are checked");
      else if (on.length !== stops) fails(checked, `${wheel} is spun over ${stops} stops, and has ${on.length}`);
      else if (on[stop] !== event.symbol) fails(checked, `stop ${stop + 1} of ${wheel} is not ${event.symbol}`);
      held(label, stops, stop, `${wheel} comes to rest at stop ${stop + 1}`);
    }
    return {
      see(event) {
        if (event.event === "wagered") {
          const wager = field(event, "wager", "string");
          if (!placed.has(wager)) placed.set(wager, new Map());
          placed.get(wager).set(field(event, "spot", "string"), [field(event, "who", "string"), field(event, "amount", "string")]);
        } else if (event.event === "collected" && field(event, "note", "string") === "forfeited") {
          for (const spots of placed.values()) for (const [spot, [owner]] of [...spots]) if (owner === event.who) spots.delete(spot);
        } else if (event.event === "diceThrown") {
          throws++;
          field(event, "dice", "list").forEach((shows, at) => {
            const label = `${throws > 1 ? `throw ${throws}, ` : ""}die ${at + 1}`;
            if (typeof shows !== "number") throw new TypeError("a die shows a number");
            held(label, 6, shows - 1, `${label} shows ${shows}`);
          });
        } else if (event.event === "numberDrawn") {
          const label = field(event, "label", "string"), to = field(event, "most", "number"), drawn = field(event, "number", "number");
          if (label !== "action" || (most !== undefined && most !== to)) fails(checked, `the random number of ${to} is drawn by no label that the rules have`);
          else held(label, to, drawn - 1, `the random number is ${drawn}`);
        } else if (event.event === "spun") spun(event);
      },
      // A cut of so many cards; a player may cut where they like.
      cut(event, size) {
        const label = labelled("cut", ++cuts), depth = field(event, "depth", "number"), who = field(event, "who", "string");
        if (seed === null) return;
        const edge = Math.min(10, (size - 1) >> 1);
        const ends = [[edge, edge], [10, 1], [1, 1]].filter(([top, bottom]) => size - top - bottom + 1 > 0); // left above and below, by the rulebook
        if (ends.some(([top, bottom]) => depth === top + number(seed, words, label, size - top - bottom + 1))) checked.numbers++;
        else if (who === "dealer") fails(checked, `the dealer cut at ${depth}, and the seed gives another place`);
        else note(`${who} chose where the cards were cut`);
      },
      // A card that lay in the piles was turned up: which one is drawn, unless the dealer says it.
      exposed(at, of) {
        if (seed !== null && number(seed, words, "exposed", of) === at) checked.numbers++;
        else note("the dealer said which card was exposed");
      },
    };
  }
  // What is on each wheel, stop after stop; nothing if it is not told.
  function wheelsOf(told) {
    if (!("wheels" in told)) return null;
    return new Map(field(told, "wheels", "list").map((wheel) => [
      field(wheel, "wheel", "string"),
      field(wheel, "on", "list").flatMap((one) => Array(field(one, "stops", "number")).fill(field(one, "symbol", "string"))),
    ]));
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
  function wholeDecks(pack, count) {
    const one = PACKS[pack];
    return count % one.length ? [] : Array.from({ length: count / one.length }, () => one).flat();
  }

  // Each card that was shown has an opening that leads to the commitment, at the place that it was dealt from.
  function byOpenings(told, began, words, checked) {
    const decks = field(began, "decks", "object"), labels = Object.keys(decks);
    const opened = checkOpenings(told, began, checked);
    const known = words.length ? unhex(began.commitment) : null; // what numbers follow from for who has no seed
    const numbers = draws(known, words, checked, null);
    let at = 0, label = "", taken = 0, froms = [-1], dealt = {}, burned = [], size = 0, told_of = 0;
    let scrambled = false; // in an order that players can't follow: nobody has opened words
    const lay = (place, from) => (dealt[place] = new Set([...(dealt[place] || []), ...from]));
    for (const event of eventsOf(told)) {
      if (event.event === "shuffled") {
        if (at >= labels.length) throw new TypeError("more shuffles than decks");
        (label = labels[at++]), (taken = 0), (dealt = {}), (burned = []), (scrambled = false);
        size = decks[label];
        froms = places(size, words, label);
      } else if (event.event === "scrambled") {
        size = field(event, "count", "number");
        if (known === null) scrambled = true;
        else froms = [...froms.slice(0, taken), ...mixedUp([...froms.slice(taken).reverse(), ...burned], known, words)];
      } else if (event.event === "cut") {
        const depth = field(event, "depth", "number");
        numbers.cut(event, size);
        const left = froms.slice(taken);
        froms = [...froms.slice(0, taken), ...left.slice(depth), ...left.slice(0, depth)];
      } else if (event.event === "placed") lay(event.place, dealt[event.origin] || []);
      else if (event.event === "dealt" || event.event === "burned") {
        const names = split(field(event, "cards", "string"));
        const here = froms.slice(taken, taken + names.length);
        taken += names.length;
        if (event.event === "burned") burned.push(...here);
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
    if (opened.size) holds(checked, opened.size === 1 ? "the opening of one card leads up to the commitment" : `the openings of ${opened.size} cards lead up to the commitment`);
    if (checked.numbers) holds(checked, "the cards were cut where the commitment and the words say");
    if (told_of) holds(checked, `what you were shown (${told_of} times a card) was dealt from where it lay in the house's deck`);
  }

  // The last card and the burned ones in the order in which they come, the top card first.
  function mixedUp(cards, known, words) {
    for (let last = cards.length - 1; last > 0; last--) {
      const other = number(known, words, `scramble ${last}`, last + 1);
      [cards[last], cards[other]] = [cards[other], cards[last]];
    }
    return cards.reverse();
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
