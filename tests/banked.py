"""Short ways to say what happened at a table that a player banks, for the tests of such games."""

from typing import Any

from houseway.games import game
from houseway.play.driver import Driver
from houseway.play.scenario import Played, play, read
from houseway.rules.money import cents

Row = tuple[str, str, str, str]  # wager, result, paid, and what of a losing stake went back


def played(text: str) -> Played:
    scenario = read(text, name="the scenario")
    return play(scenario, game(scenario.game))


def rows(done: Played, seat: int, backline: int | None = None) -> list[Row]:
    """What came of each wager of a bettor, in the order of settlement."""
    found = _seat(done.report(), seat, backline)
    return [(row["wager"], row["result"], row["paid"], row.get("returned", "0")) for row in found["wagers"]]


def net(done: Played, seat: int, backline: int | None = None) -> int:
    return _signed(_seat(done.report(), seat, backline)["net"])


def bank_net(done: Played) -> int:
    return _signed(done.report()["bank"]["net"])


def fees(done: Played) -> int:
    return _signed(done.report()["fees"])


def _signed(amount: str) -> int:
    return -cents(amount[1:]) if amount.startswith("-") else cents(amount)


def _seat(report: dict[str, Any], seat: int, backline: int | None) -> dict[str, Any]:
    return next(one for one in report["seats"] if one["seat"] == seat and one.get("backline") == backline)


def answered(driver: Driver, *answers: tuple[str, str]) -> None:
    for who, answer in answers:
        driver.answer(who, answer)
