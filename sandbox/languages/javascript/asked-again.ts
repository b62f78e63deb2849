// A plain program that makes noted calls again and writes down, a line of JSON each, what else they do:
// what they leave changed in the process, and what becomes of them without an argument, again and
// again, and with a longer list. It judges nothing.

const SHARED = String.raw`
const MODULES = ['fs', 'path', 'os', 'util', 'events', 'http', 'https', 'net', 'tls', 'child_process', 'crypto', 'url', 'timers', 'stream', 'querystring', 'zlib', 'dns', 'buffer', 'assert'];
const owners = [...MODULES.map((name) => [name, require('node:' + name)])];
for (const name of Object.getOwnPropertyNames(globalThis)) {
  const own = Object.getOwnPropertyDescriptor(globalThis, name);
  if (!own || !('value' in own) || own.value === null || own.value === globalThis || own.value === process) continue;
  if (typeof own.value === 'function' || typeof own.value === 'object') owners.push([name, own.value]);
  if (typeof own.value === 'function' && own.value.prototype) owners.push([name + '.prototype', own.value.prototype]);
}
/* What is made when it is asked for is no change. */
const LATER = Symbol();
const propertiesOf = (owner) => Reflect.ownKeys(owner).flatMap((key) => {
  const own = Object.getOwnPropertyDescriptor(owner, key);
  return own ? [[String(key), 'value' in own ? own.value : LATER]] : [];
});
const shared = () => {
  const all = new Map([['the working directory', process.cwd()], ['the mask of new files', process.umask()]]);
  for (const name of Object.keys(process.env)) all.set('the variable ' + name, process.env[name]);
  for (const name of process.eventNames()) all.set('listeners of ' + String(name), process.listenerCount(name));
  for (const [name, value] of propertiesOf(globalThis)) all.set(name, value);
  for (const [owner, object] of owners) for (const [name, value] of propertiesOf(object)) all.set(owner + '.' + name, value);
  return all;
};
const changed = (before, after) => [...new Set([...before.keys(), ...after.keys()])].filter((name) => !Object.is(before.get(name), after.get(name)) && before.get(name) !== LATER && after.get(name) !== LATER);
`;

/** In the same program as TELL and `found`. */
export const ASK_AGAIN = String.raw`
${SHARED}
const say = (line) => fs.appendFileSync(path.join(__dirname, 'again.jsonl'), JSON.stringify(line) + '\n');
const tell = (value) => value === undefined ? 'gives undefined' : gives(value);
const isRestFirst = process.env.REST_FIRST === '1';
const isList = (value) => Array.isArray(value);
const isRecord = (value) => value !== null && typeof value === 'object' && !isList(value);
const load = async (file) => {
  try { return require(file); } catch (error) {
    // One that waits for something while it is loaded.
    if (error?.code !== 'ERR_REQUIRE_ASYNC_MODULE') throw error;
    return await import('file://' + file);
  }
};
const own = async (call) => found(await load(path.resolve(call.path)), call.name);
const run = async (call, args) => {
  try { const value = await (await own(call))(...args); return { value, said: tell(value) }; } catch (error) { return { error, said: throws(error) }; }
};
const argsOf = (call) => JSON.parse(call.args);
const shorter = (args) => {
  const last = args.at(-1);
  const rest = args.slice(0, -1);
  const keys = isRecord(last) ? Object.keys(last) : [];
  return [
    ...(args.length > 1 ? [[isRecord(last) && keys.length === 1 ? keys[0] : 'argument ' + args.length, rest]] : []),
    ...(keys.length > 1 ? keys.map((key) => [key, [...rest, Object.fromEntries(Object.entries(last).filter(([name]) => name !== key))]]) : []),
  ];
};
const isThere = async (call) => { try { return typeof await own(call) === 'function'; } catch { return false; } };
const takes = (made) => {
  const text = Function.prototype.toString.call(made);
  const list = /^(?:async\s+)?function[^(]*\(([^()=.{}[\]]*)\)/.exec(text)?.[1];
  return list === undefined || /\barguments\b/.test(text) ? Infinity : made.length;
};
const spoil = (value) => {
  try { if (isList(value)) value.push('spoilt'); else value.spoilt = true; } catch {}
};
const spoilt = async (at, call) => {
  const [one, other] = [await run(call, argsOf(call)), await run(call, argsOf(call))];
  if (one.said !== other.said || !(isList(other.value) || isRecord(other.value))) return;
  spoil(other.value);
  if (tell(other.value) !== one.said && (await run(call, argsOf(call))).said === tell(other.value)) say({ at, spoilt: true });
};
const without = async (at, call) => {
  const args = argsOf(call);
  const ask = async (given) => (await run(call, given)).said;
  for (const [label, rest] of shorter(args)) {
    const isKnown = await isThere(call);
    const isNew = isKnown && takes(await own(call)) < args.length;
    const early = isRestFirst ? await ask(rest) : undefined;
    const full = await ask(argsOf(call));
    const late = early ?? await ask(rest);
    const isSteady = full === await ask(argsOf(call)) && late === await ask(rest);
    say({ at, label, isNew, isThere: isKnown, isSteady, full, rest: late });
  }
};
const often = async (at, call) => {
  const end = performance.now() + 400;
  const { said } = await run(call, argsOf(call));
  if (!said.startsWith('gives ')) return;
  for (let time = 2; time <= 300 && performance.now() < end; time += 1) {
    const now = (await run(call, argsOf(call))).said;
    if (now === said) continue;
    if (time > 4) say({ at, time, said, now });
    return;
  }
};
const put = (call, index, value) => argsOf(call).map((one, at) => at === index ? value : one);
const isDeep = (error) => error instanceof RangeError && /call stack/.test(error.message);
const longer = async (at, call) => {
  for (const [index, arg] of argsOf(call).entries()) {
    if (isList(arg) && arg.length > 0) {
      for (let size = 32; size <= 262144; size *= 2) {
        const args = put(call, index, Array.from({ length: size }, (_, from) => arg[from % arg.length]));
        const start = performance.now();
        const { error } = await run(call, args);
        if (isDeep(error)) { say({ at, long: size }); break; }
        if (performance.now() - start > 100) break;
      }
    }
    if (typeof arg === 'string' && /\p{L}/u.test(arg) && !/\d/.test(arg)) {
      say({ at, begins: true });
      await run(call, put(call, index, arg.repeat(200).slice(0, 200) + '!'));
      say({ at, ends: true });
      for (let size = 256; size <= 262144 && /^[\p{L}\s.,-]+$/u.test(arg); size *= 2) {
        const start = performance.now();
        const { error } = await run(call, put(call, index, arg.repeat(size).slice(0, size)));
        if (isDeep(error)) { say({ at, long: size }); break; }
        if (performance.now() - start > 100) break;
      }
    }
  }
};
(async () => {
  const calls = JSON.parse(fs.readFileSync(path.join(__dirname, 'calls.json'), 'utf8'));
  if (isRestFirst) {
    for (const [at, call] of calls.entries()) await without(at, call);
    return;
  }
  const before = shared();
  for (const call of calls) await run(call, argsOf(call));
  say({ left: changed(before, shared()) });
  const counts = new Map();
  for (const [at, call] of calls.entries()) await without(at, call);
  for (const ask of [spoilt, often, longer]) {
    counts.clear();
    for (const [at, call] of calls.entries()) {
      const count = (counts.get(call.name) ?? 0) + 1;
      counts.set(call.name, count);
      if (count <= 2 && performance.now() < 3000) await ask(at, call);
    }
  }
})();
`;
