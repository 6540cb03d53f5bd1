"""Falsifications of sound games: each breaks one rule."""

from falsifying import field, flipped, named, raised


def other(key, values):
    """Another value."""

    def change(one):
        one[key] = next(value for value in values if value != one[key])

    return change


def moved(key, by):
    """A place so many inches off."""

    def change(one):
        one[key] = [one[key][0] + by, one[key][1] + by]

    return change


def more_dice(one):
    """A die too many."""
    one["dice"] = [*one["dice"], 1]


def first_face(one):
    """One more die with a face."""
    one["faces"] = [one["faces"][0] + 1, *one["faces"][1:]]


def level(one):
    """Another level of Force Morale at the start."""
    one["levels"] = [one["levels"][0] + 1, one["levels"][1]]


def support(one):
    """Other support points."""
    one["support"] = [one["support"][0] + 50, one["support"][1]]


def winner(one):
    """Another winner."""
    one["winner"] = "A" if one["winner"] != "A" else "B"


def dropped(name, holds=lambda one: True):
    """An event that is not told."""

    def falsify(events, rng):
        fitting = [at for at, one in enumerate(events) if one["event"] == name and holds(one)]
        if not fitting:
            return 0
        return events.pop(rng.choice(fitting)).line

    return falsify


def doubled(name):
    """An event that is told twice."""

    def falsify(events, rng):
        fitting = [at for at, one in enumerate(events) if one["event"] == name]
        if not fitting:
            return 0
        at = rng.choice(fitting)
        events.insert(at, events[at])
        return events[at].line

    return falsify


def hits(one):
    """Whether a line hits by dice."""
    return one["event"] == "line" and one["hit"] is not None


def wounding(one):
    """Whether a line may wound a model."""
    return one["event"] == "line" and one["strength"] is None


FALSIFICATIONS = {
    "Force Morale misread": field(named("set-up"), level),
    "support misread": field(named("set-up"), support),
    "first mover misread": field(named("set-up"), other("first", "AB")),
    "price misread": field(named("bought"), raised("left", -5)),
    "opening moves miscounted": field(lambda one: one["event"] == "opening-moves" and one["dice"], raised("moves")),
    "marker misplaced": field(named("marker"), moved("at", 0.5)),
    "marker unlocked": field(named("marker", locked=True), flipped("locked")),
    "point misplaced": field(named("point"), moved("at", 7.5)),
    "Phase of the wrong side": field(named("phase"), other("side", "AB")),
    "Phase not told": dropped("phase"),
    "Turn miscounted": field(named("turn"), raised("turn")),
    "wildcard misread": field(named("hand"), flipped("wild")),
    "faces misread": field(named("hand"), first_face),
    "command points misread": field(named("hand"), raised("points")),
    "die misread": field(named("die", wild=False), other("face", (1, 2))),
    "die spent twice": doubled("die"),
    "stratagem too cheap": field(named("stratagem"), raised("points")),
    "dice left miscounted": field(named("dice-left"), raised("lapsed")),
    "activated twice": doubled("activation"),
    "activation not told": dropped("activation"),
    "orders miscounted": field(named("commands"), raised("orders")),
    "deployed too far": field(named("deployed"), moved("at", 9)),
    "moved too far": field(named("moved"), moved("at", 5)),
    "way too long": field(named("way"), raised("inches", 13)),
    "charged by itself": field(named("charge"), lambda one: one.update(target=one["team"])),
    "range misread": field(lambda one: one["event"] == "volley" and one["kind"] == "shoot", raised("inches")),
    "place of the firer misread": field(lambda one: one["event"] == "volley" and one["from"], moved("from", 0.5)),
    "place of the target misread": field(lambda one: one["event"] == "volley" and one["to"], moved("to", 0.5)),
    "sight misread": field(lambda one: one["event"] == "volley" and one["kind"] == "shoot", flipped("seen")),
    "cover misread": field(lambda one: one["event"] == "volley" and one["kind"] == "shoot", other("save", (2, 3))),
    "Shock of the firer misread": field(named("volley"), raised("shock")),
    "covering fire misread": field(named("volley"), flipped("suppressed")),
    "dice of a line misread": field(hits, raised("shots", 40)),
    "die of a line too many": field(hits, more_dice),
    "number to hit misread": field(hits, raised("hit")),
    "hits misread": field(hits, raised("hits")),
    "number to wound misread": field(lambda one: wounding(one) and one["wound"], raised("wound")),
    "wounds misread": field(named("wounds"), raised("wounds")),
    "saves misread": field(named("wounds"), raised("unsaved")),
    "models misread": field(named("losses", dice=[]), raised("models")),
    "Shock misread": field(named("shock"), raised("shock")),
    "models left misread": field(named("fallen"), raised("models")),
    "penetration misread": field(named("damage", effect="no-effect"), other("effect", ("glance",))),
    "facing misread": field(named("damage"), other("armour", (10, 14))),
    "strength of a hit misread": field(named("damage"), raised("strength")),
    "AP of a hit misread": field(named("damage"), raised("ap")),
    "hit on a hull not told": dropped("damage", lambda one: one["left"] > 0),
    "place of a loss misread": field(lambda one: one["event"] == "gone" and one["at"], moved("at", 0.5)),
    "hull points misread": field(named("damage"), raised("hull")),
    "test misread": field(lambda one: one["event"] == "roll" and one["most"] is not None, raised("most")),
    "flight too far": field(named("flight", left=False), moved("at", 6)),
    "die of flight not told": field(named("flight"), lambda one: one["dice"].pop()),
    "attacks miscounted": field(named("blows"), raised("attacks")),
    "wounds of blows misread": field(named("blows"), raised("wounds")),
    "winner of a round misread": field(named("melee"), winner),
    "Force Morale lost misread": field(named("force-morale"), lambda one: one.update(after=max(0, one["before"] - 4))),
    "cause misread": field(named("force-morale"), other("cause", ("warlord-killed", "flyer-destroyed"))),
    "test of Force Morale not told": dropped("force-morale"),
    "lost Team not told": dropped("gone", lambda one: one["cause"] == "shooting"),
    "Turn ends early": field(named("turn-end"), raised("turn")),
    "wrong winner": field(named("verdict"), winner),
    "wrong ending": field(named("verdict"), other("ending", ("crossing", "capture", "cap"))),
    "Turns miscounted": field(named("verdict"), raised("turns")),
    "unknown event": field(named("phase"), lambda one: one.update(event="lull")),
    "unknown field": field(named("phase"), lambda one: one.update(weather="rain")),
}
