// Grep: searches file contents with ripgrep's meaning, in Node itself: one behaviour everywhere. A
// pattern that backtracks without end is stopped; files are searched in small batches, so that the
// runner stays awake.
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { decodeText, readRegularFile } from '../../files/content.ts';
import { compilePathGlob } from '../../files/glob-pattern.ts';
import { linesOf } from '../../files/lines.ts';
import { walkFiles } from '../../files/walk.ts';
import { runLimited, TookTooLong } from '../../limited.ts';
import {
  defineTool,
  internalFailure,
  rejected,
  success,
  type ToolContext,
  type ToolResult,
} from '../../tool.ts';
import { FILE_TYPES } from '../file-types.ts';
import { findSearchPlace, type SearchPlace } from '../search-place.ts';
import { findSpans, SEPARATOR } from './lines.ts';
import { compilePattern, formFor, type Pattern } from './pattern.ts';
import { type FileMatch, type GrepInput, showMatches, showSpansOf } from './result.ts';

const MAX_FILE_BYTES = 16 * 1024 * 1024;
const BATCH_LENGTH = 4 * 1024 * 1024;
const BATCH_FILES = 500;
const BATCH_MS = 2_000;
const TOTAL_MS = 30_000;
/** Of the lines kept to be shown; far more than ever is. */
const MAX_SHOWN_LENGTH = 8 * 1024 * 1024;

type Search = {
  input: GrepInput;
  pattern: Pattern;
  spansLines: boolean;
  accepts(paths: readonly string[]): boolean;
  /** Named by a glob: then it is searched though an ignore file names it too. */
  isWanted(paths: readonly string[]): boolean;
};
type Candidate = { file: string; text: string };

export const grepTool = defineTool('Grep', async (input, context) => {
  const place = await findSearchPlace(context.workspace, input.path);
  if (place.kind === 'missing') return rejected(place.problem);
  const search = prepare(input);
  if (typeof search === 'string') return rejected(search);
  try {
    const matches = await searchPlace(place, search, context);
    return success(showMatches(matches, input, context));
  } catch (error) {
    return explain(error);
  }
});

function prepare(input: GrepInput): Search | string {
  const types = input.type === undefined ? undefined : FILE_TYPES[input.type];
  if (input.type !== undefined && types === undefined) {
    return `Unknown file type ${input.type}. Known: ${Object.keys(FILE_TYPES).join(', ')}.`;
  }
  const spansLines = input.multiline === true;
  try {
    const ignoresCase = input['-i'] === true;
    const pattern = compilePattern(input.pattern, { ignoresCase, spansLines });
    const globs = splitGlobs(input.glob ?? '');
    const into = matcher(globs.filter((glob) => !glob.startsWith('!')));
    const out = matcher(globs.filter((glob) => glob.startsWith('!')).map((glob) => glob.slice(1)));
    const isType = matcher(types ?? []);
    const accepts = (paths: readonly string[]): boolean =>
      isType(paths) !== false && into(paths) !== false && out(paths) !== true;
    return { input, pattern, spansLines, accepts, isWanted: (paths) => into(paths) === true };
  } catch (error) {
    return `The pattern is not valid: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** Several globs stand after each other, separated by blanks or commas outside braces. */
function splitGlobs(text: string): string[] {
  return text.match(/(?:\{[^}]*\}|[^\s,{])+|\{/g) ?? [];
}

/** Does any of the paths that a file has match any of the globs? Undefined when there are none. */
function matcher(globs: readonly string[]): (paths: readonly string[]) => boolean | undefined {
  const patterns = globs.map(compilePathGlob);
  if (patterns.length === 0) return () => undefined;
  return (paths) => paths.some((path) => patterns.some((pattern) => pattern.test(path)));
}

async function searchPlace(
  place: Exclude<SearchPlace, { kind: 'missing' }>,
  search: Search,
  { now, signal, workspace }: ToolContext,
): Promise<FileMatch[]> {
  const endsAt = now() + TOTAL_MS;
  const matches: FileMatch[] = [];
  let length = 0;
  for await (const batch of batches(place, search, signal)) {
    if (now() > endsAt) throw new TookTooLong(TOTAL_MS);
    const found = runLimited(() => batch.map((one) => matchFile(one, search)), BATCH_MS);
    for (const match of found.filter(({ count }) => count > 0)) {
      const path = workspace.show(match.file);
      const shown = match.shown.map((line) => (line === SEPARATOR ? line : `${path}${line}`));
      matches.push({ ...match, shown });
      length += shown.reduce((sum, line) => sum + line.length, 0);
    }
    if (length > MAX_SHOWN_LENGTH) break;
  }
  return matches;
}

function matchFile({ file, text }: Candidate, { pattern, spansLines, input }: Search): FileMatch {
  const form = formFor(pattern, text);
  if (form.text !== undefined) {
    form.text.lastIndex = 0;
    if (!form.text.test(text)) return { file, count: 0, shown: [] };
  }
  const lines = linesOf(text);
  const spans = findSpans(lines, form.line, spansLines);
  const isShown = input.output_mode === 'content';
  return { file, count: spans.length, shown: isShown ? showSpansOf(lines, spans, input) : [] };
}

async function* batches(
  place: Exclude<SearchPlace, { kind: 'missing' }>,
  search: Search,
  signal: AbortSignal,
): AsyncGenerator<Candidate[]> {
  let batch: Candidate[] = [];
  let length = 0;
  for await (const path of pathsOf(place, search, signal)) {
    const file = join(place.root, path);
    const content = readRegularFile(file, MAX_FILE_BYTES);
    if (content.kind !== 'file') continue;
    const text = decodeText(content.bytes);
    if (text.kind === 'binary') continue;
    batch.push({ file, text: text.text.replaceAll('\r\n', '\n') });
    length += text.text.length;
    if (length < BATCH_LENGTH && batch.length < BATCH_FILES) continue;
    yield batch;
    await setImmediate();
    batch = [];
    length = 0;
  }
  if (batch.length > 0) yield batch;
}

async function* pathsOf(
  place: Exclude<SearchPlace, { kind: 'missing' }>,
  search: Search,
  signal: AbortSignal,
): AsyncGenerator<string> {
  if (place.kind === 'file') {
    yield place.path;
    return;
  }
  const { root, from } = place;
  // A glob may be meant from the workspace or from the directory that is searched.
  const namesOf = (path: string): string[] =>
    from === '' ? [path] : [path, path.slice(from.length + 1)];
  const rescues = (path: string): boolean => search.isWanted(namesOf(path));
  for await (const path of walkFiles({ root, from, honoursIgnoreFiles: true, rescues, signal })) {
    if (search.accepts(namesOf(path))) yield path;
  }
}

function explain(error: unknown): ToolResult {
  if (!(error instanceof TookTooLong)) throw error;
  return internalFailure(
    `The search was ${error.message}. Use a simpler pattern, or narrow it with path, glob or type.`,
  );
}
