// `redgreen replay`: a recorded job once more, offline, with what its models and its people said;
// then its outcome is compared with the recorded one.
import { openStore } from '../compose/store.ts';
import { readLocalConfig } from '../config/config.ts';
import { AppError } from '../errors.ts';
import { type Difference, differences } from '../proof/differences.ts';
import { UNREPORTED } from '../proof/headline.ts';
import { parseOptions } from './arguments.ts';
import { migrationsDirectory } from './package-root.ts';
import { type Clone, findClone } from './replay/clone.ts';
import { type Played, play } from './replay/play.ts';
import { type Recording, readRecording } from './replay/recording.ts';
import { openReplayStage } from './replay/stage.ts';
import type { Subcommand, Terminal } from './subcommand.ts';

const USAGE =
  'JOB [--repo DIR] [--json]   (DIR: a clone that has the base commit; else this directory)';

export const replay: Subcommand = {
  name: 'replay',
  summary: 'play a recorded job again, offline, and compare its outcome',
  usage: USAGE,
  async run(args, terminal) {
    const { values, positionals } = parseOptions(args, {
      repo: { type: 'string' },
      json: { type: 'boolean' },
    });
    const [name] = positionals;
    if (name === undefined || positionals.length > 1) {
      throw new AppError('USAGE', { problem: `Usage: redgreen replay ${USAGE}` });
    }
    const recording = await readJob(name, terminal);
    const clone = await requireClone(recording, values.repo, terminal);
    if (!values.json) terminal.print(beginning(recording));
    const startedAt = performance.now();
    await using stage = await openReplayStage(recording, {
      clone,
      cache: readLocalConfig().paths.cache,
    });
    const played = await play(recording, stage, terminal.signal);
    const result = resultOf(recording, played, Math.round(performance.now() - startedAt));
    if (values.json) terminal.print(JSON.stringify(result));
    else for (const line of describe(result)) terminal.print(line);
    return result.same ? 0 : 1;
  },
};

/** The records are closed before anything is played. */
async function readJob(name: string, { signal }: Terminal): Promise<Recording> {
  const { store } = await openStore(readLocalConfig(), {
    migrations: migrationsDirectory(),
    signal,
  });
  try {
    return await store.transaction(async (records) => await readRecording(records, name));
  } finally {
    await store.close();
  }
}

async function requireClone(
  { repository: { owner, name }, thread: { baseSha: sha } }: Recording,
  given: string | undefined,
  { signal }: Terminal,
): Promise<Clone> {
  const directory = given ?? '.';
  const clone = await findClone({ directory, sha }, signal);
  if (clone !== undefined) return clone;
  const where = given === undefined ? 'This directory' : given;
  throw new AppError('WORKSPACE_UNAVAILABLE', {
    problem: `${where} is no clone of ${owner}/${name} that has the commit ${sha}. A replay asks no network: give one with --repo DIR (git clone, then git -C DIR fetch origin ${sha}).`,
  });
}

type Result = {
  jobId: string;
  same: boolean;
  recorded: Recording['outcome'];
  replayed: Played['outcome'];
  differences: { path: string; recorded: unknown; replayed: unknown }[];
  conversations: number;
  commands: { given: number; skipped: string[] };
  durationMs: number;
};

function resultOf(recording: Recording, played: Played, durationMs: number): Result {
  const { outcome: recorded, conversations, job } = recording;
  const { outcome: replayed, turn, given, skipped } = played;
  const found = differences(recorded, replayed).map(({ path, one, other }: Difference) => ({
    path,
    recorded: one,
    replayed: other,
  }));
  const course = turn && {
    path: `course[${turn.at}]`,
    recorded: turn.recorded,
    replayed: turn.replayed,
  };
  const all = [...(course === undefined ? [] : [course]), ...found];
  return {
    jobId: job.id,
    same: all.length === 0,
    recorded,
    replayed,
    differences: all,
    conversations,
    commands: { given, skipped },
    durationMs,
  };
}

function beginning({ job, conversations, course }: Recording): string {
  return `Playing job ${job.id} again: ${conversations} conversations, ${course.commands.length} commands …`;
}

function describe({ same, recorded, differences: found, commands, durationMs }: Result): string[] {
  const skipped = commands.skipped.map((one) => `skipped ${one}`);
  const files = Object.keys(recorded.files).length;
  const after = `${(durationMs / 1000).toFixed(1)} s`;
  if (same) {
    return [
      ...skipped,
      `same verdict: ${recorded.headline ?? UNREPORTED}, ${recorded.state}, same matrix, ${files} files, ${after}`,
    ];
  }
  const lines = found.map(
    ({ path, recorded: one, replayed: other }) =>
      `${path}: recorded ${shown(one)}, replayed ${shown(other)}`,
  );
  return [...skipped, 'NOT the same:', ...lines];
}

function shown(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length <= 200 ? text : `${text.slice(0, 200)}…`;
}
