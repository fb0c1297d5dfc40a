"""A rule that keeps somebody from doing a thing, or a thing from somebody, holds on every road."""

from __future__ import annotations

import pytest

from fadenet.engine.kit.moves import Verbs
from fadenet.engine.state import ACT, CONFIRM, ORDER, RESPOND
from fadenet.games.fade.language.vocabulary import make_language
from fadenet.games.fade.tables import AFTERMATH, BANS, COMBAT, ENDING, STARTING
from tests.builders.fight import Fight
from tests.builders.scenario import Duel, rules_with
from tests.cards.fade import augment, card, cards, character, item, reaction, skill, zone

CARDS = (
    cards("gag")
    + character("proof", cost=1, level=4, hp=20, plv=3, keywords={"Immune": ["Items", "Augments"]})
    + character("sealed", cost=1, level=4, hp=20, plv=3, keywords={"Immune": ["Damage"]})
    + augment("chain", cost=0, attach="all characters", ability={"gives": {"PLV": -1, "forbid": "move"}})
    + item("gauntlet", cost=0, keywords="Equip", attach="all characters", ability={"gives": {"PLV": 1}})
    + augment(
        "cover",
        cost=0,
        attach="all characters",
        ability={"gives": {"halve damage taken": True, "Flash": True, "Provoke": True, "Infused": ["Fire"]}},
    )
    + zone("banner", ability={"gives": {"PLV": 1}, "to": "your characters"})
    + augment(
        "mail",
        cost=0,
        ability=[
            {"on": "attacked", "of": "host", "do": {"damage": 1, "to": "attacker"}},
            {"gives": {"PLV": 2}},
        ],
    )
    + item("frame", cost=0, keywords="Equip", ability={"activate": True, "do": {"gain_tp": 1}})
    + skill("hush", cost=0, targets="all fighters", do={"forbid": "act", "on": "target", "until": "round"})
    + item("gasp", cost=0, do={"forbid": "answer", "on": "enemy players", "until": "round"})
    + item(
        "numb",
        cost=0,
        targets="all fighters",
        do=[
            {"forbid": "attack", "on": "target", "until": "round"},
            {"forbid": "activate", "on": "target", "until": "round"},
        ],
    )
    + item(
        "sag", cost=0, targets="all characters", do={"mod": "PLV", "n": -2, "on": "target", "until": "round"}
    )
    + item("grip", cost=0, targets="all characters", do={"row": "target", "to": "backup"})
    + skill("punch", cost=0, do={"attack": 3})
    + skill("salve", cost=0, do={"heal": 1, "of": "you"})
    + reaction(
        "sprung",
        cost=0,
        answers="attack",
        keywords="Surprise",
        surprise={"attacked": "your fighters"},
        do={"attack": 2},
    )
    + skill("echo", cost=0, keywords={"Replay": 1}, do={"attack": 3})
    + reaction("away", cost=0, answers="attack", do={"orbital": "attacker"})
    + reaction("back", cost=0, answers="attack", do={"row": "attacker", "to": "backup"})
    + skill("tomb", cost=0, keywords={"Buildup": 1}, do={"attack": 4})
    + item(
        "shovel",
        cost=0,
        targets={"pick": {"from": "your attached cards", "name": "Tomb"}},
        do=[{"mill": 1}, {"under": "it", "onto": "target"}],
    )
    + character(
        "avenger",
        cost=1,
        level=2,
        ability={"keyword": "Vengeance", "targets": {"reach": True}, "do": {"attack": 2}},
    )
    + character("speaker", cost=1, level=2, ability={"activate": True, "do": {"gain_tp": 2}})
    + reaction("hex", cost=0, answers="ability", do={"grant": "Mute", "on": "answered"})
    + item("lift", cost=0, targets="all characters", do={"orbital": "target"})
)


# What Immune keeps away.


@pytest.mark.editions("keyword.immune")
def test_continuous_effects_of_what_immune_lists_change_nothing() -> None:
    # Given a Character Immune (Items, Augments), an Augment "-1 PLV", two Equip cards and a Zone "+1 PLV".
    d = Duel(CARDS)
    proof, plain = d.character(0, "proof"), d.character(0)
    for x in (proof, plain):
        d.on(x, "chain", face=1)
        d.on(x, "gauntlet", face=1)
        d.on(x, "gauntlet", face=1)
    d.zone(0, "banner")
    # Then only the Zone changes it, and all of them change another Character.
    assert (d.plv(proof), d.plv(plain)) == (4, 5)
    # Then it can be moved, and the other one, which "cannot be moved", cannot.
    assert d.can(0, "move", proof)
    assert d.refused(0, "move", plain) == "action.cannot-act"


@pytest.mark.editions("keyword.immune")
def test_keywords_elements_and_halved_damage_from_what_immune_lists_do_not_come() -> None:
    # Given an Augment that halves damage taken and gives Flash, Provoke and Infused (Fire).
    d = Duel(CARDS)
    proof, plain, foe = d.character(0, "proof", fresh=True), d.character(0, fresh=True), d.character(1)
    for x in (proof, plain):
        d.on(x, "cover", face=1)
    # Then the Immune one has neither Flash nor the Element, and takes whole damage; the other has them.
    d.go(0, COMBAT)
    assert d.refused(0, "attack", proof, foe) == "combat.entry-delay"
    assert d.can(0, "attack", plain, foe)
    d.go(1, COMBAT)
    d.quietly(1, "attack", foe, plain)
    assert d.hp(plain) == 9
    assert d.refused(1, "attack", foe, proof) == "attack.normal-once"
    other = d.character(1)
    assert d.refused(1, "attack", other, proof) == "keyword.provoke"


@pytest.mark.rule("faroe", "keyword.immune-present")
def test_changes_with_an_end_wait_while_immune_lasts() -> None:
    # Given a Character that an Item gave -2 PLV for this round.
    d = Duel(CARDS + CLOAK)
    x = d.character(0)
    d.quietly(0, "play", d.hand(0, "sag"), x)
    assert d.plv(x) == 1
    # When it becomes Immune (Items), then its PLV is as before; when that ends, the change counts again.
    cloak = d.on(x, "cloak", face=1)
    assert d.plv(x) == 3
    y = d.character(0)
    d.go(0, AFTERMATH)
    d.play(0, "reattach", cloak, y)
    assert d.plv(x) == 1


CLOAK = augment(
    "cloak", cost=0, attach="all characters", ability={"gives": {"Immune": ["Items", "Paralyze", "Damage"]}}
) + character("itemless", cost=1, level=1, hp=5, plv=1, keywords={"Immune": ["Items"]})


@pytest.mark.rule("faroe", "keyword.immune-present", "keyword.paralyze")
def test_the_ban_of_paralyze_is_lifted_while_immune_lists_paralyze() -> None:
    # Given a Character that lost a Paralyze Counter in this Starting Phase.
    d = Duel(CARDS + CLOAK)
    x, foe = d.character(0), d.character(1)
    d.counters(x, "Paralyze", 1)
    d.next_turn(0)
    d.go(0, COMBAT)
    assert d.refused(0, "attack", x, foe) == "action.cannot-act"
    # When it becomes Immune (Paralyze), then it may Attack.
    d.on(x, "cloak", face=1)
    assert d.can(0, "attack", x, foe)


@pytest.mark.rule("faroe", "keyword.immune-present", "damage.is-counters")
def test_damage_counters_count_for_nothing_while_immune_lists_them() -> None:
    # Given a Character with 10 HP and 4 Damage Counters that becomes Immune (Damage).
    d = Duel(CARDS + CLOAK)
    x, foe = d.character(0), d.character(1)
    d.damage(x, 4)
    cloak = d.on(x, "cloak", face=1)
    assert (d.count(x, "Damage"), d.hp(x)) == (4, 10)
    # When it is attacked for 3, then nothing is dealt: the Attack is not successful and gives no TP.
    d.go(1, COMBAT)
    before = d.tp_of(1)
    d.quietly(1, "attack", foe, x)
    assert (d.count(x, "Damage"), d.tp_of(1)) == (4, before)
    assert not d.happened("succeeds") and not d.happened("takes-damage")
    # When Immune ends, then the Counters that were there count again.
    y = d.character(0)
    d.go(0, AFTERMATH)
    d.play(0, "reattach", cloak, y)
    assert d.hp(x) == 6


@pytest.mark.rule("faroe", "keyword.immune-present", "timing.state-check")
def test_a_character_with_deadly_damage_falls_when_its_immunity_ends() -> None:
    # Given a Character with as many Damage Counters as HP that is Immune (Damage).
    d = Duel(CARDS + CLOAK)
    x, y = d.character(0), d.character(0)
    cloak = d.on(x, "cloak", face=1)
    d.damage(x, 10)
    d.go(0, AFTERMATH)
    assert d.where(x) == "Character Zone"
    # When the card that gives Immune goes to another Character, then the first one is Knocked Out.
    d.play(0, "reattach", cloak, y)
    assert d.where(x) == "Discard Pile Zone"


@pytest.mark.rule("faroe", "card.where-active", "keyword.immune")
def test_a_card_in_the_discard_pile_is_not_immune() -> None:
    # Given a Character Immune (Items) in the Discard Pile.
    d = Duel(CARDS + RAISE)
    d.character(0)
    proof = d.discard(0, "proof")
    # When an Item "put a Character of your Discard Pile onto the field" is used on it, then it works.
    d.quietly(0, "play", d.hand(0, "raise"), proof)
    assert d.where(proof) == "Character Zone"


RAISE = item(
    "raise",
    cost=0,
    targets={"pick": {"from": "your discard pile", "type": "Character"}},
    do={"enter": "target"},
)

# Each effect word that does something to a card on the field, and what it does.
WORDS_ON_CARDS: dict[str, dict[str, object]] = {
    "damage": {"damage": 2, "to": "all characters"},
    "heal": {"heal": 2, "of": "all characters"},
    "counter": {"counter": "Aura", "n": 2, "on": "all characters"},
    "destroy": {"destroy": "all characters"},
    "knock_out": {"knock_out": "all characters"},
    "imprison": {"imprison": "all characters"},
    "return": {"return": "all characters", "to": "hand"},
    "mod": {"mod": "PLV", "n": 2, "on": "all characters"},
    "grant": {"grant": "Provoke", "on": "all characters"},
    "become": {"become": "Fire", "on": "all characters"},
    "forbid": {"forbid": "attack", "on": "all characters"},
    "orbital": {"orbital": "all characters"},
    "under": {"under": "enemy characters", "onto": "your characters"},
    "row": {"row": "all characters", "to": "backup"},
    "control": {"control": "all characters"},
}
WORDS_ON_OTHERS = {
    *("if", "each", "repeat", "may", "choose", "coin"),  # which steer
    *("draw", "mill", "discard", "gain_tp", "lose_tp", "shuffle", "look", "show_hand", "search"),
    *("last_stand",),  # about Players
    *("attack", "block", "negate", "deflect"),  # about the links of a Chain
    *("pick", "random"),  # which only name something
    *("unstack", "enter"),  # about cards that work nowhere: in a Stack, in a pile
}


@pytest.mark.editions("keyword.immune")
def test_every_effect_word_is_known_to_these_tests() -> None:
    # Given the whole language, then each word is one that Immune is tried against, or does nothing to a card.
    words = set(make_language(rules_with(CARDS)).effects)
    assert words == set(WORDS_ON_CARDS) | WORDS_ON_OTHERS


@pytest.mark.editions("keyword.immune")
@pytest.mark.parametrize("word", sorted(WORDS_ON_CARDS))
def test_no_effect_word_of_an_item_touches_what_is_immune_to_items(word: str) -> None:
    # Given Characters Immune (Items) on both sides and others, two in each row, damaged and with a Counter.
    d = Duel(CARDS + item("deed", cost=0, do=WORDS_ON_CARDS[word]))
    immune = [d.character(seat, "proof", backup=row) for seat in (0, 1) for row in (False, True)]
    others = [d.character(seat, backup=row) for seat in (0, 1) for row in (False, True)]
    for h in immune + others:
        d.damage(h, 3)
        d.counters(h, "Aura", 1)

    def facts(h: int) -> tuple[object, ...]:
        s = d.s
        counters = [column[h] for column in s.num]
        return s.zone[h], s.ctrl[h], s.host[h], counters, d.plv(h), [m for m in s.mods if m[1] & 0xFFFF == h]

    before = {h: facts(h) for h in immune + others}
    # When an Item uses the word on all Characters, then the Immune ones are as they were, others are not.
    d.play(0, "play", d.hand(0, "deed"))
    for _ in range(30):
        if not d.s.chain:
            break
        d.step()
    assert [facts(h) for h in immune] == [before[h] for h in immune]
    assert [facts(h) for h in others] != [before[h] for h in others]


# What keeps somebody from Attacking.


@pytest.mark.rule("faroe", "keyword.paralyze-details", "attack.definition")
def test_a_paralyzed_player_attacks_in_no_way_but_plays_cards() -> None:
    # Given a Player in The Last Stand who lost a Paralyze Counter in this Starting Phase.
    d = Duel(CARDS)
    d.character(1)
    punch, salve = d.hand(0, "punch"), d.hand(0, "salve")
    trap = d.on(d.body(0), "sprung")
    d.counters(d.body(0), "Paralyze", 1)
    d.next_turn(0)
    d.go(0, COMBAT)
    # Then neither the Normal Attack nor an attack Skill from the Hand is allowed, but another Skill is.
    assert d.refused(0, "attack", d.body(0), d.s.zones[13][0]) == "action.cannot-act"
    assert d.refused(0, "use", punch, d.s.zones[13][0]) == "action.cannot-act"
    assert d.can(0, "use", salve)
    # Nor may the Player Counter with a Surprise card on the opponent's turn of this round.
    d.go(1, COMBAT)
    d.play(1, "attack", d.s.zones[13][0], d.body(0))
    assert d.refused(0, "use", trap, -1) == "action.cannot-act"


@pytest.mark.editions("keyword.replay-details")
@pytest.mark.editions("combat.backup-cannot-attack")
@pytest.mark.editions("card.cannot-beats-can")
@pytest.mark.parametrize("answer", ["back", "away", "numb"])
def test_replay_is_not_offered_to_somebody_who_may_not_attack_any_more(answer: str) -> None:
    # Given an attack Skill with Replay, its attacker moved to the Backup Zone, Orbital or banned meanwhile.
    d = Duel(CARDS + STILL)
    x, _, y = d.character(0), d.character(0), d.character(1)
    echo = d.on(x, "echo")
    stop = d.on(y, "still" if answer == "numb" else answer)
    d.go(0, COMBAT)
    d.play(0, "use", echo, y)
    d.play(1, "use", stop, -1)
    # When the Skill has resolved, then its Player is not asked to pay, and the card is spent.
    asked = False
    while d.s.chain or d.asked_kind() != ACT:
        asked = asked or (d.asked_kind() == CONFIRM and d.asked() == [0])
        if not d.s.chain and d.s.active == 0 and d.where(echo) == "Discard Pile Zone":
            break
        d.step()
    assert not asked
    assert d.where(echo) == "Discard Pile Zone" and d.tp_of(0) == 10


STILL = reaction(
    "still", cost=0, answers="attack", do={"forbid": "attack", "on": "attacker", "until": "round"}
)


@pytest.mark.rule("faroe", "keyword.buildup-details", "keyword.paralyze-details")
@pytest.mark.parametrize("banned", [False, True])
def test_a_buildup_attack_of_a_player_who_may_not_attack_comes_to_nothing(banned: bool) -> None:
    # Given a Buildup attack Skill beside a Player, who may be banned from Attacking for this round.
    d = Duel(CARDS)
    foe = d.character(1)
    tomb = d.on(d.body(0), "tomb", face=1)
    d.deck_top(0, "strike")
    if banned:
        d.quietly(0, "play", d.hand(0, "numb"), d.body(0))
    # When its last card comes underneath, then it strikes only if its Player may Attack; it goes either way.
    d.quietly(0, "play", d.hand(0, "shovel"), tomb)
    assert d.hp(foe) == (10 if banned else 6)
    assert d.where(tomb) == "Discard Pile Zone"


@pytest.mark.rule("faroe", "combat.backup-cannot-attack", "keyword.paralyze-details")
@pytest.mark.parametrize("where", ["front", "backup", "banned"])
def test_a_triggered_attack_needs_somebody_who_may_attack(where: str) -> None:
    # Given a Character whose Vengeance is an Attack, in front, in the Backup Zone or under a ban.
    d = Duel(CARDS + STILL)
    x, foe = d.character(0, "squire"), d.character(1)
    avenger = d.character(0, "avenger", backup=where == "backup")
    d.character(0)
    if where == "banned":
        d.quietly(0, "play", d.hand(0, "numb"), avenger)
    # When an ally is Knocked Out, then it strikes only from the front and unbanned.
    d.go(1, COMBAT)
    d.play(1, "attack", foe, x)
    for _ in range(60):
        if d.where(x) != "Character Zone" and not d.s.chain and not d.s.queue and d.asked_kind() == ACT:
            break
        d.step()
    assert d.where(x) == "Discard Pile Zone"
    assert d.hp(foe) == (8 if where == "front" else 10)


@pytest.mark.editions("card.cannot-beats-can")
def test_an_effect_does_not_move_what_cannot_be_moved() -> None:
    # Given an enemy Character that "cannot be moved between zones", and another one in front.
    d = Duel(CARDS)
    held, free = d.character(1), d.character(1)
    d.character(1)
    d.on(held, "chain", face=1)
    # When an effect moves each of them to the Backup Zone, then only the other one goes.
    for h in (held, free):
        d.quietly(0, "play", d.hand(0, "grip"), h)
    assert (d.where(held), d.where(free)) == ("Character Zone", "Backup Zone")


@pytest.mark.rule("faroe", "zone.move-up-timing")
def test_what_cannot_be_moved_moves_up_all_the_same() -> None:
    # Given a Backup Character that "cannot be moved between zones" behind the only one in front.
    d = Duel(CARDS)
    d.character(0)
    front, held = d.character(1, "squire"), d.character(1, backup=True)
    d.on(held, "chain", face=1)
    # When the Character Zone is empty, then it moves up: that is no effect, and nobody's choice.
    d.damage(front, 3)
    d.quietly(0, "play", d.hand(0, "ration"))
    assert d.where(held) == "Character Zone"


# What keeps somebody from acting, and what keeps abilities silent.


@pytest.mark.editions("action.cannot-act")
@pytest.mark.parametrize("slug", ["hush", "numb"])
def test_an_attached_ability_is_not_activated_when_its_bearer_cannot_act(slug: str) -> None:
    # Given a Character with an Equip card that has an activated ability.
    d = Duel(CARDS)
    x, foe = d.character(0), d.character(1)
    frame = d.on(x, "frame", face=1)
    hush = d.on(d.character(1), "hush")
    if slug == "numb":
        d.quietly(0, "play", d.hand(0, "numb"), x)
    else:
        d.go(1, COMBAT)
        d.quietly(1, "use", hush, x)
    # When its bearer cannot act in this round, then the ability is refused; another bearer's is not.
    d.go(0, COMBAT)
    assert d.refused(0, "activate", frame) == "action.cannot-act"
    assert foe and d.can(0, "activate", d.on(d.character(0), "frame", face=1))


@pytest.mark.editions("keyword.surprise-details")
@pytest.mark.editions("card.cannot-beats-can")
def test_a_player_who_cannot_use_attached_cards_cannot_use_a_surprise() -> None:
    # Given a Player with a Surprise card, and an effect "enemy Players cannot use attached cards".
    d = Duel(CARDS)
    foe, x = d.character(0), d.character(1)
    trap = d.on(d.body(1), "sprung")
    d.quietly(0, "play", d.hand(0, "gasp"))
    # When the condition of the card is met, then it is refused.
    d.go(0, COMBAT)
    d.play(0, "attack", foe, x)
    d.until(RESPOND)
    assert d.refused(1, "use", trap, -1) == "action.cannot-act"


@pytest.mark.rule("faroe", "keyword.mute", "keyword.mute-details", "augment.attach")
def test_mute_silences_what_is_attached_to_its_bearer() -> None:
    # Given a Character with an Augment that hurts attackers and gives +2 PLV, and an Equip card.
    d = Duel(CARDS)
    x, foe = d.character(0), d.character(1)
    d.on(x, "mail", face=1)
    frame, punch = d.on(x, "frame", face=1), d.on(x, "punch")
    assert d.plv(x) == 5
    # When it is Muted, then neither of them does anything, but its stats and its attached Skills stay.
    gag = d.on(x, "gag", face=1, seat=1)
    d.go(0, COMBAT)
    assert d.plv(x) == 3
    assert d.refused(0, "activate", frame) == "keyword.mute"
    assert d.can(0, "use", punch, foe)
    d.go(1, COMBAT)
    d.quietly(1, "attack", foe, x)
    assert d.hp(foe) == 10
    # When the card that Mutes goes to another Character, then they work again.
    y = d.character(0)
    d.go(1, AFTERMATH)
    d.play(1, "reattach", gag, y)
    assert d.plv(x) == 5


@pytest.mark.editions("keyword.mute")
def test_an_ability_on_the_chain_does_nothing_when_its_card_is_muted_in_answer() -> None:
    # Given an activated ability "gain 2 TP" and an answer that Mutes its source.
    d = Duel(CARDS)
    x, foe = d.character(0, "speaker"), d.character(1)
    hex_ = d.on(foe, "hex")
    d.go(0, COMBAT)
    before = d.tp_of(0)
    d.play(0, "activate", x)
    d.play(1, "use", hex_, -1)
    # When the Chain has resolved, then nothing was gained.
    d.pass_all()
    assert d.tp_of(0) == before
    assert d.happened("link-stopped")


@pytest.mark.rule("faroe", "keyword.orbital-state", "counter.starting-phase")
@pytest.mark.parametrize("counter", ["Poison", "Paralyze", "Timebomb"])
def test_counters_of_what_became_orbital_in_the_same_phase_do_not_act(counter: str) -> None:
    # Given a Character with Counters and, in the same Phase, an ability that makes it Orbital.
    d = Duel(CARDS + TIDE)
    x = d.character(0)
    d.zone(0, "dusk" if counter == "Timebomb" else "tide")
    d.counters(x, counter, 3)
    # When its Player lets the ability come first, then the Counters stay and do nothing.
    while d.where(x) != "Orbital":
        if d.asked_kind() == ORDER:
            d.answer(0, d.options(0)[-1])
        else:
            d.step()
    while d.s.active == 0 and d.s.phase in (STARTING, ENDING):
        d.step()
    assert (d.where(x), d.count(x, counter), d.count(x, "Damage")) == ("Orbital", 3, 0)


TIDE = zone("tide", ability={"on": "starting-phase", "do": {"orbital": "your characters"}}) + zone(
    "dusk", ability={"on": "end-phase", "do": {"orbital": "your characters"}}
)


@pytest.mark.rule("faroe", "legend.personal-effects")
def test_personal_effects_reach_who_cannot_be_targeted_and_who_is_immune() -> None:
    # Given a Legend "at the end of its turn: 1 damage and 2 Poison Counters to an enemy Player", and a Player
    # who cannot be targeted and is Immune (Abilities, Poison, Damage).
    f = Fight(WYRM, players=1, legend="wyrm")
    body = f.body(0)
    f.on(body, "veil", face=1)
    # When its turn has ended, then the Player has taken 1 damage and bears the Counters in spite of that.
    f.legend_turn()
    assert (f.hp(body), f.count(body, "Poison")) == (29, 2)
    # When the Player's Starting Phase comes, then the Counters do nothing: that is not a personal effect.
    f.go(0, COMBAT)
    assert (f.hp(body), f.count(body, "Poison")) == (29, 2)


WYRM = card(
    "wyrm",
    types=[],
    legend=True,
    hp=[30, 30, 30, 30],
    plv=[1, 1, 1, 1],
    ability={
        "on": "end-phase",
        "targets": "enemy players",
        "do": [{"damage": 1, "to": "target"}, {"counter": "Poison", "n": 2, "on": "target"}],
    },
) + augment(
    "veil", cost=0, ability={"gives": {"Immune": ["Abilities", "Poison", "Damage"], "forbid": "target"}}
)


@pytest.mark.editions("keyword.immune")
def test_what_gives_immune_may_depend_on_what_immune_keeps_away() -> None:
    # Given a Zone "your Water Characters are Immune (Augments)", and an Augment that makes its bearer Water.
    d = Duel(CARDS + LAKE)
    x = d.character(0)
    d.zone(0, "lake")
    d.on(x, "soak", face=1)
    # Then it is Immune (Augments), being Water until that is found out, and so the Augment changes nothing.
    assert d.plv(x) == 3
    d.on(x, "edge", face=1)
    assert d.plv(x) == 3
    # Given another one without the Augment, then it is not Immune.
    y = d.character(0)
    d.on(y, "edge", face=1)
    assert d.plv(y) == 5


LAKE = zone(
    "lake", ability={"gives": {"Immune": ["Augments"]}, "to": {"from": "your characters", "element": "Water"}}
) + augment("soak", cost=0, ability={"gives": {"Infused": ["Water"], "PLV": 4}})


# Every verb, under every ban.


def banned(ban: str) -> str:
    """An Item with this ban for everybody, and what moves are aimed with."""
    return (
        item("edict", cost=0, do={"forbid": ban, "on": "all fighters", "until": "round"})
        + character(
            "bolt",
            cost=1,
            level=2,
            ability={"activate": True, "targets": "all fighters", "do": {"gain_tp": 1}},
        )
        + skill("dart", cost=0, targets="all fighters", do={"gain_tp": 1})
    )


KEEPS = {
    "attack": {"attack", "act", "target"},
    "use": {"act", "answer", "target"},
    "activate": {"activate", "act", "target"},
    "play": {"target"},
    "move": {"move", "act"},
    **{verb: set() for verb in ("attach", "place", "reattach", "shield", "mix", "end")},
}
"""By verb the bans that keep its user from it, or its target out of it."""
APART = {"barrier", "show"}
"""Verbs that no ban keeps anybody from, as `shield`, and that need an event of their own to be legal."""


@pytest.mark.rule("faroe", "action.cannot-act")
def test_every_verb_is_known_to_these_tests() -> None:
    # Given the table of verbs, then each is one that bans are tried against, or says why not.
    moves = rules_with(CARDS).moves
    assert isinstance(moves, Verbs)
    assert {moves.rules.verbs[n] for n in moves.table} == set(KEEPS) | APART
    assert set(BANS) == {"attack", "activate", "act", "move", "target", "answer"}


@pytest.mark.rule("faroe", "action.cannot-act", "card.cannot-beats-can")
@pytest.mark.parametrize("ban", ["", *BANS])
@pytest.mark.parametrize("verb", sorted(KEEPS))
def test_a_ban_keeps_everybody_from_what_it_names_and_from_nothing_else(verb: str, ban: str) -> None:
    # Given a moment at which a move is legal, and an effect that bans something for all.
    d = Duel(CARDS + banned(ban or "act"))
    x, y, foe = d.character(0), d.character(0, "bolt"), d.character(1)
    moves: dict[str, tuple[int, ...]] = {
        "attack": (x, foe),
        "use": (d.on(x, "dart"), foe),
        "activate": (y, foe),
        "play": (d.hand(0, "numb"), foe),
        "move": (x,),
        "attach": (d.hand(0, "punch"), x),
        "place": (d.hand(0, "sprung"),),
        "reattach": (d.on(x, "punch"), y),
        "shield": (x, -1),
        "mix": (),
        "end": (),
    }
    d.counters(x, "Shield", 1)
    if ban and (
        verb != "shield" or ban in ("move", "activate", "answer")
    ):  # others keep off the Attack itself
        d.quietly(0, "play", d.hand(0, "edict"))
    if verb == "shield":
        d.go(1, COMBAT)
        d.play(1, "attack", foe, x)
    elif verb in ("attack", "use", "activate"):
        d.go(0, COMBAT)
    elif verb == "reattach":
        d.go(0, AFTERMATH)
    # Then it is refused if the ban is about it, and legal otherwise.
    if ban in KEEPS[verb]:
        about = "card.cannot-beats-can" if ban == "target" else "action.cannot-act"
        assert d.refused(0, verb, *moves[verb]) == about
    else:
        assert d.can(0, verb, *moves[verb])


IMMUNE_TO = {
    "attack": "Attacks",
    "use": "Skills",
    "activate": "Abilities",
    "play": "Items",
    "shield": "Shield",
}
"""By verb that is aimed, or spends a Counter, what Immune keeps it away as."""


@pytest.mark.rule("faroe", "keyword.immune", "keyword.immune-present")
@pytest.mark.parametrize("kind", sorted(IMMUNE_TO.values()))
@pytest.mark.parametrize("verb", sorted(IMMUNE_TO))
def test_immune_keeps_away_every_verb_that_it_lists_and_no_other(verb: str, kind: str) -> None:
    # Given a move that is aimed at a card or uses its Counter, and an Augment that makes the card Immune.
    aegis = augment("aegis", cost=0, ability={"gives": {"Immune": [kind]}})
    d = Duel(CARDS + banned("act") + aegis)
    x, y, foe = d.character(0), d.character(0, "bolt"), d.character(1)
    numb, dart = d.hand(0, "numb"), d.on(x, "dart")
    d.counters(x, "Shield", 1)
    if verb == "shield":
        d.go(1, COMBAT)
        d.play(1, "attack", foe, x)
    elif verb != "play":
        d.go(0, COMBAT)
    user = {"attack": x, "use": dart, "activate": y, "play": numb, "shield": x}[verb]
    aim = -1 if verb == "shield" else foe
    assert d.can(0, verb, user, aim)
    d.on(x if verb == "shield" else foe, "aegis", face=1)
    # Then it is refused if that is what the card is Immune to, and legal otherwise.
    if IMMUNE_TO[verb] == kind:
        about = "keyword.immune-present" if verb == "shield" else "keyword.immune"
        assert d.refused(0, verb, user, aim) == about
    else:
        assert d.can(0, verb, user, aim)
