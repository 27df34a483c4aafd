"""PP-13: the blinds, antes, forced bets and buy-ins of pot games that are the operator's."""

import pytest

from houseway.games import catalogue, game
from houseway.play.ask import Refused
from houseway.play.driver import Driver
from houseway.play.pot import Bet
from houseway.prove.check import check
from houseway.prove.placard import placard
from houseway.rules.models import Setting
from houseway.rules.submission import Choices, house_rules
from tests.games.pot.hands import deal

POT = [id for id, one in catalogue().items() if one.rules.bank == "pot"]


def _table(id: str, **options: Setting) -> Driver:
    return Driver(game(id), house_rules(game(id).rules, Choices(options=options)))


def _errors(id: str, **options: str) -> list[str]:
    chosen = "".join(f'{name} = "{value}"\n' for name, value in options.items())
    text = f'facility = "A"\n[[tables]]\nname = "One"\ngame = "{id}"\n[tables.options]\n{chosen}'
    return [found.what for found in check(text, name="one.toml").findings if found.severity == "error"]


def _refusal(driver: Driver, amount: int, who: str = "seat 1") -> str:
    before = driver.table.state()
    with pytest.raises(Refused) as refused:
        driver.buy_in(who, amount)
    assert driver.table.state() == before
    return str(refused.value)


def test_PP_13_a_no_limit_buy_in_is_within_the_table_limit() -> None:
    driver = _table("no-limit-holdem", limit="50-200")
    assert _refusal(driver, 49_99) == "a buy-in of $49.99 is not allowed: this table takes $50 to $200 (PP-13)"
    assert _refusal(driver, 200_01).endswith("this table takes $50 to $200 (PP-13)")
    driver.buy_in("seat 1", 50_00)
    driver.buy_in("seat 2", 200_00)


def test_PP_13_chips_are_added_up_to_the_most_and_a_lost_stack_is_bought_anew() -> None:
    driver = _table("no-limit-holdem", limit="50-200")
    driver.buy_in("seat 1", 150_00)
    expected = "a buy-in of $50.01 is not allowed: the stack may then be $200 at most (PP-13)"
    assert _refusal(driver, 50_01) == expected
    driver.buy_in("seat 1", 1_00)  # any amount beside a stack
    driver.table.ledger.move("seat 1", "cage", 151_00)
    assert "this table takes $50 to $200" in _refusal(driver, 1_00)


def test_PP_13_the_highest_limit_has_no_most() -> None:
    driver = _table("no-limit-holdem", limit="1000+")
    assert _refusal(driver, 999_00) == "a buy-in of $999 is not allowed: this table takes at least $1,000 (PP-13)"
    driver.buy_in("seat 1", 500_000_00)


@pytest.mark.parametrize("id", POT)
def test_PP_13_every_pot_game_may_have_buy_ins_of_the_operator_s(id: str) -> None:
    within = "200-800" if id == "no-limit-holdem" else "40-80"
    assert _errors(id, buy_in=within) == []
    driver = _table(id, buy_in=within)
    least, most = (int(end) * 100 for end in within.split("-"))
    assert f"this table takes ${least // 100} to ${most // 100} (PP-13)" in _refusal(driver, least - 1)
    driver.buy_in("seat 1", most)
    assert _errors(id, buy_in="80-40") == ['buy_in write limits as text, the least first, as in "10-300"']


def test_PP_13_an_operator_s_buy_in_is_within_the_printed_limit() -> None:
    (sentence,) = _errors("no-limit-holdem", limit="100-1000", buy_in="50-800")
    assert sentence == 'buy_in can\'t be 50: at least 100 with limit = "100-1000"'
    (sentence,) = _errors("no-limit-holdem", limit="100-1000", buy_in="100-1001")
    assert sentence.startswith("buy_in can't be 1001: at most 1000")


def test_PP_13_no_limit_blinds_are_the_operator_s_and_the_big_one_is_the_least_bet() -> None:
    hand = deal("no-limit-holdem", "500 500 500", blinds="5-10")
    assert [one.amount for one in hand.of(Bet)] == [5_00, 10_00]
    assert "raise to 20 to 500" in hand.ask.prompt()
    hand.go("3 call", "1 call", "2 check")
    assert "bet 10 to 490" in hand.ask.prompt()
    assert _errors("no-limit-holdem", blinds="5-10") == []
    assert _errors("no-limit-holdem", blinds="10-5") != []


@pytest.mark.parametrize(
    ("id", "limit", "lower"), [("limit-holdem", "6-12", 6), ("omaha", "8-16", 8), ("big-o", "5-100", 5)]
)
def test_PP_13_a_small_blind_is_the_operator_s_up_to_the_lower_bet(id: str, limit: str, lower: int) -> None:
    hand = deal(id, "500 500 500", limit=limit, small_blind="1")
    assert [one.amount for one in hand.of(Bet)] == [1_00, lower * 100]
    (sentence,) = _errors(id, limit=limit, small_blind=str(lower + 1))
    assert sentence == f'small_blind can\'t be {lower + 1}: at most {lower} with limit = "{limit}"'


@pytest.mark.parametrize(("id", "limit"), [("limit-holdem", "3-6"), ("omaha", "4-8"), ("omaha-hi-lo", "4-8")])
def test_PP_13_blinds_that_are_printed_stand(id: str, limit: str) -> None:
    assert _errors(id, limit=limit, small_blind="1") == []
    assert _errors(id, limit=limit, small_blind="2") == [f'small_blind can\'t be 2: at most 1 with limit = "{limit}"']


def test_PP_13_antes_and_forced_bets_of_stud_are_the_operator_s() -> None:
    hand = deal("seven-card-stud", "100 100", limit="8-16", ante="0.50", bring_in="3")
    assert [one.amount for one in hand.of(Bet)] == [50, 50]
    assert hand.ask.answers() == ("bring in", "complete to 8")
    hand.driver.answer(hand.ask.who, "bring in")
    assert hand.of(Bet)[-1].amount == 3_00
    assert _errors("seven-card-stud", limit="8-16", bring_in="9") != []
    assert _errors("seven-card-stud-hi-lo", limit="8-16", ante="3") == []
    assert _errors("seven-card-stud-hi-lo", limit="4-8", ante="3") != []  # printed


def test_PP_13_a_placard_shows_the_amounts_of_the_table() -> None:
    rules = house_rules(game("no-limit-holdem").rules, Choices(options={"blinds": "5-10", "buy_in": "200-800"}))
    rows = {name: told for section in placard(rules).sections for name, told in section.rows}
    assert rows["Blinds"] == "$5 and $10" and rows["Buy-in"] == "$200 to $800"
    assert rows["Bets"].startswith("$10 or more")


def test_PP_26_where_the_first_wager_is_one_of_the_three_raises() -> None:
    for later, capped in (("bet and three raises", 4), ("three raises", 3)):
        hand = deal("big-o", "500 500 500", later_rounds=later).go("3 call", "1 call", "2 check")
        for made in range(capped):
            assert any(word.startswith(("bet", "raise")) for word in hand.ask.answers()), made
            hand.driver.answer(hand.ask.who, "raise" if made else "bet")
        assert hand.ask.answers() == ("call", "fold")
    with pytest.raises(ValueError, match=r"three raises were made \(PP-26\)"):
        hand.driver.answer(hand.ask.who, "raise to 20")


def test_PP_26_before_the_flop_three_raises_come_after_the_blind_either_way() -> None:
    hand = deal("big-o", "500 500 500", later_rounds="three raises").go("3 raise", "1 raise", "2 raise")
    assert hand.ask.answers() == ("call", "fold")


def test_ALL_1_the_operator_s_amounts_are_in_the_table_s_chips() -> None:
    assert _errors("no-limit-holdem", blinds="2.50-5", smallest_chip="0.50") == []
    (sentence,) = _errors("no-limit-holdem", blinds="2.50-5", smallest_chip="1")
    assert sentence == "blinds, $2.50, is not a whole number of $1 chips"
    assert _errors("seven-card-stud", ante="0.50", smallest_chip="1") == [
        "ante, $0.50, is not a whole number of $1 chips"
    ]
