// Test runners of Java and its kin. Pure.
import {
  counted,
  less,
  NAMED_ERROR,
  NOTHING_MISSING,
  type SaidTest,
  type TestRunner,
} from './test-runner.ts';

export const MAVEN: TestRunner = {
  name: 'maven',
  red: undefined,
  executed: [
    // A line for each class, then their sum.
    less(/Tests run: (\d+), Failures: /g, /Tests run: [^\n]{1,99}, Skipped: (\d+)/g),
    counted(/\bNo tests to run\.$/m),
  ],
  said: [failures],
  missing: NOTHING_MISSING,
  errors: [NAMED_ERROR],
  hidingOptions: [],
};

export const GRADLE: TestRunner = {
  name: 'gradle',
  red: undefined,
  executed: [tasks],
  said: [],
  missing: NOTHING_MISSING,
  errors: [NAMED_ERROR],
  hidingOptions: [],
};

/** What was up to date had run before. */
function tasks(output: string): number | undefined {
  const all = [...output.matchAll(/^> Task :(?:[\w-]+:)*test(?: [A-Z-]+)?$/gm)];
  if (all.length === 0) return undefined;
  return all.filter(([line]) => !/ (?:NO-SOURCE|SKIPPED)$/.test(line)).length;
}

/** What passed it names by class alone; its reports say more. */
function failures(output: string): SaidTest[] {
  const lines = output.matchAll(
    /^\[ERROR\] +(?:([\w$]+)\(([\w.$]+)\)|([\w.$]+\.[\w$]+))(?:\[[^\]\n]*\])? +(?:-- )?Time elapsed: [^\n<]*<<< (?:FAILURE|ERROR)!/gm,
  );
  return Array.from(lines, ([, method = '', type = '', both]) => ({
    name: both ?? `${type}.${method}`,
    status: 'failed',
  }));
}
