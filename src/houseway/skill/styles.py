"""The styles in which a skilled player bets."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Style:
    """How much better than its fair share a hand must be, and how often nothing is bet as if it were something."""

    name: str
    call: float  # the part of the pot odds that the equity must come to before a call
    bet: float  # the part of a fair share that a bet takes
    raises: float  # and that a raise takes
    bluff: float  # how often a bet is made without a hand, where nobody has bet
    solves: bool = False  # where two are left, by solving the betting round instead


STYLES = {
    style.name: style
    for style in (
        Style("skilled", call=1.05, bet=1.12, raises=1.35, bluff=0.06, solves=True),
        Style("tight", call=1.25, bet=1.25, raises=1.5, bluff=0.02),
        Style("loose", call=0.85, bet=1.15, raises=1.45, bluff=0.06),
        Style("aggressive", call=1.0, bet=1.02, raises=1.18, bluff=0.15),
    )
}
