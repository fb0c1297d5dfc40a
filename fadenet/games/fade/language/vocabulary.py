"""The card language of the F.A.D.E. family, put together in the words of an edition out of its parts."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from fadenet.engine.language import filters, flow
from fadenet.engine.language.bases import base_selectors
from fadenet.engine.language.compiler import Base, Language
from fadenet.engine.language.english import Noun
from fadenet.engine.language.filters import in_zones, players
from fadenet.engine.state import Act, State, is_automaton
from fadenet.games.fade import tables as t
from fadenet.games.fade.editions.shape import Edition
from fadenet.games.fade.language import effects, facts, given, statements
from fadenet.games.fade.language.conditions import CONDITIONS
from fadenet.games.fade.language.groups import (
    AMOUNTS,
    BASES,
    ELEMENT,
    FILTERS,
    GROUPS,
    PHRASES,
    STATS,
)
from fadenet.games.fade.typed import FadeRules

TRIGGERS: Final = {
    "enters": "enters the field",
    "attacks": "Attacks",
    "attacked": "is attacked",
    "targeted": "is targeted",
    "hit": "is hit",
    "deals-damage": "deals damage",
    "takes-damage": "takes damage",
    "succeeds": "makes a successful Attack",
    "knocked-out": "is Knocked Out",
    "destroyed": "is destroyed",
    "imprisoned": "is imprisoned",
    "drawn": "is drawn",
    "played": "is played",
    "used": "is used",
    "activated": "'s ability is activated",
    "healed": "is healed",
    "moved-up": "moves up",
    "damage-counters": "gains Damage Counters",
    "counter-put": "gets a Counter",
    "gains-tp": "gains TP",
    "discarded": "is discarded",
    "turn-begins": "begins a turn",
    "turn-ends": "ends a turn",
}
# of a condition under which an ability stands; no card says it
BECOMES_TRUE: Final = t.EVENTS[t.E_BECOMES_TRUE]
TURN_EVENTS: Final[tuple[str, ...]] = (*(f"{phase}-phase" for phase in t.PHASES), "turn-begins", "turn-ends")
SUBJECTS: Final = {**dict.fromkeys(TURN_EVENTS, "you"), "gains-tp": "you"}
PLACES: Final = {
    "hand": (t.HAND, -1, "return {} to its owner's {hand}"),
    "discard": (t.DISCARD, -1, "put {} into its owner's {discard}"),
    "rift": (t.RIFT, -1, "put {} into its owner's {rift}"),
    "deck top": (t.DECK, 0, "put {} on top of its owner's {deck}"),
    "deck bottom": (t.DECK, -1, "put {} at the bottom of its owner's {deck}"),
}


def opponents_language(language: Language) -> Language:
    """The language of Legends, their Unique cards and Raiders: Players are the human side there.

    faroe legend.unique-means-players: "all players" and "all fighters" leave the Legend out.
    """

    def humans(s: State, act: Act) -> list[int]:
        return [h for h in players(s) if not is_automaton(s, h - 1)]

    def fighters(s: State, act: Act) -> list[int]:
        return [*in_zones(t.FRONT, t.BACKUP)(s), *humans(s, act)]

    one, many = GROUPS["players"][1:]
    phrases = language.phrases.get("all fighters")
    bases: dict[str, Base] = {
        "all players": (humans, Noun("all", one, many)),
        "all fighters": (fighters, Noun("all", "fighter", "fighters", fixed=phrases)),
    }
    return replace(language, bases={**language.bases, **bases})


def to_its_player(language: Language) -> Language:
    """The language of what is attached to its own Player: its bearer is called "you"."""
    return replace(language, bases={**language.bases, "host": (language.bases["host"][0], "you")})


def make_language(rules: FadeRules) -> Language:
    """The language of an edition: that of the family without what the edition does not use, in its words."""
    edition = rules.edition
    language = Language(rules)
    for word, (find, one, many) in (*GROUPS.items(), *rules.points.groups):
        language.groups[word] = (find, edition.speak(one), edition.speak(many))
    language.face_down.add("face-down cards")
    filters.teach(language)
    language.filters.update(FILTERS)
    language.bases.update(base_selectors())
    language.bases.update(BASES)
    language.bases.update(rules.points.bases)
    facts.teach(language)
    language.sources.update(dict.fromkeys(("stack", "materials"), language.sources["this"]))
    language.amounts.update(AMOUNTS)
    del language.amounts["x"]  # no number is chosen with a use
    if not edition.grid:
        del language.bases["here"]
    language.stats.update(
        {name: of for name, of in STATS.items() if name not in t.STAT_NAMES or name in edition.stats}
    )
    words = edition.words
    language.behind["PLV"] = frozenset({words[t.K_AURA]})
    language.behind[ELEMENT] = frozenset({words[t.K_INFUSED], words[t.K_WILDCARD]})
    language.columns.update({t.COLUMN_NAMES[t.TP]: t.TP, **edition.counters})
    language.counters.update(edition.counters)
    language.phrases.update(PHRASES)
    nouns = {"deck": t.DECK, "hand": t.HAND, "discard": t.DISCARD}
    language.nouns.update({word: edition.short(kind) for word, kind in nouns.items()})
    places = {word: (kind, at, edition.speak(said)) for word, (kind, at, said) in PLACES.items()}
    language.places.update(places)
    stats = {name: what for name, what in t.STAT_NAMES.items() if name in edition.stats}
    language.quantities.update({**t.QUANTITY_NAMES, **stats, **t.FIGURE_NAMES})
    if edition.board.slots:
        language.quantities["Maximum CS"] = t.Q_SLOTS
    language.change_text = effects.figure_text
    language.untils.update(effects.UNTILS)
    language.gifts.update(effects.gifts(rules))
    language.withheld.update(given.not_given(rules, continuous=True))
    triggers = (*TRIGGERS.items(), *rules.points.triggers)
    language.events.update({name: (t.E[name], edition.speak(said)) for name, said in triggers})
    if edition.draws_from_anywhere:
        language.events["drawn"] = (t.E["drawn"], edition.speak("comes to the {hand}"))
    if edition.damage.heals == "gain":
        language.events["healed"] = (t.E["healed"], "gains HP")
    if edition.board.refill == "asked":
        language.events["moved-up"] = (t.E["moved-up"], "steps forward")
    for event, phase in zip(t.PHASE_EVENTS, edition.phases, strict=True):
        language.events[t.EVENTS[event]] = (event, f"'s {phase} begins")
    language.subjects.update(SUBJECTS)
    language.printed = statements.printed_test
    flow.teach(language)
    language.conditions.update(CONDITIONS)
    language.conditions.update({proviso.word: proviso.reads for _, proviso in rules.points.provisos})
    effects.teach(language)
    language.effects.update(rules.points.effects)
    language.filters["type"] = filters.printed_type(edition.supertypes, "Supertype")
    _drop_unused(language, edition)
    return language


def _drop_unused(language: Language, edition: Edition) -> None:
    """An edition has no words for what it has not."""
    damage = edition.damage
    there = {"downgrade": damage.downgrades, "prevent": damage.prevents, "lose_hp": damage.losses}
    for word in (word for word, is_there in there.items() if not is_there):
        del language.effects[word]
    for word, needless in {
        "moved-up": edition.board.refill == "none",
        "activated": edition.attacks.declared != "by-event",
        "may_attack": edition.attacks.in_person == "always",
    }.items():
        if needless:
            language.events.pop(word, None)
            language.gifts.pop(word, None)
