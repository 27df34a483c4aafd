"""Where all that can be made again is kept."""

import os
from pathlib import Path

from platformdirs import user_cache_path


def folder() -> Path:
    """`$HOUSEWAY_CACHE`, or the user's own cache."""
    told = os.environ.get("HOUSEWAY_CACHE")
    return Path(told) if told else user_cache_path("houseway", appauthor=False)
