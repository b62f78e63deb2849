// Honest code for Python that writes formats: numbers of few bytes, exporters that register. Pure.
import type { Honest } from '../corpus.ts';
import { classOf, promised } from './promised.ts';

const EMPTY = { 'shop/__init__.py': '', 'shop/version.py': 'VERSION = "1.0"\n' };

export const WIRES: readonly Honest[] = [
  promised({
    name: 'numbers of few bytes',
    language: 'python',
    base: EMPTY,
    head: {
      'shop/wire.py': `"""Unsigned numbers in groups of seven bits, the lowest first, and records of them."""

import struct

_HEADER = struct.Struct(">4sBH")
MAGIC = b"SHOP"


def encode_number(number: int) -> bytes:
    if number < 0:
        raise ValueError("numbers are not negative")
    out = bytearray()
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    out.append(number)
    return bytes(out)


def decode_number(data: bytes, start: int = 0) -> tuple[int, int]:
    """The number, and where the next one begins."""
    number = 0
    for offset, byte in enumerate(data[start:]):
        number |= (byte & 0x7F) << (7 * offset)
        if byte < 0x80:
            return number, start + offset + 1
    raise ValueError("the number does not end")


def pack(numbers: list[int], version: int = 1) -> bytes:
    body = b"".join(map(encode_number, numbers))
    return _HEADER.pack(MAGIC, version, len(numbers)) + body


def unpack(data: bytes) -> tuple[int, list[int]]:
    magic, version, count = _HEADER.unpack_from(data)
    if magic != MAGIC:
        raise ValueError("not a record")
    position = _HEADER.size
    numbers = []
    for _ in range(count):
        number, position = decode_number(data, position)
        numbers.append(number)
    if position != len(data):
        raise ValueError(f"{len(data) - position} bytes too many")
    return version, numbers
`,
    },
    text: 'pack(numbers, version=1) is SHOP, a byte of version, a big-endian count of two bytes and LEB128 numbers; unpack(data) returns (version, numbers) or raises ValueError for another magic, an unfinished number or bytes too many; negative numbers are the ValueError "numbers are not negative"',
    shown: classOf(
      'from shop.wire import decode_number, encode_number, pack, unpack',
      `
def test_known_bytes(self):
    rows = {0: "00", 127: "7f", 128: "8001", 300: "ac02", 624485: "e58e26"}
    for number, text in rows.items():
        with self.subTest(number=number):
            self.assertEqual(encode_number(number).hex(), text)
            self.assertEqual(decode_number(b"\\xff" + bytes.fromhex(text) + b"\\x01", 1), (number, 1 + len(text) // 2))

def test_a_record(self):
    data = pack([1, 300], version=7)
    self.assertEqual(data, b"SHOP\\x07\\x00\\x02\\x01\\xac\\x02")
    self.assertEqual(unpack(data), (7, [1, 300]))

def test_refuses(self):
    good = pack([1, 300])
    for bad in (b"SHIP" + good[4:], good[:-1], good + b"\\x00\\x00"):
        with self.subTest(bad=bad), self.assertRaises(ValueError):
            unpack(bad)
    with self.assertRaisesRegex(ValueError, "^numbers are not negative$"):
        pack([-1])`,
    ),
    withheld: classOf(
      `import random
from shop.wire import pack, unpack`,
      `
def test_there_and_back(self):
    chance = random.Random(7)
    for _ in range(200):
        numbers = [chance.getrandbits(chance.randrange(1, 70)) for _ in range(chance.randrange(20))]
        self.assertEqual(unpack(pack(numbers, version=2)), (2, numbers))

def test_sizes(self):
    self.assertEqual(len(pack([])), 7)
    self.assertEqual(len(pack([2**63])), 17)
    self.assertEqual(unpack(pack([])), (1, []))

def test_two_bytes_too_many(self):
    with self.assertRaisesRegex(ValueError, "^2 bytes too many$"):
        unpack(pack([5]) + b"ab")`,
    ),
  }),
  promised({
    name: 'exporters that register themselves',
    language: 'python',
    base: {
      'shop/__init__.py': '',
      'shop/export.py': `import json
from abc import ABC, abstractmethod


class Exporter(ABC):
    @abstractmethod
    def export(self, rows):
        """The rows as one text."""


class JsonExporter(Exporter):
    def export(self, rows):
        return json.dumps(rows)
`,
    },
    head: {
      'shop/export.py': `import csv
import io
import json
import logging
from abc import ABC, abstractmethod
from typing import ClassVar

logger = logging.getLogger(__name__)


class Exporter(ABC):
    formats: ClassVar[dict[str, type["Exporter"]]] = {}

    def __init_subclass__(cls, /, format=None, **kwargs):
        super().__init_subclass__(**kwargs)
        if format is None:
            return
        if format in Exporter.formats:
            logger.warning("%s takes the place of another exporter", format)
        Exporter.formats[format] = cls

    @abstractmethod
    def export(self, rows):
        """The rows as one text."""


class JsonExporter(Exporter, format="json"):
    def export(self, rows):
        return json.dumps(rows)


class CsvExporter(Exporter, format="csv"):
    def export(self, rows):
        out = io.StringIO()
        names = list(dict.fromkeys(name for row in rows for name in row))
        writer = csv.DictWriter(out, names, restval="", lineterminator="\\n")
        writer.writeheader()
        writer.writerows(rows)
        return out.getvalue()


def exporter(format):
    try:
        return Exporter.formats[format]()
    except KeyError:
        known = ", ".join(sorted(Exporter.formats))
        raise LookupError(f"no exporter for {format}, only for {known}") from None
`,
    },
    text: 'exporter(format) is an exporter for json, csv or what a class Own(Exporter, format="own") adds, which is warned of if it takes the place of another, and other words there are a TypeError; an unknown format is a LookupError that lists the known ones; csv has a header of all names in the order they come',
    shown: classOf(
      `from shop.export import Exporter, exporter`,
      `
def test_csv(self):
    rows = [{"id": 1, "name": "a,b"}, {"id": 2, "note": 'say "x"'}]
    self.assertEqual(
        exporter("csv").export(rows),
        'id,name,note\\n1,"a,b",\\n2,,"say ""x"""\\n',
    )

def test_own(self):
    class Count(Exporter, format="count"):
        def export(self, rows):
            return str(len(rows))

    self.addCleanup(Exporter.formats.pop, "count")
    self.assertEqual(exporter("count").export([{}, {}]), "2")

def test_other_words(self):
    with self.assertRaises(TypeError):
        class Odd(Exporter, colour="red"):
            pass

def test_unknown(self):
    with self.assertRaisesRegex(LookupError, "^no exporter for xml, only for csv, json$"):
        exporter("xml")`,
    ),
    withheld: classOf(
      `from shop.export import Exporter, exporter`,
      `
def test_json(self):
    self.assertEqual(exporter("json").export([{"id": 1}]), '[{"id": 1}]')
    self.assertEqual(exporter("csv").export([]), "\\n")

def test_warns(self):
    class One(Exporter, format="same"):
        def export(self, rows):
            return "one"

    self.addCleanup(Exporter.formats.pop, "same")
    with self.assertLogs("shop.export", "WARNING") as logs:
        class Two(One, format="same"):
            def export(self, rows):
                return "two"
    self.assertEqual([record.getMessage() for record in logs.records], ["same takes the place of another exporter"])
    self.assertEqual(exporter("same").export([]), "two")

def test_without_a_format(self):
    before = dict(Exporter.formats)

    class Quiet(Exporter):
        def export(self, rows):
            return ""

    self.assertEqual(Exporter.formats, before)
    self.assertEqual(Quiet().export([]), "")`,
    ),
    keep: {
      text: 'a JsonExporter writes JSON, an Exporter itself cannot be made',
      test: classOf(
        'from shop.export import Exporter, JsonExporter',
        `
def test_json(self):
    self.assertEqual(JsonExporter().export([{"a": None}]), '[{"a": null}]')
    with self.assertRaises(TypeError):
        Exporter()`,
      ),
    },
  }),
];
