"""The API's descriptions: nothing in them is free-form, and the page for people loads nothing."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.serve.house import PATIENCE, House

OPEN = {"/JsonValue"}  # the facts of a rule file: each family of games states its own
NINE = {"400", "401", "403", "404", "409", "413", "422", "429", "503"}


@pytest.fixture(scope="module")
def described(house: House) -> dict[str, Any]:
    found: dict[str, Any] = httpx.get(f"{house.url}/api/v1/openapi.json", timeout=PATIENCE).json()
    return found


def operations(described: dict[str, Any]) -> Iterator[dict[str, Any]]:
    return (one for methods in described["paths"].values() for one in methods.values())


def free(schema: Any, where: str) -> Iterator[str]:
    """Places where a schema allows anything."""
    inner = [*schema.get("anyOf", ()), *schema.get("oneOf", ()), *schema.get("prefixItems", ())]
    inner += [schema[part] for part in ("items", "additionalProperties") if isinstance(schema.get(part), dict)]
    named = schema.get("properties", {})
    says_nothing = not inner and not named and not {"$ref", "enum", "const"} & set(schema)
    if schema.get("additionalProperties") is True or (says_nothing and schema.get("type", "object") == "object"):
        yield where
    for one in inner:
        yield from free(one, where)
    for name, one in named.items():
        yield from free(one, f"{where}/{name}")


def test_no_answer_is_free_form(described: dict[str, Any]) -> None:
    for one in operations(described):
        for status, answer in one["responses"].items():
            for content in answer.get("content", {}).values():
                assert not list(free(content.get("schema", {}), "")), (one["operationId"], status)
    schemas = described["components"]["schemas"]
    assert {place for name, schema in schemas.items() for place in free(schema, f"/{name}")} == OPEN


def test_operations_have_names_of_their_own_and_their_own_refusals(described: dict[str, Any]) -> None:
    names = [one["operationId"] for one in operations(described)]
    assert len(set(names)) == len(names) and {"list_tables", "sit_down", "get_price", "make_token"} <= set(names)
    refused = {one["operationId"]: NINE & set(one["responses"]) for one in operations(described)}
    assert refused["list_games"] == {"503"} and "409" in refused["sit_down"]
    assert sum(len(one) == len(NINE) for one in refused.values()) < len(refused) / 2


def test_who_may_ask_is_described(described: dict[str, Any]) -> None:
    schemes = described["components"]["securitySchemes"]
    assert schemes["token"]["scheme"] == "bearer" and schemes["session"]["in"] == "cookie"
    security = {one["operationId"]: one["security"] for one in operations(described)}
    assert security["sit_down"] == [{"session": [], "csrf": []}, {"token": []}]
    assert security["make_token"] == [{"session": [], "csrf": []}]
    assert security["look_at_table"] == [{}, {"session": []}, {"token": []}]


def test_limits_are_in_the_description(described: dict[str, Any]) -> None:
    schemas = described["components"]["schemas"]
    assert (
        schemas["Sit"]["properties"]["amount"]["maxLength"] == 20
        and "pattern" in schemas["Sit"]["properties"]["amount"]
    )
    assert schemas["NewToken"]["properties"]["days"]["maximum"] == 366


def test_the_socket_is_described(house: House) -> None:
    found = httpx.get(f"{house.url}/api/v1/asyncapi.json", timeout=PATIENCE).json()
    assert found["asyncapi"] == "3.0.0" and found["channels"]["live"]["address"].endswith("/tables/{id}/live")
    assert set(found["components"]["messages"]) == {"Said", "ViewMessage", "DoneReply", "Refused"}
    for message in found["components"]["messages"].values():
        assert message["payload"]["$ref"].rpartition("/")[2] in found["components"]["schemas"]


def test_the_page_for_people_has_everything_and_loads_nothing(house: House, described: dict[str, Any]) -> None:
    page = httpx.get(f"{house.url}/api/docs", timeout=PATIENCE)
    assert "<code>" in page.text and "`" not in page.text and "**" not in page.text
    assert page.status_code == 200 and page.headers["content-type"].startswith("text/html")
    assert "default-src 'self'" in page.headers["content-security-policy"]
    assert not [tag for tag in ("<script", "<link", "<img", "src=", "@import", "//") if tag in page.text]
    for one in operations(described):
        assert f'id="{one["operationId"]}"' in page.text
    for name in described["components"]["schemas"]:
        assert f'id="{name}"' in page.text
