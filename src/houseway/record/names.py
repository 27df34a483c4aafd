"""Names of people: what a name may be, which are one name, and which look alike."""

from functools import cache
from unicodedata import category, normalize

from houseway.errors import BadInput

LONGEST_NAME = 40


_BEGIN_WITH = ("guest", "bot", "seat")  # and then a number
_HOUSE = ("house", "clock")


def tidy(name: str) -> str:
    """The name as it is shown, if it is one."""
    name = " ".join(normalize("NFC", name).split())
    if not 1 < len(name) <= LONGEST_NAME:
        raise BadInput(f"a name has 2 to {LONGEST_NAME} characters")
    if any(category(letter)[0] == "C" for letter in name):
        raise BadInput("a name is plain text on one line")
    return name


def folded(name: str) -> str:
    """What a name is looked up by: however it is spaced, written large or small, or set."""
    return normalize("NFKC", " ".join(normalize("NFKC", name).split())).casefold()[:120]


def kept_for_the_house(name: str) -> bool:
    """Whether it is, or looks like, a name that the house uses itself."""
    seen = looks(name)
    return seen in map(looks, _HOUSE) or seen.partition(" ")[0] in map(looks, _BEGIN_WITH)


def looks(name: str) -> str:
    """What a name looks like: letters that are taken for each other become one (the skeleton of Unicode's UTS 39)."""
    alike = _alike()
    apart = normalize("NFD", normalize("NFKC", name))
    seen = normalize("NFD", "".join(alike.get(letter, letter) for letter in apart))
    return " ".join(seen.casefold().split())[:200]


@cache
def _alike() -> dict[str, str]:
    """For every letter that can be taken for others, the one that stands for them all."""
    from confusable_homoglyphs.confusables import confusables_data

    leader: dict[str, str] = {}

    def lead(letter: str) -> str:
        while leader.get(letter, letter) != letter:
            letter = leader[letter]
        return letter

    several: dict[str, str] = {}
    for letter, others in confusables_data.items():
        if len(letter) != 1:
            continue
        for other in (one["c"].strip("\u200e") for one in others):
            if len(other) == 1:
                first, second = sorted((lead(letter), lead(other)), key=_plainest)
                leader[second] = first
            elif len(others) == 1:
                several[letter] = other  # m looks like rn
    alike = {letter: lead(letter) for letter in leader}
    return alike | {letter: "".join(alike.get(part, part) for part in parts) for letter, parts in several.items()}


def _plainest(letter: str) -> tuple[bool, bool, bool, str]:
    return not (letter.isascii() and letter.isalpha()), not letter.isascii(), letter.isupper(), letter
