// What authored files say, language by language: skips, doubles, network, swallowed and empty
// assertions, sources read as text, imports past the contract. Pure.
import { traceOrigins } from '../../../sandbox/syntax/languages/origins.ts';
import type { Found } from '../../../sandbox/syntax/languages/table.ts';
import { judgeAssertions, judgeCaseAssertions } from './assertions.ts';
import { judgeDoubles } from './doubles.ts';
import { createImportJudge, type ImportJudge } from './imports.ts';
import { judgeNetwork } from './network.ts';
import type { Judgement, Objection } from './objection.ts';
import type { Reading, Readings } from './readings.ts';
import { judgeReads } from './reads.ts';
import type { Submission } from './submission.ts';
import { judgeSwallows } from './swallows.ts';

export function judgeSources(submission: Submission, readings: Readings): Judgement {
  const imports = createImportJudge(submission);
  const judged = [...readings.read.values()].flatMap((one) =>
    judgeSource(submission, imports, one, readings),
  );
  const cases = judgeCaseAssertions(submission.cases, readings);
  return { objections: [...readings.objections, ...judged, ...cases], notes: readings.notes };
}

function judgeSource(
  submission: Submission,
  imports: ImportJudge,
  reading: Reading,
  readings: Readings,
): Objection[] {
  const { path, code } = reading;
  const { table, view, calls } = code;
  const isOurs = imports.isProjectModule(reading);
  const origins = traceOrigins(
    code,
    ({ module }) => table.inertModules.test(module) && !isOurs(module),
  );
  const skips = table.skips(view, calls);
  const all: [Objection['rule'], Found[]][] = [
    ['skip', skips],
    ['mock', judgeDoubles(code, isOurs)],
    ['network', judgeNetwork(code, origins)],
    ['swallow', judgeSwallows(code)],
    ['source', judgeReads(submission, reading, isOurs)],
    ['contract', imports.judge(reading)],
  ];
  const found = all.flatMap(([rule, list]) =>
    list.map(({ node, message }) => ({ rule, message, path, line: view.line(node.start) })),
  );
  const ours = new Set(
    code.imports.filter(({ module }) => isOurs(module)).flatMap(({ names }) => names),
  );
  return [...found, ...judgeAssertions({ reading, readings, origins, skips, ours })];
}
