"""Deck lists: TOML files with a table for each deck of a seat, and whether the rules allow them.

game = "faroe"
name = "Iron and Ember"
plan = "Swing first, swing often."

[deck]
rising-kick = 4

[pool]
rookie-ace = 2
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any, Final, NamedTuple

from fadenet.engine.descriptor import Descriptor
from fadenet.engine.errors import LoadError, LoadErrors
from fadenet.engine.language import files
from fadenet.engine.language.meant import in_place_of
from fadenet.engine.policies import DeckFault
from fadenet.engine.rules import Rules

COUNT_MAX: Final = 1_000
"""The highest number a single line of a deck file may name; how many are legal is for `check_deck` to say."""

NAME_MAX: Final = 60
PLAN_MAX: Final = 400
"""Characters in the name of a deck, and in its plan."""

_KEYS: Final[tuple[str, ...]] = ("game", "name", "plan")
_IN_SET: Final[tuple[str, ...]] = ("name", "plan")


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck list as it stands in its file.

    plan: one line on how it is meant to win, "" without one. lists: for each table of the game
    (`Rules.deck_tables`) the codes of its cards, the same one as often as it is in it.
    """

    name: str
    plan: str
    lists: tuple[tuple[int, ...], ...]


def check_deck(rules: Rules, lists: Sequence[Sequence[int]]) -> list[DeckFault]:
    """(rule id, sentence) for every rule that the decks of one seat break; empty if they are legal."""
    return rules.book.deck_faults(lists)


def check_automaton(rules: Rules, slug: str, deck: Sequence[int]) -> list[DeckFault]:
    """The same for the deck of an opponent that plays by itself, by the slug of its card."""
    return rules.book.automaton_faults(slug, deck)


def load_deck(rules: Rules, path_or_name: str | Path) -> Deck:
    """Read a deck file, or by its bare name a deck that comes with the game. Raises `LoadError`.

    The deck may still break the rules of deck building: see `check_deck`.
    """
    given = str(path_or_name)
    for one in rules.sets:
        code, _, own = given.partition(":")
        if code == one.code and own in one.decks:
            return _deck_of(rules, one.decks[own], one.name, _IN_SET, own, code)
    if given in packaged(rules) or given in automata(rules):
        folder = "" if given in packaged(rules) else rules.automaton_shelf
        source = _shelf(rules).joinpath(folder, f"{given}.toml")
        return read_deck(rules, source.read_text("utf-8"), f"{given}.toml")
    try:
        with Path(path_or_name).open("rb") as file:
            data = file.read(files.CARD_FILE_BYTES + 1)
        text = data.decode("utf-8")
    except OSError as error:
        known = ", ".join(packaged(rules)) or "none"
        hint = f"cannot be read ({error.strerror}); decks that come with the game: {known}"
        raise LoadError(given, "", "file", hint) from error
    except UnicodeDecodeError as error:
        raise LoadError(given, "", "file", "is not text in UTF-8") from error
    return read_deck(rules, text, given)


def packaged(rules: Rules) -> list[str]:
    """The names of the decks that come with the cards of a match, sorted: the game's, then those of sets."""
    own = _names(_shelf(rules)) if rules.own_cards else []
    return own + [one.slug(slug) for one in rules.sets for slug in sorted(one.decks)]


def packaged_of(game: Descriptor) -> list[str]:
    """The same for a game whose rules need not be loaded."""
    package = f"fadenet.games.{game.family}"
    return lying_in(package, f"decks/{game.name}") or lying_in(package, "decks")


def automata(rules: Rules) -> list[str]:
    """The names of the decks of opponents that play by themselves, sorted: each is named as its card."""
    return _names(_shelf(rules).joinpath(rules.automaton_shelf)) if rules.automaton_shelf else []


def lying_in(package: str, folder: str) -> list[str]:
    """The names of the TOML files in a folder of a package, without their ending, sorted."""
    return _names(resources.files(package).joinpath(folder))


def _names(shelf: Any) -> list[str]:
    if not shelf.is_dir():
        return []
    return sorted(f.name.removesuffix(".toml") for f in shelf.iterdir() if f.name.endswith(".toml"))


def _shelf(rules: Rules) -> Any:
    """The folder of the decks that come with a game; one package may hold several editions."""
    shelf = resources.files(rules.package).joinpath("decks")
    edition = shelf.joinpath(rules.name)
    return edition if edition.is_dir() else shelf


def is_name(name: str) -> bool:
    """Whether a deck may be called so."""
    return 0 < len(name) <= NAME_MAX and name.isprintable()


def is_plan(plan: str) -> bool:
    """Whether this may be said of a deck."""
    return len(plan) <= PLAN_MAX and plan.isprintable()


def write_deck(rules: Rules, deck: Deck) -> str:
    """The text of a deck file, which `read_deck` reads to the same deck."""
    lines = [f'game = "{rules.name}"', f"name = {_quoted(deck.name)}", f"plan = {_quoted(deck.plan)}"]
    for (table, _), codes in zip(rules.deck_tables, deck.lists, strict=True):
        counts = Counter(rules.cards[code].slug for code in codes)
        lines += ["", f"[{table}]", *(f"{_key(slug)} = {n}" for slug, n in sorted(counts.items()))]
    return "\n".join(lines) + "\n"


def _key(slug: str) -> str:
    """A slug as the key of a line; that of a card from a set has a colon in it."""
    return _quoted(slug) if ":" in slug else slug


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def read_deck(rules: Rules, text: str, file: str) -> Deck:
    """The deck that the text of a deck file names. Raises `LoadError` with file and key."""
    tables = files.parse(text, file)
    return _deck_of(rules, tables, file, _KEYS)


def _deck_of(
    rules: Rules, tables: dict[str, Any], file: str, heading: Sequence[str], deck: str = "", code: str = ""
) -> Deck:
    """The deck of the tables of a deck file, or of one in a set. heading: the keys beside its lists. deck:
    its slug in the set of that code, whose own cards are meant first."""
    keys = (*heading, *(key for key, _ in rules.deck_tables))
    for key in tables:
        if key not in keys:
            raise LoadError(file, deck, key, f"a deck holds only: {', '.join(keys)}")
    if tables.get("game", rules.name if code else None) != rules.name:
        raise LoadError(file, deck, "game", f'write game = "{rules.name}" to play it in that game')
    name = tables.get("name")
    if type(name) is not str or not is_name(name):
        raise LoadError(file, deck, "name", f"give the deck a name of 1 to {NAME_MAX} printable characters")
    plan = tables.get("plan", "")
    if type(plan) is not str or not is_plan(plan):
        raise LoadError(file, deck, "plan", f"a plan is one line of at most {PLAN_MAX} printable characters")
    faults: list[tuple[str, str]] = []
    lists = tuple(
        _codes(rules, tables, key, _Place(file, deck, code), faults) for key, _ in rules.deck_tables
    )
    if faults:
        raise LoadErrors([LoadError(file, deck, where, what) for where, what in faults])
    return Deck(name, plan, lists)


class _Place(NamedTuple):
    """Where a deck is read: its file, its slug in the set of a code, "" outside of one."""

    file: str
    deck: str
    code: str


def _codes(
    rules: Rules, tables: dict[str, Any], key: str, place: _Place, faults: list[tuple[str, str]]
) -> tuple[int, ...]:
    """The codes of one table `slug = count`, in the order of its lines. faults: (key, what to do) for each
    line that is wrong goes there."""
    table = tables.get(key, {})
    if type(table) is not dict:
        raise LoadError(
            place.file, place.deck, key, f"write [{key}] and below it one line 'card = count' for each card"
        )
    codes: list[int] = []
    for slug, n in table.items():
        card = rules.by_slug.get(f"{place.code}:{slug}") or rules.by_slug.get(slug)
        if card is None:
            of_set = slug.partition(":")[0] if ":" in slug else ""
            away = of_set and of_set not in [one.code for one in rules.sets]
            hint = f"; it is of a card set: --set {of_set}" if away else in_place_of(slug, rules.by_slug)
            faults.append((f"{key}.{slug}", f"there is no such card{hint}"))
        elif type(n) is not int or not 1 <= n <= COUNT_MAX:
            faults.append((f"{key}.{slug}", f"the count is a whole number from 1 to {COUNT_MAX}, not {n!r}"))
        else:
            codes += [card.code] * n
    return tuple(codes)
