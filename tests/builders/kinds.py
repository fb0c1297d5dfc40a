"""Test cards of one kind in a line each: their TOML, for a test that says of a card only what it is about."""

from __future__ import annotations

from functools import partial


def card(types: str, slug: str, do: str = "", more: str = "", rank: str = "", name: str = "") -> str:
    """A card of a Supertype, named after its slug unless told otherwise.

    do: what it does, effects in TOML without the brackets. more: the rest of its table.
    """
    lines = [f"[card.{slug}]", f'name = "{name or slug.replace("-", " ").title()}"', f'types = ["{types}"]']
    if rank:
        lines.append(f'rank = "{rank}"')
    if do:
        lines.append(f"do = [{do}]")
    return "\n".join([*lines, more.strip(), ""])


def character(slug: str, hp: int, plv: int, more: str = "", name: str = "") -> str:
    """A Character."""
    return card("Character", slug, more=f"hp = {hp}\nplv = {plv}\n{more}", name=name)


skill = partial(card, "Skill", rank="Normal")
item = partial(card, "Item", rank="Normal")


def reaction(slug: str, do: str, more: str = "", rank: str = "Normal", to: str = "attack") -> str:
    """A Reaction that answers."""
    return card("Reaction", slug, do, f'answers = {{ to = "{to}" }}\n{more}', rank)


def augment(slug: str, more: str = "", equip: bool = True) -> str:
    """An Augment, for Characters and Players unless it has no Equip."""
    keywords = "keywords = { Equip = true }\n" if equip else ""
    return card("Augment", slug, more=keywords + more, rank="Normal")


def command(slug: str, *directions: str, do: str = "{ draw = 1 }", more: str = "") -> str:
    """A Command with an ability."""
    points = ", ".join(f'"{direction}"' for direction in directions)
    ability = f"[[card.{slug}.ability]]\nactivate = true\ndo = [{do}]"
    return card("Command", slug, more=f"directions = [{points}]\n{more}\n{ability}")
