// A real browser for tests of the pages: the machine's own Chromium, driven by playwright-core. Each
// context is a person's browser of his own; closing the browser closes them all.
import { accessSync, constants } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const AXE = join(import.meta.dirname, '..', '..', 'node_modules', 'axe-core', 'axe.min.js');
const START_MS = 60_000;
/** `evaluate` has no deadline of its own. */
const AXE_MS = 120_000;

export function findChromium(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders
    .flatMap((folder) => NAMES.map((name) => join(folder, name)))
    .find((path) => isExecutable(path));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export async function openBrowser(executablePath: string): Promise<Browser> {
  // Chromium's own sandbox refuses to run as root.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return await chromium.launch({ executablePath, args, timeout: START_MS });
}

export type AxeProblem = { id: string; impact: string; nodes: string[] };

/** What axe finds serious or critical on the page as it stands; the page must allow scripts. */
export async function seriousProblems(page: Page): Promise<AxeProblem[]> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('axe did not end')), AXE_MS);
  try {
    return await Promise.race([runAxe(page), late]);
  } finally {
    clearTimeout(timer);
  }
}

async function runAxe(page: Page): Promise<AxeProblem[]> {
  await page.evaluate(await readFile(AXE, 'utf8'));
  const found: unknown = await page.evaluate(`axe.run().then(({ violations }) =>
    violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, impact, nodes }) => ({ id, impact, nodes: nodes.map(({ html }) => html) })))`);
  return found as AxeProblem[];
}
