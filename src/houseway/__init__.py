"""Table games exactly as their rulebooks say: play them, price them, prove them.

>>> import houseway
>>> sheet = houseway.price("criss-cross-poker")  # doctest: +SKIP
>>> houseway.equity("no-limit-holdem", "AhKh", "QQ+, AKs", board="Kd 7c 2s").players[0].equity  # doctest: +SKIP
"""

from houseway.pricing import equity_of as equity
from houseway.pricing import price_game as price

__all__ = ["equity", "price"]
