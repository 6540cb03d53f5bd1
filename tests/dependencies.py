#!/usr/bin/env python3
"""Holds the dependencies to deny.toml: licences, versions of one crate beside each other, where they come from.

`cargo deny check` does the same and knows advisories as well; this needs nothing but cargo.
"""
import json
import re
import subprocess
import sys
import tomllib
from collections import defaultdict
from pathlib import Path

TREE = Path(__file__).resolve().parent.parent
REGISTRY = "registry+https://github.com/rust-lang/crates.io-index"


def allowed(licence, allow):
    """Whether an SPDX expression can be met by licences that are allowed."""
    words = re.findall(r"[()]|[^\s()]+", licence.replace("/", " OR "))

    def term():
        if words[0] == "(":
            words.pop(0)
            value = either()
            words.pop(0)
            return value
        name = words.pop(0)
        if words[:1] == ["WITH"]:
            words.pop(0)
            name = f"{name} WITH {words.pop(0)}"
        return name in allow

    def both():
        value = term()
        while words[:1] == ["AND"]:
            words.pop(0)
            value = term() and value
        return value

    def either():
        value = both()
        while words[:1] == ["OR"]:
            words.pop(0)
            value = both() or value
        return value

    return either()


def version(text):
    """What of a version promises to be compatible."""
    parts = text.split(".")
    return parts[0] if parts[0] != "0" else ".".join(parts[:2])


def complaints(packages, deny):
    found = []
    versions = defaultdict(set)
    for package in packages:
        name = f"{package['name']} {package['version']}"
        if not allowed(package["license"] or "none", set(deny["licenses"]["allow"])):
            found.append(f"{name}: licence {package['license']} is not allowed")
        if package["source"] not in (None, REGISTRY):
            found.append(f"{name}: comes from {package['source']}")
        versions[package["name"]].add(version(package["version"]))
    skipped = {tuple(row["crate"].split("@")) for row in deny["bans"]["skip"]}
    present = {(name, each) for name, all_of in versions.items() for each in all_of}
    for name, all_of in sorted(versions.items()):
        left = [each for each in sorted(all_of) if (name, each) not in skipped]
        if len(left) > 1:
            found.append(f"{name}: versions {', '.join(left)} beside each other")
    found += [f"{name}@{each} is skipped, but not there" for name, each in sorted(skipped - present)]
    return found


def self_test():
    deny = {"licenses": {"allow": ["MIT", "Zlib"]}, "bans": {"skip": [{"crate": "a@1"}]}}

    def package(name, number, licence, source=REGISTRY):
        return {"name": name, "version": number, "license": licence, "source": source}

    sound = [package("a", "1.2.0", "MIT/GPL-3.0"), package("a", "2.0.0", "(MIT OR GPL-3.0) AND Zlib")]
    assert complaints(sound, deny) == []
    assert len(complaints(sound + [package("b", "0.1.0", "MIT AND GPL-3.0")], deny)) == 1
    assert len(complaints(sound + [package("a", "3.0.0", "MIT")], deny)) == 1
    assert len(complaints(sound[1:], deny)) == 1
    assert len(complaints(sound + [package("c", "1.0.0", "MIT", "git+https://example.org/c")], deny)) == 1


def main():
    self_test()
    command = ["cargo", "metadata", "--locked", "--format-version", "1", "--filter-platform", "x86_64-unknown-linux-gnu"]
    told = subprocess.run(command, cwd=TREE, check=True, stdout=subprocess.PIPE).stdout
    deny = tomllib.loads((TREE / "deny.toml").read_text())
    packages = json.loads(told)["packages"]
    found = complaints(packages, deny)
    print("\n".join(found) if found else f"{len(packages)} packages: licences, versions and sources as deny.toml allows")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
