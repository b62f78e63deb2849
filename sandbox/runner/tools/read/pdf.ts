// The pages of a PDF: their text and how they look, by poppler's programs. Each of them runs with
// an end in time and in output, whatever the file makes it do.
import { execFile } from 'node:child_process';
import { MAX_SHOWN_LENGTH } from '../../files/lines.ts';
import {
  internalFailure,
  type ResultImage,
  rejected,
  success,
  type ToolResult,
} from '../../tool.ts';
import { fittingImages, toResultImage } from './image.ts';

const PAGES_WITHOUT_ASKING = 10;
const MAX_PAGES = 20;
const PROGRAM_MS = 20_000;
const TEXT_BYTES = 4 * 1024 * 1024;
const IMAGE_BYTES = 16 * 1024 * 1024;
/** Pixels of the longer side. */
const IMAGE_SIDE = '1400';

export function isPdf(bytes: Buffer): boolean {
  return bytes.toString('latin1', 0, 5) === '%PDF-';
}

type Pages = { first: number; last: number };

export async function readPdf(
  path: string,
  asked: string | undefined,
  signal: AbortSignal,
): Promise<ToolResult> {
  const info = await runProgram('pdfinfo', [path], { maxBytes: TEXT_BYTES, signal });
  if (!info.ok) return failure(path, info);
  const count = Number(/^Pages:\s+(\d+)/m.exec(info.output.toString())?.[1] ?? 0);
  const pages = choosePages(asked, count);
  if (typeof pages === 'string') return rejected(`${path} has ${count} pages. ${pages}`);
  const range = ['-f', String(pages.first), '-l', String(pages.last)];
  const words = ['-enc', 'UTF-8', '-layout', ...range, path, '-'];
  const text = await runProgram('pdftotext', words, { maxBytes: TEXT_BYTES, signal });
  if (!text.ok) return failure(path, text);
  const images = await drawPages(path, pages, signal);
  const head = `${path} (PDF, ${count} pages, showing ${pages.first}-${pages.last}, ${images.length} as images)`;
  return success(`${head}\n${showText(text.output.toString(), pages.first)}`, images);
}

/** The pages to show, or why not. Pure. */
export function choosePages(asked: string | undefined, count: number): Pages | string {
  if (asked === undefined) {
    if (count <= PAGES_WITHOUT_ASKING) return { first: 1, last: count };
    return `Name at most ${MAX_PAGES} of them with pages, such as "1-5".`;
  }
  const match = /^\s*(\d+)\s*(?:(-)\s*(\d*)\s*)?$/.exec(asked);
  if (match === null) return `pages must be like "3" or "1-5", not "${asked}".`;
  const first = Number(match[1]);
  const last = match[2] === undefined ? first : Math.min(Number(match[3] || count), count);
  if (first < 1 || last < first) return `There are no pages "${asked}".`;
  if (last - first >= MAX_PAGES) return `At most ${MAX_PAGES} are shown at once.`;
  return first > count ? `There are no pages "${asked}".` : { first, last };
}

function showText(output: string, first: number): string {
  const pages = output.replace(/\f$/, '').split('\f');
  const text = pages
    .map((page, index) => `--- page ${first + index} ---\n${page.trimEnd()}`)
    .join('\n');
  return text.length <= MAX_SHOWN_LENGTH
    ? text
    : `${text.slice(0, MAX_SHOWN_LENGTH)}[SDLC_TRUNCATED]`;
}

/** A page that cannot be drawn is told by its text only. */
async function drawPages(path: string, pages: Pages, signal: AbortSignal): Promise<ResultImage[]> {
  const images: ResultImage[] = [];
  for (let page = pages.first; page <= pages.last; page += 1) {
    const words = ['-jpeg', '-scale-to', IMAGE_SIDE, '-f', String(page), '-l', String(page), path];
    const drawn = await runProgram('pdftoppm', words, { maxBytes: IMAGE_BYTES, signal });
    if (!drawn.ok) break;
    const image = toResultImage(drawn.output);
    if (image !== undefined) images.push(image);
  }
  return fittingImages(images);
}

type ProgramEnd =
  | { ok: true; output: Buffer }
  | { ok: false; program: string; reason: 'missing' | 'stopped' | 'refused'; problem: string };

async function runProgram(
  program: string,
  words: readonly string[],
  { maxBytes, signal }: { maxBytes: number; signal: AbortSignal },
): Promise<ProgramEnd> {
  const { promise, resolve } = Promise.withResolvers<ProgramEnd>();
  const options = { timeout: PROGRAM_MS, killSignal: 'SIGKILL', maxBuffer: maxBytes } as const;
  execFile(
    program,
    words,
    { ...options, encoding: 'buffer', signal },
    (error, output, problems) => {
      if (error === null) return resolve({ ok: true, output });
      const isMissing = error.code === 'ENOENT';
      const reason = isMissing ? 'missing' : error.killed === true ? 'stopped' : 'refused';
      const [problem = ''] = problems.toString().trim().split('\n');
      return resolve({ ok: false, program, reason, problem });
    },
  );
  const end = await promise;
  signal.throwIfAborted();
  return end;
}

function failure(path: string, end: ProgramEnd & { ok: false }): ToolResult {
  switch (end.reason) {
    case 'missing':
      return rejected(
        `${path} is a PDF, and the program ${end.program} (of poppler-utils) that reads PDFs is not installed here.`,
      );
    case 'stopped':
      return internalFailure(`${end.program} was stopped: ${path} is too much for it.`);
    case 'refused':
      return rejected(`${end.program} cannot read ${path}: ${end.problem}`);
  }
}
