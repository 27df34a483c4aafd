"""The command at tables that a player banks: what is shown, and a round in the terminal."""

import json
from pathlib import Path

from typer.testing import CliRunner

from houseway.cli import app

RUN = CliRunner()


def test_show_lists_the_position_and_every_schedule_with_its_rates() -> None:
    text = RUN.invoke(app, ["show", "cash-in-baccarat"], env={"COLUMNS": "160"}).output
    for words in ("The player-dealer position", "all of player, then all of banker", "Collection schedules"):
        assert words in text
    assert "GEGA-002382/5" in text and "read by BA-8" in text and "$4,001 or more: $75" in text


def test_show_json_has_the_rates_as_data() -> None:
    shown = json.loads(RUN.invoke(app, ["show", "ultimate-texas-holdem", "--json"]).output)
    assert [one["id"] for one in shown["collection"]] == shown["options"]["collection"]["values"]
    first = shown["collection"][0]["charges"][0]
    assert first["rates"][0] == {"from": "5", "to": "50", "fee": "1"}
    assert first["rates"][-1] == {"from": "301", "to": None, "fee": "9"}
    assert shown["position"]["coverage"] == "Betting scheme 4"


def test_a_proposition_player_banks_when_the_person_at_the_terminal_does_not() -> None:
    done = RUN.invoke(app, ["play", "ultimate-texas-holdem", "--seed", "5"], input="decline\nante 10\nplay 4\nq\n")
    assert "Seat 8 is the player-dealer for the first round" in done.output
    assert "This round" in done.output and done.exit_code == 0


def test_the_person_at_the_terminal_may_bank() -> None:
    done = RUN.invoke(app, ["play", "cash-in-baccarat", "--seed", "5"], input="bank 200\n\nq\n")
    assert "You are the player-dealer for the first round and put up $200" in done.output
    assert "from the position" in done.output and done.exit_code == 0


def test_come_come_in_the_terminal_counts_in_what_the_round_came_to() -> None:
    """The wager wins $10; the bank loses it, and a cent of that is the Come-Come player's."""
    said = "decline\ncome-come 20\nbase 10\nhouse way\nq\n"
    done = RUN.invoke(app, ["play", "pai-gow-double-hand", "--set", "come_come=true", "--seed", "3"], input=said)
    assert "You lay $20 Come-Come in the bank (Rules 12(d))." in done.output
    assert "This round +$9.99, stack $1,009.99." in done.output


def test_settle_tells_what_came_of_come_come(tmp_path: Path) -> None:
    scenario = tmp_path / "come-come.toml"
    scenario.write_text(
        'game = "pai-gow-double-hand"\noptions = { come_come = true }\ndice = [6, 2, 1]\n'
        '[cards]\n"seat 1" = "Kh Kd As Ac 7d 4s 2c"\nplayer-dealer = "Qh Qd 8s 8c Td 4d 3c"\n'
        '[bank]\nseat = 7\namount = "100"\n'
        '[[seats]]\nseat = 1\nwagers = { base = "30" }\ndecisions = ["house way"]\n'
        '[[seats]]\nseat = 3\ndecisions = ["come-come 50"]\n',
        encoding="utf-8",
    )
    done = RUN.invoke(app, ["settle", str(scenario)], env={"COLUMNS": "160"})
    assert "Come-Come (seat 3, $50 in the bank) -$10" in done.output
