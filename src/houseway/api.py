"""What `import houseway` and the command do alike: settle a scenario, coach a decision, play a journal again."""

from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any

from houseway.cards.named import in_text
from houseway.errors import instead
from houseway.games import game
from houseway.play import scenario
from houseway.play.driver import Driver
from houseway.play.event import SURVEILLANCE
from houseway.play.scenario import Played, Scenario, ScenarioError
from houseway.pricing.coach import Advice
from houseway.pricing.coach import coach as coached
from houseway.prove import phh
from houseway.prove.replay import Round, rounds
from houseway.rules.strict import RulesError, read_data
from houseway.table import Table

Given = str | Path | Mapping[str, Any]  # a scenario: its TOML, its file, or what such a file says as a dictionary
_MOST_RAKE = Decimal("0.2")


def settle(given: Given, *, name: str = "the scenario") -> Played:
    """Deal a scenario to its end and settle it. `docs/scenarios.md` says what one may state.

    >>> played = settle({
    ...     "game": "criss-cross-poker",
    ...     "cards": {"seat 1": "Kh Kd", "across": "Ks 5d", "down": "Kc 9s", "middle": "2c"},
    ...     "seats": [{"seat": 1, "wagers": {"ante": "10"}, "decisions": ["across 3", "down 1", "middle 3"]}],
    ... })
    >>> played.net("seat 1")  # in cents
    23000
    >>> played.report()["seats"][0]["wagers"][2]["clause"]
    '12.A(7)'
    """
    plan = _read(given, name)
    return scenario.play(plan, game(plan.game))


def coach(given: Given | Table | Driver, *, at: str = "", who: str = "", name: str = "the scenario") -> Advice:
    """What each answer is worth at the decision that a table waits for, or at the first one that a scenario leaves
    open. `at` names a decision to stop at, including optional offers such as insurance.

    >>> coach({
    ...     "game": "criss-cross-poker",
    ...     "cards": {"seat 1": "Kh Kd"},
    ...     "seats": [{"seat": 1, "wagers": {"ante": "10"}}],
    ... }).best.text
    'across 3'
    """
    if isinstance(given, Table):
        return coached(given.driver, who or given.me)
    if isinstance(given, Driver):
        return coached(given, who)
    plan = _read(given, name)
    found = game(plan.game)
    if at and at not in found.rules.asks:
        raise ScenarioError(f"{at!r} is not an ask of {found.rules.name}: {instead(at, found.rules.asks)}")
    driver, ask = scenario.play_to_decision(plan, found, at)
    return coached(driver, ask.who)


def replay(journal: str | Path, viewer: str = SURVEILLANCE, *, name: str = "the journal") -> list[Round]:
    """The rounds of a journal played again, to the byte, as one viewer may know them: `seat 1`, `public`, `dealer`,
    `floor` or `surveillance`.

    >>> import houseway
    >>> table = houseway.deal("criss-cross-poker", "ante 10", seed=7)
    >>> table.answer("fold")
    >>> replay(table.journal())
    [<Round 1 of criss-cross-poker, as surveillance saw it: seat 1 -20>]
    """
    return list(rounds(*_text(journal, name), viewer))


def replay_hands(history: str | Path, *, rake: Decimal = _MOST_RAKE) -> list[phh.Played | phh.Unplayed]:
    """The hands of a poker hand history (`.phh`, `.phhs`), each played again by our rules at its own stakes."""
    text, name = _text(history, "the history")
    return list(phh.replayed(text, name=name, most_rake=rake))


def _read(given: Given, name: str) -> Scenario:
    if isinstance(given, str | Path):
        text, name = _text(given, name)
        return scenario.read(text, name=name)
    try:
        return read_data(Scenario, _with_cards(given), "", name=name)
    except RulesError as error:
        raise ScenarioError(str(error)) from None


def _with_cards(given: Mapping[str, Any]) -> dict[str, Any]:
    """A scenario with the text of cards in place of cards."""
    plan = dict(given)
    if isinstance(cards := plan.get("cards"), Mapping):
        plan["cards"] = {place: in_text(lie) for place, lie in cards.items()}
    if not isinstance(plan.get("dealt", ""), str):
        plan["dealt"] = in_text(plan["dealt"])
    if isinstance(later := plan.get("rounds"), list | tuple):
        plan["rounds"] = [_with_cards(one) if isinstance(one, Mapping) else one for one in later]
    return plan


def _text(given: str | Path, name: str) -> tuple[str, str]:
    if isinstance(given, str):
        return given, name
    try:
        return given.read_text(encoding="utf-8"), str(given)
    except UnicodeDecodeError:
        raise RulesError(f"{given} can't be read: expected text in UTF-8") from None
    except OSError as error:
        raise RulesError(f"{given} can't be read: {error.strerror}") from None
