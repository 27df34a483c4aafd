"""What a file lacks or says twice is found when it is read."""

import pytest

from houseway.rules.files import read_rules
from houseway.rules.strict import RulesError
from tests.games.table_poker.classics import IDS, text_of, varied

WRONG = [
    ("caribbean-stud", 'else = "fold"', 'else = "let it ride"', '"let it ride" is what one does instead'),
    ("caribbean-stud", 'table = "odds"\n', "", "facts.results.raise: table: say what its pay table does"),
    ("caribbean-stud", 'ranks = "AK"', 'ranks = "AX"', "write ranks as text of"),
    ("caribbean-stud", 'bank = "dealer"', 'bank = "player-dealer"', "its hand lies at 'dealer'"),
    ("caribbean-stud", 'bank = "dealer"\n', "", "there is no hand of the bank to compare with"),
    ("caribbean-stud", 'dealer", cards = 4', 'dealer", cards = 3', "places.dealer: cards: the steps deal 4"),
    ("caribbean-stud", 'fold = "3.2"\n', "", "facts.clauses.fold: is missing: players fold"),
    ("caribbean-stud", "times = [2], else", "times = [3], else", "wagers.raise: times: play has multiples"),
    ("caribbean-stud", 'qualifier = { hand = "high-card"', 'qualifier = { hand = "badugi"', "'badugi' is no kind"),
    ("let-it-ride", 'back = "second"', 'back = "third"', "'third' is nothing that can be taken back"),
    ("let-it-ride", 'third = { table = "alone", lost = "4.3" }\n', "", "nothing says what becomes of 'third'"),
    ("let-it-ride", 'lost = "4.3" }\nsecond', 'lost = "" }\nsecond', "lost: the clause goes with a wager"),
    ("let-it-ride", "\nfour-cards = { who", "\nfive-cards = { who", "asks.four-cards: is missing"),
    ("us-three-card-poker", "hand = { cards = 3, clause = \"1.3\" }\ndeal",
     "hand = { cards = 3, clause = \"1.3\", order = [\"pair\"] }\ndeal", 'begin with "high-card"'),
    ("us-three-card-poker", "hand = { cards = 3, clause = \"1.3\" }\ndeal",
     "hand = { cards = 4, clause = \"1.3\" }\ndeal", "seat has fewer than the 4 cards"),
    ("us-three-card-poker", '{ cards = "own", hand', '{ cards = "all", hand', "a side bet looks at the bank's cards"),
]  # fmt: skip


@pytest.mark.parametrize(("id", "text", "wrong", "said"), WRONG, ids=[said[:40] for *_, said in WRONG])
def test_a_file_that_no_round_could_be_played_with_is_refused(id: str, text: str, wrong: str, said: str) -> None:
    with pytest.raises(RulesError) as error:
        read_rules(varied(id, (text, wrong)), name="it")
    assert said in str(error.value) and str(error.value).startswith("it")


@pytest.mark.parametrize("id", IDS)
def test_a_classic_is_whole(id: str) -> None:
    assert read_rules(text_of(id), name="it").family == "table-poker"
