"""`houseway play`: a person at a seat, against the real procedure."""

import os
import secrets
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random, SystemRandom

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from houseway.cards.shuffle import commitment, sealed, seeds_from
from houseway.cli import asking, layout
from houseway.cli.text import in_cents, indented, money, signed, story, wager_table
from houseway.errors import instead
from houseway.play import journal, view
from houseway.play.ask import BUY_CHIPS, Refused
from houseway.play.come_come import ComeComeBack
from houseway.play.driver import PROPOSITION, Driver
from houseway.play.event import (
    Collected,
    Dealt,
    Discarded,
    Event,
    Paid,
    Returned,
    RoundBegan,
    RoundEnded,
    SeedRevealed,
    Wagered,
)
from houseway.play.game import BuyInLimits, Game
from houseway.play.ledger import Account
from houseway.play.places import seat as at_seat
from houseway.play.results import settled
from houseway.rules.money import MoneyError, cents, shown
from houseway.rules.resolved import Rules
from houseway.rules.strict import RulesError
from houseway.skill.company import Company, seated, usual
from houseway.skill.kinds import company, kinds

_LONGEST_WORDS = 160
_SHOWN_OTHERWISE = (RoundBegan, RoundEnded, SeedRevealed, Discarded)
_RESULTS = (Paid, Collected, Returned)


class GotUp(Exception):
    """The player leaves."""


def sit_down(
    game: Game,
    rules: Rules,
    *,
    seats: str | None = None,
    seat: str = "1",
    stack: str = "1000",
    seed: str | None = None,
    journal: Path | None = None,
    opponents: str | None = None,
    console: Console,
) -> "Sitting":
    """A sitting with everything given checked; `play` begins it."""
    known = kinds(game)
    if opponents is not None and opponents not in known:
        what = f"--opponents {opponents!r} is not a kind of player of {rules.game.name}"
        raise RulesError(f"{what}: {instead(opponents, known)}")
    taken = usual(rules) if seats is None else _number("--seats", seats, rules)
    mine = _number("--seat", seat, rules)
    try:
        amount = cents(stack)
    except MoneyError as error:
        raise RulesError(f"--stack {error}") from None
    if not amount:
        raise RulesError("--stack 0 is nothing to sit down with: expected an amount of dollars, as in 500")
    if problem := game.buy_in_limits(rules).problem(amount, 0):
        raise RulesError(f"--stack {stack}: {problem}")
    bots, banker = seated(rules, mine, taken)
    rng = SystemRandom() if seed is None else Random(f"bots {seed}")
    return Sitting(
        driver=Driver(game, rules),
        me=at_seat(mine),
        bots=bots,
        company=Company(opponents or company(game), rng, banker),
        stack=amount,
        seeds=seeds_from(seed),
        clock=(lambda: int(time.time())) if seed is None else (lambda: 0),
        console=console,
        journal=_opened(journal),
    )


def _number(option: str, given: str, rules: Rules) -> int:
    there = rules.seats
    if not given.strip().isdecimal() or len(given) > 9 or not 1 <= int(given) <= there:
        raise RulesError(f"{option} {given!r} is not possible: {rules.game.name} has seats 1 to {there}")
    return int(given)


def _opened(file: Path | None) -> Path | None:
    if file is not None:
        try:
            os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600))  # it tells hands that were folded
        except OSError as error:
            raise RulesError(f"--journal {file} can't be written: {error.strerror}") from None
    return file


def typed(prompt: str) -> str:
    """A line from the keyboard, or from whatever stands in for it."""
    if not sys.stdin.isatty():
        sys.stdout.write(prompt)
        sys.stdout.flush()
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        shown_line = "".join(sign if sign.isprintable() else "?" for sign in line.rstrip("\n"))
        sys.stdout.write(shown_line + "\n")
        return line
    with suppress(ImportError):
        import readline  # noqa: F401  # arrows and history while typing
    try:
        return input(prompt)
    except ValueError:  # bytes that are no text
        return "?" * 3


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Whoever presses Ctrl-C once more still gets the goodbye."""
    try:
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    except ValueError:  # only the main thread hears Ctrl-C
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@dataclass
class Sitting:
    """A person at one seat, bots at others, from buying in to getting up."""

    driver: Driver
    me: str
    bots: list[str]
    stack: int
    seeds: Iterator[bytes]
    company: Company
    clock: Callable[[], int]
    console: Console
    journal: Path | None = None
    read: Callable[[str], str] = typed
    brought: int = 0
    rounds: int = 0
    last: str = ""  # the wagers of the round before
    told: int = 0  # how many events of this round have been told
    asked: bool = False  # this round
    words: str = ""  # for the next shuffle: with what nobody could guess before them
    opening: str = ""  # those that are sealed in this one
    kept: list[str] = field(default_factory=list)  # journals that would tell cards still to come

    def play(self) -> None:
        self.buy_in()
        try:
            while True:
                self.round()
        except GotUp:
            pass
        except (EOFError, KeyboardInterrupt):
            self.console.print()
        with _undisturbed():
            self._get_up()

    # One round

    def round(self) -> None:
        """Play one round to its end."""
        self._rebuy()
        self.told, self.asked = 0, False
        self.opening, self.words = self.words, ""
        seals = {self.me: sealed(self.opening)} if self.opening else {}
        self.driver.begin(next(self.seeds), self.clock(), seals)
        self._open()
        while self.driver.open:
            self._bots_answer()
            if self.me in self.driver.asks:
                self._tell()
                self._answer()
            elif self.driver.open:
                break  # nobody is left to answer
        self._close()
        if not self.asked and self.read("Enter for the next round, q to leave> ").strip().lower() == "q":
            raise GotUp

    def _bots_answer(self) -> None:
        """Every other seat answers as bots of its kind do, from what it sees."""
        while True:
            if self.driver.table.awaits_words:
                self.driver.open_words({self.me: self.opening})
            ask = next((ask for who, ask in self.driver.asks.items() if who != self.me), None)
            if ask is None:
                return
            self.company.answers(self.driver, ask)

    def _answer(self) -> None:
        """Ask until something is answered that the rules allow."""
        self.asked = True
        ask = self._view_ask()
        self._show_table()
        self.console.print(asking.choices(ask, self.driver.table.rules))
        warned = False
        while True:
            suggestion = asking.suggested(ask, self.last)
            hint = f" [{suggestion}]" if suggestion else ""
            spot = f" {ask['spot']}" if ask.get("spot") else ""
            line = self.read(f"{ask['what']}{spot}{hint}> ").strip()
            if line.lower() in ("q", "quit", "exit"):
                if warned or not self._at_stake():
                    raise GotUp
                warned = True
                self._say(self._cost_of_leaving())
                continue
            warned = False
            if line in ("?", "help", "h"):
                self.console.print(asking.explained(ask, self.driver.table.rules, suggestion))
            elif line.lower().startswith("add ") and asking.forms(ask, "wagers"):
                self._seal_words(line[4:].strip())
            elif line.lower() == BUY_CHIPS.word and (offered := self.driver.on_offer(self.me)):
                self.driver.buy_in(self.me, offered)
                self.brought += offered
                return
            elif not line and not suggestion:
                self._say("An empty line is no answer here: type one of the words above, or ? for help.")
            elif self._answered(ask, line or suggestion):
                return

    def _answered(self, ask: asking.Asked, line: str) -> bool:
        why = ""
        for reading in asking.readings(ask, line):
            try:
                self.driver.answer(self.me, reading)
            except Refused as error:
                why = str(error)
                continue
            if asking.forms(ask, "wagers") and self._at_stake():
                self.last = self._placed() or self.last
            return True
        self._say(f"{why[:1].upper()}{why[1:]}.")
        return False

    def _placed(self) -> str:
        """The wagers that the journal says were just placed, to be placed again by an empty line."""
        said = next(entry for entry in reversed(self.driver.journal) if entry.get("who") == self.me)
        return " ".join(str(said["text"]).lower().split())

    def _seal_words(self, words: str) -> None:
        """Words for the next shuffle: for this one it is too late, since its seed is there already."""
        if len(words) > _LONGEST_WORDS or not words.isprintable():
            self._say(f"Words for the shuffle are plain text of up to {_LONGEST_WORDS} characters.")
            return
        self.words = f"{secrets.token_hex(16)} {words}"
        self.console.print(Text(f"  Sealed for the next shuffle: {sealed(self.words)[:16]}…", "dim"))

    # What is shown: everything from the view of this seat

    def _events(self) -> list[Event]:
        return view.seen(self.driver.events, self.me)

    def _view_ask(self) -> asking.Asked:
        asks = view.view(self.driver, self.me)["asks"]
        return next(ask for ask in asks if ask["who"] == self.me)

    def _seat(self, who: str) -> tuple[int, dict[str, str]]:
        """A seat's stack and its wagers on the layout."""
        shown = view.view(self.driver, self.me)
        seat = shown["seats"].get(who, {"stack": "0", "wagers": {}})
        theirs = {spot: one["amount"] for spot, one in shown["spots"].items() if one["owner"] == who}
        elsewhere = {Account.read(account).words: amount for account, amount in theirs.items()}
        return cents(seat["stack"]), seat["wagers"] | elsewhere

    def _at_stake(self) -> int:
        return sum(map(cents, self._seat(self.me)[1].values()))

    def _say(self, words: str) -> None:
        self.console.print(indented(Text(words, "yellow")))

    @property
    def _limits(self) -> BuyInLimits:
        return self.driver.game.buy_in_limits(self.driver.table.rules)

    def buy_in(self) -> None:
        rules = self.driver.table.rules.game
        for who in (self.me, *self.bots):
            if who == self.company.banker:
                self.driver.buy_in(who, 100 * self.stack, role=PROPOSITION)
            else:
                self.driver.buy_in(who, self.stack)
        self.brought = self.stack
        title = Text(rules.name, "bold").append(f"   {rules.rulebook.jurisdiction}", "not bold dim")
        many = len([who for who in self.bots if who != self.company.banker])
        others = f", {many} {self.company.kind} bot{'s' * (many > 1)} at the table" if many else ""
        others += f"{' and' if many else ','} {self.company.banker} to bank it" if self.company.banker else ""
        self.console.print(Group(title, Text(rules.summary)))
        self.console.print(
            f"You are {self.me} with {shown(self.stack)}{others}. "
            "Type an answer or the start of one; ? explains, q gets up."
        )

    def _open(self) -> None:
        stack, _ = self._seat(self.me)
        began = next(event for event in self._events() if isinstance(event, RoundBegan))
        title = Text(f"Round {began.round}", "bold").append(f"   stack {shown(stack)}", "not bold")
        self.console.print(Group("", Rule(title, style="dim", align="left")))
        self.console.print(Text("  sealed as ", "dim").append(str(began.commitment), "dim"), soft_wrap=True)

    def _tell(self) -> None:
        """The story since it was last told."""
        events = self._events()
        news = [event for event in events[self.told :] if self._is_news(event)]
        self.told = len(events)
        if news:
            self.console.print(story(news, self.me))

    def _is_news(self, event: Event) -> bool:
        if isinstance(event, _RESULTS) and event.who == self.me:
            return False  # the table of results has them
        return not isinstance(event, _SHOWN_OTHERWISE)

    def _show_table(self) -> None:
        rules = self.driver.table.rules.game
        places = view.cards_in_sight(self.driver.events, self.me)
        if places:
            mine = Table.grid()
            for shape in layout.hand(places, self.me):
                mine.add_row(shape)
            mine.add_row(self._layout_money())
            self.console.print(layout.side_by_side([*layout.community(places, rules.id), mine]))
        self._show_others(places)

    def _layout_money(self) -> RenderableType:
        stack, wagers = self._seat(self.me)
        table = Table.grid(padding=(0, 3, 0, 0))
        table.add_column()
        table.add_column(justify="right")
        for wager, amount in wagers.items():
            table.add_row(wager, money(amount))
        table.add_row(Text("stack", "dim"), Text(shown(stack), "dim"))
        return table

    def _show_others(self, places: layout.Places) -> None:
        table = Table.grid(padding=(0, 3, 0, 0))
        for who in self.bots:
            stack, wagers = self._seat(who)
            cards, staked = layout.held(places, who), sum(map(cents, wagers.values()))
            if cards or staked:
                table.add_row(who, cards, f"{shown(staked)} on the layout", f"stack {shown(stack)}")
        if table.row_count:
            self.console.print(indented(table))

    def _close(self) -> None:
        """The end of a round: the last cards, what each wager came to, and the seed."""
        events = self._events()
        self._tell()
        places = view.lying(events, self.me).cards
        if self.me in places and (shared := layout.community(places, self.driver.table.rules.game.id)):
            self.console.print(layout.side_by_side([*shared, *layout.hand(places, self.me)]))
        self._results(events)
        self._open_seed(events)
        self._keep_journal()

    def _results(self, events: list[Event]) -> None:
        rows = settled(events).get(self.me, [])
        if any(self._takes_part(event) for event in events):
            self.rounds += 1
        come_come = [event.net for event in events if isinstance(event, ComeComeBack) and event.who == self.me]
        if rows:
            self.console.print(Padding(wager_table(rows), (1, 0, 0, 2)))
        if rows or come_come:
            net = sum(in_cents(row["paid"]) - in_cents(row["stake"]) * (row["result"] == "lose") for row in rows)
            net += sum(come_come)
            stack, _ = self._seat(self.me)
            self.console.print(Text("  This round ").append_text(signed(net)).append(f", stack {shown(stack)}."))

    def _takes_part(self, event: Event) -> bool:
        """A wager, or cards dealt: where players play each other nobody wagers against a bank."""
        match event:
            case Wagered():
                return event.who == self.me
            case Dealt():
                return event.place == self.me
        return False

    def _open_seed(self, events: list[Event]) -> None:
        """Show the seed, and say whether it is the one that was sealed."""
        began = next(event for event in events if isinstance(event, RoundBegan))
        for event in events:
            if isinstance(event, SeedRevealed) and event.seed:
                self.console.print(Text(f"  seed was  {event.seed}", "dim"), soft_wrap=True)
                if event.round == began.round:
                    right = commitment(bytes.fromhex(event.seed)) == str(began.commitment)
                    word = "is what was sealed ✓" if right else "is NOT what was sealed ✗"
                    self.console.print(Text(f"  its SHA-256 {word}", "dim green" if right else "bold red"))

    # Between rounds

    def _rebuy(self) -> None:
        """Offer more chips to a player who can't make the least wager; bots just take them."""
        least = self._least()
        for who in self.bots:
            has = self._seat(who)[0]
            if has < 5 * least:
                self.driver.buy_in(who, self._limits.nearest(self.stack, has))
        stack, _ = self._seat(self.me)
        while stack < max(least, 1):
            self._say(f"Your stack of {shown(stack)} does not make the least wager of {shown(least)}.")
            line = self.read(f"buy in again [{shown(self.stack)}], or q> ").strip()
            if line.lower() in ("q", "quit", "exit"):
                raise GotUp
            try:
                amount = cents(line) if line else self.stack
                self.driver.buy_in(self.me, amount)
            except (MoneyError, Refused) as error:
                self._say(f"{str(error)[:1].upper()}{str(error)[1:]}.")
                continue
            self.brought += amount
            stack, _ = self._seat(self.me)

    def _least(self) -> int:
        """The least that takes part in a round."""
        rules = self.driver.table.rules
        costs = {
            name: rules.limits[name].minimum * (len(wager.spots) or 1)
            for name, wager in rules.wagers.items()
            if name in rules.limits and wager.when == "wagers"
        }
        required = [cost for name, cost in costs.items() if rules.wagers[name].required]
        return sum(required) if required else min(costs.values(), default=0)

    def _cost_of_leaving(self) -> str:
        rules = self.driver.table.rules
        staked = shown(self._at_stake())
        option = rules.game.options.get("abandoned_wagers")
        clause = f" ({option.clause})" if option else ""
        if rules.options.get("abandoned_wagers") == "lose":
            what = f"loses the {staked} you have on the layout{clause}"
        else:
            what = f"leaves {staked} on the layout, settled without you by the least answer to every question{clause}"
        return f"Getting up now {what}. q again gets up; anything else is your answer."

    def _get_up(self) -> None:
        if self.driver.open:
            self._leave_the_round()
        stack, wagers = self._seat(self.me)
        net = stack + sum(map(cents, wagers.values())) - self.brought
        came = "even" if not net else f"{'up' if net > 0 else 'down'} {shown(abs(net))}"
        many = f"{self.rounds} round{'s' * (self.rounds != 1)}"
        brought = shown(self.brought)
        self.console.print(f"You leave with {shown(stack)} of the {brought} you brought: {came} after {many}.")
        self._keep_journal(last=True)

    def _leave_the_round(self) -> None:
        """The rules say what becomes of the wagers; the others play on unwatched."""
        with suppress(Refused):  # out of the round already
            self.driver.leave(self.me)
        self._bots_answer()
        self._results(self._events())
        self._keep_journal()

    # The journal

    def _keep_journal(self, *, last: bool = False) -> None:
        """Add the round to the file; where the shoe goes on, only when the sitting ends, for it holds cards to come."""
        if self.journal is None:
            return
        if not last:
            self.kept.append(journal.written(self.driver))
        if last or self.driver.table.rules.game.cards.seed_shown == "after the round":
            try:
                with self.journal.open("a", encoding="utf-8") as file:
                    file.writelines(self.kept)
            except OSError as error:
                self._say(f"The journal can't be written to {self.journal}: {error.strerror}.")
            self.kept.clear()
