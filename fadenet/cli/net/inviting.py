"""Matches with somebody whom one has played with: one invites by name, the other joins by name."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence

import keys
from fadenet.cli.cards.choosing import asked_deck, asked_kind
from fadenet.cli.cards.decks import deck_of
from fadenet.cli.cards.formats import between_nodes
from fadenet.cli.frame.context import BadInput, Context, Usage
from fadenet.cli.frame.probing import is_free
from fadenet.cli.net.doors import hosting_at, proxied
from fadenet.cli.net.tables import config_at, host_table, play_table
from fadenet.node.link.candidates import Address, parse_address
from fadenet.node.lobby.invite import PREFIX, RELAY_PREFIX
from fadenet.node.lobby.meeting import line_to, matches_with, table_for
from fadenet.node.match import saved
from fadenet.node.match.follow import MatchEnd, Say
from fadenet.node.match.run import Participant
from fadenet.node.sitting import Hosting
from keys.errors import ContactNotFound

NAME_CHARACTERS = 64
"""A longer text is a line, not a name."""


def invite(ctx: Context) -> int:
    """Open a table for somebody whom the person here has played with, and play when that player has come."""
    contact = keys.Contacts.load(ctx.home).find(ctx.args.name)
    met = _met(ctx, contact)
    last = met[0].note
    ctx.args.game = ctx.args.game or last.game
    ctx.args.identity = ctx.args.identity or last.name
    kind = between_nodes(ctx.args)
    if kind.seats != 2:
        raise Usage(
            "One other player is invited, so two play. For more: "
            f"fadenet host {kind.rules.name}{kind.typed} --seats {kind.seats}"
        )
    deck = deck_of(ctx.home, kind.rules, asked_deck(ctx, kind.rules))
    if ctx.args.bot is None:
        kind = asked_kind(ctx, kind)
    listen = _where(ctx, contact, last)

    async def meet(participant: Participant, say: Say) -> MatchEnd:
        rules, name = kind.rules, participant.identity.name

        def opened(line: str) -> None:
            what = saved.played(rules.name, rules.format, rules.options)
            say(f"The table is for {contact.petname} alone. {what} is played; you play {deck.name}.")
            say(f"Ask {contact.petname} to type: fadenet join {shlex.quote(name)}")

        only = table_for(contact.public, participant.identity.public, met, f"Waiting for {contact.petname}.")
        hosting = Hosting(config_at(ctx, kind), listen, opened, ctx.args.hours, meeting=only)
        return await host_table(ctx, participant.entrant(rules, deck), hosting, say)

    return play_table(ctx, ctx.args.bot, meet)


def line_of(ctx: Context, text: str) -> str:
    """The invitation of somebody who is named in place of one, "" where nobody is. Raises `BadInput` where
    nothing leads to that player's node."""
    if len(text) > NAME_CHARACTERS or any(begins in text.lower() for begins in (PREFIX, RELAY_PREFIX)):
        return ""
    try:
        contact = keys.Contacts.load(ctx.home).find(text)
    except ContactNotFound:
        return ""
    met = _met(ctx, contact)
    ctx.args.identity = ctx.args.identity or met[0].note.name
    line = line_to(contact.public, met)
    if not line:
        name = contact.petname
        raise BadInput(f"Where {name}'s node can be dialled is not known here: ask {name} for an invitation.")
    return line


def partners(ctx: Context) -> Iterator[tuple[str, saved.SavedMatch]]:
    """The people whom one has played with, the last one first, each with the last match with them."""
    there = saved.saved_matches(ctx.home)
    contacts = keys.Contacts.load(ctx.home)
    people = {one.public.hex(): one.petname for one in (*reversed(contacts.met), *contacts)}
    told: set[str] = set()
    for one in sorted(there, key=lambda one: -one.note.when):
        for peer in one.note.peers:
            if peer.key in people and peer.key not in told:
                told.add(peer.key)
                yield people[peer.key], one


def _met(ctx: Context, contact: keys.Contact) -> list[saved.SavedMatch]:
    met = matches_with(ctx.home, contact.public)
    if not met:
        raise BadInput(
            f"You have played no match with {contact.petname} yet, so only a line leads there: fadenet host "
            "prints one to send, or ask for one."
        )
    return met


def _where(ctx: Context, contact: keys.Contact, last: saved.SavedTable) -> Sequence[Address]:
    """Where to listen: what was named, else where the other player knows our node from the last match."""
    there = [parse_address(text) for text in last.listen]
    if ctx.args.listen or proxied(ctx) or not there:
        return hosting_at(ctx)
    if taken := [one.port for one in there if not is_free(one.port)]:
        ctx.say(
            f"Port {taken[0]}, where {contact.petname} would look for this table, is in use. Close the "
            "program that has it, or send a line instead: fadenet host"
        )
        return hosting_at(ctx)
    return there
