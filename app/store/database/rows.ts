// The SQL edge: `null` stays there (inside, absent is undefined), and so does what JSON columns
// cannot hold.

export function withoutNulls<T extends object>(row: T): T {
  const present = Object.entries(row).filter(([, value]) => value !== null);
  return Object.fromEntries(present) as T;
}

/** JSON for a jsonb column. Postgres text holds no NUL and no half of a pair; output of tools may. */
export function toJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'string' ? inner.replaceAll('\0', '\u{FFFD}').toWellFormed() : inner,
  );
}
