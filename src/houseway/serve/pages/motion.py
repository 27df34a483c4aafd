"""What moves at a step: the page is told whose chips go where and what can be heard, and the browser plays it."""

import json
from collections.abc import Iterable, Mapping
from html import escape
from typing import Any

from houseway.play.places import seat_of
from houseway.serve.pages.scene import Scene

_MOST = 24  # chips in flight at once
BANK, POT = "bank", "pot"
BIG_WIN = 10  # times what was staked
Move = tuple[str, str, str]  # from, to, amount in dollars


def motion(events: Iterable[Mapping[str, Any]], view: Mapping[str, Any], now: Scene, *, turn: bool) -> str:
    """These events, which are new, as an element that the page's script reads; `turn` says that the viewer is asked
    something that was not asked before."""
    happened = list(events)
    going = moves(happened, view)[-_MOST:]
    net, viewer = now.net.get(view["viewer"], 0), view["viewer"]
    over = any(event["event"] == "roundEnded" for event in happened)
    cues = {
        "deal": any("cards" in event and event["event"] in ("dealt", "revealed", "placed") for event in happened),
        "chips": bool(going),
        "turn": turn,
        "win": over and net > 0,
        "big": over and is_big(viewer, now),
    }
    heard = " ".join(cue for cue, on in cues.items() if on)
    step = f"{view['round']}:{view['number']}:{len(happened)}"
    return f'<i hidden data-step="{step}" data-cues="{heard}" data-moves="{escape(json.dumps(going))}"></i>'


def is_big(who: str, now: Scene) -> bool:
    """A win that is worth a shower of chips."""
    return 0 < BIG_WIN * now.staked.get(who, 0) <= now.net.get(who, 0)


def moves(events: Iterable[Mapping[str, Any]], view: Mapping[str, Any]) -> list[Move]:
    """Whose chips go where: seats by name, their spots after a slash, the bank and the pot."""
    bank = seat_of(str(view["bank"].get("who", ""))) or BANK
    found: list[Move] = []
    for event in events:
        match event["event"]:
            case "wagered":
                found.append((event["who"], f"{event['who']}/{event['wager']}", event["amount"]))
            case "bet":
                found.append((event["who"], f"{event['who']}/", event["amount"]))
            case "potGathered":
                found += [(f"{seat}/", POT, "") for seat in event["seats"]]
            case "potAwarded":
                found.append((POT, event["who"], event["amount"]))
            case "paid" | "awarded":
                found.append((bank, event["who"], event["amount"]))
            case "collected":
                found.append((f"{event['who']}/{event['wager']}", bank, event["amount"]))
            case "paidOver":
                found.append((event["who"], event["to"], event["amount"]))
            case "comeCome":
                found.append((event["who"], bank, event["amount"]))
            case "comeComeBack":
                found.append((bank, event["who"], event["amount"]))
            case "feeTaken":
                found.append((event["who"], BANK, event["amount"]))
    return found
