// Names of labels. Pure.

/** GitHub keeps the case of a label and compares without it. */
export function isSameLabel(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
