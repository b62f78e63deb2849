// Text from elsewhere to a value; what it holds is for the reader's schema to say. Pure.

/** Undefined: no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
