"""Tables of plain cards for tests, each named after its slug and without anything that is not asked for."""

from __future__ import annotations

RANKED = ("Skill", "Reaction", "Item", "Augment")


def card(kind: str, slug: str, rest: str = "") -> str:
    """A card of a Supertype; of Normal Rank, unless the rest of its table names one."""
    name = slug.replace("-", " ").title()
    ranked = any(line.startswith("rank = ") for line in rest.splitlines())
    rank = 'rank = "Normal"\n' if kind in RANKED and not ranked else ""
    return f'[card.{slug}]\nname = "{name}"\ntypes = ["{kind}"]\n{rank}{rest}\n'


def character(slug: str, hp: int = 9, plv: int = 3, rest: str = "") -> str:
    """A Character; rest: the other lines of its table."""
    return card("Character", slug, f"hp = {hp}\nplv = {plv}\n{rest}")


def skill(slug: str, do: str, rest: str = "") -> str:
    """A Skill that does this."""
    return card("Skill", slug, f"{rest}\ndo = [{do}]")


def reaction(slug: str, do: str, rest: str = "") -> str:
    """A Reaction that answers Attacks, unless the rest of its table says what it answers."""
    answers = "" if "answers = " in rest else 'answers = { to = "attack" }\n'
    return card("Reaction", slug, f"{answers}{rest}\ndo = [{do}]")


def item(slug: str, do: str, pick: str = "all characters", rest: str = "") -> str:
    """An Item that costs nothing and does this to what it targets; pick "" = it targets nothing."""
    targets = f'targets = [{{ pick = "{pick}" }}]\n' if pick else ""
    return card("Item", slug, f"cost = 0\n{targets}{rest}\ndo = [{do}]")


def augment(slug: str, rest: str = "") -> str:
    """An Augment that costs nothing and lies on anybody."""
    return card("Augment", slug, f'cost = 0\nkeywords = {{ Equip = true }}\nattach = "all fighters"\n{rest}')
