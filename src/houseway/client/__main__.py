"""`python -m houseway.client URL`: a bot that comes in as a guest, or signs in, and plays."""

import argparse
import os
import sys

from houseway.client.bot import seated
from houseway.client.calls import HouseError
from houseway.client.sync import Client
from houseway.client.words import Words
from houseway.wire.people import Me
from houseway.wire.tables import TableListed

PASSWORD = "HOUSEWAY_PASSWORD"  # the name of the variable
TOKEN = "HOUSEWAY_TOKEN"  # the same


def main(args: list[str] | None = None) -> int:
    given = argparse.ArgumentParser(prog="python -m houseway.client", description="A bot that plays at a served house.")
    given.add_argument("url", help="the house, as http://localhost:8080")
    where = given.add_mutually_exclusive_group()
    where.add_argument("--table", type=int, help="the table's number; the first with a free seat if none is named")
    where.add_argument("--game", help="the first table of this game")
    given.add_argument("--rounds", type=int, default=10, help="how many to play (10)")
    given.add_argument("--by", choices=("simple", "coach"), default="simple", help="how it decides (simple)")
    given.add_argument("--buy-in", default="", metavar="AMOUNT", help="in dollars; 1000, or what the table takes")
    given.add_argument("--name", help=f"sign in with the password in {PASSWORD} instead of coming as a guest")
    given.add_argument("--token", action="store_true", help=f"sign in with the token in {TOKEN}: scope play")
    it = given.parse_args(args)
    try:
        token = os.environ.get(TOKEN, "") if it.token else ""
        if it.token and not token:
            raise HouseError(401, f"there is no token in {TOKEN}")
        with Client(it.url, token=token, patience=10.0) as client:
            who = _signed_in(client, it.name, token)
            table = _chosen(client.tables(), it.table, it.game)
            words = Words()
            bot = seated(client, table, it.buy_in, by=it.by, words=words)
            print(f"{who.name} sits down at {table.name}, {table.title}.", flush=True)
            played = bot.play(it.rounds)
            client.leave(table.id)
    except HouseError as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    result = f"won {played.won}" if played.won > 0 else f"lost {-played.won}" if played.won else "came out even"
    coached = f", {played.coached} answers by the coach" if it.by == "coach" else ""
    print(f"{played.rounds} rounds{coached}: {who.name} {result}.")
    return 0


def _signed_in(client: Client, name: str | None, token: str) -> Me:
    if token:
        return client.me()
    return client.sign_in(name, os.environ.get(PASSWORD, "")) if name else client.guest()


def _chosen(tables: list[TableListed], number: int | None, game: str | None) -> TableListed:
    fits = [one for one in tables if number in (None, one.id) and game in (None, one.game)]
    if not fits:
        wanted = f"no table {number}" if number else f"no table of {game!r}" if game else "no table"
        raise HouseError(404, f"there is {wanted} here")
    free = [one for one in fits if one.dealt != "by hand" and sum(not it.bot for it in one.taken.values()) < one.seats]
    return next(iter(free or fits))


if __name__ == "__main__":
    sys.exit(main())
