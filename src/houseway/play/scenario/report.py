"""What came of a scenario: each seat and wager, the bank, the fees, the meters and the events."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from houseway.cards.card import Card, text
from houseway.play.come_come import ComeCome, ComeComeBack
from houseway.play.driver import Driver
from houseway.play.event import SURVEILLANCE, BoughtIn, CardEvent, Event, FeeTaken
from houseway.play.ledger import Holds
from houseway.play.note import Why
from houseway.play.places import Place
from houseway.play.player_dealer import PutUp, TakenUp
from houseway.play.scenario.model import Scenario
from houseway.play.table import Settled, Table
from houseway.play.view import history, story
from houseway.rules.money import dollars, shown
from houseway.rules.submission import demonstration, demonstration_table

STANDS = "stands"  # the result of a wager that is still on the table


@dataclass(frozen=True)
class Standing:
    """A wager that nothing has decided yet."""

    owner: str
    spot: str
    wager: str
    amount: int
    clause: str


@dataclass(frozen=True)
class Finished:
    """A round of a scenario when it was over: `before` and `after` are what each seat had, its wagers included; chips
    that were bought in the round count as had before."""

    number: int
    events: tuple[Event, ...]
    settled: tuple[Settled, ...]
    standing: tuple[Standing, ...]
    names: Mapping[str, str]
    before: Mapping[str, int]
    stacks: Mapping[str, int]
    after: Mapping[str, int]
    meters: Mapping[str, int]
    not_drawn: Mapping[str, Sequence[Card]]  # cards that the scenario gives a hand and the round never came to

    def __repr__(self) -> str:
        nets = ", ".join(f"{who} {_signed(self.net(who))}" for who in self.names)
        return f"<Finished round {self.number}: {nets}, bank {_signed(self.bank_net())}>"

    @property
    def fees(self) -> int:
        return sum(event.amount for event in self.events if isinstance(event, FeeTaken))

    @property
    def note(self) -> str:
        """What must be said of a round that nothing was dealt in, or fewer cards than the scenario gives."""
        if not any(isinstance(event, CardEvent) for event in self.events):
            return "Nobody has a wager in this round, so no hand is dealt."
        return " ".join(
            f"{place} is given {text(cards)}, which {'were' if len(cards) > 1 else 'was'} not drawn."
            for place, cards in self.not_drawn.items()
        )

    def net(self, who: str) -> int:
        return self.after[who] - self.before[who]

    def bank_net(self) -> int:
        """What the bank won; of a player's bank, what the player-dealer's part of it came to."""
        taken_up = next((event for event in self.events if isinstance(event, TakenUp)), None)
        return taken_up.net if taken_up else -sum(map(self.net, self.before)) - self.fees

    def _come_come(self) -> list[dict[str, str]]:
        """What other players laid in the bank, and what it came to."""
        laid = {event.who: event.amount for event in self.events if isinstance(event, ComeCome)}
        back = [event for event in self.events if isinstance(event, ComeComeBack)]
        return [{"who": one.who, "put_up": dollars(laid[one.who]), "net": dollars(one.net)} for one in back]

    def rows(self, who: str) -> list[dict[str, Any]]:
        """The wagers of a seat, first what was settled and then what still stands."""
        return [_settled(done) for done in self.settled if done.owner == who] + [
            _standing(one) for one in self.standing if one.owner == who
        ]

    def _repr_html_(self) -> str:
        from houseway.play.notebook import finished_in_html

        return finished_in_html(self)

    def data(self, kind: str) -> dict[str, Any]:
        put_up = next((event for event in self.events if isinstance(event, PutUp)), None)
        who = {"who": put_up.who, "put_up": dollars(put_up.amount)} if put_up else {}
        come_come = self._come_come()
        seats = [
            {**_who(seat, name), "wagers": self.rows(seat), **_money(self.net(seat), self.stacks[seat])}
            for seat, name in self.names.items()
        ]
        return {
            "seats": seats,
            "bank": {
                "kind": kind,
                **who,
                "net": dollars(self.bank_net()),
                **({"come_come": come_come} if come_come else {}),
            },
            "fees": dollars(self.fees),
            "meters": {name: dollars(amount) for name, amount in self.meters.items()},
            "events": history(list(self.events), SURVEILLANCE),
            **({"note": self.note} if self.note else {}),
        }


def finished(
    table: Table,
    number: int,
    events: Iterable[Event],
    before: Mapping[str, int],
    *,
    not_drawn: Mapping[str, Sequence[Card]],
) -> Finished:
    """A round as it stands now that it is over; `before` is what those had who are reported, when it began."""
    bought = Counter[str]()
    for event in table.events:  # of this round alone, while `events` has what came before it too
        if isinstance(event, BoughtIn):
            bought[event.who] += event.amount
    standing = tuple(
        Standing(stake.owner, stake.spot, stake.wager, table.ledger[stake.account], _clause(table, stake.wager))
        for stake in table.stakes.values()
    )
    return Finished(
        number,
        tuple(events),
        tuple(table.settled),
        standing,
        {who: table.seats[who] for who in before},
        {who: amount + bought[who] for who, amount in before.items()},
        {who: table.stack(who) for who in before},
        {who: worth(table, who) for who in before},
        table.ledger.named(Holds.METER),
        not_drawn,
    )


def worth(table: Table, who: str) -> int:
    """A stack together with the wagers that still stand."""
    return table.stack(who) + sum(table.ledger[one.account] for one in table.stakes.values() if one.owner == who)


def _clause(table: Table, wager: str) -> str:
    found = table.rules.game.wagers.get(wager)
    return found.clause if found else ""


@dataclass(frozen=True)
class Played:
    """A scenario after its last round."""

    scenario: Scenario
    driver: Driver
    rounds: Sequence[Finished]

    def __str__(self) -> str:
        return "\n".join(self.story)

    @property
    def story(self) -> list[str]:
        """What happened, a sentence for each event, every card known."""
        return [line for one in self.rounds for line in story(one.events, SURVEILLANCE)]

    def net(self, who: str) -> int:
        """What a seat has won or lost in all rounds, in cents."""
        return sum(one.net(who) for one in self.rounds if who in one.names)

    def __repr__(self) -> str:
        return f"<Played {self.driver.game.id}: {', '.join(map(repr, self.rounds))}>"

    @property
    def kind(self) -> str:
        return self.driver.table.rules.game.bank

    def _repr_html_(self) -> str:
        from houseway.play.notebook import played_in_html

        return played_in_html(self)

    def report(self) -> dict[str, Any]:
        """For each seat and wager what came of it, then the bank, the fees, the meters and the events. Of several
        rounds each by itself, and what they come to together."""
        rules = self.driver.table.rules.game
        first, *more = self.rounds
        if not more:
            return {"game": rules.id, **first.data(self.kind), "rules": self.rules()}
        names = {who: name for one in self.rounds for who, name in one.names.items()}
        seats = []
        for who, name in names.items():
            present = [one for one in self.rounds if who in one.names]
            rows = [
                {"round": one.number, **row}
                for one in present
                for row in one.rows(who)
                if row["result"] != STANDS or one is present[-1]
            ]
            money = _money(sum(one.net(who) for one in present), present[-1].stacks[who])
            seats.append({**_who(who, name), "wagers": rows, **money})
        return {
            "game": rules.id,
            "rounds": [{"round": one.number, **one.data(self.kind)} for one in self.rounds],
            "seats": seats,
            "bank": {"kind": self.kind, "net": dollars(sum(one.bank_net() for one in self.rounds))},
            "fees": dollars(sum(one.fees for one in self.rounds)),
            "meters": {name: dollars(amount) for name, amount in self.rounds[-1].meters.items()},
            "rules": self.rules(),
        }

    def rules(self) -> dict[str, Any]:
        """Where the choices come from that the rulebook leaves to the house: a table of the demonstration house, and
        what the scenario has changed."""
        rules = self.driver.table.rules
        table = demonstration_table(rules.game.id)
        own = self.scenario.model_dump(include={"options", "limits", "pays", "wheels", "meters"}, exclude_defaults=True)
        return {
            "house": demonstration().facility if table else "",
            "table": table.name if table else "",
            "scenario": own,
            "options": dict(rules.options),
        }


def _signed(amount: int) -> str:
    return f"+{shown(amount)}" if amount > 0 else shown(amount)


def _who(who: str, name: str) -> dict[str, Any]:
    place = Place.read(who)
    return {"seat": place.number, **({"backline": place.square} if place.square else {}), "name": name}


def _money(net: int, stack: int) -> dict[str, str]:
    return {"net": dollars(net), "stack": dollars(stack)}


def _settled(done: Settled) -> dict[str, Any]:
    outcome = done.outcome
    return {
        "wager": outcome.wager,
        "spot": done.spot,
        "stake": dollars(outcome.stake),
        "result": outcome.result.value,
        "hand": outcome.hand,
        "odds": str(outcome.odds or ""),
        "paid": dollars(outcome.paid),
        **({"returned": dollars(outcome.returned)} if outcome.returned else {}),
        "clause": outcome.clause,
        "note": str(outcome.note),
    }


def _standing(one: Standing) -> dict[str, Any]:
    return {
        "wager": one.wager,
        "spot": one.spot,
        "stake": dollars(one.amount),
        "result": STANDS,
        "hand": "",
        "odds": "",
        "paid": "0",
        "clause": one.clause,
        "note": str(Why.STILL_THERE.note),
    }
