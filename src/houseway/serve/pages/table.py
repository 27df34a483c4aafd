"""The table page: what a viewer sees of a table, and what may be said to it."""

import asyncio
import contextlib
import logging
import re
import secrets
import time
from collections.abc import Mapping
from functools import partial
from html import escape
from typing import Any

from fastapi import Response
from nicegui import ui
from nicegui.events import GenericEventArguments
from pydantic import ValidationError
from sqlalchemy.exc import SQLAlchemyError

from houseway.errors import UNREACHABLE, BadInput, Denied, NotSignedIn
from houseway.play.ask import Refused
from houseway.play.event import PUBLIC, Event
from houseway.record.person import Person
from houseway.rules.money import cents, dollars, shown
from houseway.serve.api.desk import Desk
from houseway.serve.api.errors import sentence
from houseway.serve.house import resolved
from houseway.serve.pages import asking, felt, leaving, panels, seats, spots, wheels, words
from houseway.serve.pages.frame import come_again, head, html
from houseway.serve.pages.keys import KEYS, TOOLS
from houseway.serve.pages.layouts import layout_of
from houseway.serve.pages.learn import learn_at
from houseway.serve.pages.motion import motion
from houseway.serve.pages.plain import missing
from houseway.serve.pages.scene import Scene, counts, scene
from houseway.serve.pages.telling import headline
from houseway.serve.pages.templates import static
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
_HYPHENED = re.compile(r"\S+-\S+")
_LEAVE = '<button class="do plain" data-hw="leave"><span>Leave the table</span></button>'
_GET_UP = '<button class="leave" data-hw="leave" aria-label="Leave the table">Leave</button>'  # in the corner
_COACH = '<button class="coach" data-hw="coach" data-key="c"><kbd>C</kbd> What is each worth?</button>'


class TablePage:
    """One viewer's page. It is told every step of the table, and draws what has changed."""

    def __init__(self, desk: Desk, table: Table, session: Session | None) -> None:
        self.desk, self.table, self.session = desk, table, session
        self.view: dict[str, Any] = {}
        self.events: list[Mapping[str, Any]] = []
        self.story: list[Event] = []
        self.placing = asking.Placing()
        self._lay: dict[str, list[str]] = {}  # the cards as they were drawn last
        self._holds = False  # cards that are still in the round
        self._sat_at: str | None = None  # where the viewer sat when the page was drawn last
        self._asked: Any = None  # which turn of the viewer's it is, and what is asked
        self._drawn = 0, 0  # the round and how many of its events were drawn last
        self._notice = ""
        self._advice: tuple[Mapping[str, Any], dict[str, Any] | None] | None = (
            None  # of an ask; None while it is counted
        )
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
        where = f'<a href="/">Lobby</a><span aria-current="page">{escape(self.table.row["name"])}</span>'
        self._head = head(self.session, balance, here=where, title=rules.game.name, then=f"/table/{self.table.id}")
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
                    html(TOOLS, "tools")
            with ui.element("aside").classes("side"):
                self._side = panels.Side(self.desk.house.store, self.table.id, rules, self.person)
                self._side.build()
        html(KEYS + panels.CLAUSE)
        self._motion = html("", "motion")
        ui.add_body_html(f'<script src="{static("felt.js")}" data-game="{escape(rules.game.id)}" defer></script>')
        self._words = html("", "words")
        ui.on("hw", self._clicked)
        ui.context.client.on_delete(self._stop)
        ui.context.client.on_delete(self.desk.accounts.sessions.hang(self.session, self._stop))
        self._take(await self.table.look(self.person, words=True))
        self._lay = {place: cards.split() for place, cards in self.view["lies"]["cards"].items()}
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
        unplaced = bool(self._asked and asking.offered(self._asked[2]) and self.placing.placed() and not self._declined)
        sat_out = any(event["event"] == "satOut" and event["who"] == self.view["viewer"] for event in self.events)
        self._notice, self._advice = "", None
        self._declined = self._gets_up = False
        if unplaced and sat_out:
            self._notice = "Time was up before your wagers could stand: you sit this round out."
        self._asked, self.placing = self._turn(), asking.Placing(chip=self.placing.chip)

    def _wait_for_bets(self) -> None:
        """Chips are waited for as long as the clock says now: others who come make it shorter."""
        left = self.view["clock"].get(self.view["viewer"])
        closes = time.monotonic() + left - _BEFORE_THE_CLOCK if left and asking.offered(self.ask) else 0.0
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
        if self._asked != turn or not self.placing.placed() or self._wrong():
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
        now = scene(self.events, view["lies"], self._lay, rules, viewer=view["viewer"])
        self._lay = now.cards
        self._holds = any(now.cards[place] and place not in now.gone for place in felt.places_of(view["viewer"], now))
        ask = self.ask
        asked_anew = self._turn() != self._asked
        if asked_anew:
            self._new_turn()
        self._wait_for_bets()
        seen = self._drawn if self._drawn[0] == view["round"] else (view["round"], 0)
        if len(self.events) > seen[1] or asked_anew:
            _set(self._motion, motion(self.events[seen[1] :], view, now, turn=asked_anew and ask is not None))
        self._drawn = view["round"], len(self.events)
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
        lie = spots.Spots(asking.offered(ask), self.placing.placed(), view["seats"].get(seat, {}).get("wagers", {}))
        laid = layout_of(rules.game.id)
        lines = spots.shared_spots(seat, rules, now, lie) if laid.shared else ""
        jackpots = f'<div class="meters">{wheels.meters(rules, view)}</div>'
        pots = f'<div class="pots">{felt.pots(view)}</div>'
        _set(self._middle, felt.middle(rules, now) + pots + lines + felt.shoe(rules, view) + jackpots)
        _set(self._wheels, wheels.spins(rules, self.events))
        _set(self._seats, seats.rails(rules, view, now, can_sit=can_sit, backline=len(self.table.seating.backline(1))))
        _set(self._clock, self._clocks())
        own = "" if laid.shared or not seat else spots.own_spots(seat, rules, now, lie)
        _set(self._own, self._place(seat, now, own) if seat else "")
        _set(self._bar, self._actions(seat, now))
        _set(self._alert, f"<p>{escape(self._notice)}</p>" if self._notice else "")
        told = [event for event, data in zip(self.story, self.events, strict=True) if self._is_for(data)]
        self._side.draw(view, told, self.events)
        _set(self._words, words.wanted(view, self.events))

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
        told = headline(now, {who: one["name"] for who, one in view["seats"].items()}, view["viewer"])
        return (
            f"<h1>{_HYPHENED.sub(_whole, escape(rules.game.name))}</h1><p>Round {view['round'] or '–'} · <b>{escape(state)}</b>"
            f' <a class="howto" href="{learn_at(rules.game.id, self.table.id)}" target="_blank" title="Opens in a new tab">How to play</a></p>'
            f'<p class="headline" aria-live="polite">{told}</p>'
        )

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
            whole = self.table.row["clock"]  # who plays alone has far longer, and sees only the end of it
            ticking = (
                f'<b class="clock" data-left="{left}" data-whole="{whole}" data-id="{view["number"]} {left}"'
                f"{' hidden' if left > whole else ''}>{left:.0f}</b>"
                if left is not None and not bot
                else ""
            )
            told = "Your turn" if you else escape(f"{name}: {ask['what'].replace('-', ' ')}")
            waiting.append(f'<span class="turn{" you" if you else ""}">{told} {ticking}</span>')
        return "".join(waiting)

    def _place(self, seat: str, now: Scene, spots: str) -> str:
        setting = self.ask is not None and asking.setting(self.ask) is not None
        left = cents(self.view["seats"][seat]["stack"]) - self.placing.cost(self.ask)
        return seats.own_place(seat, self.table.rules, self.view, now, spots, left=left, setting=setting)

    def _actions(self, seat: str, now: Scene) -> str:
        if self._gets_up and self._at_stake():
            return leaving.sure(leaving.means(self.table.rules, self.view))
        if self.ask is not None:
            told = self._advice[1] if self._advice else None
            coach = _COACH if not self._advice and self.table.has_coach(self.person) else ""
            bar = asking.bar(
                self.ask,
                self.table.rules,
                self.placing,
                last=self._wagered,
                wrong=self._wrong(),
                best=told["best"] if told else "",
                more=coach + (_GET_UP if seat and self._may_leave() else ""),
                lie={place.removeprefix(f"{seat} "): len(cards) for place, cards in now.cards.items()},
                named=self._named(seat, now),
                pot=self._pot_size(seat),
            )
            if self._advice:
                bar += asking.advice(told, unit=cents(told["unit_amount"]) if told else 0)
            return bar if seat or self.person is None else bar + panels.staff_bar(self.table, self.view, self.person)
        if seat:
            return self._between(seat)
        if self.person is None:
            limits = self.table.actor.buy_in_limits
            bounds = f'data-least="{dollars(limits.least)}" data-most="{dollars(limits.most) if limits.most else ""}"'
            sit = f'<button class="do go" data-do="guest-sit" data-table="{self.table.id}" {bounds}><span>Play as guest</span>'
            return (
                f'<div class="answers">{sit}<small>{shown(self._brings(BUY_IN))} of play money</small></button>'
                '<button class="do plain" data-do="show-sign-in">Sign in</button></div>'
            )
        if seat := self.table.seating.waits_for(self.person):
            leave = '<button class="do plain" data-hw="leave"><span>Never mind</span></button>'
            return f'<div class="answers"><p class="hint">{seat.capitalize()} is yours when this round is over.</p>{leave}</div>'
        if self.person.role == "player":
            buys = "".join(
                f'<button class="do {"go" if amount == self._brings(BUY_IN) else ""}" data-hw="sit" data-amount="{amount}">'
                f"<span>Sit down</span><small>with {shown(amount)}</small></button>"
                for amount in self._offered()
            )
            if self.table.rules.game.bank == "player-dealer" and not self.view["open"]:
                buys += (
                    f'<button class="do plain" data-hw="sit" data-amount="{5 * BUY_IN}" data-proposition="1">'
                    f"<span>Sit as proposition player</span><small>bank with {shown(5 * BUY_IN)}</small></button>"
                )
            return f'<div class="answers">{buys}</div>'
        return panels.staff_bar(self.table, self.view, self.person)

    def _may_leave(self) -> bool:
        """Before anything is put on the felt one may also get up."""
        going = self.view["people"].get(self.view["viewer"], {}).get("leaving")
        asked = self.ask is not None and asking.forms(self.ask, "wagers")
        return bool(asked) and not (going or self.placing.steps or self.placing.also)

    def _at_stake(self) -> bool:
        """Whether leaving now costs the viewer something, or leaves something behind."""
        view, seat = self.view, self.view["viewer"]
        if seat not in view["seats"] or view["people"].get(seat, {}).get("leaving"):
            return False
        plays = view["open"] and (self._holds or view["bank"].get("who") == seat)
        return bool(plays or view["seats"][seat]["wagers"])

    def _named(self, seat: str, now: Scene) -> dict[str, str]:
        """What each group comes to that is whole as the cards lie now; under no name what all of them come to."""
        form = asking.setting(self.ask) if self.ask is not None else None
        if form is None:
            return {}
        sizes = dict(form["groups"]) if form["form"] == "arrangement" else dict(form["room"])
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

    def _offered(self) -> list[int]:
        """What one may sit down with by a click: small, usual and large, and the least where the table has one."""
        least = self.table.actor.buy_in_limits.least
        usual = map(self._brings, (200_00, BUY_IN, 5_000_00))
        return sorted({*usual, *([least] if least > 1 else [])})

    def _brings(self, amount: int, stack: int = 0) -> int:
        """What comes nearest to an amount within the table's buy-ins."""
        return self.table.actor.buy_in_limits.nearest(amount, stack)

    def _pot_size(self, seat: str) -> asking.PotSize | None:
        view = self.view
        if "pots" not in view["bank"] or not seat:
            return None
        bets = {who: sum(map(cents, one["wagers"].values())) for who, one in view["seats"].items()}
        holds = sum(map(cents, view["bank"]["pots"].values())) + sum(bets.values())
        return asking.PotSize(holds, max(bets.values()), bets[seat], cents(view["seats"][seat]["stack"]))

    def _between(self, seat: str) -> str:
        view = self.view
        if view["people"].get(seat, {}).get("leaving"):
            return leaving.going(view)
        leave = _LEAVE
        if view["open"]:
            waits = " and ".join(view["seats"].get(ask["who"], {}).get("name", ask["who"]) for ask in view["asks"])
            return f'<div class="answers"><p class="hint">{escape(f"Waiting for {waits}" if waits else "…")}</p>{leave}</div>'
        more = self._brings(BUY_IN, cents(view["seats"][seat]["stack"]))
        broke = not cents(view["seats"][seat]["stack"])
        buy = (
            f'<button class="do {"go" if broke else "plain"}" data-hw="chips" data-amount="{more}">'
            f"<span>Buy {shown(more)} more</span></button>"
        )
        chips = buy if more else ""
        offered = "".join(f'<option value="{kind}">{kind}</option>' for kind in bots.kinds(self.table.driver.game))
        bot = (
            f'<form class="fill bots" data-hw="bot"><select name="kind" aria-label="What kind of bot">{offered}</select>'
            '<button class="do plain"><span>Add a bot</span></button></form>'
            if self.desk.house.demonstration
            else ""
        )
        nxt = '<button class="do go" data-hw="ready" data-key="Enter"><span>Next round</span></button>'
        return f'<div class="answers">{"" if broke else nxt}{chips}{bot}{leave}</div>'

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
        if self.view:
            self.draw()

    async def _do(self, what: str, data: Mapping[str, str]) -> None:
        ask, placing = self.ask, self.placing
        offered = asking.offered(ask)
        match what:
            case "chip":
                placing.chip = _chips(data["value"])
            case "spot" if data["wager"] in offered:
                placing.add(offered[data["wager"]], self.table.rules.chip)
            case "undo":
                placing.undo()
            case "clear":
                placing.steps.clear()
                placing.marks.clear()
                placing.also.clear()
            case "double":
                stack = cents(self.view["seats"][self.view["viewer"]]["stack"])
                if not placing.double(ask, stack=stack, smallest=self.table.rules.chip):
                    self._notice = f"twice as much needs more than your stack of {shown(stack)}"
            case "also":
                (placing.also.remove if data["text"] in placing.also else placing.also.append)(data["text"])
            case "minimum" | "again" if placing.steps:
                pass  # offered on an empty felt alone: a second press came before the first was seen
            case "minimum":
                placing.mark()
                for spot in [one for one in offered.values() if one["required"]] or list(offered.values())[:1]:
                    low, chip = cents(spot["minimum"]), 1 if spot.get("amounts") else self.table.rules.chip
                    placing.steps.append((spot["wager"], -(-low // chip) * chip))
            case "again":
                placing.repeat(self._wagered, ask)
            case "place":
                await self._wager(placing.text())
            case "group":
                placing.group = data["group"]
            case "card" if ask is not None:
                form = asking.setting(ask)
                if form is not None:
                    placing.toggle(form, int(data["at"]))
            case "suggest" if ask is not None and (setting := asking.setting(ask)) is not None:
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
                self._advice = (ask, None)
                self._later(self._be_coached(ask, self._turn(), person))
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
        self.table.seating.remember_wagers(self.view["viewer"], text)

    @property
    def _wagered(self) -> str:
        return self.table.seating.last_wagers(self.view["viewer"])

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


def _whole(word: re.Match[str]) -> str:
    """A word that is not broken at its hyphen."""
    return f'<span class="unbroken">{word[0]}</span>'


def _key() -> str:
    return secrets.token_hex(8)


def _set(element: ui.html, content: str) -> None:
    if element.content != content:
        element.content = content


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
    where = f'<a href="/">Lobby</a><span aria-current="page">{escape(row["name"])}</span>'
    head(session, balance, here=where, title=f"{row['name']} is closed")
    with ui.element("div").props(f'id="main" {panels.clauses(id)}').classes("lobby closed"):
        html(
            f'<div class="welcome"><h1>{escape(row["name"])} is closed</h1><p>{escape(rules.game.name)} is no longer '
            "played at this table. What was played can still be looked at, step by step.</p></div>"
        )
        side = panels.Side(desk.house.store, id, rules, session.person if session else None, tabs=("history", "pays"))
        with ui.element("div").classes("side"):
            side.build()
    html(panels.CLAUSE)

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
