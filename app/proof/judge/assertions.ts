// Whether tests assert something real: an assertion that can fail, on a value that comes from the
// code under test, and not only that there is one. Pure.
import type { TestCase } from '../../../sandbox/protocol/cases.ts';
import { lastName } from '../../../sandbox/syntax/code/assertions.ts';
import type { Code } from '../../../sandbox/syntax/code/code.ts';
import { SMOKE_FORMS } from '../../../sandbox/syntax/code/faint.ts';
import type { Origins } from '../../../sandbox/syntax/code/origins.ts';
import type { Assertion, Found } from '../../../sandbox/syntax/code/table.ts';
import { isInside, named, plainText, quoted } from '../../../sandbox/syntax/code/view.ts';
import type { SyntaxNode } from '../../../sandbox/syntax/tree.ts';
import type { Objection } from './objection.ts';
import { isData, type Reading, type Readings } from './readings.ts';

type Judged = {
  reading: Reading;
  readings: Readings;
  origins: Origins;
  skips: readonly Found[];
  /** Names that stand for code of the project. */
  ours: ReadonlySet<string>;
  /** Whether it is about something that is never called, or holds by how it is written. */
  isEmpty(one: Assertion): boolean;
};

export function judgeAssertions(judged: Judged): Objection[] {
  const { reading, origins, skips } = judged;
  const { path, code } = reading;
  const { view, tests } = code;
  const empty = code.assertions.flatMap((one): Objection[] => {
    const message = emptiness(code, origins, one);
    const line = view.line(one.node.start);
    return message === undefined ? [] : [{ rule: 'tautology', message, path, line }];
  });
  const asked = tests.filter(({ node }) => !skips.some((one) => isInside(one.node, node)));
  const weak = asked.flatMap(({ name, node }): Objection[] => {
    const message = weakness(judged, node);
    const line = view.line(node.start);
    return message === undefined
      ? []
      : [{ rule: 'assertion', message: `the test ${name} ${message}`, path, line }];
  });
  if (tests.length > 0 || code.assertions.length === 0 || code.functions.length > 0)
    return [...empty, ...weak];
  const message = weakness(judged, view.tree.root);
  return message === undefined || empty.length > 0
    ? empty
    : [...empty, { rule: 'assertion', message: `the file ${message}`, path }];
}

const COMPARING: ReadonlySet<string> = new Set(['exact', 'close', 'partial', 'other', 'type']);

/** Why an assertion says nothing at all. */
function emptiness(code: Code, origins: Origins, one: Assertion): string | undefined {
  const { view } = code;
  const [first, second] = one.operands;
  if (first === undefined || one.form === 'fail') return undefined;
  const isPair = second !== undefined && COMPARING.has(one.form);
  if (isPair && plainText(view, first) === plainText(view, second)) {
    return `\`${quoted(view, first)}\` is compared with itself`;
  }
  const text = quoted(view, one.node);
  if (isAlwaysTrue(code, first) && one.form === 'truth') {
    return `\`${text}\` is true whatever the code does`;
  }
  const isWritten = one.operands.every((node) => isWrittenDown(code, origins, node));
  if (!isWritten || one.form === 'snapshot') return undefined;
  return one.form === 'truth'
    ? `\`${text}\` is true whatever the code does`
    : `\`${text}\` holds whatever the code does`;
}

const CONSTANTS: ReadonlySet<string> = new Set(['undefined', 'NaN', 'Infinity']);

/** A text, a number, or a name that stands for nothing else. */
function isWrittenDown({ mentions, table }: Code, origins: Origins, node: SyntaxNode): boolean {
  if (table.functionTypes.has(node.type)) return false;
  return mentions(node).every(
    (name) => CONSTANTS.has(name) || origins.literalOf(name) !== undefined,
  );
}

const OR = /^(?:\|\||or)$/;
const TRUE = /^(?:true|True|1|!0|!false|not False)$/;
/** Each with what holds exactly where it does not. */
const OPPOSITES: Readonly<Record<string, string>> = {
  '==': '!=',
  '===': '!==',
  '<': '>=',
  '>': '<=',
  in: 'not in',
};

function isAlwaysTrue({ view }: Code, node: SyntaxNode): boolean {
  const isOr = node.children.some(({ type }) => OR.test(type));
  if (!isOr) return false;
  const sides = named(node).map((side) => plainText(view, side));
  return (
    sides.some((side) => TRUE.test(side)) ||
    sides.some((side) => sides.includes(opposite(side) ?? ''))
  );
}

function opposite(side: string): string | undefined {
  const [whole, mark = ''] = / (===?|[<>]|in) /.exec(side) ?? [];
  return whole === undefined ? undefined : side.replace(whole, ` ${OPPOSITES[mark]} `);
}

/** What is wrong with all assertions of a test together. */
function weakness(judged: Judged, node: SyntaxNode): string | undefined {
  const { reading, readings, origins } = judged;
  const { code } = reading;
  const { own, isHelped } = reachable(code, readings, node);
  if (isHelped) return undefined;
  if (own.length === 0) return 'asserts nothing';
  // A function of the subject may be called `assertValid`: to call it is to assert nothing.
  const isSubject = ({ matcher, operands }: Assertion) =>
    operands.length === 0 && judged.ours.has(matcher.split(/[.(:]/, 1)[0] ?? '');
  const telling = own.filter(
    (one) => !SMOKE_FORMS.has(one.form) && !isSubject(one) && !judged.isEmpty(one),
  );
  if (telling.length === 0) {
    return 'only checks that there is something, of some type, or that nothing is thrown';
  }
  const isAbout = telling.some(
    (one) => one.operands.length === 0 || one.operands.some((operand) => origins.isLive(operand)),
  );
  return isAbout ? undefined : 'asserts nothing about the code under test';
}

/** Its own assertions and those of the functions it calls, also of the author's other files. */
function reachable(code: Code, readings: Readings, node: SyntaxNode) {
  const parts = [node];
  const bodies = Map.groupBy(code.functions, ({ name }) => name);
  const called = new Set<string>();
  for (let at = 0; at < parts.length; at += 1) {
    const part = parts[at];
    if (part === undefined) break;
    for (const name of usedIn(code, part)) {
      if (called.has(name)) continue;
      called.add(name);
      parts.push(...(bodies.get(name) ?? []).map(({ body }) => body));
    }
  }
  const own = [...new Set(parts.flatMap((part) => code.assertionsIn(part)))];
  const isHelped = [...called].some((name) => isHelper(code, readings, name));
  return { own, isHelped };
}

/** Names that stand for things, and names of what is called on things. */
function usedIn({ mentions, callsIn }: Code, part: SyntaxNode): string[] {
  return [...mentions(part), ...callsIn(part).map(({ path }) => lastName(path))];
}

function isHelper(code: Code, { read }: Readings, name: string): boolean {
  if (!code.imports.some(({ names }) => names.includes(name) || names.includes('*'))) return false;
  return [...read.values()].some((other) =>
    other.code === code
      ? false
      : other.code.functions.some(
          (one) =>
            one.name === name &&
            other.code.assertions.some((found) => isInside(found.node, one.body)),
        ),
  );
}

/** Only said of cases whose files can all be read. */
export function judgeCaseAssertions(cases: readonly TestCase[], { read }: Readings): Objection[] {
  return cases.flatMap(({ id, files }): Objection[] => {
    const known = files.flatMap((path) => read.get(path) ?? []);
    const isReadable = files.every((path) => isData(path) || read.has(path));
    if (!isReadable) return [];
    const about = { rule: 'assertion', caseId: id } as const;
    if (!known.some(({ code }) => code.assertions.length > 0)) {
      return [{ ...about, message: 'the case asserts nothing' }];
    }
    const isIdle = known.every(
      ({ code }) => code.table.needsDeclaredTests && code.tests.length === 0,
    );
    return isIdle ? [{ ...about, message: 'the case declares no test that would run' }] : [];
  });
}
