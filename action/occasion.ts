// What a run is about: the event of the workflow in our words, or why nothing is done for it. Pure.
import { z } from 'zod';
import { type ReadPayload, readCommented, readLabeled } from '../app/command/payload.ts';
import { readLineCommented, readReviewed } from '../app/command/review-payload.ts';
import type {
  CommentTrigger,
  LabelTrigger,
  Sender,
  TriggerRepository,
} from '../app/command/trigger.ts';
import { badPayload, otherRepository, refuse, unknownEvent } from './refusals.ts';

export type Occasion = {
  repository: TriggerRepository;
  sender: Sender;
  /**
   * There is no installation behind a workflow. Records belong to one; the owner's id, which is no
   * installation's, stands for it.
   */
  installationId: number;
} & (
  | { kind: 'dispatch'; issue: number }
  | { kind: 'label' | 'comment'; trigger: LabelTrigger | CommentTrigger }
);

export type Told = { name: string; payload: unknown; issue: string; repository: string };

const id = z.int().positive();
const Common = z.looseObject({
  action: z.string().optional(),
  repository: z.object({
    id,
    name: z.string(),
    owner: z.object({ id, login: z.string() }),
    default_branch: z.string().min(1).max(255),
    private: z.boolean(),
  }),
  sender: z.object({ id, login: z.string(), type: z.string().max(40) }),
});

/** What can trigger a run beside `workflow_dispatch`. */
const EVENTS = new Map<string, Heard>([
  ['issues', { kind: 'label', action: 'labeled', read: readLabeled }],
  ['issue_comment', { kind: 'comment', action: 'created', read: readCommented }],
  ['pull_request_review', { kind: 'comment', action: 'submitted', read: readReviewed }],
  ['pull_request_review_comment', { kind: 'comment', action: 'created', read: readLineCommented }],
]);
type Heard = {
  kind: 'label' | 'comment';
  action: string;
  read(payload: unknown): ReadPayload<LabelTrigger | CommentTrigger>;
};

/** Undefined: a comment that is no command, which concerns nobody. Throws a refusal. */
export function readOccasion(told: Told): Occasion | undefined {
  const event = EVENTS.get(told.name);
  if (event === undefined && told.name !== 'workflow_dispatch') throw unknownEvent(told.name);
  const common = Common.safeParse(told.payload);
  if (!common.success) throw badPayload(placesOf(common.error));
  const { action, repository, sender } = common.data;
  const named = `${repository.owner.login}/${repository.name}`;
  if (named.toLowerCase() !== told.repository.toLowerCase()) {
    throw otherRepository(named, told.repository);
  }
  const who = { repository: toRepository(repository), sender, installationId: repository.owner.id };
  if (event === undefined) return { kind: 'dispatch', ...who, issue: issueNumber(told.issue) };
  if (action !== event.action) {
    throw unknownEvent(`${told.name} (${action ?? 'without an action'})`);
  }
  const payload = { ...common.data, installation: { id: who.installationId } };
  const read = event.read(payload);
  if (!read.ok) throw badPayload(read.problem);
  const { trigger } = read;
  const isChatter = trigger.kind === 'comment' && trigger.parsed.kind === 'none';
  return isChatter ? undefined : { kind: event.kind, ...who, trigger };
}

const LARGEST_NUMBER = 2_147_483_647;

function issueNumber(given: string): number {
  const text = given.replace(/^#/, '');
  if (/^[1-9]\d{0,9}$/.test(text) && Number(text) <= LARGEST_NUMBER) return Number(text);
  throw refuse(
    'CONFIG_INVALID',
    given === ''
      ? 'The input issue is empty; workflow_dispatch needs the number of an issue.'
      : 'The input issue is not the number of an issue.',
    'Write issue: ${{ inputs.issue }} in `with:` of the step, and give the number when you run it.',
  );
}

function toRepository(given: z.output<typeof Common>['repository']): TriggerRepository {
  const { id: repositoryId, name, owner, default_branch: defaultBranch } = given;
  return {
    id: repositoryId,
    owner: owner.login,
    ownerId: owner.id,
    name,
    defaultBranch,
    isPrivate: given.private,
  };
}

/** Places only: the values are a stranger's. */
function placesOf(error: z.ZodError): string {
  const places = error.issues.map(({ path }) => path.map(String).join('.') || 'payload');
  return [...new Set(places)].slice(0, 8).join(', ');
}
