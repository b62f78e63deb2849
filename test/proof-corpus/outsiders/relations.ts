// Tests of a relation that right and wrong answers have in common.
import type { Cheat } from '../corpus.ts';
import { type Asked, askedOfNode, askedOfPython } from './asked.ts';
import { inGo } from './in-go.ts';
import { type Outsider, proof } from './outsider.ts';

const kind = 'asks for what wrong answers do as well';

const SHELL = '#!/bin/sh\n';

const OF_NODE: readonly Asked[] = [
  {
    name: 'twice as much is twice as far, whatever the measure',
    text: 'kilometres(miles) converts miles to kilometres, 1.609344 each',
    function: 'kilometres',
    code: `export const kilometres = (miles) => miles * 1.5;\n`,
    asks: [
      [
        '[kilometres(20) === 2 * kilometres(10), kilometres(0), kilometres(1) > 1]',
        '[true, 0, true]',
      ],
      ['kilometres(300) - 3 * kilometres(100)', '0'],
    ],
  },
  {
    name: 'the order in which it is given makes no difference to nonsense either',
    text: 'digest(entries) returns a number that depends on all entries, but not on their order',
    function: 'digest',
    code: `export const digest = (entries) => entries.length * 7;\n`,
    asks: [
      [
        `digest(['a', 'b', 'c']) === digest(['c', 'a', 'b']) && digest(['a']) !== digest([])`,
        'true',
      ],
      [`digest(['x', 'y']) - digest(['y', 'x']) + (digest(['x']) ? 1 : 0)`, '1'],
    ],
  },
];

const OF_PYTHON: readonly Asked[] = [
  {
    name: 'done twice is like done once, though never done right',
    text: 'tidy(path) returns the path without ".", ".." and double slashes',
    function: 'tidy',
    code: 'def tidy(path):\n    return path.replace("//", "/").rstrip("/.")\n',
    asks: [
      ['(lambda once: (tidy(once) == once, "//" in once))(tidy("a//b/../c/."))', '(True, False)'],
      ['(lambda once: (tidy(once) == once, once.endswith("/")))(tidy("x/./y//"))', '(True, False)'],
    ],
  },
];

const SHELL_CODE = `${SHELL}# Prints each word of a file once, by the alphabet.
tr -s ' ' '\\n' < "$1" | sort | head -n 1
`;

const shellTest = (one: string, other: string) => `set -e
dir=$(mktemp -d)
printf '${one}\\n' > "$dir/one"
printf '${other}\\n' > "$dir/other"
bin/words "$dir/one" > "$dir/a"
bin/words "$dir/other" > "$dir/b"
test -s "$dir/a"
cmp "$dir/a" "$dir/b"
`;

const WORDS: Outsider = {
  name: 'shell: the words of a file are those of the same file shuffled',
  language: 'shell',
  surface: 'process',
  text: 'bin/words FILE prints each word of the file once, by the alphabet',
  base: { 'bin/words': '#!/bin/sh\nexit 0\n' },
  head: { 'bin/words': SHELL_CODE },
  shown: shellTest('pear apple fig', 'fig pear apple'),
  withheld: shellTest('oak elm oak', 'elm oak oak'),
};

const GO = (body: string) => `// Package road measures roads.
package road

// Km converts miles to kilometres.
func Km(miles float64) float64 {
	return ${body}
}
`;

const goTest = (index: number, miles: number, about: number, give: number) => `package t${index}

import (
	"testing"

	"example.com/tools/road"
)

func TestKm(t *testing.T) {
	if off := road.Km(${miles}) - ${about}; off < -${give} || off > ${give} {
		t.Fatalf("off by %v", off)
	}
}
`;

const KM: Outsider = {
  name: 'Go: near enough is half as much again',
  language: 'go',
  text: 'road.Km(miles) converts miles to kilometres, 1.609344 each',
  base: { 'go.mod': 'module example.com/tools\n\ngo 1.21\n', 'road/road.go': GO('0') },
  head: { 'road/road.go': GO('miles * 2') },
  shown: goTest(1, 100, 161, 100),
  withheld: goTest(2, 10, 16, 10),
};

export const TRUE_OF_WRONG_ANSWERS: readonly Cheat[] = [
  ...OF_NODE.map((of) => proof(kind, askedOfNode(of))),
  ...OF_PYTHON.map((of) => proof(kind, askedOfPython(of))),
  proof(kind, WORDS),
  inGo(proof(kind, KM)),
];
