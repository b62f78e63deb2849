// Takes secrets out of text: known values in any usual encoding, and whatever has the shape of a
// token, key or password. Pure, and linear in the length of the text.
import { prepareShapeFinder } from './shapes.ts';
import { createRedactionStream, type RedactionStream } from './stream.ts';
import { prepareValueFinder } from './values.ts';

export type Redactor = {
  redact(text: string): string;
  /** For text that arrives in pieces. One stream per text; end it to get the last characters. */
  stream(): RedactionStream;
};

/** Values under 8 characters are ignored: hiding them would shred ordinary text. */
export function createRedactor(secrets: readonly string[]): Redactor {
  const createValueFinder = prepareValueFinder(secrets);
  const createShapeFinder = prepareShapeFinder();
  const stream = () => createRedactionStream([createValueFinder(), createShapeFinder()]);
  return {
    stream,
    redact(text) {
      const whole = stream();
      return whole.write(text) + whole.end();
    },
  };
}
