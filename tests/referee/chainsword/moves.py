"""Moves, deployments, arrivals, transports (MOV, DEP, GEO-06)."""

from .geometry import SLACK, apart, from_segment, from_way, gap, legs, segments_apart, towards, way_length
from .ground import HOUSES

WITHIN = 0.01 + SLACK


class Moves:
    """Judges who comes to stand where."""

    # Standing.

    def standing(self, team, rule, charging=None):
        """A Team stands where it may: table, ground, no overlap, the 1 inch zone (R-90, R-91, CW-MOV-06)."""
        game, ground = self.game, self.game.ground
        shape = team.shape()
        self.expect(ground.on_table(team.at), "R-90", f"{team} stands off the table at {team.at}")
        if team.vehicle:
            self.expect(all(ground.on_table(c, 0.01) for c in shape.corners), "R-90", f"{team} hangs over the edge")
            for piece in ground.pieces:
                if piece.hinders(team.hindrance()) == "impassable" and not (team.walker and piece.key == "ruins"):
                    self.expect(gap(piece.shape, shape) > -SLACK and self.clear_of(piece.shape, shape), "R-90", lambda: f"{team} stands on {piece}")
        else:
            blocked = [one for one in ground.impassable(team.at, team.hindrance()) if one.key != "razor-wire"]
            self.expect(not blocked, "R-90", lambda: f"{team} stands on {blocked[0]}")
            self.housed(team, charging)
        for other in game.bodies():
            if other is team or other.id == team.aboard:
                continue
            far = gap(shape, other.shape())
            if other.side == team.side:
                self.expect(far > 0 or self.overlap(shape, other.shape()) <= 0.01, rule, lambda: f"{team} overlaps {other}")
            elif charging is None or not (team.locked or team.assails or other.id in charging):
                self.expect(far >= 1 - 0.011 - SLACK, "CW-MOV-06", lambda: f"{team} stands {far:.3f} from {other}")

    def housed(self, team, charging):
        """Ten models at most are in a building or bunker, and no enemy, but in a charge at him (R-102)."""
        for house in (one for one in self.game.ground.pieces if one.key in HOUSES and one.holds(team.at, -SLACK)):
            inside = [one for one in self.game.bodies() if one.at and house.holds(one.at, -SLACK)]
            models = sum(one.models for one in inside if one.side == team.side)
            self.expect(models <= 10, "R-102", lambda: f"{models} models are in {house}")
            if charging is None:
                foes = [one for one in inside if one.side != team.side]
                self.expect(not foes, "R-102", lambda: f"{team} enters {house}, where {foes[0]} is")

    def clear_of(self, one, two):
        """Whether two shapes do not overlap by more than rounding."""
        return self.overlap(one, two) <= 0.01

    def overlap(self, one, two):
        """How deep two shapes overlap, about: 0 when they are apart."""
        if gap(one, two) > 0:
            return 0.0
        if one.radius is not None and two.radius is not None:
            return one.radius + two.radius - apart(one.centre, two.centre)
        if one.radius is not None or two.radius is not None:
            disc, block = (one, two) if one.radius is not None else (two, one)
            return disc.radius + block.depth(disc.centre)
        return min(_depth(one, two), _depth(two, one))

    # Coming on.

    def on_deployed(self, event):
        game, team, at = self.game, self.team(event["team"]), tuple(event["at"])
        choice = self.choice or {}
        ambush = "ambush" in choice
        self.expect(team.state in ("waiting", "aboard"), "CW-DEP-01", f"{team} is {team.state} and deploys")
        team.state, team.at, team.aboard = "table", at, None
        if event["heading"] is not None:
            team.heading = event["heading"]
        team.came_on, team.phase_models = True, team.models
        shape = team.shape()
        number = choice.get("point", 0)
        points = game.sides[team.side].points
        if ambush:
            radius, rule, gap_due = game.number("ambush-radius", 12), "CW-STR-05", game.number("ambush-gap", 4)
            self.expect(any(apart(one, at) <= radius + WITHIN for one in points), rule, f"{team} lies in ambush at {at}")
        else:
            self.expect(team.side == self.active, "CW-DEP-01", f"{team} deploys in the enemy Phase")
            wide = team.trait("scout") or team.trait("infiltrate")
            radius = game.number("scout-radius", 12) if wide else game.number("deploy-radius", 6)
            rule, gap_due = "CW-DEP-02", game.number("enemy-gap", 1)
            if self.expect(number < len(points), rule, f"{team.side} has no point {number}"):
                far = apart(points[number], at)
                self.expect(far <= radius + WITHIN, rule, f"{team} deploys {far:.2f} from point {number}")
                self.expect(self.denied(team.side, points[number]) is not True, "CW-JOP-10", f"point {number} is denied")
        for enemy in game.enemies(team.side):
            far = gap(shape, enemy.shape())
            self.expect(far >= gap_due - WITHIN, rule, lambda: f"{team} comes on {far:.2f} from {enemy}")
        self.standing(team, rule)

    # Ways.

    def pace(self, team, mode):
        """Inches of a mode before dice and Shock (CW-MOV-01 to 09); None where it has none."""
        game, mate = self.game, self.game.officer_of(team)
        move = min(one.profile["move"] for one in (team, mate) if one)
        if team.vehicle and not team.walker:
            slow = 12 if team.trait("fast") or team.flyer else 6
            return {"standard": move, "combat-speed": slow, "cruising": move, "flat-out": move + game.number("flat-out", 6)}.get(mode)
        initiative = min(one.profile["initiative"] for one in (team, mate) if one)
        run = move if game.rule("run-distance", "m-plus-i") == "m-plus-d6" else move + initiative
        return {"standard": move, "run": run, "tactical": initiative, "charge": move}.get(mode)

    def rough(self, team, points):
        """Whether a way has difficult ground, both answers where rounding decides (R-93)."""
        if self.game.jumps(team) or team.trait("skimmer") or team.flyer:
            return {False}
        answers = set()
        for more in (-0.01, 0.01):
            answers.add(any(self.meets(piece, points, more) for piece in self.difficult(team)))
        return answers

    def difficult(self, team):
        """Pieces that are difficult for a Team."""
        return [one for one in self.game.ground.pieces if one.hinders(team.hindrance()) == "difficult"]

    def meets(self, piece, points, more):
        """Whether a way touches a piece."""
        if len(points) == 1:
            return piece.holds(points[0], more)
        return any(piece.shape.chord(a, b, more) is not None for a, b in legs(points))

    def crossings(self, team, points):
        """How many walls and barricades a way crosses: least and most."""
        if self.game.jumps(team) or team.trait("skimmer") or team.flyer:
            return 0, 0
        least = most = 0
        for piece in self.game.ground.pieces:
            if piece.key in ("wall", "barricade"):
                for a, b in legs(points):
                    least += piece.shape.chord(a, b) is not None and not self.grazes(piece, a, b)
                    most += piece.shape.from_line(a, b) <= 0.01
        return least, most

    def grazes(self, piece, a, b):
        """Whether an end of a leg, or of the wall, lies on the other within rounding."""
        return min(from_segment(a, *piece.shape.corners), from_segment(b, *piece.shape.corners),
                   *(from_segment(c, a, b) for c in piece.shape.corners)) <= 0.01

    def on_way(self, event):
        team = self.team(event["team"])
        points = [tuple(one) for one in event["points"]]
        dice, mode = list(event["dice"]), team.mode
        self.expect(team.on_table, "CW-MOV-01", f"{team} is {team.state} and moves")
        self.expect(not team.locked, "CW-ACT-04", f"{team} is locked and moves")
        self.expect(not self.game.pinned(team) or team.vehicle, "CW-ACT-02", f"{team} is pinned and moves")
        self.expect(not team.damage.get("immobilised"), "CW-BAS-21", f"{team} is immobilised and moves")
        if team.at:
            self.expect(apart(points[0], team.at) <= 0.01, "R-92", f"{team} stands at {team.at}, its way begins at {points[0]}")
        self.expect(len(points) <= 4, "R-92", f"the way of {team} has {len(points) - 1} legs")
        pace = self.pace(team, mode)
        if not self.expect(pace is not None, "CW-MOV-01", f"{team} moves in mode {mode}"):
            return
        if mode == "run" and self.game.rule("run-distance", "m-plus-i") == "m-plus-d6":
            if self.expect(bool(dice), "R-24", "no die of the run"):
                pace += dice.pop(0)
        rough = self.rough(team, points)
        if mode != "charge" and (not team.vehicle or team.walker):
            if True in rough and len(dice) >= 2:
                pace = min(pace, max(dice[:2]))
                dice = dice[2:]
            else:
                self.expect(False in rough, "CW-MOV-07", f"{team} crosses difficult ground without dice")
        elif team.vehicle and not team.walker and True in rough:
            entered = [one for one in self.difficult(team) if self.meets(one, points, 0.01)]
            self.expect(len(dice) <= len(entered), "CW-MOV-07", f"{len(dice)} dice of {team} for {len(entered)} pieces")
            if 1 in dice:
                team.damage["immobilised"] = True
            dice = []
        self.expect(not dice, "CW-MOV-07", lambda: f"{len(dice)} dice too many on the way of {team}")
        most = max(0, pace - team.shock * self.game.number("shock-move", 1))
        if self.on_road(team, points) and mode in ("combat-speed", "cruising"):
            most += 3
        self.expect(event["inches"] <= way_length(points) + 0.01, "R-92", f"{team} may go {event['inches']} of {way_length(points):.3f}")
        if mode != "charge":
            self.expect(event["inches"] <= most + WITHIN, "CW-MOV-05", f"{team} may go {event['inches']}, at most {most} ({mode})")
        self.way = {"team": team, "points": points, "inches": event["inches"], "mode": mode, "most": most}
        self.way["heading"] = (self.choice or {}).get("heading")
        self.way["reach"] = self.charge_reach(team)
        team.raced |= mode == "flat-out"
        self.barred(team, points, mode)

    def charge_reach(self, team):
        """Inches from the centre of a charger to its edge and from that of its target to its own, together; 0 without a charge."""
        if self.charge is None or self.charge["team"] is not team:
            return 0.0
        shapes = [one.shape() for one in (team, self.team(self.charge["target"])) if one.at]
        return sum(one.radius or 0.0 for one in shapes)

    def on_road(self, team, points):
        """Whether a vehicle keeps to a road."""
        roads = [one for one in self.game.ground.pieces if one.key == "road"]
        return team.vehicle and any(all(one.holds(point, 0.01) for point in points) for one in roads)

    def barred(self, team, points, mode):
        """Enemies and impassable ground along the way (R-90, R-91, R-95)."""
        game, start = self.game, team.shape()
        # A hull may turn on its way: there it is a disc of 1.25.
        wide = 1.25 if team.vehicle else team.shape().radius or 0.0
        if mode != "charge":
            for enemy in game.enemies(team.side):
                shape = enemy.shape()
                # Who has grown into its reach may go out of it.
                least = min(1.0, gap(start, shape), shape.from_line(points[0], points[0]) - wide) - 0.01 - SLACK
                far = min(shape.from_line(a, b) for a, b in legs(points)) if len(points) > 1 else 99
                self.expect(far - wide >= least, "R-91", lambda: f"the way of {team} comes {far - wide:.3f} near {enemy}")
        if game.jumps(team) or team.flyer:
            return
        for piece in game.ground.pieces:
            if piece.key == "razor-wire":
                crossed = not team.vehicle and any(self.cuts(piece, a, b) for a, b in legs(points))
                over = mode == "standard" and piece.shape.from_line(points[0], points[0]) <= 1 + wide + 0.02
                self.expect(not crossed or over, "R-95", lambda: f"{team} crosses {piece}")
            elif piece.hinders(team.hindrance()) == "impassable" and len(points) > 1:
                far = min(piece.shape.from_line(a, b) for a, b in legs(points))
                if team.vehicle:
                    least = min(1.25, piece.shape.from_line(points[0], points[0])) - 0.02
                    self.expect(far >= least, "R-90", lambda: f"the way of {team} comes {far:.3f} near {piece}")
                elif not piece.holds(points[0]):
                    inside = max(self.deep(piece, a, b) for a, b in legs(points))
                    self.expect(inside <= 0.05, "R-90", lambda: f"the way of {team} runs {inside:.2f} through {piece}")

    def cuts(self, piece, a, b):
        """Whether a leg crosses a line clearly."""
        return piece.shape.chord(a, b) is not None and not self.grazes(piece, a, b)

    def deep(self, piece, a, b):
        """Inches of a leg that run more than a hair inside a piece."""
        span = piece.shape.chord(a, b, -0.01)
        return 0.0 if span is None else (span[1] - span[0]) * apart(a, b)

    def on_moved(self, event):
        team, at = self.team(event["team"]), tuple(event["at"])
        self.expect(team.on_table, "CW-MOV-01", f"{team} is {team.state} and moves")
        way, self.way = self.way, None
        if way is not None and way["team"] is team:
            off, gone = from_way(at, way["points"])
            # A charger whose disc, or whose target's, has shrunk on the way goes on until it touches: farther
            # than that where it comes at a side aslant.
            shrunk = 1.42 * (way["reach"] - self.charge_reach(team)) if way["mode"] == "charge" else 0
            self.expect(off <= 0.02 + shrunk, "R-92", f"{team} ends {off:.3f} beside its way")
            least, _ = self.crossings(team, cut(way["points"], gone))
            if way["mode"] != "charge":
                self.expect(gone <= way["inches"] + WITHIN, "CW-MOV-01", f"{team} goes {gone:.2f} of {way['inches']}")
                self.expect(gone + 2 * least <= way["most"] + WITHIN, "R-95", f"{team} goes {gone:.2f} and crosses {least}, {way['most']} is the most")
            team.moved_act = True
            if gone > 0.005:
                team.moved_now = team.moved_this = True
            if team.side != self.active:
                # an Interrupt ends Overwatch, and Tactical of a move before it.
                team.overwatch, team.tactical = False, way["mode"] == "tactical"
        elif team.at and apart(at, team.at) > 0.005:
            team.moved_now = True  # the move of who has won a melee is one for jinks as well
        team.at, team.heading = at, event["heading"]
        mate = self.game.officer_of(team)
        if mate is not None:
            mate.at = at
        if way is not None and way["team"] is team and gone <= 0.005:
            return  # an overlap made by growth is tolerated until it moves
        charging = way is not None and way["mode"] == "charge"
        self.standing(team, "R-91", [self.charge["target"]] if charging and self.charge else None)


def cut(points, inches):
    """The first inches of a way."""
    made = [points[0]]
    for a, b in legs(points):
        far = apart(a, b)
        if inches <= far:
            return [*made, towards(a, b, inches)]
        made.append(b)
        inches -= far
    return made


def _depth(one, two):
    """How deep the second polygon reaches over the sides of the first, at the side where that is least."""
    best = 1e9
    for a, b in one.sides():
        length = apart(a, b)
        deep = max(((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])) / length for c in two.corners)
        best = min(best, deep)
    return best


__all__ = ["Moves", "from_segment", "legs", "segments_apart", "way_length"]
