// Past fixes of packages of PyPI without tests, or with tests that need a runner of their own.
import type { PastFix } from './fix.ts';

export const PYPI_PLAIN: readonly PastFix[] = [
  {
    registry: 'pypi',
    package: 'first',
    base: {
      version: '1.0.2',
      digest: '52d25ad068fe2c01a70a26a3e47be3a62dfcdf1c0163d1a6ea772772ba5e0e1c',
    },
    head: {
      version: '2.0.0',
      digest: 'c5711941f8ba8b091e73713eb0b45ddab663c060de324973b4cdd2290a1524ec',
    },
    files: ['first.py', 'README.rst', 'HISTORY.rst'],
    changed: ['first.py', 'README.rst', 'HISTORY.rst'],
    contract: ['first.py'],
    goal: 'pred proved to be rather useless: it becomes key, a selector. A default may be given.',
    imports: 'from first import first',
    suite: 'python3 -m doctest -v first.py',
    changedTests: [{ path: 'first.py', reason: 'Its examples use the argument that goes.' }],
    promises: [
      {
        text: 'first(iterable, default=d) returns d when no element is true',
        cases: {
          'nothing true': 'self.assertEqual(first([0, None, False, [], ()], default=42), 42)',
          'nothing at all': 'self.assertEqual(first([], default="ohai"), "ohai")',
        },
      },
      {
        text: 'first(iterable, key=f) returns the first element for which f is true, or the default',
        cases: {
          'the first even number':
            'self.assertEqual(first([1, 1, 3, 4, 5], key=lambda x: x % 2 == 0), 4)',
          'none is even':
            'self.assertEqual(first([1, 3], default="odd", key=lambda x: x % 2 == 0), "odd")',
        },
      },
      {
        text: 'first(iterable) returns the first true element',
        kind: 'keep',
        cases: { 'of five': 'self.assertEqual(first([0, None, False, [], (), 42]), 42)' },
      },
    ],
  },
  {
    registry: 'pypi',
    package: 'inflection',
    base: {
      version: '0.3.0',
      digest: 'c6ab173181fd3bbee53187b7535f395ed802ef69d9f3bb5f8c2a5cdfb3e92d08',
    },
    head: {
      version: '0.3.1',
      digest: '18ea7fb7a7d152853386523def08736aa8c32636b047ade55f7578c4edeb16ca',
    },
    files: ['inflection.py', 'CHANGES.rst'],
    changed: ['inflection.py', 'CHANGES.rst'],
    contract: ['inflection.py'],
    goal: 'Fixed "human" pluralized as "humen", and "potato" pluralized as "potatos".',
    imports: 'import inflection',
    promises: [
      {
        text: 'pluralize() makes humans of a human',
        cases: {
          small: 'self.assertEqual(inflection.pluralize("human"), "humans")',
          'with a capital, and back':
            'self.assertEqual([inflection.pluralize("Human"), inflection.singularize("humans")], ["Humans", "human"])',
        },
      },
      {
        text: 'pluralize() makes potatoes of a potato',
        cases: {
          small: 'self.assertEqual(inflection.pluralize("potato"), "potatoes")',
          'with a capital': 'self.assertEqual(inflection.pluralize("Potato"), "Potatoes")',
        },
      },
      {
        text: 'other words are as before',
        kind: 'keep',
        cases: {
          'of three kinds':
            'self.assertEqual([inflection.pluralize(one) for one in ("man", "tomato", "post")], ["men", "tomatoes", "posts"])',
        },
      },
    ],
  },
  {
    registry: 'pypi',
    package: 'semver',
    base: {
      version: '2.11.0',
      digest: 'ef6614e75c1526784580ed0a2939272fcd36f4aad472617774e588c4adbc08a3',
    },
    head: {
      version: '2.12.0',
      digest: '9661f6920fe546b70c7cdde8ca6420d852516efdfa2dbc1e58ab5972e773f43d',
    },
    files: ['semver.py', 'CHANGELOG.rst'],
    changed: ['semver.py', 'CHANGELOG.rst'],
    contract: ['semver.py'],
    goal: 'Disallow negative numbers of major, minor, and patch for VersionInfo.',
    imports: 'import semver',
    promises: [
      {
        text: 'VersionInfo() raises a ValueError that names the part which is negative',
        cases: {
          'the first part': `with self.assertRaisesRegex(ValueError, "^'major' is negative. A version can only be positive.$"):
    semver.VersionInfo(-1)`,
          'the others': `for parts, name in (((1, -2), "minor"), (("1", "0", "-3"), "patch")):
    with self.assertRaisesRegex(ValueError, "^'%s' is negative. A version can only be positive.$" % name):
        semver.VersionInfo(*parts)`,
        },
      },
      {
        text: 'parts that are not negative are taken, also as texts',
        kind: 'keep',
        cases: {
          'numbers and texts':
            'self.assertEqual([str(semver.VersionInfo(0, 1)), str(semver.VersionInfo("1", "2", "3", 4, 5))], ["0.1.0", "1.2.3-4+5"])',
        },
      },
    ],
  },
  {
    registry: 'pypi',
    package: 'durationpy',
    base: {
      version: '0.10',
      digest: '1fa6893409a6e739c9c72334fc65cca1f355dbdd93405d30f726deb5bde42fba',
    },
    head: {
      version: '0.11',
      digest: '181898e1ae282e288f0a2291829656bf1b6b3aadf30a97993b85db4943642905',
    },
    files: ['durationpy/', 'README.md'],
    changed: ['durationpy/duration.py'],
    contract: ['durationpy/'],
    goal: 'A duration that is too long is a DurationError.',
    imports: `from datetime import timedelta

from durationpy import DurationError, from_str`,
    promises: [
      {
        text: 'from_str() raises a DurationError for a duration that no timedelta can hold',
        cases: {
          'too many days': `with self.assertRaisesRegex(DurationError, "^Duration out of range: 99999999999999h$"):
    from_str("99999999999999h")`,
          'more than a number can hold': `text = "-" + "9" * 400 + "s"
with self.assertRaisesRegex(DurationError, "^Duration out of range: " + text + "$"):
    from_str(text)`,
        },
      },
      {
        text: 'other durations are read as before',
        kind: 'keep',
        cases: {
          'two of them':
            'self.assertEqual([from_str("1h1m"), from_str("-2ms")], [timedelta(minutes=61), timedelta(milliseconds=-2)])',
        },
      },
    ],
  },
  {
    registry: 'pypi',
    package: 'natsort',
    base: {
      version: '8.0.1',
      digest: '2e8fbc2b9e44ed7cbdf55d782375d706ba8742591c1c5910992542f3899abbed',
    },
    head: {
      version: '8.0.2',
      digest: 'feb87e0ce1dc1f8f3f21e18a85216c790e746d76a5ff6889563394605f504a2b',
    },
    files: ['natsort/', 'CHANGELOG.md'],
    changed: ['natsort/utils.py', 'natsort/__init__.py', 'CHANGELOG.md'],
    contract: ['natsort/'],
    goal: "Bug where sorting paths fail if one of the paths is '.'.",
    imports: `from pathlib import PurePosixPath

from natsort import natsorted, ns`,
    promises: [
      {
        text: "natsorted(paths, alg=ns.PATH) sorts a path that is '.'",
        cases: {
          'among two': `self.assertEqual(natsorted(["a10", ".", "a2"], alg=ns.PATH), [".", "a2", "a10"])`,
          'as an object': `paths = [PurePosixPath(one) for one in ("b/a10.txt", ".", "b/a2.txt")]
self.assertEqual([str(one) for one in natsorted(paths, alg=ns.PATH)], [".", "b/a2.txt", "b/a10.txt"])`,
        },
      },
      {
        text: 'other paths are sorted as before',
        kind: 'keep',
        cases: {
          three: `self.assertEqual(natsorted(["f/a (10).txt", "f/a.txt", "f/a (2).txt"], alg=ns.PATH), ["f/a.txt", "f/a (2).txt", "f/a (10).txt"])`,
        },
      },
    ],
  },
];
