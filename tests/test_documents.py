"""The documentation does what it says: every snippet is run, every command it names is there, and the site is built."""

import contextlib
import importlib
import json
import re
import shlex
from html.parser import HTMLParser
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from playwright.sync_api import TimeoutError as PlaywrightTimeout
from typer.main import get_command
from typer.testing import CliRunner

from houseway.cli import app
from tests.documents import DOCS, ROOT, Reader, blocks, needs_a_house, pages
from tests.serve.browsing import WAIT, browser

# Pages that came before the markers; their code is run by tests of their own, or is for other programs.
BY_THEMSELVES = {"scenarios.md", "fairness.md", "audit.md", "operating.md", "programs.md"}
RUN_HERE = [
    page for page in pages() if any(one.mark.startswith("run") for one in blocks(page)) and not needs_a_house(page)
]
COMMANDS: dict[str, Any] = getattr(get_command(app), "commands")  # noqa: B009  # a group's, which click leaves untyped


def _name(page: Path) -> str:
    return page.relative_to(DOCS).as_posix()


@pytest.mark.parametrize("page", RUN_HERE, ids=_name)
def test_a_page_comes_to_what_it_says(page: Path, tmp_path: Path) -> None:
    assert Reader(tmp_path).follow(page)


@pytest.mark.parametrize("page", [page for page in pages() if _name(page) not in BY_THEMSELVES], ids=_name)
def test_every_block_is_run_written_or_says_why_not(page: Path) -> None:
    unmarked = [
        one.line for one in blocks(page) if one.kind in ("python", "console", "toml", "bash", "sh") and not one.mark
    ]
    assert not unmarked, f"{_name(page)}: no mark before the block at line {unmarked[0]}"
    known = ("run", "file", "skip:")
    assert not [one for one in blocks(page) if one.mark and not one.mark.startswith(known)]


@pytest.mark.parametrize("page", [*pages(), ROOT / "README.md"], ids=lambda page: page.name)
def test_every_command_that_a_page_names_is_there_with_its_options(page: Path) -> None:
    for line in re.findall(r"(?:^(?: {4}|\$ )|`)houseway ([^`\n]+)", page.read_text(encoding="utf-8"), re.MULTILINE):
        try:
            words = shlex.split(line.partition(" #")[0])
        except ValueError:
            continue  # prose with an apostrophe
        if not re.fullmatch(r"[a-z]+", words[0]) or words == ["head"]:  # what a head's signature begins with
            continue
        assert words[0] in COMMANDS, f"houseway {line}"
        options = {option for part in COMMANDS[words[0]].params for option in part.opts} | {"--help"}
        given = {word.partition("=")[0].strip("[]") for word in words if re.match(r"\[?--[a-z]", word)}
        assert given <= options, f"houseway {line}: no {given - options}"


# What stands indented on pages that have no marks: run as it stands, but with fewer questions, and deals at random in
# place of all 856,033,588,410 of a stud hand.
INDENTED = ("players.md", "school.md")
SHORTER = {"--questions 20": "--questions 2", '--dead "Kc 8d"': '--dead "Kc 8d" --samples 1000'}
TYPED = "a\na\nquit\n"  # where a drill asks


@pytest.mark.parametrize("name", INDENTED)
def test_the_indented_commands_of_a_page_come_to_an_end(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = (DOCS / name).read_text(encoding="utf-8")
    for printed, here in SHORTER.items():
        text = text.replace(printed, here)
    lines = re.findall(r"^ {4}(houseway .+)$", text, re.MULTILINE)
    assert lines
    for line in lines:
        command, _, to = re.sub(" +#.*", "", line).partition(" > ")
        done = CliRunner().invoke(app, shlex.split(command)[1:], input=TYPED)
        assert done.exit_code == 0, f"{line}\n{done.output}"
        if to:
            assert json.loads(done.stdout), line
        for written in re.findall(r"--(?:pdf|csv) (\S+)", command):
            assert (tmp_path / written).stat().st_size, line


# The site


class Page(HTMLParser):
    """What a page refers to, and what it says."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.loads: list[str] = []
        self.links: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag in ("script", "img", "iframe") and given.get("src"):
            self.loads.append(str(given["src"]))
        if tag == "link" and given.get("href") and given.get("rel") not in ("canonical", "prev", "next"):
            self.loads.append(str(given["href"]))
        if tag == "a" and given.get("href"):
            self.links.append(str(given["href"]))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site of two games and one part of the reference, made without a network."""
    to = tmp_path_factory.mktemp("site") / "site"
    few = ["--games", "ultimate-war,criss-cross-poker", "--no-prices", "--reference", "client,env", "--to", str(to)]
    with pytest.MonkeyPatch.context() as patched:
        for name in ("http_proxy", "https_proxy"):
            patched.setenv(name, "http://127.0.0.1:9")  # nothing answers there
        patched.setenv("PYTHONPATH", str(ROOT / "src"))
        patched.syspath_prepend(str(DOCS))
        importlib.import_module("make_site").main(few)
    return to


def test_the_site_is_built_in_strict_mode_with_every_page(site: Path) -> None:
    for page in pages():
        assert (site / page.relative_to(DOCS).with_suffix(".html")).is_file()
    for made in ("games/ultimate-war", "games/index", "reference/client", "reference/api", "reference/commands"):
        assert (site / f"{made}.html").is_file()
    rules = (site / "games" / "criss-cross-poker.html").read_text(encoding="utf-8")
    assert "12.A(9)" in rules and 'class="felt"' in rules and "Rulings" in rules
    assert "open_submitted" in (site / "reference" / "client.html").read_text(encoding="utf-8")
    assert "<blockquote>" not in (site / "reference" / "env.html").read_text(encoding="utf-8")  # examples are code
    assert "/api/v1/tables/{id}/answers" in (site / "reference" / "api.html").read_text(encoding="utf-8")


def test_the_site_takes_nothing_from_elsewhere_and_finds_what_is_searched_for(site: Path) -> None:
    for page in site.rglob("*.html"):
        outside = [one for one in Page(page.read_text(encoding="utf-8")).loads if re.match(r"(https?:)?//", one)]
        assert not outside, f"{page.name} loads {outside[0]}"
    with browser() as chromium:
        reader = chromium.new_context(offline=True).new_page()
        asked: list[str] = []
        reader.on("request", lambda request: asked.append(request.url))
        reader.goto(f"{(site / 'games' / 'index.html').as_uri()}")
        box = reader.get_by_role("textbox", name="Search")
        found = reader.locator(".md-search-result__item", has_text="Criss Cross Poker").first
        until = monotonic() + WAIT / 1000
        while not found.is_visible() and monotonic() < until:
            box.fill("")
            box.press_sequentially("five card bonus")  # key by key; before the page listens they go nowhere
            with contextlib.suppress(PlaywrightTimeout):
                found.wait_for(timeout=5000)
        assert found.is_visible()
    assert not [url for url in asked if not url.startswith(("file:", "data:", "blob:"))]


def test_every_link_of_the_site_leads_somewhere(site: Path) -> None:
    for page in site.rglob("*.html"):
        if page.name == "404.html":
            continue
        for link in Page(page.read_text(encoding="utf-8")).links:
            there = link.partition("#")[0]
            if there and not re.match(r"[a-z]+:", there):
                assert (page.parent / there).exists(), f"{page.relative_to(site)}: {link}"
