"""What docs/asvs.md says is met and nothing else tries: headers, cookies, methods, fields and types of answers."""

import re

import httpx
import pytest

from tests.serve.house import PATIENCE, Caller, House

PAGES = ("/", "/price", "/learn/criss-cross-poker")
API = ("/api/v1/tables", "/api/v1/me", "/api/v1/nowhere")


def _static(house: House) -> str:
    page = httpx.get(f"{house.url}/", timeout=PATIENCE).text
    found = re.search(r'src="(/[^"]+\.js[^"]*)"', page)
    assert found
    return found[1]


def _headers(house: House, path: str) -> httpx.Headers:
    return httpx.get(f"{house.url}{path}", timeout=PATIENCE).headers


def test_3_4_every_answer_is_taken_for_what_it_is_and_tells_no_other_site_where_it_was(house: House) -> None:
    for path in (*PAGES, *API, "/nowhere", "/healthz", _static(house)):
        headers = _headers(house, path)
        assert headers["x-content-type-options"] == "nosniff" and headers["referrer-policy"] == "same-origin", path
        assert headers["x-frame-options"] == "DENY" and "access-control-allow-origin" not in headers, path


def test_3_4_no_policy_lets_a_page_be_based_framed_or_filled_elsewhere(house: House) -> None:
    for path in (*PAGES, *API):
        policy = _headers(house, path)["content-security-policy"]
        assert "base-uri 'none'" in policy and "frame-ancestors 'none'" in policy, path
        assert "object-src 'none'" in policy or policy.startswith("default-src 'none'"), path


def test_14_3_2_no_browser_keeps_a_page_or_an_answer(house: House) -> None:
    for path in ("/", *API):
        assert _headers(house, path)["cache-control"] == "no-store", path


def test_14_2_3_no_page_takes_anything_from_another_host(house: House) -> None:
    for path in PAGES:
        page = httpx.get(f"{house.url}{path}", timeout=PATIENCE).text
        assert not re.findall(r'(?:src|href)="(?:https?:)?//[^"]*\.(?:js|css|png|woff2?)', page), path


def test_3_3_a_sessions_cookie_is_no_scripts_and_goes_to_no_other_site(house: House) -> None:
    cookie = httpx.post(f"{house.url}/api/v1/guest", timeout=PATIENCE).headers["set-cookie"]
    token = cookie.partition(";")[0].partition("=")[2]
    assert "HttpOnly" in cookie and "samesite=lax" in cookie.lower() and len(token) >= 43
    answer = httpx.get(f"{house.url}/api/v1/me", cookies={"houseway": token}, timeout=PATIENCE)
    assert answer.status_code == 200 and token not in answer.text


@pytest.mark.parametrize("method", ["TRACE", "PROPFIND"])
def test_13_4_4_a_method_that_nothing_uses_is_refused(house: House, method: str) -> None:
    for path in ("/", "/api/v1/tables"):
        assert httpx.request(method, f"{house.url}{path}", timeout=PATIENCE).status_code in (404, 405), path


def test_15_3_3_a_field_that_is_not_described_is_refused(house: House) -> None:
    guest = Caller(house.url).guest()
    refused = guest.say("POST", "/accounts", {"name": "Ann", "password": "a long password", "role": "operator"})
    assert refused.status_code == 422 and "role" in refused.json()["error"]
    guest.close()


def test_4_1_1_every_answer_names_its_type(house: House) -> None:
    kinds = {"/": "text/html; charset=utf-8", "/api/v1/tables": "application/json", _static(house): "text/javascript"}
    for path, kind in kinds.items():
        assert _headers(house, path)["content-type"].startswith(kind), path
