// Keeps a page within GitHub's limits: what can be left out is left out first, in steps, and the
// matrix never is. Pure.

/** GitHub: under 65,536 characters; room is left for a marker. */
const LONGEST_BODY = 65_000;
/** GitHub: 65,535 bytes. */
const LARGEST_SUMMARY_BYTES = 65_000;
export const LONGEST_TITLE = 256;

/** How much of each thing a page shows. */
export type Detail = {
  /** Characters of one output; 0 leaves outputs out. */
  output: number;
  /** Characters of a criterion's text, a title, a sentence. */
  text: number;
  /** Entries of a list, such as paths. */
  list: number;
};

const STEPS: readonly Detail[] = [
  { output: 4_000, text: 2_000, list: 100 },
  { output: 2_000, text: 2_000, list: 100 },
  { output: 1_000, text: 2_000, list: 50 },
  { output: 400, text: 1_000, list: 50 },
  { output: 150, text: 500, list: 30 },
  { output: 0, text: 500, list: 30 },
  { output: 0, text: 200, list: 20 },
  { output: 0, text: 100, list: 10 },
  { output: 0, text: 40, list: 5 },
];

export function fitBody(render: (detail: Detail) => string): string {
  return fit(render, (text) => text.length <= LONGEST_BODY);
}

export function fitSummary(render: (detail: Detail) => string): string {
  return fit(render, (text) => Buffer.byteLength(text) <= LARGEST_SUMMARY_BYTES);
}

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
