#!/usr/bin/env python3
"""Plays games with `evenodds`, and judges their traces by the rulebook.

    run.py --binary target/release/evenodds --ruleset dogfaces --games 200
    run.py --ruleset dogfaces --trace game.jsonl
    run.py --binary target/release/evenodds --ruleset dogfaces --games 5 --falsify

Each breach is printed as FILE:LINE: RULE: WHY. The last line reads `N passed, N failed`; the exit code is 1 when
something failed. With --falsify sound games are broken on purpose, and a falsification that goes unnoticed fails.
"""

import argparse
import importlib
import random
import shlex
import shutil
import subprocess
import sys
import tempfile
import traceback
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from common import Lost, Report, copy_events, read_trace


def judged(ruleset, events, name, arguments=()):
    """The report on the events of one game."""
    report = Report(name, arguments)
    try:
        ruleset.judge(events, report)
    except Lost:
        pass
    except Exception:  # a trace of another shape than documented: a breach, not an end of the run
        report.violation("trace", "cannot be followed: " + traceback.format_exc().strip().replace("\n", " | "))
    return report


def play(task):
    """Draws, plays and judges one game: (command, report, falsifications: name -> whether and when noticed)."""
    options, index = task
    ruleset = importlib.import_module(options.ruleset)
    rng = random.Random(f"{options.ruleset} {options.seed} {index}")
    folder = Path(options.folder) / f"game-{index}"
    folder.mkdir(parents=True, exist_ok=True)
    arguments = [str(word) for word in ruleset.draw(rng, folder)]
    trace = folder / "trace.jsonl"
    command = [options.binary, "play", *arguments, "--trace", str(trace)]
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
    noticed = {}
    if done.returncode != 0:
        report = Report(str(trace), arguments)
        report.violation("play", f"exit code {done.returncode}: {done.stderr.strip()}")
        return shlex.join(command), report, noticed
    events = read_trace(trace)
    report = judged(ruleset, events, str(trace), arguments)
    if options.falsify and not report.violations:
        for name, falsify in ruleset.FALSIFICATIONS.items():
            falsified = copy_events(events)
            line = falsify(falsified, rng)
            if line:
                again = judged(ruleset, falsified, name, arguments)
                lines = [where for where, _, _ in again.violations]
                noticed[name] = "not" if not lines else "at once" if min(lines) <= line + 3 else "later"
    if not report.violations and options.keep is None:
        shutil.rmtree(folder)
    return shlex.join(command), report, noticed


def games(options):
    """Plays and judges; yields what `play` returns."""
    tasks = [(options, index) for index in range(options.first, options.first + options.games)]
    if options.jobs > 1:
        with ProcessPoolExecutor(options.jobs) as pool:
            yield from pool.map(play, tasks, chunksize=4)
    else:
        yield from map(play, tasks)


def traces(options):
    """Judges finished traces; yields what `play` returns."""
    ruleset = importlib.import_module(options.ruleset)
    for name in options.trace:
        try:
            report = judged(ruleset, read_trace(name), name, shlex.split(options.played_with))
        except ValueError as error:
            report = Report(name)
            report.violation("trace", str(error))
        yield name, report, {}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", help="the program evenodds")
    parser.add_argument("--ruleset", required=True)
    parser.add_argument("--games", type=int, default=20, help="how many games to draw (20)")
    parser.add_argument("--first", type=int, default=0, help="number of the first of them (0): repeats a single game")
    parser.add_argument("--seed", type=int, default=1, help="of the drawing and of the games (1)")
    parser.add_argument("--jobs", type=int, default=1, help="games at a time (1)")
    parser.add_argument("--keep", metavar="FOLDER", help="keep all traces there; else those with breaches alone are kept")
    parser.add_argument("--falsify", action="store_true", help="break sound games on purpose")
    parser.add_argument("--coverage", action="store_true", help="print how often each rule was looked at")
    parser.add_argument("--breaches", type=int, default=20, help="most breaches printed of a game (20)")
    parser.add_argument("--trace", nargs="+", metavar="FILE", help="judge these traces instead of playing")
    parser.add_argument("--played-with", default="", help="arguments the traces were played with, such as '--set PATH=VALUE'")
    options = parser.parse_args()
    if not options.trace and not options.binary:
        parser.error("--binary or --trace is needed")
    options.folder = options.keep or tempfile.mkdtemp(prefix=f"referee-{options.ruleset}-")

    passed = failed = 0
    looked, rules = Counter(), Counter()
    falsified = Counter()
    for what, report, noticed in traces(options) if options.trace else games(options):
        looked.update(report.judged)
        rules.update(rule for _, rule, _ in report.violations)
        if report.violations:
            print(what)
            for line in report.lines()[: options.breaches]:
                print("  " + line)
            if len(report.violations) > options.breaches:
                print(f"  and {len(report.violations) - options.breaches} more")
            sys.stdout.flush()
        falsified.update(noticed.items())
        missed = sorted(name for name, when in noticed.items() if when == "not")
        if missed:
            print(f"{what}\n  not noticed: {', '.join(missed)}")
        if options.falsify:
            passed += len(noticed) - len(missed)
            failed += len(missed) + bool(report.violations)
        else:
            passed += not report.violations
            failed += bool(report.violations)
    if not options.keep and not any(Path(options.folder).iterdir()):
        Path(options.folder).rmdir()
    if options.coverage:
        for rule, count in sorted(looked.items()):
            print(f"{rule:<14} {count:>9} looked at {rules[rule]:>7} broken")
    elif rules:
        print("broken: " + ", ".join(f"{rule} {count}" for rule, count in rules.most_common()))
    if options.falsify:
        for name in sorted({name for name, _ in falsified}):
            now, later, never = (falsified[name, when] for when in ("at once", "later", "not"))
            print(f"{name:<36} {now + later + never:>5} noticed at once {now:>5}, later {later:>4}, not {never:>4}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
