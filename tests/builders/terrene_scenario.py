"""Builds positions of a Terrene match in a few lines, and plays moves in them through the engine's own calls.

    g = Terrene(item("bomb", ..))            # further cards of `tests/cards/terrene.py`, beside CARDS below
    ann = g.character(0, "grunt")            # a recruited Character of seat 0
    bob = g.character(1, "guard", damage=5)  # ... with damage; hidden=True lays it face-down
    bomb = g.hold(ann, "stone")              # a face-down Item behind ann; face=1 = face-up
    g.actions(0, 2)                          # Actions left (4 to begin with)
    g.play(0, "attack", ann)                 # a move by verb and handles; (key, value) for ability and mode
    g.say(0, "attack c1")                    # or as a text in the engine's notation
    g.play(1, "block", bob)                  # who is asked: g.asked(); what may be answered: g.options(1)
g.pass_all()                             # everybody passes until the turn's player chooses freely again
    assert g.damage(bob) == 15 and g.atk(ann) == 20
    assert g.refused(0, "attack", ann) == "attack.once-per-turn"

The match starts in turn 5 (2v2: 9), in the Action Phase of seat 0, whose side began, with every zone but the
decks and one Terrain a seat ("meadow", 4 Actions) empty: give each side at least one Character before the
first move, or it has lost. Seats 0 and 2 play against 1 and 3 in 2v2: `Terrene(seats=4)`. The option of the
2015 additions: `Terrene(additions=True)`. The game's own cards beside CARDS: `Terrene(edition=True)`.

Answers: `yes`, `no`, `pass_` (one seat, once), `pick` (a handle), `mode` (a number), `play(1, "block", h)`,
`play(0, "use", h, target)`; several abilities on a card: `(ABILITY, 2)` among the arguments, ways named at
the announcement: `(WAY, 1)`. `pass_chain` passes until no chain runs, `until(kind)` until somebody is asked a
question of a kind (PICK, MODE, CONFIRM, RESPOND ... from `fadenet.engine.state`), `end_turn` to the next
player's free choice, `next_turn(seat)` to that seat's. Dice fall as `g.rolls` says, one tuple a throw of
numbers from 1 to 6, while it says anything.

Set-up and whole matches: `Terrene(setup=False, decks=[[slugs], [slugs]], rolls=[(3, 5)])` rests at the first
question (who begins). `g.picks(seat, *slugs)` says what a seat picks, Characters, then what they hold, then
the Terrain (WrongInput at `g.settle()` if it may not be picked); a seat without gets the first legal cards.
`g.takeable(seat, *slugs)` are the slugs that may come next while the picks are owed: answer who begins with
`g.answer(seat, move, settle=False)`. Without `decks`, everybody has 30 cards of CARDS.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fadenet.engine import atoms, kernel, needs, notation
from fadenet.engine.errors import WrongInput
from fadenet.engine.kernel import PASS_MOVE
from fadenet.engine.kit import abilities
from fadenet.engine.kit.series import Series
from fadenet.engine.language import files
from fadenet.engine.state import (
    ACT,
    ATTACHED,
    RESPOND,
    ROW_EVENT,
    ROW_N,
    TAKE,
    TOSS,
    Row,
    State,
    TableNeed,
    ref,
)
from fadenet.games.terrene import cards as compiler
from fadenet.games.terrene import tables as t
from fadenet.games.terrene import values
from fadenet.games.terrene.rules import make_rules
from fadenet.games.terrene.typed import PACKAGE, TerreneRules
from fadenet.table.dealer import Dealer
from tests.builders.hands import Hands
from tests.cards.terrene import cards

__all__ = ["ABILITY", "CARDS", "DECK", "WAY", "Terrene", "rules_with"]

ABILITY, WAY = abilities.KEY_ABILITY, abilities.KEY_MODE  # keys of arguments of "use"


CARDS = cards(
    *("grunt", "guard", "thief", "mage", "planner", "titan", "giant"),
    *("stone", "dart", "tonic", "order", "banner", "meadow", "harbour", "gale"),
)

DECK = [slug for slug in ("grunt", "guard", "thief", "mage", "planner") for _ in range(3)]
DECK += [slug for slug in ("stone", "dart", "tonic", "order", "meadow") for _ in range(3)]

_MADE: dict[tuple[str, str, bool, bool], TerreneRules] = {}


def rules_with(
    cards: str = "", format: str = "duel", additions: bool = False, edition: bool = False
) -> TerreneRules:
    """Terrene's rules with the test cards, CARDS and those given; edition: beside the cards of the game."""
    key = (cards, format, additions, edition)
    if key not in _MADE:
        rules = make_rules(format, {"additions": "2015"} if additions else {})
        own = files.sources(PACKAGE, "cards") if edition else []
        _MADE[key] = compiler.add_cards(rules, [*own, ("scenario", CARDS), ("test", cards)])
    return _MADE[key]


class Terrene(Hands):
    """A match under way: see the top of this file. `s` is the state, `dealer` the table, `log` all events."""

    rules: TerreneRules

    def __init__(
        self,
        cards: str = "",
        seats: int = 2,
        additions: bool = False,
        seed: int = 1,
        setup: bool = True,
        decks: Sequence[Sequence[str]] = (),
        edition: bool = False,
        rolls: Sequence[tuple[int, ...]] = (),
    ) -> None:
        self.rules = rules_with(cards, "duel" if seats == 2 else "2v2", additions, edition)
        lists = [list(deck) for deck in decks] or [DECK for _ in range(seats)]
        self.dealer = Dealer([[self.rules.code_of(slug) for slug in deck] for deck in lists], seats, seed)
        self.s: State = kernel.setup(self.rules, seats)
        self.log: list[Row] = list(self.s.events)
        self.rolls: list[tuple[int, ...]] = list(rolls)
        self._picked: dict[int, tuple[str, ...]] = {}
        if setup:
            self.rolls = [tuple(range(seats, 0, -1))]
            self.settle()
            self.pick(0, 1)
            if seats == 4:
                self.pick(0, 1)
                self.pick(1, 2)
            self._empty_table()
        else:
            self.settle()

    def _empty_table(self) -> None:
        """On to a later turn of seat 0, then everything but decks and Terrains is taken away."""
        while self.s.turn <= 2 * self.s.seats:
            self.step()
        for seat in range(self.s.seats):
            for kind in (t.HAND, t.PARTY, t.DISCARD):
                for h in self.zone(seat, kind):
                    for k in self.s.kids.get(h, ()):
                        atoms.take_away(self.s, k)
                    atoms.take_away(self.s, h)
            for h in self.zone(seat, t.TERRAINS):
                atoms.take_away(self.s, h)
            self.terrain(seat, "meadow")
            self.actions(seat, 4)
        self._quiet()

    def _quiet(self) -> None:
        """All that building a position would have triggered is forgotten."""
        self.s.queue = ()
        self.s.index = None
        atoms.set_var(self.s, t.G_BUSY, 0)
        atoms.set_var(self.s, t.G_IDLE, 0)

    # What is there.

    def card(self, seat: int, slug: str, kind: int, face: int = 1) -> int:
        """A fresh card of `seat` in a zone of a kind (t.HAND ...); face 0 = hidden, known to its owner."""
        s = self.s
        (h,) = atoms.grow(s, seat, -1, 1)
        code = self.rules.code_of(slug)
        self.dealer.truth[h] = code
        for viewer in (seat, *self.rules.confidants(s, seat)):
            self.dealer.known[viewer][h] = code
        if face:
            s.code[h] = code
        atoms.move(s, h, seat * t.NZ + kind, face)
        s.since[h] = 0
        self._quiet()
        return h

    def character(
        self,
        seat: int,
        slug: str = "grunt",
        hidden: bool = False,
        damage: int = 0,
        xp: int = 0,
        level: int = 0,
    ) -> int:
        """A Character in the party. level: level gains beside the printed LV; xp gives no rewards."""
        h = self.card(seat, slug, t.PARTY, int(not hidden))
        if hidden:
            atoms.vouch(self.s, h, t.ST_CHARACTER)
        for column, n in ((t.DAMAGE, damage), (t.XP, xp), (t.LEVEL, level)):
            atoms.put(self.s, column, h, n)
        self._quiet()
        return h

    def hold(self, host: int, slug: str, face: int = 0) -> int:
        """An Item or Command behind a Character, face-down unless face = 1."""
        seat = self.s.owner[host]
        h = self.card(seat, slug, t.HAND, face)
        atoms.vouch(self.s, h, t.ST_HELD)
        atoms.lay_on(self.s, h, host, ATTACHED, face, seat * t.NZ + t.HELD)
        self._quiet()
        return h

    def hand(self, seat: int, slug: str) -> int:
        """A card in hand."""
        return self.card(seat, slug, t.HAND, 0)

    def discard(self, seat: int, slug: str) -> int:
        """A card in the discard pile."""
        return self.card(seat, slug, t.DISCARD)

    def terrain(self, seat: int, slug: str, since: int = 0) -> int:
        """A Terrain on top of the stack: the active one from now on. since: the turn it was played in."""
        h = self.card(seat, slug, t.TERRAINS)
        self.s.since[h] = since
        return h

    def deck_top(self, seat: int, *slugs: str) -> list[int]:
        """Put hidden cards on top of a deck, the first one uppermost."""
        made = []
        for slug in reversed(slugs):
            h = self.card(seat, slug, t.HAND, 0)
            atoms.move(self.s, h, seat * t.NZ + t.DECK, 0)
            atoms.shift(self.s, h, 0)
            for known in self.dealer.known:
                known.pop(h, None)
            made.append(h)
        self._quiet()
        return made[::-1]

    def deck_size(self, seat: int, n: int) -> None:
        """Cut a deck down to n unknown cards."""
        s = self.s
        s.pool[seat] = s.pool[seat][:n]
        s.zones[seat * t.NZ + t.DECK] = (0,) * len(s.pool[seat])

    def actions(self, seat: int, n: int) -> None:
        """Set the Actions that a seat has left."""
        atoms.put(self.s, t.ACTIONS, seat + 1, n - self.s.num[t.ACTIONS][seat + 1])

    def hurt(self, seat: int, n: int) -> None:
        """Mark n damage on a player, in 2v2 on the team."""
        atoms.put(self.s, t.HURT, self.rules.sides[seat] + 1, n)
        self._quiet()

    def counters(self, h: int, name: str, n: int) -> None:
        """Put n on a column of `t.COLUMNS`: "Charge", "Stratagem", "Damage", "Decay", "XP", "gain-DEF" ..."""
        atoms.put(self.s, t.COLUMNS.index(name), h, n)
        self._quiet()

    def give(self, h: int, word: str, n: int = 1, until: int = t.U_FOREVER, arg: int = 0) -> None:
        """A keyword of `t.KEYWORDS` ("Slow", "Immune" with a mask ...) or a change of "ATK", "DEF" ..."""
        keyword = word in t.KEYWORDS
        what = t.Q_KEYWORD + t.KEYWORDS.index(word) if keyword else t.QUANTITIES.index(word)
        atoms.modify(self.s, what, ref(self.s, h), n, (until, arg or self.s.turn), 0)
        self._quiet()

    # What can be read.

    def zone(self, seat: int, kind: int) -> list[int]:
        """The handles in a zone, in a deck only those that are bound."""
        return [h for h in self.s.zones[seat * t.NZ + kind] if h]

    def size(self, seat: int, kind: int) -> int:
        """The number of cards in a zone."""
        return len(self.s.zones[seat * t.NZ + kind])

    def names(self, seat: int, kind: int) -> list[str]:
        """The names of the cards in a zone as everybody sees them, "?" for hidden ones."""
        return [values.card_of(self.s, h).name or "?" for h in self.zone(seat, kind)]

    def slug(self, h: int) -> str:
        """The card behind a handle, hidden or not."""
        return self.rules.cards[self.s.code[h] or self.dealer.truth[h]].slug

    def held(self, h: int) -> list[int]:
        """The cards that a Character holds."""
        return list(self.s.kids.get(h, ()))

    def where(self, h: int) -> str:
        """The name of the zone that a card is in, "nowhere" for one that is gone for good."""
        zone = self.s.zone[h]
        return t.ZONE_NAMES[zone % t.NZ] if zone >= 0 else "nowhere"

    def atk(self, h: int) -> int:
        return values.figure(self.s, h, t.Q_ATK)

    def defence(self, h: int) -> int:
        return values.figure(self.s, h, t.Q_DEF)

    def hp(self, h: int) -> int:
        """The HP of a Character without the damage on it."""
        return values.figure(self.s, h, t.Q_HP)

    def lv(self, h: int) -> int:
        return values.figure(self.s, h, t.Q_LV)

    def damage(self, h: int) -> int:
        return self.s.num[t.DAMAGE][h]

    def xp(self, h: int) -> int:
        return self.s.num[t.XP][h]

    def has(self, h: int, word: str) -> int:
        """The number of a keyword that a Character has now, 0 = not."""
        return values.keyword(self.s, h, t.KEYWORDS.index(word))

    def count(self, h: int, name: str) -> int:
        """A column of `t.COLUMNS` on a card."""
        return self.s.num[t.COLUMNS.index(name)][h]

    def used(self, seat: int) -> int:
        """The Supply that a player uses."""
        left: int = values.supply_left(self.s, seat)
        return int(self.rules.supply) - left

    def actions_of(self, seat: int) -> int:
        return self.s.num[t.ACTIONS][seat + 1]

    def hp_of(self, seat: int) -> int:
        """The HP of a player, in 2v2 of the team."""
        return values.hit_points(self.s, seat)

    def wins(self) -> tuple[int, int]:
        """Games won by each side."""
        return self.s.vars[t.G_WINS], self.s.vars[t.G_WINS + 1]

    def games(self) -> int:
        """Games that have ended."""
        n: int = self.s.vars[t.G_GAMES]
        return n

    def ended(self) -> list[str]:
        """Why each game has ended, in order: ids of rules."""
        return [self.rules.part(Series).ends[row[ROW_N]] for row in self.happened("game-over")]

    def order(self, *events: str) -> list[str]:
        """The names of these events in the order in which they came."""
        wanted = {t.EVENTS.index(event): event for event in events}
        return [wanted[row[ROW_EVENT]] for row in self.log if row[ROW_EVENT] in wanted]

    # What is done.

    def picks(self, seat: int, *slugs: str) -> None:
        """The cards that a seat picks at the next set-up."""
        self._picked[seat] = slugs

    def takeable(self, seat: int, *slugs: str) -> list[str]:
        """The slugs that may be picked after these, without repeats, at a set-up that rests there."""
        need = next(w for w in self.s.needs if w.kind == TAKE and w.who == seat)
        taken = self._handles(need, slugs)
        there = self.dealer.takeable(self.s, need, taken)
        return sorted({self.slug(h) for h in there})

    def _handles(self, need: TableNeed, slugs: Sequence[str]) -> list[int]:
        deck = sorted(self.s.pool[need.who])
        taken: list[int] = []
        for slug in slugs:
            taken.append(next(h for h in deck if self.slug(h) == slug and h not in taken))
        return taken

    def settle(self) -> None:
        """Let the dealer answer what the table owes; dice fall as `rolls` says while it says anything."""
        while self.s.needs:
            for need in self.s.needs:
                if need.kind == TAKE and need.who in self._picked:
                    taken = self._handles(need, self._picked.pop(need.who))
                    for i, h in enumerate(taken):
                        if h not in self.dealer.takeable(self.s, need, taken[:i]):
                            raise WrongInput(f"{self.slug(h)} may not be picked as number {i + 1}")
                    self.dealer.choose_take[need.id] = taken
            if self.rolls and self.s.needs[0].kind == TOSS:
                self.log += needs.supply(self.s, [tuple(n - 1 for n in self.rolls.pop(0))])
            else:
                self.log += self.dealer.deal(self.s)

    def say(self, seat: int, text: str) -> None:
        """Make a move given in notation."""
        self.answer(seat, notation.parse_move(self.s, seat, text))

    def text(self, seat: int, verb: str, *arguments: Any) -> str:
        """A move in notation."""
        return notation.format_move(self.s, seat, self.move(verb, *arguments))

    def pass_(self, seat: int) -> None:
        """One seat passes: answers nothing, or declines to block."""
        self.answer(seat, PASS_MOVE)

    def pick(self, seat: int, h: int) -> None:
        """Choose a card or a player (by the body, seat + 1)."""
        self.answer(seat, (kernel.V_PICK, h))

    def mode(self, seat: int, n: int) -> None:
        """Answer with a number: a way of an effect, a row of a Terrain."""
        self.answer(seat, (kernel.V_MODE, (0, n)))

    def end(self, seat: int) -> None:
        """Declare the end of the turn."""
        self.answer(seat, (t.V_END,))

    def until(self, kind: int, most: int = 400) -> int:
        """Play on quietly until somebody is asked a question of this kind; returns the seat."""
        for _ in range(most):
            if self.s.over:
                break
            if self.asked_kind() == kind:
                return self.asked()[0]
            self.step()
        raise AssertionError("nobody was ever asked that")

    def to_block(self, seat: int = -1) -> None:
        """Pass until a blocker may be named, by a certain seat if one is given."""
        while (self.until(RESPOND) != seat and seat >= 0) or self.s.asks[0].window != t.W_BLOCK:
            self.step()

    def fight(self, attacker: int, blocker: int | None = None) -> None:
        """A battle that nobody answers, to the next free choice."""
        self.play(self.s.ctrl[attacker], "attack", attacker)
        if blocker is not None:
            self.to_block(self.s.ctrl[blocker])
            self.play(self.s.ctrl[blocker], "block", blocker)
        self.pass_all()

    def end_turn(self) -> None:
        """Play on quietly until the next player's free choice."""
        turn = self.s.turn
        while not self.s.over and (self.s.turn == turn or self.asked_kind() != ACT):
            self.step()

    def next_turn(self, seat: int) -> None:
        """Play on quietly to this seat's free choice in its next turn."""
        turn = self.s.turn
        while not self.s.over and (self.s.turn == turn or self.s.active != seat or self.asked_kind() != ACT):
            self.step()
