"""A match in the cells of a notebook: play, look ahead on a copy, keep the record.

Editors that know `# %%` run it cell by cell; `python tests/examples/notebook.py` runs all of it.
"""

# %% A match of two seats; the same seed deals the same cards.
import fadenet

match = fadenet.Match.new("faroe", seed=7)
print(match.asked, match.legal())

# %% Both throw for who goes first; what they threw is told once both have.
match.play("mode 1")
match.play("mode 3")
print(*match.told, sep="\n")

# %% The first legal move over and over, up to a choice in the second player's first turn.
while match.turn < 2 or len(match.legal()) < 4:
    match.play(match.legal()[0])
print(match)


# %% What would come of each move? A copy is dealt the same cards, and the match itself stands as it did.
def told_after(move: str) -> str:
    """The events that follow at once when the seat that is asked makes this move, on a copy."""
    aside = match.clone()
    aside.play(move)
    return "; ".join(aside.told)


outcomes = {move: told_after(move) for move in match.legal()[:8]}
for move, told in outcomes.items():
    print(f"{move}: {told}")

# %% To the end, and the record of it, which `fadenet replay FILE` reads.
while not match.over:
    match.play(match.legal()[0])
record = match.text()
print(f"{match.result} after {match.turn} turns; a record of {len(record.splitlines())} lines")
