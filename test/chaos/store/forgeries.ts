// Forgeries of a long audit chain at random places: each has to be named exactly, and no other row.
import type pg from 'pg';
import { migrationsDirectory } from '../../../app/cli/package-root.ts';
import { verifyAudit } from '../../../app/store/audit-verify.ts';
import { migrate } from '../../../app/store/database/migrate.ts';
import {
  CHAIN,
  type Forgery,
  fillAudit,
  forge,
  listForgeries,
} from '../../support/audit-forgeries.ts';
import type { Random } from '../../support/random.ts';
import { temporaryHome } from './home.ts';

export type ForgeryFigures = { honestFindings: number; forged: number; notNamed: number };

type ForgeryRun = {
  random: Random;
  note(what: string): void;
  rows: number;
  /** How often each kind is tried. */
  rounds: number;
};

/** Room for a row with two behind it. */
const FEWEST_ROWS = 10;

export async function tryForgeries(run: ForgeryRun): Promise<ForgeryFigures> {
  await using owned = new AsyncDisposableStack();
  const home = await temporaryHome();
  owned.defer(async () => await home.remove());
  owned.use(home);
  return await home.read(async (client, url) => {
    await migrate({ url, directory: migrationsDirectory() });
    return await tryAll(client, run);
  });
}

async function tryAll(client: pg.Client, run: ForgeryRun): Promise<ForgeryFigures> {
  const { random, note, rounds } = run;
  const rows = Math.max(run.rows, FEWEST_ROWS);
  const figures: ForgeryFigures = { honestFindings: 0, forged: 0, notNamed: 0 };
  await fillAudit(client, rows);
  const honest = await verifyAudit(client);
  for (const { problem } of honest.findings) note(`nobody forged, but: ${problem}`);
  figures.honestFindings += honest.findings.length;
  for (let round = 0; round < rounds; round += 1) {
    // The list is the same every time; its places are not.
    const kinds = listForgeries(somewhere(random, rows)).length;
    for (let kind = 0; kind < kinds; kind += 1) {
      const forgery = listForgeries(somewhere(random, rows))[kind];
      if (forgery === undefined) throw new Error('the list of forgeries changed');
      figures.forged += 1;
      if (!(await isNamed(client, note, forgery))) figures.notNamed += 1;
    }
  }
  return figures;
}

function somewhere(random: Random, rows: number) {
  const victim = 1 + random.below(rows - 2);
  const distant = victim + 2 + random.below(rows - victim - 1);
  return { rows, victim, distant };
}

async function isNamed(
  client: pg.Client,
  note: ForgeryRun['note'],
  forgery: Forgery,
): Promise<boolean> {
  const { name, statements, expected } = forgery;
  await using _copy = await forge(client, statements);
  const { findings } = await verifyAudit(client);
  const [first] = findings;
  const isRight =
    findings.length === 1 &&
    first?.installationId === CHAIN &&
    first.sequence === expected.sequence &&
    first.kind === expected.kind;
  const told = findings.map(({ problem }) => problem).join(' ') || 'nothing';
  note(`${name}, row ${expected.sequence}; named: ${told}`);
  return isRight;
}
