"""A second, plain reading of the family's books: which cards work, and what each is worth.

Everything is worked out anew from what is printed, what lies where and what is in force, without the engine's
index of it. Slow, and only for looking at what the engine says (`tests/builders/monitors.py`).
"""

from __future__ import annotations

from fadenet.engine.acts import probe
from fadenet.engine.card import Ability
from fadenet.engine.looking import left_out
from fadenet.engine.state import ATTACHED, HANDLE_MASK, State, alive, ref
from fadenet.games.fade import tables as t
from fadenet.games.fade.field import commands
from fadenet.games.fade.typed import rules_of, world_of

Q_IMMUNE, Q_LOCK, Q_MUTE = t.Q_KEYWORD + t.K_IMMUNE, t.Q_KEYWORD + t.K_LOCK, t.Q_KEYWORD + t.K_MUTE


class Plain:
    """The words of a book about a state at rest. `works`: the face-up cards on the field that are not
    Prevented.

    muted: what bears Mute, face-down Characters too. silent: with these the Augments and Items attached to
    them. bare: the Command Materials that have none of their printed effects and keywords (fade1
    command.materials-lose-effects). resting: what lies in a back row of which only Backup works, or on a card
    there (fade1 zone.reserve-inactive).
    """

    def __init__(self, s: State) -> None:
        self.s = s
        bodies = range(1, s.seats + 1)
        self.works = [h for h in range(1, len(s.code)) if h in bodies or self._is_at_work(h)]
        behind = {h for seat in range(s.seats) for h in s.zones[seat * t.NZ + t.BACKUP]}
        self.resting = {h for h in self.works if h in behind or s.host[h] in behind}
        if not rules_of(s).edition.back.rests:
            self.resting = set()
        hushed: frozenset[int] = frozenset()
        while more := self._lay_out(hushed):
            hushed |= more

    def _lay_out(self, hushed: frozenset[int]) -> frozenset[int]:
        """Find what is bare and muted, these being no Commands; returns what should not have been one either
        (fade1 command.synchronize-is-command).
        """
        layout = rules_of(self.s).board.lay_out(self.s, hushed)
        self.bare = layout.bare
        self._given: dict[int, dict[int, list[int]]] = {}
        self.muted: set[int] = set()
        self.silent: set[int] = set()
        self._mute()
        return commands.silenced(self.s, layout, frozenset(self.silent))

    def _is_at_work(self, h: int) -> bool:
        """faroe card.where-active: face-up on the field, in no Stack; turned by Prevent it has no effect."""
        s = self.s
        on_field = s.zone[h] >= 0 and s.zone[h] % t.NZ in t.LIVE
        return bool(on_field and s.face[h] and s.code[h] and (not s.host[h] or s.role[h] == ATTACHED))

    def given(self, what: int, h: int) -> list[int]:
        """A quantity of a card as continuous effects and changes with an end make it, one by one; Players
        are given no keywords where these are for cards alone (fade1 keyword.not-on-players).
        """
        if h <= self.s.seats and what >= t.Q_KEYWORD and not rules_of(self.s).edition.on_players:
            return []
        if what not in self._given:
            self._given[what] = {}
            self._given[what] = self._gather(what)
        return self._given[what].get(h, [])

    def _gather(self, what: int) -> dict[int, list[int]]:
        """The same by card; what a card is Immune to changes nothing of it (faroe keyword.immune)."""
        s, rules = self.s, rules_of(self.s)
        heard, found = self._heard(what), dict[int, list[int]]()
        speaking = [(src, ability) for src in heard for ability in rules.cards[s.code[src]].statics]
        speaking += [(1, ability) for _, ability in world_of(s).rows]  # nothing silences a World Rule
        for src, ability in speaking:
            static, names = ability.static, rules.abilities[ability.number].names
            if static is None or static.what != what:
                continue
            if src in self.resting and not self._goes_on(src, what, names):
                continue
            scope, amount = self._asked(src, ability)
            kind = t.I_ABILITIES | rules.cards[s.code[src]].breed | names
            own = (rules.cards[s.code[src]].traits or t.NULL) if src > s.seats else 0
            for h in scope:
                if self._locked(what, h, own) or (src != h and self._misses(what, h)):
                    continue
                if src <= s.seats or not self._free(what, h) & kind:
                    found.setdefault(h, []).append(amount)
        for m in s.mods:
            h = m.target & HANDLE_MASK
            made = (m.nature & t.I_ALL_ELEMENTS) >> t.I_ELEMENT
            if m.what != what or not alive(s, m.target) or self._locked(what, h, made):
                continue
            if self._misses(what, h):
                continue
            if not self._free(what, h) & m.nature:
                found.setdefault(h, []).append(m.n)
        return found

    def _asked(self, src: int, ability: Ability) -> tuple[list[int], int]:
        """The cards that a continuous effect reaches and by how much it changes each, as it asks without
        itself.

        faroe value.own-effect
        """
        s, static = self.s, ability.static
        assert static is not None
        index = s.index or s.rules.index_of(s)
        seen = probe(s.ctrl[src], ref(s, src), 0, ability.number)
        left_out(index, static.what, src, ability.number)
        try:
            if static.condition is not None and not static.condition(s, seen):
                return [], 0
            scope = list(static.scope(s, seen))
            return scope, static.amount(s, seen) if scope else 0
        finally:
            index.asking[static.what].pop()

    def _goes_on(self, src: int, what: int, names: int) -> bool:
        """Whether a continuous effect works although its card rests."""
        types = rules_of(self.s).cards[self.s.code[src]].types
        of_augment = types & t.AUGMENT and what in (t.Q_PLV, t.Q_HP, t.Q_DEF, t.Q_AGI)
        return bool(
            names & t.I_KEYWORDS[t.K_BACKUP]
            or of_augment
            or (types & (t.AUGMENT | t.ITEM) and what == Q_MUTE)
        )

    def _misses(self, what: int, h: int) -> bool:
        """Whether others give a card no such keyword, as it rests."""
        return h in self.resting and what >= t.Q_KEYWORD and what != Q_MUTE

    def _locked(self, what: int, h: int, elements: int) -> bool:
        """Whether Lock lists an Element that a change does not have (fade1 keyword.element-lock)."""
        if what in (Q_LOCK, Q_MUTE) or not elements or not rules_of(self.s).edition.words[t.K_LOCK]:
            return False
        listed = self.printed(h, t.K_LOCK)
        for mask in self.given(Q_LOCK, h):
            listed |= mask
        return h not in self.silent and bool(listed & ~elements)

    def printed(self, h: int, keyword: int) -> int:
        """The value of a keyword that is printed on a card at work."""
        rests = h in self.resting and keyword != t.K_MUTE
        shows = h in self.works and h not in self.bare and not rests
        return rules_of(self.s).cards[self.s.code[h]].keywords[keyword] if shows else 0

    def _free(self, what: int, h: int) -> int:
        """Causes that cannot change a quantity of a card: who is Immune is decided by what is printed
        alone."""
        return self.printed_immunity(h) if what in (Q_IMMUNE, Q_MUTE) else self.immunity(h)

    def _heard(self, what: int) -> set[int]:
        """Those whose continuous effects count: under Mute those that give it, and stats if the book says so.

        fade2 keyword.mute, faroe keyword.mute-details
        """
        working = set(self.works) - self.bare
        if what == Q_MUTE:
            return working
        keeps = rules_of(self.s).edition.hows[t.K_MUTE] == "stats stay" and what in (
            t.Q_PLV,
            t.Q_HP,
            t.Q_DEF,
            t.Q_AGI,
        )
        return working - (self.muted if keeps else self.silent)

    def _mute(self) -> None:
        s, bit = self.s, t.I_KEYWORDS[t.K_MUTE]
        rows = [s.zones[seat * t.NZ + row] for seat in range(s.seats) for row in (t.FRONT, t.BACKUP)]
        for h in [*self.works, *[h for there in rows for h in there if not s.face[h]]]:
            if h <= s.seats and s.code[h]:
                continue
            if not self.printed(h, t.K_MUTE) and not any(n > 0 for n in self.given(Q_MUTE, h)):
                continue
            if not (self.printed_immunity(h) | self._given_immunity(h)) & bit:
                self.muted.add(h)
        kinds = t.AUGMENT | t.ITEM
        of = [k for k in self.works if s.host[k] in self.muted and s.rules.cards[s.code[k]].types & kinds]
        self.silent = self.muted | set(of)
        self._given.pop(Q_IMMUNE, None)  # read above as if nobody were Muted yet

    def printed_immunity(self, h: int) -> int:
        shows = h in self.works and h not in self.bare and h not in self.resting
        return rules_of(self.s).immune[self.s.code[h]] if shows else 0

    def _given_immunity(self, h: int) -> int:
        mask = 0
        for n in self.given(Q_IMMUNE, h):
            mask |= n
        return mask

    def immunity(self, h: int) -> int:
        """The sources that a card is Immune to, as bits (faroe keyword.immune); a Muted one to nothing."""
        return 0 if h in self.silent else self.printed_immunity(h) | self._given_immunity(h)

    def _free_of(self, h: int, counter: int) -> bool:
        return bool(self.immunity(h) & t.I_COLUMNS[counter])

    def stat(self, h: int, what: int) -> int:
        """PLV, DEF, AGI, or HP without damage."""
        s, rules = self.s, rules_of(self.s)
        figures = world_of(s).figures
        printed, of_player, of_legend = {
            t.Q_PLV: (t.S_PLV, figures.starting_plv, rules.opponent.plv),
            t.Q_HP: (t.S_HP, figures.starting_hp, rules.opponent.hp),
            t.Q_DEF: (t.S_DEF, figures.starting_def, ()),
            t.Q_AGI: (t.S_AGI, figures.starting_agi, ()),
        }[what]
        if h > s.seats:
            n = max(s.rules.cards[s.code[h]].stats[printed], 0)
        else:
            n = of_legend[s.seats - 2] if s.code[h] and of_legend else of_player
        return n + sum(self.given(what, h))

    def hp(self, h: int) -> int:
        """HP: those of the card and what is added, less its Damage Counters, at least 0."""
        hurt = 0 if self._free_of(h, t.DAMAGE) else self.s.num[t.DAMAGE][h]
        return max(self.stat(h, t.Q_HP) - hurt, 0)

    def plv(self, h: int) -> int:
        """PLV: with Aura, less Drain, at least 0 (faroe keyword.aura, keyword.drain; fade2 keyword.aura)."""
        s, n = self.s, self.stat(h, t.Q_PLV)
        if not self._free_of(h, t.AURA):
            n += s.num[t.AURA][h]
        if not self._free_of(h, t.DRAIN):
            n -= s.num[t.DRAIN][h]
        if rules_of(s).edition.hows[t.K_AURA] == "missing" and not self._free_of(h, t.DAMAGE):
            of = [] if h in self.silent else [*self.given(t.Q_KEYWORD + t.K_AURA, h)]
            of += [self.printed(h, t.K_AURA)] * (h not in self.silent)
            smallest = min([x for x in of if x > 0], default=0)
            n += s.num[t.DAMAGE][h] // smallest if smallest else 0
        return max(n, 0)
