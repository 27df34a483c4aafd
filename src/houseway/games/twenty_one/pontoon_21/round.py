"""Pontoon 21: twenty-one without the tens, a player's 21 wins, and doubling on any number of cards with a rescue."""

from houseway.cards.card import rank
from houseway.games import bonus_spin
from houseway.games.bonus_spin import SPIN, XTREME
from houseway.games.twenty_one.facts import twenty_one_rules
from houseway.games.twenty_one.pontoon_21.irregularities import PROCEDURES
from houseway.games.twenty_one.pontoon_21.layout import SHOE, Boxes
from houseway.games.twenty_one.pontoon_21.settlement import (
    additional,
    additional_payout,
    reader_used,
    settle,
    settle_insurance,
    settle_match,
    settle_rescue,
    settle_surrender,
)
from houseway.games.twenty_one.procedure import (
    ACE,
    Cards,
    Hand,
    TwentyOne,
    TwentyOneClauses,
    about,
    dealer_stands,
    hand_at,
    is_blackjack,
    points,
    spoken,
    up_card,
    worded,
)
from houseway.games.twenty_one.settlement import depends_on_dealer
from houseway.play import shoe
from houseway.play.ask import Ask, Play, Words, asked, step
from houseway.play.boxes import take_box_wagers
from houseway.play.event import Announced
from houseway.play.ledger import wager_account
from houseway.play.outcome import Outcome, Result, within_limit
from houseway.play.sentences import At, Deed
from houseway.play.table import DEALER, FLOOR, NOBODY, Table
from houseway.rules.resolved import Rules

ADDITIONAL = "additional payout"
LIMITED = ("pontoon", "double", "insurance", "match-super-bonus", ADDITIONAL)  # not what a wheel or a meter pays
SPINS = {
    SPIN: bonus_spin.SpinClauses(
        lock_out="2.B(7)(b)",
        placed="6.G(2)",
        lands="12.D(5)",
        rate="12.D(6)(a)",
        amounts="12.D(6)(b)",
        turn="12.D(7)",
        community="12.D(8)(a)",
    ),
    XTREME: bonus_spin.SpinClauses(
        lock_out="2.B(8)(b)",
        placed="6.G(3)",
        lands="12.E(2)",
        rate="12.E(3)(a)",
        amounts="12.E(3)(b)",
        turn="12.E(4)",
        community="12.E(5)(a)",
    ),
}


class Pontoon21(TwentyOne):
    id = "pontoon-21"
    clauses = TwentyOneClauses(  # 7.H(2)(a)-(e)
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
                table.emit(Announced(who, Deed("deed.not-before-shuffle", who=At(who)), "6.C"))
        owners = yield from take_box_wagers(table, seats, int(table.rules.options["boxes"]), "6.H")
        for box, owner in owners.items():
            layout.boxes[box] = [Hand(box, owner, table.ledger[wager_account(box, "pontoon")], box)]
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
                table.acted(hand.owner, "surrender", worded("surrender", hand), "9.C(2)")
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
            table.acted(hand.owner, "rescue", worded("rescue", hand), "10.H")
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
        rules = twenty_one_rules(table.rules)
        if any(depends_on_dealer(rules, cards, split=split) for cards, split in hands):  # 7.N
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

    def _clear(self, table: Table) -> None:
        for place in list(table.hands):
            table.discard(place, "7.T")

    # Between rounds

    def voided(self, table: Table, clause: str) -> None:
        self._clear(table)
        if clause in ("13.B", "13.D"):
            shoe.reshuffle(table, "floor")
        if clause == "13.D":
            table.replace_decks(FLOOR, "remove the decks from play and bring new ones", clause)

    def arrived(self, table: Table, who: str) -> None:
        shoe.arrived(table, who)
        for remembered in ("wagered", "permitted"):
            if who in table.memory.get(remembered, []):
                table.memory[remembered].remove(who)

    def cashed_out(self, table: Table, who: str) -> None:
        super().cashed_out(table, who)
        if not table.seats and table.shoe.cards:  # 5.H, 5.I: nobody plays on from the shoe of those who have left
            shoe.reshuffle(table, "opening")

    procedures = {**TwentyOne.procedures, **PROCEDURES}


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


GAME = Pontoon21
