"""Cards as numbers and as text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.cards import card
from houseway.cards.card import HIDDEN, JOKER, NAMES, CardError


def test_a_card_is_four_times_its_rank_plus_its_suit() -> None:
    for number, name in enumerate(NAMES[:52]):
        assert card.parse(name) == number == 4 * card.rank(number) + card.suit(number)
        assert name == card.RANKS[card.rank(number)] + card.SUITS[card.suit(number)]
    assert (card.parse("Jk"), card.rank(JOKER)) == (JOKER, 13)
    assert len(set(NAMES)) == len(NAMES) == 54


@given(st.lists(st.integers(0, JOKER)))
def test_written_cards_read_back(cards: list[int]) -> None:
    assert card.hand(card.text(cards)) == tuple(cards)
    assert card.hand("".join(NAMES[one] for one in cards)) == tuple(cards)


@pytest.mark.parametrize("line", ["Ah Td Jk", "AhTdJk", "ah 10d jk", "AH,TD,JK", "Ah10dJk", "  ah  tD\tJK "])
def test_cards_are_read_as_people_write_them(line: str) -> None:
    assert card.hand(line) == (50, 33, JOKER)


@pytest.mark.parametrize("line", ["??", "1h", "Ax", "A", "Ahh", "Ah K", "joker", "♥A", "11h", "Ah Kd ??"])
def test_what_names_no_card_is_refused_with_one_sentence(line: str) -> None:
    with pytest.raises(CardError, match="is not a card: write a rank"):
        card.hand(line)


@given(st.text())
def test_any_text_is_cards_or_is_refused(line: str) -> None:
    try:
        assert all(0 <= one <= JOKER for one in card.hand(line))
    except CardError as error:
        assert len(str(error).splitlines()) == 1


def test_cards_are_spoken() -> None:
    assert [card.words(one) for one in card.hand("Ah 6c Jk")] == ["ace of hearts", "six of clubs", "joker"]
    assert card.RANK_PLURALS[4] == "sixes" and card.RANK_PLURALS[12] == "aces"


def test_a_hidden_card_is_written_and_never_read() -> None:
    assert card.text([HIDDEN, 0]) == "?? 2c"


def test_cards_taken_away_go_once_each() -> None:
    assert card.without((1, 2, 2, 3), (2, 3)) == (1, 2)
    with pytest.raises(ValueError):
        card.without((1, 2), (2, 2))
