// Reads past the options of a wrapper, to where the command it runs begins. Pure.
import { ANY, type Word } from './line.ts';

export type OptionTable = {
  /** Letters of short options that take a value, in the same word or the next. */
  short?: string;
  /** Long options whose value may be the next word. */
  long?: readonly string[];
};

type Rest = {
  options: Word[];
  /** From the first word that is no option; undefined when an unknown one may be an option. */
  rest: Word[] | undefined;
};

/** `words` without the wrapper's own name. */
export function skipOptions(words: readonly Word[], table: OptionTable): Rest {
  const options: Word[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at];
    const text = word?.text ?? '';
    if (word === undefined || text === '--') return { options, rest: words.slice(at + 1) };
    if (text.startsWith(ANY)) return { options, rest: undefined };
    if (!text.startsWith('-') || text === '-') return { options, rest: words.slice(at) };
    options.push(word);
    const value = words[at + 1];
    if (takesNext(text, table) && value !== undefined) {
      options.push(value);
      at += 1;
    }
  }
  return { options, rest: [] };
}

function takesNext(text: string, { short = '', long = [] }: OptionTable): boolean {
  if (text.startsWith('--')) return long.includes(text.slice(2));
  const letters = text.slice(1);
  const valued = letters.split('').findIndex((letter) => short.includes(letter));
  // Letters after the first that takes a value are that value.
  return valued !== -1 && valued === letters.length - 1;
}
