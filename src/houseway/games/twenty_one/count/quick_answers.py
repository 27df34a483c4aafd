"""Twenty-one decided quickly, for rounds by the thousand: every hand as the sheet's best play has it, by its own cards
and the up card."""

from collections.abc import Sequence

from houseway.cards.card import Card, suit
from houseway.games.twenty_one.count.ends import MIXED, SPADES, SUITED
from houseway.games.twenty_one.count.hands import hands, value
from houseway.games.twenty_one.count.one_hand import SPLIT, SURRENDER, WORDS
from houseway.games.twenty_one.count.sheet import best_round
from houseway.games.twenty_one.count.whole_round import NO_MATTER, Round
from houseway.games.twenty_one.facts import twenty_one_rules
from houseway.games.twenty_one.procedure import is_blackjack
from houseway.play.ask import Ask
from houseway.play.places import unsplit
from houseway.play.player_dealer import POSITION
from houseway.play.table import DEALER
from houseway.pricing.pricing import Hands
from houseway.rules.resolved import Rules

SPADE_SUIT = 3
NEVER = {"insurance": "no insurance", "side": "no side bet"}  # what the best play of the wager does not take


class QuickAnswers:
    """Answers from a counted round; other hands on the table are not looked at."""

    def __init__(self, rules: Rules, best: Round | None = None) -> None:
        self.best = best or best_round(rules, rules.limits[twenty_one_rules(rules).base].minimum)
        self.first: dict[tuple[int, tuple[int, int], int], int | None] = {}
        for start in self.best.starts:  # where it hangs on the suit of the up card too, the coach is asked
            here = start.up, start.held, start.suits
            self.first[here] = start.answer if self.first.get(here, start.answer) == start.answer else None

    def __call__(self, ask: Ask, there: Hands) -> str | None:
        if ask.what in NEVER:
            return NEVER[ask.what]
        if ask.what not in ("surrender", "play", "rescue"):
            return None
        spot = ask.spot or ask.who
        cards, up = there[spot], value((there.get(DEALER) or there[POSITION])[0])
        box = unsplit(spot)
        made = 1 + sum(place != box and unsplit(place) == box for place in there)
        if ask.what == "surrender":
            gives_up = not is_blackjack(cards) and self._start(up, cards) == SURRENDER
            return WORDS[SURRENDER] if gives_up else "play on"
        split = self.best.ups[up].splits[value(cards[0])] if made > 1 else None
        policy = split.policy if split else self.best.ups[up].solved.policy
        number = hands().number([value(card) for card in cards])
        if ask.what == "rescue":
            return "rescue" if policy.rescues[number] else "keep"
        if split and len(cards) == 2 and value(cards[0]) == value(cards[1]) and made < split.most:
            return WORDS[SPLIT]
        answer = self._start(up, cards) if not split and len(cards) == 2 else policy.answers[number]
        return None if answer is None else WORDS[answer]

    def _start(self, up: int, cards: Sequence[Card]) -> int | None:
        low, high = sorted(value(card) for card in cards)
        one, other = map(suit, cards)
        suits = MIXED if one != other else SPADES if one == SPADE_SUIT else SUITED
        there = (up, (low, high), suits)
        return self.first[there if there in self.first else (up, (low, high), NO_MATTER)]
