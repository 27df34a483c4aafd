"""What a price module gives: one value, `PRICING`, for sheet, coach, wheels and the player-dealer's side."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Protocol

from houseway.cards.card import Card
from houseway.play.ask import Ask
from houseway.pricing.counting.advised import Advised
from houseway.pricing.counting.situations import Policy
from houseway.pricing.counting.work import Progress
from houseway.pricing.papers.sheet import Sheet, StrategyCard
from houseway.rules.resolved import Rules

Placed = Mapping[str, int]  # one opponent's wagers, in cents
Hands = Mapping[str, Sequence[Card]]  # what lies at each place
Results = dict[str, Counter[Fraction]]  # by priced wager: how often each result came
Quick = Callable[[Ask, Hands], str | None]  # an answer, or None to ask the coach


class Price(Protocol):
    def __call__(self, rules: Rules, *, progress: Progress | None = None) -> Sheet: ...


class PriceAt(Protocol):
    def __call__(self, rules: Rules, stake: int, /, *, progress: Progress | None = None) -> Sheet: ...


class Follow(Protocol):
    """What each priced wager came to over so many rounds, in stakes."""

    def __call__(self, sheet: Sheet, rounds: int, seed: str, progress: Progress | None = None) -> Results: ...


class MakeCard(Protocol):
    def __call__(self, rules: Rules, *, progress: Progress | None = None) -> StrategyCard: ...


class Advise(Protocol):
    def __call__(self, rules: Rules, ask: str, hand: Sequence[Card], seen: Hands, stakes: Placed, /) -> Advised: ...


@dataclass(frozen=True)
class Case:
    """Cards that everyone bets on, how often they come beside the other cases, and the wagers as they lie then."""

    weight: int | Fraction
    cards: Mapping[str, str]
    wagers: Sequence[Placed]
    before: Mapping[str, str] = field(default_factory=dict)  # how the table stands as the round begins
    thrown: Mapping[str, Any] = field(default_factory=dict)  # the dice or the number that place the action


@dataclass(frozen=True)
class Shared:
    """A table where every opponent bets on the same cards: each case is played once, and nothing is sampled."""

    cases: Callable[[Rules, Sequence[Placed]], Iterable[Case]]
    why: str
    one_wager: bool = False  # all opponents make one wager, the same, which is followed until it is decided
    begins: Callable[[Rules, Placed], Mapping[str, str]] = lambda rules, placed: {}  # how a table stands for a wager
    fits: Callable[[Rules, Sequence[Placed]], bool] = lambda rules, placed: True  # else these wagers are sampled


@dataclass(frozen=True)
class Trigger:
    """What brings a spin of a wheel, and how often the cards do."""

    what: str
    chance: Callable[[Rules], Fraction]


@dataclass(frozen=True)
class Pricing:
    """All that is asked of a price module, but for `price` only where it applies."""

    price: Price  # the PAR sheet
    at: PriceAt | None = None  # the sheet for wagers of so many cents, where the amount matters
    policy: Policy | None = None  # best play as a list; None where nothing is decided, or too much to list
    advise: Advise | None = None  # each answer's worth at a decision; None where nothing is decided, or not yet priced
    suits_alike: bool = False  # no suit is better than another, so that advice holds for the same cards in other suits
    quick: Callable[[Rules], Quick] | None = None  # decides as the first wager is priced, where the coach is too slow
    shared: Shared | None = None  # everyone bets on the same cards
    followed: Follow | None = None  # plays rounds in which wagers stand from one to the next, as evidence of a sheet
    card: MakeCard | None = None  # the strategy on one printed page
    triggers: Mapping[str, Trigger] = field(default_factory=dict)  # by the device's wager
    note: str = ""  # on how the player-dealer's side is counted
