"""What a person reads of a round: sentences of typed parts, made from the templates of one language.

An event says which template tells it and has its values; the parts of the sentence stay typed until somebody shows
them. `english.toml` has every template. A second language is a second file: `language(text, name=...)` reads it, and
whoever makes a sentence says in which language.
"""

from houseway.play.sentences.languages import Language, english, language
from houseway.play.sentences.parts import Amount, Cards, Cite, Hand, Part, Place, Sentence, Text, Wager, Who
from houseway.play.sentences.templates import TemplateError
from houseway.play.sentences.values import (
    At,
    Clause,
    Deed,
    Made,
    Money,
    Phrase,
    Said,
    Several,
    Shown,
    Value,
    WagerNamed,
)

__all__ = [
    "Amount",
    "At",
    "Cards",
    "Cite",
    "Clause",
    "Deed",
    "Hand",
    "Language",
    "Made",
    "Money",
    "Part",
    "Phrase",
    "Place",
    "Said",
    "Sentence",
    "Several",
    "Shown",
    "TemplateError",
    "Text",
    "Value",
    "Wager",
    "WagerNamed",
    "Who",
    "english",
    "language",
]
