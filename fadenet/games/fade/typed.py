"""The family's types for what the engine keeps in general terms: its cards, their abilities, its rules."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from fadenet.engine.card import Ability, Amount, Card, CardTest, Select, Test
from fadenet.engine.chain import WINDOWS
from fadenet.engine.descriptor import Descriptor
from fadenet.engine.errors import WrongInput
from fadenet.engine.language.compiler import Language
from fadenet.engine.policies import Automata
from fadenet.engine.rules import Filled, Rules
from fadenet.engine.state import State
from fadenet.games.fade import tables as t
from fadenet.games.fade.board import Board
from fadenet.games.fade.editions.grid import Ground
from fadenet.games.fade.editions.shape import Edition
from fadenet.games.fade.figures import Figures
from fadenet.games.fade.points import Points
from fadenet.games.fade.policies import Policies

NOTHING: Final = "none"  # stands for the card of a Player who brings none
WORLD_FIGURES: Final = {"hand_max": t.Q_HAND_MAX, "tp_max": t.Q_TP_MAX}  # figures that cards change
NO_COUNTERS: Final = (0,) * len(t.COUNTER_COLUMNS)


@dataclass(frozen=True, slots=True)
class WorldInForce:
    """The figures and continuous effects in force under the World Rules that are agreed on.

    figures: those of the book, and in their place those that World Rules name. fixed: the quantities that
    cards add to and take from, and do not set (fade2 worldrule.what). rows: (what it alters, ability) of
    continuous effects.
    """

    figures: Figures
    fixed: frozenset[int] = frozenset()
    rows: tuple[tuple[int, Ability], ...] = ()


@dataclass(slots=True)
class FadeAbility(Ability):
    """An ability of a card of the family."""

    attack: bool = False  # it is an Attack
    attack_number: int = -1  # its row in `FadeRules.attacks`
    counters: bool = False  # it counters the Attack that it answers
    types: int = 0  # the Damage Types of what it deals beside an Attack
    label: int = 0  # flags of what it deals
    anyone: bool = False  # it answers what is done to anybody
    answers_attack: bool = False
    answers_own: bool = False  # it answers what its own Player does, and nobody else
    aims: tuple[int, ...] = ()  # the purpose of each slot
    harms: bool = False  # it harms anybody
    names: int = 0  # the bits of the keyword that it stands under
    unstack: int = 0  # cards that it costs of its card's own Stack
    pay_hp: int = 0  # HP that it costs its Player
    by_round: bool = False  # it is activated once a round
    as_card: bool = False  # it goes as a card that is used, by Signature
    edge: Test | None = None  # it happens each time this becomes true


@dataclass(slots=True)
class FadeCard(Card):
    """A card of the family."""

    abilities: tuple[FadeAbility, ...] = ()
    activated: Sequence[FadeAbility] = ()
    use: FadeAbility | None = None  # the effects of a Skill, Reaction, Item or card without Supertype
    attack: bool = False  # that is an Attack
    driven: FadeAbility | None = None  # the same with its Overdrive, or what that adds to a card that stays
    driven_as: int = 0  # the way to play or use it so
    driven_price: int = 0  # the TP that this costs on top
    skill_attacks: bool = False  # as a Skill that is one even if it deals no damage
    enter: FadeAbility | None = None  # the Counters with which it comes
    hidden: dict[int, list[FadeAbility]] = field(default_factory=dict)  # by event what works from the Hand
    from_hand: bool = False  # it is used out of the Hand at moments of its own
    placed: bool = False  # it is placed beside its Player, and used from there at such moments
    from_hand_if: Test | None = None  # the condition under which it is, where it waits for no event
    placed_if: Test | None = None  # the same of what is placed
    springs: tuple[tuple[int, FadeAbility], ...] = ()  # keyword, and the event at which it lets it be used
    attach: Select | None = None  # the cards and Players to which it may be attached
    attach_group: str = ""  # the group that `attach` gives, if it is the same for all cards of a seat
    attach_aim: int = 0  # the purpose of attaching it
    stays: bool = False  # as an Item it is not used up, but attached
    beside: bool = False  # it lies beside its Player, face-up
    in_arena: bool = False  # it lies in the one place of its kind that there is
    builds: bool = False  # it is played, and used once its Stack is complete
    fronted: bool = False  # it stands in a front cell, though it is attached to its Player
    imprisons: int = 0  # how many Characters of the Discard Pile are named for it first, and imprisoned
    laid_on: tuple[str, ...] = ()  # the names of the Characters on which it is laid
    copies: int = 0  # how many a Deck may hold
    in_deck: bool = False  # a Character that may be in one
    is_brought: bool = False  # it lies in no Deck, but is brought and agreed on (fade2 deck.outside-cards)
    legend: bool = False  # a Legend, or unique to some
    unique_to: tuple[str, ...] = ()  # the Legends that it is unique to
    fights: tuple[tuple[int, ...], tuple[int, ...], int] | None = None  # HP, PLV for 1 to 4 Players; Hand
    archetypes: tuple[str, ...] = ()
    print: tuple[str, str, str] = ("Common", "", "")  # rarity, set, artist
    counters: tuple[int, ...] = NO_COUNTERS  # how many of each kind keywords put
    makes: int = -1  # the kind of zone that its cell becomes, -1 = what that is by itself
    nature: int = 0  # of a use of it by itself, as the bits that Immune can name
    marks: int = 0  # its Elements and its Rank, as such bits
    deeds: int = t.NULL  # the Elements of what it does, its own keywords counted in (faroe keyword.general)
    breed: int = 0  # its Supertypes, as such bits
    directions: tuple[int, ...] = ()  # in which what is adjacent is Command Material, by `DIRECTIONS`
    figures: Mapping[str, int] = field(default_factory=dict)  # of the book, which a World Rule sets
    needs: tuple[CardTest, ...] = ()  # of the Materials that a Command is activated with, one each

    def attacks_as(self, kind: int) -> bool:
        """Whether its use as a Skill, Reaction or Item is an Attack (fade2 attack.skills-are-attacks)."""
        return kind != t.M_ITEM and (self.attack or (kind == t.M_SKILL and self.skill_attacks))


class AttackRow:
    """One Attack of the card set: its hits as (amount, Damage Types), and which chosen targets it hits."""

    __slots__ = ("hits", "targets")

    def __init__(self, hits: tuple[tuple[Amount, int], ...], targets: tuple[int, int]) -> None:
        self.hits = hits
        self.targets = targets


Works = tuple[tuple[tuple[int, Ability], ...], tuple[tuple[int, Ability], ...], bool]
"""The effects that a card has by itself while it works: (event, ability) of its listeners, (quantity that it
alters, ability) of its continuous effects, printed Mute."""


class Opponent(Automata):
    """The opponent of all Players together, a Legend or Raiders, in the seat behind theirs; here: nobody."""

    seats = 0  # of its own
    is_last = False  # in every order that does not begin with it, it comes after all Players
    hp: Sequence[int] = ()  # of the card that is the body of its seat, for 1 to 4 Players
    plv: Sequence[int] = ()
    hand = 0  # the Maximum Hand Size of its seat
    brought: tuple[int, ...] = ()  # by seat the code of the card that its Player brings to it, 0 = none
    phases: Sequence[int] = t.ALL_PHASES  # those of its turn

    def named(self, rules: FadeRules, deck_of: Callable[[str], Sequence[int]]) -> None:
        """It is the one that the options of a match name. Raises `WrongInput`.

        deck_of: the Deck that comes with an opponent, by the slug of its card; raises `WrongInput`.
        """

    def listening(self, test: Test) -> Test:
        """A test of an event of a turn or Phase, as it is of its turn."""
        return test

    def side(self, s: State, seat: int) -> int:
        """The side on which a seat plays against it."""
        raise NotImplementedError

    def is_nobody(self, s: State, h: int) -> bool:
        """Whether this is the body of its seat, and no Player stands behind that."""
        return False

    def standing(self, s: State) -> list[int]:
        """The Characters on the field that it consists of."""
        return []

    def includes(self, s: State, h: int) -> bool:
        """Whether a card is one of those, wherever that lies: it leaves the field by falling alone."""
        return False

    def over(self, s: State, fallen: Collection[int] = ()) -> str:
        """The reason for which it is beaten once these have fallen, "" = it is not."""
        return ""

    def join(self, s: State, code: int) -> None:
        """All have agreed on a card that belongs to it."""

    def enter(self, s: State, seat: int) -> None:
        """It comes when all decks have been laid down."""

    def begin(self, s: State, seat: int) -> None:
        """It is told who is first; the Players draw their Hands."""

    def act(self, s: State) -> None:
        """Put its next move of this Phase into `s.ans`, or push a frame that does."""
        raise NotImplementedError

    def may_respond(self, s: State, seat: int, window: int) -> bool:
        """Whether it could have an answer in a window."""
        return False


PACKAGE: Final = "fadenet.games.fade"


class FadeRules(Rules):
    """The tables of one edition of the family: its figures, its cards, its frames.

    Play asks `points`, `policies`, `board` and `opponent` for all that editions do in ways of their own;
    `edition` is asked for names, and as rules are made.
    """

    cards: Sequence[FadeCard]
    by_slug: Mapping[str, FadeCard]
    abilities: Sequence[FadeAbility]
    figures: Figures
    language: Language
    points: Points  # what the features of the edition add
    policies: Policies  # how it does what all editions do
    board: Board  # its places, with or without cells
    second_tp: int  # TP with which the second Player begins where the opening is even
    built_in: Mapping[str, FadeAbility]  # abilities that no card prints, by the family's word for a keyword
    offering: Callable[..., None]  # the frame that offers a chance to show or use a hidden card
    opponent: Opponent  # of all Players together

    def __init__(
        self,
        descriptor: Descriptor,
        edition: Edition,
        points: Points,
        format: str = "duel",
        options: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(descriptor, format, options)
        self.edition, self.package = edition, edition.package
        self.points = points
        self.take_verbs(t.VERBS, (t.V_END,))
        self.newest_first = True
        self.take_zones([letter for letter, _ in t.ZONES], edition.zones[: t.NZ], edition.field)
        self.grid = edition.grid
        self.keys = t.KEYS
        self.key_words = t.KEY_WORDS | ({t.KEY_TO: self.grid.names} if self.grid else {})
        self.phases, self.events, self.windows = edition.phases, t.EVENTS, WINDOWS
        self.decks_per_seat = 2
        self.deck_tables = (("deck", edition.short(t.DECK)), ("pool", edition.short(t.FIGHTERS)))
        self.deck_kind, self.hand_kind, self.discard_kind = t.DECK, t.HAND, t.DISCARD
        self.automaton_shelf = "legends"
        self.columns = edition.columns_with([column for column, _, _ in points.columns])
        self.numbers = len(self.columns)
        self.scalars = t.NVARS
        self.quantities = edition.quantities
        self.use_marks, self.lasts = (t.P_TURN, t.MK_ABILITY), t.P_LAST
        self.joining = t.JOINING
        self.counters = tuple(edition.counters.values())  # the columns of all kinds of Counters
        self.immune_named = 0  # all that a card of the set is, or makes something, Immune to
        self.worlds: tuple[int, ...] = ()  # by seat the code of the World Rule that it brings, 0 = none
        # The World in force, by the seats whose World Rules are agreed on, as bits.
        self.in_force: Mapping[int, WorldInForce] = Filled(self._in_force)
        self.lends = False  # whether a card of the set takes control for some time
        self.attacks: list[AttackRow] = []  # by `FadeAbility.attack_number`
        self.directions: list[tuple[int, ...]] = []  # by code those of Commands
        self.has_activated: list[bool] = []  # by code, as the five that follow
        self.has_answers: list[bool] = []  # one that answers links, one of Stock, or a Command's
        self.immune: list[int] = []  # what its Immune lists
        self.works: list[Works | None] = []  # what it does by itself
        self.works_at_rest: list[Works | None] = []  # where nothing else of a card works
        self.stamina: list[int] = []  # damage that fells none while nothing lowers its HP; 0: a Player's
        self.hidden_abilities: dict[int, list[FadeAbility]] = {}  # by event those that a Hand shows
        self.springs: dict[int, list[tuple[int, FadeAbility]]] = {}  # by event those of all cards
        self.min_item_cost = 0  # the TP of the cheapest Item
        # The codes of the cards of a kind that so many TP pay for, whoever casts them.
        self.payable: Mapping[tuple[Callable[[FadeCard], bool], int], frozenset[int]] = Filled(self._payable)
        self.items_in: list[bool] = []  # by Phase, whether Items may be played
        self.links_in: list[bool] = []  # by Phase, whether the turn player may play what else is a link
        # The cells by kind, by the kinds that they are: a few of each edition ever come about.
        self.grounds: Mapping[tuple[int, ...], Ground] = Filled(self.grid.ground)

    def _payable(self, key: tuple[Callable[[FadeCard], bool], int]) -> frozenset[int]:
        kind, tp = key
        matched = self.figures.element_matching_reduction_per_element
        least = [card.stats[t.S_COST] - matched * (card.traits & ~t.NULL).bit_count() for card in self.cards]
        return frozenset([c for c, card in enumerate(self.cards) if c and least[c] <= tp and kind(card)])

    def bring(self, slugs: Sequence[str]) -> None:
        """The World Rules that the Players bring, by seat, "none" for none. Raises `WrongInput`."""
        self.worlds = self.brought(slugs, "World Rule", lambda card: card.types & t.WORLD_RULE)
        starts = [
            self.cards[code].figures.get("starting_hp", self.figures.starting_hp) for code in self.worlds
        ]
        self.stamina[0] = min(self.figures.starting_hp, *starts)

    def brought(self, slugs: Sequence[str], what: str, test: Callable[[FadeCard], int]) -> tuple[int, ...]:
        """By seat the code of what it brings, 0 = nothing.

        Raises `WrongInput` for a slug that names no such card, and for more of them than Players: each brings
        one at most (fade2 limit.world-rule-raider, fade1 worldrule.one-per-player).
        """
        known = [card.slug for card in self.cards if test(card)]
        for slug in slugs:
            if slug != NOTHING and slug not in known:
                raise WrongInput(f"there is no {what} {slug!r}; {what}s: {', '.join(known)}")
        if len(slugs) > max(self.seat_counts):
            raise WrongInput(f"each player brings one {what} at most")
        return tuple(0 if slug == NOTHING else self.by_slug[slug].code for slug in slugs)

    def _in_force(self, agreed: int) -> WorldInForce:
        """Of two that set a figure the lower seat's counts, of two copies one (fade2 worldrule.conflict)."""
        codes = dict.fromkeys([code for seat, code in enumerate(self.worlds) if agreed >> seat & 1])
        figures: dict[str, Any] = {}
        for code in codes:
            figures = {**self.cards[code].figures, **figures}
        fixed = frozenset([WORLD_FIGURES[word] for word in figures if word in WORLD_FIGURES])
        statics = [ability for code in codes for ability in self.cards[code].statics]
        rows = tuple([(a.static.what, a) for a in statics if a.static is not None])
        return WorldInForce(replace(self.figures, **figures), fixed, rows)

    def side(self, s: State, seat: int) -> int:
        return self.opponent.side(s, seat) if self.automata else self.sides[seat]

    def deck_zone(self, deck: int) -> int:
        return deck // 2 * t.NZ + (t.FIGHTERS if deck % 2 == t.D_FIGHTERS else t.DECK)

    def is_drawn_from(self, deck: int) -> bool:
        """Whether cards come out of this deck unseen; a Fighter Pool is only ever chosen from."""
        return deck % 2 != t.D_FIGHTERS


def rules_being_made(rules: Rules) -> FadeRules:
    """The rules for which a card is compiled."""
    assert isinstance(rules, FadeRules)
    return rules


def world_of(s: State) -> WorldInForce:
    """The World of a match: the figures of the book, and the World Rules that are agreed on."""
    return rules_of(s).in_force[s.vars[t.V_WORLDS]]


def rules_of(s: State) -> FadeRules:
    """The rules of a match of this family."""
    return s.rules  # type: ignore[return-value]  # no state of a game of the family has other rules


def fade_card(s: State, h: int) -> FadeCard:
    """The card behind a handle."""
    return rules_of(s).cards[s.code[h]]


def fade(ability: Ability) -> FadeAbility:
    """An ability as the family knows it."""
    assert isinstance(ability, FadeAbility)
    return ability
