// The `@path` includes of an instruction file, by Claude Code's rules: a word of its own that begins
// with @, not inside a code span or block. What a path means is decided here, what is there is not. Pure.
import { posix } from 'node:path';

type Include =
  | { kind: 'path'; path: string }
  /** Named, but never read: it leaves the repository. */
  | { kind: 'outside'; named: string };

/** In the order of the text, each once. `from` is the including file, relative to the repository. */
export function findIncludes(text: string, from: string): Include[] {
  const found = new Map<string, Include>();
  for (const [, named = ''] of withoutCode(text).matchAll(/(?<=^|\s)@((?:[^\s\\]|\\ )+)/gm)) {
    const include = resolveInclude(named.replaceAll('\\ ', ' '), from);
    if (!found.has(named)) found.set(named, include);
  }
  return [...found.values()];
}

/** A sentence may end behind a path: what is tried when the path as written is not there. */
export function withoutPunctuation(path: string): string | undefined {
  const shorter = path.replace(/[.,;:!?)\]'"]+$/, '');
  return shorter === path || shorter === '' ? undefined : shorter;
}

function resolveInclude(named: string, from: string): Include {
  const [plain = ''] = named.split('#');
  if (plain.startsWith('/') || plain.startsWith('~')) return { kind: 'outside', named };
  const path = posix.normalize(posix.join(posix.dirname(from), plain));
  const parts = path.split('/');
  const isInside = parts[0] !== '..' && !parts.includes('.git');
  return isInside && plain !== '' ? { kind: 'path', path } : { kind: 'outside', named };
}

/** Fenced blocks to their end or that of the text, then spans within a paragraph. */
function withoutCode(text: string): string {
  const lines: string[] = [];
  let fence: string | undefined;
  for (const line of text.split('\n')) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence === undefined && mark === undefined) lines.push(line);
    else if (fence === undefined) fence = mark;
    else if (mark?.startsWith(fence) && line.trim() === mark) fence = undefined;
  }
  return lines.join('\n').split('\n\n').map(withoutSpans).join('\n\n');
}

/** A span ends at the next run of as many backticks; a run without such a partner is text. */
function withoutSpans(paragraph: string): string {
  const runs = [...paragraph.matchAll(/`+/g)].map(({ 0: { length }, index }) => ({
    index,
    length,
  }));
  let kept = '';
  let at = 0;
  for (const [position, { index, length }] of runs.entries()) {
    if (index < at) continue;
    const end = runs.find((run, other) => other > position && run.length === length);
    if (end === undefined) continue;
    kept += `${paragraph.slice(at, index)} `;
    at = end.index + length;
  }
  return kept + paragraph.slice(at);
}
