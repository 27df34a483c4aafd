"""PP-25, missed blinds, at Limit Hold'em 4-8 with blinds of 2 and 4; at the end what holds for all who have blinds."""

from fractions import Fraction
from random import Random

import pytest

from houseway.cards.shuffle import seed_from
from houseway.games import catalogue, game
from houseway.play import journal, scenario
from houseway.play.driver import Driver
from houseway.play.event import Dealt
from houseway.play.missed_blinds import BlindMissed, owed_by
from houseway.play.pot import Bet, left_of, next_button
from houseway.play.view import story, view
from houseway.prove import phh
from houseway.rules.models import Setting
from houseway.rules.money import dollars
from houseway.rules.submission import Choices, house_rules

ID = "limit-holdem"
BLINDS = [id for id, one in catalogue().items() if "missed_blinds" in one.rules.options]


class Night:
    """Hands one after the other, in which everybody folds to the big blind unless told."""

    def __init__(self, seats: int = 5, stack: int = 500_00, id: str = ID, **options: str) -> None:
        chosen: dict[str, Setting] = {
            "collection": "none",
            "dealt_in": "ask",
            **({"limit": "4-8"} if id == ID else {}),
            **options,
        }
        self.driver = Driver(game(id), house_rules(game(id).rules, Choices(options=chosen)))
        for number in range(1, seats + 1):
            self.driver.seat(f"seat {number}", stack, f"Player {number}")
        self.driver.table.memory["button"] = f"seat {seats}"  # seat 1 has it in the first hand
        self.hands = 0

    def hand(self, **said: str) -> list[tuple[str, str, int]]:
        """Play a hand: `s4="sit out"`, `s4="wait"`; everybody else plays. What was posted comes back."""
        self.hands += 1
        self.driver.begin(seed_from(self.hands))
        while self.driver.open and any(ask.what == "deal" for ask in self.driver.asks.values()):
            ask = next(iter(self.driver.asks.values()))
            self.driver.answer(ask.who, said.get(f"s{ask.who[5:]}", "play"))
        while self.driver.open:
            ask = next(iter(self.driver.asks.values()))
            self.driver.answer(ask.who, ask.default)
        replayed = journal.replay(journal.written(self.driver), game)
        assert story(replayed.events, "public") == story(self.driver.events, "public")
        assert replayed.table.state() == self.driver.table.state()
        return [
            (event.who, event.action, event.amount // 100)
            for event in self.driver.events
            if isinstance(event, Bet) and ("blind" in event.action)
        ]

    @property
    def dealt(self) -> set[str]:
        places = {event.place for event in self.driver.events if isinstance(event, Dealt)}
        return places & set(self.driver.table.seats)

    @property
    def missed(self) -> list[tuple[str, str]]:
        return [(event.who, event.blind) for event in self.driver.events if isinstance(event, BlindMissed)]


def test_PP_25_who_sits_out_while_the_blinds_pass_owes_them_and_posts_big_live_and_small_dead() -> None:
    night = Night()
    assert night.hand() == [("seat 2", "small blind", 2), ("seat 3", "big blind", 4)]
    night.hand(s4="sit out")  # button 2, small 3, big 5
    assert night.missed == [("seat 4", "big blind")]
    night.hand(s4="sit out")  # button 3, small 5, big 1
    assert night.missed == [("seat 4", "small blind")]
    assert view(night.driver, "public")["bank"]["missed"] == {"seat 4": "big blind and small blind"}
    posted = night.hand()  # button 4: back on the button
    assert posted[-2:] == [("seat 4", "missed big blind", 4), ("seat 4", "missed small blind, dead", 2)]
    assert "missed" not in view(night.driver, "public")["bank"]
    assert night.hand() == [("seat 1", "small blind", 2), ("seat 2", "big blind", 4)]


def test_PP_25_in_the_small_blinds_place_what_exceeds_a_bet_is_dead() -> None:
    night = Night()
    night.hand()
    night.hand(s4="sit out")  # the big blind passes seat 4
    posted = night.hand()  # button 3, so seat 4 has the small blind
    assert posted == [
        ("seat 4", "small blind", 2),
        ("seat 5", "big blind", 4),
        ("seat 4", "missed big blind", 2),
        ("seat 4", "missed big blind, dead", 2),
    ]


def test_PP_25_who_waits_for_the_big_blind_owes_nothing() -> None:
    night = Night()
    night.hand()
    night.hand(s4="sit out")
    for _ in range(3):  # the big blind is 1, 2 and 3
        assert "seat 4" not in {who for who, _, _ in night.hand(s4="wait")}
        assert night.driver.table.hands.get("seat 4") is None
    assert night.hand(s4="wait") == [("seat 3", "small blind", 2), ("seat 4", "big blind", 4)]
    assert "missed" not in view(night.driver, "public")["bank"]


def test_PP_25_only_who_owes_is_offered_to_wait() -> None:
    night = Night()
    night.hand()
    night.hand(s4="sit out")
    night.driver.begin(seed_from("asks"))
    words = {who: ask.answers() for who, ask in night.driver.asks.items()}
    assert words.pop("seat 4") == ("play", "wait", "sit out")
    assert set(words.values()) == {("play", "sit out")}


def test_PP_25_a_debt_outlasts_getting_up_and_no_table_that_has_emptied() -> None:
    night = Night()
    night.hand()
    night.hand(s4="sit out")
    night.hand(s4="sit out")
    night.driver.cash_out("seat 4")
    night.driver.buy_in("seat 4", 500_00, "Player 4")
    assert ("seat 4", "missed big blind", 4) in night.hand()
    night.hand(s1="sit out", s2="sit out")
    for who in list(night.driver.table.seats):
        night.driver.cash_out(who)
    assert "missed" not in night.driver.table.memory


def test_PP_25_a_newcomer_owes_nothing() -> None:
    night = Night(seats=4)
    night.hand()
    night.driver.buy_in("seat 5", 500_00, "Newcomer")
    assert night.hand() == [("seat 3", "small blind", 2), ("seat 4", "big blind", 4)]


def test_PP_25_waived_a_seat_owes_nothing() -> None:
    night = Night(missed_blinds="waived")
    night.hand()
    for _ in range(3):
        night.hand(s4="sit out")
        assert night.missed == []
    assert len(night.hand()) == 2


def test_PP_25_where_everybody_is_dealt_in_who_comes_back_with_chips_posts_at_once() -> None:
    night = Night(dealt_in="everyone")
    night.hand()
    night.driver.table.ledger.move("seat 4", "cage", night.driver.table.stack("seat 4"))
    night.hand()
    assert night.missed == [("seat 4", "big blind")]
    night.hand()
    night.driver.buy_in("seat 4", 500_00)
    assert night.hand()[-2:] == [("seat 4", "missed big blind", 4), ("seat 4", "missed small blind, dead", 2)]


def test_PP_25_a_live_blind_is_a_bet_that_may_be_raised_and_a_dead_one_is_none() -> None:
    night = Night()
    night.hand()
    night.hand(s4="sit out")
    night.hand(s4="sit out")
    night.driver.begin(seed_from("live"))
    while any(ask.what == "deal" for ask in night.driver.asks.values()):
        night.driver.answer(next(iter(night.driver.asks)), "play")
    for who in ("seat 2", "seat 3"):  # button 4, blinds 5 and 1
        night.driver.answer(who, "fold")
    (ask,) = night.driver.asks.values()
    assert (ask.who, ask.answers()) == ("seat 4", ("check", "fold", "raise to 8"))
    night.driver.answer("seat 4", "check")
    night.driver.answer("seat 5", "fold")
    night.driver.answer("seat 1", "fold")
    assert dollars(night.driver.table.stack("seat 4")) == "506"  # its 4 and 2 again, 2 and 4 of the blinds


def test_PP_25_who_owes_more_than_they_have_is_all_in() -> None:
    text = """
game = "limit-holdem"
options = { limit = "4-8", collection = "none" }
before = { button = "seat 3", missed-big-blind = "seat 3", missed-small-blind = "seat 3" }
seats = [
  { seat = 1 },
  { seat = 2, decisions = ["fold"] },
  { seat = 3, stack = "5" },
  { seat = 4, decisions = ["fold"] },
]
"""
    report = scenario.play(scenario.read(text, name="owing.toml"), game(ID)).report()
    posted = [(one["who"], one["action"], one["amount"]) for one in report["events"] if one["event"] == "bet"]
    assert posted[2:] == [("seat 3", "missed big blind", "4"), ("seat 3", "missed small blind, dead", "1")]


def test_PP_25_a_hand_with_missed_blinds_is_written_as_a_history_that_plays_again() -> None:
    night = Night()
    night.hand()
    night.hand(s4="sit out")
    night.hand(s4="sit out")
    night.driver.begin(seed_from("history"))
    rng = Random(3)
    while night.driver.open:
        ask = next(iter(night.driver.asks.values()))
        stay = "play" if ask.what == "deal" else rng.choice([word for word in ask.answers() if word != "fold"])
        night.driver.answer(ask.who, stay)
    told = phh.written(night.driver)
    assert "blinds_or_straddles = [2, 4, 0, 0, -4]" in told and "antes = [0, 0, 0, 0, 2]" in told
    (played,) = phh.replayed(told, name="hand.phh")
    assert isinstance(played, phh.Played) and played.agrees


@pytest.mark.parametrize("id", BLINDS)
def test_PP_25_nobody_plays_for_less_by_sitting_out_when_the_blinds_come(id: str) -> None:
    """Seat 2 is never there for a blind and plays every other hand: it pays no less for a hand than those who stay."""
    for missed_blinds in ("owed", "waived"):
        night = Night(seats=5, stack=100_000_00, id=id, missed_blinds=missed_blinds)
        posted, dealt = dict.fromkeys(night.driver.table.seats, 0), dict.fromkeys(night.driver.table.seats, 0)
        for _ in range(40):
            seats = list(night.driver.table.seats)
            order = left_of(next_button(night.driver.table.memory["button"], seats), seats)
            said = {"s2": "sit out"} if "seat 2" in order[:2] else {}
            for who, _, amount in night.hand(**said):
                posted[who] += amount
            for who in night.dealt:
                dealt[who] += 1
        assert 15 < dealt["seat 2"] < 40
        price = {who: Fraction(posted[who], dealt[who]) for who in dealt}
        others = [price[who] for who in price if who != "seat 2"]
        assert price["seat 2"] >= min(others) if missed_blinds == "owed" else price["seat 2"] == 0


@pytest.mark.parametrize("id", BLINDS)
def test_PP_25_whoever_is_dealt_in_owes_nothing_any_more(id: str) -> None:
    night, rng = Night(seats=4, stack=100_000_00, id=id), Random(id)
    made_up = 0
    for _ in range(25):
        said = {f"s{seat}": rng.choice(("play", "play", "sit out")) for seat in range(1, 5)}
        owed = {who for who in night.driver.table.seats if owed_by(night.driver.table, who)}
        for who, action, _ in night.hand(**said):
            assert not action.startswith("missed") or who in owed
            made_up += action.startswith("missed")
        assert not any(owed_by(night.driver.table, who) for who in night.dealt)
    assert made_up
