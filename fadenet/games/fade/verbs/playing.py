"""The verb that plays cards: Characters, Items, Augments, Zones, and cards with Buildup."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from typing import Final

from fadenet.engine.acts import A_ABILITY, A_FLAGS, A_IT, A_MODE, A_SEAT, A_SRC, A_TARGETS, A_TO
from fadenet.engine.card import Card, Slot
from fadenet.engine.chain import push
from fadenet.engine.kit.arguments import split
from fadenet.engine.kit.uses import NO_PART, Against, PartFinder, Use, Way, WayFinder, card_of, run
from fadenet.engine.rules import Move
from fadenet.engine.state import HANDLE_MASK, Act, Known, State, is_automaton, ref
from fadenet.games.fade import reasons
from fadenet.games.fade import tables as t
from fadenet.games.fade.field import legality
from fadenet.games.fade.turn import play
from fadenet.games.fade.typed import FadeCard, fade, fade_card, rules_of
from fadenet.games.fade.verbs.using import ActionTargets, CardPayer, FadeUse, driven, item_moment, traits

_UNPLAYABLE: Final = Way(t.M_SKILL, (), None, (), t.M_SKILL)  # the way of a card that is not played at all


def bearer_as_caster(act: Act, way: Way) -> int:
    """An Augment is cast by what it is attached to; as long as that is not chosen, it may match."""
    if way.kind != t.M_AUGMENT or not way.slots:
        return 0
    return act[A_TARGETS][0] & HANDLE_MASK if act[A_TARGETS] else legality.ANY_CASTER


class PlayingWays(WayFinder):
    """One for each Supertype as which a card may be played.

    rows: whether a move that names where its card comes means a Character, as only these enter a row.
    """

    def __init__(self, rows: bool) -> None:
        super().__init__(t.KEY_AS)
        self.rows = rows

    def of(self, card: Card) -> Sequence[Way]:
        """One for each Supertype as which a card may be played; a text-only card of a Legend has none."""
        assert isinstance(card, FadeCard)
        if not card.types:
            use = card.use
            return () if use is None else (Way(-1, (), use, use.slots, t.M_TEXT, traits(use)),)
        kinds = [
            n for n in (t.M_CHARACTER, t.M_ITEM, t.M_AUGMENT, t.M_ZONE, t.N_COMMAND) if card.types >> n & 1
        ]
        if card.builds:
            kinds.append((card.types & (t.SKILL | t.REACTION)).bit_length() - 1)
        several = len(kinds) > 1
        ways = [_way(card, n, ((t.KEY_AS, n),) if several and n != t.M_CHARACTER else ()) for n in kinds]
        return ways + driven(card, ways)

    def named(self, s: State, move: Move) -> Way | None:
        """The way that a move names, else the first one."""
        card, named = card_of(s, move[1], {}), split(move).named
        ways = self.of(card)
        n = named.get(self.key)
        n = t.M_CHARACTER if self.rows and t.KEY_TO in named and n not in t.WITH_MORE else n
        first = ways[0] if ways else _UNPLAYABLE if card.types else None
        return next((way for way in ways if way.n == n), first)

    def missing(self, use: Use, s: State, seat: int, move: Move, now: int) -> str:
        """(a Legend itself lies in a deck where none may be)"""
        h = move[1]
        return reasons.NOT_PLAYABLE if not h else reasons.LEGEND_CARD if s.code[h] else reasons.HIDDEN


class RowEntry(PartFinder):
    """Where a card comes that is played, a part of its move: a Character into a row."""

    def __init__(self) -> None:
        super().__init__(t.KEY_TO, A_TO)

    def of(self, s: State, act: Act, way: Way) -> Sequence[Move]:
        """The rows that a Character may enter (faroe zone.backup-needs-front)."""
        if way.kind != t.M_CHARACTER:
            return NO_PART
        policies = rules_of(s).policies
        rows = [row for row in policies.rows_entered if policies.row_for(s, act[A_SEAT], row) == row]
        return [((self.key, to),) for to in range(len(rows))]

    def against(self, s: State, act: Act, way: Way, line: Move) -> str:
        """The reason against the place that is named, "" = none; cited ahead of those on targets."""
        return ""

    def without_place(self, s: State, act: Act, line: Move) -> str:
        """The reason against a Character for which no place is named, or a wrong one."""
        return reasons.NEEDS_FRONT


class _PlayingPayer(CardPayer):
    """A Character is paid for with others too, if it asks for them."""

    def pay(self, s: State, act: Act, way: Way) -> None:
        if way.kind == t.M_CHARACTER:
            pay_for_entry(s, act)
        super().pay(s, act, way)


class _PlayTargets(ActionTargets):
    """The targets of a card that is played: those of an Item, a bearer, or what a Character comes onto."""

    def __init__(self, payer: CardPayer, entry: RowEntry) -> None:
        super().__init__()
        self._payer, self._entry = payer, entry

    def of(self, s: State, act: Act, way: Way) -> list[Move]:
        if way.kind != t.M_CHARACTER:
            lines = super().of(s, act, way)
            matched = way.kind == t.M_AUGMENT and rules_of(s).figures.element_matching_reduction_per_element
            return [line for line in lines if self._pays_for(s, act, way, line)] if matched else lines
        return entry_choices(s, act[A_SEAT], fade_card(s, act[A_SRC] & HANDLE_MASK))

    def _pays_for(self, s: State, act: Act, way: Way, line: Move) -> bool:
        """Whether the seat can pay for an Augment on this target."""
        act[A_TARGETS] = tuple([ref(s, h) for h in line])
        pays = not self._payer.against_cost(s, act, way, 0)
        act[A_TARGETS] = ()
        return pays

    def fits(self, s: State, act: Act, way: Way, line: Move) -> bool:
        if way.kind != t.M_CHARACTER:
            return way is not _UNPLAYABLE and super().fits(s, act, way, line)
        return not entry_refusal(s, act[A_SEAT], fade_card(s, act[A_SRC] & HANDLE_MASK), line)

    def against(self, s: State, act: Act, way: Way, line: Move) -> str:
        card = fade_card(s, act[A_SRC] & HANDLE_MASK)
        if why := self._entry.against(s, act, way, line):
            return why
        if way is _UNPLAYABLE:
            return reasons.ATTACH
        if way.kind == t.M_CHARACTER:
            return entry_refusal(s, act[A_SEAT], card, line) or self._entry.without_place(s, act, line)
        if way.ability is not None:
            return super().against(s, act, way, line)
        if way.slots:
            return reasons.AUGMENT_WHOM if way.kind == t.M_AUGMENT else reasons.EQUIP_WHOM
        return reasons.NO_TARGET if card.types >> way.n & 1 else reasons.OTHER_TYPE


class Playing(FadeUse):
    """Characters of the Fighter Pool, and cards of the Hand; where a card comes is a part."""

    event = t.E_PLAYED

    def __init__(self, ways: WayFinder, entry: RowEntry) -> None:
        payer = _PlayingPayer(bearer_as_caster)
        price = (payer.against_cost, self.against_condition)
        rules: tuple[Against, ...] = (_against_moment, *price, against_coming)
        super().__init__(ways, payer, *rules, parts=entry, targets=_PlayTargets(payer, entry))

    def cards(self, s: State, seat: int, codes: Known, now: int) -> Sequence[int]:
        """The cards face-down, in Hand and in Fighter Pool, as far as they may be played at such a moment."""
        own, hand = seat == s.active and (s.chain or now < 0), s.zones[seat * t.NZ + t.HAND]
        found: list[int] = []
        for lying, kind, _ in rules_of(s).points.lying:
            found += legality.affordable(s, seat, lying(s, seat), codes, kind)
        if not own or s.phase not in t.OWN_PHASES:
            return found + legality.affordable(s, seat, () if s.chain else hand, codes, _is_item)
        if hand:
            playable = _character_too if _plays_from_hand(s, seat) else _from_hand
            found += legality.affordable(s, seat, hand, codes, playable)
        if s.phase != t.PREPARATION:
            return found
        fighters = s.zones[seat * t.NZ + t.FIGHTERS]
        return legality.affordable(s, seat, fighters, codes, legality.any_card) + found

    def performer(self, s: State, seat: int, h: int, way: Way) -> int:
        return seat + 1

    def adds(self, s: State, act: Act, way: Way) -> None:
        card = fade_card(s, act[A_SRC] & HANDLE_MASK)
        if way.kind in (t.M_ITEM, t.M_TEXT) and card.use is not None:
            act[A_ABILITY] = card.use.number
        if way.n in t.WITH_MORE and card.driven is not None:
            act[A_ABILITY] = card.driven.number
        act[A_FLAGS] = 0 if way.ability is None else fade(way.ability).label
        if _is_quiet(s, way):
            self.tells(s, act)
            play.at_once(s, act, self.resolve)
        else:
            super().adds(s, act, replace(way, ability=None))

    def resolve(self, s: State, act: Act) -> None:
        """It comes onto the field, or does what it says."""
        h = act[A_SRC] & HANDLE_MASK
        added = fade_card(s, h).driven
        if added is not None and added.kind == "enter" and act[A_ABILITY] == added.number:
            push(s, play.f_driven, h, act[A_SEAT], added.number)
        for comes in rules_of(s).points.comes:
            if comes(s, act):
                return
        _BRINGS.get(act[A_MODE], play.enter_attached if play.attaches(s, act) else run)(s, act)


_BRINGS: Final = {
    t.M_CHARACTER: play.enter_played,
    t.M_ZONE: play.enter_zone,
    t.M_BESIDE: play.enter_beside,
    t.M_COMMAND: play.enter_command,
}


def _way(card: FadeCard, n: int, named: Move) -> Way:
    """The way to play a card as one of its Supertypes: a card that is attached names its bearer."""
    built = card.builds
    if card.attach is not None and (n == t.M_AUGMENT or (n == t.M_ITEM and card.keywords[t.K_EQUIP])):
        return Way(n, named, None, (Slot(card.attach, 1, 1, ""),), n)
    if n == t.M_ITEM and not built:
        assert card.use is not None
        return Way(n, named, card.use, card.use.slots, n, card.use.label)
    return Way(n, named, None, (), _OTHER_KINDS.get(n, n))


_OTHER_KINDS: Final = {t.M_SKILL: t.M_BESIDE, t.M_REACTION: t.M_BESIDE, t.N_COMMAND: t.M_COMMAND}


def _is_item(card: Card) -> bool:
    return card.types & t.ITEM > 0


def _is_quiet(s: State, way: Way) -> bool:
    """Whether a card that is played this way comes without a link (a text-only card has no Supertype)."""
    n = way.kind if way.n in t.WITH_MORE else way.n
    return n >= 0 and rules_of(s).policies.quiet_plays >> n & 1 > 0


def makes_link(card: FadeCard, quiet: int) -> bool:
    """Whether a card may be played, not as an Item, so that it is a link; quiet: Supertypes that are not."""
    others = card.types & (t.CHARACTER | t.AUGMENT | t.ZONECARD | t.COMMAND) & ~quiet
    return bool(others or card.builds or not card.types)


def _from_hand(card: FadeCard) -> bool:
    """Whether a card may be played out of the Hand at all."""
    return bool(card.types & (t.ITEM | t.AUGMENT | t.ZONECARD | t.COMMAND) or not card.types or card.builds)


def _character_too(card: FadeCard) -> bool:
    """The same where that may be a Character."""
    return _from_hand(card) or card.types & t.CHARACTER > 0


def _plays_from_hand(s: State, seat: int) -> bool:
    """Whether Characters are played out of the Hand: those that an effect has put there in some editions
    (fade1 zone.character-in-hand), those of a Legend, who has no Fighter Pool.
    """
    return t.HAND in rules_of(s).policies.played_from or is_automaton(s, seat)


# The rules on playing a card.


def _against_moment(s: State, act: Act, way: Way, now: int) -> str:
    """Whether a card may be played now as this Supertype (faroe prep.*, item.any-turn)."""
    seat, kind = act[A_SEAT], s.zone[act[A_SRC] & HANDLE_MASK] - act[A_SEAT] * t.NZ
    if kind not in (t.FIGHTERS, t.HAND):
        lying = [against(s, act, way, now) for _, _, against in rules_of(s).points.lying]
        return "" if "" in lying else next(iter(lying), reasons.NOT_PLAYABLE)
    for against in rules_of(s).points.adding if way.n in t.WITH_MORE else ():
        if why := against(s, act, way, now):
            return why
    if s.chain and _is_quiet(s, way):
        return reasons.CHAIN_RUNNING
    if kind == t.FIGHTERS or way.kind == t.M_CHARACTER:
        if way.kind != t.M_CHARACTER or (kind == t.HAND and not _plays_from_hand(s, seat)):
            return reasons.OTHER_DECK
        return in_phase(s, seat, now, (t.PREPARATION,), reasons.NO_CHARACTERS_NOW)
    if way.kind == t.M_ITEM:
        return item_moment(s, seat, now)
    return in_phase(s, seat, now, t.OWN_PHASES, reasons.OTHER_PHASE)


def in_phase(s: State, seat: int, now: int, phases: tuple[int, ...], aftermath: str) -> str:
    """The reason against playing a card other than an Item now; aftermath: that of the Aftermath Phase."""
    if seat != s.active:
        return reasons.NOT_PLAYABLE if s.chain else reasons.NOT_NOW
    if s.phase in phases and (s.chain or now < 0):
        return ""
    return aftermath if s.phase == t.AFTERMATH else reasons.OTHER_PHASE


def against_coming(s: State, act: Act, way: Way, now: int) -> str:
    """The reason that keeps a card from coming onto the field, whatever else is there for it, "" = none."""
    for against in rules_of(s).points.coming:
        if why := against(s, act):
            return why
    return ""


def entry_choices(s: State, seat: int, card: FadeCard) -> list[tuple[int, ...]]:
    """The first `listed_max` ways to name what a Character takes as it comes."""
    found: list[tuple[int, ...]] = [()]
    most = rules_of(s).listed_max
    for tribute in reversed(rules_of(s).points.tributes):
        lines = ((*own, *line) for own in tribute.choices(s, seat, card) for line in found)
        found = list(islice(lines, most))
    return found


def entry_refusal(s: State, seat: int, card: FadeCard, line: tuple[int, ...]) -> str:
    """The reason against what a Character is to take as it comes, or ""."""
    for tribute in rules_of(s).points.tributes:
        if why := tribute.against(s, seat, card, line):
            return why
    return ""


def pay_for_entry(s: State, act: Act) -> None:
    """The cards named for a Character are taken; those that are left stay underneath."""
    act[A_IT], act[A_TARGETS] = act[A_TARGETS], ()
    for tribute in rules_of(s).points.tributes:
        tribute.pays(s, act)


def beneath(s: State, seat: int, card: FadeCard) -> set[int]:
    """The Characters on one of which a Character is laid as it comes."""
    return {h for tribute in rules_of(s).points.tributes for h in tribute.beneath(s, seat, card)}


PLAY: Final = Playing(PlayingWays(rows=True), RowEntry())
