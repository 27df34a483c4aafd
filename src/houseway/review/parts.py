"""A result taken apart, in whole cents that add up.

    result = price - mistakes - fees + not covered + banking + luck

The price is the exact expectation of the wagers that were made, played best. Mistakes are what decisions gave away, by
the coach's own figures. Luck is the rest: what the cards brought beyond what they bring on average.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from houseway.rules.money import dollars, shown


@dataclass(frozen=True)
class Parts:
    """A player's result of one round or many. All in cents; `mistakes` and `fees` are what they cost."""

    result: int = 0
    price: int = 0
    mistakes: int = 0
    fees: int = 0
    not_covered: int = 0  # what a player-dealer's bank had too little to pay, with a minus; what it could not collect
    banking: int = 0  # what the player won as the bank

    @property
    def luck(self) -> int:
        return self.result - self.price + self.mistakes + self.fees - self.not_covered - self.banking

    def data(self) -> dict[str, str]:
        named = {"result": self.result, "price": self.price, "mistakes": -self.mistakes, "fees": -self.fees}
        named |= {"not_covered": self.not_covered, "banking": self.banking, "luck": self.luck}
        return {name: _signed(amount) for name, amount in named.items()}

    def sentence(self) -> str:
        """The parts for the player to read: "You are down $35: the game's price was $12, ..."."""
        if self.result:
            stands = f"You are {'up' if self.result > 0 else 'down'} {shown(abs(self.result))}"
        else:
            stands = "You are even"
        said = [
            _said(self.price, "the wagers were worth {} to you", "the game's price was {}"),
            f"your decisions cost {shown(self.mistakes)}" if self.mistakes else "",
            f"fees were {shown(self.fees)}" if self.fees else "",
            _said(self.not_covered, "the bank could not collect {}", "the bank could not pay {}"),
            _said(self.banking, "banking brought {}", "banking cost {}"),
            _said(self.luck, "the cards brought {}", "the cards cost {}"),
        ]
        named = [one for one in said if one]
        *first, last = named or ["nothing was wagered"]
        return f"{stands}: {', '.join(first) + ', and ' if first else ''}{last}."


def _said(amount: int, gained: str, lost: str) -> str:
    return (gained if amount > 0 else lost).format(shown(abs(amount))) if amount else ""


def _signed(amount: int) -> str:
    return f"-{dollars(-amount)}" if amount < 0 else dollars(amount)


def total(parts: Iterable[Parts]) -> Parts:
    """Several rounds together."""
    sums: dict[str, Any] = dict.fromkeys(Parts.__dataclass_fields__, 0)
    for one in parts:
        for name in sums:
            sums[name] += getattr(one, name)
    return Parts(**sums)
