// Takes single layers of the isolation profile away, so that the escape suite can show for each of
// its probes which layer stops it. Pure. Only code in the server's own process can ask for it: it is
// no option of the server, and a server without a layer writes no lock file, so nobody finds it.

import type { Limits } from '../options.ts';
import { type Command, INIT_SCRIPT } from './bubblewrap.ts';

export type Layer =
  /** The filter of system calls. */
  | 'seccomp'
  /** One namespace each. */
  | 'pid-namespace'
  | 'network-namespace'
  | 'ipc-namespace'
  | 'uts-namespace'
  | 'cgroup-namespace'
  /** Without: as root of the host, when the server is root. */
  | 'uid'
  /** Without: in the host's own user namespace; only together with `uid` and `capabilities`. */
  | 'user-namespace'
  /** Without: user namespaces can be made inside. */
  | 'no-nested-users'
  | 'capabilities'
  /** Without: the host's whole tree is shown at `HOST_TREE`, writable. */
  | 'own-tree'
  /** Without: the system, /etc and our own programs are shown writable. */
  | 'read-only-system'
  /** Without: the binaries of runner and first process can be read, so they are open to others. */
  | 'sealed-node'
  /** Without: the first process gets the server's variables. */
  | 'clean-environment'
  | 'disk-quota'
  | 'memory-limit'
  | 'process-limit'
  | 'descriptor-limit';

/** Where the host's tree is shown without `own-tree`. */
export const HOST_TREE = '/host';

/** Far above what a probe takes. Not more: nobody may raise limits above the machine's own. */
const AMPLE = { bytes: 2 ** 40, files: 1_000_000, processes: 1_024, openFiles: 4_096 };

export type Weakening = {
  without: ReadonlySet<Layer>;
  limits(limits: Limits): Limits;
  /** Of bubblewrap. */
  arguments(words: readonly string[], nodeBinary: string): string[];
  /** The chain of programs that starts it. */
  command(command: Command): Command;
};

export function createWeakening(layers: readonly Layer[]): Weakening {
  const without: ReadonlySet<Layer> = new Set(layers);
  return {
    without,
    limits: (limits) => raiseLimits(limits, without),
    arguments: (words, nodeBinary) => [
      ...(without.has('own-tree') ? ['--dev-bind', '/', HOST_TREE] : []),
      ...splitOptions(words).flatMap((option) => weakenOption(option, without, nodeBinary)),
    ],
    command: (command) => weakenCommand(command, without),
  };
}

function raiseLimits(limits: Limits, without: ReadonlySet<Layer>): Limits {
  const isFree = (layer: Layer) => without.has(layer);
  return {
    ...limits,
    ...(isFree('disk-quota') ? { diskBytes: AMPLE.bytes, files: AMPLE.files } : {}),
    ...(isFree('memory-limit') ? { memoryBytes: AMPLE.bytes } : {}),
    ...(isFree('process-limit') ? { processes: AMPLE.processes } : {}),
    ...(isFree('descriptor-limit') ? { openFiles: AMPLE.openFiles } : {}),
  };
}

/** No value of bubblewrap's options begins with two dashes. */
function splitOptions(words: readonly string[]): [string, ...string[]][] {
  const options: [string, ...string[]][] = [];
  for (const word of words) {
    if (word.startsWith('--')) options.push([word]);
    else options.at(-1)?.push(word);
  }
  return options;
}

function weakenOption(
  option: [string, ...string[]],
  without: ReadonlySet<Layer>,
  nodeBinary: string,
): string[] {
  const [name, ...values] = option;
  switch (name) {
    case '--seccomp':
      return without.has('seccomp') ? [] : option;
    case '--unshare-all':
      return namespaceOptions(without);
    case '--disable-userns':
      return without.has('no-nested-users') || without.has('user-namespace') ? [] : option;
    case '--unshare-user':
    case '--uid':
    case '--gid':
      return without.has('user-namespace') ? [] : option;
    case '--cap-drop':
      return without.has('capabilities') ? ['--cap-add', 'ALL'] : option;
    case '--clearenv':
      return without.has('clean-environment') ? [] : option;
    case '--as-pid-1':
      return without.has('pid-namespace') ? [] : option;
    case '--hostname':
      return without.has('uts-namespace') ? [] : option;
    case '--proc':
      // Whoever has no pid namespace of his own may not mount a new one.
      return without.has('pid-namespace') ? ['--bind', '/proc', '/proc'] : option;
    case '--remount-ro':
      return without.has('read-only-system') ? [] : option;
    case '--ro-bind': {
      const [from = '', to = ''] = values;
      const shown = (without.has('sealed-node') && readable(from, to, nodeBinary)) || from;
      return [without.has('read-only-system') ? '--bind' : name, shown, to];
    }
    default:
      return option;
  }
}

/** What the programs that nobody may read are copies of; undefined: it is none of them. */
function readable(from: string, to: string, nodeBinary: string): string | undefined {
  if (to.endsWith('/sealed-node')) return nodeBinary;
  return from === 'init' ? '/bin/sh' : undefined;
}

function namespaceOptions(without: ReadonlySet<Layer>): string[] {
  const kinds = ['pid', 'net', 'ipc', 'uts', 'cgroup'] as const;
  const layers = {
    pid: 'pid-namespace',
    net: 'network-namespace',
    ipc: 'ipc-namespace',
    uts: 'uts-namespace',
    cgroup: 'cgroup-namespace',
  } as const;
  return kinds.filter((kind) => !without.has(layers[kind])).map((kind) => `--unshare-${kind}`);
}

function weakenCommand(command: Command, without: ReadonlySet<Layer>): Command {
  const dropped = new Set<string>();
  if (without.has('user-namespace')) {
    for (const word of ['--user', '--map-current-user', '--keep-caps']) dropped.add(word);
  }
  // Without them root cannot be mapped, by bubblewrap, which then drops them itself.
  const isPowerful = without.has('capabilities') || without.has('uid');
  if (isPowerful) dropped.add('--bounding-set=-all');
  const [program, ...words] = command;
  // What is no first process would only stand between bubblewrap and the agent it is to end.
  const init = without.has('pid-namespace') ? words.indexOf(INIT_SCRIPT) : -1;
  if (init !== -1) words.splice(init - 2, 4);
  return [program, ...words.filter((word) => !dropped.has(word))];
}
