"""What a price page is made of: the fields to edit, and the figures."""

import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from html import escape
from typing import Any
from urllib.parse import urlsplit

from houseway.papers.charts import grid, to_remember
from houseway.papers.description import Stems
from houseway.papers.html import part
from houseway.pricing.papers.document import FEW, percent, single, staked
from houseway.pricing.papers.plot import plot
from houseway.pricing.papers.sheet import Sheet, WagerPrice, cases, decimal
from houseway.rules.models import Option, PayTable, Setting
from houseway.rules.resolved import Rules
from houseway.rules.source import source_of
from houseway.serve.pages.naming import setting
from houseway.serve.workers.counts import Count

Edits = Mapping[str, str]


def title(rules: Rules) -> str:
    game = rules.game
    return f'<h1>{escape(game.name)}</h1><p>{escape(game.summary)} <span class="quiet">{escape(source_of(game.rulebook))}.</span></p>'


# Editing


def edit_bar(edits: Edits) -> str:
    if not edits:
        return '<h2>Pay tables</h2><p class="hint">As this house has them. Change any of it.</p>'
    many = f"{len(edits)} change{'s' * (len(edits) != 1)}"
    return (
        f'<h2>Pay tables</h2><p class="hint"><b>{many}</b> against the house\'s own table</p>'
        '<button class="do plain small" data-hw="undo-edits">Undo all</button>'
    )


def marks(wrong: Mapping[str, str]) -> str:
    """Why each field is wrong that is; papers.js marks them where they stand, so that nobody loses the cursor."""
    return f'<span data-wrong="{escape(json.dumps(wrong))}" hidden></span>'


def pay_tables(own: Rules, rules: Rules, edits: Edits) -> str:
    """Every pay table in use, its odds in fields."""
    drawn = []
    for name, table in rules.game.pay_tables.items():
        ours = _as_used(own, name, table)
        if rules.applies(table.applies) and any(_offered(rules, spot) for spot in table.wagers):
            drawn.append(_pay_table(name, ours, edits))
    return "".join(drawn) or '<p class="hint">This game has no pay table to edit.</p>'


def _offered(rules: Rules, spot: str) -> bool:
    return any(spot in (wager.spots or (name,)) or spot == name for name, wager in rules.wagers.items())


def _as_used(rules: Rules, name: str, table: PayTable) -> PayTable:
    """A pay table with the odds that the house has."""
    changed = rules.chosen.get("pays", {}).get(name)
    return (
        next((rules.pay_tables[spot] for spot in table.wagers if spot in rules.pay_tables), table) if changed else table
    )


def _pay_table(name: str, table: PayTable, edits: Edits) -> str:
    rows = []
    for line in table.lines:
        field = f"pays.{name}.{line.key}"
        own = "push" if line.pays is None else str(line.pays)
        value = edits.get(field, own)
        label = line.label[:1].upper() + line.label[1:]
        said = escape(f"{table.name}, {label} pays")
        rows.append(
            f'<tr><th scope="row">{escape(label)}</th><td><input data-edit="{escape(field)}" data-own="{escape(own)}" '
            f'value="{escape(value)}" aria-label="{said}" class="odds{" changed" * (value != own)}" maxlength="20" '
            f'spellcheck="false" autocomplete="off"><small>house {escape(own)}</small></td>'
            f"<td><cite>{escape(line.clause)}</cite></td></tr>"
        )
    return f"<h3>{escape(table.name)}</h3><table>{''.join(rows)}</table>"


def options(own: Rules, edits: Edits) -> str:
    """What else the house may choose."""
    game = own.game
    if not game.options:
        return ""
    rows = "".join(_option(name, option, own.options[name], edits) for name, option in game.options.items())
    opened = " open" if any(name in game.options for name in edits) else ""
    return f"<details{opened}><summary>Options ({len(game.options)})</summary><table>{rows}</table></details>"


def _option(name: str, option: Option, own: Setting, edits: Edits) -> str:
    value, house = edits.get(name, _plain(own)), _plain(own)
    values = option.values or ((True, False) if isinstance(option.default, bool) else ())
    common = (
        f'data-edit="{escape(name)}" data-own="{escape(house)}" aria-label="{escape(option.name)}" '
        f'class="{"changed" * (value != house)}"'
    )
    if values:
        chosen = "".join(
            f'<option value="{escape(_plain(one))}"{" selected" * (_plain(one) == value)}>{escape(setting(one))}</option>'
            for one in values
        )
        field = f"<select {common}>{chosen}</select>"
    else:
        field = f'<input {common} value="{escape(value)}" maxlength="40" autocomplete="off">'
    return (
        f'<tr><th scope="row">{escape(option.name)}</th><td>{field}<small>house {escape(setting(own))}</small></td>'
        f"<td><cite>{escape(option.clause)}</cite></td></tr>"
    )


def _plain(value: Setting) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def own_value(own: Rules, name: str) -> str | None:
    """What the house has where an edit of this name would change it; None if it has no such thing."""
    match name.split(".", 2):
        case ["pays", table, key] if table in own.game.pay_tables:
            lines = _as_used(own, table, own.game.pay_tables[table]).lines
            line = next((line for line in lines if key in (line.key, line.hand)), None)
            return None if line is None else "push" if line.pays is None else str(line.pays)
        case [option] if option in own.options:
            return _plain(own.options[option])
    return None


def odds_typed(text: str) -> str:
    """Odds as people type them: `9`, `9 to 1` and `9:1` are one."""
    said = "".join(text.lower().replace("to", ":").split())
    return f"{said}:1" if said.isdecimal() else said


# Figures


def progress(count: Count, ahead: int) -> str:
    done, of = count.progress
    words = f"Waiting: {ahead} other count{'s' * (ahead != 1)} first" if ahead else "Counting every deal"
    bar = f'<progress max="{of}" value="{done}">' if of else "<progress>"
    share = f"<b>{done * 100 // of} %</b>" if of and not ahead else ""
    stop = '<button class="do plain small" data-hw="stop">Stop</button>'
    return f'<div class="counting"><span>{words}</span>{bar}</progress>{share}{stop}</div>'


def edge(wager: WagerPrice, before: WagerPrice | None) -> str:
    """The house edge of the wager looked at, in large figures, and how it moved."""
    now = wager.headline_edge
    moved = ""
    if before is not None:
        moved = f'<p class="moved"><span>{percent(before.headline_edge)}</span> → <b>{percent(now)}</b>, {_moved(before, wager)}</p>'
    word = "House edge" if now >= 0 else "Player's edge"
    return (
        f'<p class="which">{escape(wager.name)}</p><p class="figure"><span>{word}</span><b data-edge="{escape(wager.wager)}">'
        f"{percent(abs(now))}</b></p>{moved}"
    )


def _moved(before: WagerPrice, now: WagerPrice) -> str:
    change = now.headline_edge - before.headline_edge
    if not change:
        return '<span class="same">unchanged</span>'
    word, kind = ("▲ up", "up") if change > 0 else ("▼ down", "down")
    return f'<span class="{kind}">{word} {decimal(abs(change) * 100, 4)} points</span>'


_HEADS = ("expectation", "house edge", "element of risk", "hit rate", "standard deviation")


def wager_table(sheet: Sheet, own: Sheet | None, chosen: str) -> str:
    """One row a wager; with changes made, how each edge moved."""
    rows = []
    for wager in sheet.wagers:
        before = next((one for one in own.wagers if one.wager == wager.wager), None) if own else None
        moved = f"<small>{_moved(before, wager)}</small>" if before is not None else "<small>new</small>" if own else ""
        risk = wager.element_of_risk
        unit = "" if single(wager) else f"<small>of {escape(wager.unit)}</small>"
        cells = (
            decimal(wager.expectation, 8) + unit,
            f"<b>{percent(wager.headline_edge)}</b>{moved}",
            "–" if risk is None else percent(risk),
            percent(wager.outcomes.hit_rate),
            f"{wager.outcomes.standard_deviation:.6f}",
        )
        told = "".join(f'<td data-head="{head}">{cell}</td>' for head, cell in zip(_HEADS, cells, strict=True))
        put_up = "" if single(wager) else f"<small>{escape(staked(wager))}</small>"
        rows.append(
            f'<tr class="{"chosen" * (wager.wager == chosen)}"><th scope="row"><button class="link" data-hw="wager" '
            f'data-wager="{escape(wager.wager)}" aria-pressed="{str(wager.wager == chosen).lower()}">{escape(wager.name)}</button>'
            f"{put_up}</th>{told}</tr>"
        )
    heads = "".join(f'<th scope="col">{head}</th>' for head in _HEADS)
    many = " many" * (len(sheet.wagers) > 12)
    return f'<div class="scroll{many}" tabindex="0" role="region" aria-label="Wagers"><table class="sheet"><thead><tr><th scope="col">wager</th>{heads}</tr></thead><tbody>{"".join(rows)}</tbody></table></div>'


def detail(wager: WagerPrice) -> str:
    """One wager: the exact figures, line by line, and how often each result comes."""
    facts = [
        ("expectation", f"{wager.expectation} of {wager.unit}"),
        ("equally likely cases", cases(wager.cases)),
        ("method", f"{wager.method} ({wager.clause})"),
    ]
    if wager.action is not None:
        facts.insert(1, ("wagered on average", f"{decimal(wager.action, 6)} of {wager.unit}"))
    told = "".join(f"<dt>{name}</dt><dd>{escape(text)}</dd>" for name, text in facts)
    shown = [f"<h2>{escape(wager.name)}</h2><dl>{told}</dl>"]
    if wager.lines:
        rows = "".join(
            f'<tr><th scope="row">{escape(line.name)}</th><td>{escape(line.pays)}</td><td>{cases(line.count)}</td>'
            f"<td>{decimal(Fraction(line.count, line.total), 8)}</td><td>{decimal(line.returned, 6)}</td></tr>"
            for line in wager.lines
        )
        heads = "".join(f'<th scope="col">{head}</th>' for head in ("result", "pays", "cases", "probability", "return"))
        shown.append(
            f'<div class="scroll" tabindex="0" role="region" aria-label="Results of {escape(wager.name)}"><table class="sheet lines">'
            f"<thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div>"
        )
    if len(wager.outcomes.counts) > FEW or not wager.lines:
        shown.append(
            part(
                Stems(
                    plot(wager.outcomes),
                    f"Each stem is one result in units of {wager.unit}: to the right what is won, to the left what is "
                    "lost; its height is how often it comes, by powers of ten.",
                )
            )
        )
    return "".join(shown)


def played_at(game: str, tables: Sequence[Mapping[str, Any]]) -> str:
    """How the game is played, and where in this house it is now."""
    learn = f'<a class="link" href="/learn/{escape(game)}">How to play</a>'
    links = ", ".join(f'<a class="link" href="/table/{one["id"]}">{escape(one["name"])}</a>' for one in tables)
    return f'<p class="played">{learn}{f" · Play it at {links}" if links else ""}</p>'


def sessions(wager: WagerPrice, rounds: int, bankroll: Fraction, count: Count | None) -> str:
    """Many rounds of the wager, from its exact distribution."""
    unit = wager.unit.removeprefix("one ").removeprefix("the ")
    form = (
        f'<h2>Many rounds</h2><form class="fill" data-hw="rounds"><label>Rounds <input name="rounds" inputmode="numeric" value="{rounds}" size="6">'
        f'</label><label>Bankroll, in {escape(unit)}s <input name="bankroll" inputmode="numeric" value="{bankroll}" size="6"></label>'
        '<button class="do plain">Work it out</button></form>'
    )
    if count is None:
        return form
    if not count.over:
        return f'{form}<p class="hint" role="status">Working it out…</p>'
    if count.wrong:
        return form
    told = count.answer
    facts = (
        ("expected result", f"{decimal(told['expectation'], 4)} ± {told['standard_deviation']:.2f}"),
        ("nine times in ten between", f"{_signed(told['low'])} and {_signed(told['high'])}"),
        ("ahead at the end", f"{told['ahead']:.4%}"),
        ("behind at the end", f"{told['behind']:.4%}"),
        (f"down to less than {told['needed']} on the way", f"{told['ruin']:.4%}"),
    )
    rows = "".join(f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in facts)
    return f'{form}<dl class="told">{rows}</dl>'


def _signed(result: Fraction) -> str:
    text = str(result) if result.denominator == 1 else decimal(result, 2)
    return f"+{text}" if result > 0 else text


def strategy(sheet: Sheet) -> str:
    if not sheet.charts and not sheet.simple:
        return ""
    charts = "".join(f'<div class="scroll" tabindex="0">{part(grid(chart))}</div>' for chart in sheet.charts)
    return (
        f'<h2>Strategy</h2><div class="charts">{charts}</div>{"".join(part(to_remember(one)) for one in sheet.simple)}'
    )


def foot(sheet: Sheet, game: str, link: str) -> str:
    """Where to take it from here."""
    query = urlsplit(link).query
    asked = f"?{escape(query)}" if query else ""
    more = f"?{escape(query)}&amp;" if query else "?"
    notes = "".join(f"<p>{escape(note)}</p>" for note in (*sheet.method, *sheet.notes))
    return (
        f'<h2>Keep it</h2><div class="answers"><a class="do plain" href="/api/v1/price/{game}/sheet.pdf{more}wait=60" '
        f'download="{game}-par-sheet.pdf">PAR sheet, PDF</a><a class="do plain" href="/api/v1/price/{game}{more}wait=60" '
        f'download="{game}-par-sheet.json">All figures, JSON</a><a class="do plain" data-copy href="/price/{game}{asked}">Link to this table</a></div>'
        f'<details class="method"><summary>How it was counted</summary>{notes}</details>'
        f'<p class="quiet">SHA-256 of all figures <code data-fingerprint>{sheet.fingerprint}</code></p>'
    )
