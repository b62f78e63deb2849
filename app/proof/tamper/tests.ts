// An existing test file, before and after, by its trees: tests that are gone, new skips, assertions
// that are fewer or say less. Pure.
import { languageOf } from '../../../sandbox/languages/languages.ts';
import { type Code, readCode } from '../../../sandbox/syntax/code/code.ts';
import type { Assertion, AssertionForm } from '../../../sandbox/syntax/code/table.ts';
import { isInside, plainText, quoted } from '../../../sandbox/syntax/code/view.ts';
import type { SyntaxTree } from '../../../sandbox/syntax/tree.ts';
import type { Sides, TamperFinding } from './finding.ts';

export function testFindings({ path, base, head }: Sides): TamperFinding[] {
  const was = codeOf(path, base);
  const is = codeOf(path, head);
  if (was === undefined || is === undefined) return [];
  const more = skipsIn(is) - skipsIn(was);
  const skips: TamperFinding[] =
    more > 0 ? [{ kind: 'skip-added', path, detail: `${more} more than on the base commit` }] : [];
  const after = units(is);
  const tests = paired(units(was), after).flatMap(([unit, same]): TamperFinding[] => {
    if (same !== undefined) return loosened(path, unit, same);
    const isRenamed = after.some(({ body }) => body === unit.body);
    if (isRenamed || (unit.assertions.length === 0 && unit.name === WHOLE)) return [];
    return [{ kind: 'test-removed', path, detail: `the test ${unit.name} is gone` }];
  });
  return [...skips, ...tests];
}

/** Many classes have a test of one name: what is word for word the same belongs together, then by order. */
function paired(was: readonly Unit[], is: readonly Unit[]): [Unit, Unit | undefined][] {
  const left = Map.groupBy(is, ({ name }) => name);
  const take = ({ name }: Unit, isOne: (one: Unit) => boolean) => {
    const some = left.get(name) ?? [];
    const at = some.findIndex(isOne);
    return at === -1 ? undefined : some.splice(at, 1)[0];
  };
  const same = new Map(was.map((unit) => [unit, take(unit, ({ body }) => body === unit.body)]));
  return was.map((unit) => [unit, same.get(unit) ?? take(unit, () => true)]);
}

function codeOf(path: string, tree: SyntaxTree | undefined): Code | undefined {
  const table = languageOf(path)?.table;
  return table === undefined || tree === undefined ? undefined : readCode(table, tree);
}

function skipsIn({ table, view, calls }: Code): number {
  return table.skips(view, calls).length;
}

type Said = {
  /** The same for assertions that say the same. */
  key: string;
  form: AssertionForm;
  text: string;
  subject: string;
  expected: string;
  slack?: number;
};
type Unit = { name: string; body: string; assertions: Said[] };

const WHOLE = 'of the file';

/** The tests, and what the file asserts outside of them. */
function units(code: Code): Unit[] {
  const { view, tests, assertions } = code;
  const found = tests.map(({ name, node, title }) => ({
    name,
    body: plainText(view, node).replace(title === undefined ? '' : plainText(view, title), ''),
    assertions: assertions.filter((one) => isInside(one.node, node)).map((one) => said(code, one)),
  }));
  const outside = assertions.filter((one) => !tests.some(({ node }) => isInside(one.node, node)));
  const whole = { name: WHOLE, body: '', assertions: outside.map((one) => said(code, one)) };
  return [...found, whole];
}

function said({ view }: Code, { node, form, matcher, operands }: Assertion): Said {
  const [subject = '', expected = '', slack] = operands.map((one) => plainText(view, one));
  const asked = operands.map((one) => quoted(view, one, 60)).join(', ');
  const text = matcher.startsWith('if ') ? `${matcher}: ${asked}` : quoted(view, node, 120);
  const key = [form, text, subject, expected].join('\n');
  const width = form === 'close' ? Number(slack?.replace(/^.*=\s*/, '')) : Number.NaN;
  return { key, form, text, subject, expected, ...(Number.isFinite(width) && { slack: width }) };
}

/** What is the same on both sides says nothing; the rest is compared in order. */
function loosened(path: string, was: Unit, is: Unit): TamperFinding[] {
  const kept = [...is.assertions];
  const gone = was.assertions.filter(({ key }) => {
    const at = kept.findIndex((one) => one.key === key);
    if (at === -1) return true;
    kept.splice(at, 1);
    return false;
  });
  const fewer = was.assertions.length - is.assertions.length;
  const changed = gone.flatMap((one, index): TamperFinding[] => {
    const now = kept.find(({ subject }) => subject === one.subject) ?? kept[index];
    return now === undefined ? [] : compared(path, one, now);
  });
  if (fewer <= 0) return changed;
  const detail = `the test ${was.name} asserts less often`;
  const counts = { before: String(was.assertions.length), after: String(is.assertions.length) };
  return [{ kind: 'assertion-removed', path, detail, ...counts }, ...changed];
}

const STRENGTH: Readonly<Record<AssertionForm, number>> = {
  exact: 6,
  throws: 5,
  snapshot: 5,
  close: 4,
  partial: 3,
  fail: 3,
  other: 2,
  truth: 2,
  defined: 1,
  type: 1,
  'not-throws': 0,
};

function compared(path: string, was: Said, is: Said): TamperFinding[] {
  const texts = { before: was.text, after: is.text };
  const isWider = was.slack !== undefined && is.slack !== undefined && isLooser(was, is);
  if (STRENGTH[is.form] < STRENGTH[was.form] || isWider) {
    return [{ kind: 'assertion-weakened', path, detail: 'an assertion says less', ...texts }];
  }
  const isOther = was.form === is.form && was.expected !== is.expected;
  return isOther || was.subject !== is.subject
    ? [
        {
          kind: 'expectation-changed',
          path,
          detail: 'an assertion expects something else',
          ...texts,
        },
      ]
    : [];
}

/** A number of digits narrows as it grows; a distance widens. */
function isLooser(was: Said, is: Said): boolean {
  const isDigits = /toBeCloseTo|assertAlmostEqual/.test(was.text) && !/delta/.test(was.text);
  const [before = 0, after = 0] = [was.slack, is.slack];
  return isDigits ? after < before : after > before;
}
