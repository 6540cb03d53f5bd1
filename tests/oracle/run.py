#!/usr/bin/env python3
"""Calculate the odds of combat resolutions apart from the program, and compare.

    run.py dogma                                    the cases of tests/data/dogma-*.json
    run.py dogma --check FILE                       the cases of another file (may be repeated)
    run.py dogma --random 200 --seed 1              new inputs, 200 for each resolution
    run.py dogma --random 200 --seed 1 --binary PATH    and what the program says of them
    run.py dogma --random 20 --seed 1 --write FILE  new cases, in the form of the files

The last line is `N passed, N failed`; the exit code is 1 when a case failed.
"""

import argparse
import collections
import importlib
import json
import random
import subprocess
import sys
import tempfile
from fractions import Fraction
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))
from odds import ROOT, NotCovered, Refused, fraction  # noqa: E402

TOLERANCE = 1e-9
LONGEST_FRACTION = 10**15  # longer denominators are written as decimals


def differences(expected, found):
    """What two tables of odds differ in, as lines; labels left out have no probability."""
    lines = []
    for label in sorted(set(expected) | set(found)):
        one, other = fraction(expected.get(label, 0)), fraction(found.get(label, 0))
        if abs(one - other) > TOLERANCE:
            lines.append(f"{label}: calculated {float(one):.12g}, given {float(other):.12g}")
    return lines


def calculate(module, case):
    """The odds of a case, as {label: Fraction}, without impossible labels."""
    function = module.RESOLUTIONS.get(case["resolution"])
    if function is None:
        raise NotCovered(f"resolution {case['resolution']}")
    odds = {label: Fraction(p) for label, p in function(case["inputs"]).items() if p}
    if sum(odds.values()) != 1:
        raise AssertionError(f"the odds of {json.dumps(case)} add up to {sum(odds.values())}")
    return odds


def draw(module, ruleset, count, seed, only):
    """New cases without outcomes: `count` for each resolution that the calculator can draw."""
    cases = []
    for name, inputs in module.RANDOM.items():
        if only and name not in only:
            continue
        rng = random.Random(f"{seed} {name}")
        cases += [{"ruleset": ruleset, "resolution": name, "inputs": inputs(rng)} for _ in range(count)]
    return cases


def ask(binary, cases):
    """What the program says of the cases: for each its odds, or the text of its refusal."""
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(cases, file)
        file.flush()
        done = subprocess.run(
            [binary, "resolve", "--cases", file.name, "--exact", "--format", "json"], capture_output=True, text=True
        )
    try:
        answers = json.loads(done.stdout)
    except json.JSONDecodeError:
        sys.exit(f"{binary} gave no answers: {done.stderr}")
    if len(answers) != len(cases):
        sys.exit(f"{binary} gave {len(answers)} answers to {len(cases)} cases")
    return [answer.get("exact") or "; ".join(answer.get("error", ["no exact odds"])) for answer in answers]


def written(odds):
    """Odds as the files hold them."""
    return {
        label: f"{p.numerator}/{p.denominator}" if p.denominator <= LONGEST_FRACTION else float(p)
        for label, p in odds.items()
    }


def write(path, cases):
    """Write cases, one a line."""
    lines = [json.dumps(case) for case in cases]
    Path(path).write_text("[\n" + ",\n".join(lines) + "\n]\n")


class Score:
    """Counts and failures of one run."""

    def __init__(self):
        self.counts = collections.defaultdict(collections.Counter)
        self.shown = collections.Counter()

    def note(self, case, what, lines=(), most=5):
        name = case["resolution"]
        self.counts[name][what] += 1
        if lines and self.shown[name] < most:
            self.shown[name] += 1
            print(f"{what}: {json.dumps({'resolution': name, 'inputs': case['inputs']})}")
            for line in lines:
                print(f"    {line}")

    def close(self):
        for name, counts in self.counts.items():
            print(f"{name}: " + ", ".join(f"{n} {what}" for what, n in sorted(counts.items())))
        total = sum(self.counts.values(), collections.Counter())
        if total["not covered"]:
            print(f"{total['not covered']} not covered")
        print(f"{total['passed']} passed, {total['failed']} failed")
        return 1 if total["failed"] else 0


def judge(module, case, answer):
    """Compare one case with what its file gives and with the program's answer, where there are such.

    Gives the kind (passed, failed, not covered), the differences as lines, and the odds or None.
    """
    try:
        odds, refusal = calculate(module, case), None
    except NotCovered:
        return "not covered", [], None
    except Refused as reason:
        odds, refusal = None, str(reason)
    lines = []
    if "outcomes" in case:
        lines += [f"refused: {refusal}"] if odds is None else differences(odds, case["outcomes"])
    if answer is not None:
        refused = isinstance(answer, str)
        if odds is None and not refused:
            lines.append(f"refused ({refusal}), the program answers {answer}")
        elif odds is not None and refused:
            lines.append(f"the program refuses: {answer}")
        elif odds is not None:
            lines += [f"program, {line}" for line in differences(odds, answer)]
    return "failed" if lines else "passed", lines, odds


def main():
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    arguments.add_argument("ruleset")
    arguments.add_argument("--check", metavar="FILE", action="append", help="work out the cases of FILE anew")
    arguments.add_argument("--random", metavar="N", type=int, help="draw N new inputs for each resolution")
    arguments.add_argument("--seed", metavar="S", type=int, default=1, help="seed of the new inputs")
    arguments.add_argument("--resolution", metavar="NAME", action="append", help="only these resolutions")
    arguments.add_argument("--binary", metavar="PATH", help="ask the program at PATH as well")
    arguments.add_argument("--write", metavar="FILE", help="write the cases with their calculated odds")
    asked = arguments.parse_args()

    module = importlib.import_module(asked.ruleset)
    if asked.random is not None:
        cases = draw(module, asked.ruleset, asked.random, asked.seed, asked.resolution)
    else:
        data = ROOT / "tests" / "data"
        files = asked.check or [data / f"{asked.ruleset}-{kind}.json" for kind in ("examples", "odds")]
        cases = [case for file in files for case in json.loads(Path(file).read_text())]
        if asked.resolution:
            cases = [case for case in cases if case["resolution"] in asked.resolution]
    answers = ask(asked.binary, cases) if asked.binary else [None] * len(cases)

    score, kept = Score(), []
    for case, answer in zip(cases, answers):
        kind, lines, odds = judge(module, case, answer)
        score.note(case, kind, lines)
        if odds is not None:
            kept.append({**case, "outcomes": written(odds)})
    if asked.write:
        write(asked.write, kept)
    return score.close()


if __name__ == "__main__":
    sys.exit(main())
