"""The moves of the family: the table of its verbs, and which of them are listed when."""

from __future__ import annotations

from fadenet.engine.chain import FREE, W_CHAIN, W_GAP, W_PHASE, W_SHOW
from fadenet.engine.kernel import V_PASS
from fadenet.engine.kit.verbs import AnyVerb
from fadenet.games.fade import tables as t
from fadenet.games.fade.editions.shape import Edition
from fadenet.games.fade.points import Points
from fadenet.games.fade.verbs.activating import ACTIVATE, ACTIVATE_FURTHER
from fadenet.games.fade.verbs.cells import CELL_VERBS, NAMED_PLACES
from fadenet.games.fade.verbs.fighting import DECLINE, FIGHTING_VERBS, normal_attack
from fadenet.games.fade.verbs.hidden import SHOW
from fadenet.games.fade.verbs.playing import Playing
from fadenet.games.fade.verbs.quiet import QUIET_VERBS
from fadenet.games.fade.verbs.tagging import TAG
from fadenet.games.fade.verbs.using import USE

VERB_TABLE: dict[int, AnyVerb] = {
    **FIGHTING_VERBS,
    **QUIET_VERBS,
    t.V_SHOW: SHOW,
    t.V_USE: USE,
    t.V_ACTIVATE: ACTIVATE,
    t.V_PLAY: Playing(),
}


def verb_table(edition: Edition, points: Points) -> dict[int, AnyVerb]:
    """The verbs as an edition and its features have them."""
    table = VERB_TABLE | CELL_VERBS if edition.grid else VERB_TABLE
    table = table | {t.V_ATTACK: normal_attack(edition.attacks.budget, edition.attacks.normal_links)}
    if edition.names_places:
        table = table | NAMED_PLACES
    if edition.words[t.K_STOCK]:
        table = table | {t.V_ACTIVATE: ACTIVATE_FURTHER}
    if edition.words[t.K_TAG_OUT]:
        table = table | {t.V_TAG: TAG}
    if edition.damage.declines:
        table = table | {t.V_DECLINE: DECLINE}
    for changed in points.verbs:
        table = table | changed(table, edition)
    return {n: verb for n, verb in table.items() if not _is_missing(n, edition)}


def answers(edition: Edition, points: Points) -> dict[int, tuple[int | tuple[int, ...], ...]]:
    """By moment the verbs that are listed, as an edition and its features have them."""
    rows = LINKED_ATTACKS if edition.attacks.normal_links else ANSWERS
    listed = {
        now: tuple([n for n in row if type(n) is tuple or not _is_missing(n, edition)])
        for now, row in rows.items()
    }
    if edition.words[t.K_STOCK]:
        listed |= {now: (t.V_ACTIVATE, *listed[now]) for now in (W_GAP, W_PHASE)}
    if edition.words[t.K_TAG_OUT]:
        listed |= {now: (t.V_TAG, *listed[now]) for now in (FREE, W_GAP, W_PHASE)}
    if edition.damage.declines:
        listed |= {W_CHAIN: (t.V_DECLINE, *listed[W_CHAIN])}
    for now, verbs in points.listed:
        listed |= {now: (*verbs, *listed[now])}
    return listed


def _is_missing(n: int | tuple[int, ...], edition: Edition) -> bool:
    """Whether this is a verb of a Counter that an edition does not spend in links."""
    return n in _GUARDS and edition.hows[_GUARDS[n]] != "links"


_GUARDS = {t.V_SHIELD: t.K_SHIELD, t.V_BARRIER: t.K_BARRIER}
_ON_A_CHAIN = (t.V_ATTACK, t.V_USE, t.V_ACTIVATE, t.V_PLAY)
ANSWERS: dict[int, tuple[int | tuple[int, ...], ...]] = {
    FREE: (*_ON_A_CHAIN, (t.V_ATTACH, t.V_PLACE), t.V_MOVE, t.V_REATTACH, t.V_MIX, t.V_END),
    t.CASTING: _ON_A_CHAIN,
    W_CHAIN: (t.V_USE, t.V_ACTIVATE, t.V_SHIELD, t.V_BARRIER, t.V_PLAY, V_PASS),
    W_GAP: (t.V_PLAY, t.V_USE, V_PASS),
    W_PHASE: (t.V_PLAY, t.V_USE, V_PASS),
    W_SHOW: (t.V_SHOW, V_PASS),
}
LINKED_ATTACKS = {**ANSWERS, W_CHAIN: (t.V_ATTACK, *ANSWERS[W_CHAIN])}
"""The same where Normal Attacks are linked."""
