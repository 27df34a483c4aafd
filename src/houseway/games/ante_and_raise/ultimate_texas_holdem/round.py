"""Ultimate Texas Hold'em: two cards each and five in the middle against the player-dealer, one raise, the earlier the
bigger. A blind stands beside the ante, and a folded hand is looked at if it has a Trips bet."""

from collections.abc import Mapping

from houseway.cards import ranks
from houseway.games.ante_and_raise import round as base
from houseway.games.ante_and_raise.hands import Cards
from houseway.games.ante_and_raise.round import AnteAndRaise, Shown, compare, qualifies, settle_compared, stated
from houseway.play.ask import Play
from houseway.play.ledger import wager_account
from houseway.play.outcome import Outcome, Result, paid_by
from houseway.play.player_dealer import Hand
from houseway.play.table import Table
from houseway.rules.resolved import Rules


class UltimateTexasHoldem(AnteAndRaise):
    id = "ultimate-texas-holdem"

    def collect_folded(self, table: Table, hand: Hand) -> Play[None]:
        """Collect a folded hand's wagers but for a winning Trips bet, which waits for its turn with the cards."""
        rank = None
        if any(table.ledger[wager_account(who, "trips")] for who in hand.bettors):
            hole = yield from table.reveal(hand.seat, "Round of Play 6(a)")
            rank = ranks.rank(hole + base.shared(table))
        for who in hand.bettors:
            table.settle(who, settle_fold(table.rules, rank, table.staked(who)))
        if not any(table.staked(who) for who in hand.bettors):
            table.discard(hand.seat, "Round of Play 6(c)")

    def settle(self, rules: Rules, shown: Shown, stakes: Mapping[str, int]) -> list[Outcome]:
        if "ante" in stakes:
            return settle(rules, shown.own, shown.shared, shown.bank, stakes)
        return [settle_trips(rules, ranks.rank(shown.own + shown.shared), stakes["trips"], "Round of Play 18")]


def settle(rules: Rules, hole: Cards, board: Cards, bank: Cards, stakes: Mapping[str, int]) -> list[Outcome]:
    """The wagers of one bettor on a hand that did not fold, in the printed order."""
    player, house = ranks.rank(hole + board), ranks.rank(bank + board)
    return settle_hand(rules, player, compare(rules.game, player, house), qualifies(rules.game, house), stakes)


def settle_hand(
    rules: Rules, player: int, compared: Result, qualified: bool, stakes: Mapping[str, int]
) -> list[Outcome]:
    """The same from the rank of the player's hand, what comparing the hands says, and whether the player-dealer
    qualifies."""
    found = settle_compared(rules, compared, qualified, ranks.name(player), stakes)
    outcomes = {outcome.wager: outcome for outcome in found}
    outcomes["blind"] = _blind(rules, player, stakes["blind"], compared)
    if "trips" in stakes:
        clause = {Result.WIN: "Round of Play 13(c)", Result.LOSE: "Round of Play 12(b)"}
        outcomes["trips"] = settle_trips(rules, player, stakes["trips"], clause.get(compared, "Round of Play 14(a)"))
    if compared is Result.LOSE and "play" in outcomes:  # Round of Play 12(a): play, ante and blind
        return [outcomes.pop("play"), *outcomes.values()]
    return list(outcomes.values())  # Round of Play 13: ante and play, blind, trips


def _blind(rules: Rules, player: int, stake: int, compared: Result) -> Outcome:
    hand = ranks.name(player)
    if compared is not Result.WIN:
        return Outcome("blind", stake, compared, getattr(stated(rules.game).results, compared), hand=hand)
    line = rules.pay_tables["blind"].poker_line(player)
    return paid_by(line, "blind", stake, chip=rules.chip, lost="Round of Play 11(d)", hand=hand, without=Result.PUSH)


def settle_trips(rules: Rules, player: int, stake: int, clause: str) -> Outcome:
    """The Trips bet looks at the player's own hand, whatever became of the rest (Round of Play 18)."""
    line = rules.pay_tables["trips"].poker_line(player)
    return paid_by(line, "trips", stake, chip=rules.chip, also=clause, hand=ranks.name(player))


def settle_fold(rules: Rules, player: int | None, stakes: Mapping[str, int]) -> list[Outcome]:
    """What a fold collects: ante and blind, and a Trips bet unless the hand wins it."""
    lost = base.settle_fold(rules, stakes)
    if player is not None and "trips" in stakes:
        trips = settle_trips(rules, player, stakes["trips"], stated(rules.game).results.fold)
        lost += [trips] if trips.result is Result.LOSE else []
    return lost


GAME = UltimateTexasHoldem
