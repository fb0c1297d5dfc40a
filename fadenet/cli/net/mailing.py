"""`fadenet post`, and how matches by correspondence are begun and left by text alone."""

from __future__ import annotations

import sys
import time
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from msgspec.structs import replace

import keys
from fadenet import bots
from fadenet.bots.beside import Beside
from fadenet.cli.cards.decks import deck_of
from fadenet.cli.cards.formats import Kind
from fadenet.cli.frame.context import (
    FAULT_PROVEN,
    BadInput,
    Context,
    NotFound,
    Usage,
    make_bot,
)
from fadenet.cli.frame.loading import finished_rules, game_of
from fadenet.cli.frame.logs import start_log
from fadenet.cli.frame.parser import TableTime
from fadenet.cli.frame.running import run_async, run_last
from fadenet.cli.frame.shelf import SetShelf, about_set, chosen_sets
from fadenet.cli.net.giving import INVITATION, PARCEL, HandOut, give
from fadenet.cli.net.letterbox import Addressed, Letterbox, addressed, of_invitation
from fadenet.cli.net.turns import list_by_post, standing, tell_turns
from fadenet.cli.past.history import keep
from fadenet.cli.past.outcomes import NOBODY, broken_off, outcome_data, outcome_lines, signed_line
from fadenet.cli.seat.absent import Absent
from fadenet.engine.cardset import lacking
from fadenet.engine.errors import LoadError
from fadenet.engine.language.sets import unpacked
from fadenet.engine.rules import Rules
from fadenet.games.decks import Deck
from fadenet.node.mail import beginning, content, kept
from fadenet.node.mail.content import Decline, Started
from fadenet.node.mail.desk import Attended, GivesUp, Outgoing, attend, heard
from fadenet.node.mail.kept import GUEST, HOST, OpenInvitation
from fadenet.node.mail.sorting import Subject, invitation_of, subject_of
from fadenet.node.match import saved
from fadenet.node.match.host import Machine
from fadenet.node.match.ids import short_id
from fadenet.node.match.messages import timed
from fadenet.node.match.run import Entrant, MatchRun
from fadenet.node.sitting import config_of
from protocol.armour import TEXT_MAX, unarmoured
from protocol.faults import PeerFault
from protocol.parcels import VERSION, Parcel, unseal

USUAL_DAYS = 3


# An invitation.


def host_by_hand(ctx: Context, kind: Kind, deck: Deck) -> int:
    """Print an invitation that needs no connection, and leave."""
    if kind.seats != 2:
        raise Usage(
            "By hand two play. With more of them, open the table while all are there, and go on by post: "
            f"fadenet host {kind.rules.name} --seats {kind.seats} --clock days:{USUAL_DAYS}"
        )
    times: TableTime = ctx.args.clock or ctx.settings.clock
    if ctx.args.clock is not None and not times.days:
        raise Usage(f"By hand nobody's seconds can be counted. Write days: --clock days:{USUAL_DAYS}")
    config = config_of(kind.rules, 2, 0, 0, 0, times.days or USUAL_DAYS)
    with keys.lock(ctx.home):
        entrant = _entrant(ctx, ctx.identity(ctx.args.identity), kind.rules, deck, ctx.args.bot or "")
        invitation = beginning.invite(entrant, config, Letterbox(ctx).where)
        open_ = kept.read_invitation(ctx.home, invitation.id)
        Letterbox(ctx).empty()
    assert open_ is not None
    data = bytes.fromhex(open_.invitation)
    give(ctx, {"invitation": invitation.id.hex()}, [HandOut("", data, INVITATION)])
    ctx.say(timed(config))
    if kind.rules.sets and not invitation.sets:
        ctx.say("The card set is too large to go along: give its file, too. See: fadenet cards pack")
    ctx.say("Give this text to whom you want to play with. It is pasted into the home screen of fadenet, as")
    ctx.say("what comes back is into yours; a file of it is taken by: fadenet post --file FILE")
    return 0


def _entrant(
    ctx: Context, identity: keys.Identity, rules: Rules, deck: Deck, bot: str, concedes: bool = False
) -> Entrant:
    """The player of our seat: a bot, or a person who is not here for now, or who gives up."""
    kind = "bot" if bot else "human"
    absent = Absent(ctx.settings.stops)
    player = GivesUp() if concedes else Beside(make_bot(bot)) if bot else absent
    name = bots.public_name(bot) if bot else ""
    return Entrant(ctx.home, identity, rules, deck, player, kind, bot, Machine(), paced=False, bot_name=name)


# Texts and parcels.


def post(ctx: Context) -> int:
    """Take what stands in the texts that are given, and print what the others lack."""
    texts = _texts(ctx)
    found = unarmoured("\n".join(texts)) if texts else None
    if found is not None:
        for broken in found.broken:
            ctx.say(broken)
        if not found.whole:
            raise BadInput(
                "There is no whole parcel in this text."
                if found.broken
                else "There is no parcel in this text."
            )
    start_log(ctx)
    with keys.lock(ctx.home):
        if ctx.args.withdraw:
            return _withdraw(ctx)
        args = ctx.args
        wishes = Wishes(args.bot or "", args.concede, args.claim, args.moved, args.no_boxes, args.chat)
        office = _Office(ctx, wishes)
        office.fetch()
        if found is not None:
            office.take(found.whole)
        if ctx.args.match:
            office.attend(saved.find_match(ctx.home, ctx.args.match), by_hand=True, asked_for=True)
        elif found is None:
            office.go_through()
        code = office.finish()
    if found is None and not ctx.args.match and not ctx.json:
        return list_by_post(ctx)
    return code


def _texts(ctx: Context) -> list[str]:
    """Read the texts of the named files, else of stdin unless somebody types there."""
    if ctx.args.text is not None:
        return [ctx.args.text]
    found = []
    for name in ctx.args.file or ():
        try:
            found.append(Path(name).read_bytes()[:TEXT_MAX].decode("utf-8", "replace"))
        except OSError as error:
            raise BadInput(f"{name} cannot be read: {error.strerror}.") from error
    if not (ctx.args.file or ctx.args.match or sys.stdin.isatty()):
        found.append(sys.stdin.read(TEXT_MAX))
    return [text for text in found if text.strip()]


def look_up(ctx: Context) -> None:
    """Take in what lies in our boxes."""
    with keys.lock(ctx.home):
        office = _Office(ctx)
        office.fetch()
        if office.has_news:
            office.finish()


def post_once_more(ctx: Context, match: str) -> int:
    """Give away once more what the others of a match lack."""
    with keys.lock(ctx.home):
        office = _Office(ctx)
        office.attend(match, by_hand=True, asked_for=True)
        return office.finish()


def hand_over(ctx: Context, identity: keys.Identity, run: MatchRun, *, answered: int, over: bool) -> None:
    """A match by correspondence was left, or is over: say how it stands, and give away what is new for the
    others. The data folder is held. answered: of its events, as `Mail` has it, 0 = none since; over: how it
    ended has been told."""
    mail = heard(kept.read_mail(ctx.home, run.match), run)
    kept.write_mail(ctx.home, run.match, replace(mail, answered=answered or mail.answered))
    office = _Office(ctx, identity=identity)
    office.leave(run.match, over)
    office.finish(run.match)


class Wishes(NamedTuple):
    """The wishes of a person who posts. bot: the one that decides, "" = whoever plays; concede, claim, moved:
    as in `attend`; no_boxes: no relay is asked anything; chat: few long lines of text."""

    bot: str = ""
    concede: bool = False
    claim: bool = False
    moved: bool = False
    no_boxes: bool = False
    chat: bool = False


NO_WISHES = Wishes()


class _Office:
    """The matches that one command attends to: parcels are sorted first, then each match is attended once.
    identity: the one that plays them, None = the one that each names, and nobody has told us to end."""

    def __init__(
        self, ctx: Context, wishes: Wishes = NO_WISHES, identity: keys.Identity | None = None
    ) -> None:
        self._ctx = ctx
        self._wishes = wishes
        self._identity = identity
        self._run: Callable[[Callable[[], Awaitable[Attended]]], Attended] = (
            run_async if identity is None else run_last
        )
        self._arrived: dict[str, list[Parcel]] = {}
        self._outgoing: list[Addressed] = []
        self._data: list[dict[str, Any]] = []
        self._attended: set[str] = set()
        self._proven = False
        self._store = keys.IdentityStore(ctx.home)
        self._letterbox = Letterbox(ctx, wishes.no_boxes, last=identity is not None)

    @property
    def has_news(self) -> bool:
        """Whether something came, or is to be given away."""
        return bool(self._data or self._outgoing)

    def fetch(self) -> None:
        """Take out what lies in our boxes, and take it in."""
        ctx = self._ctx
        self._letterbox.empty()
        waiting = kept.waiting_parcels(ctx.home)
        self.take([parcel for _, parcel in waiting], from_box=True)
        for path, _ in waiting:
            path.unlink(missing_ok=True)

    def go_through(self) -> None:
        """Attend to all matches that are not over for everybody, and answer invitations once more."""
        ctx = self._ctx
        for one in saved.saved_matches(ctx.home):
            if one.note.days and (not one.finished or one.lacking) and one.match not in self._attended:
                try:
                    self.attend(one.match)
                except keys.UserError as error:  # it stops none of the others
                    ctx.say(error.message)
                    self._proven |= error.exit_code == FAULT_PROVEN
        for _, open_ in kept.open_invitations(ctx.home):
            if open_.role == GUEST and not open_.match:
                self._answer(open_, by_hand=False)

    def take(self, pieces: Sequence[bytes], from_box: bool = False) -> None:
        """Take in invitations and parcels; each is told of, and one that leads nowhere stops none of the
        others. from_box: nobody has brought them here. Nothing is printed for them, and an invitation is not
        taken up: it has not been read by anybody."""
        failed: list[keys.UserError] = []
        for data in pieces:
            try:
                if from_box or data[:1] == bytes([VERSION]):
                    self._parcel(data)
                else:
                    self._invitation(data)
            except keys.UserError as error:
                failed.append(error)
            except PeerFault as fault:
                failed.append(BadInput(f"Not taken: {fault.why}."))
            except LoadError as error:  # in a card set that came along
                failed.append(BadInput(f"{error}."))
        for match in list(self._arrived):
            try:
                self.attend(match, by_hand=not from_box)
            except keys.UserError as error:
                failed.append(error)
                self._proven |= error.exit_code == FAULT_PROVEN
        if failed and not (from_box or self._data or self._outgoing):
            raise failed[0]
        for one in failed:
            self._ctx.say(str(one))

    def _public(self, name: str) -> bytes:
        return self._store.show(name).public

    def _invitation(self, data: bytes) -> None:
        """Take an invitation, and make the answer to it."""
        ctx = self._ctx
        invitation = content.parse_invitation(data)
        config = invitation.config
        chosen_sets(ctx.home, ctx.args.sets or ())
        wanted = lacking(dict(config.opts))
        for one in (unpacked(line, f"a set of {invitation.name}'s invitation") for line in invitation.sets):
            if one.id in wanted:
                SetShelf(ctx.home).keep(one)
        if missing := lacking(dict(config.opts)):
            raise BadInput(
                f"This match is played with the card set {missing[0]}, which is not here. Ask the host for "
                "its file, and name it: --set FILE"
            )
        rules = game_of(config.game, config.format, config.opts)
        deck = deck_of(ctx.home, rules, ctx.args.deck or ctx.settings.decks.get(rules.name))
        entrant = _entrant(ctx, ctx.identity(ctx.args.identity), rules, deck, ctx.args.bot or "")
        open_ = beginning.accept(entrant, invitation, data, self._letterbox.where)
        what = saved.played(config.game, config.format, dict(config.opts))
        ctx.say(f"{invitation.name} invites you to {what}. {timed(config)}")
        for one in rules.sets:
            ctx.say(about_set(one))
        ctx.say(
            f"You play {open_.deck}. Give this text to {invitation.name}: the match begins when it is taken."
        )
        self._answer(open_, by_hand=True)
        self._data.append({"invitation": invitation.id.hex(), "host": invitation.name})

    def _answer(self, open_: OpenInvitation, by_hand: bool) -> None:
        """Answer an invitation that we have taken."""
        invitation = invitation_of(open_)
        parcel = beginning.acceptance(self._ctx.identity(open_.name), invitation, open_)
        answer = Outgoing(invitation.name, invitation.ik, parcel, fresh=True, first=True)
        self._outgoing.append(Addressed(open_.name, of_invitation(open_), answer, "", by_hand))

    def _parcel(self, data: bytes) -> None:
        subject = subject_of(self._ctx.home, self._public, data)
        identity = self._ctx.identity(subject.name)
        parcel = unseal(identity, subject.id, data)
        if subject.invitation is None:
            self._arrived.setdefault(subject.match, []).append(parcel)
            return
        match = self._begun(subject, subject.invitation, identity, parcel)
        if match:
            said = content.parse(parcel.content)
            letters = [parcel] if isinstance(said, Started) else []
            self._arrived.setdefault(match, []).extend(letters)

    def _begun(self, subject: Subject, open_: OpenInvitation, identity: keys.Identity, parcel: Parcel) -> str:
        """Take a parcel that answers an invitation; the match that begins by it, "" = none."""
        ctx, invitation = self._ctx, invitation_of(open_)
        config = invitation.config
        rules = game_of(config.game, config.format, config.opts)
        entrant = _entrant(ctx, identity, rules, Deck(open_.deck, "", open_.lists), open_.bot)
        said = content.parse(parcel.content)
        if isinstance(said, Decline):
            why = beginning.declined(invitation, open_, parcel)
            kept.forget_invitation(ctx.home, subject.id)
            ctx.say(f"Word from {invitation.name}: {why}")
            return ""
        if open_.role == GUEST:
            return beginning.sit_down(entrant, invitation, open_, parcel, ctx.say)
        try:
            return beginning.begin(entrant, invitation, open_, parcel, ctx.say)
        except beginning.TooLate as late:
            ctx.say(late.message)
            told = Outgoing(late.name, parcel.sender, late.parcel, fresh=True, first=True)
            self._outgoing.append(Addressed(identity.name, of_invitation(open_), told, "", True))
            return ""

    # Attending.

    def attend(self, match: str, by_hand: bool = False, asked_for: bool = False) -> None:
        """Go on with a match as far as that leads. by_hand: what no box takes is printed; asked_for: what the
        others lack is given away even where nobody can go on before our player does."""
        done, entrant = self._go_on(match, by_hand)
        waits = done.ours and not (done.awaited or asked_for)
        outgoing = () if waits else done.outgoing
        self._data.append({**self._tell(done, entrant), "to": [one.to for one in outgoing]})
        if outgoing:
            self._outgoing += addressed(self._ctx.home, done, by_hand)

    def leave(self, match: str, over: bool) -> None:
        """Give away what is new of a match that its player leaves. over: how it ended has been told."""
        done, entrant = self._go_on(match, by_hand=False)
        told = {} if over else self._tell(done, entrant)
        if done.ours and not done.awaited:
            return  # nobody can go on before our player does
        new = [one for one in addressed(self._ctx.home, done, True) if one.outgoing.fresh]
        if done.outgoing and not new:
            self._ctx.say(f"To have your last parcel once more: fadenet post {short_id(match)}")
        self._data.append({**told, "to": [one.outgoing.to for one in new]})
        self._outgoing += new

    def _go_on(self, match: str, by_hand: bool) -> tuple[Attended, Entrant]:
        ctx, wishes = self._ctx, self._wishes
        self._attended.add(match)
        note = saved.read_table(ctx.home, match)
        bot = wishes.bot or note.bot
        try:
            decks = saved.read_secrets(saved.folder_of(ctx.home), match).decks
        except FileNotFoundError:
            decks = ()
        identity, deck = self._identity or ctx.identity(note.name), Deck(note.deck, "", decks)
        entrant = _entrant(ctx, identity, finished_rules(note), deck, bot, by_hand and wishes.concede)
        parcels = self._arrived.pop(match, [])
        said = {"claim": wishes.claim, "moved": wishes.moved}
        work = partial(attend, entrant, match, parcels, say=ctx.say, **said)
        try:
            done = self._run(work)
        except PeerFault as fault:
            keep(ctx)
            path = saved.folder_of(ctx.home).path / f"{match}.match"
            seats = {identity.public: note.name}
            seats |= {bytes.fromhex(peer.key): peer.name for peer in note.peers}
            raise broken_off(fault, path, [seats[key] for key in sorted(seats)]) from fault
        return done, entrant

    def _tell(self, done: Attended, entrant: Entrant) -> dict[str, Any]:
        """Say how a match stands, or how it ended; that as JSON has it."""
        ctx, note, short = self._ctx, done.note, short_id(done.match)
        told: dict[str, Any] = {
            "match": done.match,
            "turn": done.ours,
            "awaited": done.awaited,
            "ended": None,
        }
        if done.end is not None:
            own = NOBODY if entrant.kind == "bot" else done.end.seat
            for line in outcome_lines(done.end, own):
                ctx.say(f"Match {short}: {line}")
            ctx.say(signed_line(done.end, own))
            told["ended"] = outcome_data(done.end)
            self._proven |= bool(done.end.findings)
            if not note.lacking and (invitation := kept.read_mail(ctx.home, done.match).invitation):
                kept.forget_invitation(ctx.home, bytes.fromhex(invitation))
        else:
            ctx.say(f"Match {short}: {standing(note, time.time())}")
            if done.ours:
                ctx.say(f"Play on: fadenet resume {short}")
        return told

    def finish(self, here: str = "") -> int:
        """Put what is to be given away into boxes, and print what does not get into one; the exit code. here:
        the match that the person has just left."""
        ctx = self._ctx
        keep(ctx)
        left = []
        for letter in self._letterbox.put(self._outgoing):
            to = letter.outgoing.to
            if letter.by_hand:
                left.append(HandOut(to, letter.outgoing.parcel, PARCEL))
            elif letter.match:
                ctx.say(f"To give {to} the parcel by hand: fadenet post {short_id(letter.match)}")
        give(ctx, {"matches": self._data}, left, chat=self._wishes.chat)
        tell_turns(ctx, here)
        return FAULT_PROVEN if self._proven else 0


def _withdraw(ctx: Context) -> int:
    """Take an invitation back, of ours or one that we have taken, which has not become a match."""
    text = ctx.args.match
    there = [(id, one) for id, one in kept.open_invitations(ctx.home) if text and id.hex().startswith(text)]
    if len(there) != 1:
        raise NotFound(f"There is no invitation {text[:40]!r} here. See: fadenet inbox")
    id, open_ = there[0]
    if open_.match:
        short = short_id(open_.match)
        raise BadInput(f"It has become the match {short}. To give that up: fadenet post {short} --concede")
    if open_.role == HOST:
        kept.write_invitation(ctx.home, id, replace(open_, withdrawn=True))
    else:
        kept.forget_invitation(ctx.home, id)
    ctx.emit({"invitation": id.hex(), "withdrawn": True}, [])
    ctx.say("The invitation is taken back; nothing was begun.")
    return 0
