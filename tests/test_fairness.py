"""The shuffle can be checked by anyone: here with nothing but hashlib, and what everybody at the table was told."""

import hashlib
from collections import Counter
from itertools import permutations
from random import Random

import pytest

from houseway.cards import shuffle
from houseway.cards.card import NAMES
from houseway.cards.shuffle import seed_from
from houseway.games import catalogue, game
from houseway.play import view
from houseway.play.event import PUBLIC, Dealt
from houseway.play.table import FLOOR
from tests.rounds import Setup, play_on


def sha(*parts: bytes) -> bytes:
    return hashlib.sha256(b"".join(parts)).digest()


def dealt_by_anyone(seed: bytes, added: list[str], pack: list[str]) -> list[str]:
    """The ten lines of somebody else: the fair shuffle, from its description alone."""
    key = sha(seed, *[sha(words.encode()) for words in added])
    blocks = (sha(key, b"shuffle", counter.to_bytes(4, "big")) for counter in range(1 << 32))
    stream = (int.from_bytes(block[at : at + 4], "big") for block in blocks for at in range(0, 32, 4))
    cards = list(pack)
    for last in range(len(cards) - 1, 0, -1):
        limit = 2**32 // (last + 1) * (last + 1)
        other = next(number for number in stream if number < limit) % (last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    return cards


def test_commitment_seed_and_added_words_give_every_card_that_was_dealt() -> None:
    driver = Setup("criss-cross-poker", seats=(1, 2, 3), luck=2, automatic=(FLOOR,)).driver()
    driver.begin(seed_from("fair"))
    driver.add_entropy("seat 1", "my dog's name")
    driver.add_entropy("seat 3", "été 🎲")
    play_on(driver, Random(4))
    public = view.history(driver.events, PUBLIC)
    seed = bytes.fromhex(next(event["seed"] for event in public if event["event"] == "seedRevealed"))
    assert public[0]["commitment"] == hashlib.sha256(seed).hexdigest()
    added = [words for event in public if event["event"] == "entropyAdded" for words in event["added"]]
    assert added[:2] == ["my dog's name", "été 🎲"]
    pack = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    order = dealt_by_anyone(seed, added, pack)
    dealt = [NAMES[card] for event in driver.events if isinstance(event, Dealt) for card in event.cards]
    assert len(dealt) >= 7 and dealt == order[: len(dealt)]
    assert dealt != dealt_by_anyone(seed, [], pack)[: len(dealt)]
    told = [card for event in public for card in event.get("cards", "").split() if card != "??"]
    assert set(told) <= set(dealt) and len(set(told)) >= 5


@pytest.mark.parametrize("id", catalogue())
def test_the_commitment_is_told_before_the_seed_and_the_seed_when_no_card_is_left_to_come(id: str) -> None:
    driver = Setup(id).driver()
    driver.begin(seed_from(7))
    assert view.history(driver.events, PUBLIC)[0]["commitment"] == shuffle.commitment(seed_from(7))
    play_on(driver, Random(7))
    kinds = [event["event"] for event in view.history(driver.events, PUBLIC)]
    if game(id).rules.cards.seed_shown == "after the round":
        secret = (at for at, kind in enumerate(kinds) if kind in ("dealt", "wagered"))
        assert kinds.index("seedRevealed") > max(secret, default=0)  # nothing is dealt where nobody banks


def test_what_seats_add_changes_the_key_in_its_order_and_can_not_be_run_together() -> None:
    seed = seed_from(1)
    keys = [shuffle.mixed(seed, added) for added in ((), ("a",), ("b",), ("a", "b"), ("b", "a"), ("ab",), ("", "ab"))]
    assert len(set(keys)) == len(keys)


def test_the_shuffle_is_the_described_one_for_packs_of_any_size() -> None:
    for size in (1, 2, 7, 52, 53, 416):
        for number in range(5):
            seed = seed_from(f"{size} {number}")
            ours = shuffle.shuffled(range(size), shuffle.mixed(seed, ["x"]))
            assert list(map(str, ours)) == dealt_by_anyone(seed, ["x"], list(map(str, range(size))))


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
    assert shuffle.number(key, "cut", 1 << 32) == int.from_bytes(sha(key, b"cut", bytes(4))[:4], "big")
    assert shuffle.number(seed_from(2), "cut", 1 << 32) != numbers[0]
