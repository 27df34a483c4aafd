"""Ultimate Texas Hold'em: two cards each and five in the middle against the player-dealer, one raise, the earlier the
bigger."""

from collections.abc import Mapping
from functools import lru_cache

from houseway.cards import ranks
from houseway.cards.card import Card
from houseway.cards.ranks import Category
from houseway.play.ask import Ask, Choice, Play, Times, Words, asked
from houseway.play.bank import Bank
from houseway.play.event import Announced
from houseway.play.game import Game
from houseway.play.outcome import Outcome, Result, paid_by
from houseway.play.player_dealer import POSITION, Hand, PlayerDealer, follow, in_action, open_round
from houseway.play.table import DEALER, NOBODY, Table
from houseway.rules.families import facts
from houseway.rules.families.ante_and_raise import AnteAndRaiseFacts
from houseway.rules.money import EVEN
from houseway.rules.resolved import Rules

Cards = tuple[Card, ...]


class UltimateTexasHoldem(Game):
    id = "ultimate-texas-holdem"

    def bank(self) -> Bank:
        return PlayerDealer()

    def round(self, table: Table) -> Play[None]:
        hands = yield from open_round(table, "Dealing procedures 1(a)")  # Round of Play 20, Betting scheme 3
        if not hands:
            return
        self._shuffle(table)
        yield from self._deal(table, hands)

        table.stage = "play"
        playing: list[Hand] = []
        playing += yield from self._decide(table, hands, playing, "preflop")
        yield from table.reveal("flop", "Round of Play 2")
        playing += yield from self._decide(table, hands, playing, "flop")
        for place in ("turn", "river"):
            yield from table.reveal(place, "Round of Play 4")
        playing += yield from self._decide(table, hands, playing, "river")

        table.stage = "settlement"
        board = tuple(card for place in ("flop", "turn", "river") for card in table.hands[place])
        order = in_action(table, hands)
        for hand in order:
            if hand not in playing:
                yield from self._collect_folded(table, hand, board)  # Round of Play 6
        if playing:
            yield from table.reveal(POSITION, "Round of Play 7")
            self._announce_bank(table, board)
        for hand in order:  # Round of Play 9, 10: from the player-dealer's left
            yield from self._settle(table, hand, board, folded=hand not in playing)
        for place in (POSITION, "flop", "turn", "river"):
            table.discard(place, "Type of card deck used 3(d)")

    def _shuffle(self, table: Table) -> None:
        deck = table.memory["deck"] = "second" if table.memory.get("deck") == "first" else "first"
        table.shuffle("Type of card deck used 3(c)", deck=deck)

    def _deal(self, table: Table, hands: list[Hand]) -> Play[None]:
        """Clockwise from the house dealer's left, the player-dealer last, then the five community cards."""
        shoe = table.rules.options["dealing"] == "card shoe"
        item, passes = ("3", (("(a)", "(a)"), ("(b)", "(b)"))) if shoe else ("4", (("(a)", "(b)"),))
        for players, bank in passes:
            count = 2 // len(passes)
            for hand in hands:
                yield from table.deal(
                    hand.seat, f"Dealing procedures {item}{players}", count=count, seen=(hand.decides,)
                )
            yield from table.deal(POSITION, f"Dealing procedures {item}{bank}", count=count, seen=NOBODY)
        for place in ("flop", "turn", "river"):
            count = table.rules.game.places[place].cards
            yield from table.deal(place, f"Dealing procedures {item}(c)", count=count, seen=NOBODY)
        table.emit(Announced(DEALER, "the rest of the deck goes to the discard rack unseen", "Dealing procedures 5"))

    def _decide(self, table: Table, hands: list[Hand], raised: list[Hand], street: str) -> Play[list[Hand]]:
        """Everyone who has not raised yet raises, or checks; on the river folds. Who raises now is the answer."""
        rule = facts(table.rules.game, AnteAndRaiseFacts).streets[street]
        raising = []
        for hand in hands:
            if hand in raised:
                continue
            ask = _raise_or(
                hand.decides,
                street,
                rule.times,
                rule.otherwise,
                table.ledger[f"{hand.decides}/ante"],
                table.stack(hand.decides),
                rule.clause,
            )
            choice: Choice = yield from asked(ask)
            if choice.word == rule.otherwise:
                table.acted(hand.decides, street, choice.word, rule.clause)
                continue
            times = choice.amount // table.ledger[f"{hand.decides}/ante"]
            follow(table, hand, "play", times, "ante", rule.clause)
            raising.append(hand)
        return raising

    def _collect_folded(self, table: Table, hand: Hand, board: Cards) -> Play[None]:
        """Collect a folded hand's wagers but for a winning Trips bet, which waits for its turn with the cards."""
        bonus = any(table.ledger[f"{who}/trips"] for who in hand.bettors)
        rank = None
        if bonus:
            hole = yield from table.reveal(hand.seat, "Round of Play 6(a)")
            rank = ranks.rank(hole + board)
        for who in hand.bettors:
            table.settle(who, settle_fold(table.rules, rank, table.staked(who)))
        if not any(table.staked(who) for who in hand.bettors):
            table.discard(hand.seat, "Round of Play 6(c)")

    def _announce_bank(self, table: Table, board: Cards) -> None:
        rank = ranks.rank((*table.hands[POSITION], *board))
        plays = "" if qualifies(rank) else ", which does not qualify"
        table.emit(Announced(POSITION, f"{ranks.name(rank)}{plays}", "Round of Play 9, 10"))

    def _settle(self, table: Table, hand: Hand, board: Cards, *, folded: bool) -> Play[None]:
        if folded:
            if hand.seat in table.hands:  # Round of Play 17, 18: its Trips bet won
                rank = ranks.rank((*table.hands[hand.seat], *board))
                for who in hand.bettors:
                    if stake := table.ledger[f"{who}/trips"]:
                        table.settle(who, [settle_trips(table.rules, rank, stake, "Round of Play 18")])
                table.discard(hand.seat, "Round of Play 17")
            return
        hole = yield from table.reveal(hand.seat, "Round of Play 10(a)")
        table.emit(Announced(hand.seat, ranks.name(ranks.rank(hole + board)), "Round of Play 10(d)"))
        bank = tuple(table.hands[POSITION])
        for who in hand.bettors:
            if stakes := table.staked(who):
                table.settle(who, settle(table.rules, hole, board, bank, stakes))
        table.discard(hand.seat, "Round of Play 12(c), 13(d), 14(b)")


@lru_cache(maxsize=65536)
def _raise_or(who: str, street: str, times: tuple[int, ...], other: str, ante: int, stack: int, clause: str) -> Ask:
    """Raise so many times the ante, as far as the stack reaches, or check, or fold."""
    affordable = sum(many * ante <= stack for many in times)
    words = {f"play {many}": Choice(f"play {many}", many * ante) for many in times[:affordable]}
    bet = Times("play", "ante", times, ante, affordable, clause, words)
    return Ask(who, street, (bet, Words((other,))), clause, other)


def qualifies(bank: int) -> bool:
    """The player-dealer plays with a pair or better (Round of Play 9)."""
    return ranks.category(bank) >= Category.PAIR


def settle(rules: Rules, hole: Cards, board: Cards, bank: Cards, stakes: Mapping[str, int]) -> list[Outcome]:
    """The wagers of one bettor on a hand that did not fold, in the printed order."""
    player, house = ranks.rank(hole + board), ranks.rank(bank + board)
    result = Result.WIN if player > house else Result.LOSE if player < house else Result.PUSH
    hand = ranks.name(player)
    outcomes = {"ante": _ante(stakes["ante"], result, hand, qualifies(house))}
    if "play" in stakes:
        outcomes["play"] = _even("play", stakes["play"], result, hand)
    outcomes["blind"] = _blind(rules, player, stakes["blind"], result)
    if "trips" in stakes:
        clause = {Result.WIN: "Round of Play 13(c)", Result.LOSE: "Round of Play 12(b)"}
        outcomes["trips"] = settle_trips(rules, player, stakes["trips"], clause.get(result, "Round of Play 14(a)"))
    if result is Result.LOSE and "play" in outcomes:  # Round of Play 12(a): play, ante and blind
        return [outcomes.pop("play"), *outcomes.values()]
    return list(outcomes.values())  # Round of Play 13: ante and play, blind, trips


def _ante(stake: int, result: Result, hand: str, qualified: bool) -> Outcome:
    if not qualified:
        return Outcome("ante", stake, Result.PUSH, "Round of Play 9(a)", hand=hand)
    return _even("ante", stake, result, hand)


def _even(wager: str, stake: int, result: Result, hand: str) -> Outcome:
    if result is Result.WIN:
        return Outcome(wager, stake, result, "Round of Play 13(a), 15", EVEN.pays(stake), EVEN, hand)
    return Outcome(wager, stake, result, "Round of Play 12(a)" if result is Result.LOSE else "Round of Play 11(c)",
                   hand=hand)  # fmt: skip


def _blind(rules: Rules, player: int, stake: int, result: Result) -> Outcome:
    hand = ranks.name(player)
    if result is not Result.WIN:
        return _even("blind", stake, result, hand)
    line = rules.pay_tables["blind"].poker_line(player)
    return paid_by(line, "blind", stake, chip=rules.chip, lost="Round of Play 11(d)", hand=hand, without=Result.PUSH)


def settle_trips(rules: Rules, player: int, stake: int, clause: str) -> Outcome:
    """The Trips bet looks at the player's own hand, whatever became of the rest (Round of Play 18)."""
    line = rules.pay_tables["trips"].poker_line(player)
    return paid_by(line, "trips", stake, chip=rules.chip, also=clause, hand=ranks.name(player))


def settle_fold(rules: Rules, player: int | None, stakes: Mapping[str, int]) -> list[Outcome]:
    """What a fold collects: ante and blind, and a Trips bet unless the hand wins it."""
    lost = [
        Outcome(wager, stakes[wager], Result.LOSE, "Round of Play 6(a)", note="folded") for wager in ("ante", "blind")
    ]
    if player is not None and "trips" in stakes:
        trips = settle_trips(rules, player, stakes["trips"], "Round of Play 6(a)")
        lost += [trips] if trips.result is Result.LOSE else []
    return lost
