"""The kinds of bots that a game has, for pages, programs and the terminal alike.

At banked games an optimal bot follows the coach, whose counts are exact. At pots and at Chinese poker nobody knows the
best play; bots play those with skill, in a style that has a name.
"""

from houseway.play.game import Game
from houseway.pricing.families import can_coach
from houseway.skill.answering import styles
from houseway.skill.simple import RANDOM, SIMPLE

OPTIMAL = "optimal"


def kinds(game: Game) -> tuple[str, ...]:
    """The kinds of bots that a game has."""
    best = styles(game) or ((OPTIMAL,) if can_coach(game.rules.id) else ())
    return (*best, SIMPLE, RANDOM)


def company(game: Game) -> str:
    """The kind that keeps a player company: one worth playing where players play each other."""
    return next(iter(styles(game)), SIMPLE)
