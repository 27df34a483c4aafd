"""What a count may take, and the refusal of what takes more."""

from houseway.rules.strict import RulesError

STEPS = 40_000_000_000  # about ten minutes of one core
BYTES = 1_500_000_000  # for the largest table; sheet and coach need as much again
OWN_CARDS = 5  # of a player's own: more have too many hands even up to suits


def check(game: str, steps: int, bytes_: int) -> None:
    """Refuse a count that goes beyond the budget, with the figures."""
    if bytes_ > BYTES:
        raise refused(game, f"its situations need {bytes_ / 1e9:,.1f} GB, and a count may take {BYTES / 1e9:.1f} GB")
    if steps > STEPS:
        raise refused(game, f"it takes {steps:.1e} steps, and a count may take {STEPS:.1e}")


def refused(game: str, why: str) -> RulesError:
    return RulesError(f"{game} can't be counted: {why}")
