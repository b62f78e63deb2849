// What of a plan or of an attempt could never be published: told while its author can still mend it.
// Pure.
import { FileChange } from '../../sandbox/protocol/cases.ts';
import { shownPath } from '../../sandbox/protocol/git-names.ts';

/** A changed path with the mode that git gives it. */
export type ChangedPath = { path: string; mode: string };

/** Undefined: nobody can tell beforehand. */
export type PublishRights = { mayChangeWorkflows: boolean | undefined };

const WORKFLOWS = /^\.github\/workflows(?:\/|$)/;
const REPOSITORY_OF_ITS_OWN = '160000';
export const MOST_CHANGED = 500;
const MOST_NAMED = 10;

/** A pattern that reaches further is asked about when there are changes. */
export function planProblems(paths: readonly string[], rights: PublishRights): string[] {
  const refused = workflowsIn(paths, rights);
  if (refused.length === 0) return [];
  return [
    `GitHub lets this App change no workflow (it has no permission \`workflows\`): leave ${named(refused)} out of paths, and say in the plan what a person has to change there.`,
  ];
}

export function workProblems(changed: readonly ChangedPath[], rights: PublishRights): string[] {
  const paths = changed.map(({ path }) => path);
  const workflows = workflowsIn(paths, rights);
  const malformed = paths.filter((path) => !FileChange.safeParse({ path, deleted: true }).success);
  const inner = changed.filter(({ mode }) => mode === REPOSITORY_OF_ITS_OWN);
  return [
    ...told(
      workflows,
      (names) =>
        `GitHub lets this App change no workflow (it has no permission \`workflows\`): put ${names} back as on the base commit.`,
    ),
    ...told(malformed, (names) => `No commit can hold the path ${names}: rename or remove it.`),
    ...told(
      inner.map(({ path }) => path),
      (names) => `${names} is a git repository of its own: remove the .git in it, or all of it.`,
    ),
    ...(changed.length > MOST_CHANGED
      ? [
          `${changed.length} files are changed, at most ${MOST_CHANGED} may be: remove what was only made by building or installing.`,
        ]
      : []),
  ];
}

function workflowsIn(paths: readonly string[], { mayChangeWorkflows }: PublishRights): string[] {
  return mayChangeWorkflows === false ? paths.filter((path) => WORKFLOWS.test(path)) : [];
}

function told(paths: readonly string[], say: (names: string) => string): string[] {
  return paths.length === 0 ? [] : [say(named(paths))];
}

function named(paths: readonly string[]): string {
  const names = paths.slice(0, MOST_NAMED).map((path) => JSON.stringify(shownPath(path)));
  const rest = paths.length - names.length;
  return `${names.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}
