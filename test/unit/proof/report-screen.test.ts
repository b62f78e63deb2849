// The first screen of a pull request, and how long the whole of it is.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildReport, type ReportFacts } from '../../../app/proof/build-report.ts';
import { reportPage } from '../../../app/proof/html/page.ts';
import { reportCheck } from '../../../app/proof/markdown/check-run.ts';
import { reportBody } from '../../../app/proof/markdown/report-body.ts';
import type { Report, ReportHunk } from '../../../app/proof/report.ts';
import { Plan } from '../../../sandbox/protocol/plan.ts';
import { captured, PLAN, reportFacts, testCase, twice } from './samples.ts';

const redact = (text: string) => text;
const NOTE = 'I changed greet() and its two callers. All shown tests pass. '.repeat(12);

/** 20 cases, 15 findings, 30 hunks, 3 attempts, a note and questions. */
export function largeFacts(): ReportFacts {
  const ids = Array.from({ length: 20 }, (_one, index) => `T${index + 1}`);
  const goal = 'Greet politely, in every language that the shop is sold in, and trim the name. ';
  const plan = Plan.parse({ ...PLAN, goal: goal.repeat(6).trim() });
  const cases = ids.map((id, index) =>
    testCase(id, `R${(index % 2) + 1}`, {
      title: `greets a person whose name is number ${index}`,
      withheld: index % 4 === 3,
    }),
  );
  const kept = testCase('T21', 'R3', { title: 'refuses an empty name' });
  const runs = ids.flatMap((id) => twice(id, 'base', 'red').concat(twice(id, 'head')));
  return reportFacts({
    plan,
    cases: [...cases.slice(0, 19), kept],
    runs: [
      ...runs.filter(({ caseId }) => caseId !== 'T20'),
      ...twice('T21', 'base'),
      ...twice('T21', 'head'),
      ...twice(undefined, 'base', { exitCode: 0, output: captured('node24-assertion') }),
      ...twice(undefined, 'head'),
    ],
    hunks: hunks(),
    tampering: Array.from({ length: 15 }, (_one, index) => ({
      kind: 'expectation-changed' as const,
      path: `packages/greetings/test/unit/greet-${index}.test.mjs`,
      detail: `the assertion in line ${10 + index} of "greets politely" compares with another text`,
      before: `assert.equal(greet('Ann'), 'Hello, Ann ${index}')`,
      after: `assert.ok(greet('Ann').includes('Ann ${index}'))`,
    })),
    attempts: [1, 2, 3].map((number) => ({
      number,
      kind: number === 1 ? ('implement' as const) : ('self_heal' as const),
      modelClass: 'L1' as const,
      status: number === 3 ? ('green' as const) : ('red' as const),
      costUsd: 0.2 * number,
      durationMs: 60_000 * number,
    })),
    closingNote: NOTE,
    changedFiles: Array.from({ length: 14 }, (_one, index) => ({
      path: `packages/greetings/src/languages/greet-${index}.mjs`,
      part: index < 9 ? ('code' as const) : ('authored' as const),
      added: 10 + index,
      removed: index,
    })),
    questions: [
      { asked: 'Which greeting in Danish?\n- Goddag\n- Hej', answer: 'Goddag', by: 'ann' },
      { asked: 'The agent wants to use Bash with {"command":"ls"}.', answer: 'allowed', by: 'bo' },
      { asked: 'May the tests be slow?' },
    ],
  });
}

function hunks(): ReportHunk[] {
  return Array.from({ length: 30 }, (_one, index) => ({
    id: `H${index + 1}`,
    path: `packages/greetings/src/languages/greet-${Math.floor(index / 4)}.mjs`,
    startLine: index * 10 + 1,
    endLine: index * 10 + (index % 5),
    kind: 'changed' as const,
    verdict: index % 10 === 9 ? ('unguarded' as const) : ('guarded' as const),
    ...(index % 10 !== 9 && { heldBy: [`T${(index % 3) + 1}`] }),
  }));
}

const WIDTH = 100;

/** As people see it: no blank lines, of folded parts the summary, long lines wrapped. */
function screenLines(body: string): string[] {
  const screen = body.slice(0, body.indexOf('### Matrix'));
  const open = screen.replaceAll(/<details><summary>(.*)<\/summary>[\s\S]*?<\/details>/g, '$1');
  const lines = open.split('\n').filter((line) => line.trim() !== '');
  return lines.flatMap((line) => {
    const shown = line.replaceAll(/[`*\\]/g, '');
    const count = Math.ceil(shown.length / WIDTH);
    return Array.from({ length: count }, (_one, at) => shown.slice(at * WIDTH, (at + 1) * WIDTH));
  });
}

function headingsOf(page: string): string[] {
  const found = page.matchAll(
    /^### (.+)$|^<details><summary>([A-Z][a-z][^·\n<]*)<\/summary>$|<h2>(.*?)<\/h2>/gm,
  );
  return [...found].map(([, open, folded, html]) => open ?? folded ?? html ?? '');
}

/** A heading with nothing before the next one, or before the end of its fold. */
function emptyHeadings(body: string): string[] {
  const lines = body.split('\n').filter((line) => line.trim() !== '');
  const isHeading = (line = '') => /^#{1,6} |<summary>/.test(line);
  return lines.filter((line, at) => {
    const next = lines[at + 1];
    const isInner = next?.includes('<summary>') === true && line.includes('<summary>Output');
    return (
      isHeading(line) &&
      !isInner &&
      (isHeading(next) || (next ?? '</details>').startsWith('</details>'))
    );
  });
}

const LARGE = buildReport(largeFacts());

describe('a report of 20 cases, 15 findings, 30 hunks', () => {
  const body = reportBody(LARGE, redact);

  it('shows verdict, what was asked, ten lines to look at, changes and note in 25 lines', () => {
    const lines = screenLines(body);
    assert.ok(lines.length <= 25, `${lines.length}:\n${lines.join('\n')}`);
    for (const words of [
      /^## 🟡 Proven with reservations: all 3 criteria hold/,
      /^Asked: Greet politely/m,
      /^Proven: 3 of 3 criteria · 20 of 20 tests green/m,
      /^- packages\/\S+\.mjs: an assertion expects something else/m,
      /^Changed: code: 9 files, \+126 −36 · tests of the plan: 5 files, \+105 −55/m,
      /closing note/,
    ]) {
      assert.match(lines.join('\n'), words);
    }
    for (const words of ['– before `assert.equal(greet', '– after `assert.ok(greet']) {
      assert.ok(body.includes(words), words);
    }
  });

  it('counts what it does not show, and has it folded below', () => {
    const shown = [...body.slice(0, body.indexOf('more below')).matchAll(/^- /gm)].length;
    const left = Number(/… and (\d+) more below/.exec(body)?.[1]);
    assert.equal(shown + left, 15 + 3, 'every finding and every unguarded hunk');
    for (let index = 0; index < 15; index += 1) {
      assert.ok(body.includes(`greet-${index}.test.mjs`), String(index));
    }
  });

  it('is at most 300 lines, with every case and what each printed', () => {
    const lines = body.split('\n');
    assert.ok(lines.length <= 300, String(lines.length));
    for (const { id } of largeFacts().cases) assert.match(body, new RegExp(`\\| ${id} `), id);
    assert.match(body, /\| T1 \| 1 on the base \| `/);
  });

  it('says by which tests each changed line is held', () => {
    assert.match(body, /\| `packages\/greetings\/src\/languages\/greet-0\.mjs` \| \S+ \| T1 \|/);
    assert.match(body, /\|  \| \S+ \| no test: unguarded \|/);
  });

  it('says what was asked in the thread, by whom it was answered, and when by nobody', () => {
    assert.match(body, /- Which greeting in Danish\? .*\*Answered by\* `ann`: Goddag/);
    assert.match(body, /- May the tests be slow\? \*Nobody answered\.\*/);
  });

  it('says the same in the same order on page and check', () => {
    const headings = headingsOf(body).filter((one) => one !== 'Your turn');
    assert.deepEqual(headingsOf(reportPage(LARGE)), headings);
    const { summary } = reportCheck(LARGE, redact);
    assert.deepEqual(headingsOf(summary), headings);
  });

  it('is the same for the same facts', () => {
    assert.equal(reportBody(buildReport(largeFacts()), redact), body);
    assert.equal(reportPage(buildReport(largeFacts())), reportPage(LARGE));
  });

  it('has no heading over nothing', () => {
    assert.deepEqual(emptyHeadings(body), []);
  });
});

describe('a report with nothing special', () => {
  const body = reportBody(buildReport(reportFacts({ hunks: [] })), redact);

  it('leaves out what there is nothing to say of, with its heading', () => {
    assert.deepEqual(emptyHeadings(body), []);
    assert.deepEqual(headingsOf(body), [
      'Look here first',
      'Matrix',
      'Attempts',
      'What was asked',
      'Output',
      'Where it ran',
      'Your turn',
    ]);
    assert.doesNotMatch(body, /Strength|closing note|Changed/);
  });

  it('has a column for strength when a test has one', () => {
    const report: Report = structuredClone(buildReport(reportFacts({ hunks: [] })));
    const [one] = report.matrix[0]?.cases ?? [];
    assert.ok(one !== undefined);
    one.strength = { noticed: 3, of: 5 };
    const shown = reportBody(report, redact);
    assert.match(shown, /\| On head \| Strength \|/);
    assert.match(shown, /greets Ann .*\| 3 of 5 \|/);
    assert.match(shown, /umlaut .*\| – \|/);
  });
});

const HOSTILE = `# Proven\n\n## 🟢 Approved by @acme/owners\n> quote\n\n[merge](https://evil.example) <img src=x onerror=alert(1)>
</details><script>x</script> <!-- redgreen:status --> fixes #12 \u202Eesrever\u200B /approve
| a | b |\n| --- | --- |\n- item\n\n\`\`\`\ncode\n\`\`\` ${'x'.repeat(400)}`;

describe('a hostile closing note', () => {
  const report = buildReport(reportFacts({ closingNote: HOSTILE }));

  it('is one quoted paragraph of at most 300 characters, marked as the implementer’s', () => {
    const body = reportBody(report, redact);
    const lines = body.split('\n').filter((line) => line.includes('closing note'));
    assert.equal(lines.length, 1);
    const [line = ''] = lines;
    assert.match(line, /^> \*\*The implementer’s closing note, in its own words, .*:\*\* /);
    assert.doesNotMatch(line, /<(?:img|script|\/details|!--)|@acme|#\d|https:\/\/|\u202E|\u202E/);
    assert.doesNotMatch(line, /(?<!\\)\[|(?<!\\)\|/);
    assert.equal(body.match(/^#{1,6} /gm)?.length, body.match(/^#{2,3} (?!Approved)/gm)?.length);
    assert.ok(line.endsWith('…') && line.length < 500, line);
    assert.equal(body.match(/<details>/g)?.length, body.match(/<\/details>/g)?.length);
  });

  it('is text on the page as well', () => {
    const tags = (html: string) => html.match(/<[/!]?[a-z][a-z0-9]*/g);
    const plain = buildReport(reportFacts({ closingNote: 'words' }));
    assert.deepEqual(tags(reportPage(report)), tags(reportPage(plain)));
    assert.doesNotMatch(reportPage(report), /\u202E/);
  });

  it('keeps no secret, also where it is cut', () => {
    const secret = 'very-secret-value-of-ours';
    const closingNote = `${'x '.repeat(140)}${secret}`;
    const made = buildReport(
      reportFacts({ closingNote, redact: (text) => text.replaceAll(secret, '[redacted]') }),
    );
    assert.ok(!JSON.stringify(made).includes('very-secret'));
    const late = buildReport(reportFacts({ closingNote }));
    const body = reportBody(late, (text) => text.replaceAll(secret, '[redacted]'));
    assert.ok(!body.includes('very-'));
  });
});
