"""The page's own words for the shuffle: its browser is told when to seal some, and when to open them."""

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

OWN_WORDS = (
    '<form class="fill" data-do="own-words"><label>Words of your own to go with them '
    '<input name="value" maxlength="160"></label><button class="do plain">Seal</button><output></output></form>'
)


def wanted(view: Mapping[str, Any], events: Sequence[Mapping[str, Any]]) -> str:
    """What `house.js` looks at: the round whose successor needs sealed words, and the seal that is to be opened."""
    seat = view["viewer"]
    if seat not in view["seats"]:
        return ""
    sealed: dict[str, str] = next((event["sealed"] for event in events if event["event"] == "wordsSealed"), {})
    opens = sealed.get(seat, "") if seat in view.get("awaits_words", ()) else ""
    return f'<i data-seal="{escape(seat)} {view["round"]}" data-open="{opens}"></i>'
