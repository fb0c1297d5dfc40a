"""`fadenet cards try`: a card of one's own at a table, in a position in which it can be used."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from fadenet import games
from fadenet.cli.frame.context import BadInput, Context, NotFound, Usage, make_bot
from fadenet.cli.frame.guessing import guess
from fadenet.cli.frame.shelf import read_sources
from fadenet.console.match.trial import TrialPosition
from fadenet.engine import position
from fadenet.engine.card import Card
from fadenet.engine.cardset import CardSet, keep, option_of
from fadenet.engine.errors import LoadError, WrongInput
from fadenet.engine.language.sets import read_set
from fadenet.engine.rules import Rules, rules_of
from fadenet.games.catalogue import catalogue_of
from fadenet.games.spelling import slug
from keys import UserError

if TYPE_CHECKING:
    from fadenet.bots.scenes import SceneCard

FACE_WIDTH = 72


def cards_try(ctx: Context) -> int:
    """Try a card at the console, or print the position in which it would be tried."""
    from fadenet.bots.scenes import opened

    rules, card = _card(ctx.args.file, ctx.args.slug)
    make_bot(ctx.args.bot).meet()
    if ctx.args.position is not None:
        from fadenet.cli.past.positions import start_at

        start = start_at(ctx.args.position)
        at = TrialPosition(start.state, opened(start.state, start.hidden), _said(rules, card))
    else:
        at = _found(rules, card, ctx.args.scene)
    if ctx.json or ctx.args.no_input:
        return _show(ctx, at, card)
    return _try(ctx, at)


def _card(file: str, called: str) -> tuple[Rules, Card]:
    """The rules with the set of a file, and its card. Raises `NotFound` and as `read_set`."""
    card_set = read_set(read_sources(file))
    rules = _loaded(card_set)
    own = called.removeprefix(f"{card_set.code}:")
    if own not in card_set.cards:
        known = ", ".join(card_set.cards)
        raise NotFound(f"{file} has no card {called[:40]!r}{guess(own, card_set.cards)} Its cards: {known}.")
    return rules, rules.by_slug[card_set.slug(own)]


def _loaded(card_set: CardSet) -> Rules:
    keep(card_set)
    try:
        return games.load(card_set.game, **option_of([card_set]))
    except WrongInput as error:
        raise BadInput(f"This set cannot be played with: {error}.") from None


def _found(rules: Rules, card: Card, wanted: Sequence[str]) -> TrialPosition:
    """A position in which a card can be used. wanted: other cards that lie there, as `--scene` says it.
    Raises `BadInput` where none comes up, and `Usage`."""
    from fadenet.bots.scenes import scene_of

    try:
        scene = scene_of(rules, card.slug, [wish for said in wanted for wish in _wishes(rules, said)])
    except WrongInput as error:
        raise BadInput(f"A set that stands alone is tried with a deck of its own: {error}.") from None
    if scene is None:
        so = " and all of that lies there" if wanted else ""
        none = f"No position came up in which {card.name} can be used{so}, however long bots played for one"
        raise BadInput(f"{none}. See what it asks for, or begin with a position of yours: --position LINE")
    return TrialPosition(scene.state, scene.hidden, _said(rules, card))


def _wishes(rules: Rules, said: str) -> Iterator[SceneCard]:
    """The cards of a scene in words, as in "p2.field=Rookie Ace,Lantern Moth". Raises `Usage`."""
    from fadenet.bots.scenes import SceneCard

    where, _, names = said.partition("=")
    seat, _, place = where.strip().partition(".")
    kinds = range(rules.zones_per_seat)
    words = {slug(rules.zone_names[kind]): [kind] for kind in kinds if rules.zone_names[kind]}
    words |= {
        "hand": [rules.hand_kind],
        "field": [kind for kind in kinds if rules.on_field[kind]],
        "discard": [rules.discard_kind],
    }
    if seat not in ("p1", "p2") or place not in words or not names.strip():
        raise Usage(
            f"A scene is written as in p2.field='Rookie Ace', and not as {said[:60]!r}: p1 is who tries the "
            f"card, and places are {', '.join(words)}{guess(place, words)}"
        )
    n = int(seat[1]) - 1
    zones = frozenset([n * rules.zones_per_seat + kind for kind in words[place]])
    for name in names.split(","):
        yield SceneCard(_named(rules, name.strip()), n, zones)


def _named(rules: Rules, name: str) -> int:
    """The code of a card by its name or slug. Raises `NotFound`."""
    code = next((c.code for c in rules.cards[1:] if name in (c.name, c.slug)), 0)
    if not code:
        raise NotFound(f"There is no card {name[:40]!r}{guess(name, [c.name for c in rules.cards[1:]])}")
    return code


def _said(rules: Rules, card: Card) -> list[str]:
    """The text of a card, in a line."""
    return [catalogue_of(rules).line(card)]


def _show(ctx: Context, at: TrialPosition, card: Card) -> int:
    """Print the position, its table, and the moves that begin with the card."""
    from fadenet.console.learn.puzzle import printed, sight_of
    from fadenet.console.match.wording import spoken

    seat = next(ask.seat for ask in at.state.asks)
    sight = sight_of(at.state, at.hidden, seat, ("You", "Opponent"), ("human", "bot"))
    own = sight.seat
    moves = [move for move in own.options() if len(move) > 1 and type(move[1]) is int and move[1] > 0]
    mine = [move for move in moves if own.code(move[1]) == card.code]
    line = position.dump(at.state, at.hidden)
    data = {"card": card.slug, "seat": f"p{seat + 1}", "moves": [own.text(move) for move in mine]}
    said = [spoken(sight, move) for move in mine]
    ctx.emit({**data, "position": line}, [*at.said, "", *printed(sight), "", *said])
    return 0


def _try(ctx: Context, at: TrialPosition) -> int:
    """Let the person try the card at the console."""
    import secrets

    from fadenet.bots.beside import Beside
    from fadenet.cli.seat.hints import Strongest
    from fadenet.cli.seat.person import options_of, run_async
    from fadenet.console.run import play_trial

    args = ctx.args
    begun = position.dump(at.state, at.hidden)
    slugs = [card.slug for card in rules_of(at.state).cards]

    def read() -> tuple[TrialPosition | None, Sequence[str]]:
        try:
            rules, card = _card(args.file, args.slug)
        except LoadError as error:
            return None, [str(fault) for fault in error.faults]
        except UserError as error:
            return None, [error.message]
        try:
            if [one.slug for one in rules.cards] != slugs:
                raise WrongInput("the set has other cards now")
            state, hidden = position.load_whole(rules, position.moved(rules, begun))
            assert hidden is not None
            return TrialPosition(state, hidden, _said(rules, card)), ["the card as it is now:"]
        except WrongInput as error:
            try:
                return _found(rules, card, args.scene), [f"this is another position, as {error}"]
            except UserError as none:
                return None, [none.message]

    def other() -> Beside:
        return Beside(make_bot(args.bot))

    options = options_of(ctx)
    advise = Strongest(ctx.settings.hint)
    run_async(partial(play_trial, at, read, other, options, advise, secrets.randbits(32)), options)
    return 0
