"""Before the first Phase: rolls, purchases, works, Patrol Markers, infiltrators, jump-off points (ARM, PAT, JOP, SCN)."""

from .book import WORKS
from .geometry import SLACK, apart, gap, legs, towards
from .ground import Piece, spots_round

# Markers of A and B (a set where a side chooses), points of A and B without the extra one, who has an extra one.
MARKERS = {
    "patrol": ({3, 4}, {3, 4}), "probe": ({4}, {4}), "attack-and-defend": ({4}, {4}), "delaying-action": ({4}, {3}),
    "flank-attack": ({6}, {3}), "attack-on-an-objective": ({3, 4}, {4}),
}
POINTS = {"delaying-action": (3, 2), "flank-attack": (4, 3)}
EXTRA = ("delaying-action", "flank-attack", "attack-on-an-objective")
OPENING = {"probe": (1, 1), "attack-and-defend": (0, 0), "flank-attack": (1, 1), "attack-on-an-objective": (1, 1)}
# Classes that a side may not buy (CW-SCN-02 to 19).
BANS = {
    "patrol": ({"entrenchment", "static-defence", "barrage"},) * 2,
    "probe": ({"entrenchment", "static-defence", "barrage"}, {"barrage"}),
    "attack-and-defend": (set(), {"barrage"}),
    "delaying-action": (set(), {"entrenchment", "static-defence", "barrage"}),
    "flank-attack": (set(), set()),
    "attack-on-an-objective": (set(), set()),
}


def half(die):
    """A d3 of a d6."""
    return (die + 1) // 2


class Setup:
    """Judges what comes before the first Phase."""

    # Rolls.

    def on_set_up(self, event):
        game, dice, levels = self.game, list(event["dice"]), event["levels"]
        self.expect(all(1 <= die <= 6 for die in dice), "CW-FMO-01", "dice show 1 to 6")
        self.once("set-up", "CW-FMO-01")
        due = []
        for side in "AB":
            squads = {}
            for team in game.alive(side):
                if "ld" in team.profile and not (team.support or team.split):
                    squads.setdefault(team.squad, team)
            if game.rule("fm-formula", "d3-troops") == "unit-average":
                values = [one.profile["ld"] for one in squads.values()]
                due.append(-(-sum(values) // max(1, len(values))))
            else:
                values = [one.profile["ld"] for one in squads.values() if one.profile.get("role") == "troops"]
                due.append(half(dice.pop(0)) + sum(values) // max(1, len(values)))
        self.equal(list(levels), due, "CW-FMO-01", "Force Morale")
        for side, level in zip("AB", levels):
            game.sides[side].level = game.sides[side].start = level
        if levels[0] == levels[1]:
            while True:
                if len(dice) < 2:
                    self.lost("CW-PAT-03", "no roll-off is thrown")
                one, two, *dice = dice
                if one != two:
                    first = "A" if one > two else "B"
                    break
        else:
            first = "A" if levels[0] > levels[1] else "B"
        self.first = event["first"]
        self.equal(event["first"], first, "CW-PAT-03", "who moves first")
        points, left = self.support_points(dice)
        self.equal(list(event["support"]), points, "CW-ARM-03", "support points")
        self.expect(not left, "CW-ARM-03", lambda: f"{len(left)} dice too many")
        for side, value in zip("AB", event["support"]):
            game.sides[side].support = value

    def support_points(self, dice):
        """Support points of A and B by the dice, and what is left of them (CW-SCN-02, 05, 08, 12, 16, 19)."""
        game = self.game
        row = game.book.codex["support-rolls"][game.scenario]
        pip, count = row["pip"], row["dice"]
        if game.scenario == "patrol":
            if game.rule("patrol-support", "separate") == "shared":
                return [half(dice[0]) * pip] * 2, dice[1:]
            # The side that moves first throws first.
            both = [half(dice[0]) * pip, half(dice[1]) * pip]
            return both if self.first == "A" else both[::-1], dice[2:]
        roll = sum(dice[:count])
        attacker = min(roll * pip, row["most"] or 10**6)
        if game.scenario == "probe":
            defender = attacker // 2
        elif game.scenario in ("attack-and-defend", "delaying-action"):
            defender = attacker // 2 if game.rule("half-support") == "exact" else attacker // 2 // 50 * 50
        else:
            defender = roll // 2 * pip
        return [attacker, defender], dice[count:]

    # Purchases.

    def price(self, item, option):
        """What a purchase costs, and its class."""
        book = self.game.book
        if item in book.codex["support"]:
            kind = WORKS.get(item) or ("barrage" if item == "preliminary-barrage" else "specialist")
            return book.codex["support"][item], kind
        profile, _ = book.profile(item)
        if profile is None:
            return None, None
        more = book.codex["options"].get(item, {}).get(option, {}).get("cost", 0) if option else 0
        return profile["cost"] + more, "reinforcement"

    def on_bought(self, event):
        game, side = self.game, self.game.sides[event["side"]]
        choice = self.choice or {}
        item, option = choice.get("buy"), choice.get("option")
        self.equal(self.chooser, event["side"], "CW-ARM-03", "whose purchase it is")
        cost, kind = self.price(item, option)
        if cost is None:
            self.lost("CW-ARM-03", f"{item} is nothing to buy")
        self.equal(event["left"], side.support - cost, "CW-ARM-03", f"points left after {item}")
        self.expect(event["left"] >= 0, "CW-ARM-03", "support points are overdrawn")
        side.support = event["left"]
        banned = BANS[game.scenario]["AB".index(event["side"])]
        self.expect(kind not in banned, "CW-ARM-04", lambda: f"{kind} is banned for {event['side']} in {game.scenario}")
        profile, _ = game.book.profile(item)
        self.expect(not profile or profile.get("rank") != "warlord", "CW-ARM-03", "a warlord is bought")
        if item in WORKS:
            side.works.append(item)
        if item == "preliminary-barrage":
            self.expect(not side.barrage, "R-104", "a second preliminary barrage")
            side.barrage = True
        if choice.get("for") and item not in ("adjutant", "medic"):
            for one in game.squad_of(self.team(choice["for"])):
                one.transport = event["teams"][0]["id"] if event["teams"] else None
        if item in ("adjutant", "medic"):
            team = self.team(choice.get("for"))
            self.expect(team.side == event["side"], "CW-ARM-07", f"{team} is no friend")
            self.expect(not getattr(team, item), "R-104", f"{team} has a {item}")
            self.expect(item == "medic" or team.officer, "CW-ARM-07", f"{team} is no officer")
            setattr(team, item, True)
        self.expect(bool(event["teams"]) == (kind == "reinforcement"), "CW-ARM-03", lambda: f"Teams come by {item}")
        for told in event["teams"]:
            self.expect(told["id"] not in game.teams, "CW-ARM-03", lambda: f"{told['id']} is there already")
            team = game.add(told, event["side"])
            self.expect(team.unit == item, "CW-ARM-03", lambda: f"{team} comes by {item}")
            self.printed(team, option)
        for told in event["teams"]:
            game.count_squad((event["side"], told["squad"]))
        flyers = sum(1 for one in game.alive(event["side"]) if one.flyer)
        self.expect(flyers <= 2, "R-104", f"{flyers} flyers")

    def printed(self, team, option=None):
        """Whether a Team is as its profile prints it."""
        profile = team.profile
        self.expect(team.shock == 0 and team.wounds == 0, "CW-ARM-01", f"{team} begins hurt")
        self.expect(team.at is None and team.state in ("waiting", "reserve", "aboard"), "CW-DEP-01", f"{team} begins at {team.at}")
        if team.vehicle:
            self.equal(team.hull, profile["hull-points"], "CW-ARM-01", f"hull points of {team}")
        if team.state == "reserve":
            able = team.trait("deep-strike") or team.trait("outflank") or team.flyer
            self.expect(able, "CW-DEP-09", f"{team} waits in reserve")

    # Works.

    def on_work(self, event):
        game, side = self.game, event["side"]
        piece = Piece(event["piece"], game.book)
        mine = game.sides[side].works
        self.expect(piece.key in mine, "CW-ARM-05", lambda: f"{side} has bought {mine}")
        if piece.key in mine:
            mine.remove(piece.key)
        shape = piece.shape
        middle, at = self.half_line()
        corners = shape.corners
        inside = all((c[at] <= middle + SLACK) if side == "A" else (c[at] >= middle - SLACK) for c in corners)
        self.expect(inside, "CW-ARM-05", lambda: f"{piece} is not within the half of {side}")
        self.expect(all(game.ground.on_table(c) for c in corners), "CW-ARM-05", lambda: f"{piece} is off the table")
        for other in game.ground.pieces:
            far = gap(other.shape, shape)
            if other.key in WORKS and WORKS[other.key] == WORKS[piece.key] and other.worker:
                self.expect(far >= 6 - SLACK, "CW-ARM-05", lambda: f"{piece} is {far:.2f} from {other}")
            self.expect(far > -SLACK and (far > 0 or other.line or piece.line), "R-104", lambda: f"{piece} overlaps {other}")
        piece.worker = side
        game.ground.pieces.append(piece)

    def half_line(self):
        """Coordinate of the line between the halves, and which coordinate it is."""
        ground = self.game.ground
        return (ground.width / 2, 0) if self.game.scenario == "delaying-action" else (ground.height / 2, 1)

    # Patrol Markers.

    def on_segments(self, event):
        self.equal(self.game.scenario, "patrol", "CW-SCN-01", "the scenario of segments")
        self.equal(list(event["segments"]), [half(die) for die in event["dice"]], "CW-SCN-01", "segments")
        self.segments = list(event["segments"])

    def on_opening_moves(self, event):
        scenario, dice = self.game.scenario, event["dice"]
        if scenario not in OPENING:
            self.expect(event["moves"] == 0 and not dice, "CW-PAT-12", f"{scenario} has no opening moves")
        else:
            self.equal(len(dice), 1, "CW-PAT-12", "dice of the opening moves")
            due = dice[0] if scenario == "attack-and-defend" else half(dice[0]) + 1
            self.equal(event["moves"], due, "CW-PAT-12", "opening moves")
        self.opening = event["moves"]
        self.markers_set = True
        self.start_markers()

    def start_markers(self):
        """All markers are set up: counts, areas, links, first locks."""
        game = self.game
        for index, side in enumerate("AB"):
            marks = game.sides[side].markers
            self.expect(len(marks) in MARKERS[game.scenario][index], "CW-PAT-01", lambda: f"{side} has {len(marks)} markers")
            for number, mark in enumerate(marks):
                self.marker_area(side, mark)
                friends = [one for i, one in enumerate(marks) if i != number and one["group"] == mark["group"]]
                linked = any(self.marker_gap(one["at"], mark["at"]) <= 12 + SLACK for one in friends)
                free = side == "B" and game.scenario in ("delaying-action", "attack-on-an-objective")
                if not free:
                    self.expect(linked, "R-107", lambda: f"marker {number} of {side} is not linked")

    def marker_gap(self, one, two):
        """Gap of two markers (CW-PAT-02)."""
        less = 0 if self.game.rule("patrol-measure") == "centre" else self.game.book.codex["numbers"]["marker-diameter"]
        return apart(one, two) - less

    def marker_area(self, side, mark):
        """Whether a marker starts where its scenario says."""
        game, (x, y) = self.game, mark["at"]
        scenario, s = game.scenario, 0.01 + SLACK
        if scenario == "patrol":
            entry = (12, 36, 60)[self.segments["AB".index(side)] - 1]
            due = (entry, 0) if side == "A" else (72 - entry, 48)
            ok, rule = apart((x, y), due) <= s, "CW-SCN-01"
        elif scenario == "probe":
            ok, rule = (abs(y) <= s if side == "A" else y >= 36 - s), "CW-SCN-04"
            if side == "A":
                same = all(apart(one["at"], mark["at"]) <= s for one in game.sides["A"].markers)
                self.expect(same, "CW-SCN-04", "A enters at one point")
        elif scenario == "attack-and-defend":
            ok, rule = (abs(y) <= s if side == "A" else y >= 30 - s), "CW-SCN-07"
        elif scenario == "delaying-action":
            ok, rule = (abs(x) <= s if side == "A" else 60 - s <= x <= 66 + s and 6 - s <= y <= 42 + s), "CW-SCN-10"
            marks = [one["at"] for one in game.sides[side].markers]
            if side == "A":
                self.expect(all(apart(one, (x, y)) <= s for one in marks), "CW-SCN-10", "A enters at one point")
            else:
                near = [one for one in marks if one is not mark["at"] and self.marker_gap(one, (x, y)) < 6 - s]
                self.expect(not near, "CW-SCN-10", lambda: f"markers of B stand less than 6 apart: {near}, {(x, y)}")
        elif scenario == "flank-attack":
            if side == "B":
                ok = x >= 36 - s and y >= 24 - s
            elif mark["group"] == 0:
                ok = abs(y) <= s
            elif game.rule("flank-edges") == "near-flank":
                ok = abs(x - 72) <= s and y <= 24 + s
            else:
                ok = abs(x) <= s
            rule = "CW-SCN-14"
            if side == "A":
                near = [one for one in game.sides["B"].markers if self.marker_gap(one["at"], (x, y)) < 12 - s]
                self.expect(not near, "CW-SCN-14", "a marker of A starts within 12 of a defender's")
        else:
            ok = abs(y) <= s if side == "A" else apart((x, y), game.objective) <= 6 + s
            rule = "CW-SCN-18"
        self.expect(ok and game.ground.on_table((x, y)), rule, lambda: f"a marker of {side} starts at {(x, y)}")

    def on_marker(self, event):
        side = self.game.sides[event["side"]]
        number, at = event["marker"], tuple(event["at"])
        if not self.markers_set:
            self.equal(number, len(side.markers), "CW-PAT-01", "the next marker")
            side.markers.append({"at": at, "locked": event["locked"], "group": event["group"]})
            return
        if number >= len(side.markers):
            self.lost("CW-PAT-01", f"{event['side']} has no marker {number}")
        mark = side.markers[number]
        move = self.choice if self.choice and "move-marker" in self.choice else None
        if move and self.moving and event["side"] == self.chooser and number == move["move-marker"]:
            self.marker_moved(side, mark, at, move)
            mark["at"] = at
            # Nothing stops a marker before the place that was named but the enemy who locks it (CW-PAT-07, 08).
            if apart(at, tuple(move["to"])) > 0.01:
                self.expect(event["locked"], "CW-PAT-08", f"the marker is stopped at {at} and not locked")
                self.locker = at
            self.moving = False
        else:
            self.expect(apart(mark["at"], at) <= SLACK, "CW-PAT-08", f"marker {number} of {event['side']} has moved")
            self.expect(event["locked"], "CW-PAT-08", f"marker {number} of {event['side']} is told for nothing")
        self.expect(event["locked"] or not mark["locked"], "CW-PAT-08", "a lock opens")
        mark["locked"] = event["locked"]
        self.lock_check = True

    def marker_moved(self, side, mark, at, move):
        """A move of a marker (CW-PAT-04 to 09)."""
        start, to = mark["at"], tuple(move["to"])
        self.expect(not mark["locked"], "CW-PAT-08", "a locked marker moves")
        length = apart(start, to)
        most = self.game.number("patrol-move", 12)
        self.expect(length <= most + SLACK, "CW-PAT-04", lambda: f"a marker moves {length:.2f}")
        self.expect(self.game.ground.on_table(to), "CW-PAT-04", "a marker leaves the table")
        lock, link = self.game.number("patrol-lock", 12), self.game.number("patrol-link", 12)
        foes = [one["at"] for one in self.game.sides["B" if side.name == "A" else "A"].markers]
        stop, limit = length, lock + self.marker_gap((0, 0), (0, 0)) * -1
        for foe in foes:
            stop = min(stop, first_within(start, to, foe, limit))
        due = towards(start, to, stop)
        self.expect(apart(at, due) <= 0.01, "CW-PAT-07", lambda: f"the marker stops at {due}")
        friends = [one["at"] for one in side.markers if one is not mark and one["group"] == mark["group"]]
        if len(side.markers) > 1:
            steps = [towards(start, at, apart(start, at) * i / 24) for i in range(25)]
            ok = all(any(self.marker_gap(one, step) <= link + 0.01 + SLACK for one in friends) for step in steps)
            self.expect(ok, "CW-PAT-05", "the marker leaves its link")

    def judge_locks(self):
        """After a move: who is near enough is locked, nobody else (CW-PAT-08, 09)."""
        a, b = self.game.sides["A"].markers, self.game.sides["B"].markers
        at, self.locker = self.locker, None
        if at is not None:
            near = [one for one in (b if self.chooser == "A" else a) if self.marker_gap(one["at"], at) <= 12.01]
            self.expect(any(one["locked"] for one in near), "CW-PAT-08", f"who stops the marker at {at} is not locked")
        for mine, foes in ((a, b), (b, a)):
            for mark in mine:
                near = min((self.marker_gap(mark["at"], one["at"]) for one in foes), default=99)
                if near <= 12 + SLACK:
                    self.expect(mark["locked"], "CW-PAT-08", lambda: f"the marker at {mark['at']} is not locked")
                elif near > 12 + 0.01 + SLACK:
                    self.expect(not mark["locked"], "CW-PAT-08", lambda: f"the marker at {mark['at']} is locked")

    def marker_turn(self, side, moves):
        """Whose move it is (CW-PAT-10 to 12, R-78, R-108)."""
        game = self.game
        for name in "AB":
            done = game.sides[name].markers and all(one["locked"] for one in game.sides[name].markers)
            self.expect(not done, "CW-PAT-10", f"all markers of {name} are locked, and {side} moves on")
        self.marker_moves += 1
        self.expect(self.marker_moves <= game.number("patrol-move-cap", 48), "CW-PAT-11", "more moves than the cap")
        self.expect(self.passes < 2, "CW-PAT-11", "both have passed")
        if self.opening > 0 and side == "B" and not self.can_move_marker("A"):
            self.opening = 0  # moves that cannot be made lapse
        if self.opening > 0:
            self.equal(side, "A", "CW-PAT-12", "who makes the opening moves")
            self.opening -= 1
            self.passes = 0
            return
        due = self.first if self.mover is None else "B" if self.mover == "A" else "A"
        if side != due:
            # A player without a legal move passes without being asked.
            self.expect(not self.can_move_marker(due), "CW-PAT-10", f"it is the move of {due}")
            self.passes += 1
            self.marker_moves += 1
            self.expect(self.passes < 2, "CW-PAT-11", "both have passed")
        self.mover = side
        self.passes = 0 if moves else self.passes + 1

    def can_move_marker(self, name):
        """Whether some marker of a side may surely move."""
        marks = self.game.sides[name].markers
        for mark in marks:
            friends = [one for one in marks if one is not mark and one["group"] == mark["group"]]
            if not mark["locked"] and any(self.marker_gap(one["at"], mark["at"]) < 11.9 for one in friends):
                return True
        return False

    # Infiltrators and jump-off points.

    def choose_infiltrate(self, side, choice):
        self.infiltrating = True

    def on_infiltrated(self, event):
        game, team, at = self.game, self.team(event["team"]), tuple(event["at"])
        self.expect(not self.phase and not any(one.points for one in game.sides.values()), "CW-DEP-07", "points are placed")
        self.expect(team.trait("infiltrate") and team.state == "waiting", "CW-DEP-06", f"{team} infiltrates")
        team.state, team.at = "table", at
        shape = team.shape()
        near = min(apart(one["at"], at) for one in game.sides[team.side].markers) - 1.25
        self.expect(near <= 12.01 + SLACK, "CW-DEP-06", f"{team} is {near:.2f} from its markers")
        for enemy in game.enemies(team.side):
            far, seen = gap(shape, enemy.shape()), game.ground.sight_range(enemy.shape(), shape, 0)
            limit = 12 if False not in seen else 6
            self.expect(far > limit - 0.02, "CW-DEP-07", lambda: f"{team} is {far:.2f} from {enemy}")
        for mark in game.sides["B" if team.side == "A" else "A"].markers:
            far = apart(shape.nearest(mark["at"]), mark["at"]) - 1.25
            self.expect(far > 6 - 0.02, "CW-DEP-07", lambda: f"{team} is {far:.2f} from an enemy marker")
        self.standing(team, "CW-DEP-06")

    def on_point(self, event):
        game, name, at = self.game, event["side"], tuple(event["at"])
        side = game.sides[name]
        self.equal(event["point"], len(side.points), "CW-JOP-01", "number of the point")
        self.expect(not self.phase, "CW-JOP-01", "a point is placed in the game")
        normal = POINTS.get(game.scenario, (3, 3))
        mine, theirs = len(side.points), len(game.sides["B" if name == "A" else "A"].points)
        own, other = normal["AB".index(name)], normal["BA".index(name)]
        self.expect(game.ground.on_table(at), "CW-JOP-05", f"the point {at} is off the table")
        blocked = game.ground.impassable(at, "foot")
        self.expect(not [one for one in blocked if one.key != "razor-wire"], "CW-JOP-05", f"the point {at} is on {blocked}")
        if mine >= own:
            self.expect(game.scenario in EXTRA and name == "B" and mine == own and theirs >= other, "CW-JOP-09", "one point too many")
            self.extra_area(at)
        else:
            last = 1 if name == self.first else 0
            ahead = mine - theirs
            fair = ahead == (0 if last else -1) or theirs >= other and ahead >= (0 if last else -1)
            self.expect(fair, "CW-JOP-01", lambda: f"{name} places point {mine} when the other has {theirs}")
            self.point_place(side, at)
        side.points.append(at)

    def extra_area(self, at):
        """Where the defender's extra point may lie (CW-SCN-11, 15, 18)."""
        (x, y), s, scenario = at, SLACK, self.game.scenario
        if scenario == "delaying-action":
            ok = 60 - s <= x <= 66 + s and 6 - s <= y <= 42 + s
        elif scenario == "flank-attack":
            ok = x >= 36 - s and y >= 24 - s
        else:
            ok = apart(at, self.game.objective) <= self.game.number("objective-radius", 6) + 0.01 + s
        self.expect(ok, "CW-JOP-09", lambda: f"the extra point lies at {at}")

    def point_breach(self, side, at, distance, slack):
        """The first rule of CW-JOP-02 to 05 that a place breaks, or None; with `slack` limits are as wide as rounding allows."""
        game = self.game
        edge = 0 if game.rule("patrol-measure") == "centre" else 1.25
        friends = [one["at"] for one in side.markers]
        foes = sorted((one["at"] for one in game.sides["B" if side.name == "A" else "A"].markers), key=lambda one: apart(one, at))[:2]
        if not game.ground.on_table(at, slack) or [one for one in game.ground.impassable(at, "foot") if one.key != "razor-wire"]:
            return "CW-JOP-05"
        nearest = min(friends, key=lambda one: apart(one, at))
        if abs(apart(nearest, at) - edge - distance) > 0.05 + slack:
            return "CW-JOP-02"
        for foe in foes:
            if game.rule("jop-side") == "behind-marker":
                if apart(at, foe) <= apart(nearest, foe) - slack:
                    return "CW-JOP-03"
            elif apart(at, foe) <= apart(at, nearest) - slack:
                return "CW-JOP-03"
        for foe in foes:
            if not self.sheltered(at, foe, slack):
                return "CW-JOP-04"
        return None

    def sheltered(self, at, foe, slack):
        """Whether a place is in cover from an enemy marker."""
        for one in self.game.ground.pieces:
            if one.cover and (one.holds(at, slack) or one.shape.chord(foe, at, slack) is not None):
                return True
        return False

    def point_place(self, side, at):
        """CW-JOP-02 to 07, R-109."""
        game = self.game
        used = self.used_markers[side.name]
        friends = side.markers
        index = min(range(len(friends)), key=lambda i: apart(friends[i]["at"], at))
        rivals = [i for i in range(len(friends)) if apart(friends[i]["at"], at) - apart(friends[index]["at"], at) <= 0.05 + SLACK]
        need = POINTS.get(game.scenario, (3, 3))["AB".index(side.name)]
        fresh = [i for i in rivals if i not in used]
        index = fresh[0] if fresh else index
        edge = 0 if game.rule("patrol-measure") == "centre" else 1.25
        far = apart(friends[index]["at"], at) - edge
        unused = [i for i in range(len(friends)) if i not in used]
        if need > len(friends):
            unused = list(range(len(friends)))
        if self.point_breach(side, at, game.number("jop-distance", 6), SLACK) is None:
            self.serve(side, index, need)
            return
        for step in range(7, 19):
            if self.point_breach(side, at, step, SLACK) is None:
                nearer = self.legal_spot(side, unused, range(6, step))
                self.expect(nearer is None, "CW-JOP-07", lambda: f"the point lies {far:.2f} off, {nearer} was legal")
                self.serve(side, index, need)
                return
        breach = self.point_breach(side, at, 6, SLACK)
        legal = self.legal_spot(side, unused, range(6, 19))
        if not self.expect(legal is None, breach, lambda: f"the point {at} is not legal, {legal} was"):
            return
        self.waived(side, at, unused)

    def serve(self, side, index, need):
        """A marker serves a point (CW-JOP-06)."""
        used = self.used_markers[side.name]
        if need <= len(side.markers):
            self.expect(index not in used, "CW-JOP-06", f"marker {index} of {side.name} serves a second point")
        used.add(index)

    def legal_spot(self, side, unused, distances):
        """A surely legal spot among the 72 headings round the unused markers, or None."""
        edge = 0 if self.game.rule("patrol-measure") == "centre" else 1.25
        for far in distances:
            for i in unused:
                for spot in spots_round(side.markers[i]["at"], far + edge):
                    if self.point_breach(side, spot, far, -SLACK) is None:
                        return spot
        return None

    def waived(self, side, at, unused):
        """The place where no marker has a legal point: away from the nearest enemy marker (R-109)."""
        ground = self.game.ground
        foes = [one["at"] for one in self.game.sides["B" if side.name == "A" else "A"].markers]
        edge = 0 if self.game.rule("patrol-measure") == "centre" else 1.25
        for i in unused:
            mark = side.markers[i]["at"]
            foe = min(foes, key=lambda one: apart(one, mark))
            spot = towards(mark, foe, -(6 + edge))
            spot = (max(0, min(ground.width, spot[0])), max(0, min(ground.height, spot[1])))
            if apart(spot, at) <= 0.05 or ground.impassable(spot, "foot") and apart(spot, at) <= 5:
                self.used_markers[side.name].add(i)
                return
        self.violation("CW-JOP-07", f"the point {at} does not lie away from the nearest enemy marker")


def first_within(start, to, foe, limit):
    """Inches of a straight way after which a point is first within a limit of `foe`; infinite if never."""
    length = apart(start, to)
    if apart(start, foe) <= limit:
        return 0.0
    if length < 1e-9:
        return float("inf")
    ux, uy = (to[0] - start[0]) / length, (to[1] - start[1]) / length
    fx, fy = foe[0] - start[0], foe[1] - start[1]
    middle = fx * ux + fy * uy
    square = limit * limit - (fx * fx + fy * fy - middle * middle)
    if square < 0 or middle < 0:
        return float("inf")
    at = middle - square ** 0.5
    return at if at <= length else float("inf")


__all__ = ["BANS", "EXTRA", "Setup", "half", "legs"]
