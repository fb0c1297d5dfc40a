"""`fadenet history`: the matches played with others, and how strong everybody is, as seen from here."""

from __future__ import annotations

import shutil
import sys
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import keys
from fadenet.bots import public_name
from fadenet.cli.frame.context import Context
from fadenet.cli.frame.loading import described, game_of
from fadenet.cli.past.charts import chart
from fadenet.cli.past.solo import read_solo, solo_data, tally_lines
from fadenet.console.text import cells, fit, wrap
from fadenet.history import Endorsement, History, PastMatch, Rated, RatedPlayer, Rating, Seat, player_of, rate
from fadenet.history.index import FILE
from fadenet.history.ratings import MIDDLE
from fadenet.node.match import saved

SHORT = 12
"""Characters of a fingerprint that tell keys apart: 60 bits, which nobody finds another key for."""
_INDENT = 49  # cells before the opponents of a match
_WIDTH = 80
_NAME = 20  # cells of an opponent's name, the longer one of a bot has a line of its own
_HEADER = f"{'when':16} {'game':8} outcome signed   points against"

Names = dict[bytes, str]


def history(ctx: Context) -> int:
    """List the last matches and the own ratings, or all opponents."""
    wanted = ctx.args.game
    if wanted is not None:
        described(wanted)
    matches, refused = _read(ctx)
    rated, names = rate(matches), _names(ctx)
    matches = [match for match in matches if wanted in (None, match.game)]
    if ctx.args.opponents:
        found = _opponents(matches, rated, names)[: ctx.args.limit]
        ctx.emit({"opponents": found, "skipped": refused}, _opponent_lines(found))
    else:
        last = matches[::-1][: ctx.args.limit]
        own = _own_ratings(matches, rated, names)
        lines = [line for match in last for line in _match_lines(match, rated, names)]
        lines = [_HEADER, *lines, *[""] * bool(own)] if lines else lines
        data = [_match_data(match, rated, names) for match in last]
        drawn = [line for one in own for line in [_own_line(one), *_course(ctx, one["course"])]]
        solo = read_solo(ctx, wanted)
        tally = tally_lines(solo)
        told = [*lines, *drawn, *[""] * bool(tally and (lines or drawn)), *tally]
        ctx.emit({"matches": data, "ratings": own, "skipped": refused, **solo_data(solo)}, told)
    for why in refused:
        ctx.say(f"skipped: {why}")
    if not matches:
        ctx.say("There is no finished match with others yet. Play one: fadenet host faroe")
    elif not ctx.json:
        ctx.say("Ratings (Glicko-2) are this node's own view: of no matches but those it has played.")
    return 0


def keep(ctx: Context) -> None:
    """A match between nodes is over: take it into the history. A `UserError` there is only said."""
    try:
        with History.open(ctx.home, ctx.say) as past:
            past.take_in(_own(ctx), game_of)
    except keys.UserError as error:
        ctx.say(f"The match is not in the history yet: {error.message}")


def against(ctx: Context, public: bytes) -> tuple[int, list[dict[str, Any]]]:
    """(when a match against the player of a key ended last, in unix seconds, 0 = none has; the results of
    all, game by game, as `history --opponents` counts)."""
    matches, _ = _read(ctx)
    met = [m for m in matches if any(m.seats[i].ik == public for i in m.opponents(m.own))]
    who = keys.fingerprint_text(public)
    counted = _opponents(met, rate(matches), _names(ctx))
    return max((m.ended for m in met), default=0), [one for one in counted if one["fingerprint"] == who]


def ratings_of(ctx: Context) -> Rated:
    """The ratings of everybody whom we have played with."""
    return rate(_read(ctx)[0])


def own_rating(ctx: Context, rated: Rated, game: str) -> float | None:
    """The rating of the player of this command, a person or the bot that it names; None = it has none yet."""
    store = keys.IdentityStore(ctx.home)
    name = ctx.args.identity or ctx.default_name(store)
    if name not in store.names():
        return None
    bot = ctx.args.bot
    player = game, store.show(name).public, bot is not None, public_name(bot) if bot else ""
    found = rated.standing.get(player)
    return None if found is None else found[0].rating


def game_line(one: dict[str, Any]) -> str:
    """The game against somebody, and the bot by which that was."""
    return f"{one['game']}, {one['bot']}" if one["bot"] else str(one["game"])


def score_line(one: dict[str, Any]) -> str:
    """The score of the matches of a game against somebody, in a few words."""
    counts = ", ".join(f"{one[what]} {what}" for what in ("won", "lost", "drawn") if one[what])
    said = f"{one['games']} match{'es' * (one['games'] != 1)}{': ' * bool(counts)}{counts}"
    return said + (f"; rating {one['rating']['rating']:.0f}" if one["rating"] else "")


def _read(ctx: Context) -> tuple[list[PastMatch], list[str]]:
    """All matches, oldest first, and a sentence for each file that is none."""
    if not (ctx.home / saved.FOLDER).is_dir() and not (ctx.home / FILE).exists():
        return [], []
    with History.open(ctx.home, ctx.say) as past, ctx.progress("reading", "matches") as told:
        refused = past.take_in(_own(ctx), game_of, told)
        return past.matches(), refused


def _own(ctx: Context) -> set[bytes]:
    return {identity.public for identity in keys.IdentityStore(ctx.home).list()}


def _names(ctx: Context) -> Names:
    """The names by which we call the keys that we know."""
    names = {contact.public: contact.petname for contact in keys.Contacts.load(ctx.home)}
    return names | {own.public: own.name for own in keys.IdentityStore(ctx.home).list()}


def _name(seat: Seat, names: Names) -> str:
    return keys.clean_name(names.get(seat.ik) or seat.name) or "unknown"


# Matches.


def _outcome(match: PastMatch) -> str:
    """How it went for us: won, lost, drawn, void, a place between others, or none: it was broken off."""
    place, scores = (
        match.seats[match.own].place,
        [match.score(match.own, o) for o in match.opponents(match.own)],
    )
    if not place:
        return "void" if match.signed is Endorsement.ALL else "none"
    if not scores:
        return "won" if place == 1 else "lost"
    words = {1.0: "won", 0.5: "drawn", 0.0: "lost"}
    return words[scores[0] or 0.0] if len(set(scores)) == 1 else f"{place} of {len(match.seats)}"


def _match_lines(match: PastMatch, rated: Rated, names: Names) -> list[str]:
    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(match.ended))
    change = rated.changes.get(match.game_id, {}).get(match.own)
    points = "-" if change is None else f"{round(change[1].rating) - round(change[0].rating):+d}"
    head = f"{when} {fit(match.game, 8)} {_outcome(match):7} {match.signed:8} {points:>5} "
    against = match.opponents(match.own)
    others = [i for i in range(len(match.seats)) if i != match.own]
    texts = [_who(match, i, names) for i in against]
    texts += [f"with {_who(match, i, names)}" for i in others if i not in against]
    if any(seat == match.own for seat, _, _ in match.findings):
        texts.append("we broke the rules")
    lines = [line for text in texts for line in wrap(text, _WIDTH - _INDENT, " ")]
    return [f"{head if i == 0 else ' ' * _INDENT}{line}" for i, line in enumerate(lines)]


def _who(match: PastMatch, seat: int, names: Names) -> str:
    """Another seat: name, start of the fingerprint, and what there is to say of it."""
    who = match.seats[seat]
    said = [keys.fingerprint_text(who.ik)[:SHORT]]
    said += [f"bot {who.bot_name}".strip()] * who.bot + ["left" if who.left else "absent"] * who.absent
    said += ["guilty"] * any(accused == seat for accused, _, _ in match.findings)
    return f"{_name(who, names)} ({', '.join(said)})"


def _match_data(match: PastMatch, rated: Rated, names: Names) -> dict[str, Any]:
    changes = rated.changes.get(match.game_id, {})
    seats = [
        {
            "name": _name(seat, names),
            "fingerprint": keys.fingerprint_text(seat.ik),
            "words": list(keys.fingerprint_words(seat.ik)),
            "own": seat.own,
            "kind": "bot" if seat.bot else "human",
            "bot": seat.bot_name or None,
            "side": seat.side,
            "place": seat.place or None,
            "absent": seat.absent,
            "left": seat.left,
            "before": _points(changes[i][0]) if i in changes else None,
            "after": _points(changes[i][1]) if i in changes else None,
        }
        for i, seat in enumerate(match.seats)
    ]
    return {
        "match": match.id,
        "ended": match.ended,
        "game": match.game,
        "format": match.format,
        "options": dict(match.options),
        "outcome": _outcome(match),
        "rule": match.rule or None,
        "signed": str(match.signed),
        "rated": match.rated,
        "findings": [{"seat": seat, "entry": seq, "rule": rule} for seat, seq, rule in match.findings],
        "seats": seats,
    }


def _points(rating: Rating) -> dict[str, float]:
    return {
        "rating": round(rating.rating, 2),
        "deviation": round(rating.deviation, 2),
        "volatility": round(rating.volatility, 6),
    }


# Ratings.


def _own_ratings(matches: Sequence[PastMatch], rated: Rated, names: Names) -> list[dict[str, Any]]:
    """The ratings of the own identities in the games of these matches, and their course, oldest first."""
    own = {player_of(match, i): seat for match in matches for i, seat in enumerate(match.seats) if seat.own}
    return [
        {
            "game": player[0],
            "name": _name(seat, names),
            "kind": "bot" if seat.bot else "human",
            "bot": seat.bot_name or None,
            "fingerprint": keys.fingerprint_text(seat.ik),
            **_points(rated.standing[player][0]),
            "rated": rated.standing[player][1],
            "course": [
                {"ended": match.ended, "rating": round(change[1].rating, 2)}
                for match in matches
                for at, change in rated.changes.get(match.game_id, {}).items()
                if player_of(match, at) == player
            ],
        }
        for player, seat in sorted(own.items(), key=lambda item: item[0])
        if player in rated.standing
    ]


def _own_line(own: dict[str, Any]) -> str:
    count, name = own["rated"], own["name"]
    if own["kind"] == "bot":
        name += f" ({own['bot'] or 'bot'})"
    return (
        f"{fit(own['game'], 8)} {fit(name, 25)} rating {own['rating']:.0f}, "
        f"deviation {own['deviation']:.0f}, {count} rated match{'es' if count != 1 else ''}"
    )


def _course(ctx: Context, course: Sequence[dict[str, Any]]) -> list[str]:
    """A rating match by match, from the one that everybody begins with on, as wide as the terminal."""
    if len(course) < 2:
        return []
    width = shutil.get_terminal_size((_WIDTH, 24)).columns if sys.stdout.isatty() else _WIDTH
    days = [time.strftime("%Y-%m-%d", time.localtime(one["ended"])) for one in course]
    values = [MIDDLE, *(one["rating"] for one in course)]
    return ["", *chart(values, [days[0], *days], width, ctx.args.ascii), ""]


def _opponents(matches: Iterable[PastMatch], rated: Rated, names: Names) -> list[dict[str, Any]]:
    """Everybody we played against, game by game, those of the last matches first."""
    counts: dict[RatedPlayer, Counter[str]] = {}
    seats: dict[RatedPlayer, Seat] = {}
    for match in matches:
        for i in match.opponents(match.own):
            seat = match.seats[i]
            key = player_of(match, i)
            seats[key], count = seat, counts.pop(key, Counter())
            counts[key] = count  # put in again: the latest is the last
            count["games"] += 1
            score = match.score(match.own, i)
            if score is not None:
                count["won" if score == 1 else "drawn" if score else "lost"] += 1
            count["left"] += seat.left
    return [
        {
            "name": _name(seats[key], names),
            "fingerprint": keys.fingerprint_text(key[1]),
            "words": list(keys.fingerprint_words(key[1])),
            "kind": "bot" if seats[key].bot else "human",
            "bot": seats[key].bot_name or None,
            "game": key[0],
            **{what: count[what] for what in ("games", "won", "lost", "drawn", "left")},
            "rating": _points(rated.standing[key][0]) if key in rated.standing else None,
        }
        for key, count in reversed(counts.items())
    ]


def _opponent_lines(found: Sequence[dict[str, Any]]) -> list[str]:
    if not found:
        return []
    lines = [f"{'opponent':33} {'game':8} games  won lost drawn left rating"]
    for one in found:
        points = one["rating"]
        rating = "-" if points is None else f"{points['rating']:.0f} ({points['deviation']:.0f})"
        name = one["name"] + (f" ({one['bot']})" if one["bot"] else "")
        if one["bot"] and cells(name) > _NAME:
            lines.append(name)
            name = ""
        who = f"{fit(name, _NAME)} {fit(one['fingerprint'][:SHORT], SHORT)}"
        counts = f"{one['games']:5} {one['won']:4} {one['lost']:4} {one['drawn']:5} {one['left']:4}"
        lines.append(f"{who} {fit(one['game'], 8)} {counts} {rating}")
    return lines
