"""Identities of our own: `fadenet key ...`."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

import keys
from fadenet.cli.frame.context import BadInput, Context, NotFound, Usage
from keys.errors import IdentityExists, IdentityNotFound, MissingPassphrase
from keys.files import create_private, read_private
from keys.keyfile import KEY_FILE_SIZE_MAX


def key_new(ctx: Context) -> int:
    """Make an identity, with a passphrase unless none is wanted or nobody can be asked."""
    args = ctx.args
    store = keys.IdentityStore(ctx.home)
    name = args.name or ctx.settings.name or keys.made_up_name()
    with suppress(IdentityNotFound):  # a name that will not do is said before anything is asked
        there = store.show(name).path
        raise IdentityExists(f"{there} is there already. Choose another name, or move that file away.")
    passphrase = None if args.no_passphrase else _new_passphrase(ctx, args.passphrase_file)
    identity = store.create(name, passphrase)
    _emit_key(ctx, store.show(identity.name))
    if not passphrase:
        ctx.say(f"The key file has no passphrase. To give it one: fadenet key passphrase {identity.name}")
    return 0


def key_show(ctx: Context) -> int:
    """Show one identity."""
    _emit_key(ctx, _info(ctx))
    return 0


def key_list(ctx: Context) -> int:
    """List all identities."""
    infos = keys.IdentityStore(ctx.home).list()
    lines = [f"{i.name:16} {keys.fingerprint_text(i.public)}  {_lock(i)}" for i in infos]
    ctx.emit({"identities": [_key_data(i) for i in infos]}, lines)
    if not infos:
        ctx.say("There is no identity yet; the first match makes one, and so does: fadenet key new")
    return 0


def key_passphrase(ctx: Context) -> int:
    """Change or take away the passphrase of a key file."""
    args = ctx.args
    info = _info(ctx)
    old = (
        ctx.unlocking(f"Passphrase of {info.name} until now", args.passphrase_file)
        if info.encrypted
        else None
    )
    new = _new_passphrase(ctx, args.new_passphrase_file)
    if new is None:
        raise Usage(
            "Nobody can be asked for the new passphrase here; give it with --new-passphrase-file FILE."
        )
    keys.IdentityStore(ctx.home).change_passphrase(info.name, old, new or None)
    ctx.say(f"The key file of {info.name} {'has a new passphrase' if new else 'has no passphrase any more'}.")
    return 0


def key_export(ctx: Context) -> int:
    """Print the public key, or put a copy of the key file somewhere."""
    info = _info(ctx)
    if ctx.args.file is None:
        line = keys.IdentityStore(ctx.home).export_public(info.name)
        ctx.emit({"name": info.name, "public": line}, [line])
        return 0
    create_private(Path(ctx.args.file), read_private(info.path, KEY_FILE_SIZE_MAX))
    ctx.emit({"name": info.name, "file": ctx.args.file}, [])
    ctx.say(f"Whoever has {ctx.args.file}{' and its passphrase' if info.encrypted else ''} is {info.name}.")
    return 0


def key_import(ctx: Context) -> int:
    """Add an existing key file as an identity."""
    store = keys.IdentityStore(ctx.home)
    source = Path(ctx.args.file)
    try:
        store.import_file(ctx.args.name, source)
    except MissingPassphrase:
        passphrase = ctx.unlocking(f"Passphrase of {source}", ctx.args.passphrase_file)
        store.import_file(ctx.args.name, source, passphrase)
    _emit_key(ctx, store.show(ctx.args.name))
    return 0


def _info(ctx: Context) -> keys.IdentityInfo:
    store = keys.IdentityStore(ctx.home)
    if not store.names() and ctx.args.name is None:
        raise NotFound("There is no identity yet. Make one: fadenet key new")
    return store.show(ctx.args.name or ctx.default_name(store, "by its NAME"))


def _new_passphrase(ctx: Context, file: str | None) -> str | None:
    """A fresh passphrase, typed twice; "" for none; None when nobody can be asked."""
    first = ctx.passphrase("New passphrase (empty for none)", file)
    if first and file is None and ctx.passphrase("The same again", None) != first:
        raise BadInput("The two passphrases differ; nothing was changed. Try again.")
    return first


def _lock(info: keys.IdentityInfo) -> str:
    return "with a passphrase" if info.encrypted else "no passphrase"


def _key_data(info: keys.IdentityInfo) -> dict[str, Any]:
    return {
        "name": info.name,
        "fingerprint": keys.fingerprint_text(info.public),
        "words": list(keys.fingerprint_words(info.public)),
        "public": info.public.hex(),
        "encrypted": info.encrypted,
        "file": str(info.path),
    }


def _emit_key(ctx: Context, info: keys.IdentityInfo) -> None:
    lines = [
        f"name         {info.name}",
        f"fingerprint  {keys.fingerprint_text(info.public)}",
        f"words        {' '.join(keys.fingerprint_words(info.public))}",
        f"key file     {info.path} ({_lock(info)})",
    ]
    ctx.emit(_key_data(info), lines)
