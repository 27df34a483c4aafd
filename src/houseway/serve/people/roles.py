"""Roles and their rights, in one table: who may do what, and what is asked for again before it is done."""

from dataclasses import dataclass

from houseway.errors import Forbidden
from houseway.record.person import Person

ROLES = ("player", "dealer", "floor", "cashier", "surveillance", "operator")
STAFF = ROLES[1:]


@dataclass(frozen=True)
class Right:
    """Something that some roles may do."""

    what: str  # "a dealer can't ..."
    roles: tuple[str, ...]
    again: bool = False  # only with a password or code that was entered a few minutes ago at most


PLAY = Right("sit down to play", ("player",))
REFILL = Right("get play money", ("player",))
DEAL = Right("begin a round", ("dealer", "floor"))
CALL = Right("call an irregularity", ("dealer", "floor"))
DUTY = Right("record a duty", ("dealer", "floor"))
DECKS = Right("open the table", ("dealer", "floor"))
ADD_BOTS = Right("add bots", ("floor", "operator"))
RECALL = Right("recall a player's rounds", ("floor", "surveillance", "operator"))
CAGE = Right("book at the cage", ("cashier", "operator"), again=True)
SIGNERS = ("floor", "cashier", "surveillance", "operator")
SIGN = Right("sign for others", SIGNERS, again=True)  # which acts, and which of these roles, the submission says
RESULTS = Right("see results", ("operator", "surveillance"))
FLOOR = Right("see the floor", ("operator", "surveillance"))
LOG = Right("read the log", ("operator", "surveillance"))
EXPORT = Right("export a table's chain", ("surveillance", "operator"))
METRICS = Right("read metrics", ("operator", "surveillance"))
TABLES = Right("open or close a table", ("operator",))
READ_RULES = Right("read submissions", ("operator",))
WRITE_RULES = Right("write submissions", ("operator",))
MAKE_EFFECTIVE = Right("make a submission effective", ("operator",), again=True)
EMPLOY = Right("employ staff", ("operator",), again=True)
ACCOUNTS = Right("see or disable accounts", ("operator",))
CLASSES = Right("hold a class or see results of others", ("operator",))

RIGHTS = (
    PLAY, REFILL, DEAL, CALL, DUTY, DECKS, ADD_BOTS, RECALL, CAGE, SIGN, RESULTS, FLOOR, LOG, EXPORT, METRICS, TABLES,
    READ_RULES, WRITE_RULES, MAKE_EFFECTIVE, EMPLOY, ACCOUNTS, CLASSES,
)  # fmt: skip


def may(person: Person, right: Right) -> bool:
    return person.role in right.roles


def require(person: Person, right: Right) -> None:
    """Refuse somebody whose role does not have this right."""
    if not may(person, right):
        raise Forbidden(f"a {person.role} can't {right.what}: {in_words(right.roles)}")


def in_words(roles: tuple[str, ...]) -> str:
    """`the operator does`, or `the operator and surveillance may`."""
    named = [role if role == "surveillance" else f"the {role}" for role in roles]
    return f"{named[0]} does" if len(named) == 1 else f"{', '.join(named[:-1])} and {named[-1]} may"


def table() -> str:
    """All rights as a table in Markdown, as docs/operating.md shows it."""
    lines = [f"| right | {' | '.join(ROLES)} |", "|---" * (len(ROLES) + 1) + "|"]
    for right in RIGHTS:
        ticks = " | ".join("yes" if role in right.roles else "" for role in ROLES)
        lines.append(f"| {right.what}{' *' if right.again else ''} | {ticks} |")
    return "\n".join(line.replace("|  |", "| |").replace("|  |", "| |") for line in lines)
