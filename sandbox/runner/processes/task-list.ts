// Commands that run in the background of a session: their latest output, their end, and no more of
// them than a sandbox bears. The shell owns their process groups and ends them with the session.
import type { ChildProcess } from 'node:child_process';
import { type Capture, createTailCapture } from './capture.ts';
import { drain, killGroup, waitForExit } from './process-group.ts';

type TaskStatus = 'running' | 'completed' | 'failed' | 'killed';

export type BackgroundTask = {
  readonly id: string;
  readonly command: string;
  status(): TaskStatus;
  /** Undefined while it runs. */
  exitCode(): number | undefined;
  /** The latest output of each stream. */
  output(): { stdout: Capture; stderr: Capture };
  /** Fulfilled at its end, never rejected. */
  readonly ended: Promise<void>;
  /** Kills it with everything it started. */
  stop(): void;
};

export type TaskList = {
  /** The task, or why it may not be started. Throws when bash cannot be started. */
  start(command: string, outputBytes: number): BackgroundTask | { problem: string };
  find(id: string): BackgroundTask | undefined;
  ids(): string[];
};

const MAX_RUNNING = 8;
/** Of those that have ended, the oldest are forgotten beyond this number. */
const MAX_KEPT = 16;

export function createTaskList(spawn: (command: string) => ChildProcess): TaskList {
  const tasks = new Map<string, BackgroundTask>();
  let started = 0;
  return {
    start(command, outputBytes) {
      const running = [...tasks.values()].filter((task) => task.status() === 'running');
      if (running.length >= MAX_RUNNING) {
        const ids = running.map(({ id }) => id).join(', ');
        return { problem: `${MAX_RUNNING} tasks run already (${ids}). Stop one with TaskStop.` };
      }
      started += 1;
      const task = follow(`bash_${started}`, command, { child: spawn(command), outputBytes });
      tasks.set(task.id, task);
      const ended = [...tasks.values()].filter((one) => one.status() !== 'running');
      for (const { id } of ended.slice(0, Math.max(0, tasks.size - MAX_KEPT))) tasks.delete(id);
      return task;
    },
    find: (id) => tasks.get(id),
    ids: () => [...tasks.keys()],
  };
}

function follow(
  id: string,
  command: string,
  { child, outputBytes }: { child: ChildProcess; outputBytes: number },
): BackgroundTask {
  const { pid, stdout, stderr } = child;
  if (pid === undefined || !stdout || !stderr) throw new Error('bash did not start');
  const out = createTailCapture(stdout, outputBytes);
  const err = createTailCapture(stderr, outputBytes);
  let status: TaskStatus = 'running';
  let exitCode: number | undefined;
  let isStopped = false;
  const watch = async (): Promise<void> => {
    const end = await waitForExit(child, {});
    await drain([stdout, stderr]);
    exitCode = end.exitCode;
    if (isStopped) status = 'killed';
    else status = end.exitCode === 0 ? 'completed' : 'failed';
  };
  return {
    id,
    command,
    status: () => status,
    exitCode: () => exitCode,
    output: () => ({ stdout: out(), stderr: err() }),
    ended: watch(),
    stop() {
      if (status !== 'running') return;
      isStopped = true;
      killGroup(pid);
    },
  };
}
