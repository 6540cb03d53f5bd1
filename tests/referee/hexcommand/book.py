"""Tables of the rulebook of Hex Command Gunpowder."""

# Tags of the faces 1 to 6, by `dice.mapping`.
FACES = {
    "cube": ["color code cnc red red-h", "color red", "color red", "code", "", ""],
    "d6-high-red": ["code", "", "", "color red", "color red", "color code cnc red red-h"],
    "d6-exclusive": ["color", "color", "color", "code red", "code red", "cnc red red-h"],
    "d6-nested": ["color", "color", "color", "code red", "code red", "color code cnc red red-h"],
}

RUNGS = ["auto", "color", "code", "cnc"]

# (arm, class) -> rungs hex by hex, and the best rung that bonuses lead to.
RANGES = {
    ("small", "a"): ([0, 1, 2, 3], 0),
    ("small", "b"): ([0, 1, 2, 3], 0),
    ("small", "c"): ([1, 2, 3], 1),
    ("gun", "a"): ([1, 1, 1, 1, 2, 2, 3, 3], 1),
    ("gun", "b"): ([0, 0, 1, 1, 2, 2, 3, 3], 0),
    ("gun", "c"): ([1, 1, 2, 2, 3, 3], 1),
}
REACH = {"small": 1, "gun": 2}


class Weapon:
    """A row of the weapons table."""

    def __init__(self, arm, grade, cap=None, least=1, bonus=0, indirect=False, heavy=False):
        self.arm, self.grade, self.cap, self.least, self.bonus = arm, grade, cap, least, bonus
        self.indirect, self.heavy = indirect, heavy


WEAPONS = {
    "rifle-musket": Weapon("small", "a"),
    "smoothbore-musket": Weapon("small", "b"),
    "old-musket": Weapon("small", "c"),
    "carbine": Weapon("small", "b", cap=3),
    "repeater": Weapon("small", "b", cap=3, bonus=1),
    "pistol": Weapon("small", "c", cap=1),
    "rifled-gun": Weapon("gun", "a"),
    "smoothbore-gun": Weapon("gun", "b"),
    "other-gun": Weapon("gun", "c"),
    "howitzer": Weapon("gun", "b", indirect=True),
    "mountain-howitzer": Weapon("gun", "c", indirect=True),
    "mortar": Weapon("gun", "c", least=2, indirect=True),
    "heavy-rifled-gun": Weapon("gun", "a", heavy=True),
    "heavy-smoothbore-gun": Weapon("gun", "b", heavy=True),
    "siege-mortar": Weapon("gun", "b", least=2, indirect=True, heavy=True),
}

GRADES = {"untrained": 0, "trained": 1, "veteran": 2}

# Hexes a move, by type; of riders in the saddle, of batteries limbered.
MOVES = {
    "infantry": 3, "light-infantry": 3, "skirmisher": 3, "cavalry": 5, "light-cavalry": 5, "mounted-infantry": 5,
    "battery": 2, "horse-battery": 3, "wagon": 3,
}
HORSE = ("cavalry", "light-cavalry")
RIDERS = ("cavalry", "light-cavalry", "mounted-infantry")
GUNS = ("battery", "horse-battery")

COVER = {"light-forest": 1, "forest": 1, "forested-hill": 1, "buildings": 1, "ruin": 1, "sunken-road": 1}
FORTS = ("trench", "redoubt", "fort")
OBSTACLES = (
    "light-forest", "forest", "forested-hill", "buildings", "ruin", "broken-ground", "trench", "sunken-road", "redoubt",
    "fort", "ford",
)
WOODS = ("forest", "forested-hill")
BLOCKS = ("forest", "forested-hill", "buildings")
DIMS = ("light-forest", "ruin", "broken-ground")
SIDE_COVER = ("wall", "fence", "hedge")
SIDE_OBSTACLES = ("wall", "fence", "hedge", "stream", "ford")

# Command values C, M, T, A, I: group -> rows 1 to 6.
VALUES = {
    "veteran": [(2, 1, 5, 6, 5), (1, 2, 6, 6, 5), (2, 1, 5, 5, 5), (1, 1, 6, 5, 4), (2, 2, 4, 5, 5), (1, 2, 4, 4, 4)],
    "trained": [(0, 1, 6, 6, 6), (1, 1, 6, 7, 5), (1, 1, 5, 5, 7), (1, 0, 6, 6, 6), (0, 1, 6, 5, 7), (1, 1, 5, 6, 5)],
    "untrained": [(0, 0, 7, 7, 6), (0, 0, 7, 6, 7), (1, 1, 7, 7, 7), (0, 0, 6, 6, 6), (1, 0, 6, 7, 6), (0, 1, 6, 6, 5)],
}


def group_of(die):
    """The group of a commander by 1d6."""
    return ("untrained", "trained", "veteran")[(die - 1) // 2]
