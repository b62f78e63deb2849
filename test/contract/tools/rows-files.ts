// Read, Write, Edit and NotebookEdit: what each use must do.
import { makeNotebook, makePdf, makePng } from '../../unit/sandbox/runner/samples.ts';
import type { Row, Table } from './row.ts';

const A = { file_path: '@/a.txt' };
const READ = ['Read', A] as const;

const READ_ROWS: readonly Row[] = [
  {
    shows: 'use',
    name: 'shows lines with their numbers',
    files: { 'a.txt': 'line1\nline2\nline3\n' },
    input: A,
    outcome: 'success',
    content: /^@\/a\.txt \(3 lines\)\n {5}1→line1\n {5}2→line2\n {5}3→line3$/,
  },
  {
    shows: 'use',
    name: 'shows a part',
    files: { 'a.txt': 'a\nb\nc\nd\n' },
    input: { ...A, offset: 2, limit: 2 },
    outcome: 'success',
    content: /\(4 lines, showing 2-3\)\n {5}2→b\n {5}3→c$/,
  },
  {
    shows: 'use',
    name: 'says that a file is empty',
    files: { 'a.txt': '' },
    input: A,
    outcome: 'success',
    content: /0 lines.*empty/,
  },
  {
    shows: 'use',
    name: 'takes CR LF, a byte order mark and broken letters',
    files: { 'a.txt': Buffer.concat([Buffer.from('\ufeffa\r\nb'), Buffer.from([0xff, 13, 10])]) },
    input: A,
    outcome: 'success',
    content: /\(2 lines\)\n {5}1→a\n {5}2→b\ufffd$/,
  },
  {
    shows: 'use',
    name: 'shows an image',
    files: { 'a.txt': makePng(3, 2) },
    input: A,
    outcome: 'success',
    content: /\(image\/png, 3x2, \d+ bytes\)$/,
  },
  {
    shows: 'use',
    name: 'shows a PDF',
    needs: 'pdftotext',
    files: { 'a.txt': makePdf(['First page', 'Second page']) },
    input: { ...A, pages: '2' },
    outcome: 'success',
    content: /PDF, 2 pages, showing 2-2, 1 as images\)\n--- page 2 ---\s+Second page$/,
  },
  {
    shows: 'use',
    name: 'shows a notebook',
    files: { 'a.ipynb': makeNotebook() },
    input: { file_path: '@/a.ipynb' },
    outcome: 'success',
    content: /2 cells\)\n--- cell intro \(markdown\)[\s\S]*--- output ---\nhello/,
  },
  {
    shows: 'use',
    name: 'shows bytes',
    files: { 'a.txt': Buffer.from([0, 1, 2, 0x41]) },
    input: A,
    outcome: 'success',
    content: /\(binary, 4 bytes\)\n00000000 {2}00 01 02 41/,
  },
  {
    shows: 'cap',
    name: 'shows 2000 lines',
    files: { 'a.txt': 'x\n'.repeat(3_000) },
    input: A,
    outcome: 'success',
    content: /\(3000 lines, showing 1-2000\)[\s\S]* 2000→x$/,
  },
  {
    shows: 'cap',
    name: 'shows 2000 letters of a line',
    files: { 'a.txt': 'y'.repeat(2_001) },
    input: A,
    outcome: 'success',
    content: /1→y{2000}…$/,
  },
  {
    shows: 'cap',
    name: 'shows no image that is too large',
    files: { 'a.txt': makePng(9_000, 1) },
    input: A,
    outcome: 'tool_rejected',
    content: /too large to be shown/,
  },
  {
    shows: 'error',
    name: 'needs a file',
    input: A,
    outcome: 'tool_rejected',
    content: /not exist/,
  },
  {
    shows: 'error',
    name: 'takes no directory',
    input: { file_path: '/workspace' },
    outcome: 'tool_rejected',
    content: /is a directory/,
  },
  {
    shows: 'error',
    name: 'never waits for a device',
    input: { file_path: '/dev/zero' },
    outcome: 'tool_rejected',
    content: /no regular file/,
  },
  {
    shows: 'error',
    name: 'never waits for a pipe',
    first: [['Bash', { command: 'mkdir -p @ && mkfifo @/a.txt' }]],
    input: A,
    outcome: 'tool_rejected',
    content: /no regular file/,
  },
];

const WRITE_ROWS: readonly Row[] = [
  {
    shows: 'use',
    name: 'makes a file and its directories',
    input: { file_path: '@/x/y.txt', content: 'a\nb\n' },
    outcome: 'success',
    content: /^Created @\/x\/y\.txt \(2 lines\)\.$/,
    after: { 'x/y.txt': 'a\nb\n' },
  },
  {
    shows: 'use',
    name: 'replaces what was read',
    files: { 'a.txt': 'old' },
    first: [[...READ]],
    input: { ...A, content: 'new' },
    outcome: 'success',
    content: /^Replaced /,
    after: { 'a.txt': 'new' },
  },
  {
    shows: 'error',
    name: 'replaces nothing unread',
    files: { 'a.txt': 'old' },
    input: { ...A, content: 'new' },
    outcome: 'tool_rejected',
    content: /has not been read yet/,
    after: { 'a.txt': 'old' },
  },
  {
    shows: 'error',
    name: 'replaces nothing that others changed, also within the same second',
    files: { 'a.txt': 'old' },
    first: [
      [...READ],
      ['Bash', { command: 'touch -r @/a.txt t; printf two >@/a.txt; touch -r t @/a.txt' }],
    ],
    input: { ...A, content: 'new' },
    outcome: 'tool_rejected',
    content: /has changed since/,
    after: { 'a.txt': 'two' },
  },
  {
    shows: 'error',
    name: 'writes nowhere else',
    input: { file_path: '/etc/redgreen', content: '' },
    outcome: 'tool_rejected',
    content: /lies outside the workspace/,
  },
  {
    shows: 'error',
    name: 'writes nothing that steers the agent',
    input: { file_path: '/workspace/.claude/settings.json', content: '' },
    outcome: 'tool_rejected',
    content: /is protected/,
  },
];

const EDIT = { ...A, old_string: 'b', new_string: 'c' };
const EDIT_ROWS: readonly Row[] = [
  {
    shows: 'use',
    name: 'replaces one place',
    files: { 'a.txt': 'a\nb\n' },
    first: [[...READ]],
    input: EDIT,
    outcome: 'success',
    content: /in 1 place \(2 lines\)[\s\S]* 2→c$/,
    after: { 'a.txt': 'a\nc\n' },
  },
  {
    shows: 'use',
    name: 'replaces all places',
    files: { 'a.txt': 'b b b' },
    first: [[...READ]],
    input: { ...EDIT, replace_all: true },
    outcome: 'success',
    content: /in 3 places/,
    after: { 'a.txt': 'c c c' },
  },
  {
    shows: 'use',
    name: 'keeps CR LF',
    files: { 'a.txt': 'a\r\nb\r\n' },
    first: [[...READ]],
    input: { ...EDIT, new_string: 'c\nd' },
    outcome: 'success',
    content: /in 1 place/,
    after: { 'a.txt': 'a\r\nc\r\nd\r\n' },
  },
  ...(
    [
      ['the same text', { ...EDIT, new_string: 'b' }, /are the same/],
      ['what is not there', { ...EDIT, old_string: 'z' }, /does not occur/],
      ['what is there twice', { ...EDIT, old_string: 'a' }, /occurs 2 times/],
      ['a missing file', { ...EDIT, file_path: '@/none' }, /does not exist/],
      ['a notebook', { ...EDIT, file_path: '@/a.ipynb' }, /Use NotebookEdit/],
    ] as const
  ).map(([name, input, content]) => ({
    shows: 'error' as const,
    name: `refuses ${name}`,
    files: { 'a.txt': 'a a b' },
    first: [[...READ] as ['Read', object]],
    input,
    outcome: 'tool_rejected' as const,
    content,
    after: { 'a.txt': 'a a b' },
  })),
  {
    shows: 'cap',
    name: 'changes no file above 32 MiB',
    first: [['Bash', { command: 'mkdir -p @; truncate -s 33M @/a.txt' }], [...READ]],
    input: EDIT,
    outcome: 'tool_rejected',
    content: /at most 33554432/,
  },
];

const BOOK = { notebook_path: '@/a.ipynb' };
const notebookRow = {
  files: { 'a.ipynb': makeNotebook() },
  first: [['Read', { file_path: '@/a.ipynb' }]],
} satisfies Partial<Row>;
const NOTEBOOK_ROWS: readonly Row[] = [
  {
    ...notebookRow,
    shows: 'use',
    name: 'replaces a cell and nothing else',
    input: { ...BOOK, cell_id: 'intro', new_source: 'one' },
    outcome: 'success',
    content: /^Replaced cell intro/,
    after: { 'a.ipynb': makeNotebook().replace('"# Größe\\n",\n    "two"', '"one"') },
  },
  {
    ...notebookRow,
    shows: 'use',
    name: 'inserts a cell',
    input: { ...BOOK, new_source: 'x', edit_mode: 'insert', cell_type: 'code' },
    outcome: 'success',
    content: /^Inserted cell [0-9a-f]{8}/,
  },
  {
    ...notebookRow,
    shows: 'use',
    name: 'deletes a cell',
    input: { ...BOOK, cell_id: 'cell-0', new_source: '', edit_mode: 'delete' },
    outcome: 'success',
    content: /^Deleted cell intro/,
  },
  ...(
    [
      ['a cell that is not there', { ...BOOK, cell_id: 'x', new_source: '' }, /no cell x/],
      ['no cell at all', { ...BOOK, new_source: '' }, /cell_id is missing/],
      ['a new cell without type', { ...BOOK, new_source: '', edit_mode: 'insert' }, /cell_type/],
      ['another file', { notebook_path: '@/a.txt', new_source: '' }, /is no notebook/],
    ] as const
  ).map(([name, input, content]) => ({
    files: notebookRow.files,
    first: notebookRow.first,
    shows: 'error' as const,
    name: `refuses ${name}`,
    input,
    outcome: 'tool_rejected' as const,
    content,
    after: { 'a.ipynb': makeNotebook() },
  })),
];

export const FILE_ROWS: Table = [
  ['Read', READ_ROWS],
  ['Write', WRITE_ROWS],
  ['Edit', EDIT_ROWS],
  ['NotebookEdit', NOTEBOOK_ROWS],
];
