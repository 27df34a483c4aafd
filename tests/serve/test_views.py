"""What a page is drawn from, and the templates that draw it: every word from outside is escaped once."""

import re

import pytest

from houseway.games import catalogue
from houseway.rules.submission import house_rules
from houseway.serve.pages.lobby import TableCard
from houseway.serve.pages.scene import Scene
from houseway.serve.pages.seats import rails
from houseway.serve.pages.templates import _Joined, _templates, render
from houseway.serve.pages.views import AskView, MovesForm, SeatView, SettingForm, TableView

SENT = {
    "viewer": "seat 1",
    "round": 3,
    "stage": "wagers",
    "bank": {"pots": {"main": "12.50"}, "button": "seat 2", "missed": {"seat 2": "small blind"}},
    "people": {"seat 2": {"bot": "optimal", "role": "", "leaving": True, "away": False}},
    "spots": {"box 1/base": {"owner": "seat 2", "amount": "5"}},
    "seats": {
        "seat 1": {"name": "Ada", "stack": "100", "wagers": {}},
        "seat 2": {"name": "Ben", "stack": "12.50", "wagers": {"ante": "2.50", "blind": "5"}},
    },
    "asks": [{"who": "seat 2", "what": "bet-or-fold", "clause": "5"}],
}


def test_amounts_are_read_as_whole_cents_and_a_seat_has_all_that_is_to_be_known_of_it() -> None:
    view = TableView.read(SENT)
    assert view.bank.pots == {"main": 1250} and view.ask is None and view.seats["seat 1"].staked == 0
    seat = view.seats["seat 2"]
    assert (seat.stack, seat.at_risk, seat.staked) == (1250, 750, 1250)
    assert seat.asked and seat.button and seat.leaving and seat.bot == "optimal" and seat.owes == "small blind"
    assert view.asks[0].words == "bet or fold" and view.name_of("dealer") == "dealer"


def test_forms_are_known_of_an_ask_of_ones_own_alone() -> None:
    forms = [
        {"form": "times", "wager": "play", "of": "ante", "words": {"play 4": "20"}},
        {"form": "arrangement", "cards": "As Kd 2c", "groups": [["front", 1], ["back", 2]]},
    ]
    ask = AskView.read({"who": "seat 1", "what": "play", "clause": "5", "default": "check", "forms": forms})
    assert ask.forms == (
        MovesForm((("play 4", 2000),), times=True),
        SettingForm(("As", "Kd", "2c"), (("front", 1),), "back", 2),
    )
    assert ask.setting is not None and ask.setting.sizes == {"front": 1, "back": 2}
    assert AskView.read(SENT["asks"][0]).forms is None  # type: ignore[index]


def test_a_name_is_escaped_once() -> None:
    view = TableView("public", seats={"seat 1": SeatView("seat 1", "<b>A & B</b>", 5_00, ())})
    drawn = rails(house_rules(catalogue()["three-card-poker"].rules), view, Scene(), can_sit=False)
    assert drawn.count("&lt;b&gt;A &amp; B&lt;/b&gt;") == 2 and "<b>A" not in drawn and "&amp;lt;" not in drawn


def test_a_line_break_beside_a_tag_is_nothing_and_between_words_a_space() -> None:
    joined = _Joined(_templates).preprocess("<p>\n  one\n  two\n  {% if x %}\n  <b>\n  {% endif %}\n</p>\n", "a/b.html")
    assert joined == "<p>one two{% if x %}<b>{% endif %}</p>"


@pytest.mark.parametrize("name", sorted(name for name in _templates.list_templates() if "/" in name))
def test_no_template_marks_anything_as_safe_by_itself(name: str) -> None:
    assert _templates.loader is not None
    source = _templates.loader.get_source(_templates, name)[0]
    assert not re.search(r"\|\s*safe|autoescape", source)
    _templates.get_template(name)


def test_the_lobby_counts_seats_of_bots_as_free() -> None:
    data = {
        "id": 1, "game": "x", "title": "X", "name": "X 1", "jurisdiction": "Maryland", "bank": "house",
        "dealt": "by shuffle", "summary": "", "known_as": [], "limits": {"Ante": ["$5", "$10"]},
        "buy_in": {"least": "20", "most": None}, "seats": 3,
        "taken": {"seat 1": {"name": "Ada", "bot": False}, "seat 2": {"name": "Bot", "bot": True}},
    }  # fmt: skip
    card = TableCard.read(data, None, sits=False)
    assert card.free == 2 and card.limits == (("Ante", "$5–$10"), ("Buy-in", "$20 or more")) and card.sit == "guest-sit"
    assert 'aria-label="2 of 3 seats are free"' in render("lobby/tables.html", tables=[card])
