// Whether the cases cover the plan: every criterion traced, enough different cases for what is new,
// one of them withheld, and withheld files out of the implementer's sight. Pure.
import { createHash } from 'node:crypto';
import type { TestCase } from '../../../sandbox/protocol/cases.ts';
import type { Criterion } from '../../../sandbox/protocol/plan.ts';
import { essenceOf } from './essence.ts';
import type { Objection } from './objection.ts';
import type { Readings } from './readings.ts';
import type { Submission } from './submission.ts';

export function judgeStructure(submission: Submission, readings: Readings): Objection[] {
  const { plan, cases } = submission;
  return [
    ...repeatedIds(cases),
    ...cases
      .filter(({ criterion }) => !plan.criteria.some(({ id }) => id === criterion))
      .map(({ id, criterion }) =>
        object('trace', `${criterion} is no criterion of the plan`, { caseId: id }),
      ),
    ...plan.criteria.flatMap((criterion) => judgeCriterion(submission, readings, criterion)),
    ...sharedFiles(cases),
    ...unmatchedFiles(submission),
  ];
}

function judgeCriterion(
  submission: Submission,
  readings: Readings,
  criterion: Criterion,
): Objection[] {
  const about = { criterion: criterion.id };
  const cases = submission.cases.filter((one) => one.criterion === criterion.id);
  if (cases.length === 0) return [object('trace', 'no case tests this criterion', about)];
  if (criterion.kind === 'keep' || submission.isFurther === true) return [];
  const objections: Objection[] = [];
  const different = new Set(cases.map((one) => contentKey(submission, readings, one))).size;
  if (cases.length < 2) {
    objections.push(object('enough-cases', 'a new behaviour needs at least two cases', about));
  } else if (different < 2) {
    const message = 'the cases are the same test; use different inputs';
    objections.push(object('different-cases', message, about));
  }
  if (!cases.some(({ withheld }) => withheld)) {
    objections.push(object('withheld', 'at least one case must be withheld', about));
  }
  if (!cases.some(({ withheld }) => !withheld)) {
    objections.push(object('withheld', 'at least one case must be shown', about));
  }
  return objections;
}

function repeatedIds(cases: readonly TestCase[]): Objection[] {
  const ids = cases.map(({ id }) => id);
  const repeated = new Set(ids.filter((id, index) => ids.indexOf(id) !== index));
  return [...repeated].map((caseId) => object('ids', 'two cases have this id', { caseId }));
}

/** A file of a shown case goes into the implementer's sandbox, so no withheld case may need it. */
function sharedFiles(cases: readonly TestCase[]): Objection[] {
  const shown = new Set(cases.filter(({ withheld }) => !withheld).flatMap(({ files }) => files));
  return cases
    .filter(({ withheld }) => withheld)
    .flatMap(({ id, files }) =>
      files
        .filter((path) => shown.has(path))
        .map((path) =>
          object('withheld', 'a withheld case shares this file with a shown one', {
            caseId: id,
            path,
          }),
        ),
    );
}

function unmatchedFiles({ cases, files }: Submission): Objection[] {
  const written = files.map(({ path }) => path);
  const named = new Set(cases.flatMap((one) => one.files));
  const missing = cases.flatMap(({ id, files: wanted }) =>
    wanted
      .filter((path) => !written.includes(path))
      .map((path) =>
        object('files', 'the case names a file that was not written', { caseId: id, path }),
      ),
  );
  const idle = written
    .filter((path) => !named.has(path))
    .map((path) => object('files', 'no case uses this file', { path }));
  const twice = written
    .filter((path, index) => written.indexOf(path) !== index)
    .map((path) => object('files', 'the file was written twice', { path }));
  return [...missing, ...idle, ...twice];
}

/** The same for two cases that differ in names, comments, messages and layout only. */
function contentKey({ files }: Submission, { read }: Readings, one: TestCase): string {
  const paths = [...one.files].sort();
  const texts = paths.map((path) => {
    const reading = read.get(path);
    if (reading !== undefined) return essenceOf(reading.code);
    return files.find((candidate) => candidate.path === path)?.content ?? '';
  });
  const run = paths.reduce((line, path, index) => line.replaceAll(path, `<${index}>`), one.run);
  const text = JSON.stringify([texts, run.replaceAll('./', '').replaceAll(/\s+/g, ' ')]);
  return createHash('sha256').update(text).digest('hex');
}

function object(
  rule: Objection['rule'],
  message: string,
  about: Pick<Objection, 'criterion' | 'caseId' | 'path'>,
): Objection {
  return { rule, message, ...about };
}
