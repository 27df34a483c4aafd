"""The pot games against an independent engine: the same choices at every decision, the same stacks after every hand.

HOUSEWAY_HANDS sets how many hands of each variant are played; `python -m bench pot` plays by the clock.
"""

import os

import pytest

from tests.pokerkit_peer import VARIANTS, play

MORE = int(os.environ.get("HOUSEWAY_HANDS", "0"))
SLOW = ("PO", "FO/8")  # the other engine takes a tenth of a second for an Omaha showdown


@pytest.mark.parametrize("code", VARIANTS)
def test_every_choice_and_every_stack_agrees(code: str) -> None:
    hands = MORE or (100 if code in SLOW else 600)
    tally = play(code, hands, seed=1)
    assert tally.hands == hands
    assert tally.all_in_hands > hands // 4 and tally.side_pot_hands > hands // 10
    assert tally.decisions > 3 * hands
    known = {clause.partition(":")[0] for clause in tally.explained}
    assert known <= {"PP-3", "PP-8", "PP-15", "7 Card Stud 6"}, tally.explained
