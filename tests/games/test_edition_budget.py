"""One Attack a turn in all (fade1 combat.one-attack-per-turn), and Combo, which goes beyond it."""

from __future__ import annotations

import pytest

from fadenet.console.faces.fade import FADE
from fadenet.engine import position
from fadenet.engine.errors import LoadError
from fadenet.games.fade.editions import shape
from fadenet.games.fade.tables import COMBAT, COMBO, KEY_N, KEY_TO
from fadenet.games.fade.typed import FadeRules
from tests.builders.editions import changed, differing
from tests.builders.scenario import Duel


def skill(name: str, rank: str, combo: int = 0, cost: int = 0) -> str:
    """A Skill that deals 1 damage."""
    keywords = f"keywords = {{ Combo = {combo} }}\n" if combo else ""
    slug = name.lower().replace(" ", "-")
    head = f'[card.{slug}]\nname = "{name}"\ntypes = ["Skill"]\nrank = "{rank}"\ncost = {cost}\n'
    return f"{head}{keywords}do = [{{ attack = 1 }}]\n"


CARDS = (
    skill("Jab", "Normal")
    + skill("Slam", "Hyper")
    + skill("Finish", "Ultra", 1)
    + skill("Knee", "Special", 1)
    + skill("Spin", "Special", 2)
    + skill("Dear", "Special", 1, 2)
    + """
[card.runner]
name = "Runner"
types = ["Character"]
hp = 20
plv = 2
agi = 3
[card.twin]
name = "Twin"
types = ["Character"]
hp = 20
plv = 2
agi = 3
keywords = { Multistrike = 1 }
[card.dasher]
name = "Dasher"
types = ["Character"]
hp = 20
plv = 2
agi = 3
keywords = { Flash = true }
[card.duelist]
name = "Duelist"
types = ["Character"]
hp = 20
plv = 2
ability = [{ activate = true, do = [{ attack = 1 }] }, { activate = true, do = [{ gain_tp = 1 }] }]
[card.rest]
name = "Rest"
types = ["Skill"]
rank = "Normal"
do = [{ heal = 1, of = "user" }]
[card.lunge]
name = "Lunge"
types = ["Reaction"]
rank = "Normal"
do = [{ attack = 1 }]
[card.snap]
name = "Snap"
types = ["Skill"]
rank = "Normal"
contingency = { count = "your hand", max = 9 }
do = [{ attack = 1 }]
[card.riposte]
name = "Riposte"
types = ["Reaction"]
rank = "Normal"
answers = { to = "attack" }
do = [{ attack = 1 }]
[card.doom]
name = "Doom"
types = ["Item"]
rank = "Normal"
targets = [{ pick = "all characters" }]
do = [{ knock_out = "target" }]
[card.boots]
name = "Boots"
types = ["Augment"]
rank = "Normal"
ability = [{ gives = { AGI = 2 } }]
"""
)
ONCE = (
    ('in_person = "last-stand"\n', 'in_person = "always"\nbudget = "one"\n'),
    ('Multistrike = { kind = "number", how = "round" }', 'Multistrike = { kind = "number", how = "turn" }'),
    (
        'fresh = "combat.entry-delay"\n',
        'fresh = "combat.entry-delay"\none-attack = "combat.skills-unlimited"\n',
    ),
)
COMBOS = (
    *ONCE,
    ("[board]", '[cards]\nstats = ["AGI"]\n\n[board]'),
    ('starts = ["deck", "orbital"]', 'starts = ["deck", "combo", "orbital"]'),
    ("[keywords]\n", '[keywords]\nCombo = { kind = "number" }\n'),
    ('back-row = "', 'combo = "attack.definition"\nback-row = "'),
)
SPENT, DRY, AGAIN = "combat.skills-unlimited", "attack.definition", "attack.normal-once"


def match(slug: str = "soldier") -> tuple[Duel, int, int]:
    """One of seat 0 against a Giant of seat 1, on seat 0's turn."""
    d = differing(CARDS, *COMBOS)
    return d, d.character(0, slug), d.character(1, "giant")


def used(d: Duel, h: int, *rest: int) -> None:
    """A card or ability is used on its way through a Chain of its own."""
    d.play(0, "use", h, *rest)
    d.pass_all()


def test_a_normal_attack_or_a_card_and_not_both() -> None:
    # Given a Normal Attack, then its attacker uses no Skill; given a Skill, then there is neither a Normal
    # Attack nor a second Skill of the same user. Another Character and the Player have theirs.
    d, mine, foe = match()
    other = d.character(0)
    first, second, third = d.on(mine, "jab"), d.on(other, "jab"), d.on(other, "rest")
    d.go(0, COMBAT)
    d.play(0, "attack", mine, foe)
    d.pass_all()
    assert d.refused(0, "use", first, foe) == SPENT and not d.can(0, "use", first, foe)
    assert d.refused(0, "attack", mine, foe) == AGAIN
    used(d, second, foe)
    assert d.refused(0, "attack", other, foe) == AGAIN and not d.can(0, "attack", other, foe)
    assert d.refused(0, "use", third) == SPENT
    assert d.can(0, "attack", d.body(0), foe)


@pytest.mark.parametrize("slug", ["rest", "lunge"])
def test_a_skill_without_damage_and_a_reaction_of_an_attacker_are_its_attack(slug: str) -> None:
    # Given a Skill that deals nothing, or a Reaction used without a Chain, then its user has Attacked.
    d, mine, foe = match()
    card = d.on(mine, slug)
    d.go(0, COMBAT)
    used(d, card, *[foe] * (slug == "lunge"))
    assert d.refused(0, "attack", mine, foe) == AGAIN


def test_abilities_that_attack_count_and_others_do_not() -> None:
    # Given an ability that Attacks, then it is not used twice, nor after it a Normal Attack; one that gains
    # TP is used as often as one likes.
    d, mine, foe = match("duelist")
    d.go(0, COMBAT)
    for _ in range(2):
        d.play(0, "activate", mine, (KEY_N, 2))
        d.pass_all()
    d.play(0, "activate", mine, (KEY_N, 1), foe)
    d.pass_all()
    assert d.refused(0, "activate", mine, (KEY_N, 1), foe) == SPENT and d.can(0, "activate", mine, (KEY_N, 2))
    assert d.refused(0, "attack", mine, foe) == AGAIN


def test_a_counter_leaves_the_attack_of_the_turn_alone() -> None:
    # Given a Counter to an Attack, and one by the turn player to that Counter, then neither is the Attack of
    # who made it, and the turn player's next one is a Normal Attack as ever.
    d, mine, foe = match()
    helper = d.character(0)
    theirs, own = d.on(foe, "riposte"), d.on(helper, "riposte")
    d.go(0, COMBAT)
    d.play(0, "attack", mine, foe)
    d.play(1, "use", theirs, -1)
    d.play(0, "use", own, -2)
    d.pass_all()
    assert d.can(0, "attack", helper, foe) and not d.can(0, "attack", mine, foe)


def test_what_contingency_allows_is_no_attack_of_the_turn() -> None:
    # Given a Skill in Hand that its Contingency allows, then its Player uses it and Attacks in person too.
    d, _, foe = match()
    snap = d.hand(0, "snap")
    d.go(0, COMBAT)
    used(d, snap, foe)
    assert d.can(0, "attack", d.body(0), foe)


def test_multistrike_adds_normal_attacks_before_and_after_a_card() -> None:
    # Given Multistrike 1, then there are two Normal Attacks, or a Skill and one, in either order; no second
    # Skill, and no third Attack.
    d, mine, foe = match("twin")
    first, second = d.on(mine, "jab"), d.on(mine, "jab")
    d.go(0, COMBAT)
    used(d, first, foe)
    assert d.refused(0, "use", second, foe) == SPENT
    d.play(0, "attack", mine, foe)
    d.pass_all()
    assert d.refused(0, "attack", mine, foe) == AGAIN
    d.next_turn(0)
    d.go(0, COMBAT)
    d.play(0, "attack", mine, foe)
    d.pass_all()
    assert d.can(0, "use", second, foe)
    d.play(0, "attack", mine, foe)
    d.pass_all()
    assert d.refused(0, "use", second, foe) == SPENT and d.refused(0, "attack", mine, foe) == AGAIN


def test_an_attack_that_is_linked_counts_as_any_other() -> None:
    # Given a Normal Attack in answer to a Counter, then its attacker has Attacked in this turn; and who has
    # Attacked links none.
    d = differing(
        CARDS,
        *COMBOS[1:],
        ('in_person = "last-stand"\n', 'in_person = "always"\nbudget = "one"\nnormal_links = true\n'),
        ('declaration = "', 'linked-attack = "chain.skill-continues"\ndeclaration = "'),
    )
    mine, other, foe = d.character(0), d.character(0), d.character(1, "giant")
    first, second, jab = d.on(foe, "riposte"), d.on(foe, "riposte"), d.on(other, "jab")
    d.go(0, COMBAT)
    d.play(0, "attack", mine, foe)
    d.play(1, "use", first, -1)
    d.play(0, "attack", other, foe)
    d.pass_all()
    assert d.refused(0, "attack", other, foe) == AGAIN and d.refused(0, "use", jab, foe) == SPENT
    d.play(0, "attack", d.body(0), foe)
    d.play(1, "use", second, -1)
    assert not d.can(0, "attack", other, foe) and not d.can(0, "use", jab, foe)


def test_the_combo_ladder() -> None:
    # Given AGI 3 and a Hyper Skill, then an Ultra Combo card is refused; a Special one with Combo 2 is
    # accepted, and 1 is left; one with Combo 1 is accepted after it; then nothing is left, and no Attack.
    for slug, again in (("runner", False), ("twin", True)):
        d, mine, foe = match(slug)
        slam, finish, spin, knee, last = (d.on(mine, x) for x in ("slam", "finish", "spin", "knee", "knee"))
        d.next_turn(0)
        d.go(0, COMBAT)
        assert d.s.num[COMBO][mine] == 3
        used(d, slam, foe)
        assert d.refused(0, "use", finish, foe) == DRY and not d.can(0, "use", finish, foe)
        used(d, spin, foe)
        assert d.s.num[COMBO][mine] == 1
        used(d, knee, foe)
        assert d.s.num[COMBO][mine] == 0
        assert d.refused(0, "use", last, foe) == DRY
        assert d.can(0, "attack", mine, foe) == again


def test_after_a_normal_attack_a_combo_card_of_any_rank_follows_and_is_paid_for() -> None:
    # Given a Normal Attack and 4 TP, then an Ultra card follows; two that cost 2 TP leave none and take 1
    # Combo Potential each; a fourth Combo card finds none, and a Skill without Combo is refused.
    d, mine, foe = match("runner")
    finish, dear, again, knee, jab = (d.on(mine, x) for x in ("finish", "dear", "dear", "knee", "jab"))
    d.next_turn(0)
    d.go(0, COMBAT)
    d.play(0, "attack", mine, foe)
    d.pass_all()
    assert d.refused(0, "use", jab, foe) == SPENT
    d.tp(0, 4)
    for card in (finish, dear, again):
        used(d, card, foe)
    assert (d.tp_of(0), d.s.num[COMBO][mine]) == (0, 0)
    assert d.refused(0, "use", knee, foe) == DRY


def test_a_combo_card_may_be_the_first_attack_and_waits_for_the_end_of_a_chain() -> None:
    # Given a Combo card as the first Attack, then it costs no Combo Potential; while its Chain is running the
    # next one is not linked, and after it follows; then a Normal Attack is refused.
    d, mine, foe = match("runner")
    knee, next_one = d.on(mine, "knee"), d.on(mine, "knee")
    theirs = d.on(foe, "riposte")
    d.next_turn(0)
    d.go(0, COMBAT)
    d.play(0, "use", knee, foe)
    d.play(1, "use", theirs, -1)
    assert d.s.num[COMBO][mine] == 3
    d.pass_all()
    used(d, next_one, foe)
    assert d.s.num[COMBO][mine] == 2
    assert d.refused(0, "attack", mine, foe) == AGAIN


def test_a_combo_card_is_no_link_after_an_attack() -> None:
    # Given a Normal Attack that was answered, when the turn player could link, then no Combo card is one.
    d, mine, foe = match("runner")
    knee, theirs = d.on(mine, "knee"), d.on(foe, "riposte")
    d.next_turn(0)
    d.go(0, COMBAT)
    d.play(0, "attack", mine, foe)
    d.play(1, "use", theirs, -1)
    assert d.asked() == [0] and d.refused(0, "use", knee, foe) == DRY


def test_the_potential_is_set_as_the_turn_starts_and_at_no_other_time() -> None:
    # Given AGI 3, of which 2 are left, then the next turn sets 3, not 5; AGI +2 in mid-turn counts from the
    # next turn on; who enters in mid-turn, with Flash, has none; a Player has what the book says.
    d = differing(CARDS, *COMBOS, figures={"starting_agi": 1})
    mine, foe = d.character(0, "runner"), d.character(1, "giant")
    knee = d.on(mine, "knee")
    d.next_turn(0)
    assert [d.s.num[COMBO][h] for h in (mine, d.body(0), d.body(1), foe)] == [3, 1, 1, 0]
    boots = d.hand(0, "boots")
    d.play(0, "play", boots, mine)
    d.pass_all()
    twin = d.fighter(0, "dasher")
    d.play(0, "play", twin, (KEY_TO, 0))
    d.pass_all()
    jab = d.on(twin, "knee")
    d.go(0, COMBAT)
    for who in (mine, twin):
        d.play(0, "attack", who, foe)
        d.pass_all()
    used(d, knee, foe)
    assert [d.s.num[COMBO][h] for h in (mine, twin)] == [2, 0]
    assert d.refused(0, "use", jab, foe) == DRY
    d.next_turn(0)
    assert [d.s.num[COMBO][h] for h in (mine, twin)] == [5, 3]


def test_who_leaves_the_field_takes_no_potential_along() -> None:
    # Given Combo Potential, when its bearer is Knocked Out, then there is none in the Discard Pile.
    d, mine, _ = match("runner")
    d.next_turn(0)
    d.play(0, "play", d.hand(0, "doom"), mine)
    assert d.s.num[COMBO][mine] == 3
    d.pass_all()
    assert d.where(mine) == "Discard Pile Zone" and d.s.num[COMBO][mine] == 0


def test_the_terminal_and_a_position_show_the_potential() -> None:
    # Given Combo Potential 3, then the card's marks and its detail say so; a written position holds it.
    d, mine, _ = match("runner")
    d.next_turn(0)
    assert FADE.marks(d.s, mine).startswith("Co3")
    assert "Combo Potential 3" in FADE.detail(d.s, mine, d.s.code[mine])
    assert position.load(d.rules, position.dump(d.s)).num[COMBO][mine] == 3


@pytest.mark.parametrize(
    ("pairs", "says"),
    [
        ((*COMBOS[:1], *COMBOS[2:]), "Multistrike.how"),
        ((*COMBOS[1:3], *COMBOS[4:]), "one-attack"),
        ((*COMBOS[:4], *COMBOS[5:]), "turn.starts"),
    ],
)
def test_words_that_do_not_go_together_are_refused(pairs: tuple[tuple[str, str], ...], says: str) -> None:
    # Given a Multistrike by the round, a reason without the budget, or Combo that no turn sets, then loading
    # names the key.
    with pytest.raises(LoadError, match=says):
        shape.read(FadeRules.package, "made.toml", changed(*pairs))
