"""Chainsword of Command: odds of its resolutions, from the rulebook and the codex."""

import chainsword_command
import chainsword_fire
import chainsword_ground
import chainsword_hulls
import chainsword_melee

RESOLUTIONS = (
    chainsword_fire.RESOLUTIONS
    | chainsword_hulls.RESOLUTIONS
    | chainsword_melee.RESOLUTIONS
    | chainsword_command.RESOLUTIONS
    | chainsword_ground.RESOLUTIONS
)
RANDOM = {}
