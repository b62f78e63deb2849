// The published JSON schema of `report.json`, made from the shape that stored reports are read with.
// What a name does not say is said here, by path. Pure.
import { z } from 'zod';
import { REPORT_VERSION, Report } from './report.ts';

/** By the names on the way; what stands inside a list has the name of the list. */
export const DESCRIPTIONS: Readonly<Record<string, string>> = {
  version: 'Of this form. A change that old readers cannot read raises it.',
  headline:
    'The one word it is told with, the same on the pull request, the check and here. With reservations: something asks for a person.',
  jobId: 'The job, as `redgreen jobs list` names it.',
  attempt: 'Which attempt at an implementation is judged. Its tree is "the head".',
  issue: 'Number of the issue. Absent: the job is about none.',
  baseSha: 'The commit the job works on. Its tree is "the base".',
  plan: 'What was approved.',
  'plan.revision': 'The token a person approved.',
  'plan.paths': 'Paths and patterns that may be changed: the fence.',
  'plan.packages': 'Packages that may be added.',
  verdict: 'The gate before delivery.',
  'verdict.passed': 'True exactly when there is no reason.',
  'verdict.reasons': 'Everything that stands in the way.',
  'verdict.reasons.rule': 'Which rule of the gate is broken.',
  'verdict.reasons.message': 'For people.',
  'verdict.reasons.caseId': 'The test it is about, if it is about one.',
  totals: 'Counts over the matrix.',
  'totals.proven': 'Criteria whose every test is right on the base and on the head.',
  'totals.cases': 'Tests that are traced to a criterion.',
  'totals.green': 'Of them, green on the head.',
  'totals.withheld': 'Of them, never seen by the implementer.',
  'totals.flaky': 'Of them, with runs on one tree that disagreed.',
  closingNote:
    'What the implementer said when it handed over, in its own words. Nothing is counted from it.',
  changedFiles: 'What the verified tree changes of the base. Absent: not counted.',
  'changedFiles.part':
    '`authored`: a test of the plan. `tests`: any other test, by its path. `code`: everything else.',
  'changedFiles.added': 'Lines. Absent: it is no text, or too long.',
  matrix: 'Criterion → tests → red or green on base and head. From exit codes alone.',
  'matrix.kind': '`new`: its tests must be red on the base. `keep`: green.',
  'matrix.surface': 'Where the behaviour can be observed.',
  'matrix.blocked': 'A person confirmed a cause outside the code: not proven, and not in the gate.',
  'matrix.cases.withheld': 'The implementer never saw it.',
  'matrix.cases.base': '`mixed`: runs disagreed.',
  'matrix.cases.why': 'Why it is red on the base.',
  'matrix.cases.head': '`mixed`: runs disagreed.',
  'matrix.cases.headWhy': 'Why it is red on the head.',
  'matrix.cases.flaky': 'Runs on one tree disagreed.',
  'matrix.cases.baseRuns': 'How often it was run there; at least twice.',
  'matrix.cases.headRuns': 'How often it was run there; at least twice.',
  'matrix.cases.strength':
    'Of the alterations of what the changed code gives back, how many it noticed. Absent: not measured.',
  suite:
    'The repository’s own tests: they may be red already, but not redder. Absent: it has none.',
  'suite.run': 'The command.',
  'suite.compared': 'Base against head; absent when it did not run on both.',
  'suite.compared.by':
    'Test by test where both runs wrote a report or name every test, else by exit codes.',
  'suite.compared.newlyFailing': 'Red on the head and not on the base.',
  'suite.compared.newlyPassing': 'Green on the head and not on the base.',
  'suite.compared.disappeared': 'On the base only.',
  'suite.compared.added': 'On the head only.',
  'suite.compared.newlySkipped': 'Run on the base, skipped on the head.',
  twins: 'Each case once more on the head, expecting something else.',
  'twins.red': 'Failed, as they should.',
  'twins.green': 'Stayed green: nothing they say counts.',
  'twins.none': 'Cases in which nothing was found to expect otherwise.',
  world:
    'Each case once more on the head, with everything around it different. Absent: not looked.',
  'world.varied': 'What was different, by name.',
  'world.notVaried': 'What could not be made different where it ran.',
  'world.dependent': 'Cases that are red there.',
  'world.dependent.on': 'Which difference alone makes it red; empty: only several together.',
  'world.excused': 'Differences that the base depends on too.',
  'world.unsteady': 'Cases that were red there once and green the next time.',
  'world.besides':
    'What changed functions do besides the answers that their tests ask for. Absent: nothing was seen.',
  'world.doors':
    'Programs that came into the changed code otherwise than as text of the tree: through which door, and which file opened it. Absent: none was seen.',
  perturbed:
    'Each case once more on the head, with other results of the functions that the change adds or alters. Absent: not looked.',
  'perturbed.cases.isSound': 'Green where nothing was altered yet; else nothing of it counts.',
  'perturbed.cases.isUnbuilt':
    'Prepared for it, the code could not be built: nothing is known of the case.',
  'perturbed.cases.isReached': 'It runs through a function of the change.',
  'perturbed.cases.noticed': 'Alterations with which it is red.',
  'perturbed.cases.of': 'Alterations that happened while it ran.',
  'perturbed.cases.isDeaf':
    'It uses what comes back, and notices nothing of what is altered in it.',
  'perturbed.cases.isVague': 'It uses what comes back, and not what is in it.',
  'perturbed.cases.isPatient':
    'It notices a wrong answer, but not when only the first one of each function is wrong.',
  'perturbed.unaltered': 'Changed code in which nothing could be altered.',
  'perturbed.isBuilt': 'Some of the changed code is built before it runs.',
  oldSuite:
    'The repository’s own tests, with all material of the tests as on the base, on the head’s code. Absent: no material was changed, or it was not looked.',
  'oldSuite.by':
    'Test by test where both runs name their tests, else by exit codes; `nothing`: red on both, so a new failure could hide.',
  'oldSuite.restored': 'Changed material that was as on the base for it.',
  'oldSuite.announced': 'Changed as the plan announced: it stayed as delivered.',
  'oldSuite.failing': 'Tests that pass on the base and do not with the head’s code.',
  'oldSuite.hidden': 'Of those, not run on the head, though nobody changed their files.',
  'oldSuite.excused': 'Tests that are not run on the head because of what was announced.',
  challenged:
    'Further tests of what is verified, by an author who has seen neither code nor tests. They stay withheld for ever. Absent: not wished for, or the gate was not passed without them.',
  'challenged.wish': '`twice`: until two rounds in a row pass.',
  'challenged.rounds': 'Asked of this attempt.',
  'challenged.cases': 'All of them, those asked of earlier attempts among them.',
  'challenged.cases.result':
    '`failed`: red on the head, and a second reader of the plan’s words finds it promised. `disputed`: the reader does not, so a person decides. `unread`: red, and nobody has read it again. `dropped`: it says nothing on the base.',
  'challenged.cases.why': 'Why it was dropped, or what the second reader said against it.',
  'challenged.open': 'New criteria of which none of them says anything.',
  'challenged.unreached': 'Why not all was asked that was wished for.',
  hunks: 'Whether a test notices when a single changed hunk is undone.',
  'hunks.measured': 'False: nothing is known about it.',
  'hunks.guarded': 'Undone, a test fails.',
  'hunks.held':
    'Undone, every test stays green, but whatever of it is altered alone is noticed: it does what was there before, in a plan that promises nothing new. Absent: none.',
  'hunks.unguarded': 'Undone, every test stays green.',
  'hunks.inseparable': 'Undone, nothing can be loaded.',
  'hunks.unmeasured': 'There was no time to undo them.',
  'hunks.list': 'Every changed hunk of code, in the order of paths and lines.',
  'hunks.list.id': 'Names the hunk in the records: H1, H2, …',
  'hunks.list.path': 'The file.',
  'hunks.list.startLine': 'First line on the head, from 1.',
  'hunks.list.endLine': 'Last line on the head.',
  'hunks.list.kind': 'What was done there.',
  'hunks.list.symbol': 'The function that was added.',
  'hunks.list.verdict': 'Whether a test guards it.',
  'hunks.list.heldBy':
    'The tests that noticed; `suite`: the repository’s own. Tests are run until one notices, so others may hold it too.',
  coverage:
    'Which changed lines of code ran while the tests of the plan did, by the language’s own tool. No verdict comes from it. Absent: not counted.',
  'coverage.files.ran': 'How many of the changed lines ran.',
  'coverage.files.missed': 'Changed lines of the head that no test of the plan ran.',
  'coverage.untold': 'Changed files of which the tool told nothing: they did not run as they are.',
  unread: 'Changed files of code that nothing that was run reads: not proven.',
  runs: 'Every run that the matrix is made from: base first, then head.',
  'runs.caseId': 'Absent: the repository’s own suite.',
  'runs.run': 'Which run of this test on this tree, from 1.',
  'runs.why': 'Why it is red. Absent: it is green.',
  'runs.output':
    'Standard output and error, without secrets; the middle of a long one is left out.',
  attempts: 'All attempts up to this one.',
  'attempts.modelClass': 'L1 is the ordinary class, L3 the strongest.',
  'attempts.costUsd': 'What its models have cost. Absent: not counted.',
  'attempts.durationMs':
    'Of the attempt that the report is about, up to its last stored run. Absent: it had none.',
  costUsd: 'What the models of the whole job have cost so far.',
  questions: 'What agents asked people, in the order of asking. Absent: nothing.',
  'questions.answer': 'Absent: the answer was a plain yes or no, or there was none.',
  'questions.by': 'Who answered. Absent: nobody.',
  tampering: 'What was done to tests and checks that were there before.',
  'tampering.isAnnounced': 'The approved plan says that it is changed: it asks for nobody.',
  dropped: 'Changes of the implementer that are not in the verified tree.',
  'dropped.why': '`authored`: a test of the matrix, or in its way.',
  outsideFence: 'Changed paths that the plan does not name.',
  sandboxes: 'Of the whole job so far.',
  'sandboxes.wiped': 'Of those, with evidence that they are gone.',
  notMeasured: 'What this report does not say, in words.',
};

type JsonSchema = { [key: string]: unknown };

export function reportSchema(): JsonSchema {
  const { $schema, ...schema } = described(z.toJSONSchema(Report), '');
  const title = `Redgreen report, version ${REPORT_VERSION}`;
  return { $schema, title, description: 'The report of one attempt.', ...schema };
}

export function reportSchemaText(): string {
  return `${JSON.stringify(reportSchema(), undefined, 2)}\n`;
}

function described(schema: object, path: string): JsonSchema {
  const description = DESCRIPTIONS[path];
  const inner = Object.entries(schema).map(([key, value]: [string, unknown]) => {
    if (key === 'properties' && isObject(value)) return [key, propertiesOf(value, path)];
    if (key === 'items' && isObject(value)) return [key, inside(value, path)];
    if ((key === 'anyOf' || key === 'oneOf') && Array.isArray(value)) {
      return [key, value.map((one: unknown) => (isObject(one) ? inside(one, path) : one))];
    }
    return [key, value];
  });
  return { ...(description !== undefined && { description }), ...Object.fromEntries(inner) };
}

function propertiesOf(properties: object, path: string): JsonSchema {
  const entries = Object.entries(properties).map(([name, value]: [string, unknown]) => {
    const at = path === '' ? name : `${path}.${name}`;
    return [name, isObject(value) ? described(value, at) : value];
  });
  return Object.fromEntries(entries);
}

/** Said once, outside. */
function inside(schema: object, path: string): JsonSchema {
  const { description: _said, ...rest } = described(schema, path);
  return rest;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
