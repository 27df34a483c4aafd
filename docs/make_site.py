"""Make the documentation site: what is written here, and what the package says of itself.

python docs/make_site.py [--games ID,ID] [--no-prices] [--reference client,play] [--to build/site]

Prices of games that were never counted on this machine are counted now, which takes minutes; `--no-prices` leaves
them out. The site needs no network to be made, and none to be read: open `index.html`, or serve the folder.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import yaml
from fastapi import FastAPI
from typer.main import get_command

import houseway
from houseway.cli import app as commands
from houseway.games import catalogue
from houseway.pricing import can_price
from houseway.pricing.papers.sheet import Sheet
from houseway.rules.folders import game_folders
from houseway.serve.api import add_api
from houseway.serve.api.describing import DESCRIPTION, operation_id

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
sys.path.insert(0, str(HERE))
import game_pages  # noqa: E402

LESS = "---\nsearch:\n  boost: 0.5\n---\n"  # who searches for a word of the games finds the games first
PACKAGE = Path(houseway.__file__).parent
HOMEPAGE = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]["Homepage"]

# The sections, and the pages that stand first in them. A page that nobody has put anywhere stands under Guides.
TUTORIALS = ["player", "operator", "designer", "floor", "developer"]
SECTIONS = {
    "Guides": ["own-game", "scenarios", "pricing", "review", "players", "operating", "client"],
    "Trust": ["fairness", "audit", "reliability", "threats", "asvs", "gli", "rulings", "clauses"],
}

# What the reference is made from: whole packages, and of the larger ones what others build upon.
REFERENCE: dict[str, tuple[str, ...]] = {
    "client": ("client/*.py",),
    "cards": ("cards/*.py",),
    "rules": ("rules/*.py",),
    "play": ("play/*.py", "play/scenario/*.py"),
    "games": ("games/__init__.py", "games/*/round.py", "games/*/settlement.py"),
    "price": ("price/*.py", "price/papers/sheet.py", "price/equity/equity.py", "price/banking/bank.py"),
    "skill": ("skill/*.py",),
    "prove": ("prove/*.py",),
    "papers": ("papers/*.py", "papers/html/*.py", "papers/pdf/*.py"),
    "env": ("env/*.py",),
}


def main(words: Sequence[str] | None = None) -> None:
    given = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    given.add_argument("--games", help="only these games, by their ids")
    given.add_argument("--no-prices", action="store_true", help="count nothing")
    given.add_argument("--reference", help=f"only these parts of it: {', '.join(REFERENCE)}")
    given.add_argument("--to", type=Path, default=ROOT / "build" / "site", help="the folder that the site goes to")
    it = given.parse_args(words)
    ids = it.games.split(",") if it.games else list(catalogue())
    parts = it.reference.split(",") if it.reference else list(REFERENCE)
    if unknown := [*({*ids} - catalogue().keys()), *({*parts} - REFERENCE.keys())]:
        given.error(f"there is no {unknown[0]!r}")
    pages = it.to.with_name(f"{it.to.name}-pages")
    shutil.rmtree(pages, ignore_errors=True)
    lay_out(pages / "docs", ids, parts, prices=not it.no_prices)
    config = yaml.load((HERE / "mkdocs.yml").read_text(encoding="utf-8"), yaml.Loader)
    config |= {"nav": navigation(pages / "docs"), "site_dir": str(it.to.resolve()), "docs_dir": "docs"}
    config["plugins"][-1]["mkdocstrings"]["handlers"]["python"]["paths"] = [str(PACKAGE.parent)]
    (pages / "mkdocs.yml").write_text(yaml.dump(config, sort_keys=False, allow_unicode=True), encoding="utf-8")
    built = subprocess.run(
        [
            sys.executable,
            "-W",
            "ignore",
            "-m",
            "mkdocs",
            "build",
            "--strict",
            "--quiet",
            "-f",
            str(pages / "mkdocs.yml"),
        ],
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1", "PYTHONPATH": os.pathsep.join(map(str, (HERE, PACKAGE.parent)))},
        check=False,
    )
    if built.returncode:
        sys.exit(built.returncode)
    print(f"{it.to / 'index.html'}: {sum(1 for _ in it.to.rglob('*.html'))} pages")


def lay_out(to: Path, ids: list[str], parts: Iterable[str], *, prices: bool) -> None:
    """All pages as Markdown in one folder, written and made."""
    shutil.copytree(HERE, to, ignore=shutil.ignore_patterns("*.py", "__pycache__", ".*", "mkdocs.yml"))
    shutil.copytree(ROOT / "examples", to / "examples", ignore=shutil.ignore_patterns("__pycache__"))
    (to / "pictures").mkdir()
    for folder in game_folders().values():
        if picture := folder.file("picture.webp"):
            (to / "pictures" / f"{folder.path.name}.webp").write_bytes(picture.read_bytes())
    for page in to.rglob("*.md"):
        page.write_text(_led(page.read_text(encoding="utf-8"), page.relative_to(to), set(ids)), encoding="utf-8")
    made = game_pages.written(ids, sheets(ids) if prices else {})
    if set(ids) != set(catalogue()):
        made["games/index.md"] = _only(made["games/index.md"], ids)
    made |= {f"reference/{part}.md": reference(part) for part in parts}
    made |= {"reference/commands.md": command_page(), "reference/api.md": api_page()}
    for name, text in made.items():
        (to / name).parent.mkdir(exist_ok=True)
        (to / name).write_text(text, encoding="utf-8")


def _led(text: str, page: Path, ids: set[str]) -> str:
    """A page whose links lead somewhere: to the examples that come along, or to what the repository has."""
    up = "../" * (len(page.parts) - 1)

    def link(found: re.Match[str]) -> str:
        there = found[1]
        if there.startswith(f"{up}../examples/"):
            return f"](../{there.removeprefix('../')})" if up else f"]({there.removeprefix('../')})"
        if there.endswith("/picture.webp"):
            return f"]({up}pictures/{there.split('/')[-2]}.webp)"
        if there.startswith(f"{up}../"):
            return f"]({HOMEPAGE}/tree/main/{there.removeprefix(f'{up}../')})"
        if (game := re.search(r"games/([\w.-]+)\.md$", there)) and game[1] not in {*ids, "index"}:
            return f"]({there.replace(game[1], 'index')})"  # a site of some games only
        return found[0]

    text = re.sub(r"<!-- file (.*?) -->\n```(\w+)", r'```\2 title="\1"', text)
    text = re.sub(r"<!-- (run|skip).*?-->\n", "", text)
    return re.sub(r"\]\(([^)\s#:]+)\)", link, text)


def _only(index: str, ids: list[str]) -> str:
    lines = index.splitlines()
    return "\n".join(line for line in lines if not (there := re.search(r"\]\((.+)\.md\)", line)) or there[1] in ids)


def sheets(ids: Iterable[str]) -> dict[str, Sheet]:
    """What the games are worth, as the demonstration house has them."""
    found = {}
    for id in ids:
        if can_price(id):
            print(f"pricing {id}", file=sys.stderr)
            found[id] = houseway.price(id)
    return found


# What the package says of itself


def reference(part: str) -> str:
    """A package's modules, out of their docstrings."""
    files = dict.fromkeys(file for pattern in REFERENCE[part] for file in sorted(PACKAGE.glob(pattern)))
    package = PACKAGE / part / "__init__.py"
    first = package.read_text(encoding="utf-8")
    about = re.match(r'"""(.*?)(\n|""")', first)
    bare = about is not None and about.end() + 1 >= len(first)  # a package that is only named: the lead says it all
    names = [_module(file) for file in files if file.name != "__main__.py" and not (bare and file == package)]
    lead = f"{about[1]}\n" if about else ""
    return f"{LESS}# houseway.{part}\n\n{lead}\n" + "\n".join(f"::: {name}\n" for name in names)


def _module(file: Path) -> str:
    return ".".join(("houseway", *file.relative_to(PACKAGE).with_suffix("").parts)).removesuffix(".__init__")


def command_page() -> str:
    """Every command with what it takes."""
    lines = [
        "# Commands",
        "",
        "Bad input gets one sentence and exit status 2. What a program would read takes `--json`.",
    ]
    group = get_command(commands)
    for name, command in getattr(group, "commands").items():  # noqa: B009  # a group's, which click leaves untyped
        takes = [one for one in command.params if one.param_type_name == "argument"]
        usage = " ".join(f"[{_meta(one)}]" if not one.required else _meta(one) for one in takes)
        line = " ".join(filter(None, ("houseway", name, usage, "[OPTIONS]")))
        lines += ["", f"## houseway {name}", "", f"    {line}", "", command.help or "", ""]
        rows = [(_named(one), getattr(one, "help", "") or "") for one in command.params if one.name != "help"]
        if rows:
            lines += [
                "| argument or option | what it is |",
                "|---|---|",
                *(f"| `{left}` | {_row(right)} |" for left, right in rows),
            ]
    return "\n".join(lines) + "\n"


def _meta(one: Any) -> str:
    return f"{one.metavar or one.name.upper()}{'...' if one.nargs == -1 else ''}"


def _named(one: Any) -> str:
    if one.param_type_name == "argument":
        return _meta(one)
    takes = "" if one.is_flag else f" {one.metavar or one.type.name.upper()}"
    return f"{', '.join(one.opts)}{takes}"


def _row(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|").replace("<", "&lt;")


def api_page() -> str:
    """The API of a served house, out of what it says of itself."""
    app = FastAPI(title="Houseway", generate_unique_id_function=operation_id)
    add_api(app, None)  # type: ignore[arg-type]  # nobody asks it anything
    described = app.openapi()
    lines = ["# API", DESCRIPTION, ""]
    lines.append("A served house has the same at `/api/docs`. [The Python client](../client.md) speaks it.\n")
    by_tag: dict[str, list[str]] = {}
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            by_tag.setdefault(operation.get("tags", ["other"])[0], []).extend(
                _operation(described, method.upper(), path, operation)
            )
    for tag, operations in by_tag.items():
        lines += [f"## {tag.capitalize()}", "", *operations]
    return "\n".join(lines) + "\n"


def _operation(described: dict[str, Any], method: str, path: str, operation: dict[str, Any]) -> Iterator[str]:
    yield f"### {operation['summary']}\n"
    yield f"`{method} {path}`\n"
    if about := operation.get("description"):
        yield f"{about}\n"
    rows = [
        (one["name"], one["in"], _kind(one["schema"]), one.get("description") or one["schema"].get("description", ""))
        for one in operation.get("parameters", ())
        if one["in"] != "header"
    ]
    if body := operation.get("requestBody"):
        schema = body["content"]["application/json"]["schema"]
        needed = set(_found(described, schema).get("required", ()))
        for name, part in _found(described, schema).get("properties", {}).items():
            about = part.get("description", "") + ("" if name in needed else " (may be left out)")
            rows.append((name, "body", _kind(part), about.strip()))
    if rows:
        yield "| name | in | kind | what it is |"
        yield "|---|---|---|---|"
        yield from (f"| `{name}` | {where} | {kind} | {_row(about)} |" for name, where, kind, about in rows)
        yield ""


def _found(described: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    there: dict[str, Any] = (
        described["components"]["schemas"][schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema
    )
    return there


def _kind(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"].rpartition("/")[2])
    if "enum" in schema:
        return ", ".join(map(str, schema["enum"]))
    if "anyOf" in schema:
        return " or ".join(_kind(one) for one in schema["anyOf"] if one.get("type") != "null")
    if schema.get("type") == "array":
        return f"list of {_kind(schema['items'])}"
    return str(schema.get("type", ""))


# The navigation


def navigation(docs: Path) -> list[Any]:
    """What is there, in its order; a page that is new stands under Guides by its own title."""
    placed = {name for names in SECTIONS.values() for name in names} | {"index"}
    new = sorted(page.stem for page in docs.glob("*.md") if page.stem not in placed)
    sections = {title: [*names, *(new if title == "Guides" else ())] for title, names in SECTIONS.items()}
    tutorials = [f"tutorials/{name}.md" for name in TUTORIALS]
    tutorials += sorted(
        str(page.relative_to(docs)) for page in docs.glob("tutorials/*.md") if page.stem not in TUTORIALS
    )
    nav: list[Any] = [{"Start": "index.md"}, {"Tutorials": [page for page in tutorials if (docs / page).exists()]}]
    for title, names in sections.items():
        nav.append({title: [f"{name}.md" for name in names if (docs / f"{name}.md").exists()]})
    games = sorted((page for page in docs.glob("games/*.md") if page.stem != "index"), key=title_of)
    nav.insert(3, {"Games": ["games/index.md", *(str(page.relative_to(docs)) for page in games)]})
    made = sorted(docs.glob("reference/*.md"), key=lambda page: (page.stem not in ("commands", "api"), page.stem))
    nav.append({"Reference": [str(page.relative_to(docs)) for page in made]})
    return nav


def title_of(page: Path) -> str:
    return next(line for line in page.read_text(encoding="utf-8").splitlines() if line.startswith("# "))


if __name__ == "__main__":
    main()
