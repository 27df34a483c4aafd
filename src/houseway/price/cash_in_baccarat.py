"""Cash-In Baccarat's price: the family's count with its own pay tables."""

from houseway.price.baccarat import price

__all__ = ["price"]
