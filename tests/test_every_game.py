"""What is true of every game in the catalogue: money, replay, secrecy, answers, irregularities."""

import json
import re
from collections import Counter
from collections.abc import Iterable
from itertools import cycle, islice
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from houseway.cards.card import HIDDEN, NAMES
from houseway.cards.pack import Shoe, pack
from houseway.cards.shuffle import sealed
from houseway.cards.source import Scenario, source_from
from houseway.games import catalogue, game
from houseway.play import journal, view
from houseway.play.ask import CardsNamed, Refused
from houseway.play.driver import STAFF, Driver
from houseway.play.entry import read
from houseway.play.event import (
    PUBLIC,
    SURVEILLANCE,
    Called,
    CardEvent,
    Dealt,
    Event,
    Revealed,
    SeedRevealed,
    Shuffled,
    Voided,
)
from houseway.play.places import stated
from houseway.play.table import DEALER, FLOOR
from houseway.rules.models import Irregularity
from tests.rounds import (
    Options,
    Setup,
    answer,
    begin,
    cards_named,
    check_ended,
    is_one_sentence,
    open_words,
    play_on,
    played,
    refused,
    replayed,
    stacks,
    standing,
    table_rules,
    tables,
    words_of,
)

every_game = pytest.mark.parametrize("id", catalogue())
most = settings.default.max_examples if settings.default else 0
some = settings(max_examples=most // 2, suppress_health_check=list(HealthCheck))
few = settings(some, max_examples=most // 5)


@st.composite
def setups(draw: st.DrawFn, id: str, source: str = "shuffled") -> Setup:
    seats = draw(st.sets(st.integers(1, game(id).rules.seats), min_size=1))
    return Setup(
        id,
        options=draw(st.sampled_from(tables(id))),
        seats=tuple(sorted(seats)),
        luck=draw(st.integers(0, 999)),
        earlier=draw(st.sampled_from((0, 0, 4))),
        automatic=draw(st.sampled_from((STAFF, (FLOOR,)))) if source == "shuffled" else (FLOOR,),
        source=source,
    )


# Money, and the end of the round


@every_game
def test_at_every_table_and_number_of_seats_a_round_ends_and_no_cent_is_made_or_lost(id: str) -> None:
    most = game(id).rules.seats
    for number, options in enumerate(tables(id)):
        for count in {1, 1 + number % most, most}:
            automatic = (STAFF, (FLOOR,))[(number + count) % 2]
            seats = tuple(range(1, count + 1))
            _play_and_check(Setup(id, options, seats, number, earlier=number % 2 * 4, automatic=automatic))


@every_game
def test_a_round_with_the_dealer_entering_the_cards_ends_and_conserves_money(id: str) -> None:
    for number, options in enumerate(tables(id)):
        for source in ("entered", "every deal"):
            _play_and_check(Setup(id, options, (1, 2), luck=number, automatic=(FLOOR,), source=source))


def _play_and_check(setup: Setup) -> None:
    driver, rng = setup.driver(), setup.rng()
    for _ in range(2):
        brought = stacks(driver)
        begin(driver, rng)
        for _ in played(driver, rng):
            _check_asks(driver, rng)
        check_ended(driver, brought)


def _check_asks(driver: Driver, rng: Random) -> None:
    rules = driver.table.rules
    assert driver.asks
    for who, ask in driver.asks.items():
        assert who == ask.who and who in {*driver.table.seats, *STAFF} - driver.automatic
        assert ask.what in rules.game.asks, f"{ask.what} is not among the asks of {rules.game.id}.toml"
        assert ask.clause and ask.prompt()
        json.dumps(ask.data())
        for text in (ask.default, *ask.answers(), *(ask.random(rng) for _ in range(5))):
            ask.read(text)
        if isinstance(ask.forms[0], CardsNamed):
            _check_no_card_comes_twice(driver, ask.forms[0])


def _check_no_card_comes_twice(driver: Driver, form: CardsNamed) -> None:
    there = Counter(driver.table.pack)
    shuffled = max((at for at, event in enumerate(driver.events) if isinstance(event, Shuffled)), default=0)
    for cards in ([*event.cards] for event in driver.events[shuffled:] if isinstance(event, Dealt | Revealed)):
        known = Counter(card for card in cards if card != HIDDEN)
        if max(there.values()) == 1:
            assert not known.keys() & set(form.available)
    assert Counter(form.available) <= there


# Replay


@every_game
def test_a_journal_cut_anywhere_replays_to_the_byte(id: str) -> None:
    @some
    @given(setups(id))
    def holds(setup: Setup) -> None:
        driver, rng = setup.driver(), setup.rng()
        begin(driver, rng)
        stood = {}
        for _ in played(driver, rng):
            stood[len(driver.journal)] = standing(driver)
        stood[len(driver.journal)] = standing(driver)
        for entries, then in stood.items():
            again = replayed(driver, entries=entries)
            assert standing(again) == then
        assert journal.written(again) == journal.written(driver)

    holds()


@every_game
def test_a_journal_cut_anywhere_goes_on_as_the_round_went_on(id: str) -> None:
    driver = Setup(id, seats=(1, 2, 3)[: game(id).rules.seats]).driver()
    begin(driver, Random(5))
    play_on(driver, Random(5))
    for cut in range(1, len(driver.journal)):
        again = replayed(driver, entries=cut)
        for entry in driver.journal[cut:]:
            again.apply(read(entry))
        assert standing(again) == standing(driver)


@every_game
def test_a_journal_holds_answers_as_they_were_typed(id: str) -> None:
    driver = Setup(id, luck=3).driver()
    rng = Random(3)
    begin(driver, rng)
    while driver.open:
        if driver.table.awaits_words:
            open_words(driver)
            continue
        ask = rng.choice(list(driver.asks.values()))
        space = rng.choice(("\u2028", "\x85", "  ", "\t", "\u3000"))
        driver.answer(ask.who, space + answer(ask, rng).replace(" ", space).upper())
    assert standing(replayed(driver)) == standing(driver)


# Secrecy


@pytest.mark.threat("hidden-cards")
@every_game
def test_nothing_that_leaves_the_engine_holds_a_card_or_a_seed_its_viewer_may_not_know(id: str) -> None:
    @some
    @given(setups(id) | setups(id, "every deal"))
    def holds(setup: Setup) -> None:
        driver, rng = setup.driver(), setup.rng()
        viewers = [*driver.table.seats, PUBLIC, FLOOR, SURVEILLANCE, "seat 99", ""]
        if setup.source == "shuffled":  # else the dealer knows what the dealer has entered
            viewers.append(DEALER)
        if game(id).rules.cards.seed_shown == "after the round":  # something to hide even before the first shuffle
            driver.table.shoe = Shoe(list(pack("53")))
            driver.table.memory["the last shoe"] = NAMES
        begin(driver, rng)
        since = 0
        for _ in played(driver, rng):
            for viewer in viewers:
                _check_secrets(driver, viewer, since)
            since = len(driver.events)
        for viewer in viewers:
            _check_secrets(driver, viewer)

    holds()


def _check_secrets(driver: Driver, viewer: str, since: int = 0) -> None:
    """What a viewer is told of the events since the last moment, and the table as it stands now."""
    events = driver.events[since:]
    told = json.dumps(view.history(events, viewer)) + "\n".join(view.story(events, viewer))
    stands = json.dumps(view.view(driver, viewer, since=since)) + view.exported(driver, viewer)
    seed = driver.journal[0]["seed"]
    if any(isinstance(event, SeedRevealed) and event.seed == seed for event in view.seen(driver.events, viewer)):
        assert not driver.open
        return
    assert seed not in told and seed not in stands
    assert cards_named(told) == _known(events, viewer), viewer
    assert cards_named(stands) <= _known(driver.events, viewer), viewer


def _known(events: Iterable[Event], viewer: str) -> set[str]:
    """The cards a viewer has seen, from the raw events and the rule that nobody sees what is not for them."""
    return {
        NAMES[card]
        for event in events
        if isinstance(event, CardEvent) and (event.seen is None or viewer in event.seen or viewer == SURVEILLANCE)
        for card in event.cards
        if card != HIDDEN
    }


# Answers


@every_game
def test_every_answer_an_ask_allows_is_accepted(id: str) -> None:
    @some
    @given(setups(id), st.integers(0, 30))
    def holds(setup: Setup, stop: int) -> None:
        driver, rng = setup.driver(), setup.rng()
        begin(driver, rng)
        for number, _ in enumerate(played(driver, rng)):
            if number == stop:
                break
        for ask in list(driver.asks.values()):
            for text in {ask.default, *ask.answers(), *(ask.random(rng) for _ in range(3))}:
                again = replayed(driver)
                again.answer(ask.who, text)
                assert again.journal[-1] == {"do": "answer", "who": ask.who, "text": text}
                assert len(again.events) > len(driver.events) or again.asks != driver.asks

    holds()


JUNK = ["", " ", "\n", "\t, ", "fold!", "folld", "-1", "1e3", "0x10", "ante", "ante -5", "ante 0", "ante nan"]
JUNK += [
    "null",
    "{}",
    "'; drop table",
    "\x00",
    "\ud800",
    "ante 5 \N{PILE OF POO}",
    "½",
    "²",
    "?? ??",
    "Zz",
    "ante 5,",
    "ante , 5",
]
JUNK += ["x" * 100_000]
JUNK += ["9" * 50, "ante " + "9" * 50, "ante 5, " * 100, "seat 1", "ante 5, ante 5", "ante 5.001", "ante 1000000000000"]


@pytest.mark.threat("hostile-messages")
@every_game
def test_everything_else_is_refused_with_one_sentence_and_nothing_changes(id: str) -> None:
    @few
    @given(setups(id), st.lists(st.text(), max_size=6))
    def holds(setup: Setup, texts: list[str]) -> None:
        driver, rng = setup.driver(), setup.rng()
        begin(driver, rng)
        for _ in played(driver, rng):
            before = standing(driver)
            for ask in driver.asks.values():
                near = [text + mark for text in ask.answers() for mark in ("!", " 7 7", "\u0301")]
                near += ["!" + text for text in ask.answers()]
                for text in [*JUNK, *near]:
                    refused(driver.answer, ask.who, text)
                for text in texts:
                    _refused_unless_read(driver, ask.who, text)
            legal = next(iter(driver.asks.values())).default
            for who in {*driver.table.seats, *STAFF, "seat 99", "Seat 1", PUBLIC, "", "\ud800"} - set(driver.asks):
                refused(driver.answer, who, legal)
            assert standing(driver) == before
        refused(driver.answer, "seat 1", "fold")

    holds()


def _refused_unless_read(driver: Driver, who: str, text: str) -> None:
    try:
        driver.asks[who].read(text)
    except Refused:
        refused(driver.answer, who, text)


@every_game
def test_what_can_not_be_done_during_a_round_is_refused_and_nothing_changes(id: str) -> None:
    driver = Setup(id).driver()
    begin(driver, Random(1))
    for _ in played(driver, Random(1)):
        before = standing(driver)
        refused(driver.begin, bytes(32))
        refused(driver.buy_in, "seat 1", 100)
        refused(driver.cash_out, "seat 1")
        refused(driver.call, "seat 1", "5.A")
        refused(driver.call, FLOOR, "no such thing")
        refused(driver.leave, "seat 99")
        refused(driver.duty, "seat 1", "stub-count")
        refused(driver.duty, FLOOR, "no such duty")
        refused(driver.open_words, {})
        refused(driver.open_words, {"seat 1": words_of("seat 1")})
        refused(read, {"do": "cheat"})
        assert standing(driver) == before


@every_game
def test_what_can_not_be_done_between_rounds_is_refused_and_nothing_changes(id: str) -> None:
    driver = Setup(id).driver()
    before = standing(driver)
    refused(driver.begin, b"short")
    refused(driver.begin, bytes(32), -1)
    refused(driver.call, FLOOR, next(iter(game(id).rules.irregularities), "none"))
    refused(driver.leave, "seat 1")
    refused(driver.begin, bytes(32), 0, {"seat 99": sealed("words")})
    refused(driver.begin, bytes(32), 0, {"seat 1": "words"})
    refused(driver.open_words, {})
    refused(driver.cash_out, "seat 99")
    for who in ("seat 0", "seat 99", "seat 01", "seat ١", "Seat 1", "seat 1 ", "", "dealer", "cage"):
        refused(driver.buy_in, who, 100)
    refused(driver.buy_in, "seat 1", 0)
    refused(driver.buy_in, "seat 1", -5)
    refused(driver.buy_in, "seat 1", 5, "two\u2028lines")
    assert standing(driver) == before


# Irregularities, and players who get up


@every_game
def test_every_irregularity_can_be_called_where_it_is_allowed_and_nowhere_else(id: str) -> None:
    stages_met: set[str] = set()
    called_at: dict[str, set[str]] = {}
    for name, irregularity in game(id).rules.irregularities.items():
        options = next(one for one in tables(id) if name in table_rules(game(id).rules, one).irregularities)
        for luck, source in enumerate(islice(cycle(("shuffled", "entered", "every deal")), 12)):
            if luck > 4 and called_at.get(name, set()) >= set(irregularity.stages):
                break  # where cards come from, who acts and an empty inventory have all had their turn
            automatic = () if luck % 2 else (FLOOR,)
            setup = Setup(id, options, (1, 2), luck, luck * 2, automatic, source, empty=luck > 1)
            driver, rng = setup.driver(), Random(luck)
            brought = stacks(driver)
            begin(driver, rng)
            for moment in _moments(driver, rng):
                stages_met.add(moment.table.stage)
                if _call(moment, name, irregularity, brought, rng):
                    called_at.setdefault(name, set()).add(moment.table.stage)
    for name, irregularity in game(id).rules.irregularities.items():
        stages = set(irregularity.stages)
        assert stages <= stages_met, f"no round reaches {stages - stages_met}, where {name} can be called"
        assert called_at[name] == stages or not stages


def _moments(driver: Driver, rng: Random) -> list[Driver]:
    """The first and the last moment of every stage of a round, each a table of its own."""
    at: dict[str, list[int]] = {}
    for _ in played(driver, rng):
        at.setdefault(driver.table.stage, []).append(len(driver.journal))
    ends = sorted({end for moments in at.values() for end in (moments[0], moments[-1])})
    return [replayed(driver, entries=entries) for entries in ends]


def _call(moment: Driver, name: str, irregularity: Irregularity, brought: dict[str, int], rng: Random) -> bool:
    """Call it on every seat, on none and on a stranger; true if it could be called on anybody."""
    in_time = not irregularity.stages or moment.table.stage in irregularity.stages
    done = False
    for who in (*moment.table.seats, ""):
        again = replayed(moment)
        staked = any(stake.owner == who for stake in again.table.stakes.values())
        never = not in_time or (irregularity.seat and not who) or (irregularity.effect == "forfeit" and not staked)
        if _called(again, rng.choice(STAFF), name, who):
            assert not never, f"{name} was called on {who or 'nobody'}"
            _check_effect(moment, again, irregularity, who)
            play_on(again, rng)
            check_ended(again, brought)
            done = True
    before = standing(moment)
    refused(moment.call, FLOOR, name, "seat 99")
    assert standing(moment) == before
    return done


def _called(driver: Driver, by: str, name: str, who: str) -> bool:
    """Call an irregularity; false if it is refused, in a sentence, and nothing has changed."""
    before = standing(driver)
    try:
        driver.call(by, name, who)
    except Refused as error:
        assert is_one_sentence(str(error)) and standing(driver) == before
        return False
    return True


def _check_effect(before: Driver, after: Driver, called: Irregularity, who: str) -> None:
    """A call has changed the round as its rule file says it does."""
    match called.effect:
        case "void":
            assert not after.open and any(isinstance(event, Voided) for event in after.events)
        case "forfeit":
            assert not any(stake.owner == who for stake in after.table.stakes.values())
        case "on record":
            assert called.then and _footprint(after) == _footprint(before)
        case "game":
            assert _footprint(after) != _footprint(before), f"{called.name}: recorded, and without effect"


def _footprint(driver: Driver) -> str:
    """Everything there is to a table but the record that something was called."""
    table = driver.table
    events = [event.data() for event in table.events if not isinstance(event, Called)]
    asks = [ask.data() for ask in driver.asks.values()]
    kept = [_inside(table.layout), _inside(getattr(table.bank, "pot", None))]
    return json.dumps([events, asks, table.state(), table.stage, sorted(table.out), kept])


def _inside(value: object) -> dict[str, str]:
    """What a game keeps of a round, part by part."""
    parts = vars(value) if hasattr(value, "__dict__") else {"": value}
    return {name: re.sub("0x[0-9a-f]+", "", repr(part)) for name, part in parts.items()}


@every_game
def test_nothing_that_is_called_is_without_effect(id: str) -> None:
    """At every moment of a round, on every seat and on none: it changes the round as its clause says, or is refused."""
    for name, irregularity in game(id).rules.irregularities.items():
        options = next(one for one in tables(id) if name in table_rules(game(id).rules, one).irregularities)
        for luck, automatic in enumerate(((FLOOR,), STAFF)):
            driver, rng = Setup(id, options, (1, 2, 3), luck, automatic=automatic, source="entered").driver(), Random(5)
            begin(driver, rng)
            moments = [len(driver.journal) for _ in played(driver, rng)]
            for at in moments:
                for who in ("", "seat 1", "seat 3"):
                    moment, again = replayed(driver, entries=at), replayed(driver, entries=at)
                    if _called(again, FLOOR, name, who):
                        _check_effect(moment, again, irregularity, who)


@every_game
def test_an_irregularity_of_another_table_is_refused(id: str) -> None:
    for options in tables(id):
        driver = Setup(id, options).driver()
        begin(driver, Random(2))
        before = standing(driver)
        for name in set(game(id).rules.irregularities) - set(driver.table.rules.irregularities):
            refused(driver.call, FLOOR, name)
        assert standing(driver) == before


LEAVING = (["seat 1"], ["seat 2"], ["seat 2", "seat 1"])


@every_game
def test_a_player_can_leave_at_any_moment_and_the_round_still_ends(id: str) -> None:
    every = [({}, "entered"), *zip(tables(id), cycle(("shuffled", "entered")), strict=False)]
    for number, (options, source) in enumerate(every):
        rng = Random(number)
        driver = Setup(id, options, (1, 2), luck=number, automatic=(FLOOR,), source=source).driver()
        brought = stacks(driver)
        begin(driver, rng)
        moments = [len(driver.journal) for _ in played(driver, rng)]
        for at, entries in enumerate(moments):
            for leaving in LEAVING if not options else (LEAVING[(at + number) % len(LEAVING)],):
                again = replayed(driver, entries=entries)
                for who in (one for one in leaving if one in again.table.seats):  # a table may have one seat only
                    if who not in again.table.out and again.open:
                        again.leave(who)
                    assert who not in again.asks
                    refused(again.leave, who)
                play_on(again, rng)
                check_ended(again, brought)


# Where the cards come from


@every_game
def test_a_scenario_deals_the_cards_it_is_given_and_is_made_again_from_its_data(id: str) -> None:
    @some
    @given(setups(id))
    def holds(setup: Setup) -> None:
        driver = setup.driver()
        begin(driver, setup.rng())
        play_on(driver, setup.rng())
        dealt = _dealt(driver)
        source = Scenario(dealt)
        data = json.loads(json.dumps(source.data()))
        assert source_from(data).data() == data
        again = Driver(driver.game, driver.table.rules, source=source, automatic=driver.automatic)
        again.restore(driver.header["table"])
        for entry in driver.journal:
            again.apply(read({**entry, "seed": "00" * 32} if entry["do"] == "begin" else entry))
        assert _dealt(again) == dealt
        assert standing(replayed(again)) == standing(again)
        begin(again, setup.rng())
        play_on(again, setup.rng())
        assert standing(replayed(again)) == standing(again)  # the next round too, when the cards given are used up

    holds()


def _dealt(driver: Driver) -> dict[str, tuple[int, ...]]:
    places: dict[str, tuple[int, ...]] = {}
    for event in driver.events:
        if isinstance(event, Dealt):
            places[event.place] = (*places.get(event.place, ()), *event.cards)
    return places


# The rule file


@every_game
def test_the_rule_file_names_places_clauses_and_answers(id: str) -> None:
    rules = game(id).rules
    assert rules.id == id and is_one_sentence(rules.summary)
    assert rules.asks and rules.wagers and rules.places
    for part in (rules.places, rules.wagers, rules.asks, rules.options, rules.irregularities, rules.duties):
        assert all(one.clause for one in part.values())
    assert all(line.clause for table in rules.pay_tables.values() for line in table.lines)
    assert all(ask.answers for ask in rules.asks.values())


@every_game
def test_cards_are_dealt_only_to_places_of_the_rule_file_and_never_too_many(id: str) -> None:
    for number, options in enumerate(tables(id)):
        driver = Setup(id, options, luck=number).driver()
        begin(driver, Random(number))
        play_on(driver, Random(number))
        for place, cards in _dealt(driver).items():
            where = stated(game(id).rules, place)
            assert where and len(cards) <= where.cards


def test_options_are_walked_with_what_they_require() -> None:
    walked: list[Options] = list(tables("criss-cross-poker"))
    assert {"dealing": "hand"} in walked
    assert {"five_card_bonus": False} in walked
    assert all(one.get("shuffling") != "manual" or one.get("decks") != 2 for one in walked)
