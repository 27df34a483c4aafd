"""`houseway price` and `houseway coach`: what they say, what they write, how they stop."""

import os
import signal
import subprocess
import sys
import time
from fractions import Fraction
from pathlib import Path

import pytest

from houseway.rules.fee_schedules import schedule
from houseway.rules.files import game_rules
from houseway.rules.submission import house_rules
from tests.test_cli import ROOT, Answer

GAME = "criss-cross-poker"
COACHED = ROOT / "examples" / "coach.toml"


def test_a_strategy_card_is_written_where_a_game_has_one(tmp_path: Path) -> None:
    card = tmp_path / "card.pdf"
    assert Answer("price", "blackjack-x", "--card", str(card)).status == 0
    assert card.read_bytes().startswith(b"%PDF")
    refused = Answer("price", GAME, "--card", str(card))
    assert refused.status == 2 and "has no strategy card" in refused.err


def test_price_says_every_wager_and_keeps_its_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path / "counts"))
    said = Answer("price", GAME, "--json").json()
    assert said["game"] == GAME
    assert [wager["wager"] for wager in said["wagers"]] == ["ante", "five-card-bonus"]
    assert said["wagers"][0]["expectation"]["fraction"] == "-579091/6689228"
    assert len(said["strategy"][0]["cells"]) == 13

    counts = {file: file.stat().st_mtime_ns for file in (tmp_path / "counts").rglob("*.npz")}
    page, paper = tmp_path / "sheet.html", tmp_path / "sheet.pdf"
    again = Answer("price", GAME, "--html", str(page), "--pdf", str(paper), "--set", "pays.five-card-bonus.flush=9:1")
    assert counts == {file: file.stat().st_mtime_ns for file in (tmp_path / "counts").rglob("*.npz")}, "not recounted"
    assert again.status == 0
    assert "-579091/6689228" in page.read_text(encoding="utf-8")
    assert paper.read_bytes().startswith(b"%PDF")

    told = Answer("price", GAME).out
    for figure in ("-0.08657068", "4.3285 %", "84,284,272,800", "12.A(1)", "fold on down", "11.F(1)(a)"):
        assert figure in told


def test_a_sheet_of_many_wagers_says_where_its_line_counts_are(tmp_path: Path) -> None:
    told = " ".join(Answer("price", "two-card-peek").out.split())
    assert "The pay lines of these 13 wagers, with their counts, are in the document (--pdf or --html)" in told
    page = tmp_path / "sheet.html"
    assert Answer("price", "two-card-peek", "--html", str(page)).status == 0
    said = Answer("price", "two-card-peek", "--json").json()
    counts = [line["count"] for line in said["wagers"][0]["lines"]]
    assert counts and all(f"{count:,}" in page.read_text(encoding="utf-8") for count in counts)


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (("price", "high-card"), "High Card has no price yet"),
        (("price", GAME, "--html", "no/such/folder/x.html"), "can't be written: there is no folder"),
        (("price", GAME, "--pdf", "."), "can't be written: it is a folder"),
        (("price", GAME, "--set", "antes_pay=double"), 'can\'t be "double"'),
        (("session", "cash-in-baccarat", "--wager", "pass"), "'pass' is not a wager that is priced here"),
        (("session", "cash-in-baccarat", "--rounds", "many"), "write a whole number from 1"),
        (("session", "cash-in-baccarat", "--bankroll", "1/2"), "one round can lose 1"),
        (("session", "cash-in-baccarat", "--fee", "-1"), "is not an amount"),
        (("session", "cash-in-baccarat", "--fee", "1", "--stake", "5"), "give one of them"),
        (("session", "cash-in-baccarat", "--opponents", "3"), "--opponents goes with --bank"),
        (("session", "cash-in-baccarat", "--bank", "--opponents", "x"), "write a whole number"),
        (("bank", GAME), "no player banks Criss Cross Poker: its bank is the house"),
        (("bank", "cash-in-baccarat", "--wager", "tie"), "are not wagers"),
        (("bank", "cash-in-baccarat", "--coverage", "much"), "--coverage"),
        (("bank", "cash-in-baccarat", "--opponents", "0"), "--opponents '0' is not possible"),
        (("bank", "cash-in-baccarat", "--opponents", "2", *("--wager", "5") * 3), "once for all, or once for each"),
        (("price", GAME, "--meter", "bonus-spin-B"), "write NAME=AMOUNT"),
        (("price", GAME, "--meter", "bonus-spin-B=5"), "is not a meter of this table"),
        (("coach", "high-card", str(COACHED)), "is a scenario of criss-cross-poker, not of high-card"),
        (("coach", GAME, str(ROOT / "examples" / "criss-cross.toml")), "every decision of the scenario is given"),
        (("coach", GAME, "no-such-file.toml"), "can't be read"),
    ],
)
def test_what_can_not_be_is_one_sentence(args: tuple[str, ...], sentence: str) -> None:
    answer = Answer(*args)
    assert answer.status == 2
    assert sentence in answer.err
    assert answer.err.count("\n") == 1


def test_a_session_says_how_it_ends_with_and_without_fees() -> None:
    args = ("session", "cash-in-baccarat", "--wager", "banker", "--rounds", "50", "--bankroll", "20")
    free, paid = Answer(*args, "--json").json(), Answer(*args, "--fee", "0.05", "--json").json()
    assert paid["expectation_without_fee"] == free["expectation"]["decimal"]
    assert float(paid["expectation"]["decimal"]) == pytest.approx(float(free["expectation"]["decimal"]) - 2.5)
    assert paid["ahead"] < free["ahead"]
    assert paid["ruin"]["chance"] > free["ruin"]["chance"]
    bank = Answer(*args, "--bank", "--json").json()
    assert bank["ahead"] == pytest.approx(free["behind"])
    assert bank["quantiles"]["0.5"] == str(-int(free["quantiles"]["0.5"]))
    told = Answer(*args, "--fee", "0.05").out
    assert "ruined on the way" in told
    assert "of it fees" in told


def test_a_session_takes_the_fee_of_the_tables_own_schedule() -> None:
    args = ("session", "cash-in-baccarat", "--wager", "banker", "--rounds", "10", "--stake", "50", "--json")
    player, bank = Answer(*args).json(), Answer(*args, "--bank").json()
    rules = house_rules(game_rules("cash-in-baccarat"))
    due = {"player": 0, "player-dealer": 0}
    for charge in schedule("cash-in-baccarat", str(rules.options["collection"])).charges:
        if charge.counts("banker"):
            due[charge.payer] += charge.fee(5000)
    assert player["fee"] == str(Fraction(due["player"], 5000))
    assert bank["fee"] == str(Fraction(due["player-dealer"], 5000))
    assert due["player"] + due["player-dealer"] > 0


def test_a_session_against_several_opponents_is_so_many_times_as_rough() -> None:
    given = ("session", "cash-in-baccarat", "--wager", "banker", "--rounds", "20", "--bank", "--stake", "100", "--json")
    one, four = Answer(*given).json(), Answer(*given, "--opponents", "4").json()
    assert four["opponents"] == 4 and four["method"].startswith("exact")
    assert four["standard_deviation"] == pytest.approx(4 * one["standard_deviation"])
    assert Fraction(four["fee"]) == Fraction(3, 100)  # $3 on $400 of total table action


def test_bank_says_what_an_amount_put_up_does_to_everyone() -> None:
    given = ("bank", "cash-in-baccarat", "--opponents", "2", "--wager", "player 100", "--coverage", "150")
    said = Answer(*given, "--json").json()
    limited, everything = said["coverages"]
    assert (limited["coverage"], everything["coverage"]) == ("150", None)
    assert limited["covered"]["fraction"] == "3/4"
    first, second = (Fraction(one["expectation"]["fraction"]) for one in limited["opponents"])
    assert first == 2 * second
    assert said["exact"] is True and said["fees"]["player_dealer"] == "1"
    told = Answer(*given).out
    for part in ("$150", "everything", "75.00%", "1st", "2nd", "GEGA-002382", "PD-1"):
        assert part in told


def test_price_takes_what_a_meter_shows() -> None:
    settings = ("--set", "bonus_spin=true", "--meter", "bonus-spin-B=2500", "--json")
    said = {wager["wager"]: wager for wager in Answer("price", GAME, *settings).json()["wagers"]}
    # The demonstration's 62 stops: one of each prize from $30 up, then 3, 4, 10, 13 and 22, and community pay's three.
    prizes = 500 + 250 + 120 + 60 + 50 + 30 + 3 * 20 + 4 * 18 + 10 * 13 + 13 * 12 + 22 * 10
    paid = Fraction(prizes * 100 + 725_00 + 2500_75, 62 * 17 * 500)
    assert Fraction(said["bonus-spin-5"]["expectation"]["fraction"]) == paid - 1


def test_coach_names_the_best_answer() -> None:
    said = Answer("coach", GAME, str(COACHED), "--json").json()
    assert said["best"] == "down 3"
    assert [answer["answer"] for answer in said["answers"]] == ["down 1", "down 2", "down 3", "fold"]
    told = Answer("coach", GAME, str(COACHED)).out
    assert "34831/1081" in told
    assert "best" in told


def test_an_interrupt_is_one_sentence_and_status_130(tmp_path: Path) -> None:
    counts = tmp_path / "counts"
    started = subprocess.Popen(
        [sys.executable, "-m", "houseway", "price", GAME],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env={**os.environ, "PYTHONPATH": str(ROOT / "src"), "HOUSEWAY_CACHE": str(counts)},
    )
    deadline = time.monotonic() + 60
    while not list(counts.rglob("*.npz")) and time.monotonic() < deadline and started.poll() is None:
        time.sleep(0.02)
    started.send_signal(signal.SIGINT)
    out, err = started.communicate(timeout=60)
    assert started.returncode == 130
    assert out == ""
    assert err == "Interrupted: the parts that were counted to their end are kept for the next time.\n"
    assert list(counts.rglob("*.npz"))
    assert not list(counts.rglob("*.part"))


INSURABLE = """
game = "blackjack-x"
cards = { "seat 1" = "Tc 6d", player-dealer = "Ah" }
[[seats]]
seat = 1
wagers = { base = "20" }
"""


def test_the_coach_stops_at_an_offer_that_is_named() -> None:
    said = Answer("coach", "blackjack-x", "-", "--at", "insurance", "--json", given=INSURABLE).json()
    assert (said["ask"], said["best"]) == ("insurance", "no insurance")
    assert {answer["answer"] for answer in said["answers"]} >= {"insurance", "no insurance"}
    on = Answer("coach", "blackjack-x", "-", "--json", given=INSURABLE).json()
    assert on["ask"] == "play"  # offers pass without a word


@pytest.mark.parametrize(
    ("at", "decisions", "sentence"),
    [
        ("river", "", "'river' is not an ask of Blackjack X: "),
        ("insurance", '"stand"', "no seat is asked 'insurance' without a decision given: asked are "),
        ("insurance", "", "seat 1 is asked play and has no decision left: "),
        (
            "",
            '"stand"',
            "every decision of the scenario is given: leave out the one to ask about, and those after it, or",
        ),
    ],
)
def test_the_coach_can_not_stop_there(at: str, decisions: str, sentence: str) -> None:
    given = f"{INSURABLE}decisions = [{decisions}]\n".replace("Ah", "9h Tc")
    answer = Answer("coach", "blackjack-x", "-", *(["--at", at] if at else []), given=given)
    assert answer.status == 2
    assert answer.err.startswith(sentence)


def test_a_hundred_million_rounds_are_told_with_their_error() -> None:
    said = Answer("session", "cash-in-baccarat", "--rounds", "100000000", "--json").json()
    assert said["law"] == "Fourier transform"
    assert 0 < said["error"]["of_a_range"] < 1e-4
    assert said["behind"] > 0.999
    assert Answer("session", "cash-in-baccarat", "--rounds", "9" * 20, "--json").json()["law"] == "normal law"
