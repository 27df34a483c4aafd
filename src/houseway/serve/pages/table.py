"""The table page: what a viewer sees of a table, and what may be said to it."""

import asyncio
import contextlib
import secrets
from collections.abc import Mapping
from html import escape
from typing import Any

from nicegui import ui
from nicegui.events import GenericEventArguments

from houseway.play.ask import Refused
from houseway.play.event import PUBLIC
from houseway.rules.money import MoneyError, cents, dollars, shown
from houseway.serve import commands, limits
from houseway.serve.accounts import Session
from houseway.serve.api.desk import Desk
from houseway.serve.bots import OPTIMAL, SIMPLE
from houseway.serve.commands import Command
from houseway.serve.house import resolved
from houseway.serve.pages import asking, felt, panels, wheels
from houseway.serve.pages.frame import head, html
from houseway.serve.pages.layouts import layout_of
from houseway.serve.pages.scene import Scene, counts, scene
from houseway.serve.people import Denied, Person, Update, Viewer
from houseway.serve.table import Table

BUY_IN = 1_000_00
_BEFORE_THE_CLOCK = 1.5  # seconds, in which chips that lie there are still placed
_STAFF_ONLY = ("dutyDue", "dutyOverdue", "dutyDone")
_COACH = '<button class="coach" data-hw="coach" data-key="c"><kbd>C</kbd> What is each worth?</button>'
_KINDS = "".join(f'<option value="{kind}">{kind}</option>' for kind in (SIMPLE, OPTIMAL, "random"))


class TablePage:
    """One viewer's page. It is told every step of the table, and draws what has changed."""

    def __init__(self, desk: Desk, table: Table, session: Session | None) -> None:
        self.desk, self.table, self.session = desk, table, session
        self.view: dict[str, Any] = {}
        self.events: list[Mapping[str, Any]] = []
        self.story: list[str] = []
        self.placing = asking.Placing()
        self.last = ""  # the last wagers, to be placed again
        self._lay: dict[str, list[str]] = {}  # the cards as they were drawn last
        self._sat_at: str | None = None  # where the viewer sat when the page was drawn last
        self._asked: Any = None  # which turn of the viewer's it is, and what is asked
        self._notice = ""
        self._advice: tuple[Mapping[str, Any], dict[str, Any] | None] | None = (
            None  # of an ask; None while it is counted
        )
        self._soon: asyncio.Task[None] | None = None
        self._viewer = Viewer(self.person, self._told, words=True)

    @property
    def person(self) -> Person | None:
        return self.session.person if self.session else None

    async def build(self) -> None:
        rules = self.table.rules
        laid = layout_of(rules.game.id)
        balance = await self.desk.accounts.balance(self.person) if self.person else 0
        where = f'<a href="/">Lobby</a><span aria-current="page">{escape(self.table.row["name"])}</span>'
        self._head = head(self.session, balance, here=where, title=rules.game.name, then=f"/table/{self.table.id}")
        with ui.element("div").props('id="main"').classes("room"):
            with ui.element("div").classes("play"):
                with ui.element("div").classes(f"felt {laid.cloth} {laid.shape}{' tall' if laid.tall else ''}"):
                    self._top = html("", "topline")
                    self._middle = html("", "middle")
                    self._wheels = html("", "wheels").props('role="status"')
                    self._seats = html("", "seats")
                with ui.element("section").classes("desk").props('aria-label="Your place"'):
                    self._clock = html("", "clockline")
                    self._own = html("", "own")
                    self._bar = html("", "bar")
                    self._alert = html("", "notice").props('role="alert"')
            with ui.element("aside").classes("side"):
                self._side = panels.Side(self.desk.house.store, self.table.id, rules, self.person)
                self._side.build()
        ui.on("hw", self._clicked)
        ui.context.client.on_delete(lambda: self.table.unwatch(self._viewer))
        self._take(await self.table.look(self.person, words=True))
        self._lay = {place: cards.split() for place, cards in self.view["lies"]["cards"].items()}
        self.table.watch(self._viewer)
        self.draw()

    # What the table tells

    def _told(self, update: Update) -> None:
        data = update.data
        if data["from"] and (data["round"] != self.view.get("round") or data["from"] != len(self.events)):
            self._later(self._look_again())
            return
        self._take(data)
        if self._soon is None or self._soon.done():
            self._soon = self._later(self._draw_soon())

    def _take(self, data: dict[str, Any]) -> None:
        if data["from"] == 0:
            self.events, self.story = list(data["events"]), list(data["story"])
            if data["round"] != self.view.get("round"):
                self._lay = {}
        else:
            self.events += data["events"]
            self.story += data["story"]
        self.view = data

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
    def ask(self) -> Mapping[str, Any] | None:
        viewer = self.view["viewer"]
        return next((ask for ask in self.view["asks"] if ask["who"] == viewer and "forms" in ask), None)

    def _turn(self) -> tuple[int, int, Mapping[str, Any] | None]:
        """What tells one decision from the next, which may be asked in the same words: the round, and how much has
        happened to the viewer in it."""
        view = self.view
        return view["round"], sum(event.get("who") == view["viewer"] for event in self.events), self.ask

    def _new_turn(self) -> None:
        """The viewer is asked something else, or nothing any more."""
        unplaced = self._asked is not None and bool(asking.offered(self._asked[2])) and bool(self.placing.placed())
        sat_out = any(event["event"] == "satOut" and event["who"] == self.view["viewer"] for event in self.events)
        self._notice, self._advice = "", None
        if unplaced and sat_out:
            self._notice = "Time was up before your wagers could stand: you sit this round out."
        self._asked, self.placing = self._turn(), asking.Placing(chip=self.placing.chip)
        left = self.view["clock"].get(self.view["viewer"])
        if left and asking.offered(self.ask):
            self._later(self._no_more_bets(self._asked, left - _BEFORE_THE_CLOCK))

    async def _no_more_bets(self, turn: Any, after: float) -> None:
        """Chips that lie on the spots when the time is up play, as they would on a felt."""
        await asyncio.sleep(max(0.0, after))
        if self._asked != turn or not self.placing.placed() or self._wrong():
            return
        text = self.placing.text()
        with contextlib.suppress(Denied):
            await self._answer(text)
            self.last = text
        self.draw()
        self._notice = "No more bets: your chips play as they lie."
        self.draw()

    def draw(self) -> None:
        view, rules = self.view, self.table.rules
        now = scene(self.events, view["lies"], self._lay)
        now.counts = counts(rules.game.id, now.cards)
        self._lay = now.cards
        ask = self.ask
        if self._turn() != self._asked:
            self._new_turn()
        seat = view["viewer"] if view["viewer"] in view["seats"] else ""
        if seat != self._sat_at:
            self._sat_at = seat
            self._later(self._count_money())
        can_sit = (
            not seat
            and not self.table.seating.waits_for(self.person)
            and (self.person is None or self.person.role == "player")
        )
        _set(self._top, self._topline(now))
        spots = felt.Spots(asking.offered(ask), self.placing.placed(), view["seats"].get(seat, {}).get("wagers", {}))
        laid = layout_of(rules.game.id)
        lines = felt.shared_spots(seat, rules, now, spots) if laid.shared else ""
        jackpots = f'<div class="meters">{wheels.meters(rules, view)}</div>'
        pots = f'<div class="pots">{felt.pots(view)}</div>'
        _set(self._middle, felt.middle(rules, now) + pots + lines + felt.shoe(rules, view) + jackpots)
        _set(self._wheels, wheels.spins(rules, self.events))
        _set(self._seats, felt.seats(rules, view, now, can_sit=can_sit, backline=len(self.table.seating.backline(1))))
        _set(self._clock, self._clocks())
        _set(
            self._own,
            self._place(seat, now, "" if laid.shared else felt.own_spots(seat, rules, now, spots)) if seat else "",
        )
        _set(self._bar, self._actions(seat, now))
        _set(self._alert, f"<p>{escape(self._notice)}</p>" if self._notice else "")
        told = [line for line, event in zip(self.story, self.events, strict=True) if self._is_for(event)]
        self._side.draw(view, told, self.events)

    def _is_for(self, event: Mapping[str, Any]) -> bool:
        """What staff have to see to is nothing for guests."""
        return event["event"] not in _STAFF_ONLY or self.view["viewer"] not in (*self.view["seats"], PUBLIC)

    def _topline(self, now: Scene) -> str:
        rules, view = self.table.rules, self.view
        if now.void:
            state = "void: all wagers go back"
        elif now.over or not view["open"]:
            state = "round over" if view["round"] else "waiting for players"
        else:
            state = {"wagers": "place your bets", "deal": "no more bets"}.get(view["stage"], view["stage"])
        said = f" · dealer: {escape(now.said['dealer'])}" if "dealer" in now.said else ""
        return f"<h1>{escape(rules.game.name)}</h1><p>Round {view['round'] or '–'} · <b>{escape(state)}</b>{said}</p>"

    def _clocks(self) -> str:
        """Whose turn it is, and how much time there is."""
        view = self.view
        if not view["asks"]:
            return ""
        waiting = []
        for ask in view["asks"]:
            name = view["seats"].get(ask["who"], {}).get("name", ask["who"])
            left = view["clock"].get(ask["who"])
            you = ask["who"] == view["viewer"]
            bot = view["people"].get(ask["who"], {}).get("bot")
            ticking = (
                f'<b class="clock" data-left="{left}" data-whole="{self.table.row["clock"]}" data-id="{view["number"]}">'
                f"{left:.0f}</b>"
                if left is not None and not bot
                else ""
            )
            waiting.append(
                f'<span class="turn{" you" if you else ""}">{"You" if you else escape(name)}: '
                f"{escape(ask['what'])} {ticking}</span>"
            )
        return "".join(waiting)

    def _place(self, seat: str, now: Scene, spots: str) -> str:
        view = self.view
        setting = self.ask is not None and asking.setting(self.ask) is not None
        if setting:
            spots = ""  # the cards need the room
        net = now.net.get(seat, 0)
        result = ""
        if now.over and (net or felt.took_part(seat, now)):
            kind = "won" if net > 0 else "lost" if net < 0 else "even"
            result = f'<p class="outcome {kind}">{felt.came_out(seat, now)}</p>'
        elif now.over:
            result = '<p class="quiet">You sat this round out</p>'
        stack = cents(view["seats"][seat]["stack"]) - self.placing.cost(self.ask)
        hand = felt.own_hand(seat, self.table.rules, now, setting=setting)
        mine = f"<span>{seat.capitalize()}</span><b>{shown(max(0, stack))}</b>{result or '<small>your stack</small>'}</div>"
        if not hand and not spots:
            return f'<div class="mystack line">{mine}'
        return f'<div class="cardsbox">{hand}</div><div class="spots">{spots}</div><div class="mystack">{mine}'

    def _actions(self, seat: str, now: Scene) -> str:
        if self.ask is not None:
            told = self._advice[1] if self._advice else None
            coach = _COACH if not self._advice and self.table.has_coach(self.person) else ""
            bar = asking.bar(
                self.ask,
                self.table.rules,
                self.placing,
                last=self.last,
                wrong=self._wrong(),
                best=told["best"] if told else "",
                more=coach,
                lie={place.removeprefix(f"{seat} "): len(cards) for place, cards in now.cards.items()},
            )
            if self._advice:
                bar += asking.advice(told, unit=cents(told["unit_amount"]) if told else 0)
            return bar if seat or self.person is None else bar + panels.staff_bar(self.table, self.view, self.person)
        if seat:
            return self._between(seat)
        if self.person is None:
            sit = f'<button class="do go" data-do="guest-sit" data-table="{self.table.id}"><span>Play as guest</span>'
            return (
                f'<div class="answers">{sit}<small>{shown(BUY_IN)} of play money</small></button>'
                '<button class="do plain" data-do="show-sign-in">Sign in</button></div>'
            )
        if seat := self.table.seating.waits_for(self.person):
            leave = '<button class="do plain" data-hw="leave"><span>Never mind</span></button>'
            return f'<div class="answers"><p class="hint">{seat.capitalize()} is yours when this round is over.</p>{leave}</div>'
        if self.person.role == "player":
            buys = "".join(
                f'<button class="do {"go" if amount == BUY_IN else ""}" data-hw="sit" data-amount="{amount}">'
                f"<span>Sit down</span><small>with {shown(amount)}</small></button>"
                for amount in (200_00, BUY_IN, 5_000_00)
            )
            if self.table.rules.game.bank == "player-dealer" and not self.view["open"]:
                buys += (
                    f'<button class="do plain" data-hw="sit" data-amount="{5 * BUY_IN}" data-proposition="1">'
                    f"<span>Sit as proposition player</span><small>bank with {shown(5 * BUY_IN)}</small></button>"
                )
            return f'<div class="answers">{buys}</div>'
        return panels.staff_bar(self.table, self.view, self.person)

    def _between(self, seat: str) -> str:
        view = self.view
        leaving = view["people"].get(seat, {}).get("leaving")
        leave = "" if leaving else '<button class="do plain" data-hw="leave"><span>Leave the table</span></button>'
        if view["open"]:
            waits = " and ".join(view["seats"].get(ask["who"], {}).get("name", ask["who"]) for ask in view["asks"])
            return f'<div class="answers"><p class="hint">{escape(f"Waiting for {waits}" if waits else "…")}</p>{leave}</div>'
        chips = f'<button class="do plain" data-hw="chips" data-amount="{BUY_IN}"><span>Buy {shown(BUY_IN)} more</span></button>'
        bot = (
            f'<form class="fill bots" data-hw="bot"><select name="kind" aria-label="What kind of bot">{_KINDS}</select>'
            '<button class="do plain"><span>Add a bot</span></button></form>'
            if self.desk.house.demonstration
            else ""
        )
        nxt = '<button class="do go" data-hw="ready" data-key="Enter"><span>Next round</span></button>'
        return f'<div class="answers">{nxt if cents(view["seats"][seat]["stack"]) else ""}{chips}{bot}{leave}</div>'

    def _wrong(self) -> str:
        """Why what lies there now would be refused; empty if it may be said."""
        ask = self.table.driver.asks.get(self.view["viewer"])
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
        if form := asking.setting(ask):
            return self.placing.arranged(form) if self.placing.groups else ""
        return self.placing.text()

    # What the viewer does

    async def _clicked(self, event: GenericEventArguments) -> None:
        data = event.args if isinstance(event.args, dict) else {}
        self._notice = ""
        try:
            await self._do(str(data.get("hw", "")), {key: str(value)[:1000] for key, value in data.items()})
        except Denied as denied:
            self._notice = denied.why
        except (KeyError, ValueError, MoneyError) as error:
            self._notice = f"that was not understood: {error}"
        if self.view:
            self.draw()

    async def _do(self, what: str, data: Mapping[str, str]) -> None:
        ask, placing = self.ask, self.placing
        offered = asking.offered(ask)
        match what:
            case "chip":
                placing.chip = int(data["value"])
            case "spot" if data["wager"] in offered:
                placing.add(offered[data["wager"]], self.table.rules.chip)
            case "undo":
                del placing.steps[-1:]
            case "clear":
                placing.steps.clear()
                placing.also.clear()
            case "also":
                (placing.also.remove if data["text"] in placing.also else placing.also.append)(data["text"])
            case "minimum":
                for spot in [one for one in offered.values() if one["required"]] or list(offered.values())[:1]:
                    low, chip = cents(spot["minimum"]), 1 if spot.get("amounts") else self.table.rules.chip
                    placing.steps.append((spot["wager"], -(-low // chip) * chip))
            case "again":
                for part in self.last.split(", "):
                    wager, _, amount = part.rpartition(" ")
                    if wager in offered:
                        placing.steps.append((wager, cents(amount)))
            case "place":
                text = placing.text()
                await self._answer(text)
                self.last = text
            case "group":
                placing.group = data["group"]
            case "card" if ask is not None:
                form = asking.setting(ask)
                if form is not None:
                    placing.toggle(form, int(data["at"]))
            case "arrange":
                await self._answer(self._placed_text())
            case "say":
                await self._answer(data["text"])
            case "coach" if ask is not None:
                person = await self._signed_in()
                self.desk.limits.use(limits.COACHING, person.id)
                self._advice = (ask, None)
                self._later(self._be_coached(ask, self._turn(), person))
            case "bot":
                await self._say(commands.read({"do": "bot", "kind": data.get("kind") or SIMPLE}))
            case "fill":
                await self._answer(f"{data.get('word', '')} {data.get('value', '')}".strip())
            case "sit":
                await self._sit(data)
            case "chips":
                await self._say(commands.Chips(amount=dollars(int(data["amount"])), key=_key()))
                await self._count_money()
            case "ready" | "leave" | "begin" | "open":
                await self._say(commands.read({"do": what, "key": _key()}))
            case "call":
                await self._say(commands.Call(irregularity=data["irregularity"], who=data.get("who", ""), key=_key()))
            case "duty":
                await self._say(commands.DutyDone(duty=data["duty"], key=_key()))
            case "entropy":
                await self._say(commands.Words(text=data.get("value", ""), key=_key()))
            case "replay" | "step" | "tab" | "live":
                await self._side.clicked(what, data)

    async def _count_money(self) -> None:
        """What the account holds away from the tables, in the head of the page."""
        if self.person is not None:
            self._head.tell(await self.desk.accounts.balance(self.person))

    async def _be_coached(self, ask: Mapping[str, Any], turn: Any, person: Person) -> None:
        """What the coach says, if it is not too late: the turn must be the one that it was asked about."""
        told, why = None, ""
        try:
            clock = self.table.row["clock"]  # later nobody decides any more
            told = (await self.table.coach(person, patience=clock)).data()
        except Denied as denied:
            why = denied.why
        if self._asked == turn == self._turn():
            self._advice, self._notice = ((ask, told) if told else None), why
            self.draw()

    async def _sit(self, data: Mapping[str, str]) -> None:
        amount = int(data.get("amount") or BUY_IN)
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

    async def _say(self, command: Command) -> dict[str, Any]:
        """Say it to the table, if the session still holds."""
        person = await self._signed_in()
        self.desk.limits.use(limits.REQUESTS, person.id)
        return await self.table.say(person, command)

    async def _signed_in(self) -> Person:
        if self.session is None:
            raise Denied(401, "sign in first, or come in as a guest")
        if await self.desk.accounts.session_by_id(self.session.id) is None:
            raise Denied(401, "your session is over: sign in again")
        return self.session.person


def _key() -> str:
    return secrets.token_hex(8)


def _set(element: ui.html, content: str) -> None:
    if element.content != content:
        element.content = content


async def table_page(desk: Desk, session: Session | None, id: int) -> None:
    try:
        table = await desk.house.table(id)
    except Denied as denied:
        await _no_table(desk, session, id, denied.why)
        return
    await TablePage(desk, table, session).build()


async def _no_table(desk: Desk, session: Session | None, id: int, why: str) -> None:
    """A table that is closed still shows its rounds; one that never was is not found."""
    balance = await desk.accounts.balance(session.person) if session else 0
    try:
        row = await desk.house.known(id)
    except Denied:
        ui.context.client.status_code = 404
        head(session, balance, here='<a href="/">Lobby</a>', title="No such table")
        html(
            f'<div id="main" class="lobby"><div class="welcome"><h1>{escape(why.capitalize())}</h1></div></div>', "wide"
        )
        return
    ui.context.client.status_code = 410
    rules = resolved(row["game"], row["choices"])
    where = f'<a href="/">Lobby</a><span aria-current="page">{escape(row["name"])}</span>'
    head(session, balance, here=where, title=f"{row['name']} is closed")
    with ui.element("div").props('id="main"').classes("lobby closed"):
        html(
            f'<div class="welcome"><h1>{escape(row["name"])} is closed</h1><p>{escape(rules.game.name)} is no longer '
            "played at this table. What was played can still be looked at, step by step.</p></div>"
        )
        side = panels.Side(desk.house.store, id, rules, session.person if session else None, tabs=("history", "pays"))
        with ui.element("div").classes("side"):
            side.build()

    async def clicked(event: GenericEventArguments) -> None:
        data = {key: str(value) for key, value in event.args.items()} if isinstance(event.args, dict) else {}
        with contextlib.suppress(Denied, KeyError, ValueError):
            await side.clicked(data.get("hw", ""), data)
        side.redraw()

    ui.on("hw", clicked)
    await side.clicked("tab", {"tab": "history"})
    side.redraw()
