// The isolation profile: what a sandbox sees and may do, as the arguments of one bubblewrap, and
// the chain of programs that prepares and starts it. Pure; the whole profile is on this page.

import { ANOTHER_PLACE, type Place, type PlacePart, SANDBOX_PATHS } from '../../driver/port.ts';
import { EGRESS } from '../egress/place.ts';
import type { Limits } from '../options.ts';
import { ANOTHER_BIN, machineArguments } from './another-machine.ts';
import type { HostTools } from './host-tools.ts';

/** What of the machine's system is shown, read-only. */
export type SystemView = {
  /** Top-level names that are links on this machine, for instance /bin → usr/bin. */
  links: readonly { path: string; target: string }[];
  /** Further paths shown as they are. */
  paths: readonly string[];
};

export type Profile = {
  tools: HostTools;
  system: SystemView;
  /** Files written by the server: a minimal /etc, and what another machine says of itself. */
  etcDirectory: string;
  guestDirectory: string;
  nodeBinary: string;
  sealedNodeBinary: string;
  limits: Limits;
  /** Set when the server is root: nothing of a sandbox ever runs as root, not even its mounting. */
  uid: number | undefined;
};

/** Descriptors the chain inherits, beside standard input, output and error. */
export const DESCRIPTORS = { channel: 3, arguments: 4, seccomp: 5, info: 6 } as const;

const GUEST = '/opt/redgreen/guest';
const BIN = '/opt/redgreen/bin';
const INIT = '/opt/redgreen/init';

const PROGRAMS = `${BIN}:/usr/local/bin:/usr/bin:/bin`;

/** Variables of every command, before those of the sandbox and of the call. */
const BASE_ENVIRONMENT: Readonly<Record<string, string>> = {
  SHELL: '/bin/bash',
  LANG: 'C.UTF-8',
  TMPDIR: '/tmp',
  // Without it bash takes a socket as standard input for a remote login and reads ~/.bashrc.
  SHLVL: '1',
};

/** Where a sandbox is, as far as a program sees it. */
const USUAL_PLACE: Place = {
  hostname: 'sandbox',
  user: { name: 'user', id: 1000 },
  home: SANDBOX_PATHS.home,
  workspace: SANDBOX_PATHS.workspace,
  machine: 'this',
};

export function placeOf(elsewhere: readonly PlacePart[] = []): Place {
  const parts = elsewhere.map((part) => [part, ANOTHER_PLACE[part]] as const);
  return { ...USUAL_PLACE, ...Object.fromEntries(parts) };
}

export function environmentOf({ home, user, machine }: Place): Record<string, string> {
  const PATH = machine === 'this' ? PROGRAMS : PROGRAMS.replace(BIN, ANOTHER_BIN);
  return { ...BASE_ENVIRONMENT, PATH, HOME: home, USER: user.name, LOGNAME: user.name };
}

/** Writable places: directory in the overlay → path in the sandbox. */
export const WRITABLE = {
  home: '/home',
  tmp: '/tmp',
  'var-tmp': '/var/tmp',
  workspace: '/workspace',
  shm: '/dev/shm',
} as const;

/** Of a home with another name only itself is shown: nothing else lies beside it. */
function placesOf(home: string, workspace: string): Record<string, string> {
  if (home === USUAL_PLACE.home) return { ...WRITABLE, workspace };
  const { home: _usual, ...others } = WRITABLE;
  return { ...others, workspace, 'home/user': home };
}

/** They go in over a descriptor, so that paths of the host do not show in /proc/1/cmdline. */
export function bubblewrapArguments(
  profile: Profile,
  descriptors: { seccomp?: number; info?: number } = DESCRIPTORS,
  { hostname, user, home, workspace, machine }: Place = USUAL_PLACE,
): string[] {
  const { system } = profile;
  const id = String(user.id);
  const { seccomp, info } = descriptors;
  return [
    seccomp === undefined ? [] : ['--seccomp', String(seccomp)],
    info === undefined ? [] : ['--info-fd', String(info)],
    ['--unshare-all', '--unshare-user', '--disable-userns', '--uid', id, '--gid', id],
    ['--cap-drop', 'ALL', '--new-session', '--die-with-parent', '--hostname', hostname],
    ['--as-pid-1'],
    ['--clearenv', '--setenv', 'PATH', '/usr/bin:/bin', '--setenv', 'LANG', 'C.UTF-8'],
    ['--ro-bind', '/usr', '/usr'],
    system.links.flatMap(({ path, target }) => ['--symlink', target, path]),
    system.paths.flatMap((path) => ['--ro-bind', path, path]),
    ['passwd', 'group', 'hosts', 'nsswitch.conf'].flatMap((name) => [
      '--ro-bind',
      `${profile.etcDirectory}/${name}`,
      `/etc/${name}`,
    ]),
    ['--ro-bind', profile.nodeBinary, `${BIN}/node`],
    ['--ro-bind', profile.sealedNodeBinary, `${BIN}/sealed-node`],
    ['--ro-bind', profile.guestDirectory, GUEST],
    // Relative to the mount point, as the overlay: the same text for every sandbox.
    ['--ro-bind', 'init', INIT],
    ['--ro-bind', `../${EGRESS.hostDirectory}`, '/opt/redgreen/egress'],
    ['--proc', '/proc', '--dev', '/dev', '--dir', '/run', '--dir', '/var'],
    // Limits of message queues and of memory can be set there, and would outlast who set them.
    ['--ro-bind', '/proc/sys', '/proc/sys'],
    machine === 'this' ? [] : machineArguments(profile),
    Object.entries(placesOf(home, workspace)).flatMap(([name, path]) => [
      '--bind',
      `merged/${name}`,
      path,
    ]),
    ['--remount-ro', '/dev', '--remount-ro', '/', '--chdir', home],
  ].flat();
}

export type Command = readonly [string, ...string[]];

/**
 * From the server to the guest agent, every program replacing the one before: join the cgroups
 * (root only), become the sandbox's uid (root only), make a user and a mount namespace, mount the
 * overlay there, drop what mounting needed, bubblewrap, the reaper; below it per-process limits, the
 * agent.
 */
export function launchCommand(
  profile: Profile,
  sandbox: { lowerDirectory: string; cgroupFiles: readonly string[] },
): Command {
  const { tools, limits } = profile;
  // A signal that any command may send would else open its debugger to them.
  const flags = ['--disable-sigusr1', '--max-old-space-size=96'];
  const agent = [`${BIN}/sealed-node`, ...flags, `${GUEST}/agent.mjs`];
  const init = [INIT, '-c', INIT_SCRIPT, 'init'];
  const limited = [...init, '/usr/bin/prlimit', ...processLimits(limits), ...agent];
  const wrapped: Command = [tools.bwrap, '--args', String(DESCRIPTORS.arguments), ...limited];
  const command = asSandboxUser(profile, onOverlay(profile, sandbox.lowerDirectory, wrapped));
  const files = sandbox.cgroupFiles;
  if (files.length === 0) return command;
  return [tools.sh, '-ec', CGROUP_SCRIPT, 'cgroup', String(files.length), ...files, ...command];
}

/** As the sandboxes' uid, without any power; as ourselves when we are nobody special. */
export function asSandboxUser(profile: Profile, command: Command): Command {
  if (profile.uid === undefined) return command;
  const uid = String(profile.uid);
  const become = ['--reuid', uid, '--regid', uid, '--clear-groups', '--no-new-privs'];
  return [profile.tools.setpriv, ...become, '--inh-caps=-all', ...command];
}

/** In namespaces of its own, with the overlay mounted below the working directory. */
export function onOverlay(profile: Profile, lowerDirectory: string, command: Command): Command {
  const { tools, limits } = profile;
  const given = [mountOptions(limits), lowerDirectory, tools.sh];
  const mount = [tools.bash, '-ec', MOUNT_SCRIPT, 'mount', ...given];
  const drop = [tools.setpriv, '--ambient-caps=-all', '--inh-caps=-all', '--bounding-set=-all'];
  return [...inMountNamespace(profile), ...mount, ...drop, ...command];
}

/** Not --map-root-user: as uid 0 of the namespace every later program would get its powers back. */
export function inMountNamespace({ tools }: Profile): Command {
  const kinds = ['--user', '--map-current-user', '--keep-caps', '--mount'];
  return [tools.unshare, ...kinds, '--propagation', 'private'];
}

/** $1: how many files take our pid; then the files; then the program. */
const CGROUP_SCRIPT = `
n=$1; shift
while [ "$n" -gt 0 ]; do echo $$ > "$1"; shift; n=$((n-1)); done
exec "$@"`;

/**
 * Pid 1: it outlives every command, and whoever could write its memory would be in every later one.
 * A program that may not be read is closed to that, as bubblewrap's own reaper is not. A shell that
 * waits for its child takes every orphan with it.
 */
export const INIT_SCRIPT = `"$@" & exec ${DESCRIPTORS.channel}>&-; wait $!`;

/**
 * $1: options of the tmpfs; $2: the lower layer; $3: a shell; then the program. Needs bash: only
 * there can a descriptor above 9 be closed, and whatever our own starter left open must not get
 * inside. Names are relative and the shell's variables are taken away, so that /proc inside tells
 * nothing of the host. The upper layer is a tmpfs with a size: a real quota. An unprivileged overlay
 * keeps its marks in user.* attributes (userxattr), which a tmpfs has since Linux 6.6; the self-test
 * notices a kernel without. Every read of a file in the upper layer shows in its time (strictatime).
 */
const MOUNT_SCRIPT = `
for f in /proc/$$/fd/*; do
  n=\${f##*/}
  if [ "$n" -gt ${Math.max(...Object.values(DESCRIPTORS))} ]; then eval "exec $n>&-"; fi
done
mount -t tmpfs -o "$1" tmpfs m
cd m
install -m 111 "$3" init
mkdir upper work merged
ln -s "$2" lower
mount -t overlay -o lowerdir=lower,upperdir=upper,workdir=work,userxattr,strictatime overlay merged
mkdir -p merged/home/user ${Object.keys(WRITABLE)
  .map((name) => `merged/${name}`)
  .join(' ')}
chmod 1777 merged/tmp merged/var-tmp merged/shm
shift 3
unset PWD OLDPWD SHLVL
exec "$@"`;

function mountOptions(limits: Limits): string {
  return `size=${limits.diskBytes},nr_inodes=${limits.files},mode=0700,strictatime`;
}

/** Set inside, where they count for this sandbox alone and not for its uid on the whole machine. */
function processLimits(limits: Limits): string[] {
  return [
    `--nproc=${limits.processes}`,
    `--nofile=${limits.openFiles}`,
    // Only against files that are large and empty; the quota itself must answer ENOSPC first.
    `--fsize=${limits.diskBytes * 2}`,
    `--cpu=${limits.cpuSeconds}`,
    '--core=0',
    '--memlock=65536',
    '--msgqueue=819200',
  ];
}
