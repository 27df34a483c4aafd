"""Placards: everything the rulebook wants posted, on one sheet, in HTML and PDF."""

import re
from typing import Any

import pytest

from houseway.games import catalogue, game
from houseway.paper import plain
from houseway.prove.placard import (
    PAPERS,
    Paper,
    Placard,
    Section,
    column_width,
    columns,
    letters,
    measures,
    paper_named,
    placard,
)
from houseway.prove.placard_html import html
from houseway.prove.placard_pdf import pdf
from houseway.rules.files import RulesError, known_games
from houseway.rules.models import Inscription
from houseway.rules.resolved import resolve
from houseway.rules.submission import Choices, house_rules

LETTER = PAPERS["letter"]


def sign(id: str, **options: Any) -> Placard:
    return placard(house_rules(game(id).rules, Choices(options=options)), facility="Lucky & Co.", table="Table 7")


def in_pdf(one: Placard, paper: Paper = LETTER) -> str:
    return pdf(one, paper, compressed=False).decode("latin-1").replace("\\(", "(").replace("\\)", ")")


def test_very_many_limits_are_a_list_that_can_be_read() -> None:
    """Party Craps: twenty-one in a bar would be a millimetre wide."""
    rules = house_rules(game("party-craps").rules)
    one = placard(rules)
    assert one.limits == ()
    limits = next(section for section in one.sections if section.title == "Limits")
    assert limits.clause == "Betting Limits"
    rows = dict(limits.rows)
    assert rows["Pass Line"] == "$10 to $300" and rows["Place 6, 8 to win"] == "$12 to $300"
    assert rows["Lay 4, 10"] == "$20 to $300" and rows["Hop bets"] == "$1 to $25"
    assert rows["Eleven, and the Horn"] == "$1 to $25" and rows["Horn, in four equal parts"] == "$4 to $100"
    size = measures(one, PAPERS["letter"])
    width = column_width(size, len(columns(one.sections)))
    assert letters(one, size.row, width) > 2.0  # millimetres
    assert len(rows) == len(limits.rows)
    for id in catalogue():
        assert len(placard(house_rules(game(id).rules)).limits) <= 6, id


def test_2_B_5_criss_cross_posts_the_odds_of_every_wager_offered() -> None:
    one = sign("criss-cross-poker")
    odds = {section.title: dict(section.rows) for section in one.sections}
    assert odds["Criss Cross wagers"]["Royal flush"] == "500 to 1"
    assert odds["Criss Cross wagers"]["Pair of 6s to 10s"] == "push"
    assert odds["Five Card Bonus"]["Pair of 6s or better"] == "1 to 1"
    assert any("1 to 1" in notice.text and "Ante" in notice.text for notice in one.notices)
    assert any("$50,000" in notice.text and notice.clause == "12.B" for notice in one.notices)
    assert one.limits == (
        ("Ante", "$5 to $500"),
        ("Five Card Bonus", "$1 to $100"),
        ("Across, Down, Middle", "1 to 3 times the Ante"),
    )


def test_a_wager_that_is_not_offered_is_not_posted() -> None:
    one = sign("criss-cross-poker", five_card_bonus=False)
    assert [section.title for section in one.sections] == ["Criss Cross wagers"]
    assert "Five Card Bonus" not in html(one, LETTER)
    assert "Five Card Bonus" not in in_pdf(one)


@pytest.mark.parametrize(("table", "seven", "five"), [("A", "100 to 1", "5 to 1"), ("B", "200 to 1", "4 to 1")])
def test_2_B_4_top_five_posts_the_pay_table_that_was_chosen(table: str, seven: str, five: str) -> None:
    one = sign("top-five-poker", top_five_pay_table=table)
    bonus = next(section for section in one.sections if section.title == "Top Five Bonus")
    assert bonus.subtitle == f"pay table {table}"
    assert (dict(bonus.rows)["Seven cards"], dict(bonus.rows)["Five cards"]) == (seven, five)


@pytest.mark.parametrize("id", catalogue())
@pytest.mark.parametrize("paper", PAPERS.values(), ids=PAPERS.keys())
def test_every_game_has_its_sign_on_one_sheet_with_every_line(id: str, paper: Paper) -> None:
    one = placard(house_rules(game(id).rules), facility="Demonstration House", table="1")
    page, drawn = html(one, paper), in_pdf(one, paper)
    assert len(re.findall(r"/Type /Page\b", drawn)) == 1
    assert f"size: {paper.width}mm {paper.height}mm" in page
    for section in one.sections:
        for label, pays in section.rows:
            assert plain(label) in drawn and plain(pays) in drawn
            assert f"<b>{pays}</b>" in page
    _check_fits(one, paper)


def _check_fits(one: Placard, paper: Paper) -> None:
    size = measures(one, paper)
    tallest = max(sum(section.units for section in column) for column in columns(one.sections))
    used = size.head + size.limits + size.foot + size.headline * len(one.headlines) + size.row * tallest
    assert used < paper.height
    assert size.row > 3.5  # else nobody can read it across a table


def test_many_tables_still_fit_one_sheet() -> None:
    rows = tuple((f"Hand number {number}", f"{number} to 1") for number in range(9))
    sections = tuple(Section(f"Wager {number}", "pay table A", "12", rows) for number in range(9))
    notice = Inscription(text="A notice of some length that has to be posted here. " * 3, clause="2.B")
    one = Placard(
        "A Game With a Very Long Name Indeed", "House", "1", (("Ante", "$5"),), sections, (notice, notice), "A book."
    )
    assert len(columns(sections)) == 3
    for paper in PAPERS.values():
        _check_fits(one, paper)
    assert "Wager 8" in in_pdf(one)


def test_columns_keep_the_order_and_are_nearly_as_tall() -> None:
    sections = tuple(Section(str(count), "", "", (("a", "b"),) * count) for count in (1, 4, 7))
    assert [[section.title for section in column] for column in columns(sections)] == [["1", "4"], ["7"]]
    assert columns(()) == ((),)


def test_what_an_operator_writes_is_shown_as_text() -> None:
    rules = resolve(game("top-five-poker").rules)
    one = placard(rules, facility="<b>Łódź</b> & “Sons”", table="")
    page = html(one, LETTER)
    assert "&lt;b&gt;Łódź&lt;/b&gt; &amp; “Sons”" in page
    assert "<b>Łódź" not in page
    assert '<B>?ÓDZ</B> & "SONS"' in in_pdf(one)


def test_the_same_sign_is_the_same_file() -> None:
    one = sign("top-five-poker")
    assert pdf(one, LETTER) == pdf(one, LETTER)


def test_a_page_needs_nothing_but_itself() -> None:
    page = html(sign("top-five-poker"), LETTER)
    assert "http" not in page and "src=" not in page and "<script" not in page


def test_a_paper_nobody_has_is_refused() -> None:
    assert paper_named("A4").width == 210
    with pytest.raises(RulesError, match="'legal' is not a paper: letter or a4"):
        paper_named("legal")


def test_pontoon_posts_its_inscriptions_and_the_notice_on_doubled_hands() -> None:
    one = sign("pontoon-21")
    assert [(line.text, line.clause) for line in one.headlines] == [
        ("Blackjack pays 3 to 2", "2.B(3)(a)"),
        ("Insurance pays 2 to 1", "2.B(3)(b)"),
    ]
    assert any("oubled" in notice.text and notice.clause == "2.B(5)" for notice in one.notices)
    assert "Payout odds posted under 2.B(6)." in in_pdf(one)


def _sections(id: str, **options: Any) -> dict[str, dict[str, str]]:
    return {section.title: dict(section.rows) for section in sign(id, **options).sections}


CALIFORNIA = [id for id, one in catalogue().items() if one.rules.rulebook.jurisdiction == "California"]


@pytest.mark.parametrize("id", CALIFORNIA)
def test_GEGA_002034_and_002382_every_table_posts_its_collection(id: str) -> None:
    one = sign(id)
    fees = [section for section in one.sections if section.title.startswith("Collection")]
    assert fees and all("$" in fee for section in fees for _, fee in section.rows)
    assert all(re.search(r"GEGA-\d{6}|, option", section.clause) for section in fees)
    page = html(one, LETTER)
    assert all(label.replace("&", "&amp;") in page for section in fees for label, _ in section.rows)


def test_GEGA_002034_schedule_options_4_to_6_are_posted_at_4_8_with_bets_and_blinds() -> None:
    posted = _sections("limit-holdem", limit="4-8")
    assert posted["Collection"] == {"4 players or fewer": "$3", "5 to 6 players": "$4", "7 players or more": "$5"}
    assert posted["Table limit 4-8"]["Bets"] == "$4 and $8"
    assert posted["Table limit 4-8"]["Blinds"] == "$2 and $4"


def test_GEGA_002382_the_player_dealer_s_fee_is_posted_by_the_total_table_action() -> None:
    posted = _sections("cash-in-baccarat", collection="GEGA-002382/5")
    assert posted["Collection"]["$501 to $1,000"] == "$15"


def test_type_of_gaming_table_ultimate_texas_holdem_is_inscribed_and_raises_are_of_the_ante() -> None:
    one = sign("ultimate-texas-holdem")
    assert "Player/dealer only plays with a pair or higher" in [headline.text for headline in one.headlines]
    assert dict(one.limits)["Play"] == "1 to 4 times the Ante"


def test_bonus_system_1_chinese_points_are_points_and_no_odds() -> None:
    posted = _sections("chinese-poker")
    assert posted["Bonus points of the top segment"]["Three aces"] == "22 points"
    assert posted["Collection"] == {"always": "$10"}


NOT_PAID_BY_THE_TABLE = {"ante-across", "ante-down"}  # Criss Cross: a notice says it, as the option has it


AGAINST_A_BANK = [id for id in known_games() if game(id).rules.bank not in ("pot", "pairwise")]


@pytest.mark.parametrize("id", AGAINST_A_BANK)
def test_every_wager_against_a_bank_has_what_it_pays_posted(id: str) -> None:
    rules = house_rules(game(id).rules)
    spots = {spot for name, wager in rules.wagers.items() for spot in wager.spots or (name,)}
    wheels = {wheel.wager for wheel in rules.progressive.wheels.values()}
    without = spots - set(rules.pay_tables) - wheels - NOT_PAID_BY_THE_TABLE
    posted = "; ".join(section.title for section in placard(rules).sections)
    for spot in without:
        name = rules.wagers[spot].name if not rules.wagers[spot].spots else spot.capitalize()
        assert name in posted, spot


def test_how_winners_are_determined_1_and_2_three_card_poker_posts_what_ante_and_play_pay() -> None:
    assert _sections("three-card-poker")["Ante, Play"] == {
        "The hand wins": "1 to 1",
        "Tie": "push",
        "Ante, player-dealer below queen high": "1 to 1",
        "Play, player-dealer below queen high": "returned",
    }


def test_settling_the_bets_2_a_three_card_texas_holdem_posts_when_the_ante_pushes() -> None:
    assert _sections("three-card-texas-holdem")["Ante, Bet or Fold, Bet or Check"] == {
        "The hand wins": "1 to 1",
        "Tie": "push",
        "Winning Ante, player-dealer below a pair of fours": "push",
    }


def test_round_of_play_9_a_ultimate_texas_holdem_posts_that_the_ante_pushes_below_a_pair() -> None:
    assert _sections("ultimate-texas-holdem")["Ante, Play"]["Ante, player-dealer below a pair"] == "push"


def test_how_each_wager_wins_1_cal_quick_draw_posts_that_play_pays_even_money_and_wins_ties() -> None:
    titles = [(one.title, one.subtitle, one.rows) for one in sign("cal-quick-draw-poker").sections]
    assert titles[0] == ("Play", "", (("The hand wins, or ties", "1 to 1"),))
