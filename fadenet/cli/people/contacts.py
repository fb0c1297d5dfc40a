"""The players that are known or were met: `fadenet contact ...`."""

from __future__ import annotations

import os
import shlex
import time
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import load_ssh_public_key

import keys
from fadenet.cli.frame.context import BadInput, Context, NotFound, Usage, read_bytes
from fadenet.cli.frame.filetypes import KEY, refuse_other_line
from keys.errors import ContactNotFound

_PUBLIC_BYTES_MAX = 4096


def contact_add(ctx: Context) -> int:
    """Make a player known, by the public key or as somebody who was met."""
    contacts = keys.Contacts.load(ctx.home)
    public = _meant(contacts, " ".join(ctx.args.key), ctx.args.name)
    try:
        contact = contacts.add(public, ctx.args.name, int(time.time()))
    except keys.WeakKey as error:
        raise BadInput(f"This key proves nothing: {error}. Ask the player for another.") from None
    if contact.petname != keys.clean_name(ctx.args.name):
        ctx.say(f"You know this key already, as {contact.petname}.")
    ctx.emit(_contact_data(contact), [_contact_line(contact)])
    ctx.say(f"To be sure that it is really {contact.petname}: fadenet contact verify {contact.petname!r}")
    return 0


def contact_list(ctx: Context) -> int:
    """List all contacts."""
    contacts = keys.Contacts.load(ctx.home)
    known, met = list(contacts), contacts.met
    lines = [*map(_contact_line, known), *map(_met_line, met)]
    data = {"contacts": [_contact_data(c) for c in known], "met": [_contact_data(c) for c in met]}
    ctx.emit(data, lines)
    if met:
        ctx.say("Whom you have met and want to know from now on: fadenet contact add NAME")
    elif not known:
        ctx.say("You know nobody yet. Add a player: fadenet contact add NAME KEY")
    return 0


def contact_show(ctx: Context) -> int:
    """Show one contact: the words that both sides see alike, and what came of the matches with them."""
    from fadenet.cli.past.history import against, game_line, score_line

    contacts = keys.Contacts.load(ctx.home)
    contact = contacts.find(ctx.args.name)
    known = contacts.get(contact.public) is not None
    words = _safety_words(ctx, contact)
    last, games = against(ctx, contact.public)
    lines = [
        f"name          {contact.petname}",
        f"fingerprint   {keys.fingerprint_text(contact.public)}",
        f"first seen    {contact.first_day}",
        f"known         {'yes' if known else 'no, only met'}",
        f"verified      {'yes' if contact.verified else 'no'}",
        *([f"safety words  {' '.join(words)}"] if words else []),
        *([f"last match    {time.strftime('%Y-%m-%d', time.localtime(last))}"] if last else []),
        *(f"{game_line(one):13} {score_line(one)}" for one in games),
    ]
    played = {"last_match": last or None, "matches": games}
    ctx.emit({**_contact_data(contact), "known": known, "safety_words": list(words), **played}, lines)
    if last:
        ctx.say(f"To play once more: fadenet invite {shlex.quote(contact.petname)}")
    return 0


def contact_rename(ctx: Context) -> int:
    """Give a contact another name."""
    contact = keys.Contacts.load(ctx.home).rename(ctx.args.name, ctx.args.new_name)
    ctx.emit(_contact_data(contact), [_contact_line(contact)])
    return 0


def contact_remove(ctx: Context) -> int:
    """Forget a contact."""
    contact = keys.Contacts.load(ctx.home).remove(ctx.args.name)
    ctx.emit(_contact_data(contact), [])
    ctx.say(f"{contact.petname} is no longer known.")
    return 0


def contact_verify(ctx: Context) -> int:
    """Compare the safety words, and note that they were the same."""
    contacts = keys.Contacts.load(ctx.home)
    contact = contacts.find(ctx.args.name)
    words = _safety_words(ctx, contact)
    if not words:
        raise NotFound("You have no identity to compare with. Make one: fadenet key new")
    if not ctx.args.yes:
        if not ctx.may_ask:
            raise Usage(
                f"Compare these words with {contact.petname}, then repeat with --yes: {' '.join(words)}"
            )
        ctx.say(f"You and {contact.petname} must see the same six words: {' '.join(words)}")
        if not ctx.confirm("Are they the same?"):
            raise BadInput(
                f"{contact.petname} stays unverified. If the words differ, trust no match with that key."
            )
    contact = contacts.verify(ctx.args.name)
    ctx.emit({**_contact_data(contact), "safety_words": list(words)}, [_contact_line(contact)])
    return 0


def _safety_words(ctx: Context, contact: keys.Contact) -> tuple[str, ...]:
    store = keys.IdentityStore(ctx.home)
    if not store.names():
        return ()
    own = store.show(ctx.args.identity or ctx.default_name(store))
    return keys.safety_words(own.public, contact.public)


def _meant(contacts: keys.Contacts, text: str, name: str) -> bytes:
    """The key of whom a text means: a key, or somebody who was met; "" = whoever was met under this name."""
    if text.lstrip().startswith("ssh-") or (text and os.path.exists(text)):
        return _public(text)
    try:
        return contacts.find(text or name).public
    except ContactNotFound:
        if text:
            return _public(text)
        raise NotFound(
            f"You have met nobody named {name[:40]!r}. Give the key too: fadenet contact add NAME KEY"
        ) from None


def _public(text: str) -> bytes:
    """The 32 bytes of an OpenSSH public-key line, given itself or as a file that holds it."""
    refuse_other_line(text, KEY)
    data = text.encode() if text.lstrip().startswith("ssh-") else read_bytes(text, _PUBLIC_BYTES_MAX)
    try:
        key = load_ssh_public_key(data.strip())
    except Exception as error:  # the library names no base class for what a malformed line raises
        raise BadInput(
            f"This is no public key ({str(error)[:80]!r}). Ask for the line of `fadenet key export`."
        ) from None
    if not isinstance(key, Ed25519PublicKey):
        raise BadInput("This is a public key of another kind. Ask for the line of `fadenet key export`.")
    return key.public_bytes_raw()


def _contact_data(contact: keys.Contact) -> dict[str, Any]:
    return {
        "name": contact.petname,
        "fingerprint": keys.fingerprint_text(contact.public),
        "public": contact.public.hex(),
        "first_seen": contact.first_seen,
        "verified": contact.verified,
    }


def _contact_line(contact: keys.Contact) -> str:
    return _line(contact, "known, verified" if contact.verified else "known, not verified")


def _met_line(contact: keys.Contact) -> str:
    return _line(contact, f"met since {contact.first_day}")


def _line(contact: keys.Contact, mark: str) -> str:
    return f"{contact.petname:16} {keys.fingerprint_text(contact.public)}  {mark}"
