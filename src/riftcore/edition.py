"""The edition of the rules that riftcore answers by."""

from typing import Final

EDITION: Final = "2026-07-16"
"""Date of the Core Rules whose numbers verdicts and docs cite. Serialized states carry it."""
