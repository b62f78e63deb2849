// What alters values in JavaScript: the body of a function of `given`, in every JavaScript there is.
// It keeps one state for all files of a process, and notes outside what it did. Pure.

export const HELPER = String.raw`
const key = Symbol.for(given.marks);
if (globalThis[key]) return globalThis[key];
const noted = new Set(), firsts = new Map(), times = new Map();
let depth = 0;
const note = (word) => {
  if (noted.has(word)) return;
  noted.add(word);
  try { process.getBuiltinModule('node:fs').appendFileSync(given.marks, word + '\n'); } catch {}
};
const NO = Symbol();
const ROUNDS = ['abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '0123456789'];
const next = (c) => {
  const round = ROUNDS.find((one) => one.includes(c));
  return round === undefined ? c : round[(round.indexOf(c) + given.turn) % round.length];
};
const last = (c) => next(c) !== c ? next(c) : c === '~' ? '-' : '~';
const text = (kind, s) => {
  if (kind === 'more') return s + '.';
  if (s === '') return NO;
  const end = s.slice(0, -1) + last(s.at(-1));
  if (kind === 'one') return end;
  const other = s.length === 1 ? next(s) : s[0] + s.slice(1).replace(/[a-z0-9]/gi, next);
  return other === s ? end : other;
};
const step = (x) => Math.max(1, Math.ceil(Math.abs(x) / 8));
const number = (kind, x) => {
  if (kind === 'more' || !Number.isFinite(x)) return NO;
  return kind === 'other' ? x + step(x) : x - step(x);
};
const list = (kind, all, left) => {
  if (kind === 'one') return all.length === 0 ? NO : all.slice(0, -1);
  if (kind === 'more') {
    if (all.length === 0) return [0];
    const turned = [...all].reverse();
    return turned.some((one, at) => !Object.is(one, all[at])) ? turned : [...all, all.at(-1)];
  }
  let isOther = false;
  const made = all.map((one) => {
    const altered = alter('other', one, left);
    if (altered === NO) return one;
    isOther = true;
    return altered;
  });
  return isOther ? made : all.length === 0 ? NO : all.slice(0, -1);
};
const fields = (kind, pairs, left) => {
  if (pairs.length === 0) return NO;
  const made = [...pairs];
  const order = pairs.map((_, at) => at);
  if (kind !== 'more') order.reverse();
  let isOther = false;
  for (const at of order) {
    const [name, value] = pairs[at];
    let altered = alter(kind, value, left);
    if (altered === NO && kind !== 'other') altered = alter('other', value, left);
    if (altered === NO) continue;
    made[at] = [name, altered];
    isOther = true;
    if (kind !== 'other') break;
  }
  return isOther ? made : NO;
};
const sort = (value) => Object.prototype.toString.call(value).slice(8, -1);
const isPlain = (value) => {
  const proto = Object.getPrototypeOf(value);
  if (proto !== null && Object.getPrototypeOf(proto) !== null) return false;
  // One with functions does something: a test asks those.
  return Object.values(Object.getOwnPropertyDescriptors(value)).every((one) => 'value' in one && typeof one.value !== 'function');
};
const isBare = (value) => Reflect.ownKeys(value).length === 0 && /^(?:Map|Set)$/.test(Object.getPrototypeOf(value).constructor?.name);
let count = 0;
const alter = (kind, value, left = 4) => {
  count += 1;
  if (left === 0 || count > 50000) return NO;
  if (typeof value === 'string') return text(kind, value);
  if (typeof value === 'number') return number(kind, value);
  if (typeof value === 'bigint') return kind === 'more' ? NO : kind === 'other' ? value + 1n : value - 1n;
  if (typeof value === 'boolean') return kind === 'other' ? !value : NO;
  if (typeof value !== 'object' || value === null) return NO;
  if (Array.isArray(value)) return Object.isFrozen(value) ? frozen(list(kind, value, left - 1)) : list(kind, value, left - 1);
  switch (sort(value)) {
    case 'Date': return kind === 'more' || Number.isNaN(+value) ? NO : new value.constructor(+value + (kind === 'other' ? 864e5 : 1000));
    case 'Map': { if (!isBare(value)) return NO; const made = fields(kind, [...value], left - 1); return made === NO ? NO : new value.constructor(made); }
    case 'Set': { if (!isBare(value) || value.size === 0) return NO; const made = list(kind, [...value], left - 1); return made === NO ? NO : new value.constructor(made); }
    case 'Uint8Array': {
      if (kind === 'more' || value.length === 0) return NO;
      if (kind === 'one') return value.subarray(0, -1);
      const made = value.slice === undefined ? value : new Uint8Array(value);
      made[made.length - 1] ^= 1;
      return typeof Buffer === 'function' && Buffer.isBuffer(value) ? Buffer.from(made) : made;
    }
    case 'Object': {
      if (!isPlain(value)) return NO;
      const made = fields(kind, Object.entries(value), left - 1);
      if (made === NO) return NO;
      const copy = Object.create(Object.getPrototypeOf(value), Object.getOwnPropertyDescriptors(value));
      for (const [name, one] of made) Object.defineProperty(copy, name, { value: one, writable: true, enumerable: true, configurable: true });
      return Object.isFrozen(value) ? Object.freeze(copy) : copy;
    }
    default: return NO;
  }
};
const frozen = (value) => (value === NO ? NO : Object.freeze(value));
const altered = (kind, value) => {
  count = 0;
  try { return alter(kind, value); } catch { return NO; }
};
const KINDS = ['other', 'one', 'more'];
const isError = (value) => sort(value) === 'Error' || value instanceof Error;
const failure = (kind, error) => {
  if (kind === 'one') return error.constructor?.name === 'Error' ? NO : () => {
    Object.setPrototypeOf(error, Error.prototype);
    if (error.name !== 'Error') Object.defineProperty(error, 'name', { value: 'Error', configurable: true, writable: true });
  };
  if (typeof error.message !== 'string') return NO;
  const made = text(kind, error.message);
  return made === NO ? NO : () => Object.defineProperty(error, 'message', { value: made, configurable: true, writable: true });
};
const out = (value, index, isInner) => {
  if (value !== null && typeof value === 'object' && sort(value) === 'Promise') {
    return value.then((one) => out(one, index, isInner), (error) => { throw thrown(error, isInner); });
  }
  if (value !== null && typeof value === 'object' && isError(value)) return thrown(value, isInner);
  const can = KINDS.filter((kind) => altered(kind, value) !== NO);
  if (can.length === 0) return value;
  for (const kind of can) note((isInner ? 'inner ' : 'gives ') + kind);
  if (isInner && !given.isDeep) return value;
  times.set(index, (times.get(index) ?? 0) + 1);
  if (times.get(index) === 2) note('again');
  if (given.alteration === 'plain') return value;
  if (given.alteration === 'nothing') { note('altered'); return undefined; }
  if (given.alteration === 'first') {
    if (!firsts.has(index)) { firsts.set(index, value); return value; }
    const first = firsts.get(index);
    if (Object.is(first, value)) return value;
    note('altered');
    return first;
  }
  const isOnce = given.alteration === 'once';
  const made = isOnce && times.get(index) > 1 ? NO : altered(isOnce ? 'other' : given.alteration, value);
  if (made === NO) return value;
  note('altered');
  return made;
};
const thrown = (error, isInner) => {
  if (error === null || typeof error !== 'object' || !isError(error)) return error;
  for (const kind of KINDS) if (failure(kind, error) !== NO) note((isInner ? 'inner ' : 'gives ') + kind + ' thrown');
  if ((isInner && !given.isDeep) || !KINDS.includes(given.alteration)) return error;
  const make = failure(given.alteration, error);
  try { if (make !== NO) { make(); note('altered thrown'); } } catch {}
  return error;
};
globalThis[key] = {
  enter() { depth += 1; note('reached'); },
  leave() { depth -= 1; },
  give(value, index, base) { note('reached'); return out(value, index, depth > base); },
  thrown(error) { return thrown(error, depth > 1); },
};
return globalThis[key];
`;
