"""A clause opens what it means: the very clause and no other, with the figures of the table."""

import re
from collections.abc import Iterator

import pytest

from houseway.games import catalogue, game
from houseway.rules.citations import rulebook
from houseway.rules.clauses import BookClauses, book_clauses
from houseway.rules.folders import game_folders
from houseway.rules.meaning import _all, meanings, names, pays_text, readings
from houseway.rules.resolved import Rules, resolve
from houseway.rules.strict import RulesError, read_model
from houseway.rules.submission import house_rules
from tests.rounds import Setup, begin, played, tables

CRISS_CROSS = game("criss-cross-poker").rules


def told(cited: str, **choices: object) -> list[str]:
    rules = house_rules(CRISS_CROSS) if not choices else resolve(CRISS_CROSS, **choices)  # type: ignore[arg-type]
    return [f"{one.about}: {one.words}" for one in meanings(rules, cited)]


def test_a_citation_names_a_clause_and_not_what_stands_above_or_below_it() -> None:
    assert names("12.A(9), CC-3", "12.A(9)") and names("Round of Play 4 and 7.B; 8", "7.B")
    assert not names("12.A(9)", "12.A") and not names("12.A", "12.A(9)")
    assert not names("Round of Play 13", "Round of Play 1") and not names("Bonus Payoff", "Payoff")
    assert not names("12.A", "")


def test_a_citation_in_short_names_what_follows_a_clause_of_its_own_kind() -> None:
    assert names("Round of Play 9, 10", "Round of Play 10") and names("Round of Play 13(a), 15", "Round of Play 15")
    assert names("Standards of Play 2(A), (B)", "Standards of Play 2(B)") and names("8.F(3), (4)", "8.F(4)")
    assert not names("Round of Play 9, 10", "Round of Play 1")
    assert not names("Round of Play, 10", "Round of Play 10") and not names("12.A, CC-3", "12.CC-3")


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
    assert ante == "Ante: $25 to $100, on each of ante across and ante down, must be placed to play"
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
    assert "The cards at the flop are turned up" in [one.words for one in meanings(ultimate, "Round of Play 2")]
    baccarat = house_rules(game("cash-in-baccarat").rules)
    opened = [one for one in _all(baccarat) if one.about == "Course of the round"]
    assert len(opened) > 4 and all(one.clause and one.words for one in opened)


TABLES = 12  # of each game, every one with other choices of the house


def cited(id: str) -> Iterator[tuple[Rules, set[str]]]:
    """Every clause that somebody at a table can open: of what is asked, of what happens, and of how wagers end."""
    different = tables(id)[:TABLES]
    for luck in range(TABLES):
        setup = Setup(id, different[luck] if luck < len(different) else {}, seats=(1, 2, 3), luck=luck)
        driver, rng = setup.driver(), setup.rng()
        clauses = set()
        for _ in range(2):
            begin(driver, rng)
            clauses |= {ask.clause for _ in played(driver, rng) for ask in driver.asks.values()}
            clauses |= {getattr(event, "clause", "") for event in driver.events}
            clauses |= {done.outcome.clause for done in driver.table.settled}
        yield driver.table.rules, clauses - {""}


@pytest.mark.parametrize("id", game_folders())
def test_every_clause_that_is_cited_at_a_table_is_put_in_words(id: str) -> None:
    rulings = catalogue()[id].rules.rulings
    for rules, clauses in cited(id):
        silent = [clause for clause in clauses - rulings.keys() if not meanings(rules, clause)]
        assert not silent


CAPITALS = re.compile(r"\b(?:AMOUNT|CARDS?|COUNT|DEPTH|NUMBER|PLACE|SEAT|SYMBOL|WAGER)\b")


@pytest.mark.parametrize("id", catalogue())
def test_a_clause_is_put_in_words_and_not_in_forms_and_ids(id: str) -> None:
    game = catalogue()[id].rules
    ids = [re.escape(one) for one in (*game.wagers, *game.asks) if "-" in one]
    for one in _all(house_rules(game)):
        assert not CAPITALS.search(one.words), one
        assert not ids or not re.search(rf"(?<![\w-])(?:{'|'.join(ids)})(?![\w-])", one.words), one
        assert not one.words.endswith((".", ":", ",")), one  # a full stop is set where it is shown


def test_what_may_be_answered_is_told_with_the_names_of_wagers() -> None:
    def decisions(id: str, clause: str) -> list[str]:
        rules = house_rules(game(id).rules)
        return [one.words for one in meanings(rules, clause) if one.about == "Decision"]

    bet = "Asked of one seat: check, call, fold, bet an amount or raise to an amount"
    assert f"At your turn in each round of betting. {bet}" in decisions("no-limit-holdem", "Dealing Procedures 2")
    (preflop,) = decisions("ultimate-texas-holdem", "Round of Play 1")
    assert preflop.endswith("Asked of one seat: Play for 3 or 4 times the ante, or check")
    (wagers,) = decisions("three-card-poker", "Round of Play 3")
    assert wagers == "Asked of every seat and backline bettor at once: Ante, Pair & Up, Bonus 6 or sit out"
    (play,) = decisions("pontoon-21", "7.H(2)")
    assert play.endswith("hit, stand, double, double for less, split, surrender or refuse")


def test_a_bet_without_limits_of_its_own_says_what_it_is_about() -> None:
    rules = house_rules(game("no-limit-holdem").rules)
    (bets,) = [one for one in meanings(rules, "Dealing Procedures 2") if one.about == "Bets and raises"]
    assert bets.words == "What you put in at your turn: a bet, a call or a raise"


def test_a_collection_opens_its_rates_by_every_name_it_is_cited_by() -> None:
    chinese = house_rules(game("chinese-poker").rules)
    assert "$10" in [one.words for one in meanings(chinese, f"Collection Procedure {chinese.options['schedule']}")]
    limit = resolve(game("limit-holdem").rules, {"limit": "3-6"})
    cited = "GEGA-002034, Limit Texas Hold'em (GEGA-000669), schedule option 3"
    (rate,) = [one for one in meanings(limit, cited) if one.about == "Collection, by the players"]
    assert rate.words == "4 players or fewer: $2"


@pytest.mark.parametrize("id", game_folders())
def test_only_clauses_of_the_rulebook_are_put_in_words(id: str) -> None:
    assert set(book_clauses(id).words) <= set(rulebook(id).clauses)


def test_words_for_a_clause_are_whole_sentences() -> None:
    with pytest.raises(RulesError, match=r"a.toml, line 1: words: 5.A: write a sentence"):
        read_model(BookClauses, '[words]\n"5.A" = "shuffle"', name="a.toml")
