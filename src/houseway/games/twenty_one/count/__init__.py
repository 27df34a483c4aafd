"""What twenty-one is worth, for one player from a fresh shoe.

How it is counted:

1. `ends` plays settlement on a hand of each kind: one table of what a hand comes to against the dealer's final hand.
2. `hands` numbers every hand by the values of its cards, and lists every way in which a dealer's hand ends.
3. `one_hand` values a hand against an up card, over every order of the cards that are not in sight, in whole numbers.
   Going back from the last card it takes the best answer, or that of a given policy.
4. `split` values a pair that is split, each hand played by its own cards; the chances of results are near.
5. `naturals` counts the deals in which a natural decides.
6. `whole_round` puts every first deal together: what a round is worth, and how often each line comes.

What is made of it:

- `sheet` prices the wager on the hand, `bonus` the other wagers, `busts` the dealer's hands that go over.
- `charts` plays by totals, `exceptions` lists where that is not best, `strategy` makes the card.
- `coach` answers for the cards in sight; `quick_answers` from the sheet, for rounds by the thousand.
- `situations` lists best play for every hand.
- `simulation` deals rounds in compiled code, `dealt_splits` splits alone, which bounds what `split` can be off by.
- `pricing` is the sheet of a game that a player banks. A game with its own sheet has a `count.py` in its folder.
"""
