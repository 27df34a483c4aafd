"""3 Card Texas Hold'em: the best three of five, bet or fold and then bet or check. What goes wrong at the table has
printed answers: boxed cards, a stack too small for a bet, bets that do not equal the ante."""

from collections.abc import Mapping
from dataclasses import replace

from houseway.games.ante_and_raise import round as base
from houseway.games.ante_and_raise.facts import Street
from houseway.games.ante_and_raise.round import AnteAndRaise, Shown, decider, stated
from houseway.play.ask import BUY_CHIPS, Amount, Ask, Choice, Number, Play, Purchase, Refused, Words, asked
from houseway.play.event import Event
from houseway.play.game import Procedure
from houseway.play.ledger import wager_account
from houseway.play.note import Note
from houseway.play.outcome import Outcome, Result
from houseway.play.player_dealer import Hand, banking, clockwise, follow
from houseway.play.table import DEALER, NOBODY, Table, Void
from houseway.play.value import value
from houseway.rules.cite import cited
from houseway.rules.models import Irregularity
from houseway.rules.money import EVEN, dollars, shown
from houseway.rules.resolved import Rules

BOXED, SHORT, UNEQUAL = "Irregularities e.3", "Irregularities e.4", "Irregularities e.5"
BETS = ("bet", "second-bet")
ONE_HAND = "Rules of Play 1"
ASK_THE_TABLE, COMPLETE, FORFEIT = "ask the table", "complete", "forfeit"


@value
class Completed(Event):
    """A player hands over the chips that another one's bet is short of."""

    who: str
    whose: str
    amount: int
    clause: str


@value
class HandedBack(Completed):
    """The round is void, and who has completed a bet has those chips back."""


class ThreeCardTexasHoldem(AnteAndRaise):
    id = "three-card-texas-holdem"

    def shuffle(self, table: Table) -> Play[None]:
        options = table.rules.options
        if options["decks"] == 2:
            yield from super().shuffle(table)  # Automatic Shuffler 1(c)
        else:
            table.shuffle(stated(table.rules.game).clauses.shuffle)
        if options["dealing"] != "automatic shuffler":
            yield from table.cut(DEALER, "Deal by Hand", top=10, bottom=10)

    def dealt(self, table: Table, hands: list[Hand]) -> Play[None]:
        if table.layout in table.hands:
            yield from self._replace_boxed(table, table.layout)

    def ask_street(self, table: Table, hand: Hand, name: str, street: Street) -> Play[bool]:
        who = decider(table, hand) or hand.decides
        missing = table.ledger[wager_account(who, "ante")] - table.stack(who)
        if missing <= 0:
            return (yield from super().ask_street(table, hand, name, street))
        if (yield from self._makes_up(table, who, street, missing)):
            follow(table, hand, street.wager, 1, "ante", street.clause)
            return True
        return False

    def _makes_up(self, table: Table, who: str, street: Street, missing: int) -> Play[bool]:
        """Whether a player who is short of a bet comes by the chips: bought, or handed over by another (TH-6)."""
        words = [street.otherwise, FORFEIT] if street.otherwise == "fold" else [street.otherwise]
        offered = [ASK_THE_TABLE, *words]
        while True:
            forms = (Words(tuple(offered)), Purchase(missing))
            choice: Choice = yield from asked(Ask(who, "short", forms, SHORT, street.otherwise))
            if choice == BUY_CHIPS:
                return True
            table.acted(who, "short", choice.word, street.clause if choice.word == street.otherwise else SHORT)
            if choice.word != ASK_THE_TABLE:
                if choice.word == FORFEIT:
                    table.forfeit(who, SHORT)
                return False
            if (yield from self._completed(table, who, missing)):
                return True
            offered = words  # nobody does

    def _completed(self, table: Table, who: str, missing: int) -> Play[bool]:
        """Ask the others in turn whether they complete a bet; true if somebody does."""
        for other in clockwise(table, who):
            able = other in table.seats and table.stack(other) >= missing
            if not able or other in (who, banking(table).who):
                continue
            answer = yield from asked(Ask(other, COMPLETE, (Words((COMPLETE, "decline")),), SHORT, "decline"))
            if answer.word == COMPLETE:
                table.ledger.move(other, who, missing)
                table.emit(Completed(other, who, missing, SHORT))
                return True
            table.acted(other, COMPLETE, answer.word, SHORT)
        return False

    def voided(self, table: Table, clause: str) -> None:
        for event in list(table.events):
            if isinstance(event, Completed):
                table.ledger.move(event.whose, event.who, event.amount)
                table.emit(HandedBack(event.whose, event.who, event.amount, clause))

    def buying_in(self, table: Table, who: str, name: str) -> None:
        """A player plays one hand only (Rules of Play 1)."""
        other = next((seat for seat, sits in table.seats.items() if sits == name and seat != who), "")
        if name and other:
            raise Refused(f"{name} sits at {other}, and a player may play only one hand ({ONE_HAND})")

    def find_boxed(self, table: Table, called: Irregularity, who: str) -> Play[None]:
        """A boxed card is replaced, in the deal when that is completed; a second one is a misdeal."""
        if table.layout is not None:
            raise Void(BOXED)
        table.layout = who
        if table.stage != "deal":
            yield from self._replace_boxed(table, who)

    def _no_cards(self, table: Table, who: str) -> str:
        return "" if table.staked(who) else f"{who} has no hand in play"

    def _replace_boxed(self, table: Table, who: str) -> Play[None]:
        held = table.hands[who]
        at = yield from asked(Ask(DEALER, "boxed", (Number(1, len(held)),), BOXED, "1"))
        table.place(who, "boxed", (held[at - 1],), BOXED, seen=NOBODY)
        yield from table.reveal("boxed", BOXED)
        yield from table.deal(who, BOXED, seen=(who,))

    def _no_bets(self, table: Table, who: str) -> str:
        return "" if any(bet in table.staked(who) for bet in BETS) else f"{who} has made no additional bet"

    def say_amounts(self, table: Table, called: Irregularity, who: str) -> Play[None]:
        """The dealer says what each bet really is; the chips are put right."""
        for wager in BETS:
            stake = table.ledger[wager_account(who, wager)]
            if not stake:
                continue
            form = Amount(wager, table.rules.chip, stake + table.stack(who), table.rules.chip, UNEQUAL)
            real: Choice = yield from asked(Ask(DEALER, "amount", (form,), UNEQUAL, f"{wager} {dollars(stake)}", who))
            if real.amount < stake:
                less = Outcome(wager, stake - real.amount, Result.RETURNED, UNEQUAL, note=Note("was not put up"))
                table.settle(who, [less])
            elif real.amount > stake:
                table.wager(who, wager, real.amount - stake, UNEQUAL)

    procedures = {
        "boxed card": Procedure(find_boxed, _no_cards),
        "unequal bets": Procedure(say_amounts, _no_bets),
    }

    def settle(self, rules: Rules, shown: Shown, stakes: Mapping[str, int]) -> list[Outcome]:
        return settle(rules, shown, stakes)


def settle(rules: Rules, shown_cards: Shown, stakes: Mapping[str, int]) -> list[Outcome]:
    """A bettor's wagers. Of bets that do not equal the ante, what is above it goes back, and a winning hand is paid on
    the smallest of them (Irregularities e.5)."""
    ante = stakes.get("ante", 0)
    over = {wager: stakes[wager] - ante for wager in BETS if ante and stakes.get(wager, 0) > ante}
    equal = {wager: stake - over.get(wager, 0) for wager, stake in stakes.items()}
    least = min((equal[wager] for wager in ("ante", *BETS) if wager in equal), default=0)
    found = [
        Outcome(wager, more, Result.RETURNED, UNEQUAL, note=Note("above the ante")) for wager, more in over.items()
    ]
    return found + [_paid_on(rules, least, outcome) for outcome in base.settle(rules, shown_cards, equal)]


def _paid_on(rules: Rules, least: int, outcome: Outcome) -> Outcome:
    """A winning ante or bet, paid on the smallest bet where that is less."""
    if outcome.wager not in ("ante", *BETS) or outcome.result is not Result.WIN or least >= outcome.stake:
        return outcome
    note, clause = Note(f"paid on {shown(least)}, the smallest bet"), cited(outcome.clause, UNEQUAL)
    return replace(outcome, paid=EVEN.pays(least, rules.chip), note=note, clause=clause)


GAME = ThreeCardTexasHoldem
