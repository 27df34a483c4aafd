"""Twenty-one decided quickly, for rounds by the thousand: every hand as the sheet's best play has it, by its own cards
and the up card."""

from collections.abc import Sequence

from houseway.games.twenty_one.base import is_blackjack
from houseway.play.ask import Ask
from houseway.play.player_dealer import POSITION
from houseway.price.pricing import Hands
from houseway.price.twenty_one.count import SPLIT, SURRENDER, WORDS
from houseway.price.twenty_one.hands import hands, value
from houseway.price.twenty_one.round import Round
from houseway.price.twenty_one.sheet import best_round
from houseway.rules.families.twenty_one import twenty_one_rules
from houseway.rules.resolved import Rules

NEVER = {"insurance": "no insurance", "side": "no side bet"}  # what the best play of the wager does not take


class Counted:
    """Answers from a counted round; other hands on the table are not looked at."""

    def __init__(self, rules: Rules, best: Round | None = None) -> None:
        self.best = best or best_round(rules, rules.limits[twenty_one_rules(rules).base].minimum)
        self.first = {(start.up, start.held): start.answer for start in self.best.starts}

    def __call__(self, ask: Ask, there: Hands) -> str | None:
        if ask.what in NEVER:
            return NEVER[ask.what]
        if ask.what not in ("surrender", "play"):
            return None
        spot = ask.spot or ask.who
        cards, up = there[spot], value(there[POSITION][0])
        box = spot.partition(" hand ")[0]
        made = 1 + sum(place.startswith(f"{box} hand ") for place in there)
        if ask.what == "surrender":
            gives_up = not is_blackjack(cards) and self._start(up, cards) == SURRENDER
            return WORDS[SURRENDER] if gives_up else "play on"
        if made == 1:
            number = hands().number([value(card) for card in cards])
            answer = self._start(up, cards) if len(cards) == 2 else self.best.ups[up].solved.policy.answers[number]
            return WORDS[answer]
        split = self.best.ups[up].splits[value(cards[0])]
        if len(cards) == 2 and value(cards[0]) == value(cards[1]) and made < split.most:
            return WORDS[SPLIT]
        return WORDS[split.policy.answers[hands().number([value(card) for card in cards])]]

    def _start(self, up: int, cards: Sequence[int]) -> int:
        low, high = sorted(value(card) for card in cards)
        return self.first[up, (low, high)]
