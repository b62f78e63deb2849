import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Admission, admit, screen } from '../../../app/command/admission.ts';
import { type AdmissionFacts, type Need } from '../../../app/command/admission-rules.ts';
import {
  type AdmissionSettings,
  DEFAULT_ADMISSION,
} from '../../../app/command/admission-settings.ts';
import { parseComment } from '../../../app/command/parse.ts';
import type {
  CommentTrigger,
  DispatchTrigger,
  LabelTrigger,
  Trigger,
} from '../../../app/command/trigger.ts';
import type { Permission } from '../../../app/github/port.ts';
import { freezeText } from '../../../app/text/frozen-text.ts';
import { fuzzBodies } from './fuzz.ts';

const SETTINGS: AdmissionSettings = {
  ...DEFAULT_ADMISSION,
  app: { id: 77, botUserId: 7700 },
  allowedBots: [42],
};
const COMMON = {
  installationId: 5,
  repository: {
    id: 9,
    owner: 'octo',
    ownerId: 1,
    name: 'hello',
    defaultBranch: 'main',
    isPrivate: false,
  },
  sender: { id: 3, login: 'mona', type: 'User' },
};
const LABEL: LabelTrigger = {
  kind: 'label',
  ...COMMON,
  label: 'redgreen',
  issue: { number: 12, title: 'Sort', body: 'By name.', isPullRequest: false },
};
const COMMENT: CommentTrigger = {
  kind: 'comment',
  ...COMMON,
  thread: { number: 13, isPullRequest: true },
  comment: { id: 99, authorId: 3, writtenAt: 1_000 },
  parsed: parseComment('/approve'),
};
const FACTS: AdmissionFacts = {
  permission: 'write',
  issue: { state: 'open', labels: ['bug', 'redgreen'] },
  recentJobs: { ofIssue: 0, ofRepository: 0 },
};
const JOB = { jobId: 'job-1' };
/** Its job waits for the answer to its third question. */
const ASKED = { ...JOB, question: 3 };

const ruleOf = (admission: Admission) => (admission.ok ? 'admitted' : admission.rule);

describe('a label', () => {
  test('by someone with write access becomes the spec of a job', () => {
    const admission = admit(LABEL, SETTINGS, FACTS);
    assert.deepEqual(admission, {
      ok: true,
      kind: 'job',
      spec: {
        key: 'issue:9:12',
        branch: 'redgreen/issue-12',
        installationId: 5,
        repository: COMMON.repository,
        issueNumber: 12,
        requestedBy: COMMON.sender,
        text: freezeText({ title: 'Sort', body: 'By name.' }),
      },
    });
  });

  test('takes the comments that were there, with what their authors may do', () => {
    const said = { author: 'eve', body: 'Also by date.', isByPerson: true } as const;
    const asked = [
      { ...said, id: 1, writtenAt: 10, permission: 'read' as const },
      { ...said, id: 2, writtenAt: 30, permission: 'read' as const },
    ];
    const trigger = { ...LABEL, issue: { ...LABEL.issue, changedAt: 20 } };
    const issue = { state: 'open' as const, labels: ['redgreen'], asked };
    const admission = admit(trigger, SETTINGS, { ...FACTS, issue });
    assert.ok(admission.ok && admission.kind === 'job');
    assert.deepEqual(admission.spec.text.comments, [
      { id: 1, author: 'eve', permission: 'read', text: 'Also by date.' },
    ]);
  });

  const cases: [string, Partial<LabelTrigger>, Partial<AdmissionFacts>, string][] = [
    ['of another name', { label: 'bug' }, {}, 'other-label'],
    ['in other letters', { label: 'RedGreen' }, {}, 'admitted'],
    [
      'on an issue that nobody wrote to be read',
      { issue: { ...LABEL.issue, body: '>'.repeat(500) } },
      {},
      'unreadable',
    ],
    ['on a pull request', { issue: { ...LABEL.issue, isPullRequest: true } }, {}, 'not-an-issue'],
    ['by ourselves', { sender: { id: 7700, login: 'redgreen[bot]', type: 'Bot' } }, {}, 'own-app'],
    ['by a bot', { sender: { id: 41, login: 'dependabot[bot]', type: 'Bot' } }, {}, 'bot'],
    [
      'by a bot that calls itself a user',
      { sender: { id: 41, login: 'x[bot]', type: 'User' } },
      {},
      'bot',
    ],
    ['by an allowed bot', { sender: { id: 42, login: 'x[bot]', type: 'Bot' } }, {}, 'admitted'],
    [
      'by an allowed bot that may not write',
      { sender: { id: 42, login: 'x[bot]', type: 'Bot' } },
      { permission: 'read' },
      'permission-too-low',
    ],
    ['by a mannequin', { sender: { id: 6, login: 'm', type: 'Mannequin' } }, {}, 'bot'],
    ['while GitHub does not answer', {}, { permission: undefined }, 'permission-unclear'],
    ['while GitHub does not show the issue', {}, { issue: undefined }, 'issue-unclear'],
    ['taken off meanwhile', {}, { issue: { state: 'open', labels: ['bug'] } }, 'label-gone'],
    [
      'on an issue closed meanwhile',
      {},
      { issue: { state: 'closed', labels: ['redgreen'] } },
      'issue-closed',
    ],
    ['on an issue with a job', {}, JOB, 'already-begun'],
    ['too often on one issue', {}, { recentJobs: { ofIssue: 5, ofRepository: 5 } }, 'breaker'],
    ['too often in a repository', {}, { recentJobs: { ofIssue: 0, ofRepository: 100 } }, 'breaker'],
  ];
  for (const [name, trigger, facts, rule] of cases) {
    test(`${name}: ${rule}`, () => {
      const admission = admit({ ...LABEL, ...trigger }, SETTINGS, { ...FACTS, ...facts });
      assert.equal(ruleOf(admission), rule);
    });
  }
});

describe('a run of the workflow for an issue', () => {
  const DISPATCH: DispatchTrigger = { kind: 'dispatch', ...COMMON, issue: LABEL.issue };
  const unlabelled = { issue: { state: 'open', labels: [] } } as const;

  test('becomes the same spec as a label, and needs none', () => {
    const labelled = admit(LABEL, SETTINGS, FACTS);
    assert.deepEqual(admit(DISPATCH, SETTINGS, { ...FACTS, ...unlabelled }), labelled);
  });

  const cases: [string, Partial<DispatchTrigger>, Partial<AdmissionFacts>, string][] = [
    ['for a pull request', { issue: { ...LABEL.issue, isPullRequest: true } }, {}, 'not-an-issue'],
    ['by a bot', { sender: { id: 41, login: 'x[bot]', type: 'Bot' } }, {}, 'bot'],
    ['by a reader', {}, { permission: 'read' }, 'permission-too-low'],
    ['while GitHub does not answer', {}, { permission: undefined }, 'permission-unclear'],
    ['for a closed issue', {}, { issue: { state: 'closed', labels: [] } }, 'issue-closed'],
    ['for an issue with a job', {}, JOB, 'already-begun'],
    ['too often', {}, { recentJobs: { ofIssue: 5, ofRepository: 5 } }, 'breaker'],
  ];
  for (const [name, trigger, facts, rule] of cases) {
    test(`${name}: ${rule}`, () => {
      const admission = admit({ ...DISPATCH, ...trigger }, SETTINGS, { ...FACTS, ...facts });
      assert.equal(ruleOf(admission), rule);
    });
  }
});

describe('the role of the sender decides', () => {
  const roles: [Permission | undefined, boolean, boolean][] = [
    [undefined, false, false],
    ['none', false, false],
    ['read', false, false],
    ['triage', false, false],
    ['write', true, false],
    ['maintain', true, true],
    ['admin', true, true],
  ];
  const triggers: Trigger[] = [
    LABEL,
    COMMENT,
    { ...COMMENT, thread: { number: 12, isPullRequest: false } },
    { ...COMMENT, parsed: parseComment('/stop') },
    { ...COMMENT, parsed: parseComment('/status') },
    { ...COMMENT, parsed: parseComment('/nonsense') },
  ];
  for (const [permission, mayWrite, mayMaintain] of roles) {
    test(`${permission ?? 'no answer'}: ${mayWrite ? 'admitted' : 'denied'} for all six kinds`, () => {
      for (const trigger of triggers) {
        const facts = { ...FACTS, permission, ...(trigger.kind === 'comment' && JOB) };
        const isDenied = (settings: AdmissionSettings) =>
          ruleOf(admit(trigger, settings, facts)).startsWith('permission');
        assert.equal(isDenied(SETTINGS), !mayWrite);
        assert.equal(isDenied({ ...SETTINGS, leastRole: 'maintain' }), !mayMaintain);
      }
    });
  }

  test('and a repository may ask for more for one command', () => {
    const settings: AdmissionSettings = { ...SETTINGS, leastRoleOf: { extend: 'maintain' } };
    const extend = { ...COMMENT, parsed: parseComment('/extend $2') };
    const facts = { ...FACTS, ...JOB };
    assert.equal(ruleOf(admit(extend, settings, facts)), 'permission-too-low');
    assert.equal(ruleOf(admit(COMMENT, settings, facts)), 'admitted');
  });
});

describe('a comment', () => {
  test('with a command becomes that command for the job of its thread', () => {
    const admission = admit(COMMENT, SETTINGS, { ...FACTS, ...JOB });
    assert.deepEqual(admission, {
      ok: true,
      kind: 'command',
      name: 'approve',
      command: { kind: 'job', command: { type: 'approve' } },
      jobId: 'job-1',
      trigger: COMMENT,
      permission: 'write',
    });
  });

  const said = (body: string) => ({ parsed: parseComment(body) });
  const bot = { sender: { id: 41, login: 'echo[bot]', type: 'Bot' } };
  const cases: [string, Partial<CommentTrigger>, Partial<AdmissionFacts>, string][] = [
    ['without a command', said('Nice.'), JOB, 'not-a-command'],
    ['that quotes one', said('> /approve'), JOB, 'not-a-command'],
    ['on a thread of no job', {}, {}, 'no-job'],
    ['by our own app', { comment: { ...COMMENT.comment, viaAppId: 77 } }, JOB, 'own-app'],
    [
      'by another app for a person',
      { comment: { ...COMMENT.comment, viaAppId: 78 } },
      JOB,
      'admitted',
    ],
    ['by a bot', bot, JOB, 'bot'],
    [
      'sent by another than its author',
      { comment: { ...COMMENT.comment, authorId: 4 } },
      JOB,
      'not-the-author',
    ],
    ['that cannot be understood', said('/approve now'), JOB, 'malformed'],
    ['that is talk, while no question is open', said('Looks good'), JOB, 'not-a-command'],
    ['that is talk, while a question is open', said('Looks good'), ASKED, 'admitted'],
    [
      'that is talk by a stranger, while a question is open',
      said('Looks good'),
      { ...ASKED, permission: 'read' },
      'not-a-command',
    ],
    [
      'that is talk by somebody of whom GitHub says nothing',
      said('Looks good'),
      { ...ASKED, permission: undefined },
      'not-a-command',
    ],
    [
      'that cannot be understood, by a stranger',
      said('/x'),
      { ...JOB, permission: 'none' },
      'permission-too-low',
    ],
  ];
  for (const [name, trigger, facts, rule] of cases) {
    test(`${name}: ${rule}`, () => {
      const admission = admit({ ...COMMENT, ...trigger }, SETTINGS, { ...FACTS, ...facts });
      assert.equal(ruleOf(admission), rule);
    });
  }
});

describe('a denial', () => {
  test('of a bot, of ourselves and of chatter is never told, so nothing can echo it', () => {
    const bot = { ...COMMON.sender, type: 'Bot', id: 41 };
    for (const trigger of [
      { ...LABEL, sender: bot },
      { ...COMMENT, sender: bot },
    ]) {
      const admission = admit(trigger, SETTINGS, { ...FACTS, ...JOB });
      assert.ok(!admission.ok && !admission.isTold);
    }
  });

  test('tells people with a reason that names role and remedy, and pings nobody', () => {
    const admission = admit(LABEL, SETTINGS, { ...FACTS, permission: 'triage' });
    assert.ok(!admission.ok && admission.isTold);
    assert.equal(
      admission.reason,
      '`@mona` needs the write role in this repository for this, and has triage',
    );
  });

  test('is found as soon as enough is known, before GitHub is asked about the sender', () => {
    const denied = (trigger: Trigger, known: Need[], jobId?: string) =>
      screen(trigger, SETTINGS, { known, jobId })?.rule;
    const chatter = { ...COMMENT, parsed: parseComment('x') };
    const bot = { ...COMMENT, sender: { ...COMMON.sender, type: 'Bot' } };
    assert.equal(denied({ ...LABEL, label: 'bug' }, ['payload']), undefined);
    assert.equal(denied({ ...LABEL, label: 'bug' }, ['payload', 'settings']), 'other-label');
    assert.equal(denied(LABEL, ['payload', 'settings']), undefined);
    assert.equal(denied(chatter, ['payload']), undefined);
    assert.equal(denied(chatter, ['payload', 'job'], 'job-1'), 'not-a-command');
    assert.equal(denied(COMMENT, ['payload']), undefined);
    assert.equal(denied(COMMENT, ['payload', 'job']), 'no-job');
    assert.equal(denied(bot, ['payload', 'job'], 'job-1'), undefined);
    assert.equal(denied(bot, ['payload', 'job', 'settings'], 'job-1'), 'bot');
    assert.equal(denied(COMMENT, ['payload', 'job', 'settings'], 'job-1'), undefined);
  });
});

test('no text of ten thousand gets anyone in below write, and none makes admission throw', () => {
  for (const body of fuzzBodies(10_000, 3)) {
    const comment = { ...COMMENT, parsed: parseComment(body) };
    assert.ok(!admit(comment, SETTINGS, { ...FACTS, ...JOB, permission: 'triage' }).ok);
    admit(comment, SETTINGS, { ...FACTS, ...JOB });
    const label = { ...LABEL, issue: { ...LABEL.issue, title: body, body } };
    const admission = admit(label, SETTINGS, FACTS);
    assert.ok(admission.ok && admission.kind === 'job');
    assert.equal(admission.spec.branch, 'redgreen/issue-12');
  }
});
