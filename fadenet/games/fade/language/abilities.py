"""The abilities of a card: their triggers, prices, lead words and effects."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from fadenet.engine.acts import A_EVENT
from fadenet.engine.card import Slot, Test
from fadenet.engine.language.cards import Maker, headed, inside, removed, use_text
from fadenet.engine.language.english import Noun, article, counted, times
from fadenet.engine.language.filters import listed
from fadenet.engine.language.flow import may
from fadenet.engine.state import ROW_N
from fadenet.games.fade import intent
from fadenet.games.fade import tables as t
from fadenet.games.fade.editions.shape import Edition
from fadenet.games.fade.language import facts, links, vocabulary
from fadenet.games.fade.language.anatomy import AbilityTable, paid_hp
from fadenet.games.fade.language.facts import Facts
from fadenet.games.fade.points import Form, Proviso
from fadenet.games.fade.typed import FadeAbility, FadeCard, rules_being_made


class AbilityMaker(Maker[FadeCard, FadeAbility]):
    """Compiles the abilities of one card."""

    edition: Edition
    forms: Mapping[str, Form]  # of abilities under keywords, by the family's word
    provisos: Mapping[str, Proviso]  # of those that are conditions
    under: int
    edge: Test | None

    def standing(self) -> Facts:
        """The facts that are there for everything printed on this card."""
        types, k = self.types, self.keywords
        found = {"user"}
        if types & ~(t.CHARACTER | t.ZONECARD):
            found.add("bearer")
        if types & t.COMMAND:
            found.add("materials")
        for word, proviso in self.provisos.items():
            found |= proviso.brings if k[t.K[word]] else set()
        if types & t.ZONECARD:
            found.add("ground")
        return frozenset(found)

    def comes_with(self, row: AbilityTable) -> Facts:
        """The facts that are there when an ability is asked whether it happens, or is carried out."""
        return self.standing() | facts.of_event(row.on) | facts.of_answer(row.answers)

    def asked(self, row: AbilityTable) -> Facts:
        """The facts that are there when the condition of an ability is asked, and when its event comes."""
        if row.gives is not None:
            return self.standing() - {"user"}
        return self.standing() | (
            facts.of_choice(row.targets, row.do, row.answers is not None)
            if row.activate
            else facts.of_event(row.on)
        )

    def ability(self, row: AbilityTable) -> None:
        word = self._family(row)
        form = self._form(row)
        if row.pay_hp and not row.activate:
            raise self.c.fail("HP are paid for what is activated")
        if row.on == vocabulary.BECOMES_TRUE:
            raise self.c.fail("that stands under a keyword, without an event")
        self.edge = None
        if self._is_edge(row):
            self._happens(row, Form(on=vocabulary.BECOMES_TRUE))
        elif form.on:
            self._happens(row, form)
        if form.priced and not row.cost:
            raise self.c.fail(f"{row.keyword} has a cost", form.reason)
        if form.priced or form.as_card:
            row.may = row.on is not None
        if form.counter:
            row.spend = {**row.spend, t.COLUMN_NAMES[form.counter]: 1}
            if not row.activate or row.n < 1:
                raise self.c.fail(f"what stands under {row.keyword} is activated, and has a number")
        self.under = t.I_KEYWORDS[t.K[word]] if word in t.K else 0
        super().ability(row)
        self.under = 0

    def rows(self, rows: list[AbilityTable]) -> None:
        """The lines of abilities under a keyword come last: a line behind one would read as a part of it."""
        start = len(self.lines)
        super().rows(rows)
        lines = zip(self.lines[start:], rows, strict=True)
        self.lines[start:] = [line for line, _ in sorted(lines, key=lambda pair: pair[1].keyword is not None)]

    def _form(self, row: AbilityTable) -> Form:
        """That of the keyword that an ability stands under."""
        return self.forms.get(self._family(row), _PLAIN)

    def _happens(self, row: AbilityTable, form: Form) -> None:
        """Give an ability the event that its keyword is."""
        on, of = form.on, form.of
        narrowed = form.narrowed and type(row.of) is dict and row.of.get("from") == of
        other = row.on not in (None, on) or not (row.of in (None, of) or narrowed)
        if other or row.min or row.counter is not None or (row.by is not None and not form.narrowed):
            more = f'; of = {{ from = "{of}", ... }} says which, by = ... by whom' if form.narrowed else ""
            raise self.c.fail(f"{row.keyword} is an event itself, and no other one{more}")
        row.on, row.of = on, row.of if narrowed else of

    def _is_edge(self, row: AbilityTable) -> bool:
        """Whether an ability happens each time the condition of its keyword becomes true."""
        k = self.edition.keywords.get(row.keyword or "", -1)
        bare = row.on in (None, vocabulary.BECOMES_TRUE) and not row.activate and row.gives is None
        return bare and k >= 0 and self.edition.hows[k] == "edge"

    def _family(self, row: AbilityTable) -> str:
        """The family's word for the keyword that an ability stands under, "" = none of this edition."""
        k = self.edition.keywords.get(row.keyword or "", -1)
        return t.KEYWORDS[k] if k >= 0 else ""

    def new(self, kind: str) -> FadeAbility:
        """One that stands under a keyword is an action that Immune to the keyword keeps away."""
        ability = super().new(kind)
        if self.under:
            ability.names = self.under
        return ability

    def use(self, ability: FadeAbility, row: AbilityTable) -> str:
        ability.may, ability.hidden, ability.edge = row.may, row.hidden, self.edge
        answered = self._link(ability, row.answers, row.anyone)
        said, chosen = self._program(ability, row.do, row.targets, self.comes_with(row))
        if row.unstack:
            stack = self.c.select("stack")[0]
            ability.slots = (Slot(stack, row.unstack, row.unstack, "", untargeted=True), *ability.slots)
        ability.unstack = row.unstack
        ability.pay_hp = paid_hp(self.c, row.pay_hp, self.edition)
        form = self._form(row)
        ability.by_round, ability.as_card = form.counter > 0, form.as_card
        return use_text(said, answered, chosen)

    def banner(self, ability: FadeAbility, row: AbilityTable, said: str, done: str) -> str:
        if row.on is not None:
            return self._trigger(ability, row, said, done)
        often = [f"{'up to ' if row.limit > 1 else ''}{times(row.limit)} a turn"] if row.limit else []
        often += ["once a round"] if ability.by_round else []
        paid = [f"{n} {of}" for n, of in ((row.cost, "TP"), (row.pay_hp, "HP")) if n]
        price = [f"pay {' and '.join(paid)}"] if paid else []
        if row.unstack:
            price.append(f"remove {counted(str(row.unstack), 'card')} from this card's Stack")
        price += [f"{counters} from this card" for counters in removed(row)]
        return headed(f"{said}{', '.join([*often, *price]) or 'activate'}", done)

    def requirement(self, row: AbilityTable) -> tuple[Test | None, str]:
        """The condition of an ability, with that which its keyword is."""
        c, proviso = self.c, self.provisos.get(self._family(row))
        test, said = super().requirement(row)
        lead = f"if {said}, " if said else ""
        around = proviso.around if proviso is not None else None
        if around is None and (row.directions or row.among is not None):
            raise c.fail("'directions' and 'among' are for a keyword that counts adjacent cards")
        if proviso is None:
            if row.keyword is not None and self._family(row) not in self.forms:
                raise c.fail(f"'{row.keyword}' is no keyword that an ability stands under")
            head = f"{row.keyword}{f' {row.n}' if row.n else ''}: " if self._form(row).headed else ""
            return test, head + lead
        asked: dict[str, Any] = {proviso.word: row.n if proviso.counted else True}
        named = f" {row.n}" if row.n else ""
        if around is not None:
            more, named = around(c, self.made, row)
            asked |= more
        extra, _ = c.condition(asked)
        lead = f"{row.keyword}{named}: {lead}"
        if self._is_edge(row):
            self.edge = extra
            return test, lead
        if test is None:
            return extra, lead
        inner = test
        return (lambda s, act: extra(s, act) and inner(s, act)), lead

    def _trigger(self, ability: FadeAbility, row: AbilityTable, lead: str, body: str) -> str:
        if self.edge is not None:
            return self._edge(ability, row, lead, body)
        said, by = self._listen(ability, row)
        if row.hidden:
            self.made.hidden.setdefault(ability.event, []).append(ability)
        often = f" ({times(row.limit)} a turn)" if row.limit and not row.hidden else ""
        when = f"when {said}{by}{often}, {lead}"
        form = self._form(row)
        if form.narrowed:
            narrowed = row.of != form.of or row.by is not None
            when = f"{row.keyword}{f', when {said}{by}' if narrowed else ''}{often}: {lead}"
        elif lead.endswith(": "):
            when = f"{lead}{when.removesuffix(lead)}"
        if form.priced:
            return f"{row.keyword} {row.cost}: {lead}{body}"
        if row.hidden:
            return headed(f"in your {self.edition.short(t.HAND)}: {when}you may show this card", body)
        if row.cost:
            return headed(f"{when}you may pay {row.cost} TP", body)
        return when + (may(body) if row.may else body)

    def _edge(self, ability: FadeAbility, row: AbilityTable, lead: str, body: str) -> str:
        """The text of an ability that happens each time its condition becomes true."""
        self.listen(ability, row, (ability.number,))
        ability.limit = self.provisos[self._family(row)].times or ability.limit
        if row.cost:
            return headed(f"{lead}you may pay {row.cost} TP", body)
        return lead + (may(body) if row.may else body)

    def _listen(self, ability: FadeAbility, row: AbilityTable) -> tuple[str, str]:
        """The words for the event of an ability, with its number or its Counter, and for the cause."""
        if row.on is not None and (why := facts.misplaced(row.on, row.of, row.by)):
            raise self.c.fail(f"on = {row.on!r}: {why}")
        said, by = self.listen(ability, row, self._put_kinds(row))
        if row.counter is not None:
            said = said.removesuffix("a Counter") + f"{article(row.counter)} Counter"
        if row.min:
            least, inner = self.c.number(row.min, "min", 1), ability.condition
            noun = _NUMBERED[self.c.word(row.on, _NUMBERED, "event with a number")]
            said = f"{said.removesuffix(noun)}{least} or more {noun}"
            assert inner is not None
            ability.condition = lambda s, act: act[A_EVENT][ROW_N] >= least and inner(s, act)
        if row.on in vocabulary.TURN_EVENTS:
            assert ability.condition is not None
            ability.condition = rules_being_made(self.c.rules).opponent.listening(ability.condition)
        return said, by

    def _put_kinds(self, row: AbilityTable) -> tuple[int, ...]:
        """The columns that "gets a Counter" is about: `counter`, or every kind of Counter, TP being none."""
        c = self.c
        if row.on != "counter-put":
            if row.counter is not None:
                raise c.fail("'counter' goes with on = \"counter-put\"")
            return ()
        if row.counter is None:
            return tuple(self.edition.counters.values())
        known = self.edition.counters
        return (known[c.word(row.counter, known, "Counter")],)

    def gives(self, row: AbilityTable, test: Test | None, said: str) -> None:
        """Continuous effects: { PLV = 1 }, { Provoke = true }, { forbid = "attack" }, { damage = 1 } ..."""
        c = self.c
        c.there = self.standing() - {"user"}
        assert row.gives is not None
        to = row.to if row.to is not None else "host" if self.types & (t.AUGMENT | t.ITEM) else "this"
        attacks, which = links.attack_test(c, row.attacks) if row.attacks is not None else (None, "")
        mute, immune = self.edition.words[t.K_MUTE], self.edition.words[t.K_IMMUNE]
        if test is not None and (mute in row.gives or mute in listed(row.gives.get(immune, []))):
            raise c.fail(f"{mute}, and {immune} to it, can only be given without a condition")
        if self.edition.words[t.K_NEUTRALITY] in row.gives and self._is_by_side(to):
            raise c.fail("that changes who controls a Character, so it is not given to those of a side")
        about = f" {'from' if 'damage taken' in row.gives else 'with'} {which}" if which else ""
        self.continuous(row.gives, to, test, said, about, attacks)

    def _is_by_side(self, selector: Any) -> bool:
        """Whether it depends on who controls a Character if that is found."""
        while type(selector) is dict:
            selector = selector.get("from")
        side = selector.partition(" ")[0] if type(selector) is str else ""
        return side != "all" and side in self.c.language.sides

    def _link(self, ability: FadeAbility, answers: dict[str, Any] | None, anyone: bool) -> str:
        if answers is None:
            return ""
        c, place = self.c, self.c.key
        c.there, c.key = self.standing(), inside(place, "answers")
        ability.answers, said = links.answer_test(c, answers, " on anyone" if anyone else "")
        c.key = place
        ability.anyone = anyone
        ability.answers_attack = "attack" in answers.get("to", "")
        ability.answers_own = answers.get("by") == "you"
        return said

    def _program(
        self, ability: FadeAbility, do: list[dict[str, Any]], slots: list[dict[str, Any]], there: Facts
    ) -> tuple[str, list[str]]:
        """Compile what is done; an Attack that names no targets aims at one enemy within reach.

        there: the facts that it comes with.
        """
        c = self.c
        c.facts, c.there = {}, there
        attack = any("attack" in row for row in do)
        if attack and not slots and ability.answers is None:
            slots = [{"reach": True}]
        near = "" if attack else " within reach"
        ability.slots, chosen = self.slots(slots, self.among, Noun("", "enemy", "enemies"), near)
        first = next((i for i, slot in enumerate(ability.slots) if slot.reach), 0)
        start = sum(slot.hi for slot in ability.slots[:first])
        last = first >= len(ability.slots) - 1
        counters = attack and ability.answers is not None and not any(slot.reach for slot in ability.slots)
        c.facts["attack_slot"] = (
            (0, 1) if counters else (start, -1 if last else start + ability.slots[first].hi)
        )
        c.there |= facts.of_choice(slots, do, ability.answers is not None) | facts.of_deeds(do)
        c.facts["attack_said"] = "the attacker" if counters else chosen[first] if chosen else "the target"
        if attack and not counters and chosen and not ability.slots[first].reach:
            c.facts["attack_said"] += self._unordered(chosen[first])
        ability.program, said, ability.tags = c.program(do)
        if ability.tags & ANSWERING and ability.answers is None:
            raise c.fail(
                "what is Blocked, Negated, Deflected or the like is a Link that is answered: 'answers'"
            )
        ability.aims = intent.aims(c.language, slots, do)
        ability.harms = intent.harms(c.language, do)
        if "attack" in c.facts:
            ability.attack = True
            ability.attack_number = c.facts["attack"]
            if counters:
                ability.tags |= {"counter"}
                ability.counters = True
        if ability.answers_attack and _strikes_back(do):
            ability.tags |= {"back"}
        ability.types = c.facts.get("types", 0)
        ability.label = c.facts.get("label", 0)
        if not ability.label and "Unknown" in self.edition.labels and ability.tags & {"attack", "damage"}:
            ability.label = t.LABEL_FLAGS[t.LABELS.index("Unknown")]
        if attack and not counters:
            chosen[first] = ""
        return said, chosen

    def _unordered(self, chosen: str) -> str:
        """The words on targets of an Attack that need not be within reach, "" = none (fade2
        target.order-scope).

        Where Attacks reach the back row by Lock-On alone, all other Characters are within reach (fade1
        target.reserve-unreachable).
        """
        alike = self.edition.back.reached == "lock-on" and "Player" not in chosen
        return "" if alike or chosen.startswith("the ") else ", within reach or not"


ANSWERING: Final = frozenset({"block", "hit", "negate", "deflect", "downgrade", "prevent"})
"""Tags of what is done to the Link that is answered."""

EVENT_KEYS: Final[tuple[str, ...]] = ("on", "of", "by", "counter", "min")
_NUMBERED: Final = {
    "takes-damage": "damage",
    "deals-damage": "damage",
    "damage-counters": "Damage Counters",
    "gains-tp": "TP",
}
_PLAIN: Final = Form()


def _strikes_back(do: list[dict[str, Any]]) -> bool:
    """Whether anything is done to the attacker, beside the hits of a Counter."""
    return any("attacker" in row.values() for row in intent.flat(do))
