"""War of any number of decks, counted whole.

Only ranks matter, and every rank comes equally often. So the cards that decide are any two different ranks with the
same chance, however many wars came before, and what is to be counted is how often there are so many wars in a row.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise, permutations
from math import comb, perm
from time import perf_counter

from houseway.cards.card import Card, rank, text
from houseway.cards.pack import pack
from houseway.games.community.count.lines import NOTE, Said, price_said
from houseway.games.community.round import SIDES
from houseway.games.community.war.facts import WARS
from houseway.games.community.war.round import results
from houseway.pricing.counting.work import Progress
from houseway.pricing.papers.sheet import Sheet
from houseway.pricing.pricing import Case, Placed, Pricing, Shared
from houseway.rules.resolved import Rules

Hands = tuple[tuple[Card, ...], tuple[Card, ...]]

MOST = len(WARS)  # wars that are told apart: so many or more are one


def count(cards: Sequence[Card]) -> dict[Said, int]:
    """How often everything is said of the finished hands, out of all orders of eight cards times the pairs of ranks
    that can decide: after eight cards there have been four wars, or the hands are decided."""
    counts: Counter[Said] = Counter()
    for wars, ways in enumerate(_exactly(cards)):
        for deciding in permutations(_ranks(cards), 2):
            counts[results(*_hands(wars, *deciding))] += ways
    return dict(counts)


def _ranks(cards: Sequence[Card]) -> dict[int, int]:
    """How many cards there are of each rank."""
    ranks = Counter(rank(card) for card in cards)
    assert len(set(ranks.values())) == 1, "every rank comes equally often"
    return dict(ranks)


def _exactly(cards: Sequence[Card]) -> list[int]:
    """In how many orders of eight cards there is no war, one, two, three, and four or more."""
    total, dealt = len(cards), 2 * MOST
    at_least = [ties * perm(total - 2 * wars, dealt - 2 * wars) for wars, ties in enumerate(_tied(_ranks(cards), MOST))]
    return [*(one - more for one, more in pairwise(at_least)), at_least[-1]]


def _tied(ranks: dict[int, int], most: int) -> list[int]:
    """In how many orders of 2n cards the first two, the next two and so on are equal, for n from none to `most`: rank
    by rank, which of the wars are of this rank, and in how many ways its cards fall there."""
    ways = [1] + [0] * most
    for many in ranks.values():
        ways = [
            sum(comb(wars, of_this) * perm(many, 2 * of_this) * ways[wars - of_this] for of_this in range(wars + 1))
            for wars in range(most + 1)
        ]
    return ways


def _hands(wars: int, player: int, banker: int) -> Hands:
    """Hands that are decided by these ranks after so many wars, each of a rank of its own."""
    others = [one for one in range(13) if one not in (player, banker)][:wars]
    return (*(4 * one for one in others), 4 * player), (*(4 * one + 1 for one in others), 4 * banker + 1)


def price(rules: Rules, *, progress: Progress | None = None) -> Sheet:
    """The PAR sheet of a table of war."""
    begun = perf_counter()
    decks = int(rules.options["decks"])
    counts = count(pack(rules.game.cards.pack, decks))
    wagers = tuple(price_said(rules, wager, counts) for wager in rules.wagers)
    if progress:
        progress(1, 1)
    method = (
        f"Wars are counted in all orders of eight cards from {decks} deck{'s' * (decks > 1)}; whichever cards decide, "
        "any two different ranks do so equally often, since every rank comes equally often and the suits say nothing.",
        "On a small pack the same count is compared with every order of its cards, dealt and settled by the game.",
    )
    return Sheet(rules, wagers, (), (NOTE,), method, seconds=perf_counter() - begun)


def cases(rules: Rules, placed: Sequence[Placed]) -> Iterator[Case]:
    """Everything that can be said of two finished hands, each once, with hands that say so."""
    counts = count(pack(rules.game.cards.pack, int(rules.options["decks"])))
    hands = {
        results(*found): found
        for wars in range(MOST + 1)
        for deciding in permutations(range(13), 2)
        for found in (_hands(wars, *deciding),)
    }
    for said, many in counts.items():
        yield Case(many, {side: text(cards) for side, cards in zip(SIDES, hands[said], strict=True)}, placed)


PRICING = Pricing(price, shared=Shared(cases, "every opponent bets on the same two hands"))
