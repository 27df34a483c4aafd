"""Wagers of Party Craps followed from flip to flip at a table: each is placed again as soon as it is decided."""

from collections import Counter
from fractions import Fraction

from houseway.cards.shuffle import seed_from
from houseway.games.craps.party_craps.count.pricing import STAKE, net
from houseway.games.craps.party_craps.round import ON, remembered, wagers_form
from houseway.play.driver import Driver
from houseway.play.outcome import Result
from houseway.play.player_dealer import DECLINE
from houseway.play.standing import Moved
from houseway.play.table import Settled
from houseway.pricing.banking.played import Rounds
from houseway.pricing.counting.work import Progress
from houseway.pricing.papers.sheet import Sheet
from houseway.pricing.points import is_priced_on
from houseway.rules.money import dollars

_SAID = 200  # flips between two words on progress
_SECOND = "seat 2"  # makes the horn, whose parts would lie on the same spots as wagers of the first
_HORN = ("horn", "field")
_MOVING = ("come", "dont-come", "big-6", "big-8")  # not made again while the one before lies on its number

Placed = dict[tuple[str, str], tuple[str, int]]  # by seat and spot: the wager, and the point when it was made


def followed(sheet: Sheet, flips: int, seed: str, progress: Progress | None = None) -> dict[str, Counter[Fraction]]:
    """What every priced wager came to over so many flips, as often as it was decided, in stakes."""
    placed: Placed = {}
    found: dict[str, Counter[Fraction]] = {wager.wager: Counter() for wager in sheet.wagers}
    table = Rounds(sheet.rules, ["", ""], lambda driver, ask: "")
    driver = table.driver
    for flip in range(flips):
        driver.begin(seed_from(f"{seed} {flip}"))
        while driver.open:
            ask = next(iter(driver.asks.values()))
            if ask.what == "wagers":
                driver.answer(ask.who, _bets(driver, ask.who, placed, sheet.stake or STAKE))
            else:
                driver.answer(ask.who, f"bank {dollars(table.coverage)}" if ask.who == table.bank else DECLINE)
        _decided(sheet, driver.table.settled, placed, found)
        for event in driver.events:
            if isinstance(event, Moved):
                placed[event.who, event.to] = placed.pop((event.who, event.wager))
        if progress and (flip + 1) % _SAID == 0:
            progress(flip + 1, flips)
    return found


def _decided(sheet: Sheet, settled: list[Settled], placed: Placed, found: dict[str, Counter[Fraction]]) -> None:
    results: dict[tuple[str, str, int], list[Fraction]] = {}
    for one in settled:
        assert one.outcome.result is not Result.RETURNED, one
        name, point = placed.pop((one.owner, one.outcome.wager))
        results.setdefault((one.owner, name, point), []).append(net(one.outcome))
    for (_, name, point), parts in results.items():
        found[_priced_as(sheet, name, point)][sum(parts, Fraction(0)) / len(parts)] += 1


def _bets(driver: Driver, who: str, placed: Placed, stake: int) -> str:
    """Every wager that is offered and does not stand already; what sleeps on the come-out is called on."""
    form = wagers_form(driver.table, who)
    point = remembered(driver.table)["point"]
    said = [ON] if ON in form.calls else []
    for name, spot in form.spots.items():
        moved = any(wager.startswith((f"{name}-", f"established-{name}")) for wager in form.standing)
        mine = name in _HORN if who == _SECOND else name != _HORN[0]
        if mine and name not in form.standing and not (moved and name in _MOVING):
            said.append(f"{name} {dollars(min(stake, spot.high))}")
            for part in driver.table.rules.wagers[name].spots or (name,):
                placed[who, part] = (name, point)
    return ", ".join(said) or "no bet"


def _priced_as(sheet: Sheet, name: str, point: int) -> str:
    """The sheet's name for a wager made on a point, where that matters."""
    for wager in sheet.wagers:
        if wager.wager == name or is_priced_on(wager.wager, name, point):
            return wager.wager
    raise AssertionError(f"{name} on {point} has no price")
