"""How each game is shown at the terminal."""

from fadenet.console.faces.face import Face
from fadenet.console.faces.registry import FACES, face_of, is_shown

__all__ = ["FACES", "Face", "face_of", "is_shown"]
