// What `find` does besides finding: runs commands, deletes, writes. Pure.
import { ANY, toWord, type Word } from './line.ts';
import type { Unwrapped } from './unwrapped.ts';

const RUNS: ReadonlySet<string> = new Set(['-exec', '-execdir', '-ok', '-okdir']);
const WRITES: ReadonlySet<string> = new Set(['-fprint', '-fprint0', '-fls', '-fprintf']);

/** `words` without its name. */
export function inFind(words: readonly Word[]): Unwrapped {
  const commands: Word[][] = [];
  const writes: Word[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const text = words[at]?.text ?? '';
    const next = words[at + 1];
    if (text === '-delete') commands.push([toWord('rm'), toWord(ANY)]);
    // An expression that is known only when it runs may be any of these.
    if (text.startsWith(ANY) && at > 0) commands.push([toWord(ANY)]);
    if (WRITES.has(text) && next !== undefined) writes.push(next);
    if (!RUNS.has(text)) continue;
    const rest = words.slice(at + 1);
    const end = rest.findIndex((word, index) => {
      return word.text === ';' || (word.text === '+' && rest[index - 1]?.text === '{}');
    });
    const inner = end === -1 ? rest : rest.slice(0, end);
    if (inner.length > 0) commands.push(inner.map(fill));
    at += inner.length + 1;
  }
  return { commands, scripts: [], writes, isTransparent: false };
}

function fill({ text, raw }: Word): Word {
  return { text: text.replaceAll('{}', ANY), raw };
}
