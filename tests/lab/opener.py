"""Opens sockets in the network namespace that it was started in, for a test outside of it.

A socket belongs to the namespace of whoever made it, wherever it is used. Each line on stdin, which is a Unix
socket, names family, type and protocol as numbers; the descriptor comes back over it. Ends with its stdin.
"""

from __future__ import annotations

import socket


def main() -> None:
    """Open what is asked for."""
    caller = socket.socket(fileno=0)
    with caller.makefile("r") as requests:
        for request in requests:
            with socket.socket(*map(int, request.split())) as made:
                socket.send_fds(caller, [b"."], [made.fileno()])


if __name__ == "__main__":
    main()
