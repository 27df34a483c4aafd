"""Cash-In Baccarat: no commission, a banker's three-card seven pushes, with Tie, Phoenix 7 and Tiger 8."""

from houseway.games.baccarat import Baccarat


class CashInBaccarat(Baccarat):
    id = "cash-in-baccarat"
