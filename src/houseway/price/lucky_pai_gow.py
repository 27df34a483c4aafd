"""Lucky Pai Gow Poker's price: the family's counts with its own house way and bonus bet."""

from houseway.price.pai_gow import advise, price

__all__ = ["advise", "price"]
