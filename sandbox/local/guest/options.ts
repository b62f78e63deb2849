// Reads the options of a request. The guest carries no libraries, so no zod here; the server is
// trusted, this only turns a mistake into words.
import { GuestError } from './channel.ts';

export type Options = Readonly<Record<string, unknown>>;

export function stringOf(options: Options, name: string): string {
  const value = options[name];
  if (typeof value !== 'string') throw new GuestError('invalid_argument', `${name} is no string`);
  return value;
}

export function numberOf(options: Options, name: string): number {
  const value = options[name];
  if (typeof value !== 'number') throw new GuestError('invalid_argument', `${name} is no number`);
  return value;
}

export function booleanOf(options: Options, name: string): boolean {
  return options[name] === true;
}

export function stringsOf(options: Options, name: string): string[] {
  const value = options[name];
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'string')) {
    throw new GuestError('invalid_argument', `${name} is no list of strings`);
  }
  return value;
}

export function recordOf(options: Options, name: string): Record<string, string> {
  const value = options[name];
  if (typeof value !== 'object' || value === null) {
    throw new GuestError('invalid_argument', `${name} is no object`);
  }
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, String(item)]));
}
