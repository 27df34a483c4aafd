"""Bots at a table: the kinds that a game has, and skilled ones that play a hand in their own process."""

import pytest

from houseway.games import catalogue, game
from houseway.price.families import can_coach
from houseway.serve import bots
from tests.serve.house import House, operator, trying
from tests.serve.test_api import open_table, seated


def test_only_a_bot_that_follows_an_exact_count_is_called_optimal() -> None:
    for id, one in catalogue().items():
        kinds = bots.kinds(one)
        assert kinds[-2:] == ("simple", "random")
        if one.rules.family in ("flop-poker", "stud-poker", "chinese"):
            assert "optimal" not in kinds and "skilled" in kinds, id
        else:
            assert ("optimal" in kinds) == can_coach(id) and "skilled" not in kinds, id
    assert bots.company(game("omaha")) == "skilled" and bots.company(game("pontoon-21")) == "simple"


@pytest.mark.parametrize("id", ["limit-holdem", "chinese-poker"])
def test_skilled_bots_play_a_hand_and_the_table_goes_on(house: House, id: str) -> None:
    table = open_table(house, game=id, bots=2)
    player = seated(house, table, 1)
    answered = 0
    for _ in trying("two rounds"):
        view = player.see(f"/tables/{table}")
        if view["round"] >= 2 and not view["open"]:
            break
        if mine := next((ask for ask in view["asks"] if ask["who"] == "seat 1"), None):
            words = [word for form in mine["forms"] for word in form.get("words", ())]
            said = next((word for word in ("play", "check", "call", "declare") if word in words), mine["default"])
            answered += player.say("POST", f"/tables/{table}/answers", {"text": said}).is_success
        elif not view["open"]:
            player.say("POST", f"/tables/{table}/ready", {})
    kinds = [one["bot"] for one in view["people"].values() if one["bot"]]
    assert answered and kinds == ["skilled", "skilled"]


def test_a_kind_that_a_game_does_not_have_is_refused_in_a_sentence(house: House) -> None:
    body = {"name": "No such bot", "game": "limit-holdem", "bots": 1, "bot": "optimal"}
    refused = operator(house.url).say("POST", "/tables", body)
    assert refused.status_code == 422
    assert "has no optimal bot: skilled, tight, loose, aggressive, simple, random" in refused.json()["error"]
