// Probes at the runner (its stand-in) and the guest agent, from a command of the same uid beside
// them: memory, descriptors, environment, wire. Data only.
import { DENIED } from '../../../../sandbox/local/isolation/syscalls.ts';
import { type Probe, syscall } from './probe.ts';

const OPEN_AND_UNFILTERED = ['sealed-node', 'seccomp'] as const;

const look = (id: string, of: Probe['of'], title: string, script: string): Probe => ({
  id: `runner-${id}`,
  of,
  title,
  needs: ['sealed-node'],
  script: `R = f"/proc/{T['runner']}"\nA = f"/proc/{T['agent']}"\n${script}`,
});

const reach = (id: string, title: string, script: string): Probe => ({
  id: `runner-${id}`,
  of: 'A28',
  title,
  needs: OPEN_AND_UNFILTERED,
  script: `R = T["runner"]\nA = T["agent"]\n${script}`,
});

export const RUNNER_PROBES: readonly Probe[] = [
  look(
    'environment',
    'A28',
    "reads the runner's environment",
    'print(open(R + "/environ").read())',
  ),
  look(
    'thread-environment',
    'A28',
    'reads it through one of its threads',
    'for path in glob.glob(R + "/task/*"): print(open(path + "/environ").read())',
  ),
  look('memory', 'A28', "reads the runner's memory", 'print(scan(T["runner"]))'),
  look(
    'memory-write',
    'A28',
    "writes to the runner's memory",
    `
start = next(int(line.split("-")[0], 16) for line in open(R + "/maps") if " rw-p " in line)
with open(R + "/mem", "r+b", buffering=0) as memory:
    memory.seek(start); old = memory.read(1); memory.seek(start); memory.write(old); went()`,
  ),
  look('maps', 'A28', "reads the runner's map of memory", 'if open(R + "/maps").read(): went()'),
  look(
    'smaps',
    'A28',
    'reads the sizes of its memory',
    'if open(R + "/smaps_rollup").read(): went()',
  ),
  look(
    'map-files',
    'A28',
    'lists the files it has mapped',
    'if os.listdir(R + "/map_files"): went()',
  ),
  look('auxv', 'A28', 'reads its auxiliary vector', 'if open(R + "/auxv", "rb").read(): went()'),
  look('pagemap', 'A28', 'opens its page map', 'open_only(R + "/pagemap", os.O_RDONLY)'),
  look('clear-refs', 'A28', 'resets the marks of its pages', 'open_only(R + "/clear_refs")'),
  look('syscall', 'A28', 'watches its system calls', 'if open(R + "/syscall").read(): went()'),
  look('descriptors', 'A28', "lists the runner's descriptors", 'if os.listdir(R + "/fd"): went()'),
  look(
    'descriptor-facts',
    'A28',
    'reads the state of its descriptors',
    'print(open(R + "/fdinfo/0").read()); went()',
  ),
  look('cwd', 'A28', 'follows its working directory', 'os.readlink(R + "/cwd"); went()'),
  look(
    'exe',
    'A28',
    'copies its program from the process',
    'open(R + "/exe", "rb").read(4); went()',
  ),
  look(
    'binary',
    'A28',
    'copies its program from the file',
    'open("/opt/redgreen/bin/sealed-node", "rb").read(4); went()',
  ),
  look(
    'oom-score',
    'A28',
    'offers it to the out-of-memory killer',
    'open_only(R + "/oom_score_adj")',
  ),
  look('namespaces', 'A41', 'opens its namespaces', 'open_only(R + "/ns/user", os.O_RDONLY)'),
  look(
    'agent-memory',
    'A28',
    "reads the guest agent's memory",
    'if scan(T["agent"], rb"guest-agent()"): went()',
  ),
  look(
    'agent-memory-write',
    'A28',
    "opens the guest agent's memory for writing",
    'open_only(A + "/mem", os.O_RDWR)',
  ),
  look(
    'agent-descriptors',
    'A28',
    "finds the guest agent's channel to the server",
    'if os.readlink(A + "/fd/3"): went()',
  ),
  look(
    'agent-environment',
    'A28',
    "reads the guest agent's environment",
    'if open(A + "/environ").read(): went()',
  ),
  reach(
    'trace',
    'attaches to the runner as a debugger',
    `call(${syscall(DENIED.ptrace)}, 0x4206, R, 0, 0); went()`,
  ),
  reach(
    'agent-trace',
    'attaches to the guest agent as a debugger',
    `call(${syscall(DENIED.ptrace)}, 0x4206, A, 0, 0); went()`,
  ),
  reach(
    'memory-call',
    "reads the runner's memory by a system call",
    `
start = next(int(line.split("-")[0], 16) for line in open(f"/proc/{R}/maps") if " rw-p " in line)
buffer = ctypes.create_string_buffer(8)
mine = (ctypes.c_ulong * 2)(ctypes.addressof(buffer), 8); theirs = (ctypes.c_ulong * 2)(start, 8)
if call(${syscall(DENIED.process_vm_readv)}, R, mine, 1, theirs, 1, 0) == 8: went()`,
  ),
  reach(
    'memory-write-call',
    "writes to the runner's memory by a system call",
    `
start = next(int(line.split("-")[0], 16) for line in open(f"/proc/{R}/maps") if " rw-p " in line)
buffer = ctypes.create_string_buffer(8)
mine = (ctypes.c_ulong * 2)(ctypes.addressof(buffer), 8); theirs = (ctypes.c_ulong * 2)(start, 8)
call(${syscall(DENIED.process_vm_readv)}, R, mine, 1, theirs, 1, 0)
if call(${syscall(DENIED.process_vm_writev)}, R, mine, 1, theirs, 1, 0) == 8: went()`,
  ),
  reach(
    'wire-write',
    "forges a line on the runner's wire",
    `
wire = call(${syscall(DENIED.pidfd_getfd)}, os.pidfd_open(R), 1, 0)
os.write(wire, b"forged\\n"); went()`,
  ),
  reach(
    'wire-read',
    "takes the runner's standard input",
    `call(${syscall(DENIED.pidfd_getfd)}, os.pidfd_open(R), 0, 0); went()`,
  ),
  reach(
    'agent-channel',
    "takes the guest agent's channel",
    `call(${syscall(DENIED.pidfd_getfd)}, os.pidfd_open(A), 3, 0); went()`,
  ),
  reach(
    'compare',
    'compares its descriptors with its own',
    `call(${syscall(DENIED.kcmp)}, os.getpid(), R, 0, 0, 0); went()`,
  ),
];
