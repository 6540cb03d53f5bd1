"""Volleys: who may fire what at whom, dice, hits, wounds, saves, Shock (SHO, SHK, BAS)."""

from .geometry import SLACK, apart, at_length, from_way, gap, unit, way_length
from .losses import after_wounds

BLASTS = {"small-blast": "small", "large-blast": "large"}
OWN = ("shoot", "covering-fire", "before-charge", "interrupt", "ambush")
AIR = ("anti-air", "flak", "attack-run", "dogfight")


class Volley:
    """A volley that is being told."""

    def __init__(self, event, by, target):
        self.event, self.by, self.target, self.kind = event, by, target, event["kind"]
        self.lines, self.choice = [], {}
        self.steps = self.rolled = self.unsaved = 0  # wounds at the save step, armour saves thrown, wounds not saved
        self.instant = []
        self.pinning = False
        self.strays = {}
        self.dice = 0
        self.before = (target.models, target.wounds)
        self.gone = False
        self.carried = []
        self.snapped = self.ordnance = self.shaky = False
        self.aimed = 0  # weapons of a vehicle that have fired at BS


class Fire:
    """Judges volleys and what they do."""

    def on_volley(self, event):
        self.end_volley()
        game = self.game
        by, target = self.team(event["by"]), self.team(event["target"])
        volley = self.volley = Volley(event, by, target)
        volley.choice = self.choice or {}
        kind = event["kind"]
        self.expect(by.side != target.side, "CW-SHO-01", f"{by} fires at its friend {target}")
        air = kind in AIR
        self.expect(by.on_table or kind in ("attack-run", "dogfight", "flak"), "CW-SHO-01", f"{by} is {by.state} and fires")
        self.expect(target.on_table or air, "CW-SHO-01", f"{target} is {target.state}")
        self.expect(not target.locked, "CW-SHO-09", f"{target} is in melee")
        self.expect(not by.locked, "CW-ACT-04", f"{by} is in melee and fires")
        self.expect(not by.with_, "CW-OFF-06", f"{by} is with {by.with_} and fires by himself")
        self.expect(not (by.falling or by.broken), "CW-ACT-02", f"{by} is broken or falls back, and fires")
        self.equal(event["shock"], by.shock, "CW-SHK-04", f"Shock of {by}")
        self.equal(event["suppressed"], by.suppressed, "CW-SHO-03", f"covering fire on {by}")
        self.places(volley)
        self.may_fire(volley)
        volley.carried, volley.shaky = self.open_volley(volley), self.snaps(by)
        if kind == "interrupt":
            by.overwatch = False

    def may_fire(self, volley):
        """Whether this kind of fire is open to the firer."""
        game, by, target, kind = self.game, volley.by, volley.target, volley.kind
        if kind in ("shoot", "covering-fire", "before-charge"):
            self.equal(by.side, self.active, "CW-TRN-01", f"whose Phase it is when {by} fires")
            self.expect(self.acting is by, "CW-ACT-01", f"{by} fires without being activated")
            self.expect(not by.fired, "CW-SHO-01", f"{by} fires a second time")
            if game.rule("run-and-shoot", "no") == "no":
                self.expect(by.mode not in ("run", "flat-out"), "CW-MOV-03", f"{by} fires after {by.mode}")
            self.expect(by.mode != "tactical", "CW-MOV-04", f"{by} fires after a Tactical move")
            self.expect((by.mode == "charge") == (kind == "before-charge"), "CW-MOV-10", f"{by} ({by.mode}) fires: {kind}")
            by.fired = True
        elif kind in ("overwatch", "reaction"):
            self.expect(by.side != self.active, "CW-SHO-06", f"{by} answers in its own Phase")
            if kind == "overwatch":
                self.expect(by.overwatch, "CW-SHO-06", f"{by} is not on Overwatch")
            else:
                self.expect(not game.pinned(by), "CW-SHO-08", f"{by} is pinned and answers a charge")
                self.expect(not by.reacted, "R-133", f"{by} answers a second charge")
                by.reacted = True
        if kind == "overwatch":
            by.overwatch = False
        if kind == "covering-fire":
            target.suppressed_next = True
        # A shot of any kind ends the cover of a Tactical move (CW-MOV-04).
        by.tactical = False

    # Lines.

    def carriers(self, volley, weapon):
        """(firer, carriers) of the lines of a volley that carry a weapon."""
        found = [(volley.by, count) for count, weapons in volley.by.lines if weapon in weapons and count]
        officer = self.game.officer_of(volley.by)
        if officer is not None:
            found += [(officer, count) for count, weapons in officer.lines if weapon in weapons and count]
        return found

    def full_shots(self, weapon, inches):
        """Dice of one model with a weapon at a distance."""
        row = self.game.book.weapons[weapon]
        if row["type"] == "rapid-fire":
            return 2 if inches <= row["range"] / 2 + 0.01 + SLACK else 1
        return row.get("shots", 1)

    def open_volley(self, volley):
        """Weapons of a volley: the Team and the officer who is with it, with all that they carry when it begins (R-171)."""
        both = [one for one in (volley.by, self.game.officer_of(volley.by)) if one is not None]
        return [(one, list(weapons), count) for one in both for count, weapons in one.lines if count]

    def judge_pool(self, volley):
        """Dice of a volley in all: one for each shot, less the Shock (CW-SHO-02)."""
        by, inches, book = volley.by, volley.event["inches"], self.game.book
        shock = volley.event["shock"]
        if self.game.rule("shock-shooting", "per-point") == "flat":
            shock = min(shock, 1)
        if by.vehicle or by.flyer or volley.kind in AIR:
            return
        low = high = 0
        sure = volley.choice.get("lines") is None and self.picked is None
        target = volley.target
        sure = sure and not target.dead and (target.hull if target.vehicle else target.models) > 0
        for of, weapons, count in volley.carried:
            rows = [(name, book.weapons[name]) for name in weapons]
            near = [name for name, row in rows if inches <= row["range"] + 0.02]
            most = max((self.full_shots(name, inches - 0.02) * count for name in near), default=0)
            high += most
            name, row = rows[0]
            if of is not by:
                continue  # whether he who is with a Team fires his pistol in its volley is not said
            plain = len(rows) == 1 and book.kind(name) == "direct"
            if volley.kind == "before-charge" and row["type"] not in ("assault", "pistol"):
                high -= most if plain else 0
                continue
            if plain and inches <= row["range"] - 0.02 and inches >= row.get("minimum-range", 0) and volley.event["seen"]:
                low += self.full_shots(name, inches + 0.02) * count
        self.expect(volley.dice <= max(0, high - shock), "CW-SHO-02", f"{volley.dice} dice of {by}, {high} less {shock} at most")
        if sure:
            self.expect(volley.dice >= low - shock, "CW-SHO-02", f"{volley.dice} dice of {by}, {low} less {shock} at least")

    def on_line(self, event):
        volley, book = self.volley, self.game.book
        if volley is None:
            self.lost("CW-SHO-11", "a line without a volley")
        self.judge_hits()
        weapon = event["weapon"]
        row = book.weapons.get(weapon)
        if row is None:
            self.lost("CW-SHO-01", f"no weapon is called {weapon}")
        by, target = volley.by, volley.target
        inches = volley.event["inches"]
        kind = book.kind(weapon)
        carriers = self.carriers(volley, weapon)
        if not self.expect(bool(carriers), "CW-SHO-01", f"{by} has no {weapon}"):
            carriers = [(by, 1)]
        volley.lines.append(event)
        self.pending_line = event
        if inches is not None:
            most = row["range"]
            self.expect(inches <= most + 0.01 + SLACK, "CW-BAS-12", f"{weapon} fires at {inches}, range {most}")
            self.expect(inches >= row.get("minimum-range", 0) - 0.01 - SLACK, "CW-BAS-32", f"{weapon} fires at {inches}")
        barrage = book.trait(weapon, "barrage")
        self.expect(volley.event["seen"] or barrage, "CW-SHO-01", f"{weapon} fires without sight")
        self.equal(event["indirect"], barrage and not volley.event["seen"], "CW-BAS-32", f"{weapon} is lobbed")
        shots, dice = event["shots"], list(event["dice"])
        full = sum(count for _, count in carriers) * self.full_shots(weapon, inches or 0)
        self.expect(0 < shots <= max(1, full), "CW-SHO-02", f"{weapon} has at most {full} dice")
        volley.dice += shots
        self.judge_snap(volley, event, row, carriers)
        if kind == "direct":
            self.direct(volley, event, weapon, carriers, shots, dice)
        elif kind == "template":
            self.expect(event["hit"] is None, "CW-BAS-15", "a template is thrown to hit")
            picked = dice
            self.equal(len(picked), shots, "CW-BAS-15", "dice of templates")
            self.equal(event["hits"], sum((die + 1) // 2 for die in picked), "CW-BAS-15", "hits of templates")
        else:
            self.blast(volley, event, weapon, carriers, dice)
        self.needs(volley, event, weapon, row)

    def judge_snap(self, volley, event, row, carriers):
        """CW-BAS-04, 13, 31: whether these are snap shots."""
        game, by, kind = self.game, volley.by, volley.kind
        must = kind in ("covering-fire", "reaction") or self.snaps(by)
        if kind == "overwatch" and game.rule("overwatch-bs") == "snap":
            must = True
        heavy = row["type"] == "heavy" and not by.trait("relentless") and not by.vehicle
        if heavy and kind in ("shoot", "before-charge", "interrupt") and (by.mode not in (None, "stand") or by.moved_act):
            must = True
        if kind in ("anti-air", "flak") and not game.book.trait(event["weapon"], "skyfire"):
            must = True
        if heavy and kind == "overwatch" and by.overwatch_moved and game.rule("overwatch-after-move", "snap-heavy") == "snap-heavy":
            must = True
        if by.flyer and kind in ("attack-run", "dogfight"):
            # CW-FLY-08: who jinks snaps, and nothing else takes skill from a run.
            self.equal(event["snap"], by.jinks or self.snaps(by), "CW-FLY-08", f"{by} snaps with {event['weapon']} ({kind})")
            return
        if by.vehicle or by.flyer:
            self.judge_gun(volley, event, row, must)
            return
        if game.book.trait(event["weapon"], "skyfire") and not by.trait("interceptor") and not volley.target.flyer:
            must = True
        if game.book.kind(event["weapon"]) == "template" and kind == "reaction":
            must = event["snap"]  # the only snap shots that templates may fire; their hits are the same
        self.equal(event["snap"], must, "CW-BAS-04", f"{by} snaps with {event['weapon']} ({kind}, {by.mode})")

    def judge_gun(self, volley, event, row, must):
        """CW-BAS-24: which weapons of a vehicle fire at BS goes by its speed."""
        by, kind = volley.by, volley.kind
        if must and not (kind == "reaction" and self.game.book.kind(event["weapon"]) == "template"):
            self.expect(event["snap"], "CW-BAS-24", f"{by} does not snap with {event['weapon']} ({kind})")
        if event["snap"]:
            volley.snapped = True
        else:
            volley.aimed += 1
            volley.ordnance |= row["type"] == "ordnance"

    def guns_at_skill(self, volley):
        """How many weapons of a vehicle may fire at BS (CW-BAS-24)."""
        by = volley.by
        mode = by.watch_mode if volley.kind == "overwatch" else "stand" if volley.kind in ("interrupt", "ambush") else by.mode
        if mode == "cruising":
            return 0
        if mode in (None, "stand") or by.walker:
            return len(by.lines)
        return 2 if by.trait("fast") or by.flyer else 1

    def judge_guns(self, volley):
        """The weapons of a vehicle, once all have fired."""
        by = volley.by
        if not (by.vehicle and by.on_table) or volley.kind in AIR:
            return
        most = self.guns_at_skill(volley)
        self.expect(volley.aimed <= most, "CW-BAS-24", f"{by} fires {volley.aimed} weapons at BS, {most} at most ({by.mode})")
        if volley.ordnance:
            self.expect(volley.aimed == 1, "CW-BAS-12", f"{by} fires others at BS beside ordnance")
        calm = volley.kind in ("shoot", "interrupt", "interceptor") or volley.kind == "overwatch" and self.game.rule("overwatch-bs") != "snap"
        if volley.snapped and calm and not volley.ordnance and by.mode in (None, "stand") and by.watch_mode in (None, "stand"):
            self.expect(volley.shaky, "CW-BAS-24", f"{by} snaps, and has not moved")

    def snaps(self, by):
        """States that turn all fire into snap shots."""
        game = self.game
        return (game.pinned(by) and not by.vehicle) or by.regrouped or bool(by.damage.get("shaken") or by.damage.get("stunned"))

    def direct(self, volley, event, weapon, carriers, shots, dice):
        """Shots that are thrown to hit (CW-BAS-01 to 03)."""
        book, by = self.game.book, volley.by
        allowed = set()
        for firer, _ in carriers:
            bs = firer.profile["bs"]
            if event["snap"] or self.snaps(by):
                bs = 1
            elif volley.event["suppressed"]:
                bs = max(1, bs - int(self.game.number("covering-fire-bs", 1)))
            first, second = book.hit(bs)
            if book.twin(weapon):
                second = first
            allowed.add((first, None if second == 7 else second))
        given = (event["hit"], event["second"])
        self.expect(given in allowed, "CW-BAS-01", lambda: f"{weapon} of {by} hits on {allowed}")
        hit, second = given
        if self.picked is not None or self.aims_at_officer(volley, event, weapon):
            self.picking(volley, event, weapon, shots, dice)
            return
        hits = 0
        misses = 0
        if not self.expect(len(dice) >= shots, "CW-BAS-01", f"{len(dice)} dice for {shots} shots"):
            return
        for die in dice[:shots]:
            if die >= hit and die != 1 or die == 6:
                hits += 1
            else:
                misses += 1
        rest = dice[shots:]
        if second is not None:
            self.equal(len(rest), misses, "CW-BAS-02", "misses thrown again")
            hits += sum(1 for die in rest if die >= second and die != 1 or die == 6)
        else:
            self.expect(not rest, "CW-BAS-01", f"{len(rest)} dice too many")
        self.equal(event["hits"], hits, "CW-BAS-01", f"hits of {dice} on {hit}")

    def aims_at_officer(self, volley, event, weapon):
        """Whether sixes of a line are for an officer (CW-BAS-28)."""
        named = (self.choice or {}).get("at-officer") and self.game.book.trait(weapon, "precision")
        return named and not event["snap"] and self.game.officer_of(volley.target) is not None

    def picking(self, volley, event, weapon, shots, dice):
        """A line whose sixes are for an officer: they wound, he is spared, he saves; what he is spared of is the Team's (CW-BAS-28)."""
        book, target, row = self.game.book, volley.target, self.game.book.weapons[weapon]
        told, self.picked = self.picked, None
        thrown, rule = list(told["dice"]) if told else dice, "CW-BAS-28"
        sixes = others = 0
        for _ in range(shots):
            if not self.expect(bool(thrown), rule, f"too few dice of {weapon}"):
                return
            die, need = thrown.pop(0), event["hit"]
            if die < need and event["second"] is not None and thrown:
                die, need = thrown.pop(0), event["second"]
            sixes += die == 6
            others += need <= die < 6
        officer = self.team(told["officer"]) if told else self.game.officer_of(target)
        wounds = self.roll(thrown, sixes, event["wound"], rule)
        spared = self.roll(thrown, wounds, book.codex["ranks"][officer.rank]["spared"], rule)
        self.equal(event["hits"], others, rule, f"hits of {weapon} on {target} itself")
        if told:
            self.equal([told["sixes"], told["wounds"], told["spared"]], [sixes, wounds, spared], rule, f"hits on {officer}")
            saved = self.roll(thrown, wounds - spared, self.save_on(row, officer, volley.event["save"]), rule)
            self.equal(told["unsaved"], wounds - spared - saved, rule, f"wounds of {officer}")
            self.expect(not thrown, rule, f"{len(thrown)} dice too many for {officer}")
        else:
            self.equal(spared, wounds, rule, f"{officer} is picked out, wounds of which he is spared")
        if target.models > 0:
            unsaved = spared - self.roll(dice, spared, event["save"], rule)
            self.add_wounds(volley, target, event, row, spared, unsaved)
        self.expect(not dice, rule, f"{len(dice)} dice too many of {weapon}")

    def add_wounds(self, volley, team, line, row, wounds, unsaved):
        """What wounds of a line add to its volley."""
        volley.steps += wounds
        volley.unsaved += unsaved
        volley.instant += [row["strength"] >= 2 * team.profile["toughness"]] * unsaved
        if "pinning" in row.get("traits", ()) and unsaved:
            volley.pinning = True
        armour, ap = team.profile.get("save", 0), row.get("ap", 0)
        if armour and line["save"] == armour and not (ap and ap <= armour):
            volley.rolled += wounds

    def blast(self, volley, event, weapon, carriers, dice):
        """A template that may drift (CW-BAS-14)."""
        game, book, target = self.game, self.game.book, volley.target
        self.equal(event["shots"], 1, "CW-BAS-14", "dice of a blast")
        self.expect(not event["snap"], "CW-BAS-04", "a blast is fired as a snap shot")
        aim = target.at
        skill = 0
        if not event["indirect"]:
            skill = max(1, volley.by.profile["bs"] - (int(game.number("covering-fire-bs", 1)) if volley.event["suppressed"] else 0))
        self.equal(event["skill"], skill, "CW-BAS-14", "inches that skill takes off")
        if dice[0] >= 5:
            self.equal(len(dice), 1, "CW-BAS-14", "dice of a blast on target")
            drift, at = 0, aim
        else:
            drift = max(0, dice[1] + dice[2] - event["skill"])
            at = aim
            if drift:
                self.equal(len(dice), 4, "CW-BAS-14", "dice of a blast that drifts")
                at = self.drifted(aim, drift, dice[-1])
            else:
                self.expect(len(dice) in (3, 4), "CW-BAS-14", "dice of a blast")
        if aim is None:
            return
        self.expect(apart(at, event["at"]) <= 0.01, "CW-BAS-14", lambda: f"the blast comes down at {at}")
        # Lines before it have taken models that it cannot hit any more.
        left, _ = after_wounds(target.models, target.wounds, target.profile.get("wounds", 1), volley.instant)
        hits = self.blast_hits(weapon, target, event["at"], drift == 0, left)
        self.expect(event["hits"] in hits, "CW-BAS-14", lambda: f"the blast hits {target} {hits} times")
        for other in game.bodies():
            if other is target:
                continue
            hits = self.blast_hits(weapon, other, event["at"], False, other.models)
            if hits != {0}:
                volley.strays.setdefault(other.id, []).append((weapon, hits))

    def blast_hits(self, weapon, team, at, dead_on, left):
        """Hits of a blast on a Team that has so many models left, all values that rounding allows."""
        row = self.game.book.codex["blasts"][BLASTS[self.game.book.kind(weapon)]]
        most, found = row["most"] if not team.vehicle else 1, set()
        models = 1 if team.vehicle else left
        for less in (-SLACK, 0, SLACK):
            far = 0 if dead_on else max(0.0, apart(team.at, at) + less)
            if far <= 0.0005:
                found.add(min(models, most))
            elif far <= row["radius"] + (0.01 if less else 0):
                found.add(1 if team.vehicle else min(models, most) // 2)
            else:
                found.add(0)
        return found

    def needs(self, volley, event, weapon, row):
        """Numbers to wound and to save of a line (CW-BAS-05 to 09)."""
        target = volley.target
        if target.vehicle:
            self.expect(event["wound"] is None and event["save"] is None, "CW-BAS-20", "a hull is wounded")
            strength = 3 if "wound-on" in row else row["strength"]
            self.equal(event["strength"], strength, "CW-BAS-20", f"strength of {weapon}")
            self.hull_is_hit(volley, target, weapon, event["hits"], volley.event["save"])
            return
        wound, save = self.wound_on(row, target), self.save_on(row, target, volley.event["save"])
        self.equal(event["wound"], wound, "CW-BAS-05", f"{weapon} wounds {target} on")
        self.equal(event["save"], save, "CW-BAS-08", f"{target} saves on")

    def wound_on(self, row, target):
        """Need to wound, None for never."""
        need = row.get("wound-on") or self.game.book.wound(row["strength"], target.profile["toughness"])
        return None if need > 6 else need

    def save_on(self, row, target, cover):
        """Need to save, None for never."""
        saves = []
        armour, ap = target.profile.get("save", 0), row.get("ap", 0)
        if armour and not (ap and ap <= armour):
            saves.append(armour)
        if target.profile.get("invulnerable"):
            saves.append(target.profile["invulnerable"])
        if cover and "ignores-cover" not in row.get("traits", ()):
            saves.append(cover)
        return max(2, min(saves)) if saves else None

    def drifted(self, aim, inches, degree):
        """A place so many inches off in a direction by lot."""
        x, y = unit(degree)
        return aim[0] + x * inches, aim[1] + y * inches

    def on_wounds(self, event):
        volley = self.volley
        line = self.pending_line
        team = self.team(event["team"])
        if volley is None or line is None:
            self.violation("CW-BAS-05", "wounds without a line")
            return
        self.expect(team is volley.target, "CW-BAS-05", f"the volley is at {volley.target}")
        dice, hits = list(event["dice"]), line["hits"]
        self.pending_line = None
        wounds = self.roll(dice, hits, line["wound"], "CW-BAS-05")
        self.equal(event["wounds"], wounds, "CW-BAS-05", f"wounds of {hits} hits on {line['wound']}")
        saved = self.roll(dice, wounds, line["save"], "CW-BAS-08")
        unsaved = wounds - saved
        if team.medic and unsaved and not team.treated:
            team.treated = True
            if self.expect(bool(dice), "CW-ARM-07", f"the medic of {team} does nothing"):
                unsaved -= dice.pop(0) >= self.game.number("medic-save", 5)
        self.equal(event["unsaved"], unsaved, "CW-BAS-08", f"unsaved wounds of {team}")
        self.expect(not dice, "CW-BAS-08", f"{len(dice)} dice too many")
        row = self.game.book.weapons[line["weapon"]]
        self.add_wounds(volley, team, line, row, wounds, event["unsaved"])

    def roll(self, dice, count, need, rule):
        """Takes dice off the front; how many show the need. A die that cannot do anything is not thrown."""
        if need is None or need > 6 or count == 0:
            return 0
        if not self.expect(len(dice) >= count, rule, lambda: f"{len(dice)} dice for {count}"):
            return 0
        thrown = [dice.pop(0) for _ in range(count)]
        return sum(1 for die in thrown if die >= max(2, need))

    def end_volley(self):
        """The volley is over."""
        volley, self.volley = self.volley, None
        if volley is None:
            return
        self.judge_guns(volley)
        self.judge_pool(volley)
        self.judge_hits()
        self.expect(volley.dice > 0, "CW-SHO-03", f"{volley.by} fires without a die")
        if not volley.gone and not volley.target.vehicle:
            self.violation("CW-SHK-01", f"nothing is told of what {volley.target} loses")
        for name, strays in volley.strays.items():
            due = [one for one in strays if 0 not in one[1]]
            self.expect(not due or self.team(name).dead, "CW-BAS-14", f"the blast that hits {name} is not told")


__all__ = ["Fire"]
