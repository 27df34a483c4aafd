"""The whole tree of a game on a small pack, as game theory looks at it: chance, decisions, information, returns.

Every card that is dealt is a chance node with exact probabilities, every decision a node of one player, and what is
asked of several at once is asked of one after the other, who do not know what was answered before. The round is the
table engine's own; a node is the answers that led to it.

>>> from houseway.cards.card import hand
>>> from houseway.env.tree import Tree
>>> tree = Tree("ultimate-war", pack=hand("2c 5d 9h"), stacks=(1000_00, 1000_00))  # doctest: +SKIP
>>> node = tree.root()  # doctest: +SKIP
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from typing import Any

from houseway.cards.card import Card, text
from houseway.cards.source import EveryDeal
from houseway.env.actions import NOTHING, Actions, Next, Said, is_read, pot_at
from houseway.games import game as game_named
from houseway.play.ask import Ask, Refused
from houseway.play.driver import STAFF, Driver
from houseway.play.event import Dealt
from houseway.play.places import seats as all_seats
from houseway.play.table import DEALER, FLOOR
from houseway.play.view import story
from houseway.rules.resolved import Rules, resolve

CHANCE, OVER = -1, -4  # players that are none, as OpenSpiel numbers them


@dataclass(frozen=True)
class Tree:
    """A game on some cards: seats with these stacks in cents. `answers` settles some asks for good, by name, and
    by seat where that differs (`"seat 1 bank"`); `given` are the first cards of some places, the same in every
    round, and come to no other place before."""

    game: str
    pack: tuple[Card, ...]
    stacks: tuple[int, ...]
    answers: Mapping[str, str] = field(default_factory=dict)
    options: Mapping[str, bool | int | str] = field(default_factory=dict)
    given: Mapping[str, Sequence[Card]] = field(default_factory=dict)
    rules: Rules = field(init=False, repr=False, compare=False)
    actions: Actions = field(init=False, repr=False, compare=False)
    _known: dict[tuple[int, ...], "Moment"] = field(init=False, repr=False, compare=False, default_factory=dict)

    def __post_init__(self) -> None:
        rules = resolve(game_named(self.game).rules, self.options)
        if not 1 <= len(self.stacks) <= rules.seats:
            raise Refused(f"{rules.game.name} takes 1 to {rules.seats} seats, not {len(self.stacks)}")
        object.__setattr__(self, "rules", rules)
        object.__setattr__(self, "actions", Actions(rules))

    @property
    def seats(self) -> tuple[str, ...]:
        return tuple(all_seats(len(self.stacks)))

    def root(self) -> "Node":
        return Node(self)

    def driver(self) -> Driver:
        driver = Driver(game_named(self.game), self.rules, source=EveryDeal(self.pack), automatic=(FLOOR,))
        for who, stack in zip(self.seats, self.stacks, strict=True):
            driver.seat(who, stack)
        driver.begin(bytes(32))
        return driver

    def settled(self, ask: Ask) -> str | None:
        """What is answered for good; of the dealer's asks, whatever is not chance is as the procedure has it."""
        given = self.answers.get(f"{ask.who} {ask.what}", self.answers.get(ask.what))
        if given is not None and is_read(ask, given):
            return given
        if ask.who in STAFF and not _by_chance(ask):
            return ask.default
        return None


@dataclass(frozen=True)
class Moment:
    """What is to be known of one node."""

    player: int  # the number of the seat that decides, from 0; CHANCE or OVER
    legal: tuple[int, ...]
    names: tuple[str, ...]  # of the legal actions
    chances: tuple[Fraction, ...]  # of each of them, where chance decides
    returns: tuple[int, ...]  # cents
    information: tuple[str, ...]  # by seat


class Node:
    """A moment of the round: the actions that led to it, chance's among them."""

    def __init__(self, tree: Tree, path: tuple[int, ...] = ()) -> None:
        self.tree, self.path = tree, path

    def __deepcopy__(self, memo: Any) -> "Node":
        return Node(self.tree, self.path)

    @property
    def moment(self) -> Moment:
        """Found by playing the round up to here, once."""
        known = self.tree._known
        if self.path not in known:
            known[self.path] = _Round(self.tree, self.path).moment()
        return known[self.path]

    @property
    def player(self) -> int:
        return self.moment.player

    @property
    def over(self) -> bool:
        return self.moment.player == OVER

    def legal(self) -> list[int]:
        """The actions that may come; a player's mean the same at every node, see `Tree.actions`."""
        return list(self.moment.legal)

    def chances(self) -> list[tuple[str, Fraction]]:
        """What chance can bring now, and how likely each is: cards, or the number of a die."""
        return list(zip(self.moment.names, self.moment.chances, strict=False))

    def named(self, action: int) -> str:
        """An action in words."""
        return self.moment.names[self.moment.legal.index(action)]

    def act(self, action: int) -> None:
        """Go on from here."""
        self.path = self.child(action).path

    def child(self, action: int) -> "Node":
        """The node after an action; this one stays as it is."""
        if action not in self.moment.legal:
            may = ", ".join(map(str, self.moment.legal)) or "the round is over"
            raise Refused(f"{action} is not an action here: {may}")
        return Node(self.tree, (*self.path, action))

    def returns(self) -> tuple[int, ...]:
        """What each seat has won or lost, in cents; nothing before the round is over."""
        return self.moment.returns

    def information(self, player: int) -> str:
        """All that a player has seen, said and been asked so far: two nodes where it is the same are one to them."""
        return self.moment.information[player]


class _Round:
    """The round on the way to a node, at the table itself."""

    def __init__(self, tree: Tree, path: Sequence[int]) -> None:
        self.tree = tree
        self._driver = tree.driver()
        self._told: dict[str, str] = {}
        self._said: Said = NOTHING
        self._settle_down()
        for action in path:
            self.act(action)

    def moment(self) -> Moment:
        player = self.player
        drawn = self.chances() if player == CHANCE else []
        legal = tuple(range(len(drawn))) if player == CHANCE else tuple(sorted(self.choices()))
        names = [name for name, _ in drawn] or [str(self.tree.actions.all[action]) for action in legal]
        seats = range(len(self.tree.stacks))
        return Moment(
            player, legal, tuple(names), tuple(likely for _, likely in drawn), self.returns(),
            tuple(self.information(seat) for seat in seats),
        )  # fmt: skip

    # Whose turn it is

    @property
    def asked(self) -> Ask | None:
        return next((ask for who, ask in self._driver.asks.items() if who not in self._told), None)

    @property
    def player(self) -> int:
        ask = self.asked
        if ask is None:
            return OVER
        return CHANCE if ask.who == DEALER else self.tree.seats.index(ask.who)

    def _settle_down(self) -> None:
        """Go on to the next node: give answers when all who are asked at once have theirs, and what is settled."""
        while self._driver.open:
            ask = self.asked
            if ask is None:
                told, self._told = self._told, {}
                for who, said in told.items():
                    self._driver.answer(who, said)
            elif (answer := self._cards_given(ask) or self.tree.settled(ask)) is not None:
                self._told[ask.who] = answer
            elif ask.who == DEALER or self.choices():
                return
            else:
                self._told[ask.who] = ask.default

    def _cards_given(self, ask: Ask) -> str | None:
        data = ask.data()["forms"][0]
        if ask.who != DEALER or data["form"] != "cards" or data["place"] not in self.tree.given:
            return None
        return text(self._still_given(data["place"])[: data["count"]]) or None

    def _still_given(self, place: str) -> Sequence[Card]:
        """The cards that a place is to have and was not dealt yet."""
        dealt = [event for event in self._driver.events if isinstance(event, Dealt) and event.place == place]
        return self.tree.given[place][sum(len(event.cards) for event in dealt) :]

    # What may come

    def choices(self) -> dict[int, Next]:
        ask = self.asked
        return (
            {}
            if ask is None or ask.who == DEALER
            else self.tree.actions.choices(ask, self._said, pot_at(self._driver.table, ask))
        )

    def chances(self) -> list[tuple[str, Fraction]]:
        ask = self.asked
        assert ask is not None
        data = ask.data()["forms"][0]
        if data["form"] == "number":
            many = data["high"] - data["low"] + 1
            return [(str(number), Fraction(1, many)) for number in range(data["low"], data["high"] + 1)]
        kept = [card for place in self.tree.given for card in self._still_given(place)]
        free = [card for card in _left(ask) if card not in kept]
        ways = Counter(tuple(sorted(cards)) for cards in combinations(free, data["count"]))
        return [(text(cards), Fraction(many, ways.total())) for cards, many in sorted(ways.items())]

    # Going on

    def act(self, action: int) -> None:
        ask = self.asked
        assert ask is not None
        if ask.who == DEALER:
            self._told[DEALER] = self.chances()[action][0]
        else:
            then = self.tree.actions.followed(ask, self.choices()[action], pot_at(self._driver.table, ask))
            if isinstance(then, Said):
                self._said = then
                return
            self._told[ask.who], self._said = then, NOTHING
        self._settle_down()

    # What it comes to, and what is known

    def returns(self) -> tuple[int, ...]:
        if self._driver.open:
            return (0,) * len(self.tree.stacks)
        table = self._driver.table
        held = {who: table.stack(who) for who in self.tree.seats}
        for stake in table.stakes.values():
            held[stake.owner] += table.ledger[stake.account]
        return tuple(held[who] - stack for who, stack in zip(self.tree.seats, self.tree.stacks, strict=True))

    def information(self, player: int) -> str:
        who = self.tree.seats[player]
        told = story(self._driver.events, who)
        own = [f"answered: {self._told[who]}"] if who in self._told else []
        ask = self.asked
        if ask is not None and ask.who == who:
            own += [f"asked: {ask.what} {ask.spot}".rstrip(), *(f"said: {part}" for part in self._parts())]
        return "\n".join([*told, *own])

    def _parts(self) -> tuple[str, ...]:
        return (*self._said.wagers, *self._said.groups)


def leaves(node: Node, chance: Fraction = Fraction(1)) -> Iterator[tuple[Node, Fraction]]:
    """Every way in which a round can end from here, with its chance as far as the cards decide."""
    if node.over:
        yield node, chance
        return
    weights = [likely for _, likely in node.chances()] if node.player == CHANCE else None
    for at, action in enumerate(node.legal()):
        yield from leaves(node.child(action), chance * weights[at] if weights else chance)


def _by_chance(ask: Ask) -> bool:
    return ask.data()["forms"][0]["form"] in ("cards", "number")


def _left(ask: Ask) -> tuple[Card, ...]:
    form: Any = ask.forms[0]
    return tuple(form.available)
