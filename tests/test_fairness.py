"""The shuffle can be checked by anyone: here with the lines of `docs/fairness.md`, and what everybody was told."""

import hashlib
import json
import re
from collections import Counter
from collections.abc import Callable
from itertools import permutations
from pathlib import Path
from random import Random
from typing import Any

import pytest

from houseway.cards import pack, shuffle
from houseway.cards.card import NAMES
from houseway.cards.sealed import SealedDecks
from houseway.cards.shuffle import sealed, seed_from
from houseway.cards.source import FairShuffle
from houseway.games import catalogue, game
from houseway.play import journal, view
from houseway.play.driver import Driver
from houseway.play.event import PUBLIC, SURVEILLANCE, CardEvent, Dealt, RoundBegan, Shuffled
from houseway.play.ledger import CAGE
from houseway.play.table import FLOOR
from houseway.prove import shuffles
from houseway.prove.commitments import check
from houseway.rules.money import dollars
from tests.rounds import (
    Options,
    Setup,
    begin,
    open_words,
    play_on,
    played,
    refused,
    replayed,
    standing,
    tables,
    words_of,
)

DOC = Path(__file__).parents[1].joinpath("docs", "fairness.md").read_text(encoding="utf-8")
SEED = bytes(range(32)).hex()
WORDS = {"none": [], "two": ["ab" * 16, "cd" * 16 + " good luck"]}
FULL = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
PACKS = {
    "52": FULL,
    "53": [*FULL, "Jk"],
    "48": [card for card in FULL if card[0] != "T"],
    "24": [card for card in FULL if card[0] in "23456A"],
}

BY_ANYONE: dict[str, Any] = {}
for _code in re.findall(r"```python\n(.*?)```", DOC, re.DOTALL):
    exec(_code, BY_ANYONE)

pot_games = pytest.mark.parametrize(
    "id", [id for id in catalogue() if game(id).rules.cards.seed_shown == "to staff"]
)  # fmt: skip


def sha(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


# The rule, and the lines of the page that anybody can run


def test_the_test_vectors_of_the_page_hold_for_its_own_lines_for_the_shuffle_and_for_who_looks_on() -> None:
    rows = re.findall(r"^\| (\d+) \| (\d+) \| (\w+) \| `(.+?)` \| `(.+?)` \| `(.+?)` \|$", DOC, re.MULTILINE)
    assert {row[0] for row in rows} == set(pack.PACKS) == set(PACKS) and {int(row[1]) for row in rows} >= {1, 6, 8}
    for kind, decks, words, label, first, digest in rows:
        theirs = BY_ANYONE["order"](SEED, WORDS[words], PACKS[kind] * int(decks), label)
        assert " ".join(theirs[:5]) == first and sha(" ".join(theirs)) == digest, (kind, decks, words, label)
        source = FairShuffle()
        source.begin(bytes.fromhex(SEED))
        source.close(WORDS[words])
        ours = source.shoe(pack.pack(kind, int(decks)), label).cards[::-1]
        assert [NAMES[card] for card in ours] == theirs
        assert shuffles.order(bytes.fromhex(SEED), WORDS[words], pack.pack(kind, int(decks)), label) == ours


def test_the_vectors_of_dice_wheels_and_cuts_hold() -> None:
    rows = re.findall(r"^\| .+? \| `(.+?)` \| (\d+) \| (\w+) \| (\d+) \|$", DOC, re.MULTILINE)
    assert len(rows) == 16
    for label, below, words, drawn in rows:
        assert BY_ANYONE["number"](SEED, WORDS[words], label, int(below)) == int(drawn)
        source = FairShuffle()
        source.begin(bytes.fromhex(SEED))
        source.close(WORDS[words])
        assert source.number(label, int(below)) == int(drawn)
        assert shuffles.drawn(bytes.fromhex(SEED), WORDS[words], label, int(below)) == int(drawn)


def test_the_packs_are_ascending_with_the_joker_last_and_deck_after_deck() -> None:
    for kind, cards in PACKS.items():
        assert [NAMES[card] for card in pack.pack(kind, 2)] == cards * 2


def test_commitment_seed_and_opened_words_give_every_card_that_was_dealt() -> None:
    driver = Setup("criss-cross-poker", seats=(1, 2, 3), luck=2, automatic=(FLOOR,)).driver()
    driver.begin(seed_from("fair"), 0, {who: sealed(words_of(who)) for who in ("seat 3", "seat 1")})
    play_on(driver, Random(4))
    public = view.history(driver.events, PUBLIC)
    seed = next(event["seed"] for event in public if event["event"] == "seedRevealed")
    assert public[0]["commitment"] == hashlib.sha256(bytes.fromhex(seed)).hexdigest()
    seals, opened = (
        next(event for event in public if event["event"] == kind) for kind in ("wordsSealed", "wordsOpened")
    )
    assert list(seals["sealed"]) == ["seat 1", "seat 3"] and opened["closed"] == ["seat 3"]
    assert sha("seal " + opened["opened"]["seat 1"]) == seals["sealed"]["seat 1"]
    words = list(opened["opened"].values())
    dealt = [NAMES[card] for event in driver.events if isinstance(event, Dealt) for card in event.cards]
    assert len(dealt) >= 7 and dealt == BY_ANYONE["order"](seed, words, FULL)[: len(dealt)]
    assert dealt != BY_ANYONE["order"](seed, [], FULL)[: len(dealt)]


@pytest.mark.parametrize("id", ["commission-free-baccarat", "pontoon-21", "blackjack-x"])
def test_a_shoe_goes_on_from_round_to_round_as_the_page_says(id: str) -> None:
    driver = Setup(id, seats=(1, 2), luck=1).driver()
    told: list[dict[str, Any]] = []
    left: list[str] = []
    compared = 0
    shoes = 0
    for number in range(300):
        if shoes > 1:
            break
        for who in driver.table.seats:  # nobody runs out of chips
            driver.table.ledger.move(CAGE, who, 10**6)
        driver.begin(seed_from(number), 0, {"seat 1": sealed(words_of("seat 1"))})
        play_on(driver, Random(number))
        told.append(_told(driver, PUBLIC))
        for event in driver.events:
            if isinstance(event, Shuffled):
                shoes += 1
                decks = event.count // len(PACKS[driver.table.rules.game.cards.pack])
                whole = PACKS[driver.table.rules.game.cards.pack] * decks
                left = BY_ANYONE["order"](seed_from(number).hex(), list(event.added), whole)
            elif event.data()["event"] == "cut":
                depth = event.data()["depth"]
                left = left[depth:] + left[:depth]
            elif event.data()["event"] in ("dealt", "burned"):
                assert isinstance(event, CardEvent)
                came, left = left[: len(event.cards)], left[len(event.cards) :]
                assert [NAMES[card] for card in event.cards] == came
                compared += len(came)
    assert shoes > 1 and compared > 200
    found = check(told)
    assert not [problem for one in found for problem in one.problems]
    assert sum(one.cards for one in found) > 100


# What is told, and when


@pytest.mark.parametrize("id", catalogue())
def test_the_commitment_is_told_before_the_seed_and_the_seed_when_no_card_is_left_to_come(id: str) -> None:
    driver = Setup(id).driver()
    driver.begin(seed_from(7))
    packs = driver.game.sealed_packs(driver.table) if not driver.table.memory.get("button") else {}
    began = view.history(driver.events, PUBLIC)[0]
    if "decks" not in began:
        assert not packs and began["commitment"] == hashlib.sha256(seed_from(7)).hexdigest()
    play_on(driver, Random(7))
    kinds = [event["event"] for event in view.history(driver.events, PUBLIC)]
    if game(id).rules.cards.seed_shown == "after the round":
        secret = (at for at, kind in enumerate(kinds) if kind in ("dealt", "wagered"))
        assert kinds.index("seedRevealed") > max(secret, default=0)  # nothing is dealt where nobody banks


@pytest.mark.threat("steered-cards")
@pytest.mark.parametrize("id", catalogue())
def test_nobody_can_deal_the_cards_from_what_is_public_before_the_deal(id: str) -> None:
    """The commitment, the seals and their hashes are keys to nothing."""
    driver = Setup(id, luck=2).driver()
    driver.begin(seed_from("secret"), 0, {"seat 1": sealed(words_of("seat 1"))})
    play_on(driver, Random(1))
    began = driver.events[0]
    assert isinstance(began, RoundBegan)
    dealt = [card for event in driver.events if isinstance(event, Dealt) for card in event.cards]
    public = [bytes.fromhex(str(began.commitment)), bytes.fromhex(sealed(words_of("seat 1")))]
    public += [hashlib.sha256(one).digest() for one in public]
    for key in public:
        for label in ("shuffle", "shuffle 2", "button"):
            for words in ([], [words_of("seat 1")]):
                guess = shuffles.order(key, words, driver.table.pack or pack.pack("52"), label)
                assert len(dealt) < 4 or dealt[: len(guess)][:4] != guess[:4]


@pytest.mark.parametrize("id", catalogue())
def test_what_a_seat_was_told_of_a_round_can_be_checked_with_nothing_else(id: str) -> None:
    cards = 0
    for luck in range(4):
        driver = Setup(id, seats=(1, 2, 3), luck=luck).driver()
        seats = [who for who in driver.table.seats if luck]
        driver.begin(seed_from(luck), 0, {who: sealed(words_of(who)) for who in seats})
        play_on(driver, Random(luck))
        for viewer in (*driver.table.seats, PUBLIC, SURVEILLANCE):
            (found,) = check([_told(driver, viewer)])
            assert not found.problems, (viewer, found.problems)
            cards += found.cards
    if game(id).rules.cards.seed_shown == "after the shoe":
        assert not cards
    else:
        assert cards or not any(isinstance(event, Dealt) for event in driver.events)


def _told(driver: Driver, viewer: str) -> dict[str, Any]:
    """A round as it leaves the house."""
    return dict(json.loads(json.dumps(view.round_told(driver, viewer))))


# Dice, wheels and other numbers

THROWING = [id for id, one in catalogue().items() if {"dice", "number"} & set(one.rules.asks)]
SPINNING = [id for id, one in catalogue().items() if one.rules.wheels]


def thrown(id: str, kind: str = "diceThrown", *, words: bool = True) -> dict[str, Any]:
    """A round of a table where dice are thrown, or a number is drawn in their place."""
    for luck, options in enumerate(tables(id)):
        driver = Setup(id, options, seats=(1, 2, 3), luck=luck).driver()
        driver.begin(seed_from(luck), 0, {who: sealed(words_of(who)) for who in driver.table.seats if words})
        play_on(driver, Random(luck))
        told = _told(driver, "seat 1")
        if any(event["event"] == kind for event in told["events"]):
            return told
    raise AssertionError(f"{id} has no {kind}")


def _bets(base: str, amounts: dict[str, int]) -> str:
    return ", ".join([f"{base} 10", *(f"{name} {dollars(amount)}" for name, amount in amounts.items())])


def spun(id: str, *, several: bool = False, mixed: bool = False) -> list[dict[str, Any]]:
    """A round in which a wheel is spun, perhaps one of several wheels or for several amounts, with the seed that the
    shoe would show later."""
    rules = game(id).rules
    options: Options = {"bonus_spin": True, "bonus_spin_xtreme": True, "bonus_spin_xtreme_event": "three-of-a-kind"}
    options |= {"bonus_spin_xtreme_table_1": "A", "bonus_spin_xtreme_table_2": "D"} if mixed else {}
    offered = {name: one for name, one in options.items() if name in rules.options}
    base = next(name for name, wager in rules.wagers.items() if wager.required)
    for luck in range(200):
        driver = Setup(id, offered, seats=(1, 2, 3)).driver()
        amounts = {name: max(driver.table.rules.amounts(name)) for name in rules.wagers if "spin" in name}
        bets = dict.fromkeys(driver.table.seats, _bets(base, amounts))
        if mixed:
            bets["seat 2"] = _bets(base, {name: min(driver.table.rules.amounts(name)) for name in amounts})
        for who in driver.table.seats:
            driver.table.ledger.move(CAGE, who, 10**6)
        driver.begin(seed_from(f"spin {luck}"), 0, {"seat 1": sealed(words_of("seat 1"))})
        while driver.open:
            if driver.table.awaits_words:
                open_words(driver)
                continue
            ask = next(iter(driver.asks.values()))
            driver.answer(ask.who, bets[ask.who] if ask.what == "wagers" else ask.default)
        told = _told(driver, PUBLIC)
        labels = [event["label"] for event in told["events"] if event["event"] == "spun"]
        if len(labels) > 2 * several + mixed:
            seed = {"event": "seedRevealed", "round": told["round"], "seed": seed_from(f"spin {luck}").hex()}
            told["events"] = [event for event in told["events"] if event["event"] != "seedRevealed"] + [seed]
            return [told]
    raise AssertionError(f"no wheel of {id} is spun")


@pytest.mark.parametrize("id", THROWING)
@pytest.mark.parametrize("words", [True, False])
def test_dice_are_held_to_the_seed_and_a_die_that_shows_otherwise_is_found(id: str, words: bool) -> None:
    told = thrown(id, words=words)
    (found,) = check([told])
    throw = next(event for event in told["events"] if event["event"] == "diceThrown")
    assert not found.problems and found.cards and found.numbers >= len(throw["dice"])
    for die in range(len(throw["dice"])):
        shows = throw["dice"][die]
        throw["dice"][die] = shows % 6 + 1
        (found,) = check([told])
        assert f"die {die + 1} shows {shows % 6 + 1}, and the seed gives {shows}" in found.problems
        throw["dice"][die] = shows
    told["events"].insert(told["events"].index(throw), dict(throw))  # a throw that was left out of what counts
    assert any("throw 2" in problem for problem in check([told])[0].problems)


@pytest.mark.parametrize("id", [id for id in THROWING if "number" in game(id).rules.asks])
def test_a_random_number_in_place_of_dice_is_held_to_the_seed(id: str) -> None:
    told = thrown(id, "numberDrawn")
    drawn = next(event for event in told["events"] if event["event"] == "numberDrawn")
    assert not check([told])[0].problems and check([told])[0].numbers
    lies = (("number", drawn["number"] % 7 + 1), ("most", drawn["most"] + 1), ("label", "action 2"), ("label", ""))
    for name, lie in lies:
        right, drawn[name] = drawn[name], lie
        assert any("the random number" in problem for problem in check([told])[0].problems), name
        drawn[name] = right


@pytest.mark.parametrize("id", SPINNING)
def test_wheels_are_held_to_the_seed_and_a_forged_stop_symbol_or_label_is_found(id: str) -> None:
    (told,) = spun(id, several=True)
    (found,) = check([told])
    spins = [event for event in told["events"] if event["event"] == "spun"]
    assert not found.problems and found.numbers >= len(spins) > 2
    for event in spins:
        lies: dict[str, Any] = {"stop": (event["stop"] + 1) % event["stops"], "stops": event["stops"] + 1}
        lies |= {"symbol": "jackpots", "label": f"{event['label']} 2", "wheel": "Fortune"}
        for name, lie in lies.items():
            if name == "wheel" and "hot spot" in event["label"]:
                continue  # which has no wheel
            right, event[name] = event[name], lie
            assert check([told])[0].problems, (event["label"], name)
            event[name] = right
    told["events"].insert(told["events"].index(spins[0]), dict(spins[0]))
    assert any("is drawn twice" in problem for problem in check([told])[0].problems)
    del told["wheels"], told["events"][told["events"].index(spins[0])]
    (found,) = check([told])
    assert not found.problems and "only their stops are checked" in found.notes[-1]


def test_community_wheels_of_several_amounts_are_spun_by_labels_with_the_amount() -> None:
    (told,) = spun("criss-cross-poker", several=True, mixed=True)
    assert not check([told])[0].problems
    shared = [event for event in told["events"] if event["event"] == "spun" and "community" in event["label"]]
    assert {event["label"].rpartition(" ")[2] for event in shared} <= {"1", "5"}
    shared[0]["label"] = "bonus-spin-xtreme community"
    assert any("by no label that a wager of this round has" in problem for problem in check([told])[0].problems)


def test_a_number_waits_for_the_seed_of_its_round() -> None:
    (told,) = spun("pontoon-21")
    told["events"].pop()
    (found,) = check([told])
    assert not found.problems and not found.numbers
    assert any("dice and wheels is not shown yet" in note for note in found.notes)


def test_cards_in_piles_are_followed_and_a_swapped_pile_is_found() -> None:
    told = thrown("lucky-pai-gow")
    acted = next(event for event in told["events"] if event["event"] == "acted" and event["ask"] == "pile")
    acted["answer"] = "pile 2" if acted["answer"] != "pile 2" else "pile 3"
    assert any("the shuffle has" in problem for problem in check([told])[0].problems)


def test_the_dealer_cuts_where_the_seed_says_and_a_player_where_they_like() -> None:
    told = thrown("lucky-pai-gow")
    cut = next(event for event in told["events"] if event["event"] == "cut")
    cut["depth"] = cut["depth"] % 40 + 2
    assert any(f"the dealer cut at {cut['depth']}" in problem for problem in check([told])[0].problems)
    cut["who"] = "seat 1"
    assert "seat 1 chose where the cards were cut" in check([told])[0].notes


def scrambled(id: str) -> dict[str, Any]:
    """A hand of eight to the end, so that the last card and the burned ones are scrambled."""
    driver = Setup(id, seats=tuple(range(1, 9))).driver()
    for who in driver.table.seats:
        driver.table.ledger.move(CAGE, who, 10**7)
    driver.begin(seed_from(id), 0, {"seat 1": sealed(words_of("seat 1"))})
    while driver.open:
        if driver.table.awaits_words:
            open_words(driver)
            continue
        ask = next(iter(driver.asks.values()))
        goes_on = [one for one in ask.answers() if one.startswith(("call", "check", "bring in"))]
        driver.answer(ask.who, (goes_on or [ask.default])[0])
    return _told(driver, "seat 1")


def test_scrambled_cards_come_in_the_order_that_the_words_give() -> None:
    told = scrambled("seven-card-stud")
    at = next(at for at, event in enumerate(told["events"]) if event["event"] == "scrambled")
    (found,) = check([told])
    assert not found.problems and found.numbers == 1  # the cut of them
    after = [event for event in told["events"][at:] if event["event"] == "dealt" and "?" not in event["cards"]]
    before = next(event for event in told["events"][:at] if event["event"] == "dealt" and "?" not in event["cards"])
    after[0]["cards"], before["cards"] = before["cards"], after[0]["cards"]
    assert any("lay elsewhere in the deck" in problem for problem in check([told])[0].problems)


def test_what_real_hands_dealt_is_not_held_to_a_seed() -> None:
    driver = Setup("criss-cross-poker", source="entered").driver()
    driver.begin(seed_from(1), 0, {})
    play_on(driver, Random(1))
    (found,) = check([_told(driver, PUBLIC)])
    assert not found.problems and not found.cards and "are real" in found.notes[0]


# Pot games: card by card


def _hand(id: str, *, luck: int = 3) -> Driver:
    """A hand in which somebody folds and somebody is shown down."""
    for number in range(luck, luck + 60):
        driver = Setup(id, seats=(1, 2, 3, 4), luck=number).driver()
        driver.begin(seed_from(number), 0, {"seat 2": sealed(words_of("seat 2"))})
        play_on(driver, Random(number))
        kinds = {type(event).__name__ for event in driver.events}
        if {"Revealed", "Discarded", "Dealt"} <= kinds and len(_folded(driver)) > 1:
            return driver
    raise AssertionError(f"nobody folds at {id}")


def _folded(driver: Driver) -> set[str]:
    """Cards that were dealt and that the public never saw."""
    seen = {card for event in view.seen(driver.events, PUBLIC) if isinstance(event, CardEvent) for card in event.cards}
    return {
        NAMES[card] for event in driver.events if isinstance(event, Dealt) for card in event.cards if card not in seen
    }


@pot_games
def test_each_seat_has_the_openings_of_what_it_saw_and_of_nothing_else(id: str) -> None:
    driver = _hand(id)
    for viewer in (*driver.table.seats, PUBLIC):
        told = _told(driver, viewer)
        began = told["events"][0]
        for opening in told["openings"]:
            assert BY_ANYONE["root"](opening, began["decks"]) == began["commitment"]
        shown = {card for event in told["events"] for card in event.get("cards", "").split() if card != "??"}
        assert {opening["card"] for opening in told["openings"]} == shown
    assert not _folded(driver) & {opening["card"] for opening in _told(driver, PUBLIC)["openings"]}


@pot_games
def test_openings_come_with_the_events_that_show_the_cards(id: str) -> None:
    driver, rng = Setup(id, seats=(1, 2, 3)).driver(), Random(1)
    begin(driver, rng)
    since, told = 0, []
    for _ in played(driver, rng):
        told += view.view(driver, "seat 1", since=since).get("openings", [])
        since = len(driver.events)
    told += view.view(driver, "seat 1", since=since).get("openings", [])
    assert told == [one.data() for one in view.openings(driver.events, "seat 1")] and told


def test_the_cut_of_a_pot_game_follows_from_what_players_know() -> None:
    driver = Setup("big-o", seats=(1, 2, 3), luck=4).driver()
    driver.begin(seed_from(4), 0, {"seat 1": sealed(words_of("seat 1"))})
    play_on(driver, Random(4))
    told = _told(driver, PUBLIC)
    (cut,) = [event for event in told["events"] if event["event"] == "cut"]
    commitment, words = told["events"][0]["commitment"], [words_of("seat 1")]
    assert cut["depth"] == 10 + BY_ANYONE["number"](commitment, words, "cut", 33)
    assert not check([told])[0].notes and check([told])[0].numbers == 1
    cut["depth"] = 12 if cut["depth"] != 12 else 13
    assert f"the dealer cut at {cut['depth']}" in check([told])[0].problems[0]


def _another_card(told: dict[str, Any]) -> None:
    held = {opening["card"] for opening in told["openings"]}
    told["openings"][0]["card"] = next(card for card in FULL if card not in held)


def _another_place(told: dict[str, Any]) -> None:
    told["openings"][0]["position"] ^= 1


def _another_salt(told: dict[str, Any]) -> None:
    told["openings"][-1]["salt"] = "00" * 32


def _a_longer_way(told: dict[str, Any]) -> None:
    told["openings"][0]["path"].append("00" * 32)


def _no_opening(told: dict[str, Any]) -> None:
    told["openings"].pop()


def _swapped(told: dict[str, Any]) -> None:
    """Two cards are shown in each other's place: the house would deal another card than the next."""
    first, second = [event for event in told["events"] if event["event"] == "dealt" and event["seen"] is None][-2:]
    first["cards"], second["cards"] = second["cards"], first["cards"]


def _other_words(told: dict[str, Any]) -> None:
    next(event for event in told["events"] if event["event"] == "wordsOpened")["opened"]["seat 2"] += "!"


def _unmixed(told: dict[str, Any]) -> None:
    for event in told["events"]:
        if event["event"] == "shuffled":
            event["added"] = []


@pytest.mark.threat("crooked-shuffle")
@pytest.mark.parametrize(
    ("lie", "said"),
    [
        (_another_card, "does not lead to the commitment"),
        (_another_place, "does not lead to the commitment"),
        (_another_salt, "does not lead to the commitment"),
        (_a_longer_way, "does not lead to the commitment"),
        (_no_opening, "without its opening"),
        (_swapped, "lay elsewhere in the deck"),
        (_other_words, "other words than were sealed"),
        (_unmixed, "not made with the words"),
    ],
)
def test_a_lie_about_a_card_is_found(lie: Callable[[dict[str, Any]], None], said: str) -> None:
    told = _told(_hand("limit-holdem"), PUBLIC)
    assert not check([told])[0].problems
    lie(told)
    assert any(said in problem for problem in check([told])[0].problems)


def test_the_tree_of_rfc_9162_for_any_number_of_cards() -> None:
    for size in (*range(1, 18), 52, 53, 106):
        deck = [number % 53 for number in range(size)]
        sealed_deck = SealedDecks(seed_from(size), {"shuffle": shuffle.shuffled(deck, seed_from(size), "shuffle")})
        assert str(sealed_deck) == shuffles.promise(seed_from(size), {"shuffle": deck})
        for opening in sealed_deck.openings("shuffle", deck[: min(size, 53)]):
            assert BY_ANYONE["root"](opening.data(), {"shuffle": size}) == str(sealed_deck)


# Words


def test_words_are_opened_when_bets_are_closed_and_only_as_they_were_sealed() -> None:
    driver = Setup("criss-cross-poker", seats=(1, 2), luck=2).driver()
    mine, theirs = words_of("seat 1"), words_of("seat 2")
    for who in driver.table.seats:
        driver.table.ledger.move(CAGE, who, 100_00)
    driver.begin(seed_from(1), 0, {"seat 1": sealed(mine), "seat 2": sealed("half\ud7ff a word")})
    refused(driver.open_words, {"seat 1": mine})  # bets are still placed
    for who in ("seat 1", "seat 2"):
        driver.answer(who, "ante 10")
    assert driver.open and not driver.asks and driver.table.awaits_words
    before = standing(driver)
    refused(driver.answer, "seat 1", "fold")
    for wrong in ({"seat 1": mine + "!"}, {"seat 2": "half\ud7ff a word"}, {"seat 3": mine}, {"seat 1": theirs},
                  {"seat 1": "x" * 201}, {"seat 1": "two\nlines"}, {"seat 1": "\ud800"}, {"seat 1": ""}):  # fmt: skip
        refused(driver.open_words, wrong)
    assert standing(driver) == before == standing(replayed(driver))
    driver.open_words({"seat 1": mine})
    assert driver.table.added == [mine] and driver.asks
    refused(driver.open_words, {"seat 1": mine})
    assert "seat 2 kept theirs closed, and they do not count" in "\n".join(view.story(driver.events, PUBLIC))
    play_on(driver, Random(1))
    again = journal.replay(journal.written(driver), game)
    assert standing(again) == standing(driver)


@pytest.mark.parametrize("id", catalogue())
def test_every_game_waits_for_sealed_words_before_it_shuffles_and_goes_on_if_they_stay_closed(id: str) -> None:
    orders = []
    for opened in (True, False):
        driver, rng = Setup(id, luck=5).driver(), Random(5)
        driver.begin(seed_from(5), 0, {who: sealed(words_of(who)) for who in driver.table.seats})
        waited = False
        for _ in range(500):
            if driver.table.awaits_words:
                waited = True
                assert not driver.table.shuffled and not driver.asks
                if opened:
                    open_words(driver)
                else:
                    driver.open_words({})
            elif driver.open:
                ask = rng.choice(list(driver.asks.values()))
                driver.answer(ask.who, ask.forms[0].random(rng) or ask.default)
        assert not driver.open and standing(replayed(driver)) == standing(driver)
        dealt = [event.cards for event in driver.events if isinstance(event, Dealt)]
        assert waited or not dealt
        orders.append(dealt)
    assert orders[0] != orders[1] or not orders[0]


def test_what_seats_add_changes_the_key_in_its_order_and_can_not_be_run_together() -> None:
    added = ((), ("a",), ("b",), ("a", "b"), ("b", "a"), ("ab",), ("", "ab"))
    keys = [shuffle.words_key(words) for words in added]
    assert len(set(keys)) == len(keys) and not keys[0]


# Without a bias


def test_every_order_of_four_cards_comes_equally_often() -> None:
    rounds = 24_000
    orders = Counter(tuple(shuffle.shuffled(range(4), seed_from(number))) for number in range(rounds))
    expected = rounds / 24
    chi_square = sum((orders[order] - expected) ** 2 / expected for order in permutations(range(4)))
    assert chi_square < 49.73  # 23 degrees of freedom, p = 0.001; the seeds are fixed, so it never flickers


def test_every_card_comes_to_every_place_equally_often() -> None:
    rounds, size = 5_200, 52
    places = Counter(
        (place, card)
        for number in range(rounds)
        for place, card in enumerate(shuffle.shuffled(range(size), seed_from(f"place {number}")))
    )
    expected = rounds / size
    chi_square = sum((places[place, card] - expected) ** 2 / expected for place in range(size) for card in range(size))
    assert 2_380 < chi_square < 2_840  # 51 x 51 = 2601 degrees of freedom, about three standard deviations


def test_a_shuffle_is_what_the_rule_says_with_and_without_numbers_near_the_top() -> None:
    """A stream with two bytes of 255 side by side is read number by number, any other all at once."""
    careful = set()
    for size in (0, 1, 2, 9, 10, 53, 416):
        for at in range(80):
            seed = seed_from(at)
            blocks = [hashlib.sha256(seed + b"shuffle" + n.to_bytes(4, "big")).digest() for n in range(-(-size // 8))]
            careful.add(b"\xff\xff" in b"".join(blocks))
            assert shuffle.shuffled(range(size), seed) == shuffles.mix(range(size), seed)
    assert careful == {False, True}


def test_a_shuffle_draws_again_what_would_favour_some_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    top, low = (2**32 - 1).to_bytes(4, "big"), bytes(4)

    class Biased:
        def __init__(self, data: bytes) -> None:
            self._first = data.endswith(bytes(4))

        def digest(self) -> bytes:
            return top * 3 + low * 5 if self._first else low * 8

    monkeypatch.setattr(shuffle, "sha256", Biased)
    monkeypatch.setattr(shuffles, "sha256", Biased)
    assert shuffle.shuffled("abc", b"") == shuffles.mix("abc", b"") == ["b", "c", "a"]


def test_a_number_is_unbiased_and_rejects_what_would_favour_the_small_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    thrown = Counter(shuffle.number(seed_from(throw), "die", 6) for throw in range(12_000))
    assert set(thrown) == set(range(6))
    assert sum((count - 2000) ** 2 / 2000 for count in thrown.values()) < 20.5  # 5 degrees of freedom, p = 0.001
    below = 3 * 2**30  # only one multiple fits in 32 bits: a number from there on must be thrown again
    monkeypatch.setattr(shuffle, "_numbers", lambda key, label: iter([2**32 - 1, below, below - 1, 5]))
    assert shuffle.number(b"key", "label", below) == below - 1
    monkeypatch.setattr(shuffle, "_numbers", lambda key, label: iter([2**32 - 1]))
    assert shuffle.number(b"key", "label", 1 << 16) == 2**16 - 1


def test_labels_and_keys_give_numbers_that_have_nothing_to_do_with_each_other() -> None:
    key = seed_from(1)
    numbers = [shuffle.number(key, label, 1 << 32) for label in ("cut", "die 1", "die 2", "shuffle")]
    assert len(set(numbers)) == 4
    assert shuffle.number(seed_from(2), "cut", 1 << 32) != numbers[0]


def test_a_card_that_was_dealt_face_down_is_held_to_the_shuffle_when_it_is_turned_up() -> None:
    driver = Setup("criss-cross-poker", seats=(1, 2), luck=1).driver()
    driver.begin(seed_from(1), 0, {})
    play_on(driver, Random(1))
    told = _told(driver, "seat 1")
    (found,) = check([told])
    shown = [event for event in told["events"] if event["event"] == "revealed"]
    assert not found.problems and found.cards > 2 and shown
    shown[0]["cards"] = " ".join(next(card for card in FULL if card not in str(told["events"])) for _ in "x")
    (found,) = check([told])
    assert any("which the shuffle has not dealt there" in problem for problem in found.problems)
