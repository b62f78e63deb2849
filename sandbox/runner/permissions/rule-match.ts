// Does a rule match a call? A rule that denies matches when any part of the call may be what it
// names; a rule that allows, only when it is certain. Pure.

import type { Trait } from '../../protocol/tools/row.ts';
import { traitOf } from '../../protocol/tools.ts';
import { type Places, pathMatches } from './path-pattern.ts';
import type { Rule } from './rule.ts';
import { withoutGlobalOptions } from './shell/git-smuggling.ts';
import { ANY, isLiteral, programOf, type ShellCommand, toWord, type Word } from './shell/line.ts';
import { couldMatchStars, matchesStars } from './star-pattern.ts';
import type { Subject } from './subject.ts';
import { isPlainUrl, urlMatches } from './url-pattern.ts';

/** Rules about one tool that hold for all that do the same. */
const ALSO: Readonly<Record<string, (trait: Trait) => boolean>> = {
  Read: ({ does, about }) => does === 'looks' && about !== undefined,
  Edit: ({ does }) => does === 'writes',
  Bash: ({ does }) => does === 'runs',
};

export function isAbout(rule: Rule, tool: string): boolean {
  if (rule.tool === tool) return true;
  const trait = traitOf(tool);
  if (trait !== undefined && ALSO[rule.tool]?.(trait) === true) return true;
  if (!rule.tool.startsWith('mcp__') || !tool.startsWith('mcp__')) return false;
  // A server's name stands for all its tools.
  return matchesStars(rule.tool, tool) || tool.startsWith(`${rule.tool}__`);
}

/** Also for rules that ask: better once too often. */
export function couldForbid(rule: Rule, subject: Subject, places: Places): boolean {
  const { scope } = rule;
  if (!isAbout(rule, subject.tool)) return false;
  switch (scope.kind) {
    case 'all':
      return true;
    case 'command':
      return subject.line !== undefined && couldRun(scope.patterns, subject);
    case 'path':
      return someMatch(scope.patterns, subject.paths, places) ?? true;
    case 'url':
      return subject.url === undefined || urlMatches(scope.pattern, subject.url);
    case 'name': {
      const { name } = subject;
      return name === undefined || scope.patterns.some((one) => matchesStars(one, name));
    }
  }
}

/** Of any tool but Bash, whose commands are allowed one by one. */
export function doesAllow(rule: Rule, subject: Subject, places: Places): boolean {
  const { scope } = rule;
  if (!isAbout(rule, subject.tool)) return false;
  switch (scope.kind) {
    case 'all':
      return true;
    case 'command':
      return false;
    case 'path':
      return someMatch(scope.patterns, subject.paths, places) ?? false;
    case 'url':
      return (
        subject.url !== undefined &&
        isPlainUrl(subject.url) &&
        urlMatches(scope.pattern, subject.url)
      );
    case 'name': {
      const { name } = subject;
      return name !== undefined && scope.patterns.some((one) => matchesStars(one, name));
    }
  }
}

export function doesAllowCommand({ tool, scope }: Rule, command: ShellCommand): boolean {
  if (tool !== 'Bash') return false;
  if (scope.kind === 'all') return true;
  if (scope.kind !== 'command') return false;
  // A blank inside a word is not the blank between two.
  const words = command.words.map(({ text }) => text.replaceAll(/\s/g, '\u0001')).join(' ');
  const raw = squeeze(command.raw);
  return scope.patterns.some((one) => matchesStars(one, words) || matchesStars(one, raw));
}

function someMatch(
  patterns: Extract<Rule['scope'], { kind: 'path' }>['patterns'],
  paths: readonly string[] | undefined,
  places: Places,
): boolean | undefined {
  return paths?.some((path) => patterns.some((one) => pathMatches(one, path, places)));
}

function couldRun(
  patterns: readonly string[],
  { command: text = '', line }: Pick<Subject, 'command' | 'line'>,
): boolean {
  const whole = squeeze(text);
  return patterns.some((pattern) => {
    if (matchesStars(pattern, whole)) return true;
    return line?.commands.some((command) => couldBe(pattern, command)) === true;
  });
}

function couldBe(pattern: string, command: ShellCommand): boolean {
  const [name] = command.words;
  // It may be a wrapper, or nothing at all, and then what follows is run.
  if (name === undefined || !isLiteral(name)) return true;
  // `*curl*` could be in every argument nobody knows yet; only what is run counts then.
  const matches = pattern.startsWith('*') ? matchesStars : couldMatchStars;
  return spellingsOf(command).some((one) => matches(pattern, one));
}

/** One command in every way a rule may name it. */
function spellingsOf(command: ShellCommand): string[] {
  const { words, raw } = command;
  const bare = [toWord(programOf(command)), ...words.slice(1)];
  const git = programOf(command) === 'git' ? withoutGlobalOptions(bare) : undefined;
  return [join(words), join(bare), ...(git === undefined ? [] : [join(git)]), squeeze(raw)];
}

/** An unknown word may turn out to be none: then the blanks around it part nothing. */
function join(words: readonly Word[]): string {
  const parts = words.map(({ text }, at) => {
    const before = words[at - 1]?.text ?? ANY;
    const mayVanish = text !== '' && text.replaceAll(ANY, '') === '';
    return mayVanish || before.endsWith(ANY) ? text : ` ${text}`;
  });
  return squeeze(parts.join(''));
}

function squeeze(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ');
}
