"""The soak's own judgement, and that its people use every part of a house."""

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
import uvloop

from houseway.wire.viewing import Ask
from tests.serve.house import House
from tests.soak.judging import FEWEST, Found, Sample, errors_in, not_level
from tests.soak.running import answer, ranges, soaked


def samples(megabytes: Callable[[int], float], *, files: int = 90, late: float = 20.0) -> list[Sample]:
    return [Sample(at, megabytes(at), files, late, 100) for at in range(30)]


def test_what_fills_up_at_first_and_then_stays_is_level() -> None:
    assert not_level(samples(lambda at: 200 + 10 * min(at, 10))) == []


def test_what_grows_to_the_end_is_not() -> None:
    (said,) = not_level(samples(lambda at: 200 + 4 * at))
    assert said == "258.0 MB in memory in the middle third, and 298.0 in the last"


def test_one_bad_moment_decides_nothing() -> None:
    assert not_level(samples(lambda at: 900 if at == 29 else 200)) == []


@pytest.mark.parametrize(("files", "late"), [(200, 20.0), (90, 200.0)])
def test_files_and_answer_times_are_judged_too(files: int, late: float) -> None:
    def level(at: int) -> float:
        return 200

    assert len(not_level(samples(level)[:20] + samples(level, files=files, late=late)[20:])) == 1


def test_too_few_samples_tell_nothing() -> None:
    assert "too few" in not_level(samples(lambda at: 200)[: FEWEST - 1])[0]


@pytest.mark.parametrize(
    "line",
    [
        "ERROR:houseway.serve:x",
        "Traceback (most recent call last):",
        "ValueError: x\nTask Exception was never",
        "a bot found no answer",
    ],
)
def test_an_error_in_the_log_is_found(line: str) -> None:
    assert errors_in(f"INFO: fine\n{line}\nINFO: fine")
    assert not errors_in("INFO: fine\n  prices http://localhost/price")


def test_what_failed_and_what_was_never_used_is_said() -> None:
    found = Found(wanted=frozenset({"a", "b"}), samples=samples(lambda at: 200))
    found.used["a"] += 1
    found.failed["500 for a"] += 2
    assert found.problems("") == ["500 for a, 2 times", "never used: b"]


def test_ranges_differ_and_wagers_are_the_least_that_is_required() -> None:
    rng = Random(1)
    assert len({ranges(rng) for _ in range(50)}) == 50
    plain = {"maximum": "100", "bets": 1, "needs": None, "clause": ""}
    ante = {"wager": "ante", "minimum": "5", "required": True, **plain}
    bonus = {"wager": "bonus", "minimum": "1", "required": False, **plain}
    form = {"form": "wagers", "spots": [ante, bonus], "stack": "100"}
    asked = Ask.model_validate({"who": "seat 1", "what": "wagers", "clause": "", "forms": [form], "default": ""})
    assert answer(asked, rng) == "ante 5"


def test_a_house_is_used_by_all_of_them_and_nothing_fails(tmp_path: Path) -> None:
    """Until every part but the games was used, however long that takes here."""
    log = tmp_path / "log"
    house = House(f"sqlite:///{tmp_path / 'house.db'}", "--only", "criss-cross-poker", "--bots", "1", log=log).start()
    try:
        found = uvloop.run(soaked(house, seconds=float("inf"), told=lambda line: None, until_used=True))
    finally:
        house.stop()
    assert not found.failed and not found.wanted - found.used.keys()
    assert not errors_in(log.read_text(encoding="utf-8"))
