"""Hands played here, written as hand histories in the open PHH format."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from houseway.cards.card import NAMES
from houseway.play.driver import Driver
from houseway.play.event import SURVEILLANCE, Acted, Burned, Dealt, Discarded, FeeTaken, Revealed
from houseway.play.places import number_of
from houseway.play.pot import Bet, Pot, hand_at
from houseway.play.view import seen
from houseway.prove.phh.reading import BETTING, COLLECTION, DIVIDES, SHORT_POST, STUD, VARIANTS, HistoryError


def written(driver: Driver, viewer: str = SURVEILLANCE, **fields: Any) -> str:
    """The hand that a table has just played, as one viewer may know it; `fields` are the format's optional ones."""
    table = driver.table
    if not any(isinstance(event, Bet) for event in driver.events):
        raise HistoryError("there is no hand to write: fewer than two players had chips")
    pot, id = hand_at(table), table.rules.game.id
    stakes = pot.stakes
    codes = [code for code, ours in VARIANTS.items() if ours == id and BETTING.get(code, "limit") == stakes.betting]
    if not codes:
        raise HistoryError(f"the format has no variant for {table.rules.game.name} with {stakes.betting} betting")
    seats = [player.who for player in pot.players]
    before, after = driver.header["table"]["accounts"], table.ledger
    antes = list(stakes.antes or (stakes.ante,) * len(seats))
    blinds = [0] * len(seats)
    blinds[: len(stakes.blinds)] = stakes.blinds[: len(seats)]
    trimmed = stakes.capped_antes and not _add_missed(driver, pot, antes, blinds)
    if len(seats) == 2 and stakes.heads_up == "as printed":
        blinds.reverse()
    collected = sum(event.amount for event in driver.events if isinstance(event, FeeTaken))
    told: dict[str, Any] = {"variant": codes[0], "ante_trimming_status": trimmed, "antes": _money(antes)}
    if codes[0] in STUD:
        told["bring_in"] = _money(stakes.bring_in)
    else:
        told["blinds_or_straddles"] = _money(blinds)
    if codes[0] in BETTING:
        told["min_bet"] = _money(stakes.small)
    else:
        told |= {"small_bet": _money(stakes.small), "big_bet": _money(stakes.big)}
    told["starting_stacks"] = _money([before.get(who, 0) for who in seats])
    told["actions"] = _actions(driver, seats, viewer)
    told |= fields
    told["seats"] = [number_of(who) for who in seats]
    told["finishing_stacks"] = _money([after[who] for who in seats])
    told |= {SHORT_POST: stakes.short_post, DIVIDES: stakes.divides}
    if collected:
        told[COLLECTION] = _money(collected)
    return "".join(f"{key} = {_toml(value)}\n" for key, value in told.items())


def _add_missed(driver: Driver, pot: Pot, antes: list[int], blinds: list[int]) -> bool:
    """Blinds that were made up: a live one is a post that opens nothing, a dead one an ante of one player. Whether
    there are such antes."""
    at = {player.who: player.at for player in pot.players}
    other = {who: 1 - position for who, position in at.items()}  # the format counts two players from the button
    blind_at = other if len(at) == 2 and pot.stakes.heads_up == "button small" else at
    ante_at = other if len(at) == 2 else at
    dead = False
    for event in driver.events:
        if isinstance(event, Bet) and event.made_up:
            if event.dead:
                antes[ante_at[event.who]] += event.amount
                dead = True
            else:
                blinds[blind_at[event.who]] = -event.stake
    return dead


def _actions(driver: Driver, seats: list[str], viewer: str) -> list[str]:
    number = {who: f"p{at}" for at, who in enumerate(seats, start=1)}
    actions: list[str] = []
    shows: list[str] = []
    held: dict[str, str] = {}
    dealt: dict[str, str] = {}
    folded: set[str] = set()
    last_bet = 0

    def tell_deals() -> None:
        for place in sorted(
            dealt, key=lambda place: (place in ("board", "community"), seats.index(place) if place in seats else 0)
        ):
            who = f"dh {number[place]}" if place in number else "db"
            actions.append(f"d {who} {dealt[place]}")
        dealt.clear()

    for event in seen(driver.events, viewer):
        if isinstance(event, Dealt) and event.place != "button":
            cards = "".join(NAMES[one] for one in event.cards)
            dealt[event.place] = dealt.get(event.place, "") + cards
            held[event.place] = held.get(event.place, "") + cards
            continue
        if isinstance(event, Burned):
            tell_deals()  # another street
        told = _told(event, number)
        if told:
            tell_deals()
            actions.append(told)
            last_bet = len(actions)
        if isinstance(event, Acted) and event.answer == "fold":
            folded.add(event.who)
        elif isinstance(event, Revealed):
            held[event.place] = "".join(NAMES[one] for one in event.cards)
            shows.append(event.place)
        elif isinstance(event, Discarded) and event.place in number and event.place not in folded:
            shows.append(event.place)
    tell_deals()
    later = [action for action in actions[last_bet:] if action.startswith("d d")]
    all_in = bool(shows) and bool(later)  # cards still to come when the betting was over: everybody turns up first
    mucked = {place for place in shows if place not in _revealed(driver)}
    showing = [f"{number[who]} sm" + ("" if who in mucked and not all_in else f" {held[who]}") for who in shows]
    return actions[:last_bet] + showing + actions[last_bet:] if all_in else actions + showing


def _revealed(driver: Driver) -> set[str]:
    return {event.place for event in driver.events if isinstance(event, Revealed)}


def _told(event: object, number: Mapping[str, str]) -> str:
    if isinstance(event, Acted) and event.ask == "bet":
        return f"{number[event.who]} {'f' if event.answer == 'fold' else 'cc'}"
    if isinstance(event, Bet):
        who = number[event.who]
        if event.action == "bring-in":
            return f"{who} pb"
        if event.action == "call":
            return f"{who} cc"
        if event.action in ("bet", "raise", "complete"):
            return f"{who} cbr {_toml(_money(event.stake))}"
    return ""


def _money(cents: Any) -> Any:
    if isinstance(cents, list):
        return [_money(one) for one in cents]
    return Decimal(cents) / 100 if cents % 100 else cents // 100


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return str(value)
