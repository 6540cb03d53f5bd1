"""Referee of Dogfaces in Space, written from the rulebook."""

from .judge import Referee


def judge(events, report):
    """Follows a game from the first line of its trace to the verdict."""
    Referee(events, report).play()
