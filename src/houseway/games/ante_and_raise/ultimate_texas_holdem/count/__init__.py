"""What Ultimate Texas Hold'em is worth.

- `deals` counts every deal, whatever the blind pays; `bets` says what is paid, as whole numbers.
- `decisions` takes the decisions backwards on these counts: river, flop, deal.
- `pricing` makes the sheet, `advice` answers one decision, `flops` answers many of them quickly.
- `situations` lists every flop, and makes a digest of every river.
"""
