// Finds out why a sandbox does not start here, by starting it layer by layer, and names the layer
// that is refused with its remedy.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import type { Writable } from 'node:stream';
import { AppError } from '../../../app/errors.ts';
import {
  asSandboxUser,
  bubblewrapArguments,
  inMountNamespace,
  onOverlay,
  type Profile,
} from '../isolation/bubblewrap.ts';
import type { LaunchDeps } from '../isolation/launch.ts';
import { makeMountPoint, removeMountPoint } from '../isolation/overlay.ts';

const STAGE_TIMEOUT_MS = 10_000;
const ARGUMENTS_DESCRIPTOR = 3;

export async function diagnose(
  deps: LaunchDeps,
  lowerDirectory: string,
  cause: unknown,
): Promise<AppError> {
  const { profile } = deps;
  const directory = join(deps.mountDirectory, 'diagnosis');
  await makeMountPoint(profile, directory);
  const run = async (command: readonly [string, ...string[]]) =>
    await complaintOf(profile, directory, command);
  try {
    const unreachable = await run(['/usr/bin/env', 'test', '-x', directory]);
    if (unreachable !== undefined) return directoryFault(directory, cause);
    for (const path of [profile.nodeBinary, profile.sealedNodeBinary]) {
      if ((await run(['/usr/bin/env', 'test', '-x', path])) !== undefined) {
        return directoryFault(path, cause);
      }
    }
    const noNamespaces = await run([...inMountNamespace(profile), 'true']);
    if (noNamespaces !== undefined) return namespaceFault(noNamespaces, cause);
    const noOverlay = await run(onOverlay(profile, lowerDirectory, ['true']));
    if (noOverlay !== undefined) return overlayFault(noOverlay, cause);
    const { bwrap } = profile.tools;
    const wrapped = [bwrap, '--args', String(ARGUMENTS_DESCRIPTOR), 'true'] as const;
    const noBubblewrap = await run(onOverlay(profile, lowerDirectory, wrapped));
    if (noBubblewrap !== undefined) return bubblewrapFault(noBubblewrap, cause);
    return lastFault(cause);
  } finally {
    await removeMountPoint(directory);
  }
}

/** What the program said when it failed; undefined when it did not fail. */
async function complaintOf(
  profile: Profile,
  directory: string,
  command: readonly [string, ...string[]],
): Promise<string | undefined> {
  const [program, ...args] = asSandboxUser(profile, command);
  const child = spawn(program, args, {
    // As the sandbox's user even the way to the directory may be closed; that is a finding.
    cwd: dirname(directory) === directory ? '/' : directory,
    env: { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C' },
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    timeout: STAGE_TIMEOUT_MS,
    killSignal: 'SIGKILL',
  });
  let complaint = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(0, 2_000);
  });
  // Every descriptor of the list is a 'pipe', which Node makes a socket open in both directions.
  const pipe = child.stdio[ARGUMENTS_DESCRIPTOR] as Writable;
  pipe.on('error', () => undefined);
  pipe.end(`${bubblewrapArguments(profile, {}).join('\0')}\0`);
  const [code] = await once(child, 'close');
  return code === 0 ? undefined : complaint.trim() || `exit code ${String(code)}`;
}

function directoryFault(path: string, cause: unknown): AppError {
  return new AppError('DIRECTORY_UNREACHABLE', {
    problem: `The uid of the sandboxes cannot reach ${path}.`,
    details: { path },
    cause,
  });
}

function namespaceFault(complaint: string, cause: unknown): AppError {
  return new AppError('USER_NAMESPACES_REFUSED', {
    problem: `This machine does not let an ordinary user make user namespaces: ${complaint}`,
    cause,
  });
}

function bubblewrapFault(complaint: string, cause: unknown): AppError {
  if (!/unknown option/i.test(complaint)) return namespaceFault(complaint, cause);
  return new AppError('ISOLATION_INCOMPLETE', {
    problem: `This bubblewrap is too old: ${complaint}`,
    hint: 'Install bubblewrap 0.8 or newer. Or use E2B: set E2B_API_KEY.',
    cause,
  });
}

function overlayFault(complaint: string, cause: unknown): AppError {
  return new AppError('OVERLAY_REFUSED', {
    problem: `This machine does not let an ordinary user mount an overlay: ${complaint}`,
    cause,
  });
}

/** Everything but the filter and the limits works. */
function lastFault(cause: unknown): AppError {
  const complaint = cause instanceof Error ? cause.message : String(cause);
  if (/seccomp/i.test(complaint)) {
    return new AppError('SECCOMP_REFUSED', {
      problem: `The kernel refuses the system call filter: ${complaint}`,
      cause,
    });
  }
  return new AppError('SANDBOX_SERVER_FAILED', { problem: complaint, cause });
}
