"""What a round of a scenario gives, checked against the game before anything is dealt."""

from collections import Counter
from collections.abc import Iterable

from houseway.cards import card
from houseway.cards.card import Card
from houseway.cards.pack import pack
from houseway.cards.source import in_order
from houseway.errors import instead
from houseway.play.places import Place, is_seat, place_names, stated
from houseway.play.player_dealer import ACTION_NUMBER, die_label
from houseway.play.scenario.model import RoundPlan, ScenarioError, SeatPlan
from houseway.rules.resolved import Rules

Places = dict[str, tuple[Card, ...]]


def seat_plans(plan: RoundPlan, rules: Rules) -> dict[str, SeatPlan]:
    """The seats that a round names, by who sits there."""
    plans: dict[str, SeatPlan] = {}
    for seat in sorted(plan.seats, key=lambda seat: (seat.seat, seat.backline or 0)):
        if not 1 <= seat.seat <= rules.seats:
            raise ScenarioError(f"seat {seat.seat} does not exist: {rules.game.name} has seat 1 to seat {rules.seats}")
        if seat.who in plans:
            raise ScenarioError(f"{seat.who} is given twice")
        if seat.wagers and "wagers" not in rules.game.asks:
            raise ScenarioError(f"{seat.who}: {rules.game.name} has no wagers before the deal; bets are decisions")
        if seat.stack <= 0:
            raise ScenarioError(f"{seat.who} needs a stack of more than nothing")
        plans[seat.who] = seat
    return plans


def numbers(plan: RoundPlan) -> dict[str, int]:
    """What each die shows and what the random number is, by the label that it is drawn under."""
    found = {label: die - 1 for label, die in dice(plan).items()}
    if plan.number is not None:
        if plan.number < 1:
            raise ScenarioError(f"number: {plan.number} is not one that seats are counted to, from 1 on")
        found[ACTION_NUMBER] = plan.number - 1
    return found


def dice(plan: RoundPlan) -> dict[str, int]:
    """What each die shows, by the label that it is thrown under."""
    single = tuple(die for die in plan.dice if isinstance(die, int))
    several = tuple(throw for throw in plan.dice if not isinstance(throw, int))
    if single and several:
        raise ScenarioError("dice: write one throw as [1, 2, 3], and several as [[1, 2, 3], [4, 5, 6]]")
    shown = {
        die_label(throw, number): die
        for throw, thrown in enumerate(several or (single,), start=1)
        for number, die in enumerate(thrown, start=1)
    }
    for die in shown.values():
        if not 1 <= die <= 6:
            raise ScenarioError(f"dice: {die} is not on a die")
    return shown


def cards(plan: RoundPlan, rules: Rules, seated: Iterable[str]) -> Places:
    """The cards that a round gives, each place known, none too full, no card too often."""
    game, places = rules.game, Places()
    for place, line in plan.cards.items():
        here = stated(game, place)
        if here is None or not Place.read(place).is_numbered:
            raise ScenarioError(
                f"{place!r} is not a place of {game.name}: {instead(place, place_names(game).values())}"
            )
        if is_seat(place) and str(Place.read(place).whole) not in seated:
            raise ScenarioError(f"{place} is given cards, and nobody plays there")
        try:
            places[place] = in_order(line)
        except card.CardError as error:
            raise ScenarioError(f"{place}: {error}; ?? is an unknown one") from None
        most = here.cards
        if len(places[place]) > most:
            raise ScenarioError(f"{place} takes {most} card{'s' * (most > 1)}, {len(places[place])} given")
    apart = {place for place in places if place in game.places and game.places[place].own_shuffle}
    if plan.dealt and (both := next((place for place in places if place not in apart), None)):
        raise ScenarioError(f"{both} is given cards, and so is `dealt`: give the cards by place or in order, not both")
    shuffles = [[place] for place in apart] + [[place for place in places if place not in apart]]
    for together in shuffles:
        not_too_often(Counter(one for place in together for one in places[place] if one != card.HIDDEN), rules)
    return places


def dealt(plan: RoundPlan, rules: Rules) -> tuple[Card, ...]:
    """The cards that a round gives in the order they are dealt, no card too often."""
    try:
        cards = in_order(plan.dealt)
    except card.CardError as error:
        raise ScenarioError(f"dealt: {error}; ?? is an unknown one") from None
    not_too_often(Counter(one for one in cards if one != card.HIDDEN), rules, where=" in `dealt`")
    return cards


def not_too_often(given: Counter[Card], rules: Rules, *, where: str = "") -> None:
    """Refuse a card that is given more often than the pack has it."""
    there = Counter(pack(rules.game.cards.pack, decks(rules)))
    for one, count in given.items():
        if count > there[one]:
            times = f" {count} times" if count > 1 else ""
            many = {0: "none", 1: "only one"}.get(there[one], f"only {there[one]}")
            raise ScenarioError(f"{card.NAMES[one]} is given{times}{where}, and the pack has {many}")


def decks(rules: Rules) -> int:
    """How many decks are shuffled together."""
    chosen = rules.options.get("decks", 1)
    return 1 if rules.game.cards.alternating or isinstance(chosen, str) else int(chosen)
