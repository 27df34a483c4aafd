"""Pontoon 21: twenty-one without the tens, a player's 21 wins, and doubling on any number of cards with a rescue."""

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache

from houseway.cards.card import Card, rank, suit
from houseway.games import bonus_spin
from houseway.games.bonus_spin import SPIN, XTREME
from houseway.games.twenty_one.base import (
    ACE,
    Cards,
    Clauses,
    Hand,
    about,
    dealer_stands,
    hand_at,
    is_blackjack,
    points,
    spoken,
    total,
    up_card,
)
from houseway.games.twenty_one.pontoon_21_irregularities import SHOE, Boxes, PontoonIrregularities, reader_used
from houseway.play import shoe
from houseway.play.ask import Ask, Play, Words, asked, step
from houseway.play.boxes import take_box_wagers
from houseway.play.event import Announced
from houseway.play.outcome import Outcome, Result, paid_by, within_limit
from houseway.play.table import DEALER, NOBODY, Table
from houseway.rules.families import facts
from houseway.rules.families.twenty_one import SevensFacts, TwentyOneFacts
from houseway.rules.models import PayLine
from houseway.rules.money import Odds
from houseway.rules.resolved import Rules

SEVEN, EIGHT, SPADES = 5, 6, 3
ADDITIONAL = "additional payout"
LIMITED = ("pontoon", "double", "insurance", "match-super-bonus", ADDITIONAL)  # not what a wheel or a meter pays
SPINS = {
    SPIN: bonus_spin.Clauses(
        lock_out="2.B(7)(b)",
        placed="6.G(2)",
        lands="12.D(5)",
        rate="12.D(6)(a)",
        amounts="12.D(6)(b)",
        turn="12.D(7)",
        community="12.D(8)(a)",
    ),
    XTREME: bonus_spin.Clauses(
        lock_out="2.B(8)(b)",
        placed="6.G(3)",
        lands="12.E(2)",
        rate="12.E(3)(a)",
        amounts="12.E(3)(b)",
        turn="12.E(4)",
        community="12.E(5)(a)",
    ),
}


class Pontoon21(PontoonIrregularities):
    id = "pontoon-21"
    clauses = Clauses(  # 7.H(2)(a)-(e)
        ask="7.H(2)",
        stand="7.H(2)(d)",
        hit="7.I",
        double="10.A",  # 10.B: of two or more cards, split or not; one card comes to them (10.C)
        double_card="10.D",
        split="11.A",  # 11.C, 11.D
        split_card="11.B",
        surrender="9.A",
        insurance="8.A",
        insure="8.B",  # 8.C
        peek="7.G(2)(a)",
        found_face_up="13.A",
        more_face_up="13.B",
        exposed="13.F",
        refuse="13.G",
        unused="13.H",
    )

    def round(self, table: Table) -> Play[None]:
        layout = table.layout = Boxes()
        options = table.rules.options
        bonus_spin.open_meters(table, SPINS)
        yield from self._wagers(table, layout)  # 6
        if not layout.boxes:
            return
        yield from table.close_bets("6.D")
        bonus_spin.lock_out(table, SPINS)
        yield from self._shoe(table, layout)  # 5, 7.B-7.D
        yield from self._deal(table, layout)  # 7.E
        if not layout.boxes:
            self._clear(table)
            return

        table.stage = "play"
        layout.spins = bonus_spin.taken(table, SPIN, SPINS[SPIN])
        layout.xtreme = bonus_spin.taken(table, XTREME, SPINS[XTREME])
        self._settle_match(table, layout)  # 7.F
        up = up_card(table)
        if reader_used(up):  # 7.G
            if rank(up) == ACE:
                yield from self.insure(table)  # 7.G(1), 8.A-8.D
            if options["surrender"] == "before the card reader":
                yield from self._surrender_first(table, layout)  # 9.C(2)
            if (yield from self.peek(table, DEALER)):
                yield from table.reveal(DEALER, "7.G(3)", possible=lambda hole: is_blackjack((up, hole)))
                yield from self._settle(table, layout)
                return
            self._no_blackjack(table, layout)

        for box in list(layout.boxes):  # 7.H
            if not self.lives(table, layout.boxes[box][0]):
                continue  # surrendered
            if is_blackjack(table.hands[box]):  # 7.J(1): it draws no card
                yield from self._announce_blackjack(table, layout.boxes[box][0])
            else:
                yield from self.play_box(table, box)  # 7.I, 7.J(2), 7.K
        for hand in list(layout.hands()):  # 13.O(1)
            if hand.waits and self.lives(table, hand):
                hand.waits = False
                yield from self.deal_to(table, hand, "13.O(1)")
                yield from self._look(table, hand)
                yield from self.play_hand(table, hand)

        yield from self._dealer(table, layout)  # 7.L-7.N
        yield from self._settle(table, layout)  # 7.O-7.S

    # Before the deal

    def _wagers(self, table: Table, layout: Boxes) -> Play[None]:
        memory, seats = table.memory, list(table.seats)
        if memory.get("duties", {}).get("deck-change", {}).get("rounds") == 1 and table.shoe.cards:
            shoe.reshuffle(table, "floor")  # the decks were changed since the last round
        if table.rules.options["mid_shoe_entry"] == "barred" and shoe.runs_on(table):  # 6.C
            may = {*memory.get("wagered", []), *memory.get("permitted", [])}
            barred = [who for who in seats if who not in may]
            seats = [who for who in seats if who in may]
            if not seats:  # nobody plays on: the cards are shuffled, and everybody may
                shoe.reshuffle(table, "opening")
                seats, barred = barred, []
            layout.barred = barred
            for who in barred:
                table.emit(Announced(who, "may not wager until the cards are shuffled", "6.C"))
        owners = yield from take_box_wagers(table, seats, int(table.rules.options["boxes"]), "6.H")
        for box, owner in owners.items():
            layout.boxes[box] = [Hand(box, owner, table.ledger[f"{box}/pontoon"], box)]
        layout.players = list(dict.fromkeys(owners.values()))
        memory["wagered"] = layout.players

    def mid_shoe(self, table: Table) -> None:
        """Everybody has wagered on this shoe before, so nobody is barred (6.C)."""
        table.memory["wagered"] = list(table.seats)

    def _shoe(self, table: Table, layout: Boxes) -> Play[None]:
        options = table.rules.options
        table.stage = "shuffle"
        continuous = options["shuffling"] == "continuous"
        opening = not table.shoe.cards
        if continuous:  # 5.J, 5.K: no cut, no cover card
            shoe.reshuffle(table, "opening")
        decks, depth = int(options["decks"]), int(options["cover_card"])
        burn = opening or not continuous
        fresh = yield from shoe.made_ready(table, SHOE, decks=decks, depth=depth, continuous=continuous, burn=burn)
        if fresh:  # who was barred when the floor ordered it may wager from the next round on
            table.memory["permitted"] = layout.barred
        if layout.new_dealer:
            table.burn("7.B(4)")
        table.stage = "deal"

    def _deal(self, table: Table, layout: Boxes) -> Play[None]:
        yield from asked(step(DEALER, "deal", "7.E"))
        for box in list(layout.boxes):
            if box in layout.boxes:
                yield from self._card(table, layout, box, "7.E(1)")
        if "first" not in layout.missed:
            yield from self._card(table, layout, DEALER, "7.E(2)")
        for box in list(layout.boxes):
            if box in layout.boxes and box not in layout.late:
                yield from self._card(table, layout, box, "7.E(3)")
        for box in layout.late:
            yield from self._card(table, layout, box, "13.N")
        if DEALER not in table.hands:
            yield from self._card(table, layout, DEALER, "13.J")
        late = "13.J" if "second" in layout.missed else "7.E(4)"
        yield from self._card(table, layout, DEALER, late, seen=NOBODY)

    def _card(
        self, table: Table, layout: Boxes, place: str, clause: str, seen: tuple[str, ...] | None = None
    ) -> Play[None]:
        layout.dealing = place
        owner = layout.boxes[place][0].owner if place in layout.boxes else ""
        yield from self.draw(table, place, clause, owner=owner, seen=seen)
        layout.dealing = ""

    def _settle_match(self, table: Table, layout: Boxes) -> None:
        for box in reversed(layout.boxes):
            if stake := table.staked(box).get("match-super-bonus"):
                outcome = settle_match(table.rules, table.hands[box], up_card(table), stake)
                table.settle(box, limited(table, box, [outcome]))

    # The dealer's ace or ten

    def _surrender_first(self, table: Table, layout: Boxes) -> Play[None]:
        for hand in list(layout.hands()):
            if is_blackjack(table.hands[hand.place]):
                continue
            words = Words(("surrender", "play on"))
            ask = Ask(hand.owner, "surrender", (words,), "9.A", "play on", about(hand), optional=True)
            choice = yield from asked(ask)
            if choice.word == "surrender":
                table.acted(hand.owner, "surrender", self._said("surrender", hand), "9.C(2)")
                layout.surrendered.append(hand.place)

    def _no_blackjack(self, table: Table, layout: Boxes) -> None:
        for box in reversed(layout.boxes):
            if stake := table.staked(box).get("insurance"):
                table.settle(box, [settle_insurance(table.rules, stake, blackjack=False)])
        for place in reversed(layout.surrendered):
            self.surrendered(table, hand_at(layout, place))

    # A player's hand

    def may_surrender(self, table: Table, hand: Hand, cards: Cards) -> bool:
        first = len(cards) == 2 and not hand.split  # 9.A, 9.B(1)-(4); also after refusing a card: PO-11
        asked_before = reader_used(up_card(table)) and table.rules.options["surrender"] == "before the card reader"
        return first and not asked_before

    def draw(
        self, table: Table, place: str, clause: str, *, owner: str = "", seen: tuple[str, ...] | None = None
    ) -> Play[None]:
        yield from shoe.deal(table, SHOE, place, clause, owner=owner, seen=seen)

    def busted(self, table: Table, hand: Hand) -> Play[None]:
        cards = table.hands[hand.place]
        table.settle(hand.place, settle(table.rules, cards, (), table.staked(hand.place), split=hand.split))
        table.discard(hand.place, "7.T")
        yield from ()

    def surrendered(self, table: Table, hand: Hand) -> None:
        up = up_card(table)
        table.settle(hand.place, settle_surrender(table.rules, hand.stake, up, blackjack=False))
        table.discard(hand.place, "7.T")

    def doubled(self, table: Table, hand: Hand) -> Play[None]:
        """Rescue: take the double back and forfeit the original wager."""
        words = Words(("keep", "rescue"))
        choice = yield from asked(Ask(hand.owner, "rescue", (words,), "10.H", "keep", about(hand), optional=True))
        if choice.word == "rescue":
            table.acted(hand.owner, "rescue", self._said("rescue", hand), "10.H")
            table.settle(hand.place, settle_rescue(table.staked(hand.place)))
            table.discard(hand.place, "7.T")

    def _announce_blackjack(self, table: Table, hand: Hand) -> Play[None]:
        if reader_used(up_card(table)):
            table.emit(Announced(hand.place, "Blackjack", "7.H(1)(b)(i)"))
            return  # it is paid when the others have their cards and the hole card is up: 7.H(1)(b)(ii)-(iii)
        table.emit(Announced(hand.place, "Blackjack", "7.H(1)(a)"))
        yield from self._pay(table, hand, settle(table.rules, table.hands[hand.place], (), table.staked(hand.place)))
        table.discard(hand.place, "7.H(1)(a)")

    # The dealer's hand and the end

    def _dealer(self, table: Table, layout: Boxes) -> Play[None]:
        up = up_card(table)
        cards = yield from table.reveal(
            DEALER, "7.L(1)", possible=lambda hole: not (reader_used(up) and is_blackjack((up, hole)))
        )
        table.emit(Announced(DEALER, spoken(cards), "7.L(3)"))
        hands = [(tuple(table.hands[hand.place]), hand.split) for hand in layout.hands() if self.lives(table, hand)]
        if any(depends_on_dealer(cards, split=split) for cards, split in hands):  # 7.N
            while not dealer_stands(table.hands[DEALER]):  # 7.M
                if layout.exposed:
                    self.take_exposed(table, DEALER)
                else:
                    yield from self.draw(table, DEALER, "7.L(2)")
                table.emit(Announced(DEALER, spoken(table.hands[DEALER]), "7.L(3)"))
        elif not dealer_stands(cards):
            table.emit(Announced(DEALER, "draws no card, since no hand depends on it", "7.N"))

    def _settle(self, table: Table, layout: Boxes) -> Play[None]:
        """Collect and pay, from the dealer's right, in one of the two ways of 7.R."""
        self.discard_exposed(table)
        table.stage = "settlement"
        yield from asked(step(DEALER, "settle", "7.R"))
        if layout.xtreme and six_and_ten(table.hands[DEALER][:2]):  # 6.G(3)
            yield from bonus_spin.spin_xtreme(table, layout.xtreme, SPINS[XTREME])
        hands = [hand for hand in layout.hands() if self.lives(table, hand)][::-1]
        outcomes = {hand.place: self._outcomes(table, layout, hand) for hand in hands}
        if table.rules.options["settlement"] == "losing first":  # 7.R(1)
            for hand in hands:
                table.settle(hand.place, [one for one in outcomes[hand.place] if one.result is Result.LOSE])
                outcomes[hand.place] = [one for one in outcomes[hand.place] if one.result is not Result.LOSE]
        for hand in hands:  # 7.R(2)
            yield from self._pay(table, hand, outcomes[hand.place])
        self._clear(table)

    def _outcomes(self, table: Table, layout: Boxes, hand: Hand) -> list[Outcome]:
        rules, dealer, stakes = table.rules, table.hands[DEALER], table.staked(hand.place)
        blackjack = is_blackjack(dealer)
        if hand.place in layout.surrendered:
            outcomes = settle_surrender(rules, hand.stake, dealer[0], blackjack=blackjack)
        else:
            cards = table.hands[hand.place]
            outcomes = settle(rules, cards, dealer, stakes, split=hand.split, first=hand.first)
        if "insurance" in stakes:  # by itself, also of a hand that is surrendered: 9.D
            outcomes.append(settle_insurance(rules, stakes["insurance"], blackjack=blackjack))
        return outcomes

    def _pay(self, table: Table, hand: Hand, outcomes: list[Outcome]) -> Play[None]:
        doubled = "double" in table.staked(hand.place)
        table.settle(hand.place, limited(table, hand.place, outcomes))
        blackjack = is_blackjack(table.hands[hand.place]) and not hand.split
        if blackjack and hand.place in table.layout.spins:  # 6.G(2), 12.D(7)
            yield from bonus_spin.spin(table, hand.place, table.layout.spins, SPINS[SPIN])
        extra = None
        if any(one.wager == "pontoon" and one.result is Result.WIN for one in outcomes):
            plain = not doubled and not hand.split
            extra = additional_payout(table.rules, table.hands[hand.place], up_card(table), hand.stake, plain=plain)
        if extra:
            amount, clause = extra
            what, held = ADDITIONAL, "three suited sevens against a seven"
            (prize,) = limited(table, hand.place, [Outcome(what, 0, Result.WIN, clause, amount)])
            table.award(hand.owner, what, prize.paid, prize.clause, spot=hand.place, hand=held)
            others = additional(table.rules).others
            for who in reversed(table.layout.players):
                if who != hand.owner:
                    table.award(who, what, others.pays, others.clause, hand=f"{held} at {hand.place}")


def limited(table: Table, place: str, outcomes: list[Outcome]) -> list[Outcome]:
    """Outcomes within what is left of the operator's payout limit for a hand, where there is one (PO-23)."""
    most = payout_limit(table.rules)
    if most is None:
        return outcomes
    paid = [one.outcome.paid for one in table.settled if one.spot == place and one.outcome.wager in LIMITED]
    return within_limit(outcomes, max(0, most - sum(paid)), "2.B(6)(b)")


def payout_limit(rules: Rules) -> int | None:
    return None if rules.options["payout_limit"] == "none" else rules.money("payout_limit")


def six_and_ten(cards: Cards) -> bool:
    """The dealer's first two cards that trigger Bonus Spin Xtreme, in either order (6.G(3))."""
    return sorted(map(points, cards)) == [6, 10]


# Settlement: pure functions of cards, stakes and rules.


def settle_match(rules: Rules, cards: Cards, up: Card, stake: int) -> Outcome:
    """Each of the first two cards that has the up card's own rank pays, more if of its suit (7.F(a)-(c), 12.A(4))."""
    keys = ["same-suit" if suit(card) == suit(up) else "different-suit" for card in cards if rank(card) == rank(up)]
    lines = [_line(rules, "match-super-bonus", key) for key in sorted(keys, reverse=True)]
    won = sum((line.pays.fraction() for line in lines if line.pays), Fraction())
    name = " and ".join(line.label for line in lines)
    clause = ", ".join(dict.fromkeys(line.clause for line in lines))
    if not won:
        return Outcome("match-super-bonus", stake, Result.PUSH if lines else Result.LOSE, clause or "7.F", hand=name)
    odds = Odds(won.numerator, won.denominator)
    return Outcome("match-super-bonus", stake, Result.WIN, clause, odds.pays(stake, rules.chip), odds, name)


def settle_insurance(rules: Rules, stake: int, *, blackjack: bool) -> Outcome:
    """Insurance pays against a dealer's Blackjack and is lost otherwise (8.E, 8.F)."""
    line = _line(rules, "insurance", "dealer-blackjack")
    if not blackjack:
        return Outcome("insurance", stake, Result.LOSE, "8.F")
    return paid_by(line, "insurance", stake, chip=rules.chip, hand=line.label)


def settle_surrender(rules: Rules, stake: int, up: Card, *, blackjack: bool) -> list[Outcome]:
    """Half the wager, or all of it against a dealer's Blackjack (9.C, PO-6)."""
    if blackjack:
        return [Outcome("pontoon", stake, Result.LOSE, "9.C(2)(a)", note="surrendered")]
    clause = "9.C(2)(b)" if reader_used(up) else "9.C(1)"
    half = stake // 2 // rules.chip * rules.chip
    lost = [Outcome("pontoon", stake - half, Result.LOSE, clause, note="surrendered")]
    return [*lost, Outcome("pontoon", half, Result.RETURNED, clause, note="surrendered")] if half else lost


def settle_rescue(stakes: Mapping[str, int]) -> list[Outcome]:
    """The double goes back and the original wager is forfeited (10.H)."""
    return [
        Outcome("pontoon", stakes["pontoon"], Result.LOSE, "10.H", note="rescued"),
        Outcome("double", stakes["double"], Result.RETURNED, "10.H", note="rescued"),
    ]


def settle(
    rules: Rules, cards: Cards, dealer: Cards, stakes: Mapping[str, int], *, split: bool = False, first: bool = True
) -> list[Outcome]:
    """The wager on one hand and its double. `dealer` may be empty where it does not matter: a hand over 21, a
    Blackjack. `split` says that the hand was split, `first` that it has the original wager."""
    name = spoken(cards)
    counted, against = total(cards), total(dealer)
    plain = "double" not in stakes and not split  # 10.G, 11.F
    wagers = [wager for wager in ("pontoon", "double") if wager in stakes]
    if is_blackjack(cards) and not split:
        line = _line(rules, "pontoon", "blackjack")
        clause = f"7.O(3), {line.clause}" if against == 21 else line.clause
        return [paid_by(line, "pontoon", stakes["pontoon"], chip=rules.chip, clause=clause, hand="Blackjack")]
    if counted > 21:
        return [Outcome(wager, stakes[wager], Result.LOSE, "7.J, PO-10", hand=name) for wager in wagers]
    if is_blackjack(dealer):
        return [_against_blackjack(wager, stakes[wager], cards, first=first) for wager in wagers]
    if against > 21:
        clause = "7.O(1)"
    elif counted > against:
        clause = "7.O(2)"
    elif counted == against:
        if counted < 21 or len(cards) == 2:
            return [Outcome(wager, stakes[wager], Result.PUSH, "7.P", hand=name) for wager in wagers]
        clause = "7.O(4)"
    else:
        return [Outcome(wager, stakes[wager], Result.LOSE, "7.O(2)", hand=name) for wager in wagers]
    line = (bonus_line(rules, cards) if plain else None) or _line(rules, "pontoon", "win")
    hand = f"{name}, {line.label}" if line.hand != "win" else name
    won = {"pontoon": (line, f"{clause}, {line.clause}")}
    if "double" in stakes:
        even = _line(rules, "double", "win")
        won["double"] = (even, f"{clause}, 10.F, {even.clause}")
    return [
        paid_by(line, wager, stakes[wager], chip=rules.chip, clause=clause, hand=hand)
        for wager, (line, clause) in won.items()
    ]


def _against_blackjack(wager: str, stake: int, cards: Cards, *, first: bool) -> Outcome:
    """Only the original wager is lost: not a double, not what was added for a split (10.E, 11.E)."""
    if wager == "double":
        return Outcome(wager, stake, Result.RETURNED, "10.E", hand=spoken(cards))
    if not first:
        return Outcome(wager, stake, Result.RETURNED, "11.E", hand=spoken(cards))
    clause = "7.Q" if total(cards) == 21 else "7.G(3)"
    return Outcome(wager, stake, Result.LOSE, clause, hand=spoken(cards))


def bonus_line(rules: Rules, cards: Cards) -> PayLine | None:
    """The line of 12.B that a winning hand is paid by, if any."""
    if total(cards) != 21:
        return None
    ranks, suits = sorted(map(rank, cards)), {suit(card) for card in cards}
    kind = "spades" if suits == {SPADES} else "suited" if len(suits) == 1 else "mixed"
    if ranks == [SEVEN - 1, SEVEN, EIGHT]:
        return _line(rules, "pontoon", f"six-seven-eight-{kind}")
    if ranks == [SEVEN] * 3:
        return _line(rules, "pontoon", f"three-sevens-{kind}")
    counted = {5: "five-cards", 6: "six-cards"}.get(len(cards), "seven-cards" if len(cards) > 6 else "")
    return _line(rules, "pontoon", counted) if counted else None


def additional(rules: Rules) -> SevensFacts:
    stated = facts(rules.game, TwentyOneFacts).sevens
    assert stated is not None, f"{rules.game.id} pays nothing besides for three sevens"
    return stated


def additional_payout(rules: Rules, cards: Cards, up: Card, original: int, *, plain: bool) -> tuple[int, str] | None:
    """What three suited sevens win besides, against a seven, neither doubled nor split (12.C(4)); and its clause."""
    if not plain or rank(up) != SEVEN or [rank(card) for card in cards] != [SEVEN] * 3:
        return None
    if len({suit(card) for card in cards}) > 1:
        return None
    for line in additional(rules).lines:  # the largest wager first
        if original >= line.wager:
            return line.pays, line.clause
    return None


def depends_on_dealer(cards: Cards, *, split: bool) -> bool:
    """The dealer's count can change what this hand wins: a Blackjack, a 21 in three or more cards win anyway (7.N)."""
    return total(cards) < 21 or (len(cards) == 2 and split)


@lru_cache(maxsize=4096)
def _line(rules: Rules, wager: str, hand: str) -> PayLine:
    line = rules.pay_tables[wager].line(hand)
    assert line is not None, f"{wager} has no line {hand}"
    return line
