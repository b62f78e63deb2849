// What every engine must do, written against the port only. An engine is held to it by handing in
// a way to make worlds; nothing here knows how work is kept.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EffectContext } from '../../../app/engine/effects/port.ts';
import { AppError } from '../../../app/errors.ts';
import { withRefusals } from '../../../app/steps/unavailable.ts';
import { approve, type World } from '../../support/engine-world.ts';
import { scriptedEffects } from '../../support/scripted-effects.ts';
import { aborted, deferred, until } from '../../support/waiting.ts';

const WAITING = 'WAITING_SPEC_APPROVAL';

export function engineContract(name: string, createWorld: () => Promise<World>): void {
  test(`${name}: takes a job from its start over approval to DELIVERED, each effect once`, async () => {
    await using world = await createWorld();
    const { effects, calls } = scriptedEffects(world.store);
    const engine = await world.createEngine(effects);
    await engine.start();
    const id = await world.addJob();
    assert.ok((await approve(engine, await world.reaches(id, WAITING))).ok);
    await world.reaches(id, 'DELIVERED');
    await until(() => calls.at(-1)?.kind === 'announce');
    assert.deepEqual(
      calls.map(({ kind }) => kind).filter((kind) => kind !== 'announce'),
      [
        'reserve',
        'plan',
        'choose-strategy',
        'write-tests',
        'baseline',
        'implement',
        'verify',
        'publish',
      ],
    );
    assert.equal(new Set(calls.map(({ number }) => number)).size, calls.length);
  });

  test(`${name}: submitting a job twice starts it once`, async () => {
    await using world = await createWorld();
    const { effects, calls } = scriptedEffects(world.store);
    const engine = await world.createEngine(effects);
    const id = await world.addJob();
    await Promise.all([engine.submit(id), engine.submit(id)]);
    await engine.start();
    await world.reaches(id, WAITING);
    assert.equal(calls.filter(({ kind }) => kind === 'plan').length, 1);
  });

  test(`${name}: cancel reaches a running effect at once`, async () => {
    await using world = await createWorld();
    const began = deferred<EffectContext>();
    const stopped = deferred<number>();
    const { effects } = scriptedEffects(world.store, {
      plan: async (context) => {
        began.resolve(context);
        await aborted(context.signal);
        stopped.resolve(performance.now());
        throw context.signal.reason;
      },
    });
    // Only a notice can be that quick: neither poll nor lease comes round in the time.
    const engine = await world.createEngine(effects, { pollMs: 60_000, leaseMs: 60_000 });
    await engine.start();
    const id = await world.addJob();
    await began.promise;
    const cancelled = await engine.cancel(id, 'mona', 'not needed');
    assert.ok(cancelled.ok);
    await stopped.promise;
    const { job } = await world.reaches(id, 'FAILED');
    assert.equal(job.failureReason, 'USER_CANCELLED');
  });

  test(`${name}: of two commands that race one wins and the other is told`, async () => {
    await using world = await createWorld();
    const { effects } = scriptedEffects(world.store);
    const engine = await world.createEngine(effects);
    await engine.start();
    const record = await world.reaches(await world.addJob(), WAITING);
    const answers = await Promise.all([approve(engine, record), approve(engine, record)]);
    assert.equal(answers.filter(({ ok }) => ok).length, 1);
    const refusal = answers.find((answer) => !answer.ok);
    assert.equal(refusal?.ok === false && refusal.code, 'JOB_STATE_INVALID');
  });

  test(`${name}: poison is given up after 3 tries with its reason, others proceed`, async () => {
    await using world = await createWorld();
    let poisonous = '';
    const { effects, calls } = scriptedEffects(world.store, {
      plan: async ({ record }) => {
        if (record.job.id === poisonous) throw new Error('boom');
        return { type: 'planned', revision: 'r1', strategies: 1 };
      },
    });
    const engine = await world.createEngine(effects);
    poisonous = await world.addJob();
    const healthy = await world.addJob();
    await engine.start();
    await world.reaches(healthy, WAITING);
    const { job } = await world.reaches(poisonous, 'FAILED');
    assert.equal(job.failureReason, 'POISONED');
    assert.match(
      job.failureDetail ?? '',
      /plan failed 3 times; last with INTERNAL_ERROR: .*`redgreen doctor`/,
    );
    const tries = calls.filter(({ jobId, kind }) => jobId === poisonous && kind === 'plan');
    assert.equal(tries.length, 3);
  });

  test(`${name}: what is given up says what exactly was wrong`, async () => {
    await using world = await createWorld();
    const problem = 'The sandbox is gone, it used too much memory: run a command.';
    const { effects } = scriptedEffects(world.store, {
      plan: async () => {
        throw new AppError('SANDBOX_RESOURCE_LIMIT', { problem });
      },
    });
    const engine = await world.createEngine(effects);
    await engine.start();
    const { job } = await world.reaches(await world.addJob(), 'FAILED');
    assert.equal(job.failureReason, 'UNRECOVERABLE_ERROR', 'what has a name is no poison');
    assert.match(job.failureDetail ?? '', /SANDBOX_RESOURCE_LIMIT: .* used too much memory: /);
  });

  test(`${name}: an effect that does not exist yet is an honest refusal`, async () => {
    await using world = await createWorld();
    const engine = await world.createEngine(withRefusals({}));
    await engine.start();
    const { job } = await world.reaches(await world.addJob(), 'FAILED');
    assert.equal(job.failureReason, 'UNRECOVERABLE_ERROR');
    assert.match(job.failureDetail ?? '', /EFFECT_UNAVAILABLE: reserve/);
  });

  test(`${name}: nothing runs while a job is held; ending the hold goes on`, async () => {
    await using world = await createWorld();
    let isAnswered = false;
    const { effects, calls } = scriptedEffects(world.store, {
      plan: async () =>
        isAnswered
          ? { type: 'planned', revision: 'r1', strategies: 1 }
          : { type: 'held', reason: 'question', ask: 'Which port?' },
    });
    const engine = await world.createEngine(effects);
    await engine.start();
    const id = await world.addJob();
    await until(async () => (await world.job(id)).job.hold !== undefined);
    const { job } = await world.job(id);
    assert.equal(job.hold?.reason, 'question');
    assert.equal(job.hold?.ask, 'Which port?');
    isAnswered = true;
    assert.ok((await engine.signal(id, { type: 'answer' }, 'mona')).ok);
    await world.reaches(id, WAITING);
    assert.equal(calls.filter(({ kind }) => kind === 'plan').length, 2);
  });

  test(`${name}: a bound per installation is exact with 3 workers of 4 slots`, async () => {
    await using world = await createWorld();
    const running = { 1: 0, 2: 0 };
    const most = { 1: 0, 2: 0 };
    const full = deferred<void>();
    const { effects } = scriptedEffects(world.store, {
      plan: async ({ record }) => {
        const installation = record.installationId as 1 | 2;
        running[installation] += 1;
        most[installation] = Math.max(most[installation], running[installation]);
        // Nobody ends before both are full, so that the bound is reached as well as kept.
        if (running[1] >= 3 && running[2] >= 3) full.resolve();
        await full.promise;
        await new Promise((resolve) => setTimeout(resolve, 20));
        running[installation] -= 1;
        return { type: 'planned', revision: 'r1', strategies: 1 };
      },
    });
    const place = (n: number) => ({ installation: 1 + (n % 2), repository: 1 + (n % 2) });
    const jobs = await Promise.all(Array.from({ length: 24 }, (_, n) => world.addJob(place(n))));
    const limits = { slots: 4, perInstallation: 3 };
    for (let worker = 0; worker < 3; worker += 1) {
      await (await world.createEngine(effects, limits)).start();
    }
    for (const id of jobs) await world.reaches(id, WAITING);
    assert.deepEqual(most, { 1: 3, 2: 3 });
  });

  test(`${name}: 3 jobs behind 60 of a noisy neighbour are served among the first 6`, async () => {
    await using world = await createWorld();
    const served: number[] = [];
    const { effects } = scriptedEffects(world.store, {
      reserve: async ({ record }) => {
        served.push(record.repositoryId);
        return { type: 'reserve_refused', reason: 'QUOTA_EXHAUSTED' };
      },
    });
    for (let n = 0; n < 60; n += 1) await world.addJob({ repository: 1 });
    for (let n = 0; n < 3; n += 1) await world.addJob({ repository: 2 });
    const engine = await world.createEngine(effects, { slots: 1 });
    await engine.start();
    await until(() => served.length >= 12);
    const places = served.flatMap((repository, place) => (repository === 2 ? [place + 1] : []));
    assert.equal(places.length, 3);
    assert.ok(Math.max(...places) <= 6, `served at ${places.join(', ')}`);
  });

  test(`${name}: a job waits for its turn as PENDING, longer than a reservation may take`, async () => {
    await using world = await createWorld();
    const release = deferred<void>();
    const began = deferred<void>();
    let isFirst = true;
    const { effects } = scriptedEffects(world.store, {
      plan: async () => {
        if (isFirst) {
          isFirst = false;
          began.resolve();
          await release.promise;
        }
        return { type: 'planned', revision: 'r1', strategies: 1 };
      },
    });
    const engine = await world.createEngine(effects, { slots: 1 });
    await engine.start();
    await world.addJob();
    await began.promise;
    const waiting = await world.addJob();
    world.step(60_000);
    await new Promise((resolve) => setTimeout(resolve, 200));
    assert.equal((await world.job(waiting)).job.state, 'PENDING');
    release.resolve();
    await world.reaches(waiting, WAITING);
  });

  test(`${name}: a drained worker hands its effect over and it counts as no try`, async () => {
    await using world = await createWorld();
    const began = deferred<void>();
    let isFirst = true;
    const { effects, calls } = scriptedEffects(world.store, {
      plan: async ({ signal }) => {
        if (!isFirst) return { type: 'planned', revision: 'r1', strategies: 1 };
        isFirst = false;
        began.resolve();
        await aborted(signal);
        throw signal.reason;
      },
    });
    const first = await world.createEngine(effects, { tries: 1 });
    const next = await world.createEngine(effects, { tries: 1 });
    await first.start();
    const id = await world.addJob();
    await began.promise;
    await next.start();
    await first.stop(0);
    await world.reaches(id, WAITING);
    assert.equal(calls.filter(({ kind }) => kind === 'plan').length, 2);
  });

  test(`${name}: an effect that ends while draining is recorded`, async () => {
    await using world = await createWorld();
    const began = deferred<void>();
    const { effects, calls } = scriptedEffects(world.store, {
      plan: async () => {
        began.resolve();
        await new Promise((resolve) => setTimeout(resolve, 100));
        return { type: 'planned', revision: 'r1', strategies: 1 };
      },
    });
    const engine = await world.createEngine(effects);
    await engine.start();
    const id = await world.addJob();
    await began.promise;
    await engine.stop(5_000);
    assert.equal((await world.job(id)).job.state, 'WAITING_STRATEGY');
    assert.equal(calls.filter(({ kind }) => kind === 'plan').length, 1);
  });
}
