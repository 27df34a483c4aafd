"""Every request of the API as a method of both clients: one waits for its answer, the other awaits it."""

import inspect
from collections.abc import Callable, Coroutine
from functools import update_wrapper
from types import MethodType
from typing import TYPE_CHECKING, Any, Generic, ParamSpec, TypeVar, get_args, overload

from houseway.client import api
from houseway.client.calls import Call

if TYPE_CHECKING:
    from houseway.client.asynchronous import AsyncClient
    from houseway.client.sync import Client

P = ParamSpec("P")
T = TypeVar("T")


class Asked(Generic[P, T]):
    """A request as a method: what comes of it is what the client's `do` makes of it. To `help` it is a method like any
    other, with the signature and the words of the request."""

    def __init__(self, made: Callable[P, Call[T]]) -> None:
        def method(client: "Client | AsyncClient", *args: P.args, **kwargs: P.kwargs) -> Any:
            return client.do(made(*args, **kwargs))

        signature = inspect.signature(made)
        (answer,) = get_args(signature.return_annotation)
        itself = inspect.Parameter("self", inspect.Parameter.POSITIONAL_ONLY)
        parts = [itself, *signature.parameters.values()]
        update_wrapper(method, made)
        method.__signature__ = signature.replace(parameters=parts, return_annotation=answer)  # type: ignore[attr-defined]
        self._method = method
        self.__doc__ = made.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._method.__name__, self._method.__qualname__ = name, f"{owner.__qualname__}.{name}"
        self._method.__module__ = owner.__module__

    @overload
    def __get__(self, client: None, owner: type) -> Callable[..., Any]: ...
    @overload
    def __get__(self, client: "Client", owner: type) -> Callable[P, T]: ...
    @overload
    def __get__(self, client: "AsyncClient", owner: type) -> Callable[P, Coroutine[Any, Any, T]]: ...
    def __get__(self, client: "Client | AsyncClient | None", owner: type) -> Any:
        return self._method if client is None else MethodType(self._method, client)


class Requests:
    """What a house answers, in the order of `houseway.client.api`."""

    # People

    guest = Asked(api.guest)
    sign_up = Asked(api.sign_up)
    sign_in = Asked(api.sign_in)
    sign_out = Asked(api.sign_out)
    me = Asked(api.me)
    more_play_money = Asked(api.more_play_money)
    sessions = Asked(api.sessions)
    end_other_sessions = Asked(api.end_other_sessions)
    end_session = Asked(api.end_session)
    tokens = Asked(api.tokens)
    make_token = Asked(api.make_token)
    revoke_token = Asked(api.revoke_token)
    change_password = Asked(api.change_password)
    offer_second = Asked(api.offer_second)
    take_second = Asked(api.take_second)
    drop_second = Asked(api.drop_second)
    my_acts = Asked(api.my_acts)

    # Games and tables

    games = Asked(api.games)
    game_rules = Asked(api.game_rules)
    tables = Asked(api.tables)
    look = Asked(api.look)
    placard = Asked(api.placard)
    placard_pdf = Asked(api.placard_pdf)
    clause = Asked(api.clause)

    # What was

    rounds = Asked(api.rounds)
    round_again = Asked(api.round_again)
    journal = Asked(api.journal)
    export = Asked(api.export)
    head = Asked(api.head)

    # Playing

    sit = Asked(api.sit)
    leave = Asked(api.leave)
    stay = Asked(api.stay)
    buy_chips = Asked(api.buy_chips)
    answer = Asked(api.answer)
    coach = Asked(api.coach)
    seal = Asked(api.seal)
    open_words = Asked(api.open_words)
    ready = Asked(api.ready)
    add_bot = Asked(api.add_bot)

    # Of staff

    begin = Asked(api.begin)
    call = Asked(api.call)
    duty = Asked(api.duty)
    decks_come = Asked(api.decks_come)
    recall = Asked(api.recall)

    # Prices

    priced = Asked(api.priced)
    price = Asked(api.price)
    sheet_pdf = Asked(api.sheet_pdf)
    equity = Asked(api.equity)

    # The operator's

    employ = Asked(api.employ)
    cage = Asked(api.cage)
    change_role = Asked(api.change_role)
    unsigned = Asked(api.unsigned)
    sign = Asked(api.sign)
    confirm = Asked(api.confirm)
    people = Asked(api.people)
    disable = Asked(api.disable)
    acts = Asked(api.acts)
    open_table = Asked(api.open_table)
    close_table = Asked(api.close_table)
    submissions = Asked(api.submissions)
    submission = Asked(api.submission)
    check_submission = Asked(api.check_submission)
    save_submission = Asked(api.save_submission)
    make_effective = Asked(api.make_effective)
    open_submitted = Asked(api.open_submitted)
    results = Asked(api.results)
    results_csv = Asked(api.results_csv)
