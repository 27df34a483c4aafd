"""Table games exactly as their rulebooks say: play them, price them, prove them.

>>> import houseway
>>> sheet = houseway.price("criss-cross-poker")  # doctest: +SKIP
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from houseway.price import price_game as price

__all__ = ["price"]


def __getattr__(name: str) -> Any:
    """Counting needs compiled code: it is loaded when it is first asked for."""
    if name == "price":
        import importlib

        return importlib.import_module("houseway.price")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
