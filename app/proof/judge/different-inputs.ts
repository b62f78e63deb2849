// Whether withheld cases try what shown ones do not. Pure.
import type { TestCase } from '../../../sandbox/protocol/cases.ts';
import { plainString } from '../../../sandbox/syntax/code/behind.ts';
import { walk } from '../../../sandbox/syntax/tree.ts';
import { contractNames } from '../contract.ts';
import { createImportJudge } from './imports.ts';
import { type Input, inputsOf, isKnownFrom, withoutIdle } from './inputs.ts';
import type { Objection } from './objection.ts';
import { isData, type Readings } from './readings.ts';
import type { Submission } from './submission.ts';

export function judgeInputs(submission: Submission, readings: Readings): Objection[] {
  if (submission.isFurther === true) return [];
  const inputs = createReader(submission, readings);
  return submission.plan.criteria.flatMap(({ id, kind }): Objection[] => {
    if (kind === 'keep') return [];
    const cases = submission.cases.filter(({ criterion }) => criterion === id);
    const open = cases.filter(({ withheld }) => !withheld);
    const seen = new Set(open.flatMap(({ files }) => files));
    const shown = open.map((one) => inputs(one) ?? []);
    return cases
      .filter(({ withheld, files }) => withheld && !files.some((path) => seen.has(path)))
      .flatMap((one): Objection[] => {
        const all = inputs(one);
        // Where the same is expected, a call that nobody looks at makes no other test.
        const expected = wanted(readings, [one]);
        const isRepeated = expected.size > 0 && expected.isSubsetOf(wanted(readings, open));
        const own = isRepeated ? all && withoutIdle(all) : all;
        if (own === undefined || !isKnownFrom(own, shown)) return [];
        const first = own.find(({ hasValues }) => hasValues)?.key ?? '';
        const words = first.length > 80 ? `${first.slice(0, 79)}…` : first;
        const message = `a withheld case has to try other inputs than the shown ones do: ${words}`;
        return [{ rule: 'different-cases', message, criterion: id, caseId: one.id }];
      });
  });
}

/** The texts and numbers in what is asserted. */
function wanted({ read }: Readings, cases: readonly TestCase[]): Set<string> {
  const codes = cases.flatMap(({ files }) => files.flatMap((path) => read.get(path)?.code ?? []));
  return new Set(
    codes.flatMap(({ assertions, table, view }) =>
      assertions
        .flatMap(({ node }) => [...walk(node)])
        .filter(({ type }) => table.stringTypes.has(type) || NUMBER.test(type))
        .map((node) => plainString(view.text(node))),
    ),
  );
}

const NUMBER = /^(?:number|integer|float|\w+_literal)$/;

/** What a case hands to the subject; undefined where that is not written down. */
function createReader(submission: Submission, { read }: Readings) {
  const imports = createImportJudge(submission);
  const contract = contractNames(submission.plan);
  const ofFile = (path: string): Input[] | undefined => {
    const reading = read.get(path);
    if (reading === undefined) return isData(path) ? [] : undefined;
    const names = new Set(imports.subjectsOf(reading));
    return inputsOf(reading.code, { ours: names, contract });
  };
  return ({ files }: TestCase): Input[] | undefined => {
    const all = files.map(ofFile);
    return all.includes(undefined) ? undefined : all.flatMap((one) => one ?? []);
  };
}
