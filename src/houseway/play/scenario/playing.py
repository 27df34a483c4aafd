"""A scenario played: who sits down, who banks, and every ask answered as the file says."""

from collections.abc import Iterator
from contextlib import contextmanager

from houseway.cards.card import HIDDEN, Card, text
from houseway.cards.pack import ShoeEmpty
from houseway.cards.shuffle import seed_from
from houseway.cards.source import NotDrawn
from houseway.cards.source import Scenario as ScenarioCards
from houseway.play import view
from houseway.play.ask import Ask
from houseway.play.driver import Driver
from houseway.play.event import CardEvent, Dealt, Event, Shuffled, Spun
from houseway.play.game import Game
from houseway.play.places import is_seat, seat_of
from houseway.play.player_dealer import ACTION_NUMBER, GameClosed, PutUp
from houseway.play.scenario import given
from houseway.play.scenario.answering import Answers, Undecided
from houseway.play.scenario.model import RoundPlan, Scenario, ScenarioError
from houseway.play.scenario.preparing import amount_given, set_clock, set_shoe, sit_down, take_bank
from houseway.play.scenario.report import Played, finished, worth
from houseway.play.scenario.sitting import Sitting, attempt
from houseway.rules.resolved import Rules
from houseway.rules.strict import RulesError
from houseway.rules.submission import Choices, house_rules


def play(scenario: Scenario, game: Game) -> Played:
    """Deal and settle a scenario; what is not given comes from its seed."""
    sitting = _seated(scenario, game)
    for number, plan in enumerate(sitting.plans, start=1):
        with _in_round(number, scenario):
            _play_round(sitting, number, plan)
    return Played(scenario, sitting.driver, tuple(sitting.rounds))


def play_to_decision(scenario: Scenario, game: Game, at: str = "") -> tuple[Driver, Ask]:
    """Play a scenario until a seat is asked for a decision that it does not give: the table, and what is asked. `at`
    names the ask to stop at, also one that may be let pass without a word."""
    sitting = _seated(scenario, game, stop_at=at)
    try:
        for number, plan in enumerate(sitting.plans, start=1):
            _play_round(sitting, number, plan)
    except Undecided as undecided:
        if at and undecided.ask.what != at:
            raise ScenarioError(f"{undecided}; {at!r} is not asked before that") from None
        _check_open_cards(sitting, plan, undecided.ask.who)
        return sitting.driver, undecided.ask
    if at:
        asks = " or ".join(dict.fromkeys(what for what, _ in sitting.put)) or "nothing"
        raise ScenarioError(f"no seat is asked {at!r} without a decision given: asked are {asks}")
    offers = " or ".join(dict.fromkeys(what for what, optional in sitting.put if optional))
    passed = f", or name an offer that was let pass: {offers}" if offers else ""
    raise ScenarioError(
        f"every decision of the scenario is given: leave out the one to ask about, and those after it{passed}"
    )


def play_by_default(scenario: Scenario, game: Game) -> Driver:
    """Play a scenario of one round to its end, with the default wherever it gives no decision."""
    sitting = _seated(scenario, game)
    driver = sitting.driver
    with _from_the_source():
        try:
            _begin(sitting, 1, sitting.plans[0])
            sitting.answers.all(driver)
        except Undecided:
            while driver.open:
                ask = next(iter(driver.asks.values()))
                driver.answer(ask.who, ask.default)
    return driver


@contextmanager
def _from_the_source() -> Iterator[None]:
    """What the scenario's cards and numbers can't give is said in a sentence."""
    try:
        yield
    except ShoeEmpty:
        raise ScenarioError("the shoe has no card left to deal but those that are given to other places") from None
    except NotDrawn as error:
        raise ScenarioError(f"number: {error}") from None


@contextmanager
def _in_round(number: int, scenario: Scenario) -> Iterator[None]:
    """Of several rounds, an error says in which it is."""
    try:
        yield
    except ScenarioError as error:
        raise ScenarioError(f"round {number}: {error}" if scenario.rounds else str(error)) from None


def _seated(scenario: Scenario, game: Game, *, stop_at: str = "") -> Sitting:
    """The table as the house has it, before anybody sits down."""
    try:
        parts = ("options", "limits", "pays", "wheels", "meters")
        rules = house_rules(game.rules, Choices(**{part: getattr(scenario, part) for part in parts}))
    except RulesError as error:
        raise ScenarioError(str(error)) from None
    plans = scenario.every_round()
    if game.rules.bank != "player-dealer" and any("bank" in plan.model_fields_set for plan in plans):
        raise ScenarioError(f"no player banks {game.rules.name}: leave [bank] out")
    return Sitting(scenario, Driver(game, rules), plans, stop_at)


def _check_open_cards(sitting: Sitting, plan: RoundPlan, who: str) -> None:
    """Refuse a card of the bank that is given and lies face down beside an open one from the seed. The advice would be
    for another card than the one meant."""
    driver = sitting.driver
    every = given.cards(plan, sitting.rules, _everybody(sitting))
    for place, shown in view.cards_in_sight(driver.events, who).items():
        known = () if is_seat(place) else every.get(place, ())
        opened = [at for at, card in enumerate(shown) if card != HIDDEN]
        if known and opened and len(opened) < len(shown) and opened[0] >= len(known):
            named = text((*[HIDDEN] * opened[0], known[0]))
            raise ScenarioError(
                f"{place}: {text(known)} would lie face down, and card {opened[0] + 1} is the open one: "
                f'write "{named}", with ?? for the cards before it'
            )


# One round


def _play_round(sitting: Sitting, number: int, plan: RoundPlan) -> None:
    driver = sitting.driver
    _begin(sitting, number, plan)
    try:
        with _from_the_source():
            sitting.answers.all(driver)
    finally:
        sitting.put += sitting.answers.put
    if sitting.rules.game.bank in ("pot", "pairwise") and not any(isinstance(one, CardEvent) for one in driver.events):
        raise ScenarioError(f"no hand is dealt: {sitting.rules.game.name} takes two players with chips or more")
    _check_banked(sitting, plan)
    sitting.answers.check_used()
    _check_used(sitting, plan)
    events = (*sitting.between, *driver.events)
    source = driver.table.source
    assert isinstance(source, ScenarioCards)
    left = source.left | ({"dealt": source.dealt_left} if source.dealt_left else {})
    sitting.rounds.append(finished(driver.table, number, events, sitting.brought, not_drawn=left))


def _begin(sitting: Sitting, number: int, plan: RoundPlan) -> None:
    """Have everybody there who plays this round, lay the cards ready, and begin."""
    scenario, driver, first = sitting.scenario, sitting.driver, number == 1
    table, game, before = driver.table, driver.game, len(driver.events)
    seats = given.seat_plans(plan, sitting.rules)
    if first and not seats:
        raise ScenarioError("a scenario needs at least one seat")
    staying = {who for who in (*table.seats, *seats) if who not in seats or not seats[who].leaves}
    places = given.cards(plan, sitting.rules, staying)
    carried = scenario.before if first else game.carried(table)
    lying = attempt(lambda: game.dealt_for(places, carried), "cards")
    in_order, later = given.dealt(plan, sitting.rules), _later(sitting, number)
    table.source = ScenarioCards(lying, given.numbers(plan), dealt=in_order, told=plan.spins, later=later)
    for who, seat in seats.items():
        sit_down(sitting, who, seat, first=first)
    take_bank(sitting, plan, first=first)
    if first:
        attempt(lambda: game.stood(table, scenario.before), "before")
        if scenario.shoe:
            set_shoe(sitting, scenario)
    now = set_clock(sitting, seats, plan, first=first)
    staff = {"dealer": (plan.dealer, plan.spins), "floor": (plan.floor, ())}
    driver.automatic = frozenset(  # the staff is asked where its answers are given, or something is called then
        who for who, said in staff.items() if not any(said) and not _called_at(plan, sitting.rules, who)
    )
    sitting.brought = {who: worth(table, who) for who in table.seats if who in {*sitting.brought, *seats}}
    sitting.between = () if first else tuple(driver.events[before:])
    sitting.answers = Answers(
        plan, seats, places, game, sitting.banker, None if amount_given(plan, first) else sitting.put_up,
        sitting.stop_at,
    )  # fmt: skip
    driver.begin(seed_from(scenario.seed if first else f"{scenario.seed} round {number}"), now)


def _called_at(plan: RoundPlan, rules: Rules, who: str) -> bool:
    asked = {name for name, ask in rules.game.asks.items() if ask.who.startswith(who)}
    return any(call.at in asked for call in plan.calls)


def _later(sitting: Sitting, number: int) -> list[Card]:
    """The cards that later rounds give, which a shoe that lives on must not deal before."""
    if not sitting.shoe_lives_on:
        return []
    plans, rules = sitting.plans[number:], sitting.rules
    by_place = [
        one
        for plan in plans
        for cards in given.cards(plan, rules, _everybody(sitting)).values()
        for one in cards
        if one != HIDDEN
    ]
    in_order = [one for plan in plans for one in given.dealt(plan, rules) if one != HIDDEN]
    return by_place + in_order


def _everybody(sitting: Sitting) -> set[str]:
    return {seat.who for plan in sitting.plans for seat in plan.seats}


# Afterwards


def _check_banked(sitting: Sitting, plan: RoundPlan) -> None:
    """Refuse a round that has no player-dealer, and say why where the game does."""
    driver, who = sitting.driver, sitting.banker
    closed = any(isinstance(event, GameClosed) for event in driver.events)
    if not closed or any(isinstance(event, PutUp) for event in driver.events):
        return
    if why := driver.table.withheld.get((who, "bank")):
        raise ScenarioError(f"bank: {who} can't take the position: {why}")
    offered = any(ask.what == "bank" and ask.who == who for ask in sitting.answers.asked)
    if plan.bank.seat is not None and not offered:
        raise ScenarioError(f"bank: {who} is not offered the position in this round")
    had = f" after {who} has had it for two rounds" if len(sitting.plans) > 1 else ""
    raise ScenarioError(f"nobody takes the position{had}: say in its bank who does")


def _check_used(sitting: Sitting, plan: RoundPlan) -> None:
    """Refuse what is given and came to nothing, rather than leave it out in silence."""
    driver, events = sitting.driver, sitting.driver.events
    put_up = next((event for event in events if isinstance(event, PutUp)), None)
    if put_up is not None:
        sitting.banker, sitting.put_up = put_up.who, put_up.amount
        for seat in plan.seats:
            if seat.wagers and seat_of(seat.who) == seat_of(put_up.who):
                whose = "the player-dealer's own" if seat.who == put_up.who else "behind the player-dealer"
                raise ScenarioError(f"{seat.who}: wagers are given, and no wager is taken that is {whose}")
    betting = {ask.who for ask in sitting.answers.asked if ask.what == "wagers"}
    for seat in plan.seats:
        if seat.wagers and seat.who not in betting:
            raise ScenarioError(f"{seat.who}: wagers are given, and nobody bets there in this round")
    source = driver.table.source
    assert isinstance(source, ScenarioCards)
    dice = given.dice(plan)
    thrown = sum(label not in source.unused for label in dice)
    if thrown < len(dice):
        raise ScenarioError(f"dice: {len(dice)} are given, and {thrown or 'none'} are thrown")
    if ACTION_NUMBER in source.unused:
        raise ScenarioError(f"number: {plan.number} is given, and no number is drawn")
    for spin in plan.spins:
        if spin in source.unused:
            unnamed = ", ".join(repr(event.label) for event in events if isinstance(event, Spun) and event.label)
            instead = f"; spun and not given: {unnamed}" if unnamed else ""
            raise ScenarioError(f"spins: {spin!r} is given, and there was no such spin{instead}")
    if plan.dealt and source.dealt_left == given.dealt(plan, sitting.rules):
        raise ScenarioError("dealt: cards are given, and none is dealt")
    lay = {event.place for event in events if isinstance(event, CardEvent)}
    for place in source.left:
        if place in source.unused and place not in lay:
            raise ScenarioError(f"{place} is given cards, and none was dealt there")
    if sitting.shoe_lives_on:
        _check_shoe(sitting, events)


def _check_shoe(sitting: Sitting, events: list[Event]) -> None:
    """No card has come from one shoe more often than it is in it."""
    for event in events:
        if isinstance(event, Shuffled):
            sitting.since_shuffle.clear()
        elif isinstance(event, Dealt):
            sitting.since_shuffle.update(event.cards)
    given.not_too_often(sitting.since_shuffle, sitting.rules, where=" since the shuffle")
