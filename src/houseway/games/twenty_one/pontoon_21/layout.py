"""What a round of Pontoon 21 keeps besides its hands, and where its book speaks of the shoe."""

from dataclasses import dataclass, field

from houseway.games.bonus_spin import Wagered
from houseway.games.twenty_one.procedure import Layout
from houseway.play import shoe

SHOE = shoe.ShoeClauses(
    shuffle="5.A",  # in one stack: 5.A(1)
    offer="5.D",
    no_taker="5.C",
    cut="5.E",  # what lay on top goes to the bottom: 5.E(1)
    cover="5.E(2)",
    recut="5.F",
    burn="7.B(3)",
    cover_out="7.C",
    runs_out="13.K",
    runs_out_burn="13.L",
)


@dataclass(slots=True)
class Boxes(Layout):
    """What this round keeps besides its hands."""

    players: list[str] = field(default_factory=list)
    barred: list[str] = field(default_factory=list)  # 6.C
    new_dealer: bool = False  # 7.B(4)
    missed: list[str] = field(default_factory=list)  # of the dealer's own cards: 13.J
    late: list[str] = field(default_factory=list)  # boxes that get their second card after the others: 13.N
    dealing: str = ""  # the place a card is on its way to
    surrendered: list[str] = field(default_factory=list)  # before the card reader: 9.C(2)
    spins: Wagered = field(default_factory=dict)  # taken in by the devices
    xtreme: Wagered = field(default_factory=dict)
