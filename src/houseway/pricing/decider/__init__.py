"""The decider: what follows from a count, written once for all games that are decided street by street.

A game's count gives arrays. The decider turns them into everything that is said of a decision:

- `streets`: a `Street` is one ask. It has situations (the axes of its arrays), and `Answer`s with what each is worth in
  every situation, in whole numbers over the deals that follow. An answer either ends the round, and then says what is
  met how often and how the wagers end by it, or goes on to the next street, and is then worth the best of that street.
  It gives best play, the coach's advice, policies, charts and tables by open card.
- `tally`: a way to play every situation is a `Tally`: each way in which the wagers end, and in how many deals. It gives
  expectation, distribution, action, lines, parts, ends and how often each answer is given.
- `listing`: situations by name, for a policy.
- `charts`: a strategy laid out in cells.

A count whose situations are too many for such arrays makes its tally by itself, and takes the rest from here.
"""
