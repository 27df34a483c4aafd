"""High Card: one card each, raise or fold, and the higher card wins. A whole game, as small as one can be."""

from functools import cache
from pathlib import Path

from houseway.cards.card import Card, rank
from houseway.play.ask import Play, asked
from houseway.play.game import Game
from houseway.play.outcome import Outcome, Result
from houseway.play.table import NOBODY, Table
from houseway.play.wagers import ask_bet_or_fold, take_wagers
from houseway.rules.models import GameRules
from houseway.rules.money import EVEN
from houseway.rules.strict import read_model


class HighCard(Game):
    id = "high-card"

    @property
    def rules(self) -> GameRules:
        return _rules()

    def round(self, table: Table) -> Play[None]:
        seats = yield from take_wagers(table, table.seats)  # 2.A
        if not seats:
            return
        yield from table.close_bets("2.A")
        table.shuffle("2.B")
        for who in seats:
            yield from table.deal(who, "2.B", seen=(who,))
        yield from table.deal("dealer", "2.B", seen=NOBODY)
        table.stage = "play"
        for who in seats:
            if ante := table.staked(who).get("ante"):
                choice = yield from asked(ask_bet_or_fold(table, who, "raise", ante, "3.A"))
                if choice.word == "fold":
                    table.forfeit(who, "3.B")
                else:
                    table.wager(who, "raise", choice.amount, "3.A")
        table.stage = "settlement"
        (house,) = yield from table.reveal("dealer", "4.A")
        for who in seats:
            if stakes := table.staked(who):
                (card,) = yield from table.reveal(who, "4.A")
                result = compared(card, house, ties_push=table.rules.options["ties"] == "push")
                table.settle(who, [settle(wager, stake, result) for wager, stake in stakes.items()])


def compared(card: Card, house: Card, *, ties_push: bool) -> Result:
    if rank(card) == rank(house):
        return Result.PUSH if ties_push else Result.LOSE  # 4.C
    return Result.WIN if rank(card) > rank(house) else Result.LOSE


def settle(wager: str, stake: int, result: Result) -> Outcome:
    if result is Result.WIN:
        return Outcome(wager, stake, result, "4.B", EVEN.pays(stake), EVEN)
    return Outcome(wager, stake, result, "4.C" if result is Result.PUSH else "4.B")


@cache
def _rules() -> GameRules:
    file = Path(__file__).with_name("rules.toml")
    return read_model(GameRules, file.read_text(encoding="utf-8"), name=file.name)


GAME = HighCard
