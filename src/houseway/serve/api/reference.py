"""The API's description as a page to read: `/api/docs`. It loads nothing, from here or from elsewhere."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from jinja2 import Environment
from markupsafe import Markup, escape

Described = Mapping[str, Any]
_TEMPLATE = Path(__file__).with_name("reference.html")


def page(described: Described) -> str:
    """Every operation with what it takes, gives and refuses, and every message."""
    environment = Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True)
    environment.filters["kind"] = _kind
    environment.filters["prose"] = _prose
    environment.filters["limits"] = _limits
    template = environment.from_string(_TEMPLATE.read_text())
    return template.render(
        title=described["info"]["title"],
        paragraphs=described["info"]["description"].strip().split("\n\n"),
        groups=_groups(described),
        schemas=described["components"]["schemas"],
    )


_SET = {"**": Markup("<strong>{}</strong>"), "`": Markup("<code>{}</code>")}  # what a pair of each stands around
_MARKED = re.compile(r"(\*\*|`)(.+?)\1", re.DOTALL)


def _prose(text: str) -> Markup:
    """Bold type and code as the description marks them; everything else is text."""
    parts, end = [], 0
    for found in _MARKED.finditer(text):
        parts += [escape(text[end : found.start()]), _SET[found[1]].format(found[2])]
        end = found.end()
    return Markup("").join([*parts, escape(text[end:])])


def _groups(described: Described) -> dict[str, list[dict[str, Any]]]:
    groups: dict[str, list[dict[str, Any]]] = {}
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
            groups.setdefault(operation["tags"][0], []).append(
                {**operation, "method": method.upper(), "path": path, "body": body, "who": _who(operation)}
            )
    return groups


def _who(operation: Described) -> str:
    """Who may ask, in words."""
    ways = operation["security"]
    if not ways or {} in ways:
        return "anybody"
    scope = operation.get("x-token-scope")
    return f"a session, or a token of the scope {scope}" if scope else "a session; no token"


def _kind(schema: Described) -> Markup:
    """A schema in a few words, with a link to each message that it names."""
    return Markup("").join(_parts(schema))


def _parts(schema: Described) -> Iterator[Markup]:
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        yield Markup('<a href="#{0}">{0}</a>').format(name)
    elif some := schema.get("anyOf") or schema.get("oneOf"):
        yield Markup(" or ").join(_kind(one) for one in some)
    elif "enum" in schema or "const" in schema:
        yield Markup(", ").join(escape(repr(one)) for one in schema.get("enum", [schema.get("const")]))
    elif schema.get("type") == "array":
        inner = schema.get("items") or {"anyOf": schema.get("prefixItems", [])}
        yield Markup("list of ") + _kind(inner)
    elif schema.get("type") == "object" and isinstance(schema.get("additionalProperties"), Mapping):
        yield Markup("by name: ") + _kind(schema["additionalProperties"])
    else:
        yield escape(str(schema.get("type", "any value")))


_BOUNDS = {
    "minimum": "at least {}",
    "maximum": "at most {}",
    "minLength": "at least {} characters",
    "maxLength": "up to {} characters",
    "minItems": "at least {} of them",
    "maxItems": "up to {} of them",
    "pattern": "matches {}",
}


def _limits(schema: Described) -> str:
    return ", ".join(words.format(schema[name]) for name, words in _BOUNDS.items() if name in schema)
