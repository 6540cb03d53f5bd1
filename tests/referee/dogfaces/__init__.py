"""Referee of Dogfaces in Space, written from the rulebook."""
