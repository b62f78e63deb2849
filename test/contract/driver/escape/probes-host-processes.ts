// Probes at processes of the host, at what they share, and at what tells of the host. Data only.
import type { Probe } from './probe.ts';

/** As root of the host with all powers, and with its processes in sight. */
const POWERFUL = ['pid-namespace', 'uid', 'user-namespace', 'capabilities'] as const;

export const HOST_PROCESS_PROBES: readonly Probe[] = [
  {
    id: 'process-arguments',
    of: 'A28',
    title: 'reads the arguments of a process of the host',
    needs: ['pid-namespace'],
    script: 'print(open(f"/proc/{T[\'pid\']}/cmdline").read())',
  },
  {
    id: 'process-list',
    of: 'A28',
    title: 'finds a token in the arguments of the processes of its uid (ps)',
    needs: ['pid-namespace'],
    // Only of its uid, and only what has the form of the planted token: the rest is nobody's business.
    script: `
for path in glob.glob("/proc/[0-9]*"):
    try:
        if os.stat(path).st_uid == os.getuid(): tell(rb"--token=[0-9a-f-]{36}", path + "/cmdline")
    except OSError: pass`,
  },
  {
    id: 'process-signal',
    of: 'A41',
    title: 'signals a process of the host that has its uid',
    needs: ['pid-namespace'],
    script: 'os.kill(T["pid"], signal.SIGCONT); went()',
  },
  {
    id: 'process-pidfd-signal',
    of: 'A41',
    title: 'signals a process of the host through a pidfd',
    needs: ['pid-namespace'],
    script: 'signal.pidfd_send_signal(os.pidfd_open(T["pid"]), signal.SIGCONT); went()',
  },
  {
    id: 'process-priority',
    of: 'A41',
    title: 'slows a process of the host down',
    needs: ['pid-namespace'],
    script: 'os.setpriority(os.PRIO_PROCESS, T["pid"], 5); went()',
  },
  {
    id: 'process-affinity',
    of: 'A41',
    title: 'binds a process of the host to one processor',
    needs: ['pid-namespace'],
    script: 'os.sched_setaffinity(T["pid"], os.sched_getaffinity(T["pid"])); went()',
  },
  {
    id: 'process-limits',
    of: 'A41',
    title: 'takes descriptors away from a process of the host',
    needs: ['pid-namespace'],
    script:
      'soft, hard = resource.prlimit(T["pid"], resource.RLIMIT_NOFILE)\nresource.prlimit(T["pid"], resource.RLIMIT_NOFILE, (min(soft, 64), hard)); went()',
  },
  {
    id: 'process-oom-score',
    of: 'A41',
    title: 'offers a process of the host to the out-of-memory killer',
    needs: ['pid-namespace'],
    script: 'put(f"/proc/{T[\'pid\']}/oom_score_adj", b"900")',
  },
  {
    id: 'process-environment',
    of: 'A28',
    title: 'reads the environment of a process of the host',
    needs: POWERFUL,
    isRootOnly: true,
    script: 'print(open(f"/proc/{T[\'pid\']}/environ").read())',
  },
  {
    id: 'process-memory',
    of: 'A28',
    title: 'reads the memory of a process of the host',
    needs: POWERFUL,
    isRootOnly: true,
    script: 'print(scan(T["pid"]))',
  },
  {
    id: 'process-root',
    of: 'A41',
    title: 'reads a file of the host through the root of one of its processes',
    needs: POWERFUL,
    isRootOnly: true,
    script: "print(open(f\"/proc/{T['pid']}/root{T['plain']}\").read())",
  },
  {
    id: 'process-descriptors',
    of: 'A28',
    title: 'lists the descriptors of a process of the host',
    needs: POWERFUL,
    isRootOnly: true,
    script: 'for fd in os.listdir(f"/proc/{T[\'pid\']}/fd"): went(fd)',
  },
  {
    id: 'ipc-shared-memory',
    of: 'A28',
    title: 'reads System V shared memory of the host',
    needs: ['ipc-namespace'],
    script: `
libc.shmat.restype = ctypes.c_void_p
at = libc.shmat(T["shm"], None, 0)
if at not in (None, 2**64 - 1): print(ctypes.string_at(at, 36).decode())`,
  },
  {
    id: 'ipc-message-queue',
    of: 'A28',
    title: 'takes a message out of a queue of the host',
    needs: ['ipc-namespace'],
    script: `
buffer = ctypes.create_string_buffer(300)
if libc.msgrcv(T["queue"], buffer, 200, 0, 0o14000) > 0: print(buffer.raw[8:44].decode())`,
  },
  {
    id: 'ipc-semaphore',
    of: 'A41',
    title: 'sets a semaphore of the host',
    needs: ['ipc-namespace'],
    script: 'if libc.semctl(T["semaphore"], 0, 16, 7) == 0: went()',
  },
  {
    id: 'ipc-list',
    of: 'A41',
    title: 'lists shared memory of the host',
    needs: ['ipc-namespace'],
    script:
      'if any(line.split()[1] == str(T["shm"]) for line in open("/proc/sysvipc/shm")): went()',
  },
  {
    id: 'host-name',
    of: 'A41',
    title: "learns the host's name",
    needs: ['uts-namespace'],
    script: 'if socket.gethostname() == T["hostname"]: went()',
  },
  {
    id: 'host-cgroup-path',
    of: 'A41',
    title: 'learns where the host keeps its group of limits',
    needs: ['cgroup-namespace'],
    isRootOnly: true,
    script: 'if "redgreen" in open("/proc/self/cgroup").read(): went()',
  },
  {
    id: 'server-environment',
    of: 'A28',
    title: "reads the server's variables in the first process",
    needs: ['clean-environment', 'sealed-node'],
    script: 'tell(rb"REDGREEN_CANARY=[0-9a-f-]{36}", "/proc/1/environ")',
  },
  {
    id: 'server-environment-anywhere',
    of: 'A29',
    title: "finds the server's variables in any process of the sandbox (ps auxe)",
    needs: ['clean-environment', 'sealed-node'],
    script: `
for path in glob.glob("/proc/[0-9]*/environ") + glob.glob("/proc/[0-9]*/task/*/environ"):
    try: tell(rb"REDGREEN_CANARY=[0-9a-f-]{36}", path)
    except OSError: pass`,
  },
];
