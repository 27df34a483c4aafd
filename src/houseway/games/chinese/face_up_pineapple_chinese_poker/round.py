"""Face-Up Pineapple Chinese Poker: five cards to begin with, then three at a time of which one is discarded."""

from collections.abc import Sequence

from houseway.cards.card import Card
from houseway.games.chinese.round import ROUND, OpenFace, Spot
from houseway.play.ask import Play
from houseway.play.table import Table


class FaceUpPineappleChinesePoker(OpenFace):
    id = "face-up-pineapple-chinese-poker"

    def deal_and_place(self, table: Table, spots: Sequence[Spot]) -> Play[None]:
        fantasy = [spot for spot in spots if spot.fantasy]
        others = [spot for spot in spots if not spot.fantasy]
        clause = f"{ROUND} 2"
        for _ in range(5):
            for spot in spots:
                yield from table.deal(spot.place, clause, seen=(spot.owner,))
        for spot in fantasy:  # nine more, and thirteen placed before anybody else places five (Fantasy Land)
            yield from table.deal(spot.place, "Fantasy Land", count=9, seen=(spot.owner,))
        yield from self.place_fantasy(table, fantasy)

        for spot in others:
            yield from self.place(table, spot, 5, clause)
        for _ in range(4):
            for spot in others:
                yield from table.deal(spot.place, clause, count=3, seen=(spot.owner,))
                yield from self.place(table, spot, 2, clause)

    def in_dealt_order(
        self, placed: list[Card], discards: list[Card], spare: list[Card], *, fantasy: bool
    ) -> list[Card]:
        """Five, then two and a discard four times; in Fantasy Land thirteen and one. A discard may be any card."""
        many = 1 if fantasy else 4
        discards = [*discards[:many], *(spare.pop() for _ in range(many - len(discards)))]
        if fantasy:
            return placed + discards
        rest = [(*placed[at : at + 2], discards[(at - 5) // 2]) for at in range(5, 13, 2)]
        return placed[:5] + [one for three in rest for one in three]


GAME = FaceUpPineappleChinesePoker
