// System calls made by number, for the probes: what a sandbox must be refused, and with which
// error. Numbers are of x86_64.

const EPERM = 1;
const ENOSYS = 38;
const EAFNOSUPPORT = 97;

export type RawCall = { name: string; number: number; args: readonly number[]; errno: number };

const refused = (name: string, number: number, ...args: number[]): RawCall => ({
  name,
  number,
  args,
  errno: EPERM,
});

const CLONE_NEWUSER = 0x10000000;
const SIGCHLD = 17;

export const RAW_CALLS: readonly RawCall[] = [
  refused('ptrace', 101, 0, 0, 0, 0),
  refused('process_vm_readv', 310, 1, 0, 0, 0, 0, 0),
  refused('process_vm_writev', 311, 1, 0, 0, 0, 0, 0),
  refused('pidfd_getfd', 438, 0, 0, 0),
  refused('kcmp', 312, 1, 1, 0, 0, 0),
  refused('unshare', 272, CLONE_NEWUSER),
  refused('setns', 308, 0, 0),
  refused('mount', 165, 0, 0, 0, 0, 0),
  refused('umount2', 166, 0, 0),
  refused('pivot_root', 155, 0, 0),
  refused('open_tree', 428, 0, 0, 0),
  refused('move_mount', 429, 0, 0, 0, 0, 0),
  refused('fsopen', 430, 0, 0),
  refused('mount_setattr', 442, 0, 0, 0, 0, 0),
  refused('io_uring_setup', 425, 1, 0),
  refused('io_uring_enter', 426, 0, 0, 0, 0, 0, 0),
  refused('io_uring_register', 427, 0, 0, 0, 0),
  refused('bpf', 321, 0, 0, 0),
  refused('perf_event_open', 298, 0, 0, 0, 0, 0),
  refused('userfaultfd', 323, 0),
  refused('keyctl', 250, 0, 0, 0, 0, 0),
  refused('add_key', 248, 0, 0, 0, 0, 0),
  refused('request_key', 249, 0, 0, 0, 0),
  refused('mq_open', 240, 0, 0, 0, 0),
  refused('kexec_load', 246, 0, 0, 0, 0),
  refused('init_module', 175, 0, 0, 0),
  refused('open_by_handle_at', 304, 0, 0, 0),
  refused('syslog', 103, 2, 0, 0),
  refused('clone into a user namespace', 56, CLONE_NEWUSER + SIGCHLD, 0, 0, 0, 0),
  { name: 'clone3', number: 435, args: [0, 0], errno: ENOSYS },
  { name: 'vsock', number: 41, args: [40, 1, 0], errno: EAFNOSUPPORT },
  { name: 'packet', number: 41, args: [17, 3, 0], errno: EAFNOSUPPORT },
  { name: 'alg', number: 41, args: [38, 5, 0], errno: EAFNOSUPPORT },
];

/** Prints name → errno (0: the call went through) as JSON. */
export function rawCallsScript(machine: string): string {
  return `
import ctypes, json, os
if os.uname().machine != ${JSON.stringify(machine)}: print("{}"); raise SystemExit
libc = ctypes.CDLL(None, use_errno=True)
seen = {}
for call in json.loads(${JSON.stringify(JSON.stringify(RAW_CALLS))}):
    ctypes.set_errno(0)
    args = [ctypes.c_long(value) for value in call["args"]]
    result = libc.syscall(ctypes.c_long(call["number"]), *args)
    seen[call["name"]] = ctypes.get_errno() if result == -1 else 0
print(json.dumps(seen))
`;
}
