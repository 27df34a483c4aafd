"""Betting at a pot: the hand's equity against what the others may hold by their betting, pot odds and position."""

from collections.abc import Sequence
from random import Random

from houseway.games.pot.round import PotGame
from houseway.play.ask import Amount, Ask, Choice
from houseway.play.event import Event
from houseway.play.pot import Stakes
from houseway.pricing.equity.counted import sampled
from houseway.pricing.equity.ranges import Meeting, meetings, ranges
from houseway.pricing.equity.showdown import HIGH_PARTS, LOW_PARTS, POT
from houseway.pricing.equity.situation import Situation, deal_from, raises, situation
from houseway.rules.money import dollars
from houseway.skill.round_of_bets import Rises, grown
from houseway.skill.solving import solved
from houseway.skill.styles import Style

DEALS = 500
_WHOLE = 100  # bets are made in whole dollars, as people make them
_SURE = 2.2  # so many times a fair share, or nearly the whole pot, and the most is bet
_RAISES = 4  # looked into, where two are left
_ENOUGH = (
    6  # bets and raises in a round, after which a call is enough: two who raise each other on and on are both sure
)
_SELDOM = 0.12  # what is to be done less often than this is not done
_PARTS = (0.5, 1.0, 2.0)  # of the pot, that the seat itself may bet where any amount may be
_NO_END = 1 << 40  # a stack of which nobody sees the end at a limit
_ALL_IN = 4.0  # everything, where that is no more than so many times the pot


def answer(game: PotGame, stakes: Stakes, events: Sequence[Event], ask: Ask, style: Style, rng: Random) -> str:
    """What a player of this style says; the events are those of the round, seen through the seat's own eyes."""
    words = ask.answers()
    for word in ("play", "down", "show"):  # dealt in; a card face down, where a joker is wild; a hand that may win
        if word in words:
            return ask.default if word == "show" else word
    if ask.what != "bet":
        return ask.default
    at = situation(game, events, ask)
    seed = rng.getrandbits(32)
    if len(at.opponents) == 1:
        (met,) = meetings(at, game, seed)
        return _solves(at, met, stakes, rng) if style.solves else _bets(at, met.equity, style, rng)
    return _bets(at, equity(at, game, seed), style, rng)


def equity(at: Situation, game: PotGame, seed: int) -> float:
    """What of the pot the hand is worth against the hands that the betting leaves the others, from a few deals."""
    tally, _ = sampled(deal_from(at, game, ranges(at, game, seed)), DEALS, seed)
    return float(tally[0, HIGH_PARTS] + tally[0, LOW_PARTS]) / (DEALS * POT)


# By a solution, where two are left


def _solves(at: Situation, met: Meeting, stakes: Stakes, rng: Random) -> str:
    """One of the answers that the solved betting round takes with this hand, as often as it takes it."""
    bets = _bets_to_try(at, stakes)
    (other,) = at.opponents
    amounts = [amount for _, amount in bets]
    rises = _rises(at, stakes, amounts)
    tree, pressed = grown(pot=at.pot, call=at.call, closes=other.acted, bets=amounts, rises=rises)
    often = solved(tree, pressed, float(at.pot), met.shares, met.own_weights, met.weights)
    answers: list[str] = ["fold", "call"] if at.call else ["check"]
    answers += [text for text, _ in bets]
    kept = [(text, float(often[number])) for number, text in enumerate(answers) if often[number] >= _SELDOM]
    drawn = rng.random() * sum(part for _, part in kept)
    for text, part in kept:
        drawn -= part
        if drawn < 0:
            return text
    return kept[-1][0]


def _rises(at: Situation, stakes: Stakes, amounts: Sequence[int]) -> Rises:
    """How bets may be raised from here on."""
    better, level = raises(at.ask), at.stake + at.call
    left = _RAISES if amounts else 0
    if isinstance(better, Amount):
        whole = better.high - at.stake if stakes.betting == "no limit" else _NO_END
        most = stakes.big if stakes.betting == "spread" else 0
        return Rises(fixed=0, most=most, left=left, made=at.bets, stack=whole)
    fixed = stakes.big if at.street > 1 and stakes.big else stakes.small
    if amounts:  # as the largest that is offered, or more where that is no whole bet
        fixed = max(fixed, amounts[-1] + at.stake - level) if level else amounts[-1]
    return Rises(fixed=fixed, most=0, left=left, made=at.bets, stack=_NO_END)


def _bets_to_try(at: Situation, stakes: Stakes) -> list[tuple[str, int]]:
    """The bets and raises that are weighed: how they are said, and what each puts in."""
    better = raises(at.ask)
    if better is None or at.bets >= _ENOUGH:
        return []
    if not isinstance(better, Amount):
        return [(text, made.amount - at.stake) for text, made in better]
    level, pot = at.stake + at.call, at.pot + at.call
    sizes = [level + round(part * pot) for part in _PARTS]
    if better.high - level <= _ALL_IN * pot:
        sizes = [size for size in sizes if better.high - size > pot / 2] + [better.high]
    made = dict.fromkeys(_allowed(better, size) for size in sizes)
    return [(f"{better.word} {dollars(to)}", to - at.stake) for to in made]


def _allowed(better: Amount, wanted: int) -> int:
    """The amount nearest to one that is wanted, in whole dollars, that may be bet."""
    if wanted < better.high:
        wanted -= wanted % _WHOLE
    wanted = max(better.low, min(better.high, wanted))
    return better.low + (wanted - better.low) // better.step * better.step


# By what a style takes to bet, to raise and to call


def _bets(at: Situation, equity: float, style: Style, rng: Random) -> str:
    fair = 1 / (1 + len(at.opponents))
    strength = equity / fair
    better = raises(at.ask)
    if not at.call:
        takes = style.bet - 0.06 * at.last  # who acts last knows that nobody has shown strength
        bluffs = len(at.opponents) <= 2 and rng.random() < style.bluff * (1 + at.last)
        if better and (strength > takes or bluffs):
            return _amount(at, better, strength, equity, rng)
        return "check"
    odds = at.call / (at.pot + at.call)
    takes = style.raises * (1 + 0.1 * max(0, at.bets - 1))  # each raise before says that somebody has a hand
    if better and strength > takes and equity > odds:
        return _amount(at, better, strength, equity, rng)
    return "call" if equity > odds * style.call else "fold"


def _amount(
    at: Situation, better: list[tuple[str, Choice]] | Amount, strength: float, equity: float, rng: Random
) -> str:
    """How much: the larger of two bets with a good hand; of any amount a part of the pot, more with a better hand."""
    if not isinstance(better, Amount):
        return better[-1][0] if strength > 1.4 else better[0][0]
    part = 0.5 + 0.25 * (strength > 1.3) + 0.25 * (strength > 1.6) + 0.2 * rng.random()
    wanted = better.low + round(part * (at.pot + at.call)) - (better.low if not at.call else 0)
    if strength > _SURE or equity > 0.9:
        wanted = max(wanted, better.low + (better.high - better.low) // 3)
    return f"{better.word} {dollars(_allowed(better, wanted))}"
