"""Falsifications: changes to a sound trace that break a rule, in the order of the rulebook's chapters."""

from . import false_setup, false_moves, false_attacks, false_scenarios  # noqa: F401: each adds its own
from .tape import FALSIFICATIONS

__all__ = ["FALSIFICATIONS"]
