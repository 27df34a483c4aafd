"""A table for a program: a game, chips, other players and a seed in one call, and a seat that is yours."""

from collections.abc import Iterable
from random import Random, SystemRandom
from typing import Any

from houseway.cards.shuffle import seeds_from
from houseway.errors import instead
from houseway.games import game as game_named
from houseway.play import journal, view
from houseway.play.ask import Ask, Refused
from houseway.play.driver import PROPOSITION, Driver
from houseway.play.event import Event
from houseway.play.game import Game
from houseway.play.places import seat as at_seat
from houseway.pricing import edited
from houseway.rules.money import money, shown
from houseway.rules.strict import RulesError
from houseway.skill.company import Company, seated, usual
from houseway.skill.kinds import company, kinds
from houseway.skill.simple import SIMPLE, Bot

_RICHER = 100  # times the others' stack: what a banker brings
_LOW = 0.2  # of what they brought: with less than that, bots buy in again


class Table:
    """A seat at a table. Between your answers the others play, and whoever banks: you do not, unless you set `banks`.

    The same seed gives the same cards and the same answers of the others. `bots` is how they play: a kind that the game
    has (`skilled`, `optimal`, `simple`, `random` and so on), or a function of an ask and a `random.Random`. Other
    keywords are the operator's choices, as in `houseway.price`. Amounts are text in dollars or numbers in whole cents.

    >>> table = Table("criss-cross-poker", seed=7)
    >>> table.begin()
    >>> table.answer("ante 10")
    >>> table.ask.answers()
    ('across 1', 'across 2', 'across 3', 'fold')
    """

    def __init__(
        self,
        game: str | Game,
        *,
        seat: int = 1,
        players: int | None = None,
        stack: str | int = "1000",
        bots: str | Bot | None = None,
        seed: str | int | None = None,
        **choices: Any,
    ) -> None:
        found = game_named(game) if isinstance(game, str) else game
        rules = edited(found.rules, choices)
        many = usual(rules) if players is None else players
        for what, number in (("seat", seat), ("players", many)):
            if type(number) is not int or not 1 <= number <= rules.seats:
                raise RulesError(f"{what} {number!r} is not possible: {rules.game.name} has seats 1 to {rules.seats}")
        others, banker = seated(rules, seat, many)
        self.driver = Driver(found, rules)
        self.me = at_seat(seat)
        self._stack = money(stack)
        self._brought = dict.fromkeys((self.me, *others), 0)
        self._seeds = seeds_from(seed)
        self._rng = SystemRandom() if seed is None else Random(f"bots {seed}")
        self.banks = False  # set it, and you are asked whether you take the bank, where players do
        self._company = self._players(bots or company(found), banker)
        for who in self._brought:
            self._buy(who, self._stack * (_RICHER if who == banker else 1), PROPOSITION if who == banker else "")

    def _players(self, kind: str | Bot, banker: str = "") -> Company:
        if isinstance(kind, str) and kind not in (known := kinds(self.driver.game)):
            raise RulesError(f"{kind!r} is not a kind of player of {self.game.rules.name}: {instead(kind, known)}")
        return Company(kind, self._rng, banker)

    def _buy(self, who: str, amount: int, role: str = "") -> None:
        self.driver.buy_in(who, amount, role=role)
        self._brought[who] += amount

    @property
    def game(self) -> Game:
        return self.driver.game

    # A round

    def begin(self) -> None:
        """Begin a round, and let the others answer until you are asked."""
        limits = self.game.buy_in_limits(self.driver.table.rules)
        for who in self._brought:
            has = self.driver.table.stack(who)
            if who != self.me and has < self._stack * _LOW and (amount := limits.nearest(self._stack, has)):
                self._buy(who, amount)
        self.driver.begin(next(self._seeds), self.driver.table.now)
        self._others_answer()

    def answer(self, text: str) -> None:
        """Answer what you are asked, and let the others answer until you are asked again. An answer that the rules do
        not allow is `Refused`, and nothing has changed."""
        self.driver.answer(self.me, text)
        self._others_answer()

    def _others_answer(self) -> None:
        while ask := next((ask for ask in self.driver.asks.values() if not self._is_yours(ask)), None):
            self._company.answers(self.driver, ask)

    def _is_yours(self, ask: Ask) -> bool:
        return ask.who == self.me and (self.banks or ask.what != "bank")

    def play(self, rounds: int = 1, player: str | Bot = SIMPLE) -> int:
        """Play whole rounds, or the round in hand to its end and then others, with your answers given by a kind of
        player or a function. What you won or lost in them, in cents. Chips that run out are bought again.

        >>> Table("ultimate-war", seed=1).play(100)
        10500
        """
        you, before = self._players(player), self.net
        for _ in range(rounds):
            if not self.driver.open:
                if not self.stack:
                    self._buy(self.me, self._stack)
                self.begin()
            while self.ask is not None:
                you.answers(self.driver, self.ask)
                self._others_answer()
        return self.net - before

    # What you know

    @property
    def ask(self) -> Ask | None:
        """What you are asked now; None when the round is over."""
        return self.driver.asks.get(self.me)

    @property
    def open(self) -> bool:
        """A round is being played."""
        return self.driver.open

    @property
    def events(self) -> list[Event]:
        """What has happened in this round, as you may know it."""
        return view.seen(self.driver.events, self.me)

    @property
    def story(self) -> list[str]:
        """The same, a sentence for each event."""
        return view.story(self.driver.events, self.me)

    @property
    def stack(self) -> int:
        """Your chips, in cents."""
        return self.driver.table.stack(self.me)

    @property
    def net(self) -> int:
        """What you have won or lost since you sat down, in cents; wagers on the table still count as yours."""
        table = self.driver.table
        staked = sum(table.ledger[stake.account] for stake in table.stakes.values() if stake.owner == self.me)
        return self.stack + staked - self._brought[self.me]

    def journal(self) -> str:
        """The round as `houseway.replay` reads it: secrets and all."""
        return journal.written(self.driver)

    def __str__(self) -> str:
        return "\n".join(self.story)

    def __repr__(self) -> str:
        now = f"{self.ask.what}?" if self.ask else "between rounds"
        net = f"+{shown(self.net)}" if self.net > 0 else shown(self.net)
        round, id = self.driver.table.round, self.game.id
        return f"<Table of {id}, round {round}: you are {self.me} with {shown(self.stack)} ({net}); {now}>"

    def _repr_html_(self) -> str:
        from houseway.play.notebook import driver_in_html

        return driver_in_html(self.driver, self.me)


def deal(game: str | Game, wagers: str = "", *, answers: Iterable[str] = (), **sitting: Any) -> Table:
    """Sit down, begin a round and place wagers, the least there are unless told; then give some answers. What else may
    be said of a sitting is `Table`'s.

    >>> table = deal("criss-cross-poker", "ante 10", seed=7)
    >>> table.ask.what
    'across'
    >>> table.play()
    -5000
    """
    table = Table(game, **sitting)
    table.begin()
    for answer in (*([wagers] if wagers else _least(table.ask)), *answers):
        if table.ask is None:
            raise Refused(f"{answer!r} answers nothing: the round is over")
        table.answer(answer)
    return table


def _least(ask: Ask | None) -> tuple[str, ...]:
    return ask.answers()[:1] if ask is not None and ask.what == "wagers" else ()
