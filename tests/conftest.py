"""The tiny example game joins the catalogue, so that everything said of every game is said of it too.

A test may keep counts in a folder of its own; compiled code, which can't be out of date, is shared by all.
"""

import atexit
import os
import shutil
import signal
import sys
import tempfile
import threading

import pytest
from absl import logging as absl_logging
from hypothesis import settings

from houseway.counting import kernels
from houseway.games import register
from tests.games.high_card.round import HighCard

register(HighCard())

# OpenSpiel logs with absl, which closes the stream it was imported with when others set logging up: not pytest's.
absl_logging.get_absl_handler().python_handler.setStream(sys.__stderr__)

os.environ.setdefault("HOUSEWAY_COMPILED", str(kernels.place()))
if "HOUSEWAY_KEYS" not in os.environ:  # no test makes keys in the home of who runs it
    os.environ["HOUSEWAY_KEYS"] = tempfile.mkdtemp(prefix="houseway-keys-")
    atexit.register(shutil.rmtree, os.environ["HOUSEWAY_KEYS"], ignore_errors=True)

settings.register_profile("houseway", derandomize=True, deadline=None, max_examples=50)
settings.register_profile("long", deadline=None, max_examples=1000)
settings.load_profile("houseway")


@pytest.fixture(scope="session", autouse=True)
def interrupts() -> None:
    """Have an interrupt raise KeyboardInterrupt here and in what is started from here: a shell that runs the tests in
    the background leaves it ignored."""
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.default_int_handler)
