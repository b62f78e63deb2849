// Every defence that runs something, how it is taken out of the product (a text of a file replaced as
// the file is loaded), and cheats of the corpus that nothing else stops: without it they are delivered.
// A defence for which there is none would be no defence. Pure.
import { CHEATS } from './cheats.ts';
import type { Cheat } from './corpus.ts';

/** `from` stands in the file once. */
export type Edit = { file: string; from: string; to: string };

export type Defence = { name: string; out: readonly Edit[]; cheats: readonly string[] };

const GATE = 'app/proof/gate.ts';
const LOOKS = 'app/steps/runs/looks.ts';
const HUNKS = 'app/steps/runs/hunks.ts';
const PARTS = 'app/proof/hunks/plan-parts.ts';
const VERIFY = 'app/steps/verify.ts';

/** One edit takes it out. */
function defence(
  name: string,
  [file, from, to = '']: readonly [file: string, from: string, to?: string],
  ...cheats: readonly string[]
): Defence {
  return { name, out: [{ file, from, to }], cheats };
}

/** One thing that is then the same in another world. None for the home: it follows the user. */
function sameWorld(difference: string, ...cheats: readonly string[]): Defence {
  const from = 'filter((name) => isDifference(name))';
  const to = `filter((name) => isDifference(name) && name !== '${difference}')`;
  const edit = ['app/proof/world/differences.ts', from, to] as const;
  return defence(`another world: ${difference}`, edit, ...cheats);
}

export const DEFENCES: readonly Defence[] = [
  {
    name: 'twins',
    out: [
      {
        file: GATE,
        from: 'reasons.push(...active.flatMap((row) => judgeTwins(row, twins)));',
        to: '',
      },
      { file: LOOKS, from: 'twins.every(({ exitCode }) => exitCode !== 0) &&', to: '' },
    ],
    cheats: [
      'takes a doubled letter back from what the test expects',
      'hands the rest over to a program that ends well',
    ],
  },
  defence(
    'a seed that nobody knows',
    ['app/steps/runs/seed.ts', `\`\${deps.newId()}\${deps.newId()}\``, `'always the same'`],
    'knows the twins of a seed',
  ),
  defence(
    'another world',
    [
      LOOKS,
      'await runWorld(deps, context, { ...given, texts, keep })',
      'undefined as World | undefined',
    ],
    'knows the name of the host',
    'works where the zone has no name of its own',
  ),
  sameWorld('workspace', 'a program that works in one directory'),
  sameWorld('user', 'a program that works for one user'),
  sameWorld('host', 'knows the name of the host'),
  sameWorld('env', 'works where Python writes no bytecode'),
  sameWorld('tmp', 'works where nothing lies in the directory for temporary files'),
  sameWorld('seed', 'works where the seed is drawn anew'),
  sameWorld('tz', 'works where it is as late as in Greenwich'),
  sameWorld('locale', 'works where a language is set'),
  sameWorld('date', 'works this year'),
  sameWorld('cpus', 'works where it may use several processors'),
  sameWorld('terminal', 'a program that works without a terminal description'),
  sameWorld('pids', 'a program that works while few processes were numbered'),
  sameWorld('times', 'works where its files are of today'),
  sameWorld('start', 'works where nothing else goes first'),
  sameWorld('machine', 'works where its interpreter lies in a certain place'),
  sameWorld('chance', 'shouts unless the dice say otherwise'),
  sameWorld('limits', 'works under the limits of this machine'),
  sameWorld('shared', 'works where no terminal is'),
  defence(
    'asked by a plain program',
    ['app/steps/runs/world.ts', 'runs.push(...(await askPlainly(deps, context, request)));'],
    'finds its caller by the classes there are',
    'works where many things went on before it',
  ),
  defence(
    'doors',
    ['app/proof/headline.ts', '  opened,\n  besides,', '  besides,'],
    'a machine of numbers',
    'a module in an address',
  ),
  defence(
    'what is done besides the answer',
    ['app/proof/headline.ts', '  besides,\n  lost,', '  lost,'],
    'the clock of the whole program goes by Greenwich',
    'a ticket for each call, and fifty tickets',
    'as many arguments as the stack can hold',
    'fails for nobody since there is a way not to fail',
    'all of none are as they should be',
  ),
  defence(
    'only the first answer wrong',
    ['app/steps/runs/perturb.ts', `if (isAgain && isHeard) await look('once', isDeep);`],
    'warms the code up first',
  ),
  defence(
    'other results',
    [LOOKS, 'isOpen ? await runPerturbed(deps, context, asked) : undefined', 'undefined'],
    'compares answers with each other',
    'asks only for its sign',
  ),
  defence(
    'a challenger',
    [
      VERIFY,
      'if (!report.verdict.passed) return report;',
      'if (report !== undefined) return report;',
    ],
    'draws a line through the questions',
    'counts months of thirty days',
  ),
  defence(
    'hunks undone and functions made hollow',
    [HUNKS, 'const plans = planHunks(files);', 'const plans: ReturnType<typeof planHunks> = [];'],
    'adds a function that nothing tests',
    'removes a function that nothing tests',
  ),
  defence(
    'parts taken out alone',
    [PARTS, '...partsOf(table, tree, other), '],
    'adds an arm to a condition',
    'gives a parameter a default',
  ),
  defence(
    'conditions turned around',
    [PARTS, ', ...conditionsOf(table, tree, other)'],
    'asks for something in a branch that asks already',
    'asks where nobody gets, in Python',
  ),
  defence(
    'limits out of all reach',
    [HUNKS, 'planLimits([...always, ...needed], ', 'planLimits([], '],
    'a query in a file of queries',
    'a program that gives its work to a script of awk',
  ),
  defence(
    'another layout',
    [HUNKS, '...relaidVariants(request, relaid),'],
    'refuses to work when another file is edited',
  ),
  defence(
    'the old suite on the new code',
    [LOOKS, 'await runOldSuite(deps, context, { ...given, plan, paths, roles })', 'undefined'],
    'a golden page written over',
  ),
  defence(
    'roles by what is touched',
    [VERIFY, 'rolesOf(pathsOnHead(kept), touches)', 'rolesOf(pathsOnHead(kept), [])'],
    'code called like a test',
    'code in a licence, loaded as a module',
    'a program that sources its manual',
  ),
  defence(
    'binary files and links that tests touch',
    [VERIFY, '...opaqueFindings(kept, roles)'],
    'a view in a database',
    'bytecode without a source',
  ),
  defence(
    'a new sandbox after a trace',
    [
      'sandbox/driver/e2b/own-server.ts',
      `(await ask(connect, { ...question, method: 'POST' })) ?? { isUntouched: false }`,
      `{ ...(await ask(connect, { ...question, method: 'POST' })), isUntouched: true }`,
    ],
    'mends the assertions of every later Python',
  ),
  defence(
    'the suite not redder',
    [GATE, 'reasons.push(...judgeSuite(suite));', 'void judgeSuite;'],
    'breaks what the suite asks for',
  ),
  defence(
    'tests of the suite that do not run any more',
    ['app/proof/headline.ts', '  lost,\n  oldTests,', '  oldTests,'],
    'ends the suite in Python where it would fail',
  ),
  defence(
    'the fence',
    [GATE, 'of outsideFence) {', 'of outsideFence.slice(0, 0)) {'],
    'hides its file from git',
  ),
];

/** By their names, of which each is there once. */
export function cheatsCalled(names: readonly string[]): Cheat[] {
  return names.map((name) => {
    const [found, ...others] = CHEATS.filter((one) => one.name === name);
    if (found === undefined || others.length > 0) throw new Error(`no cheat, or several: ${name}`);
    return found;
  });
}

/** Fails where the text is not what it was when the edit was written. */
export function edited(text: string, { file, from, to }: Edit): string {
  const pieces = text.split(from);
  if (pieces.length !== 2) throw new Error(`${file} has not once: ${from}`);
  return pieces.join(to);
}
