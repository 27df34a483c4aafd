"""The sign at a table: what every wager offered pays, its limits, and the words the rulebook wants there.

`placard` gathers what it says from a table's rules; `placard_layout` sets it on sheets, which HTML and PDF draw.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from houseway.errors import either
from houseway.rules.cite import Cite
from houseway.rules.fee_schedules import Charge, Schedule, rate_text
from houseway.rules.house_way_words import house_way_words
from houseway.rules.models import Inscription, PayLine, PayTable, Wager, Wheel
from houseway.rules.money import points_text, shown, shown_span
from houseway.rules.posted import Posted, Section, called, capital, posted_of, together
from houseway.rules.resolved import Rules
from houseway.rules.source import source_of
from houseway.rules.strict import RulesError


class Paper(NamedTuple):
    """A sheet in millimetres."""

    name: str
    width: float
    height: float


_IN_A_BAR = 6  # limits that may be set side by side; more are a list by pay table
LIMITS = "Limits"  # the title of their list
HOUSE_WAY = "House way"  # and of the chart
_A_GLANCE = 60  # letters of a subtitle; a longer one says nothing from afar
PAPERS = {"letter": Paper("letter", 215.9, 279.4), "a4": Paper("a4", 210.0, 297.0)}


@dataclass(frozen=True)
class Placard:
    """All that one sign says."""

    game: str
    facility: str
    table: str
    limits: tuple[tuple[str, str], ...]
    sections: tuple[Section, ...]
    inscriptions: tuple[Inscription, ...]
    source: str

    @property
    def headlines(self) -> tuple[Inscription, ...]:
        return tuple(one for one in self.inscriptions if one.large)

    @property
    def notices(self) -> tuple[Inscription, ...]:
        return tuple(one for one in self.inscriptions if not one.large)


def placard(rules: Rules, *, facility: str = "", table: str = "") -> Placard:
    """The sign of a table run by these rules."""
    game, said = rules.game, posted_of(rules)
    posted = f"Payout odds posted under {game.odds_posted}. " if game.odds_posted else ""
    posted += f"Collection posted under {game.fees_posted}. " if game.fees_posted else ""
    book = source_of(game.rulebook)
    bar = tuple(_limits(rules))
    long = len(bar) > _IN_A_BAR or any(len(name) > _A_GLANCE for name, _ in bar)
    listed = (_limits_by_table(rules),) if long else ()
    return Placard(
        game=game.name,
        facility=facility,
        table=table,
        limits=() if listed else bar,
        sections=(
            *listed,
            *said.compared,
            *(_section(rules, table) for table in _tables_offered(rules)),
            *(_wheel_section(rules, wheel) for wheel in rules.progressive.wheels.values()),
            *said.stakes,
            *fees(rules),
            *said.deducted,
            *posted_house_way(rules),
        ),
        inscriptions=rules.inscriptions,
        source=f"{posted}{book}.",
    )


def paper_named(name: str) -> Paper:
    try:
        return PAPERS[name.lower()]
    except KeyError:
        raise RulesError(f"{name!r} is not a paper: {either(list(PAPERS))}") from None


def _tables_offered(rules: Rules) -> list[PayTable]:
    spots = {spot for name, wager in rules.wagers.items() for spot in wager.spots or (name,)}
    shown = {table.name: table for spot, table in rules.pay_tables.items() if spot in spots}
    return [shown[table.name] for table in rules.game.pay_tables.values() if table.name in shown]


def _section(rules: Rules, table: PayTable) -> Section:
    said, title = posted_of(rules), table.sign or table.name
    subtitle = table.name.removeprefix(title).lstrip(", ")
    names = [wager.name for name, wager in rules.wagers.items() if name in table.wagers]
    if len(names) > 1 and not all(name in title for name in names):
        subtitle = subtitle or together(names)
    if len(subtitle) > _A_GLANCE:
        subtitle = ""
    rows = tuple((capital(line.label) + _held(said, line), _told(table, line)) for line in table.lines)
    return Section(title, subtitle, table.clause, rows)


_PAYERS = {"player-dealer": "paid by the player-dealer", "pot": "taken from the pot"}

_BY = {
    "hand": "for a hand",
    "spot": "for a betting spot",
    "40 minutes": "for 40 minutes",
    "players": "by the number of players",
}


def _held(said: Posted, line: PayLine) -> str:
    """The cards of a hand that only this game has a name for."""
    return f": {said.held[line.hand]}" if line.hand in said.held else ""


def fees(rules: Rules) -> Iterator[Section]:
    """What the house takes, which patrons must be told of."""
    used = rules.schedule
    if used is None:
        return
    for charge in used.charges:
        on = f"on {', '.join(_areas(rules, charge))}, " if charge.wagers else ""
        about = f"{on}{_payer(rules, charge)}, {_BY.get(charge.by, f'by the {charge.by}')}, {used.moment}"
        title = "Collection" if charge.name == charge.payer else f"Collection: {charge.name}"
        rows = [(capital(span), fee) for span, fee in (rate_text(charge, bracket) for bracket in charge.brackets)]
        if charge.by == "40 minutes":
            rows += posted_of(rules).late
        yield Section(title, about, f"{used.document}, option {used.option}", (*rows, *_free(rules, used, charge)))


def _areas(rules: Rules, charge: Charge) -> list[str]:
    """What a charge on some wagers only is taken for, by the names of their pay tables. A table may also pay what such
    a wager turns into, as a come bet does on a number: nothing is charged for that again."""
    return [table.sign or table.name for table in _tables_offered(rules) if any(map(charge.counts, table.wagers))]


def _payer(rules: Rules, charge: Charge) -> str:
    if charge.payer != "player":
        return _PAYERS[charge.payer]
    if rules.game.position is None:
        return "paid by each player"
    return "paid by each player and backline bettor" if charge.backline else "paid by each seated player"


def _free(rules: Rules, used: Schedule, charge: Charge) -> list[tuple[str, str]]:
    """Who pays nothing, under the last charge of a table that a player banks."""
    if rules.game.position is None or charge is not used.charges[-1] or any(one.wagers for one in used.charges):
        return []
    bonus = any(wager.bonus for wager in rules.wagers.values())
    if any(one.payer == "player" for one in used.charges):
        return [("Bonus bets", "no fee for players")] if bonus else []
    return [("Base and bonus bets" if bonus else "Wagers", "no fee for players")]


def posted_house_way(rules: Rules) -> Iterator[Section]:
    """How the house sets a hand, where the game has a chart."""
    chart = rules.game.house_way
    if chart:
        rows = (house_way_words(rules.game, row) for row in chart)
        (heading,) = {Cite.read(row.clause)[0] for row in chart}
        yield Section(HOUSE_WAY, "what goes in front", heading, tuple((capital(hand), way) for hand, way in rows))


def _wheel_section(rules: Rules, wheel: Wheel) -> Section:
    """The prizes of a wheel, and the wager that they are for. A symbol that shows what it pays is listed with others of
    its kind. A wager that spins no wheel of its own gets what the symbol pays to others."""
    title = rules.wagers[wheel.wager].name
    named = wheel.name.removeprefix(title).lstrip(", ").removesuffix(f", {shown(wheel.stake)} wager")
    subtitle = f"{named}, for a {shown(wheel.stake)} wager"
    spins = rules.progressive.find(wheel.wager, wheel.stake, "prize") is not None
    jackpots = [line for line in wheel.lines if line.pays is None]
    rows = [(capital(line.symbol), "fixed prize" if line.fixed else "100% of the meter") for line in jackpots]
    for line in wheel.lines:
        if line.pays is not None and line.spinner is not None:
            others = f"others {shown(line.pays)}"
            rows.append((f"{line.symbol} symbol", f"spinner {shown(line.spinner)}, {others}" if spins else others))
    plain = [shown(line.pays) for line in wheel.lines if line.pays is not None and line.spinner is None]
    rows += [(", ".join(plain[at : at + 4]), "as shown") for at in range(0, len(plain), 4)]
    return Section(title, subtitle, wheel.clause, tuple(rows))


def _told(table: PayTable, line: PayLine) -> str:
    """What a line pays, in words."""
    if line.pays is None:
        return "push"
    return points_text(line.pays) if table.points else f"{line.pays.win} to {line.pays.stake}"


def _amounts(rules: Rules) -> Iterator[tuple[str, str]]:
    """Each wager offered, with what may be staked on it."""
    for name, wager in rules.wagers.items():
        if wager.amounts:
            yield name, " or ".join(map(shown, rules.amounts(name)))
        elif name in rules.limits:
            span = shown_span(rules.limits[name].minimum, rules.limits[name].maximum)
            yield name, ", ".join([span, *_sizes(rules, wager)])
        elif wager.times:
            yield name, _times(rules, wager)


def _limits(rules: Rules) -> list[tuple[str, str]]:
    """The same by the names of wagers, those side by side with one amount together."""
    merged: list[tuple[str, str]] = []
    for wager, amount in _amounts(rules):
        name = rules.wagers[wager].name
        if merged and merged[-1][1] == amount:
            merged[-1] = (f"{merged[-1][0]}, {name}", amount)
        else:
            merged.append((name, amount))
    return merged


def _sizes(rules: Rules, wager: Wager) -> Iterator[str]:
    """What else a wager's size is bound by."""
    if wager.step:
        yield f"in steps of {shown(wager.step)}"
    if wager.at_most:
        yield f"not above the {called(rules, wager.at_most)}"
    if wager.at_least:
        yield f"not below the {called(rules, wager.at_least)}"


def _limits_by_table(rules: Rules) -> Section:
    """The same as a list, for a game with very many wagers: by pay table, apart only where limits differ."""
    rows: list[tuple[str, str]] = []
    listed: set[str] = set()
    for table in _tables_offered(rules):
        spans: dict[str, list[str]] = {}
        for name in table.wagers:
            if name in rules.limits and name in rules.wagers and name not in listed:
                low, high = rules.limits[name].minimum, rules.limits[name].maximum
                spans.setdefault(shown_span(low, high), []).append(rules.wagers[name].name)
                listed.add(name)
        for span, names in spans.items():
            rows.append((_alone(rules, table) if len(spans) == 1 else together(names), span))
    rows += [(rules.wagers[name].name, amount) for name, amount in _amounts(rules) if name not in listed]
    clause = rules.game.printed_limits.clause if rules.game.printed_limits else ""
    return Section(LIMITS, "", clause, tuple(rows))


def _alone(rules: Rules, table: PayTable) -> str:
    """A pay table's title, or its whole name where others have the same title."""
    titles = [other.sign or other.name for other in _tables_offered(rules)]
    return table.sign if table.sign and titles.count(table.sign) == 1 else table.name


def _times(rules: Rules, wager: Wager) -> str:
    of = called(rules, wager.of) if wager.of else ""
    if wager.times == (1,):
        return f"equal to the {of}"
    many = [str(one) for one in wager.times]
    run = list(range(wager.times[0], wager.times[-1] + 1)) == list(wager.times) and len(many) > 2
    words = f"{many[0]} to {many[-1]}" if run else " or ".join(many)
    return f"{words} times the {of}"
