"""Dark Potential: shots of weapons with an area of effect, by going through all places where the template can end."""

from math import ceil, cos, hypot, pi, sin

from darkpotential_book import (
    ATTACKER,
    SHOT,
    TARGET,
    Attack,
    Book,
    Target,
    at_most,
    distance_of,
    known,
    left_after,
    needed,
    shot_target,
)
from odds import Refused, add, certain, chain, combine, die, image, several

INPUTS = (*ATTACKER, *TARGET, *SHOT, "aoe-measure", "rules")
HAIR = 1e-9  # what floating-point lengths may be off


class Template:
    """One shot: its weapon, its target, and the odds of where the template's centre ends."""

    def __init__(self, book, inputs):
        self.book = book
        self.attack = Attack(book, inputs, "ranged", default="rocket-launcher")
        if not self.attack.template:
            raise Refused("a weapon without AOE")
        self.target = Target(book, inputs)
        self.reach = self.attack.template / (2 if book["aoe-measure"] == "diameter" else 1)
        hit = at_most(shot_target(book, inputs, self.attack, self.target))
        # Inches further from the firer, and inches to the right (DP-AOE-02 to 04, R-17); None: not moved.
        self.centres = {}
        add(self.centres, None, hit)
        dice = max(1, ceil(distance_of(inputs) / book["deviation-step"]))
        directions = int(book["deviation-directions"])
        moved = combine(several(die(), dice), die(directions), lambda inches, face: (inches, face))
        for (inches, face), chance in moved.items():
            angle = 2 * pi * (face - 1) / directions
            add(self.centres, (inches * cos(angle), inches * sin(angle)), (1 - hit) * chance)

    def away(self, centre, place):
        """Inches from the centre of the template, as they are compared (R-66), to the centre of a base."""
        x, y = centre or (0, 0)
        return round(hypot(x - place[0], y - place[1]), 3)

    def under_hole(self, away, model):
        return away <= float(model.base_radius + self.book["hole-radius"]) + HAIR  # DP-AOE-05, R-16

    def touched(self, away, model):
        return away <= float(model.base_radius + self.reach) + HAIR  # DP-AOE-06


def aoe_placement(inputs):
    known(inputs, *INPUTS)
    shot = Template(Book(inputs), inputs)

    def label(centre):
        away = shot.away(centre, (0, 0))
        if centre is None or shot.under_hole(away, shot.target):
            return "centered"
        return "touched" if shot.touched(away, shot.target) else "clear"

    return image(shot.centres, label)


def aoe_attack(inputs):
    """Who is under the template suffers a Strength roll of his own (DP-AOE-05 to 10)."""
    known(inputs, *INPUTS, "bystanders")
    book = Book(inputs)
    shot = Template(book, inputs)
    if not shot.attack.two_strengths:
        raise Refused("no Strength beside the centre")  # DP-AOE-05
    models = [((0.0, 0.0), shot.target)]
    for bystander in inputs.get("bystanders", []):
        known(bystander, "x", "y", *TARGET)
        place = tuple(float(needed(bystander, axis)) for axis in "xy")
        models.append((place, Target(book, bystander)))

    def removal(model, strength):
        ends = left_after(book, model.wounds, 12, strength - model.armor)
        return image(ends, lambda end: int(end[1] == 0))

    full = [removal(model, shot.attack.strength) for _, model in models]
    beside = [removal(model, shot.attack.blast) for _, model in models]

    def casualties(centre):
        away = [shot.away(centre, place) for place, _ in models]
        under = [index for index, (_, model) in enumerate(models) if shot.under_hole(away[index], model)]
        middle = min(under, key=lambda index: (index != 0, away[index]), default=None)
        removed = certain(0)
        for index, (_, model) in enumerate(models):
            if index == middle:
                removed = combine(removed, full[index])
            elif shot.touched(away[index], model):
                removed = combine(removed, beside[index])
        return removed

    return image(chain(shot.centres, casualties), lambda number: f"removed-{number}")
