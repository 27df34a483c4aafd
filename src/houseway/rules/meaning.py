"""What a clause means at one table: the rule as the rule file has it, with the figures in force, and how it is read."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from houseway.rules.clauses import clause_words
from houseway.rules.fee_schedules import Schedule, rate_text, schedules
from houseway.rules.lessons import lesson
from houseway.rules.models import (
    Asked,
    Duty,
    Limits,
    Option,
    PayLine,
    PayTable,
    Ruling,
    Setting,
    Wager,
    WheelLine,
    span_of,
)
from houseway.rules.money import cents, points_text, shown
from houseway.rules.resolved import Rules

_EFFECTS = {
    "void": "the round is void and all wagers go back",
    "on record": "it goes on record, and the round goes on",
    "forfeit": "the hand is forfeit",
    "game": "",
}
_WHEN = {
    "opening": "when the table opens",
    "gaming day": "every gaming day",
    "idle": "when nobody plays",
    "after idle": "when play goes on after nobody has played",
}
_NAMED = 4  # of wagers that are alike
_MADE = {  # wagers without limits of their own, where no lesson says what they are about
    "wagers": "It is made before the deal",
    "before the deal": "It is made before the deal",
    "moved": "The dealer moves it there from where it was made",
    "settlement": "It is settled when the hands are compared",
}
_FILLED_IN = {  # what a word in capitals stands for in an answer; the longer forms first
    "front CARD CARD": "two cards in front",
    "front CARD": "one card in front",
    "top CARDS": "cards on top",
    "middle CARDS": "cards in the middle",
    "bottom CARDS": "cards at the bottom",
    "discard NUMBER": "discard so many",
    "AMOUNT": "an amount",
    "CARDS": "cards",
    "COUNT": "how many there are",
    "DEPTH": "how deep",
    "NUMBER": "a number",
    "PLACE": "the place",
    "SEAT": "a seat",
    "SYMBOL": "the symbol",
    "WAGER": "a wager",
}
_PLACES = {
    "burn": "the burn",
    "across": "the line across",
    "down": "the line down",
    "first": "the first place",
    "second": "the second place",
    "third": "the third place",
    "seat": "each seat",
    "seat second": "the second hand of each seat",
    "box": "each box",
}
_PARTS = ("front", "back", "top", "middle", "bottom", "hand", "draw", "discards")  # of what lies at a seat
_TO_FILL_IN = re.compile("|".join(_FILLED_IN))
_PLACED = re.compile(r"(?:box \w+ )?(?P<wager>\S+) AMOUNT")
_TIMES = re.compile(r"(?P<wager>\S+) (?P<times>\d+)")
_NUMBERED = re.compile(r"(.*\D )\d+(?:\(\w+\))*")  # under a heading
_DOINGS = {
    "deal": "{cards} dealt to {place}",
    "open": "The cards at {place} are turned up",
    "burn": "A card is burned",
    "put the stub away": "The rest of the pack is put away",
}
_STEPS = {  # by the names that families have for the steps of their rounds
    "close": "No more bets are taken",
    "shuffle": "The cards are shuffled",
    "burn": "A card is burned before the deal",
    "cut_card": "When the cut card comes out, the round is finished and the cards are shuffled",
    "runs_out": "If the cards run out in mid-round, those that do not lie on the table are shuffled",
    "deal": "The cards are dealt",
    "up": "One card of the dealer's hand lies face up",
    "hole": "The dealer's other card stays face down",
    "piles": "The cards are laid out in piles",
    "choose": "It is chosen which pile goes out first",
    "button": "It is found out where the deal and the action begin",
    "set": "Players set their hands",
    "set_player_dealer": "The player-dealer's hand is set",
    "house_way": "A hand may be set the house way",
    "foul": "A front hand that outranks the back hand is a foul and loses",
    "copies": "Equal hands count for the player-dealer",
    "showdown": "Hands are compared one after the other, in the order of the action",
    "expose": "The hand is turned up",
    "discard": "Settled cards are taken up",
    "discard_folded": "The cards of hands that folded are taken up",
    "discard_rest": "The cards that are left are taken up",
    "called": "What the hand comes to is called out",
    "announce": "What the hands come to is called out",
    "scoreboard": "The result is shown on the scoreboard",
    "insurance": "Insurance is offered when an ace shows",
    "insure": "An insurance wager is placed",
    "insured": "Insurance wins when the hidden card makes a natural",
    "not_insured": "Insurance is lost when there is no natural",
    "surrender": "A hand may be given up for half its wager",
    "half": "Half the wager goes back when a hand is surrendered",
    "natural": "What a natural does to the round",
    "play": "Players act on their hands one after the other",
    "stand": "A player takes no more cards",
    "hit": "A player takes another card",
    "double": "A wager may be doubled for exactly one more card",
    "double_card": "A doubled hand gets one card and no more",
    "split": "A pair may be split into two hands",
    "split_card": "Each hand of a split pair gets another card",
    "frozen": "Split aces get one card each",
    "reveal": "The dealer's hidden card is turned up",
    "draw": "Cards are drawn by a fixed rule",
    "completes": "The dealer's hand is completed",
    "over": "A hand that goes over loses",
    "closer": "The hand closer to the aim wins",
    "dealer_over": "When the dealer's hand goes over, hands that did not go over win",
    "ties": "Equal hands push",
    "war": "Equal cards go to war: another card each",
    "reshuffle": "If the cards run out, those that do not lie on the table are shuffled",
    "win": "A higher hand wins",
    "lose": "A lower hand loses",
    "push": "Equal hands push",
    "fold": "A folded hand loses its wagers",
}


@dataclass(frozen=True)
class Meaning:
    """One rule that stands under a clause."""

    about: str
    words: str
    clause: str


def meanings(rules: Rules, cited: str) -> list[Meaning]:
    """Every rule of this table that stands under a clause, or under one of several that are cited together."""
    return list(dict.fromkeys(one for one in _all(rules) if one.words and names(cited, one.clause)))


def readings(rules: Rules, cited: str) -> dict[str, Ruling]:
    """The rulings that a citation names, or that are about the very clause."""
    return {
        id: ruling
        for id, ruling in rules.game.rulings.items()
        if re.search(rf"(?<![\w-]){re.escape(id)}(?![\w-])", cited)
        or any(names(cited, part) for part in re.split("; |, ", ruling.clause))
    }


def names(cited: str, clause: str) -> bool:
    """Whether a citation names exactly this clause, alone or among others: `12.A(9)` is not `12.A`."""
    if not clause:
        return False
    return clause in _in_full(cited) or bool(
        re.search(rf"(?:^|[,;] | and ){re.escape(clause)}(?=$|[,;] | and )", cited)
    )


@cache
def _in_full(cited: str) -> frozenset[str]:
    """Clauses that follow one of their own kind in short: of `Round of Play 9, 10` and `2(A), (B)` the second."""
    found, last = set[str](), ""
    for part in re.split(r"[,;] | and ", cited):
        heading = _NUMBERED.fullmatch(last)
        if heading and re.fullmatch(r"\d+(?:\(\w+\))*", part):
            found.add(last := heading[1] + part)
        elif last.endswith(")") and re.fullmatch(r"\(\w+\)", part):
            found.add(last := last[: last.rindex("(")] + part)
        else:
            last = part
    return frozenset(found)


def pays_text(pays: str) -> str:
    """Odds as they are said: `3 to 2`."""
    return pays.replace(":", " to ")


def _all(rules: Rules) -> Iterator[Meaning]:
    game = rules.game
    for clause, words in clause_words(game.id).items():
        yield Meaning("What it says", words.removesuffix("."), clause)
    yield from _wagers(rules)
    for table in {table.name: table for table in rules.pay_tables.values()}.values():
        if table.clause not in {line.clause for line in table.lines}:
            yield Meaning(table.name, "; ".join(_pay_line(table, line) for line in table.lines), table.clause)
        for line in table.lines:
            yield Meaning(table.name, _pay_line(table, line), line.clause)
    for wheel in rules.progressive.wheels.values():
        yield Meaning(wheel.name, f"A wheel for a wager of {shown(wheel.stake)}", wheel.clause)
        for symbol in wheel.lines:
            yield Meaning(wheel.name, _symbol(symbol), symbol.clause)
    for option, choice in game.options.items():
        if rules.applies(choice.matters):
            yield Meaning("Chosen by the house", _choice(rules, choice, rules.options[option]), choice.clause)
    for name, ask in game.asks.items():
        yield Meaning("Decision", _decision(rules, name, ask), ask.clause)
    for name, place in game.places.items():
        many = f"{place.cards} card{'s' * (place.cards != 1)}"
        yield Meaning("Cards", f"At most {many} at {_place(name)}", place.clause)
    yield from _procedure(game.facts.model_dump())
    yield Meaning("Cards", f"Played with packs of {game.cards.pack} cards", game.cards.clause)
    yield Meaning("Seats", f"{game.seats} seats at most", game.seats_clause)
    for one in rules.irregularities.values():
        effect = "; ".join(filter(None, (_EFFECTS[one.effect], one.then)))
        yield Meaning("Irregularity", f"{one.name}: {effect}" if effect else one.name, one.clause)
    for duty in rules.duties.values():
        yield Meaning("Duty of the staff", f"{duty.name}{_due(duty)}", duty.clause)
    for inscription in rules.inscriptions:
        yield Meaning("On the layout or a sign", f"“{inscription.text}”", inscription.clause)
    if (bank := game.position) is not None:
        at_most = "The player-dealer position is offered clockwise, and held for two rounds at most"
        yield Meaning("Who banks", at_most, bank.clause)
        covered = "A wager is settled as far as the amount that the player-dealer put up goes; the rest goes back"
        yield Meaning("What the bank covers", covered, bank.coverage)
        yield Meaning("Who is settled first", f"Settling begins at the {bank.first}", bank.action)
    if (used := rules.schedule) is not None:
        yield from _collection(used)


def _collection(used: Schedule) -> Iterator[Meaning]:
    """The rates of a schedule, under each of the names by which it is cited."""
    for charge in used.charges:
        about = {"40 minutes": "every 40 minutes", "hand": "for every hand"}.get(charge.by, f"by the {charge.by}")
        for bracket in charge.brackets:
            span, fee = rate_text(charge, bracket)
            own = used.clause.replace(f"option {used.option}", f"option {bracket.option}") if bracket.option else ""
            for clause in filter(None, (used.clause, f"{used.named} {used.option}", own)):
                yield Meaning(f"Collection, {about}", fee if bracket.flat else f"{span}: {fee}", clause)


def _choice(rules: Rules, choice: Option, value: Setting) -> str:
    """What the house has chosen, as the option's question and its answer."""
    told = {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
    if choice.money and value not in choice.also:
        told = shown(cents(told))
    elif (choice.span and value not in choice.also) or re.fullmatch(r"\d+-\d+", told):
        told = " to ".join(map(shown, span_of(told)))
    elif used := schedules(rules.game.id).get(told):
        told = f"schedule {used.option} of {used.document}"
    elif re.fullmatch(r"[a-z]+(-[a-z]+)+", told):  # a hand as pay tables name it
        told = told.replace("-", " ")
    return f"{choice.name}{'. Here' if ':' in choice.name or ', or ' in choice.name else ''}: {told}"


def _decision(rules: Rules, name: str, ask: Asked) -> str:
    """When somebody is asked, who that is, and what may be answered."""
    when = lesson(rules.game).asks.get(name, "")
    who = f"the {ask.who}" if ask.who.startswith(("dealer", "floor")) else ask.who
    answers = list(_answers(rules, ask.answers))
    *others, last = answers
    apart = any(" or " in one for one in answers)
    joined = f"{', '.join(others)}, or {last}" if others and apart else _or(answers)
    return f"{when} Asked of {who}: {joined}".strip()


def _answers(rules: Rules, answers: tuple[str, ...]) -> Iterator[str]:
    """Answers in words: wagers by their names, what is to be filled in by what it is."""
    wagers = rules.game.wagers
    placed = dict.fromkeys(spot for answer in answers for spot in _spots(rules, answer))
    if placed:
        yield from [wagers[id].name for id in placed] if set(placed) <= set(wagers) else ["any of the wagers"]
    times = {found["wager"]: found for answer in answers if (found := _TIMES.fullmatch(answer))}
    for id in times:
        many = [answer.removeprefix(f"{id} ") for answer in answers if answer.startswith(f"{id} ")]
        of = (wagers[id].of or "").replace("-", " ")
        much = f"as much as the {of}" if many == ["1"] else f"{_or(many)} times the {of}"
        yield f"{wagers[id].name} for {much}"
    for answer in answers:
        stem = answer.removesuffix(" AMOUNT")
        if stem != answer and stem in answers:
            yield f"{stem} for less"
        elif stem in wagers and f"no {wagers[stem].name.lower()}" in answers:
            yield f"{wagers[stem].name.lower()} for an amount"
        elif not _spots(rules, answer) and not _TIMES.fullmatch(answer):
            yield _TO_FILL_IN.sub(lambda found: _FILLED_IN[found[0]], answer.replace("-", " "))


def _spots(rules: Rules, answer: str) -> list[str]:
    """The wagers that an answer places, as `base AMOUNT, box N base AMOUNT` does; none if it is another answer."""
    spots = [found["wager"] for part in answer.split(", ") if (found := _PLACED.fullmatch(part))]
    return spots if all(spot == "WAGER" or spot in rules.limits for spot in spots) else []


def _place(name: str) -> str:
    owner, _, part = name.rpartition(" ")
    if owner and part in _PARTS:
        return f"the {part} of {_place(owner)}"
    return _PLACES.get(name, f"the {name}")


def _procedure(stated: Any) -> Iterator[Meaning]:
    """What a family's facts say of the course of a round: steps by name, and cards that go somewhere."""
    parts = stated.values() if isinstance(stated, dict) else stated if isinstance(stated, (list, tuple)) else ()
    if isinstance(stated, dict):
        for kind in ("clauses", "results"):
            named = stated.get(kind)
            for name, clause in named.items() if isinstance(named, dict) else ():
                if name in _STEPS and isinstance(clause, str):
                    yield Meaning("Course of the round", _STEPS[name], clause)
        if stated.get("do") in _DOINGS and isinstance(stated.get("clause"), str):
            yield Meaning("Course of the round", _doing(stated), stated["clause"])
    for part in parts:
        yield from _procedure(part)


def _doing(step: Mapping[str, Any]) -> str:
    """`deal` and `seat` with two cards as a sentence."""
    many = step.get("cards") or 1
    cards = f"{many} card{'s' * (many != 1)}"
    place = str(step.get("place") or "table")
    up = ", face up" if step.get("face_up") else ""
    return _DOINGS[step["do"]].format(cards=cards, place=_place(place)) + up


def _wagers(rules: Rules) -> Iterator[Meaning]:
    """The wagers offered; those that a clause says the same of together."""
    alike: dict[tuple[str, str], list[str]] = {}
    for id, wager in rules.wagers.items():
        alike.setdefault((_wager(rules, id, wager), wager.clause), []).append(wager.name)
    for (words, clause), called in alike.items():
        more = f" and {len(called) - _NAMED} more" if len(called) > _NAMED else ""
        yield Meaning("; ".join(called[:_NAMED]) + more, words, clause)


def amounts_of(rules: Rules, id: str, wager: Wager) -> str:
    """How much may be staked on a wager, in words; nothing where the rules leave that to the moment."""
    if wager.times:
        return f"{_or(wager.times)} times the {(wager.of or '').replace('-', ' ')}"
    limit: Limits | None = rules.limits.get(id)
    if amounts := rules.amounts(id):
        return _or([shown(amount) for amount in amounts])
    if limit is None or limit.minimum == limit.maximum:
        return shown(limit.minimum) if limit else ""
    return f"{shown(limit.minimum)} to {shown(limit.maximum)}"


def _wager(rules: Rules, id: str, wager: Wager) -> str:
    parts = list(filter(None, [amounts_of(rules, id, wager)]))
    if wager.times:
        return parts[0]
    if wager.spots:
        spots = " and ".join(spot.replace("-", " ") for spot in wager.spots)
        parts.append(f"{'divided among' if wager.split else 'on each of'} {spots}")
    if wager.required:
        parts.append("must be placed to play")
    if wager.needs:
        parts.append(f"only beside the {wager.needs.replace('-', ' ')} wager")
    if wager.at_most:
        parts.append(f"no more than the {wager.at_most.replace('-', ' ')} wager")
    if wager.at_least:
        parts.append(f"no less than the {wager.at_least.replace('-', ' ')} wager where that is placed")
    about = lesson(rules.game).wager(id).removesuffix(".")
    return ", ".join(parts) or about or _MADE.get(wager.when, "It is made when the dealer asks for it")


def _or(values: Iterable[object]) -> str:
    *others, last = map(str, values)
    return f"{', '.join(others)} or {last}" if others else last


def _pay_line(table: PayTable, line: PayLine) -> str:
    label = f"{line.label[:1].upper()}{line.label[1:]}"
    if line.pays is None:
        return f"{label}: the wager goes back"
    if table.points:
        return f"{label}: {points_text(line.pays)}"
    return f"{label} pays {pays_text(str(line.pays))}"


def _symbol(line: WheelLine) -> str:
    if line.pays is None:
        return f"{line.symbol[:1].upper()}{line.symbol[1:]}: {'a fixed prize' if line.fixed else 'the whole meter'}"
    if line.spinner is not None:
        return f"{shown(line.spinner)} for who spins, {shown(line.pays)} for the others"
    return shown(line.pays)


def _due(duty: Duty) -> str:
    every = [f"every {many} {unit}" for many, unit in ((duty.rounds, "rounds"), (duty.hours, "hours")) if many]
    return f": {' or '.join(every) or _WHEN.get(duty.when, '')}".rstrip(": ")
