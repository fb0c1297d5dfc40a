"""The points of Mystify: cards that lie face-down do nothing, are shown in time, or played to be shown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Final

from fadenet.engine.acts import A_SEAT, A_SRC
from fadenet.engine.card import Card
from fadenet.engine.chain import FREE
from fadenet.engine.kit.uses import Way
from fadenet.engine.rules import Rules
from fadenet.engine.state import HANDLE_MASK, Act, Known, State
from fadenet.games.fade import reasons
from fadenet.games.fade import tables as t
from fadenet.games.fade.editions.shape import Edition
from fadenet.games.fade.features.mystify import showing, verbs
from fadenet.games.fade.language.statements import where
from fadenet.games.fade.points import Feature, Form, Given, Points
from fadenet.games.fade.turn import play
from fadenet.games.fade.typed import FadeCard, fade_card, rules_of
from fadenet.games.fade.verbs.playing import in_phase
from fadenet.games.fade.verbs.using import item_moment


def _face_down(s: State, there: Sequence[int]) -> Iterable[int]:
    return [h for h in there if not s.face[h]]


def _unpaid(s: State, hidden: Sequence[int], known: Known) -> list[int]:
    """Those that lie face-down by their Mystify (fade2 keyword.mystify-face-down)."""
    cards, found = rules_of(s).cards, []
    for h in hidden:
        card = cards[s.code[h] or known.get(h, 0)]
        if card.keywords[t.K_MYSTIFY] and not card.types & (t.SKILL | t.REACTION):
            found.append(h)
    return found


# Cards face-down beside a Player that are played to be shown.


def _beside(s: State, seat: int) -> list[int]:
    """The cards face-down beside a Player; none during a Chain."""
    return [] if s.chain else [k for k in s.kids.get(seat + 1, ()) if not s.face[k] and s.ctrl[k] == seat]


def _from_below(card: FadeCard) -> bool:
    """Whether a card that lies face-down beside its Player may have to be played to be shown."""
    return bool(card.keywords[t.K_MYSTIFY] and card.types & (t.ITEM | t.AUGMENT))


def _against_showing(s: State, act: Act, way: Way, now: int) -> str:
    """A card that lies face-down beside its Player and could not lie there otherwise is shown as it is played
    (fade2 keyword.mystify-face-down, fade1 keyword.mystify-details).
    """
    h, seat = act[A_SRC] & HANDLE_MASK, act[A_SEAT]
    card = fade_card(s, h)
    if h not in _beside(s, seat) or not _from_below(card):
        return reasons.NOT_PLAYABLE
    return verbs.UNVEIL if play.stands(s, seat, h, card, t.ATTACH) else ""


def _in_battle(s: State, act: Act, way: Way, now: int) -> str:
    """At any free choice of the own battle."""
    if why := _against_showing(s, act, way, now):
        return why
    return "" if act[A_SEAT] == s.active and now < 0 and s.phase in t.BATTLE else verbs.UNVEIL


def _as_played(s: State, act: Act, way: Way, now: int) -> str:
    """When it could be played face-up."""
    if why := _against_showing(s, act, way, now):
        return why
    if way.kind == t.M_ITEM:
        return item_moment(s, act[A_SEAT], now)
    return in_phase(s, act[A_SEAT], now, t.OWN_PHASES, reasons.OTHER_PHASE)


def _has_lain(s: State, act: Act, way: Way, now: int) -> str:
    """Its price is paid as it is shown: a card out of the Hand did not lie face-down."""
    hidden = way.n != t.N_MYSTIFIED or s.host[act[A_SRC] & HANDLE_MASK]
    return "" if hidden else verbs.REASON


def _is_item(card: Card) -> bool:
    return card.types & t.ITEM > 0 and card.keywords[t.K_MYSTIFY] > 0


def _may_show_item(s: State, seat: int, window: int) -> bool:
    """Whether an Item with Mystify may lie face-down beside this seat's Player (fade1
    keyword.mystify-details).
    """
    rules = rules_of(s)
    items = rules.passing[_is_item]
    if not items or s.phase not in rules.policies.item_phases:
        return False
    there = [k for k in s.kids.get(seat + 1, ()) if not s.face[k] and s.ctrl[k] == seat]
    may_be = [{s.code[k]} if s.code[k] else rules.meeting[s.stated[k]] for k in there]
    return any(not items.isdisjoint(codes) for codes in may_be)


# What is stated of cards that are laid down.


def _state(rules: Rules, edition: Edition) -> None:
    """Cards on Characters and beside Players may have Mystify; a Character that is played face-down has
    it, and so many CS where there are slots (fade2 card.hidden-check, fade1 keyword.mystify-details).
    """
    rules.denials = t.P_DENIED
    name, tests, texts = edition.words[t.K_MYSTIFY], rules.predicates, rules.predicate_texts
    lies, waits = tests
    tests[:] = [lambda card: lies(card) or _may_be_borne(card), lambda card: waits(card) or _may_wait(card)]
    tests.append(_may_stand)
    texts[0] += f", or an Augment or Equip Item with {name}"
    texts[1] += f", or one with {name} that is no Character, Skill or Reaction"
    texts.append(f"a Character with {name}")
    for cs in range(t.CS_MAX + 1) if edition.board.slots else ():
        tests.append(partial(_is_sized, cs))
        texts.append(f"a Character with {name} and {cs} CS")


def _may_be_borne(card: Card) -> bool:
    """Whether it is attached to others (fade2 keyword.mystify-places)."""
    assert isinstance(card, FadeCard)
    return card.keywords[t.K_MYSTIFY] > 0 and card.attach is not None


def _may_wait(card: Card) -> bool:
    return card.keywords[t.K_MYSTIFY] > 0 and not card.types & (t.CHARACTER | t.SKILL | t.REACTION)


def _may_stand(card: Card) -> bool:
    """ST_VEILED (fade2 keyword.mystify-places)."""
    return card.keywords[t.K_MYSTIFY] > 0 and card.types & t.CHARACTER > 0


def _is_sized(cs: int, card: Card) -> bool:
    """ST_SIZED: it takes up as many slots (fade1 keyword.mystify-details)."""
    return _may_stand(card) and max(card.stats[t.S_CS], 0) == cs


def _enters_turned_up(edition: Edition) -> bool:
    return edition.enters_turned_up


TURNED_UP: Final = Feature("", Points(turned_up=(showing.trigger_entering,)), there=_enters_turned_up)


def _against_places(card: FadeCard, edition: Edition) -> str:
    """Refuse a card that Mystify is not for (fade2 keyword.mystify-places)."""
    keywords = card.keywords
    if not keywords[t.K_MYSTIFY]:
        return ""
    if card.laid_on or card.imprisons or (keywords[t.K_STACKER] and not card.types & t.CHARACTER):
        return "a card that may lie face-down asks for no other cards as it comes"
    if card.types & t.ZONECARD or keywords[t.K_ARENA] or card.builds:
        return "what lies in a place of its own does not lie face-down in another"
    return ""


def _amiss(edition: Edition) -> tuple[str, str] | None:
    if edition.words[t.K_MYSTIFY] and not edition.grid:
        return "keywords.Mystify", "this is for an edition with [board] rows"
    return None


_AS_IT_IS_SHOWN: Final = Form(
    on="unveiled", priced=True, way=t.N_MYSTIFIED, adds=(True, False), reason=verbs.REASON
)
MYSTIFY: Final = Feature(
    "Mystify",
    Points(
        forms=(("Mystify", _AS_IT_IS_SHOWN),),
        printing=(_against_places,),
        idle=(_face_down,),
        targeted=(showing.on_target,),
        harming=(showing.comes_first,),
        unpaid=(_unpaid,),
        adding=(_has_lain,),
        listed=((FREE, (t.V_VEIL, t.V_UNVEIL)),),
        stating=(_state,),
        denying=(verbs.denied,),
        questions=((showing.f_paid, showing.question),),
        triggers=(("unveiled", "is turned face-up"),),
        lines=(
            ("veiled", lambda s, h, n, d: f"{{who}} plays {{card}} face-down{where(s, h)}"),
            ("unveiled", lambda s, h, n, d: "{who} turns {card} face-up"),
        ),
    ),
    ways={
        "battle": Points(
            receiving=(showing.before_damage,),
            verbs=(verbs.shown_in_battle,),
            lying=((_beside, _from_below, _in_battle),),
        ),
        "played": Points(
            receiving=(showing.before_counters,),
            verbs=(verbs.shown_as_played,),
            lying=((_beside, _from_below, _as_played),),
            answering=(_may_show_item,),
        ),
    },
    reasons={verbs.REASON: "keywords.Mystify", verbs.UNVEIL: "keywords.Mystify"},
    amiss=_amiss,
    given=Given.USED,
)
