"""Hex Command Gunpowder: odds of its resolutions, from the rulebook and the codex.

What the rulebook leaves to a tool is
read like this: the name of a unit stands for its grade, weapon and melee value; a switch among `rules` gives way to the
key that stands for it; under `artillery.howitzer-ignores-cover` all cover of a fortified target is ignored.
"""

import hexcommand_command as command
import hexcommand_fire as fire
import hexcommand_melee as melee
from hexcommand_draw import RANDOM  # noqa: F401: run.py reads it here

RESOLUTIONS = {
    "die-test": command.die_test,
    "fire": fire.fire,
    "volley": fire.volley,
    "fire-exchange": fire.fire_exchange,
    "melee-round": melee.melee_round,
    "melee-to-rout": melee.melee_to_rout,
    "melee-multi": melee.melee_multi,
    "charge": melee.charge,
    "artillery-contact": fire.artillery_contact,
    "captured-guns": command.captured_guns,
    "rally": command.rally,
    "cvs-check": command.cvs_check,
    "order-change": command.order_change,
    "commander-draw": command.commander_draw,
    "replacement-commander": command.replacement_commander,
    "opposed-roll": command.opposed_roll,
    "army-status": command.army_status,
    "integrity-check": command.integrity_check,
    "spotting": command.spotting,
    "reinforcement-entry": command.reinforcement_entry,
    "tribal-check": command.tribal_check,
}
