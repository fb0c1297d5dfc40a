"""An edition's file: what it may say, and that a second edition is added by its files alone."""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path
from random import Random

import pytest

from fadenet import games
from fadenet.engine.descriptor import Descriptor
from fadenet.engine.errors import LoadError
from fadenet.games.catalogue import catalogue_of
from fadenet.games.fade import edition, intent
from fadenet.games.fade.language.vocabulary import make_language
from fadenet.games.fade.rules import make_rules
from fadenet.games.fade.tables import K_MYTHICAL
from fadenet.games.fade.typed import PACKAGE, FadeRules
from tests.builders.editions import BOOK, FAMILY, changed
from tests.builders.playout import Playout

WRONG = {
    "board.reach": ('reach = ["front", "backup"]', 'reach = ["front", "hand"]'),
    "board.field": ('field = ["front", ', 'field = ["front", "moat", '),
    "attacks": ('in_person = "last-stand"', 'in_person = "never"'),
    "back": ('enter = "behind-front"', 'enter = "sideways"'),
    "board": ('over = "all"', 'over = "some"'),
    "classes": ('Basic = []\nUnblockable = ["block", "deflect"]', "Unblockable = []\nBasic = []"),
    "classes.Basic": ("Basic = []", 'Basic = ["dodge"]'),
    "classes.Sonic": ("Basic = []", "Basic = []\nSonic = []"),
    "counters": ('on_players = "all"', 'on_players = "some"'),
    "damage.labels": ('labels = ["Physical"]', 'labels = ["Psychic"]'),
    "damage": ('knock_out_costs = "nothing"', ""),
    "formats.teams": ("teams = { sides", "teams = { size"),
    "formats.legend": ('opponent = "Legend"', 'opponent = "Dragon"'),
    "keywords.Poison": ('Poison = { kind = "counter" }', 'Poison = { kind = "vapour" }'),
    "keywords.Boss": ('Boss = { kind = "number" }', 'Boss = { kind = "counter" }'),
    "keywords.Boss.how": ('Boss = { kind = "number" }', 'Boss = { kind = "number", how = "up to" }'),
    "keywords.Stacker.how": ('Stacker = { kind = "number", how = "up to" }', 'Stacker = { kind = "number" }'),
    "keywords.Paradox.how": (
        'Paradox = { kind = "plain", how = "condition" }',
        'Paradox = { kind = "plain" }',
    ),
    "keywords.Surprise.how": (
        'Surprise = { kind = "plain", how = "condition"',
        'Surprise = { kind = "plain", how = "whim"',
    ),
    "keywords.Shield.how": ('Shield = { kind = "counter", how = "links" }', 'Shield = { kind = "counter" }'),
    "reasons.shield": (
        'Shield = { kind = "counter", how = "links"',
        'Shield = { kind = "counter", how = "itself"',
    ),
    "keywords.Mute.how": ('Mute = { kind = "plain", how = "all"', 'Mute = { kind = "plain", how = "some"'),
    "keywords.Aura.how": ('Aura = { kind = "counter"', 'Aura = { kind = "number"'),
    "keywords.Void.how": ('how = "imprisoned"', 'how = "vanished"'),
    "keywords.Sneeze": ("[keywords]", '[keywords]\nSneeze = { kind = "plain" }'),
    "phases.draw": ('draw = "Draw Phase"', ""),
    "phases.lunch": ('draw = "Draw Phase"', 'draw = "Draw Phase"\nlunch = "Lunch Phase"'),
    "reasons.fresh": ('fresh = "combat.entry-delay"', ""),
    "reasons.time": ('time = "format.time"', ""),
    "reasons.last-in-front": ("last_front_stays = true", "last_front_stays = false"),
    "reasons.level-up-wait": ("[turn]\n", "[turn]\nlevel_up_waits = true\n"),
    "reasons.ennui": ("[reasons]", '[reasons]\nennui = "turn.phases"'),
    "turn": ('first = "throws"', 'first = "shouts"'),
    "turn.items": ('items = ["starting", ', 'items = ["lunch", '),
    "upkeep.Poison.phase": ('Poison = { phase = "starting"', 'Poison = { phase = "lunch"'),
    "upkeep.Blindness.does": ('does = "wear"', 'does = "pay"'),
    "upkeep.Hunger": ("[upkeep]", '[upkeep]\nHunger = { phase = "end", does = "wear" }'),
    "weather": ("[board]", "[weather]\n[board]"),
    "zones.moat": ('stack = "Stack"', 'stack = "Stack"\nmoat = "Moat"'),
    "zones.orbital": ('orbital = "Orbital"', ""),
    "zones.front": ('front = "Character Zone"', ""),
    "formats": ("[formats]", "[shapes]"),
}
"""The fault of a file, by the key that the error names."""


@pytest.mark.parametrize("key", WRONG)
def test_what_no_code_reads_and_what_is_missing_is_named(key: str) -> None:
    # Given an edition's file with one fault, when it is read, then the error names the file and the key.
    with pytest.raises(LoadError) as fault:
        edition.read(PACKAGE, "made.toml", changed(WRONG[key]))
    assert (fault.value.file, fault.value.key) == ("made.toml", key)


WITHOUT_CODE = {
    "damage.stages": ('"times"', '"thrice"'),
    "damage.knock_out_costs": ('"nothing"', '"everything"'),
    "formats": ("teams = { sides", "crowd = { sides"),
    "reasons.boss": ('"keyword.boss"', '"keyword.chef"'),
    "turn.starts": ('"orbital"]', '"comet"]'),
    "upkeep.Curse.does": ('"pay"', '"dance"'),
}
"""Words without a function or without a rule, by the key that the error names."""


@pytest.mark.parametrize("key", WITHOUT_CODE)
def test_a_word_for_which_there_is_no_function_or_no_rule_is_named(key: str) -> None:
    # Given a file with such a word, when the rules are made, then the error names the file and the key.
    made = edition.read(PACKAGE, "made.toml", changed(WITHOUT_CODE[key]))
    with pytest.raises(LoadError) as fault:
        make_rules(games.GAMES["faroe"], made)
    assert (fault.value.file, fault.value.key) == ("made.toml", key)


# A second edition: its files, in a package of their own.

HEARTH = Descriptor("hearth", "fade", {"duel": (2,), "free-for-all": (3,)})
CHANGES = (
    ('front = "Character Zone"', 'front = "Hearth"'),
    ('backup = "Backup Zone"', 'backup = "Bench Zone"'),
    ('combat = "Combat Phase"', 'combat = "Combat Step"'),
    ('orbital = "Orbital"\n', ""),
    ('adrift = "attached to an Orbital card"\n', ""),
    ('hand = "Hand"', 'hand = "Fist"'),
    ('deck = "Deck Zone"', 'deck = "Pile Zone"'),
    ('pool = "Fighter Pool Zone"', 'pool = "Barracks"'),
    ('discard = "Discard Pile Zone"', 'discard = "Ash Zone"'),
    ('rift = "Rift Zone"', 'rift = "Abyss"'),
    ('Orbital = { kind = "plain" }\n', ""),
    ('Provoke = { kind = "plain" }\n', ""),
    ("Curse = { phase", "Hex = { phase"),
    ('Curse = { kind = "counter" }', 'Curse = { kind = "counter", name = "Hex" }'),
    ('Equip = { kind = "plain" }', 'Equip = { kind = "plain", name = "Gear" }'),
    ('Mute = { kind = "plain"', 'Mute = { kind = "plain", name = "Hush"'),
    ('Mythical = { kind = "plain" }', 'Mythical = { kind = "plain", name = "Fabled" }'),
    ('Paradox = { kind = "plain"', 'Paradox = { kind = "plain", name = "Riddle"'),
    ('starts = ["deck", "orbital"]', 'starts = ["deck"]'),
    ('how = "chain"', 'name = "Power Source", how = "upkeep"'),
    ('first = "throws"', 'first = "toss"'),
    ('how = "imprisoned"', 'how = "destroyed"'),
    ('over = "all"', 'over = "each"'),
    ('refill = "all"', 'refill = "none"'),
    ('knock_out_costs = "nothing"', 'knock_out_costs = "Level"'),
    ('Timebomb = { phase = "end", does = "grow" }', 'Drain = { phase = "combat", does = "wear" }'),
    ('Unblockable = ["block", "deflect"]', 'Unblockable = ["block"]'),
    ("teams = { sides = [0, 1, 0, 1] }\n", ""),
    ('legend = { opponent = "Legend" }\n', ""),
    ('orbital = "keyword.orbital"\n', ""),
    ('provoke = "keyword.provoke"\n', ""),
    ('personal = "legend.personal-effects"\n', ""),
    ('legend-card = "deck.no-legend-cards"\n', ""),
    ('legend-deck-size = "legend.deck-size"\n', ""),
    ('legend-copies = "legend.deck-copies"\n', ""),
    ('legend-in-deck = "legend.deck-contents"\n', ""),
    ('unique = "legend.unique"\n', ""),
    ('fresh = "combat.entry-delay"', 'fresh = "combat.fresh-character"'),
)
GONE = re.compile('Orbital|orbital|Provoke|"returned"|"moved-up"')


HOMES = ("Bench Zone", "Combat Step begins", "Fist", "Pile", "Ash", "Abyss", "Power Source 1")
RENAMED = {
    "Charge": "Power Source",
    "Curse": "Hex",
    "Equip": "Gear",
    "Mute": "Hush",
    "Mythical": "Fabled",
    "Paradox": "Riddle",
}


def hearth_cards() -> str:
    """The cards that are there, but those with a word that this edition does not have, in its words."""
    found = []
    for file in sorted(FAMILY.joinpath("cards", "faroe").iterdir(), key=lambda file: file.name):
        if file.name.endswith(".toml") and file.name != "legends.toml":
            parts = re.split(r"^(?=\[card\.)", file.read_text("utf-8"), flags=re.M)
            found += [part for part in parts if part.startswith("[card.") and not GONE.search(part)]
    words = re.compile(rf'\b({"|".join(RENAMED)})(?= =)|"({"|".join(RENAMED)})"')
    return words.sub(lambda word: f'"{RENAMED[word[1] or word[2]]}"', "".join(found))


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


@pytest.mark.slow
def test_a_second_edition_is_its_files_and_plays_to_the_end(hearth: FadeRules) -> None:
    # Given three Decks of cards of the second edition, when matches are played at random, then they end by
    # rules of its book.
    assert len(hearth.cards) > 200
    for seed in range(2):
        random = Random(seed)
        decks = [deck for _ in range(3) for deck in hearth.book.draw_deck(random.shuffle)]
        last = [*Playout(hearth, seed, decks, players=3).rests()][-1]
        places, rule = last.over
        assert len(places) == 3 and rule in hearth.book.rules


def test_cards_of_an_edition_speak_in_its_words(hearth: FadeRules) -> None:
    # Given the cards of the second edition, then its names stand on them and the other's do not.
    text = " ".join(card.text for card in hearth.cards)
    for word in (*RENAMED.values(), *HOMES):
        assert word in text, word
    for word in (*RENAMED, "Character Zone", "Backup Zone", "Combat Phase", "Orbital", "Provoke"):
        assert not re.search(rf"{word}( \d|\b)", text), word
    for word in ("Hand", "Deck", "Fighter Pool", "Discard Pile", "Rift Zone"):
        assert not re.search(rf"(?<!Maximum )\b{word}\b", text), word


def test_what_is_said_of_decks_and_in_catalogues_is_in_its_words(hearth: FadeRules) -> None:
    # Given a Deck that is too small and a Mythical card in it three times, then the faults name its zones and
    # keywords, and so does what is listed of cards.
    card = next(card for card in hearth.cards if card.keywords[K_MYTHICAL])
    said = " ".join(text for _, text in hearth.book.deck_faults([[card.code] * 3, [card.code] * 101]))
    assert all(word in said for word in ("the Pile has 3", "the Barracks", "as it is Fabled"))
    assert not re.search("Deck|Fighter Pool|Mythical", said)
    assert "Fabled" in catalogue_of(hearth).facts(card)["keywords"]
    assert [title for _, title in hearth.deck_tables] == ["Pile", "Barracks"]


def test_what_stands_under_a_keyword_is_there_with_it() -> None:
    # Given an edition without Equip, then its cards speak of no Equip cards.
    made = edition.read(PACKAGE, "made.toml", changed(('Equip = { kind = "plain" }', "")))
    language = make_language(make_rules(games.GAMES["faroe"], made))
    assert "equips" not in language.groups and "augments" in language.groups


def test_what_nobody_wants_is_that_under_any_name(hearth: FadeRules) -> None:
    # Given an effect that puts a Counter and an Augment that gives a keyword, then both are burdens in the
    # words of the edition.
    language = make_language(hearth)
    assert intent.is_harm(language, {"counter": "Hex"}) and not intent.is_harm(language, {"counter": "Aura"})
    assert intent.attachment(language, [{"Hush": True}], {}, "all characters") == intent.HARM
    assert intent.attachment(language, [], {"Hex": 1}, "all characters") == intent.HARM


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
    """The lines of a module that name an edition or cite a rule of its book."""
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


NO_KEYWORD = (("[formats]", '[formats]\nraid = { opponent = "Raiders" }'),)
NO_FORMAT = (
    ("[keywords]", '[keywords]\nRaider = { kind = "plain" }'),
    ("[reasons]", '[reasons]\nraiders-gone = "legend.win-lose"'),
)


@pytest.mark.parametrize("pairs", [NO_KEYWORD, NO_FORMAT], ids=["no keyword", "nobody is fought"])
def test_raiders_are_fought_where_cards_have_the_keyword(pairs: tuple[tuple[str, str], ...]) -> None:
    """given a format against Raiders without their keyword, or the other way round, then that is an error."""
    with pytest.raises(LoadError, match="Raiders are fought where cards have Raider"):
        edition.read(PACKAGE, "made.toml", changed(*pairs))
