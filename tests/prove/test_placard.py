"""Placards: everything the rulebook wants posted."""

import re
from typing import Any

import pytest

from houseway.games import catalogue, game
from houseway.papers import html, pdf
from houseway.papers.sign import described
from houseway.prove.placard import PAPERS, Paper, Placard, paper_named, placard
from houseway.rules.folders import game_folders
from houseway.rules.posted import Section
from houseway.rules.strict import RulesError
from houseway.rules.submission import Choices, house_rules

LETTER = PAPERS["letter"]


def sign(id: str, **options: Any) -> Placard:
    return placard(house_rules(game(id).rules, Choices(options=options)), facility="Lucky & Co.", table="Table 7")


def in_pdf(one: Placard, paper: Paper = LETTER) -> str:
    drawn = pdf.rendered(described(one, paper), compressed=False)
    return drawn.decode("latin-1").replace("\\(", "(").replace("\\)", ")")


def in_html(one: Placard, paper: Paper = LETTER) -> str:
    return html.rendered(described(one, paper))


def test_very_many_limits_are_a_list_by_pay_table() -> None:
    one = placard(house_rules(game("party-craps").rules))
    assert one.limits == ()
    limits = next(section for section in one.sections if section.title == "Limits")
    assert limits.clause == "Betting Limits"
    rows = dict(limits.rows)
    assert rows["Pass Line"] == "$10 to $300" and rows["Place 6, 8 to win"] == "$12 to $300"
    assert rows["Lay 4, 10"] == "$20 to $300" and rows["Hop bets"] == "$1 to $25"
    assert rows["Craps Two, Three, Twelve, Eleven and Horn"] == "$1 to $25"
    assert rows["Horn, in four equal parts"] == "$4 to $100"
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


@pytest.mark.parametrize(("table", "seven", "five"), [("A", "100 to 1", "5 to 1"), ("B", "200 to 1", "4 to 1")])
def test_2_B_4_top_five_posts_the_pay_table_that_was_chosen(table: str, seven: str, five: str) -> None:
    one = sign("top-five-poker", top_five_pay_table=table)
    bonus = next(section for section in one.sections if section.title == "Top Five Bonus")
    assert bonus.subtitle == f"pay table {table}"
    assert (dict(bonus.rows)["Seven cards"], dict(bonus.rows)["Five cards"]) == (seven, five)


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
    assert fees and all("$" in fee or fee == "no fee for players" for section in fees for _, fee in section.rows)
    assert all(re.search(r"GEGA-\d{6}|, option", section.clause) for section in fees)
    page = in_html(one)
    assert all(part in page for section in fees for label, _ in section.rows for part in label.split())


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
    assert posted["Collection"] == {"A down of 40 minutes": "$10", "From minute 20 of it on": "$5"}


NOT_PAID_BY_THE_TABLE = {"ante-across", "ante-down"}  # Criss Cross: a notice says it, as the option has it


AGAINST_A_BANK = [id for id in game_folders() if game(id).rules.bank not in ("pot", "pairwise")]


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


# What a laboratory found missing on signs


def _notices(id: str, **options: Any) -> dict[str, str]:
    return {notice.clause: notice.text for notice in sign(id, **options).notices}


def test_CC_6_a_spin_names_its_trigger_and_a_dollar_takes_part_in_community_pay_only() -> None:
    spin = {"bonus_spin": True, "bonus_spin_table": "B", "bonus_spin_community": "B"}
    one = sign("criss-cross-poker", **spin)
    assert "a pair in your two hole cards" in _notices("criss-cross-poker", **spin)["7.E(2)(b), CC-6"]
    wheels = {section.subtitle: dict(section.rows) for section in one.sections if section.title == "Bonus Spin"}
    assert any(told.endswith("for a $5 wager") and rows.get("Jackpot") for told, rows in wheels.items())
    dollar = [rows for told, rows in wheels.items() if told.endswith("for a $1 wager")]
    assert dollar and not any("spinner" in pays for rows in dollar for pays in rows.values())


def test_CC_5_the_sign_names_the_event_of_xtreme() -> None:
    options = {"bonus_spin_xtreme": True, "bonus_spin_xtreme_event": "full-house", "bonus_spin_xtreme_table_1": "A"}
    assert _notices("criss-cross-poker", **options)["7.E(2)(c), CC-5"].endswith("hand or better: full house.")


def test_6_G_2_pontoon_names_what_spins_its_wheel() -> None:
    assert "Blackjack in your first two cards" in _notices("pontoon-21")["6.G(2)"]


@pytest.mark.parametrize(
    ("id", "points"),
    [
        ("chinese-poker", {"Foul hand, to each opponent": "9 points"}),
        ("face-up-pineapple-chinese-poker", {"Foul hand, to each opponent": "6 points"}),
    ],
)
def test_point_system_a_chinese_sign_says_what_a_point_is_worth(id: str, points: dict[str, str]) -> None:
    posted = _sections(id, schedule=3)["Points"]
    assert posted["One point"] == "$10" and posted["Least buy-in"] == "$300"
    assert posted["Least stack for a hand"] == "$90"
    assert points.items() <= posted.items()
    assert ("Scoop, all three segments" in posted) == (id == "face-up-pineapple-chinese-poker")


def _collection(id: str, collection: str) -> Section:
    found = [one for one in sign(id, collection=collection).sections if one.title.startswith("Collection")]
    return found[-1]


def test_GEGA_002382_a_fee_of_seated_players_is_not_said_to_be_each_player_s() -> None:
    double = sign("pai-gow-double-hand", collection="GEGA-002382/1").sections
    assert any("paid by each seated player" in section.subtitle for section in double)
    ace = sign("ace-up-pai-gow", collection="Ace Up Pai Gow Poker/1").sections
    assert any("paid by each player and backline bettor" in section.subtitle for section in ace)


def test_GEGA_002382_the_sign_says_that_bonus_bets_are_free() -> None:
    assert dict(_collection("blackjack-x", "GEGA-002382/1").rows)["Base and bonus bets"] == "no fee for players"
    assert dict(_collection("ace-up-pai-gow", "Ace Up Pai Gow Poker/1").rows)["Bonus bets"] == "no fee for players"


def test_TP_5_one_thousand_dollars_stand_in_one_bracket() -> None:
    rows = dict(_collection("two-card-peek", "GEGA-002382/5").rows)
    assert rows["$601 to $1,000"] == "$10" and rows["More than $1,000"] == "$15" and "$1,000 or more" not in rows


def test_round_of_play_11_d_a_winning_blind_below_a_straight_pushes() -> None:
    assert "below a straight pushes" in _notices("ultimate-texas-holdem")["Round of Play 11(d)"]


def test_GEGA_002382_limits_name_what_a_bonus_bet_is_compared_with() -> None:
    assert dict(sign("three-card-poker").limits)["Pair & Up"] == "$5 to $200, not below the Ante"
    seven = {name: amount for names, amount in sign("blackjack-x-magic-7").limits for name in names.split(", ")}
    assert seven["Buster Blackjack Bonus Bet"].startswith("$5 to $100, not above the ")
    assert seven["Magic Sevens Bonus Bet"].startswith("$5 to $100, in steps of $5, not above the ")


@pytest.mark.parametrize(
    ("id", "cards"), [("blackjack-x", "ace and king of spades"), ("blackjack-x-buster-v1.1", "suited ace and king")]
)
def test_BX_1_the_sign_says_what_a_blackjack_x_is(id: str, cards: str) -> None:
    assert any(f"Blackjack X: {cards}" in rows for rows in _sections(id).values())


@pytest.mark.parametrize("id", catalogue())
def test_collection_fees_2_no_inscription_is_a_placeholder(id: str) -> None:
    texts = [one.text for one in sign(id).inscriptions]
    assert not any("ollection fees of the table" in text or "how they are collected" in text for text in texts)
    if id in ("ultimate-pai-gow", "ultimate-war"):
        assert "Collection posted under " in sign(id).source


def test_PP_28_the_limits_of_a_half_kill_are_posted() -> None:
    posted = _sections("omaha", limit="8-16", kill="half")["Table limit 8-16"]
    assert posted["Half kill, bets"] == "$12 and $24" and posted["Half kill, blind"] == "$12"
    assert "Half kill, bets" not in _sections("omaha", limit="8-16")["Table limit 8-16"]


@pytest.mark.parametrize("id", [id for id, one in catalogue().items() if one.rules.house_way])
def test_house_way_the_chart_is_posted_at_every_pai_gow_table(id: str) -> None:
    chart = next(section for section in sign(id).sections if section.title == "House way")
    assert len(chart.rows) == len(game(id).rules.house_way)
    assert chart.clause.startswith("House Way")


def test_standards_of_play_1_I_party_craps_posts_the_fee_on_buy_and_lay() -> None:
    posted = _sections("party-craps")
    assert posted["Buy and Lay fee"]["$21 to $40 won"] == "$2"
    assert posted["Buy and Lay fee"]["Each further $20"] == "$1 more"
    assert "Craps Two, Three, Twelve, Eleven and Horn" in posted  # the whole name, and not up to its first comma
    player = next(one for one in sign("party-craps").sections if one.title == "Collection")
    assert player.subtitle.startswith("on Place to win, Buy, Lay, paid by each seated player")


@pytest.mark.parametrize(("limit", "told"), [("none", "none"), ("50000", "$50,000")])
def test_2_B_6_b_pontoon_s_sign_names_the_payout_limit_per_hand(limit: str, told: str) -> None:
    assert _notices("pontoon-21", payout_limit=limit)["2.B(6)(b)"] == f"Payout limit per hand: {told}."


def test_GEGA_002382_party_craps_fees_are_posted_for_every_section_that_they_are_taken_on() -> None:
    about = {one.title: one.subtitle for one in sign("party-craps").sections}
    assert about["Collection: initial"].startswith("on Pass Line, Don't Pass, Come, Don't Come, paid by")
    assert about["Collection: additional"].startswith("on Field, Big 6, Big 8, Hard ways, Any Seven, Any Craps, C bet")


def test_2_2_3_5_the_one_amount_of_the_super_bet_is_posted_once() -> None:
    limits = next(one for one in sign("two-card-peek").sections if one.title == "Limits")
    assert dict(limits.rows)["Super Bet"] == "$1"
