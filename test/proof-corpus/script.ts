// Words for the scripts of authors and implementers: what they write, run and claim. Pure.
import { dirname } from 'node:path/posix';
import type {
  Script,
  ScriptBlock,
  ScriptSession,
  ScriptTurn,
} from '../../app/gateway/scripted/script.ts';
import type { TestCase } from '../../sandbox/protocol/cases.ts';
import type { Files } from '../support/proof-world/repository.ts';

/** A case as a corpus writes it down; `path` and `run` follow from the language unless given. */
export type Written = {
  title: string;
  text: string;
  criterion?: string;
  path?: string;
  run?: ((path: string) => string) | undefined;
  surface?: TestCase['surface'];
  withheld?: boolean;
  /** Further files of the case. */
  more?: Files;
};

export type Language = 'node' | 'script' | 'python' | 'shell' | 'go' | 'ruby';

type Way = { path(id: string): string; run(path: string): string };

/** How the tests of a language are named and run. */
const WAYS: Record<Language, Way> = {
  node: { path: (id) => `test/redgreen/${id}.test.mjs`, run: (path) => `node --test ${path}` },
  script: { path: (id) => `test/redgreen/${id}.test.mjs`, run: (path) => `node ${path}` },
  python: {
    path: (id) => `tests/redgreen/test_${id}.py`,
    run: (path) => `python3 -m unittest ${path.replace(/\.py$/, '').replaceAll('/', '.')}`,
  },
  go: {
    path: (id) => `test/redgreen/${id}/${id}_test.go`,
    run: (path) => `go test ./${dirname(path)}`,
  },
  ruby: { path: (id) => `test/redgreen/${id}_test.rb`, run: (path) => `ruby ${path}` },
  shell: { path: (id) => `test/redgreen/${id}.test.sh`, run: (path) => `sh ${path}` },
};

export function author(language: Language, written: readonly Written[]): ScriptSession {
  const files: Record<string, string> = {};
  const cases = written.map((one, index): TestCase => {
    const way = WAYS[language];
    const path = one.path ?? way.path(`t${index + 1}`);
    Object.assign(files, { [path]: one.text }, one.more);
    return {
      id: `T${index + 1}`,
      criterion: one.criterion ?? 'R1',
      title: one.title,
      files: [path, ...Object.keys(one.more ?? {})],
      run: (one.run ?? way.run)(path),
      surface: one.surface ?? 'public_api',
      withheld: one.withheld ?? false,
    };
  });
  return [turn(bash(writing(files))), turn(call('mcp__redgreen__submit_tests', { cases }))];
}

/** One round of somebody who has seen neither code nor tests: nothing of it is shown. */
export function challenger(language: Language, written: readonly Written[]): ScriptSession {
  const withheld = written.map((one) => Object.assign({}, one, { withheld: true }));
  return author(language, withheld);
}

/** Whether the plan's words promise what a case asks. */
export function reader(promised: boolean, reason = 'The words say so.'): ScriptSession {
  return [turn(call('answer', { promised, reason }))];
}

export type Work = {
  files?: Files;
  /** Run after the files are written. */
  command?: string;
  /** Said at the end; nothing follows from it. */
  claim?: string;
};

export function implementer({ files = {}, command, claim = 'Done.' }: Work): ScriptSession {
  const line = [writing(files), command].filter((part) => part !== undefined && part !== '');
  return [
    ...(line.length === 0 ? [] : [turn(bash(line.join('\n')))]),
    turn(call('mcp__redgreen__set_status', { status: 'finished', reason: claim })),
  ];
}

/** Writes files, and asks for the packages that they name. */
export function installing(files: Files): ScriptTurn {
  return turn(bash(writing(files)), call('mcp__redgreen__install', {}));
}

/** The same author and implementer, however often they are asked. */
export function scriptOf(tests: ScriptSession, ...work: readonly ScriptSession[]): Script {
  return { 'write-tests': [tests], implement: work };
}

function writing(files: Files): string {
  return Object.entries(files)
    .map(([path, text]) => {
      const mode = text.startsWith('#!') ? ` && chmod 755 ${quoted(path)}` : '';
      const bytes = Buffer.from(text).toString('base64');
      return `mkdir -p "$(dirname ${quoted(path)})" && rm -rf ${quoted(path)} && echo ${bytes} | base64 -d > ${quoted(path)}${mode}`;
    })
    .join('\n');
}

function quoted(path: string): string {
  return `'${path.replaceAll("'", String.raw`'\''`)}'`;
}

function bash(command: string): ScriptBlock {
  return call('Bash', { command });
}

function call(name: string, input: unknown): ScriptBlock {
  return { type: 'tool_use', name, input };
}

function turn(...content: ScriptBlock[]) {
  return { content };
}
