// What the local sandbox server is told when it is started, checked once. Every interval and every
// limit is a parameter with a default that suits one machine.
import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { readExemption } from './egress/allow-list.ts';

const AbsolutePath = z.string().refine(isAbsolute, 'must be an absolute path');
const Count = z.number().int().positive();

const MIB = 1024 * 1024;

const Exempted = z
  .string()
  .refine((text) => readExemption(text) !== undefined, 'must be HOST:PORT or HOST:PORT=ADDRESS');

/** Of each sandbox. */
export const Limits = z
  .object({
    memoryBytes: Count.default(2048 * MIB),
    /** Size of the upper layer, which lies in memory: with a cgroup it counts on top of memory. */
    diskBytes: Count.default(2048 * MIB),
    files: Count.default(400_000),
    /** Threads count too. */
    processes: Count.default(1024),
    openFiles: Count.default(4096),
    /** All processes together, also those that have ended. */
    cpuSeconds: Count.default(4 * 3600),
  })
  .strict();
export type Limits = z.infer<typeof Limits>;

export const ServerOptions = z
  .object({
    /** Lock file and mount points; every uid must be able to reach what lies in it. */
    runtimeDirectory: AbsolutePath,
    /** On disk: snapshots survive the server, not their age limit. */
    snapshotDirectory: AbsolutePath,
    /** A Node 24 that every uid can read and run. */
    nodeBinary: AbsolutePath,
    /** The same with mode 0111: a process that runs from it is closed to others of its uid. */
    sealedNodeBinary: AbsolutePath,
    limits: Limits.prefault({}),
    /** A sandbox whose owner has not called for this long is ended. */
    ownerTimeoutMs: Count.default(120_000),
    /** A server without sandboxes and without calls for this long ends itself. */
    idleExitMs: Count.default(300_000),
    sweepMs: Count.default(1_000),
    memoryCheckMs: Count.default(250),
    /** A sandbox that keeps a limit used up for this long is ended. */
    strainMs: Count.default(20_000),
    startTimeoutMs: Count.default(15_000),
    maxSandboxes: Count.default(32),
    snapshotMaxAgeMs: Count.default(24 * 3600 * 1000),
    /** Only when started as root. Unset: the first uid from 64000 up that nobody uses. */
    sandboxUid: z.number().int().min(1000).optional(),
    /**
     * Hosts that may be allowed although they lie on this machine or in its private network, such
     * as a registry on loopback: `HOST:PORT`, or `HOST:PORT=ADDRESS` for a name that only this server
     * knows. Said by whoever starts the server, never by who uses it.
     */
    allowPrivate: z.array(Exempted).default([]),
    /** Open through the proxy of one sandbox at the same time. */
    egressConnections: Count.default(128),
    egressIdleMs: Count.default(120_000),
    /** Where cgroups are mounted; a parameter because containers differ. */
    cgroupRoot: AbsolutePath.default('/sys/fs/cgroup'),
  })
  .strict();
export type ServerOptions = z.infer<typeof ServerOptions>;
export type ServerOptionsInput = z.input<typeof ServerOptions>;
