"""How each game is shown at the terminal."""

from fadenet.console.faces.face import Face
from fadenet.console.faces.registry import face_of, face_of_family, is_shown

__all__ = ["Face", "face_of", "face_of_family", "is_shown"]
