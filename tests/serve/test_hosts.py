"""Under which names a house answers, what browsers keep for it, and which scripts and pages they are given."""

import re
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from starlette.requests import Request
from typer.testing import CliRunner
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from houseway.cli import app
from houseway.serve.pages.scripts import _Templates
from houseway.serve.web.hosts import Hosts
from tests.serve.house import PATIENCE, Caller, House, operator

BY_TLS = {"X-Forwarded-Proto": "https"}


def asked(method: str, house: House, path: str, **more: Any) -> httpx.Response:
    """The answer to somebody who was never here."""
    return httpx.request(method, f"{house.url}{path}", timeout=PATIENCE, **more)


def by(visitor: Caller, path: str) -> int:
    return visitor.http.get(path).status_code


@pytest.mark.parametrize(
    ("host", "ours"),
    [
        ("localhost", True),
        ("LOCALHOST:8080", True),
        ("localhost.", True),
        ("127.0.0.1:8080", True),
        ("[::1]:8080", True),
        ("10.0.0.5:8080", True),
        ("play.example.com", True),
        ("10.0.0.6", False),
        ("elsewhere.example:8080", False),
        ("play.example.com.elsewhere.example", False),
        ("localhost:8080:x", False),
        ("[::2]", False),
    ],
)
def test_a_house_answers_to_its_own_names(host: str, ours: bool) -> None:
    assert Hosts("10.0.0.5", ["play.example.com"]).has(host) is ours


def test_a_house_on_every_address_answers_to_each_and_to_no_name() -> None:
    for bound in ("0.0.0.0", "::"):
        hosts = Hosts(bound)
        assert hosts.has("192.168.1.7:8080") and hosts.has("[fe80::1]:8080") and hosts.has("localhost")
        assert not hosts.has("elsewhere.example")


@pytest.mark.threat("foreign-name")
def test_another_name_that_leads_to_the_house_is_refused(house: House) -> None:
    visitor = Caller(house.url)
    for path in ("/", "/api/v1/games", "/static/house.js"):
        answer = visitor.http.get(path, headers={"Host": "elsewhere.example"})
        assert answer.status_code == 421 and "--allow-host" in answer.json()["error"], path
    assert visitor.http.get("/healthz", headers={"Host": "elsewhere.example"}).status_code == 200
    with pytest.raises(InvalidStatus, match="403"):
        connect(
            f"{house.url.replace('http', 'ws')}/api/v1/tables/1/live",
            additional_headers={"Host": "elsewhere.example"},
            open_timeout=PATIENCE,
        )


def test_a_name_that_is_none_is_one_sentence() -> None:
    result = CliRunner().invoke(app, ["serve", "--allow-host", "https://play.example.com/"])
    assert result.exit_code and "--allow-host" in result.output and "Traceback" not in result.output


@pytest.mark.threat("planted-cookie")
def test_cookies_over_tls_are_this_hosts_alone(opened: Callable[..., House], tmp_path: Path) -> None:
    options = ("--only", "criss-cross-poker", "--bots", "0", "--proxy", "127.0.0.1")
    house = opened(f"sqlite:///{tmp_path / 'house.db'}", *options)
    visitor = Caller(house.url)
    plain = visitor.http.post("/api/v1/guest").headers["set-cookie"]
    assert plain.startswith("houseway=") and "Secure" not in plain
    given = asked("POST", house, "/api/v1/guest", headers=BY_TLS)
    cookie = given.headers["set-cookie"]
    assert cookie.startswith("__Host-houseway=") and "Secure" in cookie and "Path=/" in cookie
    assert "Domain" not in cookie
    token = cookie.partition(";")[0].partition("=")[2]

    def me(name: str) -> int:
        return asked("GET", house, "/api/v1/me", headers={**BY_TLS, "Cookie": f"{name}={token}"}).status_code

    assert me("__Host-houseway") == 200
    assert me("houseway") == 401  # another host of the domain could have set this one
    gone = asked(
        "DELETE",
        house,
        "/api/v1/session",
        headers={**BY_TLS, "Cookie": f"__Host-houseway={token}", "X-CSRF-Token": given.json()["csrf"]},
    )
    assert gone.headers["set-cookie"].startswith("__Host-houseway=") and "Secure" in gone.headers["set-cookie"]
    page = asked("GET", house, "/", headers=BY_TLS)
    assert page.headers["set-cookie"].startswith("__Host-houseway-visit=")


@pytest.mark.threat("script-in-text")
def test_only_scripts_of_the_template_have_the_nonce(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text("<script>ours()</script>{{ text | safe }}")
    request = Request({"type": "http", "state": {"nonce": "once"}, "headers": [], "app": SimpleNamespace()})
    written: Any = _Templates(tmp_path).get_template("page.html")
    body = written.render(request=request, text="<script>theirs()</script>")
    assert body == '<script nonce="once">ours()</script><script>theirs()</script>'


def test_the_policy_names_the_nonce_of_the_page(house: House) -> None:
    visitor = Caller(house.url)
    answers = [visitor.http.get(path) for path in ("/", "/", "/table/1")]
    for answer in answers:
        named = re.findall(r"'nonce-([^']+)'", answer.headers["content-security-policy"])
        written = re.findall(r'<script nonce="([^"]*)"', answer.text)
        assert len(named) == 1 and set(written) == set(named)
        inline = [tag for tag in re.findall(r"<script[^>]*>", answer.text) if "src=" not in tag]
        assert inline and all("nonce=" in tag for tag in inline)
    assert len({answer.headers["content-security-policy"] for answer in answers}) == 3


@pytest.mark.parametrize(
    "path",
    ["/operator", "/operator/results", "/operator/floor", "/operator/placards", "/operator/people", "/operator/log"],
)
def test_a_page_that_is_refused_answers_403(house: House, path: str) -> None:
    assert asked("GET", house, path).status_code == 403
    assert by(Caller(house.url).guest(), path) == 403
    assert by(operator(house.url), path) == 200


def test_an_account_page_without_an_account_answers_403(house: House) -> None:
    for path in ("/account", "/account/play"):
        assert asked("GET", house, path).status_code == 403
        assert by(Caller(house.url).guest(), path) == 200


def test_a_given_name_is_answered(opened: Callable[..., House], tmp_path: Path) -> None:
    options = ("--only", "criss-cross-poker", "--bots", "0", "--no-pages", "--allow-host", "play.example.com")
    house = opened(f"sqlite:///{tmp_path / 'house.db'}", *options)
    assert asked("GET", house, "/api/v1/games", headers={"Host": "play.example.com"}).status_code == 200
