// What the calls of a case do besides their answers. A plain program makes them again on the head, and
// only where that shows something a second time and with the changed files as on the base.

import type { Program } from '../../proof/world/asked.ts';
import { type Aftermath, asksOf, besidesOf, gaveOf, unlike } from '../../proof/world/besides.ts';
import type { StepDeps } from '../deps.ts';
import type { VariantTree } from '../tree/variant.ts';
import { putProgram, runProgram } from './ask-program.ts';
import type { ChangedText } from './hunk-plans.ts';

type Again = {
  asked: Program;
  directory: string;
  tree: VariantTree;
  texts: readonly ChangedText[];
  signal: AbortSignal;
};

const WRITES = 'again.jsonl';

/** A line each, as a row keeps it. */
export async function askAgain(deps: StepDeps, again: Again): Promise<string[]> {
  const { calls } = again.asked;
  const before = again.texts.flatMap(({ path, base }) =>
    base === undefined ? [] : [{ path, content: base }],
  );
  const on = async (files: typeof before, isRestFirst = false) =>
    await aftermathOn(deps, again, { files, isRestFirst });
  const first = await on([]);
  const given = [...gaveOf(calls, before), ...asksOf(calls, first)].map(toLine);
  const isShorter = first.written.includes('"label"');
  if (!isShorter && besidesOf(calls, first, undefined).length === 0) return given;
  const base = before.length === 0 ? undefined : await on(before);
  const told = besidesOf(calls, first, base).map(toLine);
  const twice = told.length === 0 ? [] : besidesOf(calls, await on([]), base).map(toLine);
  const steady = told.filter((one) => twice.includes(one));
  if (!isShorter) return [...given, ...steady];
  const unlikely = unlike(calls, first, await on([], true)).map(toLine);
  const isOld = unlikely.length > 0 && base !== undefined;
  const old = isOld ? unlike(calls, base, await on(before, true)).map(toLine) : [];
  return [...given, ...steady, ...unlikely.filter((one) => !old.includes(one))];
}

function toLine(one: unknown): string {
  return JSON.stringify(one);
}

async function aftermathOn(
  deps: StepDeps,
  { asked, directory, tree, signal }: Again,
  { files, isRestFirst }: { files: Parameters<VariantTree['hold']>[0]; isRestFirst: boolean },
): Promise<Aftermath> {
  const sandbox = await tree.hold(files);
  await putProgram(sandbox, { asked, directory, signal });
  const line = isRestFirst ? `export REST_FIRST=1; ${asked.again}` : asked.again;
  const writes = `${directory}/${WRITES}`;
  const said = await runProgram(deps, sandbox, { line, writes, signal });
  await tree.settle();
  return said;
}
