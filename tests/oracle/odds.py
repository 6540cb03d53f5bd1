"""Exact odds: what the calculators of all rulesets share."""

import tomllib
from fractions import Fraction
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


class Refused(Exception):
    """The rulebook forbids these inputs, or they make no sense: the program has to refuse them too."""


class NotCovered(Exception):
    """The calculator does not work these inputs out; the README says which."""


def codex(ruleset):
    """The tables of `armies/RULESET/codex.toml`."""
    with open(ROOT / "armies" / ruleset / "codex.toml", "rb") as file:
        return tomllib.load(file)


def fraction(value):
    """A number of a case: an integer, a decimal, or "n/d"."""
    return Fraction(str(value)) if isinstance(value, float) else Fraction(value)


def die(sides=6):
    """A fair die, as {face: probability}."""
    return {face: Fraction(1, sides) for face in range(1, sides + 1)}


def certain(value):
    """The distribution of what is not left to chance."""
    return {value: Fraction(1)}


def add(distribution, value, probability):
    """Put some probability on a value, leaving impossible ones out."""
    if probability:
        distribution[value] = distribution.get(value, Fraction(0)) + probability


def image(distribution, function):
    """The distribution of `function(value)`."""
    result = {}
    for value, probability in distribution.items():
        add(result, function(value), probability)
    return result


def chain(distribution, step):
    """The distribution after `step`, which gives a distribution for each value (a Markov step)."""
    result = {}
    for value, probability in distribution.items():
        for after, chance in step(value).items():
            add(result, after, probability * chance)
    return result


def combine(first, second, function=lambda a, b: a + b):
    """The distribution of `function(a, b)` of two independent values; the sum when left out."""
    return chain(first, lambda a: image(second, lambda b: function(a, b)))


def several(distribution, count):
    """The distribution of the sum of `count` independent values."""
    result = certain(0)
    for _ in range(count):
        result = combine(result, distribution)
    return result


def probability(distribution, condition):
    """The probability of the values that meet the condition."""
    return sum((p for value, p in distribution.items() if condition(value)), Fraction(0))


def drawn(rng, always=None, sometimes=None):
    """Draw a table of inputs: those of `always`, and each of `sometimes` or not; both `{input: values}`."""
    inputs = {name: rng.choice(values) for name, values in (always or {}).items()}
    for name, values in (sometimes or {}).items():
        if rng.random() < 0.5:
            inputs[name] = rng.choice(values)
    return inputs
