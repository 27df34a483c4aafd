"""Cards, money, wagers and the story of a round as a terminal shows them."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from rich import box
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from houseway.cards import card
from houseway.cards.card import HIDDEN, JOKER, Card
from houseway.play.event import Collected, Event, Paid, Returned, Voided
from houseway.play.pot import Bet, PotAwarded
from houseway.play.sentences import Cards, Cite
from houseway.rules.money import cents, dollars, shown

WIDEST = 110  # columns: a longer line is hard to read
CLAUSE = "cyan dim"
_RED = {card.SUITS.index("d"), card.SUITS.index("h")}
_SEAT = re.compile(r"seat \d+")
_RESULTS = {"win": "bold green", "lose": "red", "push": "yellow", "returned": "yellow"}

Row = Mapping[str, Any]  # one settled wager, as `settle --json` has it


def terminal() -> Console:
    console = Console(highlight=False)
    console.width = min(console.width, WIDEST)
    return console


# Cards


def face(one: Card) -> Text:
    """One card: `K♥`, or its back."""
    if one == HIDDEN:
        return Text("▒▒", "blue")
    if one == JOKER:
        return Text("Jk", "bold magenta")
    rank = card.RANKS[card.rank(one)].replace("T", "10")
    return Text(rank + card.SUIT_SIGNS[card.suit(one)], "bold red" if card.suit(one) in _RED else "bold")


def faces(cards: Iterable[Card]) -> Text:
    return Text(" ").join(map(face, cards))


# Money


def money(amount: str) -> str:
    """An amount as the engine writes it, for people: `-12.5` is -$12.50."""
    return shown(-cents(amount[1:])) if amount.startswith("-") else shown(cents(amount))


def signed(amount: int) -> Text:
    if not amount:
        return Text("even", "yellow")
    return Text(f"+{shown(amount)}", "bold green") if amount > 0 else Text(shown(amount), "bold red")


def in_cents(amount: str) -> int:
    return -cents(amount[1:]) if amount.startswith("-") else cents(amount)


# What was settled


def settled(events: Iterable[Event]) -> dict[str, list[Row]]:
    """Each seat's wagers as these events settled them; a void round gives back also what was won before."""
    rows: dict[str, list[Row]] = {}
    won: list[Paid] = []
    contested: dict[str, list[Event]] = {}  # what a player put into the pot and took out of it
    for event in events:
        match event:
            case Bet() | PotAwarded():
                contested.setdefault(event.who, []).append(event)
                continue
            case Returned() if event.who in contested:
                contested[event.who].append(event)
                continue
            case Paid():
                won.append(event)
                odds, paid = event.odds, event.amount
                row = _row(event, event.stake, "win", odds=odds, paid=paid)
            case Collected():
                row = _row(event, event.amount, "lose")
            case Returned():
                row = _row(event, event.amount, "push" if event.note == "push" else "returned")
            case Voided():
                rows = {}
                for undone in won:
                    row = _row(undone, undone.stake, "returned", clause=event.clause, note="void")
                    rows.setdefault(undone.who, []).append(row)
                continue
            case _:
                continue
        rows.setdefault(event.who, []).append(row)
    for who, told in contested.items():
        rows.setdefault(who, []).append(_pot_row(who, told))
    return rows


def _pot_row(who: str, events: list[Event]) -> Row:
    """One row for the pot: what went in and stayed in, and what was won on top of it."""
    spent = sum(event.amount for event in events if isinstance(event, Bet))
    spent -= sum(event.amount for event in events if isinstance(event, Returned))
    awards = [event for event in events if isinstance(event, PotAwarded)]
    taken = sum(award.amount for award in awards)
    clause = awards[0].clause if awards else next(event.clause for event in reversed(events) if isinstance(event, Bet))
    back = min(taken, spent) if taken < spent else 0  # of a pot that was shared, less than went in
    return {
        "wager": "pot",
        "spot": who,
        "stake": dollars(spent - back),
        "result": "win" if taken > spent else "push" if taken == spent else "lose",
        "hand": awards[0].hand if awards else "",
        "odds": "",
        "paid": dollars(max(0, taken - spent)),
        "clause": clause,
        "note": f"{shown(taken)} of the pot" if taken else "",
    }


def _row(event: Paid | Collected | Returned, stake: int, result: str, *, paid: int = 0, **more: str) -> Row:
    note = "" if event.note == result else event.note
    return {
        "wager": event.wager,
        "spot": event.spot,
        "stake": dollars(stake),
        "result": result,
        "hand": event.hand,
        "odds": "",
        "paid": dollars(paid),
        "clause": event.clause,
        "note": note,
        **more,
    }


def wager_table(rows: Iterable[Row]) -> Table:
    """Stake, result, hand, odds, pay and clause of each wager."""
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), show_edge=False, header_style="dim")
    table.add_column("wager", no_wrap=True)
    table.add_column("stake", justify="right", no_wrap=True)
    table.add_column("result", no_wrap=True)
    table.add_column("hand")
    table.add_column("odds", justify="right", no_wrap=True)
    table.add_column("paid", justify="right", no_wrap=True)
    table.add_column("clause", style=CLAUSE)
    for row in rows:
        result = row["result"]
        hand = Text(row["hand"])
        if row["note"]:
            hand.append(f"{', ' if row['hand'] else ''}{row['note']}", "italic")
        paid = Text(money(row["paid"]), "bold green") if result == "win" else Text("")
        result_text = Text(result, _RESULTS.get(result, ""))
        table.add_row(_placed(row), money(row["stake"]), result_text, hand, row["odds"], paid, row["clause"])
    return table


def _placed(row: Row) -> str:
    """A wager's name, and where it lay if that was not the player's own seat."""
    return row["wager"] if _SEAT.fullmatch(row["spot"]) else f"{row['wager']} at {row['spot']}"


# The story


def sentence(event: Event, reader: str = "") -> Text:
    """What an event (already seen through somebody's eyes) says, cards in colour and the clause aside; whoever reads it
    at a seat is told "you"."""
    line = Text()
    for part in event.sentence(reader):
        match part:
            case Cards(cards=cards):
                line.append_text(faces(cards))
            case Cite(text=text):
                line.append(text, CLAUSE)
            case _:
                line.append(part.text)
    if isinstance(event, Paid):
        line.stylize("green")
    return line


def story(events: Iterable[Event], reader: str = "") -> RenderableType:
    return indented(Group(*(sentence(event, reader) for event in events)))


def indented(part: RenderableType) -> Padding:
    return Padding(part, (0, 0, 0, 2))
