// Honest code for Python with state of its own: amounts, what is remembered, files at once. Pure.
import type { Honest } from '../corpus.ts';
import { classOf, promised } from './promised.ts';

const PACKAGE = { 'shop/__init__.py': '' };
const EMPTY = { ...PACKAGE, 'shop/version.py': 'VERSION = "1.0"\n' };

export const CAREFUL_PYTHON: readonly Honest[] = [
  promised({
    name: 'amounts of one currency',
    language: 'python',
    base: EMPTY,
    head: {
      'shop/money.py': `from __future__ import annotations

from dataclasses import dataclass
from functools import total_ordering


class CurrencyError(ValueError):
    """Two amounts of different currencies."""

    def __init__(self, left: str, right: str) -> None:
        super().__init__(f"{left} is not {right}")
        self.currencies = (left, right)


@total_ordering
@dataclass(frozen=True, slots=True)
class Money:
    """An amount in the smallest unit of a currency."""

    cents: int
    currency: str = "EUR"

    def __add__(self, other: Money) -> Money:
        if not isinstance(other, Money):
            return NotImplemented
        self._same(other)
        return Money(self.cents + other.cents, self.currency)

    def __lt__(self, other: Money) -> bool:
        if not isinstance(other, Money):
            return NotImplemented
        self._same(other)
        return self.cents < other.cents

    def __str__(self) -> str:
        sign = "-" if self.cents < 0 else ""
        units, cents = divmod(abs(self.cents), 100)
        return f"{sign}{units}.{cents:02} {self.currency}"

    def allocate(self, *ratios: int) -> list[Money]:
        """In parts of these ratios; what cannot be divided goes to the first parts."""
        whole = sum(ratios)
        shares = [self.cents * ratio // whole for ratio in ratios]
        for index in range(self.cents - sum(shares)):
            shares[index] += 1
        return [Money(share, self.currency) for share in shares]

    def _same(self, other: Money) -> None:
        if self.currency != other.currency:
            raise CurrencyError(self.currency, other.currency)
`,
    },
    text: 'Money(cents, currency="EUR") is frozen, adds up and compares within one currency and else raises CurrencyError with both in currencies, reads as 12.30 EUR, and allocate(*ratios) divides it without losing a cent',
    shown: classOf(
      `from dataclasses import FrozenInstanceError
from shop.money import CurrencyError, Money`,
      `
def test_adds_up(self):
    self.assertEqual(Money(120) + Money(15), Money(135))
    self.assertEqual(sum([Money(1, "USD"), Money(2, "USD")], Money(0, "USD")), Money(3, "USD"))

def test_of_two_currencies(self):
    with self.assertRaises(CurrencyError) as caught:
        Money(1) + Money(1, "USD")
    self.assertEqual(caught.exception.currencies, ("EUR", "USD"))
    with self.assertRaises(CurrencyError):
        Money(1) < Money(2, "USD")

def test_divides(self):
    self.assertEqual(Money(100).allocate(1, 1, 1), [Money(34), Money(33), Money(33)])

def test_frozen(self):
    with self.assertRaises(FrozenInstanceError):
        Money(1).cents = 2
    self.assertEqual(len({Money(5), Money(5), Money(5, "USD")}), 2)

def test_not_money(self):
    with self.assertRaises(TypeError):
        Money(1) + 1
    with self.assertRaises(TypeError):
        Money(1) < 1`,
    ),
    withheld: classOf(
      'from shop.money import Money',
      `
def test_compares(self):
    self.assertEqual(max(Money(3), Money(7), Money(5)), Money(7))
    self.assertTrue(Money(3) <= Money(4))
    self.assertFalse(Money(4) < Money(3))

def test_reads(self):
    rows = {1230: "12.30 EUR", 5: "0.05 EUR", -199: "-1.99 EUR", 0: "0.00 EUR"}
    for cents, text in rows.items():
        with self.subTest(cents=cents):
            self.assertEqual(str(Money(cents)), text)

def test_loses_nothing(self):
    shares = Money(1001, "CHF").allocate(50, 30, 20)
    self.assertEqual([str(one) for one in shares], ["5.01 CHF", "3.00 CHF", "2.00 CHF"])`,
    ),
  }),
  promised({
    name: 'remembered for a while',
    language: 'python',
    base: EMPTY,
    head: {
      'shop/memo.py': `"""Remembering what functions return."""

import time
from collections.abc import Callable, Hashable
from functools import wraps
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


def remember(
    seconds: float, clock: Callable[[], float] = time.monotonic
) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Calls the function again when what it returned is as old as this."""

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        known: dict[Hashable, tuple[float, R]] = {}

        @wraps(function)
        def wrapper(*args: P.args, **kwargs: P.kwargs) -> R:
            key = (args, frozenset(kwargs.items()))
            now = clock()
            if key in known:
                since, value = known[key]
                if now - since < seconds:
                    return value
            value = function(*args, **kwargs)
            known[key] = (now, value)
            return value

        wrapper.forget = known.clear
        return wrapper

    return decorate
`,
    },
    text: '@remember(seconds, clock=...) calls a function once for equal arguments until that many seconds have passed on the clock; its forget() empties it; exceptions are not remembered; name and docstring stay',
    shown: classOf(
      'from shop.memo import remember',
      `
def setUp(self):
    self.now = 100.0
    self.calls = []

def clock(self):
    return self.now

def test_once_for_equal_arguments(self):
    @remember(10, clock=self.clock)
    def area(width, height=1):
        """Of a rectangle."""
        self.calls.append((width, height))
        return width * height

    self.assertEqual([area(2), area(2), area(2, height=3), area(2, height=3)], [2, 2, 6, 6])
    self.assertEqual(self.calls, [(2, 1), (2, 3)])
    self.assertEqual((area.__name__, area.__doc__), ("area", "Of a rectangle."))
    self.now = 109.9
    self.assertEqual(area(2), 2)
    self.assertEqual(len(self.calls), 2)
    self.now = 110.0
    self.assertEqual(area(2), 2)
    self.assertEqual(self.calls, [(2, 1), (2, 3), (2, 1)])`,
    ),
    withheld: classOf(
      `from unittest.mock import Mock
from shop.memo import remember`,
      `
def test_none_is_remembered_too(self):
    load = Mock(return_value=None, __name__="load")
    remembered = remember(5, clock=lambda: 0)(load)
    self.assertIsNone(remembered("a", b=1))
    self.assertIsNone(remembered("a", b=1))
    load.assert_called_once_with("a", b=1)

def test_forgets(self):
    load = Mock(side_effect=["one", "two"], __name__="load")
    remembered = remember(5, clock=lambda: 0)(load)
    self.assertEqual([remembered(), remembered()], ["one", "one"])
    remembered.forget()
    self.assertEqual([remembered(), remembered()], ["two", "two"])

def test_exceptions_are_not_remembered(self):
    load = Mock(side_effect=[KeyError("x"), 7], __name__="load")
    remembered = remember(5, clock=lambda: 0)(load)
    with self.assertRaises(KeyError):
        remembered()
    self.assertEqual(remembered(), 7)`,
    ),
  }),
  promised({
    name: 'a file is replaced at once or not at all',
    language: 'python',
    base: EMPTY,
    head: {
      'shop/files.py': `import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import TextIO


@contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[TextIO]:
    """A file to write to, which takes the place of the other one if nothing goes wrong."""
    target = Path(path)
    with NamedTemporaryFile(
        "w", encoding="utf-8", newline="", dir=target.parent, prefix=".new-", delete=False
    ) as file:
        try:
            yield file
        except BaseException:
            os.unlink(file.name)
            raise
    os.replace(file.name, target)
`,
    },
    text: 'with replacing(path) as file: what is written takes the place of the file at the end; when an exception is raised the old file stays and nothing else is left in its directory',
    shown: classOf(
      `from pathlib import Path
from tempfile import TemporaryDirectory
from shop.files import replacing`,
      `
def setUp(self):
    directory = TemporaryDirectory()
    self.addCleanup(directory.cleanup)
    self.directory = Path(directory.name)
    self.path = self.directory / "notes.txt"
    self.path.write_text("old", encoding="utf-8")

def test_replaces(self):
    with replacing(self.path) as file:
        file.write("gr\\u00fcn\\n")
        self.assertEqual(self.path.read_text(encoding="utf-8"), "old")
    self.assertEqual(self.path.read_bytes(), b"gr\\xc3\\xbcn\\n")
    self.assertEqual(list(self.directory.iterdir()), [self.path])

def test_keeps_the_old_one(self):
    with self.assertRaisesRegex(RuntimeError, "^stop$"):
        with replacing(self.path) as file:
            file.write("half")
            raise RuntimeError("stop")
    self.assertEqual(self.path.read_text(), "old")
    self.assertEqual([one.name for one in self.directory.iterdir()], ["notes.txt"])`,
    ),
    withheld: classOf(
      `import os
import tempfile
from shop.files import replacing`,
      `
def test_a_new_file(self):
    with tempfile.TemporaryDirectory() as directory:
        path = os.path.join(directory, "new.csv")
        with replacing(path) as file:
            file.writelines(["a,b\\r\\n", "1,2\\r\\n"])
        with open(path, "rb") as file:
            self.assertEqual(file.read(), b"a,b\\r\\n1,2\\r\\n")
        self.assertEqual(os.listdir(directory), ["new.csv"])

def test_interrupted(self):
    with tempfile.TemporaryDirectory() as directory:
        with self.assertRaises(KeyboardInterrupt):
            with replacing(os.path.join(directory, "x")):
                raise KeyboardInterrupt
        self.assertEqual(os.listdir(directory), [])`,
    ),
  }),
];
