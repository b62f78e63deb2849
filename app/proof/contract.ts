// The plan's public contract: which files and modules tests may use. An entry begins with what it
// names (`src/greet.mjs`, `bin/app`, `shop.cart`, `src/api/`); words after it only explain. Pure.

import { matchesPath, plainPath } from '../../sandbox/projects/path-pattern.ts';
import type { Plan } from '../../sandbox/protocol/plan.ts';

/** What each entry names, as written, without `./`. */
export function contractNames(plan: Pick<Plan, 'contract'>): string[] {
  return plan.contract.flatMap((entry) => {
    const [name = ''] = entry
      .replaceAll(/[`'"]/g, '')
      .trim()
      .split(/[\s:#(,;]/, 1);
    const plain = name.startsWith('/') ? '' : plainPath(name);
    return plain === '' ? [] : [plain];
  });
}

/** A directory in the contract opens what is below it. */
export function isInContract(names: readonly string[], path: string): boolean {
  return names.some((name) => matchesPath(name, path) || matchesPath(dottedPath(name), path));
}

/** Whether an import that reads like a package (`shop.cart`, `@/api`) is an entry. */
export function isNamedModule(names: readonly string[], module: string): boolean {
  return names.some((name) => name === module);
}

/** `shop.cart` is the file `shop/cart.py`; anything else stays what it is. */
function dottedPath(name: string): string {
  return /^\w+(?:\.\w+)+$/.test(name) ? `${name.replaceAll('.', '/')}.py` : name;
}
