// Probes at files, sockets and devices of the host. Data only.
//
// Without its own tree a sandbox sees the host's at /host; `seen` finds a path at either place.
import type { Probe } from './probe.ts';

export const HOST_TREE_PROBES: readonly Probe[] = [
  {
    id: 'host-file-read',
    of: 'A41',
    title: 'reads a file of the host that everybody may read',
    needs: ['own-tree'],
    script: 'print(open(seen(T["plain"])).read())',
  },
  {
    id: 'host-file-write',
    of: 'A41',
    title: 'overwrites a file of the host that belongs to its uid',
    needs: ['own-tree'],
    script: 'put(seen(T["writable"]), b"changed")',
  },
  {
    id: 'host-file-make',
    of: 'A41',
    title: 'makes a file in a directory of the host that everybody may write to',
    needs: ['own-tree'],
    script: 'os.close(os.open(seen(T["open"]) + "/made", os.O_CREAT | os.O_WRONLY)); went()',
  },
  {
    id: 'host-file-chmod',
    of: 'A41',
    title: 'makes a file of the host setuid',
    needs: ['own-tree'],
    script: 'os.chmod(seen(T["writable"]), 0o4777); went()',
  },
  {
    id: 'host-root-inode',
    of: 'A41',
    title: "finds the host's root directory by its inode",
    needs: ['own-tree'],
    script: `
for path in ("/", "/host", "/proc/1/root", "/proc/self/root", "/proc/self/cwd/../.."):
    facts = os.stat(path) if os.path.exists(path) else None
    if facts and [facts.st_dev, facts.st_ino] == [T["rootDevice"], T["rootInode"]]: went(path)`,
  },
  {
    id: 'host-directory-watch',
    of: 'A41',
    title: 'watches a directory of the host',
    needs: ['own-tree'],
    script:
      'fd = libc.inotify_init1(0)\nif libc.inotify_add_watch(fd, seen(T["open"]).encode(), 0xfff) >= 0: went()',
  },
  {
    id: 'host-credentials',
    of: 'A29',
    title: "reads git's stored credentials of the host",
    needs: ['own-tree'],
    script: 'print(open(seen(T["credentials"])).read())',
  },
  {
    id: 'host-shared-memory-file',
    of: 'A41',
    title: 'reads a file in /dev/shm of the host',
    needs: ['own-tree'],
    script: 'print(open(seen(T["shared"])).read())',
  },
  {
    id: 'host-unix-socket',
    of: 'A41',
    title: 'speaks to a unix socket of the host, as docker.sock is one',
    needs: ['own-tree'],
    script: `
for path in (seen(T["socket"]), "/var/run/docker.sock", "/run/docker.sock", "/run/containerd/containerd.sock"):
    if os.path.exists(path): connect(path, socket.AF_UNIX)`,
  },
  {
    id: 'host-terminal-write',
    of: 'A40',
    title: 'writes to a terminal of the host',
    needs: ['own-tree'],
    // A terminal of its own with the same number is not the host's.
    script: `
path = seen(T["terminal"])
if os.stat(path).st_rdev == T["terminalDevice"] and os.stat(path).st_dev == T["terminalsDevice"]:
    fd = os.open(path, os.O_WRONLY | os.O_NOCTTY); os.write(fd, b"hello"); went()`,
  },
  {
    id: 'host-block-devices',
    of: 'A41',
    title: 'sees block devices',
    needs: ['own-tree'],
    script: `
import stat
for path in glob.glob("/dev/*") + glob.glob("/host/dev/*"):
    if os.path.exists(path) and stat.S_ISBLK(os.stat(path).st_mode): went(path)`,
    excuse: ({ hasBlockDevices }) => (hasBlockDevices ? undefined : 'there is no block device'),
  },
  {
    id: 'host-sys',
    of: 'A41',
    title: 'sees the devices of the machine in /sys',
    needs: ['own-tree'],
    script: 'for path in glob.glob(seen("/sys") + "/class/*"): went(path)',
  },
  {
    id: 'neighbour-snapshot',
    of: 'A46',
    title: "reads another job's snapshot",
    needs: ['own-tree'],
    script: 'print(open(seen(T["snapshotFile"])).read())',
  },
  {
    id: 'server-directory',
    of: 'A41',
    title: "lists the mount points of the server's other sandboxes",
    needs: ['own-tree'],
    script: 'if os.listdir(seen(T["mountDirectory"])): went()',
  },
  {
    id: 'server-lock-file',
    of: 'A28',
    title: "reads a file with the server's key, which only its owner may read",
    needs: ['own-tree', 'uid'],
    script: 'print(open(seen(T["lock"])).read())',
  },
  {
    id: 'host-shadow',
    of: 'A28',
    title: "opens the host's password hashes",
    needs: ['own-tree', 'uid'],
    isRootOnly: true,
    script: 'open_only("/etc/shadow", os.O_RDONLY)',
  },
  {
    id: 'host-etc-make',
    of: 'A41',
    title: "makes a file in the host's /etc",
    needs: ['own-tree', 'uid'],
    isRootOnly: true,
    // Without a name: nothing is left behind.
    script: 'os.close(os.open("/host/etc", os.O_TMPFILE | os.O_WRONLY)); went()',
  },
  {
    id: 'host-sysrq',
    of: 'A41',
    title: 'opens the trigger of sysrq for writing',
    needs: ['own-tree', 'uid'],
    isRootOnly: true,
    script: 'open_both("/proc/sysrq-trigger")',
    excuse: ({ has }) => (has('/proc/sysrq-trigger') ? undefined : 'the kernel has no sysrq'),
  },
  {
    id: 'host-core-pattern',
    of: 'A41',
    title: 'opens the pattern of core files for writing',
    needs: ['own-tree', 'uid'],
    isRootOnly: true,
    script: 'open_both("/proc/sys/kernel/core_pattern")',
  },
  {
    id: 'host-modprobe-path',
    of: 'A41',
    title: 'opens the path of modprobe for writing',
    needs: ['own-tree', 'uid'],
    isRootOnly: true,
    script: 'open_both("/proc/sys/kernel/modprobe")',
    excuse: ({ setting }) =>
      setting('kernel/modprobe') === undefined ? 'the kernel loads no modules' : undefined,
  },
  {
    id: 'host-cgroup',
    of: 'A41',
    title: "opens the host's cgroups for writing (its own limits, release_agent)",
    needs: ['own-tree', 'uid'],
    isRootOnly: true,
    script: `
for root in ("/sys/fs/cgroup", "/host/sys/fs/cgroup"):
    for path in glob.glob(root + "/memory/cgroup.procs") + glob.glob(root + "/cgroup.procs") + glob.glob(root + "/*/release_agent"):
        os.close(os.open(path, os.O_WRONLY)); went(path)`,
  },
  {
    id: 'host-block-device-open',
    of: 'A41',
    title: 'opens a block device for reading',
    needs: ['own-tree', 'uid'],
    isRootOnly: true,
    script: `
import stat
for path in glob.glob("/dev/*") + glob.glob("/host/dev/loop*") + glob.glob("/host/dev/[sv]d*"):
    if os.path.exists(path) and stat.S_ISBLK(os.stat(path).st_mode):
        os.close(os.open(path, os.O_RDONLY | os.O_NONBLOCK)); went(path)`,
    excuse: ({ hasBlockDevices }) => (hasBlockDevices ? undefined : 'there is no block device'),
  },
];
