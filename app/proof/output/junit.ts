// JUnit XML, as surefire, pytest, jest-junit, vitest, node --test and gotestsum write it. A report
// whose sums and cases disagree is refused: something of it is missing. Pure.
import {
  DEEPEST,
  LARGEST_REPORT,
  MOST_RESULTS,
  type ReadReport,
  refused,
  type TestResult,
  type TestStatus,
  toResult,
} from './test-report.ts';
import { readXml, type XmlEvent, XmlRefusal } from './xml.ts';

const OUTCOMES: ReadonlyMap<string, TestStatus> = new Map([
  ['failure', 'failed'],
  ['error', 'error'],
  ['skipped', 'skipped'],
]);
/** A case may hold these without being anything but passed. */
const HARMLESS =
  /^(?:system-out|system-err|properties|property|attachments?|flakyFailure|flakyError|rerunFailure|rerunError|stackTrace|[\w-]+:[\w.-]+)$/;
const SUMS = ['failures', 'errors', 'skipped'] as const;

type OpenCase = {
  name: string;
  durationMs: number | undefined;
  status: TestStatus;
  message: string | undefined;
  depth: number;
  /** The outcome whose text is being read. */
  inside: string | undefined;
};
type Sums = { tests: number; bad: number; skipped: number };
type State = {
  results: TestResult[];
  suites: { name: string; said: Partial<Sums>; seen: Sums }[];
  open: OpenCase | undefined;
  /** What node --test writes as comments. */
  comments: Map<string, number>;
};

export function parseJunit(text: string): ReadReport {
  const state: State = { results: [], suites: [], open: undefined, comments: new Map() };
  try {
    for (const event of readXml(text, { length: LARGEST_REPORT, depth: DEEPEST }))
      take(state, event);
  } catch (error) {
    if (error instanceof XmlRefusal)
      return refused(`The JUnit report was not read: ${error.message}.`);
    throw error;
  }
  const bad = state.comments.get('fail');
  if (bad !== undefined && bad > 0 && !state.results.some(({ status }) => isBad(status))) {
    return refused('The JUnit report was not read: its failures are missing.');
  }
  return { report: state.results };
}

function take(state: State, event: XmlEvent): void {
  if (event.kind === 'comment') {
    const sum = /^\s*(tests|fail|cancelled)\s+(\d{1,9})\s*$/.exec(event.text);
    if (sum !== null) state.comments.set(sum[1] ?? '', Number(sum[2]));
  } else if (event.kind === 'text') {
    const { open } = state;
    if (open?.inside !== undefined && open.message === undefined && event.text.trim() !== '') {
      open.message = event.text;
    }
  } else if (event.kind === 'open') {
    takeOpen(state, event);
  } else {
    takeClose(state, event);
  }
}

function takeOpen(state: State, event: Extract<XmlEvent, { kind: 'open' }>): void {
  const { name, attributes, depth } = event;
  if (depth === 0 && name !== 'testsuites' && name !== 'testsuite') {
    throw new XmlRefusal(`<${name.slice(0, 40)}> is no report`);
  }
  if (state.open !== undefined) takeInside(state.open, event);
  else if (name === 'testsuite' || name === 'testsuites') {
    const seen = { tests: 0, bad: 0, skipped: 0 };
    state.suites.push({ name: attributes.get('name') ?? '', said: saidOf(attributes), seen });
  } else if (name === 'testcase') {
    state.open = openCase(state, event);
  } else if (depth < state.suites.length) {
    throw new XmlRefusal(`<${name.slice(0, 40)}> is out of place`);
  } else if (OUTCOMES.get(name) !== undefined) {
    // A suite that could not be set up has its failure outside of any case.
    if (isBad(OUTCOMES.get(name))) add(state, suiteFailure(state, event));
  } else if (!HARMLESS.test(name)) {
    throw new XmlRefusal(`<${name.slice(0, 40)}> is unknown`);
  }
}

function openCase(
  state: State,
  { attributes, depth }: { attributes: ReadonlyMap<string, string>; depth: number },
): OpenCase {
  const seconds = attributes.get('time');
  const failure = attributes.get('failure');
  return {
    name: nameOf(state, attributes),
    durationMs:
      seconds === undefined ? undefined : Math.round(Number(seconds.replaceAll(',', '')) * 1e3),
    status: failure === undefined ? 'passed' : 'failed',
    message: failure,
    depth,
    inside: undefined,
  };
}

function takeInside(
  open: OpenCase,
  {
    name,
    attributes,
    depth,
  }: { name: string; attributes: ReadonlyMap<string, string>; depth: number },
): void {
  const status = OUTCOMES.get(name);
  if (depth > open.depth + 1) return;
  if (status === undefined) {
    if (!HARMLESS.test(name)) throw new XmlRefusal(`<${name.slice(0, 40)}> in a case is unknown`);
    return;
  }
  open.inside = name;
  // The worst of several counts.
  if (isBad(open.status)) return;
  open.status = status;
  open.message = attributes.get('message') ?? undefined;
}

function takeClose(state: State, { name, depth }: { name: string; depth: number }): void {
  const { open } = state;
  if (open !== undefined) {
    if (name === open.inside && depth === open.depth + 1) open.inside = undefined;
    if (depth === open.depth) {
      state.open = undefined;
      add(state, toResult(open));
    }
    return;
  }
  if (name !== 'testsuite' && name !== 'testsuites') return;
  const suite = state.suites.pop();
  const above = state.suites.at(-1);
  if (suite === undefined) return;
  const { said, seen } = suite;
  if ((said.bad ?? 0) > 0 && seen.bad === 0) throw new XmlRefusal('its failures are missing');
  if (said.tests !== undefined && seen.tests < said.tests - (said.skipped ?? 0)) {
    throw new XmlRefusal(`it has ${seen.tests} cases and says ${said.tests}`);
  }
  if (above === undefined) return;
  above.seen.tests += seen.tests;
  above.seen.bad += seen.bad;
  above.seen.skipped += seen.skipped;
}

function add(state: State, result: TestResult): void {
  if (state.results.length >= MOST_RESULTS) throw new XmlRefusal('it has too many cases');
  state.results.push(result);
  const seen = state.suites.at(-1)?.seen;
  if (seen === undefined) return;
  seen.tests += 1;
  if (isBad(result.status)) seen.bad += 1;
  if (result.status === 'skipped') seen.skipped += 1;
}

function suiteFailure(
  state: State,
  { attributes }: { attributes: ReadonlyMap<string, string> },
): TestResult {
  const name = state.suites
    .map((suite) => suite.name)
    .filter((one) => one !== '')
    .join(' > ');
  return toResult({ name: name || '(suite)', status: 'error', message: attributes.get('message') });
}

/** Node calls the class of every case outside a suite `test`. */
function nameOf({ suites }: State, attributes: ReadonlyMap<string, string>): string {
  const name = attributes.get('name') ?? '';
  const given = attributes.get('classname') ?? '';
  const suite = suites.at(-1)?.name ?? '';
  const group = given === '' || given === 'test' ? suite : given;
  if (group === '' || group === name || name.startsWith(`${group} `)) return name;
  return `${group} > ${name}`;
}

function saidOf(attributes: ReadonlyMap<string, string>): Partial<Sums> {
  const sum = (name: string) => {
    const text = attributes.get(name);
    if (text === undefined) return undefined;
    if (!/^\d{1,9}$/.test(text))
      throw new XmlRefusal(`${name}="${text.slice(0, 20)}" is no number`);
    return Number(text);
  };
  const [failures, errors, skipped] = SUMS.map(sum);
  const tests = sum('tests');
  return {
    ...(tests === undefined ? {} : { tests }),
    ...(skipped === undefined ? {} : { skipped }),
    ...(failures === undefined && errors === undefined
      ? {}
      : { bad: (failures ?? 0) + (errors ?? 0) }),
  };
}

function isBad(status: TestStatus | undefined): boolean {
  return status === 'failed' || status === 'error';
}
