"""Who sits where: the others down both sides of the felt, the viewer at the bottom in the middle."""

from collections.abc import Mapping
from html import escape
from typing import Any

from houseway.play.places import seat_of
from houseway.rules.money import cents, shown
from houseway.rules.resolved import Rules
from houseway.serve.pages.faces import stack
from houseway.serve.pages.felt import NUMBERED, came_out, hand_at, places_of, signed, stands_only, took_part
from houseway.serve.pages.layouts import Layout, layout_of
from houseway.serve.pages.motion import is_big
from houseway.serve.pages.scene import HIDDEN, Scene
from houseway.skill.simple import SIMPLE

View = Mapping[str, Any]
_GROUPS = 3  # of a hand that is set in rows: top, middle and bottom
_EMPTY = '<span class="held"><span class="cards"><span class="slot"></span></span></span>'
_LARGE = 7  # cards of the viewer's that are drawn in full size


def rails(rules: Rules, view: View, scene: Scene, *, can_sit: bool, backline: int = 0) -> str:
    """Everybody but the viewer, on both sides; `backline` places behind each seat may be bet from."""
    west, east = sides(rules.seats, view["viewer"])
    laid = layout_of(rules.game.id)

    def drawn(numbers: list[int]) -> str:
        return "".join(
            _seat(number, laid, view, scene, _behind(number, view, can_stand=can_sit, places=backline), can_sit=can_sit)
            for number in numbers
        )

    return f'<div class="rail west">{drawn(west)}</div><div class="rail east">{drawn(east)}</div>'


def sides(count: int, viewer: str) -> tuple[list[int], list[int]]:
    """The seats on the left and on the right of whoever looks at the dealer, each from the top. The deal goes from the
    dealer's left, so it comes down on the right, passes the viewer at the bottom, and goes up on the left."""
    if viewer not in (f"seat {number}" for number in range(1, count + 1)):
        half = (count + 1) // 2
        return list(range(count, half, -1)), list(range(1, half + 1))
    mine = int(viewer.split(" ")[1])
    order = [(mine - 1 + step) % count + 1 for step in range(1, count)]
    half = len(order) // 2
    return order[:half][::-1], order[half:]


def _behind(number: int, view: View, *, can_stand: bool, places: int) -> str:
    """Who bets on a seat's hand from behind it, and the way to join them."""
    here = {who: one for who, one in view["seats"].items() if who.startswith(f"backline {number}.")}
    told = "".join(
        f'<span class="backliner{" me" if who == view["viewer"] else ""}" title="{who}">{escape(one["name"])} '
        f"{shown(sum(map(cents, one['wagers'].values()))) if one['wagers'] else ''}</span>"
        for who, one in here.items()
    )
    if can_stand and len(here) < places:
        told += (
            f'<button class="stand" data-hw="sit" data-behind="{number}" '
            f'aria-label="Bet behind seat {number}">Bet behind</button>'
        )
    return f'<div class="behind">{told}</div>' if told else ""


def _seat(number: int, laid: Layout, view: View, scene: Scene, behind: str, *, can_sit: bool) -> str:
    who = f"seat {number}"
    sitter = view["seats"].get(who)
    if sitter is None:
        inside = (
            f'<button class="sit" data-hw="sit" data-seat="{number}" aria-label="Sit down at {who}">Sit {number}</button>'
            if can_sit
            else f'<span class="sit none" aria-label="{who} is empty">{number}</span>'
        )
        return f'<section class="seat empty">{inside}</section>'
    asked = any(ask["who"] == who for ask in view["asks"])
    places = places_of(who, scene, laid.hands)
    rows = len(laid.hands) > 2 and any(place != who for place in places)
    kinds = "".join(f" {name}" for name, on in (("turn", asked), ("rows", rows)) if on)
    quiet = not scene.said.get(who) and took_part(who, scene)  # nothing else to say of a seat that played
    if scene.over and (scene.net.get(who) or scene.staked.get(who) or scene.standing.get(who) or quiet):
        status = _net(who, scene)
    elif asked:
        status = '<span class="to-act">to act</span>'
    else:
        status = f'<span class="said">{escape(scene.said.get(who, ""))}</span>'
    cards = "".join(hand_at(place, scene) for place in places) if not rows else _rows(who, laid, scene)
    bet = stack(_staked(who, view), extra="small") if _staked(who, view) and not scene.over else ""
    return (
        f'<section class="seat{kinds}" data-seat="{who}" aria-label="{who}, {escape(sitter["name"])}">'
        f'<div class="chair"><div class="plate"><span class="called"><strong>{escape(sitter["name"])}</strong>'
        f"{_button(who, view)}</span>"
        f'<span class="chips">{tags(who, view)}{shown(cents(sitter["stack"]))}</span>{_foul(who, scene)}{status}</div>{behind}</div>'
        f'<div class="hold"><div class="handrow">{cards}</div><div class="bet">{bet}</div></div></section>'
    )


def _rows(who: str, laid: Layout, scene: Scene) -> str:
    """The groups that a seat sets, each in its row whether cards lie there yet or not; what else lies there (cards that
    are not set yet, discards) as far as its faces are in sight."""
    rows = []
    for place in (who, *(f"{who} {group}" for group in laid.hands)):
        cards = scene.cards.get(place, [])
        if place.removeprefix(f"{who} ") in list(laid.hands)[:_GROUPS]:
            rows.append(hand_at(place, scene) if cards else _EMPTY)
        elif cards and HIDDEN not in cards:
            rows.append(hand_at(place, scene))
    return "".join(rows)


def _staked(who: str, view: View) -> int:
    """All that a seat has on the felt."""
    staked = sum(map(cents, view["seats"][who]["wagers"].values()))
    return staked + sum(cents(spot["amount"]) for spot in view.get("spots", {}).values() if spot["owner"] == who)


def _net(who: str, scene: Scene) -> str:
    net = scene.net.get(who, 0)
    told = f"{shown(scene.standing[who])} stands" if not net and scene.standing.get(who) else signed(net)
    return f'<span class="net {"won" if net > 0 else "lost" if net < 0 else "even"}">{told}</span>'


def _foul(who: str, scene: Scene) -> str:
    """That a hand of this seat is a foul; why is said to whoever points at it."""
    why = "; ".join(why for place, why in scene.fouls.items() if place == who or place.startswith(f"{who} "))
    return f'<span class="tag foul" title="{escape(why)}">foul</span>' if why else ""


def tags(who: str, view: View) -> str:
    """What is to be known of a seat at a glance: the bank, the button, a bot, somebody who leaves."""
    person = view.get("people", {}).get(who, {})
    kind = person.get("bot")
    notes = [f'<span class="kind">{kind if kind != SIMPLE else ""} </span>bot'] if kind else []
    notes += ["prop"] if person.get("role") else []
    bank = view["bank"]
    missed = bank.get("missed", {}).get(who, "")
    notes += ["owes blinds" if " and " in missed else "owes blind"] if missed else []
    laid = bank.get("come_come", {}).get(who)
    notes += [f"Come-Come {shown(cents(laid))}"] if laid else []
    notes += [note for note in ("leaving", "away") if person.get(note)]
    marks = '<span class="tag banks">bank</span>' if seat_of(str(bank.get("who", ""))) == who else ""
    return marks + "".join(f'<span class="tag">{note}</span>' for note in notes)


def _button(who: str, view: View) -> str:
    return '<b class="dbutton" title="dealer button">D</b>' if view["bank"].get("button") == who else ""


# The viewer's own place


def own_place(who: str, rules: Rules, view: View, scene: Scene, spots: str, *, left: int, setting: bool) -> str:
    """The viewer's cards, betting spots and chips, of which `left` are not on the felt; while cards are being set,
    those lie in the bar."""
    hands = _own_hands(who, rules, scene, setting=setting)
    turn = " turn" if any(ask["who"] == who for ask in view["asks"]) else ""
    sets = " setting" if setting else ""
    bet = _staked(who, view) if not scene.over and layout_of(rules.game.id).spots == () else 0
    before = f'<div class="bet">{stack(bet, extra="small")}</div>' if bet else ""
    return (
        f'<section class="seat mine{turn}{sets}" data-seat="{who}" aria-label="{who}, {escape(view["seats"][who]["name"])}">'
        f'<div class="cardsbox">{hands}{before}</div>'
        f'<div class="spots">{spots}</div><div class="mystack"><span>{who.capitalize()} {_button(who, view)}{tags(who, view)}</span>'
        f"<b>{shown(max(0, left))}</b>{_outcome(who, scene) or '<small>your stack</small>'}</div></section>"
    )


def _own_hands(who: str, rules: Rules, scene: Scene, *, setting: bool) -> str:
    laid = layout_of(rules.game.id)
    if who.startswith("backline ") and not places_of(who, scene):
        who = seat_of(who)  # the hand that is bet on, as far as it is in sight
    places = [place for place in places_of(who, scene, laid.hands) if not (setting and place == who)]
    size = "large" if sum(len(scene.cards[place]) for place in places) <= _LARGE else "mid"
    parts = []
    for place in places:
        label = place.removeprefix(who).strip()
        name = f'<span class="placename">{escape(laid.hands.get(label) or label.capitalize())}</span>' if label else ""
        parts.append(f'<div class="place">{hand_at(place, scene, extra=size)}{name}</div>')
    own = any(place.split(" ")[0] in NUMBERED for place in rules.game.places)
    return "".join(parts) or ('<p class="quiet">Your cards will lie here.</p>' if own and not setting else "")


def _outcome(who: str, scene: Scene) -> str:
    if not scene.over:
        return ""
    net = scene.net.get(who, 0)
    if not (net or took_part(who, scene)):
        return '<p class="quiet">You sat this round out</p>'
    stands = stands_only(who, scene)
    also = [f"{shown(scene.fees[who])} {'was' if stands else 'of it'} collected"] if scene.fees.get(who) else []
    also += [why for place, why in scene.fouls.items() if place == who or place.startswith(f"{who} ")]
    told = "".join(f'<small class="also">{escape(why[:1].upper() + why[1:])}</small>' for why in also)
    kind = "won" if net > 0 else "lost" if net < 0 and not stands else "even"
    big = " big" if is_big(who, scene) else ""
    return f'<p class="outcome {kind}{big}">{came_out(who, scene)}{"!" if big else ""}</p>{told}'
