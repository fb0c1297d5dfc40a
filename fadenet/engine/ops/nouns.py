"""Noun phrases of card text: one group of cards read as a whole, as each of it, or as a choice of some of it.

A selector says what it finds with a phrase. For a single thing that is plain text such as "this card"; for a
group it is a `Noun`, which reads as the plural and knows the other forms that sentences need.
"""

from __future__ import annotations

from collections.abc import Callable, Container

YOURS, EVERYBODYS = "your", "all"
_BEHIND = ("with ", "attached ", "that ", "in ", "named ")
OTHER = "other"


class Noun(str):
    """The plural of a group ("your other cards"), with its other forms.

    one: any of it ("an enemy card"). each: all of it one by one, with a verb in the singular. group: the
    plural behind "the number of". fixed: (plural, one, each) where a group has phrases of its own, which are
    lost once it is narrowed down.
    """

    owner: str
    singular: str
    plural: str
    words: tuple[str, ...]
    one: str
    each: str
    group: str
    _mine: bool
    _some: str
    _several: str

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
        single = singular.partition(" in {}")[0]
        many, _, place = plural.partition(" in {}")
        if piled:
            whose = "any" if owner == EVERYBODYS else owner if owner in (YOURS, "") else f"{article(owner)}'s"
            after.append(f"in {whose}{place}")
        mine = owner == YOURS and not piled
        side = [] if piled or owner in (EVERYBODYS, YOURS, "") else [owner]
        front = [owner, *other] if owner == EVERYBODYS and not piled else [*other, *side]
        several = " ".join([*other, *before, many, *after])
        said = f"your {several}" if mine else " ".join([*front, *before, many, *after])
        made = super().__new__(cls, fixed[0] if fixed else said)
        made.owner, made.singular, made.plural, made.words = owner, singular, plural, words
        made._mine, made._several = mine, several
        made._some = " ".join([*other, *side, *before, many, *after])
        this = " ".join([*side, *before, single, *after])
        one = f"one of your {several}" if mine else f"another {this}" if other else article(this)
        each = f"each of your {several}" if mine else " ".join(["each", *other, this])
        made.one, made.each = fixed[1:] if fixed else (one, each)
        made.group = made.removeprefix(f"{EVERYBODYS} ")
        return made

    def qualified(self, words: list[str]) -> Noun:
        """The phrase narrowed down: adjectives go before the noun, clauses such as "with ..." behind it."""
        return Noun(self.owner, self.singular, self.plural, (*self.words, *words)) if words else self

    def some(self, count: str) -> str:
        """So many of the group."""
        return f"{count} of your {self._several}" if self._mine else f"{count} {self._some}"

    def there(self, count: str) -> str:
        """That there are so many of the group."""
        return f"you have {count} {self._several}" if self.owner == YOURS else f"there are {self.some(count)}"


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
    return f"each of {said}" if said == "the targets" else said


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
    head, _, tail = word.partition(" ")
    third = f"{head}es" if head.endswith(("s", "ch", "sh")) else f"{head}s"
    return f"{each_of(said)} {third}{f' {tail}' if tail else ''}"


def counted(count: str, noun: str) -> str:
    """An amount with its noun: "1 card", "2 cards", "cards equal to the number of cards"."""
    if count == "1":
        return f"1 {noun}"
    if count.isdigit() or count in ("X", "that many"):
        return f"{count} {noun}s"
    return f"{noun}s equal to {count}"


def measured(count: str, noun: str) -> str:
    """An amount of something that has no plural: "2 damage", "damage equal to the number of cards"."""
    if count.lstrip("+-").isdigit() or count in ("X", "that many"):
        return f"{count} {noun}"
    return f"{noun} equal to {count}"


def change_text(name: str, many: str) -> str:
    """What a change of a value means, said to "you": "get +1 HP"."""
    if many.lstrip("-").isdigit():
        return f"get {'' if many.startswith('-') else '+'}{many} {name}"
    return f"get additional {measured(many, name)}"


def change_or_gift(gifts: Container[str]) -> Callable[[str, str], str]:
    """`change_text`, but for what one simply has: "gain Haste"."""
    return lambda name, many: f"gain {name}" if name in gifts else change_text(name, many)


def being(said: str) -> str:
    """What a filter says, as a statement: "with 2 HP or less" -> "has 2 HP or less", "red" -> "is red"."""
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
