// Resource bombs, each in a sandbox of its own with neighbours that work on: the machine, the server
// and the neighbours live, and the bomb's session ends by the name of the limit it used up.
import { setTimeout as sleep } from 'node:timers/promises';
import { isAppError } from '../../../app/errors.ts';
import type { Sandbox } from '../../../sandbox/driver/port.ts';
import { median } from '../../bench/bench.ts';
import { type LocalWorld, openLocalWorld } from '../../contract/driver/local-world.ts';

export type BombFigures = {
  exploded: number;
  /** Bombs that did not end by the name of their limit. */
  unnamed: number;
  longestMs: number;
  /** Commands of neighbours that failed or gave a wrong answer. */
  neighbourFaults: number;
  neighbourCommands: number;
  /** A neighbour's median time for a command, beside the bomb to before it; the worst of all bombs. */
  worstSlowdown: number;
  serverDeaths: number;
};

type BombRun = {
  bombs: number;
  strainMs: number;
  note(what: string): void;
  say(line: string): void;
};

type Bomb = { limit: string; command: readonly [string, ...string[]] };

const MIB = 1024 * 1024;
const NEIGHBOURS = 4;
const CALM_COMMANDS = 5;
const PAUSE_MS = 100;
/** Long enough to tell an end from none; the check is stricter. */
const BOMB_MS = 120_000;

const python = (program: string): Bomb['command'] => ['python3', '-c', program];

export const BOMBS: readonly Bomb[] = [
  {
    limit: 'processes',
    command: python(`
import os, time
while True:
    try: os.fork()
    except OSError: time.sleep(0.05)`),
  },
  {
    limit: 'memory',
    command: python(`
import os
while True:
    if os.fork() == 0:
        held = []
        while True: held.append(bytearray(b'x') * (8 << 20))
    os.wait()`),
  },
  {
    limit: 'descriptors',
    command: python(`
import os, time
while True:
    try:
        if os.fork() > 0: continue
    except OSError: pass
    held = []
    try:
        while True: held.append(os.open('/dev/null', os.O_RDONLY))
    except OSError: time.sleep(600)`),
  },
  {
    limit: 'files',
    command: python(`
import os, time
n = 0
while True:
    n += 1
    try: os.close(os.open('/tmp/%d' % n, os.O_CREAT | os.O_WRONLY))
    except OSError: time.sleep(0.01)`),
  },
  {
    limit: 'disk',
    command: python(`
import time
n = 0
while True:
    n += 1
    try: open('/workspace/%d' % n, 'wb').write(b'x' * (4 << 20))
    except OSError: time.sleep(0.01)`),
  },
  {
    limit: 'cpu',
    command: [
      'bash',
      '-c',
      'for i in 1 2 3; do yes & yes >&2 & (while :; do :; done) & done; wait',
    ],
  },
];

export async function explodeBombs(run: BombRun): Promise<BombFigures> {
  const figures: BombFigures = {
    exploded: 0,
    unnamed: 0,
    longestMs: 0,
    neighbourFaults: 0,
    neighbourCommands: 0,
    worstSlowdown: 0,
    serverDeaths: 0,
  };
  if (run.bombs === 0) return figures;
  const world = await openLocalWorld({
    limits: {
      memoryBytes: 256 * MIB,
      diskBytes: 64 * MIB,
      processes: 256,
      files: 20_000,
      openFiles: 1_024,
      cpuSeconds: 20,
    },
    strainMs: run.strainMs,
  });
  try {
    for (let n = 0; n < run.bombs; n += 1) {
      const bomb = BOMBS[n % BOMBS.length];
      if (bomb !== undefined) await explode(world, { bomb, run, figures });
    }
  } finally {
    await world.close();
  }
  return figures;
}

type Explosion = { bomb: Bomb; run: BombRun; figures: BombFigures };

async function explode(world: LocalWorld, { bomb, run, figures }: Explosion): Promise<void> {
  const before = await world.server();
  const neighbours = await Promise.all(
    Array.from({ length: NEIGHBOURS }, async () => await world.create({ timeoutMs: 600_000 })),
  );
  const sandbox = await world.create({ timeoutMs: 600_000 });
  const calm = await Promise.all(
    neighbours.map(async (one) => await work(one, { figures, note: run.note }, CALM_COMMANDS)),
  );
  const over = new AbortController();
  const busy = neighbours.map(
    async (one) => await work(one, { figures, note: run.note, signal: over.signal }),
  );
  const start = performance.now();
  const ending = await endOf(sandbox, bomb);
  const tookMs = performance.now() - start;
  over.abort();
  const slowdown = median((await Promise.all(busy)).flat()) / median(calm.flat());
  await Promise.all([sandbox, ...neighbours].map(async (one) => await one.destroy()));
  const after = await world.server();
  figures.exploded += 1;
  figures.unnamed += ending === bomb.limit ? 0 : 1;
  figures.longestMs = Math.max(figures.longestMs, tookMs);
  figures.worstSlowdown = Math.max(figures.worstSlowdown, slowdown);
  figures.serverDeaths += before.pid === after.pid ? 0 : 1;
  const line = `bomb ${bomb.limit}: ended by ${ending} after ${Math.round(tookMs)} ms, neighbours ${slowdown.toFixed(2)} x`;
  run.note(line);
  run.say(line);
}

/** The limit that its session ended by, or how else it ended. */
async function endOf(sandbox: Sandbox, { command }: Bomb): Promise<string> {
  try {
    const result = await sandbox.exec({ command, timeoutMs: BOMB_MS });
    return result.resourceLimit ?? `${result.ended} ${result.exitCode}`;
  } catch (error) {
    if (!isAppError(error, 'SANDBOX_RESOURCE_LIMIT')) return String(error);
    return String(error.details['resourceLimit']);
  }
}

type Working = { figures: BombFigures; note(what: string): void; signal?: AbortSignal };

/** Commands one after the other until the signal, or so many; their times. */
async function work(
  sandbox: Sandbox,
  { figures, note, signal }: Working,
  commands = Infinity,
): Promise<number[]> {
  const times: number[] = [];
  const isOver = () => times.length >= commands || signal?.aborted === true;
  while (!isOver()) {
    const start = performance.now();
    const answer = await sandbox
      .exec({ command: ['echo', 'fine'], timeoutMs: 30_000 })
      .then(({ stdout }) => stdout, String);
    times.push(performance.now() - start);
    figures.neighbourCommands += 1;
    if (answer !== 'fine\n') {
      figures.neighbourFaults += 1;
      note(`a neighbour: ${answer}`);
    }
    await sleep(PAUSE_MS);
  }
  return times;
}
