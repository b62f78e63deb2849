// What everything that happens on GitHub does to a job in every state and hold, written down by hand.
// A cell says: `S` stops, `H` holds, `N` is noted, `R` reads the issue again, `B` may begin a job, `C`
// is a command, `K` asks for a check, `.` does nothing.

import type { HOLD_REASONS, JOB_STATES } from '../../../app/job/types.ts';
import type { Deed } from '../../../app/world/deeds.ts';
import type { WorldName } from '../../../app/world/table.ts';

export const DEEDS: Record<Deed, string> = {
  stop: 'S',
  hold: 'H',
  note: 'N',
  reread: 'R',
  begin: 'B',
  command: 'C',
  check: 'K',
  '-': '.',
};

/** The cells of a row, counted by the compiler: a new state or hold makes every row too short. */
type Cells<S extends string, Seen extends string[] = []> = S extends `${infer Cell} ${infer Rest}`
  ? Cells<Rest, Cell extends '' ? Seen : [...Seen, Cell]>
  : S extends ''
    ? Seen
    : [...Seen, S];
type Needed = [...typeof JOB_STATES, ...typeof HOLD_REASONS]['length'];
type Complete<S extends string> = Cells<S>['length'] extends Needed
  ? []
  : [`has ${Cells<S>['length'] & number} cells, needs ${Needed}`];

function row<S extends string>(cells: S, ..._complete: Complete<S>): string[] {
  return cells.trim().split(/ +/);
}

const NOTHING = row('. . . . . . . . . . . . . . . . . . . .  . . . . . . . . . .');
const STOPS = row('  S S S S S S S S S S S S S S S S . S . .  S S S S S S S S S S');
const COMMAND = row('C C C C C C C C C C C C C C C C C C C C  C C C C C C C C C C');
const CHECK = row('  K K K K K K K K K K K K K K K K K K K K  K K K K K K K K K K');

/** Columns: the states in the order of JOB_STATES, then the holds in that of HOLD_REASONS. */
export const EXPECTED = {
  // P Q A A W S G B B R S E W D U R F H D F  q p s m w p m u n i
  // E R N R S A T V F E H D I F I P R L E A  u e c o t q v n d e
  'issues.labeled': row('. . . . . . . . . . . . . . . . B . B B  . . . . . . . . . .'),
  'issues.unlabeled': STOPS,
  'issues.edited': row('R R R R R R R R R R R R R R R . . . . .  R R R R R R R R R R'),
  'issues.closed': STOPS,
  'issues.reopened': row('. . . . . . . . . . . . . . . . N . . N  . . . . . . . . . .'),
  'issues.transferred': STOPS,
  'issues.deleted': STOPS,
  'issue_comment.created': COMMAND,
  'issue_comment.edited': NOTHING,
  'issue_comment.deleted': NOTHING,
  'pull_request.closed': row('S S S S S S S S S S S S S S S S . S N .  S S S S S S S S S S'),
  'pull_request.closed/merged': row('S S S S S S S S S S S S S S S S N S N .  S S S S S S S S S S'),
  'pull_request.reopened': row('. . . . . . . . . . . . . . . . N . N N  . . . . . . . . . .'),
  'pull_request.ready_for_review': row(
    'N N N N N N N N N N N N N N N N N N . .  N N N N N N N N N N',
  ),
  'pull_request.converted_to_draft': row(
    'N N N N N N N N N N N N N N N N N N . .  N N N N N N N N N N',
  ),
  'pull_request.synchronize': row('N N N N N N N N N N N N N N N N . N N .  N N N N N N N N N N'),
  'pull_request.edited/title': NOTHING,
  'pull_request.edited/body': row('N N N N N N N N N N N N N N N N N N N .  N N N N N N N N N N'),
  'pull_request.edited/base': row('N N H H H H H H H H H N H H H N . N N .  N N N N N N N N N N'),
  'pull_request_review.submitted': COMMAND,
  'pull_request_review_comment.created': COMMAND,
  'push/base': row('N N N N N N N N N N N N N N N N . N . .  N N N N N N N N N N'),
  'push/branch': row('N N N N N N N N N N N N N N N N . N N .  N N N N N N N N N N'),
  'delete/branch': STOPS,
  'delete/base': row('N N H H H H H H H H H N H H H N . N . .  N N N N N N N N N N'),
  'check_run.rerequested': CHECK,
  'check_suite.rerequested': CHECK,
  'check_run.requested_action': NOTHING,
  'installation.created': NOTHING,
  'installation.deleted': STOPS,
  'installation.suspend': STOPS,
  'installation.unsuspend': row('. . . . . . . . . . . . . . . . . . . N  . . . . . . . . . .'),
  'installation.new_permissions_accepted': NOTHING,
  'installation_repositories.added': NOTHING,
  'installation_repositories.removed': STOPS,
  'repository.renamed': NOTHING,
  'repository.transferred': NOTHING,
  'repository.archived': STOPS,
  'repository.unarchived': row('. . . . . . . . . . . . . . . . . . . N  . . . . . . . . . .'),
  'repository.deleted': STOPS,
  'repository.privatized': NOTHING,
  'repository.publicized': NOTHING,
  'repository.edited': NOTHING,
  'label.edited': NOTHING,
  'label.deleted': NOTHING,
  'github_app_authorization.revoked': NOTHING,
} satisfies Record<WorldName, string[]>;
