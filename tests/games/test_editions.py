"""An edition's file: what it may say, and that a second edition is added by its files alone."""

from __future__ import annotations

import ast
import re
import tomllib
from importlib import resources
from pathlib import Path
from random import Random

import pytest

from fadenet import games
from fadenet.engine.descriptor import Descriptor
from fadenet.engine.errors import LoadError
from fadenet.engine.state import ASK_KIND, CONFIRM
from fadenet.games.fade import edition
from fadenet.games.fade.editions import shape
from fadenet.games.fade.rules import FadeRules
from fadenet.games.fade.tables import COMBAT, DRAWING, STARTING
from tests.builders.playout import Playout
from tests.builders.scenario import Duel

FAMILY = resources.files(FadeRules.package)
TEXT = FAMILY.joinpath("editions", "faroe.toml").read_text("utf-8")
BOOK = FAMILY.joinpath("rules", "faroe.toml").read_text("utf-8")


def changed(*pairs: tuple[str, str]) -> str:
    """The file of the edition that is there, with other words in some places."""
    text = TEXT
    for old, new in pairs:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


WRONG = {
    "board.reach": ('reach = ["front", "backup"]', 'reach = ["front", "hand"]'),
    "board.field": ('field = ["front", ', 'field = ["front", "moat", '),
    "board": ('over = "all"', 'over = "some"'),
    "classes.Basic": ("Basic = []", 'Basic = ["dodge"]'),
    "classes.Sonic": ("Basic = []", "Basic = []\nSonic = []"),
    "damage": ('knock_out_costs = "nothing"', ""),
    "formats.teams": ("teams = { sides", "teams = { size"),
    "keywords.Poison": ('Poison = { kind = "counter" }', 'Poison = { kind = "vapour" }'),
    "keywords.Boss": ('Boss = { kind = "number" }', 'Boss = { kind = "counter" }'),
    "keywords.Sneeze": ("[keywords]", '[keywords]\nSneeze = { kind = "plain" }'),
    "phases.draw": ('draw = "Draw Phase"', ""),
    "phases.lunch": ('draw = "Draw Phase"', 'draw = "Draw Phase"\nlunch = "Lunch Phase"'),
    "reasons.fresh": ('fresh = "combat.entry-delay"', ""),
    "reasons.time": ('time = "format.time"', ""),
    "reasons.ennui": ("[reasons]", '[reasons]\nennui = "turn.phases"'),
    "turn": ('first = "throws"', 'first = "shouts"'),
    "upkeep.Poison.phase": ('Poison = { phase = "starting"', 'Poison = { phase = "lunch"'),
    "upkeep.Blindness.does": ('does = "wear"', 'does = "pay"'),
    "upkeep.Hunger": ("[upkeep]", '[upkeep]\nHunger = { phase = "end", does = "wear" }'),
    "weather": ("[board]", "[weather]\n[board]"),
    "zones.moat": ('stack = "Stack"', 'stack = "Stack"\nmoat = "Moat"'),
    "zones.orbital": ('orbital = "Orbital"', ""),
    "zones.front": ('front = "Character Zone"', ""),
    "formats": ("[formats]", "[shapes]"),
}
"""What is wrong with a file, by the key that the error names."""


@pytest.mark.parametrize("key", WRONG)
def test_what_no_code_reads_and_what_is_missing_is_named(key: str) -> None:
    # Given an edition's file with one fault, when it is read, then the error names the file and the key.
    with pytest.raises(LoadError) as fault:
        shape.read(FadeRules.package, "made.toml", changed(WRONG[key]))
    assert (fault.value.file, fault.value.key) == ("made.toml", key)


WITHOUT_CODE = {
    "damage.stages": ('"times"', '"thrice"'),
    "damage.knock_out_costs": ('"nothing"', '"everything"'),
    "formats": ("teams = { sides", "crowd = { sides"),
    "reasons.boss": ('"keyword.boss"', '"keyword.chef"'),
    "turn.starts": ('"orbital"]', '"comet"]'),
    "upkeep.Curse.does": ('"pay"', '"dance"'),
}
"""Words for which there is no function or no rule, by the key that the error names."""


@pytest.mark.parametrize("key", WITHOUT_CODE)
def test_a_word_for_which_there_is_no_function_or_no_rule_is_named(key: str) -> None:
    # Given a file with such a word, when the rules are made, then the error names the file and the key.
    made = shape.read(FadeRules.package, "made.toml", changed(WITHOUT_CODE[key]))
    with pytest.raises(LoadError) as fault:
        FadeRules(games.GAMES["faroe"], made)
    assert (fault.value.file, fault.value.key) == ("made.toml", key)


# A second edition: its files, in a package of their own.

HEARTH = Descriptor("hearth", "fade", {"duel": (2,), "free-for-all": (3,)})
CHANGES = (
    ('front = "Character Zone"', 'front = "Hearth"'),
    ('backup = "Backup Zone"', 'backup = "Bench Zone"'),
    ('combat = "Combat Phase"', 'combat = "Combat Step"'),
    ('orbital = "Orbital"\n', ""),
    ('adrift = "attached to an Orbital card"\n', ""),
    ('Orbital = { kind = "plain" }\n', ""),
    ('Provoke = { kind = "plain" }\n', ""),
    ('starts = ["deck", "orbital"]', 'starts = ["deck"]'),
    ('Charge = { kind = "number" }', 'Charge = { kind = "number", name = "Power Source" }'),
    ('first = "throws"', 'first = "toss"'),
    ('charge = "chain"', 'charge = "upkeep"'),
    ('void = "imprisoned"', 'void = "destroyed"'),
    ('over = "all"', 'over = "each"'),
    ('refill = "all"', 'refill = "none"'),
    ('knock_out_costs = "nothing"', 'knock_out_costs = "Level"'),
    ('Timebomb = { phase = "end", does = "grow" }', 'Drain = { phase = "combat", does = "wear" }'),
    ('Unblockable = ["block", "deflect"]', 'Unblockable = ["block"]'),
    ("teams = { sides = [0, 1, 0, 1] }\n", ""),
    ("legend = { automata = 1 }\n", ""),
    ('fresh = "combat.entry-delay"', 'fresh = "combat.fresh-character"'),
)
GONE = re.compile('Orbital|orbital|Provoke|"returned"')


def hearth_cards() -> str:
    """The cards that are there, but those with a word that this edition does not have, in its words."""
    found = []
    for file in sorted(FAMILY.joinpath("cards", "faroe").iterdir(), key=lambda file: file.name):
        if file.name.endswith(".toml") and file.name != "legends.toml":
            parts = re.split(r"^(?=\[card\.)", file.read_text("utf-8"), flags=re.M)
            found += [part for part in parts if part.startswith("[card.") and not GONE.search(part)]
    return re.sub(r'\bCharge(?= =)|"Charge"', '"Power Source"', "".join(found))


@pytest.fixture(scope="module")
def hearth(tmp_path_factory: pytest.TempPathFactory) -> FadeRules:
    """Its rules in free-for-all, loaded from its files alone."""
    root = tmp_path_factory.mktemp("hearth")
    package = root / "hearthside"
    for path, text in {
        "__init__.py": "",
        "editions/hearth.toml": changed(*CHANGES),
        "rules/hearth.toml": BOOK.replace('"combat.entry-delay"', '"combat.fresh-character"'),
        "cards/hearth/all.toml": hearth_cards(),
    }.items():
        file = package / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(root))
        return edition.load(HEARTH, edition.edition_of("hearth", "hearthside"), "free-for-all")


def test_a_second_edition_is_its_files_and_plays_to_the_end(hearth: FadeRules) -> None:
    # Given three Decks of cards of the second edition, when matches are played at random, then they end by
    # rules of its book.
    assert len(hearth.cards) > 200
    for seed in range(4):
        random = Random(seed)
        decks = [deck for _ in range(3) for deck in hearth.draw_deck(random.shuffle)]
        last = [*Playout(hearth, seed, decks, players=3).rests()][-1]
        places, rule = last.over
        assert len(places) == 3 and rule in hearth.book


def test_cards_of_an_edition_speak_in_its_words(hearth: FadeRules) -> None:
    # Given the cards of the second edition, then its names stand on them and the other's do not.
    text = " ".join(card.text for card in hearth.cards)
    assert "Bench Zone" in text and "Power Source 1" in text and "Combat Step begins" in text
    assert not re.search(r"Backup Zone|Character Zone|Charge \d|Combat Phase|Orbital|Provoke", text)


# What the words of its file do.

SQUAD = """
[card.captain]
name = "Captain"
types = ["Character"]
level = 3
hp = 1
plv = 1
[card.shade]
name = "Shade"
types = ["Character"]
hp = 1
plv = 1
keywords = { Void = true }
[card.dynamo]
name = "Dynamo"
types = ["Character"]
hp = 9
plv = 1
keywords = { Charge = 2 }
[card.piercing]
name = "Piercing"
types = ["Skill"]
rank = "Normal"
do = [{ attack = 2, type = "Unblockable" }]
[card.aside]
name = "Aside"
types = ["Reaction"]
rank = "Normal"
answers = { to = "attack" }
targets = [{ pick = "your characters" }]
do = [{ deflect = true }]
"""


def duel(*pairs: tuple[str, str], seats: int = 2, setup: bool = True) -> Duel:
    """A match of the edition that is there, but for some words of its file."""
    made = shape.read(FadeRules.package, "made.toml", changed(*pairs))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(edition, "edition_of", lambda name: made)
        return Duel(f"# {pairs!r}\n{SQUAD}", seats=seats, setup=setup)


def test_a_toss_says_who_begins() -> None:
    # Given first = "toss", when a match begins, then nobody throws: all are asked for a mulligan at once.
    d = duel(('first = "throws"', 'first = "toss"'), setup=False)
    assert {a[ASK_KIND] for a in d.s.asks} == {CONFIRM} and not d.happened("thrown")


@pytest.mark.parametrize("over", ["all", "each"])
def test_enemies_are_shielded_together_or_each_for_itself(over: str) -> None:
    # Given two enemies, one of whom has a Character behind an empty front, then with over = "each" it can be
    # attacked, with "all" the front Character of the other one shields it as well.
    stays = ('refill = "all"', 'refill = "none"')
    d = duel(stays, ('over = "all"', f'over = "{over}"'), seats=3)
    me, front, behind = d.character(0), d.character(1), d.character(2, backup=True)
    d.go(0, COMBAT)
    assert d.can(0, "attack", me, front)
    assert d.can(0, "attack", me, behind) == (over == "each")


def test_a_back_row_that_stays_leaves_the_front_empty() -> None:
    # Given refill = "none", when the last Character in front falls, then the others stay where they are.
    d = duel(('refill = "all"', 'refill = "none"'))
    me, captain, behind = d.character(0), d.character(1, "captain"), d.character(1, backup=True)
    d.go(0, COMBAT)
    d.play(0, "attack", me, captain)
    d.pass_all()
    assert d.where(captain) == "Discard Pile Zone" and d.where(behind) == "Backup Zone"


def test_a_knock_out_costs_the_level_of_the_character() -> None:
    # Given knock_out_costs = "Level" and a Character of Level 3, when it falls, then its Player loses 3 HP.
    d = duel(('knock_out_costs = "nothing"', 'knock_out_costs = "Level"'))
    me, captain = d.character(0), d.character(1, "captain")
    before = d.hp(d.body(1))
    d.go(0, COMBAT)
    d.play(0, "attack", me, captain)
    d.pass_all()
    assert d.where(captain) == "Discard Pile Zone" and d.hp(d.body(1)) == before - 3


def test_a_damage_type_withstands_what_its_edition_says() -> None:
    # Given Unblockable that withstands Blocks alone, when such an Attack is Deflected, then another is hit.
    d = duel(('Unblockable = ["block", "deflect"]', 'Unblockable = ["block"]'))
    me, first, second = d.character(0), d.character(1), d.character(1)
    skill, aside = d.on(me, "piercing"), d.on(first, "aside")
    d.go(0, COMBAT)
    d.play(0, "use", skill, first)
    d.play(1, "use", aside, -1, second)
    d.pass_all()
    assert (d.count(first, "Damage"), d.count(second, "Damage")) == (0, 2)


def test_charge_without_a_chain_gives_its_tp_at_once() -> None:
    # Given charge = "upkeep" and a Character with Charge 2, when its Player's turn begins, then the TP come
    # without a Chain.
    d = duel(('charge = "chain"', 'charge = "upkeep"'))
    d.character(0, "dynamo")
    d.next_turn(1)
    d.tp(0, 0)
    d.log.clear()
    d.go(0, STARTING)
    d.go(0, DRAWING)
    assert d.tp_of(0) == 3 and not d.happened("linked")


def test_a_card_with_void_is_destroyed_as_well() -> None:
    # Given void = "destroyed", when a Character with Void falls, then it is destroyed and in the Rift Zone.
    d = duel(('void = "imprisoned"', 'void = "destroyed"'))
    me, shade = d.character(0), d.character(1, "shade")
    d.go(0, COMBAT)
    d.play(0, "attack", me, shade)
    d.pass_all()
    assert d.where(shade) == "Rift Zone" and d.happened("destroyed") and d.happened("imprisoned")


def test_counters_wear_off_in_the_phase_that_the_edition_names() -> None:
    # Given Drain that wears in the Combat Phase, when it begins, then each bearer has one Counter less.
    d = duel(("[upkeep]", '[upkeep]\nDrain = { phase = "combat", does = "wear" }'))
    me = d.character(0)
    d.counters(me, "Drain", 2)
    d.go(0, COMBAT)
    assert d.count(me, "Drain") == 1


# No code of the family knows which edition is played.

MODULES = [path for path in sorted(Path(str(FAMILY)).rglob("*.py")) if path.stem not in games.NAMES]
IDS = frozenset(rule["id"] for rule in tomllib.loads(BOOK)["rule"])
WORD = re.compile(r"[a-z]+\.[a-z0-9-]+")


def said(tree: ast.Module) -> list[str]:
    """Every name and every string of a module but its docstrings."""
    texts = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and type(node.value) is str and id(node) not in texts:
            found.append(node.value)
        elif isinstance(node, ast.Name):
            found.append(node.id)
        elif isinstance(node, ast.Attribute):
            found.append(node.attr)
        elif isinstance(node, ast.ImportFrom | ast.Import):
            found += [alias.name for alias in node.names]
    return found


def faults(source: str) -> list[str]:
    """What in a module names an edition or cites a rule of its book."""
    words = said(ast.parse(source))
    named = [word for word in words if set(re.findall(r"[a-z0-9]+", word.lower())) & set(games.NAMES)]
    return named + [word for word in words if not IDS.isdisjoint(WORD.findall(word))]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_no_module_of_the_family_names_an_edition_or_a_rule(path: Path) -> None:
    # Given a module of the family, when its syntax tree is read, then it names no edition and no rule's id.
    assert faults(path.read_text("utf-8")) == []


def test_such_names_are_found() -> None:
    # Given pieces of code with such names, then each is found; a docstring may say where a rule stands.
    wrong = [
        'x = "faroe"',
        "FAROE = 1",
        "s.faroe_rules()",
        'why = "combat.entry-delay"',
        'f"no [turn.phases]"',
    ]
    assert all(faults(piece) for piece in wrong)
    assert faults('def f():\n    """Attack (faroe combat.entry-delay)."""') == []
