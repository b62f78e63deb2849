// What happens to issues, pull requests and their comments → happenings. Pure.
import { z } from 'zod';
import { presence } from '../../command/payload.ts';
import type { Detail } from '../happening.ts';
import type { WorldName } from '../table.ts';
import {
  Branch,
  FromRepository,
  happened,
  Id,
  IssueNumber,
  nothing,
  type Reader,
  reader,
  Sha,
  Text,
  Timed,
} from './shapes.ts';

const Issue = Timed.extend({
  number: IssueNumber,
  title: Text,
  body: Text,
  pull_request: presence,
});
const Label = z.object({ name: z.string().max(200) });
const Issues = FromRepository.extend({ issue: Issue, label: Label.optional() });

/** `issues.*` but `labeled`, which is a trigger. */
export function issueReader(name: WorldName): Reader {
  return reader(Issues, (given) => {
    const { issue, label, repository } = given;
    if (issue.pull_request === true) return nothing('it is a pull request, not an issue');
    return happened(name, given, {
      place: { kind: 'issue', repositoryId: repository.id, number: issue.number },
      at: issue.updated_at,
      detail: {
        ...(label !== undefined && { label: label.name }),
        ...(name === 'issues.edited' && { title: issue.title, body: issue.body }),
      },
    });
  });
}

const Comments = FromRepository.extend({
  issue: Issue,
  comment: Timed.extend({
    body: Text,
    performed_via_github_app: z.object({ id: Id }).nullish(),
  }),
  changes: z.object({ body: z.object({ from: Text }).optional() }).optional(),
});

/** `issue_comment.edited` and `.deleted`. */
export function commentReader(name: WorldName): Reader {
  return reader(Comments, (given) => {
    const { issue, comment, changes, repository } = given;
    const before = changes?.body?.from;
    const viaAppId = comment.performed_via_github_app?.id;
    const kind = issue.pull_request === true ? 'pull' : 'issue';
    return happened(name, given, {
      place: { kind, repositoryId: repository.id, number: issue.number },
      at: comment.updated_at,
      detail: {
        ...(before !== undefined && { text: { before, after: comment.body } }),
        ...(viaAppId !== undefined && { viaAppId }),
      },
    });
  });
}

const Pulls = FromRepository.extend({
  pull_request: Timed.extend({
    number: IssueNumber,
    merged: z.boolean().nullish(),
    head: z.object({ ref: Branch, sha: Sha }),
    base: z.object({ ref: Branch }),
  }),
  changes: z
    .object({
      title: presence,
      body: presence,
      base: z.object({ ref: z.object({ from: Branch }) }).optional(),
    })
    .optional(),
});
type Pulls = z.output<typeof Pulls>;

/** `pull_request.*`, of which some actions are several cases. */
export function pullReader(action: string): Reader {
  return reader(Pulls, (given) => {
    const { pull_request: pull, repository } = given;
    const name = pullName(action, given);
    if (name === undefined) return nothing('nothing of it concerns a job');
    return happened(name, given, {
      place: { kind: 'pull', repositoryId: repository.id, number: pull.number },
      at: pull.updated_at,
      detail: pullDetail(given),
    });
  });
}

function pullName(action: string, { pull_request: pull, changes }: Pulls): WorldName | undefined {
  switch (action) {
    case 'closed':
      return pull.merged === true ? 'pull_request.closed/merged' : 'pull_request.closed';
    case 'reopened':
    case 'ready_for_review':
    case 'converted_to_draft':
    case 'synchronize':
      return `pull_request.${action}`;
    case 'edited':
      // Of several changes the one that weighs most.
      if (changes?.base !== undefined) return 'pull_request.edited/base';
      if (changes?.body === true) return 'pull_request.edited/body';
      return changes?.title === true ? 'pull_request.edited/title' : undefined;
    default:
      return undefined;
  }
}

function pullDetail({ pull_request: pull, changes }: Pulls): Detail {
  const from = changes?.base?.ref.from;
  return { headSha: pull.head.sha, ...(from !== undefined && { from, to: pull.base.ref }) };
}
