"""The page's own words for the shuffle: its browser is told when to seal some, and when to open them."""

from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup

from houseway.serve.pages.templates import kept
from houseway.serve.pages.views import TableView


def wanted(view: TableView, events: Sequence[Mapping[str, Any]]) -> Markup:
    """What `house.js` looks at: the round whose successor needs sealed words, and the seal that is to be opened."""
    seat = view.viewer
    if seat not in view.seats:
        return Markup()
    sealed: dict[str, str] = next((event["sealed"] for event in events if event["event"] == "wordsSealed"), {})
    opens = sealed.get(seat, "") if seat in view.awaits_words else ""
    return kept("table/words.html", seat=seat, round=view.round, opens=opens)
