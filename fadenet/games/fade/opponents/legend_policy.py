"""The choices of a Legend among its moves: attacks, casting, answers (faroe legend.choice-order and others).

The moves are those that a Player would be offered in its place. Everything here looks at public facts only,
so that every node comes to the same answer; where several are equally good, a joint toss picks one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from fadenet.engine import atoms
from fadenet.engine.acts import A_FLAGS, A_ID, A_LINK, A_MODE, A_SEAT
from fadenet.engine.atoms import marked
from fadenet.engine.chain import W_CHAIN, W_SHOW, push
from fadenet.engine.errors import WrongInput
from fadenet.engine.kernel import DONE_MOVE, NO_MOVE, PASS_MOVE, V_PICK, YES_MOVE, choices, options
from fadenet.engine.kit.arguments import split
from fadenet.engine.kit.moves import verbs_of
from fadenet.engine.rules import Move
from fadenet.engine.state import CONFIRM, PAY, PICK, RESPOND, Act, Ask, Frames, State, is_automaton
from fadenet.games.fade import tables as t
from fadenet.games.fade.field import combat, legality, reach
from fadenet.games.fade.intent import HARM
from fadenet.games.fade.opponents import aim, legend
from fadenet.games.fade.opponents.aim import Preference, move_rank, target_rank
from fadenet.games.fade.typed import FadeCard, FadeRules, Opponent, rules_of

_GUARDS: Final = frozenset({"block", "negate", "deflect", "prevent"})


# Its own turn.


def act(s: State) -> None:
    """Put the Legend's next move of this Phase into `s.ans`, or let the Players vote on it first."""
    seat = s.active
    found = verbs_of(s).listed(s, seat, {}, t.CASTING)
    s.ans = ((t.V_END,),)
    if s.phase == t.COMBAT and (first := _attack(s, seat, found) or _activation(s, seat, found)):
        s.ans = (first,)
        return
    cards = castable(s, seat, found)
    voters = legend.voters(s)
    if len(cards) > 1 and voters:
        handles = tuple(h for h, _ in cards)
        push(s, f_voted, handles)
        legend.call_vote(s, handles, voters)
    elif cards:
        s.ans = (cards[0][1],)


def f_voted(s: State, cards: tuple[int, ...]) -> None:
    """The Players have voted which of these cards is cast."""
    h = legend.elected(s, cards)
    s.ans = (dict(castable(s, s.active, verbs_of(s).listed(s, s.active, {}, t.CASTING)))[h],)


def _attack(s: State, seat: int, found: list[Move]) -> Move:
    """Its own Normal Attacks, then those of its Characters, the oldest first (faroe legend.combat)."""
    attacks = [m for m in found if m[0] == t.V_ATTACK]
    if not attacks:
        return ()
    by = min((m[1] for m in attacks), key=s.stamp.__getitem__)  # a body's stamp is 0
    record = reach.attack_probe(s, seat, by, by, t.M_NORMAL, -1)
    reach.attack_traits(s, record, -1)
    return min((m for m in attacks if m[1] == by), key=lambda m: target_rank(s, record, HARM, m[2]))


def _activation(s: State, seat: int, found: list[Move]) -> Move:
    """Each activated ability once a turn, those of the oldest card first (faroe legend.other-choices)."""
    there = [m for m in found if m[0] == t.V_ACTIVATE and not aim.activated(s, m)]
    ranked = [(s.stamp[m[1]], rank, m) for m in there if (rank := move_rank(s, seat, m)) is not None]
    return min(ranked)[2] if ranked else ()


def castable(s: State, seat: int, found: list[Move]) -> list[tuple[int, Move]]:
    """(card, best way to cast it) for all that it can cast now, in order (faroe legend.choice-order).

    Copies of a card are one choice: the one that has been in the Hand longest stands for them.
    """
    hand = s.zones[seat * t.NZ + t.HAND]
    best: dict[int, tuple[Preference, Move]] = {}
    for move in found:
        if move[0] not in (t.V_PLAY, t.V_USE) or move[1] not in hand or _was_cast(s, move[1]):
            continue
        if (s.phase == t.COMBAT) != (move[0] == t.V_USE and _way(s, move) != t.M_ITEM):
            continue
        rank = move_rank(s, seat, move)
        if rank is not None and (move[1] not in best or rank < best[move[1]][0]):
            best[move[1]] = rank, move
    order = sorted(best, key=lambda h: casting_rank(s, hand, h))
    codes = [s.code[h] for h in order]
    return [(h, best[h][1]) for n, h in enumerate(order) if s.code[h] not in codes[:n]]


def _was_cast(s: State, h: int) -> bool:
    """Whether this card has been cast in this turn already (faroe legend.once-per-turn)."""
    return marked(s, t.P_TURN, t.MK_CAST, h) > 0


def _way(s: State, move: Move) -> int:
    """As what a card is used: the Supertype that the move names, or the only one that it has."""
    kinds = rules_of(s).cards[s.code[move[1]]].types & (t.SKILL | t.REACTION)
    return split(move).named.get(t.KEY_AS, kinds.bit_length() - 1 if kinds else t.M_ITEM)


def casting_rank(s: State, hand: tuple[int, ...], h: int) -> Preference:
    """Highest Cost, then Rank, then longest in the Hand."""
    card = rules_of(s).cards[s.code[h]]
    return -legality.cost(s, h, card), -card.stats[t.S_RANK], hand.index(h)


# Answers.


def answers(s: State, ask: Ask) -> list[Move]:
    """The Legend's answer to a question; several if a joint toss is to take one of them."""
    seat, kind = ask.seat, ask.kind
    if kind in (CONFIRM, PAY):
        own_curse = ask.data == (0, seat + 1)  # which can do nothing to it (faroe legend.protected)
        return [NO_MOVE if own_curse else YES_MOVE]
    if kind == RESPOND:
        return [_response(s, seat, ask.window)]
    there = options(s, seat, {})
    picks = [m[1] for m in there if m[0] == V_PICK]
    if kind != PICK or not picks:
        return there
    chosen = _pick(s, ask, picks)
    if chosen is None:
        return [(V_PICK, h) for h in picks]
    return [(V_PICK, chosen) if chosen else DONE_MOVE if DONE_MOVE in there else (V_PICK, picks[0])]


def _pick(s: State, ask: Ask, there: list[int]) -> int | None:
    """The card that it picks of these: 0 = rather none of them, None = any."""
    record, purpose = aim.picking(s, ask, there)
    if purpose is None:
        return None
    wanted = [h for h in there if aim.on_its_side(s, ask.seat, purpose, h)]
    return min(wanted, key=lambda h: target_rank(s, record, purpose, h), default=0)


def _response(s: State, seat: int, window: int) -> Move:
    """A Reaction, or an ability that answers, at the first chance that it gets (faroe legend.reactions)."""
    if window == W_SHOW:
        return choices(s, seat, {})[0]
    hand = s.zones[seat * t.NZ + t.HAND]
    found: list[tuple[Preference, Preference, Move]] = []
    for move in options(s, seat, {}) if window == W_CHAIN else ():
        rank = move_rank(s, seat, move) if _fits(s, seat, move) else None
        if rank is not None:
            cast = move[0] == t.V_USE and move[1] in hand
            first = (0, *casting_rank(s, hand, move[1])) if cast else (1, s.stamp[move[1]])
            found.append((first, rank, move))
    return min(found)[2] if found else PASS_MOVE


def _fits(s: State, seat: int, move: Move) -> bool:
    """Whether this answers an enemy's Link that the Legend's side has not warded off already."""
    link = next((-x for x in move[1:] if type(x) is int and x < 0), 0)
    if not link:
        return False
    other = s.acts[s.chain[link - 1]]
    if s.rules.side(s, other[A_SEAT]) == s.rules.side(s, seat):
        return False
    if move[0] in t.V_GUARDS:
        return not _warded(s, seat, other)
    if move[0] == t.V_USE and (_way(s, move) != t.M_REACTION or _was_cast(s, move[1])):
        return False
    ability, _, _ = aim.ability_of(s, move)
    if ability is None or (move[0] == t.V_ACTIVATE and aim.activated(s, move)):
        return False
    aside = other[A_FLAGS] & t.ATTACK and not reach.concerns(s, seat, other)
    if aside and ability.tags & (_GUARDS | {"counter"}):
        return False
    return not (ability.tags & _GUARDS and _warded(s, seat, other))


def _warded(s: State, seat: int, other: Act) -> bool:
    """Whether an answer of this seat that stops that link is on the chain already."""
    return any(
        k[A_LINK] == other[A_ID]
        and k[A_SEAT] == seat
        and (k[A_MODE] in t.M_GUARDS or combat.tags_of(s, k) & _GUARDS)
        for k in [s.acts[n] for n in s.chain]
    )


def may_respond(s: State, seat: int, window: int) -> bool:
    """Whether it could have an answer: Items wait for its own turn (faroe legend.must-spend-when)."""
    if window == W_SHOW:
        return bool(s.zones[seat * t.NZ + t.HAND])
    return window == W_CHAIN and any(
        s.rules.side(s, s.acts[k][A_SEAT]) != s.rules.side(s, seat) for k in s.chain
    )


class Legend(Opponent):
    """A Legend, which nobody plays."""

    seats = 1

    def answers(self, s: State, ask: Ask) -> list[Move]:
        return answers(s, ask)

    def searches(self, s: State, act: Act, predicate: int, n: int) -> None:
        legend.search(s, act, predicate, n)

    def act(self, s: State) -> None:
        act(s)

    def may_respond(self, s: State, seat: int, window: int) -> bool:
        return may_respond(s, seat, window)

    card: FadeCard

    def named(self, rules: FadeRules, deck_of: Callable[[str], Sequence[int]]) -> None:
        """Raises `WrongInput` for a card that is not a Legend, and for a Deck that is not legal."""
        slug = rules.options.get("legend", "")
        deck, card = deck_of(slug), rules.by_slug.get(slug)
        if card is None or not card.fights:
            known = ", ".join(c.slug for c in rules.cards if c.fights)
            raise WrongInput(f"there is no Legend {slug!r}; Legends: {known}")
        faults = rules.book.automaton_faults(slug, deck)
        if faults:
            raise WrongInput(f"the Deck of {card.name} is not legal: {faults[0][1]} [{faults[0][0]}]")
        self.card = card
        self.hp, self.plv, self.hand = card.fights
        rules.ownerless = (tuple(deck), ())
        rules.automaton_names = (card.name,)

    def side(self, s: State, seat: int) -> int:
        """All Players are one team against it (faroe legend.what)."""
        return int(is_automaton(s, seat))

    def seat_kinds(self, s: State, people: Sequence[int]) -> None:
        legend.note_people(s, people)

    def enter(self, s: State, seat: int) -> None:
        """The body of its seat is its card (faroe legend.setup)."""
        atoms.open_card(s, seat + 1, self.card.code)
        atoms.turn_face(s, seat + 1, True)

    def begin(self, s: State, seat: int) -> None:
        push(s, legend.f_fill, seat, 0)

    def draws(self, s: State, seat: int, n: int, act_id: int) -> bool:
        """A Legend draws until its Hand is full (faroe legend.draw-up)."""
        if is_automaton(s, seat) and n > 0:
            push(s, legend.f_fill, seat, act_id)
        return is_automaton(s, seat)


FRAMES: Final[Frames] = (f_voted,)
