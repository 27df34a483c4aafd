"""Our games as OpenSpiel games, where that package is installed: its own algorithms run on them.

>>> import pyspiel  # doctest: +SKIP
>>> from houseway.env.spiel import load  # doctest: +SKIP
>>> game = load("three-card-poker", pack="Ah Kh Qh Jh Th 9h 9d", stacks="50000,1000")  # doctest: +SKIP

A game of its own is registered for those that are known to be zero-sum: without a fee, among players only. Returns are
in cents.
"""

from math import comb
from typing import Any

from houseway.cards.card import hand
from houseway.env import Missing
from houseway.env.tree import CHANCE, OVER, Node, Tree
from houseway.play.ask import Refused
from houseway.rules.money import cents

try:
    import pyspiel
except ModuleNotFoundError:
    raise Missing("OpenSpiel is not installed: pip install 'houseway[spiel]' brings it") from None

NAMES = {False: "houseway", True: "houseway_zero_sum"}
_PARAMETERS = {"game": "", "pack": "", "stacks": "", "answers": "", "options": "", "given": ""}
_MOST_CARDS = 5  # dealt to a place at once
_LONGEST = 500


def _type(name: str, *, zero_sum: bool) -> Any:
    return pyspiel.GameType(
        short_name=name,
        long_name="A round of a table game as its rulebook says",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM if zero_sum else pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=14,
        min_num_players=1,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=False,
        parameter_specification=dict(_PARAMETERS),
    )


_TYPES = {zero_sum: _type(name, zero_sum=zero_sum) for zero_sum, name in NAMES.items()}


class _Game(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel is not typed
    zero_sum = False

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = dict(_PARAMETERS) | dict(params or {})
        self.tree = Tree(
            given["game"],
            pack=hand(given["pack"]),
            stacks=tuple(cents(part) for part in given["stacks"].split(",") if part),
            answers=_named(given["answers"]),
            options={name: _setting(value) for name, value in _named(given["options"]).items()},
            given={place: hand(line) for place, line in _named(given["given"]).items()},
        )
        cards, most = len(self.tree.pack), sum(self.tree.stacks)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.tree.actions),
            max_chance_outcomes=max(100, *(comb(cards, many) for many in range(1, _MOST_CARDS + 1))),
            num_players=len(self.tree.stacks),
            min_utility=float(-most),
            max_utility=float(max(most, 1) * 1000),
            utility_sum=0.0 if self.zero_sum else None,
            max_game_length=_LONGEST,
        )
        super().__init__(_TYPES[self.zero_sum], info, params or {})

    def new_initial_state(self) -> "_State":
        return _State(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "_Observer":
        return _Observer()


class _ZeroSum(_Game):
    zero_sum = True


class _State(pyspiel.State):  # type: ignore[misc]
    def __init__(self, game: _Game) -> None:
        super().__init__(game)
        self.node: Node = game.tree.root()
        self._zero_sum = game.zero_sum

    def current_player(self) -> int:
        player = self.node.player
        return int({CHANCE: pyspiel.PlayerId.CHANCE, OVER: pyspiel.PlayerId.TERMINAL}.get(player, player))

    def _legal_actions(self, player: int) -> list[int]:
        return self.node.legal() if player == self.node.player else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(at, float(likely)) for at, (_, likely) in enumerate(self.node.chances())]

    def _apply_action(self, action: int) -> None:
        self.node.act(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.node.named(action)

    def is_terminal(self) -> bool:
        return self.node.over

    def returns(self) -> list[float]:
        found = self.node.returns()
        if self._zero_sum and sum(found) != 0:
            raise Refused("this game is not zero-sum: a fee was taken, or the house won or lost")
        return [float(won) for won in found]

    def __str__(self) -> str:
        return " ".join(map(str, self.node.path)) or "root"


class _Observer:
    """What OpenSpiel asks for a player's information state; there is no tensor."""

    def __init__(self) -> None:
        self.tensor = None
        self.dict: dict[str, Any] = {}

    def set_from(self, state: _State, player: int) -> None:
        """Nothing is kept."""

    def string_from(self, state: _State, player: int) -> str:
        return state.node.information(player)


def load(game: str, *, pack: str, stacks: str, zero_sum: bool = False, **more: str) -> Any:
    """A game as OpenSpiel knows it: `answers="bank=decline;wagers=ante 10"`, `options="collection=none"`,
    `given="board=9s 8s 5c 4d 2h"`."""
    return pyspiel.load_game(NAMES[zero_sum], {"game": game, "pack": pack, "stacks": stacks, **more})


def _named(line: str) -> dict[str, str]:
    return dict(part.strip().split("=", 1) for part in line.split(";") if part.strip())


def _setting(value: str) -> bool | int | str:
    return {"true": True, "false": False}.get(value, int(value) if value.isdecimal() else value)


pyspiel.register_game(_TYPES[False], _Game)
pyspiel.register_game(_TYPES[True], _ZeroSum)
