"""Flyers (FLY)."""

from .geometry import SLACK

AIMS = ("zoom", "hover", "intercept")


class Flyers:
    """Judges flyers."""

    flying = None  # the flyer on its vector

    def on_sortie(self, event):
        team = self.team(event["team"])
        self.expect(team.flyer, "CW-FLY-01", f"{team} flies")
        self.expect(event["aim"] in AIMS, "CW-FLY-02", f"{team} comes for {event['aim']}")
        self.expect(not team.on_table, "CW-FLY-02", f"{team} is on the table and comes")
        self.expect(event["aim"] != "hover" or team.trait("hover"), "CW-FLY-13", f"{team} cannot hover")
        team.aim, team.flew, team.jinks = event["aim"], None, False

    def roll_flyer(self, event):
        team = self.team(event["team"])
        self.equal(len(event["result"]), 1, "CW-FLY-02", "dice of the arrival")
        self.expect(self.acting is team, "CW-FLY-02", f"{team} arrives without being activated")
        team.flew = event

    def flyer_arrives(self, team):
        """Whether its arrival roll lets it come."""
        return team.flew is not None and team.flew["result"][0] >= self.game.number("flyer-arrival", 4)

    def on_vector(self, event):
        team, points = self.team(event["team"]), event["points"]
        self.expect(team.flyer, "CW-FLY-01", f"{team} flies")
        leaving = team.on_table
        if not leaving and team.aim == "zoom" and self.acting is team:
            self.expect(self.flyer_arrives(team), "CW-FLY-02", f"{team} does not arrive")
        turns = len(points) - 2
        self.expect(turns in (0, 1), "CW-FLY-03", f"the vector of {team} has {len(points)} points")
        self.expect(turns == 0 or team.trait("vector-dancer"), "CW-FLY-21", f"{team} turns")
        if not leaving:
            edges = [self.edges_at(points[0]), self.edges_at(points[-1])]
            self.expect(all(edges), "CW-FLY-03", f"{team} enters or leaves away from the edges")
            self.expect(bool(edges[0] ^ edges[1]) or len(edges[0]) > 1, "CW-FLY-03", f"{team} leaves by the edge of its entry")
        if turns == 1:
            (a, b, c), degrees = points, None
            one, two = (b[0] - a[0], b[1] - a[1]), (c[0] - b[0], c[1] - b[1])
            dot = one[0] * two[0] + one[1] * two[1]
            self.expect(dot >= -0.05, "CW-FLY-21", f"{team} turns by more than 90 degrees {degrees or ''}")
        team.vector = [tuple(one) for one in points]
        self.flying, team.jinks, self.run_shock = team, False, set()
        if leaving:
            # It counts as zooming while it goes (CW-FLY-14).
            team.state, team.overwatch = "reserve", False

    def choose_jink(self, side, choice):
        """CW-FLY-08: a flyer on its vector jinks."""
        if self.expect(self.flying is not None and self.flying.side == side, "CW-FLY-08", f"no flyer of {side} may jink"):
            self.flying.jinks = choice["jink"]

    def edges_at(self, point):
        """Edges of the table on which a point lies."""
        ground, (x, y) = self.game.ground, point
        found = set()
        for name, off in (("west", x), ("east", ground.width - x), ("south", y), ("north", ground.height - y)):
            if abs(off) <= 0.01 + SLACK:
                found.add(name)
        return found

    def on_left(self, event):
        team = self.team(event["team"])
        self.expect(team.flyer, "CW-FLY-11", f"{team} leaves the table")
        team.state, team.at, team.vector, team.jinks = "reserve", None, None, False
