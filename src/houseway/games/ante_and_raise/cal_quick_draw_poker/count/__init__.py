"""What Cal Quick Draw Poker is worth: how the count goes, and which module does what.

A player holds some of five cards, in one of 32 ways, and draws the rest; the player-dealer has seven cards. What a way
to hold is worth depends on how often its final hands lose, and on which pay line they make. There are 2,869,685 hands,
and too many draws and hands of the player-dealer to go through for each. So pairs of a final hand that loses and a hand
of the player-dealer that beats it are counted by a few cards that each of the two has. In the order of the count:

1. `hands` ranks five to seven cards with the joker, numbers sets of cards, and finds sets that are alike up to suits.
2. `sweeps` counts such pairs if two or three of the player-dealer's cards are known, hand by hand.
3. `by_rank` does so by ranks alone, without flushes, and `threes` corrects that for flushes: three known cards, fast.
4. `sevens` counts the pairs if four or five of the player-dealer's cards are known.
5. `pairs` puts these together: pairs by the cards of the final hand and of the player-dealer's, five at the most.
6. `discards` makes of the pairs how often each of the 32 ways to hold loses, by inclusion and exclusion.
7. `holds` adds what the final hands pay, and finds the best way to hold for every hand.
8. `rule` is a way to hold that a person can remember.
9. `pricing` makes the sheet, the coach's advice and the policy.

What loses is counted once for all pay tables. The pays choose the best way to hold; what those ways lose by line is
counted after that, and kept by the ways.
"""
