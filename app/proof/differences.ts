// Two values compared field by field: where they differ, and what stands there. Pure.

import { isPlainObject } from '../../sandbox/protocol/parse-json.ts';
export type Difference = {
  /** Such as `matrix[0].cases[1].head`; empty: the whole. */
  path: string;
  /** Undefined: there is nothing at this place. */
  one: unknown;
  other: unknown;
};

/** Order of keys does not count, order in lists does. A key that is undefined counts as absent. */
export function differences(one: unknown, other: unknown, path = ''): Difference[] {
  if (Object.is(one, other)) return [];
  if (Array.isArray(one) && Array.isArray(other)) {
    const length = Math.max(one.length, other.length);
    return Array.from({ length }, (_, index) =>
      differences(one[index], other[index], `${path}[${index}]`),
    ).flat();
  }
  if (isPlainObject(one) && isPlainObject(other)) {
    const keys = [...new Set([...Object.keys(one), ...Object.keys(other)])];
    return keys.flatMap((key) =>
      differences(one[key], other[key], path === '' ? key : `${path}.${key}`),
    );
  }
  return [{ path, one, other }];
}
