"""Chinese Poker: five cards face up to begin with, then one at a time, placed for good into three segments."""

from collections.abc import Sequence

from houseway.games.chinese.round import ROUND, OpenFace, Spot
from houseway.play.ask import Play
from houseway.play.table import Table


class ChinesePoker(OpenFace):
    id = "chinese-poker"

    def deal_and_place(self, table: Table, spots: Sequence[Spot]) -> Play[None]:
        fantasy = [spot for spot in spots if spot.fantasy]
        others = [spot for spot in spots if not spot.fantasy]
        for spot in fantasy:  # all thirteen, placed before the others are dealt any (Fantasy Land)
            yield from table.deal(spot.place, "Fantasy Land", count=13, seen=(spot.owner,))
        yield from self.place_fantasy(table, fantasy)

        clause = f"{ROUND} 2"
        for _ in range(5):
            for spot in others:
                yield from table.deal(spot.place, clause)
        for spot in others:
            yield from self.place(table, spot, 5, clause)
        for _ in range(8):
            for spot in others:
                yield from table.deal(spot.place, clause, seen=(spot.owner,))
                yield from self.place(table, spot, 1, clause)


GAME = ChinesePoker
