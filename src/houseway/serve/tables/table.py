"""A table as people meet it: what they may say and see, and what they are told."""

import asyncio
import contextlib
import logging
import os
import secrets
import time
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any

from sqlalchemy.exc import SQLAlchemyError

from houseway.errors import KINDS, Denied, Forbidden, NotFound, NotNow, Unavailable
from houseway.play import entry
from houseway.play.ask import Refused
from houseway.play.driver import STAFF, Driver
from houseway.play.view import seen
from houseway.pricing.coach import Advice, decision
from houseway.record.books import KeptTable
from houseway.record.person import Person
from houseway.record.store import Conflict, Disabled, Lost, Short
from houseway.rules.resolved import Rules
from houseway.rules.strict import RulesError
from houseway.serve.people.roles import CALL, DEAL, DECKS, DUTY, TABLES, Right, require
from houseway.serve.people.signatures import Signatures, use
from houseway.serve.tables import commands
from houseway.serve.tables.actor import Actor
from houseway.serve.tables.chairs import Chairs
from houseway.serve.tables.clocks import Clocks
from houseway.serve.tables.coach import PATIENCE
from houseway.serve.tables.commands import Command, Keyed
from houseway.serve.tables.rail import Rail, Viewers
from houseway.serve.tables.routine import Routine
from houseway.serve.tables.seating import Seating
from houseway.serve.tables.shuffle_words import Words
from houseway.serve.tables.viewers import Viewer
from houseway.skill.answering import styles

if TYPE_CHECKING:
    from houseway.serve.house import House

log = logging.getLogger("houseway.serve")
Done = dict[str, Any]


class Table:
    """One table: an actor, those who sit and those who watch, its clocks, and what goes on by itself."""

    def __init__(self, house: "House", kept: KeptTable) -> None:
        self.house = house
        self.actor = Actor(house.store, kept, worker=lambda: house.worker)
        self.rng = Random(os.urandom(8))
        viewers = Viewers()
        self.clocks = Clocks(self.actor, house.pace, self.rng, watched=viewers.watched_by)
        self.chairs = Chairs(self.actor, self.rng, demonstration=house.demonstration)
        self.words = Words(self.actor, house.pace)
        self.signatures = Signatures(self.actor)
        self.rail = Rail(self.actor, self.clocks, viewers)
        self.routine = Routine(
            self.actor, self.clocks, self.chairs, self.words, house.coach, house.pace, self.rng, viewers=viewers
        )

    @property
    def id(self) -> int:
        return self.actor.id

    @property
    def row(self) -> Any:
        return self.actor.row

    @property
    def driver(self) -> Driver:
        return self.actor.driver

    @property
    def rules(self) -> Rules:
        return self.actor.rules

    @property
    def seating(self) -> Seating:
        return self.actor.seating

    # What is said

    async def say(self, person: Person, command: Command, *, lasting: bool = False) -> Done:
        """Carry out what a person says, here or where the table is owned; the answer comes when it is committed. A task
        that is `lasting` goes on whatever becomes of a connection."""
        for attempt in range(3):
            with contextlib.suppress(Lost):  # nothing of it was written: its owner is asked
                if await self.is_ours():
                    return await (self._one_at_a_time(person, command) if lasting else self.here(person, command))
            owner = await self.actor.owner()
            if self.actor.closed:
                self.house.forget(self)
                raise NotFound(f"there is no table {self.id} here")
            if owner is None or owner == self.house.worker:
                continue
            command = _with_key(command)
            answer = await self._asked_of(owner, person, command)
            if answer is not None:
                if "why" in answer:
                    raise KINDS[answer["denied"]](answer["why"])
                return dict(answer["done"])
            log.info("table %s: no answer from worker %s (attempt %s)", self.id, owner, attempt + 1)
        raise Unavailable("the table is changing hands: say it again with the same key in a moment")

    async def _asked_of(self, worker: int, person: Person, command: Command) -> dict[str, Any] | None:
        """The answer of the worker that owns the table; None if there is none, or it owns the table no more."""
        courier = self.house.courier
        assert courier is not None
        call = {"table": self.id, "person": person.__dict__, "command": commands.written(command)}
        answer = await courier.call(worker, call)
        return None if answer is None or "moved" in answer else answer

    async def here(self, person: Person, command: Command) -> Done:
        # In a task of its own: a connection that closes must not stop half a step.
        return await asyncio.shield(self.actor.task(self._one_at_a_time(person, command)))

    async def _one_at_a_time(self, person: Person, command: Command) -> Done:
        key = command.key if isinstance(command, Keyed) else ""
        async with self.actor.alone():
            if key and (earlier := await self.actor.said_before(person, key)):
                return _same(earlier, command)
            if seat := self.seating.seat_of(person):
                sitter = self.seating.sitters[seat]
                sitter.lapses, sitter.seen, self.clocks.idle = 0, time.monotonic(), 0
            try:
                return await self._done(person, command)
            except (Refused, Conflict, Denied) as error:
                if key and (earlier := await self.actor.said_before(person, key, in_store=True)):
                    return _same(earlier, command)
                if isinstance(error, (Denied, Lost)):
                    raise
                late = "the table has gone on in the meantime: look again"
                raise NotNow(str(error) if isinstance(error, Refused) else late) from None
            except Short as short:
                raise NotNow(str(short)) from None
            except Disabled as disabled:
                raise Forbidden(str(disabled)) from None
            except (SQLAlchemyError, OSError):
                log.exception("table %s: nothing can be kept", self.id)
                raise Unavailable("the house can keep nothing right now: say it again with the same key") from None
            finally:
                if self.clocks.reckon():
                    self.rail.publish()
                self.routine.arm()

    async def _done(self, person: Person, command: Command) -> Done:
        match command:
            case commands.Sit():
                done = await self.chairs.sit(person, command)
                if command.seal and (seat := self.seating.seat_of(person)):
                    self.words.seal(seat, command.seal)
                return done
            case commands.Chips():
                return await self.chairs.buy_more(person, command)
            case commands.Leave():
                return await self.chairs.leave(person, command)
            case commands.Stay():
                return await self.chairs.stay(person)
            case commands.BotWanted():
                return await self.chairs.add_bot(person, command)
            case commands.Ready():  # said before there are results it means nothing
                seat = self.seating.own_seat(person)
                if not self.driver.open:
                    self.clocks.ready(seat)
            case commands.Answer():
                who = self._speaks_for(person, command.who)
                await self.actor.commit(entry.Answer(who, command.text), person, key=command.key)
            case commands.SealWords():
                self.words.seal(self.seating.own_seat(person), command.seal)
                return {"sealed": bool(command.seal)}
            case commands.OpenWords():
                self.words.open(self.seating.own_seat(person), command.words)
            case commands.Call():
                by = _staff(person, CALL)
                complete, first = await self.signatures.completed(person, command)
                if not complete:
                    self.rail.publish()
                    return {"waits": "for a second signature, one of the two being the floor's"}
                also = partial(use, first=first) if first is not None else None
                called = entry.Call(by, command.irregularity, command.who)
                await self.actor.commit(called, person, key=command.key, also=also)
            case commands.DutyDone():
                by = _staff(person, DUTY)
                now = None if self.driver.open else self.routine.now()
                await self.actor.commit(entry.Duty(by, command.duty, now), person, key=command.key)
            case commands.DecksCome():
                by = _staff(person, DECKS)
                await self.actor.commit(entry.Open(by, self.routine.now()), person, key=command.key)
            case commands.Begin():
                _staff(person, DEAL)
                if not self.driver.table.seats:
                    raise NotNow("nobody sits at this table")
                await self.routine.begin(person, command.key)
            case commands.Close():
                require(person, TABLES)
                await self.chairs.close(person)
                self.house.forget(self)
        return {"number": self.actor.number}

    def _speaks_for(self, person: Person, who: str) -> str:
        """For whom this person may answer: for their own seat, and staff for their own post."""
        own = person.role if person.role in STAFF else self.seating.own_seat(person)
        if who and who != own:
            raise Forbidden(f"{who!r} is not yours to answer for: you are {own}")
        return own

    # What the coach says

    def has_coach(self, person: Person | None) -> bool:
        """The coach can be asked about what waits for this person."""
        seat = self.seating.seat_of(person)
        if not seat or not self.house.submission.coach or seat not in self.driver.asks:
            return False
        try:
            return bool(decision(self.driver, seat))
        except (Refused, RulesError):
            return False

    async def coach(self, person: Person, who: str = "", *, patience: float = PATIENCE) -> Advice:
        """What each answer is worth that this person may give now, from what their own seat can see; it is waited for
        so many seconds."""
        async with self.actor.alone():
            seat = self.seating.own_seat(person)
            if who and who != seat:
                raise Forbidden(f"{who!r} is not yours to be coached on: you are {seat}")
            if not self.house.submission.coach:
                raise Forbidden("this house has no coach at its tables")
            try:
                about = decision(self.driver, seat)
            except Refused as refused:
                raise NotNow(str(refused)) from None
            except RulesError as error:
                raise NotFound(str(error)) from None
        return await self.house.coach.advise(about, who=f"account {person.id}", patience=patience)

    async def suggested(self, person: Person, *, patience: float = PATIENCE) -> str:
        """How the cards that this person is asked to set could be set: as the house would, or as a skilled player."""
        async with self.actor.alone():
            seat, driver = self.seating.own_seat(person), self.driver
            ask = driver.asks.get(seat)
            if ask is None:
                raise NotNow(f"{seat} is not asked anything now")
            events, seed = seen(driver.events, seat), self.rng.getrandbits(32)
        known = styles(driver.game)
        if not known:
            return ask.default
        text = await self.house.coach.played(driver.table.rules, events, ask, known[0], seed, patience)
        if not text:
            raise Unavailable("nothing was found in time: ask again in a moment")
        return text

    # What is seen

    async def look(self, person: Person | None, *, words: bool = False) -> dict[str, Any]:
        """The whole table as this person may see it now."""
        async with self.actor.alone():
            if self.seating.seat_of(person):
                self.rail.saw(person)
                self.routine.arm()
            return self.rail.seen_by(self.seating.eyes_of(person), words=words)

    def watch(self, viewer: Viewer) -> None:
        self.rail.watch(viewer)
        if self.clocks.reckon():
            self.rail.publish()
        self.routine.arm()

    def unwatch(self, viewer: Viewer) -> None:
        self.rail.unwatch(viewer)
        self.clocks.reckon()
        self.routine.arm()

    def chips_of(self, seat: str) -> int:
        """What a seat has at the table: its stack, its wagers that stand and its part of the bank."""
        table = self.driver.table
        standing = (table.ledger[stake.account] for stake in table.stakes.values() if stake.owner == seat)
        return table.stack(seat) + sum(standing) + table.bank.parts(table).get(seat, 0)

    async def chips_now(self, seat: str) -> int:
        """The same, at a table that another worker may have gone on with."""
        async with self.actor.alone():
            return self.chips_of(seat)

    # Whose table it is

    async def give_back(self) -> None:
        """Let the worker have the table that is its home, between two rounds or while nobody watches; whoever is at a
        socket or a page comes again, since a table counts on who is there by those whom it tells."""
        async with self.actor.alone():
            if self.actor.owned and not (self.driver.open and self.rail.watching):
                self.routine.stop()
                await self.actor.release()
                self.rail.move()

    async def is_ours(self) -> bool:
        """This worker owns the table, now at least: whoever owned it may be gone."""
        if not self.actor.owned:
            await self.take_over()
        return self.actor.owned

    async def take_over(self) -> None:
        """Own the table if nobody does, and go on where the store has it."""
        async with self.actor.alone():
            if not self.actor.owned and await self.actor.claim():
                await self.actor.reload()
                await self.signatures.load()
                if self.house.courier is not None:  # whoever owned it may not have told of its last record any more
                    self.house.courier.wrote({self.id: self.actor.number})
                self.rail.publish()
                self.routine.arm()

    def disown(self) -> None:
        self.actor.disown()
        self.routine.stop()

    async def finish(self) -> None:
        """Begin nothing more, and see to its end what was begun."""
        self.disown()
        await self.actor.finished()

    def follow_soon(self, number: int) -> None:
        """Somebody else has written to this table."""
        if number > self.actor.number:
            if self.rail.watching or self.actor.owned:
                self.actor.task(self._follow(number))
            else:
                self.actor.outdated()

    async def _follow(self, number: int) -> None:
        actor = self.actor
        async with actor.alone():
            if number <= actor.number:
                return
            round, events = actor.driver.table.round, len(actor.driver.events)
            await actor.reload()
            if actor.owned:  # and yet somebody else wrote: the lease is over
                self.disown()
            self.rail.publish_since(round, events)


def _with_key(command: Command) -> Command:
    """A command that may be handed on twice is carried out once."""
    if isinstance(command, Keyed) and not command.key:
        return command.model_copy(update={"key": secrets.token_hex(8)})
    return command


def _staff(person: Person, right: Right) -> str:
    require(person, right)
    return person.role


def _same(record: dict[str, Any], command: Command) -> Done:
    """A key that was used before: its answer again, if it is the same thing that is said."""
    if not command.became(entry.read(record["entry"])):
        raise NotNow(f"the key {record['key']!r} was used for something else")
    return {"number": record["number"], "again": True}
