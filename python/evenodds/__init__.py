"""Monte Carlo balance analyser for tabletop wargames: whole games, exact odds, error bars.

    >>> import evenodds
    >>> odds = evenodds.resolve("dogfaces", "ranged-attack", shooters=["rifleman"], target="rifleman")
    >>> round(odds["exact"]["holds-stunned"], 4)
    0.1667
    >>> results = evenodds.compare("rifle-13", "rifle-10", pairs=8, seed=7)
    >>> results.summary["cells"][0]["score"] > 0.5
    True
"""

from __future__ import annotations

import json
import tempfile
import warnings
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Any, Mapping, Sequence

from . import _native
from ._native import RequestError

if TYPE_CHECKING:
    import polars

__all__ = ["RequestError", "Results", "compare", "resolve", "rulesets", "run"]

#: Branches that exact odds may take before they are left out: seconds of work.
_BUDGET = 10_000_000


def rulesets() -> dict[str, dict[str, Any]]:
    """What is built in: by the name of a ruleset its title, lists, scenarios, battlefields and resolutions."""
    return json.loads(_native.built_in())


def resolve(
    ruleset: str,
    resolution: str,
    *,
    trials: int = 0,
    seed: int = 1,
    budget: int = _BUDGET,
    given: str | tuple[str, int, int] | None = None,
    codex: str | PathLike[str] | None = None,
    **inputs: Any,
) -> dict[str, Any]:
    """Odds of one resolution, as ``evenodds resolve --format json`` has them.

    ``exact`` maps outcomes to probabilities, ``simulated`` has the counts of ``trials`` with intervals, ``numbers`` the odds of numeric
    results. Inputs are those that ``evenodds resolve RULESET RESOLUTION --list`` names; a hyphen in a name is an underscore here.
    ``given`` limits the answer to an outcome, or to a number within limits: ``("strength", 3, 3)``.

    Raises RequestError when something is wrong with the question.
    """
    named = {name.replace("_", "-"): value for name, value in inputs.items()}
    limits = (given, None) if isinstance(given, str) else given and (given[0], (given[1], given[2]))
    source = None if codex is None else (fspath(codex), Path(codex).read_text(encoding="utf-8"))
    return json.loads(_native.resolve(ruleset, resolution, json.dumps(named), trials, seed, budget, limits, source))


class Results:
    """What a run came to."""

    def __init__(self, played: _native.Run) -> None:
        self._played = played
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        #: The results, laid out as ``summary.json`` in the folder of a run: answer, scores with intervals, verdicts.
        self.summary: dict[str, Any] = json.loads(played.summary())

    @property
    def answer(self) -> str:
        """The answer in words."""
        return self.summary["answer"]

    @property
    def digest(self) -> str:
        """A short name of all counts: equal digests mean equal results."""
        return self.summary["digest"]

    def frames(self) -> dict[str, polars.DataFrame]:
        """The data frames of the run by name (``cells``, ``units``, ``rules``, ...), as ``reports/README.md`` describes them."""
        import polars

        return {path.stem: polars.read_parquet(path) for path in self._written()}

    def frame(self, name: str) -> polars.DataFrame:
        """One of the data frames."""
        import polars

        known = {path.stem: path for path in self._written()}
        if name not in known:
            raise KeyError(f"no frame `{name}`; there are {', '.join(known)}")
        return polars.read_parquet(known[name])

    def _written(self) -> list[Path]:
        if self._folder is None:
            folder = tempfile.TemporaryDirectory(prefix="evenodds-")
            self._played.write_frames(folder.name)
            self._folder = folder
        return sorted(Path(self._folder.name).glob("*.parquet"))

    def __repr__(self) -> str:
        return f"<evenodds.Results {self.digest}: {self.answer}>"


def run(
    experiment: str | PathLike[str] | Mapping[str, Any],
    *,
    pairs: int | None = None,
    seed: int | None = None,
    threads: int | None = None,
) -> Results:
    """Plays an experiment: a file, or what such a file may hold as a dictionary.

    Lists, maps, codices and doctrine books that it names are built in, or files, looked for in the present folder and beside the
    experiment. Ctrl-C breaks it off. The results do not depend on the number of threads.

    Raises RequestError when something is wrong with it.
    """
    folders = [Path()]
    if isinstance(experiment, Mapping):
        name, text = "experiment", _toml(experiment)
    else:
        path = Path(experiment)
        name, text = fspath(path), path.read_text(encoding="utf-8")
        folders += [path.parent, path.parent.parent]
    played = _native.run(name, text, folders, pairs, seed, threads)
    for warning in played.warnings:
        warnings.warn(warning, stacklevel=2)
    return Results(played)


def compare(
    first: str,
    second: str,
    *,
    ruleset: str | None = None,
    pairs: int = 500,
    scenario: str | None = None,
    battlefield: str | None = None,
    doctrine: str | None = None,
    rules: Mapping[str, Any] | None = None,
    seed: int = 1,
    threads: int | None = None,
) -> Results:
    """Plays two lists against each other, ``pairs`` of games with the seats swapped.

    Lists are names of built-in ones, files, or shared strings. ``ruleset`` is asked for where the lists are none that are built in.
    ``summary["cells"][0]`` has the score of the first list with its interval.
    """
    experiment: dict[str, Any] = {
        "ruleset": ruleset or _ruleset_of(first, second),
        "question": f"Is {first} or {second} stronger?",
        "armies": [first, second] if first != second else [first],
        "pairings": [[first, second]],
        "seed": seed,
        "stop": {"pairs": pairs},
    }
    for key, value in [("scenarios", scenario), ("battlefields", battlefield), ("doctrines", doctrine)]:
        if value is not None:
            experiment[key] = [value]
    if rules:
        experiment["rules"] = dict(rules)
    return run(experiment, threads=threads)


def _ruleset_of(*lists: str) -> str:
    """The ruleset in which lists of these names are built in; a shared string names its own."""
    shared = [name.split("~")[1] for name in lists if name.startswith("eo1~")]
    found = [slug for slug, known in rulesets().items() if all(name in known["lists"] for name in lists)]
    if shared or len(found) == 1:
        return (shared or found)[0]
    said = " and ".join(f"`{name}`" for name in lists)
    raise RequestError(f"{said} are not the names of built-in lists of one ruleset: say `ruleset`")


def _toml(table: Mapping[str, Any]) -> str:
    """A dictionary as TOML, a line for every key."""
    return "".join(f"{json.dumps(key, ensure_ascii=False)} = {_value(value)}\n" for key, value in table.items())


def _value(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{json.dumps(key, ensure_ascii=False)} = {_value(inner)}" for key, inner in value.items()) + " }"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return "[" + ", ".join(map(_value, value)) + "]"
    if isinstance(value, (bool, int, float, str)):
        return json.dumps(value, ensure_ascii=False)
    raise RequestError(f"an experiment holds no {type(value).__name__}")
