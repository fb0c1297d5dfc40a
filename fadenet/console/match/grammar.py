"""Typed words to moves: a trie of the legal moves of one ask, walked with shortcuts.

A move is a line of tokens (its notation, with the console's own labels). A typed word stands for a token if
it is the token, its fixed verb letter, its number where only one has that number, an unambiguous beginning of
it, or (a beginning of) the name of what the token refers to, or of inner words of it; names may take several
words. The labels of equal cards, as they stand together on the screen (h2-3), name one of them. Tokens that
leave no choice may be left out; words in brackets behind a token, as on the screen, are passed over. A word
that fits nothing legal is refused, never guessed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from fadenet.console.match.labels import holds
from fadenet.engine.rules import Move
from fadenet.games.spelling import slug

LINE_MAX = 500
NAME_WORDS_MAX = 8
FILLER_VERBS = frozenset({"pick", "done", "yes", "no", "mode"})
"""Verbs that only answer a question: their arguments may be typed without them."""

_NUMBER = re.compile(r"(?:^|[a-z.=])(\d+)$")
_REMARK = re.compile(r"\s\([^()]*\)")


class Unclear(Exception):
    """A line that names no one legal move.

    choices: the tokens that could come where it is unclear. short: whether it fits as far as it goes.
    """

    def __init__(self, text: str, choices: Iterable[str] = (), short: bool = False) -> None:
        super().__init__(text)
        self.choices = tuple(choices)
        self.short = short


def words_of(line: str) -> list[str]:
    """The words of a typed move, without what the screen shows in brackets behind them."""
    return _REMARK.sub("", line).lower().split()


@dataclass(slots=True)
class TrieNode:
    """The tokens that may follow those so far, and the move that these make if nothing more is said."""

    children: dict[str, TrieNode] = field(default_factory=dict)
    move: Move | None = None


class Grammar:
    """The legal moves of one ask as typed lines.

    lines: (tokens, move). letters: verb by its fixed letter. names: a slug or word by token, for those tokens
    that may be named. twins: tokens that stand for the same thing when they have the same name.
    """

    def __init__(
        self,
        lines: Iterable[tuple[tuple[str, ...], Move]],
        letters: Mapping[str, str],
        names: Mapping[str, str],
        twins: frozenset[str] = frozenset(),
    ) -> None:
        self.root = TrieNode()
        self.letters = letters
        self.names = names
        self.twins = twins
        for tokens, move in lines:
            node = self.root
            for token in tokens:
                node = node.children.setdefault(token, TrieNode())
            if node.move is None:
                node.move = move

    def parse(self, line: str) -> Move:
        """The legal move that a line names. Raises `Unclear`."""
        words = words_of(line)
        if not words or len(line) > LINE_MAX:
            raise Unclear("type a move, or ? for help", short=True)
        node = self._walk(words)
        while node.move is None:
            if len(node.children) != 1:
                raise Unclear("say which", node.children, short=True)
            node = next(iter(node.children.values()))
        return node.move

    def under(self, line: str) -> list[Move]:
        """Every legal move that begins as a line does; [] if none does, or a word is not clear."""
        try:
            waiting, found = [self._walk(words_of(line))], []
        except Unclear:
            return []
        while waiting:
            node = waiting.pop()
            found += [] if node.move is None else [node.move]
            waiting += reversed(node.children.values())
        return found

    def complete(self, line: str) -> tuple[str, list[str]]:
        """(what stays of the line, tokens that may follow it): each of them leads to a legal move.

        The tokens stand for the last, unfinished word, or for several words that are the start of a name.
        """
        words = line.lower().split()
        if not words or line.endswith(" "):
            return line, self._after(words, "")
        for many in range(min(NAME_WORDS_MAX, len(words)), 0, -1):
            partial = words[-1] if many == 1 else slug(" ".join(words[-many:]))
            found = self._after(words[:-many], partial, many > 1)
            if found:
                return "".join(f"{word} " for word in words[:-many]), found
        return line, []

    def _after(self, words: list[str], partial: str, name: bool = False) -> list[str]:
        """The tokens after whole words that an unfinished word may become."""
        try:
            node = self._walk(words)
        except Unclear:
            return []
        children = self._through_filler(node, partial)
        if not partial:
            return list(children)
        if name:
            begun = [t for t in children if self._called(t).startswith(partial)]
            return begun or [t for t in children if f"-{partial}" in self._called(t)]
        if node is self.root and partial in self.letters:
            return [self.letters[partial]] if self.letters[partial] in children else []
        if partial in children:
            return [partial]
        name_of = slug(partial)
        named = [t for t in children if name_of and self._called(t).startswith(name_of)]
        named = named or [t for t in children if len(name_of) > 1 and f"-{name_of}" in self._called(t)]
        begun = [t for t in children if t.startswith(partial) or t in named]
        return begun or [t for t in children if (m := _NUMBER.search(t)) and m[1] == partial]

    def _through_filler(self, node: TrieNode, partial: str) -> dict[str, TrieNode]:
        """The children, or, where none fits and their verbs may be left out, what comes after them."""
        if node is self.root and partial and not any(t.startswith(partial) for t in node.children):
            deeper = {
                t: child
                for verb, below in node.children.items()
                if verb in FILLER_VERBS
                for t, child in below.children.items()
            }
            if deeper:
                return deeper
        return node.children

    def _called(self, token: str) -> str:
        return self.names.get(token, "")

    def _walk(self, words: list[str]) -> TrieNode:
        node = self.root
        at = 0
        while at < len(words):
            child, used = self._step(node, words, at)
            if child is None:
                if any(node is answer for answer in self._answers()) and not node.children:
                    raise Unclear(f"one answer at a time, without '{words[at]}'", short=True)
                if len(node.children) != 1:
                    raise Unclear(f"'{words[at]}' does not fit here", node.children)
                child = next(iter(node.children.values()))
            node = child
            at += used
        return node

    def _answers(self) -> list[TrieNode]:
        """The nodes that one token names after a verb that only answers a question."""
        verbs = [child for verb, child in self.root.children.items() if verb in FILLER_VERBS]
        return [child for verb in verbs for child in verb.children.values()]

    def _step(self, node: TrieNode, words: list[str], at: int) -> tuple[TrieNode | None, int]:
        """The child that the words from `at` on name and how many words that takes, or (None, 0)."""
        word = words[at]
        children = node.children
        if word in children:
            return children[word], 1
        if node is self.root and word in self.letters:
            verb = self.letters[word]
            if verb not in children:
                raise Unclear(f"'{verb}' is not possible now", children)
            return children[verb], 1
        found, used = self._matches(children, words, at)
        if not found and node is self.root:
            found, used = self._matches(self._through_filler(node, word), words, at)
            children = self._through_filler(node, word)
        if len(found) == 1:
            return children[found[0]], used
        if found:
            raise Unclear(f"'{word}' could be {_several(found)}", found)
        return None, 0

    def _matches(self, children: Mapping[str, TrieNode], words: list[str], at: int) -> tuple[list[str], int]:
        word = words[at]
        if word in children:
            return [word], 1
        if word.isdecimal():
            tails = [t for t in children if (m := _NUMBER.search(t)) and m[1] == word]
            if tails:
                return tails, 1
        whole, used = self._named(children, words, at, whole=True)
        if whole:
            return whole, used
        begun = [t for t in children if t.startswith(word) and not t[len(word) - 1 : len(word) + 1].isdigit()]
        if len(begun) == 1:
            return begun, 1
        stack = [t for t in children if t in self.twins and holds(word, t)]
        if stack:
            return self._first(stack), 1
        named, used = self._named(children, words, at)
        return (named, used) if named else (begun, 1)

    def _named(
        self, children: Mapping[str, TrieNode], words: list[str], at: int, whole: bool = False
    ) -> tuple[list[str], int]:
        """The tokens that the words from `at` on name, and how many words that takes: as many as possible.

        whole: whether the name must be typed to its end.
        """
        for used in range(min(NAME_WORDS_MAX, len(words) - at), 0, -1):
            said = slug(" ".join(words[at : at + used]))
            found = [t for t in children if said and self._called(t) == said]
            if not whole:
                found = found or [t for t in children if said and self._called(t).startswith(said)]
                found = found or [t for t in children if len(said) > 1 and f"-{said}" in self._called(t)]
            if found:
                return self._first(found), used
        return [], 0

    def _first(self, tokens: list[str]) -> list[str]:
        """Of tokens that stand for the same thing the first, else all."""
        alike = all(t in self.twins and self._called(t) == self._called(tokens[0]) for t in tokens)
        return tokens[:1] if alike else tokens


def _several(tokens: list[str]) -> str:
    head = tokens[:4]
    return ", ".join(head) + (f" or {len(tokens) - 4} more" if len(tokens) > 4 else "")
