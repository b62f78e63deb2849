// The ways a story is struck, and how each is done to the real processes. Says whether it hit what
// it was meant for; what must hold afterwards is not decided here.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Stage, seen } from '../../../app/cli/demo/stage.ts';
import { readLocalConfig } from '../../../app/config/config.ts';
import { findPostmaster } from '../../../app/store/embedded/postmaster.ts';
import { findServer } from '../../../sandbox/local/find-server.ts';
import {
  descendantsOf,
  isAlive,
  type ProcessRow,
  readProcessTable,
} from '../../../sandbox/local/isolation/process-table.ts';
import { sandboxProcesses } from '../../support/thread-invariants.ts';
import { type Play, type Script, startPlay } from '../../support/thread-play.ts';
import { until } from '../../support/waiting.ts';
import type { Place } from './places.ts';
import { reaches, type Watch } from './watch.ts';

export type Strike = { at: Place; delayMs: number } & (
  | { kind: 'app' }
  /** The app, when an effect has done everything and nothing of it is recorded yet. */
  | { kind: 'unrecorded' }
  | { kind: 'sandbox-server' }
  | { kind: 'sandbox' }
  /** With the app, or under it: then another program of ours starts the database again. */
  | { kind: 'postgres'; isWithApp: boolean }
  /** GitHub does it and the answer is lost; then the app is killed. */
  | { kind: 'lost-answer'; operation: string }
);

export type Hit = {
  kind: Strike['kind'];
  /** Where the job was when the strike had been done, as the database says. */
  place: Place | undefined;
  /** Whether it struck what it was meant for. */
  isHit: boolean;
};

export type Struck = {
  stage: Stage;
  watch: Watch;
  script: Script;
  app: Play;
  note(what: string): void;
};

export async function strike(struck: Struck, one: Strike): Promise<Hit> {
  switch (one.kind) {
    case 'app':
      return await strikeApp(struck, one);
    case 'unrecorded':
      return await strikeUnrecorded(struck, one);
    case 'sandbox-server':
    case 'sandbox':
      return await strikeSandboxes(struck, one);
    case 'postgres':
      return await strikePostgres(struck, one);
    case 'lost-answer':
      return await strikeAfterLostAnswer(struck, one);
  }
}

async function strikeApp(struck: Struck, { at, delayMs }: Strike): Promise<Hit> {
  const { watch } = struck;
  const came = await reaches(watch, at);
  if (came === 'there') await pause(delayMs);
  const place = await killApp(struck, `meant for ${at}, after ${delayMs} ms`);
  await restart(struck);
  if (place === 'QUOTA_RESERVING') await afterReserving(struck);
  return { kind: 'app', place, isHit: place === at };
}

/**
 * A job that is not reserved within ten seconds is FAILED, and an app that takes so
 * long to start again finds it too late. Then a person labels another issue.
 */
async function afterReserving({ watch, stage, note }: Struck): Promise<void> {
  await until(async () => (await watch.look())?.state !== 'QUOTA_RESERVING', 60_000);
  if ((await watch.look())?.failureReason !== 'QUOTA_RESERVATION_TIMEOUT') return;
  note('the app was away for longer than a reservation may take; another issue is labelled');
  const { issue } = await stage.openAndLabel();
  const before = watch.jobId();
  await until(async () => (await watch.look())?.jobId !== before, 60_000);
  note(`issue ${issue} has a job of its own`);
}

async function strikeUnrecorded(struck: Struck, { at }: Strike): Promise<Hit> {
  const { watch } = struck;
  const came = await reaches(watch, at, {
    isThere: ({ isClaimed }) => isClaimed,
    isOver: ({ isBusy }) => !isBusy,
  });
  const letGo = came === 'there' ? await watch.holdOutcome(at) : undefined;
  await struck.app.kill();
  await letGo?.();
  const place = await killApp(struck, `meant for the end of ${at}`);
  await restart(struck);
  return { kind: 'unrecorded', place, isHit: letGo !== undefined && place === at };
}

/** Answers with the place at which the job was found when nothing of the app was left. */
async function killApp({ app, watch, note }: Struck, why: string): Promise<Place | undefined> {
  await app.kill();
  await watch.quiet();
  const place = (await watch.look())?.place;
  note(`kill -9 of the app in ${place} (${why})`);
  return place;
}

async function restart(struck: Struck): Promise<void> {
  struck.app = await startPlay(struck.stage, struck.script);
  struck.note('the app is started again');
}

async function strikeSandboxes(
  { stage, watch, note }: Struck,
  { kind, at, delayMs }: Strike & { kind: 'sandbox-server' | 'sandbox' },
): Promise<Hit> {
  const came = await reaches(watch, at, { isThere: ({ sandboxes }) => sandboxes > 0 });
  if (came === 'there') await pause(delayMs);
  const server = await findServer(join(readLocalConfig(stage.env).paths.runtime, 'sandboxes'));
  const table = readProcessTable();
  const below = server === undefined ? [] : descendantsOf(table, server.pid);
  const outer = below.find(({ parent }) => parent === server?.pid);
  const dying = kind === 'sandbox' && outer ? [outer, ...descendantsOf(table, outer.pid)] : below;
  const victim = kind === 'sandbox' ? outer?.pid : server?.pid;
  // The invariant looks for the same at the end, so here it must see them.
  const isSeen = sandboxProcesses(stage).length > 0;
  if (victim !== undefined) process.kill(victim, 'SIGKILL');
  const place = (await watch.look())?.place;
  note(`kill -9 of the ${kind} in ${place} with ${dying.length} processes (meant for ${at})`);
  await allDead(dying);
  return { kind, place, isHit: isSeen && dying.length > 0 && place === at };
}

async function allDead(processes: readonly ProcessRow[]): Promise<void> {
  await until(() => processes.every((one) => !isAlive(one)), 20_000);
}

async function strikePostgres(
  struck: Struck,
  { at, delayMs, isWithApp }: Strike & { kind: 'postgres' },
): Promise<Hit> {
  const { watch, stage, note } = struck;
  const came = await reaches(watch, at);
  if (came === 'there') await pause(delayMs);
  const { state } = readLocalConfig(stage.env).paths;
  const directory = (await readdir(state)).find((name) => /^postgres-\d+$/.test(name));
  const postmaster = await findPostmaster(join(state, directory ?? ''));
  if (postmaster !== undefined) process.kill(postmaster.pid, 'SIGKILL');
  if (isWithApp) await struck.app.kill();
  note(`kill -9 of the postmaster in ${at}${isWithApp ? ' and of the app' : ''}`);
  if (isWithApp) await restart(struck);
  await watch.reopen();
  const place = (await watch.look())?.place;
  return { kind: 'postgres', place, isHit: postmaster !== undefined };
}

async function strikeAfterLostAnswer(
  struck: Struck,
  { at, operation, delayMs }: Strike & { kind: 'lost-answer' },
): Promise<Hit> {
  const { forge } = struck.stage;
  const before = forge.calls.length;
  const fault = forge.injectFault({ operation, kind: 'lost-answer' });
  const lost = await seen(`a lost answer to ${operation}`, async () => {
    const isLost = forge.calls
      .slice(before)
      .some(({ operationId, isAnswered }) => operationId === operation && !isAnswered);
    // The injected fault is used up the moment the call is made; what it did is in the calls.
    return isLost ? fault.remaining() === 0 : undefined;
  });
  await pause(delayMs);
  const place = await killApp(struck, `the answer to ${operation} was lost, meant for ${at}`);
  await restart(struck);
  return { kind: 'lost-answer', place, isHit: lost };
}
