// Further tests by an author who has seen neither code nor tests: what they stop, what they let pass,
// and where a person has to decide.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { readFacts } from '../../app/cli/report/facts.ts';
import type { Script } from '../../app/gateway/scripted/script.ts';
import { recheck } from '../../app/proof/recheck.ts';
import { Report } from '../../app/proof/report.ts';
import type { Settings } from '../../app/settings/schema.ts';
import type { StepDeps } from '../../app/steps/deps.ts';
import { createEffects } from '../../app/steps/effects.ts';
import { jobOf } from '../proof-corpus/corpus.ts';
import { NODE_NEW } from '../proof-corpus/samples.ts';
import { challenger, reader, type Work, type Written } from '../proof-corpus/script.ts';
import { slugTest } from '../proof-corpus/texts.ts';
import { testDatabase } from '../support/database.ts';
import { type PlayedJob, type ProofJob, playJob } from '../support/proof-world/play.ts';
import { openProofWorld, type ProofWorld } from '../support/proof-world/world.ts';

const ASKED = 'joins many words';
const TESTS: readonly Written[] = [
  asking('One Day', 'one-day'),
  asking('Two Nights', 'two-nights'),
];
const FURTHER: readonly Written[] = [asking('A B C D', 'a-b-c-d', ASKED), asking('Ant', 'ant')];
const TOO_MUCH: readonly Written[] = [asking('A_B', 'a-b', 'turns low lines into dashes')];

function asking(title: string, slug: string, name = 'makes a slug'): Written {
  return { title: name, text: slugTest(`assert.equal(slug('${title}'), '${slug}');`) };
}

/** Right for one blank. */
const GUESS: Work = {
  files: {
    'src/slug.mjs': `export const slug = (title) => title.toLowerCase().replace(' ', '-');\n`,
  },
};
const HONEST: Work = {
  files: {
    'src/slug.mjs': `export const slug = (title) => title.toLowerCase().replaceAll(' ', '-');\n`,
  },
};

type Play = { work: Work | readonly Work[]; more: Script; wish?: 'once' | 'twice' | 'off' };

function jobWith({ work, more, wish = 'once' }: Play): ProofJob {
  const [first = {}, ...others] = 'length' in work ? work : [work];
  const tests = TESTS.map((one, index) => Object.assign({}, one, { withheld: index === 1 }));
  const job = jobOf({ sample: NODE_NEW, tests, work: [first, ...others] });
  const settings: Settings = { budget: { challenge: wish } };
  return { ...job, settings, script: { ...job.script, ...more } };
}

const round = challenger('node', FURTHER);

describe('the challenge', () => {
  let world: ProofWorld;
  const owned = new AsyncDisposableStack();

  before(async () => {
    const { url } = owned.use(await testDatabase());
    world = owned.use(await openProofWorld({ url, slots: 1 }));
  });
  after(async () => await owned.disposeAsync());

  test('code that is right for what was tried is stopped, mended, and asked the same again', async () => {
    const more = { challenge: roundsOfAttempts(round), 'second-reading': [reader(true)] };
    const played = await playJob(world, jobWith({ work: [GUESS, HONEST], more }));
    const [first, second] = await reportsOf(played);
    assert.deepEqual(
      first?.verdict.reasons.map(({ rule, criterion, caseId }) => [rule, criterion, caseId]),
      [['challenge', 'R1', 'C1']],
    );
    assert.equal(second?.headline, 'Proven');
    assert.deepEqual(
      second.challenged?.cases.map(({ id, result }) => [id, result]),
      [
        ['C1', 'passed'],
        ['C2', 'passed'],
        ['C3', 'passed'],
        ['C4', 'passed'],
      ],
    );
    await isWithheld(played);
    assert.deepEqual(await recheckAll(played), [[], []]);
  });

  test('honest code passes, until two rounds in a row do', async () => {
    const more = { challenge: [round, round] };
    const { report } = await playJob(world, jobWith({ work: HONEST, more, wish: 'twice' }));
    assert.equal(report?.headline, 'Proven');
    const { rounds, cases, open, unreached } = report.challenged ?? {};
    assert.deepEqual({ rounds, open, unreached }, { rounds: 2, open: [], unreached: undefined });
    assert.deepEqual(
      cases?.map(({ result }) => result),
      ['passed', 'passed', 'passed', 'passed'],
    );
  });

  test('where reader and challenger differ a person decides', async () => {
    const why = 'Only blanks are promised.';
    const more = {
      challenge: [challenger('node', [...FURTHER, ...TOO_MUCH])],
      'second-reading': [[], [], reader(false, why)],
    };
    const { report, flags, state } = await playJob(world, jobWith({ work: HONEST, more }));
    assert.equal(state, 'DELIVERED');
    assert.equal(report?.headline, 'Proven with reservations');
    assert.equal(flags.length, 1);
    assert.match(flags[0] ?? '', /^disputed: R1: .*turns low lines into dashes.*Only blanks/);
  });

  test('what could not be asked is said, and what nobody wishes is not asked', async () => {
    const { report, flags } = await playJob(world, jobWith({ work: HONEST, more: {} }));
    assert.equal(report?.headline, 'Proven with reservations');
    assert.match(flags.join('\n'), /All further tests that were wished for/);
    const off = await playJob(world, jobWith({ work: HONEST, more: {}, wish: 'off' }));
    assert.equal(off.report?.headline, 'Proven');
    assert.equal(off.report.challenged, undefined);
  });

  test('a host that is killed before the second reading goes on where it was', async () => {
    await using database = await testDatabase();
    await using other = await openProofWorld({
      url: database.url,
      slots: 1,
      sandboxes: world.sandboxes,
      around: (_effects, deps) => createEffects(failingOnce(deps)),
    });
    const more = { challenge: [round], 'second-reading': [reader(true)] };
    const { jobId, report } = await playJob(other, jobWith({ work: GUESS, more }));
    assert.deepEqual(
      report?.challenged?.cases.map(({ id, result }) => [id, result]),
      [
        ['C1', 'failed'],
        ['C2', 'passed'],
      ],
    );
    await other.store.transaction(async ({ sessions, challenges }) => {
      assert.equal((await sessions.ofStep(jobId, 'challenge')).length, 1);
      assert.equal((await sessions.ofStep(jobId, 'second-reading')).length, 2);
      assert.equal((await challenges.rounds(jobId)).length, 1);
    });
  });

  /** Made again from the records, each as it was then. */
  async function recheckAll({ jobId }: PlayedJob) {
    return await world.store.transaction(async (records) => {
      const rows = await records.proof.reportsOfJob(jobId);
      const all: unknown[] = [];
      for (const row of rows) {
        const facts = await readFacts(records, row);
        const stored = Report.parse(row.content);
        all.push(recheck(stored, { ...facts, redact: (text) => text }).mismatches);
      }
      return all;
    });
  }

  async function reportsOf({ jobId }: PlayedJob) {
    const stored = await world.store.transaction(
      async ({ proof }) => await proof.reportsOfJob(jobId),
    );
    return stored.map(({ content }) => content as NonNullable<PlayedJob['report']>);
  }

  /** No challenger was given a file, nor anything else but instruction, plan and base commit. */
  async function isAlone(jobId: string): Promise<void> {
    const events = await world.store.transaction(async ({ audit }) => await audit.ofJob(jobId));
    const given = events.filter(({ action, detail }) => {
      return action === 'given' && detail?.['step'] === 'challenge';
    });
    assert.equal(given.length, 2);
    assert.ok(given.every(({ detail }) => !JSON.stringify(detail).includes('"file"')));
  }

  /** Neither to the implementer, nor to anybody else. */
  async function isWithheld({ jobId, published = [] }: PlayedJob): Promise<void> {
    const { given, written } = await world.store.transaction(async ({ sessions, challenges }) => {
      const ids = await sessions.ofStep(jobId, 'implement');
      const rows = await Promise.all(ids.map(async (id) => await sessions.transcript(id)));
      return { given: JSON.stringify(rows), written: await challenges.cases(jobId) };
    });
    assert.match(given, new RegExp(ASKED));
    await isAlone(jobId);
    for (const { files } of written) {
      for (const { content } of files) {
        const text = Buffer.from(content, 'base64').toString();
        const [asked = ''] = /assert\.equal\(.*\)/.exec(text) ?? [];
        assert.ok(asked !== '' && !given.includes(asked));
        assert.ok(
          published.every(
            (file) => 'deleted' in file || !Buffer.from(file.content).includes(asked),
          ),
        );
      }
    }
  }
});

/** Throws where a second reading is asked for the first time. */
function failingOnce(deps: StepDeps): StepDeps {
  let isKilled = false;
  const budgeted: StepDeps['agent']['budgeted'] = (facts) => {
    const inner = deps.agent.budgeted(facts);
    return {
      async complete(request, options) {
        if (request.step !== 'second-reading' || isKilled) {
          return await inner.complete(request, options);
        }
        isKilled = true;
        throw new Error('killed');
      },
    };
  };
  return { ...deps, agent: { ...deps.agent, budgeted } };
}

/** Four rounds are kept for each attempt. */
function roundsOfAttempts(one: typeof round): (typeof round)[] {
  return [one, [], [], [], one];
}
