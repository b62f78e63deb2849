import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { type MergedText, mergeLines } from '../../../../app/proof/moved/merge-lines.ts';
import { mergeAll, mergeFile } from '../../../support/git-merges.ts';
import { createRandom, type Random } from '../../../support/random.ts';

type Triple = { base: string; ours: string; theirs: string };

function merge({ base, ours, theirs }: Triple, cells = 4_000_000): MergedText {
  const bytes = (text: string) => Buffer.from(text, 'latin1');
  return mergeLines({ base: bytes(base), ours: bytes(ours), theirs: bytes(theirs) }, { cells });
}

const CLEAN: Record<string, Triple & { is: string }> = {
  'changes with a line between them': {
    base: 'a\nb\nc\nd\n',
    ours: 'A\nb\nc\nd\n',
    theirs: 'a\nb\nC\nd\n',
    is: 'A\nb\nC\nd\n',
  },
  'the same change on both sides': {
    base: 'a\nb\nc\n',
    ours: 'a\nB\nc\n',
    theirs: 'a\nB\nc\n',
    is: 'a\nB\nc\n',
  },
  'the same change, and another elsewhere': {
    base: 'a\nb\nc\nd\ne\n',
    ours: 'a\nB\nc\nd\ne\n',
    theirs: 'a\nB\nc\nD\ne\n',
    is: 'a\nB\nc\nD\ne\n',
  },
  'an import above and a function below': {
    base: 'import a\n\nfunction one() {\n}\n',
    ours: 'import a\nimport b\n\nfunction one() {\n}\n',
    theirs: 'import a\n\nfunction one() {\n}\n\nfunction two() {\n}\n',
    is: 'import a\nimport b\n\nfunction one() {\n}\n\nfunction two() {\n}\n',
  },
  'line breaks of two characters': {
    base: 'a\r\nb\r\nc\r\n',
    ours: 'A\r\nb\r\nc\r\n',
    theirs: 'a\r\nb\r\nC\r\n',
    is: 'A\r\nb\r\nC\r\n',
  },
  'no line break at the end': {
    base: 'a\nb\nc',
    ours: 'A\nb\nc',
    theirs: 'a\nb\nC',
    is: 'A\nb\nC',
  },
  'the line break at the end was added': {
    base: 'a\nb\nc',
    ours: 'A\nb\nc',
    theirs: 'a\nb\nc\n',
    is: 'A\nb\nc\n',
  },
  'bytes that are no UTF-8': {
    base: '\xff\nb\nc\n',
    ours: '\xfe\nb\nc\n',
    theirs: '\xff\nb\n\xfd\n',
    is: '\xfe\nb\n\xfd\n',
  },
  'one side emptied nothing': { base: '', ours: 'a\n', theirs: '', is: 'a\n' },
};
for (const [what, { is, ...triple }] of Object.entries(CLEAN)) {
  test(`merged: ${what}`, () => {
    const merged = merge(triple);
    assert.ok(merged.ok);
    assert.equal(merged.bytes.toString('latin1'), is);
  });
}

const CONFLICTS: Record<string, [Triple, object]> = {
  'the same line': [
    { base: 'a\nb\nc\n', ours: 'a\nB\nc\n', theirs: 'a\n?\nc\n' },
    { why: 'lines', first: 2, last: 2 },
  ],
  'lines that touch': [
    { base: 'a\nb\nc\n', ours: 'A\nb\nc\n', theirs: 'a\nB\nc\n' },
    { why: 'lines', first: 1, last: 2 },
  ],
  'a line that is gone and one that is changed': [
    { base: 'a\nb\nc\n', ours: 'a\nc\n', theirs: 'a\nB\nc\n' },
    { why: 'lines', first: 2, last: 2 },
  ],
  'two files of one name': [
    { base: '', ours: 'a\n', theirs: 'b\n' },
    { why: 'lines', first: 1, last: 1 },
  ],
  'line breaks of another kind on one side': [
    { base: 'a\nb\nc\n', ours: 'a\r\nb\r\nc\r\n', theirs: 'a\nb\nC\n' },
    { why: 'lines', first: 1, last: 3 },
  ],
  'one of several equal lines, whichever': [
    { base: 'x\nx\nx\n', ours: 'x\nx\n', theirs: 'y\nx\nx\n' },
    { why: 'lines', first: 1, last: 3 },
  ],
  'a line that was moved': [
    { base: 'a\nb\nc\nd\n', ours: 'b\nc\na\nd\n', theirs: 'a\nb\nc\nd\ne\n' },
    { why: 'moved' },
  ],
  'bytes that are no text': [
    { base: 'a\0\nb\nc\n', ours: 'A\0\nb\nc\n', theirs: 'a\0\nb\nC\n' },
    { why: 'binary' },
  ],
};
for (const [what, [triple, expected]] of Object.entries(CONFLICTS)) {
  test(`a conflict: ${what}`, () => {
    assert.deepEqual(merge(triple), { ok: false, ...expected });
  });
}

test('what costs more than is allowed is no merge', () => {
  const lines = (from: number) =>
    Array.from({ length: 3_000 }, (_, at) => `${from + at}\n`).join('');
  const triple = { base: lines(0), ours: lines(10_000), theirs: lines(20_000) };
  assert.deepEqual(merge(triple), { ok: false, why: 'large' });
  const breaks = '\n'.repeat(1_000_000);
  const many = { base: breaks, ours: `${breaks}a\n`, theirs: `b\n${breaks}` };
  assert.deepEqual(merge(many), { ok: false, why: 'large' });
  const long = 'x'.repeat(1_048_577);
  const larger = { base: 'a\n', ours: `a\n${long}`, theirs: 'A\n' };
  assert.deepEqual(merge(larger), { ok: false, why: 'large' });
});

/** Texts as people write them: with blank lines, braces and calls that come again and again. */
function createTriple(random: Random): Triple {
  const few = ['\n', '}\n', '  }\n', '  return x;\n', 'end\n', '\r\n'];
  let fresh = 0;
  const line = () => (random.chance(0.45) ? random.pick(few) : `line ${(fresh += 1)}\n`);
  const base = Array.from({ length: 1 + random.below(40) }, line);
  const shared = random.chance(0.3) ? edited(random, base, line) : undefined;
  const side = () => {
    const begun = shared !== undefined && random.chance(0.8) ? shared : base;
    let text = begun;
    for (let edits = random.below(4); edits > 0; edits -= 1) text = edited(random, text, line);
    const joined = text.join('');
    return random.chance(0.15) ? joined.replace(/\n$/, '') : joined;
  };
  const joined = base.join('');
  const ended = random.chance(0.15) ? joined.replace(/\n$/, '') : joined;
  return { base: ended, ours: side(), theirs: side() };
}

function edited(random: Random, text: readonly string[], line: () => string): string[] {
  const at = random.below(text.length + 1);
  const count = random.below(4);
  const some = Array.from({ length: random.below(4) }, line);
  const kind = random.below(5);
  if (kind === 0) return text.toSpliced(at, 0, ...some);
  if (kind === 1) return text.toSpliced(at, count);
  if (kind === 2) return text.toSpliced(at, 0, ...text.slice(at, at + 1 + random.below(8)));
  if (kind === 3) {
    const block = text.slice(at, at + 1 + random.below(8));
    const rest = text.toSpliced(at, block.length);
    return rest.toSpliced(random.below(rest.length + 1), 0, ...block);
  }
  return text.toSpliced(at, count, ...some);
}

const TRIPLES = 600;
const ASKED_SINGLY = 100;

test('what is called clean is clean to git, and the same bytes, however git lays lines side by side', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'merge-lines-'));
  try {
    const random = createRandom(20_261_119);
    const triples = Array.from({ length: TRIPLES }, () => toBytes(createTriple(random)));
    const merged = triples.map((triple) => mergeLines(triple, { cells: 4_000_000 }));
    const all = await mergeAll(folder, triples);
    let [clean, both] = [0, 0];
    for (const [at, triple] of triples.entries()) {
      const own = merged[at];
      if (all[at] !== undefined) both += 1;
      if (own?.ok !== true) continue;
      clean += 1;
      const seen = [all[at]];
      // A process each.
      if (clean <= ASKED_SINGLY) seen.push(await mergeFile(folder, triple));
      for (const bytes of seen)
        assert.deepEqual(bytes?.toString('latin1'), own.bytes.toString('latin1'), told(triple));
    }
    assert.ok(clean > TRIPLES / 4, `${clean} of ${TRIPLES}`);
    assert.ok(clean > both / 2, `${clean} of ${both} that git calls clean`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

function toBytes({ base, ours, theirs }: Triple) {
  const bytes = (text: string) => Buffer.from(text, 'latin1');
  return { base: bytes(base), ours: bytes(ours), theirs: bytes(theirs) };
}

function told(triple: ReturnType<typeof toBytes>): string {
  return JSON.stringify(Object.values(triple).map((bytes) => bytes.toString('latin1')));
}
