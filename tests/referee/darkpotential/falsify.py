"""Falsifications of sound games: each breaks one rule."""

from falsifying import field, flipped, named, raised


def aside(key, by=0.2):
    """Puts a point elsewhere."""

    def change(one):
        one[key] = [one[key][0] + by, one[key][1]]

    return change


def far(one):
    """Leads a path on by inches that nobody pays for."""
    x, y = one["points"][-1]
    one["points"] = [*one["points"], [x + (15 if x < 20 else -15), y]]


def other_side(one):
    one["side"] = "B" if one["side"] == "A" else "A"


def another_die(one):
    one["dice"] = [*one["dice"], 1]


def winner(one):
    one["winner"] = "A" if one["winner"] != "A" else "B"


def is_test(one):
    return one["event"] == "roll" and one["needed"] is not None


def long_path(one):
    return one["event"] == "path" and len(one["points"]) > 2


FALSIFICATIONS = {
    "turn miscounted": field(named("player-turn"), raised("turn")),
    "turn of the other side": field(named("player-turn"), other_side),
    "round miscounted": field(named("player-turn"), raised("round")),
    "points misread": field(named("points"), raised("points")),
    "path without pay": field(long_path, far),
    "path too dear": field(long_path, raised("cost", 9)),
    "end misplaced": field(named("moved"), aside("at")),
    "distance misread": field(named("attack"), raised("distance", 0.1)),
    "hit target misread": field(named("attack"), raised("needed")),
    "cover misread": field(named("attack", mode="aimed"), raised("cover")),
    "target number misread": field(is_test, raised("needed")),
    "total misread": field(named("roll", what="hit"), raised("total")),
    "die too many": field(named("roll"), another_die),
    "hit misread": field(named("hit"), flipped("hit")),
    "wounds misread": field(named("wounds"), raised("lost")),
    "wounds left misread": field(named("wounds"), raised("left")),
    "Leadership misread": field(named("leadership"), flipped("passed")),
    "shift misread": field(named("shift"), raised("total")),
    "deviation misread": field(named("deviation"), raised("inches")),
    "check misread": field(named("perception"), raised("needed", 20)),
    "base misread": field(named("base-removed"), flipped("real")),
    "wrong winner": field(named("verdict"), winner),
    "turns miscounted": field(named("verdict"), raised("turns")),
}
