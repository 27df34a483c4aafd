"""The ledger: what one account gives, another takes, and nothing else ever happens to money."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.play.ledger import CAGE, INVENTORY, Ledger, LedgerError

ACCOUNTS = st.sampled_from((CAGE, INVENTORY, "seat 1", "seat 2", "seat 1/ante"))


@given(st.lists(st.tuples(ACCOUNTS, ACCOUNTS, st.integers(-5, 100))))
def test_whatever_is_posted_the_sum_is_zero_and_only_the_cage_is_below(
    postings: list[tuple[str, str, int]],
) -> None:
    ledger = Ledger()
    for giver, taker, amount in postings:
        before = dict(ledger.accounts)
        try:
            ledger.move(giver, taker, amount)
        except LedgerError:
            assert ledger.accounts == before
            assert amount <= 0 or (giver != CAGE and before.get(giver, 0) < amount)
        assert ledger.total() == 0
        assert all(held > 0 for account, held in ledger.accounts.items() if account != CAGE)


def test_a_posting_moves_the_amount_and_an_empty_account_is_gone() -> None:
    ledger = Ledger()
    ledger.move(CAGE, "seat 1", 500)
    ledger.move("seat 1", "seat 1/ante", 200)
    assert ledger.accounts == {CAGE: -500, "seat 1": 300, "seat 1/ante": 200}
    ledger.move("seat 1", CAGE, 300)
    ledger.move("seat 1/ante", CAGE, 200)
    assert ledger.accounts == {} and ledger["seat 1"] == 0


@pytest.mark.parametrize(("giver", "amount"), [("seat 1", 501), ("seat 2", 1), (CAGE, 0), (CAGE, -1)])
def test_nobody_gives_what_is_not_there(giver: str, amount: int) -> None:
    ledger = Ledger({CAGE: -500, "seat 1": 500})
    with pytest.raises(LedgerError, match="can't move"):
        ledger.move(giver, INVENTORY, amount)
    assert ledger.accounts == {CAGE: -500, "seat 1": 500}


def test_a_ledger_keeps_its_own_copy_of_the_accounts_it_is_given() -> None:
    accounts = {CAGE: -5, "seat 1": 5}
    Ledger(accounts).move("seat 1", INVENTORY, 5)
    assert accounts == {CAGE: -5, "seat 1": 5}
