// A shell line taken apart: the vocabulary of whoever judges it. Pure shapes.

/**
 * Stands in a word's text for whatever the shell puts there when it runs: a variable, what a command
 * prints, the names a pattern matches. A line with a real NUL is refused, so it means nothing else.
 */
export const ANY = '\0';

export type Word = {
  /** With quotes and escapes gone. */
  text: string;
  /** As written. */
  raw: string;
};

export type Assignment = { name: string; value: Word };

export type ShellCommand = {
  /** At least one; the first is its name. */
  words: readonly Word[];
  /** As written, without its assignments; empty when it was found behind a wrapper. */
  raw: string;
  /** Only runs what was found behind it, so that alone is judged: `timeout`, `env`, `eval`, … */
  isTransparent: boolean;
};

export type ShellLine = {
  /** Every command anywhere in it, also behind wrappers and in the scripts of `sh -c`. */
  commands: readonly ShellCommand[];
  /** Files that a redirection writes to. */
  redirects: readonly Word[];
  assignments: readonly Assignment[];
  /** Where `cd` goes. */
  directories: readonly Word[];
  /** Why no rule and no list can vouch for it: what it runs is settled only when it runs. */
  hazards: readonly string[];
};

export type Unreadable = { problem: string };

export function isUnreadable(line: ShellLine | Unreadable): line is Unreadable {
  return 'problem' in line;
}

export function isLiteral({ text }: Word): boolean {
  return !text.includes(ANY);
}

export function toWord(text: string): Word {
  return { text, raw: text };
}

/** `/bin/rm` and `rm` are the same program; the directory may be unknown, its name not. */
export function programOf({ words }: Pick<ShellCommand, 'words'>): string {
  const text = words[0]?.text ?? '';
  return text.slice(text.lastIndexOf('/') + 1);
}

const RESERVED: ReadonlySet<string> = new Set(
  `if then elif else fi for do done while until case esac select function { } [[ ]] !`.split(' '),
);

/** Not the name of a command where one could begin, unless quoted. */
export function isReserved(raw: string): boolean {
  return RESERVED.has(raw);
}
