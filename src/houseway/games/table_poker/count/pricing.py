"""The sheet, the coach and the policy of a game, from the count of its facts."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from time import perf_counter

import numpy as np

from houseway.games.table_poker.count.bonuses import price_side_bet
from houseway.games.table_poker.count.charts import charts
from houseway.games.table_poker.count.tree import Counted, count, first_stakes, line_key, unit_of
from houseway.games.table_poker.settlement import BONUS, Met, settle_met, stated
from houseway.pricing.counting.advised import Advised
from houseway.pricing.counting.hands import FULL_PACK
from houseway.pricing.counting.naming import SUITS_NAMED
from houseway.pricing.counting.situations import Policy, Situation
from houseway.pricing.counting.work import Progress
from houseway.pricing.decider.listing import Spot, listed
from houseway.pricing.decider.tally import Line, Tally, Words
from houseway.pricing.papers.sheet import Sheet
from houseway.pricing.pricing import Pricing
from houseway.rules.models import PayLine
from houseway.rules.resolved import Rules
from houseway.rules.strict import RulesError

MOST_LISTED = 400_000  # situations, before those that differ only by suits are taken together


def price(rules: Rules, *, progress: Progress | None = None) -> Sheet:
    """The PAR sheet of a game, from the player's side."""
    begun = perf_counter()
    counted = count(rules)
    best, bold = counted.tally(), counted.tally(bold=True)
    main = best.price(words_of(counted, best), bold.action)
    said = stated(rules.game)
    wagers = (main, *(price_side_bet(rules, wager) for wager in said.bonus if wager in rules.pay_tables))
    if progress:
        progress(1, 1)
    method = (
        f"All {best.deals:,} ways in which the cards of a round can come are counted, by the hands that differ by more "
        "than the names of suits, and decided backward from the last street.",
        "On a small pack the same count is compared with every round played through the table's own engine.",
    )
    notes = ["The player knows their own cards and those that lie open, and no other player's."]
    if rules.game.bank == "player-dealer":
        notes.append("Every wager is taken to be covered by the player-dealer, and collection fees are left out.")
    return Sheet(rules, wagers, charts(counted), tuple(notes), method, seconds=perf_counter() - begun)


# The words of the sheet


def words_of(counted: Counted, tally: Tally) -> Words:
    """What the sheet calls the wagers of the game, priced together."""
    rules = counted.rules
    said, first = stated(rules.game), first_stakes(rules)
    placed = {spot: name for name, wager in rules.game.wagers.items() for spot in wager.spots or (name,)}
    names = {spot: rules.game.wagers[placed[spot]].name if placed[spot] == spot else spot for spot in said.results}
    for spot, rule in said.results.items():
        if rule.table == "bonus":
            names[f"{spot} {BONUS}"] = f"{names[spot]} {BONUS}"
    base = placed[said.base]
    several = len(first) > 1
    unit = "one bet" if base != said.base else f"one {base}"
    *most, last = dict.fromkeys(rules.game.wagers[placed[spot]].name for spot in said.results)
    game = " and ".join(filter(None, (", ".join(most), last)))
    return Words(
        base, f"{game}, best play", rules.game.wagers[base].clause, lines_of(counted, tally), names,
        staked=len(first), customary=unit if several else "", unit=unit,
    )  # fmt: skip


def lines_of(counted: Counted, tally: Tally) -> tuple[Line, ...]:
    """Every way in which the wagers end that comes at all, the best hands first."""
    rules = counted.rules
    said, unit = stated(rules.game), unit_of(counted.rules)
    there = {ending.line for ending, many in tally.ended if many}
    stakes = first_stakes(rules)
    stakes |= {street.wager: street.times[0] for street in said.streets.values() if street.wager}
    amounts = {wager: many * unit for wager, many in stakes.items()}
    found: dict[str, Line] = {}
    ways = [way for part in counted.parts for way in zip(part.meets, part.lines, strict=True)]
    for met, line in sorted(ways, key=lambda way: -way[0].made.key):
        key = line_key(met, line)
        if key in there and key not in found:
            found[key] = _line(rules, key, met, line, amounts)
    order = ("win", "unqualified", "tie", "lose", "")
    lines = sorted(found.values(), key=lambda line: order.index(line.key.partition("|")[0]))
    fold = (Line("fold", "fold", "lose", said.clauses.fold),) if "fold" in there else ()
    return (*lines, *fold)


def _line(rules: Rules, key: str, met: Met, line: PayLine | None, amounts: Mapping[str, int]) -> Line:
    compared = key.partition("|")[0].replace("unqualified", "bank does not qualify")
    hand = line.label if line else "" if compared else "nothing"
    outcomes = settle_met(rules, met, amounts)
    paid = {BONUS if one.note == BONUS else one.wager: str(one.odds or one.result) for one in outcomes}
    same = len(set(paid.values())) == 1
    pays = next(iter(paid.values())) if same else ", ".join(f"{wager} {what}" for wager, what in paid.items())
    clause = ", ".join(dict.fromkeys(one.clause for one in outcomes))
    return Line(key, ", ".join(filter(None, (compared, hand))), pays, clause)


# The coach and the policy


def advise(
    rules: Rules, ask: str, hand: Sequence[int], seen: Mapping[str, Sequence[int]], stakes: Mapping[str, int],
    *, pack: Sequence[int] = FULL_PACK,
) -> Advised:  # fmt: skip
    """What each answer is worth with these cards in sight and these wagers on the table."""
    counted, said = count(rules, tuple(sorted(pack))), stated(rules.game)
    sit, base = counted.situations, stakes[said.base]
    row, change = sit.hands.find(hand)
    number, at_row = counted.place_of_row[row]
    street = list(said.streets).index(ask)
    known = sit.laid.known(street, seen)
    at = (at_row, *(sit.at([int(change[card]) for card in cards]) for cards in known))
    standing = frozenset((wager, stake // base) for wager, stake in stakes.items() if wager in said.results)
    here = counted.parts[number].streets[street, standing]
    unit = "one bet" if said.base not in rules.game.wagers else f"one {said.base}"
    return here.advised(at, unit, base)


def policy(rules: Rules) -> Iterator[Situation]:
    """Every situation of every street, and for every way in which wagers can stand there."""
    counted = count(rules)
    many = sum(int(street.there.sum()) for part in counted.parts for street in part.streets.values())
    if many > MOST_LISTED:
        raise RulesError(f"{rules.game.name} has too many situations to list: {many:,}; the coach answers any of them")
    first, pack = first_stakes(rules), np.array(counted.situations.hands.pack)
    for part in counted.parts:
        members = counted.situations.hands.members[part.rows].tolist()
        for (_, standing), street in part.streets.items():
            made = ", ".join(f"{wager} {times}" for wager, times in sorted(standing) if wager not in first)
            back = ", ".join(f"{wager} taken back" for wager in first if wager not in dict(standing))
            spots = (
                Spot(street, at, [members[at[0]], *_opened(counted, at[1:], pack)])
                for at in zip(*(axis.tolist() for axis in np.nonzero(street.there)), strict=True)
            )
            for one in listed(spots):
                yield replace(one, made=", ".join(filter(None, (made, back))))


def _opened(counted: Counted, at: Sequence[int], pack: np.typing.NDArray[np.int64]) -> Iterator[list[int]]:
    """The cards of each open group, by their places on the axes."""
    sit = counted.situations
    for group, place in zip(range(len(at)), at, strict=True):
        yield pack[sit.sets(group)[place]].tolist()


PRICING = Pricing(
    price,
    policy=Policy(policy, f"Every hand, open card and way in which wagers stand. {SUITS_NAMED}"),
    advise=advise,
    suits_alike=True,
)
