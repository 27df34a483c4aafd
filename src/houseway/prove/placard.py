"""The sign at a table: what every wager offered pays, its limits, and the words the rulebook wants there.

`placard` gathers what it says from a table's rules; `html` and `pdf` set it on one sheet, by the same measures.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import NamedTuple

from houseway.cards.card import RANK_PLURALS, RANK_WORDS
from houseway.rules.families.ante_and_raise import AnteAndRaiseFacts, Qualifier
from houseway.rules.families.pot import PotFacts, at_table
from houseway.rules.fee_schedules import rate_text
from houseway.rules.files import RulesError
from houseway.rules.models import Inscription, PayTable, Wager, Wheel
from houseway.rules.money import shown
from houseway.rules.resolved import Rules
from houseway.rules.source import source_of


class Paper(NamedTuple):
    """A sheet in millimetres."""

    name: str
    width: float
    height: float


_CROWDED = 28.0  # rows in a column
_IN_A_BAR = 6  # limits that can be read side by side; more are a list
_LONG = 34  # letters of a label
LIMITS = "Limits"  # the title of their list
_A_GLANCE = 60  # letters of a subtitle; a longer one is too small to read
PAPERS = {"letter": Paper("letter", 215.9, 279.4), "a4": Paper("a4", 210.0, 297.0)}


@dataclass(frozen=True)
class Section:
    """One pay table: each line with what it pays."""

    title: str
    subtitle: str
    clause: str
    rows: tuple[tuple[str, str], ...]

    @property
    def units(self) -> float:
        """Its height in rows, heading and the space below included."""
        return len(self.rows) + 3.1


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
    book = source_of(game.rulebook)
    bar = tuple(_limits(rules))
    listed = (_limits_by_table(rules),) if len(bar) > _IN_A_BAR else ()
    return Placard(
        game=game.name,
        facility=facility,
        table=table,
        limits=() if listed else bar,
        sections=(
            *listed,
            *even_money(rules),
            *(_section(rules, table) for table in _tables_offered(rules)),
            *map(_wheel_section, rules.progressive.wheels.values()),
            *betting(rules),
            *fees(rules),
        ),
        inscriptions=rules.inscriptions,
        source=f"{posted}{book}.",
    )


@dataclass(frozen=True)
class Measures:
    """How the sign lies on its sheet, in millimetres; rows grow and shrink so that all of it fits."""

    paper: Paper
    margin: float
    head: float
    limits: float
    headline: float
    row: float  # the height of one line of a pay table
    notice: float  # the height of one line of a notice
    foot: float


def measures(sign: Placard, paper: Paper) -> Measures:
    margin, head, headline, notice, foot = 14.0, 46.0, 13.0, 6.0, 11.0
    limits = 20.0 if sign.limits else 0.0
    taken = head + limits + headline * len(sign.headlines) + foot + 20.0
    taken += notice * sum(lines_of(one.text) for one in sign.notices)
    row = (paper.height - taken) / (tallest_of(columns(sign.sections)) or 1)
    return Measures(paper, margin, head, limits, headline, min(11.6, row), notice, foot)


def column_width(size: Measures, count: int) -> float:
    """How wide each of so many columns is; a single one is set in from the edges."""
    inner = size.paper.width - 2 * size.margin
    return (inner - column_space(count) * (count - 1)) / count if count > 1 else inner - 64.0


def column_space(count: int) -> float:
    return 12.0 if count < 3 else 7.0


def letters(sign: Placard, row: float, width: float) -> float:
    """The size of the letters in pay tables: the longest line must fit beside what it pays."""
    lines = [len(label) + len(pays) + 2 for section in sign.sections for label, pays in section.rows]
    return min(row * 0.55, width / (max(lines, default=1) * 0.52))


def spare(column: tuple[Section, ...], tallest: float, row: float) -> float:
    """The space between the sections of a column that is not the tallest."""
    left = (tallest - sum(section.units for section in column)) * row
    return min(left / max(1, len(column) - 1), row * 1.2)


def lines_of(notice: str) -> int:
    """How many lines a notice takes; a little more than it needs rather than less."""
    return -(-len(notice) // 84)


def paper_named(name: str) -> Paper:
    try:
        return PAPERS[name.lower()]
    except KeyError:
        raise RulesError(f"{name!r} is not a paper: {' or '.join(PAPERS)}") from None


def columns(sections: tuple[Section, ...]) -> tuple[tuple[Section, ...], ...]:
    """The sections in reading order, in columns of nearly the same height: two, or three where two would be crowded."""
    two = _parted(sections, min(2, len(sections)))
    return two if tallest_of(two) <= _CROWDED else _parted(sections, min(3, len(sections)))


def _parted(sections: tuple[Section, ...], count: int) -> tuple[tuple[Section, ...], ...]:
    cuts = ((0, *inner, len(sections)) for inner in combinations(range(1, len(sections)), max(0, count - 1)))
    ways = (tuple(sections[start:end] for start, end in pairwise(cut)) for cut in cuts)
    return min(ways, key=tallest_of)


def tallest_of(parts: tuple[tuple[Section, ...], ...]) -> float:
    """The height of the tallest column, in rows."""
    return max(sum(section.units for section in column) for column in parts)


def _tables_offered(rules: Rules) -> list[PayTable]:
    spots = {spot for name, wager in rules.wagers.items() for spot in wager.spots or (name,)}
    shown = {table.name: table for spot, table in rules.pay_tables.items() if spot in spots}
    return [shown[table.name] for table in rules.game.pay_tables.values() if table.name in shown]


def _section(rules: Rules, table: PayTable) -> Section:
    title, _, subtitle = table.name.partition(", ")
    names = [wager.name for name, wager in rules.wagers.items() if name in table.wagers]
    if len(names) > 1 and not all(name in title for name in names):
        subtitle = subtitle or _together(names)
    if len(subtitle) > _A_GLANCE:
        subtitle = ""
    told = _points if table.points else _odds
    rows = tuple((_capital(line.label), told(str(line.pays) if line.pays else "")) for line in table.lines)
    return Section(title, subtitle, table.clause, rows)


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
    clause = rules.game.options["limit"].clause
    yield Section(f"Table limit {limit}", "", clause, tuple((name, told) for name, told in rows.items() if told))


def _bought(least: int, most: int | None) -> str:
    if most is None:
        return f"{shown(least)} or more" if least > 1 else ""
    return f"{shown(least)} to {shown(most)}"


def _bets(betting: str, small: int, big: int) -> str:
    if betting == "limit":
        return f"{shown(small)} and {shown(big)}"
    return f"{shown(small)} to {shown(big)}" if betting == "spread" else f"{shown(small)} or more, {betting}"


_PAYERS = {"player-dealer": "paid by the player-dealer", "player": "paid by each player", "pot": "taken from the pot"}

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
        about = f"{_PAYERS[charge.payer]}, {_BY.get(charge.by, f'by the {charge.by}')}, {used.moment}"
        title = "Collection" if charge.name == charge.payer else f"Collection: {charge.name}"
        rows = tuple(rate_text(charge, bracket) for bracket in charge.brackets)
        yield Section(title, about, f"{used.document}, option {used.option}", rows)


def _wheel_section(wheel: Wheel) -> Section:
    """The prizes of a wheel. A symbol that shows what it pays is listed with others of its kind; of a symbol with two
    amounts, the first is the spinner's."""
    title, _, subtitle = wheel.name.partition(", ")
    jackpots = [line for line in wheel.lines if line.pays is None]
    rows = [(_capital(line.symbol), "fixed prize" if line.fixed else "100% of the meter") for line in jackpots]
    for line in wheel.lines:
        if line.pays is not None and line.spinner is not None:
            rows.append((f"{shown(line.spinner)} and {shown(line.pays)}", f"others {shown(line.pays)}"))
    plain = [shown(line.pays) for line in wheel.lines if line.pays is not None and line.spinner is None]
    rows += [(", ".join(plain[at : at + 4]), "as shown") for at in range(0, len(plain), 4)]
    return Section(title, f"{subtitle}, {shown(wheel.stake)}", wheel.clause, tuple(rows))


def _points(pays: str) -> str:
    many = pays.partition(":")[0] or "0"
    return f"{many} point{'s' * (many != '1')}"


def _odds(pays: str) -> str:
    return pays.replace(":", " to ") if pays else "push"


def _limits(rules: Rules) -> list[tuple[str, str]]:
    """Each wager offered with what may be staked on it."""
    limits: list[tuple[str, str]] = []
    for name, wager in rules.wagers.items():
        if wager.amounts:
            limits.append((wager.name, " or ".join(map(shown, rules.amounts(name)))))
        elif name in rules.limits:
            low, high = shown(rules.limits[name].minimum), shown(rules.limits[name].maximum)
            limits.append((wager.name, low if low == high else f"{low} to {high}"))
        elif wager.times:
            limits.append((wager.name, _times(rules, wager)))
    merged: list[tuple[str, str]] = []
    for name, amount in limits:
        if merged and merged[-1][1] == amount:
            merged[-1] = (f"{merged[-1][0]}, {name}", amount)
        else:
            merged.append((name, amount))
    return merged


def _limits_by_table(rules: Rules) -> Section:
    """The same as a list, for a game with very many wagers: by pay table, apart only where limits differ."""
    rows: list[tuple[str, str]] = []
    listed: set[str] = set()
    for table in _tables_offered(rules):
        spans: dict[str, list[str]] = {}
        for name in table.wagers:
            if name in rules.limits and name in rules.wagers and name not in listed:
                low, high = rules.limits[name].minimum, rules.limits[name].maximum
                spans.setdefault(f"{shown(low)} to {shown(high)}", []).append(rules.wagers[name].name)
                listed.add(name)
        for span, names in spans.items():
            rows += [(part, span) for part in _parts(table.name if len(spans) == 1 else _together(names))]
    for name, limits in rules.limits.items():
        if name in rules.wagers and name not in listed:
            rows.append((rules.wagers[name].name, f"{shown(limits.minimum)} to {shown(limits.maximum)}"))
    clause = rules.game.printed_limits.clause if rules.game.printed_limits else ""
    return Section(LIMITS, "", clause, tuple(rows))


def _parts(name: str) -> list[str]:
    """A long name in parts, broken at its commas, so that its letters need not be small."""
    parts = [""]
    for word in name.split(", "):
        longer = f"{parts[-1]}, {word}" if parts[-1] else word
        if len(longer) > _LONG and parts[-1]:
            parts.append(_capital(word))
        else:
            parts[-1] = longer
    return parts


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
