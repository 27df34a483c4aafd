"""The driver: the one way in. It checks who, when and what, then lets the round go on, and keeps the journal."""

import re
from collections.abc import Iterable, Mapping
from typing import Any
from unicodedata import category

from houseway.cards.pack import Shoe
from houseway.cards.shuffle import SEED_BYTES, sealed
from houseway.cards.source import FairShuffle, Source
from houseway.play import duties, entry
from houseway.play.ask import BUY_CHIPS, Ask, Play, Purchase, Refused
from houseway.play.entry import Answer, Begin, BuyIn, Call, CashOut, Duty, Entry, Leave, Open, OpenWords
from houseway.play.event import (
    BoughtIn,
    Called,
    CashedOut,
    Event,
    RoundBegan,
    RoundEnded,
    SeedRevealed,
    TableOpened,
    WordsOpened,
    WordsSealed,
)
from houseway.play.game import Game
from houseway.play.ledger import CAGE, INVENTORY
from houseway.play.places import Place, clockwise, is_place, seat_of
from houseway.play.table import DEALER, FLOOR, Table, Void
from houseway.rules.money import cents, shown, whole_cents
from houseway.rules.resolved import Rules

STAFF = (DEALER, FLOOR)
PROPOSITION = "proposition player"  # of a third-party provider: takes the bank unless told otherwise
OPENING_INVENTORY = cents("100000")
_LONGEST_WORDS = 200
_SEAL = re.compile("[0-9a-f]{64}", re.ASCII)
_WORDS = re.compile("[0-9a-f]{32}( .+)?", re.ASCII)  # what nobody could guess, and perhaps words that one can say
_NOT_PLAIN = {"Cc", "Cs", "Zl", "Zp"}  # Unicode's control characters, halves of characters and line ends


class Driver:
    """A table being played. Every change goes through one of its calls, each of which is one journal entry."""

    def __init__(
        self, game: Game, rules: Rules, *, source: Source | None = None, automatic: Iterable[str] = STAFF
    ) -> None:
        self.game = game
        self.table = Table(rules, source or FairShuffle(), game.bank())
        self.automatic = frozenset(automatic)  # who is answered for by default: a dealer who is a machine
        if rules.game.bank == "house":
            self.table.ledger.move(CAGE, INVENTORY, OPENING_INVENTORY)
        self.asks: dict[str, Ask] = {}
        self._header: dict[str, Any] | None
        self.journal: list[dict[str, Any]] = []  # the entries as they are written down
        self._starts_here()
        self._running: list[Play[Any]] = []  # the round, and on top of it an irregularity's own procedure
        self._interrupted: list[dict[str, Ask]] = []  # the asks that wait below such a procedure
        self._seed = b""

    def _starts_here(self) -> None:
        """Have the journal begin with the table as it stands."""
        self.journal = []
        self._began, self._source, self._header = self.table.kept(), self.table.source.data(), None

    @property
    def header(self) -> dict[str, Any]:
        """The journal's first line: the table as the round began. It is written when it is first looked at, which a
        simulation never does."""
        if self._header is None:
            rules = self.table.rules
            self._header = {
                "journal": 1,
                "game": rules.game.id,
                "rules": rules.chosen,
                "automatic": sorted(self.automatic),
                "source": self._source,
                "table": self._began.data(),
            }
        return self._header

    def __repr__(self) -> str:
        asked = ", ".join(f"{ask.who} is asked {ask.what}" for ask in self.asks.values())
        now = asked or ("a round is being played" if self.open else "between rounds")
        seats = ", ".join(f"{who} {shown(self.table.stack(who))}" for who in self.table.seats) or "nobody sits there"
        return f"<Driver {self.game.id}, round {self.table.round}: {now}; {seats}>"

    @property
    def open(self) -> bool:
        """A round is being played."""
        return bool(self._running)

    @property
    def events(self) -> list[Event]:
        """What has happened since the round began, or since the last one ended."""
        return self.table.events

    def _repr_html_(self) -> str:
        """The table as the public sees it, in a notebook."""
        from houseway.play.notebook import driver_in_html

        return driver_in_html(self)

    def restore(self, state: Mapping[str, Any]) -> None:
        """Stand where a table stood between two rounds."""
        self.table.restore(state)
        self._starts_here()

    # Between rounds

    def buy_in(self, who: str, amount: int, name: str = "", role: str = "") -> None:
        """Sit down with chips, or bring more. Where a player banks, also stand behind a seat (`backline 3.1`), or sit
        as a third-party proposition player, which is a role. In a round, buy what the player's ask offers."""
        amount = whole_cents(amount)
        if self.open:
            self._buy_in_the_round(BuyIn(who, amount, name, role))
            return
        self._may_sit(who, amount, name, role)
        limits = self.game.buy_in_limits(self.table.rules)
        if problem := limits.problem(amount, self.table.stack(who)):
            raise Refused(problem)
        self._keep(BuyIn(who, amount, name, role))
        self._sit(who, amount, name, role)

    def on_offer(self, who: str) -> int:
        """What somebody can buy chips for in the middle of a round; nothing where chips are bought between rounds."""
        forms = self.asks[who].forms if who in self.asks else ()
        return next((form.amount for form in forms if isinstance(form, Purchase)), 0)

    def _buy_in_the_round(self, said: BuyIn) -> None:
        offered = self.on_offer(said.who)
        if not offered:
            raise Refused("can't buy in while a round is being played")
        if said.amount != offered:
            raise Refused(f"{said.who} can buy in for {shown(offered)} now, not for {shown(said.amount)}")
        self._keep(said)
        self.table.ledger.move(CAGE, said.who, said.amount)
        self.table.emit(BoughtIn(said.who, self.table.seats[said.who], said.amount))
        self._go((said.who, BUY_CHIPS))

    def seat(self, who: str, amount: int, name: str = "", role: str = "") -> None:
        """Have somebody at the table who bought in long ago: the stack is what they have won or lost since. The journal
        begins with them there."""
        amount = whole_cents(amount)
        self._may_sit(who, amount, name, role)
        self._sit(who, amount, name, role)
        self._starts_here()

    def _may_sit(self, who: str, amount: int, name: str, role: str) -> None:
        self._between_rounds("buy in")
        self._check_place(who, role)
        if amount <= 0:
            raise Refused(f"a buy-in must be more than nothing, not {shown(amount)}")
        if not _on_one_line(name):
            raise Refused(f"a name is plain text on one line, not {name!r}")
        self.game.buying_in(self.table, who, name)

    def _sit(self, who: str, amount: int, name: str, role: str) -> None:
        came = who not in self.table.seats
        seats = {**self.table.seats, who: name or self.table.seats.get(who) or who}
        self.table.seats = {seat: seats[seat] for seat in sorted(seats, key=clockwise)}
        if role:
            self.table.memory.setdefault("roles", {})[who] = role
        self.table.ledger.move(CAGE, who, amount)
        self.table.emit(BoughtIn(who, self.table.seats[who], amount))
        if came:
            self.game.arrived(self.table, who)
            if len(self.table.seats) == 1:
                duties.comes_back_to_life(self.table)

    def cash_out(self, who: str) -> None:
        """Leave the table with the whole stack."""
        self._between_rounds("cash out")
        if who not in self.table.seats:
            raise Refused(f"nobody sits at {who}")
        if any(stake.owner == who for stake in self.table.stakes.values()):
            raise Refused(f"{who} still has wagers on the table")
        self._keep(CashOut(who))
        amount = self.table.stack(who)
        if amount:
            self.table.ledger.move(who, CAGE, amount)
        del self.table.seats[who]
        self.game.cashed_out(self.table, who)
        self.table.memory.get("roles", {}).pop(who, None)
        self.table.emit(CashedOut(who, amount))
        if not self.table.seats:
            duties.stands_idle(self.table)

    def begin(self, seed: bytes, now: int = 0, sealed: Mapping[str, str] | None = None) -> None:
        """Begin a round. The seed is the shuffle's: keep it secret until the round has revealed it. Seats may have
        sealed words for it, which `open_words` opens when bets are closed."""
        self._between_rounds("begin a round")
        words = self._in_order(sealed) if sealed else {}
        if len(seed) != SEED_BYTES:
            raise Refused(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
        if now < self.table.now:
            raise Refused("the clock can't go back")
        table = self.table
        self._starts_here()
        self.journal.append(entry.begun(seed.hex(), now, words))
        table.events = []
        table.emit = table.events.append
        table.hands, table.out, table.settled, table.shuffled = {}, set(), [], False
        table.sealed, table.awaits_words, table.added = words, False, []
        table.layout, table.withheld = None, {}
        table.round += 1
        table.now, table.stage = now, "wagers"
        self._seed = seed
        table.source.begin(seed)
        commitment = table.source.commit(self.game.sealed_packs(table))
        table.emit(RoundBegan(table.round, table.rules.game.name, now, commitment))
        if words:
            table.emit(WordsSealed(tuple(words.items())))
        if table.rules.game.duties:
            table.begin_duties()
        self._running = [self.game.round(table)]
        self._go(None)

    # During a round

    def answer(self, who: str, text: str) -> None:
        ask = self.asks.get(who)
        if ask is None:
            raise Refused(self._not_asked(who))
        value = ask.read(text)
        self.journal.append(entry.answered(who, text))
        self._go((who, value))

    def open_words(self, opened: Mapping[str, str]) -> None:
        """Open the words that seats have sealed, when bets are closed; who keeps theirs closed is left out, and the
        shuffle goes without them."""
        table = self.table
        if not table.awaits_words:
            raise Refused("words are opened when bets are closed, where some were sealed before the round")
        for who, words in opened.items():
            self.check_words(who, words)
        self._keep(OpenWords({who: opened[who] for who in table.sealed if who in opened}))
        table.added = [opened[who] for who in table.sealed if who in opened]
        closed = tuple(who for who in table.sealed if who not in opened)
        table.emit(WordsOpened(tuple((who, opened[who]) for who in table.sealed if who in opened), closed))
        table.sealed, table.awaits_words = {}, False
        self._go(None)

    def check_words(self, who: str, words: str) -> None:
        """Refuse words that are not those a seat has sealed."""
        if who not in self.table.sealed:
            raise Refused(f"{who} has sealed no words for this shuffle")
        if len(words) > _LONGEST_WORDS or not _WORDS.fullmatch(words) or not _on_one_line(words):
            raise Refused(
                f"words for the shuffle are 32 hexadecimal digits, then a space and plain text if you like, up to "
                f"{_LONGEST_WORDS} characters on one line"
            )
        if sealed(words) != self.table.sealed[who]:
            raise Refused(f"these are not the words that {who} has sealed")

    def call(self, by: str, irregularity: str, who: str = "") -> None:
        """An irregularity or a violation, called by the dealer or the floor at any moment of the round."""
        table = self.table
        if by not in STAFF:
            raise Refused(f"{by} can't call an irregularity: the dealer or the floor does")
        if not self.open:
            raise Refused("no round is being played")
        known = table.rules.irregularities
        if irregularity not in known:
            raise Refused(f"{irregularity!r} is not an irregularity at this table: {', '.join(known)}")
        called = known[irregularity]
        if called.stages and table.stage not in called.stages:
            raise Refused(f"{irregularity} can't be called now: the round is at {table.stage}")
        if who and who not in table.seats:
            raise Refused(f"nobody sits at {who}")
        if called.seat and not who:
            raise Refused(f"{irregularity} is called on a seat: name the seat")
        if called.effect == "forfeit" and all(stake.owner != who for stake in table.stakes.values()):
            raise Refused(f"{irregularity} is called on a seat with wagers, and {who} has none")
        if called.effect == "game" and (objection := self.game.objection(table, called, who)):
            raise Refused(f"{irregularity} can't be called: {objection}")
        self._keep(Call(by, irregularity, who))
        what = f"{called.name}; {called.then}" if called.then else called.name
        table.emit(Called(by, irregularity, who, what, called.clause))
        if called.effect == "void":
            self._void(Void(called.clause))
        elif called.effect == "forfeit":
            table.forfeit(who, called.clause)
            self._settle_down()
        elif called.effect == "game":
            self._interrupted.append(self.asks)
            self._running.append(self.game.irregularity(table, called, who))
            self._go(None)

    def leave(self, who: str) -> None:
        """A player gets up during the round."""
        if not self.open:
            raise Refused("no round is being played: cash out instead")
        if who not in self.table.seats:
            raise Refused(f"nobody sits at {who}")
        if who in self.table.out:
            raise Refused(f"{who} is out of this round already")
        self._keep(Leave(who))
        self.table.emit(Called(who, "", who, "leaves the table during the round", ""))
        self.game.left(self.table, who)
        self._settle_down()

    def duty(self, by: str, duty: str, now: int | None = None) -> None:
        """A duty is done, and on record; between two rounds the clock may be said."""
        if by not in STAFF:
            raise Refused(f"{by} can't record a duty: the dealer or the floor does")
        duties.check(self.table, duty, by)
        self._clock(now)
        self._keep(Duty(by, duty, now))
        self.table.duty_done(duty, by)

    def open_table(self, by: str, now: int) -> None:
        """Decks have come to the table: the steps of opening it are due from now on, and on record as they are done."""
        self._between_rounds("open the table")
        if by not in STAFF:
            raise Refused(f"{by} can't open the table: the dealer or the floor does")
        self._clock(now)
        self._keep(Open(by, now))
        self.table.emit(TableOpened(by, now))
        duties.open_table(self.table)

    # Applying entries: what replay and a service use

    def apply(self, said: Entry) -> None:
        """Carry out an entry, as if it were called by name."""
        match said:
            case BuyIn():
                self.buy_in(said.who, said.amount, said.name, said.role)
            case CashOut():
                self.cash_out(said.who)
            case Begin():
                self.begin(bytes.fromhex(said.seed), said.now, said.sealed)
            case Answer():
                self.answer(said.who, said.text)
            case OpenWords():
                self.open_words(said.opened)
            case Call():
                self.call(said.by, said.irregularity, said.who)
            case Leave():
                self.leave(said.who)
            case Duty():
                self.duty(said.by, said.duty, said.now)
            case Open():
                self.open_table(said.by, said.now)

    # Inside

    def _keep(self, said: Entry) -> None:
        self.journal.append(entry.written(said))

    def _in_order(self, words: Mapping[str, str]) -> dict[str, str]:
        """Sealed words by seat, clockwise; refused if one is not sealed or nobody sits there."""
        for who, seal in words.items():
            if who not in self.table.seats:
                raise Refused(f"nobody sits at {who}")
            if not _SEAL.fullmatch(seal):
                raise Refused(f"sealed words are 64 hexadecimal digits, not {seal!r}")
        return {who: words[who] for who in self.table.seats if who in words}

    def _clock(self, now: int | None) -> None:
        if now is None:
            return
        self._between_rounds("set the clock")
        if now < self.table.now:
            raise Refused("the clock can't go back")
        self.table.now = now

    def _check_place(self, who: str, role: str) -> None:
        rules = self.table.rules
        banked = rules.game.bank == "player-dealer"
        most = rules.options.get("backline", 0) if banked else 0
        place = Place.read(who) if is_place(who) else None
        if place is None or not place.is_player or place != place.whole or not 1 <= place.number <= rules.seats:
            raise Refused(f"{who!r} is not a seat: this table has seat 1 to seat {rules.seats}")
        if place.is_backline and (not isinstance(most, int) or place.square > most):
            raise Refused(f"{who!r} is not a place: this table has {most or 'no'} backline places behind a seat")
        if place.is_backline and seat_of(who) not in self.table.seats and who not in self.table.seats:
            raise Refused(f"nobody sits at {place.seat}: a backline bettor bets on a seated player's hand")
        if role and (not banked or place.is_backline or role != PROPOSITION):
            raise Refused(
                f"{role!r} is not a role of {who}: at a table that a player banks, a seat may be a {PROPOSITION}"
            )

    def _between_rounds(self, what: str) -> None:
        if self.open:
            raise Refused(f"can't {what} while a round is being played")

    def _not_asked(self, who: str) -> str:
        if not self.open:
            return "no round is being played"
        if self.table.awaits_words:
            return f"{who} is not asked anything now: the table waits for the words that seats have sealed to be opened"
        waiting = ", ".join(f"{ask.who} ({ask.what})" for ask in self.asks.values())
        return f"{who} is not asked anything now: the table waits for {waiting}"

    def _go(self, answer: tuple[str, Any] | None) -> None:
        """Let what is running take one step, and then every step that needs nobody."""
        while True:
            try:
                asks = self._running[-1].send(answer)  # type: ignore[arg-type]  # None starts a generator
            except StopIteration as done:
                self._running.pop()
                self.asks = self._interrupted.pop() if self._interrupted else {}
                if not self._running:
                    self._end()
                    return
                answer = done.value
                if answer is not None:
                    continue
            except Void as void:
                self._void(void)
                return
            else:
                self.asks = {asks[0].who: asks[0]} if len(asks) == 1 else {ask.who: ask for ask in asks}
            if self.automatic.isdisjoint(self.asks) and not self.table.out:
                return
            silent = self._silent()
            if silent is None:
                return
            answer = silent.who, silent.read(silent.default)

    def _settle_down(self) -> None:
        """Answer by default for whoever takes no further part since a moment ago."""
        if silent := self._silent():
            self._go((silent.who, silent.read(silent.default)))

    def _silent(self) -> Ask | None:
        """An ask to somebody who is a machine or takes no further part."""
        out, automatic = self.table.out, self.automatic
        for ask in self.asks.values():
            if ask.who in automatic or ask.who in out:
                return ask
        return None

    def _void(self, void: Void) -> None:
        for running in reversed(self._running):
            running.close()
        self.table.void(void.clause)
        self.game.voided(self.table, void.clause)
        self._end()

    def _end(self) -> None:
        table = self.table
        self.asks, self._running, self._interrupted = {}, [], []
        table.stage = "closed"
        table.sealed, table.awaits_words = {}, False
        table.bank.round_over(table)
        if table.rules.game.cards.seed_shown != "after the shoe":
            table.shoe = Shoe([])  # the stub goes to the discard rack with everything else
        self._reveal()
        table.emit(RoundEnded(table.round))

    def _reveal(self) -> None:
        """Show the seed as soon as it can no longer tell anybody a card that is still to come."""
        table = self.table
        when = table.rules.game.cards.seed_shown
        round, seed = table.round, self._seed.hex()
        if when == "after the shoe" and table.shuffled:
            earlier = table.memory.get("shoe", [0, ""])
            table.memory["shoe"] = [round, seed]
            round, seed = earlier
        if seed:
            table.emit(SeedRevealed(round, seed, staff_only=when == "to staff"))


def _on_one_line(text: str) -> bool:
    """Text that a log, a journal and a hash can hold as it is."""
    return not any(category(letter) in _NOT_PLAIN for letter in text)
