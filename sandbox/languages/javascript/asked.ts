// Calls of functions on the top level of a file of JavaScript or TypeScript: noted, and made again.
import { type Asked, WITHIN_LIMITS } from '../../syntax/code/asked.ts';
import { type Edit, type Wrap, wrapping } from '../../syntax/code/perturb.ts';
import { named, type View } from '../../syntax/code/view.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { ASK_AGAIN } from './asked-again.ts';

const FUNCTION = /^(?:arrow_function|(?:generator_)?function(?:_expression)?)$/;

/** What is as plain here as there, and how it is told. */
const TELL = String.raw`
const isPlain = (value, left = 6) => {
  if (value === null || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0);
  if (typeof value === 'string') return value.length < 4000;
  if (typeof value !== 'object' || left === 0) return false;
  if (Array.isArray(value)) return Array.from(value).every((one) => isPlain(one, left - 1));
  if (![Object.prototype, null].includes(Object.getPrototypeOf(value))) return false;
  return Reflect.ownKeys(value).every((key) => typeof key === 'string' && 'value' in Object.getOwnPropertyDescriptor(value, key) && isPlain(value[key], left - 1));
};
const gives = (value) => isPlain(value) ? 'gives ' + JSON.stringify(value) : 'none';
const throws = (error) => 'throws ' + error?.name + ': ' + error?.message;
`;

const NOTER = `${TELL}
const key = Symbol.for(given.marks);
if (globalThis[key]) return globalThis[key];
let depth = 0, left = 200;
const loaded = new Set();
const note = (path, name, args, said) => {
  if ((said === 'none' && name !== '') || left === 0) return;
  left -= 1;
  const line = JSON.stringify({ path, name, args, gives: said, by: process.execPath });
  try { process.getBuiltinModule('node:fs').appendFileSync(given.marks, line + '\\n'); } catch {}
};
const noted = (path, name) => ({
  apply(target, self, args) {
    if (depth > 0 || !isPlain(args, 7)) return Reflect.apply(target, self, args);
    const asked = JSON.stringify(args);
    const say = (said) => note(path, name, asked, said);
    let value;
    depth += 1;
    try { value = Reflect.apply(target, self, args); } catch (error) { say(throws(error)); throw error; } finally { depth -= 1; }
    if (!(value instanceof Promise)) { say(gives(value)); return value; }
    return value.then((one) => { say(gives(one)); return one; }, (error) => { say(throws(error)); throw error; });
  },
});
const load = (path) => {
  if (loaded.has(path) || process.argv[1]?.endsWith(path)) return;
  loaded.add(path);
  note(path, '', '[]', 'none');
};
globalThis[key] = (path, name, target) => load(path) ??
  (typeof target !== 'function' || /^class\\b/.test(Function.prototype.toString.call(target)) ? target : new Proxy(target, noted(path, name)));
return globalThis[key];
`;

const FIND = `${TELL}
const fs = require('node:fs'), path = require('node:path');
const found = (module, name) => {
  const own = module?.default;
  const all = [module?.[name], own?.[name], own?.name === name || name === 'default' ? own : undefined, module];
  return all.find((one) => typeof one === 'function');
};
`;

/** Calls follow each other without a turn in between, unless one has to be waited for. */
const ASK = `${FIND}
module.exports = (to) => {
  const calls = JSON.parse(fs.readFileSync(path.join(__dirname, 'calls.json'), 'utf8'));
  const said = [];
  const askFrom = (start) => {
    for (let at = start; at < calls.length; at += 1) {
      let value;
      try {
        value = found(require(path.resolve(calls[at].path)), calls[at].name)(...JSON.parse(calls[at].args));
      } catch (error) { said[at] = throws(error); continue; }
      if (value instanceof Promise) {
        return value.then((one) => { said[at] = gives(one); }, (error) => { said[at] = throws(error); }).then(() => askFrom(at + 1));
      }
      said[at] = gives(value);
    }
    fs.writeFileSync(path.join(__dirname, to), JSON.stringify(said));
  };
  return askFrom(0);
};
`;

export const ASKED: Asked = {
  edits(view, { name, marks, path }) {
    const call = (of: string) => `${name}()(${JSON.stringify(path)}, ${JSON.stringify(of)}, `;
    const { again, wraps } = functionsOf(view, call);
    if (again.length === 0 && wraps.length === 0) return [];
    const body = `new Function('given', ${JSON.stringify(NOTER)})(${JSON.stringify({ marks })})`;
    const end = view.tree.text.length;
    const helper = `\nfunction ${name}() { return ${body}; }\n`;
    const rest = again.map((of) => `${of} = ${call(of)}${of});\n`).join('');
    return [...wrapping(wraps), { start: end, end, text: `${helper}${rest}` } satisfies Edit];
  },
  files: {
    'ask.cjs': ASK,
    't1.test.cjs': `require('node:test').test('asks', () => require('./ask.cjs')('test.json'));\n`,
    'plain.cjs': `require('./ask.cjs')('plain.json');\n`,
    'again.cjs': `${FIND}${ASK_AGAIN}`,
  },
  asTest: ({ directory, by }) => `'${by}' --test ${directory}/t1.test.cjs`,
  plainly: ({ directory, by }) => `: | '${by}' ${directory}/plain.cjs`,
  again: ({ directory, by }) => `: | (${WITHIN_LIMITS}; '${by}' ${directory}/again.cjs)`,
};

/** Declarations can be given another value at the end; other values are wrapped where they stand. */
function functionsOf(view: View, call: (of: string) => string): { again: string[]; wraps: Wrap[] } {
  const tops = named(view.tree.root).flatMap((one) => {
    return one.type === 'export_statement' ? named(one) : [one];
  });
  const again = tops.flatMap((one) =>
    one.type === 'function_declaration' ? named(one).slice(0, 1) : [],
  );
  const wraps = tops
    .flatMap((one) => valuesOf(view, one))
    .map(({ of, value: { start, end } }): Wrap => {
      return { start, end, open: `${call(of)}(`, close: '))' };
    });
  const names = again.filter(({ type }) => type === 'identifier');
  return { again: names.map((node) => view.text(node)), wraps };
}

/** `const f = () => …` and `exports.f = function …`. */
function valuesOf(view: View, top: SyntaxNode): { of: string; value: SyntaxNode }[] {
  const pairs = [...declared(top), ...assigned(top)];
  return pairs.flatMap(([left, value]) => {
    if (left === undefined || value === undefined || !FUNCTION.test(value.type)) return [];
    const of = /[\w$]+$/.exec(view.text(left))?.[0];
    return of === undefined ? [] : [{ of, value }];
  });
}

function declared(top: SyntaxNode): (readonly [SyntaxNode | undefined, SyntaxNode | undefined])[] {
  if (!/^(?:lexical|variable)_declaration$/.test(top.type)) return [];
  return named(top).map((one) => [named(one).at(0), named(one).at(-1)] as const);
}

function assigned(top: SyntaxNode): (readonly [SyntaxNode | undefined, SyntaxNode | undefined])[] {
  const [one] = top.type === 'expression_statement' ? named(top) : [];
  if (one?.type !== 'assignment_expression') return [];
  const [left, right] = named(one);
  return left?.type === 'member_expression' ? [[left, right] as const] : [];
}
