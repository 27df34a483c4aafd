"""The snippets of `docs/programs.md`, each run as it stands."""

import re
from pathlib import Path
from typing import Any

TEXT = (Path(__file__).parents[2] / "docs" / "programs.md").read_text(encoding="utf-8")


def test_every_snippet_of_the_page_runs() -> None:
    snippets = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
    assert len(snippets) == 6
    names: dict[str, Any] = {}
    for snippet in snippets:
        exec(snippet, names)
    assert names["over"] and names["observations"].shape[0] == 4096
    assert names["node"].player == -1 and names["game"].num_players() == 2
