// How bright a colour is, for words that a drawing sets in it: on the ground of a page, or on one of
// their own. Pure.

const NAMES: Readonly<Record<string, number>> = {
  white: 1,
  black: 0,
  red: 0.3,
  green: 0.4,
  blue: 0.1,
  yellow: 0.9,
  orange: 0.7,
  gray: 0.5,
  grey: 0.5,
};
/** Those that no list has to be complete for: each is near to white, or no colour at all. */
const PALE =
  /^(?:transparent|none|.*white|snow|ivory|azure|aliceblue|mintcream|honeydew|seashell|beige|linen|oldlace|cornsilk|lavender|lavenderblush|mistyrose|papayawhip|lemonchiffon|gainsboro|light.*yellow|lightcyan|lightgr[ae]y|white!.*|.*!\d)$/;
const FAINT = 0.85;
/** Of words and their ground, to be told apart. */
const LEAST_CONTRAST = 0.12;

/** From 0 to 1; undefined: of a colour whose name says nothing. */
function brightness(colour: string): number | undefined {
  const name = colour.trim().toLowerCase();
  if (PALE.test(name)) return 1;
  if (Object.hasOwn(NAMES, name)) return NAMES[name];
  const [, hex] = /^#?([\da-f]{3,8})$/.exec(name) ?? [];
  if (hex !== undefined && name.length > 2) return ofHex(hex);
  const parts = (name.match(/\d*\.?\d+/g) ?? []).map(Number);
  if (/^hsla?\(/.test(name)) return (parts[2] ?? 100) / 100;
  if (parts.length !== 1 && parts.length < 3) return undefined;
  const most = parts.some((part) => part > 1) ? 255 : 1;
  return weighed(parts.map((part) => part / most));
}

function ofHex(hex: string): number {
  const each = hex.length < 6 ? Array.from(hex, (digit) => digit + digit) : hex.match(/../g);
  return weighed((each ?? []).map((pair) => Number.parseInt(pair, 16) / 255));
}

/** One part is a grey; the fourth says how much is seen. */
function weighed([red = 1, green = red, blue = red, seen = 1]: readonly number[]): number {
  if (seen < 0.2) return 1;
  return 0.3 * red + 0.59 * green + 0.11 * blue;
}

/** On a page, words in it are not seen. */
export function isFaint(colour: string): boolean {
  const bright = brightness(colour);
  return bright !== undefined && bright > FAINT;
}

export function isSeenOn(colour: string, ground: string): boolean {
  if (colour.trim().toLowerCase() === ground.trim().toLowerCase()) return false;
  const [of, on] = [brightness(colour), brightness(ground)];
  return of === undefined || on === undefined || Math.abs(of - on) >= LEAST_CONTRAST;
}
