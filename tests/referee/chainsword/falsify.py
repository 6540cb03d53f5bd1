"""Falsifications of sound games: each breaks one rule."""

from falsifying import field, flipped, named, raised

FALSIFICATIONS = {
    "range misread": field(named("volley"), raised("inches")),
    "phase miscounted": field(named("phase"), raised("phase")),
    "wildcard misread": field(named("hand"), flipped("wild")),
}
