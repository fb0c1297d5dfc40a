"""A rule set for tests of the verbs and the turns: a few cards that are played, laid, tied, pushed and used.

Each seat has a hand of hidden cards and a yard. Its turn has three phases: in the first it gets a coin at
once and another one by upkeep, the second is free, in the third nothing happens. To play a card costs a coin.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fadenet.engine import atoms, chain, kernel
from fadenet.engine.acts import A_ID, A_SEAT, A_SRC, A_TARGETS, A_VERB
from fadenet.engine.card import Ability, Card, Slot
from fadenet.engine.chain import FREE, W_CHAIN, W_SHOW
from fadenet.engine.descriptor import Descriptor
from fadenet.engine.kit import abilities, moves, quantities, sources, turns
from fadenet.engine.kit.abilities import Abilities, AbilityPayer, run_ability
from fadenet.engine.kit.moves import Verbs
from fadenet.engine.kit.sources import Ways, are, each, joined, later, lying, may_be
from fadenet.engine.kit.uses import NewestLink, Priced, TargetFinder, Use, Way, card_of
from fadenet.engine.kit.verbs import AnyVerb, Rule, Verb, goes_onto, goes_to
from fadenet.engine.language import instructions
from fadenet.engine.policies import Q_WAIT, Course, GamePolicies, Index, Links, Triggers, uses
from fadenet.engine.rules import Rules
from fadenet.engine.state import (
    ATTACHED,
    HANDLE_MASK,
    ROW_CARD,
    ROW_EVENT,
    Act,
    Known,
    Row,
    State,
    Waiting,
    ref,
)
from tests.builders.ten import PlainBook

HAND, YARD, HEAP = range(3)
STONE, TOOL = 1, 2  # bits of types
HEAVY, MUTE = range(2)  # keywords
COINS, CHARGES, HURT = range(3)  # numbered columns
TURN = 1  # the period
MK_LAY, MK_PUSH, MK_USES = range(3)  # marks; those of uses come last
AT, LEFT = range(2)  # scalars: the phase of the last upkeep, and the turns that are left
ROOM = 3  # cards of a yard
BELL, PEBBLE, BOULDER, HAMMER, BOOK, SLING, DRUM = range(1, 8)
STRIKE, READ, ECHO, RING, HURL, ROLL = range(6)  # abilities
V_PLAY, V_LAY, V_TIE, V_PUSH, V_SWAP, V_USE, V_SHOUT, V_END = range(len(kernel.VERBS), len(kernel.VERBS) + 8)
E_PLAYED, E_LAID, E_PUSHED, E_USED, E_SHOUTED = range(len(atoms.EVENTS), len(atoms.EVENTS) + 5)


def zone(s: State, seat: int, kind: int) -> tuple[int, ...]:
    return s.zones[s.rules.zone_id(seat, kind)]


def with_room(s: State, seat: int, ways: Ways, codes: Known) -> Ways:
    return ways if len(zone(s, seat, YARD)) < ROOM else ()


def no_play(s: State, seat: int, h: int) -> str:
    return "yard.hand" if h in zone(s, seat, HAND) else "yard.elsewhere"


def tire(s: State, seat: int, h: int) -> None:
    atoms.mark(s, TURN, MK_PUSH, ref(s, h))


def swap(s: State, act: Act, one: int, other: int) -> None:
    yard = s.rules.zone_id(act[A_SEAT], YARD)
    for h in (one, other):
        atoms.move(s, h, yard, 1, act[A_ID])


class Paying(AbilityPayer):
    """A card that is tied to another one costs nothing."""

    def overused(self, s: State, act: Act, way: Way, now: int) -> str:
        """A card that costs nothing is used twice a turn at most."""
        assert way.ability is not None
        free = not way.ability.self_cost and not self.cost(s, act, way)
        return "yard.free" if free and uses(s, way.ability, act[A_SRC]) >= 2 else ""

    def cost(self, s: State, act: Act, way: Way) -> Priced:
        return () if s.host[act[A_SRC] & HANDLE_MASK] else super().cost(s, act, way)


class Timely(Abilities):
    """Nobody strikes in a chain."""

    def timed(self, way: Way, now: int) -> str:
        struck = way.ability is not None and way.ability.number == STRIKE
        return "yard.silence" if now == W_CHAIN and struck else super().timed(way, now)


class Using(Use):
    """Face-up cards of the yard with what is tied to them, and hidden cards of the hand for an event."""

    event = E_USED
    resolve = staticmethod(run_ability)

    def __init__(self) -> None:
        payer = Paying("yard.charges", "yard.coins", "yard.often")
        limits = (payer.against_limit, payer.overused, payer.against_cost)
        rules = self.misplaced, self.against_moment, self.against_condition, *limits
        super().__init__(
            Timely(late="yard.late"),
            payer,
            *rules,
            links=NewestLink(),
            targets=TargetFinder(abilities.KEY_MODE),
        )

    def cards(self, s: State, seat: int, codes: Known, now: int) -> Sequence[int]:
        return [*sources.with_burden(s, zone(s, seat, YARD)), *zone(s, seat, HAND)]

    def misplaced(self, s: State, act: Act, way: Way, now: int) -> str:
        h, seat = act[A_SRC] & HANDLE_MASK, act[A_SEAT]
        in_hand = h in zone(s, seat, HAND)
        return "" if h in self.cards(s, seat, {}, now) and in_hand == (s.code[h] == BELL) else "yard.place"

    def unmet(self, s: State, act: Act) -> str:
        return f"yard.unmet-{card_of(s, act[A_SRC] & HANDLE_MASK, {}).slug}"

    def strength(self, s: State, h: int) -> int:
        return 10 + s.num[HURT][h]


VERB_TABLE: dict[int, AnyVerb] = {
    V_PLAY: Verb(
        are(STONE | TOOL, lying(HAND)),
        no_play,
        (Rule("yard.coins", seat=lambda s, e: s.num[COINS][e + 1] > 0), Rule("yard.room", ways=with_room)),
        shows=True,
        cost=((COINS, 1),),
        event=E_PLAYED,
        does=goes_to(YARD, 1),
    ),
    V_LAY: Verb(
        may_be(STONE, lying(HAND)), "yard.lay", states=1, once=MK_LAY, does=goes_to(YARD, 0), done=E_LAID
    ),
    V_TIE: Verb(
        may_be(TOOL, lying(HAND)),
        "yard.tie",
        (
            Rule("yard.tie", to=each(lying(YARD, 1))),
            Rule("yard.one-tool", onto=lambda s, h, there: [x for x in there if x not in s.kids]),
        ),
        states=2,
        does=goes_onto(YARD, 0),
    ),
    V_PUSH: Verb(
        joined(lying(YARD, 1), sources.lying_on(lying(YARD))),
        "yard.push",
        (
            Rule("yard.heavy", bars=HEAVY, cards=lambda s, h: s.num[CHARGES][h] > 0),
            Rule("yard.tired", counted=MK_PUSH, cards=lambda s, h: s.num[CHARGES][h] > 1),
            Rule("yard.whole", cards=lambda s, h: not s.num[HURT][h]),
        ),
        begins=tire,
        event=E_PUSHED,
    ),
    V_SWAP: Verb(lying(YARD, 1), "yard.swap", (Rule("yard.swap", to=later(lying(YARD, 1))),), does=swap),
    V_USE: Using(),
    V_SHOUT: Verb(
        rules=(Rule("yard.voice", seat=lambda s, e: s.num[COINS][e + 1] > 1),),
        begins=lambda s, seat: atoms.emit(s, E_SHOUTED, seat + 1, seat),
    ),
    V_END: Verb(),
}


def _strike(s: State, act: Act) -> None:
    for r in act[A_TARGETS]:
        atoms.put(s, HURT, r & HANDLE_MASK, 1, act[A_ID])


def _noted(s: State, act: Act) -> None:
    atoms.put(s, HURT, act[A_SEAT] + 1, 1, act[A_ID])


def _foes(s: State, act: Act) -> list[int]:
    return [h for h in zone(s, 1 - act[A_SEAT], YARD) if s.face[h]]


def _own(s: State, act: Act) -> list[int]:
    return [h for h in zone(s, act[A_SEAT], YARD) if s.face[h]]


def _on_a_play(s: State, act: Act, link: int) -> bool:
    return bool(s.acts[link][A_VERB] == V_PLAY)


def _abilities() -> list[Ability]:
    one_foe, own = Slot(_foes, 1, 1, ""), Slot(_own, 1, 2, "")
    strike = Ability(STRIKE, HAMMER, "activate", "", cost=((COINS, 1),), slots=(one_foe,), program=0)
    read = Ability(READ, BOOK, "activate", "", limit=1, program=1)
    echo = Ability(ECHO, BOOK, "activate", "", self_cost=((CHARGES, 1),), answers=_on_a_play, program=1)
    ring = Ability(RING, BELL, "activate", "", event=E_LAID, hidden=True, program=1)
    hurl = Ability(HURL, SLING, "activate", "", slots=(own,), program=0)
    roll = Ability(ROLL, DRUM, "trigger", "", event=E_PUSHED, program=1)
    ring.aimed = read.aimed = False
    read.condition = lambda s, act: s.num[COINS][act[A_SEAT] + 1] < 9
    hurl.condition = lambda s, act: act[A_SRC] not in act[A_TARGETS]
    for ability in (strike, read, echo, ring, hurl, roll):
        ability.modes = 2 if ability is read else 0
    return [strike, read, echo, ring, hurl, roll]


def _earn(s: State) -> None:
    atoms.put(s, COINS, s.active + 1, 1)
    atoms.enqueue(s, Q_WAIT, s.active, -1, 0, ("coin",))


def _settle(s: State) -> None:
    atoms.clear_marks(s, TURN)
    chain.push(s, chain.f_settle, 0)
    atoms.enqueue(s, Q_WAIT, s.active, -1, 0, ("turn",))


TRACK = turns.Track(
    begins=lambda s: atoms.emit(s, atoms.TURN_BEGINS, s.active + 1, s.active, 0, s.turn),
    phases=(_earn, None, None),
    free=2,
    ends=_settle,
    goes_on=lambda s: s.vars[LEFT] > 0,
)


ANSWERS: dict[int, tuple[int | tuple[int, ...], ...]] = {
    FREE: tuple(VERB_TABLE),
    W_CHAIN: (kernel.V_PASS, V_USE),
    W_SHOW: (kernel.V_PASS, V_USE),
}


VERBS = (*kernel.VERBS, "play", "lay", "tie", "push", "swap", "use", "shout", "end")


class Yard(Rules):
    """hands: how many cards each seat has; left: how many turns are played."""

    def __init__(self, hands: tuple[int, int] = (4, 4), left: int = 6) -> None:
        super().__init__(Descriptor("yard", "", {"duel": (2,)}))
        self.take_verbs(VERBS, (V_END,))
        self.take_zones("hyx", (), (YARD,))
        self.keys = abilities.KEYS
        self.events = (*atoms.EVENTS, "played", "laid", "pushed", "used", "shouted")
        self.phases = ("", "earn", "free", "rest")
        self.numbers, self.scalars = 3, 2
        self.use_marks = (TURN, MK_USES)
        self.composed_of(TRACK)
        self.hands, self.left = hands, left
        self.cites = {**self.cites, "answers": "yard.answers", "moves": "yard.moves"}
        self.abilities = _abilities()
        self.programs = [((_strike, ()),), ((_noted, ()),)]
        kinds = (0, TOOL, STONE, STONE, TOOL, STONE, TOOL, TOOL)
        names = ("", "bell", "pebble", "boulder", "hammer", "book", "sling", "drum")
        for code, (name, types) in enumerate(zip(names, kinds, strict=True)):
            mine = tuple(a for a in self.abilities if a.code == code)
            used = tuple(a for a in mine if a.kind == "activate")
            heard: dict[int, tuple[Ability, ...]] = {a.event: (a,) for a in mine if a.kind == "trigger"}
            heavy = (int(code == BOULDER), 0)
            self.add_card(Card(code, name, name, types, (), 0, heavy, frozenset(), "", mine, heard, used))
        self.played_by(
            GamePolicies(
                course=YardCourse(),
                moves=YardMoves(self, VERB_TABLE, ANSWERS),
                triggers=YardTriggers(),
                book=PlainBook(),
                links=YardLinks(),
            )
        )
        self.predicate(lambda card: bool(card.types & STONE), "a stone")
        self.predicate(lambda card: bool(card.types & TOOL), "a tool")
        self.hidden_events, self.awaited = frozenset({E_LAID}), frozenset({E_PUSHED})
        self.frames = [*chain.FRAMES, *instructions.FRAMES, *turns.FRAMES, *moves.FRAMES]
        self.pickers = [*chain.PICKERS, *instructions.PICKERS]


def yard_of(s: State) -> Yard:
    """The rules of a match of this game."""
    assert isinstance(s.rules, Yard)
    return s.rules


class YardCourse(Course):
    """A match of so many turns."""

    def begin(self, s: State) -> None:
        atoms.set_var(s, LEFT, yard_of(s).left)
        for seat, n in enumerate(yard_of(s).hands):
            hand = s.rules.zone_id(seat, HAND)
            s.zones[hand] = atoms.grow(s, seat, hand, n)
        chain.push(s, turns.f_turn, 0)

    def check_state(self, s: State) -> bool:
        return False


class YardMoves(Verbs):
    """Its verbs, and when they answer."""

    def may_show(self, s: State, seat: int) -> bool:
        return any(not s.code[h] for h in zone(s, seat, HAND))

    def may_respond(self, s: State, seat: int, window: int) -> bool:
        return bool(zone(s, seat, YARD))


class YardLinks(Links):
    """The seat that made a link is not asked after it."""

    def asked_after(self, s: State, act: Act) -> int:
        return s.seats - 1

    def done(self, s: State, act: Act) -> None:
        """Nothing moves after a link."""


class YardTriggers(Triggers):
    """Any card that lies open in a yard listens."""

    def build_index(self, s: State) -> Index:
        working = [h for seat in range(s.seats) for h in zone(s, seat, YARD) if s.face[h]]
        return quantities.build_index(s, working, s.rules.first_keyword + MUTE)

    def upkeep(self, s: State, row: Waiting) -> None:
        if row.event == ("coin",):
            atoms.put(s, COINS, row.seat + 1, 1)
            atoms.set_var(s, AT, s.phase)
        else:
            atoms.set_var(s, LEFT, s.vars[LEFT] - 1)


# A match at hand, and what is done with it.

A, B, C, D = 3, 4, 5, 6  # the cards of seat 0, as they come
W, X, Y, Z = 7, 8, 9, 10  # those of seat 1
END = (V_END,)


def match() -> State:
    """At the first free choice of seat 0, which has two coins."""
    return kernel.setup(Yard(), 2)


def put(s: State, cards: Mapping[int, int], face: int = 1) -> None:
    """Cards, handle -> code, come into their owners' yards."""
    for h, code in cards.items():
        atoms.open_card(s, h, code)
        atoms.move(s, h, s.rules.zone_id(s.owner[h], YARD), face)


def tie(s: State, h: int, host: int, code: int = 0) -> None:
    """A card, hidden or not, is laid face-down on another one."""
    atoms.open_card(s, h, code)
    atoms.lay_on(s, h, host, ATTACHED, 0, s.rules.zone_id(s.owner[h], YARD))


def happened(rows: Sequence[Row], event: int) -> list[int]:
    """The cards to which it happened."""
    return [row[ROW_CARD] for row in rows if row[ROW_EVENT] == event]
