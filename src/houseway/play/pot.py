"""The pot: players contest it in betting rounds, and the chips only ever move between them.

A round of a pot game is written with this module's verbs as other rounds are with the table's. `Pot` holds one hand:
who is in it, what lies before each player and in the main and side pots, and how far the betting has gone.
Bets lie in the account `seat 3/bet` until they are gathered into `pot/main` and, where somebody is all-in, `pot/side 1`
and so on. What is won is a pure function of the hands: see `divided`.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from random import Random
from typing import Any, Literal, NamedTuple, TypeVar

from houseway.cards.card import HIDDEN, Card
from houseway.play.ask import Amount, Ask, Choice, Form, Play, Refused, Words
from houseway.play.bank import Bank
from houseway.play.button import HeadsUp
from houseway.play.event import Acted, Collected, Event, FeeTaken, Returned, SatOut, listed
from houseway.play.ledger import DROP, Holds, pot_account, wager_account
from houseway.play.note import NO_NOTE, Note, Why
from houseway.play.outcome import LOSE, PUSH, WIN, Outcome
from houseway.play.sentences import Phrase, Several
from houseway.play.table import DEALER, Settled, Stake, Table
from houseway.play.value import value
from houseway.rules.cite import cited
from houseway.rules.money import dollars, shown

_MAIN = pot_account("main")
_NOT_CALLED = Why.NOT_CALLED.note
Betting = Literal["limit", "spread", "no limit", "pot limit"]
Seventh = Literal["by count", "down", "community"]  # how stud's last card is dealt
ShortAllIn = Literal["half", "full", "any"]


# --- What is played for ----------------------------------------------------------------------------------


@value
class Stakes:
    """What a table plays for, in cents. Positions count from the left of the button, or from seat one without one."""

    betting: Betting
    small: int  # the smaller bet; the least bet where it is not fixed
    big: int = 0  # the larger bet; the most of a spread
    antes: tuple[int, ...] = ()  # by position
    ante: int = 0  # of everybody, where `antes` names none
    blinds: tuple[int, ...] = ()  # by position; one below zero is posted but does not open
    bring_in: int = 0
    bets: int = 4  # a bet and three raises, where there is a limit to bets; 0: any number
    later_bets: int | None = None  # from the second betting round on, where that differs
    short_post: Literal["whole", "posted"] = "whole"  # what there is to call when a forced bet is posted short
    capped_antes: bool = True  # who antes short wins no more of each other ante than that
    blind_is_a_bet: bool = True
    short_all_in: ShortAllIn = "full"  # the part of a bet from which an all-in raise counts as one
    heads_up: HeadsUp = "button small"
    bring_in_by: Literal["low card", "high card"] = "low card"
    seventh: Seventh = "by count"
    showdown: Literal["best hands", "players choose"] = "best hands"
    divides: Literal["each pot", "together"] = "each pot"  # side pots that the same hands win, before they are shared
    chip: int = 1
    fees: tuple[tuple[int, int, str], ...] = ()  # so many players or more: so much, by which clause; most players first


# --- What happens ----------------------------------------------------------------------------------------


_MISSED, _NEWCOMER, _DEAD = "missed ", "newcomer", ", dead"  # how a blind that is made up is called
_FORCED = ("ante", "small blind", "big blind", "blind", "bring-in", "kill", "newcomer's blind")


@value
class Bet(Event):
    """Chips put in front of a player: so many more, which makes so many in this round."""

    who: str
    action: str
    amount: int
    stake: int
    clause: str

    @property
    def forced(self) -> bool:
        """The player had to put the chips in, and has said nothing by it."""
        return self.action in _FORCED or self.action.startswith(_MISSED)

    @property
    def made_up(self) -> bool:
        """A blind that was missed, or that a newcomer owes."""
        return self.action.startswith((_MISSED, _NEWCOMER))

    @property
    def dead(self) -> bool:
        """A blind that is made up into the pot, and calls nothing."""
        return self.action.endswith(_DEAD)

    variants = "posted", "bet", "call", "raise", "complete"

    @property
    def variant(self) -> str:
        return "posted" if self.forced else self.action


def _pot(name: str) -> Phrase:
    """A pot as a sentence names it: the main pot, or side pot 2."""
    if name.startswith("side "):
        return Phrase("side-pot", {"number": name.removeprefix("side ")})
    return Phrase("main-pot", {"pot": name})


@value
class PotGathered(Event):
    """The bets of a round in the middle: a pot, how much is in it now, and who can win it."""

    pot: str
    amount: int
    seats: tuple[str, ...]
    clause: str

    @property
    def named(self) -> Phrase:
        return _pot(self.pot)

    @property
    def players(self) -> Several:
        return listed(self.seats, joined=False)


@value
class PotAwarded(Event):
    who: str
    pot: str
    amount: int
    part: str  # "high" or "low" where the pot is split between the two
    hand: str
    clause: str

    @property
    def named(self) -> Phrase:
        return _pot(self.pot)


# --- What may be answered --------------------------------------------------------------------------------


@value
class Moves:
    """Answers in words, each with its chips: `call`, `raise to 8`; `raise` alone where there is one amount."""

    words: dict[str, Choice]
    also: dict[str, Choice]
    no_raise: str = ""  # why a bet or a raise is not among them

    def read(self, text: str) -> Choice | None:
        found = self.words.get(text) or self.also.get(text)
        if found is None and self.no_raise and text.startswith(_RAISING):
            raise Refused(f"{text} is not allowed: {self.no_raise}")
        return found

    def answers(self) -> tuple[str, ...]:
        return tuple(self.words)

    def random(self, rng: Random) -> str:
        words = tuple(self.words)
        return words[int(rng.random() * len(words))]

    def prompt(self) -> str:
        return ", ".join(
            f"{word} ({shown(choice.amount)})" if word == "call" else word for word, choice in self.words.items()
        )

    def data(self) -> dict[str, Any]:
        return {"form": "moves", "words": {word: dollars(choice.amount) for word, choice in self.words.items()}}


_RAISING = ("bet ", "raise to ", "complete to ")
_CHECK = Moves({"check": Choice("check"), "fold": Choice("fold")}, {})


@lru_cache(maxsize=16384)
def _call(amount: int, no_raise: str = "") -> Moves:
    return Moves({"call": Choice("call", amount), "fold": Choice("fold")}, {}, no_raise)


@lru_cache(maxsize=65536)
def _fixed_ask(who: str, owed: int, raises: tuple[int, ...], verb: str, clause: str, no_raise: str = "") -> Ask:
    """The ask of a structured game. Kept, since the same few come again and again."""
    forms: list[Form] = [_call(owed, no_raise) if owed else replace(_CHECK, no_raise=no_raise)]
    if raises:
        words = {f"{verb} {dollars(to)}": Choice(verb, to) for to in raises}
        also = {verb.removesuffix(" to"): Choice(verb, raises[0])} if len(raises) == 1 else {}
        forms.append(Moves(words, also, f"{' or '.join(words)} ({clause})"))
    return Ask(who, "bet", tuple(forms), clause, "fold" if owed else "check")


@cache
def _bet_stake(who: str) -> Stake:
    return Stake(wager_account(who, "bet"), who, who, "bet")


# --- The hand --------------------------------------------------------------------------------------------


class Player:
    """One player's part in a hand."""

    __slots__ = ("account", "at", "bet", "faced", "live", "spent", "who", "won")

    def __init__(self, who: str, at: int) -> None:
        self.who = who
        self.at = at  # the position
        self.account = _bet_stake(who).account
        self.live = True  # has not folded
        self.bet = 0  # chips in front, this round
        self.spent = 0  # all that went in, this hand
        self.won = 0
        self.faced = -1  # the bet that was to match when the player last acted this round


@value
class SidePot:
    """A pot and who can win it; the first one is the main pot."""

    name: str
    account: str
    players: list[Player]


def counts_as_raise(rise: int, full: int, least: ShortAllIn) -> bool:
    """Whether a raise by this amount, all-in where it is short, counts as one and reopens the betting (PP-8)."""
    return rise >= full or least == "any" or (least == "half" and 2 * rise >= full)


class _Raises:
    """How large a raise has to be, as a betting round goes on."""

    __slots__ = ("least", "sizes", "step")

    def __init__(self, sizes: tuple[int, ...], least: ShortAllIn) -> None:
        self.sizes = sizes  # the bets of a structured game
        self.step = sizes[0]  # the size of a full raise
        self.least = least

    def counts(self, rise: int) -> bool:
        return counts_as_raise(rise, self.step, self.least)

    def made(self, rise: int, *, fixed: bool) -> None:
        """Raises that follow are at least as large as this one; in a structured game, of the larger bet once made."""
        if not fixed:
            self.step = max(self.step, rise)
        elif rise >= self.sizes[-1]:
            self.sizes = self.sizes[-1:]
            self.step = self.sizes[0]


class Pot:
    """One hand's chips, and the betting for them."""

    def __init__(self, table: Table, stakes: Stakes, seats: Sequence[str]) -> None:
        self.table = table
        self.stakes = stakes
        self.fixed = stakes.betting == "limit"
        self.limited = stakes.betting in ("limit", "spread")
        self.most = stakes.bets if self.limited else 0  # bets and raises in a round; 0 for any
        self.players = [Player(who, at) for at, who in enumerate(seats)]
        self.pots = [SidePot("main", _MAIN, self.players)]
        self.live = len(self.players)
        self.level = 0  # what there is to match
        self.full = 0  # the last bet or raise that counted; below the level after a small bring-in or a short all-in
        self.bets = 0  # how many bets and raises this round
        self.capped = False  # no more raises in this round
        self.aggressor: Player | None = None  # who bet or raised last this round
        self.closed = ""  # the clause that stops all betting of this round
        self.asked = ""  # who is to bet now
        self.fee_due = 0  # what is left of the collection to be taken
        self.fee_clause = ""

    # Forced bets

    def ante(self, clause: str) -> None:
        """Everybody antes into the pot."""
        stakes, ledger = self.stakes, self.table.ledger
        for player in self.players:
            amount = stakes.antes[player.at] if stakes.antes else stakes.ante
            if not amount:
                continue
            amount = min(amount, ledger[player.who])
            if stakes.capped_antes:
                self._put_in(player, "ante", amount, clause)
            else:
                self.put_in_dead(player, "ante", amount, clause)
        if stakes.capped_antes:
            self.gather(clause)

    def post(self, player: Player, what: str, amount: int, clause: str) -> None:
        """A blind or a bring-in: a bet that has to be made, for the whole stack if that is less."""
        amount = min(amount, self.table.ledger[player.who])
        if amount:
            self._put_in(player, what, amount, clause)

    def put_in_dead(self, player: Player, what: str, amount: int, clause: str) -> None:
        """Chips that go into the main pot and are no part of a bet."""
        self.table.ledger.move(player.who, _MAIN, amount)
        player.spent += amount
        self.table.emit(Bet(player.who, what, amount, amount, clause))

    def _put_in(self, player: Player, action: str, amount: int, clause: str) -> None:
        table, who = self.table, player.who
        table.ledger.move(who, player.account, amount)
        if not player.bet:
            table.stakes[player.account] = _bet_stake(who)
        player.bet += amount
        player.spent += amount
        table.emit(Bet(who, action, amount, player.bet, clause))

    # Betting

    def betting(self, first: int, sizes: tuple[int, ...], clause: str) -> Play[None]:
        """A betting round from a position on, clockwise, until every bet is matched; then the bets are gathered.

        `sizes` are the bets allowed in a structured game; elsewhere the first is the least.
        """
        players = self.players
        self.aggressor = None
        yield from self.act([one for one in players[first:] + players[:first] if one.live], sizes, clause)
        self.gather(clause)

    def act(self, line: list[Player], sizes: tuple[int, ...], clause: str) -> Play[None]:
        """Let these players act in turn, and after a raise everybody else again."""
        players, ledger = self.players, self.table.ledger
        raises = _Raises(sizes, self.stakes.short_all_in)
        while line and self.live > 1 and not self.closed:
            player = line.pop(0)
            stack = ledger[player.who]
            if not stack or self._nobody_to_bet_against(player):
                continue
            self.asked = player.who
            _, choice = yield (self._ask(player, stack, raises, clause),)
            if self.stopped:
                break  # while being asked
            if self._raised(player, choice, raises, clause):
                at = player.at + 1
                line = [one for one in players[at:] + players[: at - 1] if one.live and ledger[one.who]]
        self.asked = ""

    def _nobody_to_bet_against(self, player: Player) -> bool:
        """Nobody else has chips left, and there is nothing to call."""
        ledger = self.table.ledger
        for one in self.players:  # a plain loop, for its speed: it nearly always ends at once
            if one.live and one is not player and ledger[one.who]:
                return False
        return self.level <= player.bet or not any(one.bet > player.bet for one in self.players if one.live)

    def _ask(self, player: Player, stack: int, raises: "_Raises", clause: str) -> Ask:
        who, level, stakes = player.who, self.level, self.stakes
        owed, whole = level - player.bet, player.bet + stack
        if why := self._no_raise(player, stack, raises):
            return _fixed_ask(who, min(owed, stack), (), "", clause, why)
        verb, base = f"{self._raising} to" if level else "bet", self._base
        if self.fixed:
            sizes = raises.sizes
            if len(sizes) == 1:
                to = base + sizes[0]
                return _fixed_ask(who, owed, (to if to < whole else whole,), verb, clause)
            raised = tuple([base + size for size in sizes if base + size < whole])
            return _fixed_ask(who, owed, raised if len(raised) == len(sizes) else (*raised, whole), verb, clause)
        low = base + raises.step
        high = whole
        if stakes.betting == "spread":
            high = base + stakes.big
        elif stakes.betting == "pot limit":
            high = max(low, level + owed + self.total())
        high = min(high, whole)
        form = Amount(verb, min(low, high), high, stakes.chip, clause)
        return Ask(who, "bet", (_call(owed), form) if owed else (_CHECK, form), clause, _DEFAULT[owed > 0])

    @property
    def _base(self) -> int:
        """What a raise is added to. At a limit it completes a bring-in or a short all-in (PP-8)."""
        return self.full if self.limited else self.level

    @property
    def _raising(self) -> str:
        return "raise" if self._base == self.level else "complete"

    def _no_raise(self, player: Player, stack: int, raises: "_Raises") -> str:
        """Why a player can't raise; nothing where they can."""
        level = self.level
        if stack <= level - player.bet:
            return "the whole stack goes in for a call"
        if self.capped:
            return "a bet and three raises were made (PP-3)" if self.most > 3 else "three raises were made (PP-26)"
        ledger = self.table.ledger
        for one in self.players:  # a plain loop, for its speed: it nearly always ends at once
            if one.live and one is not player and ledger[one.who] + one.bet > level:
                break
        else:
            return "nobody is left who could call it"
        faced = player.faced
        if faced < self.full or raises.counts(level - faced):  # all-ins together may come to a raise
            return ""
        return "a short all-in does not reopen the betting (PP-8)"

    def _raised(self, player: Player, choice: Choice, raises: "_Raises", clause: str) -> bool:
        """What a player does; true for a bet or a raise, after which the others act again."""
        word = choice.word
        if word == "check":
            player.faced = self.level
            self.table.emit(Acted(player.who, "bet", "check", clause))
            return False
        if word == "call":
            player.faced = self.level
            self._put_in(player, "call", choice.amount, clause)
            return False
        if word == "fold":
            self._fold(player, clause)
            return False
        to = choice.amount
        rise = to - self._base
        self._put_in(player, self._raising if self.level else "bet", to - player.bet, clause)
        player.faced = self.level = to
        self.aggressor = player
        if raises.counts(rise):
            raises.made(rise, fixed=self.fixed)
            self.full = to
            self.count_bet()
        return True

    def count_bet(self) -> None:
        """Count a bet or a raise. The last one allowed caps the round, unless two at most can still bet (PP-3)."""
        self.bets += 1
        self.capped = 0 < self.most <= self.bets and self._betting_players() > 2

    def _fold(self, player: Player, clause: str) -> None:
        player.live = False
        self.live -= 1
        self.table.emit(Acted(player.who, "bet", "fold", clause))
        self.table.discard(player.who, clause)

    @property
    def contested(self) -> bool:
        """Two players at least have chips to bet."""
        return self._betting_players() > 1

    def _betting_players(self) -> int:
        """How many are in the hand and not all-in."""
        ledger = self.table.ledger
        return sum([one.live and ledger[one.who] > 0 for one in self.players])

    @property
    def stopped(self) -> bool:
        return bool(self.closed)

    def stop_betting(self, clause: str) -> None:
        """No betting action in this round: what was bet in it goes back."""
        self.closed = clause
        for player in self.players:
            if player.bet:
                self._give_back(player, player.bet, clause, Note("no betting action on this round"))
        self.level = self.full = self.bets = 0

    def total(self) -> int:
        """Everything that was put in and not given back."""
        return sum([player.spent for player in self.players])

    def gather(self, clause: str) -> None:
        """The dealer brings the bets in: what nobody called goes back, and past an all-in a side pot opens."""
        top = second = 0
        highest = None
        for player in self.players:
            bet = player.bet
            if bet > top:
                top, second, highest = bet, top, player
            elif bet > second:
                second = bet
        self.asked = ""
        if highest is not None:
            if top > second:
                self._give_back(highest, top - second, clause, _NOT_CALLED)
            if second:
                self._into_pots(second, clause)
                if self.fee_due:
                    self._take_due()
            self.table.stakes.clear()
        self.level = self.full = self.bets = 0
        self.capped = False
        self.closed = ""
        for player in self.players:
            player.faced = -1

    def _give_back(self, player: Player, amount: int, clause: str, why: Note) -> None:
        self.table.ledger.move(player.account, player.who, amount)
        player.bet -= amount
        player.spent -= amount
        if not player.bet:
            self.table.stakes.pop(player.account, None)
        self.table.emit(Returned(player.who, player.who, "bet", amount, "", clause, why))

    def _into_pots(self, level: int, clause: str) -> None:
        ledger, emit, players = self.table.ledger, self.table.emit, self.players
        while True:
            pot = self.pots[-1]
            account = pot.account
            layer, rest, live = level, False, []
            for one in pot.players:
                if one.live:
                    live.append(one.who)
                    if one.who not in ledger and one.bet < layer:
                        layer = one.bet  # all-in
            for player in players:
                bet = player.bet
                if bet > layer:
                    rest = True
                    if layer:
                        ledger.move(player.account, account, layer)
                        player.bet = bet - layer
                elif bet:
                    ledger.move(player.account, account, bet)
                    player.bet = 0
            if layer:
                emit(PotGathered(pot.name, ledger[account], tuple(live), clause))
            if not rest:
                return
            name = f"side {len(self.pots)}"
            self.pots.append(SidePot(name, pot_account(name), [one for one in players if one.live and one.bet]))

    def take_fee(self) -> None:
        """The collection by number of players dealt in: out of the main pot, then out of the side pots in order. What
        they do not hold yet comes out of the next bets (PP-11)."""
        for least, fee, clause in self.stakes.fees:
            if len(self.players) >= least:
                self.fee_due, self.fee_clause = fee, clause
                self._take_due()
                return

    def _take_due(self) -> None:
        ledger, due = self.table.ledger, self.fee_due
        for pot in self.pots:
            if part := min(self.fee_due, ledger[pot.account]):
                ledger.move(pot.account, DROP, part)
                self.fee_due -= part
        self.table.emit(FeeTaken("pot", due - self.fee_due, self.fee_clause))

    # The end

    def showdown(self, first: int, high: "Ranked", low: "Ranked | None", clauses: "PotClauses") -> Play[None]:
        """Hands are shown from a position on, or from who bet last, and the pots go to the best of them."""
        players, table = self.players, self.table
        highs: dict[Player, int] = {}
        lows: dict[Player, int] = {}
        called = [one for one in players if one.live] if self.live > 1 else []
        if called:
            if self.aggressor is not None and self.aggressor.live:
                first = self.aggressor.at
            line = [one for one in players[first:] + players[:first] if one.live]
            for player in line:
                if self.live == 1:
                    break  # everybody else has mucked
                cards = tuple(table.hands[player.who])
                known = HIDDEN not in cards
                best = (high.rank(cards), low.rank(cards) if low else None) if known else (0, None)
                may_win = not known or self._may_win(player, best[0], best[1], highs, lows)
                alone = len(self.pots) > 1 and self._has_a_pot_alone(player)
                if alone:  # so the hand stays in
                    shows = True
                elif known and self.stakes.showdown == "best hands":
                    shows = may_win
                else:
                    shows = yield from self._shows(player, known, may_win, clauses.showdown)
                if not shows:
                    player.live = False
                    self.live -= 1
                    table.discard(player.who, clauses.showdown)
                    continue
                shown = yield from table.reveal(player.who, clauses.showdown)
                highs[player], ranked = best if known else (high.rank(shown), low.rank(shown) if low else None)
                if ranked is not None:
                    lows[player] = ranked
        if self.stakes.divides == "together":
            self._put_together(highs, lows, clauses.award)
        for pot in reversed(self.pots):
            amount = table.ledger[pot.account]
            contenders = [one for one in pot.players if one.live]
            if not amount:
                continue
            for share in divided(amount, contenders, highs, lows, self.stakes.chip):
                self._award(pot, share, clauses, high, low, highs, lows)
        for player in players:
            if player.spent or player.won:
                self._record(player, clauses, high, highs, called)

    def _put_together(self, highs: dict[Player, int], lows: dict[Player, int], clause: str) -> None:
        """Make one pot of those that the same hands win, so that odd chips come up once."""
        ledger = self.table.ledger
        in_play = [pot for pot in self.pots if ledger[pot.account]]
        contenders = [[one for one in pot.players if one.live] for pot in in_play]
        # an amount that any number of hands can share, so that every winner shows
        winners = {share.player for line in contenders for share in divided(5040, line, highs, lows)}
        kept: list[tuple[SidePot, list[Player]]] = []
        for pot, line in zip(in_play, contenders, strict=True):
            winning = [one for one in line if one in winners]
            if kept and kept[-1][1] == winning:
                into = kept[-1][0].account
                ledger.move(pot.account, into, ledger[pot.account])
                self.table.emit(PotGathered(kept[-1][0].name, ledger[into], tuple([p.who for p in winning]), clause))
            else:
                kept.append((pot, winning))
        self.pots = [pot for pot, _ in kept]

    def _has_a_pot_alone(self, player: Player) -> bool:
        """A side pot that nobody else can win any more."""
        return any(not any(one.live for one in pot.players if one is not player) for pot in self.pots[1:])

    def _shows(self, player: Player, known: bool, may_win: bool, clause: str) -> Play[bool]:
        """Have it said whether a hand is shown: by the dealer where only the table knows it, else by the player."""
        if not known:
            _, choice = yield (_physical_showdown(player.who, clause),)
            return bool(choice.word == player.who + _SHOWS)
        _, choice = yield (_showdown_ask(player.who, may_win, clause),)
        return bool(choice.word == "show")

    def _may_win(
        self, player: Player, high: int, low: int | None, highs: dict[Player, int], lows: dict[Player, int]
    ) -> bool:
        """Whether no hand shown so far beats this one in every pot it is in."""
        if not highs:
            return True  # the first to show
        for pot in self.pots:
            if player in pot.players:
                against = [one for one in pot.players if one in highs]
                if all(highs[one] <= high for one in against):
                    return True
                if low is not None and all(lows.get(one, 0) <= low for one in against):
                    return True
        return False

    def _award(
        self,
        pot: SidePot,
        share: "Share",
        clauses: "PotClauses",
        high: "Ranked",
        low: "Ranked | None",
        highs: dict[Player, int],
        lows: dict[Player, int],
    ) -> None:
        player = share.player
        self.table.ledger.move(pot.account, player.who, share.amount)
        player.won += share.amount
        hand, clause = "", clauses.alone
        if player in highs:
            clause = clauses.award
            hand = low.name(lows[player]) if low and share.part == "low" else high.name(highs[player])
        if share.odd:
            clause = cited(clause, clauses.odd)
        self.table.emit(PotAwarded(player.who, pot.name, share.amount, share.part, hand, clause))

    def _record(
        self, player: Player, clauses: "PotClauses", high: "Ranked", highs: dict[Player, int], called: list[Player]
    ) -> None:
        """What came of a player's chips, for whoever asks afterwards."""
        spent, won = player.spent, player.won
        result = WIN if won > spent else PUSH if won == spent else LOSE
        hand = high.name(highs[player]) if player in highs else ""
        beaten = player in called and not won  # shown or mucked
        clause = clauses.award if beaten or player in highs else clauses.alone if won else clauses.fold
        note = Why.OF_THE_POT.about(shown(won)) if won else NO_NOTE
        outcome = Outcome("pot", spent, result, clause, won - spent if won > spent else 0, None, hand, note)
        self.table.settled.append(Settled(player.who, player.who, outcome))


_DEFAULT = ("check", "fold")
_SHOWS, _MUCKS = " shows", " mucks"


@cache
def _showdown_ask(who: str, may_win: bool, clause: str) -> Ask:
    return Ask(who, "showdown", (Words(("show", "muck")),), clause, "show" if may_win else "muck")


@cache
def _physical_showdown(who: str, clause: str) -> Ask:
    """The dealer says whether a hand that the engine does not know was shown."""
    return Ask(DEALER, "showdown", (Words((who + _SHOWS, who + _MUCKS)),), clause, who + _SHOWS)


@value
class PotClauses:
    """Where the rulebook says what ends a hand."""

    showdown: str
    award: str  # who wins the pot
    odd: str  # who gets the odd chip
    alone: str  # a player whom nobody called
    fold: str  # what a fold means


@value
class Ranked:
    """How one side of the pot is judged: a rank for cards, higher is better, None for no hand; and its name."""

    rank: Callable[[tuple[Card, ...]], Any]
    name: Callable[[int], str]

    def __call__(self, cards: tuple[Card, ...]) -> Any:
        return self.rank(cards)


# --- Settlement: a pure function of the hands ------------------------------------------------------------


@value
class Share:
    """What one player takes from one pot."""

    player: Player
    amount: int
    part: str = ""
    odd: bool = False


def divided(
    amount: int, contenders: Sequence[Player], highs: dict[Player, int], lows: dict[Player, int], chip: int = 1
) -> list[Share]:
    """How a pot is divided among who contests it, given in the order in which odd chips are awarded.

    With a qualifying low, the best high and the best low have half each and the odd chip is the high hand's; without
    one, the high hand takes everything. Equal hands share, and what can't be shared goes to the first of them.
    A player whom nobody contests takes the pot whatever the hand.
    """
    if len(contenders) == 1:
        return [Share(contenders[0], amount)]
    qualified = [one for one in contenders if one in lows]
    low_half = amount // 2 // chip * chip if qualified else 0
    shares = _shared(amount - low_half, contenders, highs, chip, "high" if low_half else "", amount - 2 * low_half)
    if low_half:
        shares += _shared(low_half, qualified, lows, chip, "low", 0)
    return shares


def _shared(
    amount: int, contenders: Sequence[Player], ranks: dict[Player, int], chip: int, part: str, odd: int
) -> list[Share]:
    best = max([ranks[one] for one in contenders])
    winners = [one for one in contenders if ranks[one] == best]
    if len(winners) == 1:
        return [Share(winners[0], amount, part, bool(part and odd))]
    each = amount // len(winners) // chip * chip
    first = amount - each * (len(winners) - 1)
    shares = [Share(winners[0], first, part, first != each)]
    return shares + [Share(one, each, part) for one in winners[1:] if each]


# --- The bank of a pot game ------------------------------------------------------------------------------


def mucked(ask: Ask) -> tuple[str, str]:
    """Whose hand the dealer is asked about at a showdown, and the answer that it is mucked."""
    who = ask.default.removesuffix(_SHOWS)
    return who, who + _MUCKS


class Contested(Bank):
    """Nobody banks a pot game: a bet is lost to the pot. It keeps the hand in play for whoever interrupts it."""

    account = _MAIN
    pot: Pot | None = None

    def settle(self, table: Table, stake: Stake, outcome: Outcome) -> Outcome:
        lost = outcome.result is LOSE
        table.ledger.move(stake.account, self.account if lost else stake.owner, outcome.stake)
        told = (stake.owner, stake.spot, outcome.wager, outcome.stake, outcome.hand, outcome.clause, outcome.note)
        table.emit(Collected(*told) if lost else Returned(*told))
        return outcome

    def shown(self, table: Table) -> dict[str, Any]:
        """What lies in each pot, who has the button, and who owes which blinds."""
        pots = {name: dollars(amount) for name, amount in table.ledger.named(Holds.POT).items()}
        owing = table.memory.get("missed", {})
        missed = {who: " and ".join(owing[name]) for who, name in table.seats.items() if name in owing}
        return {"pots": pots, "button": table.memory.get("button", ""), **({"missed": missed} if missed else {})}


Hand = TypeVar("Hand", bound=Pot)


def begin_hand(table: Table, hand: Hand) -> Hand:
    """Keep the hand that is played now at the table."""
    assert isinstance(table.bank, Contested)
    table.bank.pot = hand
    return hand


def leave_hand(table: Table) -> None:
    """Forget the hand that was played, which holds the table that holds it."""
    assert isinstance(table.bank, Contested)
    table.bank.pot = None


def hand_at(table: Table) -> Pot:
    """The hand that is played now."""
    assert isinstance(table.bank, Contested) and table.bank.pot is not None
    return table.bank.pot


# --- Who is dealt in -------------------------------------------------------------------------------------


def dealt_in(table: Table, clause: str, *, may_wait: Callable[[str], bool] = lambda who: False) -> Play["DealtIn"]:
    """The seats that play this hand: everybody with chips, or who says so where the house asks. Who may wait plays
    only if the big blind comes to them."""
    seats, waiting = [who for who in table.seats if table.ledger[who]], set()
    if table.rules.options.get("dealt_in") == "ask":
        left = {
            who: Ask(
                who,
                "deal",
                (Words(("play", "wait", "sit out") if may_wait(who) else ("play", "sit out")),),
                clause,
                "sit out",
            )
            for who in seats
        }
        playing = set()
        while left:
            who, choice = yield tuple(left.values())
            del left[who]
            if choice.word == "play":
                playing.add(who)
            elif choice.word == "wait":
                table.acted(who, "deal", "wait", clause)
                waiting.add(who)
            else:
                table.emit(SatOut(who))
        seats = [who for who in seats if who in playing]
    yield from table.close_words()
    return DealtIn(seats, tuple([who for who in table.seats if who in waiting]) if waiting else ())


class DealtIn(NamedTuple):
    """Who plays a hand, and who does if they have the big blind in it."""

    seats: list[str]
    waiting: tuple[str, ...]
