// Everything that people and bots do on GitHub and that concerns a job, in one table: what it is,
// and what it does to a job as it stands. docs/world.md is made from it; tests walk it. Commands are
// in app/command/commands.ts. Pure.
import { all, ended, ground, unfinished, type WorldRow } from './deeds.ts';

/** GitHub's event and action; behind the slash, which of several cases it is. */
const WORLD = {
  'issues.labeled': {
    about: 'issue',
    when: 'our label is put on an issue',
    deeds: ended('begin'),
  },
  'issues.unlabeled': {
    about: 'issue',
    when: 'our label is taken off',
    deeds: unfinished('stop'),
    asks: 'label-off',
  },
  'issues.edited': {
    about: 'issue',
    when: 'title or text of the issue is changed',
    deeds: { ...unfinished('reread'), winding: '-' },
  },
  'issues.closed': {
    about: 'issue',
    when: 'the issue is closed',
    deeds: unfinished('stop'),
    asks: 'issue-closed',
  },
  'issues.reopened': {
    about: 'issue',
    when: 'the issue is opened again',
    deeds: { ...all('-'), 'given up': 'note', failed: 'note' },
    also: 'nothing begins by itself: the status says how',
  },
  'issues.transferred': {
    about: 'issue',
    when: 'the issue moves to another repository',
    deeds: unfinished('stop'),
  },
  'issues.deleted': {
    about: 'issue',
    when: 'the issue is deleted',
    deeds: unfinished('stop'),
    also: 'told on the pull request, if there is one',
  },
  'issue_comment.created': {
    about: 'issue',
    when: 'a comment is written',
    deeds: all('command'),
  },
  'issue_comment.edited': {
    about: 'nobody',
    when: 'a comment is edited',
    deeds: all('-'),
    also: 'whoever edits a command into it is told once that it has to be a comment of its own',
  },
  'issue_comment.deleted': { about: 'nobody', when: 'a comment is deleted', deeds: all('-') },
  'pull_request.closed': {
    about: 'pull',
    when: 'the pull request is closed',
    deeds: { ...unfinished('stop'), delivered: 'note' },
    asks: 'pull-closed',
  },
  'pull_request.closed/merged': {
    about: 'pull',
    when: 'the pull request is merged',
    deeds: { ...unfinished('stop'), 'given up': 'note', delivered: 'note' },
    asks: 'pull-closed',
  },
  'pull_request.reopened': {
    about: 'pull',
    when: 'the pull request is opened again',
    deeds: { ...all('-'), 'given up': 'note', delivered: 'note', failed: 'note' },
    also: 'nothing begins by itself: the status says how',
  },
  'pull_request.ready_for_review': {
    about: 'pull',
    when: 'a person marks the pull request as ready',
    deeds: { ...unfinished('note'), 'given up': 'note' },
  },
  'pull_request.converted_to_draft': {
    about: 'pull',
    when: 'a person makes it a draft again',
    deeds: { ...unfinished('note'), 'given up': 'note' },
  },
  'pull_request.synchronize': {
    about: 'pull',
    when: 'somebody pushes to the pull request',
    deeds: { ...unfinished('note'), delivered: 'note' },
    also: 'publishing looks at it; of a delivered one it is told that the report no longer stands on its newest commit',
  },
  'pull_request.edited/title': { about: 'pull', when: 'its title is changed', deeds: all('-') },
  'pull_request.edited/body': {
    about: 'pull',
    when: 'its description is changed',
    deeds: { ...unfinished('note'), 'given up': 'note', delivered: 'note' },
    also: 'ours is written anew when there is something to say; a plan that waits, at once',
  },
  'pull_request.edited/base': {
    about: 'pull',
    when: 'it is to be merged into another branch',
    deeds: { ...ground(), delivered: 'note' },
    asks: 'base-changed',
    also: 'verifying and publishing look at it, whatever it was held by',
  },
  'pull_request_review.submitted': {
    about: 'pull',
    when: 'a review is submitted with a text',
    deeds: all('command'),
  },
  'pull_request_review_comment.created': {
    about: 'pull',
    when: 'a comment is written on a line',
    deeds: all('command'),
  },
  'push/base': {
    about: 'base',
    when: 'the base branch moves on',
    deeds: unfinished('note'),
    also: 'by how many commits, in all; publishing looks at it',
  },
  'push/branch': {
    about: 'branch',
    when: 'somebody pushes to the branch of a job',
    deeds: { ...unfinished('note'), delivered: 'note' },
    also: 'the same push as above is told once',
  },
  'delete/branch': {
    about: 'branch',
    when: 'the branch of a job is deleted',
    deeds: unfinished('stop'),
    asks: 'branch-gone',
  },
  'delete/base': {
    about: 'base',
    when: 'the base branch is deleted',
    deeds: ground(),
    asks: 'branch-gone',
  },
  'check_run.rerequested': {
    about: 'pull',
    when: 'our check is to run again',
    deeds: all('check'),
    also: 'as `/verify`, on the commit of that check, with the right of whoever asks',
  },
  'check_suite.rerequested': {
    about: 'pull',
    when: 'all our checks are to run again',
    deeds: all('check'),
    also: 'as `/verify`, on the commit of that check, with the right of whoever asks',
  },
  'check_run.requested_action': {
    about: 'nobody',
    when: 'a button of a check is pressed',
    deeds: all('-'),
    also: 'ours have none',
  },
  'installation.created': { about: 'nobody', when: 'the App is installed', deeds: all('-') },
  'installation.deleted': {
    about: 'installation',
    when: 'the App is uninstalled',
    deeds: unfinished('stop'),
    asks: 'no-access',
    also: 'nobody can be told',
  },
  'installation.suspend': {
    about: 'installation',
    when: 'the installation is suspended',
    deeds: unfinished('stop'),
    asks: 'no-access',
    also: 'told when it is back',
  },
  'installation.unsuspend': {
    about: 'installation',
    when: 'the installation is back',
    deeds: { ...all('-'), failed: 'note' },
    also: 'what could not be told is told; nothing begins by itself',
  },
  'installation.new_permissions_accepted': {
    about: 'nobody',
    when: 'new permissions are accepted',
    deeds: all('-'),
  },
  'installation_repositories.added': {
    about: 'nobody',
    when: 'the App gets repositories',
    deeds: all('-'),
  },
  'installation_repositories.removed': {
    about: 'repository',
    when: 'repositories are taken from the App',
    deeds: unfinished('stop'),
    asks: 'no-access',
    also: 'nobody can be told',
  },
  'repository.renamed': {
    about: 'repository',
    when: 'the repository gets another name',
    deeds: all('-'),
    also: 'the new name is used from then on',
  },
  'repository.transferred': {
    about: 'repository',
    when: 'the repository gets another owner',
    deeds: all('-'),
    also: 'the new place is used from then on',
  },
  'repository.archived': {
    about: 'repository',
    when: 'the repository is archived',
    deeds: unfinished('stop'),
    asks: 'archived',
    also: 'told when it is back',
  },
  'repository.unarchived': {
    about: 'repository',
    when: 'the repository can be written again',
    deeds: { ...all('-'), failed: 'note' },
    also: 'what could not be told is told; nothing begins by itself',
  },
  'repository.deleted': {
    about: 'repository',
    when: 'the repository is deleted',
    deeds: unfinished('stop'),
    asks: 'no-access',
    also: 'nobody can be told',
  },
  'repository.privatized': {
    about: 'repository',
    when: 'the repository becomes private',
    deeds: all('-'),
  },
  'repository.publicized': {
    about: 'repository',
    when: 'the repository becomes public',
    deeds: all('-'),
  },
  'repository.edited': {
    about: 'repository',
    when: 'another branch becomes the default, or something else of it changes',
    deeds: all('-'),
    also: 'later jobs begin on the new default branch',
  },
  'label.edited': {
    about: 'nobody',
    when: 'a label is renamed',
    deeds: all('-'),
    also: 'of ours, the log says so',
  },
  'label.deleted': {
    about: 'nobody',
    when: 'a label is deleted',
    deeds: all('-'),
    also: 'of ours, the log says so; issues lose it with an event of their own',
  },
  'github_app_authorization.revoked': {
    about: 'nobody',
    when: 'a person takes back the consent to sign in',
    deeds: all('-'),
    also: 'the sign-ins of that person end',
  },
} as const satisfies Record<string, WorldRow>;

export type WorldName = keyof typeof WORLD;
export const WORLD_NAMES = Object.keys(WORLD) as WorldName[];

export function worldRow(name: WorldName): WorldRow {
  return WORLD[name];
}
