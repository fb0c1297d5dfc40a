"""The effect words that cards of the F.A.D.E. family are written with, each with its English."""

from __future__ import annotations

from typing import Any

from fadenet.engine.ops.language import Compiler, Effect, Language, Said
from fadenet.engine.ops.nouns import counted, each_of, measured, one_of, some_of, verb
from fadenet.engine.rules import Select
from fadenet.games.fade import combat, instructions, play
from fadenet.games.fade.tables import (
    BACKUP,
    BANS,
    COUNTERS,
    DAMAGE_TYPES,
    DECK,
    DISCARD,
    ELEMENTS,
    FIGURE_NAMES,
    FRONT,
    HAND,
    IMMUNITIES,
    KEYWORDS,
    Q_ELEMENTS,
    Q_FORBID,
    Q_KEYWORD,
    Q_LAST_STAND,
    QUANTITY_NAMES,
    RIFT,
    U_FOREVER,
    U_ROUND,
    U_TURN,
)

UNTILS = {"turn": U_TURN, "round": U_ROUND, "end": U_FOREVER}
UNTIL_SAID = {"turn": " this turn", "round": " this round", "end": ""}


def _who(c: Compiler, t: dict[str, Any], default: str = "you") -> tuple[Select, Said]:
    return c.select(t.get("who", default))


def _whose(who: Said) -> Said:
    return "your" if who == "you" else "their"


def _draw(c: Compiler, t: dict[str, Any]) -> Said:
    n, many = c.amount(t["draw"])
    pick, who = _who(c, t)
    c.emit(instructions.do_draw, pick, n)
    return f"{verb(who, 'draw')} {counted(many, 'card')}"


def _mill(c: Compiler, t: dict[str, Any]) -> Said:
    n, many = c.amount(t["mill"])
    pick, who = _who(c, t)
    c.emit(instructions.do_mill, pick, n, DISCARD)
    mine = _whose(who)
    what = "the top card" if many == "1" else f"the top {counted(many, 'card')}"
    return f"{verb(who, 'put')} {what} of {mine} Deck into {mine} Discard Pile"


def _discard(c: Compiler, t: dict[str, Any]) -> Said:
    n, many = c.amount(t["discard"])
    pick, who = _who(c, t)
    c.emit(instructions.do_discard, pick, n, bool(t.get("random", False)))
    return f"{verb(who, 'discard')} {counted(many, 'card')}{' at random' if t.get('random') else ''}"


def _gain(c: Compiler, t: dict[str, Any]) -> Said:
    n, many = c.amount(t["gain_tp"])
    pick, who = _who(c, t)
    c.emit(instructions.do_gain_tp, pick, n)
    return f"{verb(who, 'gain')} {measured(many, 'TP')}"


def _lose(c: Compiler, t: dict[str, Any]) -> Said:
    n, many = c.amount(t["lose_tp"])
    pick, who = _who(c, t, "enemy players")
    c.emit(instructions.do_lose_tp, pick, n)
    return f"{verb(who, 'lose')} {measured(many, 'TP')}"


def _damage(c: Compiler, t: dict[str, Any]) -> Said:
    n, many = c.amount(t["damage"])
    pick, whom = c.select(t.get("to", "target"))
    c.emit(instructions.do_damage, pick, n)
    noun = "damage"
    if "type" in t:
        noun = f"{c.word(t['type'], DAMAGE_TYPES, 'Damage Type')} damage"
        mask = 1 << DAMAGE_TYPES.index(t["type"])
        c.facts["types"] = c.facts.get("types", 0) | mask | mask << 4
    return f"deal {measured(many, noun)} to {each_of(whom)}"


def _heal(c: Compiler, t: dict[str, Any]) -> Said:
    n, many = c.amount(t["heal"])
    pick, whom = c.select(t.get("of", "you"))
    c.emit(instructions.do_heal, pick, n)
    return f"{verb(whom, 'heal')} {measured(many, 'HP')}"


def _counter(c: Compiler, t: dict[str, Any]) -> Said:
    name = c.word(t["counter"], COUNTERS, "Counter")
    column = COUNTERS.index(name) + 1
    pick, where = c.select(t.get("on", "target"))
    if t.get("remove") == "all":
        c.emit(instructions.do_clear, pick, column)
        return f"remove all {name} Counters from {each_of(where)}"
    key = "remove" if "remove" in t else "n"
    n, many = c.amount(t.get(key, 1))
    c.emit(instructions.do_counter, pick, column, n, -1 if key == "remove" else 1)
    if key == "remove":
        return f"remove {counted(many, f'{name} Counter')} from {each_of(where)}"
    return f"put {counted(many, f'{name} Counter')} on {each_of(where)}"


def _falls(word: str, how: int, said: str) -> Effect:
    def make(c: Compiler, t: dict[str, Any]) -> Said:
        pick, whom = c.select(t[word])
        c.emit(instructions.do_fall, pick, how)
        return f"{said} {each_of(whom)}"

    return Effect(make, frozenset(), intent="harm", rests=True)


PLACES = {
    "hand": (HAND, -1),
    "discard": (DISCARD, -1),
    "rift": (RIFT, -1),
    "deck top": (DECK, 0),
    "deck bottom": (DECK, -1),
}
PLACE_SAID = {
    "hand": "return {} to its owner's Hand",
    "discard": "put {} into its owner's Discard Pile",
    "rift": "put {} into its owner's Rift Zone",
    "deck top": "put {} on top of its owner's Deck",
    "deck bottom": "put {} at the bottom of its owner's Deck",
}


def _return(c: Compiler, t: dict[str, Any]) -> Said:
    pick, what = c.select(t["return"])
    where = t.get("to", "hand")
    if where == "deck":
        c.emit(instructions.do_shuffle_in, pick)
        return f"shuffle {each_of(what)} into its owner's Deck"
    kind, at = PLACES[c.word(where, PLACES, "place")]
    c.emit(instructions.do_put, pick, kind, at)
    return PLACE_SAID[where].format(each_of(what))


def _shuffle(c: Compiler, t: dict[str, Any]) -> Said:
    pick, who = c.select(t["shuffle"])
    c.emit(instructions.do_shuffle, pick)
    return f"{verb(who, 'shuffle')} {_whose(who)} Deck"


def _until(c: Compiler, t: dict[str, Any]) -> tuple[int, Said]:
    word = c.word(t.get("until", "turn"), UNTILS, "duration")
    return UNTILS[word], UNTIL_SAID[word]


def _mod(c: Compiler, t: dict[str, Any]) -> Said:
    names = {**QUANTITY_NAMES, **FIGURE_NAMES}
    name = c.word(t["mod"], names, "value")
    n, many = c.amount(t.get("n", 1))
    pick, whom = c.select(t.get("on", "target"))
    until, when = _until(c, t)
    c.emit(instructions.do_mod, pick, names[name], n, until)
    return f"{_stated(whom, figure_text(name, many))}{when}"


def _grant(c: Compiler, t: dict[str, Any]) -> Said:
    name = c.word(t["grant"], KEYWORDS, "keyword")
    value = keyword_value(c, name, t.get("value", True))
    pick, whom = c.select(t.get("on", "target"))
    until, when = _until(c, t)
    c.emit(instructions.do_mod, pick, Q_KEYWORD + KEYWORDS.index(name), lambda s, act: value, until)
    return f"{_stated(whom, f'gain {keyword_text(name, value)}')}{when}"


def _become(c: Compiler, t: dict[str, Any]) -> Said:
    names = t["become"] if type(t["become"]) is list else [t["become"]]
    mask = sum(1 << ELEMENTS.index(c.word(e, ELEMENTS, "Element")) for e in names)
    pick, whom = c.select(t.get("on", "target"))
    until, when = _until(c, t)
    c.emit(instructions.do_mod, pick, Q_ELEMENTS, lambda s, act: mask, until)
    return f"{_stated(whom, 'become ' + ' and '.join(names))}{when}"


def _forbid(c: Compiler, t: dict[str, Any]) -> Said:
    name = c.word(t["forbid"], BANS, "thing to forbid")
    pick, whom = c.select(t.get("on", "target"))
    until, when = _until(c, t)
    c.emit(instructions.do_mod, pick, Q_FORBID + BANS.index(name), lambda s, act: 1, until)
    return f"{each_of(whom)} cannot {BAN_SAID[name]}{when}"


BAN_SAID = {
    "attack": "Attack",
    "activate": "activate abilities",
    "act": "act",
    "move": "be moved between zones",
    "target": "be targeted",
    "answer": "use attached cards",
}


def _stated(who: Said, words: Said) -> Said:
    """A statement about somebody, the word given as for "you"."""
    return f"you {words}" if who == "you" else verb(who, words)


def figure_text(name: str, many: Said) -> Said:
    """What a change of a value means, said to "you": "get +1 PLV", "deal 2 more damage"."""
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


def _stand(c: Compiler, t: dict[str, Any]) -> Said:
    pick, whom = c.select(t["last_stand"])
    until, when = _until(c, t)
    c.emit(instructions.do_mod, pick, Q_LAST_STAND, lambda s, act: 1, until)
    return f"{_stated(whom, 'count as being in The Last Stand')}{when}"


def _attack(c: Compiler, t: dict[str, Any]) -> Said:
    """Hits: one amount, or a list of tables { n, type } for different hits."""
    value = t["attack"]
    types = t.get("type", ["Basic"])
    rows = (
        value
        if type(value) is list
        else [{"n": value, "type": types}] * c.number(t.get("hits", 1), "hits", 1, 10)
    )
    hits, said = [], []
    for row in rows:
        n, many = c.amount(row["n"])
        names = row.get("type", types)
        names = names if type(names) is list else [names]
        mask = sum(1 << DAMAGE_TYPES.index(c.word(x, DAMAGE_TYPES, "Damage Type")) for x in names)
        hits.append((n, mask))
        kind = "" if mask == 1 else " " + " ".join(names)
        said.append(measured(many, f"{kind.strip()} damage".strip()))
    c.facts["attack"] = len(c.rules.attacks)  # type: ignore[attr-defined]
    c.rules.attacks.append(instructions.AttackRow(tuple(hits), c.facts.get("attack_slot", (0, -1))))  # type: ignore[attr-defined]
    c.emit(instructions.do_attack, c.facts["attack"])
    to = c.facts.get("attack_said", "the target")
    if len(set(said)) == 1:
        times = f", {'twice' if len(said) == 2 else f'{len(said)} times'}" if len(said) > 1 else ""
        return f"deal {said[0]} to {to}{times}"
    return f"deal {' and then '.join(said)} to {to}"


def _block(c: Compiler, t: dict[str, Any]) -> Said:
    c.emit(play.block)
    return "Block it"


def _negate(c: Compiler, t: dict[str, Any]) -> Said:
    c.emit(play.negate)
    return "Negate it"


def _deflect(c: Compiler, t: dict[str, Any]) -> Said:
    c.emit(instructions.do_deflect)
    return "Deflect it to the target"


def _orbital(c: Compiler, t: dict[str, Any]) -> Said:
    pick, whom = c.select(t["orbital"])
    c.emit(instructions.do_orbital, pick)
    return _stated(whom, "become Orbital")


def _under(c: Compiler, t: dict[str, Any]) -> Said:
    pick, what = c.select(t["under"])
    onto, top = c.select(t.get("onto", "this"))
    c.emit(instructions.do_under, pick, onto)
    return f"put {each_of(what)} underneath {one_of(top)}"


def _unstack(c: Compiler, t: dict[str, Any]) -> Said:
    pick, what = c.select(t["unstack"])
    where = c.word(t.get("to", "discard"), {"discard": 0, "hand": 0, "rift": 0}, "place")
    c.emit(instructions.do_unstack, pick, PLACES[where][0])
    return PLACE_SAID[where].format(each_of(what))


def _row(c: Compiler, t: dict[str, Any]) -> Said:
    pick, what = c.select(t["row"])
    kind = {"front": FRONT, "backup": BACKUP}[c.word(t.get("to"), {"front": 0, "backup": 0}, "row")]
    c.emit(instructions.do_row, pick, kind)
    return f"move {each_of(what)} to the {'Character' if kind == FRONT else 'Backup'} Zone"


def _control(c: Compiler, t: dict[str, Any]) -> Said:
    pick, what = c.select(t["control"])
    c.emit(instructions.do_control, pick)
    return f"take control of {each_of(what)}"


def _enter(c: Compiler, t: dict[str, Any]) -> Said:
    pick, what = c.select(t["enter"])
    kind = {"front": FRONT, "backup": BACKUP}[c.word(t.get("to", "front"), {"front": 0, "backup": 0}, "row")]
    c.emit(instructions.do_enter, pick, kind)
    return f"put {each_of(what)} onto the field in your {'Character' if kind == FRONT else 'Backup'} Zone"


def _look(c: Compiler, t: dict[str, Any]) -> Said:
    n, many = c.amount(t["look"])
    pick, who = _who(c, t)
    c.emit(instructions.do_look, pick, n)
    what = "the top card" if many == "1" else f"the top {counted(many, 'card')}"
    whose = "your" if who == "you" else f"{each_of(who)}'s"
    return f"look at {what} of {whose} Deck"


def _show_hand(c: Compiler, t: dict[str, Any]) -> Said:
    pick, who = c.select(t["show_hand"])
    c.emit(instructions.do_show_hand, pick)
    return f"look at {each_of(who)}'s Hand"


def _search(c: Compiler, t: dict[str, Any]) -> Said:
    n, many = c.amount(t["search"])
    table = t.get("for", {})
    if table:
        predicate, said = c.rules.predicate(c, table)  # type: ignore[attr-defined]
        c.emit(instructions.do_search, predicate, n, 1)
        them = "it" if many == "1" else "them"
        said = said if many == "1" else said.replace("card", "cards", 1)
        taken = f"take {many} {said} from your Deck, show {them}, put {them} into your Hand"
        return f"{taken}, then shuffle your Deck"
    c.emit(instructions.do_search, 0, n, 0)
    return f"take {counted(many, 'card')} from your Deck into your Hand, then shuffle your Deck"


def _pick(c: Compiler, t: dict[str, Any]) -> Said:
    pick, noun = c.select(t["pick"])
    lo = c.number(t.get("min", t.get("n", 1)), "min", 0, 10)
    hi = c.number(t.get("n", 1), "n", 1, 10)
    who, said = _who(c, t)
    c.rules.choices.append((pick, lo, hi))  # type: ignore[attr-defined]
    c.emit(instructions.do_pick, who, len(c.rules.choices) - 1)  # type: ignore[attr-defined]
    some = one_of(noun) if lo == hi == 1 else some_of(noun, f"{'up to ' if lo < hi else ''}{hi}")
    return f"{verb(said, 'choose')} {some}"


def _random(c: Compiler, t: dict[str, Any]) -> Said:
    pick, noun = c.select(t["random"])
    c.emit(instructions.do_random, pick)
    return f"choose {one_of(noun)} at random"


# Keywords as words of card files.


def keyword_value(c: Compiler, name: str, value: Any) -> int:
    """The number under which a keyword is kept: 1 for plain ones, a mask for lists, else its amount."""
    if name == "Immune":
        names = value if type(value) is list else [value]
        return sum(1 << IMMUNITIES.index(c.word(x, IMMUNITIES, "thing to be Immune to")) for x in names)
    if name in ("Mastery", "Infused"):
        names = value if type(value) is list else [value]
        return sum(1 << ELEMENTS.index(c.word(x, ELEMENTS, "Element")) for x in names)
    if value is True:
        return 1
    return c.number(value, name, 1, 99)


def keyword_text(name: str, value: int) -> Said:
    """A keyword as it stands on a card, such as Charge 2 or Immune (Items)."""
    if name == "Immune":
        return f"Immune ({', '.join(x for i, x in enumerate(IMMUNITIES) if value >> i & 1)})"
    if name in ("Mastery", "Infused"):
        return f"{name} ({', '.join(x for i, x in enumerate(ELEMENTS) if value >> i & 1)})"
    return f"{name} {value}" if name in NUMBERED else name


NUMBERED = frozenset(
    {
        *COUNTERS,
        "Arm Up",
        "Boss",
        "Buildup",
        "Charge",
        "Multistrike",
        "Reinforce",
        "Stacker",
        "Overdrive",
        "Replay",
    }
)


def teach(language: Language) -> None:
    """Add these words to the family's language."""
    none: frozenset[str] = frozenset()
    who = frozenset({"who"})
    language.effects.update(
        {
            "draw": Effect(_draw, who, info="owner", intent="help", rests=True),
            "mill": Effect(_mill, who, intent="harm", rests=True),
            "discard": Effect(_discard, who | {"random"}, intent="harm", rests=True),
            "gain_tp": Effect(_gain, who, intent="help"),
            "lose_tp": Effect(_lose, who, intent="harm"),
            "damage": Effect(_damage, frozenset({"to", "type"}), intent="harm", tag="damage"),
            "heal": Effect(_heal, frozenset({"of"}), intent="help"),
            "counter": Effect(_counter, frozenset({"n", "on", "remove"})),
            "destroy": _falls("destroy", combat.DESTROY, "destroy"),
            "knock_out": _falls("knock_out", combat.KO, "Knock Out"),
            "imprison": _falls("imprison", combat.IMPRISON, "imprison"),
            "return": Effect(_return, frozenset({"to"}), rests=True),
            "shuffle": Effect(_shuffle, none, rests=True),
            "mod": Effect(_mod, frozenset({"n", "on", "until"})),
            "grant": Effect(_grant, frozenset({"value", "on", "until"})),
            "become": Effect(_become, frozenset({"on", "until"})),
            "forbid": Effect(_forbid, frozenset({"on", "until"}), intent="harm"),
            "last_stand": Effect(_stand, frozenset({"until"})),
            "attack": Effect(_attack, frozenset({"hits", "type"}), intent="harm", rests=True, tag="attack"),
            "block": Effect(_block, none, intent="help", tag="block"),
            "negate": Effect(_negate, none, intent="harm", tag="negate"),
            "deflect": Effect(_deflect, none, intent="help", tag="deflect"),
            "orbital": Effect(_orbital, none),
            "under": Effect(_under, frozenset({"onto"}), rests=True),
            "unstack": Effect(_unstack, frozenset({"to"})),
            "row": Effect(_row, frozenset({"to"})),
            "control": Effect(_control, none, intent="harm"),
            "enter": Effect(_enter, frozenset({"to"}), intent="help"),
            "look": Effect(_look, who, info="foe", rests=True),
            "show_hand": Effect(_show_hand, none, info="foe", rests=True),
            "search": Effect(_search, frozenset({"for"}), info="owner", intent="help", rests=True),
            "pick": Effect(_pick, frozenset({"n", "min", "who"}), rests=True),
            "random": Effect(_random, none, info="joint", rests=True),
        }
    )
