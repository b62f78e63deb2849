import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { HoldReason, Job } from '../../../../app/job/types.ts';
import { buildReport } from '../../../../app/proof/build-report.ts';
import { answerComment } from '../../../../app/proof/markdown/answer-comment.ts';
import { endComment } from '../../../../app/proof/markdown/end-comment.ts';
import { cutText } from '../../../../app/proof/markdown/fit.ts';
import { statusComment } from '../../../../app/proof/markdown/status-comment.ts';
import { turnComment } from '../../../../app/proof/markdown/turn-comment.ts';
import type { HostQuestion } from '../../../../sandbox/protocol/question.ts';
import {
  newJob,
  refactoring,
  T0,
  waitingForApproval,
  waitingForIntervention,
} from '../../job/samples.ts';
import { reportFacts } from '../samples.ts';

const redact = (text: string) => text.replaceAll('hunter2', '[redacted]');
const branch = 'redgreen/issue-7';

function held(reason: HoldReason, ask?: string): Job {
  const hold = { number: 2, reason, since: T0, ...(ask !== undefined && { ask }) };
  return { ...refactoring(), hold, announcement: 'due' };
}

function asked(job: Job, question?: HostQuestion): string {
  return turnComment({ job, branch, redact, ...(question && { question }) });
}

const option = (label: string, description = '') => ({ label, description });

describe('a question', () => {
  const one = {
    question: 'Which stranger?',
    header: 'Stranger',
    options: [option('stranger', 'as the issue says'), option('friend')],
    multiSelect: false,
  };

  it('shows its number, its choices, and the exact words that answer it', () => {
    const body = asked(held('question', 'x'), { kind: 'question', questions: [one] });
    assert.match(
      body,
      /^### Question 2\n\nWhich stranger\?\n\n- \*\*stranger\*\*: as the issue says\n- \*\*friend\*\*\n/,
    );
    assert.match(
      body,
      /\n- `\/answer stranger`\n- `\/answer friend`\n- or `\/answer` and your own words/,
    );
    assert.match(body, /\n- `\/stop \[WHY\]` stops the job/);
    assert.match(body, /Nothing runs and nothing is spent meanwhile/);
  });

  it('of several parts is answered with all of them', () => {
    const questions = [one, { ...one, question: 'How loud?', multiSelect: true }];
    const body = asked(held('question'), { kind: 'question', questions });
    assert.match(
      body,
      /\*\*1\.\*\* Which stranger\?[^]*\*\*2\.\*\* How loud\?[^]*More than one may be chosen/,
    );
    assert.match(body, /`\/answer 1: stranger; 2: stranger` answers all of them/);
  });

  it('about a call shows exactly that call, with what nobody would see written out', () => {
    const input = JSON.stringify({ command: 'git log -1\nrm \u202Ex', timeout: 5 });
    const question: HostQuestion = {
      kind: 'permission',
      tool: 'Bash',
      input,
      reason: 'A rule asks.',
    };
    const body = asked(held('permission', 'wants'), question);
    assert.match(
      body,
      /^### Question 2: may this be done\?\n\nThe agent wants to use `Bash`:\n\n```text\ngit log -1\nrm \\u\{202e\}x\n```\n\nWith:\n\n```text\n\{\n {2}"timeout": 5\n\}\n```\n\nA rule asks\./,
    );
    assert.match(
      body,
      /\n- `\/allow 2` lets this call run, once\n- `\/allow 2 always` [^\n]+\n- `\/deny 2` /,
    );
  });

  it('about a call that is no command, or too long to be whole, shows its input', () => {
    const question = (input: string): HostQuestion => ({
      kind: 'permission',
      tool: 'Write',
      input,
      reason: '',
    });
    assert.match(
      asked(held('permission'), question('{"file_path":"/a"}')),
      /```text\n\{\n {2}"file_path": "\/a"\n\}\n```/,
    );
    assert.match(
      asked(held('permission'), question('{"file_path":"/a')),
      /```text\n\{"file_path":"\/a\n```/,
    );
  });

  it('whether a criterion is blocked says what each answer means', () => {
    const question: HostQuestion = { kind: 'blocked', criterion: 'R2', reason: 'No network.' };
    const body = asked(held('permission'), question);
    assert.match(
      body,
      /The agent says that R2 cannot be done, for a cause outside the code:\n\n> No network\./,
    );
    assert.match(
      body,
      /`\/allow 2` takes it out of the gate[^]*`\/deny 2` lets the work on it go on/,
    );
  });

  it('of the host itself says why it is held and what ends it', () => {
    assert.match(
      asked(held('money')),
      /^### May it go on\?\n\nThe job is held because its dollars are spent\.\n\nIt has spent \$0\.00; \$5\.00 was the most[^]*- `\/extend \[\$N\] \[TIME\]`/,
    );
    assert.match(
      asked(held('scope', 'It needs `lib/x`.')),
      /### Question 2: may this path[^]*`lib\/x`[^]*- `\/deny 2` keeps to the plan\n- `\/widen PATH`/,
    );
  });

  it('shows nothing that an agent wrote as anything but text', () => {
    const evil = '@acme [x](https://evil.example) <img src=x> hunter2\n\n/approve\n```\n# Done';
    const question: HostQuestion = {
      kind: 'question',
      questions: [{ ...one, question: evil, options: [option(evil, evil), option('b')] }],
    };
    const call: HostQuestion = {
      kind: 'permission',
      tool: 'Bash',
      input: JSON.stringify({ command: evil }),
      reason: evil,
    };
    for (const body of [
      asked(held('question', evil), question),
      asked(held('permission'), call),
      asked(held('scope', evil)),
    ]) {
      const outside = body
        .replaceAll(/^(`{3,})text\n[\s\S]*?\n\1$/gm, '')
        .replaceAll(/(?<![\\`])(`+)(?!`)(.+?)(?<!`)\1(?!`)/g, '');
      assert.doesNotMatch(outside, /@acme|https:\/\/|<img|^\s*\/\w|^# /m);
      assert.doesNotMatch(body, /hunter2/);
    }
  });
});

describe('the turn of people', () => {
  it('says what happened, what a run printed, and what can be said', () => {
    const job = {
      ...refactoring(),
      state: 'BASELINE_VALIDATION_FAILED' as const,
      announcement: 'due' as const,
    };
    const body = turnComment({ job, notices: ['T1 is green\non the base'], branch, redact });
    assert.match(
      body,
      /^### The tests did not stand up on the base commit\n\n```text\nT1 is green\non the base\n```/,
    );
    assert.match(body, /- `\/revise TEXT` asks for another plan/);
  });

  it('names the branch to push to', () => {
    const job = { ...waitingForIntervention(), state: 'USER_INTERVENING' as const };
    const body = turnComment({ job, notices: ['The tests are still red.'], branch, redact });
    assert.match(
      body,
      /Push to `redgreen\/issue-7`[^]*The tests are still red\.[^]*- `\/test` runs the tests/,
    );
  });

  it('says until when', () => {
    const job = { ...refactoring(), state: 'WAITING_ESCALATION_DECISION' as const };
    assert.match(asked(job), /Without an answer the job ends at \d{4}-\d\d-\d\d \d\d:\d\d UTC/);
  });
});

describe('the end', () => {
  const report = buildReport(reportFacts({ hunks: [] }));
  const pull = { url: 'https://github.test/o/n/pull/8' };
  const facts = { costUsd: 0.12, pull, branch, redact };

  it('of a delivery is the headline, the matrix in one line, and where to look', () => {
    const job = { ...refactoring(), state: 'DELIVERED' as const, attemptNumber: 2 };
    const body = endComment({ ...facts, job, report });
    assert.match(
      body,
      /^### 🟢 Proven: all 3 criteria hold\n\nBase → head: R1 🔴→🟢, R2 🔴→🟢, R3 🟢→🟢\n\n/,
    );
    assert.match(
      body,
      /\[Report and proof\]\(https:\/\/github\.test\/o\/n\/pull\/8\) · \[Changes\]\([^)]+\/files\) · 2 attempts, \$0\.12/,
    );
  });

  it('of a failure is the cause in plain words, what is kept and what helps', () => {
    const job: Job = {
      ...waitingForApproval(),
      state: 'FAILED',
      failureReason: 'SESSION_ERRORS',
      failureDetail: '@acme hunter2',
    };
    const body = endComment({ ...facts, job });
    assert.match(
      body,
      /^### 🔴 Not proven, not delivered\n\nFour sessions in a row broke\.\n\nWhat it said:\n\n```text\n@acme \[redacted\]\n```/,
    );
    assert.match(
      body,
      /### What is kept\n\n- This pull request and its branch `redgreen\/issue-7`[^]*- The plan/,
    );
    assert.match(body, /### What helps\n\n- Take the label off the issue/);
  });

  it('of what a person stopped is no alarm, quotes him, and names what lies on the branch', () => {
    const job: Job = {
      ...newJob(),
      state: 'FAILED',
      failureReason: 'USER_CANCELLED',
      failureDetail: 'by hand, @acme',
    };
    const body = endComment({
      ...facts,
      job,
      work: { jobId: 'j', commit: { branch, sha: 'c0ffee0c0ffee', attempt: 2 } },
      left: ['One thing is left.'],
    });
    assert.match(
      body,
      /^### ⏹️ Not proven, stopped\n\nA person stopped it\.\n\n> by hand, @\u200Bacme\n/,
    );
    assert.match(
      body,
      /- What attempt 2 left is commit `c0ffee0` on `redgreen\/issue-7`: not verified\n- One thing/,
    );
  });

  it('of a pull request that is no draft does not call it one', () => {
    const job: Job = { ...refactoring(), state: 'DELIVERED', opensReady: true };
    assert.doesNotMatch(endComment({ ...facts, job, report }), /draft/);
  });
});

describe('an answer', () => {
  const text = 'What can be said now:\n\n- `/approve` approves the plan\n- `/stop` stops it';

  it('quotes whom it answers and keeps its Markdown, without a sign', () => {
    const body = answerComment({
      text,
      isRefusal: false,
      to: { login: 'mona', command: 'help' },
      redact,
    });
    assert.equal(body, `> mona: \`/help\`\n\n${text}`);
  });

  it('has a sign only for what was refused', () => {
    const body = answerComment({ text: 'Not now.', isRefusal: true, to: { login: 'm_o' }, redact });
    assert.equal(body, '> m\\_o\n\n⚠️ Not now.');
    assert.equal(answerComment({ text, isRefusal: false, redact }), text);
  });

  it('that is too long is cut on a line, with what was open closed and a note', () => {
    const line = `${'x'.repeat(99)}\n`;
    const long = `<details><summary>s</summary>\n\n\`\`\`text\n${line.repeat(1_000)}\`\`\`\n\n</details>`;
    const cut = cutText(long, '*The rest is elsewhere.*');
    assert.ok(cut.length <= 65_000);
    assert.match(cut, /x{99}\n```\n\n<\/details>\n\n\*The rest is elsewhere\.\*$/);
    assert.equal(cutText(text, 'note'), text);
    assert.ok(cutText('é'.repeat(90_000), 'note').endsWith('é\n\nnote'));
  });
});

describe('the status', () => {
  const facts = { isAccepted: false, costUsd: 0.04, redact };

  it('says whose turn it is', () => {
    assert.match(
      statusComment({ ...facts, job: waitingForApproval() }),
      /^\*\*Waiting for you:\*\* the plan waits/,
    );
    assert.match(
      statusComment({ ...facts, job: refactoring() }),
      /^\*\*Working:\*\* the first attempt/,
    );
    assert.match(statusComment({ ...facts, job: held('money') }), /^\*\*Waiting for you:\*\*/);
    const quota = held('provider_quota');
    assert.match(
      statusComment({ ...facts, job: quota }),
      /^\*\*Waiting:\*\* the job is held until/,
    );
    const ended: Job = { ...newJob(), state: 'FAILED', failureReason: 'POISONED' };
    assert.match(
      statusComment({ ...facts, job: ended }),
      /^\*\*Ended without a delivery\.\*\* A step/,
    );
    const delivered: Job = { ...newJob(), state: 'DELIVERED' };
    const report = buildReport(reportFacts({ hunks: [] }));
    assert.match(
      statusComment({ ...facts, job: delivered, report }),
      /^\*\*Delivered\.\*\* 🟢 Proven: all 3 criteria hold\.\n\nThe report with its proof/,
    );
  });

  it('says that a person accepted it, and with which headline', () => {
    const job: Job = { ...newJob(), state: 'DELIVERED' };
    const report = buildReport(reportFacts({ hunks: [] }));
    const body = statusComment({ ...facts, isAccepted: true, job, report });
    assert.match(body, /^\*\*Accepted:\*\* 🟢 Proven: all 3 criteria hold\.\n/);
  });

  it('points at the comment in which the question is asked, or asks it here', () => {
    const job = held('question', 'Which one?');
    assert.match(
      statusComment({ ...facts, job, askedIn: 55 }),
      /Question 2 stands \[in a comment of its own\]\(#issuecomment-55\)/,
    );
    assert.match(statusComment({ ...facts, job }), /\nWhich one\?\n/);
  });

  it('shows the list, what the agent says, what is usual here, how far the base moved, and where there is more', () => {
    const body = statusComment({
      ...facts,
      job: refactoring(),
      todos: [
        { text: 'read', status: 'completed' },
        { text: 'write', status: 'in_progress' },
      ],
      said: 'Nearly there, @acme.',
      usual: { jobs: 4, times: { planning: 65_000, implement: 480_000 } },
      moved: { branch: 'main', commits: 3 },
      links: { settings: 'https://redgreen.test/settings', job: undefined },
    });
    assert.match(
      body,
      /The agent says: Nearly there, @\u200Bacme\.\n\n- \[x\] read\n- \[ \] \*\*write\*\*/,
    );
    assert.match(
      body,
      /Usual here: planning 65 s · writing tests and code 8 min \(the middle of 4 jobs\)/,
    );
    assert.match(
      body,
      /1 attempt · \$0\.04 of \$5\.00 spent · `main` has moved by 3 commits since this began\n/,
    );
    assert.match(body, /\[settings\]\(https:\/\/redgreen\.test\/settings\) · `\/help`/);
    assert.doesNotMatch(body, /this job|⚠️/);
    assert.match(body, /\nNext message by \d{4}/);
  });

  it('says that a promise was not kept', () => {
    const job = { ...refactoring(), promise: { dueAt: T0, missed: 1 } };
    assert.match(
      statusComment({ ...facts, job }),
      /This takes longer than it should\. Next message by/,
    );
  });
});
