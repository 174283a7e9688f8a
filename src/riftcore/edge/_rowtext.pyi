from collections.abc import Mapping
from typing import Any

from typing_extensions import disjoint_base

@disjoint_base
class Text: ...

def json_lines(fields: Mapping[str, str], table: Mapping[str, Any]) -> bytes: ...
