"""Every keyword of every edition: what gives it changes something, or is refused as cards are loaded."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pytest

from fadenet.engine.errors import LoadError
from fadenet.engine.state import ACT, PICK
from fadenet.games.fade.field import natures
from fadenet.games.fade.language import given
from fadenet.games.fade.tables import COMBAT, KEYWORDS, STUN, K
from tests.builders.scenario import GAME_OF, Duel, rules_with
from tests.cards.fade import augment, cards, character, item, zone


class Position(NamedTuple):
    """A ready Character of seat 0, one of seat 1, and a Zone card that lies on seat 0's side."""

    d: Duel
    x: int
    y: int


Seen = Callable[[Position], object]


def attacked(p: Position) -> None:
    p.d.go(0, COMBAT)
    p.d.play(0, "attack", p.x, p.y)
    p.d.pass_all()


def played(slug: str, target: str = "x") -> Seen:
    """Where the Character lies after an Item on it, or on an ally that is as high as it is."""

    def seen(p: Position) -> object:
        h = p.x if target == "x" else p.d.character(0, "worker")
        p.d.quietly(0, "play", p.d.hand(0, slug), h)
        return p.d.lies(p.x)

    return seen


def attacks(p: Position) -> object:
    p.d.go(0, COMBAT)
    return [p.d.can(0, "attack", p.x, h) for h in (p.y, p.d.body(1))]


def affordable(slug: str) -> Seen:
    """Whether a card of Cost 1 is free, and how many slots a Character saves."""

    def seen(p: Position) -> object:
        if slug == "flint":
            p.d.tp(0, 0)
            return p.d.can(0, "play", p.d.hand(0, slug))
        spark = p.d.fighter(0, slug)
        p.d.quietly(0, "play", spark, p.d.to("front"))
        return p.d.tp_of(0), [column[spark] for column in p.d.s.num]

    return seen


def aura(p: Position) -> object:
    p.d.damage(p.x, 4)
    return p.d.plv(p.x)


def bloodlust(p: Position) -> object:
    p.d.damage(p.x, 5)
    attacked(p)
    return p.d.count(p.x, "Damage")


def buildup(p: Position) -> object:
    """The damage that a Skill with Buildup 2 has dealt with one card under it, and with two."""
    dealt = []
    for _ in range(2):
        p.d.hand(0, "plain")
        p.d.quietly(0, "play", p.d.hand(0, "brick"))
        dealt.append(p.d.count(p.y, "Damage"))
    return dealt


def carrier(p: Position) -> object:
    h = p.d.fighter(0, "squire")
    p.d.quietly(0, "play", h, p.d.to("front"))
    return p.d.count(h, "Power")


def charge(p: Position) -> object:
    p.d.tp(0, 0)
    p.d.next_turn(0)
    return p.d.tp_of(0)


def flash(p: Position) -> object:
    p.d.s.since[p.x] = p.d.s.turn
    return attacks(p)


def aimed_at(p: Position) -> object:
    """Whether a Fire Skill may be used on the Character."""
    p.d.next_turn(1)
    strike = p.d.on(p.y, "strike")
    p.d.go(1, COMBAT)
    return p.d.can(1, "use", strike, p.x)


def elements(p: Position) -> object:
    return natures.elements(p.d.s, p.x)


def strikes(p: Position) -> object:
    """The cost of a Fire Skill, and its damage."""
    strike = p.d.on(p.x, "strike")
    p.d.go(0, COMBAT)
    before = p.d.tp_of(0)
    p.d.play(0, "use", strike, p.y)
    paid = before - p.d.tp_of(0)
    p.d.pass_all()
    return elements(p), paid, p.d.count(p.y, "Damage")


def twice(p: Position) -> object:
    attacked(p)
    return p.d.can(0, "attack", p.x, p.y)


def activates(p: Position) -> object:
    p.d.go(0, COMBAT)
    verb = p.d.rules.verbs.index("activate")
    return any(move[:2] == (verb, p.x) for move in p.d.options(0))


def controller(p: Position) -> object:
    p.d.next_turn(1)
    return p.d.s.ctrl[p.x]


def ally_attacked(p: Position) -> object:
    ally = p.d.character(0, "squire")
    p.d.next_turn(1)
    p.d.go(1, COMBAT)
    return p.d.can(1, "attack", p.y, ally)


def stacker(p: Position) -> object:
    """Whether cards of the Hand are asked for as a Character comes."""
    for _ in range(2):
        p.d.hand(0, "plain")
    p.d.play(0, "play", p.d.fighter(0, "squire"), p.d.to("front"))
    while p.d.asked_kind() != PICK and (p.d.s.chain or p.d.asked_kind() != ACT):
        p.d.step()
    return p.d.asked_kind() == PICK


def stun(p: Position) -> object:
    attacked(p)
    return p.d.s.num[STUN][p.y]


def tags(p: Position) -> object:
    p.d.character(0, backup=True)
    verb = p.d.rules.verbs.index("tag")
    return any(move[:2] == (verb, p.x) for move in p.d.options(0))


def willpower(p: Position) -> object:
    """Where the Character lies after an Attack that takes its last 2 HP."""
    p.d.leave(p.x, 2)
    p.d.next_turn(1)
    p.d.go(1, COMBAT)
    p.d.play(1, "attack", p.y, p.x)
    p.d.pass_all()
    return p.d.lies(p.x)


class Row(NamedTuple):
    """value, to: what is given to whom. seen: what shall be another thing with it than without."""

    value: object
    seen: Seen
    to: object = "your characters"


ROWS = {
    "Affinity": Row(["Fire"], affordable("flint")),
    "Aura": Row(2, aura),
    "Bloodlust": Row(3, bloodlust),
    "Buildup": Row(3, buildup, "your attached cards"),
    "Carrier": Row(2, carrier),
    "Charge": Row(2, charge),
    "Concussion": Row(True, played("dart-3")),
    "Deathmark": Row(True, played("wreck-any", "ally")),
    "Flash": Row(True, flash),
    "Friendship": Row(["Storm", 1], affordable("storm-spark")),
    "Immune": Row(["Skills"], aimed_at),
    "Infused": Row(["Water"], elements),
    "Lock": Row(["Water"], aimed_at),
    "Lock-On": Row(True, attacks),
    "Mastery": Row(["Fire"], strikes),
    "Multistrike": Row(1, twice),
    "Mute": Row(True, activates),
    "Neutrality": Row(True, controller, "all characters"),
    "Provoke": Row(True, ally_attacked, {"from": "your characters", "level_min": 3}),
    "Stacker": Row(1, stacker),
    "Stun": Row(True, stun),
    "Tag-Out": Row(True, tags),
    "Timid": Row(3, attacks),
    "Void": Row(True, played("wreck-any")),
    "Wildcard": Row(True, strikes),
    "Willpower": Row(True, willpower),
}
"""By keyword, in the family's words, that effects give."""

STAGE = (
    cards("dart-3", "flint", "kiln-4", "storm-spark", "wreck-any")
    + character("worker", level=3, hp=10, plv=3, ability={"activate": True, "do": {"draw": 1}})
    + item("brick", do={"under": {"from": "your hand"}, "onto": {"from": "your attached cards"}})
)
WAYS = ("gives", "grant")


def gift(way: str, word: str, row: Row) -> str:
    """A Zone card that gives a keyword as long as it lies there, or an Item that gives it for good."""
    if way == "grant":
        return item("gift", do={"grant": word, "value": row.value, "on": row.to, "until": "end"})
    return zone("gift", ability={"gives": {word: row.value}, "to": row.to})


def observed(edition: str, way: str, word: str, row: Row, there: bool) -> object:
    """The signs in a position, with the keyword or without."""
    d = Duel(STAGE + gift(way, word, row), edition=edition)
    p = Position(d, d.character(0, "worker"), d.character(1))
    if row.seen is buildup:
        d.on(d.body(0), "kiln-4", face=1)
    if there and way == "gives":
        d.zone(0, "gift", at="c5" if d.rules.grid else "")
    if there and way == "grant":
        d.quietly(0, "play", d.hand(0, "gift"))
    return row.seen(p)


def words_of(edition: str) -> list[tuple[str, str]]:
    """The keywords of an edition by the family's word and its own."""
    return [(KEYWORDS[k], word) for word, k in rules_with(edition=edition).edition.keywords.items()]


CASES = [(edition, way, *words) for edition in GAME_OF for way in WAYS for words in words_of(edition)]


def is_given(edition: str, way: str, name: str) -> bool:
    return not given.withheld(rules_with(edition=edition), K[name], way == "gives")


@pytest.mark.parametrize(("edition", "way", "name", "word"), [c for c in CASES if is_given(*c[:3])])
def test_a_keyword_that_is_given_changes_something(edition: str, way: str, name: str, word: str) -> None:
    """given one position twice, when its Characters are given a keyword, something else is seen there."""
    row = ROWS[name]
    assert observed(edition, way, word, row, True) != observed(edition, way, word, row, False)


@pytest.mark.parametrize(("edition", "way", "name", "word"), [c for c in CASES if not is_given(*c[:3])])
def test_a_keyword_that_nothing_gives_is_refused(edition: str, way: str, name: str, word: str) -> None:
    """given a card that gives it, then it is not loaded, and the error names the keyword and says why."""
    rules = rules_with(edition=edition)
    why = given.given_by(rules, K[name]).value
    with pytest.raises(LoadError, match=f"{word} is not given: {why}"):
        Duel(gift(way, word, Row(True, elements)), edition=edition)


def test_each_keyword_of_the_family_has_its_place() -> None:
    """given the family's keywords, then `ROWS` shows each that effects give at work, and no other word."""
    ever = {name for edition, way, name, _ in CASES if is_given(edition, way, name)}
    assert sorted(ROWS) == sorted(ever), "ROWS above and what features say of effects that give them differ"


@pytest.mark.parametrize("edition", GAME_OF)
@pytest.mark.parametrize(("slug", "face"), [("banner", 1), ("strike", 0)])
def test_what_was_not_placed_by_buildup_activates_nothing(edition: str, slug: str, face: int) -> None:
    """given an Augment or a hidden Skill beside a Player that is given Buildup 1, when a card comes under it,
    then it stays where it is."""
    banner = augment("banner", keywords="Equip", attach="your players")
    d = Duel(
        STAGE + banner + gift("grant", "Buildup", Row(1, elements, "your attached cards")), edition=edition
    )
    attached = d.on(d.body(0), slug, face=face)
    d.quietly(0, "play", d.hand(0, "gift"))
    under = d.hand(0, "plain")
    d.quietly(0, "play", d.hand(0, "brick"))
    assert d.s.kids[attached] == (under,) and d.s.host[attached] == d.body(0)


@pytest.mark.parametrize("edition", GAME_OF)
@pytest.mark.parametrize(("word", "value"), [("Immune", ["Skills"]), ("Flash", True)])
def test_a_filter_finds_what_is_printed_on_cards_off_the_field(
    edition: str, word: str, value: object
) -> None:
    """given two Characters in the Discard Pile, when an Item returns those with a keyword, then the one that
    prints it goes to the Hand, and the other one stays."""
    hook = item("hook", do={"return": {"from": "your discard pile", "keyword": word}})
    d = Duel(character("bearer", keywords={word: value}) + hook, edition=edition)
    has, other = d.discard(0, "bearer"), d.discard(0, "soldier")
    d.quietly(0, "play", d.hand(0, "hook"))
    assert (d.lies(has), d.lies(other)) == ("hand", "discard")


@pytest.mark.parametrize(
    "text",
    [
        character("moon", hp=5, plv=1, keywords="Orbital"),
        item("call", do={"return": {"from": "all characters", "keyword": "Orbital"}}),
    ],
)
def test_no_card_prints_or_is_asked_for_what_only_an_effect_makes_it(text: str) -> None:
    """given a card with Orbital printed on it, or a filter by it, then it is refused."""
    with pytest.raises(LoadError, match="'Orbital' is no keyword"):
        Duel(text)


@pytest.mark.parametrize(
    "edition", [e for e in GAME_OF if rules_with(edition=e).edition.words[K["Neutrality"]]]
)
@pytest.mark.parametrize("to", ["your characters", {"from": "enemy characters", "level_min": 3}])
def test_neutrality_is_not_given_to_those_of_a_side(to: object, edition: str) -> None:
    """given a card that makes the Characters of a side neutral, which would take them off that side and so
    undo itself without end, then it is refused."""
    with pytest.raises(LoadError, match="not given to those of a side"):
        Duel(gift("gives", "Neutrality", Row(True, elements, to)), edition=edition)
