// The files a shell line writes to, as far as it tells: redirections, and the arguments of programs
// that write to what they are given. Pure.
import { relative, resolve } from 'node:path';
import { isProtectedPath } from '../../protocol/protected-paths.ts';
import { isInside } from '../files/workspace.ts';
import {
  ANY,
  isLiteral,
  programOf,
  type ShellCommand,
  type ShellLine,
  type Word,
} from './shell/line.ts';

/** Every path that a word may mean; undefined: only the run knows. */
export type Resolve = (word: Word) => readonly string[] | undefined;

const MAX_DIRECTORIES = 50;

/** A line may change directory, or not get that far: a relative path is taken from each. */
export function createResolve({ directories }: ShellLine, cwd: string): Resolve {
  const starts = startsOf(directories, cwd);
  return (word) => {
    if (!isLiteral(word) || word.text === '') return undefined;
    if (word.text.startsWith('/')) return [resolve(word.text)];
    return starts?.map((start) => resolve(start, word.text));
  };
}

function startsOf(directories: readonly Word[], cwd: string): string[] | undefined {
  const starts = new Set([cwd]);
  for (const target of directories) {
    if (!isLiteral(target) || starts.size > MAX_DIRECTORIES) return undefined;
    const reached = [...starts].map((start) => resolve(start, target.text));
    for (const start of reached) starts.add(start);
  }
  return [...starts];
}

export function isProtectedIn(root: string, path: string): boolean {
  return isInside(root, path) && path !== root && isProtectedPath(relative(root, path));
}

/** Nothing that lasts is written there. */
export function isDevice(path: string): boolean {
  return /^\/dev\/(?:null|zero|tty|stdout|stderr|fd\/\d+)$/.test(path);
}

/** Words of the command that name what it writes to. */
export function writtenBy(command: ShellCommand): Word[] {
  const given = command.words.slice(1);
  const plain = given.filter(({ text }) => !/^-./.test(text));
  switch (programOf(command)) {
    case 'tee':
    case 'touch':
    case 'truncate':
    case 'mkdir':
    case 'rmdir':
    case 'unlink':
    case 'shred':
    case 'rm':
    case 'mv':
    case 'chmod':
    case 'chown':
      return plain;
    case 'cp':
    case 'ln':
    case 'install':
    case 'rsync':
      return [...plain.slice(-1), ...valuesOf(given, /^(?:-[^-]*t|--target-directory=?)(.*)$/s)];
    case 'dd':
      return valuesOf(given, /^of=(.*)$/s);
    case 'sort':
      return valuesOf(given, /^(?:-[^-]*o|--output=?)(.*)$/s);
    case 'sed':
      return given.some(({ text }) => /^(?:-[^-]*i|--in-place)/.test(text)) ? plain : [];
    default:
      return [];
  }
}

/** The value of an option, in its own word or the next. */
function valuesOf(words: readonly Word[], option: RegExp): Word[] {
  return words.flatMap(({ text }, at) => {
    const value = option.exec(text)?.[1];
    if (value === undefined) return [];
    const next = words[at + 1];
    if (value !== '') return [{ text: value, raw: value }];
    return next === undefined ? [] : [next];
  });
}

/** For a message. */
export function shownWord({ text, raw }: Word): string {
  return raw === '' ? text.replaceAll(ANY, '…') : raw;
}
