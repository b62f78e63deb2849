// What was done to the tests and checks that were there before: deleted, changed, skipped, or
// switched off through settings. Listed for people; nothing is undone here. Pure.
import type { FileChange } from '../../sandbox/protocol/cases.ts';
import { languageOf } from './judge/languages.ts';
import { readSource } from './judge/source.ts';
import { fileName, isContinuousIntegration, isTestPath, isTestSetting } from './path-rules.ts';
import type { Dropped } from './verification-tree.ts';

export const TAMPER_KINDS = [
  'test-deleted',
  'test-changed',
  'skip-added',
  'ci-changed',
  'test-setting-changed',
  'authored-test-touched',
  'protected-path-touched',
] as const;
export type TamperKind = (typeof TAMPER_KINDS)[number];
export type TamperFinding = { kind: TamperKind; path: string; detail: string };

export type TamperFacts = {
  /** Everything the implementer changed, dropped changes included. */
  changes: readonly FileChange[];
  dropped: readonly Dropped[];
  /** The text of a file of the base commit; undefined when it has none. */
  baseText: (path: string) => string | undefined;
};

export function findTampering({ changes, dropped, baseText }: TamperFacts): TamperFinding[] {
  const left = new Map(dropped.map(({ path, why }) => [path, why]));
  return changes.flatMap((change) => {
    const why = left.get(change.path);
    if (why !== undefined) return [droppedFinding(change.path, why)];
    return findingsOf(change, baseText(change.path));
  });
}

function droppedFinding(path: string, why: Dropped['why']): TamperFinding {
  return why === 'protected'
    ? { kind: 'protected-path-touched', path, detail: 'the change was left out' }
    : { kind: 'authored-test-touched', path, detail: 'the author’s own file was used instead' };
}

function findingsOf(change: FileChange, before: string | undefined): TamperFinding[] {
  const { path } = change;
  if (isContinuousIntegration(path)) {
    return [{ kind: 'ci-changed', path, detail: 'decides what runs on the server' }];
  }
  if (before === undefined) return [];
  const after = 'deleted' in change ? undefined : textOf(change.content);
  if (isTestSetting(path) || changesTestScripts(path, before, after)) {
    return [{ kind: 'test-setting-changed', path, detail: 'decides how existing tests run' }];
  }
  if (!isTestPath(path)) return [];
  if (after === undefined) {
    return [{ kind: 'test-deleted', path, detail: 'was there on the base commit' }];
  }
  const added = skipsIn(path, after) - skipsIn(path, before);
  return [
    { kind: 'test-changed', path, detail: 'was there on the base commit' },
    ...(added > 0
      ? [{ kind: 'skip-added' as const, path, detail: `${added} more than on the base commit` }]
      : []),
  ];
}

function skipsIn(path: string, text: string): number {
  const language = languageOf(path);
  if (typeof language === 'string') return 0;
  return language.skips(readSource(path, text, language.syntax)).length;
}

/** In a package.json: how tests are started, or the settings of a runner. */
function changesTestScripts(path: string, before: string, after: string | undefined): boolean {
  if (fileName(path) !== 'package.json') return false;
  return after === undefined || testSettings(before) !== testSettings(after);
}

function testSettings(text: string): string {
  const content = parsed(text);
  if (typeof content !== 'object' || content === null) return text;
  const scripts = 'scripts' in content ? content.scripts : undefined;
  const named = Object.entries(scripts ?? {}).filter(([name]) =>
    /^(?:pre|post)?(?:test|check|ci|coverage)\b/.test(name),
  );
  const runners = Object.entries(content).filter(([name]) =>
    /^(?:jest|vitest|mocha|ava|nyc|c8|tap|type)$/.test(name),
  );
  return JSON.stringify([named, runners]);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function textOf(content: string): string {
  return Buffer.from(content, 'base64').toString('utf8');
}
