"""What is to be said at a pot: the hand's equity, what a call must win, and the cards that would help."""

from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from houseway.cards.card import text
from houseway.games import game as game_named
from houseway.games.pot.round import PotGame
from houseway.pricing.counting.advised import Advised, Fact
from houseway.pricing.equity.equity import Player, of_deal
from houseway.pricing.equity.outs import Standing, standing
from houseway.pricing.equity.ranges import FINE, ranges
from houseway.pricing.equity.situation import Situation, deal_from
from houseway.pricing.papers.sheet import decimal
from houseway.rules.money import shown
from houseway.rules.resolved import Rules

UNKNOWN = "of which nothing is known but what lies open"
SPOKEN_FOR = "that their bets and calls speak for"
BASIS = (
    "What the hand is worth if nobody bets any more, against hands {hands}{error}. What a bet or a raise is worth "
    "hangs on who folds to it, which nobody can count."
)
_BY_BETTING = 100_000


@dataclass(frozen=True)
class _Share:
    worth: Fraction
    told: str
    error: float | None


def advise(rules: Rules, at: Situation) -> Advised:
    """Each answer's worth without any more betting, and what to weigh besides."""
    game = game_named(rules.game.id)
    assert isinstance(game, PotGame)
    deal = deal_from(at, game)
    share = _share(of_deal(game.id, deal).players[0])
    unit = game.stakes(rules).small
    many = len(at.opponents)
    others = "one hand" if many == 1 else f"{many} hands"
    facts = [Fact("Equity", f"{share.told} of the pot, against {others} not known", share.worth)]
    hands = UNKNOWN
    if any(one.raises or one.calls for one in at.opponents):  # who has bet does not hold just anything
        by_betting = deal_from(at, game, ranges(at, game, seed=0, fine=FINE))
        share, hands = _share(of_deal(game.id, by_betting, samples=_BY_BETTING).players[0]), SPOKEN_FOR
        facts.append(Fact("By the betting", f"{share.told}, against the better hands that it speaks for", share.worth))
    if at.call:
        needs = Fraction(at.call, at.pot + at.call)
        odds = f"{shown(at.call)} to win {shown(at.pot)}: a call must win {_percent(needs)} of the pot"
        facts.append(Fact("Pot odds", odds, needs))
    facts += _standing(standing(deal))
    whole = at.pot + at.call
    worth = {"fold": Fraction(0), "call" if at.call else "check": (share.worth * whole - at.call) / unit}
    error = f", sampled with a standard error of {shown(ceil(share.error * whole))}" if share.error else ""
    return Advised(worth, "one small bet", unit, tuple(facts), BASIS.format(hands=hands, error=error))


def _standing(now: Standing | None) -> list[Fact]:
    """How the hand stands before the next card, and which cards would help it."""
    if now is None:
        return []
    stands = f"ahead of {_percent(now.ahead)} of the hands that may be out, behind {_percent(now.behind)}"
    told = f"{len(now.outs)}: {text(now.outs)}" if now.outs else "none"
    beats = "would beat most hands that are ahead now" if now.behind else "no hand is ahead now"
    return [Fact("Now", stands, now.ahead), Fact("Outs", f"{told}; {beats}", Fraction(len(now.outs)))]


def _share(player: Player) -> _Share:
    error = "" if player.error is None else f" ± {100 * player.error:.2f}"
    return _Share(player.equity, f"{_percent(player.equity)}{error}", player.error)


def _percent(worth: Fraction) -> str:
    return f"{decimal(100 * worth, 1)} %"
