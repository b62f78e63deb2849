// Builds the seccomp filter of every sandbox as classic BPF, for `bwrap --seccomp FD`. Pure.
//
// A deny list: what it names fails with EPERM, so that programs go on; a call of another
// architecture (32-bit, x32) kills the process, because its numbers would mean something else.
import { type Architecture, CHECKED, DENIED, numberOf } from './syscalls.ts';

/** struct sock_filter: code u16, jt u8, jf u8, k u32. */
type Instruction = { code: number; jumpTrue: number; jumpFalse: number; value: number };

const LOAD_WORD = 0x20;
const JUMP_EQUAL = 0x15;
const JUMP_GREATER_OR_EQUAL = 0x35;
const JUMP_ANY_BIT = 0x45;
const RETURN = 0x06;

const ALLOW = 0x7fff0000;
const KILL_PROCESS = 0x80000000;
const ERRNO = 0x00050000;
const NOTHING_DONE = 0;
const EPERM = 1;
const EINVAL = 22;
const ENOSYS = 38;
const EAFNOSUPPORT = 97;

/** struct seccomp_data: nr, arch, instruction pointer, six 64-bit arguments. */
const NUMBER_AT = 0;
const ARCHITECTURE_AT = 4;
/**
 * Only the low word of an argument is compared: the kernel reads these as 32 bits too, so the same
 * value with high bits set (the known way around a 64-bit compare) is caught.
 */
const argumentAt = (index: number): number => 16 + 8 * index;

const AUDIT_ARCHITECTURE: Readonly<Record<Architecture, number>> = {
  x64: 0xc000003e,
  arm64: 0xc00000b7,
};
const X32_BIT = 0x40000000;

/** NEWTIME (0x80) lies in the byte of clone's exit signal, so only clone3 could ask for it. */
const CLONE_NAMESPACE_BITS = 0x7e020000;
const TIOCSTI = 0x5412;
const TIOCLINUX = 0x541c;
const O_NOATIME = 0o1000000;
const F_SETFL = 4;
const SOL_SOCKET = 1;
const SO_SNDBUF = 7;
const SO_RCVBUF = 8;
/** unix, inet, inet6, netlink. Not vsock: no network namespace keeps that apart from the host. */
const SOCKET_FAMILIES = [1, 2, 10, 16];

type ForCall = (name: keyof typeof CHECKED, body: Instruction[]) => Instruction[];

/** Where no cgroup bounds memory, what the kernel keeps for nobody's address space is refused. */
export function buildSeccompFilter(architecture: Architecture, hasCgroup = true): Buffer {
  const denied = Object.values(DENIED)
    .map((numbers) => numberOf(numbers, architecture))
    .filter((number) => number !== undefined);
  const forCall: ForCall = (name, body) => {
    const number = numberOf(CHECKED[name], architecture);
    return number === undefined ? [] : ifTrue(JUMP_EQUAL, number, body);
  };
  const onlyFamilies = [
    load(argumentAt(0)),
    ...SOCKET_FAMILIES.flatMap((family) => ifTrue(JUMP_EQUAL, family, [allow()])),
    fail(EAFNOSUPPORT),
  ];
  return encode([
    ...checkArchitecture(architecture),
    load(NUMBER_AT),
    ...denied.flatMap((number) => ifTrue(JUMP_EQUAL, number, [fail(EPERM)])),
    // Its flags lie in memory where a filter cannot look; libraries fall back to clone.
    ...forCall('clone3', [fail(ENOSYS)]),
    ...seenReads(forCall),
    ...(hasCgroup ? [] : countedMemory(forCall)),
    ...forCall('ioctl', [
      load(argumentAt(1)),
      ...ifTrue(JUMP_EQUAL, TIOCSTI, [fail(EPERM)]),
      ...ifTrue(JUMP_EQUAL, TIOCLINUX, [fail(EPERM)]),
      allow(),
    ]),
    ...forCall('clone', [
      load(argumentAt(0)),
      ...ifTrue(JUMP_ANY_BIT, CLONE_NAMESPACE_BITS, [fail(EPERM)]),
      allow(),
    ]),
    ...forCall('socket', onlyFamilies),
    ...forCall('socketpair', onlyFamilies),
    allow(),
  ]);
}

/**
 * What a run reads is told from access times: ways to read without one are refused, as the kernel
 * itself refuses them for files of others or on other file systems, so programs know another way.
 */
function seenReads(forCall: ForCall): Instruction[] {
  const unlessUnseen = (argument: number) => [
    load(argumentAt(argument)),
    ...ifTrue(JUMP_ANY_BIT, O_NOATIME, [fail(EPERM)]),
    allow(),
  ];
  const setFlags = unlessUnseen(2);
  return [
    ...forCall('open', unlessUnseen(1)),
    ...forCall('openat', unlessUnseen(2)),
    ...forCall('openat2', [fail(ENOSYS)]),
    ...forCall('copy_file_range', [fail(ENOSYS)]),
    ...forCall('fcntl', [load(argumentAt(1)), ...ifTrue(JUMP_EQUAL, F_SETFL, setFlags), allow()]),
  ];
}

/** A namespace has 4096 segments, 32000 sets: databases that take a small one as a lock still start. */
const SEGMENT_BYTES = 4_096;
const SET_SEMAPHORES = 32;

/**
 * The watch counts what processes have mapped. These would keep memory without: programs know
 * another way when the kernel has no such call, or has it for small sizes. Sockets keep the buffers
 * they are made with, said as the kernel says it of a size that it cuts: not at all.
 */
function countedMemory(forCall: ForCall): Instruction[] {
  const secondAtMost = (most: number) => [
    load(argumentAt(1)),
    ...ifTrue(JUMP_GREATER_OR_EQUAL, most + 1, [fail(EINVAL)]),
    load(argumentAt(1) + 4),
    ...ifTrue(JUMP_EQUAL, 0, [allow()]),
    fail(EINVAL),
  ];
  const keepBuffers = [
    load(argumentAt(2)),
    ...ifTrue(JUMP_EQUAL, SO_SNDBUF, [fail(NOTHING_DONE)]),
    ...ifTrue(JUMP_EQUAL, SO_RCVBUF, [fail(NOTHING_DONE)]),
    allow(),
  ];
  return [
    ...forCall('setsockopt', [
      load(argumentAt(1)),
      ...ifTrue(JUMP_EQUAL, SOL_SOCKET, keepBuffers),
      allow(),
    ]),
    ...forCall('memfd_create', [fail(ENOSYS)]),
    ...forCall('memfd_secret', [fail(ENOSYS)]),
    ...forCall('msgget', [fail(ENOSYS)]),
    ...forCall('shmget', secondAtMost(SEGMENT_BYTES)),
    ...forCall('semget', secondAtMost(SET_SEMAPHORES)),
  ];
}

function checkArchitecture(architecture: Architecture): Instruction[] {
  const expected = AUDIT_ARCHITECTURE[architecture];
  const check = [
    load(ARCHITECTURE_AT),
    { code: JUMP_EQUAL, jumpTrue: 1, jumpFalse: 0, value: expected },
    answer(KILL_PROCESS),
  ];
  if (architecture !== 'x64') return check;
  return [
    ...check,
    load(NUMBER_AT),
    ...ifTrue(JUMP_GREATER_OR_EQUAL, X32_BIT, [answer(KILL_PROCESS)]),
  ];
}

/** Runs the body when the loaded word fits, else jumps over it. The body must return. */
function ifTrue(code: number, value: number, body: Instruction[]): Instruction[] {
  return [{ code, jumpTrue: 0, jumpFalse: body.length, value }, ...body];
}

function load(offset: number): Instruction {
  return { code: LOAD_WORD, jumpTrue: 0, jumpFalse: 0, value: offset };
}

function answer(value: number): Instruction {
  return { code: RETURN, jumpTrue: 0, jumpFalse: 0, value };
}

function allow(): Instruction {
  return answer(ALLOW);
}

function fail(errno: number): Instruction {
  return answer(ERRNO | errno);
}

function encode(program: Instruction[]): Buffer {
  const bytes = Buffer.alloc(program.length * 8);
  program.forEach((instruction, index) => {
    bytes.writeUInt16LE(instruction.code, index * 8);
    bytes.writeUInt8(instruction.jumpTrue, index * 8 + 2);
    bytes.writeUInt8(instruction.jumpFalse, index * 8 + 3);
    bytes.writeUInt32LE(instruction.value >>> 0, index * 8 + 4);
  });
  return bytes;
}
