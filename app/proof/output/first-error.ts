// Finds the first line of a test's output that says what went wrong, for the test runners we know
// and, failing that, by the words errors use. The text comes from a sandbox and is bounded. Pure.
import { TEST_RUNNERS } from './test-runners/test-runners.ts';

const SCANNED = 1_048_576;
const LONGEST = 1000;

/** Empty only when the output is. */
export function firstErrorLine(output: string): string {
  const lines = output
    .slice(0, SCANNED)
    .replace(ESCAPES, '')
    .split(/\r?\n/)
    .map((line) => line.slice(0, LONGEST));
  const at = lines.findIndex((line) => STRONG.some((pattern) => pattern.test(line)));
  if (at >= 0) return messageAt(lines, at);
  const weak = lines.find((line) => WEAK.test(line) && !SUMMARY.test(line));
  return (weak ?? lines.find((line) => line.trim() !== '') ?? '').trim();
}

/** Some test runners announce the message and print it on the next line. */
function messageAt(lines: readonly string[], at: number): string {
  const line = (lines[at] ?? '').trim();
  if (!ANNOUNCES.test(line)) return line.replace(/^E\s+/, '').replace(/^error: '(.*)'$/, '$1');
  return (lines.slice(at + 1).find((next) => next.trim() !== '') ?? line).trim();
}

// Colours and titles of a terminal. The control characters are what is looked for.
const ESCAPES = new RegExp(
  String.raw`\u001B\[[0-9;?]{0,20}[A-Za-z]|\u001B\][^\u0007\u001B]{0,200}(?:\u0007|\u001B\\)`,
  'g',
);

const STRONG = TEST_RUNNERS.flatMap(({ errors }) => errors);

/** A YAML block, or Rust's place of a panic. */
const ANNOUNCES = /^error: [|>]-?$|panicked at .*:\d+:\d+:$/;
const WEAK =
  /\b(?:error|failed|failure|fatal|exception|cannot|could not|not found|no such file|timed out|timeout|expected|assert)/i;
/** Lines that only count or name what failed. */
const SUMMARY = /^\s*(?:#|✖ failing tests|FAILED \(|Tests?:|Test Suites:|=+ )/;
