"""What goes on at a table by itself: clocks that run out, bots that answer, and rounds that begin."""

import asyncio
import contextlib
import logging
import os
import time
from collections.abc import Coroutine
from random import Random

from houseway.errors import Denied
from houseway.play.ask import Ask, Refused
from houseway.play.entry import Answer, Begin
from houseway.play.view import seen
from houseway.pricing.coach import Decision, decision
from houseway.record.person import Person
from houseway.record.store import Lost
from houseway.rules.strict import RulesError
from houseway.serve.tables.actor import Actor
from houseway.serve.tables.chairs import Chairs
from houseway.serve.tables.clocks import Clocks, Pace
from houseway.serve.tables.coach import Coach
from houseway.serve.tables.rail import Viewers
from houseway.serve.tables.shuffle_words import Words
from houseway.skill.answering import styles
from houseway.skill.simple import UNSKILLED, simply

log = logging.getLogger("houseway.serve")


class Routine:
    """Keeps one table going. A table that is only followed keeps no routine of its own."""

    def __init__(
        self,
        actor: Actor,
        clocks: Clocks,
        chairs: Chairs,
        words: Words,
        coach: Coach,
        pace: Pace,
        rng: Random,
        *,
        viewers: Viewers,
    ) -> None:
        self._actor, self._clocks, self._chairs, self._words = actor, clocks, chairs, words
        self._coach, self._pace, self._rng, self._viewers = coach, pace, rng, viewers
        self._timer: asyncio.TimerHandle | None = None
        self._thought: dict[str, tuple[Ask, str]] = {}  # what a bot found, or "" while it thinks

    def arm(self) -> None:
        """Set the timer for the next thing that happens by itself."""
        if not self._actor.owned:
            return
        self.stop()
        due = self._clocks.first_due() if self._words.due() is None else self._words.due()
        if not self._actor.driver.open:
            due = 0.0 if self._chairs.to_clear else self._next_round()
        if due is not None:
            delay = max(0.0, due - time.monotonic())
            self._timer = asyncio.get_running_loop().call_later(delay, lambda: self._actor.task(self._tick()))

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    async def _tick(self) -> None:
        async with self._actor.alone():
            if not self._actor.owned:
                return
            try:
                await self._open_words()
                if self._actor.driver.open:
                    await self._answer_due()
                if not self._actor.driver.open:
                    await self._chairs.after_round()
                    due = self._next_round()
                    if due is not None and due <= time.monotonic():
                        await self.begin("house")
            except Lost:
                return  # whoever owns the table now does it
            except Exception:
                log.warning("table %s: what was due failed and is tried again", self._actor.id, exc_info=True)
                await asyncio.sleep(0.5)
            finally:
                self.arm()

    async def begin(self, by: Person | str, key: str = "") -> None:
        """A new round, from a seed that nobody knows."""
        self._thought.clear()
        await self._actor.commit(Begin(os.urandom(32).hex(), self.now(), self._words.taken()), by, key=key)

    async def finish_round(self) -> None:
        """Play the round that is open, or else one more, to its end: everybody gives the answer of the clock."""
        if not self._actor.driver.open:
            await self.begin("house")
        while self._actor.driver.open:
            if self._words.due() is not None:
                await self._actor.commit(self._words.opened(), "house")
            else:
                ask = next(iter(self._actor.driver.asks.values()))
                await self._actor.commit(Answer(ask.who, ask.default), "clock")

    async def _open_words(self) -> None:
        """All words at once, as soon as they are there or their time is up."""
        due = self._words.due()
        if due is not None and due <= time.monotonic():
            await self._actor.commit(self._words.opened(), "house")

    def _next_round(self) -> float | None:
        """When the next round begins: pages that are there get the time to seal their words for it."""
        due = self._clocks.next_round()
        return due if due is None else self._words.waited_for(due, self._viewers)

    def now(self) -> int:
        """The time of day, which never goes back at a table."""
        return max(int(time.time()), self._actor.driver.table.now)

    async def clear_empty_chairs(self) -> None:
        """Cash out whoever has been gone for long; the chips go to the account."""
        actor, clocks = self._actor, self._clocks
        if not actor.owned or actor.busy:
            return
        async with actor.alone():
            if actor.driver.open:
                return
            now = time.monotonic()
            for seat, sitter in list(actor.seating.sitters.items()):
                if not sitter.bot and not clocks.present(sitter) and now - sitter.seen > self._pace.gone:
                    with contextlib.suppress(Refused):
                        await self._chairs.cash_out(seat)
            if actor.seating.sitters and all(one.bot for one in actor.seating.sitters.values()):
                await self._chairs.company()

    # Answers

    async def _answer_due(self) -> None:
        now = time.monotonic()
        for who, (ask, due) in list(self._clocks.deadlines.items()):
            if not due or due > now or self._actor.driver.asks.get(who) != ask:
                continue
            sitter = self._actor.seating.sitters.get(who)
            if sitter is not None and sitter.bot not in ("", *UNSKILLED) and self._thinks(who, ask, sitter.bot):
                continue
            if sitter is not None and sitter.bot:
                found = self._thought.pop(who, None)
                quick = UNSKILLED.get(sitter.bot, simply)
                text = found[1] if found and found[0] == ask and found[1] else quick(ask, self._rng)
                by = f"bot {sitter.name}"
            else:
                text, by = ask.default, "clock"
                if sitter is not None and not ask.optional:
                    sitter.lapses += 1
            await self._actor.commit(Answer(who, text), by)

    def _thinks(self, who: str, ask: Ask, kind: str) -> bool:
        """An optimal bot has the coach count, and one with skill weighs what it sees, in a process apart. Its time is
        up when that is done, or when the table's clock is."""
        if who in self._thought and self._thought[who][0] == ask:
            return False
        self._thought[who] = (ask, "")
        driver, clock = self._actor.driver, self._actor.row["clock"]
        if known := styles(driver.game):
            style = kind if kind in known else known[0]
            events, seed = seen(driver.events, who), self._rng.getrandbits(32)
            found = self._coach.played(driver.table.rules, events, ask, style, seed, clock)
        else:
            try:
                found = self._advised(decision(driver, who))
            except (Refused, RulesError):
                return False
            except Exception as error:
                self._coach.warn(error)
                return False
        self._clocks.deadlines[who] = (ask, time.monotonic() + clock)
        self._actor.task(self._think(who, ask, found))
        return True

    async def _advised(self, about: Decision) -> str:
        return (
            await self._coach.advise(about, who=f"table {self._actor.row['id']}", patience=self._actor.row["clock"])
        ).best.text

    async def _legal(self, ask: Ask, found: Coroutine[None, None, str]) -> str:
        """A bot's answer; "" where it has none, so that the bot answers something simple at once."""
        try:
            if best := await found:
                ask.read(best)
            return best
        except Denied:  # the coach has no advice, or none yet
            return ""
        except Exception as error:
            self._coach.warn(error)
            return ""

    async def _think(self, who: str, ask: Ask, found: Coroutine[None, None, str]) -> None:
        round = self._actor.driver.table.round
        best = await self._legal(ask, found)
        driver = self._actor.driver
        if driver.asks.get(who) == ask and driver.table.round == round:
            self._thought[who] = (ask, best)
            self._clocks.deadlines[who] = (ask, time.monotonic())
            self.arm()
