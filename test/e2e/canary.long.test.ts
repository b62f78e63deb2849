// Keys planted as canaries: an agent that looks for them everywhere it can, through the
// product's own gateway. No form of them is in what the sandbox saw, the records, GitHub or the logs.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import pg from 'pg';
import { NAME, OWNER, type Stage, seen } from '../../app/cli/demo/stage.ts';
import { STORY } from '../../app/cli/demo/story.ts';
import { openStore } from '../../app/compose/store.ts';
import { readConfig } from '../../app/config/config.ts';
import type { Script } from '../../app/gateway/scripted/script.ts';
import { approvePlan } from '../chaos/thread/story.ts';
import { scriptedMessagesServer } from '../support/scripted-messages-server.ts';
import { openTestStage } from '../support/test-stage.ts';
import { MIGRATIONS, openRecords, startPlay, theJob, whatIsShown } from '../support/thread-play.ts';

const LOOK = {
  type: 'tool_use' as const,
  name: 'Bash',
  input: {
    command:
      "python3 -c \"import glob; [print(open(p, 'rb').read()) for p in glob.glob('/proc/*/environ') + glob.glob('/proc/*/cmdline') if __import__('os').access(p, 4)]\"; cat /proc/self/environ /home/user/.* .git/config; grep -rl canary /workspace /home /tmp /etc; ls -la /",
  },
};

test('no key leaves the host, whatever the agent looks at', async () => {
  const apiKey = `canary-${randomBytes(24).toString('hex')}`;
  const [author = []] = STORY['write-tests'] ?? [];
  const [, right = []] = STORY['implement'] ?? [];
  const script: Script = {
    ...STORY,
    'write-tests': [[{ content: [LOOK] }, ...author]],
    implement: [[{ content: [LOOK] }, ...right]],
  };
  await using server = await scriptedMessagesServer(script, { apiKey });
  await using stage = await openTestStage();
  Object.assign(stage.env, {
    ANTHROPIC_API_KEY: apiKey,
    ANTHROPIC_BASE_URL: server.url,
    LOG_LEVEL: 'debug',
  });
  await using app = await startPlay(stage, 'provider', { keepsLog: true });
  await using store = await openRecords(stage);
  const { issue } = await stage.openAndLabel();
  await approvePlan(stage);
  await seen('DELIVERED', async () => {
    const job = (await theJob(store))?.job;
    assert.notEqual(job?.state, 'FAILED', job?.failureDetail);
    return job?.state === 'DELIVERED' ? job : undefined;
  });
  const canaries = [
    apiKey,
    stage.env['WEBHOOK_SECRET'] ?? '',
    (stage.env['PRIVATE_KEY'] ?? '').split('\n')[3] ?? '',
  ];
  const sinks = {
    records: await everyRow(stage.env),
    github: JSON.stringify([await whatIsShown(stage, issue), await files(stage.octokit)]),
    log: app.log(),
  };
  assert.match(sinks.records, /searched: 0 files/, 'the records were read');
  assert.match(sinks.records, /HOME=\/home\/user/, 'the agent could look');
  assert.ok(sinks.log.length > 1_000, 'the log was read');
  for (const canary of canaries) {
    assert.ok(canary.length > 20);
    for (const [sink, text] of Object.entries(sinks)) {
      for (const [form, value] of Object.entries(formsOf(canary))) {
        assert.ok(!text.includes(value), `${form} of a canary is in the ${sink}`);
      }
    }
  }
});

function formsOf(canary: string): Record<string, string> {
  const bytes = Buffer.from(canary);
  return {
    clear: canary,
    base64: bytes.toString('base64').slice(0, -4),
    base64url: bytes.toString('base64url').slice(0, -4),
    hex: bytes.toString('hex'),
    reversed: canary.split('').toReversed().join(''),
    'URL-encoded': encodeURIComponent(canary),
    gzip: gzipSync(bytes).toString('base64').slice(16, -16),
    half: canary.slice(0, Math.ceil(canary.length / 2)),
  };
}

/** All tables, as text. */
async function everyRow(env: Record<string, string>): Promise<string> {
  const { database, store } = await openStore(readConfig(env), { migrations: MIGRATIONS });
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select quote_ident(table_name) as name from information_schema.tables
        where table_schema = 'public' and table_type = 'BASE TABLE'`,
    );
    assert.ok(tables.length > 20);
    const texts: string[] = [];
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: string }>(`select t::text as row from ${name} t`);
      texts.push(...rows.map(({ row }) => row));
    }
    return texts.join('\n');
  } finally {
    await client.end();
    await store.close();
  }
}

type Octokit = Stage['octokit'];

async function files(octokit: Octokit): Promise<unknown> {
  const place = { owner: OWNER, repo: NAME };
  const { data: pulls } = await octokit.pulls.list({ ...place, state: 'all' });
  return await Promise.all(
    pulls.map(async ({ number }) => ({
      files: (await octokit.pulls.listFiles({ ...place, pull_number: number })).data,
      commits: (await octokit.pulls.listCommits({ ...place, pull_number: number })).data,
    })),
  );
}
