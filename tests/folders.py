"""Where the tests of a game lie: in the folder of `tests/games` that the game has in the package."""

from pathlib import Path

from houseway.rules.folders import game_folders

HERE = Path(__file__).parent
ROOT = HERE.parent
OURS = "houseway."


def folder_of(id: str) -> Path:
    """The folder with a game's tests, golden rounds and tree."""
    found = game_folders().get(id)
    if found is not None and found.module.startswith(OURS):
        return HERE.joinpath(*found.module.removeprefix(OURS).split("."))
    return HERE / "games" / id.replace("-", "_")
