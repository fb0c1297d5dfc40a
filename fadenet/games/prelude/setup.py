"""The set-up before the first Turn: characters, Preliminaries, trimmed decks, cuts, hands.

All that players choose here they choose at the same time and unseen. So each choice is taken out of a deck
by its player (a TAKE, with a statement that the card is of the kind), lies hidden until all have chosen,
and is opened in one step; a later rest finds out who took what is not allowed, and that player has lost.

    f_characters .. f_shown    the characters; Coin and Training lie with their players
    f_preliminaries            the first ranks are taken, and lie unseen ..
    f_placed, f_named          .. until all have named a second calling, in sealed answers
    f_revealed                 both are shown; what was placed binds lines for the whole game
    f_trim .. f_sized          what nobody of that calling can use leaves the deck, then what is beyond
                               its size
    f_cut, f_was_cut           the left neighbour cuts each deck, then its owner
    f_bottoms .. f_first       the bottom cards say who begins
    f_mulligans, f_kept        opening hands, each exchanged at most once

Each game of a match begins so, characters included; only the first asks for agreements.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import permutations
from typing import Final

from fadenet.engine import atoms, kernel
from fadenet.engine.chain import push
from fadenet.engine.choices import WHOLE, Bunch
from fadenet.engine.kernel import PASS_MOVE
from fadenet.engine.kit.abilities import KEY_MODE
from fadenet.engine.kit.series import laid_back
from fadenet.engine.kit.verbs import Lists
from fadenet.engine.language import instructions
from fadenet.engine.policies import Hidden
from fadenet.engine.rules import Move, Rules
from fadenet.engine.state import (
    ALL,
    BIND,
    OPEN,
    POOL,
    TAKE,
    TOSS,
    Codes,
    Frames,
    Known,
    State,
    TableNeed,
    Tables,
    seat_order,
)
from fadenet.games.prelude import harm, ranks, turn
from fadenet.games.prelude import tables as t
from fadenet.games.prelude import values as v
from fadenet.games.prelude.agreements import PROPOSALS_MAX, f_agreements
from fadenet.games.prelude.typed import PreludeCard, PreludeRules, rules_of
from fadenet.games.prelude.words import Word

CUTS_MAX: Final = 3
"""So many places of one cut (prelude setup.shuffle)."""


# Characters (prelude setup.choose-character, setup.choices-together).


def begin(s: State) -> None:
    """All decks are laid down."""
    push(s, f_characters)
    for seat in range(s.seats):
        atoms.show_body(s, seat)
        for deck in (2 * seat, 2 * seat + 1):
            kernel.need(s, POOL, seat, deck, 1, ())


def begin_again(s: State) -> None:
    """A later game of a match: all cards go back but those at stake, and everything is chosen anew (prelude
    format.best-of-three)."""
    push(s, f_characters)
    for seat in range(s.seats):
        character, roster = v.zone(s, seat, t.CHARACTER), v.zone(s, seat, t.ROSTER)
        there = {*character, *s.pool[2 * seat + 1], *roster, *v.zone(s, seat, t.STAKES)}
        mine = {*range(s.seats + 1, len(s.code))} - there
        kernel.need(s, POOL, seat, 2 * seat, 0, laid_back(s, 2 * seat, seat, mine))
        kernel.need(s, POOL, seat, 2 * seat + 1, 0, tuple(character))


def f_characters(s: State) -> None:
    push(s, f_chosen)
    for seat in seat_order(s, 0):
        kernel.need(s, TAKE, seat, 2 * seat + 1, 1, (t.ST_CHARACTER, 0, 1))


def f_chosen(s: State) -> None:
    """All have chosen: the characters are shown in one step."""
    push(s, f_shown)
    for h in [h for taken in s.got for h in taken]:
        seat = s.owner[h]
        atoms.vouch(s, h, t.ST_CHARACTER)
        atoms.move(s, h, seat * t.NZ + t.CHARACTER, 0)
        if seat not in s.out:
            kernel.need(s, OPEN, seat, 2 * seat + 1, -1, (h,))


def f_shown(s: State) -> None:
    for seat in seat_order(s, 0):
        h = v.character(s, seat)
        atoms.turn_face(s, h, True)
        stats = v.card_of(s, h).stats
        atoms.put(s, t.COIN, seat + 1, stats[t.S_COIN], 0, seat)
        atoms.put(s, t.TRAINING, seat + 1, stats[t.S_TRAINING], 0, seat)
    push(s, f_preliminaries)
    if not s.vars[t.G_PLAYED] and not s.vars[t.G_DRAWN]:
        push(s, f_agreements, tuple(seat_order(s, 0)), PROPOSALS_MAX)


# Preliminaries and callings (prelude prelim.reveal, rank.second-calling).


def f_preliminaries(s: State) -> None:
    push(s, f_placed)
    most = rules_of(s).figures.starting_preliminaries_max
    for seat in seat_order(s, 0):
        code = s.code[v.character(s, seat)]
        kernel.need(s, TAKE, seat, 2 * seat, most, (t.ST_PRELIMINARY, 0, 1, code))


def f_placed(s: State) -> None:
    """They lie unseen until all have named a second calling, or none."""
    for h in [h for taken in s.got for h in taken]:
        atoms.move(s, h, s.owner[h] * t.NZ + t.CASTING, 0)
    push(s, f_named, tuple(seat_order(s, 0)))
    for seat in seat_order(s, 0):
        kernel.invite(s, seat, t.W_CALLING, sealed=1)


def f_named(s: State, seats: tuple[int, ...]) -> None:
    for seat, move in zip(seats, s.ans, strict=True):
        if len(move) > 1:
            atoms.put(s, t.SECOND, seat + 1, move[1][1], 0, seat)
    push(s, f_revealed)
    for seat in seat_order(s, 0):
        kernel.need(s, OPEN, seat, 2 * seat, -1, v.zone(s, seat, t.CASTING))


def f_revealed(s: State) -> None:
    """All Preliminaries are shown together; the types placed now bind for the whole game (prelude
    prelim.binding, value.startup)."""
    push(s, f_trim)
    for seat in seat_order(s, 0):
        cards = v.zone(s, seat, t.CASTING)
        if not _may_start(s, seat, [s.code[h] for h in cards]):
            harm.lose(s, seat, s.rules.cites["search"])
            continue
        lines = 0
        for h in cards:
            lines |= v.opened_lines(v.line_of(s, h))
        second = s.num[t.SECOND][seat + 1]
        if second and not may_name(s, seat, second, [s.code[h] for h in cards]):
            harm.lose(s, seat, "rank.second-calling")
            continue
        atoms.put(s, t.BOUND, seat + 1, lines, 0, seat)
        for h in cards:
            ranks.lay(s, seat, h)


def _may_start(s: State, seat: int, codes: Sequence[int]) -> bool:
    """Whether these may be Preliminaries, in this order: a player who took others unseen is found out now."""
    who, cards = v.card_of(s, v.character(s, seat)), rules_of(s).cards
    ranks = [cards[code] for code in codes]
    return bool(ranks) and all([_starts(who, ranks[:n], card) for n, card in enumerate(ranks)])


def may_name(s: State, seat: int, line: int, codes: Sequence[int]) -> bool:
    """Whether a line may be the second calling beside these Preliminaries, as far as they are known."""
    who = v.card_of(s, v.character(s, seat))
    if not t.LINE_ICONS[line] & who.types:
        return False
    cards = rules_of(s).cards
    there = sorted({cards[code].stats[t.S_LINE] for code in codes if code})
    opened = 0
    for one in there:
        opened |= v.opened_lines(one)
    started = [one for one in there if cards_of_tier_one(cards, codes, one)]
    return not opened & v.opened_lines(line) and len(started) < 2


def cards_of_tier_one(cards: Sequence[PreludeCard], codes: Sequence[int], line: int) -> bool:
    return any(
        code and cards[code].stats[t.S_LINE] == line and cards[code].stats[t.S_TIER] == 1 for code in codes
    )


def may_open(s: State, seat: int, line: int, placed: Sequence[int], deck: Sequence[int]) -> bool:
    """Whether a second calling could ever be opened with a deck: its tier 1 is there, and a line begun with
    these Preliminaries can be mastered (prelude rank.acknowledgement). placed, deck: codes."""
    who, cards = v.card_of(s, v.character(s, seat)), [rules_of(s).cards[code] for code in deck]
    ranks = [card for card in cards if card.types & t.RANK and v.has_icons(who, card)]
    named = [card for card in ranks if v.named_lines(line) >> card.stats[t.S_LINE] & 1]
    if not may_name(s, seat, line, placed) or not any(card.stats[t.S_TIER] == 1 for card in named):
        return False
    begun = 0
    for code in placed:
        begun |= v.opened_lines(rules_of(s).cards[code].stats[t.S_LINE])
    return any(begun >> one & 1 and _may_master(s, who, one, ranks) for one in range(1, t.L_SOLDIER))


def _may_master(s: State, who: PreludeCard, line: int, ranks: Sequence[PreludeCard]) -> bool:
    """Whether a character has every tier of a line up to that of mastery, and may place it."""
    last, top = v.mastery(s, line), who.stats[t.S_TOP]
    lines = (line, t.COMMON_OF.get(line, line))
    tiers = {card.stats[t.S_TIER] for card in ranks if card.stats[t.S_LINE] in lines}
    return (not top or last <= top) and tiers >= {*range(1, last + 1)}


# Trimming (prelude setup.trim-by-race, setup.trim-by-rank, setup.removed-kept).


def usable_lines(s: State, seat: int) -> int:
    """The lines of which cards stay in the deck: those bound, and the second calling."""
    second = s.num[t.SECOND][seat + 1]
    return s.num[t.BOUND][seat + 1] | (v.named_lines(second) if second else 0)


def f_trim(s: State) -> None:
    """All that cannot be used goes: how much that is nobody learns before the callings are open."""
    push(s, f_trimmed)
    for seat in seat_order(s, 0):
        n = len(v.zone(s, seat, t.CHEST))
        more = s.code[v.character(s, seat)], usable_lines(s, seat)
        kernel.need(s, TAKE, seat, 2 * seat, n, (t.ST_UNUSABLE, 0, ALL, *more))


def f_trimmed(s: State) -> None:
    for seat, taken in zip(seat_order(s, 0), s.got, strict=True):
        for h in taken:
            atoms.move(s, h, seat * t.NZ + t.ASIDE, 0)
        atoms.emit(s, t.E_TRIMMED, seat + 1, seat, 0, len(taken))
    push(s, f_sized)
    figures = rules_of(s).figures
    for seat in seat_order(s, 0):
        size = len(v.zone(s, seat, t.CHEST))
        over, spare = max(size - figures.battle_chest_max, 0), size - figures.battle_chest_min
        if spare > 0:
            kernel.need(s, TAKE, seat, 2 * seat, spare, (0, 0, over))


def f_sized(s: State) -> None:
    """Cards that their player chose to leave out are gone, too (prelude setup.removed-kept). The Battle Chest
    holds so many cards; one that is too small cannot be played (prelude deck.size)."""
    for h in [h for taken in s.got or () if type(taken) is tuple for h in taken]:
        if s.zone[h] % t.NZ == t.CHEST:
            atoms.move(s, h, s.owner[h] * t.NZ + t.ASIDE, 0)
    push(s, f_cut, 0, 0)
    for seat in seat_order(s, 0):
        if len(v.zone(s, seat, t.CHEST)) < rules_of(s).figures.battle_chest_min:
            harm.lose(s, seat, "deck.size")
    for seat in () if s.over else seat_order(s, 0):
        kernel.need(s, POOL, seat, 2 * seat, 0, ())


# Cuts and the bottom card (prelude setup.left-cut, setup.owner-cut, setup.first-by-life).


def f_cut(s: State, seat: int, step: int) -> None:
    """The left neighbour may cut a deck, then its owner once more."""
    if seat == s.seats:
        push(s, f_bottoms)
        for each in seat_order(s, 0):
            kernel.need(s, BIND, each, 2 * each, 1, ())
        return
    cutter = seat if step else s.rules.next_seat(s, seat)
    if seat in s.out or cutter in s.out:
        push(s, f_cut, *_then(seat, step))
        return
    push(s, f_was_cut, seat, step)
    kernel.invite(s, cutter, t.W_CUT, (seat, step))


def _then(seat: int, step: int) -> tuple[int, int]:
    return (seat, 1) if not step else (seat + 1, 0)


def f_was_cut(s: State, seat: int, step: int) -> None:
    push(s, f_cut, *_then(seat, step))
    move = s.ans[0]
    if move != PASS_MOVE:
        places, order = cut_of(move)
        by = seat if step else s.rules.next_seat(s, seat)
        atoms.cut(s, seat * t.NZ + t.CHEST, places, order, t.E_CUT, by, seat + 1)


def cut_of(move: Move) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Places and order of the packets of a cut; without a mode the last packet comes first."""
    places = tuple([x[1] for x in move[1:] if x[0] == t.KEY_AT])
    mode = next((x[1] for x in move[1:] if x[0] == KEY_MODE), 0)
    orders = [*permutations(range(len(places) + 1))]
    return places, orders[mode] if mode else tuple(range(len(places), -1, -1))


def f_bottoms(s: State) -> None:
    """The bottom cards are shown; they stay where they are."""
    push(s, f_compare)
    for seat in seat_order(s, 0):
        h = v.zone(s, seat, t.CHEST)[0]
        atoms.cut(s, seat * t.NZ + t.CHEST, (1,), (1, 0), atoms.SHUFFLED, seat)
        kernel.need(s, OPEN, seat, 2 * seat, -1, (h,))


def f_compare(s: State) -> None:
    """The highest life begins; then the highest Initiative, then chance (prelude setup.first-tie)."""
    seats = seat_order(s, 0)
    lives = {seat: v.card_of(s, v.zone(s, seat, t.CHEST)[-1]).stats[t.Q_LIFE] for seat in seats}
    seats = [seat for seat in seats if lives[seat] == max(lives.values())]
    quick = {seat: v.card_of(s, v.character(s, seat)).stats[t.S_INITIATIVE] for seat in seats}
    seats = [seat for seat in seats if quick[seat] == max(quick.values())]
    push(s, f_first, tuple(seats))
    if len(seats) > 1:
        kernel.need(s, TOSS, -1, 0, 1, (len(seats),))
    else:
        s.got = ((0,),)


def f_first(s: State, seats: tuple[int, ...]) -> None:
    """Player One, and the opening hands in order (prelude setup.opening-draw)."""
    seat = seats[s.got[0][0] % len(seats)]
    if seat in s.out:
        seat = seat_order(s, seat)[0]
    s.active = seat
    atoms.set_var(s, t.G_FIRST, seat)
    atoms.emit(s, t.E_FIRST, seat + 1, seat)
    order = seat_order(s, seat)
    push(s, f_mulligans, tuple(order))
    for each in reversed(order):
        push(s, instructions.f_draw, each, rules_of(s).figures.opening_hand, 0)


# Mulligan (prelude mulligan.once).


def f_mulligans(s: State, seats: tuple[int, ...]) -> None:
    if not seats:
        push(s, turn.f_turn, seat_order(s, s.vars[t.G_FIRST])[0])
        for seat in s.out:
            push(s, harm.f_clear, seat)
    elif seats[0] in s.out:
        push(s, f_mulligans, seats[1:])
    else:
        push(s, f_kept, seats)
        kernel.invite(s, seats[0], t.W_MULLIGAN)


def f_kept(s: State, seats: tuple[int, ...]) -> None:
    push(s, f_mulligans, seats[1:])
    if s.ans[0] != PASS_MOVE:
        seat = seats[0]
        atoms.emit(s, t.E_MULLIGAN, seat + 1, seat)
        push(s, instructions.f_draw, seat, rules_of(s).figures.opening_hand, 0)
        kernel.need(s, POOL, seat, 2 * seat, 0, v.zone(s, seat, t.HAND))


def _has_no_value(s: State, seat: int) -> bool:
    """Whether all cards of a hand are open, and none is a Value card."""
    hand = v.zone(s, seat, t.HAND)
    return all(s.code[h] and not v.card_of(s, h).types & t.VALUE for h in hand)


class _Naming(Word):
    """A second calling is named unseen, or none."""

    def lists(self, rules: Rules, verb: int, now: int) -> Lists:
        def legal(s: State, seat: int, codes: Known) -> Sequence[Bunch]:
            there = [s.code[h] or codes.get(h, 0) for h in v.zone(s, seat, t.CASTING)]
            lines = [line for line in range(1, 8) if may_name(s, seat, line, there)]
            return ((verb, 0, [(t.KEY_LINE, line) for line in (0, *lines)]),)

        return legal

    def reads(self, move: Move) -> bool:
        return len(move) == 2 and type(move[1]) is tuple and move[1][0] == t.KEY_LINE

    def breaks(self, s: State, seat: int, move: Move, now: int) -> str:
        line = move[1][1]
        return "" if not line or may_name(s, seat, line, ()) else "rank.second-calling"


class _Cutting(Word):
    """A deck is cut at one to three places; its owner cuts into two halves."""

    def lists(self, rules: Rules, verb: int, now: int) -> Lists:
        def legal(s: State, seat: int, codes: Known) -> Sequence[Bunch]:
            size = self._size(s)
            return ((verb, 0, [(t.KEY_AT, size * n // 4) for n in (1, 2, 3)]),)

        return legal

    def _size(self, s: State) -> int:
        return len(v.zone(s, s.asks[0].data[0], t.CHEST))

    def reads(self, move: Move) -> bool:
        keys = [x[0] if type(x) is tuple else -1 for x in move[1:]]
        places = [key for key in keys if key == t.KEY_AT]
        return bool(places) and keys in (places, [*places, KEY_MODE])

    def breaks(self, s: State, seat: int, move: Move, now: int) -> str:
        places = [x[1] for x in move[1:] if x[0] == t.KEY_AT]
        modes = [x[1] for x in move[1:] if x[0] == KEY_MODE]
        owner = bool(s.asks[0].data[1])
        if owner and (len(places) > 1 or modes):
            return "setup.owner-cut"
        if len(places) > CUTS_MAX or places != sorted(set(places)):
            return "setup.shuffle"
        orders = len([*permutations(range(len(places) + 1))])
        fits = places[0] > 0 and places[-1] < self._size(s)
        return "" if fits and all([0 < mode < orders for mode in modes]) else "setup.shuffle"


class _Mulligan(Word):
    """The whole hand is shown and exchanged."""

    def lists(self, rules: Rules, verb: int, now: int) -> Lists:
        values = rules.of_types[t.VALUE]

        def legal(s: State, seat: int, codes: Known) -> Sequence[Bunch]:
            hand = [s.code[h] or codes.get(h, 0) for h in v.zone(s, seat, t.HAND)]
            full = all(code and code not in values for code in hand)
            return ((WHOLE, 0, ((verb,),)),) if full else ()

        return legal

    def reads(self, move: Move) -> bool:
        return len(move) == 1

    def breaks(self, s: State, seat: int, move: Move, now: int) -> str:
        return "" if _has_no_value(s, seat) else "mulligan.once"


NAMING: Final = _Naming()
CUTTING: Final = _Cutting()
MULLIGAN: Final = _Mulligan()


class SetupStatements(Hidden):
    """The statements about the cards that are chosen and thrown out in the set-up."""

    def __init__(self) -> None:
        self._leaving: dict[tuple[int, int], Codes] = {}
        self._staying: dict[tuple[int, int, int], Codes] = {}

    def leaving(self, cards: Sequence[PreludeCard], who: int, lines: int) -> Codes:
        """All cards that cannot stay in the deck of a character, given by its code, with these lines."""
        gone = self._leaving.get((who, lines))
        if gone is None:
            gone = frozenset([c.code for c in cards[1:] if v.unusable(cards[who], lines, c)])
            self._leaving[who, lines] = gone
        return gone

    def possible(self, s: State, h: int) -> Codes:
        """The cards that fit what is stated; once a deck is trimmed, outside of what was put aside only those
        that can be used (prelude setup.trim-by-race, setup.trim-by-rank)."""
        seat = s.owner[h]
        if not s.num[t.BOUND][seat + 1] or s.zone[h] % t.NZ in (t.ASIDE, t.ROSTER, t.STAKES):
            return super().possible(s, h)
        key = s.stated[h], s.code[v.character(s, seat)], usable_lines(s, seat)
        fits = self._staying.get(key)
        if fits is None:
            fits = super().possible(s, h) - self.leaving(rules_of(s).cards, *key[1:])
            self._staying[key] = fits
        return fits

    def fitting(self, rules: Tables, need: TableNeed, taken: tuple[int, ...]) -> Codes:
        what = need.items[0]
        if what not in (t.ST_PRELIMINARY, t.ST_UNUSABLE):
            return super().fitting(rules, need, taken)
        assert isinstance(rules, PreludeRules)
        cards, who = rules.cards, need.items[3]
        if what == t.ST_UNUSABLE:
            return self.leaving(cards, who, need.items[4])
        first = [cards[code] for code in taken]
        return frozenset([c.code for c in cards if _starts(cards[who], first, c)])

    def leading(
        self, rules: Tables, need: TableNeed, taken: tuple[int, ...], fits: Codes, deck: Sequence[int]
    ) -> Codes:
        """Preliminaries with which enough cards stay for a Battle Chest (prelude deck.size)."""
        if need.items[0] not in (t.ST_ANY, t.ST_PRELIMINARY) or not isinstance(rules, PreludeRules):
            return fits
        if need.items[0] == t.ST_ANY:
            return self._spared(rules, need.items[3], fits, deck)
        cards, least = rules.cards, rules.figures.battle_chest_min
        enough = []
        for code in sorted(fits):
            lines = 0
            for one in (*taken, code):
                lines |= v.opened_lines(cards[one].stats[t.S_LINE])
            gone = self.leaving(cards, need.items[3], lines)
            if sum(1 for one in deck if one and one not in gone) - len(taken) - 1 >= least:
                enough.append(code)
        return frozenset(enough) if enough or taken else fits

    def _spared(self, rules: PreludeRules, who: int, fits: Codes, deck: Sequence[int]) -> Codes:
        """Those of a deck without which its character has enough cards for a Battle Chest, and no last first
        rank of a line (prelude setup.bet-shown); if there are too few cards anyway, any but such a rank."""
        cards, least = rules.cards, rules.figures.battle_chest_min
        firsts = sorted({code for code in deck if code and _is_first(cards[code])})
        starters = [code for code in firsts if v.has_icons(cards[who], cards[code])]
        gone = {
            code: self.leaving(cards, who, v.opened_lines(cards[code].stats[t.S_LINE])) for code in starters
        }
        left = {first: sum(1 for one in deck if one and one not in gone[first]) - 1 for first in starters}
        there = fits & frozenset(deck) - {code for code in firsts if deck.count(code) == 1}

        def needless(code: int) -> bool:
            return any(left[first] - (code not in gone[first]) >= least for first in starters)

        return frozenset(filter(needless, there)) or there or fits


def _is_first(card: PreludeCard) -> bool:
    """Whether a card is a first rank of its line."""
    return bool(card.types & t.RANK) and card.stats[t.S_TIER] == 1


def _starts(who: PreludeCard, before: Sequence[PreludeCard], card: PreludeCard) -> bool:
    """Whether a rank card may be the next Preliminary (prelude prelim.sequence, prelim.two-types-start)."""
    line, tier = card.stats[t.S_LINE], card.stats[t.S_TIER]
    if not card.types & t.RANK or not v.has_icons(who, card) or 0 < who.stats[t.S_TOP] < tier:
        return False
    if not before:
        return tier == 1
    first = before[0]
    placed = first.stats[t.S_LINE]
    if tier == 2:
        return line == placed or t.COMMON_OF.get(line) == placed
    exclusive = first.keywords[t.K_EXCLUSIVE] or card.keywords[t.K_EXCLUSIVE]
    apart = not v.opened_lines(line) & v.opened_lines(placed)
    return tier == 1 and apart and who.keywords[t.K_CROSS] > 0 and not exclusive


FRAMES: Final[Frames] = (
    *(f_characters, f_chosen, f_shown, f_preliminaries, f_placed, f_named, f_revealed, f_trim, f_trimmed),
    *(f_sized, f_cut, f_was_cut, f_bottoms, f_compare, f_first, f_mulligans, f_kept),
)
STEPS: Final[Frames] = (f_preliminaries, f_trim, f_cut, f_mulligans)
Begin = Callable[[State], None]
