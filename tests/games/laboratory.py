"""Situations as a laboratory writes them down: one line of bets, one of cards, and what the book makes of them.

    came("ultimate-war", "1 banker 20; 2 player 20", "player 9h; banker 8d", bank="25")

A bettor is a seat, or a seat and a square behind it (`1.2`); decisions stand after a bar, `1 base 10 | hit, stand`.
"""

from typing import Any

from tests.banked import played

TOP = ("dice", "limits", "before", "spins")  # what a scenario says outside its options


def came(
    game: str, bets: str, cards: str, *, bank: str | None = "100000", banks: int | None = None, **more: Any
) -> str:
    """What every wager and everybody came to: `1 banker lose, 15 back; bank -15; fees 1`. Without a bank it is the
    house's, or nobody's."""
    stacks: dict[str, str] = more.pop("stacks", {})
    top: dict[str, Any] = {"game": game, **{name: more.pop(name) for name in TOP if name in more}}
    lines = [f"{name} = {_written(value)}" for name, value in top.items()]
    if more:
        lines += ["[options]", *(f"{name} = {_written(value)}" for name, value in more.items())]
    lines += ["[bank]", f'amount = "{bank}"', *([f"seat = {banks}"] if banks else [])] if bank else []
    lines += ["[cards]"]
    lines += [f'"{place}" = "{hand}"' for place, hand in map(_place, filter(None, cards.split("; ")))]
    for bet in bets.split("; "):
        line, _, decisions = bet.partition(" | ")
        who, _, wagers = line.partition(" ")
        seat, _, square = who.partition(".")
        lines += ["[[seats]]", f"seat = {seat}", f'stack = "{stacks.get(who, "20000")}"']
        lines += [f"backline = {square}"] if square else []
        each = [wager.rpartition(" ") for wager in wagers.split(", ") if wager]
        placed = ", ".join(f'"{name}" = "{amount}"' for name, _, amount in each)
        lines += [f"wagers = {{ {placed} }}"] if placed else []
        lines += [f"decisions = {_written([one for one in decisions.split(', ') if one])}"]
    report = played("\n".join(lines)).report()
    found = []
    for seat in report["seats"]:
        who = f"{seat['seat']}.{seat['backline']}" if "backline" in seat else str(seat["seat"])
        for row in seat["wagers"]:
            paid = f" {row['paid']}" if row["result"] == "win" else ""
            back = f", {row['returned']} back" if row.get("returned") else ""
            found.append(f"{who} {row['wager']} {row['result']}{paid}{back}")
        found.append(f"{who} net {seat['net']}")
    ends = [f"bank {report['bank']['net']}", f"fees {report['fees']}"] if bank else []
    noted = [report["note"]] if "note" in report else []
    return "; ".join([*found, *ends, *noted])


def _place(said: str) -> tuple[str, str]:
    """A place and its cards: the cards are the words of two letters at the end."""
    words = said.split(" ")
    at = next(at for at, word in enumerate(words) if len(word) == 2 and all(len(rest) == 2 for rest in words[at:]))
    return " ".join(words[:at]), " ".join(words[at:])


def _written(value: Any) -> str:
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return "{ " + ", ".join(f'"{name}" = {_written(part)}' for name, part in value.items()) + " }"
    return "[" + ", ".join(map(_written, value)) + "]" if isinstance(value, list) else str(value)
