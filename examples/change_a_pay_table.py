"""Change what one line of a pay table pays, and see what that does to the house edge, as exact fractions."""

import houseway

GAME, WAGER, LINE = "ultimate-texas-holdem", "trips", "full-house"

print("full house pays   house edge    exactly")
for odds in ("7:1", "8:1", "9:1"):
    trips = houseway.price(GAME, trips={LINE: odds}).wager(WAGER)
    print(f"{odds:>15}  {float(trips.house_edge):10.4%}    {trips.house_edge}")
