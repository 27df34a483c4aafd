"""What the API says of itself, tried out by schemathesis: nothing that is sent makes it stumble."""

import contextlib
import os
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import response_schema_conformance, status_code_conformance

from tests.serve.house import PATIENCE, Caller, House, operator

EXAMPLES = 100 if os.environ.get("HOUSEWAY_FULL") else 20
# Each answer reads the journals of all tables, counts, or is slower the more often somebody has guessed.
TAKE_LONG = ("/api/v1/floor", "/api/v1/price", "/api/v1/equity", "/api/v1/session")
SHUTS_OUT = (  # one of the three, or others who are tested here
    ("DELETE", "/api/v1/session"),
    ("DELETE", "/api/v1/me/sessions"),
    ("PUT", "/api/v1/people/{id}/disabled"),
)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One that nobody else has played in: what a request takes does not grow with the tests that came before."""
    folder = tmp_path_factory.mktemp("schema")
    it = House(f"sqlite:///{folder / 'house.db'}", "--pause", "600", log=folder / "log").start()
    yield it
    it.stop()


@pytest.fixture(scope="module")
def people(house: House) -> list[Caller]:
    """A visitor, a player and the operator: who has more rights reaches further."""
    return [Caller(house.url), Caller(house.url).guest(), operator(house.url)]


@pytest.mark.threat("odd-requests")
@pytest.mark.parametrize("mode", [schemathesis.GenerationMode.POSITIVE, schemathesis.GenerationMode.NEGATIVE])
def test_no_request_makes_it_stumble(house: House, people: list[Caller], mode: schemathesis.GenerationMode) -> None:
    described = schemathesis.openapi.from_url(f"{house.url}/api/v1/openapi.json")
    tried = 0
    for found in described.get_all_operations():
        operation = found.ok()  # type: ignore[union-attr]
        if (operation.method.upper(), operation.path) in SHUTS_OUT:
            continue

        @settings(
            max_examples=EXAMPLES // 4 if operation.path.startswith(TAKE_LONG) else EXAMPLES,
            deadline=None,
            phases=[Phase.explicit, Phase.generate],
            suppress_health_check=list(HealthCheck),
            derandomize=True,
            database=None,
        )
        @given(case=operation.as_strategy(generation_mode=mode))
        def try_it(case: schemathesis.Case[Any]) -> None:
            nonlocal tried
            for caller in people:
                headers = {"X-CSRF-Token": caller.csrf}
                answer = case.call(headers=headers, cookies=dict(caller.http.cookies), timeout=PATIENCE)
                busy = answer.status_code == 503  # so many counts wait that one is asked to come back
                checks = [
                    response_schema_conformance,
                    status_code_conformance,
                    *(() if busy else (not_a_server_error,)),
                ]
                case.validate_response(answer, checks=checks)
                tried += 1

        with contextlib.suppress(Unsatisfiable):  # nothing can be wrong where nothing is given
            try_it()
    assert tried > 200


def test_every_operation_is_described_with_examples(house: House) -> None:
    described = httpx.get(f"{house.url}/api/v1/openapi.json", timeout=PATIENCE).json()
    for path, operations in described["paths"].items():
        for method, operation in operations.items():
            assert operation.get("summary") and operation["responses"], (method, path)
    for name, model in described["components"]["schemas"].items():
        if name in ("Answer", "Sit", "Opening", "Call", "Credentials"):
            assert any("examples" in field or "anyOf" in field for field in model["properties"].values()), name
