"""Sitting down to some rounds of a game: asks are put one after the other, and answered in actions."""

from collections.abc import Callable, Mapping
from random import Random

import numpy as np
from numpy.typing import NDArray

from houseway.env.actions import NOTHING, Actions, Next, Said, is_read, pot_at
from houseway.env.seeing import Sight
from houseway.errors import instead
from houseway.games import game as game_named
from houseway.play.ask import Ask, Refused
from houseway.play.driver import Driver
from houseway.play.places import seats as all_seats
from houseway.play.view import story
from houseway.rules.resolved import Rules
from houseway.rules.submission import Choices, house_rules

STACK = 1000_00
QUIET = 100  # rounds that may go by without anybody being asked before a table counts as over
Bot = Callable[[Ask, Random], str]


class Sitting:
    """A table of `seats` players who begin with equal stacks. Those in `bots` answer by themselves; the others are
    asked in turn. Where several are asked at once, each says everything before anything is known to the others."""

    def __init__(
        self,
        game: str,
        *,
        seats: int,
        rounds: int = 1,
        stack: int = STACK,
        rules: Rules | None = None,
        options: Mapping[str, bool | int | str] | None = None,
        answers: Mapping[str, str] | None = None,
        bots: Mapping[str, Bot] | None = None,
    ) -> None:
        named = game_named(game)
        self.rules = rules or house_rules(named.rules, Choices(options=dict(options or {})))
        if not 1 <= seats <= self.rules.seats:
            raise Refused(f"{self.rules.game.name} takes 1 to {self.rules.seats} seats here, not {seats}")
        if rounds < 1:
            raise Refused(f"an episode has at least one round, not {rounds}")
        self.driver = Driver(named, self.rules)
        for who in all_seats(seats):
            self.driver.seat(who, stack)
        self.seats = tuple(self.driver.table.seats)
        self.actions = Actions(self.rules)
        self.sight = Sight(self.rules, self.seats, self.actions)
        self.rounds = rounds
        self.answers = dict(answers or {})
        self.bots = dict(bots or {})
        if unknown := set(self.answers) - set(self.rules.game.asks):
            first = sorted(unknown)[0]
            known = instead(first, self.rules.game.asks)
            raise Refused(f"{first!r} is not an ask of {self.rules.game.name}: {known}")
        self._start = self.driver.table.state()
        self._told: dict[str, str] = {}  # answers that wait until everybody asked at once has given theirs
        self._said: dict[str, Said] = {}
        self._played, self._acted = 0, False
        self._chips: dict[str, int] = {}  # of each player when the last round was over
        self._counted: dict[str, int] = {}  # what of that `won` has told
        self._rng = np.random.default_rng()
        self._luck = Random()

    # Rounds

    def begin(self, rng: np.random.Generator) -> None:
        """Sit down anew, and play until somebody is asked. Rounds in which nobody is asked go by, and count."""
        self._rng = rng
        self._luck = Random(rng.bytes(16))
        if self.driver.open:  # left in the middle of a round, which nothing can go back from
            self.driver = Driver(self.driver.game, self.rules)
        self.driver.restore(self._start)
        self._played, self._acted = 0, False
        self._chips = {who: self._worth(who) for who in self.seats}
        self._counted = dict(self._chips)
        self._begin_round()
        self._go_on()
        if self.over:
            raise Refused(f"nobody is asked anything at this table of {self.rules.game.name}: all is answered for them")

    def _begin_round(self) -> None:
        self._told, self._said = {}, {}
        self._played += 1
        self.driver.begin(self._rng.bytes(32), self.driver.table.now)

    @property
    def over(self) -> bool:
        """All rounds are played."""
        return not self.driver.open

    @property
    def asked(self) -> str:
        """Whose turn it is to answer; nobody's when the sitting is over."""
        return next((who for who in self.driver.asks if who not in self._told), "")

    def _go_on(self) -> None:
        """Play until somebody is asked, or all rounds are over."""
        quiet = 0
        while True:
            if not self.driver.open:
                quiet += 1
                self._chips = {seat: self._worth(seat) for seat in self.seats}
                if quiet > QUIET or (self._acted and self._played >= self.rounds):
                    return
                self._begin_round()
            elif not (who := self.asked):
                self._give()
            elif (answer := self._by_itself(who)) is not None:
                self._told[who] = answer
            else:
                return

    def _by_itself(self, who: str) -> str | None:
        """What is answered without asking: by a bot, by what was settled before, or where no action can say it."""
        ask = self.driver.asks[who]
        if who in self.bots:
            return self.bots[who](ask, self._luck)
        if (given := self.answers.get(ask.what)) is not None and is_read(ask, given):
            return given
        return None if self.choices(who) else ask.default

    def _give(self) -> None:
        """Give the answers of all who were asked; an ask that has changed meanwhile is put again."""
        told, self._told, self._said = self._told, {}, {}
        asks = dict(self.driver.asks)
        for who, answer in told.items():
            if self.driver.asks.get(who) == asks[who]:
                self.driver.answer(who, answer)

    # Actions

    def choices(self, who: str) -> dict[int, Next]:
        """The actions that a player has now, and what each leads to."""
        if who != self.asked:
            return {}
        ask = self.driver.asks[who]
        return self.actions.choices(ask, self._said.get(who, NOTHING), pot_at(self.driver.table, ask))

    def act(self, who: str, action: int) -> None:
        """Take an action; refused, with nothing changed, if it is not one of the choices."""
        choices = self.choices(who)
        if action not in choices:
            raise Refused(self._not_a_choice(who, action, choices))
        ask = self.driver.asks[who]
        then = self.actions.followed(ask, choices[action], pot_at(self.driver.table, ask))
        self._acted = True
        if isinstance(then, Said):
            self._said[who] = then
        else:
            self._told[who] = then
            self._go_on()

    def _not_a_choice(self, who: str, action: int, choices: Mapping[int, Next]) -> str:
        if not choices:
            return f"{who} is not asked anything now"
        what = str(self.actions.all[action]) if 0 <= action < len(self.actions) else str(action)
        may = ", ".join(str(self.actions.all[one]) for one in choices)
        return f"{what!r} is not an action now: {self.driver.asks[who].what} takes {may}"

    def mask(self, who: str) -> NDArray[np.int8]:
        """1 for each action that a player has now."""
        mask = np.zeros(len(self.actions), np.int8)
        mask[list(self.choices(who))] = 1
        return mask

    # What is seen

    def observation(self, who: str) -> NDArray[np.int64]:
        return self.sight.observation(self.driver, who, self._said.get(who, NOTHING))

    def story(self, who: str) -> str:
        """The round in hand as this seat may know it."""
        return "\n".join(story(self.driver.events, who))

    def won(self, who: str) -> int:
        """What a player has won or lost, in cents, in the rounds that ended since this was last asked for."""
        won = self._chips[who] - self._counted[who]
        self._counted[who] = self._chips[who]
        return won

    def _worth(self, who: str) -> int:
        """A player's chips between two rounds: the stack, and wagers that stand on the table."""
        table = self.driver.table
        mine = (stake.account for stake in table.stakes.values() if stake.owner == who)
        return table.stack(who) + sum(table.ledger[account] for account in mine)
