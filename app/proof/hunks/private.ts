// Functions that only their own file can call. One that is gone is missed where it was called, and
// those lines are hunks of their own: put back alone it could be noticed by nobody. Pure.
import type { Language } from '../../../sandbox/syntax/language.ts';
import type { AddedFunction } from './added-functions.ts';

export function isPrivate(
  language: Language | undefined,
  text: string,
  { part, start, end }: AddedFunction,
): boolean {
  const { name, symbol } = part;
  if (language === 'python') return /^_(?!_)/.test(name);
  if (language === 'go') return /^\p{Ll}/u.test(name);
  const isModule = language === 'javascript' || language === 'typescript' || language === 'tsx';
  if (!isModule || symbol !== name) return false;
  const own = text.slice(start, end).replace(/^(?:\/\/[^\n]*\n|\/\*[\s\S]*?\*\/|\s)+/, '');
  return !/^(?:export|exports|module)\b/.test(own) && !exportedNames(text).has(name);
}

/** `export { a, b as c }`, `export default a`, `module.exports = { a }`, `exports.x = a`. */
function exportedNames(text: string): Set<string> {
  const lists = text.matchAll(/\bexports?\b(?:\s*\{[^}]*\}|[^;\n]*(?:\{[^}]*\})?)/g);
  return new Set([...lists].flatMap(([list]) => list.match(/[\w$]+/g) ?? []));
}
