// What happened, in words for people: why a job was stopped, and what the status tells meanwhile.
// Names stand in code marks, so that nobody is called by them. Pure.
import type { Happening } from './happening.ts';
import type { WorldName } from './table.ts';

type Facts = Pick<Happening, 'sender' | 'detail' | 'place'>;

/** The second half of "the job was stopped:"; a name without words here is never stopped by. */
const CAUSES: { [N in WorldName]?: (facts: Facts) => string } = {
  'issues.unlabeled': ({ detail, sender }) =>
    `the label ${code(detail.label ?? 'of the job')} was taken off by ${person(sender)}`,
  'issues.closed': ({ sender }) => `the issue was closed by ${person(sender)}`,
  'issues.transferred': ({ sender }) =>
    `the issue was moved to another repository by ${person(sender)}`,
  'issues.deleted': ({ sender }) => `the issue was deleted by ${person(sender)}`,
  'pull_request.closed': ({ sender }) => `the pull request was closed by ${person(sender)}`,
  'pull_request.closed/merged': ({ sender }) =>
    `the pull request was merged by ${person(sender)} before the work was finished`,
  'pull_request.edited/base': ({ detail, sender }) =>
    `${person(sender)} changed the base of the pull request from ${code(detail.from ?? 'what it was')} to ${code(detail.to ?? 'another branch')}`,
  'delete/branch': ({ sender, place }) =>
    `the branch ${branchOf(place)} was deleted by ${person(sender)}`,
  'delete/base': ({ sender, place }) =>
    `the base branch ${branchOf(place)} was deleted by ${person(sender)}`,
  'installation.deleted': ({ sender }) => `the App was uninstalled by ${person(sender)}`,
  'installation.suspend': ({ sender }) => `the installation was suspended by ${person(sender)}`,
  'installation_repositories.removed': ({ sender }) =>
    `the repository was taken from the App by ${person(sender)}`,
  'repository.archived': ({ sender }) => `the repository was archived by ${person(sender)}`,
  'repository.deleted': ({ sender }) => `the repository was deleted by ${person(sender)}`,
};

export function causeOf(happening: Facts & Pick<Happening, 'name'>): string {
  const { name } = happening;
  return CAUSES[name]?.(happening) ?? `${code(name)} by ${person(happening.sender)}`;
}

/** What a person is asked who finds the job held. */
export function groundText(happening: Facts & Pick<Happening, 'name'>): string {
  const cause = causeOf(happening);
  return `${cause.charAt(0).toUpperCase()}${cause.slice(1)}. What was done so far stands on the old one. Put it back and say \`/continue\`, or \`/stop\` this job and begin another.`;
}

/** `ghost` is GitHub's name for who is gone, and ours where GitHub does not say who it was. */
export function person({ login }: { login: string }): string {
  return login === 'ghost' ? 'somebody' : code(`@${login}`);
}

export function code(text: string): string {
  return `\`${text.replaceAll('`', "'").slice(0, 200)}\``;
}

function branchOf(place: Happening['place']): string {
  return 'branch' in place ? code(place.branch) : 'of the job';
}
