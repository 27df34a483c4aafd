"""Citations as values: the clauses that something happened by, with one text form, `11.I(3)(b), PD-7`.

A clause that its book prints with a comma (`House Way, Three Pair`, or `8.F(3), (4)`) is cited as it is printed, so its
parts are entries like any others here. Which clauses of a book a text names is for `rules/citations.py`.
"""

from functools import lru_cache

_COMMA = ", "


class Cite(tuple[str, ...]):
    """The parts of a citation. `str(cite)` and `Cite.read(text)` are each other's inverse."""

    __slots__ = ()

    def __str__(self) -> str:
        return _COMMA.join(self)

    @staticmethod
    def read(text: str) -> "Cite":
        return _read(text)

    def names(self, clause: str) -> bool:
        """Whether a clause is among those cited, also one that has a comma itself."""
        parts = _read(clause)
        return any(self[at : at + len(parts)] == parts for at in range(len(self) - len(parts) + 1))


@lru_cache(maxsize=1 << 12)
def _read(text: str) -> Cite:
    return Cite(text.split(_COMMA)) if text else Cite()


def cited(*clauses: str) -> str:
    """Clauses as one citation, in this order; one that is empty says nothing."""
    return _COMMA.join(filter(None, clauses))


def cited_once(*clauses: str) -> str:
    """The same, and a clause that comes again is cited only where it comes first."""
    return cited(*dict.fromkeys(clauses))
