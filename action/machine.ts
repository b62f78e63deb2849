// Whether this runner can run sandboxes and a database: asked before anything is begun, so that a
// missing part is a refusal with the lines to add, not a job that fails.
import { access, constants } from 'node:fs/promises';
import { join } from 'node:path';
import { getExecOutput } from '@actions/exec';
import { noBubblewrap, noNamespaces, noPostgres } from './refusals.ts';

type Machine = {
  uid: number;
  /** Sandboxes run elsewhere: nothing is asked of this runner. */
  hasOwnSandboxes: boolean;
  /** Throws when there are no programs of a database. */
  findPostgres(): unknown;
};

export async function requireMachine(machine: Machine): Promise<void> {
  try {
    machine.findPostgres();
  } catch {
    throw noPostgres();
  }
  if (machine.hasOwnSandboxes) return;
  if ((await outcome('bwrap', ['--version'])) === undefined) throw noBubblewrap();
  // Sandboxes of root run as another user, inside namespaces that root makes.
  if (machine.uid === 0) return;
  const made = await outcome('unshare', ['--user', '--map-current-user', 'true']);
  if (made?.exitCode !== 0) throw noNamespaces(made?.stderr.trim().split('\n')[0] ?? '');
}

/** Undefined when there is no such program. */
async function outcome(program: string, args: string[]) {
  try {
    return await getExecOutput(program, args, { silent: true, ignoreReturnCode: true });
  } catch {
    return undefined;
  }
}

/** Where a runner keeps programs between its runs, if it lets us. */
export async function findCache(toolCache: string | undefined): Promise<string | undefined> {
  if (toolCache === undefined) return undefined;
  const isWritable = await access(toolCache, constants.W_OK).then(
    () => true,
    () => false,
  );
  return isWritable ? join(toolCache, 'redgreen') : undefined;
}
