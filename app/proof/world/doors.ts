// Doors through which a program comes in that is no text in the tree: bytes made a module, a function or
// code, an address that holds a module. The runtimes themselves tell who opened one. Pure.

/** Names the rows with what was told. */
export const DOORS = 'doors';

/** Where it is noted, under a name that nobody knows beforehand. */
export function doorVariables(marks: string): Record<string, string> {
  return { NOTED_DOORS: marks };
}

/** `DOOR PATH`, a line each, in no order. */
export function readDoors(written: string, paths: ReadonlySet<string>): string[] {
  const lines = written.split('\n').filter((line) => {
    const [, door, path = ''] = /^([\w.:]+) (.+)$/.exec(line) ?? [];
    return door !== undefined && paths.has(path);
  });
  return [...new Set(lines)].sort();
}

/** By name in the directory. */
export const DOOR_FILES: Readonly<Record<string, string>> = {
  'doors.cjs': String.raw`const fs = require('node:fs'), vm = require('node:vm'), path = require('node:path');
const marks = process.env.NOTED_DOORS, root = process.cwd();
const append = fs.appendFileSync;
const place = (at) => path.relative(root, at.replace(/^file:\/\//, '').replace(/[?#].*$/, ''));
const note = (door, at) => { try { if (marks && at) append(marks, door + ' ' + place(at) + '\n'); } catch {} };
const opener = () => {
  for (const line of new Error().stack.split('\n').slice(1)) {
    const at = /((?:file:\/\/)?\/[^()]*?):\d+:\d+\)?$/.exec(line)?.[1];
    if (at !== undefined && at.replace(/^file:\/\//, '') !== __filename) return at;
  }
};
const told = (of, name, door, is = () => true) => {
  const own = of[name];
  if (typeof own !== 'function') return;
  of[name] = new Proxy(own, {
    apply(target, self, args) { if (is(args)) note(door, opener()); return Reflect.apply(target, self, args); },
    construct(target, args, as) { if (is(args)) note(door, opener()); return Reflect.construct(target, args, as); },
  });
};
for (const name of ['Module', 'compile', 'instantiate']) told(WebAssembly, name, 'wasm', ([one]) => !(one instanceof WebAssembly.Module));
const isCached = (args) => args.some((one) => one !== null && typeof one === 'object' && 'cachedData' in one);
for (const name of ['Script', 'compileFunction', 'SourceTextModule']) told(vm, name, 'cached', isCached);
try {
  require('node:module').registerHooks({
    resolve(name, context, next) { if (name.startsWith('data:')) note('data:', context.parentURL); return next(name, context); },
  });
} catch {}
`,
  'doors.py': String.raw`import os, sys
_marks, _root = os.environ.get('NOTED_DOORS', ''), os.getcwd() + os.sep
_doors = {'marshal.loads': 'marshal', 'code.__new__': 'code', 'function.__new__': 'function'}
def _opened(event, _given):
    door = _doors.get(event)
    if door is None or not _marks:
        return
    frame = sys._getframe(1)
    while frame is not None and not frame.f_code.co_filename.startswith('<frozen'):
        name = os.path.abspath(frame.f_code.co_filename)
        if name.startswith(_root) and 'site-packages' not in name:
            where = os.open(_marks, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o666)
            os.write(where, (door + ' ' + name[len(_root):] + chr(10)).encode())
            os.close(where)
            return
        frame = frame.f_back
sys.addaudithook(_opened)
`,
};
