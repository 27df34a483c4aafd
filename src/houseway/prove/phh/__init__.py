"""Poker hand histories in the open PHH format: read, written, and played again through the rules."""

from houseway.prove.phh.playing import Played, Unplayed, play, replayed
from houseway.prove.phh.reading import History, HistoryError, histories
from houseway.prove.phh.writing import written

__all__ = ["History", "HistoryError", "Played", "Unplayed", "histories", "play", "replayed", "written"]
