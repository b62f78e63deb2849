// Grep beside a real ripgrep on the same tree: the same files, lines and counts.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { after, before, describe, test } from 'node:test';
import { openToolWorld, type ToolWorld } from './tool-world.ts';

const FILES: Readonly<Record<string, string | Buffer>> = {
  '.git/HEAD': 'ref: alpha\n',
  '.git/info/exclude': 'excluded.txt\n',
  'excluded.txt': 'alpha\n',
  '.gitignore': '*.log\n!kept.log\n/build/\ndocs/*.tmp\n**/cache\n\\#odd\ntrailing.txt   \n',
  '.ignore': 'secret.txt\n',
  'secret.txt': 'alpha\n',
  '#odd': 'alpha\n',
  'trailing.txt': 'alpha\n',
  'src/a.ts': 'export const alpha = 1;\nfunction Alpha(x) {}\n  // alpha beta\n\nalpha',
  'src/b.tsx': 'const beta = "alpha-1";\nalphabet soup\nfoo_bar foo.bar foo(bar)\n',
  'src/deep/c.js': 'one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten\n',
  'src/deep/.gitignore': 'local.js\n!../kept.log\n',
  'src/deep/local.js': 'alpha\n',
  'src/deep/er/local.js': 'alpha\n',
  'src/crlf.txt': 'alpha\r\nbeta\r\n\r\ngamma\r\n',
  'src/uni.md':
    'Größe über Ärger\nnaïve café\n日本語 テスト\nδέλτα ΔΕΛΤΑ\n٣٤٥ 345\nx\u00a0y x\u2028y\n',
  'src/main.py': 'def alpha():\n    return {"k": [1, 2]}\n\nclass Beta(object):\n\tpass\n',
  'src/main.go': 'package main\n\nfunc main() {\n\tvar x interface{}\n\t_ = x\n}\n',
  'src/style.css': '.alpha { color: red; }\n',
  'kept.log': 'alpha kept\n',
  'dropped.log': 'alpha\n',
  'build/out.js': 'alpha\n',
  'src/build/in.js': 'alpha in\n',
  'docs/x.tmp': 'alpha\n',
  'docs/deep/x.tmp': 'alpha deep\n',
  'src/cache/x.js': 'alpha\n',
  '.hidden/h.txt': 'alpha hidden\n',
  'with blank/n a m e.txt': 'alpha blank\n',
  'data.bin': Buffer.from('alpha\0beta\n'),
  'empty.txt': '',
  'numbers.csv': 'a,1\nb,22\nc,333\nd,4444\n0x1F,1e10,-5\n',
  Makefile: 'alpha:\n\techo alpha\n',
};

/** Input of Grep (what is searched for, and its options). */
const PAIRS: readonly [string, Record<string, unknown>?][] = [
  ['alpha'],
  ['Alpha'],
  ['alpha', { '-i': true }],
  ['ALPHA', { '-i': true, glob: '*.ts' }],
  ['alpha', { glob: '*.{ts,tsx}' }],
  ['alpha', { glob: '!*.ts' }],
  ['alpha', { glob: 'src/**/*.js' }],
  ['alpha', { glob: '**/deep/**' }],
  ['alpha', { glob: 'src/*' }],
  ['alpha', { glob: '/kept.log' }],
  ['alpha', { glob: '[km]*' }],
  ['alpha', { glob: '*.log' }],
  ['alpha', { type: 'ts' }],
  ['alpha', { type: 'py' }],
  ['alpha', { type: 'js' }],
  ['alpha', { type: 'css' }],
  ['alpha', { type: 'make' }],
  ['alpha', { path: 'src' }],
  ['alpha', { path: 'src/deep' }],
  ['alpha', { path: 'build/out.js' }],
  ['alpha', { path: 'with blank' }],
  ['^alpha'],
  ['alpha$'],
  ['^alpha$'],
  ['^$'],
  ['^\\s*$'],
  ['\\balpha\\b'],
  ['\\bber\\b'],
  ['\\w+-\\d'],
  ['\\w{5,}'],
  ['\\W\\d+'],
  ['\\d{3}'],
  ['[[:digit:]]{2,}'],
  ['[[:alpha:]]+[[:punct:]]'],
  ['[[:^alpha:]]alpha'],
  ['[^a-z\\s]'],
  ['[a-c&&[^b]],\\d'],
  ['[\\w.]+\\(bar\\)'],
  ['foo[._]bar'],
  ['foo\\.bar'],
  ['foo.bar'],
  ['(foo|beta)[_ ]'],
  ['(?i)größe'],
  ['(?i)δέλτα'],
  ['alp(?i)HA'],
  ['(?i:ALP)ha'],
  ['alpha(?i) BETA|Two'],
  ['\\p{Greek}+'],
  ['\\p{Lu}\\w'],
  ['\\pL{4}\\b'],
  ['\\P{ASCII}'],
  ['\\x61lpha'],
  ['\\x{3b4}'],
  ['interface\\{\\}'],
  ['\\{"k": \\[1'],
  ['x.y'],
  ['x\\sy'],
  ['\\t\\w'],
  ['(?P<word>tw)o'],
  ['a.*b.*c|s.*n'],
  ['\\-5|0x[0-9A-F]+'],
  ['[]a]lpha'],
  ['[a-]1'],
  ['テスト|日本'],
  ['no such thing'],
  ['two.*four', { multiline: true, path: 'src/deep/c.js' }],
  ['one\\ntwo', { multiline: true }],
  ['^two$\\n^three$', { multiline: true, path: 'src/deep/c.js' }],
  ['\\{[^}]*\\}', { multiline: true, path: 'src' }],
  ['alpha', { multiline: true }],
  ['t', { path: 'src/deep/c.js', '-A': 1 }],
  ['t', { path: 'src/deep/c.js', '-B': 2 }],
  ['five', { path: 'src/deep/c.js', '-C': 2 }],
  ['one|ten', { path: 'src/deep/c.js', context: 1 }],
  ['one|four', { path: 'src/deep/c.js', '-A': 1, '-B': 1 }],
  ['two|nine', { path: 'src/deep/c.js', '-A': 3, '-n': false }],
  ['alpha', { '-n': false, path: 'src' }],
];

const isInstalled = spawnSync('rg', ['--version']).error === undefined;
const skip = isInstalled ? false : 'ripgrep is not installed';

describe(`Grep and ripgrep agree on ${PAIRS.length} searches`, { skip }, () => {
  let world: ToolWorld;
  before(async () => {
    world = await openToolWorld();
    for (const [path, content] of Object.entries(FILES)) await world.write(path, content);
  });
  after(async () => await world[Symbol.asyncDispose]());

  for (const [pattern, options = {}] of PAIRS) {
    test(`${pattern} ${JSON.stringify(options)}`, async () => {
      for (const output_mode of ['files_with_matches', 'content', 'count'] as const) {
        const input = { pattern, ...options, output_mode, head_limit: 0 };
        const { outcome, content } = await world.run('Grep', input);
        assert.equal(outcome, 'success', content);
        assert.deepEqual(ownLines(content, input), ripgrepLines(world.root, input), output_mode);
      }
    });
  }
});

type Input = { pattern: string; output_mode: string } & Record<string, unknown>;

/** Without the lines that count. Files come in another order. */
function ownLines(content: string, input: Input): string[] {
  if (/^No (?:files|matches) found$/.test(content)) return [];
  const lines = content.split('\n').filter((line) => !/^Found \d+ /.test(line));
  return hasContext(input) ? lines : lines.toSorted();
}

function ripgrepLines(root: string, input: Input): string[] {
  const modes = { files_with_matches: ['-l'], count: ['-c'], content: [] };
  const mode = Object.entries(modes).find(([name]) => name === input.output_mode)?.[1] ?? [];
  const flags = ['-A', '-B', '-C'].flatMap((flag) => {
    const value = input[flag] ?? (flag === '-C' ? input['context'] : undefined);
    return value === undefined || input.output_mode !== 'content'
      ? []
      : [flag, JSON.stringify(value)];
  });
  const words = [
    '--no-config --hidden --no-heading --with-filename --color never --sort path --crlf'.split(' '),
    ['--no-ignore-global', '--glob', '!.git', ...mode, ...flags],
    input['-n'] === false ? ['-N'] : ['-n'],
    input['-i'] === true ? ['-i'] : [],
    input['multiline'] === true ? ['-U', '--multiline-dotall'] : [],
    typeof input['glob'] === 'string' ? ['--glob', input['glob']] : [],
    typeof input['type'] === 'string' ? ['--type', input['type']] : [],
    ['-e', input.pattern, '--', typeof input['path'] === 'string' ? input['path'] : '.'],
  ].flat();
  const { status, stdout, stderr } = spawnSync('rg', words, { cwd: root, encoding: 'utf8' });
  assert.ok(status === 0 || status === 1, stderr);
  const lines = stdout.split('\n').slice(0, -1);
  const plain = lines.map((line) => line.replace(/^\.\//, '').replace(/\r$/, ''));
  return hasContext(input) ? plain : plain.toSorted();
}

function hasContext(input: Input): boolean {
  return ['-A', '-B', '-C', 'context'].some((key) => key in input);
}
