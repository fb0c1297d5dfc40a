"""The moves of the family: the table of its verbs, and which of them are listed when."""

from __future__ import annotations

from collections.abc import Container
from typing import Final

from fadenet.engine.chain import FREE, W_CHAIN, W_GAP, W_PHASE, W_SHOW
from fadenet.engine.kernel import V_PASS
from fadenet.engine.kit.verbs import AnyVerb
from fadenet.games.fade import tables as t
from fadenet.games.fade.editions.shape import Edition
from fadenet.games.fade.points import Points
from fadenet.games.fade.verbs.activating import ACTIVATE
from fadenet.games.fade.verbs.cells import CELL_VERBS, NAMED_PLACES
from fadenet.games.fade.verbs.fighting import normal_attack
from fadenet.games.fade.verbs.hidden import SHOW
from fadenet.games.fade.verbs.playing import PLAY
from fadenet.games.fade.verbs.quiet import QUIET_VERBS
from fadenet.games.fade.verbs.using import USE

VERB_TABLE: Final[dict[int, AnyVerb]] = {
    **QUIET_VERBS,
    t.V_SHOW: SHOW,
    t.V_USE: USE,
    t.V_ACTIVATE: ACTIVATE,
    t.V_PLAY: PLAY,
}


def verb_table(edition: Edition, points: Points) -> dict[int, AnyVerb]:
    """The verbs as an edition and its features have them."""
    table = VERB_TABLE | CELL_VERBS if edition.grid else VERB_TABLE
    table = {t.V_ATTACK: normal_attack(edition.attacks.budget, edition.attacks.normal_links)} | table
    if edition.board.beside == "named":
        table = table | NAMED_PLACES
    for changed in points.verbs:
        table = table | changed(table, edition)
    return table


def answers(
    edition: Edition, points: Points, table: Container[int]
) -> dict[int, tuple[int | tuple[int, ...], ...]]:
    """By moment the verbs that are listed, as an edition and its features have them; table: all its verbs."""
    rows = LINKED_ATTACKS if edition.attacks.normal_links else ANSWERS
    listed = {
        now: tuple([n for n in row if type(n) is tuple or n in table or n == V_PASS])
        for now, row in rows.items()
    }
    for now, verbs in points.listed:
        listed |= {now: (*verbs, *listed[now])}
    return listed


_ON_A_CHAIN: Final[tuple[int, ...]] = (t.V_ATTACK, t.V_USE, t.V_ACTIVATE, t.V_PLAY)
ANSWERS: Final[dict[int, tuple[int | tuple[int, ...], ...]]] = {
    FREE: (*_ON_A_CHAIN, (t.V_ATTACH, t.V_PLACE), t.V_MOVE, t.V_REATTACH, t.V_MIX, t.V_END),
    t.CASTING: _ON_A_CHAIN,
    W_CHAIN: (t.V_USE, t.V_ACTIVATE, *t.V_GUARDS, t.V_PLAY, V_PASS),
    W_GAP: (t.V_PLAY, t.V_USE, V_PASS),
    W_PHASE: (t.V_PLAY, t.V_USE, V_PASS),
    W_SHOW: (t.V_SHOW, V_PASS),
}
LINKED_ATTACKS: Final = {**ANSWERS, W_CHAIN: (t.V_ATTACK, *ANSWERS[W_CHAIN])}
"""The same where Normal Attacks are linked."""
