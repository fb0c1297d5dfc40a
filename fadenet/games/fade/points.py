"""Where the core of the family asks what the keywords and mechanics of an edition add to its rules.

A `Feature` is one of them: it stands in a file of `features/`, and says at which points it speaks. An edition
has the features that it has a word for; `make_rules` joins them once, and play asks `rules.points` alone. In
mid-play nobody asks whether an edition has something: a loop over nothing costs as little as the question.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from enum import Enum
from typing import Any

from fadenet.engine.card import Ability, Card, Test
from fadenet.engine.kit.uses import Against, Way
from fadenet.engine.kit.verbs import AnyVerb
from fadenet.engine.language.compiler import Base, Compiler, Condition, Effect
from fadenet.engine.rules import Rules
from fadenet.engine.state import Act, Ask, Codes, Known, Move, Row, State, Waiting
from fadenet.games.fade.editions.shape import Edition

Controller = tuple[Callable[[State, Sequence[int]], Collection[int]], Callable[[State, int], int]]
"""Control of Characters by a rule: (which of these it may be about, the seat of one of them, -1 = none)."""

Keeping = tuple[str, Callable[[State, Act, list[int]], list[int]]]
"""A reason that keeps an action from some cards and Players: (the reason, those of these left to it)."""

Lying = tuple[Callable[[State, int], Sequence[int]], Callable[[Any], bool], Against]
"""Cards that are played from elsewhere than Hand and Fighter Pool: (those of a seat, which of them, the
reason against playing one)."""

Chance = tuple[Callable[[State, int, Row], bool], Callable[[State, int, Row], list[int]]]
"""A chance to use cards for an event: (whether a seat might still take it, as all can see; the cards that lie
where one may be used for it)."""

Discount = tuple[Callable[[State, int, int], int], Callable[[State, int], int]]
"""TP that a seat saves: (state, seat, code) -> of this card's Cost, (state, seat) -> of any at the most."""

Beyond = tuple[int, str, Callable[[State, int, int], bool], Callable[[State, int, int], None]]
"""(keyword, the reason against a card that has it, whether this user may use one of this code now, pays)."""

CounterEffect = Callable[[State, int, int, int], None]
"""An effect of Counters on their bearer in a Phase: (state, its seat, bearer, column of the Counters)."""


class Given(Enum):
    """The effects that give a keyword: any, only continuous ones, or for this reason none."""

    ALWAYS = ""
    COMING = "it counts as its card comes onto the field, so that only 'gives' reaches it in time"
    USED = "what is printed tells how a card is played, used or placed"
    BUILT = "it is about the making of Decks"
    OVER = "it stands over an ability of its card, and is nothing without that"
    NAMED = "it is nothing without what its card names with it"
    PUT = "it is a Counter, which the effect 'counter' puts"
    MADE = "the effect 'orbital' makes cards so"


@dataclass(frozen=True, slots=True)
class Form:
    """How an ability stands under a keyword.

    on, of: the event that the keyword is, and to whom it happens; narrowed: whether the card may say to which
    of these, and by whom. priced: it has a cost, which its Player pays or not; adds: whether it then is a
    part of its card's use, where that is used up and where that stays; way: the number of such a use.
    reason: that against a card that says it wrongly. headed: its text begins with the keyword. counter: the
    column of the Counter that it costs, being activated with a number. as_card: it goes as a card.
    """

    on: str = ""
    of: str = "this"
    narrowed: bool = False
    priced: bool = False
    adds: tuple[bool, bool] = (False, False)
    way: int = 0
    reason: str = ""
    headed: bool = False
    counter: int = 0
    as_card: bool = False


def _pays_nothing(s: State, act: Act) -> None:
    """The cards that are named stay where they are."""


def _beneath_none(s: State, seat: int, card: Any) -> Collection[int]:
    return ()


@dataclass(frozen=True, slots=True)
class Proviso:
    """A condition under which an ability is active that stands under a keyword.

    word: its own in the language of cards; reads: compiles it. counted: it counts to the number of the
    keyword. times: how often a turn an ability happens as it becomes true, 0 = any number of times. brings:
    facts that are there for all that is printed on its card. around: reads the cells around its card which
    an ability names, (compiler, card, table) -> (what else is asked, its words); None: it names none.
    """

    word: str
    reads: Condition
    counted: bool = False
    times: int = 0
    brings: frozenset[str] = frozenset()
    around: Callable[[Compiler, Any, Any], tuple[dict[str, Any], str]] | None = None


@dataclass(frozen=True, slots=True)
class Tribute:
    """Cards that a Character takes as it comes: its move names them, in the order of those who take any.

    choices: the ways to name them, (state, seat, card) -> lines. against: the reason against a line that is
    named, of which the first `FadeCard.imprisons` are imprisoned, or "". pays: takes those that go from the
    front of `act[A_IT]`; the rest stays underneath. beneath: the Characters on one of which the card is laid.
    """

    choices: Callable[[State, int, Any], Iterable[tuple[int, ...]]]
    against: Callable[[State, int, Any, tuple[int, ...]], str]
    pays: Callable[[State, Act], None] = _pays_nothing
    beneath: Callable[[State, int, Any], Collection[int]] = _beneath_none


@dataclass(frozen=True, slots=True)
class Points:
    """Functions of features by the place that asks them, each tuple in the order of `features.table`."""

    reached: tuple[Keeping, ...] = ()
    """Cards and Players that an action cannot affect."""
    changing: tuple[Callable[[State, int, int, int, list[int]], list[int]], ...] = ()
    """Cards that an effect cannot change: (state, quantity, whose continuous effect it is, 0 = a change with
    an end, Elements of what makes it, 0 = no card, these) -> those left."""
    bearing: tuple[Callable[[State, Sequence[int]], Callable[[Card, list[int]], list[int]] | None], ...] = ()
    """Bearers to which an attached card cannot move: all bearers -> (card, some of these) -> those left."""
    recorded: tuple[int, ...] = ()
    """Bits that the nature of every action has to record for these."""
    chosen: tuple[Keeping, ...] = ()
    """Cards and Players that an action could affect, and cannot choose."""
    narrowing: tuple[tuple[str, Callable[[State, list[int]], list[int]]], ...] = ()
    """A reason that keeps Attacks from some targets in their reach: (the reason, those of these left)."""
    free: tuple[tuple[str, Callable[[State, Collection[int], dict[int, int]], None]], ...] = ()
    """Freedom beside that of Immune: (reason, adds the bits that these are free of, by card or Player)."""
    hindering: tuple[Callable[[State, int], str], ...] = ()
    """A reason for which a card or Player can neither Attack nor defend, or ""."""
    resting: tuple[Callable[[State, Collection[int]], list[int]], ...] = ()
    """Those of these cards that do nothing where they lie, whatever is printed on them."""
    unmuted: tuple[int, ...] = ()
    """Quantities that an attached card goes on altering while its bearer is Mute."""
    tireless: tuple[Callable[[Card, Ability, int], bool], ...] = ()
    """Whether an ability of a resting card works all the same: (card, ability, quantity that it alters, -1 =
    it is not a continuous effect)."""
    idle: tuple[Callable[[State, Sequence[int]], Iterable[int]], ...] = ()
    """Those of these Characters that cannot act, whatever effects say."""
    counted: tuple[tuple[int, int], ...] = ()
    """Columns of Counters that PLV counts, with what each of them adds to it."""
    plv: tuple[Callable[[State, int, int], int], ...] = ()
    """The PLV of a card or Player, its Counters and all effects counted in: (state, which, PLV) -> PLV."""
    attacks: tuple[Callable[[State, Act], None], ...] = ()
    """An Attack begins."""
    declared: tuple[tuple[int, Callable[[State, int, int], bool]], ...] = ()
    """Columns of Counters that affect an attacker before any answer, and their effects: (state, attacker, id
    of the Attack) -> whether it pushes the state check that follows itself."""
    guards: tuple[int, ...] = ()
    """Columns of Counters that are spent in links of their own, to Negate what they answer."""
    wards: tuple[tuple[int, Callable[[State, Act], list[int]]], ...] = ()
    """Columns of Counters that Negate a link by themselves, with those whose Counters would do so."""
    far: tuple[Callable[[State, Act], bool], ...] = ()
    """Whether an Attack reaches whoever stands behind others."""
    natured: tuple[tuple[int, Callable[[State, Act], bool]], ...] = ()
    """Bits of the nature of an Attack, each with whether it has that."""
    elements: tuple[Callable[[State, int], tuple[int, int]], ...] = ()
    """The Elements of a card or Player in place of others, and the stamp of what gives them; of several the
    latest counts, -1 = none."""
    attack_elements: tuple[Callable[[State, int], int], ...] = ()
    """The Elements of all Attacks of a card or Player, 0 = those of what it attacks with."""
    damage_elements: tuple[Callable[[State, int], int], ...] = ()
    """The Elements of all other damage that a card or Player deals, 0 = Null."""
    matching: tuple[Callable[[State, int], bool], ...] = ()
    """Whether a card or Player matches all Elements of what it casts."""
    doubling: tuple[Callable[[State, Act], bool], ...] = ()
    """Whether an Attack deals twice as much."""
    landing: tuple[Callable[[State, int, int], int], ...] = ()
    """The damage of a hit as it lands: (state, target, damage) -> damage."""
    defenceless: tuple[Callable[[State, Act, int], bool], ...] = ()
    """Whether the DEF of a card or Player counts for nothing against an action."""
    wearing: tuple[Callable[[State, int], list[int]], ...] = ()
    """Cards attached to a card or Player that have HP of their own."""
    damaged: tuple[Callable[[State, int, int, int], None], ...] = ()
    """Damage Counters have been put on a card or Player: (state, which, how many, id of what did it)."""
    dealt: tuple[Callable[[State, Act, int, int, int], None], ...] = ()
    """A card or Player has dealt damage to another: (state, what did it, dealer, target, damage)."""
    imprisoned: tuple[tuple[Callable[[State, int], bool], bool], ...] = ()
    """Cards that go to the Rift Zone as they fall or are used up: (whether one does, whether it is destroyed
    all the same)."""
    fatal: tuple[tuple[int, Callable[[State, Sequence[int]], list[int]]], ...] = ()
    """Columns of Counters that may Knock Out their bearers, with those of these that they do so now."""
    destroyed: tuple[Callable[[State, int, int], None], ...] = ()
    """A card on the field is destroyed: (state, which, id of what makes it fall, 0 = the state check)."""
    felled: tuple[Callable[[State, int], None], ...] = ()
    """A card is Knocked Out."""
    leftover: tuple[
        tuple[Callable[[State, Act, int], bool], Callable[[State, Act, tuple[int, ...]], None]], ...
    ] = ()
    """Hits that an Attack does not lose: (whether those on a target are left, what becomes of them as the
    Attack ends)."""
    waiting: tuple[Callable[[State, Act], int], ...] = ()
    """Flags that an Attack keeps while its left hits wait for the end of the Chain."""
    over: tuple[Callable[[State, Act], None], ...] = ()
    """An Attack or other use is over, with all its hits."""
    after: tuple[Callable[[State, Act], None], ...] = ()
    """The link of an Attack or other use is done."""
    checks: tuple[Callable[[State, bool], bool], ...] = ()
    """The state is checked: whether anything has changed so far -> whether anything has now."""
    tributes: tuple[Tribute, ...] = ()
    """Cards that a Character takes as it comes."""
    unready: tuple[Callable[[State, int], bool], ...] = ()
    """Whether a Character has no other one laid on it now."""
    comes: tuple[Callable[[State, Act], bool], ...] = ()
    """A card that was played comes onto the field in a way of its own: whether it has."""
    entering: tuple[Callable[[State, int, int], None], ...] = ()
    """A card has come onto the field: (state, seat, which)."""
    staying: tuple[Callable[[State, Act], bool], ...] = ()
    """Whether a card whose use is over stays where it is until its turn comes again."""
    due: tuple[tuple[int, int, Callable[[State, Waiting], None]], ...] = ()
    """Rows that wait for the end of the Chain, by number, each with its keyword, and its effect when its turn
    comes."""
    questions: tuple[tuple[Callable[..., None], Callable[[State, Ask], str]], ...] = ()
    """The questions that frames ask a seat, in words."""
    passing: tuple[Callable[[State], None], ...] = ()
    """A turn begins, or its End Phase."""
    starting: tuple[Callable[[State, Sequence[int]], tuple[int, list[int]]], ...] = ()
    """Rows that wait as a Starting Phase begins: cards and Players -> (number of the row, those of these for
    whom one waits)."""
    upkeeps: tuple[tuple[str, CounterEffect], ...] = ()
    """Effects of Counters on their bearer in the Phase that the edition says, by its word for the effect."""
    targeted: tuple[Callable[[State, Act], None], ...] = ()
    """An action has its targets, and nobody has answered it yet."""
    harming: tuple[Callable[[State, list[int]], bool], ...] = ()
    """An instruction is about to take HP from these or to destroy them: whether something else comes first,
    after which it is carried out anew."""
    receiving: tuple[Callable[[State, Act, int, int, int], bool], ...] = ()
    """Counters are about to be put: (state, the action, their bearer, column, number) -> whether something
    else comes first, and puts them after that."""
    turned_up: tuple[Callable[[State, int], None], ...] = ()
    """A card that lay face-down on the field has been turned face-up."""
    unpaid: tuple[Callable[[State, Sequence[int], Known], list[int]], ...] = ()
    """Those of these face-down cards on the field that are known, and have not been paid for."""
    verbs: tuple[Callable[[dict[int, AnyVerb], Edition], dict[int, AnyVerb]], ...] = ()
    """The verbs of an edition by number -> those that are added, or are done in another way."""
    listed: tuple[tuple[int, tuple[int, ...]], ...] = ()
    """Moments with the verbs that are listed then, before all those of features that stand ahead."""
    answering: tuple[Callable[[State, int, int], bool], ...] = ()
    """Whether a seat may have a move in a window between Chains, as all can see: (state, seat, window)."""
    linking: tuple[Callable[[State, int], bool], ...] = ()
    """Whether a seat may answer a link with a card that lies hidden, as all can see."""
    occasions: tuple[Callable[[State, Row], None], ...] = ()
    """An event has happened for which a hidden card may be used or shown."""
    chances: tuple[Chance, ...] = ()
    """Chances to use cards for an event that was an occasion."""
    controllers: tuple[Controller, ...] = ()
    """Control of Characters whatever effects say."""
    prompt: tuple[int, ...] = ()
    """Keywords whose bearer acts in the turn in which it came."""
    withholding: tuple[Callable[[State, int], bool], ...] = ()
    """Whether the cards of other seats that lie on this Character cannot be used."""
    discounts: tuple[Discount, ...] = ()
    """TP that cards cost less, whoever casts them."""
    sparing: tuple[Callable[[State, int, int], int], ...] = ()
    """How many slots fewer a card takes up that a seat plays: (state, seat, its code)."""
    turn_starts: tuple[tuple[str, Callable[[State, int], bool]], ...] = ()
    """Steps that begin a turn, by the edition's word: (state, seat) -> whether that was the whole turn."""
    beyond: tuple[Beyond, ...] = ()
    """Keywords of cards that are used beyond the one Attack of their user in a turn."""
    strikes: tuple[Callable[[State, int], int], ...] = ()
    """How many Normal Attacks more than one a card or Player makes."""
    struck_again: tuple[Callable[[State, int], None], ...] = ()
    """A card or Player that has made a Normal Attack in this turn makes another one."""
    kept: tuple[Callable[[State, int], list[tuple[int, int]]], ...] = ()
    """The Counters of a Character, by column, that are kept by the card that is laid on it."""
    coming: tuple[Callable[[State, Act], str], ...] = ()
    """The reason that keeps a card from coming onto the field by being played or laid, or ""."""
    speaking: tuple[tuple[int, Callable[[State, Waiting], list[Act]]], ...] = ()
    """Actions that rows may become that wait for the end of the Chain, by number."""
    finished: tuple[tuple[int, Callable[[State, Act], None]], ...] = ()
    """Flags of uses without playing, each with what becomes of the card when it is over."""
    untimely: tuple[Against, ...] = ()
    """The reason that keeps a card from being used at a moment, whatever its Supertype asks for, or ""."""
    adding: tuple[Against, ...] = ()
    """The reason that keeps a card from being played or used with what it does for a price on top, or ""."""
    activating: tuple[Against, ...] = ()
    """The reason that keeps an ability from being activated once more, or ""."""
    activated: tuple[Callable[[State, Act, Way], None], ...] = ()
    """An ability is activated, and is being paid for."""
    lying: tuple[Lying, ...] = ()
    """Cards that are played from where they lie face-down."""
    forms: tuple[tuple[str, Form], ...] = ()
    """Keywords that abilities stand under beside those that are conditions, by the family's word."""
    provisos: tuple[tuple[str, Proviso], ...] = ()
    """Keywords that are conditions under which abilities are active, by the family's word."""
    facts: tuple[Callable[[Any, Edition], None], ...] = ()
    """Facts of a card that follow from the keywords printed on it: (card, edition) sets them."""
    awaited: tuple[tuple[int, Callable[[Any, Test], None]], ...] = ()
    """Keywords by which a hidden card waits for a condition or an event, as its key of their name says, each
    with what keeps that condition for the card."""
    built_in: tuple[tuple[str, Callable[[Rules, Edition], Any]], ...] = ()
    """Abilities that no card prints, by the family's word for their keyword: (rules, edition) adds one."""
    columns: tuple[tuple[int, int, str], ...] = ()
    """Numbered columns that are in use beside those of Counters: (column, its keyword, its mark on a table,
    with # for the number)."""
    printing: tuple[Callable[[Any, Edition], str], ...] = ()
    """The reason for which a card cannot have the keywords that are printed on it, in words, or ""."""
    stating: tuple[Callable[[Rules, Edition], None], ...] = ()
    """The statements that come with hidden cards are being set up."""
    denying: tuple[Callable[[State, int, Move], Sequence[tuple[int, Codes]]], ...] = ()
    """Hidden cards with the codes that they have none of, as a move says of them: (state, seat, move)."""
    effects: tuple[tuple[str, Effect], ...] = ()
    """Words for effects."""
    triggers: tuple[tuple[str, str], ...] = ()
    """Events that set abilities off, with what cards say of it."""
    groups: tuple[tuple[str, tuple[Callable[[State], list[int]], str, str]], ...] = ()
    """Words for groups of cards: (all of them, one of them in words, several)."""
    bases: tuple[tuple[str, Base], ...] = ()
    """Words for what is found from a card or an action."""
    lines: tuple[tuple[str, Callable[[State, int, int, int], str]], ...] = ()
    """Lines of the log by event: (state, handle, number, change of a Counter) -> what is said."""
    copies: tuple[tuple[int, str, Callable[[Any], int]], ...] = ()
    """Keywords of cards of which a Deck holds so many copies, by the figures of the book, and the reason
    against more."""
    withheld: tuple[tuple[int, Given], ...] = ()
    """Keywords that not every effect gives."""
    burdens: tuple[str, ...] = ()
    """Counters and keywords that nobody wants, as the cards of the edition call them."""


@dataclass(frozen=True, slots=True)
class Feature:
    """A keyword or mechanic.

    keyword: its word, "" for a mechanic. ways: the points that it adds, by the word with which an edition
    says how it goes. there: whether an edition has the mechanic. reasons: those for which it refuses
    something, each with what an edition's file says where it has them, as in `reasons.ONLY_WITH`. amiss: what
    such a file says that does not go together with it, (the key, why). burden: it is a Counter or keyword
    that nobody wants. given: the effects that give it.
    """

    keyword: str
    points: Points = Points()
    ways: Mapping[str, Points] = field(default_factory=dict)
    there: Callable[[Edition], bool] | None = None
    reasons: Mapping[str, str] = field(default_factory=dict)
    amiss: Callable[[Edition], tuple[str, str] | None] | None = None
    burden: bool = False
    given: Given = Given.ALWAYS


def joined(parts: Sequence[Points]) -> Points:
    """All of these as one."""
    return Points(*[sum([getattr(part, one.name) for part in parts], ()) for one in fields(Points)])
