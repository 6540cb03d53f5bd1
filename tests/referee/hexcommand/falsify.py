"""Falsifications of sound games: each breaks one rule."""

from falsifying import field, flipped, named, raised


def other(key, values):
    """Another value."""

    def change(one):
        one[key] = next(value for value in values if value != one[key])

    return change


def more_dice(one):
    """A die too many."""
    one["dice"] = [*one["dice"], 1]


def winner(one):
    """Another winner."""
    one["winner"] = "A" if one["winner"] != "A" else "B"


FALSIFICATIONS = {
    "range misread": field(named("shot", captured=False), raised("range")),
    "hits of the firer misread": field(named("shot", captured=False), raised("hits")),
    "flank misread": field(named("shot"), flipped("flank")),
    "limit of TE misread": field(named("shot"), flipped("fatigued")),
    "rung misread": field(named("shot"), other("need", ["cnc", "code"])),
    "result misread": field(named("shot"), other("result", ["miss", "destroyed"])),
    "die of a shot too many": field(named("shot"), more_dice),
    "hits of the target misread": field(named("shot", target_routed=False), raised("target_hits")),
    "step too far": field(named("step"), other("to", ["0101", "2113"])),
    "TE of a step misread": field(named("step"), raised("te")),
    "melee die too many": field(named("melee"), more_dice),
    "hits of a round misread": field(named("toll"), raised("hits")),
    "integrity misread": field(named("integrity-roll"), flipped("failed")),
    "loss misread": field(named("integrity"), raised("loss", 5)),
    "recovery misread": field(named("rally"), raised("te")),
    "turn miscounted": field(named("turn"), raised("turn")),
    "phase misplaced": field(named("phase"), other("phase", ["rally", "command"])),
    "initiative misread": field(named("initiative"), other("leader", ["A", "B"])),
    "wrong winner": field(named("verdict"), winner),
    "wrong ending": field(named("verdict"), other("ending", ["points", "break"])),
    "turns miscounted": field(named("verdict"), raised("turns")),
}
