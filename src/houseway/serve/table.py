"""What may be done at a table, by whom, and what goes on by itself: one thing at a time."""

import asyncio
import contextlib
import json
import os
import re
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from houseway.play.ask import Ask, Refused
from houseway.play.driver import PROPOSITION, STAFF
from houseway.price.coach import Advice, Decision, decision
from houseway.rules.files import RulesError
from houseway.rules.money import shown
from houseway.serve import store as kept_in
from houseway.serve.actor import Actor, log
from houseway.serve.bots import BOTS, NAMES, OPTIMAL
from houseway.serve.coach import PATIENCE
from houseway.serve.people import LONGEST_NAME, Denied, Person, Sitter, Waiting
from houseway.serve.store import Conflict, Short

BOT_BUYS_IN = 1_000_00
LONGEST_KEY = 80
_KEY = re.compile(rf"[\w.-]{{0,{LONGEST_KEY}}}", re.ASCII)
_TELLING = ("text", "irregularity", "duty")  # what makes two entries of one kind different


class Table(Actor):
    """One table: what people say to it, and its clocks and bots."""

    async def say(self, person: Person, command: Mapping[str, Any]) -> dict[str, Any]:
        """Carry out what a person says, here or where the table is owned; the answer comes when it is committed."""
        for attempt in range(3):
            if not self.owned:
                await self.take_over()
            if self.owned:
                return await self.here(person, command)
            courier = self.house.courier
            assert courier is not None
            owner = await self.house.store.read(
                lambda c: c.execute(sa.select(kept_in.tables.c.owner).where(kept_in.tables.c.id == self.id)).scalar()
            )
            if owner is None:
                continue
            call = {"table": self.id, "person": person.__dict__, "command": dict(command)}
            answer = await courier.call(owner, call)
            if answer is not None:
                if "why" in answer:
                    raise Denied(answer["status"], answer["why"])
                return dict(answer["done"])
            log.info("table %s: no answer from worker %s (attempt %s)", self.id, owner, attempt + 1)
        raise Denied(503, "the table is changing hands: say it again with the same key in a moment")

    async def here(self, person: Person, command: Mapping[str, Any]) -> dict[str, Any]:
        # In a task of its own: a connection that closes must not stop half a step.
        return await asyncio.shield(self._task(self._one_at_a_time(person, command)))

    async def _one_at_a_time(self, person: Person, command: Mapping[str, Any]) -> dict[str, Any]:
        steps: dict[str, Callable[[Person, Mapping[str, Any]], Awaitable[dict[str, Any]]]] = {
            "sit": self._sit,
            "buy in": self._buy_more,
            "leave": self._leave,
            "answer": self._answer,
            "add entropy": self._add_entropy,
            "ready": self._be_ready,
            "call": self._call,
            "duty": self._duty,
            "begin": self._begin_by_hand,
            "open": self._open,
            "bot": self._add_bot,
        }
        async with self._alone():
            step = steps.get(command.get("do", ""))
            if step is None:
                raise Denied(422, f"{command.get('do')!r} can't be done at a table: {', '.join(steps)}")
            key = command.get("key") or ""
            if not _KEY.fullmatch(key):
                raise Denied(422, f"a key has up to {LONGEST_KEY} letters, digits, dots, dashes or underscores")
            if earlier := self._keys.get((person.name, key)) if key else None:
                return self._same(earlier, command)
            if seat := self.seat_of(person):
                sitter = self.sitters[seat]
                sitter.lapses, sitter.seen, self._idle = 0, time.monotonic(), 0
            try:
                done = await step(person, command)
            except (Refused, Conflict, Denied) as error:
                if key and (earlier := await self._said_before(person, key)):
                    return self._same(earlier, command)
                if isinstance(error, Denied):
                    raise
                late = "the table has gone on in the meantime: look again"
                raise Denied(409, str(error) if isinstance(error, Refused) else late) from None
            except Short as short:
                raise Denied(409, str(short)) from None
            except (SQLAlchemyError, OSError):
                log.exception("table %s: nothing can be kept", self.id)
                raise Denied(503, "the house can keep nothing right now: say it again with the same key") from None
            finally:
                self.arm()
            return done

    def _same(self, record: Mapping[str, Any], command: Mapping[str, Any]) -> dict[str, Any]:
        """A key that was used before: its answer again, if it is the same thing that is said."""
        entry, said = record["entry"], command["do"]
        same = entry["do"] in {"sit": ("buy in",), "leave": ("leave", "cash out")}.get(said, (said,))
        if not same or any(entry[name] != command.get(name) for name in _TELLING if name in entry):
            raise Denied(409, f"the key {record['key']!r} was used for something else")
        return {"number": record["number"], "again": True}

    async def _said_before(self, person: Person, key: str) -> dict[str, Any] | None:
        entries = kept_in.entries
        found = await self.house.store.read(
            lambda c: c.execute(
                sa.select(entries.c.record).where(
                    entries.c.table == self.id, entries.c.account == person.id, entries.c.key == key
                )
            ).scalar()
        )
        return json.loads(found) if found else None

    # Steps of players

    async def _sit(self, person: Person, command: Mapping[str, Any]) -> dict[str, Any]:
        if person.role != "player":
            raise Denied(403, f"a {person.role} works here and can't sit down to play")
        if seat := self.seat_of(person):
            raise Denied(409, f"you sit at {seat} already")
        key = command.get("key") or ""
        if seat := self.waits_for(person):
            if key and self._waiting[seat].key == key:
                return {"seat": seat, "waiting": True, "again": True}
            raise Denied(409, "you are about to sit down already: when this round is over")
        role = PROPOSITION if command.get("proposition") else ""
        if role and (self.rules.game.bank != "player-dealer" or command.get("behind")):
            raise Denied(422, f"a {PROPOSITION} has a seat at a table that a player banks")
        if command.get("behind"):
            if command.get("seat"):
                raise Denied(422, "one sits at a seat or stands behind one, not both")
            return await self._stand_behind(person, int(command["behind"]), int(command["amount"]), key)
        free = [seat for seat in self.all_seats() if seat not in self.sitters and seat not in self._waiting]
        wanted = command.get("seat")
        seat = f"seat {wanted}" if wanted else (free[0] if free else "")
        if not seat and (bot := next((s for s, one in self.sitters.items() if one.bot and not one.leaving), "")):
            seat = bot  # a bot gives its chair to a person
        if not seat:
            raise Denied(409, "every seat is taken")
        if seat not in self.all_seats():
            raise Denied(422, f"there is no {seat}: this table has seat 1 to seat {self.rules.seats}")
        sitter = self.sitters.get(seat)
        if (sitter is not None and not sitter.bot) or seat in self._waiting:
            raise Denied(409, f"{seat} is taken")
        amount = int(command["amount"])
        if amount <= 0:
            raise Denied(422, "a buy-in must be more than nothing")
        if self.driver.open and role:
            raise Denied(409, f"a {role} sits down between rounds: say it again when this one is over")
        if self.driver.open:
            await self._reserve(person, seat, amount, key)
            if sitter is not None:
                sitter.leaving = True
            return {"seat": seat, "waiting": True}
        if sitter is not None:
            await self._cash_out(seat)
        await self._seat(person, seat, amount, key, role)
        return {"seat": seat, "waiting": False, "number": self.number}

    async def _stand_behind(self, person: Person, number: int, amount: int, key: str) -> dict[str, Any]:
        """Bet on a seated player's hand, from the backline."""
        squares = self.backline(number)
        if not squares:
            raise Denied(422, "nobody bets behind a seat at this table: it has no backline")
        if f"seat {number}" not in self.sitters:
            raise Denied(409, f"nobody sits at seat {number}: a backline bettor bets on a seated player's hand")
        free = next((one for one in squares if one not in self.sitters and one not in self._waiting), "")
        if not free:
            raise Denied(409, f"every backline place behind seat {number} is taken")
        if amount <= 0:
            raise Denied(422, "a buy-in must be more than nothing")
        if self.driver.open:
            await self._reserve(person, free, amount, key)
            return {"seat": free, "waiting": True}
        await self._seat(person, free, amount, key)
        return {"seat": free, "waiting": False, "number": self.number}

    async def _reserve(self, person: Person, seat: str, amount: int, key: str) -> None:
        """Keep the seat until the round is over; nothing is taken before."""
        row = {"table": self.id, "seat": seat, "account": person.id, "amount": amount, "key": key}

        def keep(connection: sa.Connection) -> None:
            if kept_in.balance(connection, person.id) < amount:
                raise Short(_too_much(connection, person.id, amount))
            connection.execute(kept_in.waiting.insert().values(row))

        await self.house.store.write(keep)
        self._waiting[seat] = Waiting(person, amount, key)

    async def _give_up(self, seat: str) -> None:
        await self.house.store.write(lambda c: _no_longer_waits(c, self.id, seat))
        self._waiting.pop(seat, None)

    async def _seat(self, person: Person, seat: str, amount: int, key: str = "", role: str = "") -> None:
        name = person.name[:LONGEST_NAME]
        new = seat not in self.sitters

        def also(connection: sa.Connection) -> None:
            _take(connection, person.id, amount, self.id)
            if new:
                _no_longer_waits(connection, self.id, seat)
                connection.execute(
                    kept_in.seats.insert().values(
                        table=self.id, seat=seat, account=person.id, name=name, bot="", leaving=False
                    )
                )

        if new:
            self.sitters[seat] = Sitter(person.id, name)
        try:
            entry = {"do": "buy in", "who": seat, "amount": amount, "name": name, **({"role": role} if role else {})}
            await self._commit(entry, person, key=key, also=also)
        except Refused:
            if new:
                del self.sitters[seat]
            raise
        self._waiting.pop(seat, None)

    async def _buy_more(self, person: Person, command: Mapping[str, Any]) -> dict[str, Any]:
        seat = self._own_seat(person)
        amount = int(command["amount"])
        if self.driver.open:
            raise Denied(409, "chips are bought between rounds: say it again when this one is over")
        await self._seat(person, seat, amount, command.get("key") or "")
        return {"seat": seat, "number": self.number}

    async def _leave(self, person: Person, command: Mapping[str, Any]) -> dict[str, Any]:
        if seat := self.waits_for(person):
            await self._give_up(seat)
            return {"seat": seat, "left": True}
        seat = self._own_seat(person)
        sitter = self.sitters[seat]
        if not self.driver.open:
            with contextlib.suppress(Refused):  # wagers that stand from round to round: when they are settled
                await self._cash_out(seat, person, command.get("key") or "")
                return {"seat": seat, "left": True, "number": self.number}
        if sitter.leaving:
            return {"seat": seat, "left": False}

        def also(connection: sa.Connection) -> None:
            seats = kept_in.seats
            here = sa.and_(seats.c.table == self.id, seats.c.seat == seat)
            connection.execute(seats.update().where(here).values(leaving=True))

        if self.driver.open and seat not in self.driver.table.out:
            await self._commit({"do": "leave", "who": seat}, person, key=command.get("key") or "", also=also)
        else:
            await self.house.store.write(also)
        if seat in self.sitters:
            self.sitters[seat].leaving = True
        await self._after_round()
        return {"seat": seat, "left": seat not in self.sitters}

    async def _cash_out(self, seat: str, by: Person | str = "house", key: str = "") -> None:
        sitter = self.sitters[seat]
        amount = self.driver.table.stack(seat)

        def also(connection: sa.Connection) -> None:
            seats = kept_in.seats
            connection.execute(seats.delete().where(seats.c.table == self.id, seats.c.seat == seat))
            if sitter.account is not None and amount:
                kept_in.post(connection, sitter.account, amount, "cash out", self.id)

        await self._commit({"do": "cash out", "who": seat}, by, key=key, also=also, gone=seat)

    async def _answer(self, person: Person, command: Mapping[str, Any]) -> dict[str, Any]:
        who = self._speaks_for(person, command.get("who") or "")
        entry = {"do": "answer", "who": who, "text": str(command["text"])}
        await self._commit(entry, person, key=command.get("key") or "")
        return {"number": self.number}

    async def _add_entropy(self, person: Person, command: Mapping[str, Any]) -> dict[str, Any]:
        entry = {"do": "add entropy", "who": self._own_seat(person), "text": str(command["text"])}
        await self._commit(entry, person, key=command.get("key") or "")
        return {"number": self.number}

    async def _be_ready(self, person: Person, command: Mapping[str, Any]) -> dict[str, Any]:
        """No more time is needed to look at the results; said before there are any it means nothing."""
        seat = self._own_seat(person)
        if not self.driver.open:
            self._ready.add(seat)
        return {"number": self.number}

    async def _add_bot(self, person: Person, command: Mapping[str, Any]) -> dict[str, Any]:
        if person.role not in ("floor", "operator") and not (self.house.demonstration and self.seat_of(person)):
            raise Denied(
                403, "bots are brought to a table by the floor, the operator, or at a demonstration its players"
            )
        kind = command.get("kind") or "simple"
        if kind not in BOTS:
            raise Denied(422, f"{kind!r} is not a bot: {', '.join(BOTS)}")
        if self.driver.open:
            raise Denied(409, "a bot sits down between rounds: say it again when this one is over")
        seat = await self._seat_bot(kind)
        if not seat:
            raise Denied(409, "every seat is taken")
        return {"seat": seat, "number": self.number}

    # What the coach says

    def has_coach(self, person: Person | None) -> bool:
        """The coach can be asked about what waits for this person."""
        seat = self.seat_of(person)
        if not seat or not self.house.submission.coach or seat not in self.driver.asks:
            return False
        try:
            return bool(decision(self.driver, seat))
        except (Refused, RulesError):
            return False

    async def coach(self, person: Person, who: str = "", *, patience: float = PATIENCE) -> Advice:
        """What each answer is worth that this person may give now, from what the own seat can see; it is waited for so
        many seconds."""
        async with self._alone():
            seat = self._own_seat(person)
            if who and who != seat:
                raise Denied(403, f"{who!r} is not yours to be coached on: you are {seat}")
            if not self.house.submission.coach:
                raise Denied(403, "this house has no coach at its tables")
            try:
                about = decision(self.driver, seat)
            except Refused as refused:
                raise Denied(409, str(refused)) from None
            except RulesError as error:
                raise Denied(404, str(error)) from None
        return await self.house.coach.advise(about, patience=patience)

    # Steps of staff

    async def _call(self, person: Person, command: Mapping[str, Any]) -> dict[str, Any]:
        by = self._staff(person, "call an irregularity")
        entry = {
            "do": "call",
            "by": by,
            "irregularity": str(command["irregularity"]),
            "who": str(command.get("who") or ""),
        }
        await self._commit(entry, person, key=command.get("key") or "")
        return {"number": self.number}

    async def _duty(self, person: Person, command: Mapping[str, Any]) -> dict[str, Any]:
        by = self._staff(person, "record a duty")
        now = {} if self.driver.open else {"now": self._now()}
        entry = {"do": "duty", "by": by, "duty": str(command["duty"]), **now}
        await self._commit(entry, person, key=command.get("key") or "")
        return {"number": self.number}

    async def _begin_by_hand(self, person: Person, command: Mapping[str, Any]) -> dict[str, Any]:
        self._staff(person, "begin a round")
        if not self.driver.table.seats:
            raise Denied(409, "nobody sits at this table")
        await self._begin(person, command.get("key") or "")
        return {"number": self.number}

    async def _open(self, person: Person, command: Mapping[str, Any]) -> dict[str, Any]:
        """Decks have come to the table."""
        entry = {"do": "open", "by": self._staff(person, "open the table"), "now": self._now()}
        await self._commit(entry, person, key=command.get("key") or "")
        return {"number": self.number}

    def _staff(self, person: Person, what: str) -> str:
        if person.role not in STAFF:
            raise Denied(403, f"a {person.role} can't {what}: the dealer or the floor does")
        return person.role

    def _own_seat(self, person: Person) -> str:
        seat = self.seat_of(person)
        if not seat:
            raise Denied(403, "you don't sit at this table")
        return seat

    def _speaks_for(self, person: Person, who: str) -> str:
        """For whom this person may answer: for their own seat, and staff for their own post."""
        own = person.role if person.role in STAFF else self._own_seat(person)
        if who and who != own:
            raise Denied(403, f"{who!r} is not yours to answer for: you are {own}")
        return own

    # What goes on by itself

    def arm(self) -> None:
        """Set the timer for the next thing that happens by itself."""
        if not self.owned:
            return
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        due = min((due for _, due in self._deadlines.values() if due), default=None)
        if not self.driver.open:
            due = 0.0 if self._to_clear else self._next_round()
        if due is not None:
            delay = max(0.0, due - time.monotonic())
            self._timer = asyncio.get_running_loop().call_later(delay, lambda: self._task(self._tick()))

    def _next_round(self) -> float | None:
        """When the next round begins; None while nobody is there to play it."""
        here = [seat for seat, one in self.sitters.items() if not one.bot and self._present(one)]
        playing = [seat for seat in here if self.driver.table.stack(seat) and self.sitters[seat].lapses < 2]
        gone = {seat for seat, one in self.sitters.items() if one.leaving and not one.bot}
        standing = any(stake.owner in gone for stake in self.driver.table.stakes.values())  # to be played out
        if self.row["by_hand"] or not (standing or (playing and self._idle <= 2)):
            self._soon = 0.0
            return None
        if self._over_at and not self._ready.issuperset(playing):
            return self._over_at + self.house.pace.pause
        self._soon = self._soon or time.monotonic() + self.house.pace.first
        return self._soon

    def _present(self, sitter: Sitter) -> bool:
        watching = any(viewer.person and viewer.person.id == sitter.account for viewer in self.viewers)
        return watching or time.monotonic() - sitter.seen < 30

    async def _tick(self) -> None:
        async with self._alone():
            if not self.owned:
                return
            try:
                if self.driver.open:
                    await self._answer_due()
                if not self.driver.open:
                    await self._after_round()
                    due = self._next_round()
                    if due is not None and due <= time.monotonic():
                        await self._begin("house")
            except Exception:
                log.warning("table %s: what was due could not be done and is tried again", self.id, exc_info=True)
                await asyncio.sleep(0.5)
            finally:
                self.arm()

    async def _answer_due(self) -> None:
        now = time.monotonic()
        for who, (ask, due) in list(self._deadlines.items()):
            if not due or due > now or self.driver.asks.get(who) != ask:
                continue
            sitter = self.sitters.get(who)
            if sitter is not None and sitter.bot == OPTIMAL and self._thinks(who, ask):
                continue
            if sitter is not None and sitter.bot:
                found = self._thought.pop(who, None)
                text = found[1] if found and found[0] == ask and found[1] else BOTS[sitter.bot](ask, self._rng)
                by = f"bot {sitter.name}"
            else:
                text, by = ask.default, "clock"
                if sitter is not None and not ask.optional:
                    sitter.lapses += 1
            await self._commit({"do": "answer", "who": who, "text": text}, by)

    def _thinks(self, who: str, ask: Ask) -> bool:
        """An optimal bot has the coach count, and its time is up when that is done, or when the table's clock is."""
        if who in self._thought and self._thought[who][0] == ask:
            return False
        self._thought[who] = (ask, "")
        try:
            about = decision(self.driver, who)
        except (Refused, RulesError):
            return False
        self._deadlines[who] = (ask, time.monotonic() + self.row["clock"])
        self._task(self._think(who, ask, about))
        return True

    async def _think(self, who: str, ask: Ask, about: Decision) -> None:
        round, best = self.driver.table.round, ""
        with contextlib.suppress(Denied):
            best = (await self.house.coach.advise(about, patience=self.row["clock"])).best.text
        if self.driver.asks.get(who) == ask and self.driver.table.round == round:
            self._thought[who] = (ask, best)
            self._deadlines[who] = (ask, time.monotonic())
            self.arm()

    async def _begin(self, by: Person | str, key: str = "") -> None:
        self._soon = 0.0
        self._thought.clear()
        await self._commit({"do": "begin", "seed": os.urandom(32).hex(), "now": self._now()}, by, key=key)

    def _now(self) -> int:
        """The time of day, which never goes back at a table."""
        return max(int(time.time()), self.driver.table.now)

    async def _after_round(self) -> None:
        """Between rounds: who leaves is paid, who waits sits down, and bots come and go."""
        if self.driver.open:
            return
        for seat, sitter in list(self.sitters.items()):
            if sitter.leaving:
                with contextlib.suppress(Refused):  # wagers of his still stand
                    await self._cash_out(seat)
        for seat, one in list(self._waiting.items()):
            if seat in self.sitters:
                continue  # whoever gives it up has wagers that stand
            try:
                await self._seat(one.person, seat, one.amount, one.key)
            except (Refused, Short, Conflict):
                self.sitters.pop(seat, None)
                log.info("table %s: %s could not sit down after the round", self.id, seat)
                await self._give_up(seat)
        await self._company()
        self._to_clear = False

    async def _company(self) -> None:
        people = [one for one in self.sitters.values() if not one.bot and not one.leaving]
        bots = {seat: one for seat, one in self.sitters.items() if one.bot}
        if not people:
            for seat in bots:
                with contextlib.suppress(Refused):
                    await self._cash_out(seat)
            return
        low = min((limit.minimum for limit in self.rules.limits.values()), default=1) * 20
        for seat in bots:
            if self.driver.table.stack(seat) < low:
                entry = {"do": "buy in", "who": seat, "amount": BOT_BUYS_IN, "name": self.sitters[seat].name}
                await self._commit(entry, "house")
        for _ in range(len(bots), self.row["bots"]):
            if len(self.sitters) + len(self._waiting) < self.rules.seats - 1:
                await self._seat_bot(self.row["bot"])

    async def _seat_bot(self, kind: str) -> str:
        free = [seat for seat in self.all_seats() if seat not in self.sitters and seat not in self._waiting]
        if not free:
            return ""
        seat = self._rng.choice(free)
        taken = {one.name for one in self.sitters.values()}
        name = next((name for name in self._rng.sample(NAMES, len(NAMES)) if name not in taken), f"Bot {seat}")

        def also(connection: sa.Connection) -> None:
            connection.execute(
                kept_in.seats.insert().values(
                    table=self.id, seat=seat, account=None, name=name, bot=kind, leaving=False
                )
            )

        self.sitters[seat] = Sitter(None, name, kind)
        await self._commit({"do": "buy in", "who": seat, "amount": BOT_BUYS_IN, "name": name}, "house", also=also)
        return seat

    async def clear_empty_chairs(self) -> None:
        """Cash out whoever has been gone for long; the chips go to the account."""
        if not self.owned or self._busy.locked():
            return
        async with self._alone():
            if self.driver.open:
                return
            now = time.monotonic()
            for seat, sitter in list(self.sitters.items()):
                if not sitter.bot and not self._present(sitter) and now - sitter.seen > self.house.pace.gone:
                    with contextlib.suppress(Refused):
                        await self._cash_out(seat)
            if self.sitters and all(one.bot for one in self.sitters.values()):
                await self._company()


def _take(connection: sa.Connection, account: int, amount: int, table: int) -> None:
    try:
        kept_in.post(connection, account, -amount, "buy in", table)
    except Short:
        raise Short(_too_much(connection, account, amount)) from None


def _too_much(connection: sa.Connection, account: int, amount: int) -> str:
    has = kept_in.balance(connection, account)
    return f"a buy-in of {shown(amount)} needs more than your account holds: {shown(has)}"


def _no_longer_waits(connection: sa.Connection, table: int, seat: str) -> None:
    waiting = kept_in.waiting
    connection.execute(waiting.delete().where(waiting.c.table == table, waiting.c.seat == seat))
