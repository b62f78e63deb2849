// What maintainers of packages for Python do in a week. Pure.
import { type Honest, jobOf } from '../corpus.ts';
import { BARE_PYTHON, inPython } from '../outsiders/ground.ts';
import { planOf } from '../samples.ts';
import { promised } from './promised.ts';

const FETCH = 'import asyncio\nfrom kit.fetch import fetch_all';
const BASE_FETCH = `import asyncio


async def fetch_all(jobs):
    return await asyncio.gather(*(job() for job in jobs))
`;

export const MAINTAINERS_OF_PYTHON: readonly Honest[] = [
  promised({
    name: 'Python: a default that is a list no longer',
    language: 'python',
    base: {
      ...BARE_PYTHON,
      'kit/bag.py': `def put(item, bag=[]):
    bag.append(item)
    return bag
`,
    },
    head: {
      'kit/bag.py': `def put(item, bag=None):
    bag = [] if bag is None else bag
    bag.append(item)
    return bag
`,
    },
    text: 'put(item) without a bag returns a new list of that one item each time',
    shown: inPython(
      'from kit.bag import put',
      `self.assertEqual(put(1), [1])
self.assertEqual(put(2), [2])`,
    ),
    withheld: inPython(
      'from kit.bag import put',
      `first = put("a")
self.assertEqual(put("b"), ["b"])
self.assertEqual(first, ["a"])`,
    ),
    keep: {
      text: 'put(item, bag) adds to the bag',
      test: inPython(
        'from kit.bag import put',
        `bag = ["x"]
self.assertEqual(put("y", bag), ["x", "y"])
self.assertEqual(bag, ["x", "y"])`,
      ),
    },
  }),
  {
    name: 'Python: two functions made one, nothing promised',
    job: jobOf({
      sample: {
        language: 'python',
        files: {
          ...BARE_PYTHON,
          'kit/tax.py': `def gross_food(net):
    return net + net * 7 // 100


def gross_other(net):
    return net + net * 19 // 100
`,
        },
        plan: planOf({
          goal: 'The sum is written once.',
          criteria: [
            { text: 'gross_food(net) adds 7 percent, rounded down', kind: 'keep' },
            { text: 'gross_other(net) adds 19 percent, rounded down', kind: 'keep' },
          ],
          paths: ['kit/tax.py'],
        }),
      },
      tests: [
        ['R1', 'gross_food', 200, 214],
        ['R1', 'gross_food', 99, 105],
        ['R2', 'gross_other', 200, 238],
        ['R2', 'gross_other', 55, 65],
      ].map(([criterion, name, net, gross], index) => ({
        title: `${name} of ${net}`,
        criterion: String(criterion),
        withheld: index % 2 === 1,
        text: inPython(
          `from kit.tax import ${name}`,
          `self.assertEqual(${name}(${net}), ${gross})`,
        ),
      })),
      work: {
        files: {
          'kit/tax.py': `FOOD = 7
OTHER = 19


def gross_food(net):
    return _gross(net, FOOD)


def gross_other(net):
    return _gross(net, OTHER)


def _gross(net, percent):
    return net + net * percent // 100
`,
        },
      },
    }),
  },
  promised({
    name: 'Python: a limit on how many go at once',
    language: 'python',
    base: { ...BARE_PYTHON, 'kit/fetch.py': BASE_FETCH },
    head: {
      'kit/fetch.py': `import asyncio


async def fetch_all(jobs, limit=None):
    if limit is None:
        return await asyncio.gather(*(job() for job in jobs))
    gate = asyncio.Semaphore(limit)

    async def run(job):
        async with gate:
            return await job()

    return await asyncio.gather(*(run(job) for job in jobs))
`,
    },
    text: 'fetch_all(jobs, limit=n) runs at most n jobs at a time and returns the answers in the order of the jobs',
    shown: inPython(
      FETCH,
      `running, most = 0, 0

async def job():
    nonlocal running, most
    running += 1
    most = max(most, running)
    await asyncio.sleep(0.001)
    running -= 1
    return running

answers = asyncio.run(fetch_all([job] * 6, limit=2))
self.assertEqual(len(answers), 6)
self.assertEqual(most, 2)`,
    ),
    withheld: inPython(
      FETCH,
      `def waiting(seconds, answer):
    async def job():
        await asyncio.sleep(seconds)
        return answer
    return job

jobs = [waiting(0.02, "slow"), waiting(0, "fast"), waiting(0.01, "middle")]
self.assertEqual(asyncio.run(fetch_all(jobs, limit=1)), ["slow", "fast", "middle"])`,
    ),
    keep: {
      text: 'without a limit all run at once, in order',
      test: inPython(
        FETCH,
        `async def one():
    return 1

async def two():
    return 2

self.assertEqual(asyncio.run(fetch_all([one, two])), [1, 2])`,
      ),
    },
  }),
  promised({
    name: 'Python: a table made by its program again',
    language: 'python',
    base: {
      ...BARE_PYTHON,
      'tools/make_units.py': `UNITS = {"km": 1000, "m": 1}
with open("kit/units.py", "w") as out:
    out.write("# Made by tools/make_units.py.\\n")
    out.write(f"UNITS = {UNITS!r}\\n")
`,
      'kit/units.py': `# Made by tools/make_units.py.\nUNITS = {'km': 1000, 'm': 1}\n`,
      'kit/metres.py':
        'from kit.units import UNITS\n\n\ndef metres(count, unit):\n    return count * UNITS[unit]\n',
    },
    head: {
      'tools/make_units.py': `UNITS = {"km": 1000, "m": 1, "mile": 1609}
with open("kit/units.py", "w") as out:
    out.write("# Made by tools/make_units.py.\\n")
    out.write(f"UNITS = {UNITS!r}\\n")
`,
    },
    command: 'python3 tools/make_units.py',
    paths: ['tools/make_units.py', 'kit/units.py'],
    contract: ['kit/metres.py'],
    text: 'metres(count, "mile") returns the metres of that many miles of 1609 metres',
    shown: inPython('from kit.metres import metres', `self.assertEqual(metres(2, "mile"), 3218)`),
    withheld: inPython(
      'from kit.metres import metres',
      `self.assertEqual(metres(10, "mile"), 16090)`,
    ),
  }),
  promised({
    name: 'Python: a golden file that the change contradicts, announced',
    language: 'python',
    suite: 'python3 -m unittest -v tests.test_report',
    base: {
      ...BARE_PYTHON,
      'kit/report.py': `def report(rows):
    return "\\n".join(f"{name}: {count}" for name, count in rows) + "\\n"
`,
      'tests/golden.txt': 'tea: 3\nrice: 1\n',
      'tests/test_report.py': `import unittest
from pathlib import Path
from kit.report import report


class Report(unittest.TestCase):
    def test_golden(self):
        golden = Path(__file__).with_name("golden.txt").read_text()
        self.assertEqual(report([("tea", 3), ("rice", 1)]), golden)

    def test_nothing(self):
        self.assertEqual(report([]).strip(), "")
`,
    },
    head: {
      'kit/report.py': `def report(rows):
    return "\\n".join(f"{name} = {count}" for name, count in rows) + "\\n"
`,
      'tests/golden.txt': 'tea = 3\nrice = 1\n',
    },
    contract: ['kit/report.py'],
    paths: ['kit/report.py', 'tests/golden.txt', 'tests/test_report.py'],
    changedTests: [
      { path: 'tests/golden.txt', reason: 'The lines have = now.' },
      {
        path: 'tests/test_report.py',
        reason: 'It reads the lines of golden.txt.',
      },
    ],
    text: 'report(rows) writes NAME = COUNT lines',
    shown: inPython(
      'from kit.report import report',
      `self.assertEqual(report([("ink", 2)]), "ink = 2\\n")`,
    ),
    withheld: inPython(
      'from kit.report import report',
      `self.assertEqual(report([("a", 1), ("b", 20)]), "a = 1\\nb = 20\\n")`,
    ),
  }),
  promised({
    name: 'Python: a version raised where it is written',
    language: 'python',
    base: {
      ...BARE_PYTHON,
      'CHANGELOG.md': '# 1.2.0\n',
      'kit/about.py': 'VERSION = "1.2.0"\n\n\ndef banner():\n    return "kit " + VERSION\n',
    },
    head: {
      'CHANGELOG.md': '# 1.3.0\n\n- Says its version.\n\n# 1.2.0\n',
      'kit/about.py': 'VERSION = "1.3.0"\n\n\ndef banner():\n    return "kit " + VERSION\n',
    },
    contract: ['kit/about.py'],
    text: 'VERSION is 1.3.0, and banner() says so',
    shown: inPython('from kit.about import banner', `self.assertEqual(banner(), "kit 1.3.0")`),
    withheld: inPython('from kit.about import VERSION', `self.assertEqual(VERSION, "1.3.0")`),
  }),
  promised({
    name: 'Python: an option with a default, beside what it was',
    language: 'python',
    base: {
      ...BARE_PYTHON,
      'kit/split.py': `def fields(line):
    return [field.strip() for field in line.split(",")]
`,
    },
    head: {
      'kit/split.py': `def fields(line, *, separator=",", keep_blanks=False):
    parts = line.split(separator)
    return parts if keep_blanks else [part.strip() for part in parts]
`,
    },
    text: 'fields(line, separator=s, keep_blanks=True) splits at s and keeps the blanks if asked',
    shown: inPython(
      'from kit.split import fields',
      `self.assertEqual(fields("a; b", separator=";"), ["a", "b"])
self.assertEqual(fields("a , b", keep_blanks=True), ["a ", " b"])`,
    ),
    withheld: inPython(
      'from kit.split import fields',
      `self.assertEqual(fields("x|y |z", separator="|", keep_blanks=True), ["x", "y ", "z"])
self.assertEqual(fields("x|y |z", separator="|"), ["x", "y", "z"])`,
    ),
  }),
  promised({
    name: 'Python: a default that an option brought along changed, as promised',
    language: 'python',
    base: {
      ...BARE_PYTHON,
      'kit/slug.py': 'def slug(text):\n    return text.replace(" ", "-")\n',
    },
    head: {
      'kit/slug.py': `def slug(text, joiner="-"):
    return joiner.join(text.lower().split())
`,
    },
    text: 'slug(text, joiner=j) joins the words in small letters with j, and with a dash unless told',
    shown: inPython(
      'from kit.slug import slug',
      `self.assertEqual(slug("To Be", joiner="_"), "to_be")
self.assertEqual(slug("To Be"), "to-be")`,
    ),
    withheld: inPython(
      'from kit.slug import slug',
      `self.assertEqual(slug("Or  Not", joiner="."), "or.not")
self.assertEqual(slug("Or  Not"), "or-not")`,
    ),
  }),
  promised({
    name: 'Python: remembers what it read, within bounds',
    language: 'python',
    base: BARE_PYTHON,
    head: {
      'kit/events.py': `from collections import OrderedDict
from functools import lru_cache


class Event:
    """Compared by what it holds."""

    def __init__(self, name, at):
        self.name = name
        self.at = at


@lru_cache(maxsize=32)
def event(text):
    name, at = text.rsplit("@", 1)
    return Event(name, int(at))


def latest(texts):
    events = OrderedDict((event(text), None) for text in texts)
    return max(events, key=lambda one: one.at).name
`,
    },
    text: 'latest(texts) returns the name of the latest of texts like name@seconds',
    shown: inPython(
      'from kit.events import latest',
      `self.assertEqual(latest(["a@1", "b@3", "c@2"]), "b")`,
    ),
    withheld: inPython(
      'from kit.events import latest',
      `self.assertEqual(latest(["x@9", "y@z@10", "x@9"]), "y@z")`,
    ),
  }),
];
