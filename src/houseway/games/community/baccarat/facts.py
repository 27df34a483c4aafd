"""Baccarat: the third-card table, the burn, and what can be said of two finished hands."""

from typing import Annotated

from pydantic import BeforeValidator, PlainSerializer, model_validator

from houseway.games.community.clauses import SIDES, CommunityFacts, RoundClauses, unpaid
from houseway.rules.families import Family
from houseway.rules.models import Model


def _draws(value: object) -> object:
    columns = value.split() if isinstance(value, str) else []
    if not columns or set(columns) - {"H", "S"}:
        raise ValueError("write H for hit and S for stand, a column each")
    return tuple(column == "H" for column in columns)


Draws = Annotated[
    tuple[bool, ...],
    BeforeValidator(_draws),
    PlainSerializer(lambda row: " ".join("H" if draws else "S" for draws in row)),
]


class Naturals(Model):
    points: tuple[int, ...]
    clause: str


class ThirdCard(Model):
    """Who draws: the player hand by its points, the banker hand by its points and the player hand's third card; the
    last column is for a player hand that stood."""

    clause: str
    player: dict[int, Draws]
    banker: dict[int, Draws]

    @model_validator(mode="after")
    def _whole(self) -> "ThirdCard":
        for side, rows, columns in (("player", self.player, 1), ("banker", self.banker, 11)):
            if sorted(rows) != list(range(8)) or any(len(row) != columns for row in rows.values()):
                raise ValueError(f"{side}: there must be a row for 0 to 7 points, each of {columns} columns")
        return self


class Burn(Model):
    """How many cards are burned, by the first card of a shoe."""

    clause: str
    values: dict[str, int]


class FaceDown(Model):
    """The clauses of a second card of the banker's that lies face down: dealt, looked at for a natural, turned over."""

    clause: str
    looked: str
    turned: str


class Called(Model):
    """What the book calls each hand, where the two are not the player's and the banker's."""

    player: str = "player"
    banker: str = "banker"
    clause: str


class BaccaratClauses(RoundClauses):
    draw: str
    scoreboard: str = ""  # where the book has one


class BaccaratFacts(CommunityFacts):
    naturals: Naturals
    third_card: ThirdCard
    burn: Burn | None = None
    face_down: FaceDown | None = None
    called: Called | None = None
    clauses: BaccaratClauses


_WINS = [f"{side}-wins" for side in SIDES]
WORDS = frozenset(
    [
        "tie",
        *_WINS,
        *(f"{wins}-with-{points}" for wins in _WINS for points in range(1, 10)),
        *(
            f"{wins}-with-{cards}-card-{points}"
            for wins in _WINS
            for cards in ("two", "three")
            for points in range(1, 10)
        ),
    ]
)
FAMILY = Family("baccarat", BaccaratFacts, WORDS, wrong=unpaid)
