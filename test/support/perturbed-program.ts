// Runs a program in which what its functions give back is altered, and reads what was noted of it.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { perturbedAll } from '../../app/proof/perturb/perturbed.ts';
import { languageOf } from '../../sandbox/languages/languages.ts';
import type { Alteration } from '../../sandbox/syntax/code/perturb.ts';
import { parse } from './syntax.ts';

/** What is put in the way of a test whose tool is not there: said aloud, and skipped. */
export function without(program: string, argument = '--version'): { skip: string | false } {
  const isThere = spawnSync(program, [argument]).error === undefined;
  return { skip: isThere ? false : `${program} is not on this machine` };
}

type Program = {
  /** Unset: by one. */
  turn?: number;
  files: Readonly<Record<string, string>>;
  /** One after the other; what the last prints is what it says. */
  lines: readonly (readonly [string, ...string[]])[];
};

let made = 0;

export async function runPerturbed(alteration: Alteration, { turn = 1, files, lines }: Program) {
  const directory = mkdtempSync(join(tmpdir(), 'perturb-'));
  try {
    made += 1;
    const marks = join(directory, 'marks');
    const helper = { name: `h${made}x`, marks, alteration, isDeep: false, turn };
    const texts = { ...files };
    for (const { path, content } of perturbedAll(await parsed(files), helper)) {
      const { grammar } = languageOf(path) ?? assert.fail(path);
      assert.equal((await parse(grammar, content)).hasError, false, content);
      texts[path] = content;
    }
    for (const [path, text] of Object.entries(texts)) {
      mkdirSync(dirname(join(directory, path)), { recursive: true });
      writeFileSync(join(directory, path), text);
    }
    const outputs = lines.map(([program, ...given]) =>
      execFileSync(program, given, { cwd: directory, encoding: 'utf8' }),
    );
    const noted = existsSync(marks) ? readFileSync(marks, 'utf8').trim().split('\n') : [];
    return { said: outputs.at(-1)?.trim().split('\n') ?? [], noted: [...new Set(noted)].sort() };
  } finally {
    rmSync(directory, { recursive: true });
  }
}

async function parsed(files: Program['files']) {
  const known = Object.entries(files).flatMap(([path, text]) => {
    const grammar = languageOf(path)?.grammar;
    return grammar === undefined ? [] : [{ path, text, grammar }];
  });
  return await Promise.all(
    known.map(async ({ path, text, grammar }) => ({
      path,
      head: { text, tree: await parse(grammar, text) },
    })),
  );
}
