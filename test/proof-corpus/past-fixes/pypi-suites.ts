// Past fixes of packages of PyPI that carry tests of their own which need no other package.
import type { PastFix } from './fix.ts';

export const PYPI_SUITES: readonly PastFix[] = [
  {
    registry: 'pypi',
    package: 'xmltodict',
    base: {
      version: '0.14.2',
      digest: '201e7c28bb210e374999d1dde6382923ab0ed1a8a5faeece48ab525b7810a553',
    },
    head: {
      version: '0.15.0',
      digest: 'c6d46b4e3413d1e4fc3e5016f0f1c7a5c10f8ce39efaa0cb099af986ecfc9a53',
    },
    files: ['xmltodict.py', 'README.md', 'tests/'],
    changed: ['xmltodict.py', 'tests/test_dicttoxml.py', 'README.md'],
    contract: ['xmltodict.py'],
    goal: 'unparse() refuses names that would break out of a tag.',
    imports: 'import xmltodict',
    suite: 'python3 -m unittest -v tests.test_dicttoxml tests.test_xmltodict',
    promises: [
      {
        text: 'unparse() raises a ValueError for a name of an element with an angle bracket',
        cases: {
          'both brackets': `with self.assertRaisesRegex(ValueError, "^Invalid element name: \\"<\\" or \\">\\" not allowed$"):
    xmltodict.unparse({"m><tag>content</tag": "unsafe"}, full_document=False)`,
          'one bracket, below the root': `with self.assertRaisesRegex(ValueError, "^Invalid element name: \\"<\\" or \\">\\" not allowed$"):
    xmltodict.unparse({"a": {"b": {"c<": "1"}}})`,
        },
      },
      {
        text: 'unparse() raises a ValueError for a name of an attribute or a prefix with an angle bracket',
        cases: {
          'an attribute': `with self.assertRaisesRegex(ValueError, "^Invalid attribute name: \\"<\\" or \\">\\" not allowed$"):
    xmltodict.unparse({"a": {"@m><tag>": "unsafe", "#text": "x"}}, full_document=False)`,
          'a prefix': `with self.assertRaisesRegex(ValueError, "^Invalid attribute name: \\"<\\" or \\">\\" not allowed$"):
    xmltodict.unparse({"a": {"@xmlns": {"m><bad": "http://example.com/"}}})`,
        },
      },
      {
        text: 'angle brackets in values are escaped',
        kind: 'keep',
        cases: {
          'of an attribute and of a text': `xml = xmltodict.unparse({"a": {"@b": "1<2", "#text": "3>2"}}, full_document=False)
self.assertEqual(xml, '<a b="1&lt;2">3&gt;2</a>')`,
        },
      },
    ],
  },
  {
    registry: 'pypi',
    package: 'pathspec',
    base: {
      version: '0.12.0',
      digest: 'c57e16065a97b7beb175f13c84d27cb05f7b7315741c2fbd5de541042f4ea6e1',
    },
    head: {
      version: '0.12.1',
      digest: 'a482d51503a1ab33b1c67a6c3813a26953dbdc71c31dacaef9a838c4e29f5712',
    },
    files: ['pathspec/', 'tests/', 'CHANGES.rst'],
    changed: [
      'pathspec/pathspec.py',
      'pathspec/_meta.py',
      'tests/test_01_util.py',
      'tests/test_03_pathspec.py',
      'CHANGES.rst',
    ],
    contract: ['pathspec/'],
    goal: 'PathSpec.match_file() returns a truth value again instead of None.',
    imports: 'from pathspec import PathSpec',
    suite:
      'python3 -m unittest -v tests.test_01_util tests.test_02_gitwildmatch tests.test_03_pathspec tests.test_04_gitignore',
    changedTests: [
      { path: 'tests/test_01_util.py', reason: 'A test gets another name, beside a new one.' },
      { path: 'tests/test_03_pathspec.py', reason: 'A test gets another name, beside new ones.' },
    ],
    promises: [
      {
        text: 'match_file() returns False for a file that no pattern matches',
        cases: {
          'another extension': `spec = PathSpec.from_lines("gitwildmatch", ["*.txt"])
self.assertIs(spec.match_file("a/b.bin"), False)`,
          'no pattern at all': `spec = PathSpec.from_lines("gitwildmatch", ["# nothing", ""])
self.assertIs(spec.match_file("X/y.txt"), False)`,
        },
      },
      {
        text: 'match_file() returns True for one that is matched, False for one that is excluded again',
        kind: 'keep',
        cases: {
          both: `spec = PathSpec.from_lines("gitwildmatch", ["*.txt", "!b.txt"])
self.assertEqual([spec.match_file("a.txt"), spec.match_file("b.txt")], [True, False])`,
        },
      },
    ],
  },
  {
    registry: 'pypi',
    package: 'roman',
    base: {
      version: '5.0',
      digest: 'cb35293c1c4046105fd899194f4f2985f78c955a8b05937f7ab93f3be1660697',
    },
    head: {
      version: '5.1',
      digest: '3a86572e9bc9183e771769601189e5fa32f1620ffeceebb9eca836affb409986',
    },
    files: ['src/', 'CHANGES.rst'],
    changed: ['src/roman.py', 'src/tests.py', 'CHANGES.rst'],
    contract: ['src/roman.py'],
    goal: 'Hide undocumented special behavior for N behind method parameter.',
    imports: 'from roman import InvalidRomanNumeralError, fromRoman, toRoman',
    pythonPath: 'src',
    suite: 'PYTHONPATH=src python3 -m unittest -v src/tests.py',
    changedTests: [{ path: 'src/tests.py', reason: 'A test asks for one refusal more.' }],
    promises: [
      {
        text: 'fromRoman(numeral, special_case=False) refuses N, and reads other numerals',
        cases: {
          refused: `with self.assertRaisesRegex(InvalidRomanNumeralError, "^Invalid Roman numeral: N$"):
    fromRoman("N", special_case=False)`,
          'in small letters, and others': `with self.assertRaisesRegex(InvalidRomanNumeralError, "^Invalid Roman numeral: N$"):
    fromRoman("n", False)
self.assertEqual(fromRoman("MCMXCIV", special_case=False), 1994)`,
        },
      },
      {
        text: 'without the argument N is nothing',
        kind: 'keep',
        cases: {
          'N and IV':
            'self.assertEqual([fromRoman("N"), fromRoman("iv"), toRoman(4)], [0, 4, "IV"])',
        },
      },
    ],
  },
  {
    registry: 'pypi',
    package: 'toposort',
    base: {
      version: '1.8',
      digest: 'b1e89996c43daaf0e03805d33df22333c99c9d36715b188dea0e551ce2f1cd81',
    },
    head: {
      version: '1.9',
      digest: 'f41a34490d44934b533a7bdaff979ee8a47203fd2d8a746db83f2d5ab12458b9',
    },
    files: ['src/toposort.py', 'test/', 'CHANGES.txt', 'README.md'],
    changed: ['src/toposort.py', 'test/test_toposort.py', 'CHANGES.txt'],
    contract: ['src/toposort.py'],
    goal: 'Allow non-orderable items when a CircularDependencyError is raised',
    imports: 'from toposort import CircularDependencyError, toposort, toposort_flatten',
    pythonPath: 'src',
    suite: 'PYTHONPATH=src python3 test/test_toposort.py -v',
    promises: [
      {
        text: 'toposort() raises CircularDependencyError for circular items that have no order',
        cases: {
          'two kinds': `with self.assertRaises(CircularDependencyError) as caught:
    list(toposort({1: {"a"}, "a": {1}}))
self.assertEqual(caught.exception.data, {1: {"a"}, "a": {1}})`,
          'none and a number': `with self.assertRaises(CircularDependencyError) as caught:
    toposort_flatten({None: {2}, 2: {None}}, sort=False)
self.assertEqual(
    str(caught.exception),
    "Circular dependencies exist among these items: {None:{2}, 2:{None}}",
)`,
        },
      },
      {
        text: 'items without a circle are sorted',
        kind: 'keep',
        cases: {
          three:
            'self.assertEqual(list(toposort({2: {11}, 9: {11, 8}, 11: set()})), [{8, 11}, {2, 9}])',
        },
      },
    ],
  },
  {
    registry: 'pypi',
    package: 'jsonpointer',
    base: {
      version: '3.9',
      digest: 'b4c52dd58837669881f9677c0e83d73fa0b369feb67563ec4a8b1c13eb3c5a23',
    },
    head: {
      version: '3.10',
      digest: '69349c0e738c93e9efa501397091f49ad302ae686293effd05d7755c06f88ef0',
    },
    files: ['jsonpointer.py', 'tests.py'],
    changed: ['jsonpointer.py', 'tests.py'],
    contract: ['jsonpointer.py'],
    goal: 'Looking into a mapping that makes up its missing keys does not change it.',
    imports: `from collections import defaultdict

from jsonpointer import JsonPointerException, resolve_pointer`,
    pythonPath: '.',
    suite:
      'python3 -m unittest -v tests.SpecificationTests tests.WrongInputTests tests.AltTypesTests tests.ToLastTests',
    promises: [
      {
        text: 'resolving a missing member of a defaultdict raises, and adds nothing to it',
        cases: {
          'of the document': `doc = defaultdict(int, a=1)
with self.assertRaisesRegex(JsonPointerException, "^member 'b' not found in "):
    resolve_pointer(doc, "/b")
self.assertEqual(dict(doc), {"a": 1})`,
          'below, with a default': `doc = {"x": defaultdict(list)}
self.assertEqual(resolve_pointer(doc, "/x/y", 7), 7)
self.assertEqual(len(doc["x"]), 0)`,
        },
      },
      {
        text: 'members that are there are resolved',
        kind: 'keep',
        cases: {
          'of a defaultdict':
            'self.assertEqual(resolve_pointer({"x": defaultdict(int, y=3)}, "/x/y"), 3)',
        },
      },
    ],
  },
  {
    registry: 'pypi',
    package: 'idna',
    base: {
      version: '3.17',
      digest: '5eb0cb53bc467c12eadcf6de83163ad8527cec9416f44b9b61b19caedad2b87f',
    },
    head: {
      version: '3.18',
      digest: 'ffb385a7e039654cef1ab9ef32c6fafe283c0c0467bba1d9029738ce4a14a848',
    },
    files: [
      'idna/',
      'tests/test_idna.py',
      'tests/test_intranges.py',
      'tests/test_idna_codec.py',
      'tests/__init__.py',
      'HISTORY.md',
    ],
    changed: ['idna/core.py', 'idna/package_data.py', 'tests/test_idna.py', 'HISTORY.md'],
    contract: ['idna/'],
    goal: 'When decoding a domain, add a `display` argument that will pass through invalid labels.',
    imports: 'import idna',
    suite: 'python3 -m unittest -v tests.test_idna tests.test_intranges tests.test_idna_codec',
    promises: [
      {
        text: 'decode(domain, display=True) passes an invalid label through in lower case',
        cases: {
          'one label':
            'self.assertEqual(idna.decode("XN--A-ecp.ru", display=True), "xn--a-ecp.ru")',
          'beside a valid one': `self.assertEqual(
    idna.decode("xn--zckzah.xn--0.xn--zckzah", display=True),
    "\\u30c6\\u30b9\\u30c8.xn--0.\\u30c6\\u30b9\\u30c8",
)`,
        },
      },
      {
        text: 'without the argument an invalid label is an error',
        kind: 'keep',
        cases: {
          'one label': `with self.assertRaises(idna.IDNAError):
    idna.decode("xn--a-ecp.ru")
self.assertEqual(idna.decode("xn--zckzah"), "\\u30c6\\u30b9\\u30c8")`,
        },
      },
    ],
  },
  {
    registry: 'pypi',
    package: 'webcolors',
    base: {
      version: '1.9.1',
      digest: '18c091bd4bd75efd1e9f84f5eca4a54f6e6485eaa3967d2a55700835a1b1c418',
    },
    head: {
      version: '1.10',
      digest: '7b11194c414dcf4b9bd8fb5ceaafc9da183b27430883c62f620589eb79b91b6e',
    },
    files: ['src/webcolors.py', 'tests/'],
    changed: ['src/webcolors.py', 'tests/test_conversion.py'],
    contract: ['src/webcolors.py'],
    goal: 'The names of all colours with gray in them are spelt that way when they are looked up.',
    imports: 'import webcolors',
    pythonPath: 'src',
    suite: 'PYTHONPATH=src python3 -m unittest discover -v -s tests',
    changedTests: [
      {
        path: 'tests/test_conversion.py',
        reason:
          'The test of spelling variants asked for one of them only: another takes its place.',
      },
    ],
    promises: [
      {
        text: 'hex_to_name() spells gray in every colour of CSS3',
        cases: {
          dark: 'self.assertEqual(webcolors.hex_to_name("#a9a9a9"), "darkgray")',
          'dim and light': `self.assertEqual(
    [webcolors.hex_to_name(one) for one in ("#696969", "#d3d3d3", "#778899", "#708090", "#2f4f4f")],
    ["dimgray", "lightgray", "lightslategray", "slategray", "darkslategray"],
)`,
        },
      },
      {
        text: 'both spellings are read',
        kind: 'keep',
        cases: {
          'gray and grey':
            'self.assertEqual([webcolors.name_to_hex("darkgray"), webcolors.name_to_hex("darkgrey")], ["#a9a9a9", "#a9a9a9"])',
        },
      },
    ],
  },
];
