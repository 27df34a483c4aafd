"""Players without skill: one that stays in as cheaply as it can, and one that says anything at all."""

from collections.abc import Callable
from random import Random

from houseway.play.ask import Amount, Ask, Times, Wagers
from houseway.rules.money import dollars

STAYING_OUT = ("sit out", "decline", "pass", "no bet")
Bot = Callable[[Ask, Random], str]


def at_random(ask: Ask, rng: Random) -> str:
    """Any legal answer, mostly of the kind that keeps the round going."""
    return (ask.forms[0].random(rng) if rng.random() < 0.85 else ask.random(rng)) or ask.default


def simply(ask: Ask, rng: Random) -> str:
    """What a silent player is taken to say; where that is to stay out or to fold, the least that can be staked."""
    answers = ask.answers()
    for word in ("check", "call"):  # at a pot the least is to stay in
        if word in answers:
            return word
    if ask.default not in (*STAYING_OUT, "fold"):
        return ask.default
    for form in ask.forms:
        if isinstance(form, Amount) and ask.what == "bank":  # enough to cover the others
            return f"{form.word} {dollars(form.low + (form.high - form.low) // 2 // form.step * form.step)}"
        if isinstance(form, (Wagers, Times, Amount)) and (answers := form.answers()):
            return answers[0]
    for form in ask.forms:
        if answers := tuple(word for word in form.answers() if word not in (*STAYING_OUT, "fold")):
            return answers[0]
    return ask.default


SIMPLE, RANDOM = "simple", "random"
UNSKILLED: dict[str, Bot] = {RANDOM: at_random, SIMPLE: simply}
