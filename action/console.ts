// The log, outputs and summary of the run. Whatever is printed is one line of ours: a text from
// elsewhere can neither end a line nor begin a workflow command.
import * as core from '@actions/core';
import { z } from 'zod';
import { parseJson } from '../sandbox/protocol/parse-json.ts';
import type { Refused } from './refusals.ts';

const LARGEST_SUMMARY_BYTES = 1024 * 1024;
const NOTICE = '\n\n… cut here: a summary may hold 1 MiB. The pull request has the whole.\n';

/** Invisible and control characters out, workflow commands of the old form broken. */
export function oneLine(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .replaceAll('##[', '## [')
    .replace(/^\s*::/, ': :');
}

export function say(line: string): void {
  core.info(oneLine(line));
}

/** One group of the log at a time. */
export function createGroups() {
  let isOpen = false;
  const end = () => {
    if (isOpen) core.endGroup();
    isOpen = false;
  };
  return {
    enter(name: string) {
      end();
      core.startGroup(oneLine(name));
      isOpen = true;
    },
    end,
  };
}

const LogLine = z.looseObject({ level: z.string().optional(), msg: z.string().optional() });

/** A line of our own log, for people: level, message, fields; never a stack. */
export function sayLogged(line: string): void {
  const read = LogLine.safeParse(parseJson(line));
  if (!read.success) return;
  const { level = 'info', msg = '', time: _time, ...fields } = read.data;
  const rest = Object.keys(fields).length === 0 ? '' : ` ${JSON.stringify(fields, withoutStack)}`;
  say(`${level}: ${msg}${rest}`);
}

function withoutStack(key: string, value: unknown): unknown {
  return key === 'stack' ? undefined : value;
}

/** One annotation, and the same as readable lines: code, cause, what to do. */
export function complain({ code, cause, remedy }: Refused): void {
  const lines = [...cause.split('\n'), ...remedy.split('\n')].map((line) => safe(line));
  core.error(lines.join('\n'), { title: `Redgreen: ${code}` });
}

/** Keeps the indentation, which YAML needs. */
function safe(line: string): string {
  const [indent = ''] = /^ */.exec(line) ?? [];
  return indent + oneLine(line.slice(indent.length));
}

export function cutSummary(text: string, largest = LARGEST_SUMMARY_BYTES): string {
  const bytes = Buffer.from(text);
  if (bytes.byteLength <= largest) return text;
  const room = largest - Buffer.byteLength(NOTICE);
  // A character cut in two decodes to a replacement, which is taken off.
  return (
    bytes
      .subarray(0, room)
      .toString('utf8')
      .replace(/\uFFFD+$/, '') + NOTICE
  );
}

export async function summarise(text: string): Promise<void> {
  await core.summary.addRaw(cutSummary(text)).write({ overwrite: true });
}
