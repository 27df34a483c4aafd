"""Twenty-one that a player banks: a 31 beyond 21, surrender before the hole card is looked at, and bonus bets on the
first cards and on the player-dealer's hand. A member of the family is a rule file."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain

from houseway.cards.card import rank
from houseway.games.twenty_one.facts import Surrender, tile_of_both_cards, twenty_one_facts, twenty_one_rules
from houseway.games.twenty_one.procedure import (
    ACE,
    Cards,
    Hand,
    Layout,
    TwentyOne,
    TwentyOneClauses,
    about,
    dealer_stands,
    is_blackjack,
    points,
    worded,
)
from houseway.games.twenty_one.settlement import Finished, called, clauses_of, depends_on_dealer, settle, tile_points
from houseway.play import shoe
from houseway.play.ask import Amount, Ask, Play, Words, asked, step
from houseway.play.bank import Bank
from houseway.play.boxes import take_box_wagers
from houseway.play.event import Announced
from houseway.play.ledger import wager_account
from houseway.play.outcome import Outcome
from houseway.play.player_dealer import (
    POSITION,
    PlayerDealer,
    bettors,
    close_round,
    hands_of,
    in_action,
    open_round,
    place_action_from_right,
    position,
    settle_in_action,
)
from houseway.play.player_dealer import Hand as Seated
from houseway.play.table import DEALER, NOBODY, Table
from houseway.rules.money import shown
from houseway.rules.resolved import Rules


@dataclass(slots=True)
class Circles(Layout):
    """The hands of the round, and what was dealt to each first."""

    first: dict[str, Cards] = field(default_factory=dict)


class BankedTwentyOne(TwentyOne):
    banks = frozenset({"player-dealer"})

    natural = "natural"
    looks = ("peek", "the dealer looks at the hole card:")

    def bank(self) -> Bank:
        return PlayerDealer()

    def round(self, table: Table) -> Play[None]:
        layout = table.layout = Circles()
        rules, clauses = twenty_one_rules(table.rules), clauses_of(table.rules)
        hands = yield from open_round(table, clauses.close, self._wagers)
        if not hands:
            return
        yield from self._shoe(table)
        yield from self._deal(table, layout)

        table.stage = "play"
        up = table.hands[POSITION][0]
        if rank(up) == ACE:
            yield from self.insure(table)
        if rules.surrender is Surrender.EARLY:
            yield from self._surrender_first(table, layout)
        looked = rules.peeks_ace if rank(up) == ACE else rules.peeks_ten and points(up) == 10
        if looked and (yield from self.peek(table, POSITION)):
            yield from table.reveal(POSITION, clauses.natural, possible=lambda hole: is_blackjack((up, hole)))
        else:
            yield from self._play(table, layout)
            yield from table.reveal(
                POSITION, clauses.reveal, possible=lambda hole: not (looked and is_blackjack((up, hole)))
            )
            yield from self._complete(table, layout)
        yield from self._settle(table, layout, hands)

    # Before the cards

    def _wagers(self, table: Table) -> Play[list[Seated]]:
        """Everybody's wagers on their own circle, and on those of empty seats beside it."""
        layout: Circles = table.layout
        base = twenty_one_rules(table.rules).base
        most = int(table.rules.options.get("boxes", 1))
        clause = table.rules.game.options["boxes"].clause if "boxes" in table.rules.options else "PD-5"
        played = yield from take_box_wagers(table, bettors(table), most, clause)
        spots = {spot: who for spot, who in played.items() if table.staked(spot)}  # without who has left since
        hands = hands_of(spots)
        for seated in hands:
            decides, *others = seated.bettors
            layout.boxes[seated.seat] = [
                Hand(
                    seated.seat,
                    spots[decides],
                    table.ledger[wager_account(decides, base)],
                    seated.seat,
                    decider_spot=decides if decides != seated.seat else "",
                    others={spots[spot]: spot for spot in others},
                )
            ]
        return hands

    def _shoe(self, table: Table) -> Play[None]:
        options = table.rules.options
        table.stage = "shuffle"
        continuous, opening = options["shuffling"] == "continuous machine", not table.shoe.cards
        if continuous:
            shoe.reshuffle(table, "opening")
        yield from shoe.made_ready(
            table,
            shoe_clauses(table.rules),
            decks=int(options["decks"]),
            depth=int(options["cut_card"]),
            continuous=continuous,
            burn=opening or not continuous,
        )
        table.stage = "deal"

    def _deal(self, table: Table, layout: Circles) -> Play[None]:
        """Clockwise from seat one, card by card, the player-dealer last: the first card up, the second down."""
        clauses = clauses_of(table.rules)
        yield from asked(step(DEALER, "deal", clauses.deal))
        for clause, seen in ((clauses.up, None), (clauses.hole, NOBODY)):
            for hand in list(layout.hands()):
                yield from self.deal_to(table, hand, clauses.deal)
            yield from self.draw(table, POSITION, clause, seen=seen)
        layout.first = {box: tuple(table.hands[box]) for box in layout.boxes}

    def _surrender_first(self, table: Table, layout: Circles) -> Play[None]:
        """Before the dealer looks at the hole card; a natural stands."""
        clauses = clauses_of(table.rules)
        for hand in list(layout.hands()):
            if is_blackjack(table.hands[hand.place]):
                continue
            words = Words(("surrender", "play on"))
            ask = Ask(hand.owner, "surrender", (words,), clauses.surrender, "play on", about(hand), optional=True)
            choice = yield from asked(ask)
            if choice.word == "surrender":
                table.acted(hand.owner, "surrender", worded("surrender", hand), clauses.half)
                self.surrendered(table, hand)

    # The players' hands

    def clauses_of(self, table: Table) -> TwentyOneClauses:
        return _clauses_of_a_hand(table.rules)

    def may_surrender(self, table: Table, hand: Hand, cards: Cards) -> bool:
        rules = twenty_one_rules(table.rules)
        allowed = rules.may_surrender_split(ace=hand.split_ace) if hand.split else rules.surrender is Surrender.LATE
        return allowed and len(cards) == 2

    def draw(
        self, table: Table, place: str, clause: str, *, owner: str = "", seen: tuple[str, ...] | None = None
    ) -> Play[None]:
        yield from shoe.deal(table, shoe_clauses(table.rules), place, clause, owner=owner, seen=seen)

    def _play(self, table: Table, layout: Circles) -> Play[None]:
        rules = twenty_one_rules(table.rules)
        for box in list(layout.boxes):
            cards = table.hands[box]
            if is_blackjack(cards):
                table.emit(Announced(box, called(rules, cards), clauses_of(table.rules).frozen))
            else:
                yield from self.play_box(table, box)

    def busted(self, table: Table, hand: Hand) -> Play[None]:
        """22 to 30: it gets no more cards, and its wagers are collected in their turn."""
        hand.out = True
        rules = twenty_one_rules(table.rules)
        count = called(rules, table.hands[hand.place])
        table.emit(Announced(hand.place, count, clauses_of(table.rules).frozen))
        if "side" in table.rules.wagers and count != "31":
            for who, spot in hand.spots.items():
                yield from self._side(table, hand, who, spot, table.ledger[wager_account(spot, rules.base)])

    def _side(self, table: Table, hand: Hand, who: str, spot: str, stake: int) -> Play[None]:
        """A bet that the player-dealer's second card makes the hand 31, up to the original wager."""
        chip, wager = table.rules.chip, table.rules.wagers["side"]
        most = min(stake, table.stack(who)) // chip * chip
        if most < chip:
            table.withheld[who, "side"] = f"it takes at least {shown(chip)}, and the stack is {shown(table.stack(who))}"
            return
        forms = (Words(("no side bet",)), Amount("side", chip, most, chip, wager.clause))
        clause = table.rules.game.asks["side"].clause
        choice = yield from asked(Ask(who, "side", forms, clause, "no side bet", about(hand, who), optional=True))
        if choice.amount:
            table.wager(who, "side", choice.amount, wager.clause, spot=spot)

    def surrendered(self, table: Table, hand: Hand) -> None:
        hand.out = hand.surrendered = True

    # The player-dealer's hand and the end

    def _complete(self, table: Table, layout: Circles) -> Play[None]:
        """Hit on soft 17 and below, stand on hard 17 and above, as long as a hand or a bonus bet depends on it."""
        rules, clauses = twenty_one_rules(table.rules), clauses_of(table.rules)
        bonus = any(stake.wager in rules.completes_for for stake in table.stakes.values())
        depend = any(
            depends_on_dealer(rules, table.hands[hand.place], split=hand.split)
            for hand in layout.hands()
            if self.lives(table, hand)
        )
        table.emit(Announced(POSITION, called(rules, table.hands[POSITION]), clauses.draw))
        while not dealer_stands(table.hands[POSITION], hits_soft_17=rules.hits_soft_17):
            if not depend and not bonus:
                table.emit(Announced(POSITION, "draws no card, since no wager depends on it", clauses.completes))
                return
            if layout.exposed:
                self.take_exposed(table, POSITION)
            else:
                yield from self.draw(table, POSITION, clauses.draw if depend else clauses.completes)
            table.emit(Announced(POSITION, called(rules, table.hands[POSITION]), clauses.draw))

    def _settle(self, table: Table, layout: Circles, hands: Iterable[Seated]) -> Play[None]:
        rules = table.rules
        self.discard_exposed(table)
        table.stage = "settlement"
        yield from asked(step(DEALER, "settle", rules.game.asks["settle"].clause))
        outcomes: dict[str, list[Outcome]] = {}
        spots: dict[str, dict[str, list[str]]] = {hand.seat: {} for hand in hands}  # by box and bettor
        dealer = tuple(table.hands[POSITION])
        for hand in layout.hands():
            cards = tuple(table.hands[hand.place])
            end = Finished(cards, layout.first[hand.box], dealer, hand.split, hand.surrendered)
            for who, spot in hand.spots.items():
                if stakes := table.staked(spot):
                    outcomes[spot] = settle(rules, end, stakes)
                    spots[hand.box].setdefault(who, []).append(spot)
        order = self._order(table, [Seated(box, "", tuple(chain(*there.values()))) for box, there in spots.items()])
        if position(table).settle:
            close_round(table, order, outcomes, clauses_of(rules).discard)
            return
        game_wager = (twenty_one_rules(rules).base, "double")
        others = tuple(wager for wager in rules.wagers if wager not in game_wager)
        for box in order:  # bettor by bettor, each one's game wagers on all hands of a split before the rest
            for who, there in spots[box.seat].items():
                own = {spot: outcomes[spot] for spot in there}
                settle_in_action(table, [Seated(box.seat, who, tuple(there))], own, (game_wager, others))
        close_round(table, (), {}, clauses_of(rules).discard)

    def voided(self, table: Table, clause: str) -> None:
        for place in list(table.hands):
            table.discard(place, clause)
        shoe.reshuffle(table, "floor")

    def _order(self, table: Table, hands: list[Seated]) -> list[Seated]:
        tile, dealer = twenty_one_facts(table.rules).tile, table.hands[POSITION]
        if tile is None:
            return in_action(table, hands)
        counted = dealer[:2] if tile_of_both_cards(table.rules, tile) else dealer[1:2]
        total = sum(map(tile_points, counted))
        how = f"{total} counted from the player-dealer's right"
        return place_action_from_right(table, hands, total, how, tile.clause)


@lru_cache(maxsize=1024)
def _clauses_of_a_hand(rules: Rules) -> TwentyOneClauses:
    stated = clauses_of(rules)
    return TwentyOneClauses(
        ask=stated.play,
        stand=stated.stand,
        hit=stated.hit,
        double=stated.double,
        double_card=stated.double_card,
        split=stated.split,
        split_card=stated.split_card,
        surrender=stated.half,
        insurance=stated.insurance,
        insure=stated.insure,
        peek=stated.peek,
        found_face_up=_clause_of(rules, "card found face up"),
        more_face_up=_clause_of(rules, "card found face up"),
        exposed=_clause_of(rules, "exposed card"),
        refuse=_clause_of(rules, "exposed card"),
        unused=_clause_of(rules, "exposed card"),
    )


def _clause_of(rules: Rules, procedure: str) -> str:
    """The clause of an irregularity, where the game knows one that is put right by this procedure."""
    return next((one.clause for one in rules.game.irregularities.values() if one.procedure == procedure), "")


@lru_cache(maxsize=1024)
def shoe_clauses(rules: Rules) -> shoe.ShoeClauses:
    stated = clauses_of(rules)
    return shoe.ShoeClauses(
        shuffle=stated.shuffle,
        cover=stated.cut_card,
        burn=stated.burn,
        cover_out=stated.cut_card,
        runs_out=stated.runs_out,
        runs_out_burn=stated.runs_out,
    )


GAME = BankedTwentyOne
