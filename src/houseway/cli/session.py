"""`houseway session`: many rounds of one wager, from its exact distribution, without dealing a card."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from houseway.cli.numbers import units, whole
from houseway.cli.text import indented
from houseway.errors import instead
from houseway.pricing.banking.bank import against
from houseway.pricing.banking.fees import fees_of
from houseway.pricing.counting.work import Progress
from houseway.pricing.papers.sheet import Outcomes, Sheet, WagerPrice, decimal
from houseway.pricing.sessions import Many, Ruin, after, other_side, ruin, ruin_ever, with_fee
from houseway.rules.money import MoneyError, cents
from houseway.rules.strict import RulesError

_SHARES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)
_BAR = 44
_ROWS = 21
_SHORT = 9  # characters of a result that stands beside six others


@dataclass(frozen=True)
class Told:
    """A session with and without its fee."""

    wager: WagerPrice
    bank: bool
    fee: Fraction
    session: Many
    without: Many  # the same without the fee
    ruin: Ruin | None
    ever: float | None  # the most that the chance of ruin can be, however long it goes on
    opponents: int = 1
    method: str = ""  # how several opponents' results were found together

    def data(self) -> dict[str, Any]:
        return {
            "wager": self.wager.wager,
            "unit": self.wager.unit,
            "side": "bank" if self.bank else "player",
            "opponents": self.opponents,
            **({"method": self.method} if self.method else {}),
            "rounds": self.session.rounds,
            "fee": str(self.fee),
            "expectation": {"fraction": str(self.session.expectation), "decimal": decimal(self.session.expectation)},
            "expectation_without_fee": decimal(self.without.expectation),
            "standard_deviation": self.session.standard_deviation,
            "ahead": self.session.ahead(),
            "behind": self.session.below(Fraction(0)),
            "quantiles": {str(share): str(self.session.quantile(share)) for share in _SHARES},
            "law": self.session.law,
            "error": {"of_each_chance": self.session.error, "of_a_range": self.session.band_error()},
            "ruin": None
            if self.ruin is None
            else {
                "bankroll": str(self.ruin.bankroll),
                "needed": str(self.ruin.needed),
                "chance": self.ruin.chance,
                "relative_error": self.ruin.error,
                "ever_at_most": self.ever,
            },
        }


def session_counted(
    sheet: Sheet,
    wager: str | None,
    *,
    rounds: str,
    bankroll: str | None,
    fee: str | None,
    stake: str | None,
    bank: bool,
    opponents: str | None = None,
    progress: Progress | None = None,
) -> Told:
    found = _wager(sheet, wager)
    one, method = other_side(found.outcomes) if bank else found.outcomes, ""
    if fee and stake:
        raise RulesError("--fee and --stake both say what is collected: give one of them")
    seats = whole("--opponents", opponents) if opponents else 1
    if seats > 1:
        if not bank:
            raise RulesError("--opponents goes with --bank: a player has one, who banks")
        table = against(sheet.rules, found.wager, seats, _stake(sheet, found, stake), progress=progress)
        one, method, of_schedule = table.outcomes, table.method, table.fee
    elif stake:
        of_schedule = _collected(sheet, found, stake, bank=bank)
    cost = units("--fee", fee) if fee else of_schedule if stake else Fraction(0)
    many = whole("--rounds", rounds, most=None)
    each = with_fee(one, cost)
    broke, ever = None, None
    if bankroll:
        amount, needed = units("--bankroll", bankroll), _most_lost(each)
        if amount < needed:
            raise RulesError(
                f"--bankroll {bankroll} is not enough: one round can lose {needed}, in units of {found.unit}"
            )
    session, before_fees = after(each, many), after(one, many)
    if bankroll:
        broke, ever = ruin(each, amount, many, needed=needed), ruin_ever(each, amount, needed=needed)
    return Told(found, bank, cost, session, before_fees, broke, ever, seats, method)


def _wager(sheet: Sheet, name: str | None) -> WagerPrice:
    known = [wager.wager for wager in sheet.wagers]
    if name is None:
        return sheet.wagers[0]
    if name not in known:
        raise RulesError(f"{name!r} is not a wager that is priced here: {instead(name, known)}")
    return sheet.wager(name)


def _collected(sheet: Sheet, wager: WagerPrice, stake: str, *, bank: bool) -> Fraction:
    """The fee of a round at this stake by the table's own schedule."""
    fees = fees_of(sheet.rules, wager.wager, _cents(stake))
    return fees.bank if bank else fees.player


def _cents(stake: str) -> int:
    try:
        return cents(stake.removeprefix("$"))
    except MoneyError as error:
        raise RulesError(f"--stake: {error}") from None


def _stake(sheet: Sheet, wager: WagerPrice, stake: str | None) -> int:
    """What each opponent wagers; without --stake the least that the table takes."""
    if stake:
        return _cents(stake)
    if wager.wager not in sheet.rules.limits:
        raise RulesError(f"{wager.wager} is not wagered alone, so several opponents can't all make it")
    return sheet.rules.limits[wager.wager].minimum


def _most_lost(outcomes: Outcomes) -> Fraction:
    return max(Fraction(0), -min(result for result, count in outcomes.counts.items() if count))


def report(told: Told, game: str) -> Group:
    session, unit = told.session, told.wager.unit
    against = f" against {told.opponents} opponents" if told.opponents > 1 else ""
    side = f"the bank's side{against}" if told.bank else "the player's side"
    title = Text(f"{game}, {session.rounds:,} rounds", "bold").append(f"  {told.wager.name}, {side}", "not bold dim")
    facts = Table.grid(padding=(0, 2))
    facts.add_column(style="dim")
    facts.add_column(justify="right")
    facts.add_column(style="dim")
    expected = session.expectation
    facts.add_row("expectation", Text(decimal(expected, 6), "red" if expected < 0 else "green"), f"in units of {unit}")
    if told.fee:
        facts.add_row("of it fees", Text(decimal(-told.fee * session.rounds, 6), "red"), f"{told.fee} a round")
        facts.add_row("ahead without fees", f"{told.without.ahead():.4%}", "")
    facts.add_row("standard deviation", f"{session.standard_deviation:.6f}", "")
    facts.add_row("ahead", f"{session.ahead():.4%}", _off(session))
    facts.add_row("behind", f"{session.below(Fraction(0)):.4%}", "")
    parts: list[RenderableType] = [title, indented(facts)]
    if told.ruin is not None and told.ever is not None:
        facts.add_row("ruined on the way", Text(f"{told.ruin.chance:.4%}", "bold"), _bankroll(told.ruin))
        if told.ever < 1:
            facts.add_row("ruined ever", f"{told.ever:.4%}", "at most, however long it goes on")
    if told.method:
        parts.append(indented(Text(f"{told.method[0].upper()}{told.method[1:]}.", "dim")))
    parts += [Text("\nWith this chance the result is no better than", "bold"), indented(_quantiles(session))]
    parts += [Text("\nResults", "bold"), indented(_bars(session))]
    return Group(*parts)


def _off(session: Many) -> str:
    return f"{session.law}{f', off by at most {session.band_error():.1e}' if session.error else ''}"


def _bankroll(ruin: Ruin) -> str:
    return f"a bankroll of {ruin.bankroll}, when less than {ruin.needed} is left"


def _quantiles(session: Many) -> Table:
    table = Table(box=box.SIMPLE_HEAD, header_style="dim", show_edge=False, padding=(0, 1))
    found = [_short(session.quantile(share)) for share in _SHARES]
    if max(map(len, found)) > _SHORT:  # one below the other, so that none is cut
        table.add_column("")
        table.add_column("result", justify="right", no_wrap=True)
        for share, result in zip(_SHARES, found, strict=True):
            table.add_row(f"{share:.0%}", result)
        return table
    for share in _SHARES:
        table.add_column(f"{share:.0%}", justify="right")
    table.add_row(*found)
    return table


def _bars(session: Many) -> Table:
    """The middle of the distribution in bands of the same width."""
    low, high = session.quantile(0.002), session.quantile(0.998)
    step = session.step
    wide = max(step, -(-(high - low) // (step * _ROWS)) * step)
    table = Table.grid(padding=(0, 1))
    table.add_column(justify="right")
    table.add_column(justify="right", style="dim")
    table.add_column()
    bands = []
    start = low
    while start <= high:
        chance = session.below(start + wide) - session.below(start)
        bands.append((start, start + wide - step, chance))
        start += wide
    tallest = max(chance for _, _, chance in bands)
    for first, last, chance in bands:
        style = "red" if last < 0 else "green" if first > 0 else "yellow"
        name = _short(first) if first == last else f"{_short(first)} to {_short(last)}"
        table.add_row(name, f"{chance:.3%}", Text("█" * round(_BAR * chance / tallest) or "·", style))
    return table


def _short(result: Fraction) -> str:
    return f"{'+' if result > 0 else ''}{result if result.denominator == 1 else decimal(result, 2)}"
