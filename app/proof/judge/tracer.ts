// Where values of a test come from, over the author's files: what one of them gives to another is live
// only if the project is behind it. Pure.
import { type Origins, traceOrigins } from '../../../sandbox/syntax/code/origins.ts';
import type { ImportPart } from '../../../sandbox/syntax/code/table.ts';
import type { ImportJudge } from './imports.ts';
import type { Reading, Readings } from './readings.ts';

export function createTracer(
  imports: ImportJudge,
  { read }: Readings,
): (reading: Reading) => Origins {
  const known = new Map<string, Origins | 'open'>();
  const trace = (reading: Reading, isLibrary: boolean): Origins => {
    const isOurs = imports.isProjectModule(reading);
    const isInert = ({ module, names }: ImportPart): boolean => {
      const authored = imports.authoredPath(reading, module);
      if (authored === undefined) return isPlatform(reading, module) && !isOurs(module);
      const other = read.get(authored);
      const origins = other && asLibrary(other);
      // Files that load each other: in doubt for the test.
      if (other === undefined || origins === undefined) return false;
      return names.every((name) => isKnownIn(other, name) && !origins.isLiveName(name));
    };
    return traceOrigins(reading.code, isInert, isLibrary);
  };
  const asLibrary = (reading: Reading): Origins | undefined => {
    const before = known.get(reading.path);
    if (before !== undefined) return before === 'open' ? undefined : before;
    known.set(reading.path, 'open');
    const origins = trace(reading, true);
    known.set(reading.path, origins);
    return origins;
  };
  return (reading) => trace(reading, false);
}

function isPlatform({ code }: Reading, module: string): boolean {
  return code.table.inertModules.test(module);
}

function isKnownIn({ code }: Reading, name: string): boolean {
  const own = code.functions.some((one) => one.name === name);
  return own || code.mentions(code.view.tree.root).includes(name);
}
