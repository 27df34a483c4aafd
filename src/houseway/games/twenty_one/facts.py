"""Twenty-one: all that its members differ in, from the rule file and the operator's choices, for play and price alike.

A rule file states it under [facts]. What the book leaves to the operator is written as the name of an option, `splits =
{ option = "splits" }`. `twenty_one_rules` reads both into one frozen set of plain values.

Pay lines of the family have these words. Base wager: `win`, `blackjack` (a natural), `blackjack-x`, `hard-31`,
`soft-31`, and what a game pays besides. Insurance: `dealer-blackjack`. `buster`: `three-cards` to `seven-cards`, and
`eight-cards` for all above. `lucky-pair`: `pair`, `pair-against-natural`. A bonus on counted cards: `one`, `two`,
`three`, or `one-special` and so on where all of them are of its special suits. The `side` bet: `31`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, PlainSerializer

from houseway.rules.families import Family, facts
from houseway.rules.models import Facts, GameRules, Model, Money, Rank, Setting
from houseway.rules.resolved import Rules

UNLIMITED = "unlimited"


class BlackjackX(StrEnum):
    """Which two cards are a Blackjack X."""

    NONE = "none"
    SPADES = "ace and king of spades"
    SUITED = "suited ace and king"


class DoubleOn(StrEnum):
    """Which hands may be doubled."""

    ANY_TWO = "any two cards"
    TEN_ELEVEN = "two cards of 10 or 11"
    ANY = "two or more cards"


class DoubleFor(StrEnum):
    """What a double may be: no more than the wager, and at least the wager, the table's minimum or a chip."""

    FULL = "the wager"
    TABLE_LIMITS = "the table's minimum to the wager"
    LESS = "a chip to the wager"


class Surrender(StrEnum):
    """Whether a hand may be given up for half its wager. An early surrender costs half against a natural too."""

    NONE = "none"
    LATE = "late"
    EARLY = "early"


class Asked(StrEnum):
    """When a player is asked to surrender."""

    AT_TURN = "at the player's turn"
    BEFORE_READER = "before the card reader"  # where it is used, otherwise at the player's turn
    AFTER_DEAL = "after the deal"


# As a rule file states it


def _suits(value: object) -> object:
    if isinstance(value, str) and value and set(value) <= set("cdhs"):
        return tuple("cdhs".index(suit) for suit in value)
    raise ValueError('write suits as letters, as in "dh"')


Suits = Annotated[
    tuple[int, ...], BeforeValidator(_suits), PlainSerializer(lambda suits: "".join("cdhs"[suit] for suit in suits))
]


class Chosen(Model):
    """Left to the operator: the option of this name."""

    option: str


class DealerFacts(Model):
    hits_soft_17: bool
    peeks: tuple[Literal["ace", "ten"], ...] = ("ace", "ten")  # the up cards below which the hole card is looked at
    completes_for: tuple[str, ...] = ()  # wagers that have the dealer draw, even when no hand is left


class PlayerFacts(Model):
    hits_21: bool = False
    natural_beats_natural: bool = False  # otherwise they tie
    drawn_21_beats_21: bool = False  # in three or more cards; otherwise they tie
    blackjack_x: BlackjackX = BlackjackX.NONE
    blackjack_x_ranks: Chosen | Literal["natural", "ranked"] = "natural"  # ranked: behind every other natural
    hard_31: bool = False  # a hard 21 and a card of ten
    soft_31: bool = False  # a soft 21 of three or more cards and a card of ten


class DoubleFacts(Model):
    on: DoubleOn
    amount: DoubleFor
    after_split: bool
    rescue: bool = False  # the double may be taken back after its card, and the wager forfeited


class SplitFacts(Model):
    times: Chosen | int
    aces: Literal["one card", "played on"]
    aces_again: Chosen | bool


class SurrenderFacts(Model):
    kind: Surrender
    asked: Chosen | Asked = Asked.AFTER_DEAL
    after_split: bool = False


class InsuranceFacts(Model):
    """In hundredths of the wager; the most is rounded to chips as said, the least is one chip at least."""

    least: int = Field(ge=0, le=100)
    most: int = Field(gt=0, le=100)
    rounded: Literal["up", "down"] = "down"


class CardsOfARank(Model):
    """A bonus on how many cards of one rank the first two and the up card hold; `suits` are the special ones, which pay
    more where all of them are."""

    rank: Rank
    suits: Suits


class SevensLine(Model):
    wager: Money
    pays: Money
    clause: str


class SevensOthers(Model):
    pays: Money
    clause: str


class SevensFacts(Model):
    """What three suited sevens win besides, by the size of the wager, the largest first; and what others win then."""

    clause: str
    others: SevensOthers
    lines: tuple[SevensLine, ...]


class TileFacts(Model):
    """An action tile that cards place: it counts from the player-dealer's right, an ace as one."""

    cards: Chosen | Literal["second card", "both cards"]
    clause: str


class BankedClauses(Model):
    """Where the rulebook of a game that a player banks says what is done, in the order of the round."""

    close: str  # at least one player has wagered
    shuffle: str
    burn: str
    cut_card: str
    runs_out: str
    deal: str  # two cards face up for each hand
    up: str  # the player-dealer's own: one up,
    hole: str  # one down
    insurance: str  # it is offered,
    insure: str  # and so much may be put up
    surrender: str  # it is offered,
    half: str  # and costs half
    peek: str
    natural: str  # the player-dealer's: the hands are compared
    play: str
    stand: str
    hit: str
    double: str
    double_card: str
    split: str
    split_card: str
    frozen: str  # 22 to 30
    reveal: str
    draw: str  # the player-dealer's further cards
    completes: str  # for a bonus bet, though no hand is left
    thirty_one: str  # it wins
    over: str  # 22 to 30 loses
    hard_31: str = ""  # so does a hard 31, where only a soft one wins
    closer: str  # the better hand wins, equal ones push
    dealer_over: str
    ties: str  # naturals on both sides
    insured: str  # what becomes of insurance,
    not_insured: str  # where the player-dealer has no natural
    discard: str


class TwentyOneFacts(Facts):
    base: str  # the wager on the hand
    dealer: DealerFacts
    player: PlayerFacts
    double: DoubleFacts
    split: SplitFacts
    surrender: SurrenderFacts
    insurance: InsuranceFacts
    counted: dict[str, CardsOfARank] = {}  # bonus wagers by name
    sevens: SevensFacts | None = None
    tile: TileFacts | None = None
    clauses: BankedClauses | None = None  # where a player banks


# As play and price read it


@dataclass(frozen=True)
class TwentyOneRules:
    """One table's twenty-one, all plain values. Whether a bonus bet is offered is in `wagers`."""

    base: str
    pack: str  # "52", or "48" without the tens
    decks: int
    wagers: tuple[str, ...]

    # The dealer's hand
    hits_soft_17: bool
    peeks_ace: bool  # the hole card is looked at below an ace, below a card of ten points; a natural ends the round
    peeks_ten: bool
    completes_for: tuple[str, ...]

    # The player's hand
    hits_21: bool  # 21 may be hit, but no natural
    natural_beats_natural: bool
    drawn_21_beats_21: bool
    blackjack_x: BlackjackX
    blackjack_x_ranked: bool  # it loses to a dealer's other naturals, and a dealer's loses to a player's
    hard_31: bool
    soft_31: bool

    double_on: DoubleOn
    double_for: DoubleFor
    double_after_split: bool
    rescue: bool

    most_hands: int | None  # that one wager can be split into; no limit where it is None
    split_aces_one_card: bool  # each gets one card and no more
    split_aces_again: bool  # two aces of a split may be split once more, as far as most_hands goes

    surrender: Surrender
    surrender_asked: Asked
    surrender_after_split: bool  # while a split hand has two cards, after the look at the hole card

    insurance_least: Fraction  # of the wager
    insurance_most: Fraction
    insurance_rounds_up: bool

    pays: tuple[tuple[str, Fraction], ...]  # the lines of the base wager's table: odds, 0 for a push
    insurance_pays: Fraction
    counted: tuple[tuple[str, int, tuple[int, ...]], ...]  # wager, rank, special suits

    def pay(self, hand: str) -> Fraction | None:
        """What a line of the base wager pays: `win`, `blackjack`, `blackjack-x`, `hard-31`, `soft-31` and others."""
        return dict(self.pays).get(hand)

    def may_surrender_split(self, *, ace: bool) -> bool:
        """Whether a hand of a split may be surrendered. A split ace gets one hit card, and a hit ends surrender
        (BX-9)."""
        return self.surrender_after_split and not (ace and self.split_aces_one_card)


@lru_cache(maxsize=256)
def twenty_one_rules(rules: Rules) -> TwentyOneRules:
    stated = twenty_one_facts(rules)
    dealer, player, double, split = stated.dealer, stated.player, stated.double, stated.split
    surrender, insurance = stated.surrender, stated.insurance
    times, asked = _chosen(rules, split.times), Asked(str(_chosen(rules, surrender.asked)))
    return TwentyOneRules(
        base=stated.base,
        pack=rules.game.cards.pack,
        decks=int(rules.options["decks"]),
        wagers=tuple(rules.wagers),
        hits_soft_17=dealer.hits_soft_17,
        peeks_ace="ace" in dealer.peeks,
        peeks_ten="ten" in dealer.peeks,
        completes_for=dealer.completes_for,
        hits_21=player.hits_21,
        natural_beats_natural=player.natural_beats_natural,
        drawn_21_beats_21=player.drawn_21_beats_21,
        blackjack_x=player.blackjack_x,
        blackjack_x_ranked=_chosen(rules, player.blackjack_x_ranks) == "ranked",
        hard_31=player.hard_31,
        soft_31=player.soft_31,
        double_on=double.on,
        double_for=double.amount,
        double_after_split=double.after_split,
        rescue=double.rescue,
        most_hands=None if times == UNLIMITED else int(times) + 1,
        split_aces_one_card=split.aces == "one card",
        split_aces_again=bool(_chosen(rules, split.aces_again)),
        surrender=_surrender(surrender.kind, asked),
        surrender_asked=asked,
        surrender_after_split=surrender.after_split,
        insurance_least=Fraction(insurance.least, 100),
        insurance_most=Fraction(insurance.most, 100),
        insurance_rounds_up=insurance.rounded == "up",
        pays=_pays(rules, stated.base),
        insurance_pays=dict(_pays(rules, "insurance"))["dealer-blackjack"],
        counted=tuple((name, one.rank, one.suits) for name, one in stated.counted.items()),
    )


def _surrender(kind: Surrender, asked: Asked) -> Surrender:
    """A surrender at the player's turn is late: the look at the hole card has ruled a natural out."""
    return Surrender.LATE if kind is Surrender.EARLY and asked is Asked.AT_TURN else kind


def twenty_one_facts(rules: Rules) -> TwentyOneFacts:
    """The [facts] of a member's rule file."""
    return facts(rules.game, TwentyOneFacts)


def tile_of_both_cards(rules: Rules, tile: TileFacts) -> bool:
    return _chosen(rules, tile.cards) == "both cards"


def _chosen(rules: Rules, fact: Chosen | Setting) -> Setting:
    return rules.options[fact.option] if isinstance(fact, Chosen) else fact


def _pays(rules: Rules, wager: str) -> tuple[tuple[str, Fraction], ...]:
    lines = rules.pay_tables[wager].lines
    return tuple((line.hand, line.pays.fraction() if line.pays else Fraction(0)) for line in lines)


_SUITS = ("mixed", "suited", "spades")
_MANY = ("three", "four", "five", "six", "seven", "eight")
WORDS = frozenset(
    [
        *("win", "blackjack", "blackjack-x", "hard-31", "soft-31", "31", "dealer-blackjack"),
        *(f"{many}-cards" for many in _MANY),
        *(f"{many}{special}" for many in ("one", "two", "three") for special in ("", "-special")),
        *("pair", "pair-against-natural", "same-suit", "different-suit"),
        *(f"{held}-{suits}" for held in ("six-seven-eight", "three-sevens") for suits in _SUITS),
    ]
)


def missing_lines(rules: GameRules) -> Iterator[str]:
    """Every hand that wins by itself needs a line that says what it pays."""
    said = facts(rules, TwentyOneFacts)
    table = rules.pay_tables.get(said.base)
    if table is None:
        yield f"pay_tables: {said.base!r} is missing, which says what the first wager pays"
        return
    stated = {
        "blackjack": True,
        "blackjack-x": said.player.blackjack_x != BlackjackX.NONE,
        "hard-31": said.player.hard_31,
    }
    paid = {line.hand for line in table.lines}
    for hand in (hand for hand, wins in stated.items() if wins and hand not in paid):
        yield f"pay_tables.{said.base}: a line for {hand!r} is missing, which the facts say there is"


FAMILY = Family("twenty-one", TwentyOneFacts, WORDS, wrong=missing_lines)
