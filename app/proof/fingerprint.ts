// What makes two failures "identical": the same cases fail with the same first error lines, once
// everything that differs between two runs of the same code is taken out. The text comes from a
// sandbox: every pattern is linear on a line of bounded length. Pure.
import { createHash } from 'node:crypto';
import { firstErrorLine } from './output/first-error.ts';

/** `id` is ours (the case, or what stands for a failure without one) and taken as it is. */
export type FailingCase = { id: string; output: string };

/** sha256 in hex; the order of the cases and repeated cases do not matter. */
export function failureFingerprint(cases: readonly FailingCase[]): string {
  const lines = cases.map(({ id, output }) =>
    JSON.stringify([id.trim(), normaliseLine(firstErrorLine(output))]),
  );
  const text = [...new Set(lines)].sort().join('\n');
  return createHash('sha256').update(text).digest('hex');
}

const LONGEST = 1000;
const KEPT = 300;

/** Without paths, times, durations, addresses, ids, counts, ports and temporary names. */
export function normaliseLine(line: string): string {
  let text = line.slice(0, LONGEST);
  for (const [pattern, word] of VOLATILE) text = text.replace(pattern, word);
  return text.replace(/\s+/g, ' ').trim().slice(0, KEPT);
}

const COUNTED =
  'subtests?|tests?|cases?|specs?|suites?|assertions?|examples?|failures?|errors?|warnings?|passed|failed|passing|failing|skipped|pending|cancelled|attempts?|retries';

/** In this order: what contains others comes first. */
const VOLATILE: readonly (readonly [RegExp, string])[] = [
  [/\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/gi, '<id>'],
  [
    /\b\d{4}[-/]\d{2}[-/]\d{2}[T ]\d{2}:\d{2}(?::\d{2})?(?:[.,]\d+)?(?:Z|[+-]\d{2}:?\d{2}\b)?/g,
    '<time>',
  ],
  [/\b\d{1,2}:\d{2}:\d{2}(?:[.,]\d+)?\b/g, '<time>'],
  [/\bfile:\/\/[^\s'"`)>]+/gi, '<path>'],
  [/\b[a-z][a-z0-9+.-]{1,15}:\/\/[^\s'"`)>]+/gi, '<address>'],
  [/\[[0-9a-f]{0,4}:[0-9a-f:.]{1,45}\](?::\d+)?/gi, '<address>'],
  [/(?<![\w:])::(?:1\b|ffff:[\d.]+)?(?::\d+)?(?![\w:])/gi, '<address>'],
  [/\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b/g, '<address>'],
  [/\blocalhost:\d+/gi, '<address>'],
  [/(?<![\w])[A-Za-z]:\\[^\s'"`:;,)>]+(?::\d+){0,2}/g, '<path>'],
  [/(?<![\w<./])\/[\w.@%+~-]+(?:\/[\w.@%+~-]+)*\/?(?::\d+){0,2}/g, '<path>'],
  [/(?<![\w./])\.{1,2}\/[\w.@%+~/-]*(?::\d+){0,2}/g, '<path>'],
  [/(?<![\w./@-])(?:[\w.@-]+\/)+[\w@-]+(?:\.[\w@-]+)*\.[a-z]\w{0,5}\b(?::\d+){0,2}/gi, '<path>'],
  [/(?<![\w.@-])[\w@-]+(?:\.[\w@-]+)*\.[a-z]\w{0,4}(?::\d+){1,2}/gi, '<path>'],
  [/\b0x[0-9a-f]+\b/gi, '<hex>'],
  [/\b(?=[0-9a-f]{0,63}\d)(?=[0-9a-f]{0,63}[a-f])[0-9a-f]{7,64}\b/gi, '<hex>'],
  [/\btmp[._-]?\w{6,}/gi, '<temp>'],
  [/(?<=[a-z]-)(?=\w{0,5}\d)(?=\w{0,5}[a-z])\w{6}\b/gi, '<temp>'],
  [/(?<=[A-Za-z]-)(?=\w{0,4}[a-z]\w{0,4}[A-Z])[A-Za-z]{6}\b/g, '<temp>'],
  [/\b(?:\d+(?:\.\d+)?(?:ms|µs|μs|us|ns|h|m|s)(?: (?=\d))?){1,4}(?!\w)/g, '<duration>'],
  [/\b\d+(?:\.\d+)? (?:milliseconds?|seconds?|secs?|minutes?|mins?|hours?|ms)\b/gi, '<duration>'],
  [/\b(port|pid|process|thread|line|column|col|not ok)([ :=#(]{1,3})\d+/gi, '$1$2<n>'],
  [new RegExp(`\\b\\d+(?: ?(?:of|/) ?\\d+)?(?= (?:${COUNTED})\\b)`, 'gi'), '<n>'],
  [new RegExp(`\\b(${COUNTED})([:=] ?)\\d+\\b`, 'gi'), '$1$2<n>'],
  [/\b\d{9,}\b/g, '<n>'],
];
