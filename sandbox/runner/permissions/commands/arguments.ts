// Commands that are allowed with certain arguments only. Symbolic links are not followed here: what a
// path leads to is decided when it is used, by the sandbox. Pure.
import { isInside } from '../../files/workspace.ts';
import { isLiteral, type ShellCommand, type Word } from '../shell/line.ts';
import { skipOptions } from '../shell/options.ts';
import { isProtectedIn, type Resolve } from '../writes.ts';

/** Undefined: they are fine. */
export type CheckArguments = (
  command: ShellCommand,
  context: ArgumentContext,
) => string | undefined;

export type ArgumentContext = {
  pkillTargets: ReadonlySet<string>;
  root: string;
  /** Directories in which files may be changed. */
  writable: readonly string[];
  resolve: Resolve;
};

/** Adding the right to execute, file by file. */
export const checkChmod: CheckArguments = ({ words }) => {
  const [, mode, ...files] = words;
  if (mode === undefined || files.length === 0) return 'chmod needs a mode and a file';
  if (!/^[ugoa]*\+x$/.test(mode.text)) return 'chmod may only add the right to execute (+x)';
  const option = files.find(({ text }) => text.startsWith('-') || text === '');
  return option === undefined ? undefined : `chmod may not be called with ${option.text}`;
};

export const checkPkill: CheckArguments = ({ words }, { pkillTargets }) => {
  const { rest } = skipOptions(words.slice(1), { short: 'gGPtuUsFd', long: ['signal'] });
  if (rest === undefined || rest.length === 0) return 'the process to end is not named';
  const other = rest.find((word) => !isLiteral(word) || !pkillTargets.has(targetOf(word)));
  if (other === undefined) return undefined;
  return `${other.raw} is none of the processes that may be ended (.redgreen/agent.json allowPkillTargets)`;
};

/** `pkill -f 'node server.js'` is about node. */
function targetOf({ text }: Word): string {
  return /^\S*/.exec(text.trim())?.[0] ?? '';
}

/** `rm` and `mv`: every path must be known, inside, and nobody's steering. */
export const checkDestructive: CheckArguments = ({ words }, context) => {
  const name = words[0]?.text ?? '';
  const bad = words.find(({ text }) => /^--(?:no-preserve-root|target-directory)/.test(text));
  if (bad !== undefined) return `${name} may not be called with ${bad.text}`;
  const { rest } = skipOptions(words.slice(1), {});
  if (rest === undefined) return `a path of ${name} is known only when it runs`;
  const late = rest.find(({ text }) => /^-./.test(text) && !isAfterDashes(words, text));
  if (late !== undefined) return `options of ${name} come before its paths`;
  for (const word of rest) {
    const problem = pathProblem(word, context);
    if (problem !== undefined) return `${name} ${word.raw}: ${problem}`;
  }
  return rest.length === 0 ? `${name} names no path` : undefined;
};

function isAfterDashes(words: readonly Word[], text: string): boolean {
  const dashes = words.findIndex((word) => word.text === '--');
  return dashes !== -1 && words.findIndex((word) => word.text === text) > dashes;
}

function pathProblem(word: Word, { resolve, writable, root }: ArgumentContext): string | undefined {
  const paths = resolve(word);
  if (paths === undefined) return 'the path is known only when it runs';
  for (const path of paths) {
    const place = writable.find((directory) => isInside(directory, path));
    if (place === undefined) return 'the path lies outside the workspace and /tmp';
    if (path === place || isInside(path, root)) return 'that is the whole directory';
    if (isProtectedIn(root, path)) return 'the path steers the agent itself and is protected';
  }
  return undefined;
}
