// Finds known secret values in text that arrives in pieces: as they are, in their usual encodings,
// whole or in part. Every run of 16 characters of a form is looked for, so that a value that was
// wrapped, cut or indented is found too. Pure.
import type { Finder, View } from './stream.ts';

/** Shorter values are part of ordinary words and numbers. */
const SHORTEST_VALUE = 8;
const WINDOW = 16;

/** All windows of one width, with a sieve of their hashes so that most places cost one lookup. */
type Windows = { width: number; texts: Set<string>; sieve: Uint8Array; leadFactor: number };

/** The expensive part, done once; the result starts a finder for each stream. */
export function prepareValueFinder(values: readonly string[]): () => Finder {
  const forms = values.filter((value) => value.length >= SHORTEST_VALUE).flatMap(formsOf);
  const groups = groupByWidth(new Set(forms));
  const heldBack = Math.max(0, ...groups.map(({ width }) => width - 1));
  return () => {
    let next = 0;
    return {
      scan(view) {
        for (const group of groups) hideWindows(group, view, next);
        next = view.isEnd ? view.text.length : Math.max(next, view.text.length - heldBack);
        return next;
      },
      forget(count) {
        next -= count;
      },
    };
  };
}

function hideWindows({ width, texts, sieve, leadFactor }: Windows, view: View, from: number): void {
  const { text, hidden } = view;
  const last = text.length - width;
  if (from > last) return;
  let hash = hashOf(text.slice(from, from + width));
  for (let at = from; at <= last; at += 1) {
    if (sieve[slotOf(hash, sieve)] === 1 && texts.has(text.slice(at, at + width))) {
      hidden.fill(1, at, at + width);
    }
    const withoutFirst = hash - Math.imul(text.charCodeAt(at), leadFactor);
    hash = (Math.imul(withoutFirst, HASH_FACTOR) + text.charCodeAt(at + width)) | 0;
  }
}

function groupByWidth(forms: ReadonlySet<string>): Windows[] {
  const byWidth = new Map<number, Set<string>>();
  for (const form of forms) {
    const width = Math.min(WINDOW, form.length);
    const texts = byWidth.get(width) ?? new Set();
    byWidth.set(width, texts);
    for (let at = 0; at + width <= form.length; at += 1) texts.add(form.slice(at, at + width));
  }
  return [...byWidth].map(([width, texts]) => {
    const sieve = new Uint8Array(2 ** Math.ceil(Math.log2(texts.size * 16)));
    for (const text of texts) sieve[slotOf(hashOf(text), sieve)] = 1;
    let leadFactor = 1;
    for (let power = 1; power < width; power += 1) leadFactor = Math.imul(leadFactor, HASH_FACTOR);
    return { width, texts, sieve, leadFactor };
  });
}

const HASH_FACTOR = 0x01000193;

function hashOf(text: string): number {
  let hash = 0;
  for (let at = 0; at < text.length; at += 1) {
    hash = (Math.imul(hash, HASH_FACTOR) + text.charCodeAt(at)) | 0;
  }
  return hash;
}

/** The size of a sieve is a power of two. */
function slotOf(hash: number, sieve: Uint8Array): number {
  return (hash ^ (hash >>> 15)) & (sieve.length - 1);
}

function formsOf(value: string): string[] {
  const core = withoutPemBoundaries(value.toWellFormed());
  const bytes = Buffer.from(core, 'utf8');
  const lines = core.split(/\r?\n/);
  const quoted = quote(core);
  const forms = [
    core,
    ...(lines.length > 1 ? [...lines, lines.join('')] : []),
    quoted,
    quote(quoted),
    Array.from(core).toReversed().join(''),
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
    ...urlForms(core, bytes),
    ...base64Forms(bytes),
  ];
  return forms.filter((form) => form.length >= SHORTEST_VALUE);
}

/** The first and last line of a PEM are no secret, and ordinary text speaks of them. */
function withoutPemBoundaries(value: string): string {
  return value.replaceAll(/-----(?:BEGIN|END) [A-Z0-9 ]{1,64}-----/g, '').trim();
}

function quote(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function urlForms(text: string, bytes: Buffer): string[] {
  const component = encodeURIComponent(text);
  const form = new URLSearchParams([['', text]]).toString().slice(1);
  const everyByte = bytes.toString('hex').replaceAll(/../g, '%$&');
  const forms = [component, form, everyByte];
  const inOtherCase = [
    ...[component, form].map((each) => each.replaceAll(/%../g, (code) => code.toLowerCase())),
    everyByte.toUpperCase(),
  ];
  return [...forms, ...inOtherCase];
}

/**
 * Base64 takes three bytes at a time, so a value inside a longer text looks different at each of
 * three alignments. Characters that also depend on neighbouring bytes are left out.
 */
function base64Forms(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((shift) => {
    const shifted = Buffer.concat([Buffer.alloc(shift), bytes]);
    const from = Math.ceil((shift * 8) / 6);
    const to = Math.floor((shifted.length * 8) / 6);
    const encodings = ['base64', 'base64url'] as const;
    return encodings.map((encoding) => shifted.toString(encoding).slice(from, to));
  });
}
