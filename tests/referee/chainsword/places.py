"""Where firers and targets are, how far apart, in sight or not, in which cover (GEO, R-96 to R-98, R-129, CW-FLY-06)."""

from math import atan2, degrees

from .geometry import SLACK, angle_of, apart, from_way, gap, legs, nearest_points

AIR = ("anti-air", "flak", "attack-run", "dogfight")


class Places:
    """Judges the places of a volley."""

    def places(self, volley):
        """Where both are, and what there is between them."""
        event, by, target = volley.event, volley.by, volley.target
        if volley.kind == "dogfight":
            self.expect(event["from"] is None and event["to"] is None, "CW-FLY-18", "a dogfight has a place")
            self.equal(event["save"], self.air_save(target), "CW-FLY-19", f"cover save that counts for {target}")
            return
        ends = [self.place(by, event["from"]), self.place(target, event["to"])]
        if None in ends:
            return
        found = []
        for one in ends[0]:
            for two in ends[1]:
                found = self.between(volley, one, two)
                if not found:
                    break
            if not found:
                break
        for rule, why in found:
            self.violation(rule, why)
        save = self.air_save(target) if volley.kind in ("anti-air", "flak") else self.cover_save(target, event["cover"])
        self.equal(event["save"], save, "CW-BAS-08", f"cover save that counts for {target}")

    def place(self, team, told):
        """Outlines that a Team may have where it is told to be; a vehicle on its way may turn freely (R-92)."""
        if told is None:
            self.violation("trace", f"no place of {team}")
            return None
        told, way = tuple(told), self.way
        if not team.on_table:
            if not self.expect(team.vector is not None, "CW-SHO-01", f"{team} is {team.state} and takes part in a volley"):
                return None
            off, gone = from_way(told, team.vector)
            self.expect(off <= 0.02, "CW-FLY-06", f"{team} is {off:.3f} beside its vector")
            team.at, team.heading = told, heading_on(team.vector, gone)
            return [team.shape()]
        if way is None or way["team"] is not team:
            self.expect(apart(told, team.at) <= SLACK, "CW-GEO-02", f"{team} stands at {team.at}, not at {told}")
            return [team.shape()]
        off, gone = from_way(told, way["points"])
        self.expect(off <= 0.02, "R-129", f"{team} is {off:.3f} beside its way")
        self.expect(gone <= way["inches"] + 0.02, "R-129", f"{team} is {gone:.2f} on its way, {way['inches']} is the most")
        team.moved_now |= gone > 0.005
        team.at = told
        mate = self.game.officer_of(team)
        if mate is not None:
            mate.at = told
        if not team.vehicle:
            return [team.shape()]
        turned = [team.heading, heading_on(way["points"], gone), way["heading"]]
        return [team.shape(heading=one) for one in turned if one is not None]

    def between(self, volley, one, two):
        """What is wrong with distance, sight and cover: pairs of rule and reason."""
        game, event, by, target = self.game, volley.event, volley.by, volley.target
        found, far = [], gap(one, two)
        if abs(far - event["inches"]) > 0.01:
            found.append(("CW-GEO-02", f"{by} and {target} are {far:.3f} apart"))
        air = volley.kind in AIR
        seen = self.sight_aloft(volley, one, two) if air else game.ground.sight_range(one, two, game.smoke)
        if event["seen"] not in seen:
            found.append(("CW-FLY-06" if air else "CW-GEO-03", f"{by} sees {target}: {not event['seen']}"))
        covers = {0}
        if volley.kind not in ("anti-air", "flak"):
            covers = game.ground.cover_range(one, two, target.infantry, game.hulls(by, target))
        if event["cover"] not in covers:
            found.append(("CW-GEO-03", f"the cover of {target} from {by} is {sorted(covers)}"))
        return found

    def sight_aloft(self, volley, one, two):
        """Whether a flyer and somebody on the ground see each other: only buildings within 6 of the shooter block (CW-FLY-06)."""
        ground, smoke = self.game.ground, self.game.smoke
        a, b = nearest_points(one, two)
        shooter, answers = (one if volley.kind != "attack-run" else two), set()
        for more in (-0.02, SLACK, 0.02):
            clear = not smoke or apart(a, b) <= 18 + 0.01 - more
            for piece in ground.pieces:
                blocks = piece.key == "building" and piece.shape.chord(a, b, more) is not None
                if blocks and not (piece.holds(one.centre, -more) or piece.holds(two.centre, -more)):
                    near = gap(piece.shape, shooter) <= 6 + more
                    clear = clear and not near
                    # What a flyer on its run may see past buildings beside itself is not said.
                    if volley.kind == "attack-run" and gap(piece.shape, one) <= 6 + more:
                        answers.add(False)
                elif piece.burning and piece.shape.chord(a, b, more) is not None:
                    answers.add(False)
            answers.add(clear)
        return answers

    def air_save(self, target):
        """The cover save of a flyer in the air: by a jink alone (CW-FLY-08)."""
        return int(self.game.number("jink-save", 4)) if target.jinks else 0

    def cover_save(self, target, cover):
        """The cover save with Tactical moves, pinning, jinks."""
        saves = [cover] if cover else []
        better = max(2, cover - 1) if cover else 0
        if target.tactical:
            saves.append(better or self.game.number("tactical-cover", 5))
        if self.game.pinned(target) and not target.vehicle:
            saves.append(better or 6)
        if (target.trait("jink") or target.flyer) and (target.moved_now or target.moved_last):
            saves.append(5)
        return int(min(saves, default=0))

    def facings(self, target, shooter):
        """Facings of a vehicle that somebody at a place may strike: both where rounding decides (CW-GEO-04)."""
        way, headings = self.way, [target.heading]
        if way is not None and way["team"] is target:
            headings += [heading_on(way["points"], from_way(target.at, way["points"])[1]), way["heading"]]
        found = set()
        for heading in headings:
            if heading is None or target.at is None:
                continue
            seen = degrees(atan2(shooter[1] - target.at[1], shooter[0] - target.at[0]))
            off = abs((seen - angle_of(heading) + 180) % 360 - 180)
            for less in (-0.1, 0.1):
                found.add("front" if off + less < 45 else "rear" if off + less > 135 else "side")
        return found


def heading_on(points, gone):
    """Heading of the leg of a way on which a place lies."""
    a, b = points[0], points[-1]
    for start, end in legs(points):
        if apart(start, end) > 1e-6:
            a, b = start, end
        if gone <= apart(start, end):
            break
        gone -= apart(start, end)
    return angle_of(degrees(atan2(b[1] - a[1], b[0] - a[0])))


__all__ = ["AIR", "Places", "heading_on"]
