// What changed functions in Go give back is altered when the program runs: seen by running it.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Alteration } from '../../../../sandbox/syntax/code/perturb.ts';
import { runPerturbed, without } from '../../../support/perturbed-program.ts';

/** Type and expression → printed with nothing altered, all of it, one thing, one more. */
const VALUES: readonly (readonly [string, string, string, string, string, string])[] = [
  ['string', '"abcd"', 'abcd', 'acde', 'abce', 'abcd.'],
  ['int64', '7', '7', '8', '6', '7'],
  ['uint8', '255', '255', '224', '224', '255'],
  ['[]int', '[]int{1, 2}', '[1 2]', '[2 3]', '[1]', '[2 1]'],
  ['[]string', 'nil', '[]', '[]', '[]', '[]'],
  ['[2]int', '[2]int{1, 2}', '[1 2]', '[2 3]', '[1 3]', '[2 1]'],
  ['bool', 'true', 'true', 'false', 'true', 'true'],
  ['map[string]int', 'map[string]int{"a": 1}', 'map[a:1]', 'map[a:2]', 'map[a:0]', 'map[a:2]'],
  ['item', 'item{"xx", 3}', '{xx 3}', '{xy 4}', '{xx 2}', '{xx. 3}'],
  ['any', 'item{"xx", 3}', '{xx 3}', '{xy 4}', '{xx 2}', '{xx. 3}'],
  ['*item', '&item{"xx", 3}', '&{xx 3}', '&{xy 4}', '&{xx 2}', '&{xx. 3}'],
  ['time.Duration', 'time.Second', '1s', '1.125s', '875ms', '1s'],
  ['func() int', 'func() int { return 4 }', '4', '4', '4', '4'],
];
const KINDS = ['plain', 'other', 'one', 'more'] as const;

const OF_VALUES = `package main

import (
	"fmt"
	"time"
)

type item struct {
	Name  string
	Count int
}

${VALUES.map(([type, value], at) => `func f${at}() ${type} { return ${value} }`).join('\n')}

var _ = time.Second

func main() {
${VALUES.map(([type], at) => `\tfmt.Println(f${at}()${type.startsWith('func') ? '()' : ''})`).join('\n')}
}
`;

/** What is asked in `main` of the functions before it. */
async function run(alteration: Alteration, text: string, more: Record<string, string> = {}) {
  const files = { 'go.mod': 'module example.com/m\n\ngo 1.21\n', 'main.go': text, ...more };
  return await runPerturbed(alteration, { files, lines: [['go', 'run', '.']] });
}

const OF_SHAPES = `package main

import (
	"errors"
	"fmt"
)

var errLow = errors.New("too low")

func parse(n int) (double int, err error) {
	double = n * 2
	if n > 9 {
		return
	}
	if n > 0 {
		return double, nil
	}
	return 0, fmt.Errorf("bad: %w", errLow)
}

func both() (string, bool) { return pair() }
func pair() (string, bool) { return "ab", true }

func fact(n int) int {
	if n == 0 {
		return 1
	}
	return n * fact(n-1)
}

type stack[T any] struct{ all []T }

func (s *stack[T]) last() (T, bool) { return s.all[len(s.all)-1], true }

func fails() (said any) {
	defer func() { said = recover() }()
	panic("too high")
}

func main() {
	fmt.Println(parse(10))
	fmt.Println(parse(4))
	_, err := parse(0)
	fmt.Println(err, errors.Is(err, errLow))
	fmt.Println(both())
	fmt.Println(fact(5))
	fmt.Println((&stack[int]{[]int{3}}).last())
	fmt.Println(fails())
}
`;

describe('what a changed function in Go gives back', without('go', 'version'), () => {
  it('is moved on by as many places as are asked for', async () => {
    const text = `package main

import "fmt"

func f() string { return "abyZ9" }

func main() { fmt.Println(f()) }
`;
    const files = { 'go.mod': 'module example.com/m\n\ngo 1.21\n', 'main.go': text };
    const lines = [['go', 'run', '.']] as const;
    assert.deepEqual((await runPerturbed('other', { files, lines, turn: 4 })).said, ['afcD3']);
  });

  for (const [at, kind] of KINDS.entries()) {
    it(`is altered: ${kind}`, async () => {
      const { said } = await run(kind, OF_VALUES);
      assert.deepEqual(
        said,
        VALUES.map(([, , ...values]) => values[at]),
      );
    });
  }

  it('is altered with all its results at once, and where it leaves the outermost', async () => {
    const { said, noted } = await run('other', OF_SHAPES);
    assert.deepEqual(said, [
      '22 <nil>',
      '9 <nil>',
      'bbe: upp mpx true',
      'ac false',
      '135',
      '4 false',
      'tpp ijhi',
    ]);
    assert.ok(noted.includes('altered') && noted.includes('altered thrown'), noted.join());
  });

  it('is one thing of it, an error of which nobody knows the kind', async () => {
    const { said } = await run('one', OF_SHAPES);
    assert.deepEqual(said.slice(1, 4), ['7 <nil>', 'bad: too low false', 'ab false']);
  });

  it('is nothing, or what it was the first time', async () => {
    const text = `package main

import "fmt"

var n = 1

func next() int { n++; return n }

func main() { fmt.Println(next(), next()) }
`;
    assert.deepEqual((await run('nothing', text)).said, ['0 0']);
    assert.deepEqual((await run('first', text)).said, ['2 2']);
  });

  it('is altered in two files of a package, and comes one by one from an iterator', async () => {
    const text = `package main

func f() int { return 1 }

func main() {
	for x := range all() { println(x) }
	fmt()
}
`;
    const other = `package main; import ("fmt"; "iter") // of two

func all() iter.Seq[int] { return func(yield func(int) bool) { _ = yield(7) && yield(8) } }
func two() (string, error) { return "ab", nil }
func say() { s, _ := two(); fmt.Println(s, f()) }
`;
    const files = {
      'go.mod': 'module example.com/m\n\ngo 1.23\n',
      'main.go': text.replace('println(x)', 'show(x)').replace('fmt()', 'say()'),
      'other.go': `${other}func show(x int) { fmt.Println(x) }\n`,
    };
    const { said } = await runPerturbed('other', { files, lines: [['go', 'run', '.']] });
    assert.deepEqual(said, ['8', '9', 'ac 2']);
  });
});
