// The arguments of commands: money, time, numbers, tokens, paths. Each answers the value, or
// undefined when the text is not one; none guesses. Pure.

/** `$2`, `2`, `2$`, `$2.50`: above 0. */
export function readDollars(text: string): number | undefined {
  const [, amount] = /^(?!\$.*\$)\$?(\d{1,6}(?:\.\d{1,2})?)\$?$/.exec(text) ?? [];
  const dollars = Number(amount);
  return dollars > 0 ? dollars : undefined;
}

/** `30m`, `2h`: above 0. */
export function readTimeMs(text: string): number | undefined {
  const [, amount, unit] = /^(\d{1,4})(m|min|h)$/i.exec(text) ?? [];
  const minutes = Number(amount) * (unit?.toLowerCase() === 'h' ? 60 : 1);
  return minutes > 0 ? minutes * 60_000 : undefined;
}

/** A whole number from 1 on; `#1` as well. */
export function readNumber(text: string): number | undefined {
  const [, digits] = /^#?([1-9]\d{0,8})$/.exec(text) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/** A UUID v4. */
export function readRevision(text: string): string | undefined {
  const token = text.toLowerCase();
  return /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(token)
    ? token
    : undefined;
}

const LONGEST_PATH = 512;

/** A path inside the repository, as git writes it; a folder may end in a slash. */
export function readPath(said: string): string | undefined {
  const text = said.replace(/^\.\//, '');
  const isMarked = /^["'`]|["'`]$/.test(text);
  if (isMarked || text.length > LONGEST_PATH || /[\\\p{Cc}]/u.test(text) || /^[/~-]/.test(text)) {
    return undefined;
  }
  const parts = text.replace(/\/$/, '').split('/');
  const isInside = parts.every((part) => part !== '' && part !== '.' && part !== '..');
  return isInside && parts[0]?.toLowerCase() !== '.git' ? text : undefined;
}
