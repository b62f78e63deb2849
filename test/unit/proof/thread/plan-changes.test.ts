import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Detail } from '../../../../app/proof/markdown/fit.ts';
import { planChanges } from '../../../../app/proof/markdown/plan-changes.ts';
import { planComment } from '../../../../app/proof/markdown/plan-comment.ts';
import { lineChanges, wordChanges } from '../../../../app/proof/markdown/word-changes.ts';
import type { Plan } from '../../../../sandbox/protocol/plan.ts';
import { PLAN } from '../samples.ts';

const redact = (text: string) => text.replaceAll('hunter2', '[redacted]');
const detail: Detail = { outputs: 'none', output: 0, lines: 0, text: 500, list: 20 };

function changes(after: Partial<Plan>, before: Plan = PLAN): string[] {
  const text = planChanges(before, { ...before, ...after }, { redact, detail });
  return text === '' ? [] : text.split('\n');
}

function criteria(...texts: string[]): Plan['criteria'] {
  return texts.map((text, index) => ({
    id: `R${index + 1}`,
    text,
    kind: 'new',
    surface: 'public_api',
  }));
}

describe('changed words', () => {
  it('are struck out where they went and bold where they came', () => {
    assert.equal(
      wordChanges('It says hello to people', 'It says hello to all people', redact),
      'It says hello to **all** people',
    );
    assert.equal(
      wordChanges('It returns 1 as a number', 'It returns 2 as a number', redact),
      'It returns ~~1~~ **2** as a number',
    );
    assert.equal(wordChanges('the same', 'the same', redact), 'the same');
  });

  it('stand apart when hardly one is left', () => {
    assert.equal(
      wordChanges('Sort by name', 'Refuse an empty list of people', redact),
      '~~Sort by name~~ → **Refuse an empty list of people**',
    );
    assert.equal(wordChanges('', 'new', redact), '**new**');
  });

  it('pass the filter, and secrets are out before they are cut into words', () => {
    const shown = wordChanges('see @acme now', 'see <img src=x> hunter2 now', redact);
    assert.doesNotMatch(shown, /@acme|<img|hunter2/);
    assert.match(shown, /see .* now$/);
    assert.equal(wordChanges('a *b* c d', 'a *b* c e', redact), 'a \\*b\\* c ~~d~~ **e**');
    assert.equal(
      wordChanges('call `a()` or b', 'call `a()` or c', redact),
      'call `a()` or ~~b~~ **c**',
    );
  });

  it('do not take long for texts without end', () => {
    const words = (word: string) => Array.from({ length: 5_000 }, () => word).join(' ');
    assert.match(wordChanges(words('a'), words('b'), redact), /^~~a a .* → \*\*b b /);
  });

  it('of several lines are told line by line, and lines that stay are left out', () => {
    const before = 'First this.\n- then that\n- at last those';
    const after = 'First this.\n- then that too\n- at last those\n- and a new one';
    assert.deepEqual(lineChanges(before, after, redact), [
      'then that **too**',
      '**and a new one**',
    ]);
    assert.deepEqual(lineChanges(before, 'First this.', redact), [
      '~~then that~~',
      '~~at last those~~',
    ]);
  });
});

describe('a revision', () => {
  it('that says the same changes nothing', () => {
    assert.deepEqual(changes({}), []);
  });

  it('tells criteria that came, went and changed, whatever their numbers are now', () => {
    const before = {
      ...PLAN,
      criteria: criteria('sorts by name', 'refuses an empty list', 'is fast'),
    };
    const after = criteria(
      'refuses an empty list of people',
      'is fast',
      'keeps what is equal in order',
    );
    assert.deepEqual(changes({ criteria: after }, before), [
      '- Changed: **R1, was R2** refuses an empty list **of people**',
      '- Added: **R3** (new) keeps what is equal in order',
      '- Dropped: ~~R1 sorts by name~~',
      '- Numbered anew: R3 → R2',
    ]);
  });

  it('tells another kind and another surface of the same words', () => {
    const [first, ...others] = PLAN.criteria;
    assert.ok(first);
    const after = [{ ...first, kind: 'keep' as const, surface: 'tool_result' as const }, ...others];
    assert.deepEqual(changes({ criteria: after }), [
      '- Changed: **R1** (new → keep, public api → tool result) `greet("Ann")` returns "Good day, Ann"',
    ]);
  });

  it('tells bounds, ways and price', () => {
    const after = {
      goal: PLAN.goal.replace('politely', 'very politely'),
      strategies: [{ title: 'Change greet()', approach: 'Edit it.', way: 'black-box' as const }],
      paths: ['src/**', 'README.md'],
      contract: ['src/greet.mjs: hello(name)'],
      packages: ['left-pad'],
      changedTests: [{ path: 'test/old.test.mjs', reason: 'it says hello' }],
      suite: 'npm run check',
      quote: { costUsd: 0.6, minutes: 9 },
    };
    assert.deepEqual(changes(after), [
      '- Goal: Greet **very** politely: `greet(name)` says "Good day" and trims the name.',
      '- Strategy Change greet():',
      '  - syntax-tree → black-box',
      '  - ~~Edit the one function.~~ → **Edit it.**',
      '- May change: now also `README.md`',
      '- Tests may use: now also `src/greet.mjs: hello(name)`; no longer `src/greet.mjs: greet(name)`',
      '- New packages: now also `left-pad`',
      '- Existing tests that will be changed: now also `test/old.test.mjs`',
      '- Existing tests are run with: `npm test` → `npm run check`',
      '- Quote: about $0.40 and 6 minutes → about $0.60 and 9 minutes',
    ]);
  });

  it('tells strategies that came and went', () => {
    const [only] = PLAN.strategies;
    assert.ok(only);
    const two = [only, { ...only, title: 'Wrap it' }];
    assert.deepEqual(changes({ strategies: two }), ['- Added strategy: Wrap it']);
    assert.deepEqual(changes({ strategies: [only] }, { ...PLAN, strategies: two }), [
      '- Dropped strategy: ~~Wrap it~~',
    ]);
  });
});

describe('the comment that brings a plan', () => {
  const facts = {
    plan: PLAN,
    token: '0b7de4c2-52c3-4b57-8a36-6dc5e8f1c1aa',
    hasChoice: false,
    redact,
  };

  it('says of the first how large it is, where it stands and what to say', () => {
    const body = planComment({ ...facts, revision: 1 });
    assert.match(
      body,
      /^### The plan is ready: 3 criteria, about \$0\.40 and 6 minutes\n\nGreet politely/,
    );
    assert.match(
      body,
      /at the top of this pull request\. No code is written before it is approved/,
    );
    assert.match(
      body,
      /\n- `\/approve` approves it\n- `\/approve 0b7de4c2-[^`]+` approves exactly this/,
    );
  });

  it('asks for a choice before the approval where there is one', () => {
    const plan = { ...PLAN, strategies: [...PLAN.strategies, ...PLAN.strategies] };
    const body = planComment({ ...facts, plan, revision: 1, hasChoice: true });
    assert.match(
      body,
      /\n- `\/strategy 1`, `\/strategy 2` chooses one of the strategies\n- `\/stop/,
    );
    assert.doesNotMatch(body, /`\/approve/);
  });

  it('shows of a later one what it changes in the one before', () => {
    const plan = { ...PLAN, paths: ['lib/**'] };
    const body = planComment({ ...facts, plan, before: PLAN, revision: 2 });
    assert.match(
      body,
      /^### Plan revision 2: what has changed\n\n- May change: now also `lib\/\*\*`; no longer `src\/\*\*`\n/,
    );
    const same = planComment({ ...facts, before: PLAN, revision: 2 });
    assert.match(same, /It says the same as revision 1\./);
  });

  it('fits GitHub however much has changed', () => {
    const many = criteria(...Array.from({ length: 50 }, (_, n) => `${n} ${'& '.repeat(240)}`));
    const plan = { ...PLAN, criteria: many, goal: '& '.repeat(500) };
    const before = { ...PLAN, criteria: criteria(...many.map(({ text }) => `old ${text}`)) };
    assert.ok(planComment({ ...facts, plan, before, revision: 2 }).length < 65_536);
  });
});
