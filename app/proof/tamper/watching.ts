// Code that behaves while it is tested: whether changed code asks, more often than before, if a test
// is running, who called it or what the tests say, or reaches for what judges it. Pure.
import { languageOf, languageOfScript } from '../../../sandbox/languages/languages.ts';
import { fileName } from '../../../sandbox/projects/place.ts';
import { COMMENTS } from '../../../sandbox/syntax/code/view.ts';
import { type SyntaxTree, walk } from '../../../sandbox/syntax/tree.ts';
import { isTestPath } from '../path-rules.ts';
import type { Sides, TamperFinding, TamperKind } from './finding.ts';
import { machineryIn, type Seen } from './machinery.ts';
import { WORDS } from './words.ts';

export type Changed = Omit<Sides, 'before'> & { before: string | undefined };

/** Over all files together: what was moved from one to another is not new. */
export function watchingFindings(changed: readonly Changed[]): TamperFinding[] {
  const seen = changed.map(({ path, before, after, base, head }) => ({
    path,
    before: seenIn(path, before, base),
    after: seenIn(path, after, head),
  }));
  return KINDS.flatMap((kind) => {
    const counts = seen.map(({ path, before, after }) => ({
      path,
      more: ofKind(after, kind).length - ofKind(before, kind).length,
      words: ofKind(after, kind).find((text) => !ofKind(before, kind).includes(text)),
    }));
    if (counts.reduce((sum, { more }) => sum + more, 0) <= 0) return [];
    return counts
      .filter(({ more }) => more > 0)
      .map(({ path, words = '' }) => ({ kind, path, detail: `\`${shortened(words)}\` is new` }));
  });
}

const KINDS: readonly TamperKind[] = [
  'test-run-detected',
  'caller-read',
  'test-files-used',
  'machinery-touched',
  'process-end-changed',
  'computed-program',
];

function ofKind(found: readonly Seen[], kind: TamperKind): string[] {
  return found.filter((one) => one.kind === kind).map(({ text }) => text);
}

/** Tests may ask for all of this, but not change what judges them. */
function seenIn(path: string, text: string | undefined, tree: SyntaxTree | undefined): Seen[] {
  if (text === undefined) return [];
  const isTest = isTestPath(path);
  const touched = tree === undefined ? [] : machineryIn(path, tree, isTest);
  return isTest ? touched : [...wordsIn(path, text, tree), ...touched];
}

function wordsIn(path: string, text: string, tree: SyntaxTree | undefined): Seen[] {
  const code = joined(withoutComments(text, tree));
  const script = /^#!.*\bsh\b/.test(code) ? languageOfScript(code) : undefined;
  const language = languageOf(path) ?? script;
  if (language === undefined && !code.startsWith('#!')) return [];
  return [...WORDS, ...(language?.tamper.ownWords ?? [])]
    .filter(
      ({ beside, except }) => beside?.test(code) !== false && except?.test(fileName(path)) !== true,
    )
    .flatMap(({ kind, pattern }) =>
      Array.from(code.matchAll(pattern), ([found]) => ({ kind, text: found })),
    );
}

/** Comments become blanks; without a tree, lines that begin as comments do. */
function withoutComments(text: string, tree: SyntaxTree | undefined): string {
  if (tree === undefined) return text.replaceAll(/^\s*(?:#(?!!)|\/\/).*$/gm, '');
  const pieces: string[] = [];
  let at = 0;
  for (const { type, start, end } of walk(tree.root)) {
    if (!COMMENTS.has(type) || start < at) continue;
    pieces.push(tree.text.slice(at, start));
    at = end;
  }
  return [...pieces, tree.text.slice(at)].join(' ');
}

/** A word in two pieces is a word. */
function joined(code: string): string {
  return code.replaceAll(/['"`]\s*\+\s*['"`]/g, '');
}

function shortened(text: string): string {
  const plain = text.replaceAll(/\s+/g, ' ').trim();
  return plain.length > 60 ? `${plain.slice(0, 59)}…` : plain;
}
