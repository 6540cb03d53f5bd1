"""Referee of Chainsword of Command, written from the rulebook."""

from .drawing import draw
from .falsify import FALSIFICATIONS
from .judge import Referee

__all__ = ["FALSIFICATIONS", "draw", "judge"]


def judge(events, report):
    """Follows a game from the first line of its trace to the verdict."""
    Referee(events, report).play()
