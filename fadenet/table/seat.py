"""Our seat at one match, sans-IO: answers of the player in, bytes to store and send out.

A seat is a follower of its match that has secrets and a view. Everything that leaves nothing to choose
(shuffles, tokens, openings, the whole ending) is answered here; decisions are asked of the player by the
caller.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Final

from fadenet.engine import kernel, needs
from fadenet.engine.kernel import CONCEDE_MOVE
from fadenet.engine.rules import Move, Rules
from fadenet.engine.state import TAKE, Ask, Known, TableNeed
from fadenet.table.follower import Follower
from fadenet.table.replica import Replica
from fadenet.table.sightings import Sightings
from fadenet.table.view import SeatView, StepListener, dice_of
from fadenet.table.writing import move_payload
from protocol.encoding import encode
from protocol.evidence import fork_of
from protocol.faults import BadEvidence, LocalError, PeerFault, UnexpectedEntry
from protocol.hello import seat_hellos
from protocol.messages import (
    Commit,
    Entry,
    MoveMessage,
    Payload,
    Reveal,
    Take,
    parse_message,
    parse_payload,
)
from protocol.needs import (
    Accepted,
    Batch,
    NeedCommit,
    NeedMove,
    NeedReveal,
    NeedTake,
    Rest,
)
from protocol.secrets import Secrets, choice_hash
from protocol.standing import DOOMED, DROPPED
from protocol.statements import Drop
from protocol.transcript import Transcript
from protocol.values import SEATS_MAX, Claim

_DECISIONS: Final = (NeedMove, NeedCommit, NeedTake)
FIRST_MAX: Final = 3
"""How often one seat is the first to offer at a rest that a match ends as void."""
VOIDS_MAX: Final = FIRST_MAX * SEATS_MAX
"""How often it offers at all, as it takes up what each other seat is the first to offer. The others keep more
of its ENDs, and the one for the end of the game has to be among them (`protocol.closing.ENDS_MAX`)."""


class TableSeat(Follower):
    """Our seat at a match, with its secrets (`own`).

    `view` is what our player sees, from the first rest on, `known` the hidden cards behind it. `abandoned`:
    we have given up all others in mid-game, with our AUDIT, so that nobody can play on with us; or before
    the match began. Raises as `Follower` does.
    """

    def __init__(
        self, rules: Rules, hellos: Sequence[bytes], own: Secrets, watch: StepListener | None = None
    ) -> None:
        self._own = own
        self.known: Known = {}
        super().__init__(rules, hellos, watch)
        self.view: SeatView | None = None
        self.abandoned = False
        self._sealed: MoveMessage | None = None
        self._own_cards: dict[int, int] = {}  # the card behind each handle that we know, public ones too
        self._stage: tuple[int, ...] = ()  # how many bindings and known cards there were when that was made
        self._alone = False  # we have given up those with whom we would have gone back behind a fork
        self._undone: list[bytes] = []  # entries of ours without which the others had gone on
        self._proven: dict[int, bytes] = {}  # an EVIDENCE against a seat
        self._doubts: list[Drop] = []  # votes to drop somebody that are still to be answered

    def _replicate(self) -> Replica:
        self._sightings = Sightings()
        return Replica(self.rules, before=partial(self._sightings.supplied, known=self.known))

    def _transcribe(self, hellos: Sequence[bytes]) -> Transcript:
        return Transcript(hellos, self.replica.deck_owners(seat_hellos(hellos)), self._own)

    # The state of our seat.

    @property
    def seat(self) -> int:
        """The number of our seat."""
        assert self.transcript.seat is not None
        return self.transcript.seat

    @property
    def dice(self) -> int:
        """The seed of our player's own dice: the same after a restart."""
        return dice_of(self.transcript.game_id, self._own.master)

    def awaited(self) -> list[int]:
        """As in `Follower`, or to go back behind a fork with us."""
        if self.result is None and self._returning:
            return self.transcript.forks.yet_to_say()
        return super().awaited()

    @property
    def left_behind(self) -> bool:
        """Whether the others go on without us."""
        return self.transcript.standing(self.seat).left_behind

    @property
    def stopped(self) -> bool:
        """Whether nothing more is to be decided in this match."""
        return self.void or self.abandoned or self.given_up_by is not None

    @property
    def given_up_by(self) -> int | None:
        """The only other seat left in a match that goes on, if it has shown its AUDIT: it claims that our
        bank is spent, and nobody can play on with one whose M is known."""
        own, shown = self.seat, self.transcript.closing.audits
        if not shown or own in shown or self.over or self.void:
            return None
        playing = self.transcript.beside()
        others = playing - {own}
        return min(others) if own in playing and len(others) == 1 and others <= shown.keys() else None

    @property
    def _returning(self) -> bool:
        """Whether we go back behind a fork as soon as all who remain say so: we sign nothing here any more,
        unless we have given them up."""
        return self.transcript.forks.leaves and not (self.abandoned or self._alone)

    def question(self) -> Ask | None:
        """The ask that our player has to answer now, if any (a search asks through `search`)."""
        need = self.transcript.owed()
        state = self.replica.state
        if not isinstance(need, NeedMove | NeedCommit) or state is None or self.stopped:
            return None
        return kernel.ask_of(state, self.seat)

    def search(self) -> TableNeed | None:
        """The need that our player has to answer out of its deck, if any."""
        need = self._taking()
        return need if need is not None and needs.is_choice(need) else None

    def _taking(self) -> TableNeed | None:
        """The need that our seat has to answer out of its deck, whether or not that leaves a choice."""
        state = self.replica.state
        if state is None or not isinstance(self.transcript.owed(), NeedTake) or self.stopped:
            return None
        return next(w for w in state.needs if w.kind == TAKE and w.who == self.seat)

    # Items from outside.

    def receive(self, data: bytes) -> list[Accepted]:
        """As in `Follower`; nothing is heard any more once we have abandoned the match."""
        return [] if self.abandoned else super().receive(data)

    def _take(self, data: bytes) -> list[Accepted]:
        accepted = super()._take(data)
        self._regain(data)
        votes = [one.payload for one in accepted if isinstance(one.payload, Drop)]
        self._doubts += [vote for vote in votes if vote.vote and not vote.final]
        return accepted

    def _regain(self, data: bytes) -> None:
        """An entry of ours in whose place we were dropped may come back from somebody who has taken it: our
        disk has it no more."""
        if self.transcript.standing(self.seat) is not DROPPED or data in self._undone:
            return
        message, (due, _) = parse_message(data), self.transcript.heads()[self.seat]
        head = message.head if isinstance(message, Entry) else None
        if head is None or (head.author, head.era) != (self.seat, self.transcript.era) or head.seq < due:
            return
        self._undone.append(data)  # its signature has been checked, as it is of this era

    def is_undone(self, data: bytes) -> bool:
        """Whether this is an entry of ours in whose place we were dropped."""
        return data in self._undone

    def caught_up(self) -> None:
        """All others have told what they hold: a RESULT that they have made without us would be here."""
        self.transcript.caught_up()

    def restored(self) -> None:
        """All that is stored has been fed. A seat that has shown its AUDIT in mid-game follows the match no
        more."""
        shown = self.transcript.seat in self.transcript.closing.audits
        self.abandoned = shown and not (self.over or self.left_behind)

    # Items of our own.

    def pump(self) -> list[bytes]:
        """Write all that leaves nothing to choose; returns what to store, then send: our own new items, and
        those of others that somebody misses."""
        if self.result is not None:
            return []  # it is the last item
        made = self._deny() + self._condemn() + self._settle() + self._join()
        while True:
            need = self.transcript.owed()
            if need is None or self.stopped:
                break
            if (want := self._taking()) is not None and self.search() is None:
                made.append(self._write(self._taken(want, ())))
                continue
            if isinstance(need, _DECISIONS):
                break
            payload = self._reveal() if isinstance(need, NeedReveal) else self.transcript.answer()
            made.append(self._write(payload))
        made += self._close()
        return made

    def answer(self, move: Move, standing: tuple[tuple[int, int], ...] | None = None) -> list[bytes]:
        """Our player's answer, a move that `view` does not refuse; returns our new items. Raises `LocalError`
        where none is owed."""
        need = self.transcript.owed()
        if not isinstance(need, NeedMove | NeedCommit) or self.view is None or self.stopped:
            raise LocalError("our seat owes no decision at this rest")
        assert self.view.refusal(move) is None, "an illegal move must not be signed"
        payload = move_payload(self.replica, self.seat, move, standing, isinstance(need, NeedCommit))
        if isinstance(need, NeedCommit):
            assert isinstance(payload, MoveMessage)
            self._sealed = payload
            payload = self.transcript.sealed(payload)
        return [self._write(payload), *self.pump()]

    def take(self, handles: Sequence[int]) -> list[bytes]:
        """Our player's choice in a search: the cards taken, () = none; cards that must go besides are added.
        Returns our new items. Raises `LocalError` where no search is asked of our seat."""
        want = self.search()
        if want is None:
            raise LocalError("no search is asked of our seat")
        return [self._write(self._taken(want, handles)), *self.pump()]

    def _taken(self, want: TableNeed, handles: Sequence[int]) -> Take:
        """The payload of a search: of these cards what may be taken, and what must be besides them."""
        vault = self.transcript.play.vault
        assert vault is not None and self.view is not None
        statement, shown = want.items[:2]
        taken = self.view.settled(want, handles)
        coms = tuple(self.replica.handles.com[h] for h in taken)
        claims = (Claim(statement, coms),) if statement else ()
        return Take(want.deck, coms, vault.ops(coms) if shown else (), claims)

    def yields(self, seat: int) -> bool:
        """Whether the last that a seat has signed is that it gives up, or that its bank is spent: whatever
        the others owe at that rest, it does not win."""
        entries = self.transcript.entries(seat, max(0, self.transcript.heads()[seat][0] - 1))
        if not entries:
            return False
        entry = parse_message(entries[0])
        assert isinstance(entry, Entry)
        said = parse_payload(entry.head.kind, entry.payload)
        move = said.move if isinstance(said, Reveal) else said
        verbs = self.rules.verbs
        lost = {verbs[CONCEDE_MOVE[0]], verbs[self.rules.timeout[0]]}
        return isinstance(move, MoveMessage) and move.text in lost

    def concede(self) -> list[bytes]:
        """Give up at our own decision."""
        return self.answer(CONCEDE_MOVE)

    def run_out(self) -> list[bytes]:
        """Sign at our own decision that the time bank of our seat is spent: it has lost."""
        return self.answer(self.rules.timeout)

    @property
    def may_vote(self) -> bool:
        """Whether it takes a vote to go on without those we wait for: three or more are in the match, we are
        one of them, and an entry or an END is missing. A doomed seat does not count. Nobody votes before all
        have signed READY.
        """
        playing, doomed = self.transcript.playing(), self.transcript.who_is(DOOMED)
        open_end = not (self.over and self.ending.agreed)
        several = len(playing) - len(doomed) > 2
        return self.begun and self.seat in playing and several and open_end and not self.void

    def may_drop(self, seat: int) -> bool:
        """Whether it is our turn to vote on going on without a seat."""
        return self.may_vote and self.transcript.leaving.may_drop(seat)

    def drop(self, seat: int) -> list[bytes]:
        """Vote to go on without a seat that owes an entry here, or its END; returns our new items.

        All others of three or four have to vote so, and once more that it is final (`protocol/README.md`,
        Leaving): `confirm`. Raises `LocalError` for a seat that owes nothing, or whose entry is here.
        """
        wire = self.transcript.drop(seat)
        self._journal.add([wire])
        self._advance()
        return [wire, *self.pump()]

    def confirm(self) -> list[bytes]:
        """Confirm that we go on without those on whom all have voted; returns our new items. Not done at
        once, as what others have to say against it may be on its way."""
        return [*self._settle(confirm=True), *self.pump()]

    def must_vote(self, late: Iterable[int] = ()) -> bool:
        """Whether it takes votes to wait no longer for those whom the match waits for, all of them or these:
        more than two are in it."""
        playing = self.transcript.beside()
        if not self.may_vote or self._deserted:
            return False
        return self.over or len(playing) > 2 or not playing.issuperset(late)

    @property
    def _deserted(self) -> bool:
        """Whether we would go back behind a fork with one other, who has not said that it does."""
        return self._returning and len(self.transcript.beside()) <= 2

    def give_up(self, late: Iterable[int] = ()) -> list[bytes]:
        """Wait no longer for those whom the match waits for, all of them or these, where no vote can end it;
        returns our new items.

        The last but one in a match shows its AUDIT, so that the win is credible. A match that has ended goes
        on to its RESULT, in which they are absent: unless they come back before it is whole. A match that all
        have agreed to end as void has no winner, and waits for its RESULT however long that takes. A match
        that has not begun is just abandoned: nobody has won it, and nobody has left it.
        """
        transcript = self.transcript
        playing = transcript.beside()
        if self.void:
            return []
        if not self.begun:
            self.abandoned = True
            return []
        if self.must_vote(late):
            raise LocalError("more than two are in the match: they vote on who has left it")
        self._alone |= self._deserted
        if self.over:
            if len(playing) <= 2 or self.ending.agreed:
                awaited, doomed = {*self.awaited()} - {self.seat}, transcript.who_is(DOOMED)
                without_end = {seat for seat in doomed if not transcript.closing.has_ended(seat)}
                self.ending.give_up(awaited & ({*late} or awaited) | without_end)
            return self._close()
        if self.seat not in playing or self.seat in transcript.closing.audits:
            return []
        shown = transcript.audit(alone=True)
        self._journal.add([shown])
        self.abandoned = True
        return [shown]

    def end_void(self, first: bool = True) -> list[bytes]:
        """Sign that the match ends as it stands, without a winner; returns our new items.

        All have to sign it at one and the same rest, in place of an entry; else it counts for nothing and the
        match goes on. So it can be offered where decisions of others alone are missing: by the `first` there
        `FIRST_MAX` times, by those who take that up `VOIDS_MAX` times with these. A seat that owes a decision
        itself signs once all others have: that is when it is agreed. [] = not now.
        """
        transcript = self.transcript
        if self.now is None or self.over or self.void or self.result is not None:
            return []
        if transcript.who_is(DROPPED) or transcript.forks.said:
            return []
        seat, signed = self.seat, self.ending.void_for()
        moved = transcript.heads()[seat] != transcript.rest_heads[seat]
        if moved or seat in signed or (seat in transcript.awaited() and transcript.leaving.bars_void):
            return []
        if len(signed) < transcript.seats - 1:
            deciding = {one.seat for one in self.now.expect if isinstance(one.need, _DECISIONS)}
            if seat in deciding or not {*transcript.awaited()} <= deciding:
                return []
            most = VOIDS_MAX if signed else FIRST_MAX
            if transcript.closing.ends_of(seat) >= most or not (signed or first):
                return []
        end = transcript.end(None)
        self._journal.add([end])
        return [end, *self.pump()]

    def _write(self, payload: Payload) -> bytes:
        wire = self.transcript.write(payload)
        self._journal.add([wire])
        self._advance()
        return wire

    def _deny(self) -> list[bytes]:
        """Answer votes to drop a seat whose entry is here: with a vote against it, and the entry.

        Where it is not here yet, a vote waits: its author is ahead of us perhaps, and waits for our answer.
        """
        made: list[bytes] = []
        doubts, self._doubts = self._doubts, []
        for drop in doubts:
            said = self.transcript.deny(drop)
            self._journal.add(said[:-1])
            made += said
            if not said and drop.accused not in self.transcript.who_is(DROPPED):
                self._doubts.append(drop)
        return made

    def _condemn(self) -> list[bytes]:
        """Vote at once on those who are convicted, wherever they owe something."""
        made = [
            self.transcript.drop(seat) for seat in sorted(self.transcript.convicted) if self.may_drop(seat)
        ]
        self._journal.add(made)
        return made

    def convict(self, fault: PeerFault) -> bool:
        """Go on without the author of a proven fault, as if it had fallen silent. Whether that can be done:
        three or more are in, the author counted, or we can go back behind its fork to where they were. A seat
        that only looks on does so as well, and follows those who play.

        An entry that the rules have refused is undone. Where all have agreed that the match ends as void,
        only their RESULT is waited for.
        """
        author, transcript = fault.author, self.transcript
        if author is None or author == self.seat:
            return False
        if not (len({author, *transcript.playing()}) > 2 or self._forked(fault)):
            return False
        self.fault = None
        if fault.transferable and fault.evidence:
            self._proven.setdefault(author, fault.evidence)
        if self.over and self.ending.agreed:
            return True  # an author that owes a part of the ending is absent once its bank is spent
        transcript.convict(author)
        if self.void:
            return True
        if isinstance(fault, UnexpectedEntry):
            self.refute_void(author)
        if fault.seq is not None and transcript.pending:
            self._without(author, fault.seq)
        return True

    def fork_from(self, proofs: Iterable[bytes]) -> bytes | None:
        """Which of these EVIDENCEs proves a fork behind which we can go back, and what has to stand behind it
        if we have said RESUME before; None = none."""
        return self._first(one for proof in proofs for one in (proof, *self._besides(proof)))

    def _besides(self, proof: bytes) -> list[bytes]:
        """An EVIDENCE with each of those behind it that prove another seat guilty."""
        if not self.transcript.forks.said:
            return []
        return [proof + other for seat, other in self._proven.items() if seat != fork_of(proof).seat]

    def _first(self, proofs: Iterable[bytes]) -> bytes | None:
        return next((proof for proof in proofs if self._may_go_back(proof)), None)

    def _may_go_back(self, proof: bytes) -> bool:
        """Whether we can go back behind a fork, and have what we owe there, if we were voted out for it:
        nobody signs that a second time."""
        fork = fork_of(proof)
        out = fork.of_votes and fork.owing in {self.seat} & self.transcript.who_is(DROPPED)
        return self.transcript.forks.may_say(fork) and (bool(self._undone) or not out)

    def _forked(self, fault: PeerFault) -> bool:
        """Whether a fault is a fork behind which we can go back."""
        try:
            return self.fork_from([fault.evidence]) is not None
        except BadEvidence:
            return False

    def go_back(self, proof: bytes) -> list[bytes]:
        """Say that we go back behind a fork, and on without its author; returns our new items. It happens
        once all who remain have said so. Raises `LocalError` where we may not."""
        said = self.transcript.go_back(proof)
        self._journal.add([said])
        for seat in fork_of(proof).out:
            self.transcript.convict(seat)
        self._follow()
        return [said, *self.pump()]

    def _join(self) -> list[bytes]:
        """Go back with others, where we can: they stand on another branch, or have heard of one."""
        transcript = self.transcript
        if transcript.forks.said:
            proof = self._first(transcript.forks.again(self._proven))
        else:
            proof = self.fork_from(transcript.forks.proofs())
        return [] if proof is None else self.go_back(proof)

    def _settle(self, confirm: bool = False) -> list[bytes]:
        """Cast the votes that follow from those of others; one against dropping a seat goes with its item."""
        made: list[bytes] = []
        while accepted := self.transcript.settle(confirm):
            for one in accepted:
                if isinstance(one.payload, Drop):
                    item = self.transcript.leaving.held(one.payload.accused, one.payload.seq)
                    if item is not None and not one.payload.vote:
                        if not self.over:
                            self._journal.add_early(one.payload.accused, item)
                        made.append(item)
                    made.append(one.wire)
            self._keep(accepted)
            self._advance()
        return made

    def _reveal(self) -> Payload:
        """Open our sealed decision; after a restart it is found again among the legal ones by its hash."""
        if self._sealed is None:
            self._sealed = self._find_sealed()
        payload = self.transcript.reveal(self._sealed)
        self._sealed = None
        return payload

    def _find_sealed(self) -> MoveMessage:
        transcript, seat = self.transcript, self.seat
        vault = transcript.play.vault
        assert vault is not None and self.view is not None
        seq = transcript.play.committed(seat)
        place = transcript.place(seat, seq)
        for batch in reversed(transcript.batches):
            for entry in batch.entries:
                if entry.seat == seat and entry.seq == seq and isinstance(entry.payload, Commit):
                    for move in (*self.view.options(), CONCEDE_MOVE, self.rules.timeout):
                        message = move_payload(self.replica, seat, move, None, sealed=True)
                        if isinstance(message, MoveMessage):
                            sealed = encode(message.wire())
                            salt = vault.derived.choice_salt(place, sealed)
                            if choice_hash(transcript.game_id, seat, seq, sealed, salt) == entry.payload.hash:
                                return message
        raise LocalError("the sealed decision of our seat cannot be found again")

    # The run of the match.

    def _without(self, seat: int, seq: int) -> None:
        self._sealed, self._stage = None, ()
        if seat == self.seat:
            self._undone += self.transcript.entries(seat, seq)
        super()._without(seat, seq)
        self._feed_again(self._undone)

    def _carry_out(self, batch: Batch) -> Rest:
        now = super()._carry_out(batch)
        state = self.replica.state
        assert state is not None
        self._learn()
        if self.view is None:
            self.view = SeatView(state, self.seat, self.known)
        self.view.state, self.view.sightings = state, self._sightings
        return now

    def _learn(self) -> None:
        """Bring our private knowledge up to date from our vault.

        A card shown to us alone that the card set has not stays unknown; the audit names its deck.
        """
        vault, state, handles = self.transcript.play.vault, self.replica.state, self.replica.handles
        assert vault is not None and state is not None
        if (stage := (handles.bindings, len(vault.card))) != self._stage:
            self._stage = stage
            own, top = handles.handle, len(self.rules.cards)
            self._own_cards = {
                own[com]: card for com, card in vault.card.items() if com in own and 0 < card < top
            }
        code = state.code
        self.known.clear()
        self.known.update({h: card for h, card in self._own_cards.items() if h < len(code) and not code[h]})

    def _close(self) -> list[bytes]:
        """END, AUDIT, VERDICT and RESULT, each as soon as the one before is complete."""
        if self.result is not None or self.left_behind or self._returning:
            return []
        stated = self.ending.state()
        self._journal.add(stated)
        signed = self.ending.sign()
        self._keep()
        return stated + signed
