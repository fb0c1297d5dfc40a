"""Games whose facts stand in a rule book: figures, rules, statements, limits of decks, lines of the log.

The book of a game is the file `rules/<name>.toml` of its package. Besides `[book]`, `[book.figures]` and the
rules it may have these tables, in which a number may be the name of a figure and a card is described by the
printed filters of the game's language (`Language.printed`). A row with `option = { ... }` holds only in
matches with that option, and takes the place of a row of the same id or rule before it.

| table | what it holds |
|---|---|
| `[lines]` | lines of the log by event, with {who}, {card}, {veiled}, {n}, {phase}, {change}, {until} |
| `[changes]` | {change} by the name of a quantity or column, with {n}; `until`: {until} by its number |
| `[sentences]` | by rule what a refusal says, where that is not the first sentence of the rule |
| `[cites]` | the ids of the rules that the engine refers to, see `Rules.cites` |
| `[[statement]]` | `id`, `text` and `is`: statements about hidden cards, numbered from 1 on |
| `[[deck.limits]]` | a `Limit`: `rule`, `is` or `of` (id of a statement), `least`, `most`, `names` |
| `[deck]` | `size`; `copies`: the limit for each name; `advice`: `rule`, `is`, `between`, `why` with {n} |
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeVar

import msgspec

from fadenet.engine import atoms
from fadenet.engine.card import Card
from fadenet.engine.errors import LoadError
from fadenet.engine.kit import decklists
from fadenet.engine.kit.decklists import MANY, Limit
from fadenet.engine.language import files
from fadenet.engine.language.compiler import Compiler, Language
from fadenet.engine.line import Line
from fadenet.engine.policies import DeckFault
from fadenet.engine.rules import Rules
from fadenet.engine.state import ROW_CARD, ROW_EVENT, ROW_MORE, ROW_N, ROW_SEAT, Row, State

T = TypeVar("T")

VEILED: Final = "a card"
"""The name of a card by `{veiled}`, whatever lies open, for all but those who know it while it is hidden."""
CHANGES: Final[tuple[int, ...]] = (atoms.MODIFIED, atoms.COUNTER_PUT, atoms.COUNTER_GONE)


class RuleBook:
    """The rule book of a game: its figures and rules, what a deck may hold, and the lines of the log.

    A quantity that is not in `[changes]` is called by its name alone, a numbered column that is not there is
    not spoken of.
    """

    def __init__(self, rules: Rules) -> None:
        """Reads the file, and tells the rules their title and what they cite."""
        self.of = rules
        self.facts = files.book(rules.package, rules.name)
        self.figures: Mapping[str, Any] = self.facts["book"]["figures"]
        self.rules: Mapping[str, Mapping[str, Any]] = {rule["id"]: rule for rule in self.facts["rule"]}
        self.lines: dict[str, str] = self.facts.get("lines", {})
        self.short: dict[str, str] = self.facts.get("sentences", {})
        self.limits: list[Limit] = []
        rules.title = self.facts["book"]["title"]
        rules.cites = {**rules.cites, **self.facts.get("cites", {})}

    def figure(self, said: int | str) -> int:
        """A number of the book, which may be the name of a figure."""
        return said if isinstance(said, int) else int(self.figures[said])

    def figures_as(self, kind: type[T]) -> T:
        """The figures that a game plays by, as a class of it names them; the others are for readers alone.

        Raises `LoadError` for one that the book does not have, or not in that form.
        """
        try:
            return msgspec.convert(self.figures, kind)
        except msgspec.ValidationError as error:
            raise LoadError(f"{self.of.name}.toml", "", "book.figures", str(error)) from error

    def describe(self, language: Language) -> None:
        """Compile the statements and what a deck may hold, in words of the language. Raises `LoadError`."""
        c = Compiler(language, f"{self.of.name}.toml", "")
        tests: dict[str, Callable[[Card], bool]] = {}
        for id, row in self._holding(self.facts["statement"], "id").items():
            tests[id] = _test(c, row["is"])
            self.of.predicate(tests[id], row["text"])
        deck = self.facts["deck"]
        self.limits = [
            Limit(
                rule,
                tests[row["of"]] if "of" in row else _test(c, row.get("is", {})),
                self.figure(row.get("least", 0)),
                self.figure(row.get("most", MANY)),
                row.get("names", False),
            )
            for rule, row in self._holding(deck["limits"], "rule").items()
        ]
        self.copies = Limit(deck["copies"]["rule"], _test(c, {}), 0, self.figure(deck["copies"]["most"]))
        self.advice = _test(c, deck["advice"]["is"])

    def _holding(self, rows: list[dict[str, Any]], key: str) -> dict[str, dict[str, Any]]:
        return {row[key]: row for row in rows if row.get("option", {}).items() <= self.of.options.items()}

    def deck_faults(self, decks: Sequence[Sequence[int]]) -> list[DeckFault]:
        return decklists.faults(self.of, decks[0], self.limits, self.copies)

    def deck_hints(self, decks: Sequence[Sequence[int]]) -> list[tuple[str, str]]:
        if "deck" not in self.facts:
            return []
        told = self.facts["deck"]["advice"]
        (least, most), n = self.figures[told["between"]], sum(self.advice(self.of.cards[c]) for c in decks[0])
        return [] if least <= n <= most else [(told["rule"], told["why"].format(n=n, least=least, most=most))]

    def automaton_faults(self, slug: str, deck: Sequence[int]) -> list[DeckFault]:
        """(rule id, sentence) for every rule that the deck of an automaton breaks, by its card's slug."""
        raise NotImplementedError

    def draw_deck(self, shuffle: Callable[[list[Any]], None]) -> tuple[tuple[int, ...], ...]:
        size = self.figure(self.facts["deck"]["size"])
        return (decklists.draw(self.of, self.limits, self.copies, size, shuffle),)

    def complete_deck(
        self, seen: Sequence[Sequence[int]], sizes: Sequence[int], shuffle: Callable[[list[Any]], None]
    ) -> tuple[tuple[int, ...], ...]:
        (begun,), (size,) = seen, sizes
        drawn = decklists.draw(self.of, self.limits, self.copies, size, shuffle, begun)
        return (decklists.filled(drawn, size, [*range(1, len(self.of.cards))], shuffle),)

    def sentence(self, rule: str) -> str:
        """The sentence of a refusal by a rule: its short form, else the first sentence of its text."""
        return self.short.get(rule) or str(self.rules[rule]["text"].partition(". ")[0].rstrip("."))

    def name_of(self, s: State, h: int) -> str:
        """The name of a card or body in a line of the log."""
        return f"p{h}" if 0 < h <= s.seats else self.of.cards[s.code[h]].name or "a hidden card"

    def event_line(self, s: State, row: Row) -> Line | None:
        event = row[ROW_EVENT]
        line = self.lines.get(self.of.events[event], "")
        said = {"who": "{who}", "card": "{card}", "veiled": "{card}", "n": "{n}"}
        if event == atoms.PHASE_BEGINS:
            said["phase"] = self.of.phases[row[ROW_N]]
        elif line and event in CHANGES:
            said["change"], said["until"] = self._change(row)
            line = line if said["change"] else ""
        card = VEILED if "{veiled}" in line else self.name_of(s, row[ROW_CARD])
        return self.line(row, line.format_map(said), card)

    def line(self, row: Row, what: str, card: str) -> Line | None:
        """The line of an event row that says this, None if that is nothing. An event of a seat's own body is
        told as the doing of that seat."""
        if row[ROW_CARD] == row[ROW_SEAT] + 1 > 0:
            what = what.replace("{card}", "{who}")
        return Line(self.of.events[row[ROW_EVENT]], row[ROW_SEAT], what, card, row[ROW_N]) if what else None

    def _change(self, row: Row) -> tuple[str, str]:
        """The words for the change that a mod or a counter makes, "" = none, and for when it ends."""
        event, what, amount = row[ROW_EVENT], row[ROW_N], row[ROW_MORE]
        if event != atoms.MODIFIED:
            return self.facts["changes"].get(self.of.columns[what], "").format(n=amount), ""
        name, (until, arg) = self.of.quantities[what], row[7:]
        said = self.facts["changes"].get(name, name).format(n=amount)
        return said, self.facts["changes"]["until"][until].format(n=arg, seat=arg + 1)


def _test(c: Compiler, described: dict[str, Any]) -> Callable[[Card], bool]:
    assert c.language.printed is not None
    return c.language.printed(c, described)[0]
