// Grep: searches file contents with ripgrep's meaning, in Node itself: one behaviour everywhere. A
// pattern that backtracks without end is stopped; files are searched in small batches, so that the
// runner stays awake.
import { join } from 'node:path';
import { GrepInput } from '../../protocol/tool-inputs.ts';
import { decodeText, readRegularFile } from '../files/content.ts';
import { compilePathGlob } from '../files/glob-pattern.ts';
import { linesOf } from '../files/lines.ts';
import { walkFiles } from '../files/walk.ts';
import { runLimited, TookTooLong } from '../limited.ts';
import {
  defineTool,
  internalFailure,
  rejected,
  success,
  type ToolContext,
  type ToolResult,
} from '../tool.ts';
import { FILE_TYPES } from './file-types.ts';
import { countLines, findSpans, SEPARATOR } from './grep-lines.ts';
import { compilePattern } from './grep-pattern.ts';
import { type FileMatch, showMatches, showSpansOf } from './grep-result.ts';
import { findSearchPlace, type SearchPlace } from './search-place.ts';

const MAX_FILE_BYTES = 16 * 1024 * 1024;
const BATCH_LENGTH = 1024 * 1024;
const BATCH_FILES = 100;
const BATCH_MS = 1_000;
const TOTAL_MS = 30_000;
/** Of the lines kept to be shown; far more than ever is. */
const MAX_SHOWN_LENGTH = 8 * 1024 * 1024;

type Search = {
  input: GrepInput;
  pattern: RegExp;
  spansLines: boolean;
  accepts(path: string): boolean;
};
type Candidate = { file: string; lines: string[] };

export const grepTool = defineTool(GrepInput, async (input, context) => {
  const place = await findSearchPlace(context.workspace, input.path);
  if (place.kind === 'missing') return rejected(place.problem);
  const search = prepare(input);
  if (typeof search === 'string') return rejected(search);
  try {
    const matches = await searchPlace(place, search, context);
    return success(await showMatches(matches, input, context));
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
    const isType = chooser(types ?? []);
    const isNamed = chooser(splitGlobs(input.glob ?? ''));
    return { input, pattern, spansLines, accepts: (path) => isType(path) && isNamed(path) };
  } catch (error) {
    return `The pattern is not valid: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** Several globs stand after each other, separated by blanks or commas outside braces. */
function splitGlobs(text: string): string[] {
  return text.match(/(?:\{[^}]*\}|[^\s,{])+|\{/g) ?? [];
}

/** `!` excludes; without an including glob everything else is accepted. */
function chooser(globs: readonly string[]): (path: string) => boolean {
  const excluding = globs.filter((glob) => glob.startsWith('!'));
  const out = excluding.map((glob) => compilePathGlob(glob.slice(1)));
  const into = globs.filter((glob) => !glob.startsWith('!')).map(compilePathGlob);
  return (path) => {
    if (out.some((glob) => glob.test(path))) return false;
    return into.length === 0 || into.some((glob) => glob.test(path));
  };
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

function matchFile({ file, lines }: Candidate, { pattern, spansLines, input }: Search): FileMatch {
  const spans = findSpans(lines, pattern, spansLines);
  const isShown = input.output_mode === 'content';
  return { file, count: countLines(spans), shown: isShown ? showSpansOf(lines, spans, input) : [] };
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
    const content = await readRegularFile(file, MAX_FILE_BYTES);
    if (content.kind !== 'file') continue;
    const text = decodeText(content.bytes);
    if (text.kind === 'binary') continue;
    const lines = linesOf(text.text).map((line) => line.replace(/\r$/, ''));
    batch.push({ file, lines });
    length += text.text.length;
    if (length < BATCH_LENGTH && batch.length < BATCH_FILES) continue;
    yield batch;
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
  for await (const path of walkFiles({ root, from, honoursIgnoreFiles: true, signal })) {
    if (search.accepts(from === '' ? path : path.slice(from.length + 1))) yield path;
  }
}

function explain(error: unknown): ToolResult {
  if (!(error instanceof TookTooLong)) throw error;
  return internalFailure(
    `The search was ${error.message}. Use a simpler pattern, or narrow it with path, glob or type.`,
  );
}
