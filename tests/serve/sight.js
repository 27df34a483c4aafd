// What is wrong with a table as it stands in this window: what may be answered is out of sight, something is cut off or
// sticks out, or it is too small for a thumb. And where the felt ends, which should not jump.
() => {
  const found = [];
  const box = (what) => document.querySelector(what).getBoundingClientRect();
  const all = (what) => [...document.querySelectorAll(what)].filter((one) => one.getBoundingClientRect().width > 1);
  const told = (one) => `${one.className}: ${(one.innerText || one.getAttribute("aria-label") || "").slice(0, 40)}`;
  const lying = innerHeight <= 480; // a phone on its side: the felt is scrolled beside the desk
  const phone = innerWidth <= 720 || lying;
  const desk = box(".desk"), bar = box(".bar");
  if (document.documentElement.scrollWidth > innerWidth) found.push(`${document.documentElement.scrollWidth} wide`);
  const [title, felt] = [box(".topline h1"), box(".felt")];
  if (Math.abs(title.left + title.right - felt.left - felt.right) > 4) found.push(`the title is at ${title.left}`);
  if (lying && desk.left < felt.right) found.push(`the desk begins at ${desk.left}`);
  if (desk.bottom > innerHeight + 1 || desk.bottom < innerHeight - 13) found.push(`the desk ends at ${desk.bottom}`);
  if (bar.top < 0 || bar.top + Math.min(bar.height, 40) > innerHeight) found.push(`the bar begins at ${bar.top}`);
  const long = phone && document.querySelector(".felt.tall"); // a craps layout is scrolled on a phone
  for (const one of all(".own .spot, .spot.open, .mystack"))
    if (!long && !lying && one.getBoundingClientRect().bottom > desk.top + 1) found.push(`${told(one)} lies under the desk`);
  for (const one of all(".tag, .said, .net, .count, .placename, .spotname, .headline, .clockline span, .do, .do > *"))
    if (one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== "inline") found.push(`${told(one)} is cut off`);
  if (phone) {
    for (const one of all(".spot, .do, .middle .card, .middle .slot")) {
      const { left, right } = one.getBoundingClientRect();
      if (left < -0.5 || right > innerWidth + 0.5) found.push(`${told(one)} sticks out`);
    }
    for (const one of all(".bar button, button.spot"))
      if (one.getBoundingClientRect().height < 36 && !one.matches(".cited")) found.push(`${told(one)} is small for a thumb`);
  }
  return [found, Math.round(box(".felt").bottom)];
}
