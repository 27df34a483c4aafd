"""What a poker game against a table states: cards, hands, decisions, and what becomes of each wager."""

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, PlainSerializer, model_validator

from houseway.cards.card import RANKS
from houseway.games.table_poker.hands import CATEGORIES, ORDERS, WORDS, HandOrder
from houseway.rules.families import Family
from houseway.rules.models import Facts, GameRules, Model


def _ranks(value: object) -> object:
    if isinstance(value, str) and value and set(value) <= set(RANKS):
        return tuple(RANKS.index(one) for one in value)
    raise ValueError(f'write ranks as text of {RANKS}, as in "AK"')


RankList = Annotated[
    tuple[int, ...],
    BeforeValidator(_ranks),
    PlainSerializer(lambda ranks: "".join(RANKS[rank] for rank in ranks)),
]


class Step(Model):
    """Something that the dealer does with the cards. At the place `seat` it is done for every hand in turn."""

    do: Literal["deal", "open", "burn"]
    clause: str
    place: str = ""
    cards: int = Field(default=1, ge=1)  # to deal or to burn; all that lies at a place is opened
    face_up: bool = False  # as it is dealt
    if_played: bool = False  # only where somebody has not folded


class Street(Model):
    """What is opened first, and what each player may then do. Without `wager` one may take the wager `back`. A player
    who has put up the street's wager already is not asked."""

    clause: str
    steps: tuple[Step, ...] = ()
    wager: str = ""
    times: tuple[int, ...] = ()  # multiples of the base wager
    back: str = ""
    otherwise: Literal["check", "fold", "let it ride"] = Field(alias="else")

    @model_validator(mode="after")
    def _one_thing_to_do(self) -> "Street":
        if bool(self.wager) == bool(self.back):
            raise ValueError("state the wager that is put up here, or the one that may be taken back")
        if bool(self.wager) != bool(self.times):
            raise ValueError("times: the multiples go with a wager, and only with that")
        if bool(self.back) != (self.otherwise == "let it ride"):
            raise ValueError('"let it ride" is what one does instead of taking a wager back, and only there')
        return self


class Hand(Model):
    """How many cards make a hand, and the kinds of hand in rising order: a kind that is not listed is none."""

    cards: int = Field(ge=1, le=5)
    clause: str
    order: tuple[str, ...] = ()  # empty: the usual one for this many cards

    @model_validator(mode="after")
    def _order_is_known(self) -> "Hand":
        for kind in self.order:
            if kind not in CATEGORIES:
                raise ValueError(f"order: {kind!r} is no kind of hand: {', '.join(CATEGORIES)}")
        if self.order and (self.order[0] != "high-card" or len(set(self.order)) != len(self.order)):
            raise ValueError('order: begin with "high-card", and name each kind once')
        return self

    @property
    def ranked(self) -> HandOrder:
        return HandOrder(self.cards, self.order or ORDERS[self.cards])


class Qualifier(Model):
    """The least hand that the bank plays with: its kind, and the ranks that it must reach, as many as matter."""

    hand: str
    ranks: RankList
    clause: str


Fate = Literal["win", "lose", "push", "returned"]


class Fates(Model):
    """What becomes of a wager when the player's hand wins, ties or loses."""

    win: Fate = "win"
    tie: Fate = "push"
    lose: Fate = "lose"
    clause: str


class Result(Model):
    """What becomes of one wager of a player who stays in. Its pay table, if it has one, does one of three things: it
    sets the `odds` of a win, it pays a `bonus` whatever the comparison says, or it settles the wager `alone`."""

    compared: Fates | None = None  # by the comparison; nothing where the pay table settles it alone
    unqualified: Fates | None = None  # the same where the bank does not qualify; without it, as if it did
    table: Literal["", "odds", "bonus", "alone"] = ""
    unlisted: Literal["even", "push", "lose"] = "even"  # a win at odds with a hand that is on no line
    lost: str = ""  # the clause by which a wager that its table settles alone is lost

    @model_validator(mode="after")
    def _is_settled(self) -> "Result":
        if (self.compared is None) != (self.table == "alone"):
            raise ValueError('compared: state it, or have the wager settled by its pay table "alone"')
        if (self.table == "alone") != bool(self.lost):
            raise ValueError('lost: the clause goes with a wager that its pay table settles "alone"')
        return self


class Bonus(Model):
    """The cards that a side bet looks at, how they make a hand, and the clause by which it is lost."""

    cards: Literal["own", "shared", "bank", "own and shared", "own and bank", "all"]
    hand: Hand
    clause: str
    lost: str
    first: int = 0  # it looks at this many of each of those places' cards, in the order of the deal; 0: at all


class TablePokerClauses(Model):
    close: str
    shuffle: str
    expose: str
    discard: str
    fold: str = ""  # where nobody folds


class TablePokerFacts(Facts):
    base: str  # the wager that raises are multiples of; it stands until the end
    bank: str = ""  # the place of the bank's hand; empty: one plays against pay tables alone
    shared: tuple[str, ...] = ()  # places whose cards belong to every hand
    hand: Hand
    deal: tuple[Step, ...] = Field(min_length=1)
    streets: dict[str, Street] = {}
    ends: tuple[Step, ...] = ()
    qualifier: Qualifier | None = None
    results: dict[str, Result]  # by wager, in the order of settlement
    bonus: dict[str, Bonus] = {}
    clauses: TablePokerClauses


# What a file as a whole lacks


def wrong(rules: GameRules) -> Iterator[str]:
    assert isinstance(rules.facts, TablePokerFacts)
    yield from _wrong_wagers(rules, rules.facts)
    yield from _wrong_tables(rules, rules.facts)
    yield from _wrong_cards(rules, rules.facts)


def _wrong_wagers(rules: GameRules, said: TablePokerFacts) -> Iterator[str]:
    spots = {spot for name, wager in rules.wagers.items() for spot in wager.spots or (name,)}
    placed = {spot for name, wager in rules.wagers.items() if wager.when == "wagers" for spot in wager.spots or (name,)}
    if said.base not in placed - set(said.bonus):
        yield f"facts.base: {said.base!r} is no wager that is made before the deal"
    for name in spots - set(said.results) - set(said.bonus):
        yield f"facts: nothing says what becomes of {name!r}: state it in results or in bonus"
    for name in [name for name in (*said.results, *said.bonus) if name not in spots]:
        yield f"facts: {name!r} is no wager of this game"
    for name, street in said.streets.items():
        if name not in rules.asks:
            yield f"asks.{name}: is missing: players are asked on this street"
        if street.wager and street.wager not in spots - placed:
            yield f"facts.streets.{name}: {street.wager!r} is no wager that is made later"
        elif street.wager and not set(street.times) <= set(rules.wagers[street.wager].times):
            yield f"wagers.{street.wager}: times: {name} has multiples that it lacks"
        if street.back and (street.back not in placed or street.back in said.bonus or street.back == said.base):
            yield f"facts.streets.{name}: {street.back!r} is nothing that can be taken back"
        if street.otherwise == "fold" and not said.clauses.fold:
            yield "facts.clauses.fold: is missing: players fold"


def _wrong_tables(rules: GameRules, said: TablePokerFacts) -> Iterator[str]:
    paid = {spot for table in rules.pay_tables.values() for spot in table.wagers}
    for name, result in said.results.items():
        if bool(result.table) != (name in paid):
            yield f"facts.results.{name}: table: say what its pay table does, if, and only if, it has one"
        if result.compared is not None and not said.bank:
            yield f"facts.results.{name}: there is no hand of the bank to compare with"
        if result.unqualified is not None and said.qualifier is None:
            yield f"facts.results.{name}: unqualified: no qualifier is stated"
    for name in said.bonus.keys() - paid:
        yield f"facts.bonus.{name}: no pay table says what it pays"
    if said.qualifier is not None and said.qualifier.hand not in said.hand.ranked.order:
        yield f"facts.qualifier: {said.qualifier.hand!r} is no kind of hand in this game"


def _wrong_cards(rules: GameRules, said: TablePokerFacts) -> Iterator[str]:
    if rules.cards.pack not in ("52", "48", "24"):
        yield "cards.pack: this family plays without jokers"
    if said.bank and said.bank != (named := "player-dealer" if rules.bank == "player-dealer" else "dealer"):
        yield f"facts.bank: where the bank is {rules.bank!r}, its hand lies at {named!r}"
    dealt: dict[str, int] = {}
    for step in (*said.deal, *(step for street in said.streets.values() for step in street.steps), *said.ends):
        if step.do != "burn" and step.place not in rules.places:
            yield f"facts: {step.place!r} is no place of this game"
        if step.do == "deal":
            dealt[step.place] = dealt.get(step.place, 0) + step.cards
    for place, many in dealt.items():
        if place in rules.places and rules.places[place].cards != many:
            yield f"places.{place}: cards: the steps deal {many}"
    common = sum(dealt.get(place, 0) for place in said.shared)
    for place in ("seat", *filter(None, (said.bank,))):
        if dealt.get(place, 0) + common < said.hand.cards:
            yield f"facts.hand: {place} has fewer than the {said.hand.cards} cards that make a hand"
    looks = any(rule.cards in ("bank", "own and bank", "all") for rule in said.bonus.values())
    if looks and any(step.place == said.bank and step.if_played for step in said.ends):
        yield "facts.ends: a side bet looks at the bank's cards, so they are opened whoever folds"
    later = [step for street in said.streets.values() for step in street.steps] + list(said.ends)
    if any(step.do == "deal" and step.place == "seat" for step in later):
        yield "facts: a player's own cards are dealt before the first street"


FAMILY = Family("table-poker", TablePokerFacts, WORDS, wrong=wrong)
