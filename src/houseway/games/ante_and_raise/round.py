"""A first wager and decisions after it, against the player-dealer's hand. What is dealt, opened, asked and compared is
in the rule file; a member says what only it does."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from houseway.cards.card import HIDDEN
from houseway.cards.played import cards_played
from houseway.games.ante_and_raise.facts import AnteAndRaiseFacts, Step, Street
from houseway.games.ante_and_raise.facts import Hands as HandsName
from houseway.games.ante_and_raise.hands import RANKED, Cards, Hands, bonus_line, seen_in
from houseway.play.ask import Ask, Choice, Play, Times, Words, asked
from houseway.play.bank import Bank
from houseway.play.collection import collect
from houseway.play.event import Announced, Dealt, Revealed
from houseway.play.game import Game
from houseway.play.ledger import wager_account
from houseway.play.note import FOLDED
from houseway.play.outcome import Outcome, Result, paid_by
from houseway.play.places import BANK_HAND, is_seat
from houseway.play.player_dealer import (
    POSITION,
    Hand,
    PlayerDealer,
    follow,
    in_action,
    open_round,
    position,
    settle_in_action,
)
from houseway.play.sentences import At, Deed
from houseway.play.table import DEALER, NOBODY, Table
from houseway.rules.families import facts
from houseway.rules.models import GameRules
from houseway.rules.money import EVEN
from houseway.rules.resolved import Rules

_WHOLE: Mapping[HandsName, int] = {"poker": 5, "three cards": 3, "wild joker": 5}  # cards of a hand


class Shown(NamedTuple):
    """The cards that a hand is settled by."""

    own: Cards
    shared: Cards
    bank: Cards
    first: Cards  # what was dealt, before any draw


class AnteAndRaise(Game):
    """One round, as the family plays it."""

    banks = frozenset({"player-dealer"})

    def bank(self) -> Bank:
        return PlayerDealer()

    def round(self, table: Table) -> Play[None]:
        said = stated(table.rules.game)
        hands = yield from open_round(table, said.clauses.close)
        if not hands:
            return
        if said.first == "player-dealer's left":
            hands = in_action(table, hands)
        yield from self.shuffle(table)
        steps = said.deals[str(table.rules.options.get("dealing", next(iter(said.deals))))]
        yield from self.take_steps(table, steps, hands)
        yield from self.dealt(table, hands)
        collect(table, "after the deal")

        table.stage = "play"
        folded = yield from self.decide(table, hands)

        table.stage = "settlement"
        yield from self.take_steps(table, said.ends, hands, played=any(hand not in folded for hand in hands))
        self._announce_bank(table)
        order = in_action(table, hands)
        if position(table).settle:
            yield from self._settle_together(table, order)
        else:
            for hand in order:
                yield from self._settle_hand(table, hand)
        for place in list(table.hands):
            table.discard(place, said.clauses.discard_rest)

    # Cards

    def shuffle(self, table: Table) -> Play[None]:
        """Two decks take turns, one shuffled by the machine while the other is played."""
        deck = table.memory["deck"] = "second" if table.memory.get("deck") == "first" else "first"
        table.shuffle(stated(table.rules.game).clauses.shuffle, deck=deck)
        yield from ()

    def take_steps(self, table: Table, steps: Iterable[Step], hands: list[Hand], *, played: bool = True) -> Play[None]:
        for step in steps:
            if step.if_played and not played:
                continue
            if step.do == "burn":
                table.burn(step.clause, count=step.cards)
            elif step.do == "open":
                yield from table.reveal(step.place, step.clause)
            elif step.do == "put the stub away":
                table.emit(Announced(DEALER, "the rest of the deck goes to the discard rack unseen", step.clause))
            elif step.place == "seat":
                for hand in hands:
                    seen = tuple(dict.fromkeys((hand.decides, decider(table, hand) or hand.decides)))
                    yield from table.deal(hand.seat, step.clause, count=step.cards, seen=seen)
            else:
                seen_by = None if step.face_up else NOBODY
                yield from table.deal(step.place, step.clause, count=step.cards, seen=seen_by)

    def dealt(self, table: Table, hands: list[Hand]) -> Play[None]:
        """The deal is completed: put right what went wrong in it."""
        yield from ()

    # Decisions

    def decide(self, table: Table, hands: list[Hand]) -> Play[list[Hand]]:
        """Everyone in turn on every street; these hands are folded, or are bet on by bonus bets alone."""
        folded = [hand for hand in hands if decider(table, hand) is None]
        for name, street in stated(table.rules.game).streets.items():
            yield from self.take_steps(table, street.steps, hands)
            folding, short = [], []
            for hand in hands:
                if hand not in folded and not table.ledger[wager_account(decider(table, hand) or "", street.wager)]:
                    raised = yield from self.ask_street(table, hand, name, street)
                    if raised:
                        short += self._left_behind(table, hand, street.wager)
                    elif street.otherwise == "fold":
                        folding.append(hand)
            folded += folding
            for hand in in_action(table, folding + short):
                yield from (self.collect_folded if hand in folding else self._collect_short)(table, hand)
        return folded

    def _left_behind(self, table: Table, hand: Hand, wager: str) -> list[Hand]:
        """Those on a hand who lack the chips to follow a raise that one must make to stay in, as a hand of their own
        (PD-7)."""
        said = stated(table.rules.game)
        *_, last = (street for street in said.streets.values() if street.wager == wager)
        staying = (who for who in hand.bettors if table.ledger[wager_account(who, said.base)])
        short = tuple(who for who in staying if not table.ledger[wager_account(who, wager)])
        return [hand._replace(bettors=short)] if short and last.otherwise == "fold" else []

    def _collect_short(self, table: Table, hand: Hand) -> Play[None]:
        """Collect the wagers of backline bettors who could not follow; the hand goes on for the others, and bonus bets
        wait for their turn with it."""
        for who in hand.bettors:
            table.emit(Announced(who, Deed("deed.cannot-follow", who=At(who)), "PD-7"))
            table.settle(who, settle_fold(table.rules, table.staked(who)))
        yield from ()

    def ask_street(self, table: Table, hand: Hand, name: str, street: Street) -> Play[bool]:
        """Ask one hand to raise, or to check or fold; true if it raises."""
        who, base = decider(table, hand) or hand.decides, stated(table.rules.game).base
        ante = table.ledger[wager_account(who, base)]
        ask = _raise_or(
            who, name, street.wager, base, street.times, street.otherwise, ante, table.stack(who), street.clause
        )
        choice: Choice = yield from asked(ask)
        if choice.word == street.otherwise:
            table.acted(who, name, choice.word, street.clause)
            return False
        follow(table, hand, street.wager, choice.amount // ante, base, street.clause)
        return True

    def collect_folded(self, table: Table, hand: Hand) -> Play[None]:
        """Collect a folded hand's wagers; its bonus bets, and the cards with them, wait for their turn."""
        for who in hand.bettors:
            table.settle(who, settle_fold(table.rules, table.staked(who)))
        if not any(table.staked(who) for who in hand.bettors):
            table.discard(hand.seat, stated(table.rules.game).results.fold)
        yield from ()

    # Settlement

    def _announce_bank(self, table: Table) -> None:
        said, hands = stated(table.rules.game), ranked(table.rules.game)
        if not _is_exposed(table, POSITION):
            return
        rank = hands.rank((*table.hands[POSITION], *shared(table)))
        plays = "" if qualifies(table.rules.game, rank) else ", which does not qualify"
        clause = said.qualifier.clause if said.qualifier else said.clauses.called
        table.emit(Announced(POSITION, f"{hands.name(rank)}{plays}", clause))

    def expose(self, table: Table, hand: Hand) -> Play[None]:
        said, hands = stated(table.rules.game), ranked(table.rules.game)
        if hand.seat not in table.hands or _is_exposed(table, hand.seat):
            return
        own = yield from table.reveal(hand.seat, said.clauses.expose)
        table.emit(Announced(hand.seat, hands.name(hands.rank(own + shared(table))), said.clauses.called))

    def _settle_hand(self, table: Table, hand: Hand) -> Play[None]:
        clauses = stated(table.rules.game).clauses
        yield from self.expose(table, hand)
        folded = decider(table, hand) is None
        for who in hand.bettors:
            if stakes := table.staked(who):
                table.settle(who, self.settle(table.rules, self.shown(table, hand), stakes))
        table.discard(hand.seat, clauses.discard_folded if folded else clauses.discard)

    def _settle_together(self, table: Table, order: list[Hand]) -> Play[None]:
        """Wagers of one kind round the table before those of the next."""
        outcomes = {}
        for hand in order:
            yield from self.expose(table, hand)
            for who in hand.bettors:
                if stakes := table.staked(who):
                    outcomes[who] = self.settle(table.rules, self.shown(table, hand), stakes)
        settle_in_action(table, order, outcomes)

    def shown(self, table: Table, hand: Hand) -> Shown:
        own = tuple(table.hands[hand.seat])
        return Shown(own, shared(table), tuple(table.hands[POSITION]), own)

    def hands_named(self, places: Mapping[str, Cards]) -> dict[str, str]:
        """Whole hands that somebody sees, with the cards that belong to every hand."""
        known, hands = stated(self.rules), ranked(self.rules)
        common = tuple(card for place in known.shared for card in places.get(place, ()))
        seen = {place: cards + common for place, cards in places.items() if is_seat(place) or place == POSITION}
        whole = {
            place: cards for place, cards in seen.items() if HIDDEN not in cards and len(cards) >= _WHOLE[known.hands]
        }
        return {place: hands.name(hands.rank(cards)) for place, cards in whole.items()}

    def hands_made(self, places: Mapping[str, Cards], part: str = "") -> dict[str, Cards]:
        known, hands = stated(self.rules), ranked(self.rules)
        common = tuple(card for place in known.shared for card in places.get(place, ()))
        return {
            place: cards_played(hands.rank, places[place] + common, _WHOLE[known.hands])
            for place in self.hands_named(places)
            if common
        }

    def settle(self, rules: Rules, shown: Shown, stakes: Mapping[str, int]) -> list[Outcome]:
        """What becomes of one bettor's wagers on a hand, in the order of settlement."""
        return settle(rules, shown, stakes)


@lru_cache(maxsize=65536)
def _raise_or(
    who: str, street: str, wager: str, of: str, times: tuple[int, ...], other: str, ante: int, stack: int, clause: str
) -> Ask:
    """Raise so many times the first wager, as far as the stack reaches, or check, or fold."""
    affordable = sum(many * ante <= stack for many in times)
    words = {f"{wager} {many}": Choice(f"{wager} {many}", many * ante) for many in times[:affordable]}
    bet = Times(wager, of, times, ante, affordable, clause, words)
    return Ask(who, street, (bet, Words((other,))), clause, other)


def shared(table: Table) -> Cards:
    return tuple(card for place in stated(table.rules.game).shared for card in table.hands[place])


def _is_exposed(table: Table, place: str) -> bool:
    return any(
        isinstance(event, Revealed | Dealt) and event.place == place and event.seen is None for event in table.events
    )


def decider(table: Table, hand: Hand) -> str | None:
    """Who decides for a hand: the first of its bettors with the wager that decisions are about (PD-5)."""
    base = stated(table.rules.game).base
    return next((who for who in hand.bettors if table.ledger[wager_account(who, base)]), None)


# What a member states, for play and price alike


def stated(game: GameRules) -> AnteAndRaiseFacts:
    return facts(game, AnteAndRaiseFacts)


def ranked(game: GameRules) -> Hands:
    return RANKED[stated(game).hands]


def least_qualifying(game: GameRules) -> int:
    """The lowest rank that the player-dealer plays with."""
    rule = stated(game).qualifier
    return ranked(game).least(rule.hand, rule.low) if rule else 0


def qualifies(game: GameRules, rank: int) -> bool:
    return rank >= least_qualifying(game)


def bonus_bets(rules: Rules) -> tuple[str, ...]:
    """The bonus bets, in the order in which they are settled."""
    return tuple(name for name, wager in rules.game.wagers.items() if wager.bonus)


# Settlement, pure


def settle(rules: Rules, shown: Shown, stakes: Mapping[str, int]) -> list[Outcome]:
    """One bettor's wagers on a hand: first wager and raises where it is still in, then bonus bets."""
    outcomes = settle_against(rules, shown, stakes) if stated(rules.game).base in stakes else []
    return outcomes + [
        settle_bonus(rules, shown, wager, stakes[wager]) for wager in bonus_bets(rules) if wager in stakes
    ]


def settle_against(rules: Rules, shown: Shown, stakes: Mapping[str, int]) -> list[Outcome]:
    """First wager and raises of a hand that did not fold."""
    hands = ranked(rules.game)
    mine, theirs = hands.rank(shown.own + shown.shared), hands.rank(shown.bank + shown.shared)
    compared = compare(rules.game, mine, theirs)
    found = settle_compared(rules, compared, qualifies(rules.game, theirs), hands.name(mine), stakes)
    named = hands.name(theirs)
    return [one.beside(BANK_HAND, named) for one in found]


def compare(game: GameRules, mine: int, theirs: int) -> Result:
    if mine == theirs:
        return Result(stated(game).ties)
    return Result.WIN if mine > theirs else Result.LOSE


def settle_compared(
    rules: Rules, compared: Result, qualified: bool, hand: str, stakes: Mapping[str, int]
) -> list[Outcome]:
    """First wager and raises, by what comparing the hands says and whether the player-dealer qualifies."""
    said = stated(rules.game)
    without = said.qualifier.without if said.qualifier and not qualified else {}
    found = []
    for wager in dict.fromkeys((said.base, *(street.wager for street in said.streets.values()))):
        if wager in stakes:
            result, clause = compared, getattr(said.results, compared)
            rule = without.get(wager)
            if rule is not None and compared in rule.when:
                result, clause = Result(rule.result), rule.clause
            found.append(_even(wager, stakes[wager], result, clause, hand, rules.chip))
    return found


def _even(wager: str, stake: int, result: Result, clause: str, hand: str, chip: int) -> Outcome:
    if result is Result.WIN:
        return Outcome(wager, stake, result, clause, EVEN.pays(stake, chip), EVEN, hand)
    return Outcome(wager, stake, result, clause, hand=hand)


def settle_fold(rules: Rules, stakes: Mapping[str, int]) -> list[Outcome]:
    """What a fold collects: everything but bonus bets."""
    clause, bonus = stated(rules.game).results.fold, bonus_bets(rules)
    return [
        Outcome(wager, stake, Result.LOSE, clause, note=FOLDED) for wager, stake in stakes.items() if wager not in bonus
    ]


def settle_bonus(rules: Rules, shown: Shown, wager: str, stake: int) -> Outcome:
    """A bonus bet, by the cards that it looks at."""
    rule = stated(rules.game).bonus[wager]
    cards = {
        "own": shown.own,
        "own and shared": shown.own + shown.shared,
        "own and player-dealer's": shown.own + shown.bank,
        "first": shown.first,
    }[rule.cards]
    name, kinds = seen_in(rules, rule.hands, cards)
    return paid_by(bonus_line(rules, wager, kinds), wager, stake, chip=rules.chip, lost=rule.lost, hand=name)


GAME = AnteAndRaise
