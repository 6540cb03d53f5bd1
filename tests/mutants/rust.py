"""Rust source as far as changing it in one place needs: tokens, brackets, and the bodies of functions.

It relies on what rustfmt leaves: a binary operator has a blank or a line break on both sides, brackets of types have none.
"""

import re
from dataclasses import dataclass, field

LEXEME = re.compile(
    r"""
      (?P<blank>\s+)
    | (?P<comment>//[^\n]*|/\*(?s:.*?)\*/)
    | (?P<string>(?:b|c)?r(?P<hashes>\#*)"(?s:.*?)"(?P=hashes)|(?:b|c)?"(?:\\(?s:.)|[^"\\])*")
    | (?P<char>b?'(?:\\x[0-9a-fA-F]{2}|\\u\{[^}]*\}|\\.|[^'\\])')
    | (?P<lifetime>'[A-Za-z_]\w*)
    | (?P<float>\d[\d_]*(?:\.\d[\d_]*(?:[eE][+-]?\d+)?|[eE][+-]?\d+)(?:_?f(?:32|64))?)
    | (?P<integer>0x[\da-fA-F_]+\w*|0b[01_]+\w*|\d[\d_]*(?:_?[iu](?:8|16|32|64|128|size))?)
    | (?P<word>[A-Za-z_]\w*)
    | (?P<sign>\.\.=|\.\.\.|<<=|>>=|::|->|=>|==|!=|<=|>=|&&|\|\||\+=|-=|\*=|/=|%=|\^=|&=|\|=|<<|>>|\.\.|[^\s\w])
    """,
    re.VERBOSE,
)
OPENING = {"(": ")", "[": "]", "{": "}"}
CLOSING = {")", "]", "}"}


@dataclass
class Token:
    """A lexeme that the compiler sees, with its place in the text."""

    kind: str
    text: str
    start: int
    end: int


@dataclass
class Unit:
    """A stretch of text that stands for a value as a whole and may be written out again: a body, or what a closure gives."""

    start: int
    end: int
    first: int  # tokens
    last: int


@dataclass
class Source:
    """A file: its text, its tokens, and for each bracket the number of its partner."""

    text: str
    tokens: list = field(default_factory=list)
    partner: dict = field(default_factory=dict)

    def __post_init__(self):
        at, open_ones = 0, []
        while at < len(self.text):
            found = LEXEME.match(self.text, at)
            kind = found.lastgroup if found.lastgroup != "hashes" else "string"
            text = found.group()
            after_dot = self.tokens and self.tokens[-1].text == "." and self.tokens[-1].end == at
            if kind == "float" and after_dot:  # `pair.0.1` names two fields
                text = text.split(".")[0]
                kind = "integer"
            if kind not in ("blank", "comment"):
                self.tokens.append(Token(kind, text, at, at + len(text)))
                if text in OPENING and kind == "sign":
                    open_ones.append(len(self.tokens) - 1)
                elif text in CLOSING and kind == "sign":
                    first = open_ones.pop()
                    self.partner[first], self.partner[len(self.tokens) - 1] = len(self.tokens) - 1, first
            at += len(text)

    def word(self, at):
        """The text of a token, empty beyond the ends."""
        return self.tokens[at].text if 0 <= at < len(self.tokens) else ""

    def spaced(self, at):
        """Whether a sign has room on both sides, as binary operators have."""
        token = self.tokens[at]
        return self.text[token.start - 1].isspace() and self.text[token.end : token.end + 1].isspace()

    def end_of(self, at, stops):
        """The first token from `at` on whose text is among `stops`, over whole brackets; the closing bracket about it ends it too."""
        while at < len(self.tokens):
            word = self.word(at)
            if word in stops or word in CLOSING:
                return at
            at = self.partner[at] + 1 if word in OPENING else at + 1
        return at

    def after_attribute(self, at):
        """The token behind an attribute that begins at `at`."""
        return self.partner[at + 1 if self.word(at + 1) == "[" else at + 2] + 1

    def test_items(self):
        """Ranges of tokens of items under `#[cfg(test)]`, and the names of modules in files that are."""
        ranges, modules, at = [], [], 0
        while at < len(self.tokens):
            if self.word(at) == "#" and self.word(at + 1) == "[":
                behind = self.after_attribute(at)
                within = "".join(token.text for token in self.tokens[at:behind])
                if re.fullmatch(r"#\[(cfg\(test\)|cfg\(all\(test.*|test)\]", within):
                    end = self.end_of(behind, {"{", ";"})
                    if self.word(behind) == "mod" and self.word(end) == ";":
                        modules.append(self.word(behind + 1))
                    ranges.append((at, self.partner.get(end, end) + 1))
                    at = ranges[-1][1]
                    continue
                at = behind
                continue
            at += 1
        return ranges, modules

    def functions(self):
        """The functions with a body, outermost alone: name, whether const, tokens of the signature, and of the body's braces."""
        skipped = {at: end for at, end in self.test_items()[0]}
        at = 0
        while at < len(self.tokens):
            if at in skipped:
                at = skipped[at]
            elif self.word(at) == "macro_rules":
                at = self.partner[self.end_of(at, OPENING)] + 1
            elif self.word(at) == "fn" and self.tokens[at + 1].kind == "word":
                opening = self.end_of(at, {"{", ";"})
                if self.word(opening) == "{":
                    const = any(self.word(before) == "const" for before in range(at - 3, at) if self.word(before) not in "};")
                    yield self.word(at + 1), const, (at, opening), (opening, self.partner[opening])
                    at = self.partner[opening]
                else:
                    at = opening
            at += 1

    def closures(self, first, last):
        """What the outermost closures between two tokens give, each as a unit."""
        at = first
        while at < last:
            before = self.word(at - 1)
            if self.word(at) in ("|", "||") and before in ("(", ",", "=", "move", "{", ";", "=>", "return"):
                closing = at
                if self.word(at) == "|":
                    closing = next(n for n in range(at + 1, last) if self.word(n) == "|")
                begin = closing + 1
                if self.word(begin) != "->":
                    end = self.end_of(begin, {",", ";"})
                    yield Unit(self.tokens[begin].start, self.tokens[end - 1].end, begin, end)
                    at = end
            at += 1
