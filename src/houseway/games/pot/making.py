"""How a hand of a pot game is made: how many cards it has in the end, which of them count, and for which halves."""

from houseway.play.value import value


@value
class Making:
    """What a showdown judges. The best five count, or so many of a hand's own with the rest from the board."""

    own: int  # cards of one's own in the end
    common: int = 0  # cards that are everybody's in the end
    exactly: int = 0  # so many of one's own, neither more nor fewer; 0: any
    low: bool = False  # the best low of eight or better has half the pot
    first_down: int = 0  # the first so many are dealt face down: where a joker is worth more down than up
    may_be_common: int = 0  # where cards run out, so many are dealt once for everybody instead

    def beside(self, common: int) -> "Making":
        """The same where a card that each would have had lies there for everybody."""
        if not self.common < common <= self.may_be_common:
            return self
        return Making(self.own - common, common, self.exactly, self.low, self.first_down)
