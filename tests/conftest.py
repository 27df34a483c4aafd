"""The tiny example game joins the catalogue, so that everything said of every game is said of it too."""

from hypothesis import settings

from houseway.games import register
from tests.tiny_game import HighCard

register(HighCard())

settings.register_profile("houseway", derandomize=True, deadline=None, max_examples=50)
settings.load_profile("houseway")
