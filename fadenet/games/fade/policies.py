"""How an edition of the family does what all editions do, where they differ: what play asks for by name.

Where exactly one way is chosen by a word of the edition's file, that way is a function, a number or a set
here. Functions stand with the matter that they are about, in a table by the edition's words;
`wording.policies_of` looks each word up once, and in mid-play nobody asks which edition it is. `points` has
the additions of features.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from fadenet.engine.card import Ability
from fadenet.engine.kit.uses import Way
from fadenet.engine.state import Act, State, Waiting
from fadenet.games.fade.points import CounterEffect

DamageStage = Callable[[State, Act, int, int, int, int], tuple[int, int]]
"""(state, act, target, its Damage Types, damage, halvings to come) -> the last two anew."""

Merge = Callable[[State, int, int, int], int]
"""(state, bearer, quantity of a keyword, its printed value) -> that together with all that are given."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Policies:
    """The ways of an edition, by what they are about."""

    # Damage.
    stages: tuple[DamageStage, ...]
    """Those of the damage of a hit, in order."""
    defended: Callable[[State, Act, int, int, int], int]
    """The damage of an effect that the DEF of its target leaves: (state, effect, target, Damage Types,
    damage)."""
    refuses: Callable[[State, Act, str], bool]
    """Whether a defence is not even played against a link: (state, link, its tag)."""
    knock_out_costs: Callable[[State, int], int] | None
    """The HP that its controller loses with a Character that is Knocked Out; None: nothing."""
    withstood: Mapping[str, int]
    """By defence the Damage Types that withstand it, as bits of a hit."""
    ladder: tuple[int, ...]
    """The bits of the Damage Types, the weakest first."""

    # Attacks.
    in_person: Callable[[State, int], str]
    """The reason that keeps a Player from Attacking without a card: (state, seat) -> reason or ""."""
    is_own: Callable[[State, int, Act], bool]
    """Whether an Attack is one that a seat does not react to as it is its own: (state, seat, Attack)."""
    against_reaction: Callable[[State, int, int], str]
    """The reason that keeps a seat from a Reaction that answers no certain link: (state, seat, window)."""
    against_linking: Callable[[State, Act], str]
    """The reason that keeps a Skill or another Attack of the turn player from being a link now."""
    joins: Callable[[Ability], bool]
    """Whether an activated ability that answers nothing joins a running Chain."""
    takes_attack: Callable[[State, Act, Way], bool]
    """Whether a use is the one Attack of its user in this turn."""
    hits: Callable[[State, Act, int, int, int, bool], None]
    """A hit reaches its target: (state, Attack, its number, hit, ref of that, whether it is stopped)."""
    inline: frozenset[int]
    """The events whose abilities are part of what sets them off, and no links."""
    in_turn: Callable[[list[Waiting]], list[Waiting]]
    """Those of the abilities triggered by links that join the Chain before the others."""
    deflects: Callable[[State, Act], None]
    """A Deflect is a link: the event that happens to the one whom it names."""
    rewards: Callable[[State, Act], bool]
    """Whether The Last Stand of a Player rewards a Normal Attack."""

    # The row behind the front.
    rows_entered: tuple[int, ...]
    """The rows into which Characters are played."""
    row_for: Callable[[State, int, int], int]
    """The row into which a Character comes that is sent to one: (state, seat, row)."""
    attacks_from_behind: Callable[[State, int], bool]
    """Whether the Characters of a seat Attack from there now."""
    far_rows: tuple[int, ...]
    """The rows of Characters that no other Attacks reach than those that reach far."""
    ready_rows: frozenset[int]
    """The rows that no Character leaves in the turn in which it came."""
    idle_rows: frozenset[int]
    """The rows that also a Character leaves that cannot act."""
    front_min: int
    """The Characters that stay in front when others leave it."""
    crossings: frozenset[int]
    """The Phases in which Characters change rows, where there are cells."""
    exchanged: Callable[[Collection[int]], Collection[int]]
    """Characters that may leave their row -> those of them that also may as another one takes their place."""
    comes_forward: Callable[[State, int], None]
    """A Character has come to the front from there."""

    # The board.
    zone_order: tuple[tuple[int, bool], ...]
    """The groups of Characters that shield those behind them: the row, and whether only its foremost do."""
    lines: Callable[[Sequence[int]], Sequence[Sequence[int]]]
    """Those of some enemies whose groups are one, and shield all of them."""
    next_targets: Callable[[State, int, list[int]], list[int]]
    """Those of these that an Attack may name beside its first target: (state, first target, these)."""
    refill: Callable[[State, bool], bool | None]
    """Characters go where nobody is left in front: (state, whether anything has changed in this state check)
    -> whether anything has now; None: the check is over, as Players choose first who goes."""
    checked_phases: frozenset[int]
    """The Phases that begin with a state check of their own."""
    may_make_room: Callable[[list[int], int], list[int]]
    """Those of attached cards that may go if they are too many: (these, the one that came, 0 = several)."""
    ousted: Callable[[State, int, list[int]], list[int]]
    """The cells for a card that no longer fits its own: (state, that, the free ones where it may stand)."""
    names_place: Callable[[State, Act], bool]
    """Whether a card that is played may lie beside its Player, in a cell that its move names."""

    # Keywords and Counters.
    merges: tuple[Merge, ...]
    """By keyword how several values on one card count."""
    quantities_of_cards: frozenset[int]
    """The quantities that nothing alters of Players."""
    columns_of_cards: frozenset[int]
    """The columns of Counters that do not lie on Players."""

    upkeep_in: tuple[tuple[int, ...], ...]
    """By Phase the columns of the Counters that take effect then."""
    upkeep_of: Mapping[int, tuple[int, CounterEffect]]
    """By number of the waiting row the column of such Counters, and their effect."""

    # Turns.
    choose_first: Callable[[State, tuple[int, ...]], None]
    """It is found out which of these seats begins."""
    told_first: Callable[[State, int], str]
    """The line of the log about a joint toss ahead of the first turn: (state, its number)."""
    turn_starts: tuple[Callable[[State, int], bool], ...]
    """The steps that begin a turn: (state, seat) -> whether that was the whole turn."""
    round_of: Callable[[State], int]
    """The seat whose next turn ends what lasts a round from now on."""
    item_phases: frozenset[int]
    """The Phases in which Items are played."""
    quiet_plays: int
    """The Supertypes that are played without a link."""
    played_from: tuple[int, ...]
    """The zones out of which Players play Characters."""
