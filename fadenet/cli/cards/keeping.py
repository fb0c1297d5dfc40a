"""Card sets to print and to give away, and those that are kept: `fadenet cards print`, `pack` and `sets`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import keys
from fadenet.cli.frame.context import BadInput, Context, NotFound, folded, refuse_taken, write_new, write_out
from fadenet.cli.frame.shelf import (
    SUFFIX,
    SetShelf,
    Signer,
    set_named,
    signed_by,
    written,
)
from fadenet.engine.cardset import CardSet, keep, option_of
from fadenet.engine.language.english import number_of
from fadenet.engine.rules import Rules
from fadenet.games import load
from keys.files import replace_private


def cards_pack(ctx: Context) -> int:
    """Write a set into one file, signed if that is wanted."""
    card_set, _ = _loaded(ctx)
    path = ctx.args.out or f"{card_set.code}-{card_set.version}{SUFFIX}"
    refuse_taken(path)
    signer = signed_by(ctx.identity(ctx.args.identity), card_set) if ctx.args.sign else None
    content = written(card_set, signer)
    replace_private(Path(path), content)
    ctx.emit({"file": path, "bytes": len(content), **set_facts(card_set), **signer_facts(signer)}, [])
    ctx.say(f"Wrote {path}: '{card_set.name}', {number_of(len(card_set.cards), 'card')}, {card_set.id}")
    ctx.say(f"Give it to others; with it they play by: fadenet host {card_set.game} --set {path}")
    return 0


def cards_print(ctx: Context) -> int:
    """Write sheets of cards to cut out."""
    from fadenet.console.share.sheet import set_page, set_sheets

    card_set, rules = _loaded(ctx)
    if ctx.args.svg:
        sheets = set_sheets(rules, card_set)
        stem = ctx.args.out or card_set.code
        paths = [f"{stem.removesuffix('.svg')}-{n}.svg" for n in range(1, len(sheets) + 1)]
        for path in paths:
            refuse_taken(path)
        for path, sheet in zip(paths, sheets, strict=True):
            write_new(path, sheet)
        ctx.emit({"files": paths}, [])
        ctx.say(f"Wrote {', '.join(paths)}")
        return 0
    return write_out(ctx, f"{card_set.code}.html", set_page(rules, card_set))


def _loaded(ctx: Context) -> tuple[CardSet, Rules]:
    """The set that is named, and the rules with its cards. Raises as `set_named`."""
    card_set = set_named(SetShelf(ctx.home), ctx.args.file)
    keep(card_set)
    return card_set, load(card_set.game, **option_of([card_set]))


def cards_sets(ctx: Context) -> int:
    """List the sets that are kept, or delete one."""
    shelf = SetShelf(ctx.home)
    if ctx.args.set_id is not None:
        return _forget(ctx, shelf)
    data: list[dict[str, Any]] = []
    lines: list[str] = []
    for one in shelf.all():
        try:
            signer, said = shelf.signer(one), ""
        except BadInput:
            signer, said = None, "; its signature does not hold"
        data.append({**set_facts(one), **signer_facts(signer)})
        lines += folded(f"{set_line(one)}{said or said_signer(ctx, signer)}", 4)
    ctx.emit({"sets": data}, lines)
    if not data:
        ctx.say("No card set is kept here. Those that you play with are: fadenet play GAME --set FILE")
    return 0


def _forget(ctx: Context, shelf: SetShelf) -> int:
    word = ctx.args.set_id
    if shelf.path(word).is_file():
        id = word  # also one that cannot be read any more
    elif Path(word).exists():
        raise NotFound(f"{word} is a file. A set that is kept is named by its code or id: fadenet cards sets")
    else:
        id = set_named(shelf, word).id
    shelf.forget(id)
    ctx.emit({"forgotten": id}, [])
    ctx.say(f"Deleted the set {id}. Matches with it cannot be gone on with or replayed here.")
    return 0


def set_line(one: CardSet) -> str:
    """A set on a line."""
    by = f" by {one.by}" if one.by else ""
    decks = f", {number_of(len(one.decks), 'deck')}" if one.decks else ""
    cards = f"{number_of(len(one.cards), 'card')} of {one.game}{decks}"
    return f"{one.code} '{one.name}'{by}, version {one.version}: {cards}; {one.id}"


def set_facts(one: CardSet) -> dict[str, Any]:
    """A set for `--json`."""
    facts = {"id": one.id, "hash": one.hash.hex(), "code": one.code, "name": one.name, "game": one.game}
    return {
        **facts,
        "version": one.version,
        "by": one.by,
        "license": one.license,
        "with": list(one.beside),
        "cards": sorted(one.cards),
        "decks": sorted(one.decks),
    }


def signer_facts(signer: Signer | None) -> dict[str, Any]:
    """The player who has signed a set, for `--json`."""
    return {"signed": None if signer is None else {"key": signer.public.hex(), "name": signer.name}}


def said_signer(ctx: Context, signer: Signer | None) -> str:
    """The end of a line about a set: who has signed it."""
    if signer is None:
        return ""
    store = keys.IdentityStore(ctx.home)
    if signer.public in [store.show(name).public for name in store.names()]:
        return "; signed by you"
    contact = keys.Contacts.load(ctx.home).get(signer.public)
    if contact is not None:
        return f"; signed by your contact {contact.petname}"
    words = " ".join(keys.fingerprint_words(signer.public))
    return f"; signed by somebody called {signer.name} ({words})"
