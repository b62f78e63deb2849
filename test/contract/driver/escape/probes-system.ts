// Probes at what every sandbox is made of (the system, our own programs) and at its limits. Data
// only.
import { LIMITS } from './limits.ts';
import type { Probe } from './probe.ts';

const system = (id: string, title: string, script: string): Probe => ({
  id: `system-${id}`,
  of: 'A41',
  title,
  needs: ['read-only-system', 'uid'],
  script,
});

/** What a root server shows belongs to root; what bubblewrap makes for the sandbox belongs to it. */
const own = (id: string, title: string, script: string): Probe => ({
  ...system(id, title, script),
  needs: ['read-only-system'],
});

const limit = (id: string, title: string, layer: Probe['needs'][0], script: string): Probe => ({
  id: `limit-${id}`,
  of: 'A42',
  title,
  needs: [layer],
  script,
});

const MIB = 1024 * 1024;

export const SYSTEM_PROBES: readonly Probe[] = [
  {
    ...system(
      'usr-make',
      'makes a file in /usr',
      'os.close(os.open("/usr", os.O_TMPFILE | os.O_WRONLY)); went()',
    ),
    isRootOnly: true,
  },
  {
    ...system('usr-write', 'opens a file of /usr for writing', 'open_only("/usr/lib/os-release")'),
    isRootOnly: true,
  },
  system('passwd', 'changes /etc/passwd', 'put("/etc/passwd", b"x:x:0:0::/:/bin/sh", os.O_APPEND)'),
  system(
    'agent',
    'changes the guest agent',
    'put("/opt/redgreen/guest/agent.mjs", b" ", os.O_APPEND)',
  ),
  system(
    'node',
    'opens the node that commands run from for writing',
    'open_only("/opt/redgreen/bin/node")',
  ),
  system(
    'sealed-node-open',
    "makes the runner's binary readable",
    'os.chmod("/opt/redgreen/bin/sealed-node", 0o755); went()',
  ),
  system(
    'proxy-place',
    'puts a socket of its own where the proxy is',
    's = socket.socket(socket.AF_UNIX); s.bind("/opt/redgreen/egress/mine"); went()',
  ),
  own(
    'preload',
    'makes every program load a library of its own',
    'open("/etc/ld.so.preload", "w").close(); os.unlink("/etc/ld.so.preload"); went()',
  ),
  own(
    'profile',
    "puts something into every shell's start",
    'open("/etc/profile", "w").close(); os.unlink("/etc/profile"); went()',
  ),
  own(
    'resolver',
    'names a resolver of its own',
    'open("/etc/resolv.conf", "w").close(); os.unlink("/etc/resolv.conf"); went()',
  ),
  own(
    'bin',
    'puts a program before those of the system',
    'open("/opt/redgreen/bin/git", "w").close(); os.unlink("/opt/redgreen/bin/git"); went()',
  ),
  own(
    'root',
    'makes a file in the root directory',
    'open("/.bash_profile", "w").close(); os.unlink("/.bash_profile"); went()',
  ),
  own('run', 'makes a file in /run', 'open("/run/x", "w").close(); os.unlink("/run/x"); went()'),
  own('dev', 'makes a file in /dev', 'open("/dev/x", "w").close(); os.unlink("/dev/x"); went()'),
  limit(
    'disk',
    'writes more than its disk',
    'disk-quota',
    `
with open("/tmp/large", "wb") as f:
    for _ in range(${LIMITS.diskBytes / MIB + 8}): f.write(bytes(${MIB})); f.flush()
went()`,
  ),
  limit(
    'shared-memory',
    'writes more than its disk into shared memory',
    'disk-quota',
    `
with open("/dev/shm/large", "wb") as f:
    for _ in range(${LIMITS.diskBytes / MIB + 8}): f.write(bytes(${MIB})); f.flush()
went()`,
  ),
  limit(
    'files',
    'makes more files than it may',
    'disk-quota',
    `
os.mkdir("/tmp/many")
for i in range(${LIMITS.files + 50}): open(f"/tmp/many/{i}", "w").close()
went()`,
  ),
  limit(
    'memory',
    'takes more memory than it has',
    'memory-limit',
    `
kept = bytearray(b"x") * ${LIMITS.memoryBytes + LIMITS.diskBytes + 64 * MIB}
time.sleep(1.5); went()`,
  ),
  limit(
    'processes',
    'starts more processes than it may',
    'process-limit',
    `
import threading
# They count as processes do, and take no memory to speak of.
for i in range(${LIMITS.processes + 20}): threading.Thread(target=time.sleep, args=(20,), daemon=True).start()
went()`,
  ),
  limit(
    'descriptors',
    'opens more descriptors than it may',
    'descriptor-limit',
    `
kept = [os.dup(0) for _ in range(${LIMITS.openFiles + 50})]; went()`,
  ),
];
