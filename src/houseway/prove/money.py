"""Money between accounts and tables: every posting from a journal's record, and every seat's chips from a posting."""

from collections.abc import Iterable
from dataclasses import dataclass

from houseway.prove.watch import Watch
from houseway.record.daybook_reader import Posting, Said, Table
from houseway.rules.money import shown

HOUSE = "house"  # whose doing the coming and going of bots is


@dataclass(frozen=True)
class Journal:
    """A table's journal as it was played again, beside what the daybook says of the table."""

    id: int
    name: str
    watch: Watch
    said: Table


def unpaid(journal: Journal, said: Said) -> Iterable[str]:
    """Chips that no account paid for, and postings that no chips moved for."""
    posted = {one.number: one for one in said.of(journal.id)}
    owners = dict(journal.said.seats)
    for move in journal.watch.moves:
        if move.number <= journal.said.adopted:
            continue
        posting = posted.pop(move.number, None)
        chips = shown(abs(move.amount)) if move.amount is not None else "what"
        what = f"{journal.name}, record {move.number}: {chips}"
        if posting is not None:
            amount = -posting.amount if move.amount is not None or posting.amount < 0 else None
            if (posting.seat, amount) != (move.seat, move.amount):
                yield f"{what} at {move.seat} is not what daybook {posting.record} posted for it"
            if owners.get(move.seat, posting.account) != posting.account:
                yield f"{what} at {move.seat} was posted to an account that the seat is not"
            _sits(owners, move.seat, posting)
        elif move.seat in owners or move.by != HOUSE:
            way = "came to" if move.amount is not None and move.amount > 0 else "left"
            yield f"{what} {way} {move.seat}, and no account was posted for it"
    for posting in posted.values():
        yield f"{journal.name}: daybook {posting.record} posts what no record {posting.number} of the journal moved"


def _sits(owners: dict[str, int], seat: str, posting: Posting) -> None:
    if posting.why == "cash out":
        owners.pop(seat, None)
    else:
        owners[seat] = posting.account


class Owners:
    """Whose seat was whose, by the postings alone; asked of one record after the other."""

    def __init__(self, journal: Journal, said: Said) -> None:
        postings = sorted(said.of(journal.id), key=lambda one: one.number)
        self._owners, self._left = dict(journal.said.seats), postings[::-1]

    def before(self, number: int) -> dict[str, int]:
        """When a record of the journal was written."""
        while self._left and self._left[-1].number < number:
            posting = self._left.pop()
            _sits(self._owners, posting.seat, posting)
        return self._owners

    def now(self) -> dict[str, int]:
        return self.before(2**62)
