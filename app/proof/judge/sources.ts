// What authored files say, language by language: skips, doubles, network, swallowed and empty
// assertions, sources read as text, imports past the contract. Pure.
import type { Origins } from '../../../sandbox/syntax/code/origins.ts';
import type { Assertion, Found } from '../../../sandbox/syntax/code/table.ts';
import { judgeAssertions, judgeCaseAssertions } from './assertions.ts';
import { createBareCheck } from './bare.ts';
import { judgeCommands } from './commands.ts';
import { judgeDoubles } from './doubles.ts';
import { createForegoneCheck } from './foregone.ts';
import { createImportJudge, type ImportJudge } from './imports.ts';
import { judgeNetwork } from './network.ts';
import type { Judgement, Objection } from './objection.ts';
import type { Reading, Readings } from './readings.ts';
import { judgeReads } from './reads.ts';
import { judgeShapes } from './shapes.ts';
import type { Submission } from './submission.ts';
import { judgeSwallows } from './swallows.ts';
import { createTracer } from './tracer.ts';

export function judgeSources(submission: Submission, readings: Readings): Judgement {
  const imports = createImportJudge(submission);
  const originsOf = createTracer(imports, readings);
  const judged = [...readings.read.values()].flatMap((reading) =>
    judgeSource(submission, { imports, reading, readings, origins: originsOf(reading) }),
  );
  const cases = judgeCaseAssertions(submission.cases, readings);
  return { objections: [...readings.objections, ...judged, ...cases], notes: readings.notes };
}

type Source = { imports: ImportJudge; reading: Reading; readings: Readings; origins: Origins };

function judgeSource(
  submission: Submission,
  { imports, reading, readings, origins }: Source,
): Objection[] {
  const { path, code } = reading;
  const { table, view, calls } = code;
  const isOurs = imports.isProjectModule(reading);
  const skips = table.skips(view, calls);
  const ours = new Set(imports.subjectsOf(reading));
  const all: [Objection['rule'], Found[]][] = [
    ['skip', skips],
    ['mock', judgeDoubles(code, isOurs)],
    ['network', judgeNetwork(code, origins)],
    ['swallow', judgeSwallows(code)],
    ['source', judgeReads(submission, reading, isOurs)],
    ['source', judgeShapes(code, ours)],
    ['contract', imports.judge(reading)],
    ['contract', judgeCommands(submission, reading, imports)],
  ];
  const found = all.flatMap(([rule, list]) =>
    list.map(({ node, message }) => ({ rule, message, path, line: view.line(node.start) })),
  );
  const isBare = createBareCheck(code, origins, ours);
  const isForegone = createForegoneCheck(code, ours);
  const isEmpty = (one: Assertion) => isBare(one) || isForegone(one);
  return [...found, ...judgeAssertions({ reading, readings, origins, skips, ours, isEmpty })];
}
