"""California tables: betting behind another's seat, and proposition players who bank."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from houseway.prove.rounds import prove
from houseway.record.sources import journals
from tests.serve.browsing import clicked
from tests.serve.house import Caller, House, eventually, trying
from tests.serve.test_api import asked, open_table, seated

HOLDEM = "ultimate-texas-holdem"


def answered(callers: dict[str, Caller], table: int, *, until: str = "") -> dict[str, Any]:
    """Everybody answers as a plain player would, up to an ask of some kind or the end of the round."""
    for _ in trying(f"an ask {until}" if until else "the end of the round"):
        for seat, caller in callers.items():
            view: dict[str, Any] = caller.see(f"/tables/{table}")
            if not view["open"] and view["round"]:
                return view
            ask = next((ask for ask in view["asks"] if ask["who"] == seat), None)
            if ask is None:
                continue
            if ask["what"] == until:
                return view
            plain = {"bank": "bank 500" if seat == "seat 1" else "decline", "wagers": "ante 10"}
            caller.done("POST", f"/tables/{table}/answers", {"text": plain.get(ask["what"], ask["default"])})
    raise AssertionError


def two_seated(house: House) -> tuple[int, dict[str, Caller]]:
    """A proposition player at seat 1 and a player at seat 2, who may have waited for a round that began before."""
    table = open_table(house, game=HOLDEM, clock=600)
    prop, player = Caller(house.url).guest(), Caller(house.url).guest()
    path = f"/tables/{table}/seat"
    assert prop.done("POST", path, {"amount": "1000", "seat": 1, "proposition": True})["seat"] == "seat 1"
    player.done("POST", path, {"amount": "1000", "seat": 2})
    for _ in trying("a seat for the player"):
        if "seat 2" in player.see(f"/tables/{table}")["seats"]:
            break
        prop.say("POST", f"/tables/{table}/answers", {"text": "decline"})
    return table, {"seat 1": prop, "seat 2": player}


def company(house: House) -> tuple[int, dict[str, Caller]]:
    """A proposition player at seat 1, a player at seat 2, and one behind seat 2, all in the same round."""
    table, callers = two_seated(house)
    seated = dict(callers)
    behind = callers["backline 2.1"] = Caller(house.url).guest()
    assert behind.done("POST", f"/tables/{table}/seat", {"amount": "1000", "behind": 2})["seat"] == "backline 2.1"
    for _ in trying("a round of all three"):
        view = behind.see(f"/tables/{table}")
        if view["open"] and "backline 2.1" in view["seats"]:
            break
        for caller in seated.values() if view["open"] else ():  # a round began without the third
            caller.say("POST", f"/tables/{table}/answers", {"text": "decline"})
        for caller in callers.values():
            caller.say("POST", f"/tables/{table}/ready")
    return table, callers


def test_a_backline_bettor_wagers_on_anothers_hand_and_takes_the_chips_along(house: House) -> None:
    table, callers = company(house)
    behind = callers["backline 2.1"]
    asked(callers["seat 1"], table, what="bank")
    view = answered(callers, table, until="preflop")
    assert view["people"]["seat 1"]["role"] == "proposition player"
    seen = behind.see(f"/tables/{table}")
    assert seen["viewer"] == "backline 2.1" and seen["seats"]["backline 2.1"]["wagers"] == {"ante": "10", "blind": "10"}
    assert seen["cards"]["seat 2"] == "?? ??" and not [ask for ask in seen["asks"] if ask["who"] == "backline 2.1"]
    refused = behind.say("POST", f"/tables/{table}/answers", {"text": "check", "who": "seat 2"})
    assert refused.status_code == 403
    assert behind.say("GET", f"/tables/{table}/coach").status_code == 409
    over = answered(callers, table)
    settled = [event for event in over["events"] if event.get("spot") == "backline 2.1" and event["event"] != "wagered"]
    assert {event["wager"] for event in settled} >= {"ante", "blind"}
    stack = float(behind.see(f"/tables/{table}")["seats"]["backline 2.1"]["stack"])
    assert behind.done("DELETE", f"/tables/{table}/seat")["left"]
    me = behind.see("/me")
    assert (float(me["balance"]), me["at_tables"]) == (9000 + stack, "0")
    journal = next(one for one in journals(house.database) if one.name.startswith(f"{table} "))
    assert not prove(journal).problems


def test_who_was_ready_too_early_is_asked_again_when_the_results_are_there(house: House) -> None:
    table, callers = company(house)
    for caller in callers.values():
        caller.done("POST", f"/tables/{table}/ready")  # in the middle of the round
    over = answered(callers, table)
    for caller in (callers["seat 1"], callers["seat 2"]):
        caller.done("POST", f"/tables/{table}/ready")
    seen = callers["seat 1"].see(f"/tables/{table}")
    assert (seen["open"], seen["round"]) == (False, over["round"])  # the third still looks at the results


def test_who_leaves_in_mid_round_sees_the_chips_until_they_come_back(house: House) -> None:
    table, callers = company(house)
    behind = callers["backline 2.1"]
    answered(callers, table, until="preflop")
    assert not behind.done("DELETE", f"/tables/{table}/seat")["left"]
    me = behind.see("/me")
    assert (me["balance"], me["at_tables"]) == ("9000", "1000")  # the stack and the wagers that stand
    del callers["backline 2.1"]
    answered(callers, table)
    eventually(lambda: "backline 2.1" not in behind.see(f"/tables/{table}")["seats"])
    me = behind.see("/me")
    assert me["at_tables"] == "0" and float(me["balance"]) >= 9000


def test_nobody_stands_where_there_is_no_backline_or_no_player(house: House) -> None:
    table = open_table(house, game=HOLDEM, clock=600)
    player, other = seated(house, table, 2), Caller(house.url).guest()
    path = f"/tables/{table}/seat"
    assert other.say("POST", path, {"amount": "100", "behind": 5}).status_code == 409
    assert other.say("POST", path, {"amount": "100", "behind": 2, "seat": 3}).status_code == 422
    assert other.say("POST", path, {"amount": "100", "behind": 2, "proposition": True}).status_code == 422
    assert player.say("POST", path, {"amount": "100", "behind": 2}).status_code == 409
    banked_by_house = open_table(house)
    seated(house, banked_by_house, 1)
    no = other.say("POST", f"/tables/{banked_by_house}/seat", {"amount": "100", "behind": 1})
    assert (no.status_code, "no backline" in no.json()["error"]) == (422, True)
    prop = other.say("POST", f"/tables/{banked_by_house}/seat", {"amount": "100", "proposition": True})
    assert prop.status_code == 422


def test_a_guest_bets_behind_somebody_on_the_page(house: House, visitor: Callable[..., Page]) -> None:
    table, callers = two_seated(house)
    prop = callers["seat 1"]
    page = visitor("/")
    page.locator("header [data-do=guest]").click()
    expect(page.locator("header .money")).to_be_visible()
    page.goto(f"/table/{table}")
    page.get_by_role("button", name="Bet behind seat 2").click()
    me = page.locator(".backliner.me")
    for _ in trying("a place behind seat 2"):  # when the round that was begun is over
        if me.count():
            break
        for caller in callers.values():
            caller.say("POST", f"/tables/{table}/answers", {"text": "decline"})
            caller.say("POST", f"/tables/{table}/ready")
    for _ in trying("the wagers"):
        if page.locator(".spot.open.required").count():
            break
        clicked(page.locator("[data-hw=ready]"))
        for caller in callers.values():
            caller.say("POST", f"/tables/{table}/ready")
        prop.say("POST", f"/tables/{table}/answers", {"text": "bank 500"})
    page.locator(".spot.open.required").first.click()
    page.locator("[data-hw=place]").click()
    expect(me).to_contain_text("$10")
    answered(callers, table)
    expect(page.locator(".outcome")).to_be_visible()
    assert page.locator("details.result").count() >= 2
    page.get_by_role("button", name="Leave the table").click()
    expect(me).to_have_count(0)


def test_come_come_is_laid_on_the_page_and_seen_by_everybody(house: House, visitor: Callable[..., Page]) -> None:
    """A guest lays $50 beside the player-dealer's $100, and has back what the journal proves."""
    table = open_table(house, game="pai-gow-double-hand", options={"come_come": True}, clock=600)
    path = f"/tables/{table}"
    page = visitor(f"/table/{table}")
    page.locator(".bar [data-do=guest-sit]").click()
    expect(page.locator(".seat.mine")).to_be_visible()
    banker = Caller(house.url).guest()
    banker.done("POST", f"{path}/seat", {"amount": "1000"})
    form = page.locator(".bar form[data-word='come-come']")
    for _ in trying("the offer of Come-Come"):
        if form.count():
            break
        offered = ".bar .answers:has(form[data-word='bank']) [data-text='decline']"
        clicked(page.locator(f"{offered}, .bar [data-text='sit out'], [data-hw=ready]"))  # another round, if it is late
        banker.say("POST", f"{path}/ready")
        banker.say("POST", f"{path}/answers", {"text": "bank 100"})
    expect(page.locator(".bar .asked")).to_contain_text("Lay Come-Come money in the bank?")
    form.locator("input[name=value]").fill("50")
    form.get_by_role("button", name="Come-come").click()
    expect(page.locator(".seat.mine")).to_contain_text("Come-Come $50")
    seen = banker.see(path)
    mine = next(iter(seen["bank"]["come_come"]))
    assert (seen["bank"]["put_up"], seen["bank"]["come_come"]) == ("150", {mine: "50"})
    assert banker.see("/me")["at_tables"] == "1000"
    page.locator("[data-hw=minimum]").click()
    page.locator("[data-hw=place]").click()
    for _ in trying("the end of the round"):
        view = banker.see(path)
        if not view["open"]:
            break
        clicked(page.locator(".bar [data-text='house way']"))
        ask = next((ask for ask in view["asks"] if ask["who"] == view["viewer"]), None)
        if ask is not None:
            banker.say("POST", f"{path}/answers", {"text": ask["default"]})
    back = next(event for event in view["events"] if event["event"] == "comeComeBack")
    assert back["who"] == mine and float(back["amount"]) == 50 + float(back["net"])
    journal = next(one for one in journals(house.database) if one.name.startswith(f"{table} "))
    assert not prove(journal).problems
