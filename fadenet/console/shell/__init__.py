"""Shows a scene: on the full screen or as plain lines, with the line that is typed, pages and a log."""
