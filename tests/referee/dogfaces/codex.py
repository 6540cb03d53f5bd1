"""Units, weapons and terrain, as the published codex states them."""

import tomllib
from dataclasses import dataclass

from common import read_codex


@dataclass
class Terrain:
    """Costs are in half move units; None closes the terrain."""

    key: str
    foot: int | None
    vehicle: int | None
    die: int
    die_if_lower: int
    strength: int
    retreat: int
    range_cap: int | None
    road: bool
    no_passing: bool
    height: int


@dataclass
class Weapon:
    key: str
    kind: str
    shortest: int
    longest: int
    damage: int
    piercing: bool
    ammo: int | None
    area: str | None
    splash: int


@dataclass
class Mode:
    """A fire mode: what a unit may do with its attack."""

    key: str
    weapon: Weapon
    shots: int
    unsure: bool


@dataclass
class Kind:
    """A type of unit. `move` is in half units."""

    key: str
    move: int
    recovers: int
    leader: int
    modes: dict[str, Mode]
    fire: str
    vehicle: bool
    capacity: int
    cost: float
    suit: bool
    medic: bool
    lucky: bool
    marksman: int
    dodge: int
    strength: int
    ignores_retreat: bool
    ignores_stun: bool
    only_piercing: bool
    jet: tuple[int, int] | None


class Codex:
    """The published codex, with the changes that `--set` and `--rule` make to it."""

    def __init__(self, arguments=()):
        data = read_codex("dogfaces")
        for path, value in changes(arguments):
            place = data
            *folders, name = path.split(".")[1:]
            for folder in folders:
                place = place.setdefault(folder, {})
            place[name] = value
        self.numbers = data["numbers"]
        self.teams = data["teams"]
        self.terrains = {key: terrain(key, said) for key, said in data["terrain"].items()}
        self.letters = {said["letter"]: key for key, said in data["terrain"].items()}
        self.weapons = {key: weapon(key, said) for key, said in data["weapons"].items()}
        self.modes = {key: Mode(key, arm, 1, False) for key, arm in self.weapons.items()}
        for key, said in data["modes"].items():
            self.modes[key] = Mode(key, self.weapons[said["weapon"]], said.get("shots", 1), said.get("unsure", False))
        self.kinds = {key: self.kind(key, said) for key, said in data["units"].items()}
        self.table = [data["combat-table"][f"die-{die}"].split() for die in range(1, 7)]

    def kind(self, key, said):
        modes = said.get("modes", ["laser-rifle"])
        return Kind(
            key=key,
            move=round(said.get("move", 2) * 2),
            recovers=said.get("recovers", 6),
            leader=said.get("leader-range", 0),
            modes={mode: self.modes[mode] for mode in modes},
            fire=said.get("fire", "once"),
            vehicle=said.get("vehicle", False),
            capacity=said.get("capacity", 0),
            cost=said["cost"],
            suit=said.get("suit", False),
            medic=said.get("medic", False),
            lucky=said.get("lucky", False),
            marksman=said.get("marksman", 0),
            dodge=said.get("dodge", 0),
            strength=said.get("strength-mod", 0),
            ignores_retreat=said.get("ignores-retreat", False),
            ignores_stun=said.get("ignores-stun", False),
            only_piercing=said.get("only-armour-piercing", False),
            jet=(said["jet-min"], said["jet-max"]) if "jet-max" in said else None,
        )

    def result(self, strength, die):
        """The entry of the combat table; the last column serves 7 points and more."""
        return self.table[die - 1][min(strength, 7) - 1]


def terrain(key, said):
    """Terrain from its table in the codex."""
    cost = {who: None if said[who] == "no" else said[who] for who in ("cost-foot", "cost-vehicle")}
    return Terrain(
        key=key,
        foot=cost["cost-foot"],
        vehicle=cost["cost-vehicle"],
        die=said.get("die-mod", 0),
        die_if_lower=said.get("die-mod-if-lower", 0),
        strength=said.get("strength-mod", 0),
        retreat=said.get("retreat-cap", 2),
        range_cap=said.get("range-cap"),
        road=said.get("is-road", False),
        no_passing=said.get("no-passing", False),
        height=said.get("height", 0),
    )


def weapon(key, said):
    """A weapon from its table in the codex."""
    return Weapon(
        key=key,
        kind=said["kind"],
        shortest=said.get("min-range", 1),
        longest=said["range"],
        damage=said["damage"],
        piercing=said.get("armour-piercing", False),
        ammo=said.get("ammo"),
        area=said.get("area"),
        splash=said.get("splash", 0),
    )


def changes(arguments):
    """Changes of the codex among the arguments of a game: pairs of path and value."""
    for name, said in zip(arguments, arguments[1:]):
        if name in ("--set", "--rule") and said.startswith("codex."):
            path, value = said.split("=", 1)
            try:
                yield path, tomllib.loads(f"value = {value}")["value"]
            except tomllib.TOMLDecodeError:
                yield path, value
