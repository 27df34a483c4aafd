"""What the rulebooks say, laid out to be read: the list of games, and one game's whole file."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from rich import box
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from houseway.cli.text import CLAUSE
from houseway.games import all_games
from houseway.play.places import place_names
from houseway.rules.fee_schedules import Charge, Schedule, rate_text, schedules
from houseway.rules.house_way_words import house_way_words
from houseway.rules.limits import sized
from houseway.rules.models import Applies, GameRules, Option, PayTable, Position, Wager, Wheel, written
from houseway.rules.money import dollars, points_text, shown, shown_span
from houseway.rules.source import source_of
from houseway.rules.submission import demonstration, demonstration_table


def listed() -> list[dict[str, Any]]:
    """Every game in a few fields."""
    return [
        {
            "id": rules.id,
            "name": rules.name,
            "jurisdiction": rules.rulebook.jurisdiction,
            "bank": rules.bank,
            "seats": rules.seats,
            "summary": rules.summary,
            "known_as": list(rules.known_as),
        }
        for rules in (game.rules for game in all_games())
    ]


def games() -> Table:
    table = Table(box=box.SIMPLE_HEAD, header_style="dim", show_edge=False, padding=(0, 1))
    table.add_column("what is played, and its id")
    table.add_column("where")
    table.add_column("bank")
    table.add_column("seats", justify="right")
    for game in listed():
        about = Text(game["name"], "bold").append(f"  {game['id']}", "cyan not bold")
        about.append(f"\n{game['summary']}", "dim not bold")
        table.add_row(about, game["jurisdiction"], game["bank"], str(game["seats"]))
    return table


def rulebook(rules: GameRules) -> Group:
    """A game's rule file from top to bottom."""
    return Group(*(part for part in _parts(rules) if part is not None))


def _parts(rules: GameRules) -> Iterator[RenderableType | None]:
    yield _about(rules)
    yield _section("Wagers", _wagers(rules))
    tables: list[RenderableType] = [pay_table(table) for table in rules.pay_tables.values()]
    yield _section("Pay tables", Padding(Columns(tables, padding=(1, 4)), (0, 0, 0, 2))) if tables else None
    wheels: list[RenderableType] = [_wheel(wheel) for wheel in rules.wheels.values()]
    yield _section("Wheels", Padding(Columns(wheels, padding=(1, 4)), (0, 0, 0, 2))) if wheels else None
    yield _section("The player-dealer position", _position(rules.position)) if rules.position else None
    known = schedules(rules.id) if _chosen(rules) else {}
    yield _section("Collection schedules", _collection(known)) if known else None
    yield _section("Limits by option", _limits(rules)) if rules.limit_tables else None
    yield _section("House way", _house_way(rules)) if rules.house_way else None
    yield _section("Options", _options(rules)) if rules.options else None
    yield _demonstration(rules)
    yield _section("Places where cards lie", _places(rules)) if rules.places else None
    yield _section("What is asked", _asks(rules)) if rules.asks else None
    yield _section("Irregularities", _irregularities(rules)) if rules.irregularities else None
    yield _section("Duties", _duties(rules)) if rules.duties else None
    yield _section("Rulings", _rulings(rules)) if rules.rulings else None
    source = Text(source_of(rules.rulebook))
    yield _section("Source", Padding(source, (0, 0, 1, 2)))


def _section(title: str, part: RenderableType) -> Group:
    return Group(Text(f"\n{title}", "bold"), part)


def _about(rules: GameRules) -> Group:
    bank = {
        "house": "the house",
        "player-dealer": "a player-dealer",
        "pot": "nobody: the pot is played for",
        "pairwise": "the players, each against each",
    }[rules.bank]
    facts = Table.grid(padding=(0, 2))
    facts.add_column(style="dim")
    facts.add_column()
    facts.add_column(style=CLAUSE)
    facts.add_row("played in", rules.rulebook.jurisdiction, "")
    facts.add_row("banked by", bank, "")
    facts.add_row("seats", str(rules.seats), rules.seats_clause)
    facts.add_row("pack", f"{rules.cards.pack} cards", rules.cards.clause)
    name = Text(rules.name, "bold").append(f"  {rules.id}", "not bold cyan")
    return Group(name, Text(rules.summary), Padding(facts, (1, 0, 0, 2)))


def _table(*headers: str) -> Table:
    """A table with a clause at the right edge, as every line of a rulebook has one."""
    table = Table(box=box.SIMPLE_HEAD, header_style="dim", show_edge=False, pad_edge=True, padding=(0, 1))
    for header in headers:
        table.add_column(header, overflow="fold")
    table.add_column("clause", style=CLAUSE, max_width=16, overflow="fold")
    table.columns[0].no_wrap = True
    return table


def _wagers(rules: GameRules) -> Table:
    table = _table("wager", "when", "how much", "needs")
    defaults = {name: option.default for name, option in rules.options.items()}
    for name, wager in sized(rules, defaults).items():
        table.add_row(Text(name, "bold"), wager.when, how_much(wager), _needs(wager), wager.clause)
    return table


def how_much(wager: Wager) -> str:
    """The size of a wager: its limits, its multiples, and how many bets it makes."""
    parts = []
    if wager.amounts:
        parts.append(listing(map(shown, wager.amounts)))
    elif wager.minimum is not None and wager.maximum is not None:
        parts.append(shown_span(wager.minimum, wager.maximum))
    if wager.times:
        parts.append(f"{listing(map(str, wager.times))} times the {wager.of}")
    elif wager.of:
        parts.append(f"by the {wager.of}")
    if wager.spots:
        parts.append(f"{'in equal parts on' if wager.split else 'on each of'} {' and '.join(wager.spots)}")
    return ", ".join(parts)


def listing(words: Iterable[str]) -> str:
    """Words in a row: `1, 2 or 3`."""
    *most, last = words
    return f"{', '.join(most)} or {last}" if most else last


def _needs(wager: Wager) -> str:
    parts = ["required"] if wager.required else []
    parts += [f"with {wager.needs}"] if wager.needs else []
    parts += [f"with {listing(wager.needs_any)}"] if wager.needs_any else []
    parts += [f"only one {wager.one_of}"] if wager.one_of else []
    parts += [f"not above {wager.at_most}"] if wager.at_most else []
    parts += [f"not below {wager.at_least}"] if wager.at_least else []
    parts += [f"steps of ${dollars(wager.step)}"] if wager.step else []
    parts += [f"option {wager.option}"] if wager.option else []
    return ", ".join(parts)


def pay_table(table: PayTable) -> Table:
    """One pay table, a clause on each line."""
    shape = _pays(table.name, table.clause)
    for line in table.lines:
        odds = Text("push", "yellow")
        if line.pays is not None:
            odds = Text(points_text(line.pays) if table.points else str(line.pays))
        shape.add_row(line.label, odds, line.clause)
    if table.applies:
        shape.add_row(Text(f"where {_condition(table.applies)}", "italic"), "", "")
    return shape


def _pays(name: str, clause: str) -> Table:
    """What pays what, and by which clause."""
    title = Text(name, "bold").append(f" {clause}", f"not bold {CLAUSE}")
    shape = Table(title=title, title_justify="left", box=None, show_header=False, padding=(0, 2, 0, 0), pad_edge=False)
    shape.add_column()
    shape.add_column(justify="right", style="green")
    shape.add_column(style=CLAUSE)
    return shape


def _wheel(wheel: Wheel) -> Table:
    """The prizes of one wheel; its stops are the operator's."""
    shape = _pays(wheel.name, wheel.clause)
    for line in wheel.lines:
        pays = "the fixed prize" if line.fixed else "the meter" if line.pays is None else shown(line.pays)
        if line.spinner is not None and line.pays is not None:
            pays = f"{shown(line.spinner)}, the others {shown(line.pays)}"
        shape.add_row(line.symbol, pays, line.clause)
    shape.add_row(Text(f"where {_condition(wheel.applies)}, for {shown(wheel.stake)}", "italic"), "", "")
    return shape


def _condition(applies: Applies) -> str:
    return " and ".join(f"{name} is {' or '.join(map(written, values))}" for name, values in applies.items())


def _first(position: Position) -> str:
    """Who is settled first, where no dice or cards say it."""
    behind = "" if position.backline == "after the seat" else ", bettors behind a seat before it"
    return f"from the {position.first}{behind}"


def _order(position: Position) -> str:
    """In which order wagers are settled."""
    if len(position.settle) == 1:
        return f"bettor by bettor, each one's {', '.join(position.settle[0])}"
    groups = [" and ".join(group) for group in position.settle]
    return f"all of {', then all of '.join(groups)}" if groups else "bettor by bettor"


def _position(position: Position) -> Table:
    table = _table("what", "as the game has it")
    order = _order(position)
    closes = "" if position.reopens else "; when nobody else takes it, the game stays closed until somebody does"
    table.add_row(Text("held", "bold"), f"for two rounds, with a new amount put up for each{closes}", position.clause)
    if position.to_backline:
        offered = "clockwise; after each seat to who bet behind it in the round before, by their squares"
        table.add_row(Text("offered", "bold"), offered, position.to_backline)
    table.add_row(Text("at least", "bold"), f"the minimum of {position.base}", position.least)
    table.add_row(Text("settled", "bold"), f"{order}; {_first(position)}", position.action)
    table.add_row(Text("covered", "bold"), "as far as the amount put up goes", position.coverage)
    if position.greatest_wager:
        decides = "of several bettors on a hand, the one with the greatest wager"
        table.add_row(Text("decides", "bold"), decides, position.greatest_wager)
    if position.active:
        inactive = (
            f"at a table with more than {position.active} seats, the one to the right of the player-dealer's in the "
            f"{position.inactive}"
        )
        table.add_row(Text("inactive", "bold"), inactive, position.inactive_clause)
    return table


def _collection(known: Mapping[str, Schedule]) -> Table:
    table = _table("schedule", "taken", "who pays, and how much")
    for id, schedule in known.items():
        rates = [
            f"{charge.payer}{_basis(charge)}: "
            + ", ".join(": ".join(rate_text(charge, bracket)) for bracket in charge.brackets)
            for charge in schedule.charges
        ]
        lost = [f"can't be chosen: {schedule.unreadable}"] if schedule.unreadable else []
        lost += [f"the scan has lost some of it: read by {schedule.ruling}"] if schedule.ruling else []
        limit = [_table_limit(*schedule.limit)] if schedule.limit else []
        table.add_row(Text(id, "bold"), schedule.moment, "\n".join(limit + rates + lost), schedule.named)
    return table


def _chosen(rules: GameRules) -> bool:
    """Whether the operator picks one of several collection schedules."""
    return not {"collection", "schedule"}.isdisjoint(rules.options)


def _table_limit(least: int, most: int | None) -> str:
    if least == most:
        return f"table limit {shown(least)}"
    return f"table limit {shown(least)} {'or more' if most is None else f'to {shown(most)}'}"


def _basis(charge: Charge) -> str:
    basis = "" if charge.by in ("hand", "spot") else "on the " if charge.by == "total table action" else "by "
    wagers = f" in {', '.join(charge.wagers)}" if charge.wagers else ""
    return f" {basis}{'a ' if charge.by in ('hand', 'spot') else ''}{charge.by}{wagers}"


def collection_data(rules: GameRules) -> list[dict[str, Any]]:
    """The collection schedules that the game's table can use, for a program."""
    if not _chosen(rules):
        return []
    return [
        {
            "id": id,
            "document": one.document,
            "section": one.named,
            "moment": one.moment,
            "limit": None if one.limit is None else [dollars(end) if end is not None else None for end in one.limit],
            "unreadable": one.unreadable,
            "ruling": one.ruling,
            "charges": [
                {
                    "payer": charge.payer,
                    "by": charge.by,
                    "wagers": list(charge.wagers),
                    "rates": [
                        {
                            "from": dollars(bracket.low),
                            "to": dollars(bracket.high) if bracket.high is not None else None,
                            "fee": dollars(bracket.fee),
                        }
                        for bracket in charge.brackets
                    ],
                }
                for charge in one.charges
            ],
        }
        for id, one in schedules(rules.id).items()
    ]


def _limits(rules: GameRules) -> Table:
    table = _table("where", "wager", "limits instead")
    table.columns[0].no_wrap = False
    for one in rules.limit_tables:
        for name, (low, high) in one.limits.items():
            table.add_row(_condition(one.applies), Text(name, "bold"), shown_span(low, high), one.clause)
    return table


def _house_way(rules: GameRules) -> Table:
    """The chart in the order in which its rows are tried."""
    table = _table("hand", "what goes in front, and examples")
    for row in rules.house_way:
        hand, front = house_way_words(rules, row)
        examples = "".join(f"\n{example}" for example in row.examples)
        table.add_row(Text(hand, "bold"), Text(front).append(examples, "dim"), row.clause)
    return table


def _options(rules: GameRules) -> Table:
    table = _table("option", "what it decides, and its values")
    for name, option in rules.options.items():
        values = Text(f"\n{allowed(option)}", "green").append(f"; default {_written(option.default)}", "dim")
        table.add_row(Text(name, "bold"), Text(option.name).append_text(values), option.clause)
    for one in rules.requirements:
        table.add_row("", Text(f"{_condition(one.when)} needs {_condition(one.then)}", "italic"), one.clause)
    return table


def _demonstration(rules: GameRules) -> RenderableType | None:
    """What the demonstration house has chosen, which is taken wherever nothing else is said."""
    there = demonstration_table(rules.id)
    if there is None:
        return None
    chosen = [(name, _written(value)) for name, value in there.options.items()]
    chosen += [
        (f"limits of {name}", " to ".join(f"${bounds[end]}" for end in ("minimum", "maximum") if end in bounds))
        for name, bounds in there.limits.items()
    ]
    chosen += [(f"{table}, {line}", odds) for table, edits in there.pays.items() for line, odds in edits.items()]
    chosen += [(f"wheel {name}", f"{sum(stops.values())} stops") for name, stops in there.wheels.items()]
    chosen += [(f"meter {name}", _listed(choices)) for name, choices in there.meters.items()]
    chosen += [(f"duty {name}", _listed(intervals)) for name, intervals in there.duties.items()]
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    table.add_column(style="bold", no_wrap=True)
    table.add_column()
    for name, value in chosen:
        table.add_row(name, value)
    house = f"{demonstration().facility}, {there.name}"
    lead = "`settle`, `coach`, `play`, `price` and the other commands take these choices where you make none:"
    if not chosen:
        lead = "`settle`, `coach`, `play`, `price` and the other commands take the defaults where you make no choice."
    parts: list[RenderableType] = [Text(lead), *([table] if chosen else [])]
    return _section(house, Padding(Group(*parts), (0, 0, 0, 2)))


def _listed(choices: Mapping[str, object]) -> str:
    return ", ".join(f"{name} {value}" for name, value in choices.items())


def demonstration_data(rules: GameRules) -> dict[str, Any]:
    """The demonstration house's choices for a game, for a program."""
    there = demonstration_table(rules.id)
    chosen = there.model_dump(mode="json", exclude={"name", "game"}, exclude_defaults=True) if there else {}
    return {"house": demonstration().facility, "table": there.name, **chosen} if there else {}


def allowed(option: Option) -> str:
    """The values an option takes."""
    if option.values:
        return listing(map(_written, option.values))
    if isinstance(option.default, bool):
        return "true or false"
    amount = dollars if option.money else str
    kind = "an amount" if option.money else "a number" if isinstance(option.default, int) else "text"
    kind = "two amounts, the smaller one first, as in 5-10" if option.span else kind
    bounds = [f"from {amount(option.minimum)}"] if option.minimum is not None else []
    bounds += [f"to {amount(option.maximum)}"] if option.maximum is not None else []
    return " or ".join([" ".join([kind, *bounds]), *map(_written, option.also)])


def _written(value: object) -> str:
    return written(value).strip('"')


def _places(rules: GameRules) -> Table:
    table = _table("place", "cards")
    for name, places in place_names(rules).items():
        place = rules.places[name]
        table.add_row(Text(places, "bold"), str(place.cards), place.clause)
    return table


def _asks(rules: GameRules) -> Table:
    table = _table("ask", "who", "what may be answered")
    for name, ask in rules.asks.items():
        table.add_row(Text(name, "bold"), ask.who, _lines(ask.answers), ask.clause)
    return table


def _lines(answers: Sequence[str]) -> str:
    """Short answers side by side, long ones each on its own line."""
    return ", ".join(answers) if all("," not in answer for answer in answers) else "\n".join(answers)


def _irregularities(rules: GameRules) -> Table:
    table = _table("name", "what went wrong", "effect", "when")
    table.columns[0].no_wrap = all(len(name) <= 24 for name in rules.irregularities)  # else there is no room for words
    table.columns[1].min_width = 16
    for name, one in rules.irregularities.items():
        what = _sentence(one.name, one.then, _only(one.applies))
        effect = f"{one.effect}, on a seat" if one.seat else one.effect
        table.add_row(Text(name, "bold"), what, effect, ", ".join(one.stages) or "any time", one.clause)
    return table


BEGINNINGS = {
    "opening": "opening a table",
    "gaming day": "every gaming day",
    "idle": "when nobody plays at an open table",
    "after idle": "when players come back to it",
}


def _duties(rules: GameRules) -> Table:
    table = _table("duty", "what staff do", "how often")
    for name, duty in rules.duties.items():
        often = [f"every {duty.rounds} rounds"] if duty.rounds else []
        often += [f"every {duty.hours} hours"] if duty.hours else []
        often += [BEGINNINGS[duty.when]] if duty.when in BEGINNINGS else []
        what = _sentence(duty.name, _only(duty.applies))
        table.add_row(Text(name, "bold"), what, " or ".join(often), duty.clause)
    return table


def _rulings(rules: GameRules) -> Table:
    table = _table("ruling", "how the clause is read")
    for name, ruling in rules.rulings.items():
        reading = Text(ruling.reading)
        if ruling.option:
            does = "is the operator's choice" if rules.options[ruling.option].choice else "switches the reading"
            reading.append(f"\noption {ruling.option} {does}", "italic")
        table.add_row(Text(name, "bold"), reading, ruling.clause)
    return table


def _only(applies: Applies) -> str:
    return f"only where {_condition(applies)}" if applies else ""


def _sentence(*parts: str) -> str:
    return "; ".join(filter(None, parts))
