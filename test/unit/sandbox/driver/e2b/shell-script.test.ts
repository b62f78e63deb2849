import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import {
  type Command,
  groupScript,
  joinHalves,
  limitedScript,
  quoteWords,
} from '../../../../../sandbox/driver/e2b/shell-script.ts';

/** As a provider starts a command, with a home that changes nothing. */
function run(script: string, detached: boolean) {
  const shell = ['bash', '-l', '-c', script];
  const [program, ...args] = detached ? ['setsid', '--wait', ...shell] : ['env', ...shell];
  return spawnSync(program, args, {
    encoding: 'utf8',
    env: { PATH: '/usr/bin:/bin', HOME: '/nonexistent', SHLVL: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 10_000,
  });
}

describe('command scripts', () => {
  it('pass every word as it is', () => {
    const words = ["it's", '$(id)', '`id`', '\\', '"', 'a\nb', '', '-n', '*'];
    const result = run(groupScript(['printf', '<%s>', ...words]), false);
    assert.equal(result.stdout, words.map((word) => `<${word}>`).join(''));
    assert.equal(quoteWords(["a'b"]), "'a'\\''b'");
  });

  it('make the command the leader of its group, whoever started it', () => {
    const command = 'read -r pid _ _ _ group _ < /proc/self/stat; echo $((pid == group))';
    for (const detached of [true, false]) {
      const result = run(groupScript(['sh', '-c', command]), detached);
      assert.equal(result.stdout.trim(), '1', String(detached));
    }
  });

  it('keep a PATH that a login shell would replace', () => {
    const result = run(groupScript('echo $PATH', { path: "/it's/mine:/usr/bin:/bin" }), false);
    assert.equal(result.stdout, "/it's/mine:/usr/bin:/bin\n");
  });

  it('end with the exit code of the command and keep its streams apart', () => {
    const command = 'echo out; echo err >&2; echo more > /dev/stdout; exit 42';
    const result = run(limitedScript(command, { maxBytes: 1_000 }), false);
    assert.deepEqual([result.status, result.stdout, result.stderr], [42, 'out\nmore\n', 'err\n']);
  });

  it('let through the first and the last bytes and no more, without stopping the command', () => {
    const command: Command = 'echo BEGIN; seq 1 200000; echo END; echo done >&2; exit 3';
    const result = run(limitedScript(command, { maxBytes: 101 }), false);
    assert.deepEqual([result.status, result.stderr], [3, 'done\n']);
    assert.equal(result.stdout.length, 102);
    const { text, isCut } = joinHalves(result.stdout, 101);
    assert.equal(isCut, true);
    assert.match(text, /^BEGIN\n1\n2\n[\s\S]*\[output cut here: [^\]]*\]\n[\s\S]*200000\nEND\n$/);
  });

  it('cut nothing that fits exactly', () => {
    for (const size of [0, 1, 99, 100, 101]) {
      const command = `head -c ${size} /dev/zero | tr '\\0' x`;
      const result = run(limitedScript(command, { maxBytes: 100 }), false);
      const { text, isCut } = joinHalves(result.stdout, 100);
      assert.equal(isCut, size > 100, String(size));
      if (!isCut) assert.equal(text, 'x'.repeat(size));
    }
  });
});
