import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '../../../../app/errors.ts';
import { readTests, readTraces } from '../../../../app/steps/runs/traces.ts';
import type { Sandbox, Traces } from '../../../../sandbox/driver/port.ts';

const { signal } = new AbortController();
const TREE = { hash: 'a'.repeat(40), paths: new Set(['a.mjs', 'src/b.mjs', 'src/in/c.mjs']) };

/** Answers so, and to every command the same; a fake of what is asked for here. */
function sandboxTelling(
  told: Traces | Error,
  said: string | Error = '',
): { sandbox: Sandbox; asked: string[] } {
  const asked: string[] = [];
  const sandbox = {
    traces: async () => {
      if (told instanceof Error) throw told;
      return await Promise.resolve(told);
    },
    exec: async ({ command }: { command: string | readonly string[] }) => {
      asked.push(String(command));
      if (said instanceof Error) throw said;
      return await Promise.resolve({ exitCode: 0, stdout: said, isStdoutCut: false });
    },
  };
  return { sandbox: sandbox as unknown as Sandbox, asked };
}

test('what was left is told from outside; the sandbox itself is not asked', async () => {
  const left = ['junit.xml', 'node_modules/x/y.xml', 'src', 'src/new.mjs'];
  const { sandbox, asked } = sandboxTelling({ isUntouched: false, touched: ['a.mjs'], left });
  assert.deepEqual(await readTraces(sandbox, TREE, signal), {
    isUntouched: false,
    touched: ['a.mjs'],
    changed: ['src/b.mjs', 'src/in/c.mjs'],
    written: ['junit.xml'],
  });
  assert.deepEqual(asked, []);
});

test('what is untouched has only been read', async () => {
  const { sandbox } = sandboxTelling({ isUntouched: true, touched: ['a.mjs'], left: [] });
  const nothing = { changed: [], written: [] };
  const expected = { isUntouched: true, touched: ['a.mjs'], ...nothing };
  assert.deepEqual(await readTraces(sandbox, TREE, signal), expected);
});

test('where nobody can tell, git in the sandbox is asked', async () => {
  const said = 'report.xml\0\0a.mjs\0';
  for (const told of [{ isUntouched: false }, new Error('gone')]) {
    const { sandbox, asked } = sandboxTelling(told, said);
    assert.deepEqual(await readTraces(sandbox, TREE, signal), {
      isUntouched: false,
      changed: ['a.mjs'],
      written: ['report.xml'],
    });
    assert.equal(asked.length, 1);
  }
});

test('of a sandbox that cannot be asked nothing is said, and its own git is not believed instead', async () => {
  for (const code of ['SANDBOX_NOT_FOUND', 'SANDBOX_UNREACHABLE', 'SANDBOX_REFUSED'] as const) {
    const unheard = new AppError(code);
    const { sandbox, asked } = sandboxTelling(unheard, '\0\0');
    await assert.rejects(readTraces(sandbox, TREE, signal), { code });
    assert.deepEqual(asked, []);
    const ended = sandboxTelling({ isUntouched: false }, unheard).sandbox;
    await assert.rejects(readTraces(ended, TREE, signal), { code });
  }
});

test('one that used too much is different', async () => {
  const full = new AppError('SANDBOX_NOT_FOUND', { details: { resourceLimit: 'memory' } });
  const { changed } = await readTraces(sandboxTelling(full, full).sandbox, TREE, signal);
  assert.deepEqual(changed, ['.git']);
});

test('a report in a sandbox that cannot be asked is not taken for none', async () => {
  const reading = async (fault: Error) => {
    const download = () => {
      throw fault;
    };
    const sandbox = { download } as unknown as Sandbox;
    return await readTests(sandbox, { stdout: '', written: ['junit.xml'] }, signal);
  };
  for (const code of ['SANDBOX_NOT_FOUND', 'SANDBOX_UNREACHABLE'] as const) {
    await assert.rejects(reading(new AppError(code)), { code });
  }
  assert.equal(await reading(new AppError('SANDBOX_FILE_TOO_LARGE')), undefined);
});
