"""Settling pai gow: two hands against the player-dealer's two, and bonus bets by what is said of the cards. Pure: play,
price and prove settle with it alike."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations

from houseway.cards.card import JOKER, RANKS, Card, without
from houseway.cards.ranks import ACE, Category, suited
from houseway.cards.special_ranks import joker_category, joker_ranks_of
from houseway.cards.two_hands import TwoHands
from houseway.games.pai_gow import facts as family
from houseway.games.pai_gow.facts import PaiGowFacts
from houseway.play.note import NO_NOTE, Note, Why
from houseway.play.outcome import Outcome, Result, paid_by
from houseway.play.places import BANK_HAND
from houseway.rules.families import facts
from houseway.rules.house_way import house_way
from houseway.rules.models import GameRules, PayLine, PayTable, hand_key
from houseway.rules.resolved import Rules

Cards = tuple[Card, ...]

BASE = "base"
FRONT, BACK = "front", "back"
_THREE, _EIGHT = RANKS.index("3"), RANKS.index("8")
_TWO_IN_FRONT = TwoHands()


@dataclass(frozen=True)
class SetHand:
    """Cards as they are set, with the game's ranking of the two hands."""

    front: Cards
    back: Cards
    hands: TwoHands = _TWO_IN_FRONT

    @property
    def cards(self) -> Cards:
        return self.front + self.back

    @cached_property
    def front_rank(self) -> int:
        return self.hands.front_rank(self.front)

    @cached_property
    def back_rank(self) -> int:
        return self.hands.back_rank(self.back)

    @property
    def is_miscounted(self) -> bool:
        """There are not as many cards in front as there must be."""
        return len(self.front) != self.hands.in_front

    def __str__(self) -> str:
        if self.is_miscounted:
            return f"{len(self.front)} cards in front, {len(self.back)} in back"
        front, back = self.hands.front_name(self.front_rank), self.hands.back_name(self.back_rank)
        return f"{front} in front, {back} in back"


def two_hands(game: GameRules) -> TwoHands:
    """How a game ranks the two hands."""
    assert game.set_in_two is not None, f"{game.id} sets no cards into two hands"
    return game.set_in_two.hands


def set_house_way(game: GameRules, cards: Sequence[Card]) -> SetHand:
    """Cards set by the chart of the rule file."""
    chart = house_way(game)
    front, back = chart.set(cards)
    return SetHand(front, back, chart.hands)


def is_foul(hand: SetHand) -> bool:
    """Whether the hand in front outranks the hand in back, or the number of cards in them is wrong."""
    return hand.is_miscounted or hand.hands.outranks(hand.front_rank, hand.back_rank)


# Every wager of one bettor


def settle(rules: Rules, hand: SetHand, bank: SetHand, stakes: Mapping[str, int]) -> list[Outcome]:
    """Each wager of one bettor, in the order in which the rule file has them."""
    spots = [spot for name, wager in rules.game.wagers.items() for spot in (wager.spots or (name,))]
    return [settle_wager(rules, spot, hand, bank, stakes[spot]) for spot in spots if spot in stakes]


def settle_wager(rules: Rules, wager: str, hand: SetHand, bank: SetHand, stake: int) -> Outcome:
    table = rules.pay_tables[wager]
    if follows_the_comparison(table):
        return _settle_compared(rules, wager, hand, bank, stake)
    line = best_line(table, words_for(rules.game, table, hand, bank))
    name = line.label if line and line.pays else hand.hands.back_name(hand.hands.back_rank(hand.cards))
    return paid_by(line, wager, stake, chip=rules.chip, lost=table.clause, hand=name)


def best_line(table: PayTable, said: Collection[str]) -> PayLine | None:
    """The highest-paying line that describes the hands (ALL-7)."""
    return max((line for line in table.lines if line.hand in said), key=_odds, default=None)


def _odds(line: PayLine) -> Fraction:
    return line.pays.fraction() if line.pays else Fraction(0)


# What follows the comparison: the base wager, and a double-down


def follows_the_comparison(table: PayTable) -> bool:
    return table.line("wins") is not None


def settle_base(rules: Rules, hand: SetHand, bank: SetHand, stake: int) -> Outcome:
    return _settle_compared(rules, BASE, hand, bank, stake)


def _settle_compared(rules: Rules, wager: str, hand: SetHand, bank: SetHand, stake: int) -> Outcome:
    """With a word on a foul or a copy. A line that looks at the player-dealer alone stands before the comparison."""
    table, clauses = rules.pay_tables[wager], facts(rules.game, PaiGowFacts).clauses
    if line := whatever_the_hand(rules, wager, bank):
        return paid_by(line, wager, stake, chip=rules.chip, note=Note(line.label))
    if is_foul(hand):
        return Outcome(wager, stake, Result.LOSE, clauses.foul, hand=str(hand), note=Why.FOUL.note)
    line = table.line(compared(hand, bank))
    also, note = "", NO_NOTE
    if copied := copies(hand, bank):
        also, note = clauses.copies, Why.COPY.about(" and in ".join(copied))
    found = paid_by(line, wager, stake, chip=rules.chip, lost=table.clause, also=also, hand=str(hand), note=note)
    return found.beside(BANK_HAND, str(bank))


def whatever_the_hand(rules: Rules, wager: str, bank: SetHand) -> PayLine | None:
    """The line of a wager that goes by the player-dealer's hand alone, where that hand is so: ace high in Ace Up, or
    too low for Mini's double-down (PG-12, PG-14)."""
    table = rules.pay_tables[wager]
    if (line := table.line("player-dealer-ace-high")) and is_ace_high(bank.cards, bank.hands):
        return line
    if (line := table.line("player-dealer-not-qualified")) and not qualifies(rules.game, bank):
        return line
    return None


def qualifies(game: GameRules, bank: SetHand) -> bool:
    """Whether the player-dealer's back is good enough for the double-down to stand."""
    double = facts(game, PaiGowFacts).double_down
    rank = bank.back_rank
    kind = joker_category(rank)
    return double is None or kind > Category.PAIR or (kind == Category.PAIR and joker_ranks_of(rank)[0] >= double.pair)


def compared(hand: SetHand, bank: SetHand) -> str:
    """`wins` with both hands higher, `push` with one, `loses` with none or with a foul. A copy is not higher (PG-1)."""
    if is_foul(hand):
        return "loses"
    higher = (hand.front_rank > bank.front_rank) + (hand.back_rank > bank.back_rank)
    return ("loses", "push", "wins")[higher]


def copies(hand: SetHand, bank: SetHand) -> list[str]:
    """Which of the two hands equal the player-dealer's."""
    equal = {FRONT: hand.front_rank == bank.front_rank, BACK: hand.back_rank == bank.back_rank}
    return [part for part, same in equal.items() if same]


# What pay lines say of hands


def words_for(game: GameRules, table: PayTable, hand: SetHand, bank: SetHand) -> set[str]:
    """What can be said of the hands, of all that the table's lines ask for."""
    asked = {line.hand for line in table.lines}
    return {word for words, say in _SAY if not asked.isdisjoint(words) for word in say(game, hand, bank)}


_RUNS = {size: [((1 << size) - 1) << low for low in range(15 - size)] for size in (5, 7)}  # ace low to ace high
_KING_QUEEN = 1 << ACE - 1 | 1 << ACE - 2


def contained(cards: Sequence[Card], *, plain_flushes: bool = True) -> set[str]:
    """Every poker hand of a pay table that can be made of the cards, however they are set, as the line names it;
    without `plain_flushes` the joker completes straights and straight flushes only (PG-4)."""
    joker = JOKER in cards
    held = [card for card in cards if card != JOKER]
    suits = suited(held)
    return {*_of_a_kind(held, joker), *_in_order(suits, joker, plain_flushes)}


def _counts(cards: Sequence[Card]) -> list[int]:
    """How many cards there are of each rank, the joker an ace."""
    counts = [0] * 13
    for card in cards:
        counts[ACE if card == JOKER else card >> 2] += 1
    return counts


def _of_a_kind(held: Sequence[Card], joker: bool) -> Iterator[str]:
    """Sets, with the joker as an ace."""
    counts = _counts(held)
    counts[ACE] += joker
    most, next_most = sorted(counts)[:-3:-1]
    if most == 5:
        yield "five-aces"
    if most >= 4:
        yield "four-of-a-kind"
    if most >= 3:
        yield "three-of-a-kind"
        if next_most >= 2:
            yield "full-house"


def _in_order(suits: Sequence[int], joker: bool, plain_flushes: bool) -> Iterator[str]:
    """Straights and flushes, with the joker as any card that completes them."""
    if _run(suits[0] | suits[1] | suits[2] | suits[3], 5, joker):
        yield "straight"
    for at, suit in enumerate(suits):
        if suit.bit_count() + joker < 5:
            continue
        if plain_flushes or suit.bit_count() >= 5:
            yield "flush"
        if not _run(suit, 5, joker):
            continue
        yield "straight-flush"
        if _is_royal(suit, joker):
            yield "royal-flush"
            if _is_royal(suit, joker=False):
                yield "natural-royal-flush"
            others = (*suits[:at], *suits[at + 1 :])
            if any(other & _KING_QUEEN == _KING_QUEEN for other in others):
                yield "royal-flush-and-royal-match"
        if _run(suit, 7, joker):
            yield "wild-seven-card-straight-flush" if joker else "natural-seven-card-straight-flush"


def _run(ranks: int, size: int, joker: bool) -> bool:
    """Whether so many ranks follow one another, one of them perhaps the joker's; an ace also stands below the two."""
    both_ends = ranks << 1 | ranks >> ACE
    return any((both_ends & run).bit_count() + joker >= size for run in _RUNS[size])


def _is_royal(ranks: int, joker: bool) -> bool:
    return (ranks >> ACE - 4).bit_count() + joker >= 5


def with_pair(cards: Sequence[Card], hands: TwoHands) -> set[str]:
    """Every hand of five cards whose two others are a pair, the joker an ace in it (PG-11)."""
    found = set[str]()
    for two in combinations(cards, 2):
        if max(_counts(two)) == 2:
            kind = joker_category(hands.back_rank(without(cards, two)))
            name = "five-aces" if kind is Category.FIVE_OF_A_KIND else hand_key(kind)
            found.add(f"{name}-and-pair")
    return found & family.AND_PAIR


def paired(cards: Sequence[Card], hands: TwoHands) -> set[str]:
    """Two and three pairs, and a hand that has nothing at all above an eight (MP-3)."""
    pairs = sum(count >= 2 for count in _counts(cards))
    found = {"two-pair"} if pairs >= 2 else set()
    if pairs >= 3:
        found.add("three-pair")
    return {"eight-high"} if high_card(cards, hands) == _EIGHT else found


def high_card(cards: Sequence[Card], hands: TwoHands) -> int | None:
    """The highest rank of cards with no pair, straight or flush; None where they have one."""
    rank = hands.back_rank(cards)
    return joker_ranks_of(rank)[0] if joker_category(rank) is Category.HIGH_CARD else None


def is_ace_high(cards: Sequence[Card], hands: TwoHands) -> bool:
    return high_card(cards, hands) == ACE


def pai_gow(cards: Sequence[Card], hands: TwoHands) -> set[str]:
    """A hand without a pair, a straight or a flush, by its highest card."""
    high = high_card(cards, hands)
    if high is None:
        return set()
    name = f"{family.PAI_GOW_RANKS[high]}-high-pai-gow"
    red = {card & 3 in (1, 2) for card in cards}  # clubs, diamonds, hearts, spades
    one_colour = len(red) == 1 and JOKER not in cards
    return {name, f"{name}-of-one-colour"} & family.PAI_GOWS if one_colour else {name}


def house_way_push(game: GameRules, hand: SetHand, bank: SetHand) -> set[str]:
    """Whether the two push as the house way has them, however they lie (TB-2)."""
    player, house = (set_house_way(game, one.cards) for one in (hand, bank))
    if compared(player, house) != "push":
        return set()
    threes = any(max(counts := _counts(one.front)) == 2 and counts.index(2) >= _THREE for one in (player, house))
    return {"house-way-push", "house-way-push-with-threes-in-front"} if threes else {"house-way-push"}


def ace_high(hand: SetHand, bank: SetHand) -> set[str]:
    """An ace-high player-dealer, with the joker or without, and a player who has one too (AU-1)."""
    if not is_ace_high(bank.cards, bank.hands):
        return set()
    found = {"player-dealer-ace-high-with-joker" if JOKER in bank.cards else "player-dealer-ace-high"}
    return found | {"both-ace-high"} if is_ace_high(hand.cards, hand.hands) else found


_Say = Callable[[GameRules, SetHand, SetHand], Iterable[str]]
_SAY: tuple[tuple[frozenset[str], _Say], ...] = (
    (family.CONTAINED, lambda game, hand, bank: contained(hand.cards, plain_flushes=hand.hands.plain_flushes)),
    (family.PAIRED, lambda game, hand, bank: paired(hand.cards, hand.hands)),
    (family.AND_PAIR, lambda game, hand, bank: with_pair(hand.cards, hand.hands)),
    (family.PAI_GOWS, lambda game, hand, bank: pai_gow(hand.cards, hand.hands)),
    (family.HOUSE_WAY_PUSH, house_way_push),
    (family.ACE_HIGH, lambda game, hand, bank: ace_high(hand, bank)),
)
