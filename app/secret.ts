// A value that must not be shown. It prints as `[secret]` wherever it lands (text, JSON, a log
// line, an inspected object); only `reveal()` gives it out, so every use can be found by name.

const SHOWN = '[secret]';
/** `inspect.custom` of node:util, by its public name: this file is read by pure code. */
const INSPECT = Symbol.for('nodejs.util.inspect.custom');

export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return SHOWN;
  }

  toJSON(): string {
    return SHOWN;
  }

  [INSPECT](): string {
    return SHOWN;
  }
}
