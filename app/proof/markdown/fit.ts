// Keeps a page within GitHub's limits: what can be left out is left out first, in steps, and the
// matrix never is. Pure.
import type { Outputs } from '../sections/words.ts';

/** GitHub: under 65,536 characters; room is left for a marker. */
const LONGEST_BODY = 65_000;
/** GitHub: 65,535 bytes. */
const LARGEST_SUMMARY_BYTES = 65_000;
export const LONGEST_TITLE = 256;

/** How much of each thing a page shows. */
export type Detail = {
  /** Of what tests printed. */
  outputs: Outputs;
  /** Characters and lines of one output. */
  output: number;
  lines: number;
  /** Characters of a criterion's text, a title, a sentence. */
  text: number;
  /** Entries of a list, such as paths. */
  list: number;
};

const STEPS: readonly Detail[] = [
  { outputs: 'one run', output: 4_000, lines: 80, text: 2_000, list: 100 },
  { outputs: 'one run', output: 2_000, lines: 40, text: 2_000, list: 100 },
  { outputs: 'one run', output: 1_000, lines: 20, text: 2_000, list: 50 },
  { outputs: 'one run', output: 500, lines: 10, text: 2_000, list: 50 },
  { outputs: 'first lines', output: 400, lines: 10, text: 1_000, list: 50 },
  { outputs: 'first lines', output: 150, lines: 5, text: 500, list: 30 },
  { outputs: 'none', output: 0, lines: 0, text: 500, list: 30 },
  { outputs: 'none', output: 0, lines: 0, text: 200, list: 20 },
  { outputs: 'none', output: 0, lines: 0, text: 100, list: 10 },
  { outputs: 'none', output: 0, lines: 0, text: 40, list: 5 },
];

export function fitBody(render: (detail: Detail) => string): string {
  return fit(render, (text) => text.length <= LONGEST_BODY);
}

/** As `fitBody`, and no longer than a person wants to scroll: 300 lines for twenty tests. */
export function fitReport(render: (detail: Detail) => string, tests: number): string {
  const most = LINES_AROUND + LINES_A_TEST * tests;
  const isShort = (text: string) => text.split('\n').length <= most;
  return fit(render, (text) => text.length <= LONGEST_BODY && isShort(text));
}

export function fitSummary(render: (detail: Detail) => string): string {
  return fit(render, (text) => Buffer.byteLength(text) <= LARGEST_SUMMARY_BYTES);
}

/** Of a finished text: on a line, with what was open there closed, and a note where the rest is. */
export function cutText(text: string, note: string): string {
  if (text.length <= LONGEST_BODY) return text;
  const room = LONGEST_BODY - note.length - ROOM_TO_CLOSE;
  const end = text.lastIndexOf('\n', room);
  // One endless line: cut between characters.
  const kept = end > 0 ? text.slice(0, end) : text.slice(0, room).replace(/[\uD800-\uDBFF]$/, '');
  return `${kept}${openEnds(kept)}\n\n${note}`;
}

const ROOM_TO_CLOSE = 1_000;

function openEnds(text: string): string {
  let fence: string | undefined;
  let folds = 0;
  for (const line of text.split('\n')) {
    const [mark] = /^`{3,}/.exec(line) ?? [];
    if (fence === undefined) {
      fence = mark;
      folds += line.startsWith('<details>') ? 1 : 0;
      folds -= line.startsWith('</details>') ? 1 : 0;
    } else if (mark === fence) fence = undefined;
  }
  return `${fence === undefined ? '' : `\n${fence}`}${'\n\n</details>'.repeat(Math.max(0, folds))}`;
}

const LINES_AROUND = 200;
const LINES_A_TEST = 5;

/** The largest plan there can be fits the last step; the cut behind it is for what cannot be. */
function fit(render: (detail: Detail) => string, fits: (text: string) => boolean): string {
  let text = '';
  for (const detail of STEPS) {
    text = render(detail);
    if (fits(text)) return text;
  }
  const lines = text.split('\n');
  while (lines.length > 1 && !fits(`${lines.join('\n')}\n\n…`)) lines.pop();
  return `${lines.join('\n')}\n\n…`;
}
