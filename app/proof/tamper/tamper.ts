// What was done to the tests and checks that were there before: deleted, skipped, loosened, or
// switched off through settings. Listed for people; nothing is undone here. Pure.

import { languageOf } from '../../../sandbox/languages/languages.ts';
import { fileName } from '../../../sandbox/projects/place.ts';
import type { FileChange } from '../../../sandbox/protocol/cases.ts';
import { isUnread, type SyntaxTree } from '../../../sandbox/syntax/tree.ts';
import { isContinuousIntegration, isSnapshot, isTestPath, isTestSetting } from '../path-rules.ts';
import type { Dropped } from '../verification-tree.ts';
import { attributesFindings } from './attributes.ts';
import type { TamperFinding } from './finding.ts';
import { installFindings } from './install.ts';
import { onlyAddsTests } from './more-tests.ts';
import { newFileFindings } from './new.ts';
import { changesTestSettings, loweredThresholds } from './settings.ts';
import { testFindings } from './tests.ts';
import { type Changed, watchingFindings } from './watching.ts';

type TamperFacts = {
  /** Everything the implementer changed, dropped changes included. */
  changes: readonly FileChange[];
  dropped: readonly Dropped[];
  /** The text of a file of the base commit; undefined when it has none. */
  baseText: (path: string) => string | undefined;
  /** Of the changed files whose language has a grammar. */
  trees: Record<'base' | 'head', ReadonlyMap<string, SyntaxTree>>;
};

export function findTampering(facts: TamperFacts): TamperFinding[] {
  const left = new Map(facts.dropped.map(({ path, why }) => [path, why]));
  const found = facts.changes.flatMap((change) => {
    const why = left.get(change.path);
    if (why !== undefined) return [droppedFinding(change.path, why)];
    const changed = sidesOf(facts, change);
    return [
      ...attributesFindings(changed),
      ...findingsOf(changed),
      ...installFindings(changed),
      ...unreadable(changed),
    ];
  });
  const kept = facts.changes.filter(({ path }) => !left.has(path));
  return [...found, ...watchingFindings(kept.map((change) => sidesOf(facts, change)))];
}

function droppedFinding(path: string, why: Dropped['why']): TamperFinding {
  return why === 'protected'
    ? { kind: 'protected-path-touched', path, detail: 'the change was left out' }
    : { kind: 'authored-test-touched', path, detail: 'the author’s own file was used instead' };
}

/** A text that is too much for the parser may hide what every other rule looks for. */
function unreadable({ path, after, head }: Changed): TamperFinding[] {
  const language = languageOf(path);
  if (language === undefined || after === undefined) return [];
  if (head !== undefined && !isUnread(head)) return [];
  const detail = 'too long or too deep for its language’s parser: nothing was looked for in it';
  return [{ kind: 'unreadable', path, detail }];
}

/** What only runs on the changed head show. */
export function guardFindings(seen: {
  relaid: readonly { exitCode: number }[];
  hunks: readonly { path: string }[];
  fitted: readonly string[];
}): TamperFinding[] {
  const isWatched = seen.relaid.some(({ exitCode }) => exitCode !== 0);
  const paths = new Set(isWatched ? seen.hunks.map(({ path }) => path) : []);
  const detail = 'with other blanks in the code the tests fail: it looks at its own text';
  return [
    ...[...paths].map((path) => ({ kind: 'own-text-watched', path, detail }) as const),
    ...seen.fitted.map(
      (path): TamperFinding => ({
        kind: 'test-data-changed',
        path,
        detail: 'only tests that were there before fail without the change: it was fitted to them',
      }),
    ),
  ];
}

function sidesOf({ baseText, trees }: TamperFacts, change: FileChange): Changed {
  const { path } = change;
  return {
    path,
    before: baseText(path),
    after: 'deleted' in change ? undefined : textOf(change.content),
    base: trees.base.get(path),
    head: trees.head.get(path),
  };
}

function findingsOf({ before, ...rest }: Changed): TamperFinding[] {
  const { path, after, head } = rest;
  if (isContinuousIntegration(path)) {
    return [{ kind: 'ci-changed', path, detail: 'decides what runs on the server' }];
  }
  if (before === undefined) {
    return after === undefined ? [] : newFileFindings({ path, text: after, tree: head });
  }
  const sides = { ...rest, before };
  if (isTestSetting(path) || changesTestSettings(fileName(path), before, after)) {
    const setting = {
      kind: 'test-setting-changed',
      path,
      detail: 'decides how existing tests run',
    } as const;
    return [setting, ...loweredThresholds(sides)];
  }
  if (!isTestPath(path) && !isSnapshot(path)) return [];
  if (after === undefined) {
    return [{ kind: 'test-deleted', path, detail: 'was there on the base commit' }];
  }
  if (isSnapshot(path)) {
    return [{ kind: 'snapshot-changed', path, detail: 'what existing tests expect was rewritten' }];
  }
  const found = testFindings(sides);
  if (onlyAddsTests(sides)) return found;
  return [{ kind: 'test-changed', path, detail: 'was there on the base commit' }, ...found];
}

function textOf(content: string): string {
  return Buffer.from(content, 'base64').toString('utf8');
}
