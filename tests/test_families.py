"""A family is a contract: facts and words that are wrong or missing are found when the file is loaded, and a game of a
package from outside has all that its family has."""

import json
import os
import pickle
import re
import subprocess
import sys
from importlib import resources
from pathlib import Path

import httpx
import pytest

from houseway.client import Client, HouseError
from houseway.games import catalogue
from houseway.games.bonus_spin import SPIN, XTREME
from houseway.pricing.families import can_price, pricing
from houseway.pricing.pricing import Pricing
from houseway.rules.families import families
from houseway.rules.files import game_rules, read_rules
from houseway.rules.folders import game_folders
from houseway.rules.strict import RulesError
from houseway.rules.submission import house_rules
from tests.folders import folder_of
from tests.games.table_poker.classics import IDS, text_of
from tests.serve.house import PATIENCE, eventually, free_port

DEVICES = (SPIN, XTREME)
RULES = {id: folder.text for id, folder in game_folders().items()}

WRONG = [
    ("lucky-pai-gow", 'foul = "Round of Play 5(a)"\n', "", "facts.clauses.foul: is missing"),
    ("lucky-pai-gow", 'hand = "wild-seven-card-straight-flush"', 'hand = "wild-seven-card-strait-flush"',
     "pay table lucky-bonus: 'wild-seven-card-strait-flush' is nothing that pai-gow can say of a hand: "
     "did you mean wild-seven-card-straight-flush"),
    ("ultimate-texas-holdem", 'flop = { times = [2], else = "check"', 'flop = { times = [2], else = "chek"',
     "facts.streets.flop.else: write 'check' or 'fold'"),
    ("cash-in-baccarat", 'family = "baccarat"', 'family = "bacarat"', "family: 'bacarat' is not a family"),
    ("cash-in-baccarat", 'family = "baccarat"\n', "", "family: is missing"),
    ("cash-in-baccarat", '"S S S S S S S S S S  S"', '"S S S S S S S S S S"', "each of 11 columns"),
    ("cash-in-baccarat", '6 = "S"', '6 = "X"', "write H for hit and S for stand"),
    ("party-craps", '[facts.propositions]', '[facts.proposition]', "facts.propositions: is missing"),
    ("no-limit-holdem", 'betting = "no limit"', 'betting = "unlimited"', "facts.betting: write"),
    ("top-five-poker", "qualifies = {", "qualify = {", "facts.qualifies: is missing"),
    ("cash-in-baccarat", 'minimum = "', 'minimum = "99999', "is above the maximum"),
    ("blackjack-x", '{ hand = "hard-31"', '{ hand = "soft-31"',
     "pay_tables.base: a line for 'hard-31' is missing, which the facts say there is"),
]  # fmt: skip


DRAGON = """[wagers.dragon-7]
name = "Dragon 7"
when = "wagers"
minimum = "1"
maximum = "100"
clause = "PD-1"
"""


@pytest.mark.parametrize(("id", "text", "wrong", "said"), WRONG, ids=[said[:40] for *_, said in WRONG])
def test_a_wrong_fact_or_word_is_found_when_the_file_is_loaded(id: str, text: str, wrong: str, said: str) -> None:
    assert text in RULES[id], "the case is about a line that the file has"
    with pytest.raises(RulesError) as error:
        read_rules(RULES[id].replace(text, wrong, 1), name=f"{id}.toml")
    assert said in str(error.value) and str(error.value).startswith(f"{id}.toml")


@pytest.mark.parametrize("id", sorted(RULES))
def test_every_rule_file_states_the_facts_of_its_family(id: str) -> None:
    family = families()[game_rules(id).family]
    assert isinstance(game_rules(id).facts, family.facts)


@pytest.mark.parametrize("id", sorted(RULES))
def test_the_rules_of_a_table_can_go_to_another_process(id: str) -> None:
    rules = house_rules(game_rules(id))
    assert pickle.loads(pickle.dumps(rules)).game == rules.game


def test_a_wager_without_a_pay_table_or_a_turn_to_be_settled_is_found_when_the_file_is_loaded() -> None:
    with_wager = f"{RULES['cash-in-baccarat']}\n{DRAGON}"
    with pytest.raises(RulesError, match=r"position.settle: 'dragon-7' is not in it"):
        read_rules(with_wager, name="it")
    settled = re.sub(r"settle = \[\[", 'settle = [["dragon-7"], [', with_wager, count=1)
    assert settled != with_wager
    with pytest.raises(RulesError, match=r"wagers.dragon-7: no pay table says what it pays"):
        read_rules(settled, name="it")


@pytest.mark.parametrize("id", sorted(RULES))
def test_a_round_is_played_with_the_bank_of_its_game(id: str) -> None:
    played = catalogue()[id]
    assert not played.banks or played.rules.bank in played.banks


def test_every_family_has_a_game() -> None:
    examples = {read_rules(text_of(id), name=id).family for id in IDS}
    assert {game_rules(id).family for id in RULES} | examples == set(families())


@pytest.mark.parametrize("id", sorted(RULES))
def test_the_folder_of_a_game_is_named_after_it(id: str) -> None:
    assert game_folders()[id].name == id.replace(".", "-")
    assert {file.name for file in game_folders()[id].path.iterdir()} >= {"rules.toml", "clauses.toml", "picture.webp"}


@pytest.mark.parametrize("id", [id for id in RULES if can_price(id)])
def test_every_price_module_states_what_it_gives(id: str) -> None:
    found = pricing(id)
    assert isinstance(found, Pricing)
    assert set(found.triggers) == set(DEVICES) & game_rules(id).wagers.keys(), "every wheel needs its trigger"


# A package from outside

PYPROJECT = """
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "corner-games"
version = "1"

[project.entry-points."houseway.games"]
corner = "corner_games"

[tool.hatch.build.targets.wheel]
packages = ["corner_games"]
"""

WORDS = '[words]\n"4.A" = "Both cards are turned up."\n'
FACTS = '''
"""A family of its own, which states nothing that is not in every rule file."""

from houseway.rules.families import Family
from houseway.rules.models import Facts

FAMILY = Family("high-card", Facts, frozenset())
'''


PRICE = '''
"""High Card for one who always raises once: the pairs of cards, counted by hand."""

from fractions import Fraction

from houseway.pricing.papers.sheet import Outcomes, Sheet, WagerPrice
from houseway.pricing.pricing import Pricing


def price(rules, *, progress=None):
    ties = 52 * 3
    apart = (52 * 51 - ties) // 2
    outcomes = Outcomes({Fraction(2): apart, Fraction(0): ties, Fraction(-2): apart})
    return Sheet(rules, (WagerPrice("ante", "Ante", "the ante", Fraction(1), outcomes, "4.B"),))


PRICING = Pricing(price)
'''


@pytest.fixture(scope="module")
def corner(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of a process that has the corner house's package installed."""
    here, site = tmp_path_factory.mktemp("corner"), tmp_path_factory.mktemp("site")
    package = here / "corner_games"
    (package / "high_card").mkdir(parents=True)
    (package / "corner_baccarat").mkdir()
    (here / "pyproject.toml").write_text(PYPROJECT, encoding="utf-8")
    for folder in (package, package / "high_card"):
        (folder / "__init__.py").write_text('"""Games of the corner house."""\n', encoding="utf-8")
    for name in ("rules.toml", "round.py"):
        text = (folder_of("high-card") / name).read_text(encoding="utf-8")
        (package / "high_card" / name).write_text(text, encoding="utf-8")
    (package / "high_card" / "facts.py").write_text(FACTS, encoding="utf-8")
    (package / "high_card" / "count.py").write_text(PRICE, encoding="utf-8")
    (package / "high_card" / "clauses.toml").write_text(WORDS, encoding="utf-8")
    baccarat = RULES["cash-in-baccarat"].replace('id = "cash-in-baccarat"', 'id = "corner-baccarat"', 1)
    baccarat = baccarat.replace('name = "Cash-In Baccarat"', 'name = "Corner Baccarat"', 1)
    (package / "corner_baccarat" / "rules.toml").write_text(baccarat, encoding="utf-8")
    install = ["install", "--quiet", "--no-index", "--no-deps", "--no-build-isolation", "--disable-pip-version-check"]
    subprocess.run([sys.executable, "-m", "pip", *install, "--target", str(site), str(here)], check=True)
    source = str(resources.files("houseway") / "..")
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(site), source])}


def houseway(env: dict[str, str], *args: str, status: int = 0, given: str = "") -> str:
    ran = subprocess.run(
        [sys.executable, "-m", "houseway", *args], env=env, input=given, capture_output=True, text=True, check=False
    )
    assert ran.returncode == status, ran.stderr
    return ran.stdout


def test_a_package_from_outside_is_in_the_catalogue(corner: dict[str, str]) -> None:
    games = {game["id"] for game in json.loads(houseway(corner, "games", "--json"))}
    assert games == set(catalogue()) | {"corner-baccarat"}
    assert "Corner Baccarat" in houseway(corner, "show", "corner-baccarat")


def test_a_package_from_outside_is_played_settled_checked_and_priced(corner: dict[str, str], tmp_path: Path) -> None:
    scenario = tmp_path / "scenario.toml"
    scenario.write_text(
        'game = "corner-baccarat"\nseed = 7\n'
        '[cards]\nplayer = "9h Kd"\nbanker = "9s Qc"\n'
        '[[seats]]\nseat = 1\nstack = "1000"\nwagers = { tie = "10" }\n',
        encoding="utf-8",
    )
    (seat,) = [one for one in json.loads(houseway(corner, "settle", str(scenario), "--json"))["seats"] if one["wagers"]]
    ours = json.loads(houseway(corner, "settle", str(_of_ours(scenario, tmp_path)), "--json"))
    assert seat["wagers"] == next(one for one in ours["seats"] if one["wagers"])["wagers"]
    submission = tmp_path / "house.toml"
    table = '[[tables]]\nname = "1"\ngame = "corner-baccarat"\n'
    submission.write_text(f'facility = "Corner House"\n{table}', encoding="utf-8")
    houseway(corner, "check", str(submission))
    submission.write_text(f'facility = "Corner House"\n{table}options = {{ decks = 99 }}\n', encoding="utf-8")
    houseway(corner, "check", str(submission), status=1)
    sheets = [json.loads(houseway(corner, "price", id, "--json")) for id in ("corner-baccarat", "cash-in-baccarat")]
    assert sheets[0]["wagers"] == sheets[1]["wagers"]
    (ante,) = json.loads(houseway(corner, "price", "high-card", "--json"))["wagers"]
    assert ante["expectation"]["fraction"] == "0", "a family of its own brings a price of its own"


def test_a_package_from_outside_brings_words_for_its_clauses(corner: dict[str, str]) -> None:
    code = "from houseway.rules.clauses import clause_words; print(clause_words('high-card')['4.A'])"
    ran = subprocess.run([sys.executable, "-c", code], env=corner, capture_output=True, text=True, check=True)
    assert ran.stdout == "Both cards are turned up.\n"


def test_a_package_from_outside_is_played_in_a_terminal(corner: dict[str, str]) -> None:
    told = houseway(corner, "play", "high-card", "--seed", "3", given="ante 10\nraise 1\nq\n")
    assert "You leave with" in told and "after 1 round" in told


HOUSE_BANKED = """
id = "house-banked"
name = "House Banked"
like = "cash-in-baccarat"
bank = "house"
without = ["position"]

[rulebook]
jurisdiction = "none"
document = "none"
version = "1"
"""


def test_a_game_that_can_not_be_played_takes_no_other_along(corner: dict[str, str], tmp_path: Path) -> None:
    package = tmp_path / "broken_games"
    for name in ("no_toml", "house_banked"):
        (package / name).mkdir(parents=True)
    (package / "__init__.py").write_text("", encoding="utf-8")
    (package / "no_toml" / "rules.toml").write_text("id =", encoding="utf-8")
    (package / "house_banked" / "rules.toml").write_text(HOUSE_BANKED, encoding="utf-8")
    info = tmp_path / "broken_games-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: broken-games\nVersion: 1\n", encoding="utf-8")
    (info / "entry_points.txt").write_text("[houseway.games]\nbroken = broken_games\n", encoding="utf-8")
    env = {**corner, "PYTHONPATH": os.pathsep.join([str(tmp_path), corner["PYTHONPATH"]])}
    ran = subprocess.run(
        [sys.executable, "-m", "houseway", "games", "--json"], env=env, capture_output=True, text=True, check=True
    )
    assert {game["id"] for game in json.loads(ran.stdout)} == set(catalogue()) | {"corner-baccarat"}
    assert "house-banked is left out" in ran.stderr and "no_toml is left out" in ran.stderr
    ran = subprocess.run(
        [sys.executable, "-m", "houseway", "show", "house-banked"], env=env, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 2 and "player-dealer" in ran.stderr and "Traceback" not in ran.stderr


def test_a_package_from_outside_is_served(corner: dict[str, str], tmp_path: Path) -> None:
    submission = tmp_path / "house.toml"
    submission.write_text(
        'facility = "Corner House"\n[[tables]]\nname = "Corner 1"\ngame = "corner-baccarat"\n', encoding="utf-8"
    )
    port, log = free_port(), tmp_path / "log"
    command = ["serve", "--submission", str(submission), "--database", str(tmp_path / "house.db"), "--port", str(port)]
    with log.open("wb") as file:
        house = subprocess.Popen([sys.executable, "-m", "houseway", *command], env=corner, stdout=file, stderr=file)
    try:
        with Client(f"http://127.0.0.1:{port}", patience=0) as player:
            eventually(lambda: _came_in(player, house, log), "the opening of the house")
            (table,) = player.tables()
            assert player.look(table.id).game == "corner-baccarat"
            page = httpx.get(f"http://127.0.0.1:{port}/table/{table.id}", headers={"Cookie": player.visit.cookie})
            assert "Corner Baccarat" in page.text
    finally:
        house.terminate()
        house.wait(PATIENCE)


def _came_in(player: Client, house: "subprocess.Popen[bytes]", log: Path) -> bool:
    assert house.poll() is None, log.read_text(encoding="utf-8")[-3000:]
    try:
        return bool(player.sign_up("Ann", "a long password"))
    except HouseError as error:
        assert not error.status, error  # nobody is there yet
        return False


def _of_ours(scenario: Path, folder: Path) -> Path:
    ours = folder / "ours.toml"
    text = scenario.read_text(encoding="utf-8").replace("corner-baccarat", "cash-in-baccarat")
    ours.write_text(text, encoding="utf-8")
    return ours
