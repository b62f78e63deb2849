// The engine against bare claim-and-update SQL in the same Postgres, and what a long queue costs a
// worker in memory.
import type pg from 'pg';
import { createClient } from '../../app/store/database/connection.ts';
import type { Check } from '../support/figures.ts';
import { ownPostgres } from '../support/own-postgres.ts';
import { type Bench, median } from './bench.ts';
import { runBare } from './engine/bare.ts';
import { measureMemory } from './engine/memory.ts';
import { runEngine } from './engine/run-engine.ts';

const ROUNDS = 15;
/** One process; the bare loop has as many connections at work. */
const LOAD = { jobs: 80, slots: 8 };
/** Start, reserved, planned, strategy chosen, announced. */
const TRANSITIONS_PER_JOB = 5;
const WAITING_JOBS = 10_000;

export const engine: Bench = async (say) => [
  await onOwnDatabase(async (url, probe) => await throughput({ url, probe, say })),
  await onOwnDatabase(async (url, probe) => await memory({ url, probe, say })),
];

type Place = { url: string; probe: pg.Client; say(line: string): void };

async function throughput({ url, probe, say }: Place): Promise<Check> {
  const ratios: number[] = [];
  const perSecond = (ms: number) => Math.round((LOAD.jobs * TRANSITIONS_PER_JOB * 1_000) / ms);
  // The first round pays for what is done once.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const { ms: ownMs } = await runEngine(url, LOAD, probe);
    const bareMs = await runBare(url, LOAD, probe);
    say(`round ${round}: engine ${perSecond(ownMs)} transitions/s, bare ${perSecond(bareMs)}`);
    if (round > 0) ratios.push(bareMs / ownMs);
  }
  const value = Math.round(median(ratios) * 100) / 100;
  const name = 'transitions a second of the engine to bare claim and update';
  return { name, value, limit: 0.6, unit: 'x', isFloor: true };
}

async function memory({ url, probe, say }: Place): Promise<Check> {
  const { emptyKb, waitingKb } = await measureMemory(url, WAITING_JOBS, probe);
  say(`worker: ${emptyKb} KB with no waiting jobs, ${waitingKb} KB with ${WAITING_JOBS}`);
  return {
    name: `worker's memory with ${WAITING_JOBS} waiting jobs to with none`,
    value: Math.round((waitingKb / emptyKb) * 100) / 100,
    limit: 1.2,
    unit: 'x',
  };
}

async function onOwnDatabase<T>(work: (url: string, probe: pg.Client) => Promise<T>): Promise<T> {
  await using postgres = await ownPostgres();
  const limits = { connectMs: 10_000, statementMs: 60_000, lockMs: 10_000 };
  const probe = createClient(postgres.url, { applicationName: 'bench', ...limits });
  await probe.connect();
  try {
    return await work(postgres.url, probe);
  } finally {
    await probe.end();
  }
}
