"""What `houseway serve` prints when the house is open."""

from types import SimpleNamespace
from typing import cast

from fastapi import FastAPI

from houseway.serve.web.run import _words
from houseway.software import identified


def words(*, demonstration: bool) -> list[str]:
    head = SimpleNamespace(data=lambda: {"house": "ab", "number": 3})
    house = SimpleNamespace(demonstration=demonstration, sealer=SimpleNamespace(last=head))
    app = SimpleNamespace(state=SimpleNamespace(desk=SimpleNamespace(house=house), operator_password="a b c"))
    return list(_words(cast(FastAPI, app), "127.0.0.1", 8080))


def test_a_house_with_a_submission_prints_the_head_that_its_operator_keeps() -> None:
    assert '  head to keep       {"house": "ab", "number": 3}' in words(demonstration=False)


def test_a_newcomer_is_told_where_to_go_and_nothing_else() -> None:
    assert words(demonstration=True) == [
        "Houseway is open: http://localhost:8080",
        "  tables and games   http://localhost:8080/",
        "  prices             http://localhost:8080/price",
        "  API description    http://localhost:8080/api/v1/openapi.json",
        f"  software           {identified()}",
        "  sign in as operator with the password a b c (shown once) for http://localhost:8080/operator",
    ]
