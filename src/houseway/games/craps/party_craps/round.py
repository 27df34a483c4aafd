"""Party Craps: craps with cards. Two cards make the number; wagers stand from flip to flip, whoever banks.

A round is one flip. Between flips the table remembers the point and who has called the sleeping wagers on; a come bet
that has its number lies on a spot of its own (`come-6`), and everything that stands lies in its account.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fnmatch import fnmatchcase
from functools import lru_cache
from typing import Any

from houseway.cards.card import Card, rank
from houseway.errors import instead
from houseway.games.craps.facts import CrapsFacts, Decides
from houseway.play.ask import Ask, Choice, Play, Refused, Spot, Words
from houseway.play.bank import Bank
from houseway.play.collection import player_fee
from houseway.play.event import Announced
from houseway.play.game import Game
from houseway.play.ledger import wager_account
from houseway.play.note import Note, Why
from houseway.play.outcome import Outcome, Result, paid_by
from houseway.play.places import Place, is_place, is_seat
from houseway.play.player_dealer import (
    Hand,
    PlayerDealer,
    banking,
    hands_of,
    open_round,
    place_action,
    position,
    settle_in_action,
)
from houseway.play.standing import Bets, Company, StandingWagers, check_amount, move
from houseway.play.table import DEALER, Table
from houseway.play.wagers import spots_for
from houseway.rules.cite import cited
from houseway.rules.families import facts
from houseway.rules.models import GameRules
from houseway.rules.money import MoneyError, cents, shown
from houseway.rules.resolved import Rules

Cards = tuple[Card, ...]
BOX_NUMBERS = (4, 5, 6, 8, 9, 10)
NO_BET = "no bet"
ON, OFF = "on", "off"
ELSE = "anything else"  # a word of the rule file's decisions
TOTALS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


class PartyCraps(Game):
    banks = frozenset({"player-dealer"})

    id = "party-craps"

    def bank(self) -> Bank:
        return PlayerDealer()

    def round(self, table: Table) -> Play[None]:
        hands = yield from open_round(table, "Dealing Procedures 2", self._take_bets)  # Standards of Play 4(b), (c)
        if not banking(table).who:
            self._close(table)
        if not hands:
            return
        table.shuffle("Other equipment used 1", decks=int(table.rules.options["decks"]))
        cards = yield from table.deal("flip", "Dealing Procedures 3", count=2)

        table.stage = "settlement"
        table.emit(Announced(DEALER, called(cards), "Standards of Play 7(A)"))
        self._settle(table, hands, cards)
        self._move_along(table, sum_of(cards))
        self._turn_puck(table, sum_of(cards))
        table.discard("flip", "Dealing Procedures 4")

    def _close(self, table: Table) -> None:
        """Nobody banks: every wager goes back, and the game opens again with a come-out (PC-9)."""
        for stake in list(table.stakes.values()):
            back = Outcome(stake.wager, table.ledger[stake.account], Result.RETURNED, "Player Collection Fee",
                           note=Note("the game is closed"))  # fmt: skip
            table.settle(stake.spot, [back])
        table.memory.pop("craps", None)

    def _show_puck(self, table: Table) -> None:
        point = remembered(table)["point"]
        what = f"the point is {TOTALS[point - 2]}" if point else "the come-out is next"
        table.emit(Announced(DEALER, what, "Other equipment used 2", puck=point))

    def _take_bets(self, table: Table) -> Play[list[Hand]]:
        """Everybody but the player-dealer is asked at once (Dealing Procedures 1). There is a flip if any of them has
        a wager on the table, and then the player-dealer's own standing wagers are settled too."""
        self._show_puck(table)
        banker = banking(table).who
        clause, no_bet = table.rules.game.asks["wagers"].clause, Words((NO_BET,))
        left = {
            who: Ask(who, "wagers", (wagers_form(table, who), no_bet), clause, NO_BET)
            for who in table.seats
            if who != banker
        }
        while left:
            who, bets = yield tuple(left.values())
            del left[who]
            if isinstance(bets, Choice):
                table.acted(who, "wagers", NO_BET, clause)
            else:
                self._place(table, who, bets)
        if all(stake.owner == banker for stake in table.stakes.values()):
            return []
        return hands_of(who for who in table.seats if who != banker or table.staked(who))

    def _place(self, table: Table, who: str, bets: Bets) -> None:
        form = wagers_form(table, who)
        for name in (name for one in bets.down for name in (one, *form.removable[one])):
            amount = table.ledger[wager_account(who, name)]
            if amount:  # odds may be named beside the bet that takes them along
                down = Outcome(name, amount, Result.RETURNED, table.rules.wagers[name].clause, note=Note("taken down"))
                table.settle(who, [down])
        for name, amount in bets.placed.items():
            wager = table.rules.wagers[name]
            for spot in wager.spots or (name,):
                table.wager(who, spot, amount // (len(wager.spots) or 1), wager.clause)
        if bets.call:
            working = remembered(table)["working"]
            working.append(who) if bets.call == ON else working.remove(who)
            table.acted(who, "wagers", bets.call, "Standards of Play 2(A), (B)")

    def _settle(self, table: Table, hands: Sequence[Hand], cards: Cards) -> None:
        """Area by area as the list for these cards is printed, in each from the action tile (PC-4)."""
        point, working = remembered(table)["point"], remembered(table)["working"]
        total = sum_of(cards)
        order = place_action(
            table,
            hands,
            total,
            f"{total} counted from the player-dealer's left",
            position(table).action,
            player_dealer_is=0,
        )
        outcomes = {
            who: settle(table.rules, cards, point, working=who in working, stakes=table.staked(who))
            for hand in order
            for who in hand.bettors
        }
        settle_in_action(table, order, outcomes, settlement_order(table.rules, pair_of(cards), point=bool(point)))

    def _move_along(self, table: Table, total: int) -> None:
        """New come bets go to their number; a Big 6 or 8 that has stood a flip is an established one."""
        for stake in list(table.stakes.values()):
            to = moves_to(stake.wager, total)
            if to:
                move(table, stake, to, table.rules.wagers[to].clause)

    def _turn_puck(self, table: Table, total: int) -> None:
        craps = remembered(table)
        point, named = craps["point"], TOTALS[total - 2]
        if not point and total in BOX_NUMBERS:
            craps["point"], craps["working"] = total, []
            table.emit(Announced(DEALER, f"{named} is the point", "Glossary of Terms, Point", puck=total))
        elif point and total in (point, 7):
            craps["point"] = 0
            what = f"the point {named} is made" if total == point else "seven out"
            table.emit(Announced(DEALER, f"{what}, and the come-out is next", "Betting scheme", puck=0))

    def cashed_out(self, table: Table, who: str) -> None:
        working = remembered(table)["working"]
        if who in working:
            working.remove(who)

    def stood(self, table: Table, before: Mapping[str, str]) -> None:
        """What earlier flips have left: `point = "6"`, `working = "seat 1"`, `"seat 1" = "pass 10, place-8 12"`."""
        craps = remembered(table)
        point = before.get("point", "")
        if point and point not in map(str, BOX_NUMBERS):
            raise Refused(f"the point is 4, 5, 6, 8, 9 or 10, not {point!r}")
        craps["point"] = int(point or 0)
        for who in filter(None, before.get("working", "").split(", ")):
            if who not in table.seats or craps["point"]:
                raise Refused(f"{who!r} can't have called wagers on: that is for players at the come-out")
            craps["working"].append(who)
        for who, line in before.items():
            if who not in ("point", "working"):
                if not is_place(who) or not Place.read(who).is_player:
                    raise Refused(
                        f"{who!r} is nothing that stands before a flip: point, working, or a seat with its wagers"
                    )
                if who not in table.seats:
                    raise Refused(f"{who!r} has standing wagers, and nobody plays there")
                _stand(table, who, line)


def remembered(table: Table) -> dict[str, Any]:
    """The point, 0 on the come-out, and who has called wagers on."""
    craps: dict[str, Any] = table.memory.setdefault("craps", {"point": 0, "working": []})
    return craps


def _stand(table: Table, who: str, line: str) -> None:
    """Lay down what a bettor has from earlier flips, within the limits that held for it then."""
    rules, point = table.rules, remembered(table)["point"]
    known = [wager for wager in rules.wagers if stands(rules, wager, point=bool(point))]
    for part in line.split(", "):
        wager, _, amount = part.rpartition(" ")
        if wager not in known:
            when = "with a point" if point else "on the come-out"
            raise Refused(f"{part!r} can't stand from an earlier flip {when}: {instead(wager, known)}")
        needs = rules.wagers[wager].needs
        if needs is not None and needs not in table.staked(who):
            raise Refused(f"{wager} stands only behind {needs}, which comes before it")
        if wager in table.staked(who):
            raise Refused(f"{wager} is named twice")
        try:
            chips = cents(amount)
        except MoneyError as error:
            raise Refused(str(error)) from None
        if chips > table.stack(who):
            raise Refused(f"{part} can't stand there: {shown(table.stack(who))} of the stack is left for it")
        check_amount(spots_for(rules)[_placed_as(rules, wager)], chips, rules.chip, called=wager)
        table.wager(who, wager, chips, rules.wagers[wager].clause)


def _placed_as(rules: Rules, wager: str) -> str:
    """The wager under whose limits a standing one was placed: `come` for `come-6`, `big-6` for `established-big-6`."""
    spots = spots_for(rules)
    if wager in spots:
        return wager
    return next(name for name in spots if wager.startswith(name) or wager == f"established-{name}")


# What may be wagered


def wagers_form(table: Table, who: str) -> StandingWagers:
    """What a bettor may do before the flip: by the puck, by what stands already, and by whose spot it is (PC-8)."""
    rules, standing, craps = table.rules, table.staked(who), remembered(table)
    down = {
        wager: tuple(odds for odds in (f"{wager}-odds",) if odds in standing)
        for wager in standing
        if wager not in facts(rules.game, CrapsFacts).contract
    }
    call = () if craps["point"] else (OFF,) if who in craps["working"] else (ON,)
    idle = dict.fromkeys({ON, OFF} - {*call}, "it is so already" if call else "that is for the come-out")
    return StandingWagers(
        _offered(rules, bool(craps["point"]), is_seat(who), _flat(standing)),
        table.stack(who),
        rules.chip,
        standing,
        {wager: f"established-{wager}" for wager in ("big-6", "big-8")},
        down,
        call,
        idle,
        {name: wager.spots for name, wager in rules.wagers.items() if wager.split},
        _company(rules),
        lambda wager: _why_not(rules, wager, bool(craps["point"]), standing),
        lambda placed: player_fee(table, who, placed),
    )


def _why_not(rules: Rules, wager: str, point: bool, standing: Mapping[str, int]) -> str:
    """Why a wager of the game can't be made now."""
    stated, found = facts(rules.game, CrapsFacts), rules.wagers.get(wager)
    if found is None:
        return ""
    if wager in stated.come_out_only and point:
        return f"it is made on the come-out ({found.clause})"
    if not point and (wager in stated.point_only or wager in ("pass-odds", "dont-pass-odds")):
        return f"there is no point yet ({found.clause})"
    if found.needs is not None and found.needs not in standing:
        return f"{found.needs} is not on the table ({found.clause})"
    if found.when != "wagers":
        return f"it comes to be there by itself ({found.clause})"
    return f"it is for the seated player alone ({found.clause})"


def _flat(standing: Mapping[str, int]) -> frozenset[str]:
    """The standing wagers that odds can be put behind."""
    return frozenset(wager for wager in standing if "pass" in wager or "come" in wager)


@lru_cache(maxsize=4096)
def _offered(rules: Rules, point: bool, seated: bool, standing: frozenset[str]) -> dict[str, Spot]:
    stated = facts(rules.game, CrapsFacts)
    never = {*(stated.come_out_only if point else stated.point_only)} | (set() if seated else _company(rules).wagers)
    if not point:
        never |= {"pass-odds", "dont-pass-odds"}
    return {
        name: spot
        for name, spot in spots_for(rules).items()
        if name not in never and (spot.needs is None or spot.needs in standing)
    }


@lru_cache(maxsize=256)
def _company(rules: Rules) -> Company:
    stated = facts(rules.game, CrapsFacts).propositions
    wagers, beside = (frozenset(_named(rules.game, part)) for part in (stated.wagers, stated.beside))
    return Company(wagers, beside, stated.clause)


def _named(game: GameRules, patterns: Iterable[str]) -> list[str]:
    wagers = tuple(game.wagers)
    return [wager for pattern in patterns for wager in _matching(wagers, pattern)]


@lru_cache(maxsize=1024)
def _matching(wagers: tuple[str, ...], pattern: str) -> tuple[str, ...]:
    return tuple(wager for wager in wagers if fnmatchcase(wager, pattern))


# Settlement


def pips(card: Card) -> int:
    """An ace is one."""
    return (rank(card) + 1) % 13 + 1


def sum_of(cards: Cards) -> int:
    return sum(map(pips, cards))


def pair_of(cards: Cards) -> str:
    """The two cards as the printed lists name them, the lower one first: `1-5`."""
    return "-".join(map(str, sorted(map(pips, cards))))


def called(cards: Cards) -> str:
    """The number as the dealer calls it: `six (A, 5)`."""
    low, high = sorted(map(pips, cards))
    return f"{TOTALS[low + high - 2]} ({'A' if low == 1 else low}, {'A' if high == 1 else high})"


def settle(rules: Rules, cards: Cards, point: int, *, working: bool, stakes: Mapping[str, int]) -> list[Outcome]:
    """What the cards decide of one bettor's wagers, in the printed order; every other wager stays where it is.

    `point` is 0 on the come-out, and `working` says that the bettor has called the wagers on that are off then.
    """
    order = settlement_order(rules, pair_of(cards), point=bool(point))
    decided = (
        _decide(rules, cards, point, working, wager, stakes[wager])
        for area in order
        for wager in area
        if wager in stakes
    )
    return [outcome for outcome in decided if outcome is not None]


def _decide(rules: Rules, cards: Cards, point: int, working: bool, wager: str, stake: int) -> Outcome | None:
    rule, number, hand = decision(rules, wager, point=bool(point)), number_of(wager, point), called(cards)
    said = {str(sum_of(cards)), pair_of(cards)}
    wins = any(_meant(word, wager, number) in said for word in rule.wins)
    if not wins and not any(word == ELSE or _meant(word, wager, number) in said for word in rule.loses):
        return None
    if rule.off and not point and not working:
        returned = Outcome(wager, stake, Result.RETURNED, rule.off_clause, hand=hand, note=Note("off on the come-out"))
        return returned if rule.off == "returned" else None
    if not wins:
        return Outcome(wager, stake, Result.LOSE, rules.pay_tables[wager].clause, hand=hand)
    lines = rules.pay_tables[wager].line
    way = "hard" if len({*map(pips, cards)}) == 1 else "easy"
    line = lines(str(number)) or lines(str(sum_of(cards))) or lines(way) or lines("wins")
    assert line is not None, f"no pay table has a line for {wager}"
    outcome = paid_by(line, wager, stake, chip=rules.chip, hand=hand)
    fee = buy_lay_fee(rules, outcome.paid) if wager in with_fee(rules) else 0
    if not fee:
        return outcome
    clause = cited(line.clause, facts(rules.game, CrapsFacts).buy_lay_fee.clause)
    note = Why.LESS_FEE.about(shown(outcome.paid), shown(fee))
    return replace(outcome, paid=outcome.paid - fee, clause=clause, note=note)


def _meant(word: str, wager: str, number: int) -> str:
    """A word of the rule file's decisions, for this wager: a total, or two cards."""
    match word:
        case "number":
            return str(number)
        case "number the hard way":
            return f"{number // 2}-{number // 2}"
        case "the two cards":
            return wager.removeprefix("hop-")
    return word


@lru_cache(maxsize=4096)
def decision(rules: Rules, wager: str, *, point: bool) -> Decides:
    """When a wager wins, when it loses, and what becomes of it on the come-out where it is off then."""
    for rule in facts(rules.game, CrapsFacts).decisions:
        applies = rule.puck in (None, ON if point else OFF)
        if applies and any(fnmatchcase(wager, pattern) for pattern in rule.wagers):
            return rule
    raise AssertionError(f"nothing decides {wager}")


@lru_cache(maxsize=1024)
def number_of(wager: str, point: int) -> int:
    """The number a wager is on: its own, or the point for the line; 0 where it has none."""
    if "pass" in wager:
        return point
    return next((int(part) for part in wager.split("-") if part.isdigit()), 0)


def stands(rules: Rules, wager: str, *, point: bool) -> bool:
    """Whether a wager can lie there from an earlier flip."""
    if wager in ("come", "horn", "big-6", "big-8") or ELSE in decision(rules, wager, point=point).loses:
        return False
    return point or wager not in ("pass", "pass-odds", "dont-pass-odds", "dont-come")


def moves_to(wager: str, total: int) -> str:
    """Where a wager that is still there after the flip goes; nothing if it stays."""
    if wager in ("come", "dont-come") and total in BOX_NUMBERS:
        return f"{wager}-{total}"
    return f"established-{wager}" if wager in ("big-6", "big-8") else ""


@lru_cache(maxsize=1024)
def settlement_order(rules: Rules, pair: str, *, point: bool) -> tuple[tuple[str, ...], ...]:
    """The betting areas of the printed list for two cards, each as its wagers; named again, an area holds the rest."""
    stated, taken = facts(rules.game, CrapsFacts), set[str]()
    areas = stated.areas[ON if point else OFF]
    order = []
    for area in stated.order[pair]:
        wagers = tuple(wager for wager in areas.get(area) or _named(rules.game, [area]) if wager not in taken)
        taken |= {*wagers}
        order.append(wagers)
    return tuple(order)


@lru_cache(maxsize=256)
def with_fee(rules: Rules) -> frozenset[str]:
    """The wagers whose winnings a fee is taken from."""
    return frozenset(_named(rules.game, facts(rules.game, CrapsFacts).buy_lay_fee.wagers))


def buy_lay_fee(rules: Rules, won: int) -> int:
    """What is deducted from the payout of a buy or lay bet that has won so much (PC-3)."""
    stated = facts(rules.game, CrapsFacts).buy_lay_fee
    brackets = [(low, fee) for low, _, fee in stated.brackets]
    each, more = stated.further
    last, most = brackets[-1]
    if won >= last + each:
        return most + (won - last) // each * more
    return next((fee for low, fee in reversed(brackets) if won >= low), 0)


GAME = PartyCraps
