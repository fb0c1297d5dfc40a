"""The games that there are, each with what can be said of it before it is loaded."""

from __future__ import annotations

from typing import Final

from fadenet.engine.descriptor import Descriptor, Mistakes, Option

FAROE: Final = Descriptor(
    "faroe",
    "fade",
    {  # faroe format.players, format.teams
        "duel": (2,),
        "free-for-all": (3, 4),
        "teams": (4,),
        "legend": (1, 2, 3, 4),
    },
    (
        Option(
            "legend", "NAME", "the Legend that all play against", ("legend",), shelf="decks/faroe/legends"
        ),
        Option("choice", "HOW", "how it is decided what the Legend does", ("legend",), ("vote", "fixed")),
        Option(  # faroe setup.opening
            "opening",
            "HOW",
            "how a duel begins, by the book or even: the second player with some TP",
            ("duel",),
            ("book", "even"),
            usual="book",
            asked=(
                ("even", "The second player begins with 2 TP, so that going second costs little."),
                ("book", "Both begin with 0 TP, and between equals whoever begins wins most duels."),
            ),
        ),
    ),
    ("t:skill  e:fire  a:beast  r:ultra  kw:charge  o:draw", "cost<=2  hp>5  plv=3  level>=4"),
    about="F.A.R.O.E.: fighters with 30 HP, Skills and Reactions in Chains; the quickest to learn",
    slight=2,
)

_WORLDS: Final = Option(
    "worlds",
    "NAMES",
    "the World Rules that players bring, by seat: NAME,none,NAME",
    ("duel", "free-for-all", "teams"),
    shelf="cards/worlds",
    each=True,
)

FADE2: Final = Descriptor(
    "fade2",
    "fade",
    {  # fade2 format.one-on-one and its neighbours
        "duel": (2,),
        "free-for-all": (3, 4),
        "teams": (4,),
        "raiders": (2, 1, 3, 4),
    },
    (
        _WORLDS._replace(formats=(*_WORLDS.formats, "raiders")),
        Option(
            "raiders",
            "NAMES",
            "the Raiders that players bring and all fight together, by seat: NAME,none,NAME",
            ("raiders",),
            shelf="cards/raiders",
            each=True,
        ),
    ),
    queries=("t:skill  e:fire  a:beast  r:ultra  kw:replay  d:up  o:draw", "cost<=2  hp>5  plv=3  level>=4"),
    about="F.A.D.E. with 40 cards: the same on a board of 25 cells, with Commands and World Rules",
    mistakes=(
        Mistakes(forgets=34, overlooks=16, hurries=29, misaims=34, stops=6),
        Mistakes(forgets=16, overlooks=7, hurries=13, misaims=16, stops=2),
    ),
    slight=3,
)

FADE1: Final = Descriptor(
    "fade1",
    "fade",
    {"duel": (2,), "free-for-all": (3, 4), "teams": (4,)},  # fade1 format.duel and its neighbours
    (_WORLDS,),
    queries=(
        "t:skill  e:fire  a:beast  r:ultra  kw:combo  d:up  o:draw",
        "cost<=4  hp>9  plv=6  level>=4  cs  def  agi",
    ),
    about="F.A.D.E. with 60 cards: a board of 21 cells, DEF, AGI, Character Slots and Combos",
    mistakes=(
        Mistakes(forgets=55, overlooks=31, hurries=47, misaims=50, stops=10),
        Mistakes(forgets=38, overlooks=20, hurries=30, misaims=36, stops=5),
    ),
    slight=4,
)

TERRENE: Final = Descriptor(
    "terrene",
    "terrene",
    {"duel": (2,), "2v2": (4,)},
    (Option("additions", "YEAR", "the additions to the rules that count", ("duel", "2v2"), ("2015",)),),
    ("t:trap  c:thief  a:fire  kw:stab  o:draw", "sp=1  lv>1  hp  atk  def  actions"),
    about="Terrene Odyssey: a party of heroes that level up, best of three games",
    mistakes=(
        Mistakes(forgets=24, overlooks=10, hurries=20, misaims=24, stops=3),
        Mistakes(forgets=12, overlooks=5, hurries=10, misaims=12, stops=1),
    ),
    slight=20,
)

PRELUDE: Final = Descriptor(
    "prelude",
    "prelude",
    {"duel": (2,), "melee": (3, 4)},  # prelude format.duel, format.melee
    queries=("t:spell  i:red  l:swordsman  kw:immediate  o:heal", "suspend=0  attack>6  tier=1  price<3"),
    about="a role-playing card game: a character that trains, equips itself, casts and sets traps",
    mistakes=(
        Mistakes(forgets=62, overlooks=36, hurries=55, misaims=55, stops=13),
        Mistakes(forgets=34, overlooks=18, hurries=30, misaims=30, stops=6),
    ),
    searcher="rollout",
)

GAMES: Final = {game.name: game for game in (FAROE, FADE2, FADE1, TERRENE, PRELUDE)}
"""By name; the first one is meant where a command names none."""

OPTIONS: Final = {option.word: option for game in GAMES.values() for option in game.options}
"""All options by word: a word has one name and one meaning in every game that has it."""
