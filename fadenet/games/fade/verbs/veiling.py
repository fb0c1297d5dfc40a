"""Mystify: Characters that are played face-down, and face-down cards that are shown by their controller.

Other cards are attached or placed face-down as hidden cards are (`verbs/quiet.py`), and those that could not
lie there face-up are shown as they are used or played (fade2 keyword.mystify).
"""

from __future__ import annotations

from fadenet.engine import atoms
from fadenet.engine.chain import f_check, f_settle, push
from fadenet.engine.kit.sources import Ways, may_meet
from fadenet.engine.kit.verbs import Rule, Verb
from fadenet.engine.state import ATTACHED, Known, State
from fadenet.games.fade import reasons
from fadenet.games.fade import tables as t
from fadenet.games.fade.field import board, combat, legality, reach, values
from fadenet.games.fade.turn import play, unveiling
from fadenet.games.fade.typed import FadeCard, rules_of
from fadenet.games.fade.verbs.quiet import NO_CHAIN, OWN_TURN


def _played_from(s: State, seat: int, codes: Known) -> Ways:
    """The Fighter Pool, and the Hand if Characters are played from there (fade1 zone.character-in-hand)."""
    base = seat * t.NZ
    there = s.zones[base + t.FIGHTERS]
    return (*there, *s.zones[base + t.HAND]) if rules_of(s).edition.plays_from_hand else there


def _cells(s: State, seat: int, ways: Ways, codes: Known) -> list[tuple[int, Ways]]:
    """The free cells that Characters enter."""
    there = [(t.KEY_TO, x) for kind in board.rows_to_enter(s) for x in board.free(s, seat, kind)]
    return [(h, there) for h in ways]


def _veil(s: State, seat: int, h: int, to: tuple[int, int], *size: tuple[int, int]) -> None:
    """It comes into a cell for nothing: its Cost is due when it is shown."""
    push(s, f_settle, 0)
    push(s, f_check)
    atoms.move(s, h, seat * t.NZ + board.kind_of(s, seat, to[1]), 0)
    board.put(s, h, to[1])
    atoms.emit(s, t.E_VEILED, h, seat)


def _veiled(s: State, seat: int, codes: Known) -> Ways:
    """The face-down cards of a seat that it owns: it never sees a Character of which it took control."""
    mine, faces, kids = combat.characters(s, seat), s.face, s.kids
    there = [h for h in mine if not faces[h] and values.is_veiled(s, h)]
    hidden = [k for h in (*mine, seat + 1) if h in kids for k in kids[h] if not faces[k]]
    there += [k for k in hidden if s.role[k] == ATTACHED and s.ctrl[k] == seat]
    return [h for h in there if s.owner[h] == seat]


def _seen(s: State, seat: int, ways: Ways, codes: Known) -> Ways:
    """Those that are known, at least to the seat."""
    return [h for h in ways if s.code[h] or h in codes]


def _lying_rightly(s: State, seat: int, ways: Ways, codes: Known) -> Ways:
    """Those with Mystify that may lie face-up where they are."""
    found = []
    for h in ways:
        host, card = s.host[h], rules_of(s).cards[s.code[h] or codes[h]]
        if not host:
            found.append(h)
        elif card.keywords[t.K_MYSTIFY] and not card.types & (t.SKILL | t.REACTION):
            fits = reach.may_bear(s, seat, h, card, host)
            if fits or (host <= s.seats and play.stands(s, seat, h, card, t.ATTACH)):
                found.append(h)
    return found


def _timely(s: State, seat: int, ways: Ways, codes: Known) -> Ways:
    """Those that are shown now: at all times of the own battle, or when they could be played face-up."""
    rules = rules_of(s)
    if rules.edition.hows[t.K_MYSTIFY] == "battle":
        return ways
    found = []
    for h in ways:
        types = rules.cards[s.code[h] or codes[h]].types
        phases = (t.PREPARATION,) if types & t.CHARACTER else t.BATTLE if types & t.ITEM else t.OWN_PHASES
        if s.phase in phases:
            found.append(h)
    return found


def _cost(s: State, h: int, card: FadeCard) -> int:
    """The cost of a card as it is shown: an Augment is cast by its bearer (fade1 element.matching)."""
    return legality.cost(s, h, card, s.host[h] if card.types & t.AUGMENT else 0)


def _payable(s: State, seat: int, ways: Ways, codes: Known) -> Ways:
    cards, tp = rules_of(s).cards, s.num[t.TP][seat + 1]
    return [h for h in ways if _cost(s, h, cards[s.code[h] or codes[h]]) <= tp]


def _unveil(s: State, seat: int, h: int) -> None:
    push(s, f_settle, 0)
    push(s, f_check)
    unveiling.turn_up(s, h, _cost(s, h, rules_of(s).cards[s.code[h]]))


def veiling(verb: type[Verb]) -> Verb:
    """The verb by which a Character is played face-down."""
    return verb(
        _played_from,
        reasons.MYSTIFY,
        (
            Rule(reasons.FACE_DOWN, ways=may_meet(t.ST_VEILED)),
            Rule(reasons.NO_ROOM, to=_cells),
        ),
        when=(OWN_TURN, NO_CHAIN, Rule(reasons.NO_CHARACTERS_NOW, phases=(t.PREPARATION,))),
        states=t.ST_VEILED,
        known=True,
        begins=_veil,
        quiet=True,
        key=t.KEY_TO,
    )


VEIL = veiling(Verb)
UNVEIL = Verb(
    _veiled,
    reasons.UNVEIL,
    (
        Rule(reasons.HIDDEN, ways=_seen),
        Rule(reasons.UNVEIL, ways=_lying_rightly),
        Rule(reasons.UNVEIL, ways=_timely),
        Rule(reasons.TOO_DEAR, ways=_payable),
    ),
    when=(OWN_TURN, NO_CHAIN, Rule(reasons.UNVEIL, phases=t.BATTLE)),
    shows=True,
    begins=_unveil,
    quiet=True,
)
