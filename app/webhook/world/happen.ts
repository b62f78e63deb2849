// Something happened on GitHub → what it does to the jobs it concerns, by the table of app/world. What
// GitHub is asked is asked before the transaction; doing it twice is harmless.
import { parseComment } from '../../command/parse.ts';
import { AppError } from '../../errors.ts';
import { showsPlan } from '../../job/types.ts';
import type { JobRecord } from '../../store/jobs.ts';
import type { Records } from '../../store/records.ts';
import type { Happening } from '../../world/happening.ts';
import { worldRow } from '../../world/table.ts';
import { causeOf, groundText, person } from '../../world/words.ts';
import type { DeliveryId, WebhookDeps } from '../deps.ts';
import type { Recorded } from '../handled.ts';
import { onIssueEdited } from '../issue-text.ts';
import { type Concerned, concernedBy } from './concerned.ts';
import { stillConcerned } from './live.ts';
import { placeChange } from './places.ts';

type Delivery = Pick<DeliveryId, 'hookId' | 'guid'>;
type Work = (records: Records) => Promise<Recorded>;

/** What is to be written, once GitHub was asked. Throws when GitHub gives no clear answer. */
export async function weigh(
  deps: WebhookDeps,
  delivery: Delivery,
  happening: Happening,
): Promise<Work> {
  if (await isOwn(deps, happening)) return settled('we did this ourselves');
  logHint(deps, happening);
  const hint = editHint(happening);
  if (hint !== undefined) return async (records) => await withThread(records, happening, hint);
  const before = await deps.store.accept(
    async (records) => await concernedBy(records, happening, false),
  );
  const { ids, objection } = await stillConcerned(deps, happening, before);
  // It is over by now, so the place is what it was.
  if (objection !== undefined && ids.size === 0) return settled(objection);
  return async (records) => {
    const isChanged = await placeChange(records, happening);
    const concerned = await concernedBy(records, happening, true);
    const reread = concerned.find(({ deed }) => deed === 'reread');
    if (reread !== undefined) return await readAgain(deps, records, { happening, one: reread });
    const done = await doAll(deps, records, {
      delivery,
      happening,
      concerned: concerned.filter(({ record, deed }) => ids.has(record.job.id) || deed === 'note'),
    });
    return outcomeOf(happening, { done, isChanged });
  };
}

function settled(reason: string): Work {
  return async () => await Promise.resolve({ outcome: 'ignored', reason });
}

/** A bot's login is known to be ours only by asking who we are. */
async function isOwn(deps: WebhookDeps, { sender, detail }: Happening): Promise<boolean> {
  if (detail.viaAppId === deps.admission.app.id) return true;
  if (sender.type !== 'Bot') return false;
  const self = await deps.self();
  return self?.login === sender.login;
}

/** The words of the issue are another's business. */
async function readAgain(
  deps: WebhookDeps,
  records: Records,
  { happening, one }: { happening: Happening; one: Concerned },
): Promise<Recorded> {
  const { detail, sender, installationId } = happening;
  const { title = '', body = '' } = detail;
  return await onIssueEdited(deps, records, {
    jobId: one.record.job.id,
    issue: { title, body },
    by: { installationId, login: sender.login },
  });
}

type Done = { one: Concerned; isNew: boolean };

async function doAll(
  deps: WebhookDeps,
  records: Records,
  {
    delivery,
    happening,
    concerned,
  }: { delivery: Delivery; happening: Happening; concerned: Concerned[] },
): Promise<Done[]> {
  const done: Done[] = [];
  for (const one of concerned) {
    const isNew = await keep(records, { delivery, happening, one });
    if (isNew) await doTo(deps, records, { happening, one });
    done.push({ one, isNew });
  }
  return done;
}

async function keep(
  records: Records,
  { delivery, happening, one }: { delivery: Delivery; happening: Happening; one: Concerned },
): Promise<boolean> {
  const { deed, record } = one;
  if (deed !== 'stop' && deed !== 'hold' && deed !== 'note') return true;
  const { name, sender, at, detail } = happening;
  const { text: _text, ...kept } = detail;
  // One push comes as two events.
  const key =
    detail.headSha !== undefined && name !== 'push/base' && isPush(happening)
      ? `head:${detail.headSha}`
      : `${name}:${delivery.hookId}/${delivery.guid}`;
  return await records.happenings.add({
    jobId: record.job.id,
    key,
    name,
    deed,
    actor: sender.login,
    ...(at !== undefined && { at }),
    detail: kept,
  });
}

function isPush({ name }: Happening): boolean {
  return name === 'push/branch' || name === 'pull_request.synchronize';
}

async function doTo(
  deps: WebhookDeps,
  records: Records,
  { happening, one }: { happening: Happening; one: Concerned },
): Promise<void> {
  const { id } = one.record.job;
  const actor = happening.sender.login;
  if (one.deed === 'stop') {
    const event = { type: 'cancel', detail: causeOf(happening) } as const;
    await applied(deps, records, id, { event, actor });
  }
  if (one.deed === 'hold') {
    const event = { type: 'ground_moved', ask: groundText(happening) } as const;
    await applied(deps, records, id, { event, actor });
  }
}

/** The table and the state machine say the same, or one of them is wrong. */
async function applied(
  deps: WebhookDeps,
  records: Records,
  jobId: string,
  change: Parameters<WebhookDeps['jobs']['apply']>[2],
): Promise<void> {
  const result = await deps.jobs.apply(records, jobId, change);
  if (result.ok) return;
  throw new AppError('INTERNAL_ERROR', { problem: result.reason, details: { jobId } });
}

function outcomeOf(
  happening: Happening,
  { done, isChanged }: { done: readonly Done[]; isChanged: boolean },
): Recorded {
  const { installationId, sender, name } = happening;
  const fresh = done.filter(({ isNew }) => isNew);
  const [first] = fresh;
  if (first === undefined) {
    const reason = done.length === 0 ? 'it concerns no job' : 'it was heard before';
    return isChanged
      ? { outcome: 'noted', reason: 'what we know of the place was changed' }
      : { outcome: 'ignored', reason };
  }
  const jobs = fresh.map(({ one }) => ({ id: one.record.job.id, deed: one.deed }));
  // What ended or is held tells it itself.
  const show = jobs.filter(({ deed }) => deed === 'note').map(({ id }) => id);
  const hint = planHint(happening, first.one.record);
  return {
    outcome: 'accepted',
    reason: worldRow(name).when,
    jobId: first.one.record.job.id,
    ...(show.length > 0 && { show }),
    ...hint,
    audit: { installationId, actor: sender.login, detail: { name, jobs: jobs.slice(0, 100) } },
  };
}

/** Whoever wrote over the plan wants another one, and has to hear how that is said. */
function planHint(
  { name, sender }: Happening,
  { job }: JobRecord,
): Pick<Recorded, 'say' | 'sayOnceKey'> {
  if (name !== 'pull_request.edited/body' || sender.type !== 'User') return {};
  if (!showsPlan(job.state)) return {};
  const say = `${person(sender)} changed the text of this pull request. That changes nothing of the plan, which is kept apart from it and put back here as it was. \`/revise TEXT\` asks for another plan.`;
  return { say, sayOnceKey: `${job.id}:${sender.id}:body` };
}

/** Issues are found by the name that the settings have. */
function logHint({ log, admission }: WebhookDeps, { name, detail, repository }: Happening): void {
  const { label, from = label } = detail;
  const isRenamed = name === 'label.edited' && from !== label;
  if (!isRenamed && name !== 'label.deleted') return;
  if (from?.toLowerCase() !== admission.label.toLowerCase()) return;
  const where = { repository: repository && `${repository.owner}/${repository.name}`, label };
  log.info(where, 'our label was renamed or deleted; issues are found by the name in the settings');
}

/** A command that was edited into a comment says nothing; whoever did it is told once. */
function editHint({ name, sender, detail }: Happening): string | undefined {
  if (name !== 'issue_comment.edited' || sender.type !== 'User') return undefined;
  const { text } = detail;
  if (text === undefined || parseComment(text.after).kind === 'none') return undefined;
  if (parseComment(text.before).kind !== 'none') return undefined;
  return 'An edited comment says nothing to me, so that nobody’s words can be changed afterwards. Write it as a comment of its own.';
}

async function withThread(
  records: Records,
  { place, sender }: Happening,
  say: string,
): Promise<Recorded> {
  const reason = 'a command was edited into a comment';
  if (place.kind !== 'issue' && place.kind !== 'pull') return { outcome: 'ignored', reason };
  const { repositoryId, number } = place;
  const [jobId] =
    place.kind === 'pull'
      ? await records.places.ofPullRequest(repositoryId, number)
      : await records.places.ofIssue(repositoryId, number);
  if (jobId === undefined) return { outcome: 'ignored', reason };
  const sayOnceKey = `${repositoryId}:${sender.id}:edited`;
  return { outcome: 'ignored', reason, say, sayOnceKey };
}
