"""`fadenet cards try`: a card of one's own at a table, in a position in which it can be used."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from fadenet import games
from fadenet.cli.frame.context import BadInput, Context, NotFound, make_bot
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
from keys import UserError

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
        at = _found(rules, card)
    if ctx.json or ctx.args.no_input:
        return _show(ctx, at, card)
    return _try(ctx, at)


def _card(file: str, slug: str) -> tuple[Rules, Card]:
    """The rules with the set of a file, and its card. Raises `NotFound` and as `read_set`."""
    card_set = read_set(read_sources(file))
    rules = _loaded(card_set)
    own = slug.removeprefix(f"{card_set.code}:")
    if own not in card_set.cards:
        known = ", ".join(card_set.cards)
        raise NotFound(f"{file} has no card {slug[:40]!r}{guess(own, card_set.cards)} Its cards: {known}.")
    return rules, rules.by_slug[card_set.slug(own)]


def _loaded(card_set: CardSet) -> Rules:
    keep(card_set)
    try:
        return games.load(card_set.game, **option_of([card_set]))
    except WrongInput as error:
        raise BadInput(f"This set cannot be played with: {error}.") from None


def _found(rules: Rules, card: Card) -> TrialPosition:
    """A position in which a card can be used. Raises `BadInput` where none comes up."""
    from fadenet.bots.scenes import scene_of

    try:
        scene = scene_of(rules, card.slug)
    except WrongInput as error:
        raise BadInput(f"A set that stands alone is tried with a deck of its own: {error}.") from None
    if scene is None:
        none = f"No position came up in which {card.name} can be used, however long bots played for one"
        raise BadInput(f"{none}. See what it asks for, or begin with a position of yours: --position LINE")
    return TrialPosition(scene.state, scene.hidden, _said(rules, card))


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
                return _found(rules, card), [f"this is another position, as {error}"]
            except UserError as none:
                return None, [none.message]

    def other() -> Beside:
        return Beside(make_bot(args.bot))

    options = options_of(ctx)
    advise = Strongest(ctx.settings.hint)
    run_async(partial(play_trial, at, read, other, options, advise, secrets.randbits(32)), options)
    return 0
