"""Pai gow poker that a player banks: seven cards set into two in front and five in back. A member of the family is a
rule file: its house way, its bonus bets with their pay tables, and its clauses."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from houseway.cards.card import HIDDEN, JOKER, Card
from houseway.cards.ranks import ACE, suited
from houseway.cards.two_hands import TwoHands
from houseway.play.ask import Arrangement, Ask, Choice, Form, Play, Refused, Words, asked
from houseway.play.bank import Bank
from houseway.play.collection import collect
from houseway.play.event import Announced
from houseway.play.game import Game
from houseway.play.outcome import Outcome, Result, paid_by
from houseway.play.piles import choose_pile
from houseway.play.player_dealer import (
    POSITION,
    Hand,
    PlayerDealer,
    banking,
    clockwise,
    close_round,
    open_round,
    place_action,
    throw_dice,
)
from houseway.play.table import DEALER, NOBODY, Table
from houseway.rules.families import facts
from houseway.rules.families.pai_gow import Clauses, PaiGowFacts
from houseway.rules.house_way import house_way
from houseway.rules.models import GameRules, PayLine, PayTable
from houseway.rules.resolved import Rules

Cards = tuple[Card, ...]
Parts = Mapping[str, Cards]  # the answer of someone who sets a hand

BASE = "base"
FRONT, BACK = "front", "back"
HOUSE_WAY, OWN_WAY = "house way", "own way"
PARTS = ((FRONT, 2), (BACK, 5))


class SetHand(NamedTuple):
    """Cards as they are set, with the game's ranking of the two hands."""

    front: Cards
    back: Cards
    hands: TwoHands = TwoHands()

    @property
    def front_rank(self) -> int:
        return self.hands.front_rank(self.front)

    @property
    def back_rank(self) -> int:
        return self.hands.back_rank(self.back)

    def __str__(self) -> str:
        front, back = self.hands.front_name(self.front_rank), self.hands.back_name(self.back_rank)
        return f"{front} in front, {back} in back"


class PaiGow(Game):
    """One round, as the family deals it."""

    def bank(self) -> Bank:
        return PlayerDealer()

    def round(self, table: Table) -> Play[None]:
        clauses = facts(table.rules.game, PaiGowFacts).clauses
        hands = yield from open_round(table, clauses.close)
        if not hands:
            return
        order = yield from self._deal(table, hands, clauses)

        table.stage = "play"
        collect(table, "while hands are set")
        words = yield from self._set_hands(table, hands, clauses)
        house = yield from self._set_player_dealer(table, clauses)

        table.stage = "settlement"
        outcomes: dict[str, list[Outcome]] = {}
        for hand in order:
            shown = yield from self._show(table, hand, words.get(hand.seat, HOUSE_WAY), clauses)
            for who in hand.bettors:
                outcomes[who] = settle(table.rules, shown, house, table.staked(who))
        close_round(table, order, outcomes, clauses.discard)

    def _deal(self, table: Table, hands: Sequence[Hand], clauses: Clauses) -> Play[list[Hand]]:
        """A hand for every seat, from the one that the dice say on; the answer are the hands in action order."""
        rules, bank = table.rules, banking(table).who
        shuffling = str(rules.options["shuffling"])
        stated = facts(rules.game, PaiGowFacts)
        here, piles = stated.shuffling[shuffling], stated.piles
        table.shuffle(clauses.shuffle)
        if shuffling == "hand":
            yield from table.cut(DEALER, clauses.piles, top=1, bottom=1)
            yield from choose_pile(
                table,
                bank,
                piles=piles.count,
                cards=piles.cards,
                dealt=clauses.piles,
                clause=clauses.choose,
                button=clauses.button,
            )
        dice = yield from throw_dice(table, bank, here.dice)
        total = sum(dice)
        order = place_action(table, hands, total, f"the dice show {total}", here.dice, player_dealer_is=1)
        decides = {hand.seat: hand.decides for hand in hands}
        for seat in clockwise(table, bank, steps=total - 1):
            if seat == bank:
                yield from table.deal(POSITION, here.player_dealer, count=piles.cards, seen=NOBODY)
            elif seat in decides:
                yield from table.deal(seat, here.deal, count=piles.cards, seen=(decides[seat],))
            else:
                table.deal_unseen(seat, here.empty, count=piles.cards)
        return order

    def _set_hands(self, table: Table, hands: Sequence[Hand], clauses: Clauses) -> Play[dict[str, str]]:
        """Every hand at once, in any order. Beside a physical table a seat says only whether it sets its hand itself;
        the answer is what was said, by seat."""
        clause = clauses.set
        left = {hand.decides: hand for hand in hands}
        asks = {hand.decides: self._ask(table, hand, clause) for hand in hands}
        words: dict[str, str] = {}
        while left:
            who, answer = yield tuple(asks[one] for one in left)
            hand = left.pop(who)
            if isinstance(answer, Choice):
                table.acted(who, "set", answer.word, clause)
                words[hand.seat] = answer.word
            if HIDDEN not in table.hands[hand.seat]:
                self._lay(table, hand.seat, answer, clause, seen=(who,))
        return words

    def _ask(self, table: Table, hand: Hand, clause: str) -> Ask:
        cards = tuple(table.hands[hand.seat])
        if HIDDEN in cards:
            return Ask(hand.decides, "set", (Words((OWN_WAY, HOUSE_WAY)),), clause, HOUSE_WAY)
        fouls = table.rules.options["fouls"] != "refused"
        return Ask(hand.decides, "set", _set_forms(cards, fouls=fouls), clause, HOUSE_WAY)

    def _set_player_dealer(self, table: Table, clauses: Clauses) -> Play[SetHand]:
        cards = yield from table.reveal(POSITION, clauses.expose)
        who, clause = banking(table).who, clauses.set_player_dealer
        answer = yield from asked(
            Ask(who, "set player-dealer", _set_forms(cards, fouls=False), clause, HOUSE_WAY),
        )
        if isinstance(answer, Choice):
            table.acted(who, "set player-dealer", answer.word, clause)
        hand = self._lay(table, POSITION, answer, clause)
        table.emit(Announced(POSITION, str(hand), clauses.showdown))
        return hand

    def _lay(
        self, table: Table, place: str, answer: Choice | Parts, clause: str, *, seen: tuple[str, ...] | None = None
    ) -> SetHand:
        """Lay seven cards in front and in back, as said, or the house way."""
        cards = tuple(table.hands[place])
        if isinstance(answer, Choice):
            hand = set_house_way(table.rules.game, cards)
        else:
            hand = SetHand(answer[FRONT], answer[BACK])
        table.place(place, f"{place} {FRONT}", hand.front, clause, seen=seen)
        table.place(place, f"{place} {BACK}", hand.back, clause, seen=seen)
        return hand

    def _show(self, table: Table, hand: Hand, word: str, clauses: Clauses) -> Play[SetHand]:
        """Turn a hand over. Where its cards are seen only now, the dealer says how it lies, and takes a foul as one."""
        seat, clause = hand.seat, clauses.showdown
        if table.hands[seat]:
            cards = yield from table.reveal(seat, clause)
            answer: Choice | Parts = Choice(HOUSE_WAY)
            if word == OWN_WAY:
                forms = _set_forms(cards, fouls=True)
                answer = yield from asked(Ask(DEALER, "set", forms, clauses.set, HOUSE_WAY))
            shown = self._lay(table, seat, answer, clauses.set)
        else:
            front = yield from table.reveal(f"{seat} {FRONT}", clause)
            back = yield from table.reveal(f"{seat} {BACK}", clause)
            shown = SetHand(front, back)
        foul = ", a foul" if is_foul(shown) else ""
        table.emit(Announced(seat, f"{shown}{foul}", clause))
        return shown

    # Scenarios may say how a hand lies

    def dealt_for(self, places: Mapping[str, Cards], before: Mapping[str, str]) -> Mapping[str, Cards]:
        """What lies in front and in back is dealt to the seat with the rest of its hand."""
        dealt: dict[str, Cards] = {}
        for place, cards in places.items():
            whose = place.removesuffix(f" {FRONT}").removesuffix(f" {BACK}")
            dealt[whose] = (*dealt.get(whose, ()), *cards)
            if len(dealt[whose]) > self.rules.places["seat"].cards:
                raise Refused(f"{whose} is given {len(dealt[whose])} cards, in front and in back together")
        for place in dealt:
            if places.get(f"{place} {BACK}") and len(places.get(f"{place} {FRONT}", ())) != 2:
                raise Refused(f"{place} is given its back, and goes with two cards in front")
        return dealt

    def played_for(self, ask: Ask, places: Mapping[str, Cards]) -> str | None:
        place = {"set": ask.who, "set player-dealer": POSITION}.get(ask.what, "")
        front = places.get(f"{place} {FRONT}", ())
        form = ask.forms[0]
        return form.written({FRONT: front}) if isinstance(form, Arrangement) and len(front) == 2 else None


# Setting hands


def set_house_way(game: GameRules, cards: Sequence[Card]) -> SetHand:
    """Cards set by the chart of the rule file."""
    chart = house_way(game)
    front, back = chart.set(cards)
    return SetHand(front, back, chart.hands)


def is_foul(hand: SetHand) -> bool:
    """Whether the hand in front outranks the hand in back."""
    return hand.hands.outranks(hand.front_rank, hand.back_rank)


def _set_forms(cards: Cards, *, fouls: bool) -> tuple[Form, ...]:
    arranged = Arrangement(cards, PARTS) if fouls else Arrangement(cards, PARTS, _no_foul)
    return (arranged, Words((HOUSE_WAY,)))


def _no_foul(parts: Parts) -> str | None:
    hand = SetHand(parts[FRONT], parts[BACK])
    return f"a foul is not allowed: {hand}, and the back must rank higher" if is_foul(hand) else None


# Settlement


def settle(rules: Rules, hand: SetHand, bank: SetHand, stakes: Mapping[str, int]) -> list[Outcome]:
    """Each wager of one bettor by the highest-paying line of its pay table that describes the hands (ALL-7)."""
    said = {compared(hand, bank), *contained(hand.front + hand.back)}
    return [
        settle_base(rules, hand, bank, stake) if wager == BASE else _settle_bonus(rules, wager, hand, said, stake)
        for wager, stake in stakes.items()
    ]


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


def settle_base(rules: Rules, hand: SetHand, bank: SetHand, stake: int) -> Outcome:
    """The base wager, with a word on a foul or a copy."""
    table, clauses = rules.pay_tables[BASE], facts(rules.game, PaiGowFacts).clauses
    if is_foul(hand):
        return Outcome(BASE, stake, Result.LOSE, clauses.foul, hand=str(hand), note="a foul")
    line = table.line(compared(hand, bank))
    also, note = "", ""
    if copied := copies(hand, bank):
        also, note = clauses.copies, f"a copy in {' and in '.join(copied)}"
    return paid_by(line, BASE, stake, chip=rules.chip, lost=table.clause, also=also, hand=str(hand), note=note)


def _settle_bonus(rules: Rules, wager: str, hand: SetHand, said: set[str], stake: int) -> Outcome:
    table = rules.pay_tables[wager]
    line = best_line(table, said)
    name = line.label if line and line.pays else hand.hands.back_name(hand.hands.back_rank(hand.front + hand.back))
    return paid_by(line, wager, stake, chip=rules.chip, lost=table.clause, hand=name)


def best_line(table: PayTable, said: Collection[str]) -> PayLine | None:
    """The highest-paying line that describes the hands (ALL-7)."""
    return max((line for line in table.lines if line.hand in said), key=_odds, default=None)


def _odds(line: PayLine) -> Fraction:
    return line.pays.fraction() if line.pays else Fraction(0)


# What seven cards contain, however they are set

_RUNS = {size: [((1 << size) - 1) << low for low in range(15 - size)] for size in (5, 7)}  # ace low to ace high
_KING_QUEEN = 1 << ACE - 1 | 1 << ACE - 2


def contained(cards: Sequence[Card]) -> set[str]:
    """Every hand of a pay table that can be made of the cards, as the line names it."""
    joker = JOKER in cards
    held = [card for card in cards if card != JOKER]
    suits = suited(held)
    return {*_of_a_kind(held, joker), *_in_order(suits, joker)}


def _of_a_kind(held: Sequence[Card], joker: bool) -> Iterator[str]:
    """Sets, with the joker as an ace."""
    counts = [0] * 13
    for card in held:
        counts[card >> 2] += 1
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


def _in_order(suits: Sequence[int], joker: bool) -> Iterator[str]:
    """Straights and flushes, with the joker as any card that completes them."""
    if _run(suits[0] | suits[1] | suits[2] | suits[3], 5, joker):
        yield "straight"
    for at, suit in enumerate(suits):
        if suit.bit_count() + joker < 5:
            continue
        yield "flush"
        if not _run(suit, 5, joker):
            continue
        yield "straight-flush"
        if _is_royal(suit, joker):
            yield "royal-flush"
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
