"""Baccarat of any number of decks, counted whole: every order of the six cards that a hand can need.

Only points matter, so the cards are ten kinds with so many of each. The two first hands are pairs of kinds; who draws
follows from the rule file, and each case weighs as many orders of six cards as there are.
"""

from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from functools import cache
from math import perm
from random import Random
from time import perf_counter

import numpy as np

from houseway.cards.card import Card, text
from houseway.cards.pack import pack
from houseway.cards.special_ranks import baccarat_points
from houseway.games.community.baccarat.round import banker_draws, is_natural, player_draws, results
from houseway.games.community.count.lines import NOTE, Said, price_said
from houseway.games.community.round import SIDES
from houseway.pricing.counting.cache import Arrays, kept
from houseway.pricing.counting.work import Progress
from houseway.pricing.papers.sheet import Sheet
from houseway.pricing.pricing import Case, Placed, Pricing, Shared
from houseway.rules.models import GameRules
from houseway.rules.resolved import Rules

Hand = tuple[int, ...]  # points of each card, in the order dealt

KINDS = range(10)
_DEALT = 6  # cards that a hand can need
_CARD: tuple[Card, ...] = tuple(next(one for one in range(52) if baccarat_points((one,)) == kind) for kind in KINDS)


def count(game: GameRules, cards: Sequence[Card]) -> dict[Said, int]:
    """How many orders of six cards of the shoe lead to what can be said of the finished hands."""
    left = [0] * 10
    for one in cards:
        left[baccarat_points((one,))] += 1
    found: dict[tuple[Hand, Hand], int] = {}
    for player, banker, ways in _hands(game, left):
        shape = (_shape(player), _shape(banker))
        found[shape] = found.get(shape, 0) + ways
    counts: dict[Said, int] = {}
    for (player, banker), ways in found.items():
        said = results(_cards(player), _cards(banker))
        counts[said] = counts.get(said, 0) + ways
    return counts


def _shape(hand: Hand) -> Hand:
    """A hand that says the same: its points on its last card."""
    return (*(0 for _ in hand[1:]), sum(hand) % 10)


@cache
def _cards(hand: Hand) -> tuple[Card, ...]:
    return tuple(_CARD[kind] for kind in hand)


def _hands(game: GameRules, left: list[int]) -> Iterator[tuple[Hand, Hand, int]]:
    """Both finished hands, and how many orders of six cards begin so."""
    total = sum(left)

    @cache
    def natural(points: int) -> bool:
        return is_natural(game, _cards((0, points)))

    @cache
    def hits(points: int) -> bool:
        return player_draws(game, _cards((0, points)))

    @cache
    def banker_hits(points: int, third: int | None) -> bool:
        return banker_draws(game, _cards((0, points)), None if third is None else _CARD[third])

    def take(kind: int, ways: int) -> int:
        """The ways to deal one more of this kind; it is gone until it is put back."""
        ways *= left[kind]
        left[kind] -= 1
        return ways

    for first in KINDS:
        one = take(first, 1)
        for second in KINDS:
            player = (first, second)
            two = take(second, one)
            for third in KINDS:
                three = take(third, two)
                for fourth in KINDS:
                    banker = (third, fourth)
                    ways = take(fourth, three)
                    mine, theirs = (first + second) % 10, (third + fourth) % 10
                    if not ways:
                        pass
                    elif natural(mine) or natural(theirs):
                        yield player, banker, ways * perm(total - 4, 2)
                    else:
                        for drawn in KINDS if hits(mine) else (None,):
                            after = ways if drawn is None else take(drawn, ways)
                            held = player if drawn is None else (*player, drawn)
                            if not banker_hits(theirs, drawn):
                                yield held, banker, after * perm(total - 2 - len(held), _DEALT - 2 - len(held))
                            else:
                                for last in KINDS:
                                    more = after * left[last]
                                    if more:
                                        yield held, (*banker, last), more * perm(total - 3 - len(held), 3 - len(held))
                            if drawn is not None:
                                left[drawn] += 1
                    left[fourth] += 1
                left[third] += 1
            left[second] += 1
        left[first] += 1


def price(rules: Rules, *, progress: Progress | None = None) -> Sheet:
    """The PAR sheet of a baccarat table, from a whole shoe."""
    begun = perf_counter()
    decks = int(rules.options["decks"])
    counts = deals_by_words(rules.game, decks)
    total = sum(counts.values())
    wagers = [price_said(rules, wager, counts) for wager in rules.wagers]
    if progress:
        progress(1, 1)
    method = (
        f"Each of the {total:,} orders of six cards from {decks} decks is counted once, by the points of the cards; "
        "who draws follows from the printed table.",
        "On a small shoe the same count is compared with every order dealt and settled by the table's own settlement.",
    )
    notes = (
        "Any hand of a shoe is worth the same on average to one who does not look at the cards dealt before it.",
        NOTE,
    )
    return Sheet(rules, tuple(wagers), (), notes, method, seconds=perf_counter() - begun)


def deals_by_words(game: GameRules, decks: int) -> dict[Said, int]:
    """The count of a whole shoe, kept by what the hands depend on: the cards and the rules of drawing."""

    def made() -> Arrays:
        found = count(game, pack(game.cards.pack, decks))
        said = [" ".join(words) for words in found]
        return {"said": np.array(said), "counts": np.array([str(many) for many in found.values()])}  # of any size

    kept_counts = kept("baccarat", [game.facts.model_dump(mode="json"), game.cards.pack, decks], made)
    said, counts = kept_counts["said"].tolist(), kept_counts["counts"].tolist()
    return {tuple(words.split()): int(many) for words, many in zip(said, counts, strict=True)}


def expectation_of(rules: Rules, wager: str, cards: Sequence[Card]) -> Fraction:
    """What a wager is worth at one moment of a shoe: the cards still to come are known, their order is not."""
    return price_said(rules, wager, count(rules.game, cards)).expectation


# The player-dealer's side


def cases(rules: Rules, placed: Sequence[Placed]) -> Iterator[Case]:
    """Everything that can be said of two finished hands, each once, with hands that say so."""
    decks = int(rules.options["decks"])
    counts = deals_by_words(rules.game, decks)
    hands = _hands_that_say(rules.game, counts.keys(), pack(rules.game.cards.pack, decks))
    for said, many in counts.items():
        yield Case(many, {side: text(cards) for side, cards in zip(SIDES, hands[said], strict=True)}, placed)


def _hands_that_say(
    game: GameRules, wanted: Collection[Said], shoe: Sequence[Card]
) -> dict[Said, tuple[tuple[Card, ...], tuple[Card, ...]]]:
    """Two hands, dealt by the printed table, for everything that can be said of them."""
    dealer, hands = Random("hands that say it"), dict[Said, tuple[tuple[Card, ...], tuple[Card, ...]]]()
    while len(hands) < len(wanted):
        one, two, three, four, *more = dealer.sample(shoe, _DEALT)
        player, banker = (one, two), (three, four)
        if not is_natural(game, player) and not is_natural(game, banker):
            third = more.pop() if player_draws(game, player) else None
            last = (more.pop(),) if banker_draws(game, banker, third) else ()
            player, banker = (*player, *(() if third is None else (third,))), (*banker, *last)
        hands.setdefault(results(player, banker), (player, banker))
    return hands


PRICING = Pricing(price, shared=Shared(cases, "every opponent bets on the same two hands"))
