"""Where the code of rules can be changed, and how.

A candidate is one change of one expression or statement within the body of a function: a comparison with its bound moved, a
condition that always or never holds, an operator for its neighbour, a number one larger or smaller, a statement left out.
"""

import re
from dataclasses import dataclass
from pathlib import Path

from rust import CLOSING, OPENING, Source, Unit

# Files that hold no rule: what is read, shown, told or drawn, what players think, what odds are asked, and switches, which are data.
NO_RULES = {
    "army", "battlefield", "board_map", "cell", "choices", "codex", "codex_file", "doctrine", "doctrine_book", "drawn_table",
    "events", "film", "fuzz", "generator", "invariants", "kinds", "ledger", "luck", "names", "notation", "odds", "order_of_battle",
    "own_doctrine", "paths", "played", "position", "random_board", "random_choice", "random_map", "resolutions", "rules", "ruleset", "sample",
    "situation", "tactics", "tally", "terms", "terrain_file", "tests",
}  # fmt: skip
NEIGHBOURS = {
    "<": ["<="], "<=": ["<"], ">": [">="], ">=": [">"], "==": ["!="], "!=": ["=="], "&&": ["||"], "||": ["&&"],
    "+": ["-"], "-": ["+"], "*": ["+"], "/": ["*"], "%": ["/"], "+=": ["-="], "-=": ["+="], "|=": ["&="], "&=": ["|="],
    "&": ["|"], "|": ["&"], "..": ["..="], "..=": [".."],
}  # fmt: skip
METHODS = {"min": "max", "max": "min", "any": "all", "all": "any", "is_some": "is_none", "is_none": "is_some"}
# Arguments of these tell what happened and decide nothing, and so do functions of such names that are handed an observer.
MACROS = {"format", "write", "writeln", "panic", "unreachable"}
TELLING = re.compile(r"(tell|count|account)(_\w+)?")
# A statement that begins so declares something, branches, or leaves; what it does is changed by changing what is in it.
NO_CALLS = {"let", "if", "match", "while", "for", "loop", "return", "break", "continue", "use", "const", "fn", "struct", "enum", "impl", "else"}
KEYWORDS = NO_CALLS | {"in", "as", "move", "mut", "ref", "where", "=>", "="}


@dataclass
class Site:
    """One change: the text between `start` and `end` becomes `new`, in a copy of the unit about it."""

    file: str
    start: int
    end: int
    new: str
    kind: str
    unit: Unit
    function: str


def rule_files(root, ruleset):
    """The files of a ruleset that hold rules, in the order of their names."""
    base = Path(root) / "src" / "rulesets" / ruleset
    files = sorted(base.rglob("*.rs"))
    tests = set()
    for file in files:
        folder = file.parent if file.name == "mod.rs" else file.with_suffix("")
        for name in Source(file.read_text()).test_items()[1]:
            tests |= {folder / f"{name}.rs", folder / name}
    for file in files:
        parts = file.relative_to(base).with_suffix("").parts
        if parts != ("mod",) and not NO_RULES & set(parts) and not ({file} | set(file.parents)) & tests:
            yield file


def sites(root, file):
    """All candidates of a file, in their order in it."""
    source = Source(file.read_text())
    name = str(file.relative_to(root))
    for function, const, signature, (opening, closing) in source.functions():
        words = [token.text for token in source.tokens[slice(*signature)]]
        if const or function == "fmt" or TELLING.fullmatch(function) and "observer" in words:
            continue
        # Two copies of a body would give values of two types; two of what a closure gives do not.
        if re.search(r"-> (Option < )?(\( )?impl ", " ".join(words)):
            units = list(source.closures(opening, closing))
        else:
            start, end = source.tokens[opening].start, source.tokens[closing].end
            units = [Unit(start, end, opening + 1, closing)]
        for unit in units:
            told = silent(source, unit)
            for first, last, new, kind in changes(source, unit):
                if not any(a <= first < b for a, b in told):
                    start, end = source.tokens[first].start, source.tokens[last - 1].end
                    yield Site(name, start, end, new, kind, unit, function)


def silent(source, unit):
    """Ranges of tokens in which a change would show in what is told alone, or nowhere."""
    ranges = []
    for at in range(unit.first, unit.last):
        word, following = source.word(at), source.word(at + 1)
        if word == "#" and following == "[":
            ranges.append((at, source.after_attribute(at)))
        elif following == "!" and source.word(at + 2) in OPENING and (word in MACROS or "assert" in word):
            ranges.append((at, source.partner[at + 2] + 1))
        elif word in ("const", "static", "use", "type") and source.word(at - 1) in "{};":
            ranges.append((at, source.end_of(at, {";"})))
        elif word == "observer" and following == ".":
            ranges.append((at, source.end_of(at, {";", ","})))
        elif word == "if" and source.word(at - 1) != "=>":
            block = source.end_of(at + 1, {"{"})
            otherwise = source.word(source.partner.get(block, block) + 1) == "else"
            if source.word(block) == "{" and not otherwise and all(map(tells, statements(source, block))):
                ranges.append((at, source.partner[block] + 1))
    return ranges


def statements(source, block):
    """The statements of a block, each as the texts of its tokens."""
    at, close = block + 1, source.partner[block]
    while at < close:
        end = min(source.end_of(at, {";"}), close)
        yield [token.text for token in source.tokens[at:end]]
        at = end + 1


def tells(words):
    """Whether a statement tells what happened and does nothing else."""
    called = words[2] if words[:2] == ["self", "."] and len(words) > 2 else ""
    return words[:2] == ["observer", "."] or bool(TELLING.fullmatch(called))


def changes(source, unit):
    """Every change within a unit: first token, the one behind the last, what takes their place, and the kind of change."""
    for at in range(unit.first, unit.last):
        token, word = source.tokens[at], source.word(at)
        before = source.word(at - 1)
        if token.kind == "sign" and word in NEIGHBOURS and binary(source, at):
            yield from ((at, at + 1, new, "operator") for new in NEIGHBOURS[word])
        elif word == "!" and (source.word(at + 1) not in OPENING or before in KEYWORDS | {"(", "&&", "||", "&", "|"}):  # no macro
            yield at, at + 1, "", "negation"
        elif token.kind == "word" and word in METHODS and before == "." and source.word(at + 1) == "(":
            yield at, at + 1, METHODS[word], "method"
        elif word in ("true", "false") and token.kind == "word":
            yield at, at + 1, "false" if word == "true" else "true", "constant"
        elif token.kind in ("integer", "float") and before != "." and re.fullmatch(r"\d{1,2}(\.\d+)?", word):
            whole, _, rest = word.partition(".")
            for number in [int(whole) + 1, int(whole) - 1][: 1 + (int(whole) > 0)]:
                yield at, at + 1, f"{number}.{rest}" if rest else str(number), "number"
        elif word == "if":
            end = source.end_of(at + 1, {"{", "=>"})
            if "let" not in (token.text for token in source.tokens[at:end]):
                yield from ((at + 1, end, new, "condition") for new in ("true", "false"))
        if before in ("{", "}", ";") and word != ";":
            end = source.end_of(at, {";"})
            words = [token.text for token in source.tokens[at:end]]
            if source.word(end) == ";" and word == "return":
                yield at, end, "", "early return"
            elif source.word(end) == ";" and word not in NO_CALLS and not tells(words):
                yield at, end, "", "statement"


def binary(source, at):
    """Whether a sign is an operator between two values, and no pattern, type or closure."""
    word, before = source.word(at), source.word(at - 1)
    if word in ("..", "..="):
        return before not in ("(", "[", ",", "{", "=") and source.word(at + 1) not in CLOSING and source.tokens[at - 1].kind != "char"
    if not source.spaced(at) or before in KEYWORDS or before in OPENING or before in (",", "="):
        return False
    if word == "|":
        return source.word(source.end_of(at, {"=>", "=", ",", ";", "{", "if"})) not in ("=>", "=", "if")
    return True
