// Bash, TaskOutput, TaskStop, Glob and Grep: what each use must do. The ids of tasks follow from
// the order of the rows: only these start any.
import type { Row, Table } from './row.ts';

const BASH_ROWS: readonly Row[] = [
  {
    shows: 'use',
    name: 'joins both streams',
    input: { command: 'echo out; echo err >&2' },
    outcome: 'success',
    content: /^out\n\n--- stderr ---\nerr\n$/,
  },
  {
    shows: 'use',
    name: 'keeps the working directory',
    first: [['Bash', { command: 'mkdir -p @ && cd @' }]],
    input: { command: 'pwd; cd /workspace' },
    outcome: 'success',
    content: /^@\n$/,
  },
  {
    shows: 'use',
    name: 'starts a task and does not wait',
    input: { command: 'sleep 30', run_in_background: true },
    outcome: 'success',
    content: /background as task bash_1\./,
  },
  {
    shows: 'error',
    name: 'tells the exit code',
    input: { command: 'echo no; exit 3' },
    outcome: 'tool_rejected',
    content: /^no\n\n\[exit code 3\]$/,
  },
  {
    shows: 'error',
    name: 'tells the signal that ended it',
    input: { command: 'kill -SEGV $$' },
    outcome: 'tool_rejected',
    content: /\[exit code 139\]$/,
  },
  {
    shows: 'error',
    name: 'kills at the time limit',
    input: { command: 'echo begun; sleep 30', timeout: 2_000 },
    outcome: 'internal_failure',
    content: /^\[SDLC_INTERNAL\] The command was killed after 2000 ms[\s\S]*begun/,
  },
  {
    shows: 'cap',
    name: 'cuts each stream at a mebibyte',
    input: {
      command: 'head -c 1048577 /dev/zero | tr "\\0" x; head -c 1048576 /dev/zero | tr "\\0" y >&2',
    },
    outcome: 'success',
    content: /^x{1048576}\[SDLC_TRUNCATED\]\n--- stderr ---\ny{1048576}$/,
  },
];

const TASK_OUTPUT_ROWS: readonly Row[] = [
  {
    shows: 'use',
    name: 'tells that a task runs',
    input: { task_id: 'bash_1', block: false },
    outcome: 'success',
    content: /^task_id: bash_1\nstatus: running\nThere is no output\.$/,
  },
  {
    shows: 'use',
    name: 'waits no longer than told',
    input: { task_id: 'bash_1', timeout: 50 },
    outcome: 'success',
    content: /status: running/,
  },
  {
    shows: 'use',
    name: 'waits for the end',
    first: [['Bash', { command: 'sleep 0.1; echo end; exit 2', run_in_background: true }]],
    input: { task_id: 'bash_2' },
    outcome: 'success',
    content: /status: failed\nexit_code: 2\noutput:\nend\n$/,
  },
  {
    shows: 'cap',
    name: 'keeps the last mebibyte of a stream',
    first: [
      [
        'Bash',
        { command: 'head -c 1048576 /dev/zero | tr "\\0" x; echo z', run_in_background: true },
      ],
    ],
    input: { task_id: 'bash_3' },
    outcome: 'success',
    content: /exit_code: 0\noutput:\n\[SDLC_TRUNCATED\]x{1048574}z\n$/,
  },
  {
    shows: 'error',
    name: 'knows no other task',
    input: { task_id: 'other' },
    outcome: 'tool_rejected',
    content: /There is no task other\. Known: bash_1, bash_2, bash_3\./,
  },
];

const TASK_STOP_ROWS: readonly Row[] = [
  {
    shows: 'use',
    name: 'ends a task',
    input: { task_id: 'bash_1' },
    outcome: 'success',
    content: /^Task bash_1 was stopped: sleep 30$/,
  },
  {
    shows: 'error',
    name: 'ends it once',
    input: { shell_id: 'bash_1' },
    outcome: 'tool_rejected',
    content: /it is killed/,
  },
  { shows: 'error', name: 'needs an id', input: {}, outcome: 'tool_rejected', content: /missing/ },
];

const TREE = {
  'a.ts': 'alpha\nbeta\n',
  'deep/b.ts': 'beta\nalpha Alpha\n',
  'c.md': 'none\n',
  [`${'a'.repeat(200)}.x`]: '',
  'back.txt': `${'a'.repeat(60)}\n`,
};

const GLOB_ROWS: readonly Row[] = [
  {
    shows: 'use',
    name: 'finds files',
    files: TREE,
    input: { pattern: '**/*.ts', path: '@' },
    outcome: 'success',
    content: /^(?:@\/a\.ts\n@\/deep\/b\.ts|@\/deep\/b\.ts\n@\/a\.ts)$/,
  },
  {
    shows: 'use',
    name: 'finding nothing is no error',
    files: TREE,
    input: { pattern: '*.none', path: '@' },
    outcome: 'success',
    content: /^No files found$/,
  },
  {
    shows: 'cap',
    name: 'shows a hundred',
    first: [['Bash', { command: 'mkdir -p @; touch @/{1..120}' }]],
    input: { pattern: '*', path: '@' },
    outcome: 'success',
    content: /^(?:@\/\d+\n){100}\(Only the first 100 of 120 are shown/,
  },
  {
    shows: 'error',
    name: 'needs a place',
    input: { pattern: '*', path: '@/none' },
    outcome: 'tool_rejected',
    content: /does not exist/,
  },
  {
    shows: 'error',
    name: 'stops a pattern without end',
    files: TREE,
    input: { pattern: `${'*a'.repeat(12)}*b`, path: '@' },
    outcome: 'internal_failure',
    content: /^\[SDLC_INTERNAL\] The pattern took too long/,
  },
];

const GREP_ROWS: readonly Row[] = [
  {
    shows: 'use',
    name: 'lists files',
    files: TREE,
    input: { pattern: 'alpha', path: '@' },
    outcome: 'success',
    content: /^Found 2 files\n/,
  },
  {
    shows: 'use',
    name: 'shows lines',
    files: TREE,
    input: { pattern: 'ALPHA', '-i': true, path: '@/deep', output_mode: 'content', '-B': 1 },
    outcome: 'success',
    content: /\/deep\/b\.ts-1-beta\n.*\/deep\/b\.ts:2:alpha Alpha$/,
  },
  {
    shows: 'use',
    name: 'counts',
    files: TREE,
    input: { pattern: 'beta', path: '@', output_mode: 'count', glob: '*.ts' },
    outcome: 'success',
    content: /a\.ts:1\n.*b\.ts:1\nFound 2 matching lines in 2 files$/,
  },
  {
    shows: 'use',
    name: 'finding nothing is no error',
    files: TREE,
    input: { pattern: 'omega', path: '@' },
    outcome: 'success',
    content: /^No files found$/,
  },
  {
    shows: 'cap',
    name: 'shows 250 lines',
    files: { 'many.txt': 'line\n'.repeat(300) },
    input: { pattern: 'line', path: '@', output_mode: 'content' },
    outcome: 'success',
    content: /:250:line\n\[50 more; use offset/,
  },
  {
    shows: 'error',
    name: 'refuses a broken pattern',
    input: { pattern: '(' },
    outcome: 'tool_rejected',
    content: /The pattern is not valid/,
  },
  {
    shows: 'error',
    name: 'stops a pattern without end',
    files: TREE,
    input: { pattern: '(a+)+b', path: '@' },
    outcome: 'internal_failure',
    content: /^\[SDLC_INTERNAL\] The search was stopped/,
  },
];

export const PROCESS_ROWS: Table = [
  ['Bash', BASH_ROWS],
  ['TaskOutput', TASK_OUTPUT_ROWS],
  ['TaskStop', TASK_STOP_ROWS],
  ['Glob', GLOB_ROWS],
  ['Grep', GREP_ROWS],
];
