"""The effect words that cards of the F.A.D.E. family are written with, each with its English."""

from __future__ import annotations

from typing import Any, Final

from fadenet.engine.card import Amount, Select
from fadenet.engine.language import effects, instructions
from fadenet.engine.language.compiler import Compiler, Effect, Gift, Language, Said
from fadenet.engine.language.effects import stated, until, who
from fadenet.engine.language.english import all_of, each_of, is_several, measured, verb
from fadenet.engine.language.filters import listed, mask_of
from fadenet.games.fade import tables as t
from fadenet.games.fade.editions.shape import Edition
from fadenet.games.fade.field import falling, reach, values
from fadenet.games.fade.language import given, groups
from fadenet.games.fade.language import instructions as fade_instructions
from fadenet.games.fade.language.links import label_mask
from fadenet.games.fade.turn import play
from fadenet.games.fade.typed import AttackRow, FadeRules, rules_being_made


def edition_of(c: Compiler) -> Edition:
    """The edition whose cards are compiled."""
    return rules_being_made(c.rules).edition


UNTILS: Final = {
    "turn": (t.U_TURN, " this turn"),
    "your turn": (t.U_NEXT, " until your next turn"),
    "round": (t.U_ROUND, " this round"),
    "end": (t.U_FOREVER, " for good"),
}


def _gain(c: Compiler, table: dict[str, Any]) -> Said:
    n, many = c.amount(table["gain_tp"])
    pick, said = who(c, table)
    c.emit(fade_instructions.do_gain_tp, pick, n)
    return f"{verb(said, 'gain')} {measured(many, 'TP')}"


def _lose(c: Compiler, table: dict[str, Any]) -> Said:
    n, many = c.amount(table["lose_tp"])
    pick, said = who(c, table, "enemy players")
    c.emit(fade_instructions.do_lose_tp, pick, n)
    return f"{verb(said, 'lose')} {measured(many, 'TP')}"


def _damage(c: Compiler, table: dict[str, Any]) -> Said:
    n, many = c.amount(table["damage"])
    pick, whom = c.select(table.get("to", "target"))
    c.emit(fade_instructions.do_damage, pick, n)
    c.several = is_several(whom)
    noun = "damage"
    if "type" in table:
        noun = f"{c.word(table['type'], edition_of(c).classes, 'Damage Type')} damage"
        mask = 1 << t.DAMAGE_TYPES.index(table["type"])
        c.facts["types"] = c.facts.get("types", 0) | mask | mask << 4
    noun = f"{_label(c, table)}{noun}"
    return f"deal {measured(many, noun)} to {each_of(whom)}"


def _label(c: Compiler, table: dict[str, Any]) -> Said:
    """The label of its damage, kept for the ability and as a word before the rest."""
    if "label" in table:
        c.facts["label"] = c.facts.get("label", 0) | label_mask(c, table["label"])
    return f"{' and '.join(listed(table['label']))} " if "label" in table else ""


def _heal(c: Compiler, table: dict[str, Any]) -> Said:
    n, many = c.amount(table["heal"])
    pick, whom = c.select(table.get("of", "you"))
    c.emit(fade_instructions.do_heal, pick, n)
    c.several = is_several(whom)
    word = edition_of(c).damage.heals
    return f"{f'you {word}' if whom == 'you' else verb(whom, word)} {measured(many, 'HP')}"


def _lose_hp(c: Compiler, table: dict[str, Any]) -> Said:
    n, many = c.amount(table["lose_hp"])
    pick, whom = c.select(table.get("of", "you"))
    c.emit(fade_instructions.do_lose_hp, pick, n)
    c.several = is_several(whom)
    return f"{verb(whom, 'lose')} {measured(many, 'HP')}"


def _falls(word: str, how: int, said: str) -> Effect:
    def make(c: Compiler, table: dict[str, Any]) -> Said:
        pick, whom = c.select(table[word])
        c.emit(fade_instructions.do_fall, pick, how)
        c.several = is_several(whom)
        return f"{said} {each_of(whom)}"

    return Effect(make, frozenset(), intent="harm", rests=True, leaves=effects.IT_AND_N)


def _grant(c: Compiler, table: dict[str, Any]) -> Said:
    edition = edition_of(c)
    refused = given.not_given(rules_being_made(c.rules), continuous=False)
    if type(table["grant"]) is str and table["grant"] in refused:
        raise c.fail(f"{table['grant']} is not given: {refused[table['grant']]}")
    there = given.giveable(rules_being_made(c.rules), continuous=False)
    k = there[c.word(table["grant"], there, "keyword")]
    value = keyword_value(c, k, table.get("value", True))
    pick, whom = c.select(table.get("on", "target"))
    c.several = is_several(whom)
    end, when = until(c, table)
    c.emit(instructions.do_mod, open_to(pick, k), t.Q_KEYWORD + k, lambda s, act: value, end)
    return f"{stated(whom, f'gain {keyword_text(edition, k, value)}')}{when}"


def open_to(pick: Select, k: int) -> Select:
    """Those of what is found that are not Immune to a keyword (faroe keyword.immune)."""
    bit = t.I_KEYWORDS[k]
    if not bit:
        return pick
    return lambda s, act: [h for h in pick(s, act) if not values.is_free(s, h, bit)]


def _become(c: Compiler, table: dict[str, Any]) -> Said:
    names = table["become"] if type(table["become"]) is list else [table["become"]]
    mask = sum(1 << t.ELEMENTS.index(c.word(e, t.ELEMENTS, "Element")) for e in names)
    pick, whom = c.select(table.get("on", "target"))
    c.several = is_several(whom)
    end, when = until(c, table)
    c.emit(instructions.do_mod, pick, t.Q_ELEMENTS, lambda s, act: mask, end)
    return f"{stated(whom, 'become ' + ' and '.join(names))}{when}"


def _forbid(c: Compiler, table: dict[str, Any]) -> Said:
    name = c.word(table["forbid"], t.BANS, "thing to forbid")
    pick, whom = c.select(table.get("on", "target"))
    c.several = is_several(whom)
    end, when = until(c, table)
    c.emit(instructions.do_mod, pick, t.Q_FORBID + t.BANS.index(name), lambda s, act: 1, end)
    return f"{all_of(whom).removeprefix('all ')} cannot {BAN_SAID[name]}{when}"


BAN_SAID: Final = {
    "attack": "Attack",
    "activate": "activate abilities",
    "act": "act",
    "move": "be moved between zones",
    "target": "be targeted",
    "answer": "use attached cards",
}


def figure_text(name: str, many: Said) -> Said:
    """A change of a value in words that follow "you": "get +1 PLV", "deal 2 more damage"."""
    less = many.startswith("-")
    if name in ("damage", "damage taken"):
        amount = measured(many.removeprefix("-"), "").strip()
        word = "take" if name == "damage taken" else "deal"
        if amount.isdigit():
            return f"{word} {amount} {'less' if less else 'more'} damage"
        return f"{word} more damage {amount}"
    if many.lstrip("-").isdigit():
        return f"get {'' if less else '+'}{many} {name}"
    return f"get additional {name} {measured(many, '').strip()}"


def _stand(c: Compiler, table: dict[str, Any]) -> Said:
    pick, whom = c.select(table["last_stand"])
    end, when = until(c, table)
    c.emit(instructions.do_mod, pick, t.Q_LAST_STAND, lambda s, act: 1, end)
    return f"{stated(whom, 'count as being in The Last Stand')}{when}"


def _attack(c: Compiler, table: dict[str, Any]) -> Said:
    """Hits: one amount, or a list of tables { n, type } for different hits."""
    value = table["attack"]
    types = table.get("type", ["Basic"])
    rows = (
        value
        if type(value) is list
        else [{"n": value, "type": types}] * c.number(table.get("hits", 1), "hits", 1, 10)
    )
    hits, said = [], []
    for row in rows:
        c.needed(row, "n")
        n, many = c.amount(row["n"])
        names = row.get("type", types)
        names = names if type(names) is list else [names]
        mask = sum(1 << t.DAMAGE_TYPES.index(c.word(x, edition_of(c).classes, "Damage Type")) for x in names)
        hits.append((n, mask))
        kind = "" if mask == 1 else " ".join(names) + " "
        said.append(measured(many, f"{kind}{_label(c, table)}damage"))
    attacks = rules_being_made(c.rules).attacks
    c.facts["attack"] = len(attacks)
    attacks.append(AttackRow(tuple(hits), c.facts.get("attack_slot", (0, -1))))
    c.emit(fade_instructions.do_attack, c.facts["attack"])
    to = c.facts.get("attack_said", "the target")
    if len(set(said)) == 1:
        times = f", {'twice' if len(said) == 2 else f'{len(said)} times'}" if len(said) > 1 else ""
        return f"deal {said[0]} to {to}{times}"
    return f"deal {' and then '.join(said)} to {to}"


def _block(c: Compiler, table: dict[str, Any]) -> Said:
    """All of the Attack that is answered, or one hit of it (fade1 defend.block-all-hits)."""
    if table["block"] != "hit":
        c.emit(play.block)
        return "Block it"
    if not edition_of(c).damage.hit_blocks:
        raise c.fail("no card here Blocks a single hit")
    if c.tags & {"deflect", "hit"}:
        raise c.fail("one part of an Attack is meant, not several")
    c.tags.add("hit")
    c.emit(reach.block_hit)
    return "Block one hit of it"


def _negate(c: Compiler, table: dict[str, Any]) -> Said:
    c.emit(play.negate)
    return "Negate it"


def _deflect(c: Compiler, table: dict[str, Any]) -> Said:
    if "hit" in c.tags:
        raise c.fail("one part of an Attack is meant, not several")
    c.emit(fade_instructions.do_deflect)
    return "Deflect it to the target"


def _downgrade(c: Compiler, table: dict[str, Any]) -> Said:
    c.emit(reach.downgrade)
    return "downgrade it"


def _prevent(c: Compiler, table: dict[str, Any]) -> Said:
    c.emit(play.prevent)
    return "Prevent it"


def _under(c: Compiler, table: dict[str, Any]) -> Said:
    pick, what = c.select(table["under"])
    onto, top = groups.bearers(c, table.get("onto", "this"))
    c.emit(fade_instructions.do_under, pick, onto)
    below = f"the oldest of {top}" if is_several(top) else top
    return f"put {each_of(what)} underneath {below}"


def _unstack(c: Compiler, table: dict[str, Any]) -> Said:
    pick, what = c.select(table["unstack"])
    where = c.word(table.get("to", "discard"), {"discard": 0, "hand": 0, "rift": 0}, "place")
    c.emit(fade_instructions.do_unstack, pick, c.language.places[where][0])
    return c.language.places[where][2].format(each_of(what))


_ROWS: Final = {"front": t.FRONT, "backup": t.BACKUP}


def _row(c: Compiler, table: dict[str, Any]) -> Said:
    pick, what = c.select(table["row"])
    kind = _ROWS[c.word(table.get("to"), _ROWS, "row")]
    c.emit(fade_instructions.do_row, pick, kind)
    return f"move {each_of(what)} to the {edition_of(c).zones[kind]}"


def _control(c: Compiler, table: dict[str, Any]) -> Said:
    """For good, if no end is named."""
    pick, what = c.select(table["control"])
    end, when = until(c, table) if "until" in table else (t.U_FOREVER, "")
    rules = rules_being_made(c.rules)
    rules.lends = rules.lends or end != t.U_FOREVER
    c.emit(fade_instructions.do_control, pick, end)
    return f"take control of {each_of(what)}{when}"


def _enter(c: Compiler, table: dict[str, Any]) -> Said:
    pick, what = c.select(table["enter"])
    kind = _ROWS[c.word(table.get("to", "front"), _ROWS, "row")]
    c.emit(fade_instructions.do_enter, pick, kind)
    return f"put {each_of(what)} onto the field in your {edition_of(c).zones[kind]}"


# The gifts of continuous abilities.


def _plain(what: int, said: Said) -> Gift:
    def make(c: Compiler, value: Any) -> tuple[int, Amount, int, Said]:
        return what, (lambda s, act: 1), 0, said

    return make


def _half(name: str) -> Gift:
    word = "take" if name == "damage taken" else "deal"
    said = f"{word} half damage (rounded down)"

    def make(c: Compiler, value: Any) -> tuple[int, Amount, int, Said]:
        return t.QUANTITY_NAMES[name], (lambda s, act: 0), 2, said

    return make


def _ban(c: Compiler, value: Any) -> tuple[int, Amount, int, Said]:
    name = c.word(value, t.BANS, "thing to forbid")
    return t.Q_FORBID + t.BANS.index(name), (lambda s, act: 1), 0, f"cannot {BAN_SAID[name]}"


def _keyword(edition: Edition, k: int) -> Gift:
    def make(c: Compiler, value: Any) -> tuple[int, Amount, int, Said]:
        number = keyword_value(c, k, value)
        return t.Q_KEYWORD + k, (lambda s, act: number), 0, f"have {keyword_text(edition, k, number)}"

    return make


def _size(what: int, said: str) -> Gift:
    """A figure of a Player is set."""

    def make(c: Compiler, value: Any) -> tuple[int, Amount, int, Said]:
        return what, c.amount(c.number(value, said, 0, 99))[0], 1, f"have a {said} of {value}"

    return make


GIFTS: Final[dict[str, Gift]] = {
    "halve damage": _half("damage"),
    "halve damage taken": _half("damage taken"),
    "forbid": _ban,
    "last_stand": _plain(t.Q_LAST_STAND, "count as being in The Last Stand"),
    "hand_max": _size(t.Q_HAND_MAX, "Maximum Hand Size"),
    "tp_max": _size(t.Q_TP_MAX, "maximum TP"),
    "may_attack": _plain(t.Q_MAY_ATTACK, "may Attack in person"),
}


def gifts(rules: FadeRules) -> dict[str, Gift]:
    """The gifts of continuous abilities of an edition's cards, by word: `GIFTS`, and keywords."""
    there = given.giveable(rules, continuous=True)
    return GIFTS | {word: _keyword(rules.edition, k) for word, k in there.items()}


# Keywords as words of card files.


def keyword_value(c: Compiler, k: int, value: Any) -> int:
    """The number under which a keyword is kept: 1 for plain ones, a mask for lists, one more than a cost is,
    else its amount.
    """
    edition = edition_of(c)
    kind, names = edition.kinds[k], value if type(value) is list else [value]
    if kind == "immunities":
        bits = edition.immunities
        mask = sum(bits[c.word(x, bits, "thing to be Immune to")] for x in names)
        rules_being_made(c.rules).immune_named |= mask
        return mask
    if kind == "elements and number":
        if len(names) < 2:
            raise c.fail(f"{edition.words[k]} is a list of Elements and a number")
        number = c.number(names[-1], edition.words[k], 1, 99)
        return number << len(t.ELEMENTS) | mask_of(c, names[:-1], t.ELEMENTS, "Element")
    if kind == "elements":
        return sum(1 << t.ELEMENTS.index(c.word(x, t.ELEMENTS, "Element")) for x in names)
    if kind == "cost":
        return c.number(value, edition.words[k], 0, 99) + 1
    if value is True:
        return 1
    return c.number(value, edition.words[k], 1, 99)


def keyword_text(edition: Edition, k: int, value: int) -> Said:
    """A keyword as it stands on a card, such as Charge 2 or Immune (Items)."""
    name, kind = edition.words[k], edition.kinds[k]
    if kind == "immunities":
        return f"{name} ({', '.join(x for x, bit in edition.immunities.items() if value & bit)})"
    if kind.startswith("elements"):
        number = f" {value >> len(t.ELEMENTS)}" if value >> len(t.ELEMENTS) else ""
        return f"{name}{number} ({', '.join(x for i, x in enumerate(t.ELEMENTS) if value >> i & 1)})"
    if kind == "cost":
        return f"{name} {value - 1}"
    return f"{name} {value}" if kind in ("number", "one number", "counter") else name


def teach(language: Language) -> None:
    """Add these words to the family's language."""
    none = effects.NONE
    effects.teach(language, "show", "reveal", "steal", "swap")
    language.effects.update(
        {
            "gain_tp": Effect(_gain, effects.WHO, intent="help"),
            "lose_tp": Effect(_lose, effects.WHO, intent="harm"),
            "damage": Effect(
                _damage,
                frozenset({"to", "type", "label"}),
                intent="harm",
                tag="damage",
                leaves=effects.IT_AND_N,
            ),
            "lose_hp": Effect(_lose_hp, frozenset({"of"}), intent="harm", leaves=effects.IT_AND_N),
            "heal": Effect(_heal, frozenset({"of"}), intent="help", leaves=effects.IT_AND_N),
            "destroy": _falls("destroy", falling.DESTROY, "destroy"),
            "knock_out": _falls("knock_out", falling.KO, "Knock Out"),
            "imprison": _falls("imprison", falling.IMPRISON, "imprison"),
            "grant": Effect(_grant, frozenset({"value", "on", "until"}), leaves=effects.IT),
            "become": Effect(_become, frozenset({"on", "until"}), leaves=effects.IT),
            "forbid": Effect(_forbid, frozenset({"on", "until"}), intent="harm", leaves=effects.IT),
            "last_stand": Effect(_stand, frozenset({"until"}), leaves=effects.IT),
            "attack": Effect(
                _attack, frozenset({"hits", "type", "label"}), intent="harm", rests=True, tag="attack"
            ),
            "block": Effect(_block, none, intent="help", tag="block"),
            "negate": Effect(_negate, none, intent="harm", tag="negate"),
            "deflect": Effect(_deflect, none, intent="help", tag="deflect"),
            "downgrade": Effect(_downgrade, none, intent="help", tag="downgrade"),
            "prevent": Effect(_prevent, none, intent="harm", tag="prevent"),
            "under": Effect(_under, frozenset({"onto"}), rests=True),
            "unstack": Effect(_unstack, frozenset({"to"})),
            "row": Effect(_row, frozenset({"to"})),
            "control": Effect(_control, frozenset({"until"}), intent="harm"),
            "enter": Effect(_enter, frozenset({"to"}), intent="help"),
        }
    )
