// Probes at the kernel by single system calls: what the filter refuses, and what needs powers.
// Data only. None asks for anything that could harm the machine if it were granted: arguments are
// such that the kernel itself refuses them after it has looked.
import { CHECKED, DENIED } from '../../../../sandbox/local/isolation/syscalls.ts';
import { type Probe, syscall } from './probe.ts';

const n = (name: keyof typeof DENIED): number => syscall(DENIED[name]);

const filtered = (id: string, title: string, script: string): Probe => ({
  id: `call-${id}`,
  of: 'A41',
  title,
  needs: ['seccomp'],
  script,
});

/** A process of the same sandbox that holds something in its memory and in a descriptor. */
const VICTIM = `
pid, told = victim('buffer = ctypes.create_string_buffer(b"inner secret"); r, w = os.pipe(); os.write(w, b"inner secret"); ready(str(ctypes.addressof(buffer)) + " " + str(r))')
address, descriptor = (int(word) for word in told.split())
`;
const VECTORS = `
buffer = ctypes.create_string_buffer(12)
mine = (ctypes.c_ulong * 2)(ctypes.addressof(buffer), 12); theirs = (ctypes.c_ulong * 2)(address, 12)
`;
/** A terminal that is its own, to push input into. */
const TERMINAL = `
import pty, termios
master, slave = pty.openpty()
fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
def push(request):
    for byte in (b"x", b"\\n"): call(${syscall(CHECKED.ioctl)}, slave, request, byte)
    if os.read(slave, 9): went()
`;
const NO_PUSHING = 'the kernel itself refuses to push input into terminals';

const FILTERED: readonly Probe[] = [
  filtered(
    'ptrace',
    'attaches to another command as a debugger',
    `${VICTIM}\ncall(${n('ptrace')}, 0x4206, pid, 0, 0); went()`,
  ),
  filtered(
    'process-vm-readv',
    "reads another command's memory",
    `${VICTIM}${VECTORS}\ncall(${n('process_vm_readv')}, pid, mine, 1, theirs, 1, 0)\nif buffer.raw == b"inner secret": went()`,
  ),
  filtered(
    'process-vm-writev',
    "writes another command's memory",
    `${VICTIM}${VECTORS}\nif call(${n('process_vm_writev')}, pid, mine, 1, theirs, 1, 0) == 12: went()`,
  ),
  filtered(
    'pidfd-getfd',
    "takes another command's descriptor",
    `${VICTIM}\nif os.read(call(${n('pidfd_getfd')}, os.pidfd_open(pid), descriptor, 0), 20): went()`,
  ),
  filtered(
    'kcmp',
    "compares another command's memory with its own",
    `${VICTIM}\ncall(${n('kcmp')}, os.getpid(), pid, 1, 0, 0); went()`,
  ),
  filtered(
    'process-mrelease',
    "frees another command's memory",
    `${VICTIM}\nreached(${n('process_mrelease')}, (os.pidfd_open(pid), 0), errno.EINVAL)`,
  ),
  filtered(
    'io-uring',
    'reaches io_uring',
    `reached(${n('io_uring_setup')}, (1, ctypes.create_string_buffer(120)), errno.ENOMEM)`,
  ),
  filtered('userfaultfd', 'makes a userfaultfd', `call(${n('userfaultfd')}, 1); went()`),
  filtered(
    'bpf',
    'reaches bpf',
    `reached(${n('bpf')}, (0, ctypes.create_string_buffer(8), 1 << 20), errno.E2BIG)`,
  ),
  {
    ...filtered(
      'perf',
      'counts events of the processor',
      `
attributes = ctypes.create_string_buffer(128)
struct.pack_into("IIQ", attributes, 0, 1, 112, 1); struct.pack_into("Q", attributes, 40, 0b1100000)
call(${n('perf_event_open')}, attributes, 0, -1, -1, 0); went()`,
    ),
    excuse: ({ setting }) =>
      Number(setting('kernel/perf_event_paranoid') ?? 4) > 2
        ? 'the kernel itself refuses perf'
        : undefined,
  },
  filtered('fanotify', 'makes a fanotify group', `call(${n('fanotify_init')}, 0x201, 0); went()`),
  filtered(
    'file-handle',
    'gets a file by handle, the first half of a known escape',
    `
handle = ctypes.create_string_buffer(136); struct.pack_into("I", handle, 0, 128); mount = ctypes.c_int()
call(${n('name_to_handle_at')}, -100, b"/usr", handle, ctypes.byref(mount), 0); went()`,
  ),
  filtered(
    'add-key',
    'stores a key in the kernel',
    `call(${n('add_key')}, b"user", b"redgreen-probe", b"x", 1, -2); went()`,
  ),
  filtered('keyctl', 'makes a session keyring', `call(${n('keyctl')}, 1, None); went()`),
  filtered(
    'request-key',
    'asks for a key',
    `reached(${n('request_key')}, (b"user", b"redgreen-none", None, -2), errno.ENOKEY)`,
  ),
  filtered(
    'message-queue',
    'makes a message queue that lasts without it',
    `call(${n('mq_open')}, b"redgreen-probe", 0o102, 0o600, None); went()`,
  ),
  filtered(
    'clock-read',
    "reads the state of the machine's clock",
    `call(${n('adjtimex')}, ctypes.create_string_buffer(256)); went()`,
  ),
  filtered(
    'clock-set',
    "reaches the setting of the machine's clock",
    `reached(${n('clock_settime')}, (0, struct.pack("qq", 0, -1)), errno.EINVAL)`,
  ),
  filtered(
    'memory-policy',
    'sets a policy of memory nodes',
    `call(${n('set_mempolicy')}, 0, None, 0); went()`,
  ),
  filtered(
    'move-pages',
    'moves pages between nodes',
    `call(${n('move_pages')}, 0, 0, None, None, None, 0); went()`,
  ),
  filtered(
    'clone3',
    'reaches clone3, whose flags a filter cannot see',
    `reached(${syscall(CHECKED.clone3)}, (ctypes.create_string_buffer(8), 8), errno.EINVAL)`,
  ),
  filtered(
    'packet-socket',
    'reaches sockets that see whole packets',
    `reached(${syscall(CHECKED.socket)}, (17, 3, 0), errno.EPERM)`,
  ),
  ...(process.arch === 'x64'
    ? [
        filtered(
          'ldt',
          'reads its local descriptor table',
          `call(${n('modify_ldt')}, 0, ctypes.create_string_buffer(64), 64); went()`,
        ),
        filtered(
          'ports',
          'changes its rights on ports of the machine',
          `reached(${n('ioperm')}, (0, 1, 0), errno.ENOSYS)`,
        ),
        filtered(
          'port-level',
          'changes its level of rights on ports',
          `reached(${n('iopl')}, (0,), errno.ENOSYS)`,
        ),
        filtered(
          'other-architecture',
          'makes a call by the numbers of another architecture',
          'try: call(0x40000000 + 39)\nexcept OSError: pass\nwent()',
        ),
      ]
    : []),
];

const TERMINALS: readonly Probe[] = (
  [
    ['terminal-push', 'pushes input into a terminal', 'push(0x5412)'],
    [
      'terminal-push-high-bit',
      'the same with bit 32 set, which a filter may not compare',
      'push(0x5412 + (1 << 32))',
    ],
    ['terminal-push-high-bits', 'the same with all high bits set', 'push(0x5412 - (1 << 32))'],
    [
      'terminal-linux',
      'reaches TIOCLINUX',
      `reached(${syscall(CHECKED.ioctl)}, (slave, 0x541c, b"\\x03"), errno.ENOTTY)`,
    ],
    [
      'terminal-linux-high-bits',
      'reaches TIOCLINUX with high bits set',
      `reached(${syscall(CHECKED.ioctl)}, (slave, 0x541c + (5 << 40), b"\\x03"), errno.ENOTTY)`,
    ],
  ] as const
).map(([id, title, script]) => ({
  id,
  of: 'A40',
  title,
  needs: ['seccomp'],
  script: TERMINAL + script,
  excuse: ({ setting }) =>
    script.startsWith('push') && setting('dev/tty/legacy_tiocsti') === '0' ? NO_PUSHING : undefined,
}));

const nesting = (id: string, title: string, script: string): Probe => ({
  id: `namespace-${id}`,
  of: 'A41',
  title,
  needs: ['seccomp', 'no-nested-users'],
  script,
});

const NEWNS = '0x20000';
const NESTED: readonly Probe[] = [
  nesting('user', 'makes a user namespace', 'call(UNSHARE, 0x10000000); went()'),
  nesting(
    'clone',
    'makes one by clone',
    `
if call(${syscall(CHECKED.clone)}, 0x10000000 + signal.SIGCHLD, 0, 0, 0, 0) == 0: os._exit(0)
went()`,
  ),
  nesting('network', 'makes a network namespace with powers over it', 'nested(0x40000000); went()'),
  nesting(
    'host-name',
    'changes the name of its machine',
    `nested(0x4000000); call(${n('sethostname')}, b"mine", 4); went()`,
  ),
  nesting(
    'mount',
    'mounts',
    `nested(${NEWNS}); call(${n('mount')}, b"t", b"/tmp", b"tmpfs", 0, None); went()`,
  ),
  nesting(
    'bind',
    'covers a program of the system',
    `nested(${NEWNS}); call(${n('mount')}, b"/usr/bin/true", b"/usr/bin/false", None, 4096, None)\nif os.system("/usr/bin/false") == 0: went()`,
  ),
  nesting(
    'unmount',
    'unmounts what it mounted',
    `nested(${NEWNS}); call(${n('mount')}, b"t", b"/tmp", b"tmpfs", 0, None); call(${n('umount2')}, b"/tmp", 2); went()`,
  ),
  nesting('chroot', 'changes its root', `nested(); call(${n('chroot')}, b"/tmp"); went()`),
  nesting(
    'pivot-root',
    'exchanges its root',
    `
nested(${NEWNS}); call(${n('mount')}, None, b"/", None, 0x44000, None)
call(${n('mount')}, b"t", b"/tmp", b"tmpfs", 0, None); os.mkdir("/tmp/old"); call(${n('pivot_root')}, b"/tmp", b"/tmp/old"); went()`,
  ),
  nesting(
    'open-tree',
    'copies a tree of mounts',
    `nested(${NEWNS}); call(${n('open_tree')}, -100, b"/usr", 1); went()`,
  ),
  nesting(
    'fsopen',
    'mounts through the newer calls',
    `
nested(${NEWNS}); fs = call(${n('fsopen')}, b"tmpfs", 0); call(${n('fsconfig')}, fs, 6, None, None, 0)
mount = call(${n('fsmount')}, fs, 0, 0); call(${n('move_mount')}, mount, b"", -100, b"/tmp", 4); went()`,
  ),
  nesting(
    'mount-setattr',
    'changes the attributes of a mount',
    `
nested(${NEWNS}); call(${n('mount')}, b"t", b"/tmp", b"tmpfs", 0, None)
call(${n('mount_setattr')}, -100, b"/tmp", 0, struct.pack("QQQQ", 1, 0, 0, 0), 32); went()`,
  ),
  nesting(
    'setns',
    "enters another command's namespace",
    `
pid, _ = victim('call(UNSHARE, 0x10000000); ready()')
call(${n('setns')}, os.open(f"/proc/{pid}/ns/user", os.O_RDONLY), 0x10000000); went()`,
  ),
];

const ROOT = ['uid', 'user-namespace', 'capabilities'] as const;

const powerful = (id: string, title: string, script: string): Probe => ({
  id: `power-${id}`,
  of: 'A41',
  title,
  needs: ROOT,
  isRootOnly: true,
  script,
});

const POWERS: readonly Probe[] = [
  powerful('root', 'becomes root', 'os.setuid(0)\nif os.geteuid() == 0: went()'),
  powerful(
    'device',
    'makes the node of a block device',
    'os.mknod("/tmp/device", 0o60600, os.makedev(7, 0)); went()',
  ),
  powerful(
    'owner',
    'gives a file to another uid',
    'open("/tmp/given", "w"); os.chown("/tmp/given", 12345, 12345); went()',
  ),
  {
    ...powerful(
      'core-memory',
      "reads the kernel's memory",
      'os.close(os.open("/proc/kcore", os.O_RDONLY)); went()',
    ),
    excuse: ({ has }) => (has('/proc/kcore') ? undefined : 'the kernel does not show its memory'),
  },
  powerful('priority', 'takes a higher priority', 'os.nice(-5); went()'),
  powerful(
    'raw-socket',
    'makes a raw socket',
    'socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP); went()',
  ),
  powerful(
    'low-port',
    'listens on a low port',
    's = socket.socket(); s.bind(("127.0.0.1", 80)); went()',
  ),
];

const unfilteredRoot = (id: string, title: string, script: string): Probe => ({
  ...powerful(id, title, script),
  needs: [...ROOT, 'seccomp'],
});

const MACHINE: readonly Probe[] = [
  unfilteredRoot(
    'module',
    'reaches the loading of kernel modules',
    `reached(${n('init_module')}, (None, 0, None))`,
  ),
  unfilteredRoot(
    'module-file',
    'reaches the loading of a module from a file',
    `reached(${n('finit_module')}, (-1, b"", 0))`,
  ),
  unfilteredRoot(
    'module-remove',
    'reaches the removal of a module',
    `reached(${n('delete_module')}, (b"redgreen_none", 2048))`,
  ),
  unfilteredRoot(
    'kexec',
    'reaches the loading of another kernel',
    `reached(${n('kexec_load')}, (0, 1 << 20, None, 0))`,
  ),
  unfilteredRoot(
    'kexec-file',
    'reaches the loading of another kernel from a file',
    `reached(${n('kexec_file_load')}, (-1, -1, 0, None, 0))`,
  ),
  unfilteredRoot(
    'reboot',
    'reaches the restart of the machine',
    `reached(${n('reboot')}, (0, 0, 0, None))`,
  ),
  unfilteredRoot(
    'swap',
    'reaches the adding of swap',
    `reached(${n('swapon')}, (b"/nonexistent", 0))`,
  ),
  unfilteredRoot(
    'accounting',
    'reaches the accounting of processes',
    `reached(${n('acct')}, (b"/nonexistent",))`,
  ),
  unfilteredRoot(
    'kernel-log',
    "asks for the kernel's log",
    `call(${n('syslog')}, 10, None, 0); went()`,
  ),
  unfilteredRoot(
    'handle-open',
    'opens a file by handle, the known way out of containers',
    `
handle = ctypes.create_string_buffer(136); struct.pack_into("I", handle, 0, 128); mount = ctypes.c_int()
call(${n('name_to_handle_at')}, -100, b"/usr", handle, ctypes.byref(mount), 0)
call(${n('open_by_handle_at')}, os.open("/usr", os.O_RDONLY), handle, 0); went()`,
  ),
];

export const KERNEL_PROBES: readonly Probe[] = [
  ...FILTERED,
  ...TERMINALS,
  ...NESTED,
  ...POWERS,
  ...MACHINE,
];
