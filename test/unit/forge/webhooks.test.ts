import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { verify } from '@octokit/webhooks-methods';
import { createNodeMiddleware, Probot } from 'probot';
import { startForge } from '../../../app/forge/forge.ts';
import {
  closeForge,
  REPO,
  REPOSITORY,
  type SeededForge,
  startSeededForge,
} from './seeded-forge.ts';

type Received = { event: string; action: string; headers: Record<string, unknown>; body: string };

describe('webhooks of the forge', () => {
  const received: Received[] = [];
  let listener: Server;
  let status = 202;
  let seeded: SeededForge;
  before(async () => {
    listener = createServer((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (chunk: string) => {
        body += chunk;
      });
      request.on('end', () => {
        const { action = '' } = JSON.parse(body);
        const event = String(request.headers['x-github-event']);
        received.push({ event, action, headers: request.headers, body });
        response.writeHead(status).end('heard');
      });
    });
    const url = await listen(listener);
    seeded = await startSeededForge({ app: { webhookUrl: url } });
  });
  after(async () => {
    await closeForge(seeded);
    listener.closeAllConnections();
    await new Promise((resolve) => listener.close(resolve));
  });

  const heard = async (work: () => Promise<unknown>): Promise<string[]> => {
    await seeded.forge.settled();
    const start = received.length;
    await work();
    await seeded.forge.settled();
    return received.slice(start).map(({ event, action }) => [event, action].join('.'));
  };

  it('announces the installation to its app', async () => {
    await seeded.forge.settled();
    const first = received[0];
    assert.deepEqual([first?.event, first?.action], ['installation', 'created']);
    const body = JSON.parse(first?.body ?? '');
    assert.deepEqual(body.installation.id, seeded.installationId);
    assert.deepEqual(body.repositories[0].full_name, REPOSITORY);
  });

  it('signs each delivery so that octokit’s own check accepts it', async () => {
    await heard(async () => {
      await seeded.forge.as('ann').openIssue(REPOSITORY, { title: 'Signed', body: 'zażółć 😀' });
    });
    const last = received.at(-1);
    const signature = String(last?.headers['x-hub-signature-256']);
    assert.equal(await verify(seeded.app.webhookSecret, last?.body ?? '', signature), true);
    assert.equal(await verify('another secret', last?.body ?? '', signature), false);
    assert.equal(last?.headers['x-github-hook-installation-target-id'], String(seeded.app.id));
    assert.equal(last?.headers['x-github-hook-installation-target-type'], 'integration');
    assert.match(String(last?.headers['x-github-delivery']), /^[0-9a-f-]{36}$/);
    assert.match(String(last?.headers['user-agent']), /^GitHub-Hookshot\//);
    const body = JSON.parse(last?.body ?? '');
    assert.deepEqual([body.sender.login, body.issue.body], ['ann', 'zażółć 😀']);
    assert.equal(body.installation.id, seeded.installationId);
    assert.equal(body.organization.login, 'acme');
  });

  it('tells an issue’s life in order', async () => {
    const events = await heard(async () => {
      const ann = seeded.forge.as('ann');
      const { number } = await ann.openIssue(REPOSITORY, { title: 'Life', labels: ['bug'] });
      const where = { repository: REPOSITORY, number };
      await ann.label(where, 'redgreen', 'bug');
      await ann.unlabel(where, 'bug');
      await ann.editIssue(where, { title: 'A life' });
      await ann.editIssue(where, { title: 'A life' });
      const { id } = await ann.comment(where, 'hello');
      await ann.editComment(REPOSITORY, id, 'goodbye');
      await ann.react(where, 'heart');
      await ann.editIssue(where, { state: 'closed' });
      await ann.editIssue(where, { state: 'open' });
    });
    assert.deepEqual(events, [
      'issues.opened',
      'issues.labeled',
      'issues.labeled',
      'issues.unlabeled',
      'issues.edited',
      'issue_comment.created',
      'issue_comment.edited',
      'issues.closed',
      'issues.reopened',
    ]);
  });

  it('tells a pull request’s life, pushes and checks included, also what the app did itself', async () => {
    const { bot, forge } = seeded;
    const ann = forge.as('ann');
    await bot.git.createRef({ ...REPO, ref: 'refs/heads/other', sha: seeded.headSha });
    const events = await heard(async () => {
      const { sha } = await ann.push(REPOSITORY, {
        branch: 'life',
        files: { a: '1' },
        message: 'a',
      });
      const pull = { ...REPO, title: 'x', head: 'life', base: 'main', draft: true };
      const { number } = (await bot.pulls.create(pull)).data;
      const where = { repository: REPOSITORY, number };
      await bot.checks.create({ ...REPO, name: 'redgreen', head_sha: sha, conclusion: 'success' });
      await bot.issues.createComment({ ...REPO, issue_number: number, body: 'status' });
      await ann.push(REPOSITORY, { branch: 'life', files: { a: '2' }, message: 'b' });
      await bot.pulls.update({ ...REPO, pull_number: number, body: 'report', base: 'other' });
      await ann.label(where, 'bug');
      await ann.markReady(where);
      await bot.git.deleteRef({ ...REPO, ref: 'heads/life' });
    });
    assert.deepEqual(events, [
      'push.',
      'pull_request.opened',
      'check_run.created',
      'check_run.completed',
      'issue_comment.created',
      'push.',
      'pull_request.synchronize',
      'pull_request.edited',
      'pull_request.labeled',
      'pull_request.ready_for_review',
      'push.',
      'delete.',
      'pull_request.closed',
    ]);
    const edited = received.find(
      ({ event, action }) => `${event} ${action}` === 'pull_request edited',
    );
    assert.deepEqual(JSON.parse(edited?.body ?? '').changes, {
      base: { ref: { from: 'main' }, sha: { from: seeded.headSha } },
      body: { from: '' },
    });
    const own = received.find(({ event }) => event === 'check_run');
    assert.equal(JSON.parse(own?.body ?? '').sender.login, 'redgreen[bot]');
    const opened = received.find(({ event }) => event === 'pull_request');
    assert.equal(JSON.parse(opened?.body ?? '').pull_request.draft, true);
  });

  it('records every attempt and sends it again with the same guid', async () => {
    const { forge, asApp } = seeded;
    status = 500;
    await heard(async () => await forge.as('ann').openIssue(REPOSITORY, { title: 'Lost' }));
    status = 202;
    const failed = forge.deliveries.at(-1);
    assert.deepEqual([failed?.statusCode, failed?.responseBody], [500, 'heard']);
    const listed = await asApp.apps.listWebhookDeliveries({ per_page: 1 });
    assert.equal(listed.data[0]?.guid, failed?.guid);
    assert.match(listed.headers.link ?? '', /cursor=\d+/);
    const again = await heard(async () => {
      const delivery_id = listed.data[0]?.id ?? 0;
      assert.equal((await asApp.apps.redeliverWebhookDelivery({ delivery_id })).status, 202);
    });
    assert.deepEqual(again, ['issues.opened']);
    const [first, second] = received.slice(-2);
    assert.equal(first?.headers['x-github-delivery'], second?.headers['x-github-delivery']);
    assert.equal(first?.body, second?.body);
    const newest = await asApp.apps.getWebhookDelivery({
      delivery_id: forge.deliveries.at(-1)?.id ?? 0,
    });
    assert.deepEqual([newest.data.redelivery, newest.data.status_code], [true, 202]);
  });

  it('keeps the order of other deliveries when one cannot be made', async () => {
    const { forge, app } = seeded;
    forge.injectFault({ operation: 'webhook/issues', kind: 'error' });
    const events = await heard(async () => {
      const { number } = await forge.as('ann').openIssue(REPOSITORY, { title: 'Unheard' });
      await forge.as('ann').label({ repository: REPOSITORY, number }, 'redgreen');
    });
    assert.deepEqual(events, ['issues.labeled']);
    const [lost] = forge.deliveries.slice(-2);
    assert.deepEqual([lost?.action, lost?.statusCode], ['opened', 0]);
    const again = await heard(async () => {
      forge.redeliver(lost?.guid ?? '');
    });
    assert.deepEqual(again, ['issues.opened']);
    const nowhere = { slug: app.slug, url: 'http://127.0.0.1:9/' };
    const { url } = forge.deliveries[0] ?? { url: '' };
    forge.operator.setWebhookUrl(nowhere);
    await heard(async () => await forge.as('ann').openIssue(REPOSITORY, { title: 'Nowhere' }));
    assert.equal(forge.deliveries.at(-1)?.status, 'failed to connect to host');
    forge.operator.setWebhookUrl({ slug: app.slug, url });
  });
});

describe('an app that does not answer', () => {
  it('costs the forge its deadline and no more, and the next delivery comes', async () => {
    let heard = 0;
    const server = createServer((request, response) => {
      request.resume();
      heard += 1;
      if (heard > 1) response.writeHead(200).end();
    });
    const url = await listen(server);
    const options = { webhookDeadlineMs: 300 };
    await using seeded = await startSeededForge({ options, app: { webhookUrl: url } });
    try {
      await seeded.forge.settled();
      seeded.forge.redeliver(seeded.forge.deliveries[0]?.guid ?? '');
      await seeded.forge.settled();
      assert.deepEqual(
        seeded.forge.deliveries.map(({ status, statusCode }) => [status, statusCode]),
        [
          ['timed out', 0],
          ['OK', 200],
        ],
      );
    } finally {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });
});

describe('probot on the forge', () => {
  it('receives a signed webhook and answers through the API', async () => {
    await using forge = await startForge();
    forge.operator.createUser({ login: 'ann' });
    await forge.operator.createRepository({ owner: 'ann', name: 'toy' });
    const app = await forge.operator.createApp({ slug: 'redgreen', owner: 'ann' });
    const probot = new Probot({
      appId: app.id,
      privateKey: app.privateKey,
      secret: app.webhookSecret,
      baseUrl: forge.apiUrl,
      logLevel: 'fatal',
    });
    const middleware = await createNodeMiddleware(
      (bound) => {
        bound.on('issues.labeled', async (context) => {
          await context.octokit.rest.reactions.createForIssue(context.issue({ content: 'eyes' }));
        });
      },
      { probot, webhooksPath: '/' },
    );
    const server = createServer((request, response) => {
      void middleware(request, response);
    });
    const url = await listen(server);
    try {
      forge.operator.setWebhookUrl({ slug: 'redgreen', url });
      forge.operator.installApp({ slug: 'redgreen', repositories: ['ann/toy'] });
      const ann = forge.as('ann');
      const { number } = await ann.openIssue('ann/toy', { title: 'Hello' });
      await ann.label({ repository: 'ann/toy', number }, 'redgreen');
      await forge.settled();
      assert.deepEqual(
        forge.deliveries.map(({ event, action, statusCode }) => [event, action, statusCode]),
        [
          ['installation', 'created', 200],
          ['issues', 'opened', 200],
          ['issues', 'labeled', 200],
        ],
      );
      const made = forge.calls.filter(({ actor }) => actor === 'redgreen[bot]');
      assert.deepEqual(
        made.map(({ operationId, status }) => [operationId, status]),
        [['reactions/create-for-issue', 201]],
      );
      assert.deepEqual(forge.schemaViolations, []);
    } finally {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });
});

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  return `http://127.0.0.1:${address.port}/`;
}
