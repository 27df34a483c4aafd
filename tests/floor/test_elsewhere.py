"""Results from elsewhere: judged by the sheet alone, and refused in one sentence where they are none."""

from math import sqrt

import pytest

from houseway.floor.elsewhere import judged, read
from houseway.floor.theory import Known, known_of
from houseway.games import game
from houseway.pricing import price
from houseway.rules.strict import RulesError
from houseway.rules.submission import house_rules

HEAD = "wager,hands,handle,win\n"


@pytest.fixture(scope="module")
def baccarat() -> Known:
    return known_of(price(house_rules(game("cash-in-baccarat").rules)))


def test_a_month_that_comes_out_as_it_should_has_no_finding(baccarat: Known) -> None:
    sheet = price(house_rules(game("cash-in-baccarat").rules))
    edge = -sheet.wager("player").expectation
    win = round(edge * 3_000_000_00 / 100)
    found = judged(read(f"{HEAD}player,30000,3000000,{win}\n"), baccarat)
    (line,) = found.lines
    assert not line.finding and line.handle == 3_000_000_00
    assert line.theory == pytest.approx(float(edge * 3_000_000_00), rel=1e-9)
    one = sheet.wager("player").outcomes.standard_deviation
    assert line.deviation == pytest.approx(one * 100_00 * sqrt(30_000), rel=1e-9)  # a hundred dollars a hand
    assert line.z == pytest.approx(0, abs=0.01)


def test_six_deviations_are_found_and_the_other_wager_is_not(baccarat: Known) -> None:
    found = judged(read(f'{HEAD}Player,30000,"$3,000,000",-61800\ntie, 4000, 40000.00, 5200.50\n'), baccarat)
    assert [line.finding for line in found.lines] == [True, False, True]
    assert found.lines[0].z == pytest.approx(-6.0, abs=0.05)
    assert "won less than chance allows" in found.lines[0].why
    assert found.lines[1].win == 5200_50
    assert found.lines[2].name == "cash-in-baccarat"


def test_a_wager_that_grows_is_judged_by_all_that_is_wagered() -> None:
    sheet = price(house_rules(game("top-five-poker").rules))
    ante = sheet.wager("ante")
    assert ante.action is not None
    handle = round(1000 * 10_00 * ante.action)
    (line,) = judged(read(f"{HEAD}ante,1000,{handle // 100}.{handle % 100:02},0\n"), known_of(sheet)).lines
    assert line.theory == pytest.approx(float(-ante.expectation * 1000 * 10_00), rel=1e-5)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "must name the columns wager, hands, handle, win"),
        ("wager,hands\nplayer,1\n", "must name the columns"),
        (HEAD, "has no results"),
        (HEAD + "player,1,2\n", "line 2: expected 4 values"),
        (HEAD + "player,-3,100,1\n", "line 2: hands must be a whole number above nothing, not '-3'"),
        (HEAD + "player,0,100,1\n", "hands must be a whole number"),
        (HEAD + "player,١٢,100,1\n", "hands must be a whole number"),
        (HEAD + "player,1e9,100,1\n", "hands must be a whole number"),
        (HEAD + "player,10,nan,1\n", "handle must be an amount of dollars"),
        (HEAD + "player,10,0,1\n", "handle must be more than nothing"),
        (HEAD + "player,10,100,1.005\n", "win must be an amount of dollars"),
        (HEAD + "player,10,100," + "9" * 400 + "\n", "win must be an amount of dollars"),
        (HEAD + "player,10,100,1\n" * 2001, "in up to 2,000 lines"),
        ('"' + "x" * 200_000, "is not a file of comma-separated values"),
    ],
)
def test_what_is_no_result_is_refused_by_its_line(text: str, said: str) -> None:
    with pytest.raises(RulesError) as refused:
        read(text)
    assert said in str(refused.value) and "\n" not in str(refused.value) and len(str(refused.value)) < 200


def test_a_wager_that_the_game_has_not_is_refused_with_those_it_has(baccarat: Known) -> None:
    with pytest.raises(RulesError, match="'dragon' is not a priced wager of Cash-In Baccarat: player, banker"):
        judged(read(f"{HEAD}dragon,10,100,1\n"), baccarat)
