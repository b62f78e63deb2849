// What a probe of the escape suite is, and how probes run inside: one program that gives each a
// process of its own and reports what each printed. Data and text; starts nothing.
import { DENIED, numberOf } from '../../../../sandbox/local/isolation/syscalls.ts';
import type { Layer } from '../../../../sandbox/local/isolation/weakening.ts';

export type Probe = {
  id: string;
  /** Row of the security design. */
  of: 'A28' | 'A29' | 'A32' | 'A33' | 'A35' | 'A40' | 'A41' | 'A42' | 'A44' | 'A46' | 'A47' | 'A48';
  title: string;
  /**
   * The layers that stop it, all of them: without these it succeeds. Several where each alone would
   * still stop it.
   */
  needs: readonly [Layer, ...Layer[]];
  /**
   * Python, run inside with what `PRELUDE` defines. It has succeeded when it prints the canary,
   * which it is never told, or calls `went()`.
   */
  script: string;
  /** Its control needs a server that is root: an ordinary user's kernel stops it all the same. */
  isRootOnly?: true;
  /** Why its control cannot work on this machine though nothing is broken; undefined: it can. */
  excuse?(machine: Machine): string | undefined;
};

/** The machine the suite runs on, where it decides whether a control can work. */
export type Machine = {
  has(path: string): boolean;
  /** Of the kernel, by its name below /proc/sys; undefined when there is none. */
  setting(name: string): string | undefined;
  hasBlockDevices: boolean;
  /** An address of its own beside loopback. */
  hasCard: boolean;
  hasIpv6: boolean;
};

export type ProbeResult = { printed: string; complaint: string };

/** Of the calls that have no name in Python's library. */
export function syscall(numbers: readonly [number | undefined, number | undefined]): number {
  return numberOf(numbers, process.arch === 'arm64' ? 'arm64' : 'x64') ?? -1;
}

/**
 * `T`: what was planted, by name. `seen(path)`: where a path of the host shows, if it does.
 * `call(number, …)`: a raw system call, raises OSError. `went()`: says that it succeeded.
 */
const PRELUDE = `
import array, ctypes, errno, fcntl, glob, json, mmap, os, resource, select, shutil, signal, socket, struct
import subprocess, sys, time
T = json.loads(os.environ["TARGETS"])
UNSHARE = ${syscall(DENIED.unshare)}
libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long
def call(number, *args):
    if number < 0: raise OSError(errno.ENOSYS, "no such call here")
    words = [a if isinstance(a, (bytes, ctypes.Array, ctypes.Structure)) or a is None or hasattr(a, "_obj") else ctypes.c_long(a) for a in args]
    result = libc.syscall(ctypes.c_long(number), *words)
    if result == -1: raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result
def went(note="went"):
    print("WENT", note, flush=True)
def seen(path):
    return next((p for p in (path, "/host" + path) if os.path.lexists(p)), path)
def sh(text, **more):
    done = subprocess.run(["bash", "-c", text], capture_output=True, timeout=8, stdin=subprocess.DEVNULL, **more)
    print(done.stdout.decode("utf8", "replace"), flush=True)
    return done.returncode
def connect(address, family=socket.AF_INET, say=b""):
    s = socket.socket(family, socket.SOCK_STREAM); s.settimeout(3); s.connect(address)
    if say: s.sendall(say)
    print(s.recv(4096).decode("utf8", "replace"), flush=True)
def open_only(path, flags=os.O_WRONLY):
    os.close(os.open(seen(path), flags | os.O_NONBLOCK)); went(path)
def put(path, data, flags=0):
    # By hand: an error that comes late would be lost in a buffered file.
    fd = os.open(path, os.O_WRONLY | flags); os.write(fd, data); os.close(fd); went(path)
def tell(pattern, path):
    # Of what it could read, only what was planted.
    import re
    for found in re.findall(pattern, open(path, "rb").read()): print(found.decode(), flush=True)
def open_both(path, flags=os.O_WRONLY):
    for candidate in (path, "/host" + path):
        try: os.close(os.open(candidate, flags)); went(candidate)
        except OSError as error: print(error, file=sys.stderr)
def scan(pid, pattern=rb"CANARY=[0-9a-f-]{36}"):
    import re
    with open(f"/proc/{pid}/mem", "rb", buffering=0) as memory:
        for line in open(f"/proc/{pid}/maps"):
            start, end = (int(part, 16) for part in line.split(" ")[0].split("-"))
            if " rw" not in line or end - start > 64 << 20: continue
            try: memory.seek(start); found = re.search(pattern, memory.read(end - start))
            except (OSError, OverflowError): continue
            if found: return found.group(0).decode("latin1")
    return ""
def reached(number, args, *kernel):
    # True when the kernel itself answered: with success, or with an error of its own.
    try: call(number, *args); return went("0")
    except OSError as error:
        if error.errno in kernel or (not kernel and error.errno != errno.EPERM): return went(str(error))
        raise
def nested(flags=0):
    # In a user namespace of its own, with all powers there.
    uid, gid = os.getuid(), os.getgid()
    call(UNSHARE, 0x10000000 | flags)
    open("/proc/self/setgroups", "w").write("deny")
    open("/proc/self/uid_map", "w").write(f"0 {uid} 1"); open("/proc/self/gid_map", "w").write(f"0 {gid} 1")
def victim(code):
    read, write = os.pipe()
    pid = os.fork()
    if pid == 0:
        try: exec(code, {**globals(), "ready": lambda text="": os.write(write, (str(text) + chr(10)).encode())}); time.sleep(20)
        finally: os._exit(0)
    os.close(write)
    told = os.fdopen(read).readline().strip()
    return pid, told
`;

/** Each probe has this long; one that waits has failed. */
const PROBE_SECONDS = 10;
const OUTPUT_BYTES = 20_000;

/** Takes the probes as JSON from the file $1; prints id → result as JSON. */
export const HARNESS = `${PRELUDE}
probes = json.load(open(sys.argv[1]))
results = {}
for probe in probes:
    out_r, out_w = os.pipe()
    err_r, err_w = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.setsid()
        os.dup2(out_w, 1); os.dup2(err_w, 2)
        for fd in (out_r, out_w, err_r, err_w): os.close(fd)
        try:
            exec(probe["script"], globals())
        except BaseException as error:
            os.write(2, (type(error).__name__ + ": " + str(error)).encode())
        try: sys.stdout.flush()
        finally: os._exit(0)
    os.close(out_w); os.close(err_w)
    texts = {out_r: b"", err_r: b""}
    end = time.monotonic() + ${PROBE_SECONDS}
    opened = {out_r, err_r}
    while opened and time.monotonic() < end:
        ready = select.select(list(opened), [], [], 0.2)[0]
        for fd in ready:
            data = os.read(fd, 65536)
            if data: texts[fd] = (texts[fd] + data)[:${OUTPUT_BYTES}]
            else: opened.discard(fd)
        if not ready and os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT): break
    try: os.killpg(pid, signal.SIGKILL)
    except OSError: pass
    _, status = os.waitpid(pid, 0)
    os.close(out_r); os.close(err_r)
    for path in glob.glob("/tmp/*") + glob.glob("/dev/shm/*"):
        if path != sys.argv[1]: shutil.rmtree(path, ignore_errors=True) if os.path.isdir(path) else os.unlink(path)
    said = texts[err_r].decode("utf8", "replace")
    if os.WIFSIGNALED(status) and os.WTERMSIG(status): said += " signal " + str(os.WTERMSIG(status))
    results[probe["id"]] = {"printed": texts[out_r].decode("utf8", "replace"), "complaint": said}
print(json.dumps(results))
`;

export function hasSucceeded(result: ProbeResult, canary: string): boolean {
  return result.printed.includes(canary) || /^WENT\b/m.test(result.printed);
}
