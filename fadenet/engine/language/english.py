"""Noun phrases of card text: one group of cards read as a whole, as each of it, or as a choice of some of it.

A selector says what it finds with a phrase. For a single thing that is plain text such as "this card"; for a
group it is a `Noun`, which reads as the plural and knows the other forms that sentences need.
"""

from __future__ import annotations

from collections.abc import Callable, Container
from typing import Final

YOURS: Final = "your"
EVERYBODYS: Final = "all"
_BEHIND: Final[tuple[str, ...]] = (
    "with ",
    "attached ",
    "held ",
    "holding ",
    "stacked ",
    "that ",
    "in ",
    "named ",
)
OTHER: Final = "other"
THEM: Final = "them"
_SEVERAL: Final[tuple[str, ...]] = ("the targets", THEM)


class Noun(str):
    """The plural of a group ("your other cards"), with its other forms.

    one: any of it ("an enemy card"). each: all of it one by one, with a verb in the singular. group: the
    plural behind "the number of". moved: any of it, while it goes to the pile that it is looked for in ("an
    enemy's card"). fixed: (plural, one, each) where a group has phrases of its own, which are lost once it is
    narrowed down.
    """

    owner: str
    singular: str
    plural: str
    words: tuple[str, ...]
    one: str
    each: str
    group: str
    moved: str
    _mine: bool
    _some: str
    _several: str
    _single: str

    def __new__(
        cls,
        owner: str,
        singular: str,
        plural: str,
        words: tuple[str, ...] = (),
        fixed: tuple[str, str, str] | None = None,
    ) -> Noun:
        """owner: "your", "all", "" or such as "enemy"; a noun holds "{}" for whose pile it lies in."""
        piled = "{}" in plural
        other = [OTHER] if OTHER in words else []
        before = [w for w in words if w and w != OTHER and not w.startswith(_BEHIND)]
        after = [w for w in words if w.startswith(_BEHIND)]
        after = [
            f"and {w[5:]}" if i and w[:5] == after[i - 1][:5] == "with " else w for i, w in enumerate(after)
        ]
        single = _named(before, after, singular.partition(" in {}")[0])
        many, _, place = plural.partition(" in {}")
        many = _named(before, after, many)
        clauses = list(after)
        if piled:
            whose = "any" if owner == EVERYBODYS else owner if owner in (YOURS, "") else f"{article(owner)}'s"
            after.append(f"in {whose}{place}")
        mine = owner == YOURS and not piled
        side = [] if piled or owner in (EVERYBODYS, YOURS, "") else [owner]
        front = [owner, *other] if owner == EVERYBODYS and not piled else [*other, *side]
        several = " ".join([*other, many, *after])
        said = f"your {several}" if mine else " ".join([*front, many, *after])
        made = super().__new__(cls, fixed[0] if fixed else said)
        made.owner, made.singular, made.plural, made.words = owner, singular, plural, words
        made._mine, made._several = mine, several
        made._some = " ".join([*other, *side, many, *after])
        made._single = " ".join([*other, *side, single, *after])
        this = " ".join([*side, single, *after])
        one = f"one of your {several}" if mine else f"another {this}" if other else article(this)
        each = f"each of your {several}" if mine else " ".join(["each", *other, this])
        made.one, made.each = fixed[1:] if fixed else (one, each)
        made.group = made.removeprefix(f"{EVERYBODYS} ")
        made.moved = made.one
        if piled and owner == YOURS:
            made.moved = " ".join(["one of your", *other, many, *clauses])
        elif piled:
            card = " ".join([*other, single, *clauses])
            made.moved = article(card) if owner in (EVERYBODYS, "") else f"{article(owner)}'s {card}"
        return made

    def qualified(self, words: list[str]) -> Noun:
        """The phrase narrowed down: adjectives go before the noun, clauses such as "with ..." behind it."""
        return Noun(self.owner, self.singular, self.plural, (*self.words, *words)) if words else self

    def some(self, count: str) -> str:
        """So many of the group."""
        return f"{count} of your {self._several}" if self._mine else f"{count} {self._counted(count)}"

    def there(self, count: str) -> str:
        """That there are so many of the group."""
        are = "is" if _one(count) else "are"
        return f"{'you have' if self.owner == YOURS else f'there {are}'} {count} {self._counted(count)}"

    def _counted(self, count: str) -> str:
        return self._single if _one(count) else self._some


def _one(count: str) -> bool:
    """Whether a noun behind the count is in the singular: "1", "at most 1", not "1 or more"."""
    return count.split(" ")[-1] == "1"


def _named(before: list[str], after: list[str], name: str) -> str:
    """The name of a thing with adjectives; the word for how it lies stays in front of the one for what it is.

    "held Red card", not "Red held card"; and "card held by it", not "held card held by it".
    """
    place, _, thing = name.partition(" ")
    if not thing or " " in thing or not place.islower():
        return " ".join([*before, name])
    said_behind = any(clause.startswith(f"{place} ") for clause in after)
    low, high = ([w for w in before if w.islower() == lower] for lower in (True, False))
    return " ".join([*low, *([] if said_behind else [place]), *high, thing])


def article(said: str) -> str:
    """The phrase with "a" or "an"."""
    return f"{'an' if said[0] in 'aeiouAEIOU' else 'a'} {said}"


def one_of(said: str) -> str:
    """A choice of one: "an enemy card"; a single thing stays what it is."""
    return said.one if isinstance(said, Noun) else said


def each_of(said: str) -> str:
    """All of it, one by one: "each enemy card"."""
    if isinstance(said, Noun):
        return said.each
    return f"each of {said}" if said in _SEVERAL else said


def all_of(said: str) -> str:
    """All of it together, before a verb in the plural: "enemy cards cannot", where each would mean some."""
    return str(said) if is_several(said) else each_of(said)


def is_several(said: str) -> bool:
    """Whether it may be more than one thing."""
    return said in _SEVERAL or (isinstance(said, Noun) and said.each != said.one)


def some_of(said: str, count: str) -> str:
    """So many of it: "up to 2 enemy cards"."""
    return said.some(count) if isinstance(said, Noun) else f"{count} of {said}"


def there_are(said: str, count: str) -> str:
    """That there are so many: "you have 2 or more cards"."""
    return said.there(count) if isinstance(said, Noun) else f"there are {count} of {said}"


def verb(said: str, word: str) -> str:
    """A subject with its verb, given as for "you": the order "draw", or "each enemy draws"."""
    if said == "you":
        return word
    each = each_of(said)
    if each.startswith("you and "):
        return f"{each} {word}"
    head, _, tail = word.partition(" ")
    third = f"{head}es" if head.endswith(("s", "ch", "sh")) else f"{head}s"
    return f"{each} {third}{f' {tail}' if tail else ''}"


def either(words: list[str]) -> str:
    """One of these: "A", "A or B", "A, B or C"."""
    *first, last = words
    return f"{', '.join(first)} or {last}" if first else last


def exceeds(said: str) -> str:
    """That a difference is 1 or more: "the sum minus 2" -> "the sum is greater than 2"."""
    more, less = said.split(" minus ", 1)
    return f"{more} is greater than {less}"


def negated(said: str) -> str:
    """That a statement does not hold: "you have 2 or more cards" -> "you have fewer than 2 cards"."""
    words = said.split(" ")
    for i, word in enumerate(words):
        if words[i + 1 :][:2] == ["or", "more"] and word.isdigit():
            less = "less than" if words[i - 1] == "is" else "fewer than"
            return " ".join([*words[:i], *(["no"] if word == "1" else [less, word]), *words[i + 3 :]])
    verb = next((i for i, word in enumerate(words) if word in _AUXILIARY), -1) + 1
    return " ".join([*words[:verb], "not", *words[verb:]]) if verb else f"it is not true that {said}"


_AUXILIARY: Final[tuple[str, ...]] = ("is", "are", "was", "were", "may", "can")


def counted(count: str, noun: str) -> str:
    """An amount with its noun: "1 card", "2 cards", "cards equal to the number of cards"."""
    if count == "1":
        return f"1 {noun}"
    if count.isdigit() or count in ("X", "that many"):
        return f"{count} {noun}s"
    return f"{noun}s equal to {count}"


def number_of(n: int, noun: str) -> str:
    """A number with its noun: "1 card", "2 cards"."""
    return counted(str(n), noun)


def measured(count: str, noun: str) -> str:
    """An amount of something that has no plural: "2 damage", "damage equal to the number of cards"."""
    if count == "that many" and noun.endswith("damage"):
        return f"that much {noun}"
    if count.lstrip("+-").isdigit() or count in ("X", "that many"):
        return f"{count} {noun}"
    return f"{noun} equal to {count}"


def times(n: int) -> str:
    """How often something is done: "once", "twice", "3 times"."""
    return {1: "once", 2: "twice"}.get(n, f"{n} times")


def multiplied(said: str, other: str) -> str:
    """A product, a number ahead: "twice your LV", "the number of cards times the number of Items"."""
    for number, of in ((said, other), (other, said)):
        if number.isdigit():
            return of if number == "1" else f"{times(int(number))} {of}"
    return f"{said} times {other}"


def added(said: str, other: str) -> str:
    """A sum; a number stands ahead of what is a product or half itself: "5 plus twice your DEF"."""
    worked_out = said.startswith(("half of ", "twice ")) or said.split(" ")[1:2] == ["times"]
    return f"{other} plus {said}" if worked_out and other.isdigit() else f"{said} plus {other}"


def change_text(name: str, many: str) -> str:
    """A change of a value in words, said to "you": "get +1 HP"."""
    if many.lstrip("-").isdigit():
        return f"get {'' if many.startswith('-') else '+'}{many} {name}"
    return f"get additional {measured(many, name)}"


def change_or_gift(gifts: Container[str]) -> Callable[[str, str], str]:
    """`change_text`, but for what one simply has: "gain Haste"."""
    return lambda name, many: f"gain {name}" if name in gifts else change_text(name, many)


def being(said: str) -> str:
    """The words of a filter as a statement: "with 2 HP or less" -> "has 2 HP or less", "red" -> "is red"."""
    return f"has {said[5:]}" if said.startswith("with ") else f"is {said}"


def conjugated(said: str, one: bool) -> str:
    """A statement given as for "you", for a subject in the singular or plural."""
    word, _, rest = said.partition(" ")
    if not one or word in ("cannot", "may"):
        return said
    return f"{'has' if word == 'have' else word + 's'} {rest}"


def sentence(line: str) -> str:
    """The line with a capital at its start."""
    return line[:1].upper() + line[1:]
