"""Vectors of card sets: how one is packed, hashed and named, and what a match with it numbers and hashes."""

from __future__ import annotations

from fadenet import games
from fadenet.engine.cardset import CardSet, keep, option_of
from fadenet.engine.language.sets import packed, read_set
from tests.builders.own_sets import ALONE, ASH, written

GAME = "faroe"
QUOTED = 'Bog \\\\ Oath \\"2\\"'  # as TOML has it
MATCHES = (("ash",), ("lone",), ("ash", "bog"))


def sets() -> dict[str, object]:
    """Card sets: the file as it is written, the line that it is packed to, and the hash and id of that.
    Matches with them: the option that names them, the card-set hash, whether the game's own cards are in it,
    and the numbers of the sets' cards. `own` is the card-set hash of the game without sets."""
    texts = {
        "ash": written(ASH),
        "lone": written(ALONE),
        "bog": written(ASH, code="bog", name="Bog", oath=QUOTED, ringer="Bog Ringer"),
    }
    read = {code: read_set([(f"{code}.toml", text)]) for code, text in texts.items()}
    return {
        "sets": {
            code: {"toml": texts[code], "line": packed(one).decode(), "hash": one.hash.hex(), "id": one.id}
            for code, one in read.items()
        },
        "own": games.load(GAME).card_hash.hex(),
        "matches": [_match([read[code] for code in codes]) for codes in MATCHES],
    }


def _match(played: list[CardSet]) -> dict[str, object]:
    for one in played:
        keep(one)
    options = option_of(played)
    rules = games.load(GAME, **options)
    return {
        "options": options,
        "own cards": rules.own_cards,
        "card-set hash": rules.card_hash.hex(),
        "numbers": {card.slug: card.code for card in rules.cards if ":" in card.slug},
    }
