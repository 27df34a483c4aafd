"""What the viewer is about to answer: chips on spots, or cards in groups."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from houseway.rules.money import cents, dollars, shown
from houseway.serve.pages.views import SettingForm, SpotOffer

Offers = Mapping[str, SpotOffer]  # by wager


@dataclass(frozen=True)
class PotSize:
    """What a bet is measured by: all that lies in the middle and before players, the bet to be called, and what the
    viewer has put in already and has left."""

    holds: int
    level: int
    put_in: int
    stack: int

    def raised_to(self, share: Fraction) -> int:
        """The bet that raises by a share of the pot as it is after a call."""
        return self.level + int(share * (self.holds + self.level - self.put_in))


@dataclass
class Placing:
    """What the viewer is about to answer: chips on spots, or cards in groups. Nothing of it is said yet."""

    chip: int = 500
    steps: list[tuple[str, int]] = field(default_factory=list)
    marks: list[int] = field(default_factory=list)  # how many steps there were before each thing that can be undone
    also: list[str] = field(default_factory=list)  # said with the wagers: what is taken down, what is called
    groups: dict[int, str] = field(default_factory=dict)  # by the card's position in the ask
    group: str = ""

    def placed(self) -> dict[str, int]:
        total: dict[str, int] = {}
        for wager, amount in self.steps:
            total[wager] = total.get(wager, 0) + amount
        return total

    def text(self) -> str:
        return ", ".join([*(f"{wager} {dollars(amount)}" for wager, amount in self.placed().items()), *self.also])

    def words(self, called: Mapping[str, str]) -> str:
        """The same for somebody to read."""
        named = {wager: called.get(wager, wager.replace("-", " ")) for wager in self.placed()}
        lie = [f"{named[wager]} {shown(amount)}" for wager, amount in self.placed().items()]
        return ", ".join([*lie, *(said.replace("-", " ") for said in self.also)])

    def cost(self, spots: Offers) -> int:
        """What the chips on the spots take from the stack: a wager may make several equal bets."""
        return sum(amount * _bets(wager, spots) for wager, amount in self.placed().items())

    def mark(self) -> None:
        """What follows is undone at once."""
        self.marks.append(len(self.steps))

    def undo(self) -> None:
        del self.steps[self.marks.pop() if self.marks else len(self.steps) - 1 :]

    def repeat(self, last: str, spots: Offers) -> None:
        """The same wagers as the last ones, as far as they can be placed now."""
        self.mark()
        for part in last.split(", "):
            wager, _, amount = part.rpartition(" ")
            if wager in spots:
                self.steps.append((wager, cents(amount)))

    def double(self, spots: Offers, *, stack: int, smallest: int) -> bool:
        """As much again on every spot, as far as its maximum allows; False if the stack does not pay for it."""
        more = []
        for wager, lies in self.placed().items():
            offer = spots[wager]
            to = min(2 * lies, offer.maximum) // smallest * smallest
            if to > lies and (not offer.amounts or to in offer.amounts):
                more.append((wager, to - lies))
        if self.cost(spots) + sum(amount * _bets(wager, spots) for wager, amount in more) > stack:
            return False
        self.mark()
        self.steps += more
        return True

    def add(self, offer: SpotOffer, smallest: int) -> None:
        """A chip on a spot: the first one is at least the minimum, and none goes above the maximum."""
        self.mark()
        lies = self.placed().get(offer.wager, 0)
        if offer.amounts:  # a device takes these and no others
            more = [amount for amount in sorted(offer.amounts) if amount > lies]
            self.steps += [(offer.wager, more[0] - lies)] if more else []
            return
        step = self.chip if lies else max(self.chip, offer.minimum)
        step = min(step, offer.maximum - lies) // smallest * smallest
        if step > 0:
            self.steps.append((offer.wager, step))

    def minimum(self, spots: Offers, smallest: int) -> None:
        """The least that can be wagered: on every spot that must be bet on, or on the first."""
        self.mark()
        for spot in [one for one in spots.values() if one.required] or list(spots.values())[:1]:
            chip = 1 if spot.amounts else smallest
            self.steps.append((spot.wager, -(-spot.minimum // chip) * chip))

    def clear(self) -> None:
        self.steps.clear()
        self.marks.clear()
        self.also.clear()

    def arranged(self, form: SettingForm) -> str:
        named = []
        for name, _ in form.groups:
            chosen = [form.cards[at] for at, group in sorted(self.groups.items()) if group == name]
            if chosen or form.arranges:
                named.append(f"{name} {' '.join(chosen)}")
        return ", ".join(named)

    def lying(self, form: SettingForm) -> dict[str, list[str]]:
        """Which cards lie in each group, and those that were put nowhere in the last one of an arrangement."""
        lying: dict[str, list[str]] = {}
        for at, name in enumerate(form.cards):
            lying.setdefault(self.groups.get(at, form.rest), []).append(name)
        return lying

    def fill(self, form: SettingForm, text: str) -> None:
        """Lay the cards as an answer has them, to be looked at before it is said."""
        self.groups.clear()
        for part in text.split(","):
            name, *named = part.split()
            for one in named:
                at = next((at for at, card in enumerate(form.cards) if card == one and at not in self.groups), None)
                if at is not None:
                    self.groups[at] = name

    def toggle(self, form: SettingForm, at: int) -> None:
        """A card goes to the chosen group, or the next one with room; or back."""
        if self.groups.pop(at, None) is not None or not 0 <= at < len(form.cards):
            return
        room = [name for name, size in form.groups if list(self.groups.values()).count(name) < size]
        if room:
            self.group = self.group if self.group in room else room[0]
            self.groups[at] = self.group


def _bets(wager: str, spots: Offers) -> int:
    return spots[wager].bets if wager in spots else 1
