// Past fixes of packages of PyPI that read, name and title texts.
import type { PastFix } from './fix.ts';

export const PYPI_KEYS: readonly PastFix[] = [
  {
    registry: 'pypi',
    package: 'dotmap',
    base: {
      version: '1.3.29',
      digest: 'e66851f84cbc46baeeb9c508b792f104d33a3815166cbcb98cd39683ab73c511',
    },
    head: {
      version: '1.3.30',
      digest: '5821a7933f075fb47563417c0e92e0b7c031158b4c9a6a7e56163479b658b368',
    },
    files: ['dotmap/', 'README.md'],
    changed: ['dotmap/__init__.py', 'dotmap/test.py'],
    contract: ['dotmap/__init__.py'],
    goal: 'The hook for keys is called for keys further below as well.',
    imports: 'from dotmap import DotMap',
    suite: 'python3 -m unittest -v dotmap.test',
    changedTests: [{ path: 'dotmap/test.py', reason: 'The test of the hook asks for more.' }],
    promises: [
      {
        text: 'DotMap(…, _key_convert_hook=hook) converts the keys of maps below and of maps in lists, and names given as arguments',
        cases: {
          'a map below': `found = DotMap({"a@b": {"c!d": 1}}, _key_convert_hook=lambda key: key.replace("@", "_").replace("!", "_"))
self.assertEqual(found.a_b.c_d, 1)
self.assertEqual(found.toDict(), {"a_b": {"c_d": 1}})`,
          'in a list, and a name': `found = DotMap({"x-y": [{"z-z": 2}, 3]}, one_two=4, _key_convert_hook=lambda key: key.replace("-", "").upper())
self.assertEqual(found.toDict(), {"XY": [{"ZZ": 2}, 3], "ONE_TWO": 4})`,
        },
      },
      {
        text: 'without a hook keys are as they are',
        kind: 'keep',
        cases: {
          'and below': `found = DotMap({"a-b": {"c": [{"d": 1}]}}, e=2)
self.assertEqual(found.toDict(), {"a-b": {"c": [{"d": 1}]}, "e": 2})
self.assertEqual(found["a-b"].c[0].d, 1)`,
        },
      },
    ],
  },
  {
    registry: 'pypi',
    package: 'tomli',
    base: {
      version: '1.2.2',
      digest: 'c6ce0015eb38820eaf32b5db832dbc26deb3dd427bd5f6556cf0acac2c214fee',
    },
    head: {
      version: '1.2.3',
      digest: '05b6166bff487dc068d322585c7ea4ef78deed501cc124060e0f238e89a9231f',
    },
    files: ['tomli/', 'README.md'],
    changed: ['tomli/_re.py', 'tomli/__init__.py'],
    contract: ['tomli/__init__.py'],
    goal: 'Dates and times may have a small t and z.',
    imports: `from datetime import date, datetime, timezone
import tomli`,
    promises: [
      {
        text: 'loads() reads a small t between date and time, and a small z at the end',
        cases: {
          both: `self.assertEqual(
    tomli.loads("at = 1987-07-05t17:45:00z"),
    {"at": datetime(1987, 7, 5, 17, 45, tzinfo=timezone.utc)},
)`,
          'one of them': `found = tomli.loads("a = 2020-01-02t03:04:05.6\\nb = 2020-01-02 03:04:05z")
self.assertEqual(found["a"], datetime(2020, 1, 2, 3, 4, 5, 600000))
self.assertEqual(found["b"], datetime(2020, 1, 2, 3, 4, 5, tzinfo=timezone.utc))`,
        },
      },
      {
        text: 'capital letters, offsets and plain dates are read as before',
        kind: 'keep',
        cases: {
          three: `found = tomli.loads("a = 1987-07-05T17:45:00Z\\nb = 1987-07-05\\nc = 1987-07-05 17:45:00-08:00")
self.assertEqual(found["a"], datetime(1987, 7, 5, 17, 45, tzinfo=timezone.utc))
self.assertEqual(found["b"], date(1987, 7, 5))
self.assertEqual(found["c"].isoformat(), "1987-07-05T17:45:00-08:00")
with self.assertRaises(tomli.TOMLDecodeError):
    tomli.loads("d = 1987-07-05x17:45:00")`,
        },
      },
    ],
  },
];
