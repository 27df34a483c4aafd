"""What is said of a house's record that can't be looked into."""

from houseway.errors import HousewayError


class ProveError(HousewayError, ValueError):
    """Something that can't be looked into, and why."""


class Unreadable(ProveError):
    """A database whose rows are not of the kinds that its tables promise."""

    def __init__(self, why: str) -> None:
        super().__init__(f"the database can't be read as a house's: {why}")
