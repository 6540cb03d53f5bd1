"""Follows a game event by event: turns, units, steps of activations, the verdict."""

from common import Lost

from .attacks import Attacks
from .moves import Moves
from .rolls import Rolls
from .state import NEAR, State, other_side

# Choices of the side that waits; all others but bids and answers about the own models are those of the active side.
REACTIONS = {"react", "reaction-charge"}
ACTIVE = {"activate", "observe", "manoeuvre", "move", "second-move", "charge", "shoot", "fight", "overwatch",
          "combat-ready", "suppress", "look", "idle", "declare", "hide"}
ACTIONS = {"second-move", "charge", "shoot", "fight", "overwatch", "combat-ready", "suppress", "look", "idle"}


class Referee(Moves, Attacks, Rolls):
    """One game."""

    def __init__(self, events, report):
        self.events, self.report = events, report
        self.state = None
        self.turn, self.active, self.first = 0, None, None
        self.unit = None
        self.acting = False
        self.due, self.over = None, False
        self.choice = None
        self.attack = self.roll = self.check = self.movement = None
        self.before = []
        self.deployed = {}
        self.shown_once = self.hidden_once = False

    def expect(self, holds, rule, why):
        return self.report.expect(holds, rule, why)

    def equal(self, told, right, rule, what):
        return self.expect(told == right, rule, lambda: f"{what} is told as {told}, not {right}")

    def close(self, told, right, rule, what, by=NEAR):
        return self.expect(abs(told - right) <= by, rule, lambda: f"{what} is told as {told}, not {right:.4f}")

    def figure(self, name, rule="trace"):
        found = self.state.figures.get(name)
        if found is None:
            self.report.violation(rule, f"nobody is called {name}")
            raise Lost
        return found

    def play(self):
        for one in self.events:
            self.report.at(one)
            if self.over:
                self.report.violation("DP-VIC-01", f"{one['event']} after the verdict")
                return
            name = one["event"].replace("-", "_")
            if self.state is None and name not in ("battle", "roll_off", "first"):
                self.before.append(one)
                continue
            handler = getattr(self, "on_" + name, None)
            if handler is None:
                self.report.violation("trace", f"no such event: {one['event']}")
                return
            handler(one)
        self.expect(self.over, "R-105", "the game has no verdict")

    # Set-up

    def on_roll_off(self, one):
        dice = one["dice"]
        if not dice:
            return
        self.equal(len(dice), 2, "DP-SET-05", "number of dice")
        tie = dice[0] == dice[1]
        self.expect((one["winner"] is None) == tie, "DP-SET-05", "a tie is thrown again, and nothing else is")

    def on_first(self, one):
        opposite = {"north": "south", "south": "north", "east": "west", "west": "east"}
        a, b = one["edges"]
        self.equal(b, opposite[a], "DP-SET-07", "the edge of B")
        self.edges = {"A": a, "B": b}
        self.first = one["side"]

    def on_battle(self, one):
        self.state = State(one)
        self.equal(one["first"], self.first, "DP-SET-05", "who goes first")
        self.set_up()
        for unit in self.state.units.values():
            self.equal(unit.points, unit.base, "DP-SET-10", f"points of {unit}")
            expected = unit.models[0].kind["command-points"]
            if unit.squad and self.state.rules["squad-command-points"] == "per-model":
                expected = sum(model.kind["command-points"] for model in unit.models)
            self.equal(unit.base, expected, "R-01", f"base points of {unit}")
            leader = unit.leader in [model.name for model in unit.models]
            self.expect(leader, "DP-SET-08", f"{unit} has no leader")
        self.active = other_side(self.first)

    def set_up(self):
        """Whoever was put down stands in its own strip, the first player's men first (DP-SET-06, DP-SET-07)."""
        state, order = self.state, []
        for one in self.before:
            if one["event"] == "placed":
                self.report.at(one)
                name = one["figure"]
                order.append(name[0])
                self.deployed[name] = tuple(one["at"])
        changes = sum(a != b for a, b in zip(order, order[1:]))
        again = len(order) != len(set(one["figure"] for one in self.before if one["event"] == "placed"))
        in_order = changes <= 1 and order[:1] == [self.first]
        self.expect(again or in_order, "DP-SET-07", "the first player deploys first, whole")
        depth = state.number("deployment-depth")
        whole = state.rules["deployment-measure"] == "whole-base"
        for figure in state.present():
            edge = self.edges[figure.side]
            x, y = figure.at
            away = {"south": y, "north": state.table[1] - y, "west": x, "east": state.table[0] - x}[edge]
            reach = state.radius(figure) if whole else -state.radius(figure)
            self.expect(away + reach <= depth + NEAR, "DP-SET-06", f"{figure} is {away:.2f} inches from its edge")
            self.stands_alone(figure, "DP-MOV-14")
        for model in state.figures.values():
            if not model.is_base and model.hidden:
                self.linked(model, "DP-SET-09")

    # Turns

    def on_player_turn(self, one):
        state = self.state
        self.finish_attack()
        if self.turn:
            self.end_activation()
            left = [str(unit) for unit in state.units.values()
                    if unit.side == self.active and not unit.activated and unit.living()]
            self.expect(not left, "DP-TRN-05", f"not activated: {', '.join(left)}")
        self.turn += 1
        waiting = other_side(self.active)
        for figure in state.figures.values():
            if figure.side == waiting and self.turn > 1:
                figure.stance, figure.weapon = "none", None
            figure.failed, figure.answered = False, set()
        state.templates[waiting] = []
        self.active = waiting
        self.equal(one["turn"], self.turn, "DP-TRN-06", "number of the turn")
        self.equal(one["side"], self.active, "DP-TRN-06", "whose turn it is")
        self.equal(one["round"], (self.turn + 1) // 2, "DP-GEN-11", "the round")
        cap = state.round_cap
        self.expect(one["round"] <= cap, "DP-VIC-03", f"round {one['round']} of {cap}")
        for unit in state.units.values():
            unit.activated = False
        both = state.rules["regen-side"] == "both"
        self.due = {}
        for unit in state.units.values():
            if (unit.side == self.active or both) and unit.living():
                after = self.regained(unit)
                if after != unit.points:
                    self.due[unit.name] = after

    def regained(self, unit):
        rules = self.state.number
        living, squad = len(unit.living()), unit.squad and len(unit.models) > 1
        if not unit.base or (squad and living < rules("regen-min-squad-size")):
            return unit.points
        return min(unit.base, unit.points + max(int(unit.base // rules("regen-divisor")), int(rules("regen-min"))))

    def on_points(self, one):
        unit = self.state.units[one["unit"]]
        self.equal(one["side"], unit.side, "DP-CMD-01", "whose points they are")
        if one["cause"] == "regeneration":
            right = (self.due or {}).pop(unit.name, None)
            self.equal(one["points"], right, "DP-TRN-03", f"points of {unit}")
        elif one["cause"] == "bid":
            self.equal(one["points"], unit.points - 1, "DP-CMD-01", f"points of {unit}")
            self.paid_bid(unit)
        else:
            kind = next((key for key in ("overwatch", "combat-ready", "suppress") if key in (self.action or {})), None)
            if self.expect(kind is not None, "DP-CMD-01", "nothing has been bought"):
                cost = int(self.state.number(kind + "-cost"))
                rule = {"overwatch": "DP-OVW-01", "combat-ready": "DP-CBR-01", "suppress": "DP-SUP-02"}[kind]
                self.equal(one["points"], unit.points - cost, rule, f"points of {unit}")
                for name in self.action["with"] if kind == "suppress" else [self.action[kind]]:
                    self.may_pay(self.figure(name), unit, "DP-CMD-02")
        self.expect(one["points"] >= 0, "DP-CMD-01", f"{unit} has less than no points")
        unit.points = one["points"]

    def may_pay(self, model, unit, rule):
        """Whether a model may use a unit's points where it is (DP-CMD-02 to 05)."""
        state = self.state
        if model.unit is unit and not unit.squad:
            return
        holder = state.figures.get(unit.leader)
        if not self.expect(holder is not None and not holder.dead, rule, f"nobody holds the points of {unit}"):
            return
        if model.unit is not unit:
            self.expect(holder.kind.get("commander"), "DP-CMD-03", f"{holder} lends no points to {model}")
        self.in_command_range(model, holder, rule)

    def post(self, model):
        """Where a model is for Command Points (R-41)."""
        return self.state.figures.get(model.real, model) if model.hidden else model

    def in_command_range(self, model, holder, rule):
        one, other = self.post(model), self.post(holder)
        if model is holder or not one.present or not other.present:
            return
        away, reach = self.state.distance(one, other), holder.kind["leadership"] * 1.0
        self.expect(away <= reach + NEAR, rule, f"{model} is {away:.2f} inches from {holder}, who reaches {reach:.0f}")

    # Activations

    def on_activation(self, one):
        self.finish_attack()
        self.end_activation()
        self.expect(not self.due, "DP-TRN-03", f"points do not come back: {self.due}")
        unit = self.unit = self.state.units[one["unit"]]
        self.equal(unit.side, self.active, "DP-TRN-05", f"the side of {unit}")
        self.expect(not unit.activated, "DP-TRN-05", f"{unit} activates again")
        self.expect(unit.living(), "R-103", f"{unit} is no more")
        unit.activated = True
        self.acting, self.shown_once, self.hidden_once = False, False, False
        for figure in self.state.present(self.active):
            figure.covered = False
            if figure.unit is unit:
                figure.moved, figure.actions, figure.free = False, 0, False
        for model in unit.models:
            model.actions = 0
        right = {figure.name for figure in self.state.present(self.active) if figure.unit is unit}
        self.equal(set(one["figures"]), right, "DP-ACT-06", f"who stands for {unit}")

    def end_activation(self):
        """Suppression lifts, and bases hang together (DP-LDR-11, DP-STL-07)."""
        self.movement = self.attack = self.action = None
        unit, self.unit = self.unit, None
        if unit is None:
            return
        for model in unit.living():
            later = getattr(model, "later", False)
            model.suppressed, model.later = later, False
            if model.hidden:
                self.linked(model, "DP-STL-07")

    def linked(self, model, rule):
        """Links of a set are gaps of at most three inches a level (DP-STL-06)."""
        bases = [base for base in model.bases.values() if base.present]
        longest = self.state.number("coherency-per-level") * model.kind["stealth"]
        reached, todo = set(), bases[:1]
        while todo:
            one = todo.pop()
            reached.add(one)
            todo += [other for other in bases if other not in reached and other not in todo
                     and self.state.distance(one, other) <= longest + NEAR]
        self.expect(len(reached) == len(bases), rule, f"the bases of {model} do not hang together")

    action = None

    def on_choice(self, one):
        choice = self.choice = one["choice"]
        kind = next(iter(choice))
        if kind not in ("bid", "pass"):
            self.finish_check()
        if kind == "free-attack":
            mover = self.movement.figure if self.movement else None
            self.equal(one["side"], mover and other_side(mover.side), "DP-MOV-10", "who may strike at a leaver")
        elif kind in REACTIONS:
            self.equal(one["side"], other_side(self.active), "R-78", f"who may {kind}")
        elif kind in ACTIVE and not (kind == "move" and self.movement and self.movement.figure.side != self.active):
            self.equal(one["side"], self.active, "DP-TRN-05", f"who may {kind}")
        if kind in ACTIONS:
            self.on_action(choice, kind)
        elif kind in ("bid", "pass"):
            self.decided(one["side"], choice, kind)
        elif kind == "react":
            self.finish_attack()
            self.stopped_at(choice["point"])
            self.fired = choice["template"]
            self.react_to_base(choice)
        elif kind == "charge":
            self.finish_attack()

    def react_to_base(self, choice):
        """Suppressing Fire at a stealth base: nothing is rolled against it (DP-STL-12)."""
        now, number = self.movement, choice["template"]
        if number is None or now is None or not now.figure.is_base:
            return
        templates = self.state.templates[other_side(self.active)]
        if self.expect(number < len(templates), "DP-SUP-06", "no such template"):
            self.used_on(templates[number], now.figure)

    def on_action(self, choice, kind):
        self.finish_attack()
        figure = self.figure(choice[kind])
        self.action, self.acting = choice, True
        self.expect(figure.unit is self.unit, "DP-ACT-05", f"{figure} acts, and is not activated")
        most = int(self.state.number("actions-per-model"))
        self.expect(figure.actions < most, "DP-ACT-05", f"{figure} acts again")
        if kind == "idle":
            figure.actions = most
        if figure.is_base:
            self.expect(kind in ("second-move", "idle"), "DP-STL-05", f"{figure} is a base and acts")
        if self.hidden_once:
            self.expect(kind in ("second-move", "idle"), "DP-STL-16", f"{figure} hid in this activation and acts")

    def acted(self, *figures):
        for figure in figures:
            figure.actions += 1

    def on_manoeuvre(self, one):
        unit, payer = self.state.units[one["unit"]], self.state.units[one["payer"]]
        self.expect(unit is self.unit, "DP-TAC-01", f"{unit} is not activated")
        moved = [str(figure) for figure in self.state.present(self.active) if figure.unit is unit and figure.moved]
        self.expect(not moved and not self.acting, "DP-ACT-03", f"{', '.join(moved)} has moved")
        leader = self.state.figures[unit.leader]
        self.may_pay(leader, payer, "R-87")
        payer.points -= int(self.state.number("tm-cost"))
        self.expect(payer.points >= 0, "DP-TAC-01", f"{payer} cannot pay")
        for name in one["covered"]:
            figure = self.figure(name)
            figure.covered = True
            self.expect(figure.unit is unit, "DP-TAC-02", f"{figure} is of another unit")
            if not figure.is_base:
                self.in_command_range(figure, leader, "DP-TAC-02")
        reach = leader.kind["leadership"]
        for model in unit.living():
            if model.present and not model.covered and leader.present:
                away = self.state.distance(model, leader)
                near = f"{model} is {away:.2f} inches from {leader} and not covered"
                self.expect(away > reach - NEAR, "DP-TAC-02", near)

    def on_stance(self, one):
        model, stance = self.figure(one["model"]), one["stance"]
        if stance == "none":
            model.stance = "none"
            return
        self.acted(model)
        self.expect(not model.is_base, "DP-STL-05", f"{model} is a base")
        if stance == "overwatch":
            self.may_fire(model, one["weapon"], "DP-OVW-13")
            self.equal(one["weapon"], (self.action or {}).get("weapon"), "DP-OVW-14", "the weapon declared")
        model.stance, model.weapon, model.facing = stance, one["weapon"], one["facing"]

    def on_template(self, one):
        members = [self.figure(name) for name in one["participants"]]
        state = self.state
        least = int(state.number("suppress-min-models"))
        self.expect(len(members) >= least, "DP-SUP-01", f"{len(members)} participants")
        self.close(one["radius"], self.template_radius(len(members)), "DP-SUP-03", "the radius")
        for model in members:
            self.expect(model.unit is self.unit and model.unit.squad, "DP-SUP-01", f"{model} is of no squad that acts")
            self.expect(not state.engaged(model), "R-26", f"{model} is in contact")
            model.stance, model.weapon = "suppressing-fire", None
        self.acted(*members)
        state.templates[self.active].append({"centre": tuple(one["centre"]), "height": one["height"], "shot": {},
                                             "participants": set(one["participants"])})

    def template_radius(self, participants):
        state = self.state
        size = state.number(f"suppress-size-{min(max(participants, 2), 4)}")
        if state.rules["suppress-over-4"] == "extend":
            size += max(0, participants - 4)
        return size / 2

    def end_stance(self, model):
        """What a model does in the enemy's turn is over (DP-SUP-10, DP-SUP-11)."""
        model.stance = "none"
        least = int(self.state.number("suppress-min-models"))
        for template in self.state.templates[model.side]:
            if model.name in template["participants"]:
                template["participants"].discard(model.name)
                if len(template["participants"]) < least:
                    for name in template["participants"]:
                        self.state.figures[name].stance = "none"
                    template["participants"] = set()

    # Stealth

    def on_placed(self, one):
        """A base that is put down beside another one (DP-STL-13)."""
        hiding = self.hiding
        if not self.expect(hiding is not None, "DP-STL-13", f"{one['figure']} is put down"):
            raise Lost
        first = next(iter(hiding.bases.values()))
        base = self.state.add_base(hiding, one["figure"], tuple(one["at"]), one["level"])
        self.expect(abs(self.state.gap(base, first)) <= self.state.number("contact-tolerance") + NEAR, "DP-STL-13",
                    f"{base} is not in contact with {first}")
        self.stands_alone(base, "DP-MOV-14")

    hiding = None

    def on_hidden(self, one):
        model = self.figure(one["model"])
        self.expect(model.unit is self.unit and not self.acting, "DP-STL-13", f"{model} does not activate")
        self.expect(model.kind.get("stealth", 0) > 0 and not model.hidden, "DP-STL-13", f"{model} cannot hide")
        self.expect(not self.shown_once, "R-111", f"{model} showed itself in this activation")
        if self.state.rules["stealth-reentry"] == "unengaged":
            self.expect(not self.state.engaged(model), "DP-STL-21", f"{model} is in contact")
            self.expect(not model.suppressed, "DP-STL-21", f"{model} is suppressed")
        names = sorted((name for name in self.base_names(model)), key=lambda name: int(name.rsplit("-", 1)[1]))
        model.bases = {}
        self.state.add_base(model, names[0], model.at, model.level)
        model.at, model.hidden, model.real = None, True, names[0]
        self.end_stance(model)
        self.hiding, self.hidden_once = model, True

    def base_names(self, model):
        """Names of the bases of a model, by their order within the side."""
        side, number = model.side, 0
        for one in [one for one in self.state.figures.values() if one.side == side and not one.is_base]:
            level = one.kind.get("stealth", 0)
            count = level and level + (self.state.rules["stealth-base-count"] == "level-plus-one")
            if one is model:
                total = sum(self.set_size(it) for it in self.state.figures.values()
                            if it.side == side and not it.is_base)
                if total == 1:
                    return [f"{side}:base"]
                return [f"{side}:base-{number + k + 1}" for k in range(count)]
            number += count
        return []

    def set_size(self, model):
        level = model.kind.get("stealth", 0)
        return level and level + (self.state.rules["stealth-base-count"] == "level-plus-one")

    def on_real(self, one):
        model = self.figure(one["model"])
        self.expect(one["base"] in model.bases, "DP-STL-03", f"{one['base']} is no base of {model}")
        model.real = one["base"]

    def on_revealed(self, one):
        model = self.figure(one["model"])
        if not self.expect(model.hidden, "DP-STL-09", f"{model} is not hidden"):
            raise Lost
        real = self.state.figures[model.real]
        self.found(real)
        self.expect(real.present, "R-95", f"the real base of {model} is gone")
        at = real.at if self.movement is None or self.movement.figure is not real else tuple(one["at"])
        self.expect(max(abs(a - b) for a, b in zip(at, one["at"])) <= NEAR, "DP-STL-09", f"{model} is shown elsewhere")
        model.at, model.level = tuple(one["at"]), one["level"]
        model.hidden, model.moved, model.covered = False, real.moved, real.covered
        model.actions = max(model.actions, real.actions)
        for base in model.bases.values():
            base.at = None
        if self.movement is not None and self.movement.figure is real:
            self.movement.figure = model
        if model.unit is self.unit and self.choice and "reveal" in self.choice:
            self.shown_once = True
        for template in self.state.templates[other_side(model.side)]:
            if real.name in template["shot"]:
                template["shot"][model.name] = template["shot"][real.name]
        if self.attack is not None:
            self.attack.was_shown(real, model)

    def on_base_removed(self, one):
        base = self.figure(one["base"])
        self.found(base)
        model = base.model
        self.expect(base.present, "DP-STL-11", f"{base} is not there")
        real = model.real == base.name
        at_once = self.state.rules["stealth-real-removed"] == "destroyed"
        self.equal(one["real"], real and at_once, "DP-STL-11", f"whether {base} was the real one")
        base.at = None
        if self.movement is not None and self.movement.figure is base:
            self.movement = None
        if one["real"]:
            for other in model.bases.values():
                other.at = None
        elif real:
            model.wounds = 0

    def found(self, base):
        """A base that a check was about goes, or shows its model, by success alone (DP-STL-11)."""
        checked, self.checked = self.checked, None
        if checked is base and self.succeeded("perception") is not None:
            self.expect(self.succeeded("perception"), "DP-STL-11", f"{base} was not found")

    def finish_check(self):
        """Whoever is found is found at once."""
        checked, self.checked = self.checked, None
        if checked is not None and self.succeeded("perception"):
            self.report.violation("DP-STL-11", f"{checked} was found, and nothing comes of it")

    checked = None

    # The end

    def on_removed(self, one):
        model = self.figure(one["model"])
        if model.hidden:
            self.expect(not any(base.present for base in model.bases.values()), "DP-STL-10", f"{model} has bases left")
        else:
            self.equal(model.wounds, 0, "DP-WND-04", f"wounds of {model}")
        self.end_stance(model)
        model.last, model.last_level = model.at, model.level
        if self.movement is not None and self.movement.figure is model:
            self.movement = None
        model.at, model.dead, model.hidden, model.wounds = None, True, False, 0
        unit = model.unit
        if unit.leader == model.name:
            unit.leader = None
            if not unit.living() or self.state.rules["leader-death-pool"] == "lose":
                unit.points = 0
        if self.attack is not None:
            self.attack.removed.append(model)

    def on_leader(self, one):
        model = self.figure(one["model"])
        self.expect(model.unit.leader is None, "R-112", f"{model.unit} has a leader")
        self.expect(not model.dead, "DP-SQD-02", f"{model} is dead")
        model.unit.leader = model.name

    def on_verdict(self, one):
        self.over = True
        state = self.state
        living = {side: [m for m in state.alive(side) if m.wounds > 0] for side in "AB"}
        winner, ending = None, None
        if not living["A"] and not living["B"]:
            ending = "draw-mutual"
        elif not living["A"] or not living["B"]:
            ending, winner = "wipe-out", "A" if living["A"] else "B"
        else:
            self.end_activation()
            last = self.turn % 2 == 0 and self.turn // 2 >= state.round_cap
            self.expect(last, "DP-VIC-03", f"a verdict in turn {self.turn} with both sides alive")
            share = {side: self.share(side) for side in "AB"}
            lead = share["A"] - share["B"]
            ending = "draw-cap"
            if state.cap_wins and abs(lead) > state.number("attrition-margin") + 1e-9:
                ending, winner = "attrition", "A" if lead > 0 else "B"
        self.equal(one["ending"], ending, "DP-VIC-01", "the ending")
        self.equal(one["winner"], winner, "DP-VIC-01", "the winner")
        self.equal(one["turns"], self.turn, "DP-TRN-06", "the turns")
        for fate in one["units"]:
            model = self.figure(fate["unit"])
            right = "destroyed" if model.dead else "hidden" if model.hidden else "alive"
            self.equal(fate["fate"], right, "DP-VIC-01", f"what became of {model}")

    def share(self, side):
        """Wounds left over wounds at the start, or the same weighed by value (R-104)."""
        models = [one for one in self.state.figures.values() if one.side == side and not one.is_base]
        if self.state.rules["attrition-weight"] == "value":
            whole = sum(one.kind["value"] for one in models)
            return sum(one.kind["value"] * one.wounds / one.kind["wounds"] for one in models) / whole
        return sum(one.wounds for one in models) / sum(one.kind["wounds"] for one in models)
