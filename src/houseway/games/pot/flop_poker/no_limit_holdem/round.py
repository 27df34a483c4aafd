"""No-Limit Texas Hold'em: Hold'em in which a bet may be anything up to the whole stack."""

from houseway.games.pot.flop_poker.limit_holdem.round import LimitHoldem


class NoLimitHoldem(LimitHoldem):
    id = "no-limit-holdem"


GAME = NoLimitHoldem
