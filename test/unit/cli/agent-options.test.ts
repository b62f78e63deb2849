// The command lines of `redgreen agent` and `redgreen tool`: what they mean, and what is said when
// they are wrong.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readAgentOptions, readToolOptions } from '../../../app/cli/agent/options.ts';
import { isAppError } from '../../../app/errors.ts';

const HERE = import.meta.dirname;

test('a prompt is enough', () => {
  assert.deepEqual(readAgentOptions(['--prompt', 'Go', '--cwd', HERE]), {
    directory: HERE,
    isSandboxed: true,
    yes: false,
    prompt: 'Go',
    step: undefined,
    provider: undefined,
    script: undefined,
    baseUrl: undefined,
    model: undefined,
    maxTurns: 100,
    json: false,
  });
});

test('every flag is read', () => {
  const words = `--prompt Go --step verify --provider scripted --script s.json --model m --json
    --base-url http://127.0.0.1:9/ --max-turns 7 --no-sandbox --yes --cwd ${HERE}`;
  const options = readAgentOptions(words.split(/\s+/));
  assert.deepEqual(options, {
    directory: HERE,
    isSandboxed: false,
    yes: true,
    prompt: 'Go',
    step: 'verify',
    provider: 'scripted',
    script: 's.json',
    baseUrl: 'http://127.0.0.1:9',
    model: 'm',
    maxTurns: 7,
    json: true,
  });
});

const P = ['--prompt', 'Go'];

describe('a wrong command line of agent', () => {
  const WRONG: [string[], RegExp][] = [
    [[], /^--prompt takes the task as text\.$/],
    [['--prompt', ' '], /^--prompt takes the task/],
    [['--prompt', 'x'.repeat(500_001)], /longer than 500000/],
    [[...P, 'more'], /^"more" is not understood; --prompt takes the text\.$/],
    [[...P, '--fly'], /^Unknown option '--fly'/],
    [
      [...P, '--step', 'fly'],
      /^--step takes one of plan, write-tests, implement, verify, challenge, not "fly"/,
    ],
    [[...P, '--provider', 'gpt'], /^--provider takes one of claude_code_subscription/],
    [[...P, '--provider', 'scripted'], /^--provider scripted and --script FILE belong together/],
    [[...P, '--script', 'a.json'], /belong together/],
    [[...P, '--base-url', 'ftp://x'], /^--base-url is not a URL of http or https/],
    [[...P, '--base-url', 'https://u:p@x'], /^--base-url is not/],
    [[...P, '--max-turns', '0'], /^--max-turns takes a whole number from 1 to 1000, not "0"/],
    [[...P, '--max-turns', '1e2'], /not "1e2"/],
    [[...P, '--cwd', '/nowhere'], /^--cwd: \/nowhere is no directory\.$/],
    [[...P, '--no-sandbox'], /^--no-sandbox lets every command of the model run as you.*--yes/],
    [[...P, '--hooks', 'h.json'], /^--hooks: this version runs no hooks yet/],
  ];
  for (const [args, problem] of WRONG) {
    test(args.join(' ').slice(0, 60), () => assertUsage(() => readAgentOptions(args), problem));
  }
});

describe('a wrong command line of tool', () => {
  const WRONG: [string[], RegExp][] = [
    [[], /^Name one tool/],
    [['Read', 'Write'], /^Name one tool/],
    [['Fly'], /^There is no tool Fly\. There are Read, Write, /],
    [['WebFetch'], /^There is no tool WebFetch in this version\. There are Read, /],
    [['Read', '--input', '{'], /^--input is not JSON\.$/],
    [['Read', '--input', '[]'], /^--input is not a JSON object\.$/],
    [['Read', '--no-sandbox'], /--yes too if you mean it/],
  ];
  for (const [args, problem] of WRONG) {
    test(args.join(' '), () => assertUsage(() => readToolOptions(args), problem));
  }
});

function assertUsage(read: () => unknown, problem: RegExp): void {
  assert.throws(read, (error) => isAppError(error, 'USAGE') && problem.test(error.message));
}
