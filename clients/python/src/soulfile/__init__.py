"""Client of Soulfile: lasting identity and accountable memory for AI agents."""

from .client import Soul
from .errors import SoulError
from .types import Hit, Recalled, Remembered, RememberedEntry, StoredFile

__all__ = ["Hit", "Recalled", "Remembered", "RememberedEntry", "Soul", "SoulError", "StoredFile"]
