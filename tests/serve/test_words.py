"""A player's page adds words to the shuffle by itself, and a program can too."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from houseway.cards.shuffle import sealed
from houseway.prove.commitments import check
from tests.serve.browsing import clicked
from tests.serve.house import Caller, House, trying
from tests.serve.test_api import open_table


def events(house: House, table: int, kind: str) -> list[dict[str, dict[str, str]]]:
    """What the public was told of one kind, in all rounds that are over."""
    public = Caller(house.url)
    rounds = [one["round"] for one in public.see(f"/tables/{table}/rounds")]
    told = [public.see(f"/tables/{table}/rounds/{number}") for number in rounds]
    assert not [problem for one in check(told) for problem in one.problems]
    return [event for one in told for event in one["events"] if event["event"] == kind]


def test_the_page_seals_words_by_itself_and_opens_them_when_bets_are_closed(
    house: House, visitor: Callable[..., Page]
) -> None:
    table = open_table(house)
    page = visitor(f"/table/{table}")
    page.locator(".bar [data-do=guest-sit]").click()
    expect(page.locator(".seat.mine")).to_be_visible()
    page.locator("[data-tab=fair]").click()
    own = page.locator("form[data-do=own-words]")
    own.locator("input").fill("good luck, été")
    own.locator("button").click()
    for _ in trying("a round with words"):  # a page that is slow misses one
        for button in ("[data-hw=ready]", "[data-hw=minimum]", "[data-hw=place]", ".bar [data-text='fold']"):
            clicked(page.locator(button))
        opened = events(house, table, "wordsOpened")
        if any(words.endswith(" good luck, été") for one in opened for words in one["opened"].values()):
            break
    seals = events(house, table, "wordsSealed")
    assert {sealed(words) for one in opened for words in one["opened"].values()} <= {
        seal for one in seals for seal in one["sealed"].values()
    }
    expect(page.locator(".panel")).to_contain_text("neither the house nor a player can choose the cards")


def test_a_program_seals_and_opens_words_over_http(house: House) -> None:
    table = open_table(house)
    player = Caller(house.url).guest()
    words = "ab" * 16 + " by a program"
    player.done("POST", f"/tables/{table}/seat", {"amount": "1000", "seal": sealed(words)})
    for _ in trying("words that are awaited"):
        view = player.see(f"/tables/{table}")
        if any(ask["who"] == "seat 1" and ask["what"] == "wagers" for ask in view["asks"]):
            player.say("POST", f"/tables/{table}/answers", {"text": "ante 10"})
        if "awaits_words" in view or any(event["event"] == "wordsOpened" for event in view["events"]):
            break
    refused = player.say("PUT", f"/tables/{table}/words", {"words": "cd" * 16})
    assert refused.status_code == 409 and "words" in refused.json()["error"]
    assert player.say("PUT", f"/tables/{table}/seal", {"seal": "short"}).status_code == 422
    stranger = Caller(house.url).guest()
    assert stranger.say("PUT", f"/tables/{table}/words", {"words": words}).status_code == 403
    assert stranger.say("PUT", f"/tables/{table}/seal", {"seal": sealed(words)}).status_code == 403
    player.say("PUT", f"/tables/{table}/words", {"words": words})  # too late on a machine that is busy, and then closed
    for _ in trying("the cards"):
        view = player.see(f"/tables/{table}")
        if told := [event for event in view["events"] if event["event"] == "wordsOpened"]:
            break
    assert told[0]["opened"] == {"seat 1": words} or told[0]["closed"] == ["seat 1"]
