"""Card files of the F.A.D.E. family: checking and compiling them, and the text that stands on a card.

A file holds tables `[card.<slug>]`. Each is checked on its own, so that an error names file, card and key.
The effects of a card are written in the words of `vocabulary`; its English text is made from the same data.
"""

from __future__ import annotations

from typing import Any, Final

from fadenet.engine.card import CardTest, Test
from fadenet.engine.language.cards import NOTHING, use_text
from fadenet.engine.language.compiler import Language
from fadenet.engine.language.english import Noun, article, counted, either, one_of, some_of
from fadenet.engine.language.filters import mask_of
from fadenet.engine.language.shapes import converted
from fadenet.games.fade import intent, reasons
from fadenet.games.fade import tables as t
from fadenet.games.fade.editions.shape import Edition
from fadenet.games.fade.language import effects, facts, given, groups, vocabulary
from fadenet.games.fade.language.abilities import EVENT_KEYS, AbilityMaker
from fadenet.games.fade.language.anatomy import (
    ANATOMY,
    NEEDS_MAX,
    AbilityTable,
    CardShape,
    check_figures,
    paid_hp,
)
from fadenet.games.fade.language.conditions import directions_of
from fadenet.games.fade.language.facts import Facts
from fadenet.games.fade.typed import FadeAbility, FadeCard, rules_being_made


class CardMaker(AbilityMaker):
    """Compiles the abilities of one card and gathers its text."""

    card_kind = FadeCard
    ability_kind = FadeAbility
    anatomy = ANATOMY
    shape = CardShape
    purse = t.TP
    among = "enemy fighters"

    def __init__(self, language: Language, file: str, slug: str, table: dict[str, Any], code: int) -> None:
        self.under = 0
        self.edge: Test | None = None
        rules = rules_being_made(language.rules)
        self.edition: Edition = rules.edition
        self.forms, self.provisos = dict(rules.points.forms), dict(rules.points.provisos)
        keywords = table.get("keywords")
        theirs = table.get("legend") or table.get("unique_to")
        theirs = theirs or (type(keywords) is dict and "Raider" in keywords)
        speech = vocabulary.opponents_language(language) if theirs else language
        if table.get("attach") == "your players":
            speech = vocabulary.to_its_player(speech)
        super().__init__(speech, file, slug, table, code)
        c, it = self.c, self.it
        c.key = "types"
        for word in it.types:
            c.word(word, self.edition.supertypes, "types")
        check_figures(c, it, self.types, self.edition)
        c.key = "elements"
        made = self.made
        made.traits = mask_of(c, it.elements, t.ELEMENTS, "Element")
        made.deeds = made.traits or t.NULL
        made.words = frozenset(it.archetypes)
        made.is_brought = self.types & t.WORLD_RULE > 0
        made.laid_on, made.archetypes = tuple(it.level_up), tuple(it.archetypes)
        for follows in rules.points.facts:
            follows(made, self.edition)
        for against in rules.points.printing:
            if why := against(made, self.edition):
                c.key = "keywords"
                raise c.fail(why)
        made.copies = rules.figures.copies_max_same_name if it.copies is None else it.copies
        made.in_deck, made.unique_to = it.in_deck, tuple(it.unique_to)
        made.legend = it.legend or bool(it.unique_to)
        if ":" in slug and (made.legend or made.is_brought):
            c.key = "types" if made.is_brought else "legend"
            raise c.fail("Legends and their cards, Raiders and World Rules come with the game, not in a set")
        made.fights = (tuple(it.hp), tuple(it.plv), it.hand) if it.legend else None
        gives = [row.gives or {} for row in it.ability] + [self._added()]
        made.attach_aim = intent.attachment(c.language, gives, it.keywords, it.attach)
        made.print = (it.rarity, it.set, it.artist)
        made.counters = tuple(
            self.keywords[t.K[name]] if name in t.K and self.edition.kinds[t.K[name]] == "counter" else 0
            for name in t.COUNTER_COLUMNS
        )

    def printed_keywords(self) -> tuple[int, ...]:
        """Those that are written, those that are keys of their own, and those that abilities stand under."""
        c, table, known = self.c, self.it, given.borne(rules_being_made(self.c.rules))
        keywords = [0] * len(t.KEYWORDS)
        for name, value in table.keywords.items():
            c.key = f"keywords.{name}"
            k = known[c.word(name, known, "keyword")]
            keywords[k] = effects.keyword_value(c, k, value)
        for k, key in _OWN_KEYS.items():
            if getattr(table, key) not in (None, []):
                c.key = key
                keywords[known[c.word(self.edition.words[k], known, "keyword")]] = 1
        for row in table.ability:
            if row.keyword in known:
                keywords[known[row.keyword]] = row.n or row.cost or 1
        return tuple(keywords)

    def write(self) -> None:
        c, it, keywords = self.c, self.it, self.keywords
        c.there = self.standing()
        if it.level_up:
            self.lines.append(f"{self.edition.words[t.K_LEVEL_UP]} ({', '.join(it.level_up)}).")
        for k, keep in rules_being_made(c.rules).points.awaited:
            table = getattr(it, _OWN_KEYS[k])
            if table is not None and self.edition.hows[k] == "event":
                self._springs(k, table)
            elif table is not None:
                keep(self.made, self._shown_if(k, table))
        self._building()
        self._ground()
        self._command()
        self._world()
        self._attachment()
        if it.pay_hp and (not self.types & _USES or keywords[t.K_EQUIP] or self.made.builds):
            c.key = "pay_hp"
            raise c.fail("HP are paid for what is used up, or activated")
        if self.types & _USES or (not self.types and not it.legend):
            self._use()
        elif it.do:
            c.key = "do"
            raise c.fail("only a Skill, Reaction or Item is used; write an ability")
        self._entering()
        if self._added():
            c.asked = set()
            self.continuous(self._added(), "host", None, self._as(t.AUGMENT), "", None)
        if self.edition.damage.item_uses and self.types & t.ITEM and self.keywords[t.K_EQUIP] and it.hp:
            self.lines.append(f"{self._as(t.ITEM)}each Attack of its bearer takes 1 HP from it.")
        self.rows(it.ability)
        self._keywords()

    def _shown_if(self, k: int, table: dict[str, Any]) -> Test:
        """The condition of a keyword that lets a hidden card be used."""
        self.c.key = _OWN_KEYS[k]
        test, said = self.c.condition(table)
        self.lines.append(f"{self.edition.words[k]} ({said}).")
        return test

    def _springs(self, k: int, table: dict[str, Any]) -> None:
        """The event at which a keyword lets a hidden card be used: the words of triggered abilities."""
        c, word = self.c, self.edition.words[k]
        c.key = _OWN_KEYS[k]
        c.known(table, *EVENT_KEYS)
        if "on" not in table:
            raise c.fail(f"{word} names the event, 'on'")
        if self.types == t.ITEM and table["on"] in _LINKING:
            raise c.fail("that happens as a link is added, and an Item joins no Chain")
        row = converted(c, table, AbilityTable)
        ability = self.new("spring")
        ability.hidden = True
        said, by = self._listen(ability, row)
        self.lines.append(f"{word} ({said}{by}).")
        self.made.springs = (*self.made.springs, (k, ability))

    def _keywords(self) -> None:
        """The keywords, ahead of all other lines."""
        table, on, edition = self.it, self._bears(), self.edition
        worded = {*[t.KEYWORDS[k] for k in _OWN_KEYS], *self.forms, *self.provisos}
        words = [
            effects.keyword_text(edition, k, n) + (on if edition.kinds[k] == "counter" else "")
            for k, n in enumerate(self.keywords)
            if n and k != t.K_EQUIP and (t.KEYWORDS[k] not in worded or edition.words[k] in table.keywords)
        ]
        if words:
            self.lines.insert(0, ", ".join(words) + ".")

    def _building(self) -> None:
        """Add the lines of the card about the making of Decks."""
        table = self.it
        if table.copies is not None:
            self.lines.append(f"You may have {table.copies} copies of this card.")
        if table.in_deck:
            self.lines.append(f"This card may be in your {self.edition.short(t.DECK)}.")
        if table.unique_to:
            self.lines.append(f"Unique to {' and '.join(table.unique_to)}.")

    def _ground(self) -> None:
        """Read the kind that a Zone card gives to the cell under which it is laid (fade2
        zonecard.transforms).
        """
        c, table = self.c, self.it
        if table.makes is not None:
            c.key = "makes"
            if not self.types & t.ZONECARD or not self.edition.grid:
                raise c.fail("only a Zone card makes its place another, and only where there are cells")
            kind = _GROUNDS[c.word(table.makes, _GROUNDS, "kind of zone")]
            self.made.makes = kind
            self.lines.append(f"The cell over this card is {article(self.edition.zones[kind])}.")

    def _command(self) -> None:
        """In which directions a Command looks for Materials, and which ones it is activated with."""
        c, table = self.c, self.it
        c.key = "directions"
        if not self.types & t.COMMAND:
            if table.directions or table.needs:
                raise c.fail("only a Command has directions, and needs Materials")
            return
        self.made.directions = directions_of(c, table.directions)
        c.key = "needs"
        tests: list[CardTest] = []
        said = []
        for row in table.needs:
            n = c.number(row.get("n", 1), "n", 1, NEEDS_MAX)
            test, words = c.card_test({key: value for key, value in row.items() if key != "n"})
            tests += [test] * n
            said.append(some_of(Noun("", "card", "cards").qualified(words), str(n)))
        if len(tests) > NEEDS_MAX:
            raise c.fail(f"a Command needs at most {NEEDS_MAX} Materials")
        self.made.needs = tuple(tests)
        needed = f": {' and '.join(said)}" if said else ""
        self.lines.append(f"{self._as(t.COMMAND)}Command Materials ({', '.join(table.directions)}){needed}.")

    def _world(self) -> None:
        """Read the figures that a World Rule sets; everything else that it says holds for all (fade2
        worldrule.what).
        """
        c, table = self.c, self.it
        c.key = "figures"
        if not self.types & t.WORLD_RULE:
            if table.figures:
                raise c.fail("only a World Rule sets figures of the book")
            return
        if self.types != t.WORLD_RULE or table.cost or table.keywords:
            raise c.fail("a World Rule has no Cost, no other Supertype and no keywords")
        for word, n in table.figures.items():
            said, least, most = FIGURES[c.word(word, FIGURES, "figure that a World Rule sets")]
            self.lines.append(said.format(counted(str(c.number(n, word, least, most)), "card"), n=n))
        self.made.figures = dict(table.figures)
        for row in table.ability:
            if row.gives is None or row.to not in ("all characters", "all players", "all fighters"):
                raise c.fail(
                    "what a World Rule says beside figures is given to all Characters, Players or both"
                )

    def _bears(self) -> str:
        """The words for the bearer of a keyword's Counters where its rule names none (faroe
        counter.targets-default).
        """
        table = self.it
        if (
            not self.types & (t.SKILL | t.REACTION | t.ITEM)
            or self.types & t.CHARACTER
            or self.keywords[t.K_EQUIP]
        ):
            return " on its bearer" if self.types & t.AUGMENT or self.keywords[t.K_EQUIP] else ""
        if table.targets or _strikes(table.do):
            use = self.made.use
            assert use is not None
            if "target " not in use.text or "the target" in use.text:
                return ""
            return " on each target" if any(slot.hi > 1 for slot in use.slots) else " on the target"
        if table.answers:
            return " on the attacker" if "attack" in table.answers.get("to", "") else " on the one answered"
        return " on its user" if self.types & (t.SKILL | t.REACTION) else " on you"

    def _use(self) -> None:
        c, table = self.c, self.it
        c.key = "do"
        ability = self.new("use")
        answered = self._link(ability, table.answers, table.anyone)
        if (
            self.types
            and not self.types & t.ITEM
            and not _strikes(table.do)
            and any(_hurts(row) for row in table.do)
        ):
            raise c.fail("a Skill or Reaction deals damage by 'attack'", reasons.DAMAGE_BY_ATTACK)
        said, chosen = self._program(ability, list(table.do), table.targets, self._used_with())
        if not self.keywords[t.K_EQUIP]:
            self._put_counters(ability)
        if table.condition is not None:
            c.key, c.aimed = "if", False
            c.there = (
                self.standing()
                | self._springing()
                | facts.of_choice(table.targets, table.do, table.answers is not None)
            )
            ability.condition, needed = c.condition(table.condition)
            ability.aimed = c.aimed
            self.lines.append(
                f"{self._as(_USES)}{'play' if self.types & t.ITEM else 'use'} only if {needed}."
            )
        self._pay(ability)
        self.made.use, self.made.attack = ability, ability.attack
        self.made.skill_attacks = self.edition.attacks.skills == "all" and self.types & t.SKILL > 0
        ability.text = use_text(said, answered, chosen)
        if ability.text:
            self.lines.append(f"{self._as(_USES)}{ability.text}.")

    def _springing(self) -> Facts:
        """The facts that come with the event at which this card may be used."""
        waited = [
            k for k, _ in rules_being_made(self.c.rules).points.awaited if self.edition.hows[k] == "event"
        ]
        tables = [getattr(self.it, _OWN_KEYS[k]) for k in waited]
        return NOTHING.union(*[facts.of_event(table["on"]) for table in tables if table is not None])

    def _used_with(self) -> Facts:
        """The facts that are there when this card is used."""
        return self.standing() | self._springing() | facts.of_answer(self.it.answers)

    def _pay(self, ability: FadeAbility) -> None:
        """The HP that a card costs as it is used, beside its TP (fade1 damage.loss-is-not-damage)."""
        c = self.c
        c.key = "pay_hp"
        ability.pay_hp = paid_hp(c, self.it.pay_hp, self.edition)
        if ability.pay_hp:
            word = "play" if self.types & t.ITEM else "use"
            self.lines.append(f"{self._as(_USES)}pay {ability.pay_hp} HP to {word} this card.")

    def ability(self, row: AbilityTable) -> None:
        if self._form(row).adds[self._stays()]:
            self._drive(row)
        else:
            super().ability(row)

    def _drive(self, row: AbilityTable) -> None:
        """A used card does more, with Overdrive one that stays does it as it comes (fade2 keyword.overdrive,
        keyword.mystify).
        """
        c, table, made = self.c, self.it, self.made
        plain = AbilityTable(keyword=row.keyword, cost=row.cost, do=row.do)
        if not row.cost or not row.do or row != plain:
            raise c.fail(f"what stands under {row.keyword} has a cost, and nothing but what is done")
        form = self._form(row)
        made.driven_as, made.driven_price = form.way, row.cost
        if made.driven or _strikes(row.do):
            raise c.fail(f"{row.keyword} is paid once, and adds no Attack", form.reason)
        prices = [word for word, other in self.forms.items() if other.way and self.keywords[t.K[word]]]
        if len(table.types) != 1 or made.builds or len(prices) > 1:
            raise c.fail(f"{row.keyword} is the only such price, on a card of one Supertype without Buildup")
        ability = self.new("enter" if self._stays() else "use")
        if self._stays():
            ability.program, added, ability.tags = c.program(row.do)
        else:
            self._link(ability, table.answers, table.anyone)
            self._program(ability, list(table.do), table.targets, self._used_with())
            self._put_counters(ability)
            assert made.use is not None
            ability.condition, ability.aimed = made.use.condition, made.use.aimed
            ability.pay_hp = made.use.pay_hp
            _, added, tags = c.program(row.do)
            more = c.rules.programs.pop()
            c.rules.programs[ability.program] += more
            ability.tags |= tags
            ability.harms |= intent.harms(c.language, row.do)
        ability.text = f"{row.keyword} {row.cost}: {added}"
        self.lines.append(f"{ability.text}.")
        made.driven = ability

    def _stays(self) -> bool:
        """Whether a card is not used up, but comes onto the field."""
        return self.made.use is None or self.made.stays

    def _put_counters(self, ability: FadeAbility) -> None:
        """The Counters that keywords name come last (faroe counter.putting, counter.targets-default)."""
        c, table = self.c, self.it
        on = "targets" if table.targets or _strikes(table.do) else "attacker" if table.answers else "user"
        rows = [
            {"counter": name, "n": n, "on": on}
            for name, n in table.keywords.items()
            if name in self.edition.counters
        ]
        if rows:
            c.program(rows)
            counters = c.rules.programs.pop()
            c.rules.programs[ability.program] += counters
            if on == "attacker" and ability.answers_attack:
                ability.tags |= {"back"}

    def _attachment(self) -> None:
        c = self.c
        c.key, c.there = "attach", self.standing()
        arena = self.made.in_arena
        placed = arena or self.edition.hows[t.K_EQUIP] == "Augments too"
        if self.keywords[t.K_EQUIP] or (self.types & t.AUGMENT and not placed):
            value = self.it.attach if self.it.attach is not None else "your fighters"
            self.made.attach, noun = groups.bearers(c, value)
            if type(value) is str and value not in c.language.bases:
                self.made.attach_group = value
            word, types = (
                (self.edition.words[t.K_EQUIP], t.ITEM) if self.keywords[t.K_EQUIP] else ("attach", t.AUGMENT)
            )
            if self.it.attach is not None:
                self.lines.append(f"{self._as(types)}{word} to {one_of(noun)}.")
        elif self.it.attach is not None:
            raise c.fail("only what is attached to others says to what")
        stocked = self.types & t.ITEM and self.keywords[t.K_STOCK]
        spread = self.types & t.AUGMENT and self.made.attach is None and not arena
        self.made.beside = bool(stocked or spread)

    def _added(self) -> dict[str, Any]:
        """The figures printed on an Augment that add to its bearer's, by key (fade1 augment.grants-stats)."""
        adds = self.edition.damage.attached_hp == "adds" and self.types & t.AUGMENT
        printed = {key: getattr(self.it, key.lower()) for key in ("HP", "PLV", *t.STAT_NAMES)} if adds else {}
        return {key: n for key, n in printed.items() if n}

    def _as(self, types: int) -> str:
        """The lead of a line that is about some of a card's Supertypes only, "" for a line about all."""
        mine = [article(name) for i, name in enumerate(t.SUPERTYPES) if (self.types & types) >> i & 1]
        return f"as {either(mine)}: " if mine and self.types & ~types else ""

    def _entering(self) -> None:
        """Counters named by keywords of a card that stays come with it (faroe counter.targets-default), Power
        Counters and its Stack as it does so (`turn.play.bring`).

        Raiders do not come onto the field: they stand there with theirs (`opponents.raiders`).
        """
        used = self.types & (t.SKILL | t.REACTION | t.ITEM) and not self.types & t.CHARACTER
        if (
            not self.types
            or self.made.is_brought
            or (used and not self.keywords[t.K_EQUIP] and not self.keywords[t.K_STOCK])
        ):
            return
        on = "host" if self.types & (t.AUGMENT | t.ITEM) and not self.types & t.CHARACTER else "this"
        counters = [(name, n) for name, n in self.it.keywords.items() if name in self.edition.counters]
        do = [{"counter": name, "n": n, "on": on} for name, n in counters]
        if do:
            ability = self.new("enter")
            ability.program, ability.text, ability.tags = self.c.program(do)
            self.made.enter = ability


_LINKING: Final[tuple[str, ...]] = ("attacks", "attacked", "targeted", "used", "activated")
"""Events that only happen while a Chain is being built; to play a card without a link is not among them."""
_OWN_KEYS: Final = {
    k: key
    for k, word in enumerate(t.KEYWORDS)
    if (key := word.lower().replace("-", "_")) in CardShape.__struct_fields__
}
"""By keyword that has a key of its own on cards that key."""
FIGURES: Final = {
    "starting_hp": ("Everybody starts with {n} HP.", 1, 99),
    "starting_plv": ("Everybody has a PLV of {n} to begin with.", 0, 20),
    "starting_tp": ("Everybody starts with {n} TP.", 0, 20),
    "opening_hand": ("The opening Hand is {0}.", 1, 10),
    "hand_max": ("The Maximum Hand Size is {n}.", 1, 20),
    "tp_max": ("Nobody has more than {n} TP.", 1, 99),
    "tp_gain_starting_phase": ("Everybody gains {n} TP as their own turn begins.", 0, 10),
    "draw_per_draw_phase": ("Everybody draws {0} in their own Draw Phase.", 1, 5),
    "tp_gain_normal_attack": ("A successful Normal Attack gives {n} TP.", 0, 10),
}
"""The figures of the book that a World Rule may set: (its words, the least, the most)."""
_USES: Final = t.SKILL | t.REACTION | t.ITEM
_GROUNDS: Final = {t.ZONES[kind][1]: kind for kind in (t.FRONT, t.BACKUP, t.ATTACH)}


def _hurts(row: dict[str, Any]) -> bool:
    """Whether an effect deals damage to others than its user's own side."""
    return "damage" in row and row.get("to", "target") not in ("you", "user", "this", "host")


def _strikes(do: list[dict[str, Any]]) -> bool:
    return any("attack" in row for row in do)
