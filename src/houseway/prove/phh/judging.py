"""A hand that was played again, compared with the result that its file gives (PP-30)."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from houseway.play.driver import Driver
from houseway.play.event import Returned
from houseway.play.ledger import Holds
from houseway.play.places import seat
from houseway.play.pot import PotAwarded, hand_at
from houseway.prove.phh.reading import History, Number

MOST_RAKE = Decimal("0.2")  # of the pots: a larger shortfall is a difference


@dataclass(frozen=True, slots=True)
class Judged:
    """Whether a hand ends as its file says, where the file says it."""

    agrees: bool | None = None
    own: tuple[Number, ...] | None = None  # the stacks by the file
    rake: Number = 0
    why: str = ""  # it differs


@dataclass(frozen=True, slots=True)
class Ending:
    """How a hand ended here, in the file's unit."""

    driver: Driver
    stacks: Sequence[Number]
    scale: int  # what the engine counts as one
    chip: int  # the smallest unit of the file, as the engine counts it
    fractions: bool  # the file has amounts below one
    untold: bool  # the pots are not awarded: the showdown needed cards that the file does not give
    over: bool

    def units(self, amount: int) -> Decimal:
        return Decimal(amount) / self.scale

    def awarded(self) -> dict[str, dict[str, int]]:
        """What each player took from each pot."""
        won: dict[str, dict[str, int]] = {}
        for event in self.driver.events:
            if isinstance(event, PotAwarded):
                pots = won.setdefault(event.who, {})
                pots[event.pot] = pots.get(event.pot, 0) + event.amount
        return won

    def pots(self) -> Decimal:
        """What lay in the pots."""
        won = sum(sum(pots.values()) for pots in self.awarded().values())
        left = sum(self.driver.table.ledger.named(Holds.POT).values())
        return self.units(won + left)


def uncalled(driver: Driver, who: str) -> int:
    """What a player bet that nobody called, and so got back."""
    return sum(event.amount for event in driver.events if isinstance(event, Returned) and event.who == who)


def judge(history: History, ended: Ending, most_rake: Decimal) -> Judged:
    """Compare a hand with its file. Winnings may or may not contain a bet that nobody called."""
    by_winnings = list(_by_winnings(history, ended))
    results = [history.finishing] if history.finishing is not None else by_winnings
    if not results:
        return Judged()
    own = results[0]
    if why := _contradiction(history, ended, by_winnings):
        return Judged(False, own, why=why)
    if ended.untold:
        rakes = [(result, _given(ended, result)) for result in results]
    elif agreed := next((result for result in results if _agree(ended, result)), None):
        return Judged(True, agreed)
    else:
        rakes = [(result, _raked(ended, result) if ended.over else None) for result in results]
    found = [(result, rake) for result, rake in rakes if rake is not None]
    allowed = most_rake * ended.pots()
    for result, rake in found:
        if rake <= allowed:
            return Judged(True, result, rake)
    if not found:
        return Judged(False, own)
    result, rake = found[0]
    share = f"{100 * rake / ended.pots():.1f}"
    return Judged(
        False, result, why=f"{share} % of the pot is missing, and a rake is at most {float(100 * most_rake):g} %"
    )


def _by_winnings(history: History, ended: Ending) -> Iterator[tuple[Number, ...]]:
    """The stacks by what each player took from the pots: as given, then less a bet that nobody called."""
    if history.winnings is None:
        return
    won = ended.awarded()
    back, stacks = [], []
    for at, (stack, taken) in enumerate(zip(ended.stacks, history.winnings, strict=True), start=1):
        who = seat(at)
        stacks.append(Decimal(stack) - ended.units(sum(won.get(who, {}).values())) + taken)
        back.append(ended.units(uncalled(ended.driver, who)))
    yield tuple(stacks)
    if any(back):
        yield tuple([stack - returned for stack, returned in zip(stacks, back, strict=True)])


def _contradiction(history: History, ended: Ending, by_winnings: list[tuple[Number, ...]]) -> str:
    """Where the fields of a file contradict each other; nothing where they do not."""
    finishing = history.finishing
    if finishing is None:
        return ""
    if sum(map(Decimal, finishing)) > sum(map(Decimal, history.stacks)):
        return "the file contradicts itself: finishing_stacks come to more than starting_stacks"
    if not by_winnings or not (ended.over or ended.untold):
        return ""
    if any(_near(ended, finishing, result) for result in by_winnings):
        return ""
    at, (one, other) = next(
        (at, pair) for at, pair in enumerate(zip(finishing, by_winnings[0], strict=True), start=1) if pair[0] != pair[1]
    )
    return f"the file contradicts itself: p{at} ends with {one} by finishing_stacks and with {other} by winnings"


def _agree(ended: Ending, own: tuple[Number, ...]) -> bool:
    return _near(ended, ended.stacks, own)


def _near(ended: Ending, some: Sequence[Number], others: Sequence[Number]) -> bool:
    """Equal; or, where a file divides a pot into fractions of its unit, within the odd chips of that pot."""
    leeway = Decimal(0)
    if ended.fractions:
        shared = Counter(event.pot for event in ended.driver.events if isinstance(event, PotAwarded))
        if any(many > 1 for many in shared.values()):
            leeway = ended.units(ended.chip) * (len(some) - 1)
    pairs = zip(some, others, strict=True)
    return all(one == other or abs(Decimal(one) - Decimal(other)) <= leeway for one, other in pairs)


def _less(one: Number, other: Number) -> Decimal:
    """By how much the second of two stacks is less; nothing where both are endless."""
    return Decimal(0) if one == other else Decimal(one) - Decimal(other)


def _raked(ended: Ending, own: tuple[Number, ...]) -> Decimal | None:
    """What the house took from the pots, if nothing else differs: only winners have less, and who took the same from
    the same pots has as much less, but for a chip a pot."""
    chip = ended.units(ended.chip)
    less = {seat(at): _less(*pair) for at, pair in enumerate(zip(ended.stacks, own, strict=True), start=1)}
    won = ended.awarded()
    if any(short < 0 or (short and who not in won) for who, short in less.items()):
        return None
    for who, pots in won.items():
        for other, theirs in won.items():
            alike = pots.keys() == theirs.keys() and all(abs(pots[pot] - theirs[pot]) <= ended.chip for pot in pots)
            if alike and abs(less[who] - less[other]) > chip * len(pots):
                return None
    rake = sum(less.values(), Decimal(0))
    return rake if rake <= ended.pots() else None


def _given(ended: Ending, own: tuple[Number, ...]) -> Decimal | None:
    """The rake if the pots, which lie on the table, can have gone as the history says: nobody has less than was left
    behind, nobody who folded has more, and no more is taken than was there."""
    live = {player.who for player in hand_at(ended.driver.table).players if player.live}
    more = {seat(at): -_less(*pair) for at, pair in enumerate(zip(ended.stacks, own, strict=True), start=1)}
    rake = ended.pots() - sum(more.values(), Decimal(0))
    possible = all(won >= 0 and (who in live or not won) for who, won in more.items())
    return rake if possible and rake >= 0 else None
