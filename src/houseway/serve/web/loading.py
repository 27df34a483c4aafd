"""Loading a house: hundreds of modules that stay as long as it is open."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def loading() -> Iterator[None]:
    """The collector rests meanwhile: it would look again and again at what is there to stay."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
