// Whom a repository wants to be called when its jobs wait. From its settings alone: what issues,
// agents and people write can mention nobody. Pure.

/** A line below what is asked; nothing where nobody is named. */
export function mentionsLine(logins: readonly string[]): string {
  return logins.length === 0 ? '' : `cc ${logins.map((login) => `@${login}`).join(' ')}`;
}
