"""Cards, money, wagers and the story of a round as a terminal shows them."""

from collections.abc import Iterable

from rich import box
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from houseway.cards import card
from houseway.cards.card import HIDDEN, JOKER, Card
from houseway.play.event import Event, Paid
from houseway.play.places import is_seat, whole_of
from houseway.play.results import Row
from houseway.play.sentences import Cards, Cite
from houseway.rules.money import cents, shown

WIDEST = 110  # columns: a longer line is hard to read
CLAUSE = "cyan dim"
_RED = {card.SUITS.index("d"), card.SUITS.index("h")}
_RESULTS = {"win": "bold green", "lose": "red", "push": "yellow", "returned": "yellow"}


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
    own = is_seat(row["spot"]) and whole_of(row["spot"]) == row["spot"]
    return row["wager"] if own else f"{row['wager']} at {row['spot']}"


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
