"""Scenario files: `.jsonl` (an object a line) and `.json` (an object, or a list of them), plain or compressed.

Syntax only, no cards.
"""

from __future__ import annotations

import codecs
import io
import json
import os
import sys
from collections.abc import Iterable
from typing import Any, NoReturn

from riftcore.edge._reader import SCENARIO_KEYS
from riftcore.errors import ScenarioError
from riftcore.node import Node, read_id, show
from riftcore.scenario.values import Scenario


def read_file(path: str | os.PathLike[str]) -> list[Scenario]:
    """The scenarios of a file, in order. The file may be compressed with gzip or zstd.

    ScenarioError names the file, the line, the scenario and what was expected. Byte order marks are ignored, also
    inside a file that was joined from several.
    """
    name = os.fspath(path)
    try:
        with open(path, "rb") as file:
            data = file.read()
    except OSError as error:
        raise ScenarioError(f"{name}: cannot be read: {error.strerror or error}") from None
    return read_bytes(data, name)


def read_bytes(data: bytes, name: str) -> list[Scenario]:
    """The scenarios in the bytes of a file called `name`; a name that ends in neither `.json` nor `.jsonl`
    (standard input) may hold either form."""
    data = unpacked(data, name)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        wide = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
        what = "it looks like UTF-16" if wide else f"byte {error.start} is not"
        raise ScenarioError(f"{name}: expected UTF-8 text, {what}") from None
    if not text.strip():
        raise ScenarioError(f"{name}: expected at least one scenario, the file is empty")
    kind = os.path.splitext(_plain(name))[1].lower()
    if kind == ".json" or (kind != ".jsonl" and _is_one_document(text)):
        return _check_ids(_read_document(text, name))
    return _check_ids(_read_lines(text, name))


def read_stdin() -> list[Scenario]:
    """The scenarios of standard input."""
    try:
        data = sys.stdin.buffer.read()
    except OSError as error:
        raise ScenarioError(f"<stdin>: cannot be read: {error.strerror or error}") from None
    return read_bytes(data, "<stdin>")


def unpacked(data: bytes, name: str) -> bytes:
    """The bytes of a file called `name`, without the compression that their first bytes tell of."""
    if not data.startswith((b"\x1f\x8b", b"\x28\xb5\x2f\xfd")):
        return data
    from riftcore.rowsources import decompressed, reading

    with reading(lambda: f"{name}: cannot be read"), decompressed(io.BufferedReader(io.BytesIO(data))) as file:
        return file.read()


def _plain(name: str) -> str:
    """The name of a file without the ending of its compression."""
    stem, ending = os.path.splitext(name)
    return stem if ending.lower() in (".gz", ".zst") else name


def _read_document(text: str, name: str) -> list[Scenario]:
    value = _parse(text, name, first_line=1)
    if isinstance(value, list):
        if not value:
            raise ScenarioError(f"{name}: expected at least one scenario, the list is empty")
        return [_scenario(item, f"{name}[{i}]", f"{_stem(name)}:{i}") for i, item in enumerate(value)]
    return [_scenario(value, name, _stem(name))]


def _read_lines(text: str, name: str) -> list[Scenario]:
    return [
        _scenario(_parse(line, name, first_line=number), f"{name}:{number}", f"{_stem(name)}:{number}")
        for number, line in enumerate(text.replace("\n\ufeff", "\n").split("\n"), 1)  # not splitlines: U+2028
        if line.strip()
    ]


def read_line(data: bytes, number: int) -> Scenario:
    """The scenario of one line of a file; messages say nothing of the place."""
    try:
        text = data.decode("utf-8").rstrip("\r\n")  # so that a column is told where the line ends too early
    except UnicodeDecodeError as error:
        raise ScenarioError(f"expected UTF-8 text, byte {error.start} is not") from None
    try:
        return _scenario(_parse(text, "", number), "", f"line:{number}")
    except ScenarioError as error:
        message = str(error).removeprefix(f":{number}:").removeprefix(": ").strip()
        column, colon, rest = message.partition(":")
        raise ScenarioError(f"column {column}:{rest}" if colon and column.isdigit() else message, error.path) from None


def _is_one_document(text: str) -> bool:
    """The whole text is one JSON value (or tries to be: it starts with a list)."""
    if text.lstrip().startswith("["):
        return True
    try:
        _parse(text, "", 1)
    except ScenarioError:
        return False
    return True


def _scenario(value: Any, where: str, default_id: str) -> Scenario:
    """One JSON value as a scenario: its keys, its id, and that there is one question at most."""
    try:
        node = Node(value)
        fields = node.keys(SCENARIO_KEYS, "a scenario (an object)")
        name = read_id(fields["id"]) if "id" in fields else default_id
        if "action" in fields and "actions" in fields:
            fields["actions"].reject('"action" and "actions" exclude each other')
    except ScenarioError as error:
        label = value.get("id") if isinstance(value, dict) else None
        prefix = f"{where} ({label})" if isinstance(label, str) and error.path != "id" else where
        raise ScenarioError(f"{prefix}: {error}", error.path) from None
    return Scenario(name, value, where)


def _check_ids(scenarios: list[Scenario]) -> list[Scenario]:
    seen: dict[str, str] = {}
    for scenario in scenarios:
        if scenario.id in seen:
            raise ScenarioError(f"{scenario}: the id stands at {seen[scenario.id]} already, expected a new one", "id")
        seen[scenario.id] = scenario.where
    return scenarios


def _parse(text: str, name: str, first_line: int) -> Any:
    """JSON without the traps: no key twice, no NaN, no depth or number that stops the reader."""
    try:
        return json.loads(text, object_pairs_hook=_no_key_twice, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        message, line, column = error.msg, first_line + error.lineno - 1, error.colno
        raise ScenarioError(f"{name}:{line}:{column}: expected JSON: {message[:1].lower()}{message[1:]}") from None
    except ScenarioError as error:
        raise ScenarioError(f"{name}:{first_line}: {error}") from None
    except RecursionError:
        raise ScenarioError(
            f"{name}:{first_line}: expected a scenario, found lists or objects nested too deep"
        ) from None
    except ValueError:  # a whole number of more digits than Python converts
        raise ScenarioError(
            f"{name}:{first_line}: expected counts from 0 to 255, found a number of thousands of digits"
        ) from None


def _no_key_twice(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise ScenarioError(f"the key {show(key)} stands twice in one object, expected once")
        found[key] = value
    return found


def _no_constant(word: str) -> NoReturn:
    raise ScenarioError(f"{word} is not JSON, expected a whole number")


def _stem(name: str) -> str:
    return os.path.splitext(os.path.basename(_plain(name)))[0] or name
