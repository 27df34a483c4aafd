"""PP-25, newcomers, missed blinds and a dead button, at Limit Hold'em 4-8 with blinds of 2 and 4; at the end what is
true of all games with blinds."""

from fractions import Fraction
from random import Random

import pytest

from houseway.cards.shuffle import seed_from
from houseway.games import catalogue, game
from houseway.play import journal, scenario
from houseway.play.button import left_of, next_button
from houseway.play.driver import Driver
from houseway.play.event import Dealt
from houseway.play.missed_blinds import BlindMissed, owed_by
from houseway.play.pot import Bet
from houseway.play.view import story, view
from houseway.prove import phh
from houseway.rules.models import Setting
from houseway.rules.money import dollars
from houseway.rules.submission import Choices, house_rules

ID = "limit-holdem"
BLINDS = [id for id, one in catalogue().items() if "missed_blinds" in one.rules.options]


class Night:
    """Hands one after the other, in which everybody folds to the big blind unless told."""

    def __init__(self, seats: int = 5, stack: int = 500_00, id: str = ID, empty: int = 0, **options: str) -> None:
        chosen: dict[str, Setting] = {
            "collection": "none",
            "dealt_in": "ask",
            **({"limit": "4-8"} if id == ID else {}),
            **options,
        }
        self.driver = Driver(game(id), house_rules(game(id).rules, Choices(options=chosen)))
        for number in [seat for seat in range(1, seats + 1) if seat != empty]:
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


def newcomer(**options: str) -> Night:
    """Four players after a hand, and a fifth who has just sat down."""
    night = Night(4, 500_00, ID, 0, **options)
    night.hand()
    night.driver.buy_in("seat 5", 500_00, "Newcomer")
    return night


@pytest.mark.parametrize("dealt_in", ["ask", "everyone"])
def test_PP_25_a_newcomer_posts_the_big_blind_live(dealt_in: str) -> None:
    night = newcomer(dealt_in=dealt_in)
    assert view(night.driver, "public")["bank"]["missed"] == {"seat 5": "newcomer's big blind"}
    posted = night.hand()
    assert posted == [("seat 3", "small blind", 2), ("seat 4", "big blind", 4), ("seat 5", "newcomer's blind", 4)]
    assert "missed" not in view(night.driver, "public")["bank"]
    assert night.hand() == [("seat 4", "small blind", 2), ("seat 5", "big blind", 4)]


def test_PP_25_a_newcomer_may_wait_for_the_big_blind() -> None:
    night = newcomer()
    night.driver.begin(seed_from("asks"))
    assert night.driver.asks["seat 5"].answers() == ("play", "wait", "sit out")
    night = newcomer()
    assert night.hand(s5="wait") == [("seat 3", "small blind", 2), ("seat 4", "big blind", 4)]
    assert "seat 5" not in night.dealt
    assert night.hand(s5="wait") == [("seat 4", "small blind", 2), ("seat 5", "big blind", 4)]
    assert "seat 5" in night.dealt and "missed" not in view(night.driver, "public")["bank"]


def test_PP_25_a_newcomer_owes_no_small_blind_and_makes_it_up_to_the_big_one_in_its_place() -> None:
    night = newcomer()
    night.hand(s5="sit out")
    night.hand(s5="sit out")  # button 3, blinds 4 and 1: the big blind passes seat 5
    assert night.missed == []
    posted = night.hand()  # button 4
    assert posted == [("seat 5", "small blind", 2), ("seat 1", "big blind", 4), ("seat 5", "newcomer's blind", 2)]


def test_PP_25_nobody_is_a_newcomer_to_a_game_that_is_not_going_on() -> None:
    night = Night(seats=2)
    night.hand()
    night.driver.cash_out("seat 1")
    night.driver.buy_in("seat 3", 500_00, "Another")  # two sit here: the game begins again with both
    assert len(night.hand()) == 2


def test_PP_25_a_newcomer_in_a_scenario() -> None:
    text = """
game = "limit-holdem"
options = { limit = "4-8", collection = "none" }
before = { button = "seat 3", newcomer = "seat 3" }
seats = [
  { seat = 1, decisions = ["fold"] },
  { seat = 2, decisions = ["fold"] },
  { seat = 3, decisions = ["raise to 8"] },
]
"""
    report = scenario.play(scenario.read(text, name="new.toml"), game(ID)).report()
    posted = [(one["who"], one["action"], one["amount"]) for one in report["events"] if one["event"] == "bet"]
    assert posted[2:4] == [("seat 3", "newcomer's blind", "4"), ("seat 3", "raise", "4")]
    assert [seat["net"] for seat in report["seats"]] == ["-2", "-4", "6"]


# The button


def test_PP_25_a_moving_button_goes_to_the_next_player() -> None:
    night = Night()
    night.hand()  # button 1, blinds 2 and 3
    night.driver.cash_out("seat 3")
    assert night.hand() == [("seat 4", "small blind", 2), ("seat 5", "big blind", 4)]  # seat 4 has no big blind


def test_PP_25_with_a_dead_button_the_big_blind_goes_to_the_next_player_and_nobody_may_have_the_small_one() -> None:
    night = Night(button_rule="dead")
    assert night.hand() == [("seat 2", "small blind", 2), ("seat 3", "big blind", 4)]
    night.driver.cash_out("seat 3")
    assert night.hand() == [("seat 4", "big blind", 4)]
    assert night.driver.table.memory["button"] == "seat 2"
    assert night.hand() == [("seat 4", "small blind", 2), ("seat 5", "big blind", 4)]
    assert night.driver.table.memory["button"] == "seat 3"  # where nobody sits
    assert night.hand() == [("seat 5", "small blind", 2), ("seat 1", "big blind", 4)]


def test_PP_25_left_of_a_dead_button_the_first_player_is_dealt_to_and_acts_first() -> None:
    night = Night(button_rule="dead", dealt_in="everyone")
    night.hand()
    night.driver.cash_out("seat 2")
    night.driver.begin(seed_from("dead"))  # the button is where seat 2 was, the blinds 3 and 4
    dealt = [event.place for event in night.driver.events if isinstance(event, Dealt)]
    assert dealt == ["seat 3", "seat 4", "seat 5", "seat 1"] * 2
    for who, word in (("seat 5", "call"), ("seat 1", "call"), ("seat 3", "call"), ("seat 4", "check")):
        night.driver.answer(who, word)
    assert [*night.driver.asks] == ["seat 3"]


def test_PP_25_with_a_dead_button_nobody_has_the_big_blind_twice_when_two_are_left() -> None:
    for rule, want in (("dead", ("seat 3", "seat 2")), ("moving", ("seat 2", "seat 3"))):
        night = Night(seats=3, button_rule=rule)
        assert night.hand()[1] == ("seat 3", "big blind", 4)
        night.driver.cash_out("seat 1")
        assert night.hand() == [(want[0], "small blind", 2), (want[1], "big blind", 4)]
        assert night.driver.table.memory["button"] == want[0]


def test_PP_25_with_a_dead_button_a_third_player_does_not_stop_the_big_blind_of_two() -> None:
    night = Night(seats=2, button_rule="dead")
    assert night.hand() == [("seat 1", "small blind", 2), ("seat 2", "big blind", 4)]
    night.driver.seat("seat 3", 500_00, "Another")
    assert night.hand() == [("seat 2", "small blind", 2), ("seat 3", "big blind", 4)]
    assert night.driver.table.memory["button"] == "seat 1"


def test_PP_25_who_sits_out_a_dead_small_blind_owes_it() -> None:
    night = Night(button_rule="dead")
    night.hand()
    assert night.hand(s3="sit out") == [("seat 4", "big blind", 4)]
    assert night.missed == [("seat 3", "small blind")]
    assert night.hand()[-1] == ("seat 3", "missed small blind, dead", 2)


def test_PP_25_between_a_dead_button_and_the_big_blind_a_player_waits() -> None:
    night = Night(button_rule="dead", empty=3)
    assert night.hand() == [("seat 2", "small blind", 2), ("seat 4", "big blind", 4)]
    night.driver.buy_in("seat 3", 500_00, "Newcomer")
    assert night.hand() == [("seat 4", "small blind", 2), ("seat 5", "big blind", 4)]  # button 2
    assert night.dealt == {"seat 1", "seat 2", "seat 4", "seat 5"}
    assert night.hand()[-1] == ("seat 3", "newcomer's blind", 4)


@pytest.mark.parametrize("id", BLINDS)
def test_PP_25_with_a_dead_button_the_big_blind_never_passes_a_player_who_is_dealt_in(id: str) -> None:
    night, rng = Night(seats=6, stack=100_000_00, id=id, button_rule="dead"), Random(id)
    moved = 0
    for _ in range(60):
        table = night.driver.table
        seat = f"seat {rng.randint(1, 6)}"
        if seat not in table.seats:
            night.driver.seat(seat, 100_000_00, f"Player {seat[5:]}")
        elif rng.random() < 0.3 and len(table.seats) > 3:
            night.driver.cash_out(seat)
        said = {f"s{seat[5:]}": rng.choice(("play", "play", "play", "sit out")) for seat in table.seats}
        before = table.memory.get("blinds")
        posted = night.hand(**said)
        if not posted:
            continue
        (held,) = [who for who, action, _ in posted if action == "big blind"]
        if before and len(night.dealt) > 2 and table.memory["blinds"][0] == before[1]:
            assert held == left_of(before[1], [who for who in table.seats if who in night.dealt])[0]
            moved += 1
        assert night.driver.table.ledger.total() == 0
    assert moved > 20


def test_PP_25_waived_a_seat_owes_nothing() -> None:
    assert len(newcomer(missed_blinds="waived").hand()) == 2
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
