#!/usr/bin/env python3
"""Changes the code of rules in one place at a time, and sees whether the tests of the library mind.

    run.py --work FOLDER                         200 mutants, as many of each ruleset
    run.py --work FOLDER --mutants 50 --seed 2   another draw, a smaller one
    run.py --work FOLDER --ruleset dogma         of one ruleset (may be repeated)
    run.py --work FOLDER --only 17               this one alone, by all its tests again
    run.py --work FOLDER --list                  what would be changed, and nothing else

All mutants stand in one binary of a copy of the source; the copy asks its environment which of them is in force. FOLDER
keeps the copy, the build and what was found (results.json, report.md): the same command goes on where it was broken off.
The exit code is 1 when a mutant was missed.
"""

import argparse
import hashlib
import json
import math
import os
import random
import resource
import select
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from dataclasses import asdict
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))
from sites import rule_files, sites  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
RULESETS = ["chainsword", "darkpotential", "dogfaces", "dogma", "hexcommand"]
MEMORY = 6 << 30  # bytes: a mutant that fills memory fails
SWITCH = """
/// The mutant that is in force, by its number; 0 is the code as it was.
#[doc(hidden)]
pub fn mutant() -> u32 {
    static NUMBER: std::sync::OnceLock<u32> = std::sync::OnceLock::new();
    *NUMBER.get_or_init(|| std::env::var("EVENODDS_MUTANT").map_or(0, |number| number.parse().unwrap()))
}
"""


def draw(rulesets, seed):
    """For each ruleset all candidates of its rules, in the order of the draw."""
    order = {}
    for ruleset in rulesets:
        found = [site for file in rule_files(ROOT, ruleset) for site in sites(ROOT, file)]
        random.Random(f"{seed} {ruleset}").shuffle(found)
        order[ruleset] = found
    return order


def pick(order, dropped, count):
    """The mutants by number: the rulesets in turn, each with the first of its draw that are left."""
    rulesets = list(order)
    left = {r: [site for site in order[r] if key(site) not in dropped] for r in rulesets}
    turns = ((r, n) for n in range(count) for r in rulesets if n < len(left[r]))
    return {at + 1: (r, left[r][n]) for at, (r, n) in zip(range(count), turns)}


def key(site):
    """What a change is known by as long as its file stays the same."""
    return f"{site.file}:{site.start}:{site.end}:{site.new}"


def shown(site, text):
    """A change in words: file and line, function, and the line before and after."""
    first = text.rfind("\n", 0, site.start) + 1
    last = text.find("\n", site.end)
    old, new = text[first:last], text[first : site.start] + site.new + text[site.end : last]
    squeeze = lambda lines: " ".join(lines.split()) or "(nothing)"  # noqa: E731
    return f"{site.file}:{text.count(chr(10), 0, site.start) + 1}", squeeze(old), squeeze(new)


def switched(text, mutants):
    """A file with its mutants in it, and for each of them the lines that it takes: every unit is written out once more."""
    units = {}
    for number, site in mutants:
        units.setdefault((site.unit.start, site.unit.end), []).append((number, site))
    out, at, lines = "", 0, {}
    for (start, end), here in sorted(units.items()):
        body = text[start:end]
        out += text[at:start] + "{ match crate::mutant() {\n"
        for number, site in here:
            first = out.count("\n") + 1
            changed = body[: site.start - start] + site.new + body[site.end - start :]
            out += f"{number} => {{ {changed} }}\n"
            lines[number] = (first, out.count("\n"))
        out += f"_ => {{ {body} }}\n}} }}"
        at = end
    return out + text[at:], lines


def fill(copy, mutants):
    """Brings the copy up to date with the source, and the mutants into it; where each stands, by file and lines."""
    kept = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True, check=True)
    wanted = {name: None for name in kept.stdout.split("\n") if name and (ROOT / name).is_file()}
    places, by_file = {}, {}
    for number, (_, site) in mutants.items():
        by_file.setdefault(site.file, []).append((number, site))
    for name in wanted:
        new = (ROOT / name).read_bytes()
        if name in by_file:
            text, lines = switched(new.decode(), by_file[name])
            places[name] = lines
            new = text.encode()
        elif name == "src/lib.rs":
            new += SWITCH.encode()
        path = copy / name
        if not path.exists() or path.read_bytes() != new:  # files that stay as they are build nothing anew
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(new)
    for file in (copy / "src").rglob("*.rs"):
        if str(file.relative_to(copy)) not in wanted:
            file.unlink()
    return places


def compile_tests(options, copy):
    """Builds the tests of the library of the copy: the messages of the compiler, and how cargo ended."""
    environment = {
        **os.environ, "CARGO_TARGET_DIR": str(options.target), "CARGO_PROFILE_TEST_OPT_LEVEL": str(options.opt_level),
        "CARGO_PROFILE_TEST_DEBUG": "0", "CARGO_PROFILE_TEST_LTO": "off", "CARGO_PROFILE_TEST_DEBUG_ASSERTIONS": "true", "CARGO_INCREMENTAL": "1",
        "RUSTFLAGS": "--cap-lints warn",
    }  # fmt: skip
    command = ["cargo", "test", "--no-run", "--locked", "--no-default-features", "--lib", "--message-format=json", f"-j{options.jobs}"]
    done = subprocess.run(command, cwd=copy, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    return [json.loads(line) for line in done.stdout.split("\n") if line.startswith("{")], done


def refused(messages, places):
    """The mutants that the compiler refuses."""
    numbers = set()
    for message in messages:
        if message.get("reason") != "compiler-message" or message["message"]["level"] != "error":
            continue
        for span in message["message"]["spans"]:
            for number, (first, last) in places.get(span["file_name"], {}).items():
                if first <= span["line_start"] <= last:
                    numbers.add(number)
    return numbers


def build(options, order, state):
    """Draws, writes and builds until all mutants compile: the mutants by number, and the binary of the tests."""
    copy = options.work / "copy"
    while True:
        mutants = pick(order, state["dropped"], options.mutants)
        places = fill(copy, mutants)
        messages, done = compile_tests(options, copy)
        bad = refused(messages, places)
        if not bad and done.returncode:
            sys.exit(f"the copy does not build, and no mutant is the reason:\n{done.stderr[-4000:]}")
        if not bad:
            return mutants, next(message["executable"] for message in reversed(messages) if message.get("executable"))
        say(f"{len(bad)} mutants do not compile: the next of the draw take their place")
        state["dropped"] += [key(mutants[number][1]) for number in sorted(bad)]
        save(options, state)


def stages(tests, ruleset):
    """The tests for the mutants of a ruleset, the quickest and most telling first: situations, other rules, kept games, whole games, the library."""
    own = [test for test in tests if test.startswith(f"rulesets::{ruleset}::")]
    situations = [test for test in own if test.endswith("::every_situation_of_the_folder_holds")]
    kept = [test for test in own if test.endswith("::games_are_as_they_were")]
    long = [test for test in own if test not in kept and any(word in test for word in ("::fuzz::", "::played::", "::doctrine::", "::contract::"))]
    quick = [test for test in own if test not in situations and test not in kept and test not in long]
    others = [test for test in tests if not test.startswith("rulesets::")]
    return {"situations": situations, "rules": quick, "kept": kept, "play": [test for test in long if test not in situations], "others": others}


def run_tests(options, binary, number, tests, limit):
    """Runs tests with a mutant in force until one fails: the test that failed, or `limit`, or None; and the seconds taken."""
    command = [binary, "--exact", f"--test-threads={options.threads}", *tests]
    environment = {**os.environ, "EVENODDS_MUTANT": str(number), "RUST_BACKTRACE": "0"}
    begin, failed, rest = time.monotonic(), None, b""
    process = subprocess.Popen(
        command, cwd=options.work / "copy", env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY)),
    )  # fmt: skip
    log = open(options.work / "log" / f"{number}.txt", "ab")
    while failed is None:
        ready, _, _ = select.select([process.stdout], [], [], max(0.0, begin + limit - time.monotonic()))
        if not ready:
            failed = "limit"
            break
        some = os.read(process.stdout.fileno(), 1 << 16)
        log.write(some)
        *lines, rest = (rest + some).split(b"\n")
        for line in lines:
            if line.endswith(b"FAILED") and line.startswith(b"test ") and not line.startswith(b"test result"):
                failed = line.decode().split()[1]
                break
        if not some:
            break
    if process.poll() is None and failed is not None:
        os.killpg(process.pid, signal.SIGKILL)
    code = process.wait()
    log.close()
    if failed is None and code:
        failed = f"ended with {code}"
    return failed, time.monotonic() - begin


def time_limit(options, binary, state, label, tests):
    """How long tests may take: what they take without a mutant, five times, and half a minute."""
    if label not in state["times"]:
        failed, seconds = run_tests(options, binary, 0, tests, 3600)
        if failed:
            sys.exit(f"without a mutant {failed} fails (see log/0.txt)")
        say(f"{label}: {len(tests)} tests, {seconds:.0f} s without a mutant")
        state["times"][label] = seconds
        save(options, state)
    return 30 + 5 * state["times"][label]


def judge(options, binary, state, tests, number, ruleset, site, stage):
    """Runs the tests of a stage with a mutant in force, and notes what came of it."""
    here = stages(tests, ruleset)[stage]
    found = state["found"].setdefault(key(site), {"kind": "missed", "by": None, "seconds": 0.0, "passed": []})
    if here:
        label = stage if stage == "others" else f"{ruleset} {stage}"
        failed, seconds = run_tests(options, binary, number, here, time_limit(options, binary, state, label, here))
        found["seconds"] += seconds
        if failed:
            found.update(kind="limit" if failed == "limit" else "caught", by=f"{stage}: {failed}")
    found["passed"] += [] if found["by"] else [stage]
    save(options, state)
    say(f"{number} {site.file} {site.function} {site.kind}: {found['by'] or f'passes {stage}'} ({found['seconds']:.0f} s)")


def say(line):
    print(f"{time.strftime('%H:%M:%S')} {line}", flush=True)


def save(options, state):
    path = options.work / "results.json"
    path.with_suffix(".new").write_text(json.dumps(state, indent=1))
    path.with_suffix(".new").replace(path)


def wilson(caught, of):
    """The 95 % interval of a share (Wilson 1927), in percent."""
    if not of:
        return 0.0, 100.0
    z, share = 1.959964, caught / of
    middle, half = share + z * z / (2 * of), z * math.sqrt(share * (1 - share) / of + z * z / (4 * of * of))
    return 100 * (middle - half) / (1 + z * z / of), 100 * (middle + half) / (1 + z * z / of)


def report(options, state, mutants):
    """The table of what was found, as Markdown, with scores by ruleset; the number of those missed."""
    rows, scores = [], {}
    for number, (ruleset, site) in sorted(mutants.items()):
        found = state["found"].get(key(site))
        if found is None:
            continue
        where, old, new = shown(site, (ROOT / site.file).read_text())
        rows.append(f"| {number} | {where} | {site.function} | {site.kind} | `{old}` | `{new}` | {found['by'] or '**missed**'} | {found['seconds']:.0f} |")
        scores.setdefault(ruleset, Counter())[found["kind"]] += 1
    lines = ["| ruleset | mutants | caught | share | 95 % interval | by limit | missed |", "| --- | ---: | ---: | ---: | --- | ---: | ---: |"]
    for name, score in [*scores.items(), ("all", sum(scores.values(), Counter()))]:
        of, missed = sum(score.values()), score["missed"]
        low, high = wilson(of - missed, of)
        lines.append(f"| {name} | {of} | {of - missed} | {100 * (of - missed) / max(of, 1):.0f} % | {low:.0f} to {high:.0f} % | {score['limit']} | {missed} |")
    lines += ["", "| # | place | function | kind | code | mutant | caught by | seconds |", "| ---: | --- | --- | --- | --- | --- | --- | ---: |"]
    lines = [*lines, *(row.replace(" || ", " \\|\\| ") for row in rows)]
    (options.work / "report.md").write_text("\n".join(lines) + "\n")
    return sum(score["missed"] for score in scores.values())


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, required=True, help="folder of the copy, the build and what was found; not within the source")
    parser.add_argument("--mutants", type=int, default=200, help="how many (200), the rulesets in turn")
    parser.add_argument("--seed", type=int, default=1, help="of the draw (1)")
    parser.add_argument("--ruleset", action="append", choices=RULESETS, help="only of these")
    parser.add_argument("--only", type=int, action="append", metavar="N", help="only the mutant of this number, again")
    parser.add_argument("--stages", default="situations,rules,kept,play,others", help="which tests, of these")
    parser.add_argument("--jobs", type=int, default=1, help="processes of the compiler (1)")
    parser.add_argument("--threads", type=int, default=1, help="threads of the tests (1)")
    parser.add_argument("--opt-level", type=int, default=1, help="of the tests (1)")
    parser.add_argument("--target", type=Path, help="target folder of cargo (FOLDER/target)")
    parser.add_argument("--list", action="store_true", help="show the draw, with those that would not compile")
    options = parser.parse_args()
    options.work = options.work.resolve()
    options.stages = options.stages.split(",")
    options.target = (options.target or options.work / "target").resolve()
    if options.work.is_relative_to(ROOT):
        parser.error("--work lies within the source")
    return options


def main():
    options = arguments()
    rulesets = options.ruleset or RULESETS
    order = draw(rulesets, options.seed)
    (options.work / "log").mkdir(parents=True, exist_ok=True)
    drawn = hashlib.sha256(json.dumps([[asdict(site) for site in found] for found in order.values()]).encode()).hexdigest()
    path = options.work / "results.json"
    state = json.loads(path.read_text()) if path.exists() else {}
    if state.get("drawn") != drawn:  # another source or seed: other mutants
        state = {"drawn": drawn, "dropped": [], "times": {}, "found": {}}
    if options.list:
        for number, (_, site) in pick(order, state["dropped"], options.mutants).items():
            where, old, new = shown(site, (ROOT / site.file).read_text())
            print(f"{number}: {where} ({site.function}, {site.kind})\n    {old}\n    {new}")
        print("; ".join(f"{ruleset}: {len(found)} candidates" for ruleset, found in order.items()))
        return 0

    mutants, binary = build(options, order, state)
    listed = subprocess.run([binary, "--list", "--format", "terse"], cwd=options.work / "copy", capture_output=True, text=True, check=True)
    tests = sorted(line.removesuffix(": test") for line in listed.stdout.split("\n") if line.endswith(": test"))
    chosen = {number: one for number, one in mutants.items() if not options.only or number in options.only}
    if options.only:
        # Tests may have changed since they were timed, and ones that fail without a mutant prove nothing.
        state["times"] = {}
        for _, site in chosen.values():
            state["found"].pop(key(site), None)
    for stage in options.stages:  # the quick ones for all mutants, then the slow ones for those that are left
        for number, (ruleset, site) in chosen.items():
            found = state["found"].get(key(site), {"by": None, "passed": []})
            if not found["by"] and stage not in found["passed"]:
                judge(options, binary, state, tests, number, ruleset, site, stage)
        report(options, state, mutants)
    missed = report(options, state, mutants)
    print((options.work / "report.md").read_text().split("\n\n")[0])
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
