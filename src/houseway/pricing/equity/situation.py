"""What a seat knows of a hand for a pot when it is to act: its cards, the others', the pot, and how they have bet.

Everything comes from the events as the seat itself may see them, and from what it is asked.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from houseway.cards.card import HIDDEN, JOKER, Card
from houseway.cards.pack import pack
from houseway.games.pot.round import PotGame
from houseway.play.ask import Amount, Ask, Choice
from houseway.play.event import Acted, Dealt, Discarded, Event, FeeTaken, Returned, Revealed
from houseway.play.places import is_seat
from houseway.play.pot import Bet, Moves, PotGathered
from houseway.pricing.equity.counted import Deal, checked
from houseway.pricing.equity.hands import Held
from houseway.pricing.equity.showdown import WILD


class Move(NamedTuple):
    """What somebody did when they were to bet, and how many cards they and the board had then."""

    who: str
    kind: Literal["check", "call", "bet", "raise"]
    cards: int
    board: int
    size: float = 0  # what was bet or raised by, or what was called, in pots before it


@dataclass(frozen=True)
class Opponent:
    """Another player who is still in: what is seen of the hand, and how often they bet and called."""

    who: str
    cards: tuple[Card, ...]  # in the order dealt, hidden ones as such
    down: tuple[bool, ...]  # which of them were dealt face down
    raises: int = 0
    calls: int = 0
    acted: bool = False  # since the last bet of this round


@dataclass(frozen=True)
class Situation:
    """A decision at a pot."""

    game: str
    who: str
    ask: Ask
    cards: tuple[Card, ...]  # one's own, a joker dealt face down as one more than the joker
    down: tuple[bool, ...]  # which of them the others don't see
    board: tuple[Card, ...]
    dead: tuple[Card, ...]  # seen before they were folded
    opponents: tuple[Opponent, ...]
    pot: int  # all that this seat can win, in the pot or before the players
    call: int  # what it takes to stay in
    stake: int  # what the seat has before it in this betting round
    street: int  # how many betting rounds were over before
    bets: int  # bets and raises in this one
    moves: tuple[Move, ...]  # what those who are still in did, in order

    @property
    def last(self) -> bool:
        """Nobody acts after this seat in the round, unless it bets."""
        return all(one.acted for one in self.opponents)


@dataclass
class _Seen:
    cards: list[Card] = field(default_factory=list)
    down: list[bool] = field(default_factory=list)
    live: bool = True
    spent: int = 0
    stake: int = 0
    raises: int = 0
    calls: int = 0
    acted: bool = False


def situation(game: PotGame, events: Sequence[Event], ask: Ask) -> Situation:
    """The decision that an ask puts, from what its seat has seen."""
    seats: dict[str, _Seen] = {}
    board: list[Card] = []
    dead: list[Card] = []
    moves: list[Move] = []
    fees = street = bets = 0
    for seen in events:
        event = seen.seen_by(ask.who)
        match event:
            case Dealt(place=place) if is_seat(place):
                hand = seats.setdefault(place, _Seen())
                hand.cards += event.cards
                hand.down += [event.seen is not None] * len(event.cards)
            case Dealt(place=place) if place == game.common:
                board += event.cards
            case Revealed(place=place) if place in seats:
                seats[place].cards[:] = event.cards
            case Discarded(place=place) if place in seats:
                seats[place].live = False
                dead += [card for card in seats[place].cards if card != HIDDEN]
            case Bet():
                player = seats.setdefault(event.who, _Seen())
                before = sum(one.spent for one in seats.values()) - fees
                owed = max(one.stake for one in seats.values()) - player.stake
                player.spent += event.amount
                player.stake = event.stake
                if not event.forced:
                    kind: Literal["call", "bet", "raise"] = (
                        "call" if event.action == "call" else "bet" if event.action == "bet" else "raise"
                    )
                    by, pot = (owed, before - owed) if kind == "call" else (event.amount - owed, before + owed)
                    moves.append(Move(event.who, kind, len(player.cards), len(board), by / max(1, pot)))
                    if kind == "call":
                        player.calls += 1
                    else:
                        player.raises += 1
                        bets += 1
                        for other in seats.values():
                            other.acted = False
                    player.acted = True
            case Acted(ask="bet"):
                player = seats.setdefault(event.who, _Seen())
                player.acted = True
                moves.append(Move(event.who, "check", len(player.cards), len(board)))
            case Returned(wager="bet") if event.who in seats:
                seats[event.who].spent -= event.amount
            case FeeTaken(who="pot"):
                fees += event.amount
            case PotGathered(pot="main") if board or any(len(one.cards) for one in seats.values()):
                street, bets = street + 1, 0
                for other in seats.values():
                    other.acted, other.stake = False, 0
    own = seats[ask.who]
    opponents = tuple(
        Opponent(who, tuple(one.cards), tuple(one.down), one.raises, one.calls, one.acted)
        for who, one in seats.items()
        if who != ask.who and one.live and one.cards
    )
    call = to_call(ask)
    most = own.spent + call  # who has less at stake can win only as much from each
    pot = own.spent + sum(min(one.spent, most) for who, one in seats.items() if who != ask.who) - fees
    cards = tuple(WILD if card == JOKER and down else card for card, down in zip(own.cards, own.down, strict=True))
    made = tuple(move for move in moves if seats[move.who].live)
    return Situation(
        game=game.id,
        who=ask.who,
        ask=ask,
        cards=cards,
        down=tuple(own.down),
        board=tuple(board),
        dead=tuple(dead),
        opponents=opponents,
        pot=max(0, pot),
        call=call,
        stake=own.stake,
        street=street,
        bets=bets,
        moves=made,
    )


def to_call(ask: Ask) -> int:
    """What staying in costs; nothing where one may check."""
    for form in ask.forms:
        if isinstance(form, Moves) and (choice := form.words.get("call")):
            return choice.amount
    return 0


def raises(ask: Ask) -> list[tuple[str, Choice]] | Amount | None:
    """The bets or raises that are offered: a few, or any amount within bounds."""
    for form in ask.forms:
        if isinstance(form, Amount):
            return form
        if isinstance(form, Moves):
            found = [(word, made) for word, made in form.words.items() if made.word not in ("check", "call", "fold")]
            if found:
                return found
    return None


def deal_from(at: Situation, game: PotGame, ranges: Sequence[tuple[tuple[Card, ...], ...]] | None = None) -> Deal:
    """The seat's own hand and the others' as far as they are seen; or as one of the hands given for each of them."""
    making = game.making.beside(len(at.board))
    own = making.own

    def unknown(cards: Sequence[Card], down: Sequence[bool]) -> tuple[bool, ...]:
        """How the cards not known lie or will be dealt: those to come face down, where a joker is worth more."""
        hidden = tuple(lies for card, lies in zip(cards, down, strict=True) if card == HIDDEN)
        return hidden + (making.first_down > 0,) * (own - len(cards))

    hands = [Held(at.who, (at.cards,), (making.first_down > 0,) * (own - len(at.cards)))]
    for number, one in enumerate(at.opponents):
        known = tuple(
            WILD if card == JOKER and down else card
            for card, down in zip(one.cards, one.down, strict=True)
            if card != HIDDEN
        )
        ways = (known,) if ranges is None else ranges[number]
        down = unknown(one.cards, one.down) if ranges is None else (making.first_down > 0,) * (own - len(ways[0]))
        hands.append(Held(one.who, ways, down))
    return checked(Deal(making, pack(game.rules.cards.pack), tuple(hands), at.board, at.dead))
