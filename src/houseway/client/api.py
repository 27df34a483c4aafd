"""Every request that a house answers, as a function of what goes into it.

A client carries them out: `client.sit(3, "100")` is `client.do(api.sit(3, "100"))`.

What changes a table carries a key: where no answer comes, the same thing is said again under the same key, and is done
once.
"""

from typing import Any, Literal
from urllib.parse import quote

from houseway.client.calls import Amount, Call, content, dollars, new_key, nothing, one, text, value
from houseway.wire.fields import BotKind, Role, Setting
from houseway.wire.operating import Head, Report, Results, Version, WholeVersion
from houseway.wire.people import Account, Act, Booked, Me, Post, Scope, Second, SignedInAt, Token, TokenMade, Unsigned
from houseway.wire.playing import Advice, Done
from houseway.wire.prices import Equity, Priced, PriceSheet
from houseway.wire.rule_file import RuleFile
from houseway.wire.tables import Clause, GameListed, Placard, Recalled, RoundAgain, RoundListed, TableListed
from houseway.wire.viewing import View

Paper = Literal["letter", "a4"]


def _get(path: str, read: Any, **query: Any) -> Call[Any]:
    return Call("GET", f"/api/v1{path}", read, query=query, again=True)


def _said(path: str, *, key: str, **body: Any) -> Call[Done]:
    """What is said to a table under a key."""
    given = {name: part for name, part in body.items() if part not in (None, "")}
    return Call("POST", f"/api/v1{path}", value(Done), {**given, "key": key or new_key()}, again=True)


def _changed(method: str, path: str, read: Any, body: dict[str, Any] | None = None) -> Call[Any]:
    return Call(method, f"/api/v1{path}", read, body)


# People


def guest() -> Call[Me]:
    """Come in as a guest with play money, where the house is a demonstration."""
    return _changed("POST", "/guest", value(Me))


def sign_up(name: str, password: str) -> Call[Me]:
    """Open a player's account, and come in."""
    return _changed("POST", "/accounts", value(Me), {"name": name, "password": password})


def sign_in(name: str, password: str, code: str = "") -> Call[Me]:
    """Come in. An error whose `needs` is "code" asks for the second factor's code as well."""
    return _changed("POST", "/session", value(Me), {"name": name, "password": password, "code": code})


def confirm(password: str = "", code: str = "") -> Call[None]:
    """Show that it is still you, where an error's `needs` is "password": by your password, or a code."""
    return _changed("POST", "/session/confirm", nothing, {"password": password, "code": code})


def sign_out() -> Call[None]:
    """Sign out."""
    return _changed("DELETE", "/session", nothing)


def me() -> Call[Me]:
    """Who one is, and what one has."""
    return _get("/me", value(Me))


def more_play_money() -> Call[Me]:
    """More of it, for who has run out."""
    return _changed("POST", "/me/chips", value(Me))


def sessions() -> Call[list[SignedInAt]]:
    """Where one is signed in."""
    return _get("/me/sessions", value(list[SignedInAt]))


def end_other_sessions() -> Call[int]:
    """Sign out everywhere else; how many sessions that ended."""
    return _changed("DELETE", "/me/sessions", one(int, "ended"))


def end_session(id: str) -> Call[int]:
    """End one of your sessions; how many that ended."""
    return _changed("DELETE", f"/me/sessions/{quote(id, safe='')}", one(int, "ended"))


def tokens() -> Call[list[Token]]:
    """Your tokens for programs, without their secrets."""
    return _get("/me/tokens", value(list[Token]))


def make_token(name: str, scope: Scope = "read", *, days: int = 30) -> Call[TokenMade]:
    """Make a token for a program. It is told this once."""
    return _changed("POST", "/me/tokens", value(TokenMade), {"name": name, "scope": scope, "days": days})


def revoke_token(id: str) -> Call[None]:
    """Revoke a token: whatever uses it is signed out at once."""
    return _changed("DELETE", f"/me/tokens/{quote(id, safe='')}", nothing)


def change_password(old: str, new: str, code: str = "") -> Call[None]:
    """Take another password; every other session of the account is over with it."""
    return _changed("PUT", "/me/password", nothing, {"old": old, "new": new, "code": code})


def offer_second() -> Call[Second]:
    """A second factor that one may take; it stands for nothing until it is taken."""
    return _get("/me/second", value(Second))


def take_second(password: str, secret: str, code: str) -> Call[list[str]]:
    """Sign in with a second factor from now on. The codes for who loses it are told this once."""
    body = {"password": password, "secret": secret, "code": code}
    return _changed("PUT", "/me/second", one(list[str], "recovery"), body)


def drop_second(password: str, code: str) -> Call[None]:
    """Give the second factor up."""
    return _changed("POST", "/me/second/off", nothing, {"password": password, "code": code})


def my_acts() -> Call[list[Act]]:
    """The log of one's own account."""
    return _get("/me/acts", value(list[Act]))


# Games and tables


def games() -> Call[list[GameListed]]:
    """The games that can be played here."""
    return _get("/games", value(list[GameListed]))


def game_rules(game: str) -> Call[RuleFile]:
    """A game's whole rule file."""
    return _get(f"/games/{quote(game, safe='')}", value(RuleFile))


def tables() -> Call[list[TableListed]]:
    """The lobby."""
    return _get("/tables", value(list[TableListed]))


def look(table: int) -> Call[View]:
    """A table as one may see it now."""
    return _get(f"/tables/{table}", value(View))


def placard(table: int) -> Call[Placard]:
    """Limits, pay tables, options and rulings of a table."""
    return _get(f"/tables/{table}/placard", value(Placard))


def placard_pdf(table: int, paper: Paper = "letter") -> Call[bytes]:
    """The sign at a table, to print."""
    return _get(f"/tables/{table}/placard.pdf", content, paper=paper)


def clause(table: int, cited: str) -> Call[Clause]:
    """What a clause means at this table."""
    return _get(f"/tables/{table}/clauses", value(Clause), cited=cited)


# What was


def rounds(table: int, *, before: int | None = None) -> Call[list[RoundListed]]:
    """The rounds that were played at a table, latest first, fifty at a time."""
    return _get(f"/tables/{table}/rounds", value(list[RoundListed]), before=before)


def round_again(table: int, number: int) -> Call[RoundAgain]:
    """A round again, as one may see it."""
    return _get(f"/tables/{table}/rounds/{number}", value(RoundAgain))


def journal(table: int, number: int) -> Call[str]:
    """A round's journal as JSON lines."""
    return _get(f"/tables/{table}/rounds/{number}/journal", text)


def export(table: int) -> Call[str]:
    """Every record of a table's chain with its hash, as JSON lines (surveillance, operator)."""
    return _get(f"/tables/{table}/export", text)


def head() -> Call[Head]:
    """The signed head of everything the house has recorded; keep it."""
    return _get("/head", value(Head))


# Playing


def sit(
    table: int,
    amount: Amount,
    *,
    seat: int | None = None,
    behind: int | None = None,
    proposition: bool = False,
    seal: str = "",
    key: str = "",
) -> Call[Done]:
    """Sit down and buy in: on a seat or the first free one, or `behind` somebody's to bet on that hand."""
    return _said(
        f"/tables/{table}/seat",
        key=key,
        amount=dollars(amount),
        seat=seat,
        behind=behind,
        proposition=proposition or None,
        seal=seal,
    )


def leave(table: int, *, key: str = "") -> Call[Done]:
    """Get up and cash out, after the round if one is played."""
    query = {"key": key or new_key()}
    return Call("DELETE", f"/api/v1/tables/{table}/seat", value(Done), query=query, again=True)


def stay(table: int) -> Call[Done]:
    """Keep the seat after all, when one has got up during a round."""
    return Call("PUT", f"/api/v1/tables/{table}/seat", value(Done), again=True)


def buy_chips(table: int, amount: Amount, *, key: str = "") -> Call[Done]:
    """Buy more chips: between rounds, or for a bet where the game offers it."""
    return _said(f"/tables/{table}/chips", key=key, amount=dollars(amount))


def answer(table: int, answer: str, *, who: str = "", key: str = "") -> Call[Done]:
    """Answer what one is asked. It is on the disk when this returns."""
    return _said(f"/tables/{table}/answers", key=key, text=answer, who=who)


def coach(table: int, *, who: str = "") -> Call[Advice]:
    """What each answer is worth that one may give now, counted."""
    return _get(f"/tables/{table}/coach", value(Advice), who=who)


def seal(table: int, seal: str) -> Call[Done]:
    """Seal words of one's own for the next shuffle: see `houseway.client.words`."""
    return Call("PUT", f"/api/v1/tables/{table}/seal", value(Done), {"seal": seal}, again=True)


def open_words(table: int, words: str) -> Call[Done]:
    """Open the words that one has sealed, when the table `awaits_words` of one's seat."""
    return Call("PUT", f"/api/v1/tables/{table}/words", value(Done), {"words": words}, again=True)


def ready(table: int) -> Call[Done]:
    """On to the next round."""
    return Call("POST", f"/api/v1/tables/{table}/ready", value(Done), again=True)


def add_bot(table: int, kind: BotKind = "simple") -> Call[Done]:
    """Have a bot sit down."""
    return _changed("POST", f"/tables/{table}/bots", value(Done), {"kind": kind})


# Of staff


def begin(table: int, *, key: str = "") -> Call[Done]:
    """Begin a round by hand (dealer, floor)."""
    return _said(f"/tables/{table}/rounds", key=key)


def call(table: int, irregularity: str, *, who: str = "", key: str = "") -> Call[Done]:
    """Call an irregularity by its clause (dealer, floor)."""
    return _said(f"/tables/{table}/calls", key=key, irregularity=irregularity, who=who)


def duty(table: int, duty: str, *, key: str = "") -> Call[Done]:
    """Record a duty as done (dealer, floor)."""
    return _said(f"/tables/{table}/duties", key=key, duty=duty)


def decks_come(table: int, *, key: str = "") -> Call[Done]:
    """Decks have come to the table (dealer, floor)."""
    return _said(f"/tables/{table}/opening", key=key)


def recall(table: int, player: str, *, rounds: int = 10) -> Call[list[Recalled]]:
    """A player's last rounds at a table (floor, surveillance, operator); it is logged."""
    return _changed("POST", f"/tables/{table}/recall", value(list[Recalled]), {"player": player, "rounds": rounds})


# Prices


def priced() -> Call[list[Priced]]:
    """The games that have a price."""
    return _get("/prices", value(list[Priced]))


def price(game: str, *choices: str, wait: float = 20.0) -> Call[PriceSheet]:
    """A game's PAR sheet with choices changed, each as `OPTION=VALUE` or `pays.TABLE.LINE=ODDS`. What must be counted
    first is waited for."""
    return _get(f"/price/{quote(game, safe='')}", value(PriceSheet), set=choices, wait=wait)


def sheet_pdf(game: str, *choices: str, wait: float = 20.0) -> Call[bytes]:
    """The same as a document."""
    return _get(f"/price/{quote(game, safe='')}/sheet.pdf", content, set=choices, wait=wait)


def equity(
    game: str, *hands: str, board: str = "", dead: str = "", to_come: str = "down", wait: float = 20.0
) -> Call[Equity]:
    """What hands of a pot game are worth against each other."""
    more = {"board": board, "dead": dead, "to_come": to_come, "wait": wait}
    return _get(f"/equity/{quote(game, safe='')}", value(Equity), hand=hands, **more)


# The operator's


def employ(name: str, password: str, role: Role) -> Call[Post]:
    """Give somebody a post."""
    return _changed("POST", "/staff", value(Post), {"name": name, "password": password, "role": role})


def cage(name: str, amount: Amount, *, give: bool = True, key: str = "") -> Call[Booked]:
    """Book chips to a player's account, or off it."""
    body = {"name": name, "amount": dollars(amount), "give": give, "key": key or new_key()}
    return Call("POST", "/api/v1/cage", value(Booked), body, again=True)


def change_role(account: int, role: Role) -> Call[Post]:
    """Give somebody on the staff another role."""
    return _changed("PUT", f"/people/{account}/role", value(Post), {"role": role})


def unsigned() -> Call[list[Unsigned]]:
    """What waits for a second signature, of those that you may give."""
    return _get("/signatures", value(list[Unsigned]))


def sign(signature: str) -> Call[str]:
    """Sign what another person has signed; what was done."""
    return _changed("POST", f"/signatures/{signature}", one(str, "done"))


def people(find: str = "") -> Call[list[Account]]:
    """Accounts, those who work here first."""
    return _get("/people", value(list[Account]), find=find)


def disable(account: int, *, disabled: bool = True) -> Call[str]:
    """Shut an account, or open it again; whose it is."""
    return _changed("PUT", f"/people/{account}/disabled", one(str, "name"), {"disabled": disabled})


def acts(*, before: int | None = None) -> Call[list[Act]]:
    """The log of sign-ins and staff acts (operator, surveillance)."""
    return _get("/acts", value(list[Act]), before=before)


def open_table(
    name: str,
    game: str,
    *,
    options: dict[str, Setting] | None = None,
    limits: dict[str, dict[str, str]] | None = None,
    pays: dict[str, dict[str, str]] | None = None,
    wheels: dict[str, dict[str, int]] | None = None,
    meters: dict[str, dict[str, str]] | None = None,
    duties: dict[str, dict[str, int]] | None = None,
    by_hand: bool = False,
    clock: int = 30,
    bots: int = 0,
    bot: BotKind | None = None,
) -> Call[int]:
    """Open a table, with what differs from the house's own rules; its number."""
    differs = {
        "options": options, "limits": limits, "pays": pays, "wheels": wheels, "meters": meters, "duties": duties,
        "bot": bot,
    }  # fmt: skip
    given = {part: what for part, what in differs.items() if what}
    body = {"name": name, "game": game, "by_hand": by_hand, "clock": clock, "bots": bots, **given}
    return _changed("POST", "/tables", one(int, "id"), body)


def close_table(table: int) -> Call[None]:
    """Close an empty table."""
    return _changed("DELETE", f"/tables/{table}", nothing)


def submissions() -> Call[list[Version]]:
    """The versions of the submission, newest first."""
    return _get("/submissions", value(list[Version]))


def submission(version: int) -> Call[WholeVersion]:
    """A version with its text and findings."""
    return _get(f"/submissions/{version}", value(WholeVersion))


def check_submission(toml: str) -> Call[Report]:
    """Check a submission without keeping it."""
    return Call("POST", "/api/v1/submissions/check", value(Report), {"text": toml}, again=True)


def save_submission(toml: str) -> Call[WholeVersion]:
    """Keep a submission as a version."""
    return _changed("POST", "/submissions", value(WholeVersion), {"text": toml})


def make_effective(version: int) -> Call[Version]:
    """Tables opened from now on follow this version."""
    return _changed("POST", f"/submissions/{version}/effective", value(Version))


def open_submitted(table: str, *, by_hand: bool = False) -> Call[int]:
    """Open a table of the submission in effect, by its name there; its number."""
    return _changed("POST", "/submissions/tables", one(int, "id"), {"table": table, "by_hand": by_hand})


def results(first: str = "", last: str = "", *, table: int | None = None) -> Call[Results]:
    """Fees and results by table and day (operator, surveillance); the last thirty days if none are named."""
    return _get("/results", value(Results), first=first, last=last, table=table)


def results_csv(first: str = "", last: str = "", *, table: int | None = None) -> Call[str]:
    """The same as a file for a spreadsheet."""
    return _get("/results.csv", text, first=first, last=last, table=table)
