// A conversation in a local sandbox of its own, on a copy of the directory. The sandbox is gone when
// this returns or throws.
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { SANDBOX_PATHS } from '../../../sandbox/driver/port.ts';
import type { SessionEnd, SessionHandlers } from '../../../sandbox/driver/session/port.ts';
import { runSession, SYSTEM_TIMERS } from '../../../sandbox/driver/session/session.ts';
import type { TaskInput } from '../../../sandbox/protocol/task.ts';
import { createSandboxes } from '../../compose/sandboxes.ts';
import type { Paths } from '../../config/paths.ts';
import { isAppError } from '../../errors.ts';
import { findAssets } from '../assets.ts';
import { type Change, collectChanges } from './changes.ts';
import { type Manifest, packDirectory } from './directory.ts';

export { writeChanges } from './changes.ts';

type InSandboxOptions = {
  task: TaskInput;
  handlers: SessionHandlers;
  directory: string;
  paths: Paths;
  signal: AbortSignal;
};

type InSandboxEnd = { end: SessionEnd; changes: Change[]; manifest: Manifest };

const SANDBOX_MS = 3_600_000;
const RUNNER_PATH = '/tmp/redgreen-runner.mjs';
/** On this machine, whatever the environment says: nothing leaves it unasked. */
const LOCAL = { apiKey: undefined, apiUrl: undefined, domain: undefined, sandboxUrl: undefined };

/** Rejects with CANCELLED when the signal fires. */
export async function runInSandbox(options: InSandboxOptions): Promise<InSandboxEnd> {
  const { task, handlers, directory, paths, signal } = options;
  const { tar, manifest } = await packDirectory(directory);
  const assets = await findAssets(paths);
  const { driver, template } = createSandboxes({ e2b: LOCAL, paths }, assets);
  const sandbox = await driver.create({
    from: { kind: 'template', name: template },
    metadata: { job: 'agent', session: randomUUID(), attempt: '1' },
    timeoutMs: SANDBOX_MS,
    signal,
  });
  try {
    await sandbox.uploadTar(SANDBOX_PATHS.workspace, tar, { signal });
    await sandbox.upload(RUNNER_PATH, await readFile(assets.runner), { signal });
    const end = await runSession({
      sandbox,
      runnerPath: RUNNER_PATH,
      task: { ...task, workspace: SANDBOX_PATHS.workspace },
      handlers,
      signal,
      deps: { timers: SYSTEM_TIMERS, newId: randomUUID },
    });
    const isAlive = end.kind !== 'runner_died' || end.cause !== 'sandbox_gone';
    const changes = isAlive ? await collectChanges(sandbox, { manifest, directory, signal }) : [];
    return { end, changes, manifest };
  } finally {
    await sandbox.destroy().catch((error: unknown) => {
      if (!isAppError(error, 'CANCELLED')) throw error;
    });
  }
}
