"""What a notebook shows of a table and of rounds: the public's view of what is played, a report of what was."""

from collections.abc import Iterable, Mapping
from html import escape
from typing import TYPE_CHECKING, Any

from houseway.cards.card import HIDDEN, SUIT_SIGNS, Card, rank, suit
from houseway.cards.card import NAMES as CARDS
from houseway.play import view
from houseway.play.event import PUBLIC, SURVEILLANCE
from houseway.play.places import Place, backline, lies_in
from houseway.play.places import seat as at_seat
from houseway.rules.money import shown

if TYPE_CHECKING:
    from houseway.play.driver import Driver
    from houseway.play.scenario.report import Finished, Played

_STYLE = """<style>
.houseway-table { font: 14px/1.5 "Helvetica Neue", Helvetica, Arial, sans-serif; }
.houseway-table table { border-collapse: collapse; }
.houseway-table th { text-align: left; font-weight: 600; opacity: .7; font-size: 11px; }
.houseway-table th, .houseway-table td { padding: 3px 14px 3px 0; border-bottom: 1px solid #8884; text-align: left;
  vertical-align: top; }
.houseway-table .card { display: inline-block; min-width: 24px; padding: 1px 4px; margin: 0 2px 2px 0;
  border-radius: 4px; border: 1px solid #999; background: #fff; color: #1b2420; text-align: center; font-weight: 600;
  white-space: nowrap; }
.houseway-table .red { color: #b22028; }
.houseway-table .down { background: #7c1f2d; color: #e6d9b4; }
.houseway-table .clause { opacity: .7; font-size: 11px; }
.houseway-table ol { margin: 6px 0 0; padding-left: 24px; }
</style>"""


def driver_in_html(driver: "Driver", viewer: str = PUBLIC) -> str:
    """The table as the public sees it: what lies where, who has how much, who is asked what, and what happened."""
    seen = view.view(driver, viewer, since=len(driver.events))
    rules = driver.table.rules.game
    cards = view.lying(driver.events, viewer).cards
    parts = [
        f"<h4>{escape(rules.name)}, round {seen['round']}</h4>" if seen["round"] else f"<h4>{escape(rules.name)}</h4>"
    ]
    shared = [(place, there) for place, there in cards.items() if not _of_a_seat(place, seen["seats"])]
    parts.append(_rows((), ((escape(place), cards_in_html(there)) for place, there in shared)))
    rows = (
        (
            escape(who),
            escape(there["name"]) if there["name"] != who else "",
            "$" + escape(there["stack"]),
            ", ".join(f"{escape(wager)} ${escape(amount)}" for wager, amount in there["wagers"].items()),
            " ".join(
                f"{escape(Place.read(place).inside)} {cards_in_html(lie)}"
                for place, lie in cards.items()
                if lies_in(place, who)
            ),
        )
        for who, there in seen["seats"].items()
    )
    parts.append(_rows(("seat", "", "stack", "wagers", "cards"), rows))
    for ask in seen["asks"]:
        parts.append(f"<p>{escape(ask['who'])} is asked: {escape(ask['what'])} {_clause(ask['clause'])}</p>")
    parts.append(_story(view.story(driver.events, viewer)))
    return f'{_STYLE}<div class="houseway-table">{"".join(parts)}</div>'


def finished_in_html(one: "Finished", kind: str = "", title: str = "Round") -> str:
    """A round that is over: each seat's wagers with odds, hand and clause, and the story."""
    return f'{_STYLE}<div class="houseway-table">{_round(one, kind, f"{title} {one.number}")}</div>'


def played_in_html(played: "Played") -> str:
    """A scenario played to its end, round by round."""
    name = played.driver.table.rules.game.name
    rounds = "".join(_round(one, played.kind, f"{name}, round {one.number}") for one in played.rounds)
    return f'{_STYLE}<div class="houseway-table">{rounds}</div>'


def _round(one: "Finished", kind: str, title: str) -> str:
    data = one.data(kind)
    rows = []
    for seat in data["seats"]:
        for row in seat["wagers"]:
            rows.append(
                (
                    escape(str(seat["name"])),
                    escape(row["wager"]),
                    f"${escape(row['stake'])}",
                    escape(row["result"]),
                    escape(row["hand"]),
                    escape(row["odds"]),
                    f"${escape(row['paid'])}",
                    _clause(row["clause"]),
                )
            )
        rows.append(
            (f"<b>{escape(str(seat['name']))}</b>", "", "", "", "", "<b>net</b>", f"<b>{_signed(one, seat)}</b>", "")
        )
    cards = view.lying(list(one.events), SURVEILLANCE).cards
    lie = _rows((), ((escape(place), cards_in_html(there)) for place, there in cards.items()))
    heads = ("player", "wager", "stake", "result", "hand", "odds", "paid", "clause")
    told = _story(view.story(one.events, SURVEILLANCE))
    bank = (
        f"<p>Bank {'(' + escape(kind) + ') ' if kind else ''}{shown_signed(one.bank_net())}, fees {shown(one.fees)}</p>"
    )
    return f"<h4>{escape(title)}</h4>{lie}{_rows(heads, rows)}{bank}{told}"


def _signed(one: "Finished", seat: Mapping[str, Any]) -> str:
    who = backline(seat["seat"], seat["backline"]) if "backline" in seat else at_seat(seat["seat"])
    return shown_signed(one.net(who))


def shown_signed(amount: int) -> str:
    return f"{'−' if amount < 0 else '+'}{shown(abs(amount))}" if amount else shown(0)


def cards_in_html(cards: Iterable[Card]) -> str:
    return "".join(map(_card, cards))


def _card(card: Card) -> str:
    if card == HIDDEN:
        return '<span class="card down">?</span>'
    if rank(card) > 12:
        return '<span class="card">Jk</span>'
    red = ' red"' if suit(card) in (1, 2) else '"'
    return f'<span class="card{red}>{CARDS[card][0].replace("T", "10")}{SUIT_SIGNS[suit(card)]}</span>'


def _of_a_seat(place: str, seats: Iterable[str]) -> bool:
    return any(lies_in(place, who) for who in seats)


def _rows(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    head = "".join(f"<th>{name}</th>" for name in heads)
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table>{f'<tr>{head}</tr>' if head else ''}{body}</table>" if body else ""


def _story(lines: Iterable[str]) -> str:
    told = "".join(f"<li>{escape(line)}</li>" for line in lines)
    return f"<details><summary>What happened</summary><ol>{told}</ol></details>" if told else ""


def _clause(clause: str) -> str:
    return f'<span class="clause">{escape(clause)}</span>'
