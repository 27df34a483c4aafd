"""Games for a pot with cards of one's own, some of them open: they state what all games for a pot do."""

from houseway.games.pot.limits import PotFacts, problems
from houseway.rules.families import Family

FAMILY = Family("stud-poker", PotFacts, problems=problems)
