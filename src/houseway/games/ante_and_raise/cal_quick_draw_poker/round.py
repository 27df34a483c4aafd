"""Cal Quick Draw Poker: one draw of cards that nobody sees until the end, against the player-dealer's best five of
seven. The Play wager is paid besides for a straight or better, won or lost."""

from collections.abc import Mapping
from itertools import combinations
from random import Random
from typing import Any

from houseway.cards import card
from houseway.cards.card import HIDDEN, Card
from houseway.games.ante_and_raise import round as base
from houseway.games.ante_and_raise.hands import Cards, bonus_line
from houseway.games.ante_and_raise.round import AnteAndRaise, Shown, decider, ranked
from houseway.play.ask import Ask, Play, Refused, Words
from houseway.play.event import Announced
from houseway.play.ledger import wager_account
from houseway.play.note import Note
from houseway.play.outcome import Outcome, Result
from houseway.play.places import part_at, part_of
from houseway.play.player_dealer import Hand, in_action
from houseway.play.table import NOBODY, Table
from houseway.play.value import value
from houseway.rules.models import PayLine
from houseway.rules.resolved import Rules

DISCARD, DRAW, EXPOSE = (f"Dealing Procedures and Round of Play {step}" for step in (4, 5, 8))
PAT, DISCARDS = "stand pat", "discard"
DRAWN, DISCARDED = "draw", "discards"  # beside the cards that are held
_EXTRA = Note("extra pay")


@value
class Discards:
    """Some of the cards, by name; beside a physical table, where only the player knows them, how many."""

    cards: Cards

    def read(self, text: str) -> Cards | None:
        word, _, line = text.partition(" ")
        if word != DISCARDS or not line:
            return None
        if line.isdigit():
            if HIDDEN not in self.cards:
                raise Refused(
                    f"{text} does not say which: name the cards, as in {DISCARDS} {card.NAMES[self.cards[0]]}"
                )
            if not 1 <= int(line) <= len(self.cards):
                raise Refused(f"{text} is not allowed: 1 to {len(self.cards)} cards ({DISCARD})")
            return self.cards[: int(line)]
        try:
            named = card.hand(line)
        except card.CardError as error:
            raise Refused(str(error)) from None
        for one in named:
            if one not in self.cards or named.count(one) > 1:
                raise Refused(f"{card.NAMES[one]} is not there to be discarded")
        return named

    def answers(self) -> tuple[str, ...]:
        if HIDDEN in self.cards:
            return tuple(f"{DISCARDS} {many}" for many in range(1, len(self.cards) + 1))
        many = range(1, len(self.cards) + 1)
        return tuple(self.written(some) for count in many for some in combinations(self.cards, count))

    def written(self, cards: Cards) -> str:
        return f"{DISCARDS} {card.text(cards)}"

    def random(self, rng: Random) -> str:
        answers = self.answers()
        return answers[int(rng.random() * len(answers))]

    def prompt(self) -> str:
        return f"{DISCARDS} 1 to {len(self.cards)} of {card.text(self.cards)}"

    def data(self) -> dict[str, Any]:
        if HIDDEN in self.cards:
            return {"form": "words", "words": list(self.answers())}
        size = len(self.cards)
        return {"form": "placement", "cards": card.text(self.cards), "count": size, "room": {DISCARDS: size}}


class CalQuickDrawPoker(AnteAndRaise):
    id = "cal-quick-draw-poker"

    def shuffle(self, table: Table) -> Play[None]:
        table.shuffle(base.stated(table.rules.game).clauses.shuffle)
        yield from ()

    def decide(self, table: Table, hands: list[Hand]) -> Play[list[Hand]]:
        """Everyone discards at once; then replacements go round."""
        playing = {who: hand for hand in hands if (who := decider(table, hand))}
        left = {
            who: Ask(who, "draw", (Discards(tuple(table.hands[hand.seat])), Words((PAT,))), DISCARD, PAT)
            for who, hand in playing.items()
        }
        while left:
            who, said = yield tuple(left.values())
            del left[who]
            seat = playing[who].seat
            cards: Cards = said if isinstance(said, tuple) else ()
            table.acted(who, "draw", f"{DISCARDS} {len(cards)}" if cards else PAT, DISCARD)
            if cards:
                table.place(seat, part_at(seat, DISCARDED), cards, DISCARD, seen=(who,))
        for hand in in_action(table, playing.values()):
            if many := len(table.hands.get(part_at(hand.seat, DISCARDED), ())):
                yield from table.deal(part_at(hand.seat, DRAWN), DRAW, count=many, seen=NOBODY)
        return [hand for hand in hands if hand not in playing.values()]

    def expose(self, table: Table, hand: Hand) -> Play[None]:
        """What is held and what was drawn; the discards too where the bonus looks at them."""
        bonus = any(table.ledger[wager_account(who, "quick-draw-bonus")] for who in hand.bettors)
        held, drawn, gone = _places(hand.seat)
        for place in (held, drawn, *([gone] if bonus else [])):
            if table.hands.get(place):
                yield from table.reveal(place, EXPOSE)
        hands = ranked(table.rules.game)
        table.emit(Announced(hand.seat, hands.name(hands.rank(self.shown(table, hand).own)), EXPOSE))

    def shown(self, table: Table, hand: Hand) -> Shown:
        held, drawn, gone = (tuple(table.hands.get(place, ())) for place in _places(hand.seat))
        return Shown(held + drawn, (), tuple(table.hands["player-dealer"]), held + gone)

    def hands_named(self, places: Mapping[str, Cards]) -> dict[str, str]:
        """What is held with what was drawn to it."""
        held = {place: cards for place, cards in places.items() if part_of(place) not in (DRAWN, DISCARDED)}
        return super().hands_named(
            {place: cards + places.get(part_at(place, DRAWN), ()) for place, cards in held.items()}
        )

    def hands_made(self, places: Mapping[str, Cards], part: str = "") -> dict[str, Cards]:
        return {}

    def settle(self, rules: Rules, shown: Shown, stakes: Mapping[str, int]) -> list[Outcome]:
        return settle(rules, shown, stakes)


def settle(rules: Rules, shown: Shown, stakes: Mapping[str, int]) -> list[Outcome]:
    """The Play wager and what it is paid besides, then the bonus."""
    found = base.settle(rules, shown, stakes)
    return [part for outcome in found for part in (outcome, *_besides(rules, shown.own, outcome))]


def _besides(rules: Rules, final: tuple[Card, ...], outcome: Outcome) -> list[Outcome]:
    """The extra pay of a Play wager, which no stake stands behind (QD-1)."""
    hands = ranked(rules.game)
    rank = hands.rank(final) if outcome.wager == "play" else 0
    line = bonus_line(rules, "play", (hands.kind(rank),)) if rank else None
    return settle_extra(rules, outcome, line)


def settle_extra(rules: Rules, outcome: Outcome, line: PayLine | None) -> list[Outcome]:
    """What a Play wager is paid besides, by the line of the final hand. It comes after the wager was paid or collected,
    so both use up coverage (How Each Wager Wins 2)."""
    if line is None or line.pays is None:
        return []
    paid = line.pays.pays(outcome.stake, rules.chip)
    return [Outcome("play", 0, Result.WIN, line.clause, paid, line.pays, outcome.hand, _EXTRA)]


def _places(seat: str) -> tuple[str, str, str]:
    """Where the cards of a hand lie: those that are held, those that were drawn, and the discards."""
    return seat, part_at(seat, DRAWN), part_at(seat, DISCARDED)


GAME = CalQuickDrawPoker
