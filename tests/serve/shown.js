// What a page fails to show in this window: what is hidden shows, the page is wider than its window, or a table or a
// chart is cut off. A box that scrolls may hold more than it shows if it is as wide as it can be and can be scrolled to
// both ends; a strategy in colours is read at one glance.
() => {
  const found = [];
  const told = (one) => `${one.tagName} ${one.getAttribute("class") || ""}: ${(one.textContent || "").trim().slice(0, 40)}`;
  const clips = (one) => getComputedStyle(one).overflowX !== "visible";
  for (const one of document.querySelectorAll("details")) one.open = true;
  for (const one of document.querySelectorAll("[hidden]")) if (one.checkVisibility()) found.push(`${told(one)} is not hidden`);
  if (document.documentElement.scrollWidth > innerWidth) found.push(`the page is ${document.documentElement.scrollWidth} wide`);

  const inside = (one, box) => {
    const { left, right } = one.getBoundingClientRect(), { left: from } = box.getBoundingClientRect();
    const start = left - from - box.clientLeft + box.scrollLeft;
    const room = getComputedStyle(box).overflowX.match(/auto|scroll/) ? box.scrollWidth : box.clientWidth;
    return start >= -1 && start + right - left <= room + 1;
  };
  const cut = (one) => {
    for (let box = one.parentElement; box; box = box.parentElement) {
      if (!clips(box)) continue;
      if (!inside(one, box)) return true;
      const { paddingLeft, paddingRight } = getComputedStyle(box.parentElement);
      const room = box.parentElement.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
      const scrolls = box.scrollWidth > box.clientWidth + 1;
      if (scrolls && (one.matches(".chart:has(td[style])") || box.getBoundingClientRect().width < room - 1)) return true;
      one = box;
    }
    const { left, right } = one.getBoundingClientRect();
    return left < -1 || right > innerWidth + 1;
  };
  for (const one of document.querySelectorAll("table, figure svg, svg.cone"))
    if (one.checkVisibility() && one.getBoundingClientRect().width && cut(one)) found.push(`${told(one)} is cut off`);
  return found;
}
