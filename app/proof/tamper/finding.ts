// The kinds of tampering and what is said of one. Names only.
import type { SyntaxTree } from '../../../sandbox/syntax/tree.ts';

export const TAMPER_KINDS = [
  'test-deleted',
  'test-changed',
  'test-removed',
  'skip-added',
  'assertion-removed',
  'assertion-weakened',
  'expectation-changed',
  'snapshot-changed',
  'threshold-lowered',
  'ci-changed',
  'test-setting-changed',
  'test-setting-added',
  'runner-shadowed',
  'install-script-added',
  'test-run-detected',
  'caller-read',
  'machinery-touched',
  'process-end-changed',
  'computed-program',
  'test-files-used',
  'authored-test-touched',
  'protected-path-touched',
  'changed-while-verified',
  'unreadable',
  'own-text-watched',
  'test-data-changed',
] as const;
export type TamperKind = (typeof TAMPER_KINDS)[number];
/** Seen in runs alone: no records give them again. */
export const SEEN_IN_RUNS: ReadonlySet<TamperKind> = new Set([
  'changed-while-verified',
  'own-text-watched',
  'test-data-changed',
]);
export type TamperFinding = {
  kind: TamperKind;
  path: string;
  detail: string;
  /** As it was and as it is, where a few words can say it. */
  before?: string | undefined;
  after?: string | undefined;
};

/** A file of the base commit and what became of it. */
export type Sides = {
  path: string;
  before: string;
  after: string | undefined;
  base: SyntaxTree | undefined;
  head: SyntaxTree | undefined;
};
