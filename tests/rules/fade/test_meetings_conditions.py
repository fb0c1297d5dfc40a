"""Keywords of the older editions that ask for other cards or wait for something; what becomes of these."""

from __future__ import annotations

import pytest

from fadenet.engine.state import ACT, TURNED
from fadenet.games.fade.tables import COMBAT, HAND, KEY_AS, N_DRIVEN, N_MYSTIFIED, PREPARATION, RIFT
from tests.builders import meetings
from tests.builders.cells import to
from tests.builders.scenario import Duel
from tests.cards.fade import augment, cards, skill

CARDS = (
    meetings.CARDS
    + meetings.bearer("chief", ability={"keyword": "Reinforce", "n": 2, "gives": {"PLV": 2}})
    + meetings.bearer("riddle", ability={"keyword": "Paradox", "gives": {"PLV": 2}})
    + meetings.bearer("hermit", ability={"keyword": "Backup", "gives": {"PLV": 2}})
    + meetings.bearer(
        "engine",
        keywords={"Carrier": 2},
        ability={"keyword": "Stock", "n": 2, "activate": True, "do": {"draw": 1}},
    )
    + meetings.bearer("neutral", keywords="Neutrality")
    + meetings.bearer("mask", keywords={"Mystify": 1})
    + meetings.bearer("dancer", keywords="Tag-Out")
    + meetings.bearer("proof", keywords={"Immune": ["Concussion", "Void", "Deathmark", "Mute"]})
    + cards("deny", "frailty", "free-ward", "lay-low", "scrap", "snare")
    + augment(
        "flood", cost=0, keywords="Equip", attach="all characters", ability={"gives": {"Infused": ["Water"]}}
    )
    + augment("hole", cost=0, keywords="Equip", attach="all characters", ability={"gives": {"Void": True}})
    + augment(
        "doom", cost=0, keywords="Equip", attach="all characters", ability={"gives": {"Deathmark": True}}
    )
    + skill("echo", cost=0, contingency={"on": "knocked-out", "of": "all characters"}, do={"gain_tp": 2})
    + skill("surge", cost=1, do={"attack": 2}, ability={"keyword": "Overdrive", "cost": 2, "do": {"draw": 1}})
    + skill("feint", cost=1, do={"attack": 2}, ability={"keyword": "Mystify", "cost": 2, "do": {"draw": 1}})
    + augment(
        "cloak",
        cost=1,
        keywords={"Equip": True, "Mystify": 1},
        attach="your characters",
        ability={"gives": {"PLV": 2}},
    )
)


def duel(edition: str) -> Duel:
    d = Duel(CARDS, edition=edition)
    d.character(0, "soldier", at="c5")
    d.character(1, "soldier", at="c5")
    return d


def until_asked_for_a_card(d: Duel) -> bool:
    """Whether somebody is asked for a card that something sets off, before the next free choice."""
    while not d.is_chance():
        if d.s.asks[0].kind == ACT:
            return False
        d.step()
    return True


# Reinforce: Characters in the back row.


@meetings.cited(("keyword.reinforce", "keyword.reinforce"))
@pytest.mark.parametrize(
    ("what", "works"),
    [
        ("stays", True),
        ("one more", True),
        ("muted", True),
        ("destroyed", False),
        ("taken", False),
        ("neutral", True),
    ],
)
def test_reinforce_counts_who_stands_behind(what: str, works: bool, edition: str) -> None:
    # Given Reinforce 2 and two Characters behind, when this becomes of one of them, then it works as long as
    # two or more stand in those places, whoever controls them.
    d = duel(edition)
    x = d.character(0, "chief", at="c3")
    d.character(0, "bearer", at="b1")
    second = d.character(0, "neutral" if what == "neutral" else "bearer", at="b2")
    assert d.plv(x) == 7
    if what == "one more":
        d.character(0, "bearer", at="b3")
    elif what == "muted":
        meetings.muted(d, second)
    elif what == "destroyed":
        d.quietly(0, "play", d.hand(0, "wreck"), second)
    elif what == "taken":
        meetings.taken(d, second)
    elif what == "neutral":
        d.go(1, PREPARATION)
        assert d.s.ctrl[second] == (edition == "fade2")  # in a Reserve Zone its Neutrality is off
    assert d.plv(x) == (7 if works else 5)


@pytest.mark.rule("fade2", "keyword.reinforce", "keyword.mystify-places")
def test_reinforce_counts_who_lies_face_down() -> None:
    # Given Reinforce 2, a Character behind and one that is played face-down beside it, then it works.
    d = duel("fade2")
    x = d.character(0, "chief", at="c3")
    d.character(0, "bearer", at="b1")
    mask = d.fighter(0, "mask")
    assert d.plv(x) == 5
    d.play(0, "veil", mask, to(d, "b2"))
    assert d.plv(x) == 7


# Paradox: Elements of the other Characters.


@meetings.cited(("keyword.paradox", "keyword.paradox"))
@pytest.mark.parametrize(
    ("what", "works"),
    [
        ("stays", True),
        ("muted", True),
        ("material", True),
        ("infused", False),
        ("taken", False),
        ("destroyed", False),
        ("neutral", False),
    ],
)
def test_paradox_asks_for_the_elements_that_the_others_have_now(what: str, works: bool, edition: str) -> None:
    # Given Paradox on a Fire card and one other Fire Character, when this becomes of that, then it works as
    # long as its Player controls one of that Element.
    d = duel(edition)
    x = d.character(0, "riddle", at="c1")
    other = d.character(0, "neutral" if what == "neutral" else "bearer", at="c3")
    assert d.plv(x) == 7
    if what == "muted":
        meetings.muted(d, other)
    elif what == "material":
        meetings.material(d, other)
    elif what == "infused":
        d.on(other, "flood", face=1)
    elif what == "taken":
        meetings.taken(d, other)
    elif what == "destroyed":
        d.quietly(0, "play", d.hand(0, "wreck"), other)
    elif what == "neutral":
        d.go(1, PREPARATION)
    assert d.plv(x) == (7 if works else 5)


@pytest.mark.rule("fade2", "keyword.paradox", "keyword.mystify-places")
def test_who_lies_face_down_has_no_elements_for_paradox() -> None:
    # Given Paradox on a Fire card and a Fire Character that is played face-down, then it works once that is
    # turned up.
    d = duel("fade2")
    x, mask = d.character(0, "riddle", at="c1"), d.fighter(0, "mask")
    d.play(0, "veil", mask, to(d, "c3"))
    assert d.plv(x) == 5
    d.play(0, "unveil", mask)
    assert d.plv(x) == 7


# Backup, Tag-Out.


@meetings.cited(("keyword.backup", "keyword.backup"), ("keyword.mute", "keyword.mute"))
@pytest.mark.parametrize("mute", [False, True])
def test_backup_works_behind_and_not_for_the_muted(mute: bool, edition: str) -> None:
    # Given an effect under Backup, then it works behind, unless its card is Muted, and never in front.
    d = duel(edition)
    front, behind = d.character(0, "hermit", at="c3"), d.character(0, "hermit", at="b3")
    if mute:
        meetings.muted(d, front)
        meetings.muted(d, behind)
    assert (d.plv(front), d.plv(behind)) == (5, 5 if mute else 7)


@meetings.cited(
    ("keyword.tag-out", "keyword.tag-out"), ("keyword.paralyze-counter", "keyword.paralyze-counter")
)
@pytest.mark.parametrize("who", ["itself", "the other"])
def test_paralyze_keeps_from_tag_out_only_who_has_it(who: str, edition: str) -> None:
    # Given a Character with Tag-Out and one behind it, then a Paralyze Counter on itself forbids it, and one
    # on the other does not; Counters stay with their cards.
    d = duel(edition)
    x, other = d.character(0, "dancer", at="c3"), d.character(0, "bearer", at="b3")
    d.counters(x if who == "itself" else other, "Paralyze", 1)
    cell = to(d, "b3")
    if who == "itself":
        assert not any(move[:2] == d.move("tag", x) for move in d.options(0))
        return
    d.quietly(0, "tag", x, *[next(move[2] for move in d.options(0) if move[:3] == d.move("tag", x, cell))])
    assert (d.at(x), d.at(other)) == ("b3", "c3")
    assert (d.count(x, "Paralyze"), d.count(other, "Paralyze")) == (0, 1)


@pytest.mark.rule("fade2", "keyword.tag-out", "command.materials")
def test_who_tags_out_of_a_commands_reach_is_no_material() -> None:
    # Given a Character with Tag-Out that is Material and one that is not, when they change places, then the
    # other one is Material.
    d = duel("fade2")
    x, other = d.character(0, "dancer", at="c3"), d.character(0, "engine", at="b1")
    d.counters(other, "Power", 2)
    d.command(0, "right-post", "c2")
    d.go(0, COMBAT)
    assert d.can(0, "activate", other)
    d.play(0, "tag", x, to(d, "b1"))
    assert d.at(other) == "c3"
    assert d.refused(0, "activate", other) == "command.materials"


# Stock and Power Counters.


def powered(d: Duel, at: str = "c3") -> int:
    """An Engine on the field, with its two Power Counters."""
    x = d.character(0, "engine", at=at)
    d.counters(x, "Power", 2)
    return x


@meetings.cited(("keyword.stock", "keyword.stock"), ("zone.control-change", "zone.control-change"))
def test_stock_is_used_once_a_round_by_whoever_controls_it(edition: str) -> None:
    # Given an Engine that A has activated, when B takes control of it in the same round, then B does not
    # activate it, and in the next round does, for the Counter that is left.
    d = duel(edition)
    x = powered(d)
    d.go(0, COMBAT)
    d.quietly(0, "activate", x)
    meetings.taken(d, x)
    d.go(1, COMBAT)
    assert d.refused(1, "activate", x) == d.rule("stock")
    d.next_turn(1)
    d.go(1, COMBAT)
    d.quietly(1, "activate", x)
    assert d.count(x, "Power") == 0


@meetings.cited(("keyword.stock", "keyword.stock"), ("keyword.mute", "keyword.mute"))
def test_stock_of_the_muted_waits_with_its_counters(edition: str) -> None:
    # Given a Muted Engine, then it is not activated; once Mute is gone, it is.
    d = duel(edition)
    x = powered(d)
    gag = d.on(x, "gag", face=1)
    d.go(0, COMBAT)
    assert d.refused(0, "activate", x) == d.rule("mute") and d.count(x, "Power") == 2
    d.quietly(0, "play", d.hand(0, "scrap"), gag)
    assert d.can(0, "activate", x)


@meetings.cited(("keyword.stock", "keyword.stock"), ("keyword.paralyze-counter", "keyword.paralyze-counter"))
def test_stock_of_the_paralyzed_is_not_activated(edition: str) -> None:
    # Given an Engine with a Paralyze Counter, then it is not activated, in the next turn it is.
    d = duel(edition)
    x = powered(d)
    d.counters(x, "Paralyze", 1)
    d.go(0, COMBAT)
    assert d.refused(0, "activate", x) == d.rule("cannot-act")
    d.next_turn(0)
    d.go(0, COMBAT)
    assert d.can(0, "activate", x)


@meetings.cited(
    ("keyword.carrier", "keyword.carrier"), ("keyword.level-up-carry", "keyword.level-up-carry-over")
)
def test_power_counters_go_along_in_a_level_up(edition: str) -> None:
    # Given an Engine with two Power Counters, when another Character is played onto it, then that keeps them.
    d = duel(edition)
    x = powered(d)
    elder = meetings.levelled(d, x)
    assert (d.count(elder, "Power"), d.count(x, "Power")) == (2, 0)


@meetings.cited(("keyword.carrier", "keyword.carrier"), ("counter.leave", "counter.leave-with-card"))
def test_who_comes_back_comes_with_new_power_counters(edition: str) -> None:
    # Given an Engine with one of its Power Counters left, when it is destroyed and comes back, then it has as
    # many as are printed: Carrier 2 and Stock 2.
    d = duel(edition)
    x = powered(d)
    d.counters(x, "Power", -1)
    meetings.back(d, x)
    assert d.count(x, "Power") == 4


# Immune to keywords.


@meetings.cited(("keyword.immune", "keyword.effect-immune"), ("keyword.concussion", "keyword.concussion"))
@pytest.mark.parametrize(("slug", "immune"), [("proof", True), ("bearer", False)])
def test_immune_to_concussion(slug: str, immune: bool, edition: str) -> None:
    # Given Concussion on one that is Immune to it or not, when it takes 1 damage, then only the latter falls.
    d = duel(edition)
    x = d.character(0, slug, at="c3")
    d.on(x, "frailty", face=1)
    d.quietly(0, "play", d.hand(0, "dart-1"), x)
    assert (d.lies(x) == "front") == immune


@meetings.cited(("keyword.immune", "keyword.effect-immune"), ("keyword.void", "keyword.void"))
@pytest.mark.parametrize(("slug", "lies"), [("proof", "discard"), ("bearer", "rift")])
def test_immune_to_void(slug: str, lies: str, edition: str) -> None:
    # Given Void on one that is Immune to it or not, when it is destroyed, then only the latter is imprisoned.
    d = duel(edition)
    x = d.character(0, slug, at="c3")
    d.on(x, "hole", face=1)
    d.quietly(0, "play", d.hand(0, "wreck"), x)
    assert d.lies(x) == lies


@meetings.cited(("keyword.void", "keyword.void"))
def test_void_imprisons_with_the_owner(edition: str) -> None:
    # Given Void on A's Character that B has taken, when it is destroyed, then it is in A's Rift Zone.
    d = duel(edition)
    x = d.character(0, "bearer", at="c3")
    d.on(x, "hole", face=1)
    meetings.taken(d, x)
    assert d.s.ctrl[x] == 1
    d.quietly(1, "play", d.hand(1, "wreck"), x)
    assert d.s.zones[RIFT] == (x,)


@meetings.cited(("keyword.immune", "keyword.effect-immune"), ("keyword.deathmark", "keyword.deathmark"))
@pytest.mark.parametrize(("slug", "immune"), [("proof", True), ("bearer", False)])
def test_immune_to_deathmark(slug: str, immune: bool, edition: str) -> None:
    # Given Deathmark on one that is Immune to it or not, when a Soldier of Level 3 beside it is destroyed,
    # then only the latter falls.
    d = duel(edition)
    x = d.character(0, slug, at="c3")
    d.on(x, "doom", face=1)
    beside = next(h for h in d.s.zones[0] if d.at(h) == "c5")
    d.quietly(0, "play", d.hand(0, "wreck"), beside)
    assert (d.lies(x) == "front") == immune


@meetings.cited(("keyword.immune", "keyword.effect-immune"), ("keyword.mute", "keyword.mute"))
def test_immune_to_mute_keeps_the_other_immunities(edition: str) -> None:
    # Given Mute and Concussion on one that is Immune to both, then neither has any effect.
    d = duel(edition)
    x = d.character(0, "proof", at="c3")
    meetings.muted(d, x)
    d.on(x, "frailty", face=1)
    d.quietly(0, "play", d.hand(0, "dart-1"), x)
    assert d.lies(x) == "front" and d.count(x, "Damage") == 1


# Contingency and Trigger.


@meetings.cited(("keyword.contingency", "keyword.contingency"))
@pytest.mark.parametrize(
    ("what", "used"),
    [("stays", True), ("muted", True), ("material", True), ("paralyzed", False), ("taken", False)],
)
def test_contingency_from_a_character(what: str, used: bool, edition: str) -> None:
    # Given a Contingency card face-down on a Character, when this has happened to it, then it is used from
    # there unless the Character cannot act, or is another's.
    d = duel(edition)
    x = d.character(0, "bearer", at="c3")
    card = d.on(x, "echo")
    if what == "muted":
        meetings.muted(d, x)
    elif what == "material":
        meetings.material(d, x)
    elif what == "paralyzed":
        d.counters(x, "Paralyze", 1)
    elif what == "taken":
        meetings.taken(d, x)
    falls = next(h for h in d.s.zones[len(d.rules.zone_names)] if d.at(h) == "c5")
    seat = d.s.active
    d.play(seat, "play", d.hand(seat, "lay-low"), falls)
    there = until_asked_for_a_card(d)
    while there and d.asked() != [0]:
        d.step()
        there = until_asked_for_a_card(d)
    assert used == (there and d.can(0, "use", card))


@meetings.cited(
    ("keyword.contingency", "keyword.contingency"), ("ko.attached-cards", "ko.attached-and-stack")
)
def test_contingency_on_who_falls_itself_is_gone(edition: str) -> None:
    # Given a Contingency for a Knock Out on the Character that is Knocked Out, then it is destroyed with it.
    d = duel(edition)
    x = d.character(0, "bearer", at="c3")
    card = d.on(x, "echo")
    d.play(0, "play", d.hand(0, "lay-low"), x)
    assert not until_asked_for_a_card(d)
    assert d.lies(card) == "discard" and d.tp_of(0) == 10


@meetings.cited(("keyword.trigger", "keyword.trigger"), ("defend.negate", "defend.negate"))
@pytest.mark.parametrize(("answer", "lies"), [("deny", "discard"), ("free-ward", "attached")])
def test_a_trigger_reaction_that_is_stopped(answer: str, lies: str, edition: str) -> None:
    # Given a Trigger Reaction that is used, when it is Negated, then it is used up; Prevented, it lies turned
    # beside its Player and is not used again.
    d = duel(edition)
    snare = d.on(d.body(0), "snare")
    y = d.character(1, "bearer", at="c3")
    stop = d.on(y, answer)
    falls = next(h for h in d.s.zones[0] if d.at(h) == "c5")
    d.character(0, "bearer", at="c3")
    d.play(0, "play", d.hand(0, "lay-low"), falls)
    while not (d.is_chance() and d.asked() == [0]):
        d.step()
    d.play(0, "use", snare)
    d.until_asked(1)
    d.quietly(1, "use", stop, -1)
    assert d.tp_of(0) == 10 and d.lies(snare) == lies
    if answer == "free-ward":
        assert d.s.role[snare] == TURNED and d.s.host[snare] == d.body(0)
        d.play(0, "play", d.hand(0, "lay-low"), y)
        assert not until_asked_for_a_card(d)


@meetings.cited(("keyword.trigger", "keyword.trigger"), ("command.materials", "command.materials-automatic"))
def test_a_trigger_reaction_beside_a_command_is_no_material(edition: str) -> None:
    # Given a face-down Trigger Reaction in the cell at which a Command points, then it is used all the same.
    d = duel(edition)
    last = "a5" if edition == "fade2" else "a7"
    snare = d.on(d.body(0), "snare", at=last)
    d.command(0, "right-post", "a4" if edition == "fade2" else "a6")
    falls = next(h for h in d.s.zones[len(d.rules.zone_names)] if d.at(h) == "c5")
    d.play(0, "play", d.hand(0, "lay-low"), falls)
    assert until_asked_for_a_card(d)
    d.quietly(0, "use", snare)
    assert d.tp_of(0) == 12 and d.lies(snare) == "discard"


# What is paid on top.


@meetings.cited(("keyword.overdrive", "keyword.overdrive"), ("defend.negate", "defend.negate"))
@pytest.mark.parametrize("slug", ["surge", "feint"])
@pytest.mark.parametrize(
    ("answer", "lies"), [("deny", "discard"), ("free-ward", "attached"), ("", "discard")]
)
def test_overdrive_and_mystify_are_stopped_with_their_card(
    slug: str, answer: str, lies: str, edition: str
) -> None:
    # Given a Skill of Cost 1 with Overdrive or Mystify 2 that is used with it for 3 TP, when it is Negated or
    # Prevented, then nothing of it happens and all of it stays paid.
    d = duel(edition)
    x, y = d.character(0, "bearer", at="c3"), d.character(1, "bearer", at="c3")
    card = d.on(x, slug)
    stop = d.on(y, answer) if answer else 0
    d.tp(0, 3)
    d.go(0, COMBAT)
    hand = d.size(0, HAND)
    d.play(0, "use", card, (KEY_AS, N_DRIVEN if slug == "surge" else N_MYSTIFIED), y)
    if stop:
        d.until_asked(1)
        d.play(1, "use", stop, -1)
    d.pass_all()
    assert (d.tp_of(0), d.lies(card)) == (0, lies)
    assert (d.count(y, "Damage"), d.size(0, HAND) - hand) == ((0, 0) if stop else (2, 1))


# What lies face-down on a Character goes along.


@meetings.cited(
    ("keyword.mystify", "keyword.mystify"), ("keyword.level-up-carry", "keyword.level-up-carry-over")
)
def test_a_face_down_augment_goes_along_in_a_level_up(edition: str) -> None:
    # Given a face-down Augment with Mystify on a Character, when another one is played onto that, then the
    # Augment lies face-down on the new one, and is turned up there.
    d = duel(edition)
    x = d.character(0, "bearer", at="c3")
    cloak = d.on(x, "cloak")
    elder = meetings.levelled(d, x)
    assert d.s.host[cloak] == elder and not d.s.face[cloak]
    d.play(0, "unveil", cloak)
    assert d.plv(elder) == 7


@meetings.cited(
    ("keyword.mystify", "keyword.mystify"), ("command.materials", "command.materials-keep-the-rest")
)
def test_a_face_down_augment_of_a_material_is_turned_up(edition: str) -> None:
    # Given a face-down Augment with Mystify on a Command Material, then it is turned up and gives what it
    # does.
    d = duel(edition)
    x = d.character(0, "bearer", at="c3")
    cloak = d.on(x, "cloak")
    meetings.material(d, x)
    d.play(0, "unveil", cloak)
    assert d.plv(x) == 7


@meetings.cited(("keyword.neutrality", "keyword.neutrality-control"), ("keyword.mystify", "keyword.mystify"))
def test_a_face_down_augment_on_a_neutral_character(edition: str) -> None:
    # Given a face-down Augment with Mystify on a Neutral Character, then its Player turns it up in the own
    # turn, and nobody does in another's, where another Player controls the Character.
    d = duel(edition)
    x = d.character(0, "neutral", at="c3")
    cloak = d.on(x, "cloak")
    assert d.can(0, "unveil", cloak)
    d.go(1, PREPARATION)
    assert d.s.ctrl[x] == 1
    assert not any(cloak in move[1:2] for move in d.options(1))
    d.go(0, PREPARATION)
    d.play(0, "unveil", cloak)
    assert d.plv(x) == 7
