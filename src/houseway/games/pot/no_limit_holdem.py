"""No-Limit Texas Hold'em: Hold'em in which a bet may be anything up to the whole stack."""

from houseway.games.pot.limit_holdem import LimitHoldem


class NoLimitHoldem(LimitHoldem):
    id = "no-limit-holdem"
