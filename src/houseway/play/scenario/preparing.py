"""A table made ready for a scenario's round: who sits down, who banks, what the clock and the shoe show."""

from houseway.cards.pack import pack
from houseway.cards.shuffle import seed_from
from houseway.play import duties
from houseway.play.driver import PROPOSITION, Driver
from houseway.play.places import seats as all_seats
from houseway.play.scenario import given
from houseway.play.scenario.model import RoundPlan, Scenario, ScenarioError, SeatPlan
from houseway.play.scenario.sitting import Sitting, attempt
from houseway.rules.money import cents, shown

_MINUTE = 60
_FOR_FEES = cents("1000")  # what a proposition player has besides the amount put up


def sit_down(sitting: Sitting, who: str, seat: SeatPlan, *, first: bool) -> None:
    driver = sitting.driver
    there = who in driver.table.seats
    if first and (seat.adds or seat.leaves):
        raise ScenarioError(f"{who}: `adds` and `leaves` are for later rounds")
    if seat.leaves:
        if seat.wagers or seat.decisions or seat.adds:
            raise ScenarioError(f"{who} leaves before this round, so it has nothing to say in it")
        attempt(lambda: driver.cash_out(who), who)
        return
    if not there:
        come = driver.seat if first else driver.buy_in  # who plays the first round has long bought in
        attempt(lambda: come(who, seat.stack, seat.name), who)
    elif "stack" in seat.model_fields_set:
        has = shown(driver.table.stack(who))
        raise ScenarioError(f"{who} sits there already with {has}: `adds` says what is bought more")
    if seat.adds:
        attempt(lambda: driver.buy_in(who, seat.adds), who)


# Who banks


def take_bank(sitting: Sitting, plan: RoundPlan, *, first: bool) -> None:
    """Say who is to bank; a seat that is still empty goes to a proposition player with that amount and some for
    fees."""
    driver, bank = sitting.driver, plan.bank
    if sitting.rules.game.bank != "player-dealer":
        return
    seats = driver.table.seats
    empty = [seat for seat in reversed(all_seats(sitting.rules.seats)) if seat not in seats]
    if bank.seat is None and bank.backline is not None:
        raise ScenarioError("bank: `backline` needs the `seat` that the bettor stands behind")
    if bank.seat is not None:
        who = bank.who
        if bank.backline is not None and who not in seats:
            raise ScenarioError(f"bank: {who} is not among [[seats]]")
    elif sitting.banker in seats:
        who = sitting.banker
    elif empty:
        who = empty[0]
    else:
        raise ScenarioError("every seat is taken: say in [bank] which seat banks")
    if who not in seats:
        attempt(lambda: driver.buy_in(who, bank.amount + _FOR_FEES, role=PROPOSITION), "bank")
    if bank.round == 2:
        if not first:
            raise ScenarioError("bank: whether it is the second round follows from the round before")
        _held_before(driver, who)
    if amount_given(plan, first):
        sitting.put_up = bank.amount
    sitting.banker = who


def amount_given(plan: RoundPlan, first: bool) -> bool:
    return first or "amount" in plan.bank.model_fields_set


def _held_before(driver: Driver, who: str) -> None:
    """The position's first round is over."""
    table = driver.table
    name = table.seats[who]
    table.memory["position"] = {"who": who, "name": name, "rounds": 1, "closed": False}


# The clock and the shoe


def set_clock(sitting: Sitting, seats: dict[str, SeatPlan], plan: RoundPlan, *, first: bool) -> int:
    """When the round begins, in seconds since the game was opened; who came in earlier is noted."""
    table, game = sitting.driver.table, sitting.driver.game
    came = {who: seat.minute for who, seat in seats.items() if seat.minute is not None}
    if plan.minute is not None and not game.has_a_clock:
        raise ScenarioError(f"minute: nothing in {game.rules.name} depends on when a round begins")
    latest = max(came.values(), default=0)
    minute = max(latest, table.now // _MINUTE) if plan.minute is None else plan.minute
    for who, then in came.items():
        if not 0 <= then <= minute:
            raise ScenarioError(f"{who} can't come in at minute {then}: the round begins at minute {minute}")
    if minute * _MINUTE < table.now or minute < 0:
        raise ScenarioError(f"the round can't begin at minute {minute}: the clock stands at {table.now // _MINUTE}")
    if came or (first and minute):
        entered = {who: came.get(who, 0) * _MINUTE for who in (seats if first else came)}
        if came or game.collects_by_time:
            attempt(lambda: game.clocked(table, entered), "minute")
    return minute * _MINUTE


def set_shoe(sitting: Sitting, scenario: Scenario) -> None:
    """Put a shoe on the table that has been dealt from, without the cards that are given."""
    plan, table, rules = scenario.shoe, sitting.driver.table, sitting.rules
    assert plan is not None
    if not sitting.shoe_lives_on or str(rules.options.get("shuffling", "")).startswith("continuous"):
        raise ScenarioError(f"{rules.game.name} shuffles before every round here: leave [shoe] out")
    table.pack = pack(rules.game.cards.pack, given.decks(rules))
    if not 0 <= plan.behind <= plan.left <= len(table.pack):
        raise ScenarioError(
            f"shoe: {plan.behind} behind the cover card of {plan.left} left can't be: there are {len(table.pack)} cards"
        )
    table.source.begin(seed_from(f"{scenario.seed} shoe"))
    shoe = table.source.shoe(table.pack)
    out = shoe.left - plan.left
    if out > len(shoe.cards):
        raise ScenarioError(f"shoe: {plan.left} cards are left, and more than that are given")
    del shoe.cards[len(shoe.cards) - out :]
    shoe.cover = plan.behind
    table.shoe = shoe
    duties.stood(table)
    sitting.driver.game.mid_shoe(table)
