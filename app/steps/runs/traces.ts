// What a run left in its sandbox: files of the tree that are different now, test reports it wrote. Told
// from outside where somebody can; else by the sandbox's own git, whose word is untrusted, and a tree
// that cannot be read any more is different.
import type { Sandbox, Traces as Told } from '../../../sandbox/driver/port.ts';
import { isPassing } from '../../errors.ts';
import { parseJunit } from '../../proof/output/junit.ts';
import { isTap, parseTap } from '../../proof/output/tap.ts';
import { MOST_RESULTS, type TestReport } from '../../proof/output/test-report.ts';
import { SANDBOX_ERRORS } from '../../sandbox-error-codes.ts';
import { inWorkspace, type NotedTree, WORKSPACE } from '../tree/workspace.ts';

export type Traces = {
  /** The sandbox is as it was: another run may begin there. */
  isUntouched: boolean;
  changed: string[];
  written: string[];
  /** Read, run or changed, of those that were brought up. Undefined: nobody can tell. */
  touched?: readonly string[];
};

const MOST_FILES = 200;
const LARGEST = 4 * 1024 * 1024;
/** Written after the tree was noted, which is when its index was. */
const WRITTEN = String.raw`find . \( -name .git -o -name node_modules \) -prune -o -type f -name '*.xml' \
  -newer .git/index -size -4096k -print0`;

export async function readTraces(
  sandbox: Sandbox,
  tree: NotedTree,
  signal: AbortSignal,
): Promise<Traces> {
  const { isUntouched, left, touched } = await tellTraces(sandbox, signal);
  const told = { isUntouched, ...(touched !== undefined && { touched }) };
  if (isUntouched) return { ...told, changed: [], written: [] };
  if (left === undefined || tree.paths === undefined) {
    return { ...told, ...(await askGit(sandbox, tree.hash, signal)) };
  }
  const isReport = (path: string) => path.endsWith('.xml') && !/(?:^|\/)node_modules\//.test(path);
  const written = left.filter(isReport);
  return { ...told, changed: changedOf(tree.paths, left), written };
}

/** Not to be told is no fault: its sandbox may have ended by the run's own doing. */
async function tellTraces(sandbox: Sandbox, signal: AbortSignal): Promise<Told> {
  try {
    return await sandbox.traces({ signal });
  } catch (error) {
    signal.throwIfAborted();
    if (isUnheard(error)) throw error;
    return { isUntouched: false };
  }
}

/** Of the tree: itself, or a directory that it lies in, is not what it was. */
function changedOf(paths: ReadonlySet<string>, left: readonly string[]): string[] {
  const gone = new Set(left);
  const isGone = (path: string): boolean => {
    if (gone.has(path)) return true;
    const end = path.lastIndexOf('/');
    return end !== -1 && isGone(path.slice(0, end));
  };
  return left.length === 0 ? [] : [...paths].filter(isGone);
}

async function askGit(
  sandbox: Sandbox,
  tree: string,
  signal: AbortSignal,
): Promise<Pick<Traces, 'changed' | 'written'>> {
  const changed = `git add --all && git diff --cached --name-only --no-renames --diff-filter=MDT -z ${tree} --`;
  try {
    const { stdout } = await inWorkspace(sandbox, `${WRITTEN}; printf '\\0'; ${changed}`, signal);
    const parts = stdout.split('\0');
    const border = parts.indexOf('');
    return {
      written: parts.slice(0, border),
      changed: parts.slice(border + 1).filter((path) => path !== ''),
    };
  } catch (error) {
    signal.throwIfAborted();
    if (isUnheard(error)) throw error;
    return { changed: ['.git'], written: [] };
  }
}

/** Then nothing was seen of the run: it is run again. What used too much has ended its sandbox itself. */
export function isUnheard(error: unknown): boolean {
  if (!isPassing(error) || error.details['resourceLimit'] !== undefined) return false;
  return Object.hasOwn(SANDBOX_ERRORS, error.code);
}

/** Undefined: there is none, or what is there cannot be trusted. */
export async function readTests(
  sandbox: Sandbox,
  { stdout, written }: { stdout: string; written: readonly string[] },
  signal: AbortSignal,
): Promise<TestReport | undefined> {
  const said = withoutEcho(stdout);
  const printed = isTap(said) ? parseTap(said).report : [];
  if (printed === undefined || written.length > MOST_FILES) return undefined;
  // Both count where both are there: what one of them says must not hide what the other says.
  const results: TestReport[number][] = [...printed];
  for (const path of written.toSorted()) {
    const text = await readText(sandbox, path, signal);
    if (text === undefined || !/<testsuites?[\s>]/.test(text.slice(0, 4_000))) continue;
    const { report } = parseJunit(text);
    if (report === undefined || results.length + report.length > MOST_RESULTS) return undefined;
    results.push(...report);
  }
  return results.length === 0 ? undefined : results;
}

/** What `npm test` and its like print before the program speaks. */
function withoutEcho(output: string): string {
  return output.replace(/^(?:[ \t\r]*(?:[>$] [^\n]*)?\n)+/, '');
}

async function readText(
  sandbox: Sandbox,
  path: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    const bytes = await sandbox.download(`${WORKSPACE}/${path}`, { maxBytes: LARGEST, signal });
    return Buffer.from(bytes).toString('utf8');
  } catch (error) {
    signal.throwIfAborted();
    // What a report says can make a run worse: one that is lost must not make it better.
    if (isUnheard(error)) throw error;
    return undefined;
  }
}
