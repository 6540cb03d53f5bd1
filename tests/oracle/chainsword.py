"""Chainsword of Command: odds of its resolutions, from the rulebook and the codex.

`assault` lets a pinned charger go on: the description of the resolution says nothing else, R-132 does, of whole games.
No such input is drawn.
"""

import chainsword_command
import chainsword_fire
import chainsword_ground
import chainsword_hulls
import chainsword_melee
from chainsword_draw import RANDOM  # noqa: F401: run.py reads it here

RESOLUTIONS = (
    chainsword_fire.RESOLUTIONS
    | chainsword_hulls.RESOLUTIONS
    | chainsword_melee.RESOLUTIONS
    | chainsword_command.RESOLUTIONS
    | chainsword_ground.RESOLUTIONS
)
