"""A round of poker against a table: what is dealt, opened, asked and settled is in the rule file."""

from collections.abc import Iterable, Mapping

from houseway.cards.card import HIDDEN
from houseway.games.table_poker.facts import Step, Street
from houseway.games.table_poker.hands import Cards
from houseway.games.table_poker.settlement import Shown, least_qualifying, ranked, settle, settle_fold, stated
from houseway.play.ask import Ask, Choice, Play, Times, Words, asked
from houseway.play.bank import Bank, House
from houseway.play.collection import collect
from houseway.play.event import Announced
from houseway.play.game import Game
from houseway.play.ledger import wager_account
from houseway.play.note import Note
from houseway.play.outcome import Outcome, Result
from houseway.play.places import is_seat
from houseway.play.player_dealer import (
    Hand,
    PlayerDealer,
    follow,
    hands_of,
    in_action,
    open_round,
    position,
    settle_in_action,
)
from houseway.play.sentences import At, Deed
from houseway.play.table import NOBODY, Table
from houseway.play.wagers import take_wagers

BACK = "take back"


class TablePoker(Game):
    """One round, as the family plays it, against the house or against a player-dealer."""

    banks = frozenset({"house", "player-dealer"})

    def bank(self) -> Bank:
        return PlayerDealer() if self.rules.bank == "player-dealer" else House()

    def round(self, table: Table) -> Play[None]:
        said = stated(table.rules.game)
        hands = yield from _open(table)
        if not hands:
            return
        table.shuffle(said.clauses.shuffle)
        yield from _take_steps(table, said.deal, hands)
        if _is_banked(table):
            collect(table, "after the deal")

        table.stage = "play"
        for name, street in said.streets.items():
            if _has_wagers(table, hands):
                yield from _take_steps(table, street.steps, hands, played=_played(table, hands))
                yield from _decide(table, hands, name, street)

        table.stage = "settlement"
        if _has_wagers(table, hands):
            played = _played(table, hands)
            yield from _take_steps(table, said.ends, hands, played=played)
            if said.bank and played:
                _announce_bank(table)
            yield from _settle(table, hands)
        for place in list(table.hands):
            table.discard(place, said.clauses.discard)

    def hands_named(self, places: Mapping[str, Cards]) -> dict[str, str]:
        """Whole hands that somebody sees, with the cards that belong to every hand."""
        hands = ranked(self.rules)
        return {place: hands.best(cards).name for place, cards in self._whole(places).items()}

    def hands_made(self, places: Mapping[str, Cards], part: str = "") -> dict[str, Cards]:
        hands = ranked(self.rules)
        whole = self._whole(places)
        return {place: hands.used(cards) for place, cards in whole.items() if len(cards) > hands.cards}

    def _whole(self, places: Mapping[str, Cards]) -> dict[str, Cards]:
        said, size = stated(self.rules), ranked(self.rules).cards
        common = tuple(card for place in said.shared for card in places.get(place, ()) if card != HIDDEN)
        held = {place: cards for place, cards in places.items() if is_seat(place) or place == said.bank}
        seen = {place: tuple(cards) + common for place, cards in held.items() if HIDDEN not in cards}
        return {place: cards for place, cards in seen.items() if len(cards) >= size}


GAME = TablePoker


def _is_banked(table: Table) -> bool:
    """Whether a player banks."""
    return table.rules.game.bank == "player-dealer"


def _has_wagers(table: Table, hands: Iterable[Hand]) -> bool:
    """Whether anything is still to be settled: a wager of a hand that is in, or a side bet."""
    return any(table.staked(who) for hand in hands for who in hand.bettors)


def _open(table: Table) -> Play[list[Hand]]:
    """Take the wagers; these are the hands to be dealt, in the order of the deal."""
    close = stated(table.rules.game).clauses.close
    if _is_banked(table):
        hands = yield from open_round(table, close)
        return in_action(table, hands) if hands else []
    wagered = yield from take_wagers(table, table.seats)
    hands = hands_of(who for who in wagered if table.staked(who))
    if hands:
        yield from table.close_bets(close)
    return hands


def _played(table: Table, hands: list[Hand]) -> bool:
    """Whether somebody has not folded."""
    return any(_decider(table, hand) is not None for hand in hands)


def _decider(table: Table, hand: Hand) -> str | None:
    """Who decides for a hand: the first of its bettors who is still in; nobody where all have folded."""
    base = stated(table.rules.game).base
    return next((who for who in hand.bettors if table.ledger[wager_account(who, base)]), None)


# Cards


def _take_steps(table: Table, steps: Iterable[Step], hands: list[Hand], *, played: bool = True) -> Play[None]:
    for step in steps:
        if step.if_played and not played:
            continue
        if step.do == "burn":
            table.burn(step.clause, count=step.cards)
        elif step.do == "open":
            yield from table.reveal(step.place, step.clause)
        elif step.place == "seat":
            for hand in hands:
                seen = tuple(dict.fromkeys((hand.decides, _decider(table, hand) or hand.decides)))
                yield from table.deal(hand.seat, step.clause, count=step.cards, seen=seen)
        else:
            yield from table.deal(step.place, step.clause, count=step.cards, seen=None if step.face_up else NOBODY)


# Decisions


def _decide(table: Table, hands: list[Hand], name: str, street: Street) -> Play[None]:
    """Ask every hand in turn that is still in and has not put up this street's wager."""
    for hand in hands:
        who = _decider(table, hand)
        if who is None or (street.wager and table.ledger[wager_account(who, street.wager)]):
            continue
        if street.back and not table.ledger[wager_account(who, street.back)]:
            continue
        choice: Choice = yield from asked(_ask(table, who, name, street))
        if street.wager and choice.word != street.otherwise:
            base = stated(table.rules.game).base
            times = choice.amount // table.ledger[wager_account(who, base)]
            follow(table, hand, street.wager, times, base, street.clause)
            if street.otherwise == "fold":
                _leave_behind(table, hand, street)
            continue
        table.acted(who, name, choice.word, street.clause)
        if choice.word == BACK:
            _take_back(table, hand, street)
        elif choice.word == "fold":
            _fold(table, hand, hand.bettors)


def _ask(table: Table, who: str, name: str, street: Street) -> Ask:
    if street.back:
        return Ask(who, name, (Words((BACK, street.otherwise)),), street.clause, street.otherwise)
    base = stated(table.rules.game).base
    ante, stack, wager = table.ledger[wager_account(who, base)], table.stack(who), street.wager
    affordable = sum(many * ante <= stack for many in street.times)
    words = {f"{wager} {many}": Choice(f"{wager} {many}", many * ante) for many in street.times[:affordable]}
    bet = Times(wager, base, street.times, ante, affordable, street.clause, words)
    return Ask(who, name, (bet, Words((street.otherwise,))), street.clause, street.otherwise)


def _leave_behind(table: Table, hand: Hand, street: Street) -> None:
    """Backline bettors without the chips for a raise that one must make to stay in fold (PD-7)."""
    base = stated(table.rules.game).base
    for who in hand.bettors:
        if table.ledger[wager_account(who, base)] and not table.ledger[wager_account(who, street.wager)]:
            table.emit(Announced(who, Deed("deed.cannot-follow", who=At(who)), "PD-7"))
            table.settle(who, settle_fold(table.rules, table.staked(who)))


def _take_back(table: Table, hand: Hand, street: Street) -> None:
    for who in hand.bettors:
        if stake := table.ledger[wager_account(who, street.back)]:
            back = Outcome(street.back, stake, Result.RETURNED, street.clause, note=Note("taken back"))
            table.settle(who, [back])


def _fold(table: Table, hand: Hand, bettors: Iterable[str]) -> None:
    """Collect a folded hand's wagers; its side bets, and the cards with them, wait for their turn."""
    for who in bettors:
        table.settle(who, settle_fold(table.rules, table.staked(who)))
    if not any(map(table.staked, bettors)):
        table.discard(hand.seat, stated(table.rules.game).clauses.fold)


# Settlement


def _announce_bank(table: Table) -> None:
    """Say what the bank's open hand is, and whether it qualifies."""
    said = stated(table.rules.game)
    made = ranked(table.rules.game).best((*table.hands[said.bank], *_shared(table)))
    plays = "" if made.key >= least_qualifying(table.rules.game) else ", which does not qualify"
    clause = said.qualifier.clause if said.qualifier else said.hand.clause
    table.emit(Announced(said.bank, f"{made.name}{plays}", clause))


def _shared(table: Table) -> Cards:
    return tuple(card for place in stated(table.rules.game).shared for card in table.hands.get(place, ()))


def _settle(table: Table, hands: list[Hand]) -> Play[None]:
    """Expose and settle hand by hand; or, where a player-dealer's game says so, wagers of one kind round the table."""
    said = stated(table.rules.game)
    order = in_action(table, hands) if _is_banked(table) else hands
    outcomes: dict[str, list[Outcome]] = {}
    for hand in order:
        if not any(map(table.staked, hand.bettors)):
            continue
        own = yield from table.reveal(hand.seat, said.clauses.expose)
        hands_here = ranked(table.rules.game)
        table.emit(Announced(hand.seat, hands_here.best(own + _shared(table)).name, said.hand.clause))
        shown = Shown(own, _shared(table), tuple(table.hands.get(said.bank, ())))
        for who in hand.bettors:
            if stakes := table.staked(who):
                outcomes[who] = settle(table.rules, shown, stakes)
                if not (_is_banked(table) and position(table).settle):
                    table.settle(who, outcomes.pop(who))
    if outcomes:
        settle_in_action(table, order, outcomes)
