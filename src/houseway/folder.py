"""Where all that can be made again is kept."""

import os
from pathlib import Path


def folder() -> Path:
    """`$HOUSEWAY_CACHE`, or the user's own cache."""
    told = os.environ.get("HOUSEWAY_CACHE")
    return Path(told) if told else Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "houseway"
