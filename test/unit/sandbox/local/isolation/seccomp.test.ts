import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildSeccompFilter } from '../../../../../sandbox/local/isolation/seccomp.ts';
import { DENIED, numberOf } from '../../../../../sandbox/local/isolation/syscalls.ts';

const ALLOW = 0x7fff0000;
const KILL = 0x80000000;
const errno = (number: number) => 0x00050000 + number;
const ARCHITECTURES = { x64: 0xc000003e, arm64: 0xc00000b7 } as const;

type Call = { number: number; architecture?: number; args?: readonly bigint[] };

describe('seccomp filter', () => {
  for (const architecture of ['x64', 'arm64'] as const) {
    const run = ({ number, architecture: audit = ARCHITECTURES[architecture], args }: Call) =>
      interpret(buildSeccompFilter(architecture), {
        number,
        architecture: audit,
        args: args ?? [],
      });
    const of = (x64: number, arm64: number) => (architecture === 'x64' ? x64 : arm64);

    it(`refuses every denied call on ${architecture}`, () => {
      for (const [name, numbers] of Object.entries(DENIED)) {
        const number = numberOf(numbers, architecture);
        if (number !== undefined) assert.equal(run({ number }), errno(1), name);
      }
    });

    it(`lets ordinary calls through on ${architecture}`, () => {
      const read = of(0, 63);
      const openat = of(257, 56);
      const execve = of(59, 221);
      const kill = of(62, 129);
      for (const number of [read, openat, execve, kill]) assert.equal(run({ number }), ALLOW);
    });

    it(`kills a call of another architecture on ${architecture}`, () => {
      assert.equal(run({ number: 0, architecture: 0x40000003 }), KILL);
      assert.equal(run({ number: 0, architecture: ARCHITECTURES[other(architecture)] }), KILL);
    });

    it(`looks at the low word of an ioctl only, on ${architecture}`, () => {
      const ioctl = of(16, 29);
      for (const request of [0x5412n, 0x541cn, 0x5412n + (1n << 32n), 0x541cn + (7n << 60n)]) {
        assert.equal(run({ number: ioctl, args: [0n, request] }), errno(1), String(request));
      }
      assert.equal(run({ number: ioctl, args: [0n, 0x5401n] }), ALLOW);
    });

    it(`lets clone make threads and processes but no namespaces, on ${architecture}`, () => {
      const clone = of(56, 220);
      const namespaces = [0x10000000n, 0x00020000n, 0x20000000n, 0x40000000n, 0x08000000n];
      for (const flag of namespaces) {
        assert.equal(run({ number: clone, args: [flag | 17n] }), errno(1), String(flag));
      }
      assert.equal(run({ number: clone, args: [0x003d0f00n] }), ALLOW);
      assert.equal(run({ number: 435 }), errno(38));
    });

    it(`lets only local and internet sockets be made, on ${architecture}`, () => {
      const socket = of(41, 198);
      for (const family of [1n, 2n, 10n, 16n]) {
        assert.equal(run({ number: socket, args: [family] }), ALLOW, String(family));
      }
      for (const family of [15n, 17n, 38n, 40n, 0n]) {
        assert.equal(run({ number: socket, args: [family] }), errno(97), String(family));
      }
    });

    it(`refuses memory that nobody has mapped, without a cgroup, on ${architecture}`, () => {
      const answer = (number: number, size: bigint, hasCgroup = false) =>
        interpret(buildSeccompFilter(architecture, hasCgroup), {
          number,
          architecture: ARCHITECTURES[architecture],
          args: [0n, size],
        });
      const memfd = of(319, 279);
      const shmget = of(29, 194);
      const semget = of(64, 190);
      const msgget = of(68, 186);
      for (const number of [memfd, 447, msgget]) {
        assert.equal(answer(number, 0n), errno(38), String(number));
      }
      for (const [number, most] of [
        [shmget, 4_096n],
        [semget, 32n],
      ] as const) {
        assert.equal(answer(number, most), ALLOW);
        for (const size of [most + 1n, 1n << 32n, (1n << 32n) + most, -1n]) {
          assert.equal(answer(number, size), errno(22), String(size));
        }
      }
      const setsockopt = (level: bigint, option: bigint, hasCgroup = false) =>
        interpret(buildSeccompFilter(architecture, hasCgroup), {
          number: of(54, 208),
          architecture: ARCHITECTURES[architecture],
          args: [3n, level, option],
        });
      for (const option of [7n, 8n, (1n << 32n) + 7n]) {
        assert.equal(setsockopt(1n, option), errno(0), 'done nothing');
        assert.equal(setsockopt(1n, option, true), ALLOW);
        assert.equal(setsockopt(6n, option), ALLOW, 'another level');
      }
      assert.equal(setsockopt(1n, 2n), ALLOW);
      for (const number of [memfd, 447, msgget, shmget, semget]) {
        assert.equal(answer(number, 1n << 40n, true), ALLOW, String(number));
      }
    });
  }

  it('kills the x32 calls of x86_64', () => {
    const call = { number: 0x40000000 + 39, architecture: ARCHITECTURES.x64, args: [] };
    assert.equal(interpret(buildSeccompFilter('x64'), call), KILL);
  });
});

function other(architecture: 'x64' | 'arm64'): 'x64' | 'arm64' {
  return architecture === 'x64' ? 'arm64' : 'x64';
}

/** Classic BPF, as far as the filter uses it. */
function interpret(
  program: Buffer,
  call: { number: number; architecture: number; args: readonly bigint[] },
): number {
  const data = Buffer.alloc(64);
  data.writeUInt32LE(call.number, 0);
  data.writeUInt32LE(call.architecture, 4);
  call.args.forEach((value, index) =>
    data.writeBigUInt64LE(BigInt.asUintN(64, value), 16 + 8 * index),
  );
  let accumulator = 0;
  for (let at = 0; at < program.length / 8; at += 1) {
    const code = program.readUInt16LE(at * 8);
    const value = program.readUInt32LE(at * 8 + 4);
    const jump = (isTrue: boolean) => program.readUInt8(at * 8 + (isTrue ? 2 : 3));
    if (code === 0x20) accumulator = data.readUInt32LE(value);
    else if (code === 0x15) at += jump(accumulator === value);
    else if (code === 0x35) at += jump(accumulator >= value);
    else if (code === 0x45) at += jump((accumulator & value) !== 0);
    else if (code === 0x06) return value;
    else assert.fail(`unknown instruction ${code}`);
  }
  return assert.fail('the program ends without an answer');
}
