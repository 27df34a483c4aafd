"""Notes and citations are values with one text form."""

import json
import pickle

import pytest

from houseway.play.event import Returned
from houseway.play.note import FOLDED, FORFEITED, NO_NOTE, PUSHED, Note, Reason, Why
from houseway.rules.cite import Cite, cited, cited_once


def test_a_note_knows_its_reasons() -> None:
    note = FORFEITED.also(Why.PARTLY_COVERED.about("$15", "$20"))
    assert note == "forfeited; $15 of $20 is covered"
    assert note.reasons == (Reason(Why.FORFEITED), Reason(Why.PARTLY_COVERED, ("$15", "$20")))
    assert note.says(Why.FORFEITED) and note.says(Why.NOT_COVERED, Why.PARTLY_COVERED) and not note.says(Why.VOID)
    assert not note.is_only(Why.FORFEITED) and FORFEITED.is_only(Why.FORFEITED)


@pytest.mark.parametrize("why", Why)
def test_every_reason_reads_back(why: Why) -> None:
    about = tuple(f"${number}" for number in range(why.value.count("{}")))
    note = why.about(*about)
    assert note.reasons == ((Reason(Why.OWN_WORDS, ("$0",)),) if why is Why.OWN_WORDS else (Reason(why, about),))
    assert Note.of(*note.reasons) == note


def test_a_game_may_say_something_in_words_of_its_own() -> None:
    assert Note("off on the come-out").reasons == (Reason(Why.OWN_WORDS, ("off on the come-out",)),)
    assert not Note("the $5 of the pot player").says(Why.OF_THE_POT)
    assert NO_NOTE.reasons == () and not NO_NOTE and NO_NOTE.also(FOLDED) == FOLDED


def test_a_note_is_shown_and_serialised_as_its_text() -> None:
    event = Returned("seat 1", "seat 1", "ante", 5_00, "", "1.A")
    assert event.note is PUSHED
    assert type(event.data()["note"]) is str
    assert json.dumps(event.data()["note"]) == '"push"'
    assert pickle.loads(pickle.dumps(FOLDED)).says(Why.FOLDED)


@pytest.mark.parametrize("text", ["", "11.I(3)(b)", "11.I(3)(b), PD-7", "House Way, Three Pair, PG-2", "8.F(3), (4)"])
def test_a_citation_reads_back(text: str) -> None:
    assert str(Cite.read(text)) == text


def test_a_citation_knows_what_it_names() -> None:
    cite = Cite.read("House Way, Three Pair, PG-2")
    assert cite.names("PG-2") and cite.names("House Way, Three Pair") and not cite.names("PG-22")
    assert not cite.names("House Way, Two Pair") and not cite.names("Three Pair, House Way")


def test_clauses_are_joined_in_order() -> None:
    assert cited("11.B", "", "PD-7", "11.B") == "11.B, PD-7, 11.B"
    assert cited_once("11.B", "", "PD-7", "11.B") == "11.B, PD-7"
