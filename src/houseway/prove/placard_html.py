"""A placard as a page that needs nothing but itself, and prints on one sheet."""

from html import escape

from houseway.prove.placard import (
    Paper,
    Placard,
    Section,
    column_space,
    column_width,
    columns,
    letters,
    measures,
    spare,
    tallest_of,
)

_STYLE = """
:root { --green: #10402f; --gold: #b08d3c; --ink: #1c2622; --pale: #f4efe2; --grey: #6a6857; }
* { box-sizing: border-box; margin: 0; padding: 0; }
html { -webkit-print-color-adjust: exact; print-color-adjust: exact; }
body { background: #d9d6cc; color: var(--ink);
  font-family: "Avenir Next", "Segoe UI", "Helvetica Neue", Helvetica, Arial, "Liberation Sans", sans-serif; }
.sheet { background: #fff; margin: 8mm auto; overflow: hidden; display: flex; flex-direction: column;
  box-shadow: 0 2mm 8mm rgba(0, 0, 0, .25); }
header { background: var(--green); color: #fff; text-align: center; display: flex; flex-direction: column;
  justify-content: center; border-bottom: 1.2mm solid var(--gold); position: relative; }
header .facility { font-size: 4mm; letter-spacing: .9mm; text-transform: uppercase; color: #e6d9b4; }
h1 { font-family: "Palatino Linotype", Palatino, "Book Antiqua", P052, Georgia, "Liberation Serif", serif;
  font-weight: 700; line-height: 1.18; }
header .table { font-size: 4.4mm; color: #e6d9b4; }
header .suits { position: absolute; top: 0; bottom: 0; display: flex; align-items: center; font-size: 8mm;
  color: var(--gold); letter-spacing: 2mm; }
.limits { display: flex; background: var(--pale); border-bottom: .3mm solid var(--gold); }
.limits div { flex: 1 1 0; text-align: center; padding: 0 3mm;
  display: flex; flex-direction: column; justify-content: center; }
.limits div + div { border-left: .3mm solid #d8cda9; }
.limits dt { color: #5d5f52; }
.limits dd { font-weight: 700; }
main { flex: 1; display: flex; flex-direction: column; justify-content: space-evenly; }
.headline { text-align: center; font-family: "Palatino Linotype", Palatino, "Book Antiqua", P052, Georgia,
  "Liberation Serif", serif; font-style: italic; font-weight: 700; font-size: 7.4mm; color: var(--green);
  display: flex; align-items: center; justify-content: center; }
.columns { display: flex; }
.columns.one { padding: 0 32mm; }
.column { flex: 1 1 0; display: flex; flex-direction: column; }
h2 { font-family: "Palatino Linotype", Palatino, "Book Antiqua", P052, Georgia, "Liberation Serif", serif;
  color: var(--green); border-bottom: .6mm solid var(--gold); display: flex; flex-direction: column;
  justify-content: flex-end; line-height: 1.1; }
h2 small { font-family: "Avenir Next", "Segoe UI", Helvetica, Arial, "Liberation Sans", sans-serif; font-weight: 400;
  line-height: 1.35; color: var(--grey); }
.row { display: flex; align-items: baseline; border-bottom: .2mm dotted #c9c3ad; }
.row span { flex: 1; white-space: nowrap; overflow: hidden; }
.row b { white-space: nowrap; font-variant-numeric: tabular-nums; }
.push b { font-weight: 400; font-style: italic; color: #5d5f52; }
.notices { list-style: none; }
.notices li { font-size: 4mm; text-align: center; text-wrap: balance; }
.notices small { font-size: 3mm; white-space: nowrap; }
.notices small, footer { color: var(--grey); }
footer { font-size: 2.8mm; text-align: center; display: flex; align-items: center; justify-content: center; }
@media print { body { background: #fff; } .sheet { margin: 0; box-shadow: none; } }
"""


def html(sign: Placard, paper: Paper) -> str:
    size = measures(sign, paper)
    table = f'<p class="table">{escape(sign.table)}</p>' if sign.table else ""
    facility = f'<p class="facility">{escape(sign.facility)}</p>' if sign.facility else ""
    inner = paper.width - 2 * size.margin
    each = inner / max(1, len(sign.limits)) - 6
    limits = "".join(
        f'<div><dt style="{_fits(name, each, 3.8)}">{escape(name)}</dt>'
        f'<dd style="{_fits(amount, each, 5.8)}">{escape(amount)}</dd></div>'
        for name, amount in sign.limits
    )
    if limits:
        limits = f'<dl class="limits" style="height:{size.limits}mm;padding:0 {size.margin}mm">{limits}</dl>'
    headlines = "".join(
        f'<p class="headline" style="height:{size.headline}mm">{escape(one.text)}</p>' for one in sign.headlines
    )
    parts = columns(sign.sections)
    width, gap, tallest = column_width(size, len(parts)), column_space(len(parts)), tallest_of(parts)
    letter = letters(sign, size.row, width)
    shape = "columns" if len(parts) > 1 else "columns one"
    body = "".join(
        f'<div class="column" style="gap:{spare(column, tallest, size.row):.2f}mm">'
        f"{''.join(_section(section, size.row, letter) for section in column)}</div>"
        for column in parts
    )
    notices = "".join(
        f'<li style="line-height:{size.notice}mm">{escape(one.text)} <small>{escape(one.clause)}</small></li>'
        for one in sign.notices
    )
    edge = f"{size.margin}mm"
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
<div class="sheet" style="width:{paper.width}mm;height:{paper.height}mm">
<header style="height:{size.head}mm">
<span class="suits" style="left:{edge}">♠ ♥</span>
{facility}<h1 style="{_fits(sign.game, inner - 46, 16)}">{escape(sign.game)}</h1>{table}
<span class="suits" style="right:{edge}">♦ ♣</span>
</header>
{limits}
<main style="padding:0 {edge}">
<div>{headlines}</div>
<div class="{shape}" style="gap:{gap}mm">{body}</div>
<ul class="notices">{notices}</ul>
</main>
<footer style="height:{size.foot}mm;padding:0 {edge}">{escape(sign.source)}</footer>
</div>
</body>
</html>
"""


def _fits(text: str, width: float, size: float) -> str:
    """A font size at which a line of text is not longer than it may be."""
    return f"font-size:{min(size, width / (0.54 * max(1, len(text)))):.2f}mm"


def _section(section: Section, row: float, letter: float) -> str:
    title, small = f"font-size:{min(row * 0.76, 8.4):.2f}mm", f"font-size:{min(row * 0.34, 3.3):.2f}mm"
    about = escape(" · ".join(filter(None, (section.subtitle, section.clause))))
    rows = "".join(
        f'<div class="row{" push" if pays == "push" else ""}" style="height:{row:.2f}mm;line-height:{row:.2f}mm;'
        f'font-size:{letter:.2f}mm"><span>{escape(label)}</span><b>{escape(pays)}</b></div>'
        for label, pays in section.rows
    )
    head = f'<h2 style="{title};height:{row * 1.9:.2f}mm;padding-bottom:{row * 0.14:.2f}mm">{escape(section.title)}'
    head += f'<small style="{small}">{about}</small></h2>'
    return f'<section style="padding-bottom:{row * 0.6:.2f}mm">{head}{rows}</section>'
