// The pages of ours as GitHub renders them: whatever an agent wrote, nothing more on them lives than
// with a plain word in its place.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import type { Job } from '../../../../app/job/types.ts';
import { askedText } from '../../../../app/proof/markdown/asked.ts';
import { pullRequestTitle } from '../../../../app/proof/markdown/check-run.ts';
import { endComment, endInReview } from '../../../../app/proof/markdown/end-comment.ts';
import { block, code, html, inline, prose, title } from '../../../../app/proof/markdown/filter.ts';
import { details, list, table } from '../../../../app/proof/markdown/layout.ts';
import { planBody } from '../../../../app/proof/markdown/plan-body.ts';
import { planChanges } from '../../../../app/proof/markdown/plan-changes.ts';
import { statusComment } from '../../../../app/proof/markdown/status-comment.ts';
import { createRedactor } from '../../../../app/redact/redact.ts';
import { toHtml } from '../../../../app/text/markdown.ts';
import { collectRemoved } from '../../../../app/text/removed.ts';
import { Plan } from '../../../../sandbox/protocol/plan.ts';
import { analysing } from '../../job/samples.ts';
import { BINDING, PLAN } from '../samples.ts';
import { LIVE_SHAPES } from './live-shapes.ts';

const SECRET = 'hunter2-hunter2-hunter2';
const { redact } = createRedactor([SECRET]);
const DETAIL = { outputs: 'none', output: 900, lines: 90, text: 900, list: 90 } as const;

type Node = DefaultTreeAdapterTypes.ChildNode;

/** What GitHub makes of a text without being told so by an element. */
const LIVE_WORDS = [
  /(?:^|[^\w`])@[a-z\d]/i,
  /#\d/,
  /(?<![a-z\d])GH-\d/i,
  /(?<![a-z\d])[\da-f]{7,40}(?![a-z\d])/i,
  /[a-z]:\/\//i,
  /\bwww\./i,
  /@[\w.-]+\.[a-z]/i,
];
/** Words in these are shown and do nothing. */
const QUIET: ReadonlySet<string> = new Set(['code', 'pre']);
/** Of a shape only: they fetch nothing and call nobody. */
const HARMLESS: ReadonlySet<string> = new Set(['p', 'ul', 'ol', 'li', 'code', 'strong', 'del']);

/** Elements that are more than shape, comments, and words that live. */
function livePartsOf(markdown: string): string[] {
  const made = toHtml(markdown, collectRemoved());
  assert.ok(made !== undefined);
  return parseFragment(made).childNodes.flatMap(livePartsIn);
}

function livePartsIn(node: Node): string[] {
  if ('value' in node) {
    const live = LIVE_WORDS.flatMap((word) => word.exec(node.value)?.[0] ?? []);
    const commands = node.value.match(/^\s*\/[a-z]+/gm) ?? [];
    return [...live, ...commands];
  }
  if (!('childNodes' in node)) return [node.nodeName];
  if (QUIET.has(node.nodeName)) return node.nodeName === 'pre' ? ['pre'] : [];
  const inside = node.childNodes.flatMap(livePartsIn);
  return HARMLESS.has(node.nodeName) ? inside : [node.nodeName, ...inside];
}

const PLACES: Record<string, (text: string) => string> = {
  'a line': (text) => inline(text, redact),
  'a cut line': (text) => inline(text, redact, 12),
  paragraphs: (text) => prose(text, redact),
  code: (text) => code(text, redact),
  'a block': (text) => block(text, redact, 900),
  'the summary of a fold': (text) => details(html(text, redact), 'x'),
  'a cell': (text) => table(['a', 'b'], [[inline(text, redact), code(text, redact)]]),
  'an item': (text) => list([inline(text, redact), `**${inline(text, redact)}**`]),
  'a plan': (text) => planBody({ ...FACTS, plan: planOf(text), notices: [text] }),
  'what a plan changes': (text) =>
    planChanges(PLAN, planOf(text), { redact, detail: DETAIL }) +
    planChanges(planOf(`a ${text}`), planOf(`${text} b`), { redact, detail: DETAIL }),
  'the end of a job': (text) =>
    endComment({
      job: failed(text),
      costUsd: 1,
      pull: { url: 'https://github.com/acme/shop/pull/3' },
      branch: 'redgreen/issue-7',
      redact,
    }),
  'the end of a job, in a review': (text) => endInReview({ job: failed(text), redact }),
  'the state of a job': (text) =>
    statusComment({
      job: analysing(),
      isAccepted: false,
      costUsd: 1,
      said: text,
      todos: [{ text, status: 'in_progress' }],
      around: [text],
      redact,
    }),
  'a question': (text) =>
    askedText(
      {
        kind: 'question',
        questions: [
          {
            question: text,
            header: text,
            multiSelect: false,
            options: [
              { label: text, description: text },
              { label: 'b', description: 'c' },
            ],
          },
        ],
      },
      redact,
      DETAIL,
    ),
};

/** Of a job that ended with what an agent, a program or a provider said. */
function failed(text: string): Job {
  return {
    ...analysing(),
    state: 'FAILED',
    failureReason: 'RECOVERY_FAILED',
    failureDetail: text,
  };
}

const FACTS = {
  issue: 7,
  revision: 2,
  token: '0b7de4c2-52c3-4b57-8a36-6dc5e8f1c1aa',
  stage: 'approval' as const,
  budgetUsd: 5,
  binding: BINDING,
  redact,
};

/** Most of its words have to be one line. */
function planOf(text: string): Plan {
  const line = text.replaceAll(/\s+/g, ' ').slice(0, 80);
  return Plan.parse({
    ...PLAN,
    goal: text,
    criteria: PLAN.criteria.map(({ id, kind, surface }) => ({ id, kind, surface, text: line })),
    strategies: [{ title: line, approach: text }],
    contract: [line],
  });
}

describe('what an agent writes', () => {
  for (const [place, write] of Object.entries(PLACES)) {
    test(`does nothing in ${place}`, () => {
      const plain = livePartsOf(write('word'));
      for (const shape of LIVE_SHAPES) {
        assert.deepEqual(
          livePartsOf(write(shape)),
          plain,
          `${JSON.stringify(shape)}\n${write(shape)}`,
        );
      }
    });
  }

  test('does nothing in a title, nor in the message of a commit that it heads', () => {
    for (const shape of LIVE_SHAPES) {
      const made = title(shape, redact, 256);
      for (const word of LIVE_WORDS) assert.doesNotMatch(made, word, shape);
      assert.ok(!made.includes('\n'));
    }
    const marks = [
      '[skip ci]',
      '[ci skip]',
      '[no ci]',
      '[skip actions]',
      '[SKIP-CI]',
      '***NO_CI***',
    ];
    for (const mark of marks) {
      assert.ok(!pullRequestTitle(`Sort ${mark}`, redact).includes(mark), mark);
    }
    assert.equal(
      pullRequestTitle('Sort [x]', redact).replaceAll('\u200b', ''),
      '[redgreen] Sort [x]',
    );
  });

  test('is text that can be sent', () => {
    for (const write of Object.values(PLACES)) {
      for (const shape of LIVE_SHAPES) assert.ok(write(shape).isWellFormed(), shape);
    }
  });

  test('shows no secret that it takes apart with what is not seen', () => {
    const [head, tail] = [SECRET.slice(0, 12), SECRET.slice(12)];
    for (const between of ['\u200b', '` `', '``  ``', '\u{E0041}', '\ufe0f', '\u001b[0m']) {
      for (const write of [PLACES['a line'], PLACES['paragraphs'], PLACES['a block']]) {
        const made = write?.(`a ${head}${between}${tail} b`) ?? '';
        assert.ok(!made.includes(SECRET), made);
      }
    }
  });

  test('keeps the words of people: joined emoji, and letters that join or part', () => {
    const words = '👩🏽‍💻 👨‍👩‍👧 🏳️‍🌈 🇩🇪 1️⃣ می\u200cخواهم क्\u200dष';
    for (const write of [PLACES['a line'], PLACES['paragraphs'], PLACES['code']]) {
      assert.ok(write?.(words).includes(words));
    }
  });
});
