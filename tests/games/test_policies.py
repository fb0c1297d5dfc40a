"""The words of an edition choose its policies: each word that its file may say has a row in a table."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import fields
from typing import Any, get_args, get_type_hints

import pytest

from fadenet.games.fade.editions.words import HOWS, Attacks, Back, BoardWords, Damage, Turn
from fadenet.games.fade.features.table import FEATURES
from fadenet.games.fade.field import combat, legality, moving, places, reach, stepping, values, working
from fadenet.games.fade.points import Feature
from fadenet.games.fade.policies import Policies
from fadenet.games.fade.verbs import activating, budget, using
from tests.builders.scenario import GAME_OF, Duel, rules_with

TABLES: dict[str, tuple[type[Any], str, Collection[str]]] = {
    "judged": (Damage, "judged", reach.JUDGED),
    "in person": (Attacks, "in_person", legality.IN_PERSON),
    "own Attacks": (Attacks, "reactions", legality.OWN),
    "Reactions": (Attacks, "reactions", using.REACTIONS),
    "abilities": (Attacks, "abilities", activating.JOINS),
    "budget": (Attacks, "budget", budget.BUDGETS),
    "hits": (Attacks, "on_hit", combat.ON_HIT),
    "declared": (Attacks, "declared", working.DECLARED),
    "Deflects": (Attacks, "deflected", reach.DEFLECTED),
    "rewards": (Attacks, "rewarded", combat.REWARDED),
    "rows": (Back, "enter", moving.ROW_FOR),
    "from behind": (Back, "attacks", legality.FROM_BEHIND),
    "lines": (BoardWords, "over", reach.LINES),
    "next targets": (BoardWords, "over", reach.NEXT_TARGETS),
    "refill": (BoardWords, "refill", stepping.REFILLS),
    "room": (BoardWords, "makes_room", places.MAKES_ROOM),
    "ousted": (BoardWords, "ousted", moving.OUSTED),
    "rounds": (Turn, "round", values.ROUNDS),
}
GOING = [feature for feature in FEATURES if feature.ways]


@pytest.mark.parametrize("matter", TABLES)
def test_a_table_has_a_row_for_each_word_of_an_edition(matter: str) -> None:
    """given the words that a key of an edition's file may say, then its table has just these."""
    struct, key, table = TABLES[matter]
    assert {*get_args(get_type_hints(struct)[key])} == {*table}


@pytest.mark.parametrize("feature", GOING, ids=lambda feature: feature.keyword)
def test_a_feature_goes_in_ways_that_an_edition_may_say(feature: Feature) -> None:
    """given the words for how a feature goes, then each is one that an edition's file may say."""
    assert {*feature.ways} <= {*HOWS[feature.keyword]}


def test_editions_differ_in_every_policy() -> None:
    """given the policies of all editions, then no field is the same in all of them."""
    policies = [rules_with(edition=edition).policies for edition in GAME_OF]
    same = [one.name for one in fields(Policies) if len({repr(getattr(p, one.name)) for p in policies}) == 1]
    assert same == []


def test_the_log_tells_by_a_toss_who_begins_where_one_decides() -> None:
    """given an edition in which a toss decides and one of throws, then it says who begins in one alone."""
    said = {}
    for edition in ("fade1", "faroe"):
        d = Duel(edition=edition, setup=False)
        row = (d.rules.events.index("tossed"), 0, 0, 0, 0, 1)
        line = d.rules.book.event_line(d.s, row)
        said[edition] = line.what if line is not None else ""
    assert said == {"fade1": "the toss lets p2 begin", "faroe": "the toss shows 1 (as a coin: Tails)"}
