// What GitHub remembers of what it told us or should have: failed deliveries, labels, comments.
// Answers are parsed here, where they enter; lists are read up to a number of pages.
import { z } from 'zod';
import type { Api, Connection } from '../connection.ts';
import type { RepositoryRef } from '../port.ts';
import { at, parse } from '../reading.ts';
import type {
  ChangedThread,
  HeardComment,
  HeardIssue,
  HeardLabeling,
  HeardRepository,
  LoggedDelivery,
  Missed,
} from './port.ts';

const PER_PAGE = 100;
const MOST_PAGES = 10;

const Person = z.object({ id: z.int(), login: z.string(), type: z.string() });
const Time = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));

const DeliveryRow = z.object({
  id: z.int(),
  guid: z.string(),
  delivered_at: Time,
  status_code: z.int(),
  event: z.string(),
  action: z.string().nullable(),
});
const Repository = z.object({
  id: z.int(),
  name: z.string(),
  owner: z.object({ id: z.int(), login: z.string() }),
  default_branch: z.string(),
  private: z.boolean(),
});
const Label = z.union([z.string(), z.object({ name: z.string().nullish() })]);
const IssueRow = z.object({
  number: z.int(),
  title: z.string(),
  body: z.string().nullish(),
  labels: z.array(Label),
  pull_request: z.unknown().optional(),
});
const ThreadRow = z.object({
  number: z.int(),
  state: z.string(),
  labels: z.array(Label),
  updated_at: Time,
  pull_request: z.object({ merged_at: z.string().nullish() }).nullish(),
});
const EventRow = z.object({
  id: z.int(),
  event: z.string(),
  created_at: Time,
  actor: Person.nullish(),
  label: z.object({ name: z.string() }).optional(),
});
const CommentRow = z.object({
  id: z.int(),
  body: z.string().nullish(),
  created_at: Time,
  user: Person.nullish(),
  issue_url: z.string().transform((url) => Number(url.split('/').at(-1))),
  html_url: z.string(),
  performed_via_github_app: z.object({ id: z.int() }).nullish(),
});

/** Calls of the App itself, and calls for one of its installations. */
export function bindMissed({ call, asApp }: Connection, signal: AbortSignal): Missed {
  const of = async <T>(
    what: string,
    { installationId }: Pick<RepositoryRef, 'installationId'>,
    work: (api: Api) => Promise<T>,
  ) => await call({ what, installationId, signal }, work);
  const own = async <T>(what: string, work: (api: Api) => Promise<T>) =>
    await asApp({ what, signal }, work);
  return {
    failedDeliveries: async (cursor) =>
      await own('deliveries', async (api) => await failedDeliveries(api, cursor)),
    redeliver: async (id) => {
      await own('redelivery', async (api) => {
        const input = { delivery_id: id };
        await api.once(
          'redelivery',
          async () => await api.rest.apps.redeliverWebhookDelivery(input),
        );
      });
    },
    installations: async () => await own('installations', installations),
    repositories: async (installationId) =>
      await of('repositories', { installationId }, repositories),
    changedIssues: async (place, wanted) =>
      await of('issues', place, async (api) => await changedIssues(api, place, wanted)),
    changedThreads: async (place, since) =>
      await of('threads', place, async (api) => await changedThreads(api, place, since)),
    lastOf: async (place, what) =>
      await of('events', place, async (api) => await lastOf(api, place, what)),
    labelings: async (place, issue) =>
      await of('labels', place, async (api) => await labelings(api, place, issue)),
    changedComments: async (place, since) =>
      await of('comments', place, async (api) => await changedComments(api, place, since)),
  };
}

async function failedDeliveries(
  api: Api,
  cursor: string | undefined,
): Promise<{ page: LoggedDelivery[]; older?: string }> {
  const what = 'deliveries';
  // Octokit's types do not have the status yet.
  const wanted = { per_page: PER_PAGE, status: 'failure', ...(cursor !== undefined && { cursor }) };
  const { rows, link } = await api.ask(what, async () => {
    const { data, headers } = await api.rest.apps.listWebhookDeliveries(wanted);
    return { data: { rows: data, link: headers.link } };
  });
  const page = parse(what, z.array(DeliveryRow), rows).map(toLogged);
  const next = /[?&]cursor=([^&>]+)[^>]*>;\s*rel="next"/.exec(link ?? '')?.[1];
  return { page, ...(next !== undefined && { older: decodeURIComponent(next) }) };
}

type Page = { page: number; per_page: number };

function toLogged(row: z.output<typeof DeliveryRow>): LoggedDelivery {
  const { id, guid, event, action, delivered_at: deliveredAt, status_code: code } = row;
  const isAnswered = code >= 200 && code < 300;
  return { id, guid, event, ...(action !== null && { action }), deliveredAt, isAnswered };
}

/** One page after the other until one is not full. */
async function pages<T>(
  what: string,
  ask: (page: Page) => Promise<unknown>,
  row: z.ZodType<T>,
): Promise<T[]> {
  const all: T[] = [];
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const rows = parse(what, z.array(row), await ask({ page, per_page: PER_PAGE }));
    all.push(...rows);
    if (rows.length < PER_PAGE) break;
  }
  return all;
}

async function installations(api: Api): Promise<number[]> {
  const what = 'installations';
  const row = z.object({ id: z.int(), suspended_at: z.string().nullish() });
  const ask = async (page: Page) =>
    await api.ask(what, async () => await api.rest.apps.listInstallations(page));
  const all = await pages(what, ask, row);
  return all.filter((one) => (one.suspended_at ?? null) === null).map(({ id }) => id);
}

async function repositories(api: Api): Promise<HeardRepository[]> {
  const what = 'repositories';
  const ask = async (page: Page) => {
    const { repositories: rows } = await api.ask(
      what,
      async () => await api.rest.apps.listReposAccessibleToInstallation(page),
    );
    return rows;
  };
  return await pages(what, ask, Repository);
}

async function changedIssues(
  api: Api,
  place: RepositoryRef,
  { since, label, most }: { since: number; label?: string; most?: number },
): Promise<HeardIssue[]> {
  const what = 'issues';
  const wanted = {
    ...at(place),
    state: 'open',
    sort: 'updated',
    since: new Date(since).toISOString(),
    ...(label !== undefined && { labels: label }),
  } as const;
  const ask = async (page: Page) =>
    await api.ask(
      what,
      async () =>
        await api.rest.issues.listForRepo({ ...wanted, ...page, per_page: most ?? PER_PAGE }),
    );
  const rows = await pages(what, ask, IssueRow);
  return rows
    .filter((row) => (row.pull_request ?? null) === null)
    .map(({ number, title, body, labels }) => ({
      number,
      title,
      body: body ?? '',
      labels: labels.map(nameOf),
    }));
}

function nameOf(label: z.output<typeof Label>): string {
  return typeof label === 'string' ? label : (label.name ?? '');
}

async function changedThreads(
  api: Api,
  place: RepositoryRef,
  since: number,
): Promise<ChangedThread[]> {
  const what = 'threads';
  const all = { state: 'all', sort: 'updated', since: new Date(since).toISOString() } as const;
  const ask = async (page: Page) =>
    await api.ask(
      what,
      async () => await api.rest.issues.listForRepo({ ...at(place), ...all, ...page }),
    );
  const rows = await pages(what, ask, ThreadRow);
  return rows.map(({ number, state, labels, updated_at: updatedAt, pull_request: pull }) => ({
    number,
    isOpen: state === 'open',
    isMerged: typeof pull?.merged_at === 'string',
    labels: labels.map(nameOf),
    updatedAt,
  }));
}

async function eventsOf(api: Api, place: RepositoryRef, issue: number) {
  const what = `events of issue ${issue}`;
  const ask = async (page: Page) =>
    await api.ask(
      what,
      async () => await api.rest.issues.listEvents({ ...at(place), issue_number: issue, ...page }),
    );
  return await pages(what, ask, EventRow);
}

async function lastOf(
  api: Api,
  place: RepositoryRef,
  { number, event }: { number: number; event: string },
) {
  const events = await eventsOf(api, place, number);
  const last = events.findLast((one) => one.event === event);
  return last && { at: last.created_at, ...(last.actor && { sender: last.actor }) };
}

async function labelings(api: Api, place: RepositoryRef, issue: number): Promise<HeardLabeling[]> {
  const rows = await eventsOf(api, place, issue);
  return rows.flatMap(({ id, event, created_at: when, actor, label }) =>
    event === 'labeled' && label !== undefined && actor
      ? [{ id, at: when, label: label.name, sender: actor }]
      : [],
  );
}

async function changedComments(
  api: Api,
  place: RepositoryRef,
  since: number,
): Promise<HeardComment[]> {
  const what = 'comments';
  const wanted = { ...at(place), since: new Date(since).toISOString() };
  const ask = async (page: Page) =>
    await api.ask(
      what,
      async () =>
        await api.rest.issues.listCommentsForRepo({ ...wanted, sort: 'created', ...page }),
    );
  const rows = await pages(what, ask, CommentRow);
  return rows.flatMap((row) => (row.user ? [toComment({ ...row, user: row.user })] : []));
}

function toComment(
  row: z.output<typeof CommentRow> & { user: HeardComment['sender'] },
): HeardComment {
  const viaAppId = row.performed_via_github_app?.id;
  return {
    id: row.id,
    body: row.body ?? '',
    createdAt: row.created_at,
    sender: row.user,
    ...(viaAppId !== undefined && { viaAppId }),
    thread: { number: row.issue_url, isPullRequest: row.html_url.includes('/pull/') },
  };
}
