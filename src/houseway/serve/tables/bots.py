"""Bots: players who need no chair. They are asked what a player is asked, and see no more."""

from houseway.skill.kinds import OPTIMAL, company, kinds

__all__ = ["NAMES", "OPTIMAL", "company", "kinds"]

NAMES = ("Ada", "Blaise", "Christiaan", "Daniel", "Émilie", "Florence", "Girolamo", "Hypatia", "Jakob", "Pierre")
