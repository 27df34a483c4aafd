"""A clause opens what it means: the very clause and no other, with the figures of the table."""

import pytest

from houseway.games import catalogue, game
from houseway.rules.meaning import _all, meanings, names, pays_text, readings
from houseway.rules.resolved import resolve
from houseway.rules.submission import house_rules

CRISS_CROSS = game("criss-cross-poker").rules


def told(cited: str, **choices: object) -> list[str]:
    rules = house_rules(CRISS_CROSS) if not choices else resolve(CRISS_CROSS, **choices)  # type: ignore[arg-type]
    return [f"{one.about}: {one.words}" for one in meanings(rules, cited)]


def test_a_citation_names_a_clause_and_not_what_stands_above_or_below_it() -> None:
    assert names("12.A(9), CC-3", "12.A(9)") and names("Round of Play 4 and 7.B; 8", "7.B")
    assert not names("12.A(9)", "12.A") and not names("12.A", "12.A(9)")
    assert not names("Round of Play 13", "Round of Play 1") and not names("Bonus Payoff", "Payoff")
    assert not names("12.A", "")


def test_a_pay_line_says_its_odds_and_an_operators_odds_where_they_are_others() -> None:
    assert told("12.A(9)") == ["Criss Cross wagers: Pair of jacks or better pays 1 to 1"]
    assert told("12.A(10)") == ["Criss Cross wagers: Pair of 6s to 10s: the wager goes back"]
    no_wheels = {"bonus_spin": False, "bonus_spin_xtreme": False}
    edited = told("12.C(5)", options=no_wheels, pays={"five-card-bonus": {"flush": "9:1"}})
    assert edited == ["Five Card Bonus: Flush pays 9 to 1"]


def test_a_wager_says_the_limits_of_this_table() -> None:
    limits = {"ante": {"minimum": "25", "maximum": "100"}}
    no_wheels = {"bonus_spin": False, "bonus_spin_xtreme": False}
    (ante,) = told("7.E(1)", options=no_wheels, limits=limits)
    assert ante == "Ante: $25 to $100, on each of ante-across, ante-down, must be placed to play"
    assert "Across: 1, 2 or 3 times the ante" in told("11.B(1)(a)")


@pytest.mark.parametrize("id", catalogue())
def test_every_pay_line_wager_and_ruling_is_opened_by_its_clause(id: str) -> None:
    rules = house_rules(game(id).rules)
    for table in rules.pay_tables.values():
        for line in table.lines:
            opened = [one for one in meanings(rules, line.clause) if one.about == table.name]
            label = line.label[:1].upper() + line.label[1:]
            odds = "" if line.pays is None or table.points else f" pays {pays_text(str(line.pays))}"
            assert any(one.words.startswith(label) and one.words.endswith(odds) for one in opened)
    for wager in rules.wagers.values():
        assert meanings(rules, wager.clause), wager.name
    for name, ruling in rules.game.rulings.items():
        assert readings(rules, f"1.A, {name}")[name] == ruling
        assert name in readings(rules, ruling.clause)


def test_steps_of_the_course_of_a_round_have_a_sentence_of_our_own() -> None:
    ultimate = house_rules(game("ultimate-texas-holdem").rules)
    assert [
        one.words for one in meanings(ultimate, "Dealing procedures 4(b)") if one.about == "Course of the round"
    ] == ["2 cards dealt to the player-dealer"]
    assert "No more bets are taken" in [one.words for one in meanings(ultimate, "Dealing procedures 1(a)")]
    assert "The cards at flop are turned up" in [one.words for one in meanings(ultimate, "Round of Play 2")]
    baccarat = house_rules(game("cash-in-baccarat").rules)
    opened = [one for one in _all(baccarat) if one.about == "Course of the round"]
    assert len(opened) > 4 and all(one.clause and one.words for one in opened)
