"""Test cards that give and ask for all kinds of words, and a plain battle, for the rule tests of Terrene."""

from __future__ import annotations

from tests.builders.terrene_scenario import Terrene
from tests.cards.terrene import cards

CARDS = (
    cards("sludge", "veil", "gag", "broom")
    + """
[card.flash]
name = "Flash"
type = "Item"
[[card.flash.ability]]
activate = true
colour = "Blue"
targets = [{}]
do = [{ mod = "Stun", until = "next turn" }]
[card.oath]
name = "Oath"
type = "Command"
[[card.oath.ability]]
activate = true
colour = "Green"
do = [{ mod = "Steadfast", on = "user", until = "end" }, { mod = "Stab", on = "user" }]
[card.spark]
name = "Spark"
type = "Command"
subtype = "Spell"
[[card.spark.ability]]
activate = true
colour = "Blue"
targets = [{}]
do = [{ damage = { times = ["x", 10] } }]
[card.snare]
name = "Snare"
type = "Command"
subtype = "Trap"
[[card.snare.ability]]
activate = true
colour = "Blue"
cost = 1
answers = { to = "attack", by = "enemy" }
do = [{ damage = 15, to = "attacker" }]
[card.order-of-two]
name = "Order of Two"
type = "Command"
[[card.order-of-two.ability]]
activate = true
colour = "Green"
cost = 2
do = [{ draw = 1 }]
[card.archer]
name = "Archer"
type = "Character"
class = "Engineer"
affiliation = "Wind"
sp = 1
lv = 1
hp = 20
atk = 10
def = 0
[[card.archer.ability]]
activate = true
colour = "Green"
cost = 1
targets = [{}]
do = [{ damage = 10 }]
[card.captain]
name = "Captain"
type = "Character"
class = "Guardian"
affiliation = "Light"
sp = 1
lv = 1
hp = 20
atk = 10
def = 0
[[card.captain.ability]]
gives = { DEF = 5 }
to = "allied characters"
[card.herald]
name = "Herald"
type = "Character"
class = "Warrior"
affiliation = "Light"
sp = 1
lv = 1
hp = 20
atk = 10
def = 0
hero = true
[[card.herald.ability]]
activate = true
colour = "Green"
targets = [{}]
do = [{ damage = 10, to = "all characters" }]
[card.saint]
name = "Saint"
type = "Character"
class = "Golem"
affiliation = "Light"
sp = 1
lv = 1
hp = 20
atk = 15
def = 5
keywords = { Immune = ["Character"] }
[[card.saint.ability]]
activate = true
colour = "Green"
targets = [{}]
do = [{ heal = 5, of = "target" }]
[card.hound]
name = "Hound"
type = "Character"
class = "Beast"
affiliation = "Earth"
sp = 1
lv = 1
hp = 20
atk = 10
def = 0
[card.shepherd]
name = "Shepherd"
type = "Character"
class = "Tactician"
affiliation = "Earth"
sp = 1
lv = 1
hp = 40
atk = 10
def = 0
[[card.shepherd.ability]]
activate = true
colour = "Green"
do = [{ heal = { times = [{ count = { from = "allied characters", class = "Beast" } }, 5] }, of = "this" }]
[[card.shepherd.ability]]
activate = true
colour = "Green"
do = [{ heal = { times = [{ count = { from = "your characters", class = "Beast" } }, 5] }, of = "this" }]
"""
)


def table(seats: int = 2) -> Terrene:
    return Terrene(CARDS, seats=seats)


def fight(g: Terrene, attacker: int, blocker: int | None = None) -> None:
    """A battle that nobody answers."""
    g.play(g.s.ctrl[attacker], "attack", attacker)
    while g.s.chain:
        g.step()
    if blocker is not None:
        g.play(g.s.ctrl[blocker], "block", blocker)
    g.pass_all()
