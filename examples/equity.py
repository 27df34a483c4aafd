"""What two hands are worth against each other before the flop, on the flop and on the turn, counted exactly."""

import houseway
from houseway import Card

ACES, SUITED = [Card("Ah"), Card("Ad")], "8s 7s"

for board in ("", "9s 6s 2h", "9s 6s 2h Kc"):
    worth = houseway.equity("no-limit-holdem", ACES, SUITED, board=board)
    shares = ", ".join(f"{player.hand} {float(player.equity):.2%}" for player in worth.players)
    print(f"{board or 'before the flop':16} {shares}   ({worth.method})")
