"""Pai gow poker that a player banks: cards set into one or two in front and five in back. A member of the family is a
rule file: its house way, who is set first, its bonus bets with their pay tables, and its clauses."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from houseway.cards.card import HIDDEN, JOKER, Card
from houseway.cards.ranks import ACE
from houseway.games.pai_gow.facts import PaiGowFacts, Shuffling
from houseway.games.pai_gow.settlement import (
    BACK,
    FRONT,
    Cards,
    SetHand,
    is_foul,
    set_house_way,
    settle,
    two_hands,
    whatever_the_hand,
)
from houseway.play.ask import Arrangement, Ask, Choice, Form, Number, Play, Refused, Words, asked
from houseway.play.bank import Bank
from houseway.play.collection import collect
from houseway.play.event import Announced
from houseway.play.game import Answer, Game, Procedure
from houseway.play.note import Note
from houseway.play.outcome import Outcome, Result, paid_by
from houseway.play.piles import choose_pile, count_leftovers, expose
from houseway.play.places import above, number_of, part_at, part_of, seat_of
from houseway.play.player_dealer import (
    POSITION,
    Hand,
    PlayerDealer,
    action_number,
    active_seats,
    banking,
    close_round,
    follow,
    open_round,
    place_action,
    position,
)
from houseway.play.table import DEALER, NOBODY, Table
from houseway.rules.cite import cited
from houseway.rules.families import facts
from houseway.rules.models import GameRules, Irregularity
from houseway.rules.resolved import Rules

Parts = Mapping[str, Cards]  # the answer of someone who sets a hand
T = TypeVar("T")

HOUSE_WAY, OWN_WAY, AS_IT_LIES = "house way", "own way", "as it lies"
DOUBLE, NO_DOUBLE = "double-down", "no double-down"


@dataclass
class Dealing:
    """What a round keeps of its deal: hands that must be set the house way, that are dead, or that have a wrong
    number of cards in front, and who is asked."""

    house_way: set[str] = field(default_factory=set)
    dead: set[str] = field(default_factory=set)
    miscounted: set[str] = field(default_factory=set)
    asked: dict[str, str] = field(default_factory=dict)  # who is asked about a seat's hand, by seat
    again: str = ""  # any one who is asked: by that answer the cards are dealt anew


class Misdeal(Exception):
    """The cards are shuffled and dealt again, for the same wagers."""

    def __init__(self, clause: str) -> None:
        super().__init__(clause)
        self.clause = clause


class PaiGow(Game):
    """One round, as the family deals it."""

    banks = frozenset({"player-dealer"})

    def bank(self) -> Bank:
        return PlayerDealer()

    def round(self, table: Table) -> Play[None]:
        stated = facts(table.rules.game, PaiGowFacts)
        clauses = stated.clauses
        hands = yield from open_round(table, clauses.close)
        if not hands:
            return
        dealt = None
        while dealt is None:
            dealt = yield from self._unless_misdealt(table, self._deal_and_set(table, hands, stated))
        order, words, house = dealt
        if house is None:
            house = yield from self._set_player_dealer(table, stated)
        _return_doubles(table, order, house)

        table.stage = "settlement"
        outcomes: dict[str, list[Outcome]] = {}
        for hand in order:
            shown = yield from self._show(table, hand, words.get(hand.seat, HOUSE_WAY), stated, house)
            for who in hand.bettors:
                outcomes[who] = settle(table.rules, shown, house, table.staked(who))
        close_round(table, order, outcomes, clauses.discard)

    def _deal_and_set(
        self, table: Table, hands: Sequence[Hand], stated: PaiGowFacts
    ) -> Play[tuple[list[Hand], dict[str, str], SetHand | None]]:
        """The hands in action order, what was said of each, and the player-dealer's hand if that is set first."""
        table.layout = Dealing()
        order = yield from self._deal(table, hands, stated)
        house: SetHand | None = None
        if stated.first == "player-dealer":
            house = yield from self._set_player_dealer(table, stated)
        table.stage = "play"
        collect(table, "while hands are set")
        nobody_sets = house is not None and _is_decided(table, house)
        in_seats = sorted(order, key=lambda hand: number_of(hand.seat))
        words = {} if nobody_sets else (yield from self._set_hands(table, in_seats, stated))
        return [hand for hand in order if hand.seat not in table.layout.dead], words, house

    def _unless_misdealt(self, table: Table, play: Play[T]) -> Play[T | None]:
        """Let a deal go on, unless an irregularity answers for somebody that the cards are dealt anew."""
        answer: tuple[str, Any] | None = None
        while True:
            try:
                asks = play.send(answer)  # type: ignore[arg-type]  # None starts a generator
            except StopIteration as done:
                return done.value  # type: ignore[no-any-return]
            table.layout.again = asks[0].who
            answer = yield asks
            if isinstance(answer[1], Misdeal):
                play.close()
                for place in list(table.hands):
                    table.discard(place, answer[1].clause)
                table.stage = "deal"
                return None

    # Dealing

    def _deal(self, table: Table, hands: Sequence[Hand], stated: PaiGowFacts) -> Play[list[Hand]]:
        """A hand for every seat, from the one that the dice say on. These are the hands in action order."""
        clauses, piles = stated.clauses, stated.piles
        way = stated.shuffling[str(table.rules.options.get("shuffling", "hand"))]
        table.shuffle(clauses.shuffle)
        if way.cut:
            yield from table.cut(DEALER, way.cut, top=1, bottom=1)
        if way.chosen:
            table.stage = "piles"
            yield from choose_pile(
                table,
                banking(table).who,
                piles=piles.count,
                cards=piles.cards,
                dealt=clauses.piles,
                clause=clauses.choose,
                button=clauses.button,
                back_and_forth=piles.back_and_forth,
                leftovers=way.leftovers,
            )
            table.stage = "deal"
        number, how = yield from action_number(table, piles.count, way.dice)
        seats = active_seats(table, steps=number - 1)
        hands = self._with_setters(table, hands, seats, stated)
        order = place_action(table, hands, number, how, way.dice, player_dealer_is=1)
        yield from self._hand_out(table, hands, seats, stated, way)
        return order

    def _with_setters(
        self, table: Table, hands: Sequence[Hand], seats: Iterable[str], stated: PaiGowFacts
    ) -> list[Hand]:
        """The hands with who sets each. A player on several seats sets only the hand that goes out first. Another one
        is left to a seated player with a wager who has no hand to set yet, or goes the house way."""
        if not stated.clauses.first_hand_only:
            return list(hands)
        by_seat, setting = {hand.seat: hand for hand in hands}, set[str]()
        for seat in (seat for seat in seats if seat in by_seat):
            hand = by_seat[seat]
            may_set = (who for who in (hand.decides, seat) if who in hand.bettors and table.seats[who] not in setting)
            if who := next(may_set, None):
                by_seat[seat] = hand._replace(decides=who)
                setting.add(table.seats[who])
            else:
                table.layout.house_way.add(seat)
        return list(by_seat.values())

    def _hand_out(
        self, table: Table, hands: Sequence[Hand], seats: Sequence[str], stated: PaiGowFacts, way: Shuffling
    ) -> Play[None]:
        by_seat, count = {hand.seat: hand for hand in hands}, stated.piles.cards
        for seat in seats:
            if seat == seat_of(banking(table).who):
                yield from table.deal(POSITION, way.player_dealer, count=count, seen=NOBODY)
            elif seat in by_seat:
                seen = NOBODY if seat in table.layout.house_way else tuple(dict.fromkeys(_set_by(by_seat[seat])))
                yield from table.deal(seat, way.deal, count=count, seen=seen)
            else:
                table.deal_unseen(seat, way.empty, count=count)
        if way.verified:
            count_leftovers(table, way.verified, piles=stated.piles.count, cards=count)
        if way.unused:
            for seat in seats:
                if seat not in by_seat:
                    table.discard(seat, way.unused)

    # Setting hands

    def _set_hands(self, table: Table, hands: Iterable[Hand], stated: PaiGowFacts) -> Play[dict[str, str]]:
        """Every hand at once, in any order. Beside a physical table a seat says only whether it sets its hand itself;
        this is what was said, by seat."""
        words: dict[str, str] = {}
        plays: dict[str, Play[None]] = {}  # by seat
        asks: dict[str, Ask] = {}

        def go(seat: str, answer: tuple[str, Any] | None) -> None:
            try:
                (ask,) = plays[seat].send(answer)  # type: ignore[arg-type]  # None starts a generator
            except StopIteration:
                del plays[seat]
            else:
                asks[ask.who], table.layout.asked[seat] = ask, ask.who

        for hand in hands:
            if hand.seat in table.layout.house_way:
                why = f"{table.seats[hand.decides]} has another hand to set, so it goes the house way"
                clauses = stated.clauses
                table.emit(Announced(hand.seat, why, cited(clauses.first_hand_only, clauses.house_way)))
            plays[hand.seat] = self._set_hand(table, hand, words, stated)
            go(hand.seat, None)
        while plays:
            who, answer = yield tuple(asks.values())
            del asks[who], table.layout.asked[seat_of(who)]
            go(seat_of(who), (who, answer))
        return words

    def _set_hand(self, table: Table, hand: Hand, words: dict[str, str], stated: PaiGowFacts) -> Play[None]:
        """One hand: who may look at it first, then who decides, and a double-down where there is one."""
        if hand.seat not in table.layout.house_way:
            setting = tuple(dict.fromkeys(_set_by(hand)))
            for who in setting:
                clause = stated.clauses.set if who == setting[0] else position(table).greatest_wager
                answer = yield from asked(self._ask(table, hand, who, clause, again=who != setting[0]))
                if answer is None:
                    return  # the hand is dead
                if isinstance(answer, Choice):
                    table.acted(who, "set", answer.word, clause)
                    if answer.word == AS_IT_LIES:
                        continue
                    words[hand.seat] = answer.word
                _pick_up(table, hand.seat, clause, seen=setting)
                if HIDDEN not in table.hands[hand.seat]:
                    self._lay(table, hand.seat, answer, clause, seen=setting)
        if double := stated.double_down:
            yield from self._double_down(table, hand, double.wager, double.clause)

    def _ask(self, table: Table, hand: Hand, who: str, clause: str, *, again: bool) -> Ask:
        cards = _cards_of(table, hand.seat)
        spot = "" if who == hand.seat else hand.seat
        as_it_lies = (Words((AS_IT_LIES,)),) if again else ()
        default = AS_IT_LIES if again else HOUSE_WAY
        if HIDDEN in cards:
            return Ask(who, "set", (Words((OWN_WAY, HOUSE_WAY)), *as_it_lies), clause, default, spot)
        fouls = table.rules.options["fouls"] != "refused"
        forms = _set_forms(table.rules.game, cards, fouls=fouls)
        return Ask(who, "set", (*forms, *as_it_lies), clause, default, spot)

    def _double_down(self, table: Table, hand: Hand, wager: str, clause: str) -> Play[None]:
        """Who has set the hand may wager as much again, and the backline with it."""
        who, of = hand.decides, table.rules.wagers[wager].of or ""
        if not 0 < table.staked(who).get(of, 0) <= table.stack(who):
            return
        spot = "" if who == hand.seat else hand.seat
        answer = yield from asked(
            Ask(who, wager, (Words((DOUBLE, NO_DOUBLE)),), clause, NO_DOUBLE, spot, optional=True)
        )
        if answer is None:
            return
        table.acted(who, wager, answer.word, clause)
        if answer.word == DOUBLE:
            follow(table, hand, wager, 1, of, clause)

    def _set_player_dealer(self, table: Table, stated: PaiGowFacts) -> Play[SetHand]:
        clauses = stated.clauses
        table.stage = "player-dealer"
        cards = yield from table.reveal(POSITION, clauses.expose)
        who, clause = banking(table).who, clauses.set_player_dealer
        answer: Choice | Parts = Choice(HOUSE_WAY)
        if stated.player_dealer_sets:
            forms = _set_forms(table.rules.game, cards, fouls=False)
            answer = yield from asked(Ask(who, "set player-dealer", forms, clause, HOUSE_WAY))
            if isinstance(answer, Choice):
                table.acted(who, "set player-dealer", answer.word, clause)
        hand = self._lay(table, POSITION, answer, clause)
        table.emit(Announced(POSITION, str(hand), clauses.showdown))
        return hand

    def _lay(
        self, table: Table, place: str, answer: Choice | Parts, clause: str, *, seen: tuple[str, ...] | None = None
    ) -> SetHand:
        """Lay cards in front and in back, as said, or the house way."""
        game, cards = table.rules.game, tuple(table.hands[place])
        if isinstance(answer, Choice):
            hand = set_house_way(game, cards)
        else:
            hand = SetHand(answer[FRONT], answer[BACK], two_hands(game))
        table.place(place, part_at(place, FRONT), hand.front, clause, seen=seen)
        table.place(place, part_at(place, BACK), hand.back, clause, seen=seen)
        return hand

    def _show(self, table: Table, hand: Hand, word: str, stated: PaiGowFacts, bank: SetHand) -> Play[SetHand]:
        """Turn a hand over. Where its cards are seen only now, the dealer says how it lies, and takes a foul as one."""
        seat, game, clauses = hand.seat, table.rules.game, stated.clauses
        clause = clauses.showdown
        if seat in table.layout.miscounted:
            return (yield from self._show_miscounted(table, seat, clause))
        if table.hands[seat]:
            cards = yield from table.reveal(seat, clause)
            if stated.first == "player-dealer" and _is_decided(table, bank):
                shown = set_house_way(game, cards)
                table.emit(Announced(seat, shown.hands.back_name(shown.hands.back_rank(cards)), clause))
                return shown
            answer: Choice | Parts = Choice(HOUSE_WAY)
            if word == OWN_WAY:
                forms = _set_forms(game, cards, fouls=True)
                answer = yield from asked(Ask(DEALER, "set", forms, clauses.set, HOUSE_WAY))
            shown = self._lay(table, seat, answer, clauses.set)
        else:
            front = yield from table.reveal(part_at(seat, FRONT), clause)
            back = yield from table.reveal(part_at(seat, BACK), clause)
            shown = SetHand(front, back, two_hands(game))
        foul = ", a foul" if is_foul(shown) else ""
        table.emit(Announced(seat, f"{shown}{foul}", clause))
        return shown

    def _show_miscounted(self, table: Table, seat: str, clause: str) -> Play[SetHand]:
        """A hand with a card too many in front, as the dealer found it; which one does not matter."""
        hands, cards = two_hands(table.rules.game), list[Card]()
        for place in (seat, part_at(seat, FRONT), part_at(seat, BACK)):
            if table.hands.get(place):
                cards += yield from table.reveal(place, clause)
        shown = SetHand(tuple(cards[: hands.in_front + 1]), tuple(cards[hands.in_front + 1 :]), hands)
        table.emit(Announced(seat, f"{shown}, a foul", clause))
        return shown

    # What goes wrong, and who may sit down

    def card_in_the_piles(self, table: Table, called: Irregularity, who: str) -> Play[Answer]:
        """Another card takes the place of an exposed one; for an ace, the joker or a second card all are dealt anew."""
        piles = facts(table.rules.game, PaiGowFacts).piles
        count = piles.count * piles.cards
        drawn = table.source.number("exposed", count) or 0
        number = yield from asked(Ask(DEALER, "exposed", (Number(1, count),), called.clause, str(drawn + 1)))
        if isinstance(number, Misdeal):  # something else was called in the meantime
            return table.layout.again, Misdeal(called.clause)
        more = bool(table.hands.get("exposed"))
        card = yield from expose(table, number, called.clause, of=count)
        anew = more or card == JOKER or card >> 2 == ACE
        return (table.layout.again, Misdeal(called.clause)) if anew else None

    def deal_anew(self, table: Table, called: Irregularity, who: str) -> Play[Answer]:
        """A card of the player-dealer's hand was exposed."""
        yield from ()
        return table.layout.again, Misdeal(called.clause)

    def players_card(self, table: Table, called: Irregularity, who: str) -> Play[Answer]:
        """A card of a player's hand was exposed: the hand is dead. On the player-dealer's seat all are dealt anew."""
        if seat_of(who) == seat_of(banking(table).who):
            return (yield from self.deal_anew(table, called, who))
        return _killed(table, seat_of(who), called.clause)

    def wrong_number_of_cards(self, table: Table, called: Irregularity, who: str) -> Play[Answer]:
        """A hand that is laid with a wrong number of cards is a foul."""
        table.layout.miscounted.add(seat_of(who))
        yield from ()
        return None

    def _not_a_hand(self, table: Table, who: str) -> str:
        """Why a seat has no hand that could be dead."""
        own = seat_of(who) == seat_of(banking(table).who)
        live = any(seat_of(stake.spot) == seat_of(who) for stake in table.stakes.values())
        return "" if own or live else f"nobody bets on {seat_of(who)}"

    def _not_a_players_hand(self, table: Table, who: str) -> str:
        """Why a seat has no hand that could be a foul."""
        if seat_of(who) == seat_of(banking(table).who):
            return f"{seat_of(who)} is the player-dealer's, which may not be set as a foul"
        if seat_of(who) in table.layout.miscounted:
            return f"{seat_of(who)} has a foul already"
        return self._not_a_hand(table, who)

    procedures = {
        "card in the piles": Procedure(card_in_the_piles),
        "player-dealer's card": Procedure(deal_anew),
        "player's card": Procedure(players_card, _not_a_hand),
        "wrong number of cards": Procedure(wrong_number_of_cards, _not_a_players_hand),
    }

    def buying_in(self, table: Table, who: str, name: str) -> None:
        most = facts(table.rules.game, PaiGowFacts).players
        if most and who not in table.seats and len(table.seats) >= most.most:
            raise Refused(f"there are {most.most} players at the table, and there can be no more ({most.clause})")

    # Scenarios may say how a hand lies

    def hands_named(self, places: Mapping[str, Cards]) -> dict[str, str]:
        """The two hands of whoever has set them, as somebody sees them."""
        hands, named = two_hands(self.rules), {}
        for place, cards in places.items():
            part = part_of(place)
            if HIDDEN in cards or part not in (FRONT, BACK):
                continue
            named[place] = (
                hands.front_name(hands.front_rank(cards)) if part == FRONT else hands.back_name(hands.back_rank(cards))
            )
        return named

    def fouls(self, rules: Rules, places: Mapping[str, Cards]) -> dict[str, str]:
        found = {}
        for place, back in places.items():
            seat = above(place)
            front = places.get(part_at(seat, FRONT), ())
            if part_of(place) == BACK and front and HIDDEN not in (*front, *back):
                hand = SetHand(front, back, two_hands(self.rules))
                if is_foul(hand):
                    found[seat] = f"a foul: {hand}, and the back must rank higher"
        return found

    def dealt_for(self, places: Mapping[str, Cards], before: Mapping[str, str]) -> Mapping[str, Cards]:
        """What lies in front and in back is dealt to the seat with the rest of its hand."""
        dealt: dict[str, Cards] = {}
        in_front = two_hands(self.rules).in_front
        for place, cards in places.items():
            whose = above(place) if part_of(place) in (FRONT, BACK) else place
            dealt[whose] = (*dealt.get(whose, ()), *cards)
            if len(dealt[whose]) > self.rules.places["seat"].cards:
                raise Refused(f"{whose} is given {len(dealt[whose])} cards, in front and in back together")
        for place in dealt:
            if places.get(part_at(place, BACK)) and len(places.get(part_at(place, FRONT), ())) != in_front:
                many = ("one card", "two cards")[in_front - 1]
                raise Refused(f"{place} is given its back, and goes with {many} in front")
        return dealt

    def played_for(self, ask: Ask, places: Mapping[str, Cards]) -> str | None:
        place = {"set": ask.spot or ask.who, "set player-dealer": POSITION}.get(ask.what, "")
        front = places.get(part_at(place, FRONT), ())
        form = ask.forms[0]
        whole = len(front) == two_hands(self.rules).in_front
        return form.written({FRONT: front}) if isinstance(form, Arrangement) and whole else None


def _set_by(hand: Hand) -> tuple[str, str]:
    """Who sets a hand: a seated player with a wager looks first, then who decides (DH-4)."""
    return (hand.seat if hand.seat in hand.bettors else hand.decides), hand.decides


def _cards_of(table: Table, seat: str) -> Cards:
    """A seat's cards, set or not."""
    return tuple(
        card for place in (seat, part_at(seat, FRONT), part_at(seat, BACK)) for card in table.hands.get(place, ())
    )


def _pick_up(table: Table, seat: str, clause: str, *, seen: tuple[str, ...]) -> None:
    """Take up a hand that is set already."""
    for part in (FRONT, BACK):
        if cards := tuple(table.hands.get(part_at(seat, part), ())):
            table.place(part_at(seat, part), seat, cards, clause, seen=seen)


def _is_decided(table: Table, bank: SetHand) -> bool:
    """Whether the player-dealer's hand alone decides every base wager, so that nobody sets a hand (PG-12)."""
    return whatever_the_hand(table.rules, position(table).base, bank) is not None


def _return_doubles(table: Table, order: Iterable[Hand], bank: SetHand) -> None:
    """Give double-downs back that do not stand, before a player's hand is opened (PG-14)."""
    double = facts(table.rules.game, PaiGowFacts).double_down
    if double is None or (line := whatever_the_hand(table.rules, double.wager, bank)) is None:
        return
    for who in (who for hand in order for who in hand.bettors):
        if stake := table.staked(who).get(double.wager):
            table.settle(who, [paid_by(line, double.wager, stake, chip=table.rules.chip, note=Note(line.label))])


def _killed(table: Table, seat: str, clause: str) -> tuple[str, Any] | None:
    """A hand is dead, and every bet on it goes back. Who is asked about it is asked no more."""
    dealing = table.layout
    for place in (seat, part_at(seat, FRONT), part_at(seat, BACK)):
        table.discard(place, clause)
    for stake in list(table.stakes.values()):
        if seat_of(stake.spot) == seat:
            amount = table.ledger[stake.account]
            dead = Outcome(stake.wager, amount, Result.RETURNED, clause, note=Note("a dead hand"))
            table.settle(stake.spot, [dead])
    dealing.dead.add(seat)
    return (dealing.asked[seat], None) if seat in dealing.asked else None


def _set_forms(game: GameRules, cards: Cards, *, fouls: bool) -> tuple[Form, ...]:
    hands = two_hands(game)
    parts = ((FRONT, hands.in_front), (BACK, len(cards) - hands.in_front))

    def no_foul(parts: Parts) -> str | None:
        hand = SetHand(parts[FRONT], parts[BACK], hands)
        return f"a foul is not allowed: {hand}, and the back must rank higher" if is_foul(hand) else None

    arranged = Arrangement(cards, parts) if fouls else Arrangement(cards, parts, no_foul)
    return (arranged, Words((HOUSE_WAY,)))


GAME = PaiGow
