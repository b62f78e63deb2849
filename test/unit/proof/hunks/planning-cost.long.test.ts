// What planning costs grows with the length of a file and not with its square: four times the lines
// are held against four times the processor's time, in the same run, with room for a busy machine.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hollowAll } from '../../../../app/proof/hunks/added-functions.ts';
import { planHunks } from '../../../../app/proof/hunks/plan-hunks.ts';
import { planParts } from '../../../../app/proof/hunks/plan-parts.ts';
import { relaidAll } from '../../../../app/proof/hunks/relaid.ts';
import { parseChanges } from '../../../../app/steps/runs/hunk-plans.ts';
import { processorMs } from '../../../support/processor-time.ts';
import { PARSERS } from '../../../support/syntax.ts';

type Write = (number: number, value: number) => string;

const LANGUAGES: readonly (readonly [path: string, head: string, write: Write])[] = [
  [
    'lib/long.js',
    '',
    (n, v) =>
      `export function f${n}(a, b) {\n  if (a === 'k${n}') {\n    log('x${n}');\n    return ${v};\n  }\n  return a + b;\n}\n\n`,
  ],
  [
    'pkg/long.py',
    '',
    (n, v) =>
      `def f${n}(a, b):\n    # Adds.\n    if a == 'k${n}':\n        log('x${n}')\n        return ${v}\n    return a + b\n\n\n`,
  ],
  [
    'long.go',
    'package long\n\n',
    (n, v) =>
      `func F${n}(a string) int {\n\tif a == "k${n}" {\n\t\tlog("x${n}")\n\t\treturn ${v}\n\t}\n\treturn len(a)\n}\n\n`,
  ],
];
const LINES_EACH = 8;

/** Which functions there are, and whether one is written otherwise. */
type Edit = { has(side: 'base' | 'head', n: number): boolean; isOther(n: number): boolean };

function edits(count: number): Record<string, Edit> {
  const half = (n: number) => n % 2 === 0;
  return {
    'one line is changed': { has: () => true, isOther: (n) => n === count >> 1 },
    'every second function is gone': {
      has: (side, n) => side === 'base' || half(n),
      isOther: () => false,
    },
    'every second function is new': {
      has: (side, n) => side === 'head' || half(n),
      isOther: () => false,
    },
  };
}

async function costOf(language: (typeof LANGUAGES)[number], lines: number, name: string) {
  const [path, head, write] = language;
  const count = Math.floor(lines / LINES_EACH);
  const edit = edits(count)[name];
  assert.ok(edit);
  const text = (side: 'base' | 'head') =>
    head +
    Array.from({ length: count }, (_none, n) => n)
      .filter((n) => edit.has(side, n))
      .map((n) => write(n, side === 'head' && edit.isOther(n) ? 2 : 1))
      .join('');
  const files = await parseChanges(PARSERS, [{ path, base: text('base'), head: text('head') }]);
  const started = processorMs();
  const plans = [...planHunks(files), ...planParts(files)];
  assert.ok(hollowAll(files).length + relaidAll(files).length > 0);
  assert.ok(plans.length > 0);
  return processorMs() - started;
}

describe('planning', () => {
  for (const language of LANGUAGES) {
    for (const name of Object.keys(edits(1))) {
      it(`is linear in the lines of ${language[0]} where ${name}`, async () => {
        const short = await costOf(language, 4_000, name);
        const long = await costOf(language, 16_000, name);
        assert.ok(long < 9 * short + 500, `${Math.round(short)} ms, then ${Math.round(long)} ms`);
      });
    }
  }
});
