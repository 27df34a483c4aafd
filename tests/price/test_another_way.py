"""A re-price from counts made once, against the whole game counted with the pays in every loop: the same figures."""

import hashlib
import json
import os
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

import houseway
from houseway.games.ante_and_raise.ultimate_texas_holdem.count import pricing as ultimate_texas_holdem
from houseway.games.maryland_poker.criss_cross_poker.count import crosses
from houseway.games.maryland_poker.criss_cross_poker.count import pricing as criss_cross_poker
from houseway.rules.files import game_rules
from houseway.rules.resolved import resolve
from tests.games.maryland_poker.criss_cross_poker.test_price import SMALL_PACK
from tests.price import another_way

# Packs of fours of a kind, in which what the blind pays decides many flops, some of them exactly evenly.
FOURS = {
    "three fours": (3, 15, 20, 21, 22, 23, 33, 40, 41, 42, 43, 44, 45, 46, 47),
    "low four": (4, 8, 10, 11, 12, 13, 14, 15, 21, 28, 44, 45, 46, 47),
    "two fours": (4, 5, 6, 7, 24, 25, 26, 27, 29, 31, 40, 47),
}
BLINDS = ("push", "1:3", "1:1", "40:1")

CROSS_PACKS = {
    "one suit and more": (*range(0, 48, 4), 1, 2),
    "fours": (16, 17, 18, 19, 36, 37, 38, 39, 44, 45, 46, 47, 50, 51),
}
CROSS_PAYS: tuple[dict[str, str], ...] = (
    {},
    {"straight": "7:2", "pair-J": "push", "flush": "1:1"},
    {"two-pair": "3:2", "pair-6": "1:3", "four-of-a-kind": "0:1"},
    {"pair-6": "5:1", "royal-flush": "100000:1"},
)


@pytest.fixture(autouse=True, scope="module")
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOUSEWAY_CACHE", str(tmp_path_factory.mktemp("counts")))
        yield


def there(results: dict[Fraction, int]) -> dict[Fraction, int]:
    return {result: many for result, many in results.items() if many}


@pytest.mark.parametrize("pack", FOURS.values(), ids=FOURS.keys())
def test_holdem_is_the_same_where_the_blind_decides_flops_and_rivers(pack: tuple[int, ...]) -> None:
    signs = set()
    for four in BLINDS:
        pays = {"blind": {"four-of-a-kind": four, "full-house": four, "straight": "5:2"}}
        rules = resolve(game_rules("ultimate-texas-holdem"), pays=pays)
        counted = ultimate_texas_holdem.count(rules, pack=pack)
        expectation, results, *action = another_way.holdem(rules, pack)
        assert counted.tally.expectation == expectation
        assert counted.tally.outcomes().counts == there(results)
        assert [counted.tally.action, counted.most_action] == action
        signs |= set(counted.open_flops.tolist())
    assert len(signs) > 1, "some flop is decided by what the blind pays"


@pytest.mark.parametrize("antes_pay", ["even", "table"])
@pytest.mark.parametrize("pack", CROSS_PACKS.values(), ids=CROSS_PACKS.keys())
def test_criss_cross_is_the_same_under_every_pay_table(pack: tuple[int, ...], antes_pay: str) -> None:
    for pays in CROSS_PAYS:
        rules = resolve(game_rules("criss-cross-poker"), {"antes_pay": antes_pay}, pays={"criss-cross": pays})
        counted = criss_cross_poker.count(rules, pack=pack)
        expectation, results, least, most = another_way.criss_cross(rules, pack)
        assert counted.expectation == expectation
        assert (counted.tally.outcomes().counts, counted.tally.action) == (results, least)
        assert counted.most_action == most


def test_crosses_that_need_more_room_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = criss_cross_poker.bets(resolve(game_rules("criss-cross-poker"))).line_of_rank
    pack = CROSS_PACKS["fours"]
    found = crosses.of_hole((16, 36), pack, lines)
    monkeypatch.setattr(crosses, "_ROOM", 16)
    again = crosses.of_hole((16, 36), pack, lines)
    assert len(found["kinds"]) > 4
    assert all((found[name] == again[name]).all() for name in found)


def test_crosses_with_one_pair_across_are_those_of_every_pair() -> None:
    """Counted with numpy for one answer, and all together by the compiled count."""
    lines = criss_cross_poker.bets(resolve(game_rules("criss-cross-poker"))).line_of_rank
    pack, hole = CROSS_PACKS["fours"], (16, 36)
    of_pair: Counter[bytes] = Counter()
    left = [card for card in pack if card not in hole]
    for across in combinations(left, 2):
        found = crosses.with_across(hole, across, pack, lines)
        of_pair.update({kind.tobytes(): int(many) for kind, many in zip(found["kinds"], found["many"], strict=True)})
    every = crosses.of_hole(hole, pack, lines)
    together: Counter[bytes] = Counter()
    for row, weight in enumerate(every["weights"].tolist()):
        for at in range(every["rows"][row], every["rows"][row + 1]):
            together[every["kinds"][every["which"][at]].tobytes()] += weight * int(every["many"][at])
    assert of_pair == together


def test_pays_beyond_the_numbers_of_the_machine_are_exact() -> None:
    """Where one line pays that much nothing else decides: the expectation is a straight line in what it pays."""

    def at(pays: int, **others: str) -> tuple[Fraction, bool]:
        lines = {"straight-flush": f"{pays}:3", **{name.replace("_", "-"): odds for name, odds in others.items()}}
        counted = criss_cross_poker.count(
            resolve(game_rules("criss-cross-poker"), pays={"criss-cross": lines}), pack=SMALL_PACK
        )
        assert counted.tally.outcomes().expectation == counted.expectation
        return counted.expectation, counted.crosses.dtype is object

    # What a royal flush pays decides nothing in a pack without one; a denominator like this makes every number vast.
    most = 999_999_999
    (low, one), (high, two), (higher, three) = at(10**6), at(2 * 10**6), at(most, royal_flush=f"1:{most - 2}")
    assert (one, two, three) == (False, False, True)
    assert higher == low + (high - low) * (most - 10**6) / 10**6


LINE = ("line", "pays", "clause", "count", "probability", "return")


def digest(sheet: dict[str, Any]) -> str:
    main = sheet["wagers"][0]
    lines = [{key: line[key] for key in LINE if key in line} for line in main["lines"]]
    said = [main["distribution"], lines, main["action"], [chart["cells"] for chart in sheet["strategy"]]]
    said.append([simple["expectation"] for simple in sheet["simple_strategies"]])
    return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()[:16]


ALL_PUSH = ("royal-flush", "straight-flush", "four-of-a-kind", "full-house", "flush", "straight")
# Figures of the whole pack, each counted with the pays in every loop: expectation, and a digest of everything else.
PINNED: list[tuple[str, dict[str, Any], str, str]] = [
    ("criss-cross-poker", {}, "-579091/6689228", "1982819d1e39409a"),
    ("criss-cross-poker", {"antes_pay": "table"}, "9846901/50896300", "2e1fb387e90da21c"),
    (
        "criss-cross-poker",
        {"criss_cross": {"straight": "7:2", "pair-J": "push", "flush": "1:1"}},
        "-467523/415480",
        "88cafa7696fab5e8",
    ),
    (
        "criss-cross-poker",
        {"criss_cross": {"royal-flush": "0:1", "two-pair": "3:2", "pair-6": "1:3"}, "antes_pay": "table"},
        "965327738/2633883525",
        "0340993a1b601e0e",
    ),
    (
        "criss-cross-poker",
        {"criss_cross": dict.fromkeys((*ALL_PUSH, "three-of-a-kind", "two-pair", "pair-J", "pair-6"), "push")},
        "-424/221",
        "5bb761c2684e5e43",
    ),
    (
        "criss-cross-poker",
        {"criss_cross": {"royal-flush": "20000:1", "pair-6": "5:1"}},
        "1012540303/135070950",
        "a9cb0ac9ebc9ae5b",
    ),
    ("ultimate-texas-holdem", {}, "-50643648973/2317817502000", "d0071f67397976ed"),
    ("ultimate-texas-holdem", {"blind": {"flush": "1:1"}}, "-38435251/1107414000", "cba85621f8bdbc7c"),
    (
        "ultimate-texas-holdem",
        {"blind": dict.fromkeys(ALL_PUSH, "push")},
        "-1455233980597/6953452506000",
        "f928d3720b8b217a",
    ),
    (
        "ultimate-texas-holdem",
        {"blind": {"straight": "5:2", "flush": "push"}},
        "-1491613999/331116786000",
        "4c3b5713fda1ae68",
    ),
    (
        "ultimate-texas-holdem",
        {"blind": {"straight": "30:1", "flush": "40:1", "full-house": "50:1", "four-of-a-kind": "7:3"}},
        "5387076474583/1738363126500",
        "269a41a254d0b7d4",
    ),
    (
        "ultimate-texas-holdem",
        {"blind": {"royal-flush": "1000000:1"}},
        "71259683351027/2317817502000",
        "b7d5bca0a8fa4f06",
    ),
]


def test_whole_games_under_edited_pay_tables_have_their_known_figures_without_another_count(tmp_path: Path) -> None:
    counts = Path(os.environ["HOUSEWAY_CACHE"])
    counted = set()
    for game, edits, expectation, figures in PINNED:
        before = set(counts.rglob("*"))
        sheet = houseway.price(game, **edits).data()
        if game in counted:
            assert set(counts.rglob("*")) == before, "a new pay table is not counted again"
        counted.add(game)
        assert sheet["wagers"][0]["expectation"]["fraction"] == expectation
        assert digest(sheet) == figures
