"""Poker against a table, stated in full by a rule file.

A member of this family is a `rules.toml` and nothing else. Its facts state, in the order of a round:

- `deal`: what is dealt to each seat, to the bank and to the board, and what lies open;
- `streets`: what is opened first, and then what a player may do: raise, check, fold, or take a wager back;
- `ends`: what is opened when everybody has decided;
- `hand` and `qualifier`: what a hand is, and what the bank needs to play;
- `results`: what becomes of each wager by the comparison, and what its pay table does;
- `bonus`: which cards each side bet looks at.

`hands` ranks cards as the file says, `settlement` is the pure settlement, `round` plays, and `count` prices:

- `count.classes` groups the final hands by what the pay tables can tell apart;
- `count.situations` lists what a player can know on each street, up to suits;
- `count.meeting` counts what a hand meets: against a hand of the bank, by sweeping all its hands in rising order and
  taking out those that hold a card the player has seen; against a pay table alone, by dealing what is still to come;
- `count.tree` lays the answers over that, backward from the last street, for `pricing.decider`;
- `count.budget` refuses what would take too long or too much memory, and says why.
"""
