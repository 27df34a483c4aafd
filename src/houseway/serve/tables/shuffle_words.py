"""The words that seats add to the shuffle: sealed before a round begins, opened when its bets are closed.

They are gathered here and go into the journal together: all seals when the round begins, and all openings at once. So
nobody has seen a word before the last one is bound, and the house commits to its seed without having seen any.
"""

import time

from houseway.errors import NotNow
from houseway.play.entry import CashOut, OpenWords
from houseway.serve.tables.actor import Actor, Step
from houseway.serve.tables.clocks import Pace
from houseway.serve.tables.rail import Viewers


class Words:
    """The sealed words of one table."""

    def __init__(self, actor: Actor, pace: Pace) -> None:
        self._actor, self._pace = actor, pace
        self.next: dict[str, str] = {}  # sealed for the round that begins next
        self._opened: dict[str, str] = {}
        self._since = 0.0  # since when those of the round in hand are awaited
        self._asked = 0.0  # since when the next round waits for pages to seal theirs
        self._slow: set[str] = set()  # seats whose page did not, and that are not waited for any more
        actor.on_step.append(self._stepped)
        actor.on_stand.append(self._look)
        self._look()

    def _stepped(self, step: Step) -> None:
        if isinstance(step.entry, CashOut):
            self.next.pop(step.entry.who, None)  # whoever sits there next has words of their own
        self._look()

    def _look(self) -> None:
        if not self._actor.driver.table.awaits_words:
            self._since, self._opened = 0.0, {}
        elif not self._since:
            self._since = time.monotonic()

    # Before the round

    def seal(self, seat: str, seal: str) -> None:
        """Keep a seat's sealed words for the next round, or that it has none; a later seal replaces an earlier one."""
        self.next[seat] = seal
        self._slow.discard(seat)

    def waited_for(self, due: float, viewers: Viewers) -> float:
        """When a round begins that is due: pages that are there get the time to seal words for it, once."""
        sitters = self._actor.seating.sitters.items()
        pages = [seat for seat, sitter in sitters if not sitter.bot and viewers.page_of(sitter)]
        late = [seat for seat in pages if seat not in self.next and seat not in self._slow]
        if not late:
            return due
        now = time.monotonic()
        self._asked = self._asked or now
        if now >= self._asked + self._pace.words:
            self._slow.update(late)
        return max(due, self._asked + self._pace.words)

    def taken(self) -> dict[str, str]:
        """The sealed words of those who sit, for the round that begins now."""
        taken = {seat: seal for seat, seal in self.next.items() if seal and seat in self._actor.driver.table.seats}
        self.next, self._asked = {}, 0.0
        return taken

    # When bets are closed

    def open(self, seat: str, words: str) -> None:
        """Take a seat's words, if they are those that it has sealed."""
        table = self._actor.driver.table
        if not table.awaits_words:
            raise NotNow("words are opened when bets are closed, where you have sealed some before the round")
        self._actor.driver.check_words(seat, words)
        self._opened[seat] = words

    def due(self) -> float | None:
        """When the round goes on: now if all are open, and without the rest when they have had their time."""
        table = self._actor.driver.table
        if not table.awaits_words:
            return None
        left = [seat for seat in table.sealed if seat not in self._opened and seat not in table.out]
        return self._since + self._pace.words if left else self._since

    def opened(self) -> OpenWords:
        return OpenWords(dict(self._opened))
