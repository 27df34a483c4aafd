"""Chips that move, sounds that are asked for, and bets by a key or by the size of the pot."""

from collections.abc import Callable
from fractions import Fraction

from playwright.sync_api import Page, expect

from houseway.serve.pages.motion import is_big, moves
from houseway.serve.pages.placing import Offers, Placing, PotSize
from houseway.serve.pages.scene import Scene
from houseway.serve.pages.views import SpotOffer
from tests.serve.browsing import clicked
from tests.serve.house import House, trying
from tests.serve.test_api import open_table
from tests.serve.test_pages import play_round


def offers(*spots: SpotOffer) -> Offers:
    return {spot.wager: spot for spot in spots}


ANTE = SpotOffer("ante", minimum=5_00, maximum=100_00, bets=2)
BONUS = SpotOffer("five-card-bonus", minimum=1_00, maximum=25_00)


def test_a_bet_is_placed_again_doubled_and_undone_as_one_thing() -> None:
    placing, asked = Placing(), offers(ANTE, BONUS)
    placing.repeat("ante 10, five-card-bonus 20, gone-wager 5", asked)
    assert placing.placed() == {"ante": 1000, "five-card-bonus": 2000}
    assert placing.double(asked, stack=1_000_00, smallest=100)
    assert placing.placed() == {"ante": 2000, "five-card-bonus": 2500}  # no more than its maximum
    placing.undo()
    assert placing.placed() == {"ante": 1000, "five-card-bonus": 2000}
    assert not placing.double(asked, stack=64_00, smallest=100) and placing.placed()["ante"] == 1000  # it takes 65
    placing.undo()
    assert placing.placed() == {}


def test_a_wager_by_device_is_doubled_only_to_what_the_device_takes() -> None:
    placing, asked = (
        Placing(steps=[("spin", 500)]),
        offers(SpotOffer("spin", minimum=1_00, maximum=10_00, amounts=(1_00, 5_00))),
    )
    assert placing.double(asked, stack=1_000_00, smallest=1) and placing.placed() == {"spin": 500}


def test_a_raise_by_the_pot_counts_the_call_into_it() -> None:
    facing = PotSize(holds=30_00, level=10_00, put_in=0, stack=500_00)  # 20 in the middle, a bet of 10
    assert facing.raised_to(Fraction(1)) == 50_00 and facing.raised_to(Fraction(1, 2)) == 30_00
    first = PotSize(holds=24_00, level=0, put_in=0, stack=500_00)
    assert first.raised_to(Fraction(1, 2)) == 12_00


def test_chips_go_from_whom_they_come_to_whom_they_belong() -> None:
    events = [
        {"event": "wagered", "who": "seat 1", "wager": "ante", "amount": "5"},
        {"event": "collected", "who": "seat 1", "wager": "ante", "amount": "5"},
        {"event": "paid", "who": "seat 2", "amount": "10"},
        {"event": "potAwarded", "who": "seat 2", "amount": "40"},
    ]
    assert moves(events, "seat 3") == [
        ("seat 1", "seat 1/ante", "5"),
        ("seat 1/ante", "seat 3", "5"),
        ("seat 3", "seat 2", "10"),
        ("pot", "seat 2", "40"),
    ]
    assert moves(events[2:3], "") == [("bank", "seat 2", "10")]


def test_a_win_is_big_from_ten_times_what_was_staked() -> None:
    assert is_big("seat 1", Scene(staked={"seat 1": 500}, net={"seat 1": 5000}))
    assert not is_big("seat 1", Scene(staked={"seat 1": 501}, net={"seat 1": 5000}))
    assert not is_big("seat 1", Scene(net={"seat 1": 5000}))


COUNTED = """
  window.heard = 0; window.flown = 0;
  const Real = window.AudioContext;
  window.AudioContext = function () { window.heard += 1; return new Real(); };
  new MutationObserver((all) => { for (const one of all) for (const node of one.addedNodes)
    if (node.classList?.contains("flying")) window.flown += 1; }).observe(document, { childList: true, subtree: true });
"""


def test_a_table_moves_is_silent_until_asked_and_tells_its_keys(house: House, visitor: Callable[..., Page]) -> None:
    page = visitor()
    page.add_init_script(COUNTED)
    page.goto(f"/table/{open_table(house, bots=1)}")
    page.locator(".bar [data-do=guest-sit]").click()
    page.locator(".bar [data-key=m]").wait_for()
    page.keyboard.press("?")
    expect(page.locator("dialog#keys")).to_be_visible()
    expect(page.locator("dialog#keys")).to_contain_text("double what lies there")
    page.keyboard.press("Escape")
    expect(page.locator("dialog#keys")).to_be_hidden()
    for _ in trying("the least wagers"):  # keys pressed before the page is connected are lost
        page.keyboard.press("m")
        page.keyboard.press("m")  # by an impatient finger: the least is the least
        if page.locator("[data-hw=place]").count():
            break
    expect(page.locator("[data-hw=place]")).to_contain_text("Deal me in · $10")
    page.keyboard.press("d")
    expect(page.locator("[data-hw=place]")).to_contain_text("Deal me in · $20")
    page.keyboard.press("u")
    expect(page.locator("[data-hw=place]")).to_contain_text("Deal me in · $10")
    page.keyboard.press("]")
    expect(page.locator(".chip.pick.chosen")).to_have_attribute("data-value", "2500")
    page.keyboard.press("Enter")
    page.wait_for_function("window.flown > 0")
    assert page.evaluate("window.heard") == 0
    page.keyboard.press("s")
    expect(page.locator("[data-do=sound]")).to_have_attribute("aria-pressed", "true")
    assert page.evaluate("window.heard") == 1
    page.emulate_media(reduced_motion="reduce")
    page.wait_for_function("!document.querySelector('.flying')")
    before = page.evaluate("window.flown")
    play_round(page)
    assert page.evaluate("window.flown") == before  # nothing moves for those who want it so
    for _ in trying("the next bets"):
        if page.locator(".bar [data-key=r]").count():
            break
        clicked(page.locator("[data-hw=ready]"))
    expect(page.locator(".bar [data-key=r]")).to_have_text("RRebet $10")
    page.reload()
    expect(page.locator(".bar [data-key=r]")).to_have_text("RRebet $10")
    expect(page.locator(".desk")).to_be_focused()  # who goes on by keyboard begins there, and not at the head
    page.keyboard.press("r")
    expect(page.locator("[data-hw=place]")).to_contain_text("Deal me in · $10")


def test_a_raise_is_chosen_by_the_pot_and_said_on_its_button(house: House, visitor: Callable[..., Page]) -> None:
    page = visitor(f"/table/{open_table(house, game='no-limit-holdem', bots=3)}")
    page.locator(".bar [data-do=guest-sit]").click()
    expect(page.locator(".seat.mine")).to_be_visible()  # the page is there anew
    shown = "() => ['.amounts', '.bar [data-hw=say]'].map((one) => !!document.querySelector(one))"
    for _ in trying("a bet that may be raised"):
        raised, asked = page.evaluate(shown)  # both at one moment: whoever answers too soon goes broke in the end
        if raised:
            break
        clicked(page.locator(".bar [data-hw=say]", has_text="Fold") if asked else page.locator("[data-hw=ready]"))
    assert [one for one in page.locator(".amounts button").all_inner_texts() if one != "½ pot"] == [
        "Min",
        "Pot",
        "All in",
    ]
    page.locator(".amounts button", has_text="All in").click()
    said = page.locator(".fill .do.go output").inner_text()
    assert said.startswith("$") and float(said[1:].replace(",", "")) > 500
