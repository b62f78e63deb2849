// Honest code for Python around files and databases: bookings in SQL, a command with flags. Pure.
import type { Honest } from '../corpus.ts';
import { classOf, promised } from './promised.ts';

const PACKAGE = { 'shop/__init__.py': '' };

export const BOOKINGS: readonly Honest[] = [
  promised({
    name: 'bookings in a database',
    language: 'python',
    base: {
      ...PACKAGE,
      'shop/ledger.py': `import sqlite3

SCHEMA = """
CREATE TABLE IF NOT EXISTS account (
    name TEXT PRIMARY KEY,
    balance INTEGER NOT NULL DEFAULT 0 CHECK (balance >= 0)
);
"""


class Ledger:
    def __init__(self, path=":memory:"):
        self.connection = sqlite3.connect(path)
        self.connection.executescript(SCHEMA)

    def close(self):
        self.connection.close()

    def deposit(self, name, amount):
        with self.connection:
            self.connection.execute(
                "INSERT INTO account (name, balance) VALUES (?, ?)"
                " ON CONFLICT (name) DO UPDATE SET balance = balance + excluded.balance",
                (name, amount),
            )

    def balance(self, name):
        row = self.connection.execute(
            "SELECT balance FROM account WHERE name = ?", (name,)
        ).fetchone()
        return 0 if row is None else row[0]
`,
    },
    head: {
      'shop/ledger.py': `import sqlite3

SCHEMA = """
CREATE TABLE IF NOT EXISTS account (
    name TEXT PRIMARY KEY,
    balance INTEGER NOT NULL DEFAULT 0 CHECK (balance >= 0)
);
CREATE TABLE IF NOT EXISTS transfer (
    id INTEGER PRIMARY KEY,
    source TEXT NOT NULL REFERENCES account (name),
    target TEXT NOT NULL REFERENCES account (name),
    amount INTEGER NOT NULL CHECK (amount > 0)
);
"""


class TransferError(Exception):
    """A transfer that was not made."""


class Ledger:
    def __init__(self, path=":memory:"):
        self.connection = sqlite3.connect(path)
        self.connection.executescript(SCHEMA)
        self.connection.execute("PRAGMA foreign_keys = ON")

    def close(self):
        self.connection.close()

    def deposit(self, name, amount):
        with self.connection:
            self.connection.execute(
                "INSERT INTO account (name, balance) VALUES (?, ?)"
                " ON CONFLICT (name) DO UPDATE SET balance = balance + excluded.balance",
                (name, amount),
            )

    def balance(self, name):
        row = self.connection.execute(
            "SELECT balance FROM account WHERE name = ?", (name,)
        ).fetchone()
        return 0 if row is None else row[0]

    def transfer(self, source, target, amount):
        """All of it or nothing."""
        move = "UPDATE account SET balance = balance + ? WHERE name = ?"
        try:
            with self.connection:
                self.connection.execute(move, (amount, target))
                self.connection.execute(move, (-amount, source))
                self.connection.execute(
                    "INSERT INTO transfer (source, target, amount) VALUES (?, ?, ?)",
                    (source, target, amount),
                )
        except sqlite3.IntegrityError as error:
            raise TransferError(f"{source} to {target}: {amount}") from error

    def history(self, name):
        """What came in and what went out, the latest last."""
        rows = self.connection.execute(
            "SELECT source, target, amount FROM transfer"
            " WHERE ? IN (source, target) ORDER BY id",
            (name,),
        )
        return [
            (source, amount) if target == name else (target, -amount)
            for source, target, amount in rows
        ]
`,
    },
    text: 'transfer(source, target, amount) moves money between known accounts or raises TransferError and changes nothing (unknown account, too little, not above zero); history(name) lists (other, signed amount)',
    shown: classOf(
      'from shop.ledger import Ledger, TransferError',
      `
def setUp(self):
    self.ledger = Ledger()
    self.addCleanup(self.ledger.close)
    self.ledger.deposit("ada", 100)
    self.ledger.deposit("bob", 20)

def balances(self):
    return self.ledger.balance("ada"), self.ledger.balance("bob")

def test_moves(self):
    self.ledger.transfer("ada", "bob", 30)
    self.ledger.transfer("bob", "ada", 5)
    self.assertEqual(self.balances(), (75, 45))
    self.assertEqual(self.ledger.history("ada"), [("bob", -30), ("bob", 5)])

def test_refuses(self):
    for source, target, amount in [("ada", "bob", 101), ("ada", "eve", 1), ("ada", "bob", 0)]:
        with self.subTest(target=target, amount=amount):
            with self.assertRaises(TransferError):
                self.ledger.transfer(source, target, amount)
            self.assertEqual(self.balances(), (100, 20))
            self.assertEqual(self.ledger.history("ada"), [])`,
    ),
    withheld: classOf(
      `import os
import tempfile
from shop.ledger import Ledger, TransferError`,
      `
def test_lasts(self):
    with tempfile.TemporaryDirectory() as directory:
        path = os.path.join(directory, "ledger.db")
        ledger = Ledger(path)
        ledger.deposit("x", 7)
        ledger.deposit("y", 0)
        ledger.transfer("x", "y", 7)
        with self.assertRaises(TransferError):
            ledger.transfer("x", "y", 1)
        with self.assertRaises(TransferError):
            ledger.transfer("nobody", "y", 1)
        with self.assertRaises(TransferError):
            ledger.transfer("y", "x", -7)
        ledger.close()
        again = Ledger(path)
        self.assertEqual((again.balance("x"), again.balance("y")), (0, 7))
        self.assertEqual(again.history("y"), [("x", 7)])
        self.assertEqual(again.history("z"), [])
        again.close()`,
    ),
    keep: {
      text: 'deposits add up, and an unknown account has nothing',
      test: classOf(
        'from shop.ledger import Ledger',
        `
def test_deposits(self):
    ledger = Ledger()
    ledger.deposit("ada", 5)
    ledger.deposit("ada", 6)
    self.assertEqual((ledger.balance("ada"), ledger.balance("bob")), (11, 0))
    ledger.close()`,
      ),
    },
  }),
  promised({
    name: 'a command with flags and two outputs',
    language: 'python',
    base: {
      ...PACKAGE,
      'shop/__main__.py': `import argparse
import json
import sys


def main(argv=None):
    parser = argparse.ArgumentParser(prog="shop")
    parser.add_argument("file")
    options = parser.parse_args(argv)
    with open(options.file, encoding="utf-8") as file:
        orders = json.load(file)
    print(f"{len(orders)} orders")
    return 0


if __name__ == "__main__":
    sys.exit(main())
`,
    },
    head: {
      'shop/__main__.py': `import argparse
import json
import sys


def main(argv=None):
    parser = argparse.ArgumentParser(prog="shop")
    parser.add_argument("file")
    parser.add_argument("--min", type=int, default=0, metavar="CENTS")
    parser.add_argument("--json", action="store_true", dest="as_json")
    options = parser.parse_args(argv)
    try:
        with open(options.file, encoding="utf-8") as file:
            orders = json.load(file)
    except (OSError, ValueError) as error:
        print(f"shop: {options.file}: {error}", file=sys.stderr)
        return 1
    chosen = [order for order in orders if order["total"] >= options.min]
    if options.as_json:
        json.dump(chosen, sys.stdout)
        print()
    else:
        print(f"{len(chosen)} orders")
    return 0


if __name__ == "__main__":
    sys.exit(main())
`,
    },
    text: 'python3 -m shop FILE [--min CENTS] [--json] counts or prints the orders of at least that total; a file that cannot be read is told on stderr with exit code 1 and no output, a wrong flag has exit code 2',
    surface: 'process',
    shown: classOf(
      `import json
import subprocess
import sys
import tempfile`,
      `
def shop(self, *args):
    return subprocess.run(
        [sys.executable, "-m", "shop", *args], capture_output=True, text=True, timeout=30
    )

def setUp(self):
    file = tempfile.NamedTemporaryFile("w", suffix=".json")
    self.addCleanup(file.close)
    json.dump([{"id": 1, "total": 500}, {"id": 2, "total": 1500}, {"id": 3, "total": 900}], file)
    file.flush()
    self.path = file.name

def test_counts(self):
    done = self.shop(self.path, "--min", "900")
    self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "2 orders\\n", ""))

def test_as_json(self):
    done = self.shop("--json", "--min=1000", self.path)
    self.assertEqual(json.loads(done.stdout), [{"id": 2, "total": 1500}])

def test_missing(self):
    done = self.shop(self.path + ".none")
    self.assertEqual((done.returncode, done.stdout), (1, ""))
    self.assertIn(self.path + ".none", done.stderr)`,
    ),
    withheld: classOf(
      `import io
import os
import tempfile
from contextlib import redirect_stderr, redirect_stdout
from shop.__main__ import main`,
      `
def run_main(self, *args):
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        try:
            code = main(list(args))
        except SystemExit as stop:
            code = stop.code
    return code, out.getvalue(), err.getvalue()

def test_no_json(self):
    with tempfile.TemporaryDirectory() as directory:
        path = os.path.join(directory, "bad.json")
        with open(path, "w") as file:
            file.write("[1,")
        code, out, err = self.run_main(path, "--json")
    self.assertEqual((code, out), (1, ""))
    self.assertTrue(err.startswith(f"shop: {path}: "), err)

def test_wrong_flag(self):
    code, out, err = self.run_main("x", "--min", "many")
    self.assertEqual((code, out), (2, ""))
    self.assertIn("--min", err)

def test_nothing_left(self):
    with tempfile.TemporaryDirectory() as directory:
        path = os.path.join(directory, "one.json")
        with open(path, "w") as file:
            file.write('[{"total": 5}]')
        self.assertEqual(self.run_main(path, "--json", "--min", "6"), (0, "[]\\n", ""))
        self.assertEqual(self.run_main(path, "--min", "5"), (0, "1 orders\\n", ""))`,
    ),
  }),
];
