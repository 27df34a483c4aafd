"""The sign at a table: what every wager offered pays, its limits, and the words the rulebook wants there.

`placard` gathers what it says from a table's rules; `placard_layout` sets it on sheets, which HTML and PDF draw.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from houseway.cards.card import RANK_PLURALS, RANK_WORDS
from houseway.games.pot.base import stakes_at
from houseway.games.pot.flop_poker import half_kill
from houseway.rules.families.ante_and_raise import AnteAndRaiseFacts, Qualifier
from houseway.rules.families.chinese import ChineseFacts
from houseway.rules.families.craps import CrapsFacts
from houseway.rules.families.pot import PotFacts, at_table
from houseway.rules.families.twenty_one import TwentyOneFacts
from houseway.rules.fee_schedules import Charge, Schedule, rate_text
from houseway.rules.files import RulesError
from houseway.rules.house_way_words import house_way_words
from houseway.rules.models import Inscription, PayLine, PayTable, Wager, Wheel
from houseway.rules.money import points_text, shown, shown_span
from houseway.rules.resolved import Rules
from houseway.rules.source import source_of


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
class Section:
    """One pay table: each line with what it pays."""

    title: str
    subtitle: str
    clause: str
    rows: tuple[tuple[str, str], ...]


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
    game = rules.game
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
            *even_money(rules),
            *(_section(rules, table) for table in _tables_offered(rules)),
            *(_wheel_section(rules, wheel) for wheel in rules.progressive.wheels.values()),
            *points(rules),
            *betting(rules),
            *fees(rules),
            *fees_on_winnings(rules),
            *posted_house_way(rules),
        ),
        inscriptions=rules.inscriptions,
        source=f"{posted}{book}.",
    )


def paper_named(name: str) -> Paper:
    try:
        return PAPERS[name.lower()]
    except KeyError:
        raise RulesError(f"{name!r} is not a paper: {' or '.join(PAPERS)}") from None


def _tables_offered(rules: Rules) -> list[PayTable]:
    spots = {spot for name, wager in rules.wagers.items() for spot in wager.spots or (name,)}
    shown = {table.name: table for spot, table in rules.pay_tables.items() if spot in spots}
    return [shown[table.name] for table in rules.game.pay_tables.values() if table.name in shown]


def _section(rules: Rules, table: PayTable) -> Section:
    title = table.sign or table.name
    subtitle = table.name.removeprefix(title).lstrip(", ")
    names = [wager.name for name, wager in rules.wagers.items() if name in table.wagers]
    if len(names) > 1 and not all(name in title for name in names):
        subtitle = subtitle or _together(names)
    if len(subtitle) > _A_GLANCE:
        subtitle = ""
    rows = tuple((_capital(line.label) + _held(rules, line), _told(table, line)) for line in table.lines)
    return Section(title, subtitle, table.clause, rows)


def _held(rules: Rules, line: PayLine) -> str:
    """The cards of a hand that only this game has a name for."""
    said = rules.game.facts
    if isinstance(said, TwentyOneFacts) and line.hand == "blackjack-x" and said.player.blackjack_x:
        return f": {said.player.blackjack_x}"
    return ""


def even_money(rules: Rules) -> Iterator[Section]:
    """What the first wager and its raises pay where hands are compared, and what becomes of them without the
    player-dealer's qualifier: no pay table prints it."""
    said = rules.game.facts
    if not isinstance(said, AnteAndRaiseFacts):
        return
    wagers = tuple(dict.fromkeys((said.base, *(street.wager for street in said.streets.values()))))
    rows = [("The hand wins, or ties", "1 to 1")] if said.ties == "win" else [("The hand wins", "1 to 1")]
    if said.ties == "push":
        rows.append(("Tie", "push"))
    if rule := said.qualifier:
        told = {"win": "1 to 1", "push": "push", "returned": "returned"}
        for wager, one in rule.without.items():
            which = "Winning " if one.when == ("win",) else ""
            rows.append((f"{which}{_of(rules, wager)}, player-dealer below {_least(rule)}", told[one.result]))
    yield Section(_together([_of(rules, wager) for wager in wagers]), "", said.results.win, tuple(rows))


def _least(rule: Qualifier) -> str:
    if rule.hand == "high-card":
        return f"{RANK_WORDS[rule.low]} high"
    kind = "a pair" if rule.hand == "pair" else rule.hand.replace("-", " ")
    return f"{kind} of {RANK_PLURALS[rule.low]}" if rule.low else kind


def betting(rules: Rules) -> Iterator[Section]:
    """What is bet at a table for a pot: the printed limit, and what it makes of bets, blinds, antes and forced bets."""
    if not isinstance(rules.game.facts, PotFacts):
        return
    limit, money = str(rules.options["limit"]), at_table(rules)
    blinds = " and ".join(shown(abs(blind)) for blind in money.blinds if blind)
    rows = {
        "Ante": shown(money.ante) if money.ante else "",
        "Blinds": blinds,
        "Forced bet": shown(money.bring_in) if money.bring_in else "",
        "Bets": _bets(str(money.betting), money.small, money.big),
        "Buy-in": _bought(money.least_buy_in, money.most_buy_in),
        "Smallest chip": shown(rules.chip),
    }
    if rules.options.get("kill") == "half":
        raised = half_kill(stakes_at(rules))
        rows["Half kill, bets"] = _bets(raised.betting, raised.small, raised.big)
        rows["Half kill, blind"] = shown(raised.small)
    clause = rules.game.options["limit"].clause
    yield Section(f"Table limit {limit}", "", clause, tuple((name, told) for name, told in rows.items() if told))


def _bought(least: int, most: int | None) -> str:
    if most is None:
        return f"{shown(least)} or more" if least > 1 else ""
    return shown_span(least, most)


def _bets(betting: str, small: int, big: int) -> str:
    if betting == "limit":
        return f"{shown(small)} and {shown(big)}"
    return f"{shown(small)} to {shown(big)}" if betting == "spread" else f"{shown(small)} or more, {betting}"


def points(rules: Rules) -> Iterator[Section]:
    """What a point is worth at a table where players settle by points, and what fouls, scoops and buy-ins come to."""
    said, used = rules.game.facts, rules.schedule
    if not isinstance(said, ChineseFacts) or used is None or used.limit is None:
        return
    point = used.limit[0]
    rows = [("One point", shown(point)), ("Each segment won", "1 point")]
    if said.scoop:
        rows.append(("Scoop, all three segments", f"{said.scoop.points} points more"))
    rows += [
        ("Foul hand, to each opponent", f"{said.foul.points} points"),
        ("Least buy-in", shown(said.buy_in.limits * point)),
        ("Least stack for a hand", shown(said.round_minimum.points * point)),
    ]
    yield Section("Points", f"table limit {shown(point)}", said.buy_in.clause, tuple(rows))


_PAYERS = {"player-dealer": "paid by the player-dealer", "pot": "taken from the pot"}

_BY = {
    "hand": "for a hand",
    "spot": "for a betting spot",
    "40 minutes": "for 40 minutes",
    "players": "by the number of players",
}


def fees(rules: Rules) -> Iterator[Section]:
    """What the house takes, which patrons must be told of."""
    used = rules.schedule
    if used is None:
        return
    for charge in used.charges:
        on = f"on {', '.join(_areas(rules, charge))}, " if charge.wagers else ""
        about = f"{on}{_payer(rules, charge)}, {_BY.get(charge.by, f'by the {charge.by}')}, {used.moment}"
        title = "Collection" if charge.name == charge.payer else f"Collection: {charge.name}"
        rows = [(_capital(span), fee) for span, fee in (rate_text(charge, bracket) for bracket in charge.brackets)]
        if charge.by == "40 minutes":
            rows += _half(rules, charge)
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


def _half(rules: Rules, charge: Charge) -> list[tuple[str, str]]:
    """Who comes late to a down pays half of it."""
    said = rules.game.facts
    if not isinstance(said, ChineseFacts):
        return []
    return [(f"From minute {said.down.half_from} of it on", shown(charge.brackets[0].fee // 2))]


def _free(rules: Rules, used: Schedule, charge: Charge) -> list[tuple[str, str]]:
    """Who pays nothing, under the last charge of a table that a player banks."""
    if rules.game.position is None or charge is not used.charges[-1] or any(one.wagers for one in used.charges):
        return []
    bonus = any(wager.bonus for wager in rules.wagers.values())
    if any(one.payer == "player" for one in used.charges):
        return [("Bonus bets", "no fee for players")] if bonus else []
    return [("Base and bonus bets" if bonus else "Wagers", "no fee for players")]


def fees_on_winnings(rules: Rules) -> Iterator[Section]:
    """What is deducted from the payout of some wagers."""
    said = rules.game.facts
    if not isinstance(said, CrapsFacts):
        return
    rule = said.buy_lay_fee
    rows = [(f"{shown(low)} to {shown(high)} won", shown(fee)) for low, high, fee in rule.brackets]
    each, more = rule.further
    rows.append((f"Each further {shown(each)}", f"{shown(more)} more"))
    yield Section("Buy and Lay fee", "deducted from the payout", rule.clause, tuple(rows))


def posted_house_way(rules: Rules) -> Iterator[Section]:
    """How the house sets a hand, where the game has a chart."""
    chart = rules.game.house_way
    if chart:
        rows = (house_way_words(rules.game, row) for row in chart)
        (heading,) = {row.clause.split(", ")[0] for row in chart}
        yield Section(HOUSE_WAY, "what goes in front", heading, tuple((_capital(hand), way) for hand, way in rows))


def _wheel_section(rules: Rules, wheel: Wheel) -> Section:
    """The prizes of a wheel, and the wager that they are for. A symbol that shows what it pays is listed with others of
    its kind. A wager that spins no wheel of its own gets what the symbol pays to others."""
    title = rules.wagers[wheel.wager].name
    named = wheel.name.removeprefix(title).lstrip(", ").removesuffix(f", {shown(wheel.stake)} wager")
    subtitle = f"{named}, for a {shown(wheel.stake)} wager"
    spins = rules.progressive.find(wheel.wager, wheel.stake, "prize") is not None
    jackpots = [line for line in wheel.lines if line.pays is None]
    rows = [(_capital(line.symbol), "fixed prize" if line.fixed else "100% of the meter") for line in jackpots]
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
        yield f"not above the {_of(rules, wager.at_most)}"
    if wager.at_least:
        yield f"not below the {_of(rules, wager.at_least)}"


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
            rows.append((_alone(rules, table) if len(spans) == 1 else _together(names), span))
    rows += [(rules.wagers[name].name, amount) for name, amount in _amounts(rules) if name not in listed]
    clause = rules.game.printed_limits.clause if rules.game.printed_limits else ""
    return Section(LIMITS, "", clause, tuple(rows))


def _alone(rules: Rules, table: PayTable) -> str:
    """A pay table's title, or its whole name where others have the same title."""
    titles = [other.sign or other.name for other in _tables_offered(rules)]
    return table.sign if table.sign and titles.count(table.sign) == 1 else table.name


def _together(names: list[str]) -> str:
    """Names that differ in one word as one: `Place 6, 8 to win`."""
    words = [name.split() for name in names]
    if len({len(one) for one in words}) == 1:
        apart = [at for at, column in enumerate(zip(*words, strict=True)) if len(set(column)) > 1]
        if len(apart) == 1:
            (at,) = apart
            return " ".join([*words[0][:at], ", ".join(one[at] for one in words), *words[0][at + 1 :]])
    return ", ".join(names)


def _times(rules: Rules, wager: Wager) -> str:
    of = _of(rules, wager.of) if wager.of else ""
    if wager.times == (1,):
        return f"equal to the {of}"
    many = [str(one) for one in wager.times]
    run = list(range(wager.times[0], wager.times[-1] + 1)) == list(wager.times) and len(many) > 2
    words = f"{many[0]} to {many[-1]}" if run else " or ".join(many)
    return f"{words} times the {of}"


def _of(rules: Rules, named: str) -> str:
    """What a raise is a multiple of: the spot, where a wager stands on several."""
    wager = rules.game.wagers[named]
    return _capital(named) if named in wager.spots else wager.name


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]
