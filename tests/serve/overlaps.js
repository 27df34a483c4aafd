// What lies over a card on the felt, or over something else that must be read: nothing may.
() => {
  const felt = document.querySelector(".felt");
  const seen = (one) => {
    const box = one.getBoundingClientRect();
    return box.width > 1 && box.height > 1 && getComputedStyle(one).visibility !== "hidden";
  };
  const all = (what) => [...felt.querySelectorAll(what)].filter(seen);
  const told = (one) => `${one.className}: ${(one.innerText || one.getAttribute("aria-label") || "").slice(0, 40)}`;
  const meet = (one, other) => {
    const a = one.getBoundingClientRect(), b = other.getBoundingClientRect();
    return a.left < b.right - 1.5 && b.left < a.right - 1.5 && a.top < b.bottom - 1.5 && b.top < a.bottom - 1.5;
  };
  const hands = all(".cards, .slot.full");
  const marks = all(".plate, .mystack, .bet .stack, .count, .spot, .placename, .topline h1, .topline p, .shoe, .pot, .meter, .sit, .behind > *, .best");
  const found = [];
  for (const [at, hand] of hands.entries()) {
    for (const other of hands.slice(at + 1)) if (meet(hand, other)) found.push(`cards over cards: ${told(hand)}`);
    for (const mark of marks) if (!hand.contains(mark) && meet(hand, mark)) found.push(`${told(mark)} over cards`);
  }
  for (const card of all(".card.lifted"))
    for (const mark of marks)
      if (!card.closest(".held, .slot").contains(mark) && meet(card, mark)) found.push(`${told(mark)} under a lifted card`);
  for (const puck of all(".puck"))
    for (const name of puck.parentElement.querySelectorAll(".spotname, .numeral"))
      if (meet(puck, name)) found.push(`${told(puck)} over ${told(name)}`);
  for (const [at, mark] of marks.entries())
    for (const other of marks.slice(at + 1))
      if (!mark.contains(other) && !other.contains(mark) && meet(mark, other)) found.push(`${told(mark)} over ${told(other)}`);
  const rim = felt.getBoundingClientRect();
  for (const one of [...hands, ...marks]) {
    const box = one.getBoundingClientRect();
    const strip = one.closest(".seats");  // scrolls sideways on a phone
    if (box.bottom > rim.bottom + 1 || box.top < rim.top - 1) found.push(`${told(one)} off the felt`);
    if (!(strip && strip.scrollWidth > strip.clientWidth) && (box.left < rim.left - 1 || box.right > rim.right + 1)) found.push(`${told(one)} off the felt`);
  }
  return found;
}
