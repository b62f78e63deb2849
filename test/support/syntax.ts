// The parsers as the app has them, for tests that need trees.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { grammarsDirectory } from '../../app/cli/package-root.ts';
import type { HunkPlan } from '../../app/proof/hunks/hunk.ts';
import { isMeasured, planHunks } from '../../app/proof/hunks/plan-hunks.ts';
import { type ChangedText, parseChanges, parses } from '../../app/steps/runs/hunk-plans.ts';
import { parseTexts, textsOf } from '../../app/steps/tree/syntax.ts';
import type { FileChange } from '../../sandbox/protocol/cases.ts';
import { createParsers } from '../../sandbox/syntax/parsers.ts';
import type { SyntaxTree } from '../../sandbox/syntax/tree.ts';

export const PARSERS = createParsers(
  async (file) => await readFile(join(grammarsDirectory(), file)),
);

export async function parse(grammar: string, text: string): Promise<SyntaxTree> {
  return await PARSERS.parse(grammar, text);
}

export async function treesOf(files: readonly FileChange[]): Promise<Map<string, SyntaxTree>> {
  return await parseTexts(PARSERS, textsOf(files));
}

/** What of a change is measured, with the variants that can be run. */
export async function plannedHunks(...texts: readonly ChangedText[]): Promise<HunkPlan[]> {
  const files = await parseChanges(PARSERS, texts);
  return await soundPlans(planHunks(files.filter(({ path }) => isMeasured(path))));
}

/** A plan whose variants all fail to parse stays, without variants. */
export async function soundPlans(plans: readonly HunkPlan[]): Promise<HunkPlan[]> {
  for (const plan of plans) {
    const sound = await Promise.all(
      plan.variants.map(async ({ content }) => await parses(PARSERS, plan.path, content)),
    );
    plan.variants = plan.variants.filter((_variant, index) => sound[index]);
  }
  return [...plans];
}
