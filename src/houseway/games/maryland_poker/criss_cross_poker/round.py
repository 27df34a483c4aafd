"""Criss Cross Poker: two cards a player and a cross of five, two hands against a pay table, across and down."""

from collections.abc import Mapping
from typing import NamedTuple

from houseway.cards import ranks
from houseway.cards.card import HIDDEN, Card, rank
from houseway.cards.ranks import Category
from houseway.games import bonus_spin
from houseway.games.bonus_spin import SPIN, XTREME
from houseway.games.maryland_poker.criss_cross_poker.facts import CrissCrossFacts
from houseway.games.maryland_poker.round import Dealing, MarylandPoker
from houseway.play.ask import Play
from houseway.play.event import Announced
from houseway.play.ledger import wager_account
from houseway.play.note import FOLDED
from houseway.play.outcome import Outcome, Result, paid_by, within_limit
from houseway.play.places import is_seat
from houseway.play.table import NOBODY, Table
from houseway.play.wagers import ask_bet_or_fold, take_wagers
from houseway.rules.families import facts
from houseway.rules.models import PayLine
from houseway.rules.money import EVEN, Odds
from houseway.rules.resolved import Rules

Cards = tuple[Card, ...]


class Street(NamedTuple):
    """A bet, and the community cards that are turned over after it."""

    wager: str
    ask: str  # clauses: of the question,
    bet: str  # of the bet,
    fold: str  # of the fold,
    collect: str  # of what a fold collects,
    muck: str  # of a folded hand's cards,
    reveal: str  # of turning over


STREETS = (
    Street("across", "11.B(1)", "11.B(1)(a)", "11.B(1)(b)", "11.B(2)(a)", "11.B(2)(b)", "11.C"),
    Street("down", "11.D", "11.D", "11.D", "11.D(1)(a)", "11.D(1)(b)", "11.E"),
    Street("middle", "11.F", "11.F", "11.F", "11.F(1)(a)", "11.F(1)(b)", "11.G"),
)


DEALING = {
    "manual shoe": Dealing(
        close="8.C",
        players="8.D(3)",
        at_a_time=1,
        duty="stub-count",
        stub="8.E",
        undecided="8.F(3)",
        misdealt="8.F(4)",
        wrong_deck="8.F(5)",
        community="8.D(2)",
    ),
    "hand": Dealing(
        close="9.A(5)",
        players="9.B(2)",
        at_a_time=1,
        duty="stub-count-hand",
        stub="9.C",
        undecided="9.D(3)",
        misdealt="9.D(4)",
        wrong_deck="9.D(5)",
        community="9.B(1)",
    ),
    "automated shoe": Dealing(
        close="10.A(2)",
        players="10.B(2)",
        at_a_time=2,
        duty="stub-count-automated",
        stub="10.C",
        undecided="10.C(2)",
        misdealt="10.C(3)",
        wrong_deck="10.C(4)",
        community="10.B(1)",
    ),
}


SPINS = {
    SPIN: bonus_spin.SpinClauses(
        lock_out="2.B(6)(2)",
        placed="7.E(2)(b)",
        lands="12.D(5)",
        rate="12.D(6)(a)",
        amounts="12.D(6)(b)",
        turn="12.D(7)",
        community="12.D(8)(a)",
    ),
    XTREME: bonus_spin.SpinClauses(
        lock_out="2.B(6)(2)",
        placed="7.E(2)(c)",
        lands="12.E(10)",
        rate="12.E(11)(a)",
        amounts="12.E(11)(b)",
        turn="12.E(12)",
        community="12.E(13)(a)",
    ),
}


class CrissCrossPoker(MarylandPoker):
    id = "criss-cross-poker"

    def round(self, table: Table) -> Play[None]:
        dealing = DEALING[str(table.rules.options["dealing"])]
        bonus_spin.open_meters(table, SPINS)
        wagered = yield from take_wagers(table, table.seats)  # 7.C
        # without those who have left since
        seats = [who for who in wagered if table.ledger[wager_account(who, "ante-across")]]
        if not seats:
            return
        yield from table.close_bets(dealing.close)
        bonus_spin.lock_out(table, SPINS)
        yield from self.shuffle(table)
        yield from self._deal(table, seats, dealing)
        spins = table.layout = bonus_spin.taken(table, SPIN, SPINS[SPIN])
        xtreme = bonus_spin.taken(table, XTREME, SPINS[XTREME])
        if table.due(dealing.duty):
            yield from self.count_stub(table, dealing)

        table.stage = "play"
        playing = seats
        for street in STREETS:
            playing = yield from self._bet(table, playing, street)
            yield from table.reveal(street.wager, street.reveal)

        table.stage = "settlement"
        across, down, middle = (tuple(table.hands[street.wager]) for street in STREETS)
        for who in reversed(seats):  # 11.H(1)-(2): counter-clockwise from the dealer's right
            bonus = table.ledger[wager_account(who, "five-card-bonus")]
            if bonus:
                table.settle(who, [settle_bonus(table.rules, across + down + middle, bonus)])
        bonus_spin.without_forfeits(table, spins, xtreme)
        if xtreme and qualifies(table.rules, across + down + middle):
            yield from bonus_spin.spin_xtreme(table, xtreme, SPINS[XTREME])
        for who in reversed(seats):  # 11.I
            if who not in playing and who in spins:  # folded, and its wager with the device stands
                hole = yield from table.reveal(who, "11.I")
                if is_pair(hole):
                    yield from bonus_spin.spin(table, who, spins, SPINS[SPIN])
            if who not in playing or not table.ledger[wager_account(who, "ante-across")]:
                continue  # folded, forfeited or abandoned
            hole = yield from table.reveal(who, "11.I")
            if stakes := table.staked(who):  # still there, where the dealer had to enter the cards
                outcomes = settle(table.rules, hole, across, down, middle, stakes)
                table.emit(Announced(who, f"across, {outcomes[0].hand}", "11.I(1)"))
                table.emit(Announced(who, f"down, {outcomes[1].hand}", "11.I(2)"))
                table.settle(who, sorted(outcomes, key=lambda outcome: outcome.result is not Result.LOSE))
                if who in spins and is_pair(hole):  # 7.E(2)(b), 12.D(7)
                    yield from bonus_spin.spin(table, who, spins, SPINS[SPIN])
                table.discard(who, "11.I(3)(a)")
        for place in (*reversed(seats), *(street.wager for street in STREETS)):  # folded hands with a bonus too
            table.discard(place, "11.J")

    def hands_named(self, places: Mapping[str, Cards]) -> dict[str, str]:
        """Both hands of whoever's cards are in sight, as far as the cross is."""
        seen = {place: cards for place, cards in places.items() if HIDDEN not in cards}
        lines = {side: seen[side] + seen["middle"] for side in ("across", "down") if {side, "middle"} <= seen.keys()}
        return {
            seat: "; ".join(f"{side}: {ranks.name(ranks.rank(hole + line))}" for side, line in lines.items())
            for seat, hole in seen.items()
            if is_seat(seat) and len(hole) == 2 and lines
        }

    def _deal(self, table: Table, seats: list[str], dealing: Dealing) -> Play[None]:
        for street in STREETS:  # the cross, face down (CC-7)
            count = table.rules.game.places[street.wager].cards
            yield from table.deal(street.wager, dealing.community, count=count, seen=NOBODY)
        for _ in range(2 // dealing.at_a_time):
            yield from table.deal_around(seats, dealing.players, count=dealing.at_a_time)

    def _bet(self, table: Table, seats: list[str], street: Street) -> Play[list[str]]:
        """One after the other, clockwise, bets one to three times the ante or folds."""
        playing = []
        for who in seats:
            unit = table.ledger[wager_account(who, "ante-across")]
            if not unit:
                continue  # forfeited or abandoned
            _, choice = yield (ask_bet_or_fold(table, who, street.wager, unit, street.ask),)
            if not table.ledger[wager_account(who, "ante-across")]:
                continue  # while being asked
            if choice.word == "fold":
                self._fold(table, who, street)
            else:
                table.wager(who, street.wager, choice.amount, street.bet)
                playing.append(who)
        return playing

    def _fold(self, table: Table, who: str, street: Street) -> None:
        stakes = table.staked(who)
        table.acted(who, street.wager, "fold", street.fold)
        table.settle(who, settle_fold(stakes, street.collect))
        if (
            "five-card-bonus" not in stakes and who not in table.layout
        ):  # else its cards stay until all wagers are resolved (11.B(3), 11.D(2), 11.F(2))
            table.discard(who, street.muck)


# Settlement: pure functions of cards, stakes and rules.


def is_pair(hole: Cards) -> bool:
    return rank(hole[0]) == rank(hole[1])


def qualifies(rules: Rules, community: Cards) -> bool:
    """The operator's qualifying event of Bonus Spin Xtreme: the cross makes such a hand or better (CC-5)."""
    least = Category[str(rules.options["bonus_spin_xtreme_event"]).upper().replace("-", "_")]
    return ranks.category(ranks.rank(community)) >= least


def settle_fold(stakes: Mapping[str, int], clause: str) -> list[Outcome]:
    """A fold loses the antes and the bets so far; the Five Card Bonus lives on (CC-3)."""
    return [
        Outcome(wager, stake, Result.LOSE, clause, note=FOLDED)
        for wager, stake in stakes.items()
        if wager != "five-card-bonus"
    ]


def settle_bonus(rules: Rules, community: Cards, stake: int) -> Outcome:
    """The Five Card Bonus looks at the five community cards alone (7.E(2)(a))."""
    rank = ranks.rank(community)
    line = rules.pay_tables["five-card-bonus"].poker_line(rank)
    return paid_by(line, "five-card-bonus", stake, chip=rules.chip, lost="12.C", hand=ranks.name(rank))


def settle(
    rules: Rules, hole: Cards, across: Cards, down: Cards, middle: Cards, stakes: Mapping[str, int]
) -> list[Outcome]:
    """The antes and the three bets of a hand that did not fold."""
    pays = rules.pay_tables["across"]
    ranked = {"across": ranks.rank(hole + across + middle), "down": ranks.rank(hole + down + middle)}
    sides = [(side, pays.poker_line(rank), ranks.name(rank)) for side, rank in ranked.items()]
    outcomes = [_ante(rules, f"ante-{side}", stakes[f"ante-{side}"], line, hand) for side, line, hand in sides]
    outcomes += [_bet(rules, side, stakes[side], line, hand) for side, line, hand in sides]  # 11.I(3)(e)
    better = ranks.name(max(ranked.values()))
    outcomes.append(_middle(rules, stakes["middle"], sides[0][1], sides[1][1], better))
    return _limited(rules, outcomes)


def _ante(rules: Rules, wager: str, stake: int, line: PayLine | None, hand: str) -> Outcome:
    if line is None or line.pays is None or rules.options["antes_pay"] == "table":
        return _bet(rules, wager, stake, line, hand)
    return paid_by(line, wager, stake, chip=rules.chip, also="CC-1", hand=hand, odds=EVEN)


def _bet(rules: Rules, wager: str, stake: int, line: PayLine | None, hand: str) -> Outcome:
    return paid_by(line, wager, stake, chip=rules.chip, lost="11.I(3)(a)", hand=hand)


def _middle(rules: Rules, stake: int, across: PayLine | None, down: PayLine | None, hand: str) -> Outcome:
    """The better of the two hands pays the Middle bet; it pushes if none wins and one pushes (CC-2)."""
    winning = [line for line in (across, down) if line is not None and line.pays is not None]
    if winning:
        best = max(winning, key=lambda line: line.pays.fraction() if line.pays else 0)
        return paid_by(best, "middle", stake, chip=rules.chip, hand=hand)
    if across is None and down is None:
        return Outcome("middle", stake, Result.LOSE, "11.I(3)(d)", hand=hand)
    clause = "11.I(3)(b)" if down is None else "11.I(3)(c)" if across is None else "CC-2"
    return Outcome("middle", stake, Result.PUSH, clause, hand=hand)


def payout_limit(rules: Rules) -> int:
    return facts(rules.game, CrissCrossFacts).payout_limit.amount


def listed_together(rules: Rules) -> tuple[tuple[str, str], ...]:
    """Pairs of lines that one deal can pay across and down."""
    return facts(rules.game, CrissCrossFacts).together.lines


def _limited(rules: Rules, outcomes: list[Outcome]) -> list[Outcome]:
    """No player wins more than the limit of 12.B on these wagers; the last is paid in part (CC-4)."""
    left = payout_limit(rules)
    if sum(outcome.paid for outcome in outcomes) <= left:
        return outcomes
    return within_limit(outcomes, max(left, most_at_minimum(rules)), "12.B")


def most_at_minimum(rules: Rules) -> int:
    """The most one player could win in a round with the minimum ante and bets of one ante each (12.B(2), CC-8)."""
    pays = rules.pay_tables["across"]
    odds = {line.key: line.pays or Odds(0) for line in pays.lines}
    stake, chip = rules.limits["ante"].minimum, rules.chip
    even = rules.options["antes_pay"] == "even"
    most = 0
    for pair in listed_together(rules):
        won = [odds[line] for line in pair]
        bets = [one.pays(stake, chip) for one in won]
        antes = [(EVEN if even and one.win else one).pays(stake, chip) for one in won]
        most = max(most, sum(bets) + sum(antes) + max(bets))
    return most


GAME = CrissCrossPoker
