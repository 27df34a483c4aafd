"""Walk the whole tree of a game on a small pack, through the table's own rules, and count where it ends."""

from collections import Counter
from fractions import Fraction

from houseway import Card
from houseway.env.tree import Tree, leaves

pack = Card.hand("2c 5d 9h Jc Kd Kh")
answers = {"seat 1 bank": "bank 400", "wagers": "player 10"}
tree = Tree("ultimate-war", pack, (1000_00, 1000_00), answers=answers)
results: Counter[int] = Counter()
chances: dict[int, Fraction] = {}
for node, chance in leaves(tree.root()):
    won = node.returns()[1]  # of seat 2, in cents
    results[won] += 1
    chances[won] = chances.get(won, Fraction(0)) + chance
for won, chance in sorted(chances.items()):
    print(f"seat 2 {won / 100:+.2f}: {results[won]} ends, chance {chance}")
print(f"worth {sum(won * chance for won, chance in chances.items()) / 100} dollars a round")
