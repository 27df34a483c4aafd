"""Lucky Pai Gow Poker: pai gow with the Lucky Bonus Bet on what seven cards hold."""

from houseway.games.pai_gow import PaiGow


class LuckyPaiGow(PaiGow):
    id = "lucky-pai-gow"
