"""What the referees of all rulesets share: reading traces and codices, drawing, reporting.

A ruleset is a package beside this file, named like it (`chainsword`, `dogfaces`, and so on), which
offers

    draw(rng, folder)       arguments of `evenodds play` for one game, without `--trace`; army lists, maps or
                            codices of its own are written into `folder`
    judge(events, report)   follows the game and tells `report` every breach of the rules
    FALSIFICATIONS          name -> function(events, rng): changes the events of a sound game in place so that a rule
                            is broken; returns the line of the first one changed, or 0 if the game gave no occasion

Only the standard library is used.
"""

import json
import tomllib
from collections import Counter
from pathlib import Path

# The project's own folder: its published data is read from here, never its source code.
PROJECT = Path(__file__).resolve().parents[2]


class Event(dict):
    """One line of a trace: a dictionary that knows its line number."""

    line = 0


def event(values, line):
    """An event from a plain dictionary."""
    made = Event(values)
    made.line = line
    return made


def read_trace(path):
    """The events of a trace, a JSON Lines file; raises ValueError with the line that cannot be read."""
    events = []
    with open(path, encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            try:
                events.append(event(json.loads(line), number))
            except (json.JSONDecodeError, TypeError) as error:
                raise ValueError(f"{path}:{number}: {error}") from error
    return events


def copy_events(events):
    """A deep copy, for falsifications."""
    return [event(json.loads(json.dumps(one)), one.line) for one in events]


def read_toml(path):
    """A TOML file as a dictionary."""
    with open(path, "rb") as file:
        return tomllib.load(file)


def read_codex(ruleset):
    """The codex that the project publishes for a ruleset."""
    return read_toml(PROJECT / "armies" / ruleset / "codex.toml")


def army_lists(ruleset):
    """The published army lists: name of the file without its ending -> content."""
    folder = PROJECT / "armies" / ruleset
    return {
        path.stem: read_toml(path)
        for path in sorted(folder.glob("*.toml"))
        if path.stem not in ("codex", "doctrines", "exploitability")
    }


def doctrines(ruleset):
    """Names of the published doctrines."""
    content = read_toml(PROJECT / "armies" / ruleset / "doctrines.toml")
    return [name for name in content if name != "defaults"]


def battlefields(ruleset):
    """The published battlefields: name of the file without its ending -> content."""
    folder = PROJECT / "experiments" / "battlefields" / ruleset
    return {path.stem: read_toml(path) for path in sorted(folder.glob("*.toml"))}


class Report:
    """Collects the breaches of one game, and counts how often each rule was looked at.

    `arguments` are those the game was played with, as `draw` gave them; none when only the trace is known.
    """

    def __init__(self, name, arguments=()):
        self.name = name
        self.arguments = list(arguments)
        self.line = 1
        self.violations = []
        self.judged = Counter()

    def at(self, one):
        """Sets the event to which the following breaches belong."""
        self.line = one.line

    def expect(self, holds, rule, why):
        """Looks at a rule once; `why` says what is wrong if it does not hold. Returns whether it holds."""
        self.judged[rule] += 1
        if not holds:
            self.violations.append((self.line, rule, why() if callable(why) else why))
        return bool(holds)

    def violation(self, rule, why):
        """A breach."""
        self.expect(False, rule, why)

    def lines(self):
        """The breaches in words: file, line, rule, reason."""
        return [f"{self.name}:{line}: {rule}: {why}" for line, rule, why in self.violations]


class Lost(Exception):
    """The referee cannot follow the game any further; the breach has been reported."""
