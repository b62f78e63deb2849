// Reading the subject's source as text instead of calling it: such a test checks how something is
// written, not what it does. Pure.
import { posix } from 'node:path';
import { languageOf } from '../../../sandbox/syntax/language.ts';
import type { Found } from '../../../sandbox/syntax/languages/table.ts';
import { contractNames } from '../contract.ts';
import { isTestPath } from '../path-rules.ts';
import { stringsIn } from './network.ts';
import type { Reading } from './readings.ts';
import type { Submission } from './submission.ts';

const READERS = /^(?:cat|grep|sed|awk|head|tail|egrep|rg)$/;
const REFLECTION =
  /^inspect\.get(?:source|sourcelines|comments)$|^Function\.prototype\.toString\.call$/;

export function judgeReads(
  { plan, basePaths }: Submission,
  { path: file, code }: Reading,
  isOurs: (module: string) => boolean,
): Found[] {
  const sources = [...basePaths, ...contractNames(plan)].filter(
    (path) => languageOf(path) !== undefined && !isTestPath(path),
  );
  const ours = new Set(
    code.imports.filter(({ module }) => isOurs(module)).flatMap((one) => one.names),
  );
  return code.calls.flatMap(({ node, path, args, receiver }): Found[] => {
    const isRead = code.table.reads.test(path);
    const asked = isRead && receiver !== undefined ? [...args, receiver] : args;
    const texts = asked.flatMap((one) => stringsIn(code, undefined, one));
    const isReader = isRead || texts.some((text) => READERS.test(text));
    const found = isReader
      ? texts.map((text) => sourceOf(sources, file, text)).find(isKnown)
      : undefined;
    if (found !== undefined) {
      return [{ node, message: `\`${found}\` is read as text; call it instead` }];
    }
    const own = /^(\w+)\.toString$/.exec(path)?.[1] ?? '';
    return REFLECTION.test(path) || ours.has(own)
      ? [{ node, message: `\`${path}\` reads source as text; call it instead` }]
      : [];
  });
}

function isKnown(path: string | undefined): path is string {
  return path !== undefined;
}

/** From the root, from the test, or by its last parts. */
function sourceOf(sources: readonly string[], file: string, text: string): string | undefined {
  const plain = posix.normalize(text).replace(/^(?:\.{1,2}\/)+/, '');
  if (plain === '' || plain === '.') return undefined;
  const near = posix.join(posix.dirname(file), text);
  return sources.find((path) => path === plain || path === near || path.endsWith(`/${plain}`));
}
