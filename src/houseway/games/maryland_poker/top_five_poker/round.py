"""Top Five Poker: seven cards each, only tens to aces count; ante and play against the dealer, and two bonus wagers."""

from collections.abc import Mapping

from houseway.cards import top_five
from houseway.cards.card import Card, hand
from houseway.games.maryland_poker.round import Dealing, MarylandPoker
from houseway.games.maryland_poker.top_five_poker.facts import TopFiveFacts
from houseway.play.ask import Play, asked
from houseway.play.boxes import take_box_wagers
from houseway.play.event import Announced
from houseway.play.ledger import wager_account
from houseway.play.note import FOLDED, Note
from houseway.play.outcome import Outcome, Result, paid_by
from houseway.play.places import DEALER_HAND
from houseway.play.sentences import Made, Said, Shown
from houseway.play.table import DEALER, NOBODY, Table
from houseway.play.wagers import ask_bet_or_fold
from houseway.rules.cite import cited
from houseway.rules.families import facts
from houseway.rules.models import hand_key
from houseway.rules.resolved import Rules

Cards = tuple[Card, ...]
EACH = 7
_NO_QUALIFYING = Note("the dealer does not qualify")
BONUSES = ("top-five-bonus", "poker-bonus")
DEALING = {
    "manual shoe": Dealing(
        close="8.C",
        players="8.D(2)",
        at_a_time=1,
        duty="stub-count",
        stub="8.E",
        undecided="8.F(3)",
        misdealt="8.F(4)",
        wrong_deck="8.F(5)",
    ),
    "hand": Dealing(
        close="9.A(5)",
        players="9.B(1)",
        at_a_time=1,
        duty="stub-count-hand",
        stub="9.C",
        undecided="9.D(3)",
        misdealt="9.D(4)",
        wrong_deck="9.D(5)",
    ),
    "automated shoe": Dealing(
        close="10.A(2)",
        players="10.B(1)",
        at_a_time=EACH,
        duty="stub-count-automated",
        stub="10.C",
        undecided="10.C(2)",
        misdealt="10.C(3)",
        wrong_deck="10.C(4)",
    ),
}


class TopFivePoker(MarylandPoker):
    id = "top-five-poker"

    def round(self, table: Table) -> Play[None]:
        dealing = DEALING[str(table.rules.options["dealing"])]
        most = int(table.rules.options["boxes"])
        wagered = yield from take_box_wagers(table, table.seats, most, "7.F")  # 7.C
        # without those who have left since
        boxes = {box: who for box, who in wagered.items() if table.ledger[wager_account(box, "ante")]}
        if not boxes:
            return
        yield from table.close_bets(dealing.close)
        yield from self.shuffle(table)
        for _ in range(EACH // dealing.at_a_time):
            for box, who in boxes.items():
                yield from table.deal(box, dealing.players, count=dealing.at_a_time, seen=(who,))
            yield from table.deal(DEALER, dealing.players, count=dealing.at_a_time, seen=NOBODY)
        if table.due(dealing.duty):
            yield from self.count_stub(table, dealing)

        table.stage = "play"
        for box, who in boxes.items():  # 11.B: clockwise from the dealer's left
            yield from self._play_or_fold(table, box, who)

        table.stage = "settlement"
        dealer = yield from table.reveal(DEALER, "11.B(4)")
        table.emit(Announced(DEALER, announced(dealer), "11.B(4)"))
        for box in reversed(boxes):  # 11.C: counter-clockwise from the dealer's right
            if stakes := table.staked(box):
                cards = yield from table.reveal(box, "11.C")
                if table.staked(box) != stakes:
                    continue  # taken while the dealer entered the cards
                table.emit(Announced(box, announced(cards), "11.C(1)"))
                outcomes = settle(table.rules, cards, dealer, stakes)
                table.settle(box, outcomes)
                if all(outcome.result is Result.LOSE for outcome in outcomes):  # else they stay (11.C(5)(b))
                    table.discard(box, "11.C(5)(a)")
        for box in (*boxes, DEALER):
            table.discard(box, "11.D")

    def counted(self, cards: Cards) -> str:
        return top_five.name(top_five.rank(cards)) if len(cards) == EACH else ""

    def _play_or_fold(self, table: Table, box: str, who: str) -> Play[None]:
        ante = table.ledger[wager_account(box, "ante")]
        if not ante:
            return  # forfeited or abandoned
        spot = box if box != who else ""
        choice = yield from asked(ask_bet_or_fold(table, who, "play", ante, "11.B(1)", spot))
        stakes = table.staked(box)
        if "ante" not in stakes:
            return  # forfeited while the player was asked
        if choice.word != "fold":
            table.wager(who, "play", choice.amount, "11.B(1)(a)", spot=box)
            return
        table.acted(who, "play", f"fold {spot}".strip(), "11.B(1)(b)")
        table.settle(box, settle_fold(stakes))
        if not any(bonus in stakes for bonus in BONUSES):  # else its cards stay until all wagers are resolved (11.B(3))
            table.discard(box, "11.B(2)(b)")


# Settlement: pure functions of cards, stakes and rules.


def settle_fold(stakes: Mapping[str, int]) -> list[Outcome]:
    """A fold loses the ante; the bonus wagers live on (11.B(3))."""
    return [Outcome("ante", stakes["ante"], Result.LOSE, "11.B(2)(a)", note=FOLDED)]


def settle(rules: Rules, cards: Cards, dealer: Cards, stakes: Mapping[str, int]) -> list[Outcome]:
    """All wagers on one box, in the order of 11.C; a folded hand has only bonus wagers left."""
    outcomes = []
    if "ante" in stakes:
        outcomes += settle_against_dealer(rules, cards, dealer, stakes["ante"], stakes["play"])
    if "top-five-bonus" in stakes:  # 11.C(5)(c), 11.C(6)-(7)
        outcomes.append(settle_top_five_bonus(rules, cards, stakes["top-five-bonus"]))
    if "poker-bonus" in stakes:  # 11.C(5)(d), 11.C(8)-(9)
        outcomes.append(settle_poker_bonus(rules, cards, stakes["poker-bonus"]))
    return outcomes


def least_hand(rules: Rules) -> Cards:
    """The least that the dealer plays with."""
    return hand(facts(rules.game, TopFiveFacts).qualifies.hand)


def qualifies(rules: Rules, dealer: Cards) -> bool:
    """The dealer has queen-jack or better (T5-3)."""
    return top_five.rank(dealer) >= top_five.rank(least_hand(rules))


def settle_against_dealer(rules: Rules, cards: Cards, dealer: Cards, ante: int, play: int) -> list[Outcome]:
    """More counting cards win, then the better hand, then the further cards (T5-1). The ante pushes if the dealer does
    not qualify (T5-3).

    The same five results are 11.C(3)(a)-(e) without a qualifying dealer, 11.C(4)(a)-(e) with one."""
    mine, other = top_five.rank(cards), top_five.rank(dealer)
    same_size = top_five.size(mine) == top_five.size(other)
    item = "e" if mine == other else ("d" if same_size else "b") if mine > other else ("c" if same_size else "a")
    result = Result.PUSH if mine == other else Result.WIN if mine > other else Result.LOSE
    qualified = qualifies(rules, dealer)
    clause = f"11.C({4 if qualified else 3})({item})"
    shown = top_five.name(mine)
    if qualified:
        antes = _compared(rules, "ante", ante, result, clause, shown)
    else:
        antes = Outcome("ante", ante, Result.PUSH, "11.C(2)", hand=shown, note=_NO_QUALIFYING)
    theirs = top_five.name(other)
    return [one.beside(DEALER_HAND, theirs) for one in (antes, _compared(rules, "play", play, result, clause, shown))]


def _compared(rules: Rules, wager: str, stake: int, result: Result, clause: str, hand: str) -> Outcome:
    line = rules.pay_tables[wager].line("win")
    if result is not Result.WIN or line is None:
        return Outcome(wager, stake, result, clause, hand=hand)
    return paid_by(line, wager, stake, chip=rules.chip, clause=cited(clause, line.clause), hand=hand)


def settle_top_five_bonus(rules: Rules, cards: Cards, stake: int) -> Outcome:
    """The Top Five Bonus pays for how many of the player's cards are tens to aces (7.E(2)(a))."""
    size = top_five.size(top_five.rank(cards))
    pays = rules.pay_tables["top-five-bonus"]
    words = f"{top_five.NUMBERS[size]} card{'s' * (size != 1)}"
    line = pays.line(words.replace(" ", "-"))
    return paid_by(line, "top-five-bonus", stake, chip=rules.chip, lost=pays.clause, hand=words)


def settle_poker_bonus(rules: Rules, cards: Cards, stake: int) -> Outcome:
    """The Poker Bonus pays for the poker hand that the player's tens to aces make (7.E(2)(b))."""
    rank = top_five.rank(cards)
    pays = rules.pay_tables["poker-bonus"]
    line = pays.named_line(hand_key(top_five.category(rank)), top_five.named_by(rank))
    return paid_by(line, "poker-bonus", stake, chip=rules.chip, lost=pays.clause, hand=top_five.hand_words(rank))


def announced(cards: Cards) -> str:
    """The cards that count, and what they are: `Kh Ks Td, three cards, pair of kings`."""
    counting = tuple(top_five.counting(cards))
    return Said(
        "cards-and-hand", cards=Shown(counting) if counting else None, hand=Made(top_five.name(top_five.rank(cards)))
    )


GAME = TopFivePoker
