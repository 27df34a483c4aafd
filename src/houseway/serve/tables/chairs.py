"""Coming to a table and leaving it: seats taken and given up, chips bought, and bots that keep people company."""

import contextlib
import logging
import secrets
from collections.abc import Awaitable, Callable, Collection
from functools import partial
from random import Random
from typing import Any

import sqlalchemy as sa

from houseway.errors import BadInput, Forbidden, NotNow
from houseway.play.ask import Refused
from houseway.play.driver import PROPOSITION
from houseway.play.entry import BuyIn, CashOut, Leave
from houseway.record import acts, books, daybook
from houseway.record.books import At
from houseway.record.daybook import HOUSE, By
from houseway.record.names import LONGEST_NAME
from houseway.record.person import THE_HOUSE, Person
from houseway.record.store import Conflict, Disabled, Lost, Short
from houseway.rules.money import cents, shown
from houseway.serve.people.roles import ADD_BOTS, PLAY, may
from houseway.serve.tables import commands
from houseway.serve.tables.actor import Actor, Step
from houseway.serve.tables.bots import NAMES, kinds
from houseway.serve.tables.seating import Sitter, Waiting

log = logging.getLogger("houseway.serve")

BOT_BUYS_IN = 1_000_00
Done = dict[str, Any]


class Chairs:
    """Everybody's coming and going at one table."""

    def __init__(self, actor: Actor, rng: Random, *, demonstration: bool) -> None:
        self._actor, self._rng, self._demonstration = actor, rng, demonstration
        self.to_clear = True  # who leaves is not paid yet, and who waits does not sit yet
        actor.on_step.append(self._stepped)

    def _stepped(self, step: Step) -> None:
        self.to_clear = self.to_clear or step.ended

    # Sitting down

    async def sit(self, person: Person, command: commands.Sit) -> Done:
        seating, rules = self._actor.seating, self._actor.rules
        if not may(person, PLAY):
            raise Forbidden(f"a {person.role} works here and can't sit down to play")
        if seat := seating.seat_of(person):
            raise NotNow(f"you sit at {seat} already")
        if seat := seating.waits_for(person):
            if command.key and seating.waiting[seat].key == command.key:
                return {"seat": seat, "waiting": True, "again": True}
            raise NotNow("you are about to sit down already: when this round is over")
        role = PROPOSITION if command.proposition else ""
        if role and (rules.game.bank != "player-dealer" or command.behind):
            raise BadInput(f"a {PROPOSITION} has a seat at a table that a player banks")
        if command.behind and command.seat:
            raise BadInput("one sits at a seat or stands behind one, not both")
        place = self._behind(command.behind) if command.behind else self._seat_for(command.seat)
        amount, bot = cents(command.amount), seating.sitters.get(place)
        if problem := self._actor.buy_in_limits.problem(amount, 0):
            raise BadInput(problem)
        if self._actor.driver.open:
            if role:
                raise NotNow(f"a {role} sits down between rounds: say it again when this one is over")
            await self._wait(person, place, amount, command.key)
            if bot is not None:
                bot.leaving = True
            return {"seat": place, "waiting": True}
        if bot is not None:
            await self.cash_out(place)
        await self._seat(person, place, amount, command.key, role)
        return {"seat": place, "waiting": False, "number": self._actor.number}

    def _seat_for(self, number: int | None) -> str:
        """The seat that is wanted, or the first free one, or a bot's, who gives it to a person."""
        seating = self._actor.seating
        all_seats = seating.all_seats()
        bots = [seat for seat, one in seating.sitters.items() if one.bot and not one.leaving]
        seat = f"seat {number}" if number else next(iter([*seating.free(all_seats), *bots]), "")
        if not seat:
            raise NotNow("every seat is taken")
        if seat not in all_seats:
            raise BadInput(f"there is no {seat}: this table has seat 1 to seat {seating.rules.seats}")
        sitter = seating.sitters.get(seat)
        if (sitter is not None and not sitter.bot) or seat in seating.waiting:
            raise NotNow(f"{seat} is taken")
        return seat

    def _behind(self, number: int) -> str:
        """A free place on the backline, to bet on a seated player's hand."""
        seating = self._actor.seating
        squares = seating.backline(number)
        if not squares:
            raise BadInput("nobody bets behind a seat at this table: it has no backline")
        if f"seat {number}" not in seating.sitters:
            raise NotNow(f"nobody sits at seat {number}: a backline bettor bets on a seated player's hand")
        free = seating.free(squares)
        if not free:
            raise NotNow(f"every backline place behind seat {number} is taken")
        return free[0]

    async def _wait(self, person: Person, seat: str, amount: int, key: str) -> None:
        """Keep the seat until the round is over; nothing is taken before. The key makes it good once."""
        actor, key = self._actor, key or secrets.token_hex(8)
        await actor.write(lambda c: books.wait(c, actor.id, seat, account=person.id, amount=amount, key=key))
        actor.seating.waiting[seat] = Waiting(person, amount, key)

    async def _stop_waiting(self, seat: str) -> None:
        await self._actor.write(lambda c: books.stop_waiting(c, self._actor.id, seat))
        self._actor.seating.waiting.pop(seat, None)

    async def _seat(self, person: Person, seat: str, amount: int, key: str = "", role: str = "") -> None:
        """Chips from the account, and the seat if it is not this person's already."""
        actor, sitters = self._actor, self._actor.seating.sitters
        new = seat not in sitters
        name = name_for(person.name, seat, [one.name for one in sitters.values()]) if new else sitters[seat].name
        at = At(actor.id, seat, actor.number + 1)

        def also(connection: sa.Connection) -> None:
            books.buy_in(connection, person.id, amount, at, by=By(person.name, person.id))
            if new:
                books.take_seat(connection, actor.id, seat, account=person.id, name=name)

        if new:
            actor.seating.sitters[seat] = Sitter(person.id, name)
        try:
            await actor.commit(BuyIn(seat, amount, name, role), person, key=key, also=also)
        except Refused:
            if new:
                del actor.seating.sitters[seat]
            raise
        actor.seating.waiting.pop(seat, None)

    async def buy_more(self, person: Person, command: commands.Chips) -> Done:
        seat = self._actor.seating.own_seat(person)
        if self._actor.driver.open and not self._actor.driver.on_offer(seat):
            raise NotNow("chips are bought between rounds: say it again when this one is over")
        await self._seat(person, seat, cents(command.amount), command.key)
        return {"seat": seat, "number": self._actor.number}

    # Leaving

    async def leave(self, person: Person, command: commands.Leave) -> Done:
        actor = self._actor
        if seat := actor.seating.waits_for(person):
            await self._stop_waiting(seat)
            return {"seat": seat, "left": True}
        seat = actor.seating.own_seat(person)
        if not actor.driver.open:
            with contextlib.suppress(Refused):  # wagers that stand from round to round: when they are settled
                await self.cash_out(seat, person, command.key)
                done = {"seat": seat, "left": True, "number": actor.number}
                if not actor.seating.people():
                    await self.company()  # which goes home with the last of them
                return done
        if actor.seating.sitters[seat].leaving:
            return {"seat": seat, "left": False}

        def also(connection: sa.Connection) -> None:
            books.is_leaving(connection, actor.id, seat)

        if actor.driver.open and seat not in actor.driver.table.out:
            await actor.commit(Leave(seat), person, key=command.key, also=also)
        else:
            await actor.write(also)
        if seat in actor.seating.sitters:
            actor.seating.sitters[seat].leaving = True
        await self.after_round()
        return {"seat": seat, "left": seat not in actor.seating.sitters}

    async def stay(self, person: Person) -> Done:
        """Keep the seat after all. A hand that was left in this round goes on without its player."""
        actor = self._actor
        seat = actor.seating.own_seat(person)
        await actor.write(lambda c: books.is_leaving(c, actor.id, seat, leaving=False))
        actor.seating.sitters[seat].leaving = False
        return {"seat": seat, "left": False}

    async def cash_out(self, seat: str, by: Person | str = "house", key: str = "") -> None:
        at, amount = At(self._actor.id, seat, self._actor.number + 1), self._actor.driver.table.stack(seat)
        whose = By(by.name, by.id) if isinstance(by, Person) else By(by)
        await self._actor.commit(
            CashOut(seat), by, key=key, also=partial(self._paid, at, self._actor.seating.sitters[seat], amount, whose)
        )

    def _paid(self, at: At, sitter: Sitter, amount: int, by: By, connection: sa.Connection) -> None:
        """The seat is given up, and its chips go to their owner's account."""
        books.give_seat_up(connection, at.table, at.seat)
        if sitter.account is not None:  # also of nothing: the seat is nobody's from then on
            books.post(connection, sitter.account, amount, "cash out", at, by=by)
            if self._actor.closed:
                daybook.note(
                    connection, "house", {"do": "gave back", "what": self._given_back(at.seat, sitter, amount)}
                )

    def _given_back(self, seat: str, sitter: Sitter, amount: int) -> str:
        return (
            f"{shown(amount)} of {sitter.name} at {seat} of {self._actor.row['name']}, which is closed, was given back"
        )

    # Closing

    async def close(self, person: Person) -> None:
        """Close the table, if nobody means to stay. Bots go home, and whoever is about to leave has their chips, in the
        same transaction."""
        actor, name = self._actor, self._actor.row["name"]
        if actor.seating.people():
            raise NotNow(f"somebody sits at {name}: a table is closed when it is empty")
        if actor.driver.open:
            why = f"a round is played to its end at {name}, though only bots and those who leave are in it"
            raise NotNow(f"{why}: close it when that is over")
        paid = [
            partial(self._paid, At(actor.id, seat, number), sitter, actor.driver.table.stack(seat), HOUSE)
            for number, (seat, sitter) in enumerate(actor.seating.sitters.items(), start=actor.number + 1)
        ]

        def also(connection: sa.Connection) -> None:
            for pay in paid:
                pay(connection)

        def closing(connection: sa.Connection) -> None:
            books.close_table(connection, actor.id, by=HOUSE if person == THE_HOUSE else By(person.name, person.id))
            if person != THE_HOUSE:
                acts.note(connection, "closed a table", person, about=f"{actor.id} {name}")

        try:
            await actor.close(also, closing)
        except Refused as refused:
            raise NotNow(f"{name} can't be closed yet: {refused}") from None

    async def clear_closed(self, finish_round: Callable[[], Awaitable[None]]) -> None:
        """Give back what lies on a table that was closed while people sat there, as earlier versions could."""
        actor, sitters = self._actor, self._actor.seating.sitters
        actor.clears_up = True
        async with actor.alone():
            while sitters:
                if actor.driver.open:
                    await finish_round()
                before = len(sitters)
                for seat, sitter in list(sitters.items()):
                    with contextlib.suppress(Refused):  # their wagers still stand
                        amount = actor.driver.table.stack(seat)
                        await self.cash_out(seat)
                        if sitter.account is not None:
                            log.warning(self._given_back(seat, sitter, amount))
                if len(sitters) == before:
                    await finish_round()
            for seat in list(actor.seating.waiting):
                await self._stop_waiting(seat)

    # Between rounds

    async def after_round(self) -> None:
        """Who leaves is paid, who waits sits down, and bots come and go."""
        seating = self._actor.seating
        if self._actor.driver.open:
            return
        for seat, sitter in list(seating.sitters.items()):
            if sitter.leaving:
                with contextlib.suppress(Refused):  # their wagers still stand
                    await self.cash_out(seat)
        for seat, one in list(seating.waiting.items()):
            if seat in seating.sitters:
                continue  # whoever gives it up has wagers that stand
            try:
                await self._seat(one.person, seat, one.amount, one.key)
            except (Refused, Short, Disabled, Conflict) as error:
                if isinstance(error, Lost):
                    raise
                seating.sitters.pop(seat, None)
                log.info("table %s: %s could not sit down after the round", self._actor.id, seat)
                await self._stop_waiting(seat)
        await self.company()
        self.to_clear = False

    async def company(self) -> None:
        """As many bots as the table wants while people play, and none when they have gone."""
        actor, seating = self._actor, self._actor.seating
        bots = [seat for seat, one in seating.sitters.items() if one.bot]
        if not seating.people():
            for seat in bots:
                with contextlib.suppress(Refused):
                    await self.cash_out(seat)
            return
        low = min((limit.minimum for limit in actor.rules.limits.values()), default=1) * 20
        for seat in bots:
            if (has := actor.driver.table.stack(seat)) < low:
                brings = actor.buy_in_limits.nearest(BOT_BUYS_IN, has)
                await actor.commit(BuyIn(seat, brings, seating.sitters[seat].name), "house")
        for _ in range(len(bots), actor.row["bots"]):
            if len(seating.sitters) + len(seating.waiting) < actor.rules.seats - 1:
                await self._seat_bot(actor.row["bot"])

    async def add_bot(self, person: Person, command: commands.BotWanted) -> Done:
        actor = self._actor
        if not may(person, ADD_BOTS) and not (self._demonstration and actor.seating.seat_of(person)):
            raise Forbidden("bots are brought to a table by the floor, the operator, or at a demonstration its players")
        if actor.driver.open:
            raise NotNow("a bot sits down between rounds: say it again when this one is over")
        if command.kind not in (known := kinds(actor.driver.game)):
            raise BadInput(f"{actor.rules.game.name} has no {command.kind} bot: {', '.join(known)}")
        seat = await self._seat_bot(command.kind)
        if not seat:
            raise NotNow("every seat is taken")
        return {"seat": seat, "number": actor.number}

    async def _seat_bot(self, kind: str) -> str:
        actor, seating = self._actor, self._actor.seating
        free = seating.free(seating.all_seats())
        if not free:
            return ""
        seat = self._rng.choice(free)
        taken = {one.name for one in seating.sitters.values()}
        name = next((name for name in self._rng.sample(NAMES, len(NAMES)) if name not in taken), f"Bot {seat}")

        def also(connection: sa.Connection) -> None:
            books.take_seat(connection, actor.id, seat, account=None, name=name, bot=kind)

        seating.sitters[seat] = Sitter(None, name, kind)
        try:
            brings = actor.buy_in_limits.nearest(BOT_BUYS_IN, 0)
            await actor.commit(BuyIn(seat, brings, name), "house", also=also)
        except Refused:  # a game may let fewer play than there are places
            del seating.sitters[seat]
            raise
        return seat


def name_for(name: str, seat: str, taken: Collection[str]) -> str:
    """A name that nobody else at the table has: a game takes who has the same name for one player on two seats."""
    if name[:LONGEST_NAME] not in taken:
        return name[:LONGEST_NAME]
    place = f" ({seat})"
    return name[: LONGEST_NAME - len(place)] + place
