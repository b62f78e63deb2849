// Lines of plain words only, taken apart without the grammar: most lines are such, and a turn of the
// loop is short. Gives what the grammar gives, or leaves the line to it. Pure.
import { type ShellCommand, toWord } from './line.ts';

const PLAIN = /^[ \t]*[\w./:@%+,-][\w./:@%+,=-]*(?:[ \t]+[\w./:@%+,-][\w./:@%+,=-]*)*[ \t]*$/;
/** Words that mean more than a command's name when they come first. */
const RESERVED: ReadonlySet<string> = new Set(
  `if then elif else fi for in do done while until case esac select function time coproc declare
  typeset export readonly local unset unsetenv`.split(/\s+/),
);

/** Undefined: it takes the grammar to read it. */
export function plainCommand(text: string): Omit<ShellCommand, 'isTransparent'> | undefined {
  if (!PLAIN.test(text)) return undefined;
  const raw = text.replaceAll(/^[ \t]+|[ \t]+$/g, '');
  const words = raw.split(/[ \t]+/).map(toWord);
  const name = words[0]?.text ?? '';
  return RESERVED.has(name) || name.includes('=') ? undefined : { words, raw };
}
