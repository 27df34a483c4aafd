"""An ask at the terminal: what may be answered, in few words, and what a short answer stands for."""

import re
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from houseway.cards.card import hand
from houseway.cli.show import listing, pay_table
from houseway.cli.text import CLAUSE, faces, indented, money
from houseway.play.places import BoxWager
from houseway.rules.money import cents, dollars
from houseway.rules.resolved import Rules

Asked = Mapping[str, Any]  # an ask as its own seat sees it in the view
GIVING_UP = ("fold", "surrender", "muck")  # never by an empty line
_MANY = 12  # more wagers than that are shown by their limits, a line for each
_AMOUNT = r"\$?[\d,]*\d(?:\.\d+)?"


def forms(ask: Asked, kind: str) -> list[Mapping[str, Any]]:
    return [form for form in ask["forms"] if form["form"] == kind]


# What may be answered


def choices(ask: Asked, rules: Rules) -> RenderableType:
    """The legal answers with their amounts, and the clause that asks."""
    parts: list[RenderableType] = [_spots(form, rules) for form in forms(ask, "wagers")]
    parts += [_standing(form) for form in forms(ask, "wagers") if form.get("standing")]
    line = Text("  or " if parts else "  ")
    line.append_text(Text("  ·  ").join(_words(ask, rules)))
    line.append(f"   {ask['clause']}", CLAUSE)
    return Group(*parts, line)


def _spots(form: Mapping[str, Any], rules: Rules) -> Padding:
    table = Table.grid(padding=(0, 3, 0, 0))
    table.add_column(style="bold", no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column()
    table.add_column(style=CLAUSE)
    if len(form["spots"]) > _MANY:
        return _by_limits(form)
    for spot in form["spots"]:
        limits = f"{money(spot['minimum'])} to {money(spot['maximum'])}"
        if "amounts" in spot:
            limits = listing(map(money, spot["amounts"]))
        note = "required" if spot["required"] else "optional"
        if spot["bets"] > 1 and spot["wager"] in rules.wagers:
            note = f"each on {' and '.join(rules.wagers[spot['wager']].spots)}"
        table.add_row(spot["wager"], limits, note, spot["clause"])
    return indented(table)


def _standing(form: Mapping[str, Any]) -> Padding:
    """What the bettor has on the layout from earlier rounds."""
    return indented(Text("standing: " + ", ".join(f"{name} {money(lies)}" for name, lies in form["standing"].items())))


def _by_limits(form: Mapping[str, Any]) -> Padding:
    """Many wagers in few lines: `pass, dont-pass, come   $10 to $300`."""
    named: dict[str, list[str]] = {}
    for spot in form["spots"]:
        named.setdefault(f"{money(spot['minimum'])} to {money(spot['maximum'])}", []).append(spot["wager"])
    table = Table.grid(padding=(0, 3, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column(style="bold")
    for limits, wagers in named.items():
        table.add_row(limits, ", ".join(wagers))
    return indented(table)


def _words(ask: Asked, rules: Rules) -> Iterator[Text]:
    for form in ask["forms"]:
        match form["form"]:
            case "wagers":
                yield from (Text(f"take down {wager}", "bold") for wager in form.get("take_down", ()))
                yield from (Text(call, "bold") for call in form.get("calls", ()))
            case "words":
                yield from (Text(word, "bold") for word in form["words"])
            case "times":
                for word, amount in form["words"].items():
                    yield Text(word, "bold").append(f" {money(amount)}", "not bold")
            case "moves":
                for word, amount in form["words"].items():
                    yield Text(word, "bold").append(f" {money(amount)}" if word == "call" else "", "not bold")
            case "amount":
                yield Text(form["word"], "bold").append(f" {money(form['low'])} to {money(form['high'])}", "not bold")
            case "purchase":
                yield Text("buy chips", "bold").append(f" {money(form['amount'])}", "not bold")
            case "number":
                yield Text(f"a number from {form['low']} to {form['high']}")
            case "arrangement":
                groups = " and ".join(f"{name} of {size}" for name, size in form["groups"])
                yield Text(f"{groups} from ").append_text(faces(hand(form["cards"])))
            case "cards":
                yield Text(f"{form['count']} for {form['place']}, as in Kh 5d")
            case _:  # a form this module has not met: as the rule file writes its answers
                known = rules.game.asks.get(ask["what"])
                yield from (Text(answer, "bold") for answer in (known.answers if known else (form["form"],)))


def explained(ask: Asked, rules: Rules, suggestion: str) -> RenderableType:
    """What `?` shows: each answer with its clause, the pay tables it plays for, and the keys."""
    table = Table.grid(padding=(0, 3, 0, 0))
    table.add_column(style="bold", no_wrap=True)
    table.add_column()
    table.add_column(style=CLAUSE)
    wagers = [name for name, wager in rules.wagers.items() if wager.when == ask["what"]]
    for name in wagers:
        wager = rules.wagers[name]
        limits = rules.limits.get(name)
        much = f"{listing(map(str, wager.times))} times the {wager.of}" if wager.times else ""
        much = f"${dollars(limits.minimum)} to ${dollars(limits.maximum)}" if limits and not much else much
        with_it = f", only with {wager.needs}" if wager.needs else ""
        table.add_row(name, f"{wager.name}: {much}{with_it}", wager.clause)
    if asked := rules.game.asks.get(ask["what"]):
        table.add_row("answers", "  ·  ".join(asked.answers), asked.clause)
    enter = f"takes {suggestion}" if suggestion else "does nothing here: answer in words"
    table.add_row("Enter", enter, "")
    table.add_row("short", _short(ask), "")
    if forms(ask, "wagers"):
        table.add_row("add WORDS", "seals words of your own, which are mixed into the next shuffle", "")
    table.add_row("q", "gets up", "")
    spots = [spot for name in wagers for spot in (rules.wagers[name].spots or (name,))]
    paid = {table.name: table for spot, table in rules.pay_tables.items() if spot in spots}
    tables = [Padding(pay_table(one), (1, 0, 0, 2)) for one in paid.values()]
    return Group(indented(table), *tables)


def _short(ask: Asked) -> str:
    hints = ["the start of a word is enough"]
    if wagers := forms(ask, "wagers"):
        names = [spot["wager"] for spot in wagers[0]["spots"]][:2]
        figures = ["10", "5"][: len(names)]
        meant = ", ".join(f"{name} {figure}" for name, figure in zip(names, figures, strict=True))
        hints.append(f"{' '.join(figures)} stands for {meant}")
    hints += [f"3 stands for {form['wager']} 3" for form in forms(ask, "times") if len(form["words"]) > 2]
    return "; ".join(hints)


# What an answer stands for


def suggested(ask: Asked, last: str) -> str:
    """What an empty line answers: the last wagers, or the least, or the default where it gives nothing up."""
    for form in forms(ask, "wagers"):
        if form.get("standing"):  # enough lies there already
            continue
        stack = cents(form["stack"])
        spots = {spot["wager"]: spot for spot in form["spots"]}
        placed = [part.rpartition(" ") for part in last.split(", ") if last]
        if placed and all(wager in spots for wager, _, _ in placed):
            cost = sum(cents(amount) * spots[wager]["bets"] for wager, _, amount in placed)
            if cost <= stack:
                return last
        least = [spot for spot in form["spots"] if spot["required"]] or form["spots"][:1]
        if sum(cents(spot["minimum"]) * spot["bets"] for spot in least) <= stack:
            return ", ".join(f"{spot['wager']} {spot['minimum']}" for spot in least)
    return "" if ask["default"] in GIVING_UP else str(ask["default"])


def readings(ask: Asked, line: str) -> list[str]:
    """What a typed line may stand for: itself, and where it is short, what it is short for."""
    tidy = " ".join(line.lower().split())
    found = [line]
    found += [meant for form in forms(ask, "wagers") if (meant := _wagers(form, tidy))]
    found += [f"{form['wager']} {tidy}" for form in forms(ask, "times") if re.fullmatch(r"\d{1,9}x?", tidy)]
    amounts = forms(ask, "amount")
    if len(amounts) == 1 and re.fullmatch(_AMOUNT, tidy):
        found.append(f"{amounts[0]['word']} {tidy}")
    for form in forms(ask, "arrangement"):
        names = [name for name, _ in form["groups"]]
        if tidy and tidy.split()[0] not in names:
            found.append(f"{names[0]} {tidy}")
    words = [word for form in ask["forms"] for word in form.get("words", ())]
    begun = [word for word in words if tidy and word.startswith(tidy)]
    return [*found, begun[0]] if len(begun) == 1 else found


def _wagers(form: Mapping[str, Any], tidy: str) -> str:
    """Bare amounts, spot by spot; or wagers named by the start of their names."""
    names = [spot["wager"] for spot in form["spots"]]
    amounts = tidy.replace(", ", " ").split()
    if amounts and all(re.fullmatch(_AMOUNT, amount) for amount in amounts) and len(amounts) <= len(names):
        return ", ".join(f"{name} {amount}" for name, amount in zip(names, amounts, strict=False))
    parts = re.findall(rf"([^\s,]+)\s+({_AMOUNT})(?:,\s*|\s+|$)", tidy)
    if not parts or " ".join(word for part in parts for word in part) != " ".join(tidy.replace(", ", " ").split()):
        return ""
    known = [[name for name in names if name == begun or name.startswith(begun)] for begun, _ in parts]
    if any(len(fitting) != 1 for fitting in known):
        return ""
    return ", ".join(f"{fitting[0]} {amount}" for fitting, (_, amount) in zip(known, parts, strict=True))


# What a bot answers


def random_wagers(ask: Asked, rng: Random) -> str:
    """Round amounts on what must be wagered, and now and then on the rest; nothing if no wagers are asked for."""
    for form in forms(ask, "wagers"):
        if "standing" in form:  # too many to choose from one by one
            continue
        placed = []
        for at, spot in enumerate(form["spots"]):
            if BoxWager.read(spot["wager"]).box:
                continue  # a bot plays its own box
            if spot["required"] or not at or rng.random() < 0.3:
                amounts = spot.get("amounts", [dollars(cents(spot["minimum"]) * many) for many in (1, 1, 2, 2, 5)])
                placed.append(f"{spot['wager']} {rng.choice(amounts)}")
        return ", ".join(placed)
    return ""
