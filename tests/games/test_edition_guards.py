"""Counters that work by themselves, as long as they are there, or one by one: Shield, Paralyze and others."""

from __future__ import annotations

from fadenet.engine.state import PICK
from fadenet.games.fade.tables import KEY_TO
from tests.builders.cards import cards
from tests.builders.editions import differing
from tests.builders.scenario import COMBAT, Duel

CARDS = (
    cards("faroe", "bulk", "charm", "deflection", "quiet", "riposte", "veto")
    + """
[card.temper]
name = "Temper"
types = ["Item"]
rank = "Normal"
targets = [{ pick = "all characters" }]
do = [{ counter = "Aura", n = 2, on = "target" }]
[card.dart]
name = "Dart"
types = ["Item"]
rank = "Normal"
targets = [{ pick = "all fighters" }]
do = [{ damage = 1, to = "target" }]
[card.downpour]
name = "Downpour"
types = ["Item"]
rank = "Normal"
do = [{ damage = 1, to = "enemy characters" }]
[card.sweep]
name = "Sweep"
types = ["Skill"]
rank = "Normal"
targets = [{ reach = true, n = 2 }]
do = [{ attack = 3 }]
[card.lance]
name = "Lance"
types = ["Skill"]
rank = "Normal"
do = [{ attack = 3, type = "Unblockable" }]
[card.verdict]
name = "Verdict"
types = ["Skill"]
rank = "Normal"
do = [{ attack = 3, type = "True" }]
[card.medic]
name = "Medic"
types = ["Character"]
hp = 9
plv = 1
[[card.medic.ability]]
activate = true
cost = 1
targets = [{ pick = "all characters" }]
do = [{ damage = 1, to = "target" }]
[card.stinger]
name = "Stinger"
types = ["Character"]
hp = 9
plv = 1
ability = [{ on = "enters", targets = [{ pick = "enemy characters" }], do = [{ damage = 1, to = "target" }] }]
[card.purist]
name = "Purist"
types = ["Character"]
hp = 9
plv = 1
keywords = { Immune = ["Shield"] }
[card.steady]
name = "Steady"
types = ["Character"]
hp = 9
plv = 1
keywords = { Immune = ["Paralyze"] }
[card.shackle]
name = "Shackle"
types = ["Item"]
rank = "Normal"
targets = [{ pick = "all characters" }]
do = [{ forbid = "act", on = "target" }]
"""
)
STATE = (
    ('Paralyze = { kind = "counter", how = "removal" }', 'Paralyze = { kind = "counter", how = "state" }'),
    ('Paralyze = { phase = "starting", does = "bar" }', 'Paralyze = { phase = "end", does = "wear" }'),
)


def by_itself(word: str) -> tuple[str, str]:
    row = f'{word} = {{ kind = "counter", how = "links" }}'
    return row, row.replace("links", "itself")


ITSELF = (
    *map(by_itself, ("Shield", "Barrier")),
    ('shield = "keyword.shield"\n', ""),
    ('barrier = "keyword.barrier"\n', ""),
)


def item(d: Duel, seat: int, slug: str, *targets: int) -> None:
    """An Item is played and does what it says."""
    d.play(seat, "play", d.hand(seat, slug), *targets)
    d.pass_all()


# Shield and Barrier that Negate by themselves (fade2 keyword.shield-counter, keyword.barrier-counter).


def test_a_shield_negates_one_attack_by_itself_and_stops_nothing_else() -> None:
    # Given a Shield Counter and two Normal Attacks on its bearer, then the first does nothing, brings no TP
    # and takes the Counter, the second hits; an Item's damage is not stopped; nobody is asked and no verb is
    # there.
    d = differing(CARDS, *ITSELF)
    first, second, y = d.character(0), d.character(0), d.character(1)
    d.counters(y, "Shield", 1)
    item(d, 0, "dart", y)
    assert (d.count(y, "Damage"), d.count(y, "Shield")) == (1, 1)
    d.go(0, COMBAT)
    d.tp(0, 5)
    d.play(0, "attack", first, y)
    assert d.asked() == [0] and not d.s.chain
    assert (d.count(y, "Damage"), d.count(y, "Shield"), d.tp_of(0)) == (1, 0, 5)
    assert [row[1] for row in d.happened("negated")] == [y]
    d.play(0, "attack", second, y)
    d.pass_all()
    assert (d.count(y, "Damage"), d.tp_of(0)) == (4, 6)


def test_there_is_no_move_to_spend_a_counter_that_works_by_itself() -> None:
    # Given a Shield and a Barrier Counter under an Attack that can be answered, then neither is a move.
    d = differing(CARDS, *ITSELF)
    x, y = d.character(0), d.character(1)
    d.on(y, "guard")
    for name in ("Shield", "Barrier"):
        d.counters(y, name, 1)
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    assert d.asked() == [1]
    for verb in ("shield", "barrier"):
        assert d.refused(1, verb, y, -1) == d.rules.edition.reasons["moves"]


def test_of_two_shields_only_the_first_in_the_order_chosen_goes() -> None:
    # Given a Skill of 3 on X and Y, in this order: with a Shield on Y the whole of it is Negated, and with
    # one on both only X loses its own.
    for shields in ((0, 1), (1, 1)):
        d = differing(CARDS, *ITSELF)
        a, x, y = d.character(0), d.character(1), d.character(1)
        sweep = d.on(a, "sweep")
        for h, n in zip((x, y), shields, strict=True):
            d.counters(h, "Shield", n)
        d.go(0, COMBAT)
        d.play(0, "use", sweep, x, y)
        d.pass_all()
        assert (d.count(x, "Damage"), d.count(y, "Damage")) == (0, 0)
        assert (d.count(x, "Shield"), d.count(y, "Shield")) == (0, 1 if shields[0] else 0)
        assert d.where(sweep) == "Discard Pile Zone"


def test_a_shield_stops_what_cannot_be_blocked_and_not_what_cannot_be_negated() -> None:
    # Given Unblockable damage, then it is Negated; given True damage, then it hits and no Counter is lost.
    for slug, left, damage in (("lance", 0, 0), ("verdict", 1, 3)):
        d = differing(CARDS, *ITSELF)
        a, y = d.character(0), d.character(1)
        skill = d.on(a, slug)
        d.counters(y, "Shield", 1)
        d.go(0, COMBAT)
        d.play(0, "use", skill, y)
        d.pass_all()
        assert (d.count(y, "Shield"), d.count(y, "Damage")) == (left, damage), slug


def test_a_deflected_attack_meets_the_shield_of_its_new_target() -> None:
    # Given a Normal Attack on Y, a Deflect onto W with a Shield, and no answer, then W is unhurt and has no
    # Shield left, and there are no TP; what Y has is not touched.
    d = differing(CARDS, *ITSELF)
    a, y, w = d.character(0), d.character(1), d.character(1)
    aside = d.on(y, "deflection")
    for h in (y, w):
        d.counters(h, "Shield", 1)
    d.go(0, COMBAT)
    d.tp(0, 5)
    d.play(0, "attack", a, y)
    d.play(1, "use", aside, -1, w)
    d.pass_all()
    assert (d.count(w, "Damage"), d.count(w, "Shield"), d.count(y, "Shield")) == (0, 0, 1)
    assert d.tp_of(0) == 5


def test_no_shield_is_lost_to_what_is_negated_already_or_has_nobody_to_perform_it() -> None:
    # Given an Attack that is Negated, or whose attacker has fallen, then the Shield is still there.
    for slug in ("veto", "riposte"):
        d = differing(CARDS, *ITSELF)
        a, y = d.character(0), d.character(1)
        skill, answer = d.on(a, "strike"), d.on(y, slug)
        d.counters(y, "Shield", 1)
        d.damage(a, 8)
        d.go(0, COMBAT)
        d.play(0, "use", skill, y)
        d.play(1, "use", answer, -1)
        d.pass_all()
        assert (d.count(y, "Shield"), d.count(y, "Damage")) == (1, 0), slug


def test_a_barrier_negates_whatever_targets_its_bearer_and_is_no_attack() -> None:
    # Given 2 Barrier Counters, when an Item, of its own side, and an activated ability target the card, then
    # both do nothing, are paid for, and take one each; an Attack is not stopped, nor is an effect that
    # targets nobody.
    d = differing(CARDS, *ITSELF)
    a, medic, y = d.character(0), d.character(0, "medic"), d.character(1)
    d.counters(y, "Barrier", 1)
    d.counters(a, "Barrier", 1)
    tp = d.tp_of(0)
    item(d, 0, "temper", a)
    assert (d.plv(a), d.count(a, "Barrier"), d.tp_of(0)) == (3, 0, tp)
    item(d, 0, "downpour")
    assert (d.count(y, "Damage"), d.count(y, "Barrier")) == (1, 1)
    d.go(0, COMBAT)
    d.play(0, "activate", medic, y)
    d.pass_all()
    assert (d.count(y, "Damage"), d.count(y, "Barrier"), d.tp_of(0)) == (1, 0, tp - 1)
    d.counters(y, "Barrier", 1)
    d.play(0, "attack", a, y)
    d.pass_all()
    assert (d.count(y, "Damage"), d.count(y, "Barrier")) == (4, 1)


def test_attaching_a_card_is_no_effect_that_a_barrier_negates() -> None:
    # Given a Barrier Counter, when an Augment and an Equip card are laid on its bearer, then they lie there.
    d = differing(CARDS, *ITSELF)
    y = d.character(0)
    d.counters(y, "Barrier", 1)
    for slug in ("bulk", "edge"):
        d.play(0, "play", d.hand(0, slug), y)
        d.pass_all()
    assert len(d.s.kids[y]) == 2 and d.count(y, "Barrier") == 1


def test_a_barrier_stops_a_triggered_ability_and_goes_with_its_bearer() -> None:
    # Given a Barrier on a Character that has changed sides, when an ability of its owner targets it, then it
    # is Negated; when it has left the field, the Counter is gone.
    d = differing(CARDS, *ITSELF, seats=3)
    y, x = d.character(1), d.character(2)
    item(d, 0, "charm", y)
    d.counters(y, "Barrier", 1)
    d.next_turn(1)
    d.play(1, "play", d.fighter(1, "stinger"), (KEY_TO, 0))
    d.until(PICK)
    d.play(1, "pick", y)
    d.pass_all()
    assert (d.count(y, "Barrier"), d.count(y, "Damage"), d.count(x, "Damage")) == (0, 0, 0)
    d.counters(y, "Barrier", 1)
    d.damage(y, 10)
    d.next_turn(2)
    assert d.where(y) == "Discard Pile Zone" and d.count(y, "Barrier") == 0


def test_who_is_immune_to_shields_has_none_that_works() -> None:
    # Given a Shield Counter on what is Immune to them, when it is attacked, then it is hit and loses none.
    d = differing(CARDS, *ITSELF)
    a, y = d.character(0), d.character(1, "purist")
    d.counters(y, "Shield", 1)
    d.go(0, COMBAT)
    d.play(0, "attack", a, y)
    d.pass_all()
    assert (d.count(y, "Damage"), d.count(y, "Shield")) == (3, 1)


# Paralyze as a state, and Counters that go one by one (fade2 keyword.paralyze-counter, status.cannot-act).


def test_who_bears_a_paralyze_counter_cannot_act_until_the_last_one_is_gone() -> None:
    # Given 2 Paralyze Counters put on B's Character in A's turn, then at once it uses no card attached to it;
    # in B's turn it neither Attacks, activates nor is moved, and 1 goes in B's End Phase, the other one in
    # B's next; then it acts again.
    d = differing(CARDS, *STATE)
    a, b, medic = d.character(0), d.character(1), d.character(1, "medic")
    guard = d.on(b, "guard")
    d.go(0, COMBAT)
    for h in (b, medic):
        d.counters(h, "Paralyze", 2)
    d.play(0, "attack", a, b)
    assert d.asked() == [1] and d.refused(1, "use", guard, -1) == "action.cannot-act"
    d.pass_all()
    assert d.count(b, "Damage") == 3
    d.next_turn(1)
    for left in (2, 1):
        assert d.count(b, "Paralyze") == left
        assert d.refused(1, "move", b) == "action.cannot-act"
        d.go(1, COMBAT)
        assert d.refused(1, "attack", b, a) == "action.cannot-act"
        assert d.refused(1, "activate", medic, a) == "action.cannot-act"
        d.next_turn(0)
        d.next_turn(1)
    assert d.count(b, "Paralyze") == 0 and d.can(1, "move", b)
    d.go(1, COMBAT)
    assert d.can(1, "attack", b, a) and d.can(1, "activate", medic, a)


def test_paralyze_that_is_no_state_forbids_nothing_by_being_there() -> None:
    # Given the Counter of an edition in which its removal forbids, then its bearer Attacks, also while
    # another one cannot act.
    d = differing(CARDS)
    a, b = d.character(0), d.character(1)
    item(d, 0, "shackle", b)
    d.go(0, COMBAT)
    d.counters(a, "Paralyze", 2)
    assert d.can(0, "attack", a, b)


def test_paralyze_goes_with_its_bearer_and_without_its_counter() -> None:
    # Given a Paralyzed Character that changes sides, then it does not act there either; with the Counter it
    # loses the state at once; Immune to Paralyze, or without its Counters after it fell, it acts.
    d = differing(CARDS, *STATE, seats=3)
    a, b, free = d.character(0), d.character(1), d.character(1, "steady")
    for h in (b, free):
        d.counters(h, "Paralyze", 2)
        item(d, 0, "charm", h)
    d.next_turn(1)
    d.next_turn(0)
    enemy = d.character(2)
    d.go(0, COMBAT)
    assert (d.count(b, "Paralyze"), d.count(free, "Paralyze")) == (1, 2)
    assert not d.can(0, "attack", b, enemy)
    assert d.can(0, "attack", free, enemy) and d.can(0, "attack", a, enemy)
    d.counters(b, "Paralyze", -1)
    assert d.can(0, "attack", b, enemy)


def test_drain_wears_off_in_the_end_phase_of_its_bearers_player() -> None:
    # Given Drain that wears in the End Phase, PLV 3 and 2 of them put in the enemy's turn, then PLV is 1
    # until after its own turn, then 2; with more than its PLV it has 0; Mute does not change that.
    row = ("[upkeep]", '[upkeep]\nDrain = { phase = "end", does = "wear" }')
    d = differing(CARDS, row)
    b, other = d.character(1), d.character(1)
    d.counters(b, "Drain", 2)
    d.counters(other, "Drain", 5)
    item(d, 0, "quiet", b)
    assert (d.plv(b), d.plv(other)) == (1, 0)
    d.next_turn(1)
    assert (d.plv(b), d.count(other, "Drain")) == (1, 5)
    d.next_turn(0)
    assert (d.plv(b), d.plv(other), d.count(other, "Drain")) == (2, 0, 4)


def test_poison_that_harms_one_by_one_knocks_out_in_the_end() -> None:
    # Given 3 Poison Counters and 5 HP, when three turns of its Player have begun, then there are 2 HP and no
    # Counters left; another one at 1 HP is Knocked Out by its first.
    d = differing(CARDS, ('does = "harm" }', 'does = "harm one" }'))
    b, weak = d.character(1), d.character(1)
    d.damage(b, 5)
    d.damage(weak, 9)
    for h in (b, weak):
        d.counters(h, "Poison", 3)
    for left in (2, 1, 0):
        d.next_turn(1)
        assert (d.count(b, "Poison"), d.hp(b)) == (left, 2 + left)
    assert d.where(weak) == "Discard Pile Zone"
