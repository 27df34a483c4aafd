"""Craps in a few lines, without the rule file: what wins, what loses, and what a winning wager is paid."""

from fractions import Fraction
from itertools import combinations_with_replacement

PAIRS = list(combinations_with_replacement(range(1, 7), 2))
TRUE = {4: Fraction(2), 5: Fraction(3, 2), 6: Fraction(6, 5), 8: Fraction(6, 5), 9: Fraction(3, 2), 10: Fraction(2)}
PLACE = {
    4: Fraction(9, 5),
    5: Fraction(7, 5),
    6: Fraction(7, 6),
    8: Fraction(7, 6),
    9: Fraction(7, 5),
    10: Fraction(9, 5),
}
MIDDLE = {"any-seven": 4, "any-craps": 7, "c": 7, "e": 15}


def by_hand(wager: str, pair: tuple[int, int], point: int) -> bool | None:
    """Whether a wager that works wins, loses (False) or stays (None): craps in a few lines, without the rule file."""
    total, kind, *rest = sum(pair), *wager.removeprefix("established-").replace("dont-", "").split("-")
    number = point if kind == "pass" else int(rest[0]) if rest and rest[0].isdigit() else 0
    one_flip = {
        "field": total not in (5, 6, 7, 8),
        "any-seven": total == 7,
        "any-craps": total in (2, 3, 12),
        "c": total in (2, 3, 12),
        "e": total == 11,
        "horn": total == number,
        "hop": wager == f"hop-{pair[0]}-{pair[1]}",
    }
    for name in (wager, kind):
        if name in one_flip:
            return one_flip[name]
    if kind == "hard":
        if total not in (7, number):
            return None
        return total == number and pair[0] == pair[1]
    against = wager.startswith(("dont-", "lay-"))
    if not number:  # a line bet on the come-out, or a new come bet
        wins = {2: False, 3: False, 12: None if against else False, 7: True, 11: True}.get(total)
    else:
        wins = {number: True, 7: False}.get(total)
    return (not wins if against else wins) if wins is not None else None


def pays(wager: str, stake: int, pair: tuple[int, int], point: int) -> int:
    """What a winning wager is paid, in cents."""
    total, parts = sum(pair), wager.split("-")
    number = point if "pass" in wager else next((int(part) for part in parts if part.isdigit()), 0)
    odds: Fraction | int = 1
    if wager in MIDDLE:
        odds = MIDDLE[wager]
    elif wager.endswith("odds") or parts[0] in ("buy", "lay"):
        odds = 1 / TRUE[number] if parts[0] in ("dont", "lay") else TRUE[number]
    elif parts[0] == "place":
        odds = PLACE[number]
    elif wager == "field":
        odds = {2: 2, 12: 3}.get(total, 1)
    elif parts[0] == "hard":
        odds = 9 if number in (6, 8) else 7
    elif parts[0] in ("horn", "hop"):
        odds = 30 if pair[0] == pair[1] else 15
    won = int(stake * odds)
    if parts[0] in ("buy", "lay"):
        won -= 100 * max(1, -(-(won // 100) // 20))  # a dollar for each twenty begun, in whole dollars
    return won
