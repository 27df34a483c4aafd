"""The table page: what a viewer sees of a table, and what may be said to it."""

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Mapping
from functools import partial
from typing import Any, NamedTuple

from fastapi import Response
from markupsafe import Markup
from nicegui import ui
from nicegui.events import GenericEventArguments
from pydantic import ValidationError
from sqlalchemy.exc import SQLAlchemyError

from houseway.errors import UNREACHABLE, BadInput, Denied, NotSignedIn
from houseway.play.ask import Refused
from houseway.play.event import PUBLIC, Event
from houseway.pricing.coach import Advice
from houseway.record.person import Person
from houseway.rules.money import dollars, shown
from houseway.serve.api.desk import Desk
from houseway.serve.api.errors import sentence
from houseway.serve.house import resolved
from houseway.serve.pages import asking, felt, leaving, panels, seats, spots, wheels, words
from houseway.serve.pages.frame import come_again, head, html
from houseway.serve.pages.layouts import layout_of
from houseway.serve.pages.learn import learn_at
from houseway.serve.pages.motion import motion
from houseway.serve.pages.placing import Placing, PotSize
from houseway.serve.pages.plain import LOBBY, missing
from houseway.serve.pages.quoting import headline
from houseway.serve.pages.scene import Scene, counts, scene
from houseway.serve.pages.templates import NOTHING, kept, render
from houseway.serve.pages.views import AskView, Cards, SeatView, SpotOffer, TableView
from houseway.serve.people.sessions import Session
from houseway.serve.tables import bots, commands
from houseway.serve.tables.commands import Command
from houseway.serve.tables.table import Table
from houseway.serve.tables.viewers import Update, Viewer
from houseway.serve.web import limits
from houseway.skill.simple import SIMPLE

log = logging.getLogger("houseway.serve")

BUY_IN = 1_000_00
_LONGEST_AMOUNT = 11  # digits of cents
_BEFORE_THE_CLOCK = 1.5  # seconds, in which chips that lie there are still placed
_STAFF_ONLY = ("dutyDue", "dutyOverdue", "dutyDone")
_STATES = {"wagers": "place your bets", "deal": "no more bets"}
Turn = tuple[int, int, AskView | None]  # the round, how much has happened to the viewer in it, and what is asked


class Waiting(NamedTuple):
    """Somebody who is asked, and for how long."""

    name: str
    what: str
    you: bool
    left: float | None


class TablePage:
    """One viewer's page. It is told every step of the table, and draws what has changed."""

    def __init__(self, desk: Desk, table: Table, session: Session | None) -> None:
        self.desk, self.table, self.session = desk, table, session
        self.view = TableView(PUBLIC)
        self.events: list[Mapping[str, Any]] = []
        self.story: list[Event] = []
        self.placing = Placing()
        self._lay: Cards = {}  # the cards as they were drawn last
        self._holds = False  # cards that are still in the round
        self._sat_at: str | None = None  # where the viewer sat when the page was drawn last
        self._asked: Turn | None = None  # which turn of the viewer's it is, and what is asked
        self._drawn = 0, 0  # the round and how many of its events were drawn last
        self._notice = ""
        self._advised = False  # the coach was asked
        self._advice: Advice | None = None  # what it says, once it is counted
        self._gets_up = False  # the viewer wants to leave in the middle of a hand, and is asked once more
        self._declined = False  # the viewer said that no wagers are wanted, whatever lies there
        self._closes = 0.0  # when chips that lie there play
        self._closing: asyncio.Task[None] | None = None
        self._soon: asyncio.Task[None] | None = None
        self._stopped = False
        self._viewer = Viewer(self.person, self._told, words=True)

    @property
    def person(self) -> Person | None:
        return self.session.person if self.session else None

    async def build(self, round: int | None = None) -> None:
        """The page; with the number of an earlier round, that one is open beside the felt."""
        rules = self.table.rules
        laid = layout_of(rules.game.id)
        balance = await self.desk.accounts.balance(self.person) if self.person else 0
        crumbs = (*LOBBY, ("", self.table.row["name"]))
        self._head = head(self.session, balance, crumbs, title=rules.game.name, then=f"/table/{self.table.id}")
        with ui.element("div").props(f'id="main" {panels.clauses(self.table.id)}').classes("room"):
            with ui.element("div").classes("play"):
                with ui.element("div").classes(f"felt {laid.cloth} {laid.shape}{' tall' if laid.tall else ''}"):
                    self._top = html("", "topline")
                    self._middle = html("", "middle")
                    self._wheels = html("", "wheels").props('role="status"')
                    self._seats = html("", "seats")
                    self._own = html("", "own")
                with (
                    ui.element("section")
                    .classes(f"desk{' roomy' if laid.hands else ''}")
                    .props('aria-label="Your place" tabindex="-1"')
                ):
                    self._clock = html("", "clockline")
                    self._bar = html("", "bar")
                    self._alert = html("", "notice").props('role="alert"')
                    html(render("table/tools.html"), "tools")
            with ui.element("aside").classes("side"):
                self._side = panels.Side(self.desk.house.store, self.table.id, rules, self.person)
                self._side.build()
        html(render("table/keys.html") + render("side/clause.html"))
        self._motion = html("", "motion")
        ui.add_body_html(str(render("table/script.html", game=rules.game.id)))
        self._words = html("", "words")
        ui.on("hw", self._clicked)
        ui.context.client.on_delete(self._stop)
        ui.context.client.on_delete(self.desk.accounts.sessions.hang(self.session, self._stop))
        self._take(await self.table.look(self.person, words=True))
        self._lay = dict(self.view.lies.cards)
        self._viewer.moved = partial(come_again, ui.context.client)
        self.table.watch(self._viewer)
        self.draw()
        if round is not None:
            try:
                await self._side.open_round(round)
            except Denied as denied:
                self._notice = denied.why
            self.draw()

    def _stop(self) -> None:
        """Nothing more is told: the page is gone, or its session is over."""
        self.table.unwatch(self._viewer)
        self._stopped = True

    # What the table tells

    def _told(self, update: Update) -> None:
        if self._stopped:
            return
        data = update.data
        if data["from"] and (data["round"] != self.view.round or data["from"] != len(self.events)):
            self._later(self._look_again())
            return
        self._take(data)
        if self._soon is None or self._soon.done():
            self._soon = self._later(self._draw_soon())

    def _take(self, data: dict[str, Any]) -> None:
        if data["from"] == 0:
            self.events, self.story = list(data["events"]), list(data["story"])
            if data["round"] != self.view.round:
                self._lay = {}
        else:
            self.events += data["events"]
            self.story += data["story"]
        self.view = TableView.read(data)

    async def _look_again(self) -> None:
        self._take(await self.table.look(self.person, words=True))
        self.draw()

    async def _draw_soon(self) -> None:
        await asyncio.sleep(0.01)  # several steps may come at once
        self.draw()

    def _later(self, work: Any) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks = {task, *(one for one in getattr(self, "_tasks", set()) if not one.done())}
        return task

    # Drawing

    @property
    def ask(self) -> AskView | None:
        return self.view.ask

    def _turn(self) -> Turn:
        """What tells one decision from the next, which may be asked in the same words."""
        view = self.view
        return view.round, sum(event.get("who") == view.viewer for event in self.events), view.ask

    def _new_turn(self) -> None:
        """The viewer is asked something else, or nothing any more."""
        wagered = self._asked is not None and self._asked[2] is not None and self._asked[2].offered
        unplaced = bool(wagered and self.placing.steps and not self._declined)
        sat_out = any(event["event"] == "satOut" and event["who"] == self.view.viewer for event in self.events)
        self._notice, self._advised, self._advice = "", False, None
        self._declined = self._gets_up = False
        if unplaced and sat_out:
            self._notice = "Time was up before your wagers could stand: you sit this round out."
        self._asked, self.placing = self._turn(), Placing(chip=self.placing.chip)

    def _wait_for_bets(self) -> None:
        """Chips are waited for as long as the clock says now: others who come make it shorter."""
        left = self.view.clock.get(self.view.viewer)
        closes = time.monotonic() + left - _BEFORE_THE_CLOCK if left and self._offered else 0.0
        if abs(closes - self._closes) < 0.5:
            return
        self._closes = closes
        if self._closing:
            self._closing.cancel()
        self._closing = self._later(self._no_more_bets(self._asked, closes)) if closes else None

    async def _no_more_bets(self, turn: Any, closes: float) -> None:
        """Chips that lie on the spots when the time is up play, as they would on a felt."""
        await asyncio.sleep(max(0.0, closes - time.monotonic()))
        self._closing = None
        if self._asked != turn or not self.placing.steps or self._wrong():
            return
        text = self.placing.text()
        with contextlib.suppress(Denied):
            await self._wager(text)
        self.draw()
        self._notice = "No more bets: your chips play as they lie."
        self.draw()

    def draw(self) -> None:
        if self._stopped:
            return
        view, rules = self.view, self.table.rules
        now = scene(self.events, view.lies, self._lay, rules, viewer=view.viewer)
        self._lay = now.cards
        self._holds = any(now.cards[place] and place not in now.gone for place in felt.places_of(view.viewer, now))
        self._draw_moves(now)
        seat = view.seat
        if (seat.who if seat else "") != self._sat_at:
            self._sat_at = seat.who if seat else ""
            self._later(self._count_money())
        _set(self._top, self._topline(now))
        self._draw_felt(seat, now)
        _set(self._wheels, wheels.spins(rules, self.events))
        _set(self._clock, self._clocks())
        _set(self._bar, self._actions(seat, now))
        _set(self._alert, kept("table/notice.html", why=self._notice))
        told = [event for event, data in zip(self.story, self.events, strict=True) if self._is_for(data)]
        self._side.draw(view, told, self.events)
        _set(self._words, words.wanted(view, self.events))

    def _draw_moves(self, now: Scene) -> None:
        """What is new since the last time: the turn, the clock, and what moves."""
        view = self.view
        asked_anew = self._turn() != self._asked
        if asked_anew:
            self._new_turn()
        self._wait_for_bets()
        seen = self._drawn if self._drawn[0] == view.round else (view.round, 0)
        if len(self.events) > seen[1] or asked_anew:
            turn = asked_anew and view.ask is not None
            _set(self._motion, motion(self.events[seen[1] :], view, now, turn=turn))
        self._drawn = view.round, len(self.events)

    def _draw_felt(self, seat: SeatView | None, now: Scene) -> None:
        view, rules, seating = self.view, self.table.rules, self.table.seating
        laid = layout_of(rules.game.id)
        lie = spots.Spots(self._offered, self.placing.placed(), dict(seat.wagers) if seat else {})
        lines = spots.shared_spots(seat.who if seat else "", rules, now, lie) if laid.shared else NOTHING
        around = felt.lying_around(rules, view, lines=lines, meters=wheels.meters(rules, view))
        _set(self._middle, felt.middle(rules, now) + around)
        plays = self.person is None or self.person.role == "player"
        can_sit = seat is None and plays and not seating.waits_for(self.person)
        _set(self._seats, seats.rails(rules, view, now, can_sit=can_sit, backline=len(seating.backline(1))))
        own = spots.own_spots(seat.who, rules, now, lie) if seat and not laid.shared else NOTHING
        _set(self._own, self._place(seat, now, own) if seat else NOTHING)

    def _is_for(self, event: Mapping[str, Any]) -> bool:
        """What staff have to see to is nothing for guests."""
        return event["event"] not in _STAFF_ONLY or self.view.viewer not in (*self.view.seats, PUBLIC)

    def _topline(self, now: Scene) -> Markup:
        rules, view = self.table.rules, self.view
        if now.void:
            state = "void: all wagers go back"
        elif now.over or not view.open:
            state = "round over" if view.round else "waiting for players"
        else:
            state = _STATES.get(view.stage, view.stage)
        return kept(
            "table/top.html",
            name=tuple(rules.game.name.split()),
            round=view.round,
            state=state,
            learn=learn_at(rules.game.id, self.table.id),
            headline=headline(now, view.names, view.viewer),
        )

    def _clocks(self) -> Markup:
        """Whose turn it is, and how much time there is."""
        view = self.view
        waiting = tuple(
            Waiting(
                view.name_of(ask.who),
                ask.words,
                ask.who == view.viewer,
                None if ask.who in view.seats and view.seats[ask.who].bot else view.clock.get(ask.who),
            )
            for ask in view.asks
        )
        return kept("table/clocks.html", waiting=waiting, whole=self.table.row["clock"], number=view.number)

    def _place(self, seat: SeatView, now: Scene, spots: Markup) -> Markup:
        setting = self.ask is not None and self.ask.setting is not None
        left = seat.stack - self.placing.cost(self._offered)
        return seats.own_place(seat.who, self.table.rules, self.view, now, spots, left=left, setting=setting)

    def _actions(self, seat: SeatView | None, now: Scene) -> Markup:
        if self._gets_up and self._at_stake():
            return leaving.sure(leaving.means(self.table.rules, self.view))
        if self.ask is not None:
            bar = self._answers(self.ask, seat, now)
            return bar if seat or self.person is None else bar + panels.staff_bar(self.table, self.view, self.person)
        if seat:
            return self._between(seat)
        if self.person is None:
            limits = self.table.actor.buy_in_limits
            return kept(
                "table/come_in.html",
                table=self.table.id,
                least=limits.least,
                most=limits.most,
                brings=self._brings(BUY_IN),
            )
        if taken := self.table.seating.waits_for(self.person):
            why = f"{taken.capitalize()} is yours when this round is over."
            return kept("table/waits.html", why=why, leave="Never mind")
        if self.person.role == "player":
            banked = self.table.rules.game.bank == "player-dealer" and not self.view.open
            return kept(
                "table/sit.html",
                offered=tuple(self._buy_ins()),
                usual=self._brings(BUY_IN),
                proposition=5 * BUY_IN if banked else 0,
            )
        return panels.staff_bar(self.table, self.view, self.person)

    def _answers(self, ask: AskView, seat: SeatView | None, now: Scene) -> Markup:
        """What the viewer may answer, with what the coach says of it."""
        who = seat.who if seat else ""
        bar = asking.bar(
            ask,
            self.table.rules,
            self.placing,
            asking.Help(
                last=self._wagered,
                wrong=self._wrong(),
                best=self._advice.best.text if self._advice else "",
                coach=not self._advised and self.table.has_coach(self.person),
                leave=seat is not None and self._may_leave(seat),
                lie={place.removeprefix(f"{who} "): len(cards) for place, cards in now.cards.items()},
                named=self._named(who, now),
                pot=self._pot_size(seat),
            ),
        )
        return bar + asking.advice(self._advice) if self._advised else bar

    def _may_leave(self, seat: SeatView) -> bool:
        """Before anything is put on the felt one may also get up."""
        asked = self.ask is not None and self.ask.wagers is not None
        return asked and not (seat.leaving or self.placing.steps or self.placing.also)

    def _at_stake(self) -> bool:
        """Whether leaving now costs the viewer something, or leaves something behind."""
        view, seat = self.view, self.view.seat
        if seat is None or seat.leaving:
            return False
        plays = view.open and (self._holds or view.bank.who == seat.who)
        return bool(plays or seat.wagers)

    def _named(self, seat: str, now: Scene) -> dict[str, str]:
        """What each group comes to that is whole as the cards lie now; under no name what all of them come to."""
        form = self.ask.setting if self.ask is not None else None
        if form is None:
            return {}
        sizes = form.sizes
        lay = {group: now.cards.get(f"{seat} {group}", []) for group in sizes}
        whole = {
            f"{seat} {group}": [*lay.get(group, []), *cards]
            for group, cards in self.placing.lying(form).items()
            if group and len(cards) == sizes[group]
        }
        named = {
            place.removeprefix(f"{seat} "): name for place, name in counts(self.table.rules.game.id, whole).items()
        }
        return named or {"": now.counts[seat]} if named or seat in now.counts else {}

    @property
    def _offered(self) -> dict[str, SpotOffer]:
        """The spots that chips may be put on now."""
        return self.view.ask.offered if self.view.ask else {}

    def _buy_ins(self) -> list[int]:
        """What one may sit down with by a click: small, usual and large, and the least where the table has one."""
        least = self.table.actor.buy_in_limits.least
        usual = map(self._brings, (200_00, BUY_IN, 5_000_00))
        return sorted({*usual, *([least] if least > 1 else [])})

    def _brings(self, amount: int, stack: int = 0) -> int:
        """What comes nearest to an amount within the table's buy-ins."""
        return self.table.actor.buy_in_limits.nearest(amount, stack)

    def _pot_size(self, seat: SeatView | None) -> PotSize | None:
        view = self.view
        if view.bank.pots is None or seat is None:
            return None
        bets = [one.at_risk for one in view.seats.values()]
        return PotSize(sum(view.bank.pots.values()) + sum(bets), max(bets), seat.at_risk, seat.stack)

    def _between(self, seat: SeatView) -> Markup:
        """Nothing is asked of somebody who sits here."""
        view = self.view
        if seat.leaving:
            return leaving.going(seat)
        if view.open:
            waits = " and ".join(view.name_of(ask.who) for ask in view.asks)
            why = f"Waiting for {waits}" if waits else "…"
            return kept("table/waits.html", why=why, leave="Leave the table")
        return kept(
            "table/between.html",
            broke=not seat.stack,
            more=self._brings(BUY_IN, seat.stack),
            bots=tuple(bots.kinds(self.table.driver.game)) if self.desk.house.demonstration else (),
        )

    def _wrong(self) -> str:
        """Why what lies there now would be refused; empty if it may be said."""
        ask = self.table.driver.asks.get(self.view.viewer)
        text = self._placed_text()
        if ask is None or not text:
            return ""
        try:
            ask.read(text)
        except Refused as refused:
            return str(refused)
        return ""

    def _placed_text(self) -> str:
        ask = self.ask
        if ask is None:
            return ""
        if form := ask.setting:
            return self.placing.arranged(form) if self.placing.groups else ""
        return self.placing.text()

    # What the viewer does

    async def _clicked(self, event: GenericEventArguments) -> None:
        data = event.args if isinstance(event.args, dict) else {}
        if data.get("hw") in ("seal", "open-words"):  # by the browser itself, which is told nothing if it is too late
            with contextlib.suppress(Denied, LookupError, ValueError, ArithmeticError, SQLAlchemyError):
                await self._do(data["hw"], {key: str(value)[:1000] for key, value in data.items()})
            return
        self._notice = ""
        try:
            await self._do(str(data.get("hw", "")), {key: str(value)[:1000] for key, value in data.items()})
        except Denied as denied:
            self._notice = denied.why
        except ValidationError as error:
            self._notice = f"that was not understood: {sentence(error.errors())}"
        except (LookupError, ValueError, ArithmeticError) as error:
            self._notice = f"that was not understood: {error}"
        except SQLAlchemyError:
            log.exception("a click could not be carried out")
            self._notice = UNREACHABLE
        self.draw()

    async def _do(self, what: str, data: Mapping[str, str]) -> None:
        ask, placing, offered = self.ask, self.placing, self._offered
        match what:
            case "chip":
                placing.chip = _chips(data["value"])
            case "spot" if data["wager"] in offered:
                placing.add(offered[data["wager"]], self.table.rules.chip)
            case "undo":
                placing.undo()
            case "clear":
                placing.clear()
            case "double":
                stack = self.view.seats[self.view.viewer].stack
                if not placing.double(offered, stack=stack, smallest=self.table.rules.chip):
                    self._notice = f"twice as much needs more than your stack of {shown(stack)}"
            case "also":
                (placing.also.remove if data["text"] in placing.also else placing.also.append)(data["text"])
            case "minimum" | "again" if placing.steps:
                pass  # offered on an empty felt alone: a second press came before the first was seen
            case "minimum":
                placing.minimum(offered, self.table.rules.chip)
            case "again":
                placing.repeat(self._wagered, offered)
            case "place":
                await self._wager(placing.text())
            case "group":
                placing.group = data["group"]
            case "card" if ask is not None and (form := ask.setting) is not None:
                placing.toggle(form, int(data["at"]))
            case "suggest" if ask is not None and (setting := ask.setting) is not None:
                turn, person = self._turn(), await self._signed_in()
                try:
                    text = await self.table.suggested(person)
                except Denied:
                    if turn == self._turn() == self._asked:
                        raise
                    return  # nobody waits for it any more
                if turn == self._turn() == self._asked:
                    placing.fill(setting, text)
            case "arrange":
                await self._answer(self._placed_text())
            case "say":
                self._declined = bool(offered)
                await self._answer(data["text"])
            case "coach" if ask is not None:
                person = await self._signed_in()
                self.desk.limits.use(limits.COACHING, person.id)
                self._advised = True
                self._later(self._be_coached(self._turn(), person))
            case "bot":
                await self._say(commands.read({"do": "bot", "kind": data.get("kind") or SIMPLE}))
            case "fill":
                await self._answer(f"{data.get('word', '')} {data.get('value', '')}".strip())
            case "sit":
                await self._sit(data)
            case "chips":
                await self._say(commands.Chips(amount=dollars(_chips(data["amount"])), key=_key()))
                await self._count_money()
            case "leave" if self._at_stake() and not data.get("sure"):
                self._gets_up = True
            case "stay":
                if not self._gets_up:
                    await self._say(commands.Stay())
                self._gets_up = False
            case "ready" | "leave" | "begin" | "open":
                self._gets_up = False
                await self._say(commands.read({"do": what, "key": _key()}))
            case "call":
                await self._say(commands.Call(irregularity=data["irregularity"], who=data.get("who", ""), key=_key()))
            case "duty":
                await self._say(commands.DutyDone(duty=data["duty"], key=_key()))
            case "seal":
                await self._say(commands.SealWords(seal=data["seal"]))
            case "open-words":
                await self._say(commands.OpenWords(words=data["words"]))
            case "replay" | "step" | "tab" | "live":
                await self._side.clicked(what, data)

    async def _count_money(self) -> None:
        """What the account holds away from the tables, in the head of the page."""
        if self.person is not None:
            self._head.tell(await self.desk.accounts.balance(self.person))

    async def _be_coached(self, turn: Turn, person: Person) -> None:
        """What the coach says, if it is not too late: the turn must be the one that it was asked about."""
        told, why = None, ""
        try:
            clock = self.table.row["clock"]  # later nobody decides any more
            told = await self.table.coach(person, patience=clock)
        except Denied as denied:
            why = denied.why
        if self._asked == turn == self._turn():
            self._advised, self._advice, self._notice = told is not None, told, why
            self.draw()

    async def _sit(self, data: Mapping[str, str]) -> None:
        amount = _chips(data["amount"]) if data.get("amount") else self._brings(BUY_IN)
        seat = int(data["seat"]) if data.get("seat") else None
        if self.person is not None:
            amount = min(amount, await self.desk.accounts.balance(self.person)) or amount
        behind = int(data["behind"]) if data.get("behind") else None
        await self._say(
            commands.Sit(
                amount=dollars(amount),
                seat=seat,
                behind=behind,
                proposition=bool(data.get("proposition")),
                key=_key(),
            )
        )
        self._take(await self.table.look(self.person, words=True))

    async def _answer(self, text: str) -> None:
        if self._turn() != self._asked:
            return  # what was clicked belongs to a turn that is over
        await self._say(commands.Answer(text=text, key=_key()))

    async def _wager(self, text: str) -> None:
        """Place wagers, and know them for the next round, also on a page that is loaded anew."""
        await self._answer(text)
        self.table.seating.remember_wagers(self.view.viewer, text)

    @property
    def _wagered(self) -> str:
        return self.table.seating.last_wagers(self.view.viewer)

    async def _say(self, command: Command) -> dict[str, Any]:
        """Say it to the table, if the session still holds."""
        person = await self._signed_in()
        self.desk.limits.use(limits.REQUESTS, person.id)
        return await self.table.say(person, command)

    async def _signed_in(self) -> Person:
        if self.session is None:
            raise NotSignedIn("sign in first, or come in as a guest")
        session = await self.desk.accounts.session_by_id(self.session.id)
        if session is None:
            raise NotSignedIn("your session is over: sign in again")
        await self.desk.accounts.sessions.acts(session)
        return session.person


def _chips(text: str) -> int:
    """Cents, as a button or a field says them."""
    if not text.isdecimal() or len(text) > _LONGEST_AMOUNT:
        raise BadInput(f"{text[:40]} is not an amount of chips")
    return int(text)


def _key() -> str:
    return secrets.token_hex(8)


def _set(element: ui.html, content: Markup) -> None:
    if element.content != content:
        element.content = str(content)


async def table_page(desk: Desk, session: Session | None, id: int, round: int | None = None) -> Response | None:
    try:
        table = await desk.house.table(id)
    except Denied as denied:
        return await _no_table(desk, session, id, denied.why, round)
    await TablePage(desk, table, session).build(round)
    return None


async def _no_table(desk: Desk, session: Session | None, id: int, why: str, round: int | None) -> Response | None:
    """A table that is closed still shows its rounds; one that never was is not found."""
    balance = await desk.accounts.balance(session.person) if session else 0
    try:
        row = await desk.house.known(id)
    except Denied:
        return await missing(desk, session, why, title="No such table")
    ui.context.client.status_code = 410
    rules = resolved(row["game"], row["choices"])
    head(session, balance, (*LOBBY, ("", row["name"])), title=f"{row['name']} is closed")
    with ui.element("div").props(f'id="main" {panels.clauses(id)}').classes("lobby closed"):
        html(render("table/closed.html", name=row["name"], game=rules.game.name))
        side = panels.Side(desk.house.store, id, rules, session.person if session else None, tabs=("history", "pays"))
        with ui.element("div").classes("side"):
            side.build()
    html(render("side/clause.html"))

    async def clicked(event: GenericEventArguments) -> None:
        data = {key: str(value) for key, value in event.args.items()} if isinstance(event.args, dict) else {}
        with contextlib.suppress(Denied, LookupError, ValueError, ArithmeticError, SQLAlchemyError):
            await side.clicked(data.get("hw", ""), data)
        side.redraw()

    ui.on("hw", clicked)
    await side.clicked("tab", {"tab": "history"})
    if round is not None:
        with contextlib.suppress(Denied):
            await side.open_round(round)
    side.redraw()
    return None
