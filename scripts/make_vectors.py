"""Write the test vectors of the wire protocol, `protocol/vectors/*.json`.

    python scripts/make_vectors.py [--check]

All byte strings are lower-case hex. The inputs are fixed, so the output changes only when the protocol does;
`--check` writes nothing and exits with 1 when a file differs.
"""

from __future__ import annotations

import argparse
import inspect
import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from vectors import forged as forged_files  # noqa: E402
from vectors import rejects as wrong  # noqa: E402
from vectors import results as forged_results  # noqa: E402
from vectors import resumes as forged_resumes  # noqa: E402
from vectors.games import MATCHES, numbers, played_of, positions  # noqa: E402
from vectors.matches import evidence, forked, gone_back, match, match4, played, resume, veiled  # noqa: E402
from vectors.parcels import parcels  # noqa: E402
from vectors.primitives import bind, box, chain, derived, hashing, hello, random  # noqa: E402
from vectors.sets import sets  # noqa: E402
from vectors.views import views  # noqa: E402

VECTORS = ROOT / "protocol" / "vectors"


def rejects() -> dict[str, object]:
    """What is no item of canonical CBOR, and items that have no message's shape."""
    return {"encoding": wrong.encoding(), "shapes": wrong.shapes()}


def forged() -> dict[str, object]:
    """Edits of whole matches, and what must be said of each; README.md here tells how to read a row."""
    proofs = evidence()
    bases = {"match": played(2)[1:], "match4": played(4)[1:]}
    heads, votes = (bytes.fromhex(str(proofs[name])) for name in ("heads", "votes"))
    return {"files": forged_files.files(bases, heads, votes)}


def results() -> dict[str, object]:
    """Whole matches with another RESULT, and RESULTs alone, told as in forged.json."""
    return {"files": forged_results.files({"match": played(2)[1:], "match4": played(4)[1:]})}


def resumes() -> dict[str, object]:
    """A match with RESUMEs, `forked`, with other ones or with others behind them, told as in forged.json."""
    return {"files": forged_resumes.files(gone_back()[1:], played(2)[1:])}


def build() -> dict[str, str]:
    """File name -> text of every vector file."""
    parts = [hashing, random, derived, hello, chain, bind, box, match, match4, evidence, resume, rejects]
    parts += [forged, results, forked, resumes, veiled, numbers, positions, sets, views, parcels]
    made = {part.__name__: {"about": inspect.getdoc(part)} | part() for part in parts}
    made |= {f"played-{setting.game}": played_of(setting) for setting in MATCHES}
    return {f"{name}.json": _text(content) for name, content in made.items()}


def _text(content: dict[str, object]) -> str:
    """JSON with one line a row."""
    lines = []
    for name, value in content.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            rows = ",\n".join(f"  {json.dumps(row)}" for row in value)
            lines.append(f" {json.dumps(name)}: [\n{rows}\n ]")
        else:
            lines.append(f" {json.dumps(name)}: " + json.dumps(value, indent=1).replace("\n", "\n "))
    return "{\n" + ",\n".join(lines) + "\n}\n"


def main(arguments: list[str]) -> int:
    """Write or compare; the exit code is 1 when a compared file differs."""
    parser = argparse.ArgumentParser(description="Write the test vectors of the wire protocol.")
    parser.add_argument("--check", action="store_true", help="write nothing, only compare")
    options = parser.parse_args(arguments)
    VECTORS.mkdir(exist_ok=True)
    differs = False
    for name, text in build().items():
        path = VECTORS / name
        if options.check:
            same = path.exists() and path.read_text() == text
            differs = differs or not same
            print(name, "same" if same else "DIFFERS")
        else:
            path.write_text(text)
    return int(differs)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
