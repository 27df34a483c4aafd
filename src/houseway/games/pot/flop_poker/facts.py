"""Games for a pot with a board that every hand shares: they state what all games for a pot do."""

from houseway.games.pot.limits import PotFacts, problems
from houseway.rules.families import Family

FAMILY = Family("flop-poker", PotFacts, problems=problems)
