// What a job's attempts left, as the files of one package: the same records give the same bytes. Of
// withheld tests there is criterion and title, and no more. Pure.
import type { Redact } from '../markdown/filter.ts';
import { plainText } from '../output/terminal-text.ts';
import type { Report } from '../report.ts';
import { reportJson } from '../report-json.ts';
import type { ArtifactFacts, LeftOut, PackedAttempt } from './facts.ts';
import { failuresText } from './failures-text.ts';
import { type Operation, operationsOf } from './operations.ts';
import { isPatchable, patchOf } from './patch.ts';
import { readmeText } from './readme.ts';

type ArtifactEntry = { path: string; mode: number } & (
  | { kind: 'file'; bytes: Uint8Array }
  | { kind: 'link'; target: Uint8Array }
);

export function packAttempts({ attempts, base }: Pick<ArtifactFacts, 'attempts' | 'base'>) {
  return attempts.map((attempt): PackedAttempt => {
    const all = operationsOf(attempt.changes, base);
    const places = new Set(all.flatMap((one) => (one.kind === 'deleted' ? [] : [one.path])));
    const whys = all.map((one) => ({ one, why: whyLeftOut(one, places) }));
    const told = whys.flatMap(({ one: { path }, why }) =>
      why === undefined ? [] : [{ path, why }],
    );
    return {
      ...attempt,
      operations: whys.flatMap(({ one, why }) => (why === undefined ? [one] : [])),
      leftOut: [...attempt.dropped, ...told],
    };
  });
}

function whyLeftOut(operation: Operation, places: ReadonlySet<string>): LeftOut['why'] | undefined {
  if (!isPatchable(operation)) return 'submodule';
  const folders = operation.path.split('/').slice(0, -1);
  const isBelow = folders.some((_, at) => places.has(folders.slice(0, at + 1).join('/')));
  return isBelow && operation.kind !== 'deleted' ? 'below a file' : undefined;
}

export function artifactEntries(facts: ArtifactFacts, redact: Redact): ArtifactEntry[] {
  const packed = packAttempts(facts);
  const readme = textFile('README.md', readmeText(facts, packed, redact));
  return [readme, ...packed.flatMap((attempt) => entriesOf(facts, attempt, redact))];
}

function entriesOf(facts: ArtifactFacts, attempt: PackedAttempt, redact: Redact): ArtifactEntry[] {
  const { number, operations, failures, note, report } = attempt;
  const at = (name: string) => `attempt-${number}/${name}`;
  const said = (text: string) => redact(plainText(text));
  return [
    textFile(at('operations.json'), json(operationsSummary(facts, attempt))),
    ...(operations.length === 0 ? [] : [textFile(at('changes.patch'), patchOf(operations))]),
    ...(failures.length === 0 ? [] : [textFile(at('failures.txt'), said(failuresText(failures)))]),
    ...(note === undefined ? [] : [textFile(at('note.txt'), `${said(note).trim()}\n`)]),
    ...(report === undefined ? [] : [textFile(at('report.json'), publicJson(report))]),
    ...operations.flatMap((operation) => fileOf(at('files'), operation)),
  ];
}

function fileOf(folder: string, operation: Operation): ArtifactEntry[] {
  if (operation.kind === 'deleted') return [];
  const { mode, bytes } = operation;
  const path = `${folder}/${operation.path}`;
  return mode === '120000'
    ? [{ path, mode: 0o777, kind: 'link', target: bytes }]
    : [{ path, mode: mode === '100755' ? 0o755 : 0o644, kind: 'file', bytes }];
}

export function operationsSummary({ baseSha }: Pick<ArtifactFacts, 'baseSha'>, one: PackedAttempt) {
  const operations = one.operations.map((operation) => {
    const { path, kind } = operation;
    if (operation.kind === 'deleted') return { path, kind };
    const { mode, sha256, bytes } = operation;
    return { path, kind, mode, sha256, bytes: bytes.byteLength };
  });
  return { attempt: one.number, status: one.status, baseSha, operations, leftOut: one.leftOut };
}

const WITHHELD = '[of a withheld test]';

/** What a withheld test printed would tell what it asks. */
function publicJson(report: Report): string {
  const cases = report.matrix.flatMap((row) => row.cases);
  const withheld = new Set(cases.flatMap((one) => (one.withheld ? [one.id] : [])));
  const runs = report.runs.map((run) =>
    run.caseId !== undefined && withheld.has(run.caseId) ? { ...run, output: WITHHELD } : run,
  );
  return reportJson({ ...report, runs });
}

function textFile(path: string, text: string): ArtifactEntry {
  return { path, mode: 0o644, kind: 'file', bytes: Buffer.from(text) };
}

function json(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
