// The report as one page: everything is on it, nothing on it works but folding, and a browser and
// axe have nothing to say against it.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildReport, type ReportFacts } from '../../../app/proof/build-report.ts';
import { reportPage } from '../../../app/proof/html/page.ts';
import { findChromium, openBrowser, seriousProblems } from '../../support/browser.ts';
import { goodRuns, PLAN, reportFacts, run } from './samples.ts';

const HOSTILE = `<script>alert(1)</script>"'><img src=x onerror=alert(2)></pre></details>\u202Ehi`;

function page(change: Partial<ReportFacts> = {}): string {
  return reportPage(buildReport(reportFacts(change)));
}

/** Everything that others write says this. */
function hostile(words = HOSTILE): string {
  const criteria = PLAN.criteria.map((one) => Object.assign({}, one, { text: words }));
  const { cases } = reportFacts();
  return page({
    plan: {
      ...PLAN,
      goal: words,
      criteria,
      paths: [words],
      packages: [words],
      suite: words,
    },
    revision: words,
    jobId: words,
    baseSha: words,
    cases: cases.map((one) => Object.assign({}, one, { title: words })),
    runs: goodRuns().map((one) => Object.assign({}, one, { output: words })),
    tampering: [{ kind: 'test-changed', path: words, detail: words, before: words, after: words }],
    closingNote: words,
    changedFiles: [{ path: words, part: 'code', added: 1, removed: 0 }],
    questions: [{ asked: words, answer: words, by: words }],
    hunks: [
      {
        id: 'H1',
        path: words,
        startLine: 1,
        endLine: 1,
        kind: 'changed',
        symbol: words,
        verdict: 'guarded',
        heldBy: [words],
      },
    ],
    dropped: [{ path: words, why: 'authored' }],
    outsideFence: [words],
  });
}

describe('the page of a report', () => {
  it('says verdict, matrix, every run with its output, attempts, bounds and what is not measured', () => {
    const html = page({ runs: [...goodRuns(), run('T1', 'head', { runNumber: 3, exitCode: 1 })] });
    for (const words of [
      'Not proven: 2 of 3 criteria hold',
      'T1 is green in some runs on the head and red in others.',
      '2 of 3 criteria · 4 of 5 tests green on the head, 2 of them withheld',
      '≈ red and green',
      'must be green',
      'On head, run 3: exit code 1 (error) after 0.2 s',
      'first implementation',
      'The whole job has cost $0.38, plan and tests included.',
      '5 created, 5 wiped with evidence',
      'Hunks: whether a test notices',
    ]) {
      assert.ok(html.includes(words), words);
    }
    assert.equal(
      html.match(/<details><summary>(?!<h2>)/g)?.length,
      6,
      'one for each test and the suite',
    );
    assert.equal(html.match(/<pre /g)?.length, goodRuns().length + 1, 'every run');
  });

  it('lets nothing of what others wrote be markup', () => {
    const html = hostile();
    const tags = (text: string) => text.match(/<[/!]?[a-z][a-z0-9]*/g);
    assert.deepEqual(tags(html), tags(hostile('words')));
    assert.equal(html.includes('onerror=alert(2)&gt;'), true, 'it is shown as it is');
    assert.equal(html.includes('\u202E'), false, 'hidden characters are not');
  });

  it('asks for nothing: no script, no address, and a policy that allows neither', () => {
    const html = page();
    assert.doesNotMatch(html, /<(?:script|link|img|iframe|form|object|base)\b/);
    assert.doesNotMatch(html, /https?:|\bsrc=|\bhref=|url\(|@import/);
    assert.match(html, /default-src 'none'; style-src 'sha256-[\w+/=]+'; base-uri 'none'/);
  });

  it('is clean in a browser, light and dark, by mouse and by keyboard', async (context) => {
    const chromium = findChromium();
    if (chromium === undefined) return context.skip('no Chromium');
    await using browser = await openBrowser(chromium);
    for (const colorScheme of ['light', 'dark'] as const) {
      const tab = await browser.newPage({ colorScheme });
      const said: string[] = [];
      tab.on('console', (message) => said.push(message.text()));
      tab.on('request', (request) => said.push(request.url()));
      await tab.setContent(hostile());
      assert.deepEqual(said, [], 'the policy was broken or something was asked for');
      const background = await tab.evaluate('getComputedStyle(document.body).backgroundColor');
      assert.equal(background, colorScheme === 'dark' ? 'rgb(13, 17, 23)' : 'rgb(255, 255, 255)');
      await tab.locator('summary').first().press('Enter');
      assert.equal(await tab.locator('details[open]').count(), 1);
      assert.deepEqual(await seriousProblems(tab), []);
      await tab.close();
    }
  });
});
