// Who has looked at a game's page is no newcomer to its tables any more.
"use strict";
{
  const { game } = document.currentScript.dataset;
  const known = JSON.parse(localStorage.getItem("houseway.known") || "[]");
  localStorage.setItem("houseway.known", JSON.stringify([...new Set([...known, game])]));
}
