// Starts one bubblewrap and waits until its guest agent answers; ends it and proves that nothing
// of it is left. Owns the process, its channel, its mount point and its cgroups.
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Duplex, type Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { AppError } from '../../../app/errors.ts';
import { waitAtMost } from '../../../app/machine/deadline.ts';
import type { Place } from '../../driver/port.ts';
import { type AgentLink, createAgentLink } from '../agent-link.ts';
import { bubblewrapArguments, DESCRIPTORS, launchCommand, type Profile } from './bubblewrap.ts';
import type { Cgroups } from './limits.ts';
import { makeMountPoint, removeMountPoint } from './overlay.ts';
import {
  descendantsOf,
  isAlive,
  nameOf,
  type ProcessName,
  readProcessTable,
} from './process-table.ts';
import type { Weakening } from './weakening.ts';

export type LaunchDeps = {
  profile: Profile;
  seccompFilter: Buffer;
  cgroups: Cgroups | undefined;
  /** Mount points of all sandboxes lie here. */
  mountDirectory: string;
  startTimeoutMs: number;
  /** Of the escape suite alone. */
  weakening?: Weakening | undefined;
};

export type Launched = {
  link: AgentLink;
  /** As the host counts: the outer process, and the sandbox's own pid 1. */
  bubblewrapPid: number;
  initPid: number;
  agent: ProcessName;
  directory: string;
  /** Resolves when the outer process has ended, for whatever reason. */
  exited: Promise<void>;
  /** Kills everything and resolves when nothing is left; throws SANDBOX_NOT_DESTROYED otherwise. */
  destroy(): Promise<void>;
};

const DESTROY_DEADLINE_MS = 10_000;
const OUTER_GRACE_MS = 1_000;

export async function launchSandbox(
  deps: LaunchDeps,
  sandbox: { id: string; lowerDirectory: string; place?: Place },
): Promise<Launched> {
  const directory = join(deps.mountDirectory, sandbox.id);
  await makeMountPoint(deps.profile, directory);
  const cgroupFiles = (await deps.cgroups?.create(sandbox.id, deps.profile.limits)) ?? [];
  const info = openInfo(`${directory}.info`);
  const child = spawnChain(deps, { ...sandbox, directory, cgroupFiles, info: info.descriptor });
  const exited = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
    child.once('error', () => resolve());
  });
  const complaint = collect(child.stderr);
  const link = createAgentLink(pipeAt(child, DESCRIPTORS.channel));
  const { id } = sandbox;
  const facts: Facts = { child, init: undefined, id, directory, exited, cgroups: deps.cgroups };
  try {
    await link.ready(deps.startTimeoutMs);
    // Its guest answers, so bubblewrap has told.
    const init = nameOf(info.read());
    if (init === undefined) throw new Error('the sandbox ended at once');
    facts.init = init;
    // Without a pid namespace, as the escape suite has it, nothing stands above the agent.
    const [agent = init] = descendantsOf(readProcessTable(), init.pid);
    const end = async () => await destroy(facts);
    const bubblewrapPid = child.pid ?? 0;
    return { link, bubblewrapPid, initPid: init.pid, agent, directory, exited, destroy: end };
  } catch (error) {
    await destroy(facts);
    throw new AppError('SANDBOX_SERVER_FAILED', {
      problem: `A sandbox did not start: ${complaint() || 'no reason given'}`,
      details: { sandboxId: id, complaint: complaint() },
      cause: error,
    });
  } finally {
    info.close();
  }
}

function spawnChain(
  deps: LaunchDeps,
  sandbox: {
    lowerDirectory: string;
    directory: string;
    place?: Place;
    cgroupFiles: string[];
    info: number;
  },
): ChildProcess {
  const { profile, weakening } = deps;
  const command = launchCommand(profile, sandbox);
  const words = bubblewrapArguments(profile, DESCRIPTORS, sandbox.place);
  const [program, ...args] = weakening?.command(command) ?? command;
  const isClean = weakening?.without.has('clean-environment') !== true;
  const child = spawn(program, args, {
    cwd: sandbox.directory,
    // Unset it would be the server's own.
    ...(isClean ? { env: { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C' } } : {}),
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe', 'pipe', sandbox.info],
  });
  const given = weakening?.arguments(words, profile.nodeBinary) ?? words;
  feed(child, DESCRIPTORS.arguments, `${given.join('\0')}\0`);
  feed(child, DESCRIPTORS.seccomp, deps.seccompFilter);
  return child;
}

function pipeAt(child: ChildProcess, at: number): Duplex {
  const pipe: unknown = child.stdio[at];
  // Every descriptor of the list is a 'pipe', which Node makes a socket open in both directions.
  if (!(pipe instanceof Duplex)) throw new Error(`descriptor ${at} is not a pipe`);
  return pipe;
}

function feed(child: ChildProcess, at: number, data: string | Buffer): void {
  const pipe = pipeAt(child, at);
  pipe.on('error', () => undefined);
  pipe.end(data);
}

const COMPLAINT_BYTES = 4_000;

function collect(stream: Readable | null): () => string {
  let text = '';
  stream?.setEncoding('utf8').on('data', (part: string) => {
    if (text.length < COMPLAINT_BYTES) text += part;
  });
  return () => text.trim();
}

const INFO_BYTES = 4_096;
const Info = z.object({ 'child-pid': z.number().int().positive() });

type InfoFile = { descriptor: number; read(): number; close(): void };

/**
 * Where bubblewrap tells the pid of its child, before it lets that child go on. A file, not a pipe to
 * us: were the server killed in that moment, the write would fail, bubblewrap would end, and its child
 * would wait for ever.
 */
function openInfo(path: string): InfoFile {
  const descriptor = openSync(path, 'wx+', 0o600);
  rmSync(path);
  return {
    descriptor,
    read() {
      const buffer = Buffer.alloc(INFO_BYTES);
      const bytes = readSync(descriptor, buffer, 0, buffer.byteLength, 0);
      return Info.parse(JSON.parse(buffer.toString('utf8', 0, bytes)))['child-pid'];
    },
    close: () => closeSync(descriptor),
  };
}

type Facts = {
  child: ChildProcess;
  init: ProcessName | undefined;
  id: string;
  directory: string;
  exited: Promise<void>;
  cgroups: Cgroups | undefined;
};

async function destroy({ child, init, id, directory, exited, cgroups }: Facts): Promise<void> {
  const isInitAlive = () => init !== undefined && isAlive(init);
  if (init !== undefined && isInitAlive()) {
    // Killing pid 1 of its pid namespace makes the kernel kill everything in it. The outer process
    // sees that and ends; killed first, it would leave its child for the host's init to collect.
    killQuietly(init.pid);
    await waitAtMost(OUTER_GRACE_MS, exited, () => undefined);
  }
  child.kill('SIGKILL');
  await exited;
  const deadline = Date.now() + DESTROY_DEADLINE_MS;
  while (isInitAlive() && Date.now() < deadline) await sleep(2);
  const isEmpty = (await cgroups?.remove(id)) ?? true;
  if (!isEmpty || isInitAlive()) {
    throw new AppError('SANDBOX_NOT_DESTROYED', {
      problem: 'Processes of the sandbox do not end.',
      details: { sandboxId: id, initPid: init?.pid },
    });
  }
  await removeMountPoint(directory);
}

function killQuietly(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
