"""Prices over HTTP."""

import json
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from typer.testing import CliRunner

from houseway.cli import app
from houseway.games import catalogue
from houseway.pricing import can_price
from tests.serve.house import PATIENCE, House, eventually


@pytest.fixture(scope="module")
def demonstration(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder = tmp_path_factory.mktemp("priced")
    it = House(f"sqlite:///{folder / 'house.db'}", "--real", "--no-pages", "--limits", log=folder / "log").start()
    yield it
    it.stop()


def get(house: House, path: str, **asked: object) -> httpx.Response:
    return httpx.get(f"{house.url}/api/v1{path}", params=asked, timeout=PATIENCE)  # type: ignore[arg-type]


def counted(house: House, path: str, **asked: object) -> httpx.Response:
    """The answer when it has been counted."""
    return eventually(lambda: answer if (answer := get(house, path, **asked)).status_code != 202 else None, "the count")


def test_a_price_is_what_the_command_line_says(demonstration: House) -> None:
    changes = ["pays.tie.tie=9:1", "pays.tiger-8.player-wins-with-three-card-8=20:1"]
    answer = counted(demonstration, "/price/cash-in-baccarat", set=changes)
    written = [part for one in changes for part in ("--set", one)]
    told = CliRunner().invoke(app, ["price", "cash-in-baccarat", *written, "--json"])
    assert answer.status_code == 200, answer.text
    assert answer.json() == json.loads(told.stdout)


def test_every_game_with_a_price_is_listed(demonstration: House) -> None:
    listed = [one["game"] for one in get(demonstration, "/prices").json()]
    assert listed == [id for id in catalogue() if can_price(id)]


def test_a_long_count_is_answered_by_how_far_it_is(demonstration: House) -> None:
    asked = {"set": "pays.tie.tie=7:1", "wait": 0}
    first = get(demonstration, "/price/cash-in-baccarat", **asked)
    assert first.status_code == 202 and first.json()["counting"] == "cash-in-baccarat"
    answer = counted(demonstration, "/price/cash-in-baccarat", **asked)
    assert answer.json()["pays"]["tie"]["tie"] == "7:1"


def test_the_sheet_as_a_document(demonstration: House) -> None:
    answer = counted(demonstration, "/price/cash-in-baccarat/sheet.pdf")
    assert answer.status_code == 200 and answer.content.startswith(b"%PDF")
    assert answer.headers["content-type"] == "application/pdf"


def test_equity_is_what_the_command_line_says(demonstration: House) -> None:
    answer = get(demonstration, "/equity/omaha-hi-lo", hand=["AhKh2d3d", "9s9c8s8c"], board="Kd 7c 4s", wait=60)
    told = CliRunner().invoke(app, ["equity", "omaha-hi-lo", "AhKh2d3d", "9s9c8s8c", "--board", "Kd 7c 4s", "--json"])
    assert answer.status_code == 200, answer.text
    assert answer.json() == json.loads(told.stdout)
    assert answer.json()["exact"]
    read = CliRunner().invoke(app, ["equity", "omaha-hi-lo", "AhKh2d3d", "9s9c8s8c", "--board", "Kd 7c 4s"]).stdout
    assert "exact: all 820 deals; there is a low in" in " ".join(read.split())


@pytest.mark.parametrize(
    ("path", "asked", "status", "said"),
    [
        ("/equity/nonsense", {"hand": ["AhKh", "??"]}, 404, "'nonsense' is not a game here"),
        ("/equity/cash-in-baccarat", {"hand": ["AhKh", "??"]}, 404, "is not played for a pot"),
        ("/equity/big-o", {}, 422, "hand"),
        ("/equity/big-o", {"hand": ["AhKh", "Ah"]}, 422, "Ah is given twice, in two hands"),
        ("/equity/big-o", {"hand": ["AhKh", "Zz"]}, 422, "'Zz' is not a card"),
        ("/price/nonsense", {}, 404, "'nonsense' is not a game here"),
        ("/price/big-o", {}, 404, "Big O has no price: players win each other"),
        ("/price/cash-in-baccarat", {"set": "x"}, 422, "set 'x' is not a choice"),
        ("/price/cash-in-baccarat", {"set": "pays.tie.tie=lots"}, 422, "'lots' are not odds: write them as 3:2"),
        ("/price/cash-in-baccarat", {"set": "pays.tie.tie=1:0"}, 422, "can't be 0"),
        ("/price/cash-in-baccarat", {"set": "pays.tie.tie=999999999:1"}, 422, "pays more than can be counted"),
        ("/price/cash-in-baccarat", {"set": "pays.tie.tie=1:999999999"}, 422, "pays more than can be counted"),
        ("/price/cash-in-baccarat", {"set": "pays.tie.tie=" + "9" * 300}, 422, "at most 200 characters"),
        ("/price/cash-in-baccarat", {"set": ["decks=8"] * 101}, 422, "at most 100 items"),
        ("/price/cash-in-baccarat", {"set": "no_such_option=1"}, 422, "is not an option of Cash-In Baccarat"),
        ("/price/cash-in-baccarat", {"wait": 1000}, 422, "wait"),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(
    demonstration: House, path: str, asked: dict[str, object], status: int, said: str
) -> None:
    answer = get(demonstration, path, **asked)
    assert answer.status_code == status
    assert said in answer.json()["error"]
    assert "\n" not in answer.json()["error"]


def test_whoever_has_much_counted_is_held_back(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'house.db'}"
    house = House(database, "--real", "--no-pages", "--limits", log=tmp_path / "log").start()
    try:
        answers = [
            get(house, "/price/cash-in-baccarat", set=f"pays.tie.tie={pays}:1", wait=0).status_code
            for pays in range(20, 80)
        ]
        assert 202 in answers and answers[-1] == 429
        assert get(house, "/tables").status_code == 200  # the tables are not in the way of it
    finally:
        house.stop()
