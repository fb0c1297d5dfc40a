"""The points of Commands: the verb that lays their Materials, and what keeps them from being activated.

Which of them work, and what is Material, is for the core to say (`field/commands.py`).
"""

from __future__ import annotations

from typing import Final

from fadenet.engine.acts import A_SRC
from fadenet.engine.chain import FREE, W_PHASE
from fadenet.engine.kit.uses import Way
from fadenet.engine.kit.verbs import AnyVerb
from fadenet.engine.language.english import Noun
from fadenet.engine.policies import uses
from fadenet.engine.state import HANDLE_MASK, Act, State
from fadenet.games.fade import tables as t
from fadenet.games.fade.editions.shape import Edition
from fadenet.games.fade.features.commands import laying
from fadenet.games.fade.field import commands
from fadenet.games.fade.language.groups import counting_as
from fadenet.games.fade.points import Feature, Points
from fadenet.games.fade.typed import rules_of
from fadenet.games.fade.verbs.activating import Activating

COMMAND_ONCE: Final = "command-once"
COMMAND_NEEDS: Final = "command-needs"
COMMAND_MATERIAL: Final = "command-material"
MATERIAL: Final = "material"


def _are_there(edition: Edition) -> bool:
    return bool(edition.materials)


def _against_command(s: State, act: Act, way: Way, now: int) -> str:
    """A Material is not activated; a Command is with the Materials that it needs, and not too often.

    fade2 command.materials, command.activation, command.two-costs
    """
    h, rules = act[A_SRC] & HANDLE_MASK, rules_of(s)
    card, ability = rules.cards[s.code[h]], way.ability
    if h in commands.layout(s).materials:
        return COMMAND_MATERIAL if card.types & t.COMMAND else MATERIAL
    if not card.types & t.COMMAND:
        return ""
    assert ability is not None
    most = 0 if ability.limit else rules.figures.rulings.command_activations_per_turn
    if most and sum(uses(s, a, act[A_SRC]) for a in card.activated) >= most:
        return COMMAND_ONCE
    return "" if commands.is_supplied(s, act, h) else COMMAND_NEEDS


ACTIVATE: Final = Activating(_against_command, further=True)


def _verbs(table: dict[int, AnyVerb], edition: Edition) -> dict[int, AnyVerb]:
    return {t.V_LAY: laying.LAY, t.V_ACTIVATE: ACTIVATE}


def _may_lay(s: State, seat: int, window: int) -> bool:
    return window == W_PHASE and seat == s.active and bool(commands.free_cells(s, seat))


def _amiss(edition: Edition) -> tuple[str, str] | None:
    if edition.materials and not edition.grid:
        return "commands", "without [board] rows there are no Commands"
    return None


def _materials(s: State, act: Act) -> list[int]:
    return commands.materials_of(s, act[A_SRC] & HANDLE_MASK)


_CARDS: Final = counting_as(lambda card: card.types & t.COMMAND)
COMMANDS: Final = Feature(
    "",
    Points(
        verbs=(_verbs,),
        listed=((FREE, (t.V_LAY,)), (W_PHASE, (t.V_LAY,))),
        answering=(_may_lay,),
        groups=(("commands", (_CARDS, "Command", "Commands")),),
        bases=(("materials", (_materials, Noun("", "Material of this card", "Materials of this card"))),),
        lines=(("laid", lambda s, h, n, d: "{who} lays {card} as Command Material"),),
    ),
    there=_are_there,
    reasons=dict.fromkeys(
        (
            COMMAND_ONCE,
            COMMAND_NEEDS,
            COMMAND_MATERIAL,
            MATERIAL,
            laying.REASON,
            laying.LAY_CELL,
            laying.LAY_CHARACTER,
        ),
        "commands.materials",
    ),
    amiss=_amiss,
)
