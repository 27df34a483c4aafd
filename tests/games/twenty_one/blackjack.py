"""Short ways to deal a round of twenty-one that a player banks, and to say what came of it."""

from houseway.play.player_dealer import POSITION
from houseway.play.scenario import Played
from tests import banked

Options = dict[str, object]


def deal(
    game: str,
    mine: str,
    dealer: str,
    *decisions: str,
    wagers: str = "base 10",
    options: Options | None = None,
    **more: str,
) -> Played:
    """Seat 1 alone against the player-dealer; `hand_2` and so on are what comes to further hands of a split."""
    seat = f"[[seats]]\nseat = 1\n{_wagers(wagers)}\ndecisions = [{', '.join(map(repr, decisions))}]\n"
    cards = {"seat 1": mine, POSITION: dealer}
    cards |= {f"seat 1 {place.replace('_', ' ')}": line for place, line in more.items()}
    return round(game, cards, seat, options=options)


def round(game: str, cards: dict[str, str], *seats: str, options: Options | None = None, bank: str = "") -> Played:
    said = [f"{name} = {_toml(value)}" for name, value in (options or {}).items()]
    lying = [f'"{place}" = "{line}"' for place, line in cards.items()]
    parts = [f'game = "{game}"', "[options]", *said, "[cards]", *lying, bank, *seats]
    return banked.played("\n".join(parts))


def seat(number: int, wagers: str, *decisions: str, backline: int = 0, stack: str = "1000") -> str:
    behind = f"backline = {backline}\n" if backline else ""
    said = ", ".join(map(repr, decisions))
    return f'[[seats]]\nseat = {number}\n{behind}stack = "{stack}"\n{_wagers(wagers)}\ndecisions = [{said}]\n'


def _wagers(line: str) -> str:
    placed = [part.rpartition(" ") for part in line.split(", ")]
    return "wagers = { " + ", ".join(f'"{wager}" = "{amount}"' for wager, _, amount in placed) + " }"


def _toml(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else f'"{value}"' if isinstance(value, str) else str(value)


def won(done: Played, wager: str = "base", spot: str = "seat 1") -> tuple[str, str]:
    """The result of a wager and what it was paid, in dollars."""
    rows = [row for one in done.report()["seats"] for row in one["wagers"]]
    (row,) = (row for row in rows if (row["wager"], row["spot"]) == (wager, spot))
    return row["result"], row["paid"]


def clause(done: Played, wager: str = "base") -> str:
    rows = [row for one in done.report()["seats"] for row in one["wagers"]]
    return str(next(row["clause"] for row in rows if row["wager"] == wager))


def dealers(done: Played) -> int:
    """How many cards the player-dealer ended with."""
    shown = [event for event in done.report()["events"] if event.get("place") == POSITION]
    return sum(event["event"] == "dealt" for event in shown)


def order(done: Played) -> list[str]:
    """Spots and wagers in the order in which they were settled."""
    return [f"{one.spot} {one.outcome.wager}" for one in done.driver.table.settled]
