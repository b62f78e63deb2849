// The kinds of tampering and what is said of one. Names and words only.
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
  'opaque-file',
  'attributes-changed',
  'checkout-differs',
] as const;
export type TamperKind = (typeof TAMPER_KINDS)[number];

export const TAMPER_WORDS: Record<TamperKind, string> = {
  'test-deleted': 'an existing test was deleted',
  'test-changed': 'an existing test was changed',
  'skip-added': 'an existing test was skipped or narrowed',
  'test-removed': 'an existing test was taken out',
  'assertion-removed': 'an existing test asserts less often',
  'assertion-weakened': 'an assertion was weakened',
  'expectation-changed': 'an assertion expects something else',
  'snapshot-changed': 'a snapshot was rewritten',
  'threshold-lowered': 'a limit was lowered',
  'ci-changed': 'a file of the CI was changed',
  'test-setting-changed': 'a setting of the tests was changed',
  'test-setting-added': 'a new file decides how tests run',
  'runner-shadowed': 'a new file takes the place of a module that tests load',
  'install-script-added': 'something new runs before the tests do',
  'test-run-detected': 'the code asks whether it is being tested',
  'caller-read': 'the code looks at who called it',
  'machinery-touched': 'the code reaches for what judges it',
  'computed-program': 'the code runs a text that is not written down',
  'process-end-changed': 'the code decides how its process ends',
  'test-files-used': 'the code uses files of the tests',
  'authored-test-touched': 'a test of the matrix was touched',
  'protected-path-touched': 'a protected path was touched',
  'changed-while-verified': 'it changed while the tests ran',
  unreadable: 'it could not be read',
  'own-text-watched': 'the code looks at its own text',
  'test-data-changed': 'what existing tests read was changed',
  'opaque-file': 'tests rest on something that cannot be read as it is',
  'attributes-changed': 'what decides which bytes a clone has was changed',
  'checkout-differs': 'a clone may have other bytes than were verified',
};

/** Seen in runs alone: no records give them again. */
export const SEEN_IN_RUNS: ReadonlySet<TamperKind> = new Set([
  'changed-while-verified',
  'own-text-watched',
  'test-data-changed',
  'opaque-file',
  'checkout-differs',
]);
export type TamperFinding = {
  kind: TamperKind;
  path: string;
  detail: string;
  /** As it was and as it is, where a few words can say it. */
  before?: string | undefined;
  after?: string | undefined;
  /** The plan said so, and was approved: good to know, and no more. */
  isAnnounced?: boolean | undefined;
};

/** A file of the base commit and what became of it. */
export type Sides = {
  path: string;
  before: string;
  after: string | undefined;
  base: SyntaxTree | undefined;
  head: SyntaxTree | undefined;
};
