import hashlib
import io
import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import chain, repeat
from pathlib import Path
from random import Random
from typing import Any, Self

import pytest
from rich.console import Console
from typer.testing import CliRunner

from houseway.cards import card
from houseway.cli import app, asking, show
from houseway.cli.find import game_named, house_choices
from houseway.cli.play import Sitting, sit_down
from houseway.games import catalogue
from houseway.play import view
from houseway.play.event import CardEvent, Collected, Event, Paid, Returned, Voided
from houseway.play.note import Why
from houseway.play.results import settled
from houseway.rules.submission import house_rules

ROOT = Path(__file__).parent.parent
EXAMPLE = ROOT / "examples" / "criss-cross.toml"
VOID = ROOT / "tests" / "scenarios" / "void.toml"
GAME = "criss-cross-poker"
GAMES = sorted(catalogue())


class Answer:
    """What a command said and how it left."""

    def __init__(self, *args: str, given: str | bytes | None = None) -> None:
        done = CliRunner().invoke(app, list(args), input=given)
        if done.exception is not None and not isinstance(done.exception, SystemExit):
            raise done.exception
        self.status, self.out, self.err = done.exit_code, done.stdout, done.stderr

    def json(self) -> Any:
        assert self.status == 0, self.err
        return json.loads(self.out)


def process(*args: str, given: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """The command as a shell starts it."""
    return subprocess.run(
        [sys.executable, "-m", "houseway", *args],
        input=given,
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONPATH": str(ROOT / "src"), **environment},
        timeout=60,
        check=False,
    )


# The games and their rulebooks


def test_games_lists_every_game() -> None:
    listed = Answer("games", "--json").json()
    assert [game["id"] for game in listed] == list(catalogue())
    assert all({"name", "jurisdiction", "bank", "seats", "summary"} <= set(game) for game in listed)
    told = Answer("games").out
    assert all(game["id"] in told for game in listed)


@pytest.mark.parametrize("id", ["chinese-poker", "face-up-pineapple-chinese-poker"])
def test_collection_procedure_show_lists_the_eight_schedules_of_a_chinese_game_and_points_as_points(id: str) -> None:
    fees = {"1": "10", "5": "10", "10": "12", "20": "12", "30": "15", "40": "15", "50": "18", "100": "18"}
    told = Answer("show", id, "--json").json()["collection"]
    assert {one["limit"][0]: one["charges"][0]["rates"][0]["fee"] for one in told} == fees
    text = Answer("show", id).out
    assert "table limit $100" in text and "22 points" in text and "22:1" not in text


@pytest.mark.parametrize("id", GAMES)
def test_show_has_the_whole_rule_file(id: str) -> None:
    shown, rules = Answer("show", id, "--json").json(), game_named(id).rules
    for part in ("wagers", "pay_tables", "options", "places", "asks", "irregularities", "duties", "rulings"):
        assert list(shown[part]) == list(getattr(rules, part))
    assert shown["rulebook"]["document"] == rules.rulebook.document
    assert all(line["clause"] for table in shown["pay_tables"].values() for line in table["lines"])


@pytest.mark.parametrize("id", GAMES)
def test_show_reads_well_in_80_columns(id: str) -> None:
    told, rules = Answer("show", id).out, game_named(id).rules
    assert max(map(len, told.splitlines())) <= 80 and "…" not in told
    for name in chain(rules.wagers, rules.options, rules.rulings, rules.asks, rules.duties):
        assert name in told
    assert all(word in told for name in rules.irregularities for word in name.split())


@pytest.mark.parametrize(("id", "limit"), [("pai-gow-triple-bonus", "$25 to $200"), ("limit-holdem", "$15 to $30")])
def test_show_gives_the_table_limit_that_a_schedule_is_printed_for(id: str, limit: str) -> None:
    assert f"table limit {limit}" in " ".join(Answer("show", id).out.split())


@pytest.mark.parametrize("id", ["cal-blackjack-2.0", "party-craps"])
def test_show_says_that_the_action_tile_says_who_is_settled_first(id: str) -> None:
    assert "; from the action tile" in " ".join(Answer("show", id).out.split())


def test_show_gives_values_defaults_and_the_option_that_switches_a_reading() -> None:
    told = " ".join(Answer("show", GAME).out.split())
    assert "even or table; default even" in told
    assert "option antes_pay switches the reading" in told
    assert "pair of 6s to 10s push 12.A(10)" in told
    assert "1, 2 or 3 times" in told


@pytest.mark.parametrize("id", GAMES)
def test_show_has_the_choices_that_settle_takes(id: str) -> None:
    """The file's defaults, and over them what the demonstration house has chosen."""
    rules = game_named(id).rules
    there = show.demonstration_data(rules)
    assert not there or there["house"] == "Demonstration House"  # a game of another package has no table there
    defaults = {name: option.default for name, option in rules.options.items()}
    assert defaults | there.get("options", {}) == house_rules(rules).options


def test_settle_names_the_house_whose_choices_it_takes_and_what_was_changed() -> None:
    text = EXAMPLE.read_text(encoding="utf-8").replace("[cards]", "[options]\ndecks = 2\n[cards]")
    said = Answer("settle", "-", given=text)
    assert "as the Demonstration House has them at Criss Cross 1, but for decks = 2;" in " ".join(said.out.split())
    rules = Answer("settle", "-", "--json", given=text).json()["rules"]
    assert (rules["house"], rules["table"], rules["scenario"]) == (
        "Demonstration House", "Criss Cross 1", {"options": {"decks": 2}},
    )  # fmt: skip
    assert rules["options"]["decks"] == 2 and rules["options"]["five_card_bonus"] is True


def test_a_game_is_also_found_by_its_name() -> None:
    assert Answer("show", "Criss Cross Poker", "--json").json()["id"] == GAME


# Scenarios


def test_settle_says_what_every_wager_came_to_and_why() -> None:
    report = Answer("settle", str(EXAMPLE), "--json").json()
    ann = report["seats"][0]
    across = next(wager for wager in ann["wagers"] if wager["wager"] == "across")
    assert across == {
        "wager": "across",
        "spot": "seat 1",
        "stake": "30",
        "result": "win",
        "hand": "full house, kings over fives",
        "odds": "12:1",
        "paid": "360",
        "clause": "12.A(4)",
        "note": "",
    }
    assert (ann["net"], ann["stack"], report["bank"]["net"], report["fees"]) == ("755", "1755", "-680", "0")
    assert report["events"][0]["event"] == "roundBegan"


def test_settle_tells_the_same_to_a_person() -> None:
    told = Answer("settle", str(EXAMPLE)).out
    assert max(map(len, told.splitlines())) <= 80
    for words in ("K♥ K♦", "Ann", "+$755", "$1,755", "12.A(4)", "12:1", "$360", "Bank (house) -$680"):
        assert words in told


def test_settle_reads_standard_input() -> None:
    given = EXAMPLE.read_text(encoding="utf-8")
    assert Answer("settle", "-", "--json", given=given).json() == Answer("settle", str(EXAMPLE), "--json").json()


def test_a_void_scenario_returns_everything() -> None:
    report = Answer("settle", str(VOID), "--json").json()
    results = {wager["result"] for seat in report["seats"] for wager in seat["wagers"]}
    assert results == {"returned"}
    assert [seat["net"] for seat in report["seats"]] == ["0", "0"]
    assert "13.C" in Answer("settle", str(VOID)).out


# Bad input: one sentence, status 2


@pytest.mark.parametrize(
    ("args", "named"),
    [
        (["show", "cris-cross"], "did you mean criss-cross-poker?"),
        (["play", "zzzzzz"], "`houseway games`"),
        (["shwo"], "Did you mean 'show'?"),
        (["show"], "GAME"),
        (["settle"], "SCENARIO.toml"),
        (["games", "--colour"], "--colour"),
        (["settle", "nowhere.toml"], "nowhere.toml can't be read: No such file"),
        (["settle", "tests"], "tests can't be read: Is a directory"),
        (["settle", ""], "expected the name of a file"),
        (["settle", "README.toml\0"], "can't be read"),
        (["replay", "nowhere"], "nowhere can't be read"),
        (["replay", "pyproject.toml"], "pyproject.toml is not a journal: line 1 is not JSON"),
        (["play", GAME, "--stack", "lots"], "--stack 'lots' is not an amount of money"),
        (["play", GAME, "--stack", "-5"], "'-5' is not an amount of money"),
        (["play", GAME, "--stack", "0"], "--stack 0"),
        (["play", GAME, "--seats", "7"], "seats 1 to 6"),
        (["play", GAME, "--seats", "two"], "--seats 'two'"),
        (["play", GAME, "--seat", "0"], "--seat '0'"),
        (["play", GAME, "--journal", "tests"], "--journal tests can't be written"),
        (["play", GAME, "--set", "decks"], "write NAME=VALUE"),
        (["play", GAME, "--set", "decks=3"], "option decks can't be 3: choose 1 or 2"),
        (["play", GAME, "--set", "jokers=1"], "'jokers' is not an option"),
        (["play", GAME, "--set", "five_card_bonus=maybe"], "true or false"),
        (["play", GAME, "--set", "limits.ante=5"], "limits.WAGER.minimum=AMOUNT"),
        (["play", GAME, "--set", "limits.ante.least=5"], "'least' is neither minimum nor maximum"),
        (["play", GAME, "--set", "limits.ante.minimum=many"], "'many' is not an amount of money"),
        (["play", GAME, "--set", "pays.five-card-bonus.flush=9"], "'9' are not odds"),
        (["play", GAME, "--set", "pays.bonus.flush=9:1"], "'bonus' is not a pay table"),
        (["play", GAME, "--set", "dealing=hand", "--set", "shuffling=manual"], "9.A(1)"),
    ],
)
def test_bad_input_gets_one_sentence(args: list[str], named: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    answer = Answer(*args)
    assert (answer.status, answer.out) == (2, "")
    assert named in answer.err
    assert answer.err.count("\n") == 1


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ("game = ", "standard input is not TOML"),
        ("", "game: is missing"),
        ("a = " + "[" * 5000, "nested too deep"),
        ('game = "criss"\nseats = []', "did you mean criss-cross-poker?"),
        (f'game = "{GAME}"\nseats = []', "at least one seat"),
        (f'game = "{GAME}"\nbets = 1\nseats = []', "line 2: bets: is not a known field"),
        (f'game = "{GAME}"\n[[seats]]\nseat = 1\nwagers = {{ ante = "1" }}', "below the minimum of $5"),
        (f'game = "{GAME}"\n[cards]\nmiddle = "Zz"\n[[seats]]\nseat = 1', "'Zz' is not a card"),
    ],
)
def test_a_scenario_that_cant_be_played_gets_one_sentence(given: str, named: str) -> None:
    answer = Answer("settle", "-", "--json", given=given)
    assert (answer.status, answer.out) == (2, "")
    assert named in answer.err
    assert answer.err.count("\n") == 1


# Playing


def played(*typed: str, args: tuple[str, ...] = (), seed: str = "7") -> Answer:
    answer = Answer("play", GAME, "--seed", seed, *args, given="".join(f"{line}\n" for line in typed))
    assert answer.status == 0, answer.err
    return answer


def prompts(out: str) -> list[str]:
    return re.findall(r"^(\w+(?: \[[^\n]*\])?)> ", out, re.MULTILINE)


def test_a_round_is_played_from_wagers_to_the_table_of_results() -> None:
    out = played("ante 10, five-card-bonus 5", "across 3", "down 2", "middle 1", "q").out
    assert prompts(out) == [
        "wagers [ante 5]",
        "across",
        "down",
        "middle",
        "wagers [ante 10, five-card-bonus 5]",
    ]
    assert re.search(r"middle +\$10 +lose +king high +11\.I\(3\)\(d\)", out)
    assert "This round -$85, stack $915." in out
    assert out.endswith("You leave with $915 of the $1,000 you brought: down $85 after 1 round.\n")


def test_the_seed_is_sealed_before_the_wagers_and_opened_after_the_round() -> None:
    out = played("10", "fold", "q").out
    sealed, seed = re.findall(r"sealed as (\w{64})", out), re.findall(r"seed was  (\w{64})", out)
    assert out.index(sealed[0]) < out.index("wagers [") < out.index(seed[0])
    assert hashlib.sha256(bytes.fromhex(seed[0])).hexdigest() == sealed[0]
    assert "is what was sealed ✓" in out


def test_a_seed_that_was_opened_deals_the_same_cards_again() -> None:
    first = played("10", "3", "3", "3", "q").out
    seed = re.findall(r"seed was  (\w{64})", first)[0]
    again = played("10", "3", "3", "3", "q", seed=seed).out
    ends_of_round_1 = [out[: out.index("Round 2")] for out in (first, again)]
    assert ends_of_round_1[0] == ends_of_round_1[1]


def test_without_a_seed_no_two_rounds_are_alike() -> None:
    outs = [Answer("play", GAME, given="").out for _ in range(2)]
    assert outs[0] != outs[1]


def test_enter_repeats_the_wagers_and_never_folds() -> None:
    out = played("25", "", "f", "", "fold", "q").out
    assert "An empty line is no answer here" in out
    assert out.count("You wager $25 on ante-across") == 2
    assert "down $100 after 2 rounds" in out


def test_junk_is_refused_in_a_sentence_and_asked_again() -> None:
    out = played(
        "hello", "ante ten", "ante 1", "ante 10, ante 10", "💥", "10", "across 4", "9", "sideways", "f", "q"
    ).out
    assert "Ante 1 is below the minimum of $5 (7.E(1))." in out
    assert out.count("Bet 4x is not allowed") == 1
    assert "Bet 9x is not allowed: across takes 1, 2 or 3 times the ante (11.B(1)(a))." in " ".join(out.split())
    assert "after 1 round." in out


def test_bytes_that_are_no_text_are_only_junk() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "houseway", "play", GAME],
        input=b"\xff\xfe\x00\n\x1b[2J\n\xc3(\n",
        capture_output=True,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"\x1b[2J" not in done.stdout
    assert b"even after 0 rounds" in done.stdout


def test_a_question_mark_explains_the_choices_with_their_clauses_and_pays() -> None:
    out = played("?", "10", "?", "q", "q").out
    wagers, bets = out.split("across>", 1)
    assert "12.C(9)" in wagers
    assert "add WORDS" in wagers
    assert "11.B(1)(a)" in bets
    assert "pair of jacks or better" in bets
    assert "Enter" in bets


def test_leaving_during_a_round_says_its_cost_and_asks_again() -> None:
    out = played("10 5", "1", "q", "1", "q", "q").out
    told = " ".join(out.split())
    assert "Getting up now loses the $35 you have on the layout (7.B(3))." in told
    assert "Getting up now loses the $45 you have on the layout (7.B(3))." in told
    assert prompts(out)[-2:] == ["middle", "middle"]
    assert "You leave with $955 of the $1,000 you brought: down $45 after 1 round." in told


def test_leaving_costs_what_the_house_has_chosen() -> None:
    out = played("10 5", "q", "q", args=("--set", "abandoned_wagers=stand")).out
    assert "settled without you" in " ".join(out.split())


def test_end_of_input_is_a_goodbye() -> None:
    assert played().out.endswith("You leave with $1,000 of the $1,000 you brought: even after 0 rounds.\n")
    assert played("10").out.endswith("down $20 after 1 round.\n")


def test_a_broke_player_may_buy_in_again() -> None:
    out = played("10", "f", "nothing", "0", "30", "q", args=("--stack", "20")).out
    assert "Your stack of $0 does not make the least wager of $10." in out
    assert "'nothing' is not an amount of money" in out
    assert out.endswith("You leave with $30 of the $50 you brought: down $20 after 1 round.\n")


def test_sitting_out_moves_nothing() -> None:
    assert "even after 0 rounds" in played("sit out", "s", "q").out


@pytest.mark.parametrize("game", ["limit-holdem", "chinese-poker"])
def test_rounds_without_a_bank_are_counted_too(game: str) -> None:
    typed = "play\n\n\n\ncheck\ncall\n" * 6 + "q\n"
    out = Answer("play", game, "--seats", "2", "--opponents", "simple", "--seed", "7", given=typed).out
    rounds = re.search(r"after (\d+) round", out)
    assert rounds and int(rounds[1]) > 1


def test_words_are_sealed_for_the_next_shuffle_and_opened_when_its_bets_are_closed() -> None:
    plain, mixed = played("10", "f", "10", "f", "q").out, played("add my own words", "10", "f", "10", "f", "q").out
    assert "Sealed for the next shuffle: " in mixed
    assert "Words for the shuffle are opened by you." in mixed.partition("Round 2")[2]
    first, second = ([re.findall("turned over: .*", part) for part in out.split("Round 2")] for out in (plain, mixed))
    assert first[0] == second[0] and first[1] != second[1]
    assert "up to 160 characters" in played("add " + "x" * 161, "q").out


def test_set_changes_options_limits_and_pays() -> None:
    args = ("--set", "limits.ante.minimum=15", "--set", "five_card_bonus=false", "--set", "smallest_chip=5")
    out = played("10", "15 5", "15", "f", "q", args=args).out
    assert "below the minimum of $15" in out
    assert "five-card-bonus" not in out
    choices = ["pays.five-card-bonus.flush=9:1", "pays.criss-cross.pair-6=1:1", "dealing=automated shoe", "decks=2"]
    rules = house_choices(game_named(GAME).rules, choices)
    flush, pair = rules.pay_tables["five-card-bonus"].line("flush"), rules.pay_tables["across"].lines[-1]
    assert flush is not None
    assert (str(flush.pays), str(pair.pays)) == ("9:1", "1:1")
    assert (rules.options["dealing"], rules.options["decks"]) == ("automated shoe", 2)


def test_others_sit_where_they_are_told_and_play_by_the_rules() -> None:
    out = played("10", "1", "1", "1", "q", args=("--seats", "6", "--seat", "4")).out
    assert "You are seat 4 with $1,000, 5 simple bots at the table." in out
    assert {f"Seat {number}" for number in (1, 2, 3, 5, 6)} <= set(re.findall(r"Seat \d", out))


def test_opponents_are_bots_of_the_kind_asked_for() -> None:
    """A player who only calls stays in; one with skill throws some hands away."""
    seven = ("--seed", "7")
    called = Answer("play", "limit-holdem", "--opponents", "simple", "--seats", "6", *seven, given="fold\nq\n").out
    assert "5 simple bots at the table" in called
    assert not re.search(r"Seat [2-6]: fold", called)
    skilled = Answer("play", "limit-holdem", "--seats", "6", *seven, given="fold\nq\n").out
    assert "5 skilled bots at the table" in skilled
    assert re.search(r"Seat [2-6]: fold", skilled)
    at_random = Answer("play", "lucky-pai-gow", "--opponents", "random", given="q\n").out
    assert "1 random bot at the table and seat 7 to bank it" in " ".join(at_random.split())
    wrong = Answer("play", "limit-holdem", "--opponents", "optimal")
    assert wrong.status == 2
    assert wrong.err.startswith(
        "--opponents 'optimal' is not a kind of player of Limit Texas Hold'em: skilled, tight, loose"
    )


def test_the_cross_is_drawn_as_a_cross() -> None:
    out = played("10", "3", "3", "3", "q").out
    board = out[out.rindex("your hand") - 20 :]
    assert re.search(r"│ J♦ │.*\n.*\n.*\n *│ 2♠ │ │ 4♠ │ │ 3♠ │.*\n(.*\n)+? *│ 9♣ │", board)


# What a short answer stands for


ASK = {
    "what": "wagers",
    "default": "sit out",
    "forms": [
        {
            "form": "wagers",
            "stack": "100",
            "spots": [
                {"wager": "ante", "minimum": "5", "maximum": "500", "bets": 2, "required": True},
                {"wager": "bonus", "minimum": "1", "maximum": "50", "bets": 1, "required": False},
            ],
        },
        {"form": "words", "words": ["sit out"]},
    ],
}


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("10", "ante 10"),
        ("10 2.50", "ante 10, bonus 2.50"),
        ("10, $2", "ante 10, bonus $2"),
        ("a 10 b 2", "ante 10, bonus 2"),
        ("An 10, bon 2", "ante 10, bonus 2"),
        ("1,000", "ante 1,000"),
        ("SIT", "sit out"),
        ("1 2 3", "1 2 3"),
        ("x 10", "x 10"),
        ("", ""),
    ],
)
def test_short_wagers(typed: str, meant: str) -> None:
    assert asking.readings(ASK, typed)[-1] == meant


def test_an_empty_line_suggests_what_the_stack_can_pay() -> None:
    assert asking.suggested(ASK, "") == "ante 5"
    assert asking.suggested(ASK, "ante 40, bonus 20") == "ante 40, bonus 20"
    assert asking.suggested(ASK, "ante 40, bonus 21") == "ante 5"
    assert asking.suggested({"forms": [], "default": "stand"}, "") == "stand"
    assert asking.suggested({"forms": [], "default": "fold"}, "") == ""


def test_short_bets_and_arrangements() -> None:
    bet = {"forms": [{"form": "times", "wager": "play", "words": {"play 1": "5", "play 2": "10"}}]}
    assert asking.readings(bet, "2")[-1] == "play 2"
    raised = {"forms": [{"form": "amount", "word": "raise to", "low": "5", "high": "50"}]}
    assert asking.readings(raised, "12.50")[-1] == "raise to 12.50"
    split = {"forms": [{"form": "arrangement", "groups": [["front", 2], ["back", 5]], "cards": ""}]}
    assert asking.readings(split, "Kh Qd")[-1] == "front kh qd"


# Secrets

CARD = re.compile(r"(?<!\w)(10|[2-9TJQKA])([♣♦♥♠]|[cdhs](?!\w))|\bJk\b")


def cards_shown(text: str) -> set[int]:
    signs = str.maketrans(card.SUIT_SIGNS, card.SUITS)
    return {card.parse(found[0].translate(signs)) for found in CARD.finditer(text)}


def cards_known(events: list[Event], viewer: str) -> set[int]:
    seen = view.seen(events, viewer)
    return {one for event in seen if isinstance(event, CardEvent) for one in event.cards} - {card.HIDDEN}


def sitting(id: str, *, width: int = 100, **given: Any) -> tuple[Sitting, io.StringIO]:
    out, game = io.StringIO(), game_named(id)
    return sit_down(game, house_rules(game.rules), console=Console(file=out, width=width), **given), out


@pytest.mark.parametrize("id", GAMES)
def test_no_prompt_shows_a_card_that_the_seat_may_not_see(id: str) -> None:
    seats = min(4, game_named(id).rules.seats)
    rng, asked = Random(5), 0
    table, out = sitting(id, seats=str(seats), seat=str(seats), opponents="simple", seed="leak")

    def read(prompt: str) -> str:
        nonlocal asked
        asked += 1
        driver, me = table.driver, table.me
        if asked > 30:
            raise EOFError
        if me not in driver.asks:
            return ""
        told = out.getvalue()
        this_round = told[told.rindex(f"Round {driver.table.round} ") :]
        for pays in driver.table.rules.pay_tables.values():
            for line in pays.lines:
                this_round = this_round.replace(line.label, "")  # a pair of 6s is no six of spades
        assert cards_shown(this_round) <= cards_known(driver.events, me)
        assert driver.journal[0]["seed"] not in told
        if asked % 7 == 0:
            return "?"
        return driver.asks[me].random(rng)

    table.read = read
    table.play()
    assert "You leave with" in out.getvalue()


def test_the_leak_test_would_notice() -> None:
    table, out = sitting(GAME, seed="7")
    answers = iter(["10", "3"])

    def read(prompt: str) -> str:
        if (answer := next(answers, None)) is not None:
            return answer
        hidden = cards_known(table.driver.events, "surveillance") - cards_known(table.driver.events, table.me)
        assert len(hidden) == 3  # two down, one in the middle
        assert cards_shown(out.getvalue()) == cards_known(table.driver.events, table.me)
        assert len(cards_shown(out.getvalue())) == 4
        raise EOFError

    table.read = read
    table.play()


def test_a_journal_that_holds_cards_to_come_is_kept_back_until_the_sitting_ends(tmp_path: Path) -> None:
    file = tmp_path / "shoe.jsonl"
    table, _ = sitting(GAME, seed="7", journal=file)
    rules = table.driver.table.rules
    cards = rules.game.cards.model_copy(update={"seed_shown": "after the shoe"})
    table.driver.table.rules = replace(rules, game=rules.game.model_copy(update={"cards": cards}))
    answers = chain(["10", "f", "10", "f"], repeat("q"))

    def read(prompt: str) -> str:
        assert file.read_text(encoding="utf-8") == ""
        return next(answers)

    table.read = read
    table.play()
    assert file.read_text(encoding="utf-8").count('"journal": 1') == 3


# Journals


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    file = tmp_path / "sitting.jsonl"
    answers = ("10 5", "across 3", "down 2", "middle 1", "20", "1", "fold", "q")
    played(*answers, args=("--seats", "3", "--journal", str(file)))
    return file


def test_a_journal_replays_every_round(journal: Path) -> None:
    told = Answer("replay", str(journal))
    assert told.status == 0
    assert "round 1, as surveillance saw it" in told.out
    assert "round 2, as surveillance saw it" in told.out
    assert re.search(r"middle +\$10 +\w+ +.*11\.I|12\.A", told.out)
    again = [json.loads(line) for line in Answer("replay", str(journal), "--json").out.splitlines()]
    rounds = [line for line in again if "settlement" in line]
    assert [line["round"] for line in rounds] == [1, 2, 3]
    mine = next(seat for seat in rounds[1]["settlement"] if seat["seat"] == "seat 1")
    assert {wager["result"] for wager in mine["wagers"]} == {"lose"}
    assert mine["net"] == "-60"


def test_a_second_sitting_is_added_to_the_journal(journal: Path) -> None:
    before = journal.read_text(encoding="utf-8")
    played("10", "f", "q", args=("--journal", str(journal)))
    assert journal.read_text(encoding="utf-8").startswith(before)
    assert Answer("replay", str(journal)).status == 0


@pytest.mark.parametrize("viewer", ["public", "seat 1", "seat 2", "seat 6", "dealer", "Floor", "surveillance"])
def test_replay_shows_a_viewer_what_the_viewer_may_see(journal: Path, viewer: str) -> None:
    lines = [json.loads(line) for line in Answer("replay", str(journal), "--json", "--viewer", viewer).out.splitlines()]
    told = Answer("replay", str(journal), "--viewer", viewer).out.split("─ Criss Cross Poker, round ")[1:]
    assert len(told) == 3
    at = 0
    for text in told:
        end = next(number for number in range(at, len(lines)) if "settlement" in lines[number])
        known = {one for line in lines[at:end] if "cards" in line for one in card.hand(line["cards"].replace("?", ""))}
        assert cards_shown(text) <= known
        at = end + 1
    dealt = [line["cards"] for line in lines if line.get("event") == "dealt" and line["place"] == "seat 2"]
    assert dealt
    assert all(("?" in cards) == (viewer not in ("seat 2", "surveillance")) for cards in dealt)


def test_a_journal_cut_short_says_where_it_stops(journal: Path) -> None:
    lines = journal.read_text(encoding="utf-8").splitlines(keepends=True)
    journal.write_text("".join(lines[:5]), encoding="utf-8")
    answer = Answer("replay", str(journal))
    assert answer.status == 0
    assert "The journal stops here, before the round is over: the table waits for seat 1" in answer.out


def test_a_journal_that_breaks_a_rule_is_status_1_and_names_the_line(journal: Path) -> None:
    lines = journal.read_text(encoding="utf-8").splitlines(keepends=True)
    at = next(number for number, line in enumerate(lines) if '"across 1"' in line and '"seat 1"' in line)
    lines[at] = lines[at].replace("across 1", "across 4")
    journal.write_text("\n" + "".join(lines), encoding="utf-8")  # an empty line first: lines count as in an editor
    answer = Answer("replay", str(journal))
    assert answer.status == 1
    assert f"line {at + 2} breaks a rule: bet 4x is not allowed" in answer.err
    assert "round 2" in answer.out


@pytest.mark.parametrize(
    ("damage", "named"),
    [
        (lambda lines: [], "is empty"),
        (lambda lines: ["[" * 100_000], "line 1 is not JSON"),
        (lambda lines: ["[1]"], "line 1 is not a JSON object"),
        (lambda lines: ["{}"], '"journal": 1'),
        (lambda lines: lines[1:], '"journal": 1'),
        (lambda lines: [*lines[:2], "not JSON", *lines[2:]], "line 3 is not JSON"),
        (lambda lines: [*lines[:2], '{"do": "answer"}'], "line 3: this is not a whole journal entry"),
        (lambda lines: [*lines[:2], '{"do": "answer", "who": "seat 1", "text": 7}'], "line 3"),
        (lambda lines: [lines[0].replace(GAME, "criss-cross"), *lines[1:]], "did you mean criss-cross-poker?"),
        (lambda lines: [lines[0].replace('"source"', '"sauce"')], "lacks source"),
    ],
)
def test_what_is_no_journal_is_status_2(journal: Path, damage: Callable[[list[str]], list[str]], named: str) -> None:
    lines = journal.read_text(encoding="utf-8").splitlines()
    journal.write_text("\n".join(damage(lines)), encoding="utf-8")
    answer = Answer("replay", str(journal))
    assert answer.status == 2
    assert named in answer.err
    assert answer.err.count("\n") == 1


def test_an_unknown_viewer_is_named(journal: Path) -> None:
    answer = Answer("replay", str(journal), "--viewer", "seat 7")
    assert answer.status == 2
    assert "'seat 7' is not a viewer: seat 1 to seat 6, public, dealer, floor, surveillance" in answer.err


def test_replay_reads_standard_input(journal: Path) -> None:
    given = journal.read_text(encoding="utf-8")
    assert Answer("replay", "-", given=given).out == Answer("replay", str(journal)).out


def test_a_void_round_gives_back_what_was_won_and_lost_before() -> None:
    def events() -> Iterator[Event]:
        yield Paid("seat 1", "seat 1", "ante", 1000, 500, "1:2", "a hand", "1.A")
        yield Collected("seat 2", "seat 2", "ante", 700, "", "1.B")
        yield Voided("9.Z")
        yield Returned("seat 2", "seat 2", "ante", 700, "", "9.Z", Why.VOID.note)

    rows = settled(events())
    assert [(row["stake"], row["result"], row["paid"]) for row in rows["seat 1"]] == [("10", "returned", "0")]
    assert [(row["stake"], row["result"], row["paid"]) for row in rows["seat 2"]] == [("7", "returned", "0")]


# As a shell starts it


def test_help_and_version() -> None:
    for args in ((), ("--help",), ("-h",)):
        helped = process(*args)
        assert (helped.returncode, helped.stderr) == (0, "")
        assert all(name in helped.stdout for name in ("games", "show", "play", "settle", "replay"))
    assert process("--version").stdout.startswith("houseway ")


def test_a_process_settles_and_refuses() -> None:
    done = process("settle", "-", "--json", given=EXAMPLE.read_text(encoding="utf-8"))
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["game"] == GAME
    done = process("show", "pai-wow")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("'pai-wow' is not a game here")


def test_a_terminal_without_suit_signs_gets_letters() -> None:
    done = process("settle", str(EXAMPLE), PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, "")
    assert "| Ks | | 5c | | 5d |" in done.stdout
    assert json.loads(process("show", GAME, "--json", PYTHONIOENCODING="ascii").stdout)["id"] == GAME


def test_listing_games_starts_without_the_number_crunchers() -> None:
    code = (
        "import sys\nfrom houseway.cli import main\nsys.argv = ['houseway', 'games']\n"
        "try: main()\nexcept SystemExit: pass\nassert not {'numba', 'numpy'} & set(sys.modules)"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, env=environment, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (0, b"")


class Terminal:
    """The command in a pseudoterminal, 80 columns wide."""

    def __init__(self, *args: str, **environment: str) -> None:
        self.end, other = pty.openpty()
        settings = {"PYTHONPATH": str(ROOT / "src"), "TERM": "xterm-256color", "COLUMNS": "80", **environment}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "houseway", *args],
            stdin=other,
            stdout=other,
            stderr=other,
            env={**{name: value for name, value in os.environ.items() if name != "NO_COLOR"}, **settings},
            start_new_session=True,
        )
        os.close(other)
        self.out = ""

    def read_until(self, words: str | None) -> None:
        """Read until the words come, or to the end."""
        start, end = len(self.out), time.monotonic() + 60
        while words is None or words not in self.out[start:]:
            ready, _, _ = select.select([self.end], [], [], max(0, end - time.monotonic()))
            assert ready, f"{words!r} never came: {self.out[start:]}"
            try:
                part = os.read(self.end, 65536)
            except OSError:  # on Linux, the other side is closed
                part = b""
            if not part:
                assert words is None, f"it ended before {words!r}: {self.out[start:]}"
                return
            self.out += part.decode(errors="replace")

    def type(self, line: str) -> None:
        os.write(self.end, f"{line}\n".encode())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(timeout=10)
        os.close(self.end)


def test_ctrl_c_is_a_goodbye() -> None:
    with Terminal("play", GAME) as terminal:
        terminal.read_until("]> ")
        terminal.type("10")
        terminal.read_until("across> ")
        for _ in range(20):  # one that comes before the prompt waits for a key is not heard before the next
            terminal.process.send_signal(signal.SIGINT)
            if select.select([terminal.end], [], [], 0.5)[0]:
                break
        terminal.read_until(None)
        assert terminal.process.wait(timeout=10) == 0
    assert "You leave with $980 of the $1,000 you brought: down $20 after 1 round." in terminal.out
    assert "Traceback" not in terminal.out


def whole(*args: str, **environment: str) -> str:
    with Terminal(*args, **environment) as terminal:
        terminal.read_until(None)
    return terminal.out


COLOUR = re.compile(r"\x1b\[(?:[\d;]*;)?3\d")


def test_colour_only_where_it_is_wanted() -> None:
    assert COLOUR.search(whole("settle", str(EXAMPLE)))
    assert not COLOUR.search(whole("settle", str(EXAMPLE), NO_COLOR="1"))
    assert "\x1b" not in process("settle", str(EXAMPLE)).stdout
