"""The command at tables that a player banks: what is shown, and a round in the terminal."""

import json

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
    assert "Seat 1 is the player-dealer for the first round and puts up $200" in done.output
    assert "from the position" in done.output and done.exit_code == 0
