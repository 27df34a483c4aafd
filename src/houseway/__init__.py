"""Table games exactly as their rulebooks say: play them, price them, prove them.

>>> import houseway
>>> houseway.game("criss-cross-poker")
<Game criss-cross-poker: Criss Cross Poker, Maryland, bank: house, 6 seats>
>>> table = houseway.deal("criss-cross-poker", "ante 10", seed=7)
>>> table.answer("fold")
>>> table.net  # in cents
-2000

What is listed in `__all__` is public: it stays as it is, or a changelog says what changed. Everything else is inside.
Nothing is imported before it is used.
"""

TYPE_CHECKING = False  # type checkers hold it to be true; importing `typing` for it would take longer than all of this

if TYPE_CHECKING:
    from houseway.api import coach, replay, replay_hands, settle
    from houseway.cards.named import Card
    from houseway.errors import HousewayError
    from houseway.games import all_games as games
    from houseway.games import game
    from houseway.pricing import equity_of as equity
    from houseway.pricing import price_game as price
    from houseway.table import Table, deal

    __version__: str

__all__ = [
    "Card",
    "HousewayError",
    "Table",
    "__version__",
    "coach",
    "deal",
    "equity",
    "game",
    "games",
    "price",
    "replay",
    "replay_hands",
    "settle",
]

_WHERE = {
    "Card": ("cards.named", "Card"),
    "HousewayError": ("errors", "HousewayError"),
    "Table": ("table", "Table"),
    "coach": ("api", "coach"),
    "deal": ("table", "deal"),
    "equity": ("pricing", "equity_of"),
    "game": ("games", "game"),
    "price": ("pricing", "price_game"),
    "replay": ("api", "replay"),
    "replay_hands": ("api", "replay_hands"),
    "settle": ("api", "settle"),
}


if not TYPE_CHECKING:  # who checks types is told of a name that there is not

    def __getattr__(name):
        from importlib import import_module

        if name == "games":  # a package that can be called: importing any part of it would put it here anyway
            return import_module("houseway.games")
        if name == "__version__":
            from houseway.software import version

            found = version()
        elif name in _WHERE:
            module, called = _WHERE[name]
            found = getattr(import_module(f"houseway.{module}"), called)
        else:
            raise AttributeError(f"module 'houseway' has no attribute {name!r}")
        globals()[name] = found
        return found

    def __dir__():
        return sorted({*globals(), *__all__})
