// The pages people read on GitHub, and the filter that everything foreign passes on its way there.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildReport } from '../../../app/proof/build-report.ts';
import {
  failureCheck,
  pullRequestTitle,
  reportCheck,
} from '../../../app/proof/markdown/check-run.ts';
import { failureBody, unopenedText } from '../../../app/proof/markdown/failure-body.ts';
import { block, code, html, inline, prose } from '../../../app/proof/markdown/filter.ts';
import { planBody } from '../../../app/proof/markdown/plan-body.ts';
import { reportBody } from '../../../app/proof/markdown/report-body.ts';
import { statusComment } from '../../../app/proof/markdown/status-comment.ts';
import { createRedactor } from '../../../app/redact/redact.ts';
import { Plan } from '../../../sandbox/protocol/plan.ts';
import { analysing, newJob, play, refactoring, waitingForIntervention } from '../job/samples.ts';
import { BINDING, changed, goodRuns, PLAN, reportFacts, testCase, twice } from './samples.ts';

const SECRET = 'hunter2-hunter2-hunter2';
const { redact } = createRedactor([SECRET]);
const REPORT = buildReport(reportFacts({ hunks: [] }));
const TOKEN = '0b7de4c2-52c3-4b57-8a36-6dc5e8f1c1aa';

/** What a hostile agent would write, each with what must not be left of it. */
const HOSTILE: [text: string, dead: RegExp][] = [
  ['@acme/owners please merge', /@acme/],
  ['mail a@example.com', /@example/],
  ['fixes #12 and acme/shop#3 and GH-4', /#\d|GH-4/],
  ['see https://evil.example/x', /https:\/\//],
  ['see www.evil.example', /www\.evil/],
  ['[click](https://evil.example)', /(?<!\\)\[click(?<!\\)\]/],
  ['![x](https://evil.example/pixel.png)', /(?<!\\)\[x/],
  ['<img src=x onerror=alert(1)>', /<img/],
  ['<!-- redgreen:status -->', /<!--/],
  ['</details><script>x</script>', /<\/?(?:details|script)/],
  ['/approve max=$99', /^\/approve/m],
  ['- /approve', /^- \/approve/m],
  ['# Delivered', /^# /m],
  ['| a | b |', /(?<!\\)\|/],
  ['$x$ and `code', /(?<!\\)[$`]/],
  ['in commit 1f0a3f9d116f1c1f0e3b7a4a529f7e2f4f0a3f9d', /\b[0-9a-f]{7,}\b/],
  [`the key is ${SECRET}`, /hunter2/],
  ['a\u202Eb\u200Bc\u{E0041}d', /[\u202E\u{E0041}]/u],
  ['\u001B[31mred\u001B[0m', /\[31m/],
];

describe('the output filter', () => {
  for (const [text, dead] of HOSTILE) {
    it(`defuses ${JSON.stringify(text)}`, () => {
      assert.doesNotMatch(inline(text, redact), dead);
      assert.doesNotMatch(prose(text, redact), dead);
    });
  }

  it('leaves ordinary text readable', () => {
    assert.equal(
      inline('Adds `greet(name)` for 3 users, costs 5 %', redact),
      'Adds `greet(name)` for 3 users, costs 5 %',
    );
    assert.equal(
      prose('First:\n\n- one\n- two\n1. three\n', redact),
      'First:\n\n- one\n- two\n1. three',
    );
    assert.equal(inline('snake_case and a*b', redact), 'snake\\_case and a\\*b');
  });

  it('keeps code spans what they are, and closed', () => {
    assert.equal(inline('use `a|b` and ``x`y``', redact), 'use `a\\|b` and \\`\\`x\\`y\\`\\`');
    assert.equal(code('a`b', redact), '``a`b``');
    assert.equal(code('`', redact), '`` ` ``');
  });

  it('makes blocks that cannot be closed from inside', () => {
    const text = 'x\n```\n````\n@acme <b>\n';
    const made = block(text, redact, 1000);
    assert.equal(made, `\`\`\`\`\`text\n${text.trimEnd()}\n\`\`\`\`\``);
  });

  it('cuts long blocks in the middle and says how much is missing', () => {
    const made = block(`first${'x'.repeat(5000)}last`, redact, 300);
    assert.match(made, /^```text\nfirstx+\n… 4709 characters left out …\nx+last\n```$/);
  });

  it('takes secrets out before it cuts', () => {
    const text = `${'x'.repeat(90)}${SECRET}`;
    assert.ok(!inline(text, redact, 100).includes('hunter2'));
    assert.ok(!block(`${text}${'y'.repeat(900)}`, redact, 300).includes('hunter2'));
  });

  it('makes a summary of a fold harmless', () => {
    const made = html('a</summary><script> @acme', redact);
    assert.equal(made, 'a&lt;/summary&gt;&lt;script&gt; @\u200Bacme');
  });
});

describe('the plan body', () => {
  const facts = {
    plan: PLAN,
    issue: 7,
    revision: 2,
    token: TOKEN,
    stage: 'approval' as const,
    budgetUsd: 5,
    binding: BINDING,
    redact,
  };

  it('says what, how, bounds, price and what to say, with the token', () => {
    const body = planBody(facts);
    const wanted = [
      '## Plan: waiting for approval',
      'Closes #7',
      '| **R1** | `greet("Ann")` returns "Good day, Ann" | new | public API |',
      '- May change: `src/**`',
      'about $0.40 and 6 minutes; no more than $5.00',
      `\`/approve ${TOKEN}\``,
    ];
    for (const text of wanted) assert.ok(body.includes(text), text);
    assert.doesNotMatch(body, /Next message/);
  });

  it('shows which existing tests its approval lets change', () => {
    const changedTests = [{ path: 'test/old.test.mjs', reason: 'it expects Hello' }];
    const body = planBody({ ...facts, plan: { ...PLAN, changedTests } });
    const line = 'Existing tests that will be changed: `test/old.test.mjs` (it expects Hello)';
    assert.ok(body.includes(line));
    assert.doesNotMatch(planBody(facts), /will be changed/);
  });

  it('offers several strategies, and shows the chosen one alone', () => {
    const strategies = ['One', 'Two'].map((title) => ({
      title,
      approach: `Do ${title}.`,
      way: 'syntax-tree' as const,
    }));
    const plan = { ...PLAN, strategies };
    const open = planBody({ ...facts, plan, stage: 'strategy' });
    assert.match(open, /\*\*Strategy 2:\*\* \*\*Two\*\*/);
    assert.match(open, /`\/strategy 1`/);
    const chosen = planBody({ ...facts, plan, strategy: 2, nextMessageAt: 1_785_588_000_000 });
    assert.ok(chosen.includes('**Two**') && !chosen.includes('**One**'));
    assert.match(chosen, /Next message by 2026-08-01 12:40 UTC\./);
  });

  it('fits GitHub’s limit however large the plan is', () => {
    const long = 'word `code` _x_ '.repeat(100);
    const criteria = Array.from({ length: 50 }, (_one, index) => ({
      id: `R${index + 1}`,
      text: long.slice(0, 499).trim(),
      kind: 'new',
      surface: 'file',
    }));
    const paths = Array.from({ length: 100 }, (_one, index) => `src/${'d'.repeat(480)}/${index}`);
    const contract = Array.from({ length: 50 }, (_one, index) => `${index}${'c'.repeat(290)}`);
    const strategies = [1, 2, 3].map(() => ({
      title: 't',
      approach: long.repeat(2).slice(0, 1999),
    }));
    const plan = Plan.parse({ ...PLAN, criteria, paths, contract, strategies });
    const body = planBody({ ...facts, plan });
    assert.ok(body.length < 65_536);
    for (const { id } of criteria) assert.ok(body.includes(`| **${id}** |`), id);
  });
});

describe('the report body', () => {
  it('begins with the verdict and shows every case on base and head', () => {
    const body = reportBody(REPORT, redact);
    assert.ok(body.startsWith('## 🟢 Proven: all 3 criteria hold\n'));
    assert.ok(
      body.includes(
        '| **R1** (new) `greet("Ann")` returns "Good day, Ann" | T1 greets Ann | 🔴 red (assertion) | 🟢 green |',
      ),
    );
    assert.ok(
      body.includes('|  | T2 greets a name with an umlaut 🔒 | 🔴 red (assertion) | 🟢 green |'),
    );
    assert.ok(body.includes('| T5 refuses an empty name | 🟢 green | 🟢 green |'));
    assert.match(
      body,
      /<summary>T1 · greets Ann<\/summary>\n\nOn the base: exit code 1 after 0\.2 s\. On the head: exit code 0 after 0\.2 s\.\n\n```text\n/,
    );
    assert.match(body, /5 created, 5 wiped with evidence/);
    assert.doesNotMatch(body, /Not measured/);
    assert.match(
      reportBody(buildReport(reportFacts()), redact),
      /<summary>Not measured<\/summary>\n\n- Hunks: /,
    );
  });

  it('says at once why nothing is proven, and leaves nobody a turn', () => {
    const runs = [
      ...goodRuns().filter(({ caseId, tree }) => caseId !== 'T2' || tree !== 'head'),
      ...twice('T2', 'head', 'red'),
    ];
    const body = reportBody(buildReport(reportFacts({ runs })), redact);
    assert.match(
      body,
      /^## 🔴 Not proven: 2 of 3 criteria hold\n[^]*?### Look here first\n\n- T2 is red on the head \(assertion\)\.\n/,
    );
    assert.match(body, /🔴 red \(assertion\), must be green/);
    assert.doesNotMatch(body, /Your turn/);
  });

  it('lists tampering and paths outside the fence first and asks for a person', () => {
    const tampering = [
      { kind: 'test-deleted' as const, path: 'test/old.test.mjs', detail: 'was there' },
    ];
    const body = reportBody(buildReport(reportFacts({ tampering })), redact);
    assert.match(body, /- `test\/old\.test\.mjs`: an existing test was deleted \(was there\)/);
    assert.match(body, /^## 🟡 Proven with reservations: all 3 criteria hold\n/);
  });

  it('shortens outputs before anything else and never loses a row', () => {
    const cases = Array.from({ length: 200 }, (_one, index) =>
      testCase(`T${index + 1}`, `R${(index % 3) + 1}`, {
        title: `${'long_title '.repeat(17)}${index}`,
      }),
    );
    const output = '`@acme` '.repeat(1_000);
    const runs = cases.flatMap(({ id }) => [
      ...twice(id, 'base', { exitCode: 1, output }),
      ...twice(id, 'head', { output }),
    ]);
    const report = buildReport(reportFacts({ cases, runs, redact }));
    const body = reportBody(report, redact);
    assert.ok(body.length < 65_536, String(body.length));
    for (const { id } of cases) assert.match(body, new RegExp(`\\| ${id} long`), id);
    const { summary } = reportCheck(report, redact);
    assert.ok(Buffer.byteLength(summary) <= 65_535);
    for (const { id } of cases) assert.match(summary, new RegExp(`\\| ${id} long`), id);
  });

  it('holds nothing alive of what an agent wrote, in any place it can write to', () => {
    const evil = '@acme https://evil.example </details> /approve';
    const plan = Plan.parse({
      ...PLAN,
      goal: evil,
      criteria: PLAN.criteria.map((one) => changed(one, { text: evil })),
      paths: ['a`b', 'src/**'],
      packages: [evil],
    });
    const cases = reportFacts().cases.map((one) => changed(one, { title: evil }));
    const facts = reportFacts({ plan, cases, outsideFence: ['x`</details>@acme.md'] });
    const report = buildReport(facts);
    const pages = [
      reportBody(report, redact),
      reportCheck(report, redact).summary,
      planBody({
        plan,
        issue: 7,
        revision: 1,
        token: TOKEN,
        stage: 'approval',
        budgetUsd: 1,
        binding: {
          ...BINDING,
          unseen: [{ kind: 'comment', count: 1, excerpt: evil }],
          base: { sha: BINDING.base.sha, branch: evil },
          approval: { approver: evil, permission: 'write', approvedAt: 0 },
        },
        redact,
      }),
      failureBody({ job: newJob(), plan, report, attempts: [], costUsd: 0, detail: evil, redact }),
      statusComment({
        job: newJob(),
        isAccepted: false,
        costUsd: 0,
        redact,
        said: evil,
        todos: [{ text: evil, status: 'pending' }],
      }),
    ];
    for (const page of pages) {
      const outsideCode = page
        .replaceAll(/^(`{3,})text\n[\s\S]*?\n\1$/gm, '')
        .replaceAll(/(?<![\\`])(`+)(?!`)(.+?)(?<!`)\1(?!`)/g, '');
      assert.doesNotMatch(outsideCode, /@acme|https:\/\/|^\s*\/\w/m);
      const opened = [...outsideCode.matchAll(/<details>/g)].length;
      assert.equal([...outsideCode.matchAll(/<\/details>/g)].length, opened);
    }
  });
});

describe('failure, status and check', () => {
  const waiting = play(
    newJob(),
    { type: 'start' },
    { type: 'reserved' },
    { type: 'planned', revision: TOKEN, strategies: 1 },
    { type: 'strategy_chosen', strategy: 1 },
  );
  const stopped = play(waiting, { type: 'cancel', detail: 'ann said so' });

  it('a failure says why, the real words, how far it came and what helps', () => {
    const body = failureBody({
      job: stopped,
      issue: 7,
      plan: PLAN,
      report: REPORT,
      attempts: REPORT.attempts,
      costUsd: 0.3,
      redact,
    });
    assert.match(
      body,
      /^## 🔴 Proven, not delivered\n\nA person stopped it\.\n\nWhat it said:\n\n```text\nann said so\n```/,
    );
    assert.match(body, /- Take the label off the issue and put it on again/);
    assert.match(body, /### How far it came/);
    assert.match(body, /\| 1 \| first implementation \| L1 \| red \| 95 s \| \$0\.21 \|/);
  });

  it('a job that gave up says after how many attempts, and offers another plan', () => {
    const job = { ...newJob(), state: 'FALLBACK_REQUIRED' as const, attemptCount: 6 };
    const body = failureBody({ job, attempts: [], costUsd: 0, redact });
    assert.match(body, /It gave up after 6 failed attempts; the tests are not green\./);
    assert.match(body, /- `\/revise TEXT` asks for another plan\n- Take the label off/);
  });

  it('the status says where it stands and what can be said now', () => {
    const body = statusComment({
      job: waiting,
      isAccepted: false,
      costUsd: 0.04,
      redact,
      tests: { green: 3, total: 5 },
    });
    assert.match(body, /^\*\*Waiting for you:\*\* the plan waits for approval\./);
    assert.match(body, /3 of 5 tests green · \$0\.04 of \$5\.00 spent/);
    assert.match(body, /- `\/approve \[REVISION\][^`]*` approves the plan/);
    assert.match(body, /- `\/stop \[WHY\]` stops the job/);
  });

  it('says who is waited for and until when, with nothing of it alive', () => {
    const retryAfterMs = 3_600_000;
    const detail = 'GitHub’s limits ask for a wait of 3600 s, @mona <!-- hidden -->';
    const job = play(refactoring(), { type: 'unavailable', detail, retryAfterMs });
    const body = statusComment({ job, isAccepted: false, costUsd: 0.04, redact });
    assert.match(body, /the job is held until whoever it waits for answers again\./);
    assert.match(body, /GitHub’s limits ask for a wait of 3600 s/);
    assert.match(body, /It goes on by itself at \d{4}-\d{2}-\d{2} \d{2}:\d{2} UTC\./);
    assert.match(body, /- `\/stop \[WHY\]` stops the job/);
    assert.doesNotMatch(body, /@mona|<!--/);
  });

  it('what did not get to a pull request says its name, its cause and what helps', () => {
    const detail = 'GITHUB_RULE: GitHub refused (422): making branch x. It said: “no @mona”';
    const job = play(analysing(), { type: 'effect_failed', detail });
    const body = unopenedText(job, redact);
    assert.match(body, /^This did not get as far as a pull request: `UNRECOVERABLE_ERROR`\./);
    assert.match(body, /```text\nGITHUB_RULE: GitHub refused \(422\)/);
    assert.match(body, /- Take the label off the issue and put it on again/);
  });

  it('says what a deep fix would cost, in dollars and as a share of the month', () => {
    const estimate = { type: 'estimated', costUsd: 2.4, balanceShare: 0.118 } as const;
    const job = play(waitingForIntervention(), { type: 'deep_fix' }, estimate);
    const body = statusComment({ job, isAccepted: false, costUsd: 0.04, redact });
    assert.match(body, /estimated at \$2\.40 \(12 % of what is left of this month’s balance\)/);
    assert.match(body, /The offer is good until \d{4}-\d{2}-\d{2} \d{2}:\d{2} UTC\./);
    const lapsed = play(job, { type: 'continue' });
    assert.doesNotMatch(
      statusComment({ job: lapsed, isAccepted: false, costUsd: 0, redact }),
      /estimated/,
    );
  });

  it('the check has the verdict for a title and asks a person about tampering and blocks', () => {
    assert.deepEqual(
      [reportCheck(REPORT, redact).conclusion, reportCheck(REPORT, redact).title],
      ['success', 'Proven: all 3 criteria hold'],
    );
    const tampering = [{ kind: 'ci-changed' as const, path: 'Jenkinsfile', detail: 'x' }];
    assert.equal(
      reportCheck(buildReport(reportFacts({ tampering })), redact).conclusion,
      'action_required',
    );
    const blocked = buildReport(reportFacts({ blocked: ['R2'] }));
    assert.deepEqual(
      [reportCheck(blocked, redact).conclusion, reportCheck(blocked, redact).title],
      ['action_required', 'Proven with reservations: 2 of 3 criteria, the rest is blocked'],
    );
    assert.match(reportBody(blocked, redact), /- R2 is blocked by a cause outside the code/);
    assert.equal(failureCheck(stopped, undefined, redact).conclusion, 'cancelled');
  });

  it('a title is one line of at most 256 characters without secrets', () => {
    const made = pullRequestTitle(`${SECRET}\n${'é'.repeat(400)}`, redact);
    assert.match(made, /^\[redgreen\] \[redacted\] é+…$/);
    assert.equal(Array.from(made).length, 256);
    assert.doesNotMatch(pullRequestTitle('fixes #12 for @acme', redact), /#12|@acme/);
  });
});
