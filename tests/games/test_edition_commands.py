"""Commands: where they are played, what they make Command Material, how they are activated."""

from __future__ import annotations

import pytest

from fadenet.console.faces.fade import FADE
from fadenet.engine import atoms, kernel, notation
from fadenet.engine.errors import LoadError
from fadenet.engine.invariants import fault as unsound
from fadenet.engine.state import MODE, TURNED
from fadenet.games.fade.editions import grid, shape
from fadenet.games.fade.field import board, commands, legality, natures, values
from fadenet.games.fade.tables import (
    AFTERMATH,
    ATTACH,
    CELL,
    COMBAT,
    DIRECTIONS,
    HAND,
    NULL,
    PREPARATION,
)
from fadenet.games.fade.typed import FadeRules
from tests.builders.cells import GRID, ROWS, to
from tests.builders.commands import BARE, COMMANDS, REASONS, duel
from tests.builders.editions import changed, differing
from tests.builders.scenario import Duel
from tests.cards.fade import augment, cards, character, command, item, reaction, skill

CARDS = (
    cards("charm", "exhume", "topple", "upward")
    + command(
        "down-left",
        name="Down and Left",
        directions=["Down-Left"],
        ability={"activate": True, "do": {"draw": 1}},
    )
    + command(
        "all-round",
        directions=["Up", "Up-Right", "Right", "Down-Right", "Down", "Down-Left", "Left", "Up-Left"],
        needs=[{"type": "Character"}, {"type": "Augment"}],
        ability=[
            {"activate": True, "limit": 2, "do": {"draw": 1}},
            {"activate": True, "do": {"gain_tp": {"count": "materials"}}},
        ],
    )
    + character(
        "worker",
        hp=5,
        plv=1,
        ability=[
            {"activate": True, "do": {"draw": 1}},
            {"on": "destroyed", "of": "this", "do": {"draw": 1}},
            {"on": "enters", "of": "this", "do": {"draw": 1}},
        ],
    )
    + augment("hush", attach="all characters", ability={"gives": {"Mute": True}})
    + character("ward", plv=1, keywords={"Immune": ["Commands"]})
    + command(
        "ram",
        directions=["Up"],
        ability={"activate": True, "targets": "enemy characters", "do": {"damage": 2, "to": "target"}},
    )
    + reaction("kick", targets="all characters", answers="ability", do={"row": "target", "to": "backup"})
    + reaction("smash", targets="all commands", answers="ability", do={"destroy": "target"})
    + skill("omen", keywords={"Buildup": 1}, do={"attack": 2})
    + item(
        "tuck",
        targets="your discard pile",
        do={"under": "target", "onto": {"from": "your attached cards", "type": "Skill"}},
    )
    + character("mend", plv=1, ability={"gives": {"HP": 3}})
)


PYRE = character("pyre", plv=1, keywords={"Infused": ["Fire"], "Immune": ["Items"], "Affinity": ["Fire"]})


def match(*pairs: tuple[str, str], seats: int = 2, text: str = "") -> Duel:
    return duel(CARDS + text, *pairs, seats=seats)


def materials(d: Duel) -> set[int]:
    return {*commands.layout(d.s).materials}


def hand(d: Duel, seat: int = 0) -> int:
    return d.size(seat, HAND)


def sound(d: Duel) -> None:
    """The position is whole."""
    assert not unsound(d.s)


# The grid and the edition's file.


def test_neighbours_are_found_in_eight_directions() -> None:
    # Given five rows of five cells, then Up of b3 is c3, Left b2, Down a3, Up-Left c2; b1 has no Left, and a
    # cell of the last row nothing below.
    made = grid.read(ROWS)
    names = made.names

    def near(name: str) -> dict[str, str]:
        return {way: names[x] for way, x in zip(DIRECTIONS, made.near[names.index(name)], strict=True) if x}

    assert near("b3") == {
        "Up": "c3",
        "Up-Right": "c4",
        "Right": "b4",
        "Down-Right": "a4",
        "Down": "a3",
        "Down-Left": "a2",
        "Left": "b2",
        "Up-Left": "c2",
    }
    assert set(near("b1")) == {"Up", "Up-Right", "Right", "Down-Right", "Down"}
    assert set(near("b10")) == {"Up", "Left", "Up-Left"} and made.near[0] == (0,) * 8


def test_an_edition_says_what_materials_are() -> None:
    # Given a file with a wrong word, Synchronize without Commands, or Commands without cells, then the error
    # names the key.
    text = changed(*COMMANDS)
    reasons = "\n".join([f'{word} = "{rule}"' for word, rule in REASONS.items()])
    faults = {
        "commands": text.replace('materials = "silent"', 'materials = "loud"'),
        "keywords.Synchronize": text.replace('[commands]\nmaterials = "silent"\n', "").replace(reasons, ""),
        "reasons.lay": text.replace('lay = "prep.zones"\n', ""),
        "commands ": changed(*[pair for pair in COMMANDS if pair not in GRID]),
    }
    for key, said in faults.items():
        assert said != text
        with pytest.raises(LoadError) as fault:
            shape.read(FadeRules.package, "made.toml", said)
        assert fault.value.key == key.rstrip()


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ('types = ["Command"]', "name directions"),
        ('types = ["Command"]\ndirections = ["Left", "Left"]', "name directions"),
        ('types = ["Command"]\ndirections = ["North"]', "no direction"),
        ('types = ["Item"]\nrank = "Normal"\ndirections = ["Left"]', "only a Command"),
        ('types = ["Command"]\ndirections = ["Left"]\nneeds = [{ n = 9, type = "Skill" }]', "from 1 to 8"),
        ('types = ["Command"]\ndirections = ["Left"]\nneeds = [{ n = 5 }, { n = 4 }]', "at most 8"),
        ('types = ["Command"]\ndirections = ["Left"]\ndo = [{ draw = 1 }]', "write an ability"),
    ],
)
def test_what_is_no_command_is_refused(row: str, why: str) -> None:
    # Given a card that is no Command as it should be, then the error says why.
    with pytest.raises(LoadError, match=why):
        duel(f'[card.x]\nname = "X"\n{row}\n')


def test_only_an_edition_with_commands_has_them() -> None:
    # Given the edition that is there, then a Command is no card of it, and no word of its cards means one.
    for row in (
        'types = ["Command"]\ndirections = ["Left"]',
        'types = ["Character"]\nhp = 1\nplv = 1\nkeywords = { Immune = ["Commands"] }',
        'types = ["Item"]\nrank = "Normal"\ndo = [{ destroy = "all commands" }]',
        'types = ["Item"]\nrank = "Normal"\ndo = [{ destroy = { from = "all cards", type = "Command" } }]',
        'types = ["Item"]\nrank = "Normal"\ndo = [{ destroy = "materials" }]',
        'types = ["Item"]\nrank = "Normal"\ndo = [{ search = 1, for = { type = "Command" } }]',
    ):
        with pytest.raises(LoadError, match=r"Command|commands|materials"):
            differing(f'[card.x]\nname = "X"\n{row}\n')


def test_a_command_says_what_it_is() -> None:
    # Given Forge, then its text and its face say directions, what it needs, and what it is.
    d = match()
    card = d.rules.by_slug["smithy"]
    assert card.text == "Command Materials (Left, Right): 2 Fire Character cards. Activate: draw 1 card."
    assert d.rules.by_slug["gate"].text.startswith("Command Materials (Left, Right). ")
    h = d.hand(0, "smithy")
    assert FADE.worth(d.s, h, card.code) == "Cmd R/L 1TP"


# Playing.


def test_a_command_is_played_into_a_free_cell_of_three_kinds() -> None:
    # Given c2 taken and 2 TP, then Gate is played to c3, b1 or a5, not to c2, the closed c6 or nowhere named;
    # it comes at once, is paid for, and fills its cell.
    d = match()
    d.character(0, at="c2")
    d.hand(1, "guard")
    gate, other = d.hand(0, "gate"), d.fighter(0, "squire")
    d.tp(0, 2)
    for name in ("c3", "b1", "a5"):
        assert d.can(0, "play", gate, to(d, name))
    for name in ("c2", "c6"):
        assert d.refused(0, "play", gate, to(d, name)) == REASONS["command-place"]
    assert d.refused(0, "play", gate) == REASONS["command-place"]
    d.play(0, "play", gate, to(d, "c3"))
    assert (d.at(gate), d.tp_of(0), d.s.chain) == ("c3", 0, ())
    assert board.standing(d.s, 0)[d.cell("c3")] == gate
    assert not d.can(0, "play", other, to(d, "c3")) and FADE.place(d.s, 0, gate) == "c3"
    sound(d)


def test_a_command_is_played_in_preparation_and_aftermath_for_its_cost() -> None:
    # Given 1 TP, then Gate is too dear; with 2 it is played in the Aftermath, not in combat nor by the other.
    d = match()
    gate, theirs = d.hand(0, "gate"), d.hand(1, "gate")
    d.tp(0, 1)
    assert d.refused(0, "play", gate, to(d, "c1")) == "value.costs"
    d.tp(0, 2)
    d.go(0, COMBAT)
    assert d.refused(0, "play", gate, to(d, "c1"))
    d.go(0, AFTERMATH)
    d.tp(0, 2)
    d.play(0, "play", gate, to(d, "b2"))
    assert d.at(gate) == "b2" and d.where(theirs) == "Hand"


def test_a_command_is_no_character() -> None:
    # Given a Player with a Command in front and no Character, then that Player is in The Last Stand, and only
    # the Player is attacked; "characters" finds no Command, "commands" and "cards" do.
    d = match()
    me, gate = d.character(0, at="c1"), d.command(1, "gate", "c1")
    assert values.last_stand(d.s, 1)
    d.go(0, COMBAT)
    verb = d.rules.verbs.index("attack")
    assert {move[2] for move in d.options(0) if move[0] == verb and move[1] == me} == {d.body(1)}
    d.go(1, PREPARATION)
    d.play(1, "play", d.hand(1, "topple"), gate)
    d.pass_all()
    assert d.where(gate) == "Discard Pile Zone" and d.s.num[CELL][gate] == 0
    sound(d)


# What is Material.


def test_every_face_up_card_in_a_listed_direction_is_material() -> None:
    # Given Gate in c2 with a Character on either side, one below, a Zone card in c3 and a face-down card on
    # the Character there, then the two beside it are Materials, and nothing else is.
    d = match()
    gate = d.command(0, "gate", "c2")
    left, right, below = [d.character(0, at=name) for name in ("c1", "c3", "b2")]
    d.on(right, "guard")
    d.zone(0, "plain", at="c3")
    theirs = d.character(1, at="c1")
    assert materials(d) == {left, right}
    assert not {gate, below, theirs} & materials(d)
    assert "mat" in FADE.marks(d.s, left) and "Command Material" in FADE.detail(d.s, left, d.s.code[left])
    beside = d.on(d.body(0), "edge", 1, at="a2")
    hidden = d.on(d.body(0), "guard", at="a4")
    d.command(0, "gate", "a3")
    assert materials(d) == {left, right, beside} and hidden not in materials(d)


def test_a_material_triggers_nothing_while_its_continuous_effect_counts() -> None:
    # Given a Sentinel as Material, when it is attacked, then it draws nothing, but has its PLV and attacks
    # itself; once the Command is destroyed it draws.
    d = match()
    me = d.character(0, at="c1")
    gate, h = d.command(1, "gate", "c2"), d.character(1, "sentinel", at="c3")
    assert d.plv(h) == 3
    d.go(0, COMBAT)
    d.play(0, "attack", me, h)
    d.pass_all()
    assert hand(d, 1) == 0 and d.hp(h) < 9
    d.play(0, "play", d.hand(0, "topple"), gate)
    d.pass_all()
    assert not materials(d) and d.where(h) == "Character Zone"
    other = d.character(0, at="c2")
    d.play(0, "attack", other, h)
    d.pass_all()
    assert hand(d, 1) == 1
    d.go(1, COMBAT)
    assert d.can(1, "attack", h, me)


def test_a_material_activates_nothing_and_falls_in_silence() -> None:
    # Given a Worker as Material, then it is not activated, and its Knock Out triggers nothing; one that is no
    # Material does both.
    d = match()
    d.command(0, "gate", "c2")
    h, free = d.character(0, "worker", at="c3"), d.character(0, "worker", at="c5")
    d.go(0, COMBAT)
    assert d.refused(0, "activate", h) == REASONS["material"] and d.can(0, "activate", free)
    before = hand(d)
    d.damage(h, 9)
    d.play(0, "activate", free)
    d.pass_all()
    assert d.where(h) == "Discard Pile Zone" and hand(d) == before + 1
    d.damage(free, 9)
    d.play(0, "play", d.hand(0, "ration"))
    d.pass_all()
    assert d.where(free) == "Discard Pile Zone" and hand(d) == before + 3


def test_a_character_that_enters_as_material_triggers_nothing() -> None:
    # Given Gate in c2, when a Worker is played to c3, then it draws nothing; to c5 it draws.
    d = match()
    d.command(0, "gate", "c2")
    first, second = d.fighter(0, "worker"), d.fighter(0, "worker")
    d.play(0, "play", first, to(d, "c3"))
    d.pass_all()
    assert hand(d) == 0 and materials(d) == {first}
    d.play(0, "play", second, to(d, "c5"))
    d.pass_all()
    assert hand(d) == 1


def test_where_an_effect_brings_a_character_its_player_decides_what_it_triggers() -> None:
    # Given Gate in b2, when a Worker comes out of the Discard Pile and its Player chooses b3, then it draws
    # nothing; in b5 it draws.
    for name, drawn in (("b3", 0), ("b5", 1)):
        d = match()
        d.command(0, "gate", "b2")
        dead = d.discard(0, "worker")
        d.play(0, "play", d.hand(0, "exhume"), dead)
        d.until(MODE)
        cells = kernel.candidates(d.s, d.s.asks[0], {})
        d.answer(0, d.move("mode", (0, 1 + cells.index(d.cell(name)))))
        d.pass_all()
        assert (d.at(dead), hand(d)) == (name, drawn)


def test_what_builds_up_is_not_activated_as_material() -> None:
    # Given a Skill with Buildup 1 beside its Player as Material, when a card comes underneath, then it is not
    # activated; without the Command it is.
    for there in (True, False):
        d = match()
        if there:
            d.command(0, "gate", "a2")
        omen, foe = d.on(d.body(0), "omen", 1, at="a3"), d.character(1, at="c1")
        d.play(0, "play", d.hand(0, "tuck"), d.discard(0, "squire"))
        d.pass_all()
        assert (d.count(foe, "Damage"), d.at(omen) == "a3") == ((0, True) if there else (2, False))


def test_a_prevented_card_is_material() -> None:
    # Given a card that lies turned beside its Player, then a Command counts it, as it lies face-up.
    d = match()
    turned = d.on(d.body(0), "edge", 1, at="a3")
    atoms.lay_on(d.s, turned, d.body(0), TURNED, 1, ATTACH)
    d.command(0, "gate", "a2")
    assert materials(d) == {turned}


def test_a_material_that_leaves_its_cell_is_none() -> None:
    # Given a Worker as Material in c3, when it goes to b3 it is activated; back in c3 it is not; when it has
    # fallen and another comes, that one is Material.
    d = match()
    d.command(0, "gate", "c2")
    h = d.character(0, "worker", at="c3")
    d.play(0, "move", h, to(d, "b3"))
    assert not materials(d)
    d.play(0, "move", h, to(d, "c3"))
    assert materials(d) == {h}
    d.go(0, AFTERMATH)
    d.play(0, "move", h, to(d, "c4"))
    assert not materials(d)
    d.play(0, "move", h, to(d, "c1"))
    assert materials(d) == {h}
    d.damage(h, 9)
    d.play(0, "play", d.hand(0, "ration"))
    d.pass_all()
    assert not materials(d)
    other = d.character(0, at="c1")
    assert materials(d) == {other}
    sound(d)


def test_a_material_whose_control_changes_is_none() -> None:
    # Given an enemy's Material, when control of it is taken, then it is none on the other side; in a cell
    # beside the taker's Command it is that one's.
    d = match()
    d.command(1, "gate", "c2")
    d.command(0, "right", "c1")
    h = d.character(1, "worker", at="c3")
    assert materials(d) == {h}
    d.play(0, "play", d.hand(0, "charm"), h)
    d.until(MODE)
    cells = kernel.candidates(d.s, d.s.asks[0], {})
    d.answer(0, d.move("mode", (0, 1 + cells.index(d.cell("b1")))))
    assert d.s.ctrl[h] == 0 and not materials(d)
    d.go(0, PREPARATION)
    d.play(0, "move", h, to(d, "c2"))
    assert materials(d) == {h}
    sound(d)


def test_mute_and_material_are_two_things() -> None:
    # Given a Muted Material, when its Command goes, then it is Muted still; what is
    # Muted was Material all the same.
    d = match()
    gate, h = d.command(0, "gate", "c2"), d.character(0, "worker", at="c3")
    d.on(h, "hush", 1)
    assert materials(d) == {h}
    d.play(0, "play", d.hand(0, "topple"), gate)
    d.pass_all()
    d.go(0, COMBAT)
    assert not materials(d) and d.refused(0, "activate", h) == "keyword.mute"


# Commands and Commands.


def test_a_command_that_is_material_does_not_work() -> None:
    # Given K and later L side by side, each at the other, then K works and L is refused as its Material; a
    # Character at which L points is none; when K is destroyed, L works.
    d = match()
    k, second = d.command(0, "gate", "c2"), d.command(0, "gate", "c3")
    h = d.character(0, at="c4")
    d.go(0, COMBAT)
    assert materials(d) == {second} and h not in materials(d)
    assert d.can(0, "activate", k) and d.refused(0, "activate", second) == REASONS["command-material"]
    d.play(0, "play", d.hand(0, "topple"), k)
    d.pass_all()
    assert materials(d) == {h} and d.can(0, "activate", second)


def test_who_was_placed_first_counts_and_not_where() -> None:
    # Given L in c3 placed before K in c2, then L works.
    d = match()
    first = d.command(0, "gate", "c3")
    second = d.command(0, "gate", "c2")
    assert materials(d) == {second} and commands.layout(d.s).working == {first}


@pytest.mark.parametrize("order", [(0, 1, 2), (1, 2, 0), (2, 1, 0)])
def test_in_a_ring_of_three_the_first_works_and_breaks_it(order: tuple[int, ...]) -> None:
    # Given three Commands each at the next, then the one placed first works and is no Material, the next one
    # is its Material, and the last works, as nothing that works points at it.
    d = match()
    ring = [("right", "c1"), ("down-left", "c2"), ("upward", "b1")]
    made = {n: d.command(0, *ring[n]) for n in order}
    first = order[0]
    following, last = made[(first + 1) % 3], made[(first + 2) % 3]
    assert commands.layout(d.s).working == {made[first], last} and materials(d) == {following}
    assert [commands.materials_of(d.s, h) for h in (made[first], last)] == [[following], []]
    d.go(0, COMBAT)
    assert d.can(0, "activate", made[first]) and d.can(0, "activate", last)
    assert d.refused(0, "activate", following) == REASONS["command-material"]


def test_what_a_ring_points_at_waits_for_it() -> None:
    # Given a Command placed before a ring of two that points at it, then the ring is settled first: it is the
    # Material of the one that works.
    d = match()
    old = d.command(0, "right", "b2")
    k, second = d.command(0, "all-round", "c2"), d.command(0, "gate", "c3")
    assert commands.layout(d.s).working == {k} and materials(d) == {old, second}


# Activation.


def test_a_command_is_activated_with_its_materials_once_a_turn() -> None:
    # Given Forge in c3, a Flame in c2 and one below it, then it is refused; with a second Flame in c4 it is
    # activated, on a Chain, and stays with both; a second time it is refused, in the next turn it is not.
    d = match()
    forge = d.command(0, "smithy", "c3")
    first, _ = d.character(0, "fire-spirit", at="c2"), d.character(0, "fire-spirit", at="b3")
    assert d.refused(0, "activate", forge) == REASONS["command-needs"]
    other = d.character(0, at="c4")
    assert d.refused(0, "activate", forge) == REASONS["command-needs"]
    d.play(0, "move", other, to(d, "b4"))
    second = d.character(0, "fire-spirit", at="c4")
    d.play(0, "activate", forge)
    assert len(d.s.chain) <= 1
    d.pass_all()
    assert hand(d) == 1 and (d.at(forge), d.at(first), d.at(second)) == ("c3", "c2", "c4")
    d.go(0, COMBAT)
    assert d.refused(0, "activate", forge) == REASONS["command-once"]
    d.next_turn(0)
    assert d.can(0, "activate", forge)


def test_a_command_is_activated_in_the_three_phases_of_the_own_battle() -> None:
    # Given Gate, then it is activated in the Preparation, the Combat and the Aftermath Phase of its Player's
    # turn, not in another's, and not while a Chain is running.
    d = match()
    gate, theirs = d.command(0, "gate", "c3"), d.command(1, "gate", "c3")
    d.on(d.character(0, at="c1"), "guard")
    for phase in (PREPARATION, COMBAT, AFTERMATH):
        d.go(0, phase)
        assert d.can(0, "activate", gate)
    for seat in (0, 1):
        d.play(seat, "play", d.hand(seat, "ration"))
        while d.asked() != [0]:
            d.step()
        assert d.s.chain and d.refused(0, "activate", gate) == REASONS["command-moment"]
        d.go(1, PREPARATION)
    assert d.can(1, "activate", theirs)


def test_a_limit_of_its_own_takes_the_place_of_once_a_turn() -> None:
    # Given All Round with a first ability twice a turn and a second one without a limit, then the first is
    # used twice, and then the second, which shares the limit of Commands, no more.
    d = match()
    h = d.command(0, "all-round", "b3")
    d.character(0, at="c3")
    assert d.refused(0, "activate", h, (3, 1)) == REASONS["command-needs"]
    d.on(d.body(0), "edge", 1, at="a3")
    for _ in range(2):
        d.play(0, "activate", h, (3, 1))
        d.pass_all()
    assert d.refused(0, "activate", h, (3, 1)) == "limit.repeat"
    assert d.refused(0, "activate", h, (3, 2)) == REASONS["command-once"]
    d.next_turn(0)
    d.tp(0, 0)
    d.play(0, "activate", h, (3, 2))
    d.pass_all()
    assert d.tp_of(0) == 2


def test_an_activation_goes_on_without_its_materials_and_without_its_command() -> None:
    # Given Ram activated with a Soldier above, when an answer sends the Soldier away, or destroys Ram, then
    # it does what it says all the same.
    for slug in ("kick", "smash"):
        d = match()
        ram, h = d.command(0, "ram", "b1"), d.character(0, at="c1")
        victim, guardian = d.character(1, at="c1"), d.character(1, at="c2")
        answer = d.on(guardian, slug)
        d.play(0, "activate", ram, victim)
        while d.asked() != [1]:
            d.step()
        d.play(1, "use", answer, -1, ram if slug == "smash" else h)
        d.pass_all()
        assert d.hp(victim) == d.rules.cards[d.s.code[victim]].stats[1] - 2
        assert (d.where(ram) == "Discard Pile Zone") == (slug == "smash")
        assert slug == "smash" or d.at(h) != "c1"


def test_immune_to_commands_keeps_them_away() -> None:
    # Given a Ward, Immune to Commands, then Ram does not name it.
    d = match()
    ram, ward, other = d.command(0, "ram", "b1"), d.character(1, "ward", at="c1"), d.character(1, at="c2")
    assert d.refused(0, "activate", ram, ward) and d.can(0, "activate", ram, other)


# Materials without effects.


def test_bare_materials_have_no_printed_effects_and_keywords() -> None:
    # Given materials = "bare", then a Sentinel as Material has neither its PLV nor Charge, but what others
    # give it and its figures; away from the Command it has them again.
    d = match(*BARE)
    d.command(0, "gate", "c2")
    h = d.character(0, "sentinel", at="c3")
    d.on(h, "edge", 1)
    gain = d.plv(h) - 1
    assert gain > 0 and values.keyword(d.s, h, d.rules.edition.keywords["Charge"]) == 0
    tp = d.tp_of(0)
    d.play(0, "move", h, to(d, "b3"))
    assert d.plv(h) == 3 + gain and values.keyword(d.s, h, d.rules.edition.keywords["Charge"]) == 2
    d.play(0, "move", h, to(d, "c3"))
    d.next_turn(0)
    assert d.tp_of(0) == tp + d.rules.figures.tp_gain_starting_phase or d.tp_of(0) == d.rules.figures.tp_most


def test_bare_materials_are_neither_infused_nor_immune_and_make_nothing_cheaper() -> None:
    # Given materials = "bare" and a Pyre, Infused, Immune and with Affinity, then as Material it is none of
    # that; away from the Command it is.
    d = match(BARE[0], (BARE[1][0], BARE[1][1] + 'Affinity = { kind = "elements" }\n'), text=PYRE)
    d.command(0, "gate", "c2")
    h, strike = d.character(0, "pyre", at="c3"), d.on(d.body(0), "strike", 1)
    immune, card = d.rules.edition.keywords["Immune"], d.rules.by_slug["strike"]
    assert natures.elements(d.s, h) == NULL and values.keyword(d.s, h, immune) == 0
    assert not values.immunities(d.s, (h,)) and legality.cost(d.s, strike, card) == card.stats[0] > 0
    d.play(0, "move", h, to(d, "b3"))
    assert natures.elements(d.s, h) == card.traits and values.keyword(d.s, h, immune) > 0
    assert values.immunities(d.s, (h,)) and legality.cost(d.s, strike, card) == card.stats[0] - 1


def test_hp_of_a_bare_material_are_gone_with_its_effects() -> None:
    # Given a Mend with 10 damage of its 12 HP, when a Command is played beside it, then it is Knocked Out.
    d = match(*BARE)
    h = d.character(0, "mend", at="c3")
    d.damage(h, 10)
    assert d.hp(h) == 2
    d.play(0, "play", d.hand(0, "gate"), to(d, "c2"))
    d.pass_all()
    assert d.where(h) == "Discard Pile Zone" and d.happened("knocked-out")


def test_an_augment_in_a_cell_is_material_and_its_bearer_loses_what_it_gives() -> None:
    # Given materials = "bare" and an Augment that lies on its bearer in a cell of its own, when a Command
    # points at that cell, then the bearer has nothing of it.
    d = match(*BARE)
    h = d.character(0, at="c3")
    edge = d.on(h, "edge", 1, at="a3")
    plv = d.plv(h)
    d.command(0, "gate", "a2")
    assert materials(d) == {edge} and d.plv(h) < plv


# Three and four, and leaving.


@pytest.mark.parametrize("seats", [3, 4])
def test_each_seat_has_its_own_cells_and_leaves_with_its_commands(seats: int) -> None:
    # Given several seats with a Gate and a Material each, when one leaves, then its cards go, and those of
    # the others are as they were.
    d = duel(CARDS, seats=seats)
    gates = [d.command(seat, "gate", "c2") for seat in range(seats)]
    there = [d.character(seat, "worker", at="c3") for seat in range(seats)]
    assert materials(d) == {*there}
    d.go(1, PREPARATION)
    assert d.can(1, "activate", gates[1])
    assert not [move for move in d.options(1) if gates[0] in move[1:2]]
    d.answer(1, kernel.CONCEDE_MOVE)
    d.pass_all()
    assert d.s.out == (1,) and d.s.zone[gates[1]] < 0
    assert materials(d) == {*there} - {there[1]}
    sound(d)


def test_moves_are_written_with_cells() -> None:
    # Given a Gate in Hand, then its move is written and read by the name of its cell.
    d = match()
    gate = d.hand(0, "gate")
    move = d.move("play", gate, to(d, "a4"))
    text = notation.format_move(d.s, 0, move)
    assert text == "play h1 to=a4" and notation.parse_move(d.s, 0, text) == move
