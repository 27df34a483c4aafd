"""What the pages of the floor are made of."""

from collections.abc import Iterable
from html import escape
from urllib.parse import urlencode

from houseway.floor.cone import cone
from houseway.floor.counting import Counter
from houseway.floor.judging import KINDS, NOBODY, Line
from houseway.floor.maryland import CLAUSE, Statistic
from houseway.floor.noticing import Noticed, about
from houseway.floor.players import Played
from houseway.floor.report import NOTICED, Report
from houseway.floor.shuffles import METHOD, Randomness
from houseway.papers.description import Running
from houseway.papers.html import part

TITLES = {
    "game": "Games",
    "table": "Tables",
    "wager": "Wagers",
    "wager at a table": "Wagers by table",
    "shift": "Dealers and shifts",
    "account": "Accounts",
    "seat": "Seats",
}
assert set(TITLES) == set(KINDS)
_PERIODS = {"month": "month to date", "year": "year to date", "day": "by day"}
_MOST_ROWS = 300
_FINDINGS = 40


def form(asked: dict[str, str], tables: Iterable[tuple[int, str]]) -> str:
    """Which month, which table, put together how: a question with an address of its own."""
    named = "".join(
        f'<option value="{id}"{" selected" * (str(id) == asked["table"])}>{escape(name)} (table {id})</option>'
        for id, name in tables
    )
    kinds = "".join(
        f'<option value="{kind}"{" selected" * (kind == asked["kind"])}>{title.lower()}</option>'
        for kind, title in TITLES.items()
    )
    periods = "".join(
        f'<option value="{period}"{" selected" * (period == asked["period"])}>{said}</option>'
        for period, said in _PERIODS.items()
    )
    files = {"month": asked["month"], "table": asked["table"], "decisions": asked["decisions"]}
    query = urlencode({name: value for name, value in files.items() if value})
    checked = " checked" if asked["decisions"] else ""
    return (
        f'<form class="fill" method="get" action="/operator/floor"><label>Month <input type="month" name="month" value="{escape(asked["month"])}"></label>'
        f'<label>of <select name="table" aria-label="Of which table"><option value="">every table</option>{named}</select></label>'
        f'<label>by <select name="kind" aria-label="Put together by">{kinds}</select></label>'
        f'<label><select name="period" aria-label="Over which days">{periods}</select></label>'
        f'<label class="check"><input type="checkbox" name="decisions" value="1"{checked}> every decision held to the coach</label>'
        f'<button class="do small">Show</button><a class="do plain small" href="/api/v1/floor.csv?{escape(query)}" download>CSV</a>'
        f'<a class="do plain small" href="/api/v1/floor.pdf?{escape(query)}">PDF</a></form>'
        "<p class=\"hint\">Days are days in UTC. Wins are the bank's: the house's, or the player-dealers' together. Theory is the exact distribution of "
        "every wager by the table's own rules.</p>"
    )


def waiting(done: int, of: int, ahead: int) -> str:
    if ahead:
        return f'<p class="hint" role="status">{ahead} count{"s" * (ahead > 1)} come first…</p>'
    said = f"{done:,} of {of:,} records" if of else "reading"
    return (
        f'<p class="hint" role="status">Playing every round again: {said}…</p><progress max="{of or 1}" value="{done}" '
        'aria-label="Rounds played again"></progress>'
    )


def findings(report: Report) -> str:
    warned = "".join(f'<p class="hint">{escape(one)}</p>' for one in report.warnings)
    found = report.findings
    if not report.lines:
        verdict = '<p class="hint">No round ended in this month.</p>'
    elif not found:
        verdict = '<p class="verdict good">✓ Nothing that chance does not allow.</p>'
    else:
        verdict = f'<p class="verdict bad">✗ {len(found)} finding{"s" * (len(found) > 1)}, of which at most {report.rate:.0%} are chance on average.</p>'
    items = "".join(f"<li class=error><p>{escape(one)}</p></li>" for one in found[:_FINDINGS])
    many = f"{report.rounds:,} round{'s' * (report.rounds != 1)} from {report.first} to {report.last}"
    return f'<h2>Findings</h2><p class="hint">{many}</p>{verdict}<ol class="found">{items}</ol>{warned}'


def lines(report: Report, asked: dict[str, str]) -> str:
    kind, period = asked["kind"], asked["period"]
    chosen = [line for line in report.of(period) if line.kind == kind]
    chosen.sort(key=lambda line: (not line.finding, line.first, line.name))
    heads = (
        "rounds",
        "void",
        "handle",
        "drop",
        "hold",
        "win",
        "theory",
        "mistakes",
        "std. dev.",
        "z",
        "95 %",
        "99.9 %",
        "fees",
    )
    body = "".join(_line(line, asked, heads) for line in chosen[:_MOST_ROWS])
    if not body:
        body = f'<tr><td colspan="{len(heads) + 1}" class="hint">Nothing was played.</td></tr>'
    more = (
        f'<p class="hint">The first {_MOST_ROWS} of {len(chosen)}: the file has them all.</p>'
        if len(chosen) > _MOST_ROWS
        else ""
    )
    title = f"{TITLES[kind]}, {_PERIODS[period]}"
    return f"<h2>{title}</h2>{_scrolled(title, 'Name', heads, body)}{more}"


def _scrolled(label: str, first: str, heads: Iterable[str], body: str) -> str:
    """A table that scrolls by itself; the head of its first column is for who can't see it."""
    head = "".join(f'<th scope="col">{name}</th>' for name in heads)
    return (
        f'<div class="scroll many" tabindex="0" role="region" aria-label="{label}"><table class="sheet">'
        f'<thead><tr><th scope="col"><span class="sr">{first}</span></th>{head}</tr></thead><tbody>{body}</tbody></table></div>'
    )


def _line(line: Line, asked: dict[str, str], heads: Iterable[str]) -> str:
    judged, nobody = line.theory is not None, line.whose == NOBODY
    cells = (
        f"{line.rounds:,}",
        f"{line.voids:,}" if line.voids else "–",
        dollars(line.handle),
        dollars(line.drop) if line.drop else "–",
        f"{line.hold:.1%}" if line.hold is not None and not nobody else "–",
        "–" if nobody else _signed(line.win),
        dollars(line.theory) if judged else "–",
        dollars(line.mistakes) if judged and line.mistakes else "–",
        dollars(line.deviation) if judged else "–",
        f"{line.z:+.2f}" if line.z is not None else "–",
        f"{dollars(line.within_95[0])} … {dollars(line.within_95[1])}" if line.within_95 else "–",
        f"{dollars(line.within_999[0])} … {dollars(line.within_999[1])}" if line.within_999 else "–",
        dollars(line.fees) if line.fees else "–",
    )
    there = {**asked, "name": line.name} | ({"month": line.first[:7]} if line.first else {})
    link = escape("/operator/floor?" + urlencode({name: value for name, value in there.items() if value}))
    day = f"<small>{line.first}</small>" if line.period == "day" else ""
    mark = '<span class="tag bad">finding</span>' if line.finding else ""
    chosen = " class=chosen" if line.name == asked.get("name") else ""
    body = "".join(f'<td data-head="{head}">{cell}</td>' for head, cell in zip(heads, cells, strict=True))
    return f'<tr{chosen}><th scope="row"><a class="link" href="{link}#line">{escape(line.name)}</a>{mark}{day}</th>{body}</tr>'


def detail(report: Report, asked: dict[str, str]) -> str:
    """One line looked into: its running result, and the rounds that made the difference."""
    months = [line for line in report.of("month") if line.theory is not None]
    name = asked.get("name") or ""
    line = next((one for one in months if one.kind == asked["kind"] and one.name == name), None)
    if line is None:
        line = next((one for one in months if one.finding), None) or next(
            (one for one in months if one.kind == asked["kind"]), None
        )
    if line is None:
        return ""
    drawn = cone(line)
    title = f"{escape(line.kind.capitalize())} {escape(line.name)}"
    z = f"{line.z:+.2f} standard deviations from theory" if line.z is not None else ""
    picture = (
        f'<div class="scroll">{part(Running(line.name, drawn))}</div><p class="hint key"><span class="k actual"></span>the bank\'s result <span class="k theory"></span>theory '
        '<span class="k inner"></span>95 % <span class="k outer"></span>99.9 %</p>'
        if drawn
        else '<p class="hint">Too little was played to draw.</p>'
    )
    rows = "".join(
        f'<tr><th scope="row"><a class="link" href="/table/{one.table}?round={one.round}">Table {one.table}, round {one.round}</a></th>'
        f"<td>{escape(one.at[:16].replace('T', ' '))}</td><td>{_signed(one.away)}</td></tr>"
        for one in line.moved
    )
    return (
        f'<h2 id="line">{title}</h2><div class="inside"><div><p class="hint">{z}, month to date.</p>{picture}</div><div><h3>Rounds that made the difference</h3>'
        '<p class="hint">Each opens in the replay, with its clauses. Amounts are what the bank won beyond theory.</p>'
        '<div class="scroll"><table class="sheet moved"><thead><tr><th scope="col">round</th><th scope="col">when (UTC)</th>'
        f'<th scope="col">away</th></tr></thead><tbody>{rows}</tbody></table></div></div></div>'
    )


def statistics(found: Iterable[Statistic], period: str) -> str:
    rows = []
    for one in found:
        if one.period != period:
            continue
        within = one.interval
        verdict = '<span class="tag bad">investigate in writing</span>' if one.investigate else ""
        rows.append(
            f'<tr><th scope="row">{escape(one.kind)} {escape(one.name)}{verdict}</th><td>{one.first if period == "day" else one.last}</td>'
            f"<td>{dollars(one.drop)}</td><td>{_signed(one.win)}</td><td>{_share(one.hold)}</td>"
            f"<td>{f'{one.base.named}: {_share(one.base.hold)}' if one.base else 'none yet'}</td>"
            f"<td>{f'{_share(within[0])} … {_share(within[1])}' if within else '–'}</td></tr>"
        )
    if not rows:
        return ""
    heads = ("to", "drop", "win", "win to drop", "base", "95 % around the base")
    return (
        f'<h2>Win to drop <cite>{CLAUSE}</cite></h2><p class="hint">Held to the win-to-drop of the year before, or in the first year of the month before; what '
        f"lies outside is to be investigated in writing.</p>{_scrolled('Win to drop', 'Of', heads, ''.join(rows[:_MOST_ROWS]))}"
    )


def players(found: Iterable[Played], *, own: bool = False) -> str:
    rows = "".join(
        f'<tr><th scope="row">{escape(one.game if own else one.account)}{"" if own else f"<small>{escape(one.game)}</small>"}</th><td>{one.hours:,.1f}</td>'
        f"<td>{one.decisions:,}</td><td>{one.best / one.decisions:.1%}</td><td>{dollars(one.cost)}</td><td>{dollars(one.per_hour)}</td><td>{_worst(one)}</td></tr>"
        for one in list(found)[:_MOST_ROWS]
    )
    if not rows:
        return ""
    heads = ("hours", "decisions", "as the coach", "cost", "an hour", "dearest decision")
    title = "Your decisions" if own else "Who plays like the coach"
    return f'<h2>{title}</h2><p class="hint">What decisions cost against the best answer, by the exact worth of each.</p>{_scrolled(title, "Who", heads, rows)}'


def _worst(one: Played) -> str:
    if not one.worst:
        return "–"
    table, round, ask, answer, cost = one.worst[0]
    said = f"{answer} at {ask}, {dollars(cost)}"
    return f'<a class="link" href="/table/{table}?round={round}">{escape(said)}</a>'


def counters(found: Iterable[Counter], *, own: bool = False) -> str:
    rows = "".join(
        f'<tr><th scope="row">{escape(one.game if own else one.account)}{"<span class=&quot;tag bad&quot;>finding</span>".replace("&quot;", chr(34)) if one.finding and not own else ""}'
        f"{'' if own else f'<small>{escape(one.game)}</small>'}</th><td>{one.rounds:,}</td><td>{one.shoes:,}</td><td>{dollars(one.least)} … {dollars(one.most)}</td>"
        f"<td>{one.correlation:+.2f}</td><td>{one.z:+.2f}</td><td>{_share(one.flat)}</td><td>{_share(one.betting)}</td><td>± {_share(one.error)}</td></tr>"
        for one in list(found)[:_MOST_ROWS]
    )
    if not rows:
        return ""
    heads = ("rounds", "shoes", "bets", "correlation", "z", "edge, flat", "edge, as bet", "error")
    title = "Your bets and the shoe" if own else "Bets and the shoe"
    return (
        f'<h2>{title}</h2><p class="hint">Whether bets grow when the remaining shoe is good for the player, by effects of removal: what a round was worth as each bet '
        f"was made.</p>{_scrolled(title, 'Who', heads, rows)}"
    )


def randomness(found: Iterable[Randomness]) -> str:
    told = []
    for one in found:
        rows = "".join(
            f'<tr><th scope="row">{escape(test.name)}{_bad(test.finding)}<small>{escape(test.what)}</small></th><td>{test.draws:,}</td>'
            f"<td>{test.statistic:.2f}</td><td>{test.freedom or 'normal'}</td><td>{test.p:.4f}</td></tr>"
            for test in one.tests
        )
        wrong = "".join(f'<p class="verdict bad">✗ {escape(what)}</p>' for what in one.impossible)
        told.append(
            f'<h3>{escape(one.table)}</h3><p class="hint">{one.rounds:,} rounds, {one.shuffles:,} shuffles, {one.draws:,} cards</p>{wrong}'
            '<div class="scroll" tabindex="0" role="region" aria-label="Shuffle tests"><table class="sheet"><thead><tr><th scope="col">test</th><th scope="col">cards</th><th scope="col">statistic</th>'
            f'<th scope="col">freedom</th><th scope="col">p</th></tr></thead><tbody>{rows}</tbody></table></div>'
        )
    return f'<h2>Shuffles</h2><p class="hint">{escape(METHOD)}</p>{"".join(told)}' if told else ""


def noticed(found: Iterable[Noticed]) -> str:
    rows = "".join(
        f'<tr><th scope="row">{escape(one.wager)}<small>{one.table} {escape(one.name)}</small></th><td>{one.wins:g} ×</td><td>{one.chance:.2%}</td>'
        f"<td>{about(one.rounds)}</td><td>{about(one.hands)}</td></tr>"
        for one in list(found)[:_MOST_ROWS]
    )
    if not rows:
        return ""
    title = "How soon a fault is noticed"
    heads = ("wins", "comes", "rounds", "hands")
    return f'<h2>{title}</h2><p class="hint">{NOTICED}</p>{_scrolled(title, "Wager", heads, rows)}'


def _bad(finding: bool) -> str:
    return '<span class="tag bad">finding</span>' if finding else ""


def notes(report: Report) -> str:
    said = "".join(f"<li>{escape(note)}</li>" for note in report.notes)
    return f'<details><summary>How it is judged</summary><ul class="notes">{said}</ul></details>'


def dollars(cents: float | None) -> str:
    amount = round((cents or 0) / 100)
    return f"−${-amount:,}" if amount < 0 else f"${amount:,}"


def _signed(cents: float) -> str:
    kind = "won" if cents > 0 else "lost" if cents < 0 else "same"
    return f'<span class="{kind}">{"+" if cents > 0 else ""}{dollars(cents)}</span>'


def _share(part: float | None) -> str:
    return "–" if part is None else f"{part:.2%}".replace("-", "−")


def own_summary(report: Report, mine: Iterable[Line]) -> str:
    """What somebody won or lost this month, beside what their decisions were worth."""
    told = [line for line in mine if line.theory is not None]
    if not told:
        return '<p class="hint">Nothing of yours can be judged this month: play a few rounds at a table with a bank; a shoe counts when it is over.</p>'
    line = told[0]
    within = line.within_95 or (0.0, 0.0)
    return (
        f"<h2>This month</h2><p>In {line.rounds:,} rounds you wagered {dollars(line.handle)} and your result is {_signed(-line.judged)}. By what your wagers are "
        f"worth you would have {_signed(-(line.theory or 0))}, of which your decisions gave away {dollars(line.mistakes)}; chance leads to between "
        f"{dollars(-within[1])} and {dollars(-within[0])} nineteen times in twenty.</p>"
        f'<p class="hint">{escape(report.first)} to {escape(report.last)}, days in UTC.</p>'
    )
