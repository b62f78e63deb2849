// A standing `git cat-file --batch-command` for one repository: one process answers all questions
// about objects, instead of one each. It begins with the first question, is begun again when it has
// died, and ends with the signal. What appears later is found too: git looks at the disk again
// before it calls a name missing.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { AppError } from '../../errors.ts';
import { createDeadline } from '../../machine/deadline.ts';
import { DEADLINE_MS, type GitMachine, gitEnvironment, LARGEST_OUTPUT } from './run.ts';

export type ObjectType = 'blob' | 'tree' | 'commit' | 'tag';
type ObjectFacts = { sha: string; type: ObjectType; size: number };
export type GitObject = ObjectFacts & { content: Buffer };

export type CatFile = {
  /** One answer for each name, in order; undefined where there is no such object. */
  facts(names: readonly string[]): Promise<(ObjectFacts | undefined)[]>;
  /** Throws INTERNAL_ERROR when they are too large together. */
  read(names: readonly string[]): Promise<(GitObject | undefined)[]>;
  /** Resolves when no process is left; for after the signal. */
  ended(): Promise<void>;
};

type Question = { command: 'info' | 'contents'; names: readonly string[] };
type Standing = {
  child: ChildProcessWithoutNullStreams;
  output: Output;
  exited: Promise<void>;
};

export function createCatFile(
  directory: string,
  { machine, closing }: { machine: GitMachine; closing: AbortSignal },
): CatFile {
  let standing: Standing | undefined;
  let previous: Promise<unknown> = Promise.resolve();
  const exchange = async (question: Question): Promise<(GitObject | undefined)[]> => {
    const deadline = createDeadline('git', { deadlineMs: DEADLINE_MS, signal: closing });
    deadline.check();
    standing ??= start(directory, machine, closing);
    const { child, exited } = standing;
    const kill = () => child.kill('SIGKILL');
    deadline.signal.addEventListener('abort', kill, { once: true });
    try {
      return await converse(standing, question);
    } catch (error) {
      // Nobody knows where in its answers it is.
      kill();
      await exited;
      standing = undefined;
      throw deadline.signal.aborted ? deadline.fault() : error;
    } finally {
      deadline.signal.removeEventListener('abort', kill);
    }
  };
  /** Each caller has the process to himself, so answers need no name. One that died is replaced. */
  const ask = async ({ command, names }: Question): Promise<(GitObject | undefined)[]> => {
    const question = { command, names: names.filter(isAskable) };
    if (question.names.length === 0) return names.map(() => undefined);
    const mine = previous.then(
      async () =>
        await exchange(question).catch(async (error: unknown) => {
          if (error instanceof Ended) return await exchange(question);
          throw error;
        }),
    );
    previous = mine.catch(() => undefined);
    const answers = await mine;
    return names.map((name) => (isAskable(name) ? answers.shift() : undefined));
  };
  return {
    facts: async (names) => await ask({ command: 'info', names }),
    read: async (names) => await ask({ command: 'contents', names }),
    ended: async () => {
      await previous;
      await standing?.exited;
    },
  };
}

function start(directory: string, machine: GitMachine, signal: AbortSignal): Standing {
  const args = ['--git-dir', directory, 'cat-file', '--batch-command'];
  const child = spawn('git', args, {
    env: gitEnvironment(machine),
    stdio: 'pipe',
    killSignal: 'SIGKILL',
    signal,
  });
  // Whatever goes wrong, its output ends, and that is seen.
  child.on('error', () => undefined);
  child.stdin.on('error', () => undefined);
  child.stderr.resume();
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => {
      resolve();
    });
    if (child.pid === undefined) resolve();
  });
  return { child, output: createOutput(child.stdout), exited };
}

async function converse(
  { child, output }: Standing,
  { command, names }: Question,
): Promise<(GitObject | undefined)[]> {
  child.stdin.write(names.map((name) => `${command} ${name}\n`).join(''));
  const answers: (GitObject | undefined)[] = [];
  let size = 0;
  while (answers.length < names.length) {
    const facts = parseFacts(await output.line());
    const hasContent = facts !== undefined && command === 'contents';
    // A line break ends the content.
    const length = hasContent ? facts.size + 1 : 0;
    size += length;
    if (size > LARGEST_OUTPUT) throw new AppError('INTERNAL_ERROR', { problem: 'git failed' });
    const content = (await output.bytes(length)).subarray(0, -1);
    answers.push(facts === undefined ? undefined : { ...facts, content });
  }
  return answers;
}

/** Another line would be another question. */
function isAskable(name: string): boolean {
  return name !== '' && !/[\0\r\n]/.test(name);
}

/** `SHA TYPE SIZE`, or the name and `missing` or `ambiguous`. */
function parseFacts(line: string): ObjectFacts | undefined {
  const [, sha = '', kind = '', size] = /^([0-9a-f]{40}) ([a-z]+) (\d+)$/.exec(line) ?? [];
  const type = objectType(kind);
  return type === undefined ? undefined : { sha, type, size: Number(size) };
}

export function objectType(text: string): ObjectType | undefined {
  const types: readonly ObjectType[] = ['blob', 'tree', 'commit', 'tag'];
  return types.find((type) => type === text);
}

class Ended extends AppError {
  constructor(cause?: unknown) {
    super('INTERNAL_ERROR', { problem: 'git has ended', cause });
  }
}

/** Gives as much as is asked for, waiting for it. Throws Ended. */
type Output = { line(): Promise<string>; bytes(count: number): Promise<Buffer> };

function createOutput(stream: AsyncIterable<Buffer>): Output {
  const chunks = stream[Symbol.asyncIterator]();
  let held: Buffer = Buffer.alloc(0);
  const more = async (): Promise<Buffer> => {
    const next = await chunks.next().catch((cause: unknown) => {
      throw new Ended(cause);
    });
    if (next.done === true) throw new Ended();
    return next.value;
  };
  const bytes = async (count: number): Promise<Buffer> => {
    const pieces = [held];
    for (let size = held.length; size < count; size += pieces.at(-1)?.length ?? 0) {
      pieces.push(await more());
    }
    const all = pieces.length === 1 ? held : Buffer.concat(pieces);
    held = all.subarray(count);
    return all.subarray(0, count);
  };
  return {
    bytes,
    line: async () => {
      while (!held.includes(10)) held = Buffer.concat([held, await more()]);
      return (await bytes(held.indexOf(10) + 1)).toString('utf8').trimEnd();
    },
  };
}
