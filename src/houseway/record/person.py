"""Who is speaking or acting: an account and its role."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Person:
    """Who is speaking: an account and its role."""

    id: int
    name: str
    role: str
    guest: bool = False


THE_HOUSE = Person(0, "house", "operator")  # itself, where nobody tells it to
