"""The verbs of Mystify: Characters are played face-down, and what lies face-down is turned face-up.

Other cards are attached or placed face-down as hidden cards are (`verbs/quiet.py`), where they could lie
face-up, and those that could not lie there face-up are shown as they are used or played (fade2
keyword.mystify).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from fadenet.engine import atoms
from fadenet.engine.card import Card
from fadenet.engine.chain import f_check, f_settle, push
from fadenet.engine.choices import WHOLE, Bunch
from fadenet.engine.kit.sources import Ways, may_meet
from fadenet.engine.kit.verbs import AnyVerb, Lists, Rule, Verb
from fadenet.engine.rules import Move, Rules
from fadenet.engine.state import ATTACHED, Codes, Known, State
from fadenet.games.fade import reasons
from fadenet.games.fade import tables as t
from fadenet.games.fade.editions.shape import Edition
from fadenet.games.fade.features.mystify import showing
from fadenet.games.fade.field import board, combat, legality, reach, slots, values
from fadenet.games.fade.turn import play
from fadenet.games.fade.typed import FadeCard, rules_of
from fadenet.games.fade.verbs.quiet import NO_CHAIN, OWN_TURN

REASON: Final = "mystify"
UNVEIL: Final = "unveil"

# Playing a Character face-down.


def _played_from(s: State, seat: int, codes: Known) -> Ways:
    """The Fighter Pool, and the Hand if Characters are played from there (fade1 zone.character-in-hand)."""
    return [h for kind in rules_of(s).policies.played_from for h in s.zones[seat * t.NZ + kind]]


def _cells(s: State, seat: int, ways: Ways, codes: Known) -> list[tuple[int, Ways]]:
    """The free cells that Characters enter."""
    there = [(t.KEY_TO, x) for kind in rules_of(s).policies.rows_entered for x in board.free(s, seat, kind)]
    return [(h, there) for h in ways]


def _veil(s: State, seat: int, h: int, to: tuple[int, int], *size: tuple[int, int]) -> None:
    """It comes into a cell for nothing: its Cost is due when it is shown."""
    push(s, f_settle, 0)
    push(s, f_check)
    atoms.move(s, h, seat * t.NZ + board.kind_of(s, seat, to[1]), 0)
    board.put(s, h, to[1])
    atoms.emit(s, t.E_VEILED, h, seat)


def _veiling(verb: type[Verb]) -> Verb:
    """The verb by which a Character is played face-down."""
    return verb(
        _played_from,
        REASON,
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


class _Sized(Verb):
    """Where Characters take up slots, the move names its CS (fade1 keyword.mystify-details)."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.names = 3

    def lists(self, rules: Rules, verb: int, now: int) -> Lists:
        plain = super().lists(rules, verb, now)

        def legal(s: State, seat: int, codes: Known) -> Sequence[Bunch]:
            found, left = list[Move](), slots.left(s, seat)
            for _, h, ends in plain(s, seat, codes):
                size = max(rules_of(s).cards[s.code[h] or codes[h]].stats[t.S_CS], 0)
                if size <= left:
                    found += [(verb, h, to, (t.KEY_N, size)) for to in ends]
            return ((WHOLE, 0, found),) if found else ()

        return legal

    def reads(self, move: Move) -> bool:
        size = move[-1]
        stated = len(move) == 4 and type(size) is tuple and size[0] == t.KEY_N
        return stated and size[1] in range(t.CS_MAX + 1) and _VEIL.reads(move[:-1])

    def breaks(self, s: State, seat: int, move: Move, now: int) -> str:
        return super().breaks(s, seat, move, now) or (
            reasons.SLOTS if move[-1][1] > slots.left(s, seat) else ""
        )

    def statement(self, move: Move) -> int:
        _, size = move[-1]
        return t.ST_SIZED + int(size)


_VEIL: Final = _veiling(Verb)
_SIZED_VEIL: Final = _veiling(_Sized)


# Laying other cards face-down.


def _lies_as_face_up(card: Card) -> bool:
    """Whether a card lies face-down only where it could face-up (fade2 keyword.mystify-places): all bear
    Skills and Reactions.
    """
    assert isinstance(card, FadeCard)
    attached = card.keywords[t.K_MYSTIFY] > 0 and card.attach is not None
    return attached and not card.types & (t.SKILL | t.REACTION)


def _fitting(s: State, seat: int, h: int, code: int, there: Ways) -> Ways:
    """Those of these that may bear a card of this code, 0 = it is not known."""
    card = rules_of(s).cards[code]
    if not _lies_as_face_up(card):
        return there
    hosts = reach.hosts(s, seat, h, card)
    return [x for x in there if x in hosts]


def _as_face_up(rule: Rule) -> Rule:
    """A rule on the bearers of cards, where those that lie face-down have the same as face-up."""
    to = rule.to
    assert to is not None

    def fitting(s: State, seat: int, ways: Ways, codes: Known) -> list[tuple[int, Ways]]:
        found = []
        for h, there in to(s, seat, ways, codes):
            code = s.code[h] or codes.get(h, 0)
            found.append((h, there if s.face[h] else _fitting(s, seat, h, code, there)))
        return found

    return replace(rule, to=fitting)


def _belongs_beside(s: State, seat: int, ways: Ways, codes: Known) -> Ways:
    """Those of these to be placed beside the Player."""
    return [h for h in ways if _is_for_player(s, seat, h, s.code[h] or codes.get(h, 0))]


def _is_for_player(s: State, seat: int, h: int, code: int) -> bool:
    """Whether a card of this code may be placed beside the Player: it could lie face-up there, or on none of
    the Characters.
    """
    if not _lies_as_face_up(rules_of(s).cards[code]):
        return True
    fitting = _fitting(s, seat, h, code, (seat + 1, *combat.characters(s, seat)))
    return not fitting or seat + 1 in fitting


def denied(s: State, seat: int, move: Move) -> Sequence[tuple[int, Codes]]:
    """A hidden card that its owner lays face-down is none of those that have no place there: what lies
    somewhere by its Mystify could lie there face-up.
    """
    codes = rules_of(s).passing[_lies_as_face_up]
    if not codes or move[0] not in _LAYING or s.code[move[1]] or s.owner[move[1]] != seat:
        return ()
    h = move[1]
    if move[0] == t.V_PLACE:
        wrong = [code for code in codes if not _is_for_player(s, seat, h, code)]
    else:
        wrong = [code for code in codes if not _fitting(s, seat, h, code, move[2:])]
    return ((h, frozenset(wrong)),)


_LAYING: Final = (t.V_ATTACH, t.V_PLACE, t.V_REATTACH)


def _denying(number: int, verb: Verb) -> Verb:
    """The verb of this number, which holds what it denies of its card against it where that lies then."""
    begins = verb.begins
    assert begins is not None

    def begin(s: State, seat: int, *way: Any) -> None:
        said = denied(s, seat, (number, *way))
        begins(s, seat, *way)
        for h, codes in said:
            atoms.deny(s, h, sorted(codes))

    return replace(verb, begins=begin)


# Turning cards face-up.


def _veiled(s: State, seat: int, codes: Known) -> Ways:
    """The face-down cards of a seat that it owns: it never sees a Character of which it took control."""
    mine, faces, kids = combat.characters(s, seat), s.face, s.kids
    there = [h for h in mine if not faces[h] and values.is_face_down(s, h)]
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
    """Those that could be played face-up now."""
    rules, found = rules_of(s), []
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
    showing.turn_up(s, h, _cost(s, h, rules_of(s).cards[s.code[h]]))


def _unveiling(*timed: Rule) -> Verb:
    """The verb by which a card is turned face-up where it lies; timed: rules on when, in the own battle."""
    return Verb(
        _veiled,
        UNVEIL,
        (
            Rule(reasons.HIDDEN, ways=_seen),
            Rule(UNVEIL, ways=_lying_rightly),
            *timed,
            Rule(reasons.TOO_DEAR, ways=_payable),
        ),
        when=(OWN_TURN, NO_CHAIN, Rule(UNVEIL, phases=t.BATTLE)),
        shows=True,
        begins=_unveil,
        quiet=True,
    )


_UNVEIL: Final = _unveiling()
_UNVEIL_AS_PLAYED: Final = _unveiling(Rule(UNVEIL, ways=_timely))


def shown_in_battle(verbs: dict[int, AnyVerb], edition: Edition) -> dict[int, AnyVerb]:
    """The verbs where cards are shown at all times of the own battle."""
    attach, place, reattach = verbs[t.V_ATTACH], verbs[t.V_PLACE], verbs[t.V_REATTACH]
    assert isinstance(attach, Verb) and isinstance(place, Verb) and isinstance(reattach, Verb)
    meets, *others = place.rules
    return {
        t.V_ATTACH: _denying(
            t.V_ATTACH, replace(attach, rules=(*attach.rules[:-1], _as_face_up(attach.rules[-1])))
        ),
        t.V_PLACE: _denying(
            t.V_PLACE,
            replace(place, rules=(meets, Rule(reasons.FACE_DOWN, ways=_belongs_beside), *others)),
        ),
        t.V_REATTACH: _denying(
            t.V_REATTACH, replace(reattach, rules=(*reattach.rules[:-1], _as_face_up(reattach.rules[-1])))
        ),
        t.V_VEIL: _SIZED_VEIL if edition.board.slots else _VEIL,
        t.V_UNVEIL: _UNVEIL,
    }


def shown_as_played(verbs: dict[int, AnyVerb], edition: Edition) -> dict[int, AnyVerb]:
    """The verbs where cards are shown when they could be played face-up."""
    return shown_in_battle(verbs, edition) | {t.V_UNVEIL: _UNVEIL_AS_PLAYED}
