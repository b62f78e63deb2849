// Everything a report was made from, read from the records again.
import type { Parsers } from '../../../sandbox/syntax/parsers.ts';
import { AppError } from '../../errors.ts';
import { authoredFiles, toProofCase } from '../../proof/case.ts';
import { judgeChallenge } from '../../proof/challenge/judge-challenge.ts';
import { changedFiles } from '../../proof/changed-files.ts';
import { judgeCoverage } from '../../proof/coverage/judge-coverage.ts';
import { judgeHunk } from '../../proof/hunks/judge-hunk.ts';
import { unjudgedFiles } from '../../proof/judge/unjudged.ts';
import { judgeOldSuite, type OldSuiteFacts } from '../../proof/old-suite/judge-old-suite.ts';
import { materialBy } from '../../proof/old-suite/material.ts';
import { judgePerturbed } from '../../proof/perturb/judge-perturb.ts';
import { readReport } from '../../proof/read-report.ts';
import type { RecheckFacts } from '../../proof/recheck.ts';
import { type Report, setupProblem } from '../../proof/report.ts';
import { rolesOf, untoldText } from '../../proof/roles/roles.ts';
import { TOUCHED, touchesOf } from '../../proof/roles/touches.ts';
import { findTampering } from '../../proof/tamper/tamper.ts';
import { buildVerificationTree, type VerificationTree } from '../../proof/verification-tree.ts';
import { judgeWorld, keptCriteria, type WorldFacts } from '../../proof/world/judge-world.ts';
import { effective } from '../../settings/effective.ts';
import { frozenLayers } from '../../settings/read.ts';
import type { EffectiveSettings } from '../../settings/schema.ts';
import { readChallenge } from '../../steps/challenge/facts.ts';
import { blockedCriteria, readAttempts, readSaid } from '../../steps/report.ts';
import { HOLLOW } from '../../steps/runs/hunks.ts';
import { TWIN } from '../../steps/runs/twins.ts';
import { planOf } from '../../steps/thread.ts';
import { parseTexts, textsOf } from '../../steps/tree/syntax.ts';
import type { Report as StoredReport, TestRun } from '../../store/proof.ts';
import type { Records } from '../../store/records.ts';

export type StoredFacts = Omit<RecheckFacts, 'tampering' | 'changedFiles' | 'redact'> & {
  /** What the implementer left, and the tree that was judged. */
  changes: Parameters<typeof buildVerificationTree>[1];
  tree: VerificationTree;
  authored: ReturnType<typeof authoredFiles>;
};

export async function readFacts(records: Records, row: StoredReport): Promise<StoredFacts> {
  const { jobId, attemptNumber: attempt, isGatePassed } = row;
  const thread = await records.threads.find(jobId);
  const stored = await records.recording.planOfAttempt(jobId, attempt);
  if (thread?.baseSha === undefined || stored === undefined) {
    throw new AppError('NOT_FOUND', { problem: `The job ${jobId} has lost its thread or plan.` });
  }
  const settings = effective(frozenLayers(await records.settings.frozen(jobId)));
  const plan = planOf(stored, settings, await records.holdAnswers.widened(jobId, attempt));
  const cases = await records.proof.casesOfPlan(stored.id);
  const runs = await records.proof.runsOfPlan(stored.id);
  const changes = await records.files.ofAttempt(jobId, attempt);
  const authored = authoredFiles(cases);
  const tree = buildVerificationTree({ ...plan, limits: settings.paths }, changes, authored);
  const paths = tree.changes.map(({ path }) => path);
  return {
    jobId,
    attempt,
    issue: thread.issueNumber,
    baseSha: thread.baseSha,
    plan,
    revision: stored.revisionToken,
    cases: cases.map(toProofCase),
    runs,
    blocked: await blockedCriteria(records, jobId),
    unjudged: unjudgedFiles(cases),
    ...hunksOf(row, runs, { plan, cases: cases.map(toProofCase), paths, authored }),
    ...setupOf(row),
    ...(await challengeOf(records, row, { settings, active: { stored, plan } })),
    ...(await readSaid(records, jobId, attempt)),
    attempts: await readAttempts(records, jobId, attempt),
    ...(await records.recording.countsAt({ jobId, attemptNumber: attempt })),
    dropped: tree.dropped,
    outsideFence: tree.outsideFence,
    isGatePassed,
    changes,
    tree,
    authored,
  };
}

type HunkFacts = Pick<RecheckFacts, 'plan' | 'cases'> & Pick<OldSuiteFacts, 'paths' | 'authored'>;

/**
 * Every verdict again, from the runs on the hunk's variants. Where none was run, there was no time or
 * nothing that could be put in the hunk's place: what the report says of it stands.
 */
function hunksOf(
  { content, attemptNumber }: StoredReport,
  runs: readonly TestRun[],
  { plan, cases, ...given }: HunkFacts,
): Pick<
  RecheckFacts,
  | 'hunks'
  | 'hollow'
  | 'twins'
  | 'world'
  | 'oldSuite'
  | 'unread'
  | 'untold'
  | 'perturbed'
  | 'coverage'
> {
  const report = readReport(content);
  if (report === undefined || !report.hunks.measured) return {};
  const own = runs.filter((run) => run.tree === 'hunk' && run.attemptNumber === attemptNumber);
  const base = runs.filter(({ tree }) => tree === 'base');
  const head = runs.filter((run) => run.tree === 'head' && run.attemptNumber === attemptNumber);
  const looks = Map.groupBy(own, ({ hunk = '' }) => hunk);
  const isMaterial = materialBy(rolesOf(given.paths, touchesOf(runs, attemptNumber)));
  return {
    hollow: looks.get(HOLLOW) ?? [],
    twins: looks.get(TWIN) ?? [],
    ...touchedOf(report, { runs, attemptNumber }),
    ...oldSuiteOf({ plan, base, head, looks: own, isMaterial, ...given }),
    ...worldOf(report, { looks: own, base, keep: keptCriteria(plan), cases }),
    ...perturbedOf(report, own),
    ...coverageOf(report, own),
    hunks: report.hunks.list.map((hunk) => {
      const variants = [...looks].filter(([name]) => name.startsWith(`${hunk.id}:`));
      if (variants.length === 0 || hunk.verdict === 'unmeasured') return hunk;
      const seen = variants.map(([variant, some]) => ({ variant, runs: some }));
      const { heldBy: _stored, ...known } = hunk;
      return Object.assign(known, judgeHunk(seen));
    }),
  };
}

/** A report from before there was this look has none. */
function worldOf(report: Report, facts: WorldFacts): Pick<RecheckFacts, 'world'> {
  const world = judgeWorld(facts);
  return world === undefined || report.world === undefined ? {} : { world };
}

/** A report from before runs were asked what they touch has no rows of it. */
function touchedOf(
  { unread }: Report,
  { runs, attemptNumber }: Pick<StoredReport, 'attemptNumber'> & { runs: readonly TestRun[] },
): Pick<RecheckFacts, 'unread' | 'untold'> {
  if (!runs.some(({ hunk }) => hunk === TOUCHED)) return {};
  const touches = touchesOf(runs, attemptNumber);
  const roles = rolesOf(unread ?? [], touches);
  const still = unread?.filter((path) => roles.get(path) === 'unread');
  return { untold: untoldText(touches), ...(still !== undefined && { unread: still }) };
}

/** As `worldOf`. What could be altered in which languages, only the verification saw. */
function perturbedOf(
  { perturbed: stored }: Report,
  runs: readonly TestRun[],
): Pick<RecheckFacts, 'perturbed'> {
  const perturbed = stored && judgePerturbed(runs, stored);
  return perturbed === undefined ? {} : { perturbed };
}

/** Which files were asked about is what the report says. */
function coverageOf(
  { coverage: stored }: Report,
  runs: readonly TestRun[],
): Pick<RecheckFacts, 'coverage'> {
  if (stored === undefined) return {};
  const paths = [...stored.files.map(({ path }) => path), ...stored.untold];
  const coverage = judgeCoverage(runs, paths);
  return coverage === undefined ? {} : { coverage };
}

function oldSuiteOf(facts: OldSuiteFacts): Pick<RecheckFacts, 'oldSuite'> {
  const oldSuite = judgeOldSuite(facts);
  return oldSuite === undefined ? {} : { oldSuite };
}

/** A report from before there was this look has none, and none whose gate failed without it. */
async function challengeOf(
  records: Records,
  { jobId, attemptNumber: attempt, content }: StoredReport,
  {
    settings,
    active,
  }: { settings: EffectiveSettings; active: Parameters<typeof readChallenge>[1]['active'] },
): Promise<Pick<RecheckFacts, 'challenged'>> {
  const { challenge: wish } = settings.budget;
  if (wish === 'off' || readReport(content)?.challenged === undefined) return {};
  const { facts } = await readChallenge(records, { jobId, wish, attempt, active });
  return { challenged: judgeChallenge(facts) };
}

/** What a setup said was seen only then. */
function setupOf({ content }: StoredReport): Pick<RecheckFacts, 'setup'> {
  const report = readReport(content);
  const setup = report && setupProblem(report);
  return setup === undefined ? {} : { setup };
}

/** What the verification saw beside its runs, with the files of the base commit from a clone. */
export async function seenWithBase(
  parsers: Parsers,
  { changes, tree, authored }: Pick<StoredFacts, 'changes' | 'tree' | 'authored'>,
  textOf: (path: string) => Promise<string | undefined>,
): Promise<Pick<RecheckFacts, 'tampering' | 'changedFiles'>> {
  const texts = new Map<string, string>();
  for (const { path } of changes) {
    const text = await textOf(path);
    if (text !== undefined) texts.set(path, text);
  }
  const trees = {
    base: await parseTexts(parsers, texts),
    head: await parseTexts(parsers, textsOf(changes)),
  };
  const baseText = (path: string) => texts.get(path);
  return {
    tampering: findTampering({ changes, dropped: tree.dropped, baseText, trees }),
    changedFiles: changedFiles(tree.changes, authored, baseText),
  };
}
