// What V8 writes with NODE_V8_COVERAGE, as lines. It comes out of a sandbox: what is not of its shape
// tells nothing. Pure.
import { z } from 'zod';
import type { Told } from './judge-coverage.ts';

const offset = z.number().int().nonnegative();
const Range = z.object({ startOffset: offset, endOffset: offset, count: z.number() });
const Script = z.object({
  url: z.string(),
  functions: z.array(z.object({ ranges: z.array(Range) })),
});
const File = z.object({
  result: z.array(Script),
  /** Of texts that were another when they ran: places in them are none of the file's. */
  'source-map-cache': z.record(z.string(), z.unknown()).optional(),
});
type Script = z.infer<typeof Script>;

export type Asked = {
  /** As its programs name it. */
  url: string;
  path: string;
  text: string;
  /** From 1. */
  lines: readonly number[];
};

/** Of one file that a process wrote when it ended. */
export function readV8(written: string, asked: readonly Asked[]): Told {
  const file = parsed(written);
  if (file === undefined) return {};
  const { result, 'source-map-cache': others = {} } = file;
  const told = asked.flatMap(({ url, path, text, lines }) => {
    const own = result.filter((script) => script.url === url);
    if (own.length === 0 || Object.hasOwn(others, url)) return [];
    const isRun = charactersRun(text, own);
    const ran = new Set(linesRun(text, isRun));
    const missed = lines.filter((one) => !ran.has(one));
    return [[path, { ran: lines.filter((one) => ran.has(one)), missed }] as const];
  });
  return Object.fromEntries(told);
}

function parsed(written: string) {
  try {
    return File.safeParse(JSON.parse(written)).data;
  } catch {
    return undefined;
  }
}

/** Inner ranges come after the ones around them, and say it better. */
function charactersRun(text: string, scripts: readonly Script[]): Uint8Array {
  const all = new Uint8Array(text.length);
  for (const { functions } of scripts) {
    const own = new Uint8Array(text.length);
    for (const { startOffset, endOffset, count } of functions.flatMap(({ ranges }) => ranges)) {
      own.fill(count > 0 ? 1 : 0, startOffset, endOffset);
    }
    for (const [at, isRun] of own.entries()) if (isRun === 1) all[at] = 1;
  }
  return all;
}

/** Lines of which a character other than a blank ran. */
function linesRun(text: string, isRun: Uint8Array): number[] {
  const found: number[] = [];
  let start = 0;
  for (const [index, line] of text.split('\n').entries()) {
    const first = line.search(/\S/);
    const own = isRun.subarray(start + first, start + line.trimEnd().length);
    if (first !== -1 && own.includes(1)) found.push(index + 1);
    start += line.length + 1;
  }
  return found;
}
