"""The clocks of a table: whose time runs, and when the next round begins."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from houseway.play.ask import Ask
from houseway.play.driver import STAFF
from houseway.play.entry import Begin
from houseway.record.person import Person
from houseway.serve.tables.actor import Actor, Step
from houseway.serve.tables.seating import Sitter


@dataclass(frozen=True)
class Pace:
    """How quickly things go on by themselves, in seconds."""

    clock: int = 30
    patience: float = 900.0  # the clock of whoever plays alone, before their eyes: nobody waits for them
    pause: float = 6.0  # to look at the results
    first: float = 0.3  # from sitting down to the first round
    bot: tuple[float, float] = (0.5, 1.2)
    gone: float = 180.0  # an empty chair is cleared after this
    words: float = 3.0  # for pages to seal words before a round, and to open them before the cards are shuffled


class Clocks:
    """Every ask has its time; and between two rounds players have some to look at the results."""

    def __init__(self, actor: Actor, pace: Pace, rng: Random, *, watched: Callable[[Sitter], bool]) -> None:
        self._actor, self._pace, self._rng, self._watched = actor, pace, rng, watched
        self.deadlines: dict[str, tuple[Ask, float]] = {}  # 0 where there is none
        self._ready: set[str] = set()  # who needs no more time to look
        self._over_at = 0.0  # when the last round ended
        self._soon = 0.0  # when the next one begins, once nobody needs more time
        self.idle = 0  # rounds in a row in which no person did anything
        self._acted = False
        actor.on_stand.append(self._stood)
        actor.on_step.append(self._stepped)
        self._stood()

    def _stood(self) -> None:
        """The table was read from the store. Whoever looked after it before: players keep their time to look."""
        if (since := self._actor.over_since) is not None:
            self._over_at = time.monotonic() - max(0, self._actor.store.clock.now() - since) / 1000
        self.set()

    def set(self) -> None:
        """Give every ask its time: whoever was asked before keeps the clock that runs."""
        now = time.monotonic()
        clocks: dict[str, tuple[Ask, float]] = {}
        for who, ask in self._actor.driver.asks.items():
            running = self.deadlines.get(who)
            clocks[who] = running if running is not None and running[0] == ask else (ask, self._due(who, now))
        self.deadlines = clocks

    def reckon(self) -> bool:
        """Somebody has come or gone: who plays alone from now on need not hurry, and who no longer does has the
        table's clock. Whether that changes anybody's."""
        now, clock = time.monotonic(), float(self._actor.row["clock"])
        changed = {}
        for who, (ask, due) in self.deadlines.items():
            sitter = self._actor.seating.sitters.get(who)
            if sitter is None or sitter.bot or sitter.leaving or sitter.lapses > 1:
                continue
            alone = self._plays_alone(sitter)
            if alone != (due > now + clock):
                changed[who] = ask, self._due(who, now)
        self.deadlines |= changed
        return bool(changed)

    def _due(self, who: str, now: float) -> float:
        """When somebody's time is up; 0 if never."""
        sitter = self._actor.seating.sitters.get(who)
        if sitter is None:
            return 0.0 if who in STAFF else now
        if sitter.bot:
            return now + self._rng.uniform(*self._pace.bot)
        if sitter.leaving:
            return now
        if sitter.lapses > 1:
            return now + 1.0
        return now + (self._pace.patience if self._plays_alone(sitter) else float(self._actor.row["clock"]))

    def _plays_alone(self, sitter: Sitter) -> bool:
        """Nobody but bots is kept waiting by somebody who has the table before their eyes."""
        seating = self._actor.seating
        return seating.people() == [sitter] and not seating.waiting and self._watched(sitter)

    def _stepped(self, step: Step) -> None:
        if isinstance(step.entry, Begin):
            self._ready, self._soon = set(), 0.0
        if isinstance(step.by, Person):
            self._acted = True
        if step.ended:
            self._over_at = time.monotonic()
            self.idle = 0 if self._acted else self.idle + 1
            self._acted = False
        self.deadlines.pop(getattr(step.entry, "who", ""), None)
        self.set()

    def left(self) -> dict[str, float]:
        """The seconds that each who is asked still has."""
        now = time.monotonic()
        return {who: round(max(0.0, due - now), 1) for who, (_, due) in self.deadlines.items() if due}

    def first_due(self) -> float | None:
        return min((due for _, due in self.deadlines.values() if due), default=None)

    def ready(self, seat: str) -> None:
        """No more time is needed to look at the results."""
        self._ready.add(seat)

    def present(self, sitter: Sitter) -> bool:
        return self._watched(sitter) or time.monotonic() - sitter.seen < 30

    def next_round(self) -> float | None:
        """When the next round begins; None while nobody is there to play it."""
        sitters, table = self._actor.seating.sitters, self._actor.driver.table
        here = [seat for seat, one in sitters.items() if not one.bot and self.present(one)]
        playing = [seat for seat in here if table.stack(seat) and sitters[seat].lapses < 2]
        gone = {seat for seat, one in sitters.items() if one.leaving and not one.bot}
        standing = any(stake.owner in gone for stake in table.stakes.values())  # to be played out
        if self._actor.row["by_hand"] or not (standing or (playing and self.idle <= 2)):
            self._soon = 0.0
            return None
        if self._over_at and not self._ready.issuperset(playing):
            return self._over_at + self._pace.pause
        self._soon = self._soon or time.monotonic() + self._pace.first
        return self._soon
