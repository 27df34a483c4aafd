"""A shuffle is verified by the browser alone, with the page's own lines, and with the answers of `houseway verify`."""

import copy
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from houseway.cards.shuffle import sealed, seed_from
from houseway.games import catalogue
from houseway.play.event import PUBLIC
from houseway.play.ledger import CAGE
from houseway.prove.commitments import check
from houseway.record.errors import ProveError
from tests.rounds import Setup, play_on, words_of
from tests.serve.house import House
from tests.serve.test_api import open_table
from tests.serve.test_pages import SIZES, found, play_round
from tests.test_fairness import DOC, PACKS, SEED, SPINNING, THROWING, WORDS, _told, scrambled, spun, thrown

Told = dict[str, Any]


@pytest.fixture
def page(visitor: Callable[..., Page]) -> Iterator[Page]:
    it = visitor("/verify")
    expect(it.locator("#verify")).to_be_visible()
    yield it


def in_browser(page: Page, rounds: list[Told]) -> Any:
    """What the page's own lines find out, or the sentence by which they refuse."""
    return page.evaluate(
        """told => { try { return fairness.check(told, JSON.parse(document.querySelector("#verify").dataset.games))
             .map(({steps, ...one}) => one); }
           catch (error) { if (error instanceof fairness.Untold) return error.message; throw error; } }""",
        rounds,
    )


def in_terminal(rounds: list[Told]) -> Any:
    try:
        return [one.data() for one in check(rounds)]
    except ProveError as error:
        return str(error)


def a_round(id: str, luck: int = 1, viewer: str = "seat 1", seats: tuple[int, ...] = (1, 2, 3)) -> Told:
    driver = Setup(id, seats=seats, luck=luck).driver()
    driver.begin(seed_from(luck), 0, {who: sealed(words_of(who)) for who in driver.table.seats if luck})
    play_on(driver, Random(luck))
    return json.loads(json.dumps(_told(driver, viewer)))  # type: ignore[no-any-return]


def test_the_test_vectors_of_the_docs_hold_in_the_browser(page: Page) -> None:
    rows = re.findall(r"^\| (\d+) \| (\d+) \| (\w+) \| `(.+?)` \| `(.+?)` \| `(.+?)` \|$", DOC, re.MULTILINE)
    assert len(rows) == 12
    for kind, decks, words, label, first, digest in rows:
        cards, hash = page.evaluate(
            """([kind, decks, seed, words, label]) => {
                 const pack = Array.from({ length: decks }, () => fairness.PACKS[kind]).flat();
                 const cards = fairness.order(fairness.unhex(seed), words, pack, label).join(" ");
                 return [cards, fairness.hex(fairness.sha(fairness.utf8(cards)))]; }""",
            [kind, int(decks), SEED, WORDS[words], label],
        )
        assert cards.startswith(first) and hash == digest and len(cards.split()) == len(PACKS[kind]) * int(decks)
    numbers = re.findall(r"^\| [^|]+ \| `(.+?)` \| (\d+) \| (\w+) \| (\d+) \|$", DOC, re.MULTILINE)
    assert len(numbers) == 16
    for label, below, words, number in numbers:
        drawn = page.evaluate(
            "([seed, words, label, below]) => fairness.number(fairness.unhex(seed), words, label, below)",
            [SEED, WORDS[words], label, int(below)],
        )
        assert drawn == int(number)


def test_hashes_are_those_of_every_other_sha_256(page: Page) -> None:
    """Of every length around a block's end, as the browser's own works them out where it is there."""
    wrong = page.evaluate(
        """async () => { const wrong = [];
             for (let length = 0; length < 200; length++) {
               const bytes = Uint8Array.from({ length }, (_, at) => (at * 7 + length) & 255);
               const right = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
               if (fairness.hex(fairness.sha(bytes)) !== fairness.hex(right)) wrong.push(length); }
             return wrong; }"""
    )
    assert wrong == []


def test_of_every_game_the_browser_finds_out_what_the_terminal_does(page: Page) -> None:
    checked = 0
    for number, id in enumerate(catalogue()):
        for luck, viewer in ((0, PUBLIC), (number + 1, "seat 1")):
            told = [a_round(id, luck, viewer)]
            same = in_browser(page, told)
            assert same == in_terminal(told), id
            assert not same[0]["problems"]
            checked += same[0]["cards"]
    assert checked > 300


def test_dice_wheels_and_numbers_of_every_game_that_has_them_are_the_same_in_the_browser(page: Page) -> None:
    rounds = [[thrown(id, words=words)] for id in THROWING for words in (True, False)]
    rounds += [[thrown(id, "numberDrawn")] for id in THROWING if "number" in catalogue()[id].rules.asks]
    rounds += [spun(id, several=True) for id in SPINNING]
    rounds.append(spun("criss-cross-poker", several=True, mixed=True))
    rounds += [[scrambled("seven-card-stud")]]
    for told in rounds:
        same = in_browser(page, told)
        assert same == in_terminal(told) and same[0]["numbers"] and not same[0]["problems"], told[0]["game"]
        for event in told[0]["events"]:  # a forged die, stop or number is found here too
            if event["event"] == "diceThrown":
                event["dice"][0] = event["dice"][0] % 6 + 1
            elif event["event"] == "spun":
                event["stop"] = (event["stop"] + 1) % event["stops"]
            elif event["event"] == "numberDrawn":
                event["number"] = event["number"] % event["most"] + 1
            elif event["event"] == "cut":
                event["depth"] += 1
        lie = in_browser(page, told)
        assert lie == in_terminal(told) and lie[0]["problems"], told[0]["game"]


def test_a_shoe_is_followed_from_round_to_round(page: Page) -> None:
    driver = Setup("commission-free-baccarat", seats=(1, 2), luck=1).driver()
    told: list[Told] = []
    shuffles = 0
    for _ in range(300):
        if shuffles > 1:
            break
        for who in driver.table.seats:  # nobody runs out of chips
            driver.table.ledger.move(CAGE, who, 10**6)
        driver.begin(seed_from(len(told)), 0, {"seat 1": sealed(words_of("seat 1"))})
        play_on(driver, Random(len(told)))
        told.append(json.loads(json.dumps(_told(driver, PUBLIC))))
        shuffles += any(event["event"] == "shuffled" for event in told[-1]["events"])
    same = in_browser(page, told)
    assert same == in_terminal(told)
    assert sum(one["cards"] for one in same) > 300 and not any(one["problems"] for one in same)
    dealt = next(event for event in told[1]["events"] if event["event"] == "dealt")
    dealt["cards"] = "2c" if dealt["cards"] != "2c" else "3c"
    same = in_browser(page, told)
    assert same == in_terminal(told) and same[1]["problems"]


def _paths(told: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where a text or a number stands that the check may depend on."""
    parts = told.items() if isinstance(told, dict) else enumerate(told) if isinstance(told, list) else ()
    for key, value in parts:
        if key in ("story", "cards") and not path:
            continue
        yield from _paths(value, (*path, key))
        if isinstance(value, str | int) and not isinstance(value, bool):
            yield (*path, key)


def _changed(value: Any) -> Any:
    """Another value of the same kind: another card, digit, number."""
    if isinstance(value, int):
        return value + 1
    swapped = {"0": "1", "a": "b", "A": "K", "s": "h", "?": "2"}
    at = next((at for at, letter in enumerate(value) if letter in swapped), None)
    return f"{value}0" if at is None else value[:at] + swapped[value[at]] + value[at + 1 :]


@pytest.mark.parametrize("id", ["criss-cross-poker", "limit-holdem", "big-o", "lucky-pai-gow", "pontoon-21"])
def test_whatever_is_changed_in_a_round_both_say_the_same_of_it(page: Page, id: str) -> None:
    told, wrong, rng = thrown(id) if id in THROWING else spun(id)[0] if id in SPINNING else a_round(id), 0, Random(3)
    assert "wordsOpened" in {event["event"] for event in told["events"]}
    paths = [path for path in _paths(told) if path[0] in ("events", "openings", "game", "round", "wheels")]
    for path in rng.sample(paths, min(120, len(paths))):
        lie = copy.deepcopy(told)
        at = lie
        for key in path[:-1]:
            at = at[key]
        at[path[-1]] = _changed(at[path[-1]])
        same = in_browser(page, [lie])
        assert same == in_terminal([lie]), path
        wrong += isinstance(same, str) or bool(same[0]["problems"])
    assert wrong > 10


@pytest.mark.parametrize(
    "told",
    [
        {},
        {"round": 1},
        {"round": 1, "events": [1]},
        {"round": 1, "events": [{}]},
        {"round": 1, "events": [{"event": "dealt"}]},
        {"round": 1, "events": [{"event": "roundBegan", "decks": 3}], "openings": 7},
        {"round": 1, "events": [{"event": "roundBegan", "commitment": "x"}, {"event": "dealt", "place": "a"}]},
    ],
)
def test_what_is_no_round_is_refused_in_the_same_sentence(page: Page, told: Told) -> None:
    assert in_browser(page, [told]) == in_terminal([told])


def test_rounds_are_pasted_and_lies_found(page: Page, tmp_path: Path) -> None:
    told = a_round("criss-cross-poker")
    page.locator("textarea").fill(json.dumps(told))
    page.set_viewport_size({"width": 1366, "height": 768})
    page.get_by_role("button", name="Verify", exact=True).click()
    expect(page.locator("#verified .conclusion.good")).to_contain_text("are what the house committed to")
    expect(page.locator("#verified .conclusion.good")).to_be_in_viewport()
    expect(page.locator("#verified li.good", has_text="is that commitment")).to_have_count(1)
    seed = next(event for event in told["events"] if event["event"] == "seedRevealed")
    seed["seed"] = "00" * 32
    file = tmp_path / "round.json"
    file.write_text(json.dumps(told))
    page.locator("input[type=file]").set_input_files(file)
    expect(page.locator("#verified .conclusion.bad")).to_be_visible()
    expect(page.locator("#verified li.bad").first).to_contain_text("is not the one that was committed to")
    page.locator("textarea").fill("<b>{")
    page.get_by_role("button", name="Verify", exact=True).click()
    expect(page.locator("#verified .conclusion.bad")).to_contain_text("not JSON")


@pytest.mark.parametrize("game", ["criss-cross-poker", "no-limit-holdem"])
def test_a_round_that_was_played_here_is_fetched_and_verified_without_the_house(
    house: House, visitor: Callable[..., Page], game: str
) -> None:
    table = open_table(house, game=game, bots=2)
    page = visitor(f"/table/{table}")
    page.locator(".bar [data-do=guest-sit]").click()
    play_round(page)
    page.get_by_role("tab", name="History").click()
    link = page.get_by_role("link", name=re.compile(r"Verify round \d+")).first
    number = (link.get_attribute("aria-label") or "").rpartition(" ")[2]
    with page.expect_popup() as opened:  # the table stays where it is
        link.click()
    page = opened.value
    page.set_viewport_size({"width": 1366, "height": 768})
    expect(page.locator("#verified .conclusion.good")).to_be_in_viewport()
    assert page.evaluate("scrollY") == 0  # it stands at the top, before the round itself
    expect(page.locator("#verified details").first).to_contain_text(f"Round {number}")
    asked: list[str] = []
    page.on("request", lambda one: asked.append(one.url))
    page.get_by_role("button", name="Verify", exact=True).click()  # once more, from what lies there
    expect(page.locator("#verified .conclusion.good")).to_be_visible()
    assert asked == []


def test_what_was_found_is_counted_in_words_that_fit_its_number(page: Page) -> None:
    alone = a_round("criss-cross-poker", seats=(1,))
    for told, words in ((alone, "1 seat's words"), (a_round("cash-in-baccarat"), "2 seats' words")):
        page.locator("textarea").fill(json.dumps(told))
        page.get_by_role("button", name="Verify", exact=True).click()
        summary = page.locator("#verified summary")
        expect(summary).to_contain_text(words)
        expect(summary).not_to_contain_text(re.compile(r"\b(0 \w|1 (cards|numbers|seats))"))


def test_the_page_fits_every_size_and_axe_finds_nothing(page: Page) -> None:
    page.locator("textarea").fill(json.dumps(a_round("limit-holdem")))
    page.get_by_role("button", name="Verify", exact=True).click()
    expect(page.locator("#verified .conclusion")).to_be_visible()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert not found(page)
