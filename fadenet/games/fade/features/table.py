"""All features of the family in the order in which they are asked, and those of an edition."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from fadenet.engine.errors import LoadError
from fadenet.games.fade import tables as t
from fadenet.games.fade.editions.shape import Edition
from fadenet.games.fade.features.arena import ARENA
from fadenet.games.fade.features.arm_up import ARM_UP
from fadenet.games.fade.features.aura import AURA
from fadenet.games.fade.features.blindness import BLINDNESS
from fadenet.games.fade.features.bloodlust import BLOODLUST
from fadenet.games.fade.features.boss import BOSS
from fadenet.games.fade.features.buildup import BUILDUP
from fadenet.games.fade.features.charge import CHARGE
from fadenet.games.fade.features.combo import COMBO
from fadenet.games.fade.features.commands.feature import COMMANDS
from fadenet.games.fade.features.concussion import CONCUSSION
from fadenet.games.fade.features.contingency import CONTINGENCY
from fadenet.games.fade.features.curse import CURSE
from fadenet.games.fade.features.deathmark import DEATHMARK
from fadenet.games.fade.features.decline import DECLINE
from fadenet.games.fade.features.discounts import DISCOUNTS
from fadenet.games.fade.features.drain import DRAIN
from fadenet.games.fade.features.edges import EDGES
from fadenet.games.fade.features.equip import EQUIP
from fadenet.games.fade.features.flash import FLASH
from fadenet.games.fade.features.fracture import FRACTURE
from fadenet.games.fade.features.ghost import GHOST
from fadenet.games.fade.features.ground import GROUND
from fadenet.games.fade.features.infused import INFUSED
from fadenet.games.fade.features.leftover import LEFTOVER
from fadenet.games.fade.features.level_up import LEVEL_UP, LEVEL_UP_WAITS
from fadenet.games.fade.features.lock import LOCK
from fadenet.games.fade.features.lock_on import LOCK_ON
from fadenet.games.fade.features.mastery import MASTERY
from fadenet.games.fade.features.multistrike import MULTISTRIKE
from fadenet.games.fade.features.mute import MUTE
from fadenet.games.fade.features.mystify.feature import MYSTIFY, TURNED_UP
from fadenet.games.fade.features.mythical import MYTHICAL
from fadenet.games.fade.features.neutrality import NEUTRALITY
from fadenet.games.fade.features.orbital import ORBITAL
from fadenet.games.fade.features.overdrive import OVERDRIVE
from fadenet.games.fade.features.paradox import PARADOX
from fadenet.games.fade.features.paralyze import PARALYZE
from fadenet.games.fade.features.poison import POISON
from fadenet.games.fade.features.provoke import PROVOKE
from fadenet.games.fade.features.raider import RAIDER
from fadenet.games.fade.features.reinforce import REINFORCE
from fadenet.games.fade.features.replay import REPLAY
from fadenet.games.fade.features.resting import BACKUP, RESTING
from fadenet.games.fade.features.shield import BARRIER, SHIELD
from fadenet.games.fade.features.signature import SIGNATURE
from fadenet.games.fade.features.springing import SPRINGING
from fadenet.games.fade.features.stacker import STACKER
from fadenet.games.fade.features.stock import CARRIER, POWER, STOCK
from fadenet.games.fade.features.stun import STUN
from fadenet.games.fade.features.surprise import SURPRISE
from fadenet.games.fade.features.synchronize import SYNCHRONIZE
from fadenet.games.fade.features.tag_out import TAG_OUT
from fadenet.games.fade.features.timebomb import TIMEBOMB
from fadenet.games.fade.features.timid import TIMID
from fadenet.games.fade.features.vengeance import VENGEANCE
from fadenet.games.fade.features.void import VOID
from fadenet.games.fade.features.wildcard import WILDCARD
from fadenet.games.fade.features.willpower import WILLPOWER
from fadenet.games.fade.features.worn import SUFFERING, USES
from fadenet.games.fade.points import Feature, Given, Points, joined

FEATURES: Final = (
    ARENA,
    ARM_UP,
    AURA,
    BACKUP,
    BLOODLUST,
    BOSS,  # of the cards that a move names, those that are imprisoned come first
    CARRIER,
    CHARGE,
    COMBO,
    CONCUSSION,
    CURSE,
    DEATHMARK,
    DISCOUNTS,
    DRAIN,
    EQUIP,
    FLASH,
    FRACTURE,
    BLINDNESS,  # of one attacker both, and the coin is tossed last (faroe attack.declare)
    GHOST,
    WILDCARD,
    INFUSED,  # of a card that has both printed it says which Elements are those of what that does
    LEFTOVER,
    LEVEL_UP,
    LEVEL_UP_WAITS,
    LOCK,
    LOCK_ON,
    MASTERY,
    MULTISTRIKE,
    MUTE,
    MYTHICAL,
    RESTING,
    ORBITAL,
    OVERDRIVE,
    PARADOX,
    PARALYZE,
    POISON,
    POWER,
    PROVOKE,
    RAIDER,
    REINFORCE,
    REPLAY,
    SHIELD,
    BARRIER,
    # A moment of a card is one of these, and the first that it misses is cited.
    CONTINGENCY,
    SURPRISE,
    SPRINGING,
    SIGNATURE,
    STACKER,
    SYNCHRONIZE,
    TIMEBOMB,
    TIMID,
    VENGEANCE,
    VOID,
    WILLPOWER,
    # In the order of the state check: what goes, then what follows from what is left.
    STOCK,
    NEUTRALITY,
    SUFFERING,
    USES,
    GROUND,
    EDGES,
    BUILDUP,
    STUN,  # what an Attack leaves on others comes after the Items that it used
    # Of the verbs that these list, the last ones come first.
    DECLINE,
    TAG_OUT,
    MYSTIFY,
    TURNED_UP,
    COMMANDS,  # its verb is listed ahead of all others
)


REASONS: Final = {reason: where for feature in FEATURES for reason, where in feature.reasons.items()}
"""By reason of a feature where an edition's file says that it has that."""


def check(edition: Edition) -> None:
    """Raises `LoadError` for words of an edition that do not go together with a feature, naming the key."""
    for feature in FEATURES:
        if feature.amiss is not None and (found := feature.amiss(edition)):
            raise LoadError(edition.file, "", *found)


@lru_cache(maxsize=8)
def points_of(edition: Edition) -> Points:
    """The points of the features that an edition has, each in the way that it says."""
    return joined([points for feature in FEATURES for points in _of(feature, edition)])


def _of(feature: Feature, edition: Edition) -> list[Points]:
    if feature.there is not None:
        return [feature.points] if feature.there(edition) else []
    keyword = t.K[feature.keyword]
    word = edition.words[keyword]
    way = feature.ways.get(edition.hows[keyword], Points())
    at_loading = Points(
        burdens=(word,) if feature.burden else (),
        withheld=() if feature.given is Given.ALWAYS else ((keyword, feature.given),),
    )
    return [feature.points, way, at_loading] if word else []
