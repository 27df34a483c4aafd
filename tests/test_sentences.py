"""What a person reads of a round: templates, typed parts, the person concerned, and a second language."""

import pickle
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from random import Random

import orjson
import pytest

from houseway.cards.card import HIDDEN, hand
from houseway.cli.text import sentence as in_the_terminal
from houseway.games import catalogue, game
from houseway.games.ante_and_raise.three_card_texas_holdem.round import Completed
from houseway.play.event import (
    Acted,
    Announced,
    Burned,
    Called,
    CardEvent,
    Collected,
    Dealt,
    DutyDue,
    Event,
    PaidOver,
    Revealed,
    Wagered,
    WordsOpened,
)
from houseway.play.player_dealer import PutUp, TakenUp
from houseway.play.pot import Bet, PotGathered
from houseway.play.sentences import (
    At,
    Cards,
    Cite,
    Deed,
    Hand,
    Language,
    Said,
    Sentence,
    TemplateError,
    Wager,
    Who,
    english,
    language,
)
from houseway.play.value import value
from houseway.play.view import seen
from houseway.serve.pages.telling import line
from tests.rounds import Setup, begin, play_on

BETWEEN = Said("one-against-other", winner=At("seat 1"), loser=At("seat 2"))
GERMAN = {  # as much of another language as the sentences below take
    "you": "du",
    "your-part": "dein {part}",
    "last": " und ",
    "one-card": "eine Karte",
    "cards": "{count} Karten",
    "wagered": "{amount} setzt {who:*|du} auf {wager}[, {elsewhere}]{clause}.",
    "dealt.down": "Verdeckt an {place:*|dich}: {these}{clause}.",
    "paidOver": "{who:* zahlt|du zahlst} {to:*|dir} {amount}: {what}{clause}.",
    "one-against-other": "{winner} gegen {loser}",
    "answer-about": "{answer} ({hand})",
}


def kinds(of: type[Event] = Event) -> Iterator[type[Event]]:
    """Every kind of event that any game has."""
    for id in catalogue():
        game(id)
    for kind in of.__subclasses__():
        yield kind
        yield from kinds(kind)


def keys(kind: type[Event]) -> list[str]:
    return [f"{kind.kind()}.{variant}" for variant in kind.variants] or [kind.kind()]


def told() -> set[type[Event]]:
    return {kind for kind in kinds() if kind is not CardEvent and kind.__module__.startswith("houseway.")}


def test_every_event_has_its_templates_and_every_template_an_event() -> None:
    with files("houseway.play.sentences").joinpath("english.toml").open("rb") as file:
        written = {
            f"{key}.{variant}" if variant else key
            for key, words in tomllib.load(file)["sentences"].items()
            for variant in (words if isinstance(words, dict) else [""])
        }
    assert written == {key for kind in told() for key in keys(kind)}


def test_a_template_asks_only_for_what_its_event_has() -> None:
    for kind in told():
        for key in keys(kind):
            assert all(hasattr(kind, name) for name in english().asked[key]), key


def test_every_event_says_a_variant_that_it_names() -> None:
    for id in list(catalogue())[::4]:
        driver = Setup(id, seats=(1, 2, 3)[: catalogue()[id].rules.seats]).driver()
        begin(driver, Random(5))
        play_on(driver, Random(5))
        assert all(event.variant in (event.variants or ("",)) for event in driver.events)


@pytest.mark.parametrize(
    ("event", "plain", "to_seat_1"),
    [
        (
            Wagered("seat 1", "seat 1 hand 2", "base", 500, "5.A"),
            "Seat 1 wagers $5 on base at seat 1 hand 2 (5.A).",
            "You wager $5 on base at your hand 2 (5.A).",
        ),
        (
            Collected("seat 1", "seat 1", "ante", 500, "ace high", "5.A"),
            "Seat 1: ante loses $5 with ace high (5.A).",
            "Your ante loses $5 with ace high (5.A).",
        ),
        (
            Completed("seat 2", "seat 1", 500, "e.4"),
            "Seat 2 completes seat 1's bet with $5 (e.4).",
            "Seat 2 completes your bet with $5 (e.4).",
        ),
        (
            PaidOver("seat 2", "seat 1", 500, "1", BETWEEN, "P"),
            "Seat 2 pays seat 1 $5 for 1 point, seat 1 against seat 2 (P).",
            "Seat 2 pays you $5 for 1 point, you against seat 2 (P).",
        ),
        (
            Revealed("seat 1 front", hand("Kh Kd"), None, "7"),
            "Seat 1 front is turned over: Kh Kd (7).",
            "Your front is turned over: Kh Kd (7).",
        ),
        (
            Revealed("seat 1", hand("Kh Kd"), None, "7"),
            "Seat 1 is turned over: Kh Kd (7).",
            "Your cards are turned over: Kh Kd (7).",
        ),
        (
            PutUp("seat 1", 20000, 2, "PD"),
            "Seat 1 is the player-dealer for the second round and puts up $200 (PD).",
            "You are the player-dealer for the second round and put up $200 (PD).",
        ),
        (
            TakenUp("seat 1", 500, -100, "PD"),
            "Seat 1 gets back $5 from the position, $1 lost (PD).",
            "You get back $5 from the position, $1 lost (PD).",
        ),
        (
            Announced("seat 1", Deed("deed.waits", who=At("seat 1")), "8"),
            "Seat 1: waits for the next round (8).",
            "You wait for the next round (8).",
        ),
        (
            WordsOpened((), ("seat 1",)),
            "Words for the shuffle are not opened: seat 1 kept theirs closed, and they do not count.",
            "Words for the shuffle are not opened: you kept yours closed, and they do not count.",
        ),
        (
            PotGathered("side 2", 900, ("seat 1", "seat 2"), "PP-9"),
            "Side pot 2 holds $9 for seat 1, seat 2 (PP-9).",
            "Side pot 2 holds $9 for you, seat 2 (PP-9).",
        ),
        (Bet("seat 1", "raise", 500, 900, "2"), "Seat 1 raises to $9 (2).", "You raise to $9 (2)."),
        (
            Called("seat 1", "", "seat 1", "leaves the table during the round", ""),
            "Seat 1 leaves the table during the round.",
            "You leave the table during the round.",
        ),
    ],
)
def test_the_person_concerned_is_told_you(event: Event, plain: str, to_seat_1: str) -> None:
    assert event.words() == str(event.sentence()) == str(event.sentence("seat 3")) == plain
    assert str(event.sentence("seat 1")) == to_seat_1
    assert str(event.sentence("seat 11")) == plain  # who is not seat 1


def test_the_parts_of_a_sentence_are_typed() -> None:
    parts = list(Collected("seat 1", "seat 1", "ante", 500, "ace high", "5.A").sentence())
    assert [part for part in parts if isinstance(part, (Who, Wager, Hand, Cite))] == [
        Who("Seat 1", "seat 1"),
        Wager("ante", "ante"),
        Hand("ace high"),
        Cite(" (5.A)", "5.A"),
    ]
    assert Cards("Kh", hand("Kh")) in Burned("burn", hand("Kh"), (), "3").sentence().parts


def test_a_card_that_somebody_may_not_see_is_in_no_part_of_the_sentence() -> None:
    dealt = Dealt("seat 2", hand("Kh 7s"), ("seat 2",), "5.A")
    hidden = dealt.seen_by("seat 1").sentence("seat 1")
    assert str(hidden) == "Seat 2 is dealt 2 cards face down (5.A)."
    assert not any(isinstance(part, Cards) for part in hidden)
    assert str(dealt.seen_by("seat 2").sentence("seat 2")) == "You are dealt Kh 7s face down (5.A)."


def test_no_letters_of_a_word_are_taken_for_a_card() -> None:
    burned = Burned("burn", hand("Th"), None, "3")
    assert line(burned, {}).startswith('<span>The dealer burns <span class="red suited">10♥</span>.</span>')
    assert in_the_terminal(burned).plain == "The dealer burns 10♥ (3)."


def test_what_is_not_ours_is_escaped_once() -> None:
    told = line(Announced("seat 1", "wins <b>", "a & b"), {"seat 1": "<i>"})
    assert told.startswith("<span>&lt;i&gt;: wins &lt;b&gt;.</span>") and "<cite>a &amp; b</cite>" in told


def test_a_name_is_not_said_to_its_bearer_and_brackets_that_are_no_clause_stay() -> None:
    wagered = Wagered("seat 1", "seat 1", "ante", 500, "")
    assert line(wagered, {"seat 1": "Ada"}, reader="seat 1") == "You wager $5 on ante."
    assert line(wagered, {"seat 1": "Ada"}, reader="seat 2") == "Ada wagers $5 on ante."
    due = in_the_terminal(DutyDue("reader", "inspect the reader (start of the day)", ""))
    assert due.plain == "Due: inspect the reader (start of the day)." and not due.spans


def test_words_with_typed_parts_are_text_to_every_program() -> None:
    said = Said("answer-about", answer="hit", hand=At("seat 5 hand 2"))
    assert said == "hit, seat 5 hand 2" and hash(said) == hash("hit, seat 5 hand 2")
    assert orjson.dumps({"answer": said}) == b'{"answer":"hit, seat 5 hand 2"}'
    again = pickle.loads(pickle.dumps(said))
    assert again == said and again.phrase == said.phrase
    acted = Acted("seat 5", "play", said, "7")
    assert acted.data()["answer"] == "hit, seat 5 hand 2"
    assert str(acted.sentence("seat 5")) == "You: hit, your hand 2 (7)."


def test_an_event_from_outside_the_package_says_its_own_sentence() -> None:
    @value
    class Sang(Event):
        who: str

    @value
    class Danced(Sang):
        def sentence(self, reader: str = "", language: Language | None = None) -> Sentence:
            return Sentence.of("You dance." if reader == self.who else f"{self.who} dances.", "7.D")

    with pytest.raises(NotImplementedError, match="sang is not in English: Sang must override `sentence`"):
        Sang("seat 1").words()
    danced = Danced("seat 1")
    assert danced.words() == "seat 1 dances." and "You dance." in line(danced, {}, reader="seat 1")


# A second language


def german(**other: str) -> str:
    """A file of another language, with English where nothing is given."""
    with files("houseway.play.sentences").joinpath("english.toml").open("rb") as file:
        data = tomllib.load(file)
    words = {**flat(data["forms"]), **flat(data["phrases"]), **flat(data["sentences"]), **GERMAN, **other}
    return 'language = "Deutsch"\n[sentences]\n' + "".join(f"{key} = '''{text}'''\n" for key, text in words.items())


def flat(table: dict[str, str | dict[str, str]], before: str = "") -> dict[str, str]:
    found: dict[str, str] = {}
    for key, words in table.items():
        found |= flat(words, f"{before}{key}.") if isinstance(words, dict) else {f"{before}{key}": words}  # type: ignore[arg-type]
    return found


def test_a_second_language_is_a_file() -> None:
    deutsch = language(german(), name="deutsch.toml")
    assert deutsch.name == "Deutsch"
    wagered = Wagered("seat 1", "seat 1", "ante", 500, "5.A")
    assert str(wagered.sentence(language=deutsch)) == "$5 setzt seat 1 auf ante (5.A)."
    assert str(wagered.sentence("seat 1", deutsch)) == "$5 setzt du auf ante (5.A)."
    hidden = Dealt("seat 1", (HIDDEN, HIDDEN), (), "5.A")
    assert str(hidden.sentence("seat 1", deutsch)) == "Verdeckt an dich: 2 Karten (5.A)."
    paid = PaidOver("seat 2", "seat 1", 500, "1", BETWEEN, "P")
    assert str(paid.sentence("seat 1", deutsch)) == "Seat 2 zahlt dir $5: du gegen seat 2 (P)."
    about = Acted("seat 1", "play", Said("answer-about", answer="hit", hand=At("seat 1 hand 2")), "7")
    assert str(about.sentence("seat 1", deutsch)) == "Du: hit (dein hand 2) (7)."
    assert wagered.words() == "Seat 1 wagers $5 on ante (5.A)."  # nothing has changed for anybody else


def test_every_sentence_of_a_round_can_be_told_in_the_second_language() -> None:
    deutsch = language(german(), name="deutsch.toml")
    driver = Setup("ultimate-texas-holdem", seats=(1, 2, 3)).driver()
    begin(driver, Random(3))
    play_on(driver, Random(3))
    for event in seen(driver.events, "seat 1"):
        made = event.sentence("seat 1", deutsch)
        assert isinstance(made, Sentence) and made.clause == event.sentence().clause


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[sentences]\nwagered = 'x'\n", "deutsch.toml: between is missing"),
        (german().replace("wagered =", "wagerd ="), "deutsch.toml: wagered is missing"),
        (german(extra="x"), "deutsch.toml: extra is not a template that anything says"),
        (german(wagered="{nobody} setzt"), "deutsch.toml: wagered has no value nobody; it has amount, clause, "),
        (german(wagered="{who setzt"), "deutsch.toml: wagered: '{who setzt' lacks a } after '{who'"),
        (german(wagered="{who:setzt}"), "deutsch.toml: wagered: '{who:setzt}' lacks a | after '{who:setzt'"),
        (german(wagered="[ auf {wager}"), "deutsch.toml: wagered: '[ auf {wager}' lacks a ] after "),
        (german(wagered="setzt]"), "deutsch.toml: wagered: 'setzt]' has a ] that closes nothing"),
        (german(wagered="{} setzt"), "deutsch.toml: wagered: '{} setzt' has a value without a name"),
        ("[sentences]\nwagered = 7\n", "deutsch.toml: wagered is not text in quotes"),
        ("[words]\n", "deutsch.toml: words is not known: a language has forms, phrases and sentences"),
    ],
)
def test_what_is_wrong_with_a_language_is_said_with_its_file_and_key(text: str, why: str) -> None:
    with pytest.raises(TemplateError) as error:
        language(text, name="deutsch.toml")
    assert str(error.value).startswith(why)
