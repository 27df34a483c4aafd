"""What a player sees of a table: true to the cent, to the turn and to the moment."""

import re
from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from houseway.cards.card import hand
from houseway.games import catalogue
from houseway.play.event import Announced, BoughtIn, Dealt, FeeTaken
from houseway.play.player_dealer import GameReopened
from houseway.rules.money import cents
from houseway.rules.submission import house_rules
from houseway.serve.pages import felt
from houseway.serve.pages.asking import Help, bar
from houseway.serve.pages.panels import placard
from houseway.serve.pages.placing import Placing
from houseway.serve.pages.scene import Result, Scene
from houseway.serve.pages.telling import cited, line
from houseway.serve.pages.templates import signed
from houseway.serve.pages.views import AskView, SettingForm
from tests.serve.browsing import clicked
from tests.serve.house import Caller, House, employed, operator, trying
from tests.serve.test_api import open_table, seated
from tests.serve.test_pages import fits_every_window, found, play_round


def guest(page: Page) -> None:
    page.locator("header [data-do=guest]").click()
    expect(page.locator("header .money")).to_have_text("$10,000")


# Money


def test_the_stack_counts_every_bet_that_a_wager_makes(house: House, visitor: Callable[..., Page]) -> None:
    page = visitor(f"/table/{open_table(house)}")
    page.locator(".bar [data-do=guest-sit]").click()
    page.locator("[data-hw=minimum]").click()
    stack = page.locator(".mystack b")
    expect(stack).to_have_text("$990")  # the ante of $5 stands across and down
    page.locator("[data-hw=place]").click()
    expect(page.locator(".bar [data-text='across 1']")).to_be_visible()
    expect(stack).to_have_text("$990")


def test_sitting_down_is_done_once_and_the_head_says_what_is_left(house: House, visitor: Callable[..., Page]) -> None:
    page = visitor("/")
    guest(page)
    table = open_table(house)
    page.reload()
    page.locator(f"[data-do=sit][data-table='{table}']").click()
    expect(page.locator(".seat.mine")).to_be_visible()
    assert page.url.endswith(f"/table/{table}")
    expect(page.locator("header .money")).to_have_text("$9,000")
    for _ in trying("leaving"):
        clicked(page.locator("[data-hw=leave], .bar [data-text='sit out']"))
        if not page.locator(".seat.mine").count():
            break
    expect(page.locator("header .money")).to_have_text("$10,000")
    page.goto(f"/table/{table}?sit=1")
    expect(page.locator(".bar [data-hw=sit]").first).to_be_visible()
    expect(page.locator("header .money")).to_have_text("$10,000")


def test_who_clicks_twice_comes_in_as_one_guest(house: House, visitor: Callable[..., Page]) -> None:
    page = visitor(f"/table/{open_table(house)}")
    came: list[str] = []
    page.on("request", lambda request: came.append(request.url) if request.url.endswith("/api/v1/guest") else None)
    page.evaluate("for (let n = 0; n < 3; n++) document.querySelector('.bar [data-do=guest-sit]').click()")
    expect(page.locator(".seat.mine")).to_be_visible()
    assert len(came) == 1


def test_a_closed_table_says_so_and_still_shows_its_rounds(house: House, visitor: Callable[..., Page]) -> None:
    table = open_table(house)
    player = seated(house, table, 1)
    for _ in trying("an ask"):
        if player.say("POST", f"/tables/{table}/answers", {"text": "sit out"}).is_success:
            break
    player.done("DELETE", f"/tables/{table}/seat")
    operator(house.url).done("DELETE", f"/tables/{table}")
    assert player.say("GET", f"/tables/{table}").status_code == 404
    assert [one["round"] for one in player.see(f"/tables/{table}/rounds")] == [1]
    assert player.see(f"/tables/{table}/rounds/1")["viewer"] == "seat 1"
    assert Caller(house.url).http.get(f"/table/{table}").status_code == 410
    assert Caller(house.url).http.get("/table/999999").status_code == 404
    page = visitor("/")
    guest(page)
    page.set_default_timeout(60_000)
    with page.expect_response(f"**/table/{table}"):
        page.evaluate(f"location.href = '/table/{table}'")
    expect(page.locator("h1")).to_contain_text("is closed")
    expect(page.locator("header .money")).to_have_text("$10,000")
    page.get_by_role("button", name="Round 1").click()
    page.get_by_role("button", name="To the end").click()
    expect(page.locator(".replay")).to_contain_text("is over")


# Words


def test_the_list_of_a_replay_follows_its_step(house: House, visitor: Callable[..., Page]) -> None:
    page = visitor(f"/table/{open_table(house)}")
    page.locator(".bar [data-do=guest-sit]").click()
    play_round(page)
    page.get_by_role("tab", name="History").click()
    page.locator(".rounds button").first.click()
    page.get_by_role("button", name="To the end").click()
    page.wait_for_function(
        """() => {
          const step = document.querySelector(".replay [aria-current=step]")?.getBoundingClientRect();
          const list = document.querySelector(".replay .scroll").getBoundingClientRect();
          return step && document.querySelector(".steps span").innerText.startsWith(`${document.querySelectorAll(
            ".replay .story li").length} of`) && step.top >= list.top - 1 && step.bottom <= list.bottom + 1;
        }"""
    )


def test_history_has_results_a_total_and_a_link_to_each_round(house: House, visitor: Callable[..., Page]) -> None:
    table = open_table(house)
    page = visitor(f"/table/{table}")
    page.locator(".bar [data-do=guest-sit]").click()
    play_round(page)
    for _ in trying("a second round"):
        if page.locator(".topline", has_text="Round 2").count():
            break
        clicked(page.locator("[data-hw=ready]"))
    play_round(page)
    stack = cents(page.locator(".mystack b").inner_text().replace("$", "").replace(",", ""))
    page.get_by_role("tab", name="History").click()
    total = page.locator(".total")
    expect(total).to_have_text(f"This session, 2 rounds: {signed(stack - 1_000_00)}")
    results = page.locator(".rounds b").all_inner_texts()
    for _ in trying("leaving"):  # perhaps out of a round that has begun by itself
        clicked(page.locator("[data-hw=leave], .bar [data-text='sit out']"))
        if not page.locator(".seat.mine").count():
            break
    page.get_by_role("tab", name="Story", exact=True).click()  # which has their name though they have left
    expect(page.locator(".story")).to_contain_text(page.locator("header .name").inner_text())
    assert "Seat 1" not in page.locator(".story").inner_text()
    page.goto(f"/table/{table}?round=1")
    expect(page.locator(".replay h2")).to_have_text("Round 1")
    page.get_by_role("button", name="All rounds").click()
    expect(page.locator(".rounds b").last).to_have_text(results[-1])
    assert page.locator(".rounds b").all_inner_texts()[-2:] == results[-2:]  # whoever has left has won or lost no less
    expect(page.get_by_role("link", name="Verify round 2")).to_have_text("verify")
    page.get_by_role("link", name="Link to round 2").click()
    expect(page.locator(".replay h2")).to_have_text("Round 2")
    page.goto(f"/table/{table}?round=77")
    expect(page.locator(".notice")).to_contain_text("has no round 77")
    other = visitor(f"/table/{table}")
    other.get_by_role("tab", name="History").click()
    expect(other.get_by_role("button", name="Round 2")).to_be_visible()
    expect(other.locator(".rounds b, .total")).to_have_count(0)


TOLD = """() => { const box = document.querySelector(".result[open] .why").getBoundingClientRect();
  return [box.left + 9, box.right - 9].every((x) => [box.top + 9, box.bottom - 9].every((y) =>
    document.elementFromPoint(x, y)?.closest(".why"))); }"""  # all of it lies open


def test_a_clause_opens_what_it_means_and_why_is_a_sentence(house: House, visitor: Callable[..., Page]) -> None:
    table = open_table(house)
    page = visitor(f"/table/{table}")
    page.locator(".bar [data-do=guest-sit]").click()
    play_round(page)
    page.locator(".own .result summary, .lines .result summary").first.click()
    why = page.locator(".result[open] .why span")
    expect(why).to_have_text(re.compile(r"^[A-Z$].*\$\d.*\.$"))
    page.set_viewport_size({"width": 390, "height": 844})
    told = page.locator(".result[open] .why").bounding_box()
    desk = page.locator(".desk").bounding_box()
    assert told and desk and told["width"] > 300 and told["y"] + told["height"] < desk["y"]  # a phone shows it whole
    for width, height in ((1440, 900), (1366, 650), (1024, 600)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(TOLD), (width, height)
    page.set_viewport_size({"width": 1280, "height": 800})
    page.locator(".story .cited", has_text="7.E(1)").first.click()
    box = page.locator("dialog#clause")
    expect(box.locator("h2")).to_have_text("7.E(1)")
    expect(box.locator(".applied")).to_contain_text("You wager $5 on Ante")
    expect(box.locator(".rule")).to_contain_text("must be placed to play")
    expect(box.locator(".quiet")).to_contain_text("Criss Cross Poker")
    assert not Axe().run(page, "dialog#clause").response["violations"]
    box.get_by_role("button", name="Close").click()
    expect(box).not_to_be_visible()
    page.set_viewport_size({"width": 1280, "height": 200})  # a clause that is longer than the window opens at its title
    page.locator(".story .cited", has_text="7.E(1)").first.dispatch_event("click")
    expect(box.locator("h2")).to_be_focused()
    assert box.evaluate("box => box.scrollHeight > box.clientHeight && box.scrollTop === 0")
    box.get_by_role("button", name="Close").dispatch_event("click")
    page.set_viewport_size({"width": 1280, "height": 800})
    page.get_by_role("tab", name="Pays").click()
    with page.expect_popup() as opened:  # the table stays where it is
        page.get_by_role("link", name="What each wager is worth").click()
    price = opened.value
    price.get_by_role("heading", name="Criss Cross Poker").wait_for()
    price.locator(f".played a[href='/table/{table}']").click()
    expect(price.locator(".room")).to_be_visible()
    expect(page.locator(".room")).to_be_visible()


@pytest.mark.parametrize(
    ("result", "why"),
    [
        (Result("won", 1000, 1000, "1:1", "pair of jacks", "", ""), "Pair of jacks pays 1 to 1: $10 on $10."),
        (Result("won", 1500, 1000, "3:2", "", "", "of $20"), "The wager pays 3 to 2: $15 on $10; of $20."),
        (Result("won", 5000, 0, "", "royal flush", "", ""), "Royal flush pays $50."),
        (Result("lost", 1000, 1000, "", "", "", ""), "$10 is lost."),
        (Result("lost", 1000, 1000, "", "pair of fours", "", ""), "Pair of fours: the wager of $10 is lost."),
        (Result("back", 1000, 1000, "", "18", "", "push"), "18: a push, $10 goes back."),
        (Result("back", 1000, 1000, "", "", "", "not covered"), "$10 goes back; not covered."),
    ],
)
def test_why_is_answered_in_a_sentence(result: Result, why: str) -> None:
    assert result.words == why


def test_a_clause_is_never_cut_in_two() -> None:
    assert line(GameReopened("5.D (2), 7 (b)"), {}) == f"<span>The game is open again.</span> {cited('5.D (2), 7 (b)')}"
    assert line(GameReopened("Play 4(b), (c)"), {}) == f"<span>The game is open again.</span> {cited('Play 4(b), (c)')}"
    assert line(BoughtIn("seat 1", "Ada", 500), {}) == "Seat 1 (Ada) buys in for $5."
    fee = "GEGA-002382, Cal Blackjack 2.0 (GEGA-002026), Blackjack X Magic 7 (GEGA-003690), schedule option 1"
    told = line(FeeTaken("seat 1", 100, fee), {})
    assert told == f"<span>Seat 1 pays a collection of $1.</span> {cited(fee)}"


def test_the_story_has_names_and_suits() -> None:
    dealt = Dealt("seat 1", hand("Kh Ts"), None, "5.A")
    told = line(dealt, {"seat 1": "A & B"})
    assert "A &amp; B is dealt" in told and "K♥" in told and "10♠" in told and "<cite>5.A</cite>" in told
    plain = Announced("seat 12", "As the house sets it", "7")
    assert line(plain, {"seat 1": "Ada"}) == f"<span>Seat 12: As the house sets it.</span> {cited('7')}"


@pytest.mark.parametrize("id", catalogue())
def test_what_hangs_beside_a_table_is_whole(id: str) -> None:
    shown = placard(house_rules(catalogue()[id].rules))
    assert "version <" not in shown and "version ." not in shown
    if catalogue()[id].rules.bank == "pot":
        assert "<th>Bets</th>" in shown and ("<th>Blinds</th>" in shown or "<th>Ante</th>" in shown)


def test_groups_count_the_cards_that_lie_there_already() -> None:
    ask = {
        "who": "seat 1", "what": "set", "clause": "", "default": "",
        "forms": [{"form": "placement", "cards": "As Kd 2c", "room": {"top": 3, "middle": 3}}],
    }  # fmt: skip
    rules = house_rules(catalogue()["face-up-pineapple-chinese-poker"].rules)
    drawn = bar(AskView.read(ask), rules, Placing(groups={0: "middle"}), Help(lie={"middle": 2}))
    told = re.sub("<[^>]+>", "", drawn)
    assert "Middle (3 of 5)" in told and "Top (0 of 3)" in told


def test_a_bet_is_written_on_its_button_with_what_it_takes() -> None:
    ask = {
        "who": "seat 1", "what": "bet", "clause": "", "default": "fold",
        "forms": [{"form": "moves", "words": {"call": "4", "fold": "0", "bet 4": "4", "raise to 12": "8"}}],
    }  # fmt: skip
    drawn = bar(AskView.read(ask), house_rules(catalogue()["limit-holdem"].rules), Placing(), Help())
    said = re.findall(r"<span>([^<]+)</span>(?:<small>([^<]+)</small>)?</button>", drawn)
    assert said == [("Call", "$4"), ("Fold", ""), ("Bet $4", ""), ("Raise to $12", "$8 more")]


def test_giving_up_is_on_a_key_of_its_own_and_lies_last() -> None:
    rules = house_rules(catalogue()["three-card-poker"].rules)
    ask = {"who": "seat 1", "what": "play", "clause": "", "default": "fold"}
    asked = AskView.read({**ask, "forms": [{"form": "words", "words": ["fold", "play", "check"]}]})
    drawn = bar(asked, rules, Placing(), Help())
    assert re.findall(r'data-text="(\w+)" data-key="(\w+)"', drawn) == [("play", "1"), ("check", "2"), ("fold", "0")]


def test_doubling_for_less_is_offered_beside_doubling_and_not_instead() -> None:
    less = {"form": "amount", "word": "double", "low": "0.01", "high": "5", "step": "0.01"}
    ask = {"who": "seat 1", "what": "play", "clause": "", "default": "stand"}
    rules = house_rules(catalogue()["pontoon-21"].rules)
    both = [{"form": "moves", "words": {"hit": "0", "stand": "0", "double": "5"}}, less]
    drawn = bar(AskView.read({**ask, "forms": both}), rules, Placing(), Help())
    assert "do go" not in drawn and "<output>$2.50</output>" in drawn
    assert "do go" in bar(AskView.read({**ask, "forms": [less]}), rules, Placing(), Help())


def test_what_a_group_comes_to_stands_on_it_and_discards_are_not_set() -> None:
    form = {"form": "arrangement", "cards": "Kh Kd As", "groups": [["front", 2], ["back", 1]]}
    ask = {"who": "seat 1", "what": "set", "clause": "", "default": "", "forms": [form]}
    placing = Placing(groups={0: "front", 1: "front"})
    lying = placing.lying(SettingForm(("Kh", "Kd", "As"), (("front", 2),), "back", 1))
    assert lying == {"front": ["Kh", "Kd"], "back": ["As"]}
    rules = house_rules(catalogue()["lucky-pai-gow"].rules)
    drawn = bar(AskView.read(ask), rules, placing, Help(named={"front": "pair of kings", "back": "ace"}))
    assert ">(2 of 2)</span></span><small>pair of kings" in drawn and "Back</span><small>ace" in drawn
    assert "Front (2 of 2)pair of kings" in re.sub("<[^>]+>", "", drawn)
    assert "K♥" in drawn and "Set your cards" in drawn
    draw = {**ask, "forms": [{"form": "placement", "cards": "Kh Kd As", "room": {"discard": 3}}]}
    drawn = bar(AskView.read(draw), rules, Placing(groups={2: "discard"}), Help(named={"": "pair of kings"}))
    assert "Choose what to discard" in drawn and "<span>Discard</span>" in drawn and "pair of kings" in drawn


def test_wagers_that_stand_are_not_said_to_break_even() -> None:
    quiet = Scene(net={"seat 1": 0}, standing={"seat 1": 1000}, over=True)
    assert felt.took_part("seat 1", quiet) and felt.came_out("seat 1", quiet) == "Your $10 stands"
    sat_out = Scene(net={"seat 1": 0}, over=True)
    assert not felt.took_part("seat 1", sat_out)
    pushed = Scene(net={"seat 1": 0}, owners={"seat 1": "seat 1"}, over=True)
    pushed.results["seat 1"] = {"ante": [Result("back", 500, 500, "", "", "", "push")]}
    assert felt.came_out("seat 1", pushed) == "You break even"


def test_what_staff_have_to_see_to_is_not_told_to_guests(house: House, visitor: Callable[..., Page]) -> None:
    table = open_table(house, by_hand=True)
    player, floor = seated(house, table, 1), employed(house.url, "floor")
    floor.done("POST", f"/tables/{table}/opening", {})
    floor.done("POST", f"/tables/{table}/duties", {"duty": "deck-change-shoe"})
    assert any(event["event"].startswith("duty") for event in player.see(f"/tables/{table}")["events"])
    page = visitor(f"/table/{table}")
    expect(page.locator(".story")).to_contain_text("opens the table")
    assert "has done" not in page.locator(".story").inner_text() and "Due" not in page.locator(".story").inner_text()


def test_a_tag_is_not_cut_off_by_a_long_name(house: House, visitor: Callable[..., Page]) -> None:
    table = open_table(house)
    name = f"Wolfgang Amadeus {table} of Salzburg"
    player = Caller(house.url)
    answer = player.http.post("/api/v1/accounts", json={"name": name, "password": "a long password"})
    player._in(answer).done("POST", f"/tables/{table}/seat", {"amount": "1000"})
    for _ in trying("an ask"):
        if player.say("POST", f"/tables/{table}/answers", {"text": "ante 10"}).is_success:
            break
    page = visitor(f"/table/{table}")
    plate = page.locator(".seat .plate")
    expect(plate).to_contain_text("Wolfgang")
    tag = "<span class='tag'>leaving</span><span class='tag'>away</span>"
    assert plate.evaluate(
        f"""one => {{ one.querySelector(".chips").insertAdjacentHTML("afterbegin", "{tag}");
          const plate = one.getBoundingClientRect();
          return [...one.querySelectorAll(".tag")].every(tag => {{ const box = tag.getBoundingClientRect();
            return box.left >= plate.left && box.right <= plate.right && box.width > 20; }}); }}"""
    )


# Everybody


@pytest.mark.parametrize("id", ["pontoon-21", "no-limit-holdem"])
def test_axe_finds_nothing_at_a_table_before_a_round_and_beside_it(
    house: House, visitor: Callable[..., Page], id: str
) -> None:
    page = visitor(f"/table/{open_table(house, game=id, bots=2)}")
    assert not found(page)
    page.locator(".bar [data-do=guest-sit]").click()
    expect(page.locator(".seat.mine, .hint").first).to_be_visible()
    assert not found(page)
    for tab in ("Pays", "History", "Fair"):
        page.get_by_role("tab", name=tab).click()
        expect(page.get_by_role("tab", name=tab)).to_have_attribute("aria-selected", "true")
        assert not found(page)
    expect(page.locator(".fair code").first).to_have_text(re.compile("^[0-9a-f]{64}$"))  # whole, without a reload


@pytest.mark.parametrize("path", ["/", "/price", "/price/cash-in-baccarat", "/operator"])
def test_axe_finds_nothing_elsewhere(visitor: Callable[..., Page], path: str) -> None:
    page = visitor(path)
    expect(page.locator("h1").first).to_be_visible()
    assert page.locator("html").get_attribute("lang") == "en-US" and page.locator("main").count() == 1
    assert not found(page)
    fits_every_window(page)
