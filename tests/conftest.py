"""The tiny example game joins the catalogue, so that everything said of every game is said of it too.

A test may keep counts in a folder of its own; compiled code, which can't be out of date, is shared by all.
"""

import os

from hypothesis import settings

from houseway import kernels
from houseway.games import register
from tests.tiny_game import HighCard

register(HighCard())

os.environ.setdefault("HOUSEWAY_COMPILED", str(kernels.place()))

settings.register_profile("houseway", derandomize=True, deadline=None, max_examples=50)
settings.register_profile("long", deadline=None, max_examples=1000)
settings.load_profile("houseway")
