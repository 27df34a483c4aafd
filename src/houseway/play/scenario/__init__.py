"""Scenarios: rounds with some cards, wagers and decisions given, dealt and settled to the end."""

from houseway.play.scenario.model import Scenario, ScenarioError, read
from houseway.play.scenario.playing import play, play_by_default, play_to_decision
from houseway.play.scenario.report import Played

__all__ = ["Played", "Scenario", "ScenarioError", "play", "play_by_default", "play_to_decision", "read"]
