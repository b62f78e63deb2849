// The driver port: what the host asks of whoever keeps sandboxes. Vocabulary and contracts only;
// no provider's word appears here, and nothing here does I/O.
//
// Held by every driver:
// - Every wait has an end: a `timeoutMs` of the call or the driver's own deadline for one request,
//   and the caller's AbortSignal. Giving up throws TIMEOUT or CANCELLED; a provider's or a sandbox's
//   fault is one of app/sandbox-error-codes.ts. Expected ends (a failing command, a full timeout of
//   exec) are values.
// - A sandbox that is gone is an error (SANDBOX_NOT_FOUND), never silently replaced: a replacement
//   would lose work.
// - Everything that comes out of a sandbox is untrusted.

/** So that a reaper finds whose sandbox it is; values are plain text. */
type SandboxMetadata = { job: string; session: string; attempt: string };

/** A name, `*.` and a suffix for every name below it, or an address; and one port. */
export type AllowedHost = { host: string; port: number };

/**
 * `none`: no network but the sandbox's own loopback. `allow`: only these, by name and port; an empty
 * list is `none`. Names are looked up outside the sandbox and never lead to a private address. A
 * driver that cannot enforce this throws NETWORK_POLICY_UNAVAILABLE and changes nothing; one that
 * knows only the two web ports opens both for a host that is allowed on one.
 */
export type NetworkPolicy = { kind: 'none' } | { kind: 'allow'; hosts: readonly AllowedHost[] };

/** What a sandbox asked of one host and port, and what became of it. */
export type HostContact = {
  /** As it was asked for; `(unreadable)` when that was no host. */
  host: string;
  port: number;
  verdict: 'allowed' | 'refused';
  /** Why it was refused; or why an allowed host was not reached, `unresolved` or `unreachable`. */
  why?: string;
  firstAt: Date;
  lastAt: Date;
  /** Attempts. */
  count: number;
  /** In both directions; 0 when nothing was let through. */
  bytes: number;
};

export type HostContacts = {
  hosts: HostContact[];
  /** Attempts that no longer found room in the list. */
  unlisted: number;
  /** Of all of them. */
  bytes: number;
};

/** What may be asked of any call. */
export type CallOptions = { signal?: AbortSignal };

export type CreateOptions = CallOptions & {
  from: { kind: 'template'; name: string } | { kind: 'snapshot'; snapshotId: string };
  metadata: SandboxMetadata;
  /** Unset: `none`. */
  network?: NetworkPolicy;
  /** The sandbox ends by itself after this time unless extended. */
  timeoutMs: number;
  /** Variables of every command. Never a secret. */
  env?: Readonly<Record<string, string>>;
  /** What of it is as in ANOTHER_PLACE; a provider that cannot leaves it as usual, in silence. */
  elsewhere?: readonly PlacePart[];
};

/** What a program can see of where it runs. The number is the user's and its group's. */
export type Place = { hostname: string; user: { name: string; id: number } } & Record<
  'home' | 'workspace',
  string
> & {
    /** Whose system, processors, memory, running time and places of programs are told. */
    machine: 'this' | 'another';
  };
export type PlacePart = keyof Place;

export type SandboxSummary = {
  sandboxId: string;
  metadata: Readonly<Record<string, string>>;
  startedAt: Date;
  endsAt: Date;
};

/** Proof that something is gone: the provider itself said so, after the request. */
export type DestroyEvidence = {
  sandboxId: string;
  /** What was asked of the provider. */
  method: string;
  requestedAt: Date;
  confirmedAt: Date;
  /** Its last answers, as they were understood. */
  providerAnswer: string;
};

export type SandboxDriver = {
  /** Throws SANDBOX_TEMPLATE_UNKNOWN for an unknown template or snapshot. The caller destroys it. */
  create(options: CreateOptions): Promise<Sandbox>;
  /**
   * A living sandbox, also after a restart of the host. With `timeoutMs` its end moves at least
   * that far away. Throws SANDBOX_NOT_FOUND.
   */
  attach(sandboxId: string, options?: CallOptions & { timeoutMs?: number }): Promise<Sandbox>;
  /** All living sandboxes whose metadata contain every given pair. */
  list(options?: CallOptions & { metadata?: Partial<SandboxMetadata> }): Promise<SandboxSummary[]>;
  /**
   * Asks the provider to end it, then asks until the provider says it is gone. Idempotent: a
   * sandbox that is gone already yields evidence too. Throws SANDBOX_NOT_DESTROYED when the
   * provider still has it at the deadline.
   */
  destroy(
    sandboxId: string,
    options?: CallOptions & { deadlineMs?: number },
  ): Promise<DestroyEvidence>;
  /** As destroy; `sandboxId` of the evidence is the snapshot's id. */
  deleteSnapshot(
    snapshotId: string,
    options?: CallOptions & { deadlineMs?: number },
  ): Promise<DestroyEvidence>;
  listSnapshots(options?: CallOptions): Promise<string[]>;
  /**
   * Whom the sandbox spoke to since it was made. Undefined: the provider does not say, which is not
   * the same as nobody. Also known for a while after its end.
   */
  contacts(sandboxId: string, options?: CallOptions): Promise<HostContacts | undefined>;
};

export type Sandbox = {
  readonly id: string;
  /**
   * Runs one command to its end. A failing command is no error. What it leaves running in its
   * process group is ended with it; a daemon needs a session of its own (setsid). Throws
   * SANDBOX_RESOURCE_LIMIT when the whole sandbox was ended for using too much.
   */
  exec(options: ExecOptions): Promise<ExecResult>;
  /** Starts a process that is spoken to; it survives the handle, the connection and the host. */
  start(options: StartOptions): Promise<ProcessHandle>;
  /**
   * Listens again to a process by its id. Output made while nobody listened is lost, and around the
   * change of handles a piece may come twice or not at all: the wire repairs that. Throws
   * SANDBOX_PROCESS_NOT_FOUND when it has ended.
   */
  connect(pid: number, options: ListenOptions): Promise<ProcessHandle>;
  /** Makes directories on the way; replaces what is there. Not atomic. */
  upload(path: string, bytes: Uint8Array, options?: CallOptions): Promise<void>;
  /** Unpacks a tar (plain or compressed) into a directory, which is made; its times are not kept. */
  uploadTar(directory: string, tar: Uint8Array, options?: CallOptions): Promise<void>;
  /** Throws SANDBOX_FILE_NOT_FOUND; above `maxBytes` SANDBOX_FILE_TOO_LARGE, reading no further. */
  download(path: string, options: CallOptions & { maxBytes: number }): Promise<Uint8Array>;
  /**
   * All processes are killed first, so that nothing writes meanwhile and nothing of their memory
   * is kept. Returns its id for `create`. The sandbox lives on.
   */
  snapshot(options?: CallOptions): Promise<{ snapshotId: string }>;
  /** Replaces the whole policy. New connections follow it at once; others are cut. */
  setNetwork(policy: NetworkPolicy, options?: CallOptions): Promise<void>;
  /**
   * Ends everything that runs in it; `traces` then tells what is done from now on. Nothing where nobody
   * can tell.
   */
  mark(options?: CallOptions): Promise<void>;
  /** Ends everything that runs in it, then tells what was done since it was made, kept or marked. */
  traces(options?: CallOptions): Promise<Traces>;
  /** Its end is now this far away. */
  extend(timeoutMs: number, options?: CallOptions): Promise<void>;
  /** The driver's `destroy`. */
  destroy(options?: CallOptions & { deadlineMs?: number }): Promise<DestroyEvidence>;
};

/** Seen from outside, out of reach of what ran. Paths are relative to the workspace, in order. */
export type Traces = {
  /**
   * No byte is different and nothing waits in the kernel, whatever was run: another run sees no trace
   * of it. False where nobody can tell.
   */
  isUntouched: boolean;
  /**
   * Files that were read, run, changed or removed; of those that were brought in since it was made, or
   * written to. Others do not show when they are read. Undefined: nobody can tell.
   */
  touched?: string[];
  /** Files that were made, or are different or gone. Undefined: nobody can tell. */
  left?: string[];
};

export type CommandOptions = CallOptions & {
  /** Words are passed as they are; one text is run by bash. */
  command: string | readonly [string, ...string[]];
  /** Unset: the home of the sandbox's user. */
  cwd?: string;
  env?: Readonly<Record<string, string>>;
  /** A user that the template knows; unset: its default. */
  user?: string;
};

export type ExecOptions = CommandOptions & {
  /** At this age the command and its process group are killed and `ended` is `timeout`. */
  timeoutMs: number;
  /** Called in order, with text decoded as UTF-8; awaited, so a slow listener slows the command. */
  onStdout?: (text: string) => void | Promise<void>;
  onStderr?: (text: string) => void | Promise<void>;
  /**
   * Of each stream at most this many bytes leave the sandbox: the first and the last half, cut at
   * the source. Unset: 1 MiB.
   */
  maxOutputBytes?: number;
};

export type ExecResult = {
  ended: 'exit' | 'timeout';
  /** The command's own; 128 + n when signal n ended it. */
  exitCode: number;
  /** The signal that ended it, for instance `killed`. */
  signal: string | undefined;
  stdout: string;
  stderr: string;
  isStdoutCut: boolean;
  isStderrCut: boolean;
  /** Set when a limit of the sandbox ended it, for instance `memory`. */
  resourceLimit: string | undefined;
  durationMs: number;
};

export type ListenOptions = CallOptions & {
  /** Standard output as it arrives, split anywhere. Awaited. */
  onData: (text: string) => void | Promise<void>;
  onStderr?: (text: string) => void | Promise<void>;
};

export type StartOptions = CommandOptions & ListenOptions;

/**
 * `exit`: the process has ended. `detached`: the stream was cut or let go; the process may live,
 * connect again. `sandbox-gone`: it died with its sandbox.
 */
export type ProcessEnd =
  | {
      kind: 'exit';
      exitCode: number;
      signal: string | undefined;
      resourceLimit: string | undefined;
    }
  | { kind: 'detached'; cause?: unknown }
  | { kind: 'sandbox-gone'; resourceLimit: string | undefined };

export type ProcessHandle = {
  readonly pid: number;
  /** Resolves once, never rejects. */
  readonly ended: Promise<ProcessEnd>;
  /** Bytes that came through this handle, which keeps them all: change handles before it grows. */
  receivedBytes(): number;
  /** Writes go one at a time, in order; resolves when the process's pipe has taken it. */
  write(data: string | Uint8Array, options?: CallOptions): Promise<void>;
  closeStdin(options?: CallOptions): Promise<void>;
  /** Ends the process and its whole group. Idempotent. */
  kill(options?: CallOptions): Promise<void>;
  /** Stops listening; the process goes on. Idempotent. */
  detach(): Promise<void>;
};

/** Nothing but names and numbers are different there: the same files lie in it. */
export const ANOTHER_PLACE: Place = {
  hostname: 'build-03',
  user: { name: 'dev', id: 20_107 },
  home: '/home/dev',
  workspace: '/srv/jobs/checkout/tree',
  machine: 'another',
};

/** Where things lie in every sandbox, whoever keeps it. */
export const SANDBOX_PATHS = {
  home: '/home/user',
  workspace: '/workspace',
  node: '/opt/redgreen/bin/node',
  /** The same node, but not readable: what runs from it is closed to the sandbox's other processes. */
  sealedNode: '/opt/redgreen/bin/sealed-node',
} as const;
