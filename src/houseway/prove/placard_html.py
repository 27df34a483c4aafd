"""A placard as a page that needs nothing but itself, and prints on its sheets."""

from html import escape

from houseway.prove.placard import Paper, Placard
from houseway.prove.placard_layout import MARGIN, Block, Layout, Sheet, layout, shrunk

_STYLE = """
:root { --green: #10402f; --gold: #b08d3c; --ink: #1c2622; --pale: #f4efe2; --grey: #6a6857; }
* { box-sizing: border-box; margin: 0; padding: 0; }
html { -webkit-print-color-adjust: exact; print-color-adjust: exact; }
body { background: #d9d6cc; color: var(--ink);
  font-family: "Helvetica Neue", Helvetica, Arial, "Liberation Sans", sans-serif; }
.sheet { background: #fff; margin: 8mm auto; overflow: hidden; display: flex; flex-direction: column;
  box-shadow: 0 2mm 8mm rgba(0, 0, 0, .25); }
header { background: var(--green); color: #fff; text-align: center; display: flex; flex-direction: column;
  justify-content: center; border-bottom: 1.2mm solid var(--gold); position: relative; }
header .facility { font-size: 4.2mm; letter-spacing: .9mm; text-transform: uppercase; color: #e6d9b4; }
h1 { font-family: "Palatino Linotype", Palatino, "Book Antiqua", P052, Georgia, "Liberation Serif", serif;
  font-weight: 700; line-height: 1.18; }
header .table { font-size: 4.4mm; color: #e6d9b4; }
header.next { flex-direction: row; align-items: center; justify-content: space-between; }
header .suits { position: absolute; top: 0; bottom: 0; display: flex; align-items: center; font-size: 8mm;
  color: var(--gold); letter-spacing: 2mm; }
.limits { display: flex; background: var(--pale); border-bottom: .3mm solid var(--gold); }
.limits div { flex: 1 1 0; text-align: center; padding: 0 3mm;
  display: flex; flex-direction: column; justify-content: center; }
.limits div + div { border-left: .3mm solid #d8cda9; }
.limits dt { color: #5d5f52; }
.limits dt { font-size: 4.2mm; }
.limits dd { font-weight: 700; font-size: 5.2mm; }
main { flex: 1; display: flex; flex-direction: column; justify-content: space-evenly; }
main.next { justify-content: flex-start; padding-top: 7mm; }
.headline { text-align: center; font-family: "Palatino Linotype", Palatino, "Book Antiqua", P052, Georgia,
  "Liberation Serif", serif; font-style: italic; font-weight: 700; font-size: 7.4mm; color: var(--green);
  display: flex; align-items: center; justify-content: center; }
.columns { display: flex; }
.columns.one { justify-content: center; }
h2 { font-family: "Palatino Linotype", Palatino, "Book Antiqua", P052, Georgia, "Liberation Serif", serif;
  color: var(--green); border-bottom: .6mm solid var(--gold); display: flex; flex-direction: column;
  justify-content: flex-end; line-height: 1.1; }
h2 span { white-space: nowrap; }
h2 small { font-family: "Helvetica Neue", Helvetica, Arial, "Liberation Sans", sans-serif; font-weight: 400;
  font-size: 4.2mm; color: var(--grey); white-space: nowrap; }
.row { display: flex; border-bottom: .2mm dotted #c9c3ad; }
.row span { flex: 1; white-space: nowrap; }
.row b { white-space: nowrap; text-align: right; font-variant-numeric: tabular-nums; }
.push b { font-weight: 400; font-style: italic; color: #5d5f52; }
.notices { list-style: none; }
.notices li { font-size: 4.6mm; text-align: center; white-space: nowrap; }
.notices small { font-size: 4.2mm; }
.notices small, footer { color: var(--grey); }
footer { font-size: 4.2mm; text-align: center; display: flex; flex-direction: column; justify-content: center; }
@media print { body { background: #fff; } .sheet { margin: 0; box-shadow: none; break-after: page; } }
"""


def html(sign: Placard, paper: Paper) -> str:
    set_so = layout(sign, paper)
    sheets = "\n".join(_sheet(sign, set_so, sheet) for sheet in set_so.sheets)
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{escape(sign.game)}: payout odds</title>
<style>
@page {{ size: {paper.width}mm {paper.height}mm; margin: 0; }}{_STYLE}</style>
</head>
<body>
{sheets}
</body>
</html>
"""


def _sheet(sign: Placard, set_so: Layout, sheet: Sheet) -> str:
    paper, edge = set_so.paper, f"{MARGIN}mm"
    shape = "columns" if len(sheet.columns) > 1 else "columns one"
    body = "".join(
        f'<div style="width:{set_so.column_width:.2f}mm">{"".join(_block(block, set_so) for block in column)}</div>'
        for column in sheet.columns
    )
    head = _head(sign, set_so, edge) if sheet.first else _next_head(sign, set_so, sheet, edge)
    notices = "".join(
        f'<li style="line-height:{set_so.notice_line}mm">{escape(line)} <small>{escape(clause)}</small></li>'
        for line, clause in (set_so.notices if sheet.first else ())
    )
    headlines = "".join(
        f'<p class="headline" style="height:{set_so.headline_line}mm">{escape(line)}</p>'
        for line in (set_so.headlines if sheet.first else ())
    )
    source = "".join(f"<span>{escape(line)}</span>" for line in set_so.source)
    return f"""<div class="sheet" style="width:{paper.width}mm;height:{paper.height}mm">
{head}
<main{"" if sheet.first else ' class="next"'} style="padding-left:{edge};padding-right:{edge}">
<div>{headlines}</div>
<div class="{shape}" style="gap:{set_so.space}mm">{body}</div>
<ul class="notices">{notices}</ul>
</main>
<footer style="height:{set_so.foot:.2f}mm;line-height:{set_so.small_line}mm">{source}</footer>
</div>"""


def _head(sign: Placard, set_so: Layout, edge: str) -> str:
    table = f'<p class="table">{escape(sign.table)}</p>' if sign.table else ""
    facility = f'<p class="facility">{escape(sign.facility)}</p>' if sign.facility else ""
    size = shrunk(sign.game, set_so.inner - 52, 16)
    limits = "".join(f"<div><dt>{escape(name)}</dt><dd>{escape(amount)}</dd></div>" for name, amount in set_so.bar)
    if limits:
        limits = f'<dl class="limits" style="height:{set_so.limits}mm;padding:0 {edge}">{limits}</dl>'
    return f"""<header style="height:{set_so.sheets[0].head}mm">
<span class="suits" style="left:{edge}">♠ ♥</span>
{facility}<h1 style="font-size:{size:.2f}mm">{escape(sign.game)}</h1>{table}
<span class="suits" style="right:{edge}">♦ ♣</span>
</header>
{limits}"""


def _next_head(sign: Placard, set_so: Layout, sheet: Sheet, edge: str) -> str:
    size = shrunk(sign.game, set_so.inner - 60, 9)
    number = f"sheet {sheet.number} of {len(set_so.sheets)}"
    return f"""<header class="next" style="height:{sheet.head}mm;padding:0 {edge}">
<h1 style="font-size:{size:.2f}mm">{escape(sign.game)}</h1><p class="table">{number}</p>
</header>"""


def _block(block: Block, set_so: Layout) -> str:
    sizes = set_so.sizes
    rows = "".join(
        f'<div class="row{" push" if row.pays == ("push",) else ""}" style="height:{sizes.line * row.lines:.2f}mm;'
        f'line-height:{sizes.line:.2f}mm;font-size:{sizes.letter:.2f}mm">'
        f"<span>{_lines(row.label)}</span><b>{_lines(row.pays)}</b></div>"
        for row in block.rows
    )
    title = f"font-size:{sizes.title:.2f}mm;line-height:{sizes.title_line:.2f}mm"
    about = "".join(f'<small style="line-height:{set_so.small_line}mm">{escape(line)}</small>' for line in block.about)
    head = f'<h2 style="{title}"><span>{_lines(block.title)}</span>{about}</h2>'
    return f'<section style="padding-bottom:{sizes.after:.2f}mm">{head}{rows}</section>'


def _lines(lines: tuple[str, ...]) -> str:
    return "<br>".join(map(escape, lines))
