// Comments nobody would write, made from the pieces that matter. The same seed gives the same ones.

const PIECES = [
  '/',
  '/approve',
  '/revise',
  '/extend',
  '/widen',
  '/allow',
  '/rate',
  '/lgtm',
  ' ',
  '\n',
  '\r\n',
  '\t',
  '    ',
  '> ',
  '`',
  '```',
  '~~~',
  '<!--',
  '-->',
  '<!-',
  '->',
  '--',
  '$',
  '$2',
  'max=',
  'max=$3',
  'escalate=L2',
  '30m',
  '1',
  '-1',
  '9'.repeat(30),
  '../..',
  'src/a.ts',
  'yes',
  'no',
  'always',
  '5f1d7a84-9c1b-4c3e-8f57-2b1c9a0d4e6f',
  '\u200b',
  '\u202e',
  '\u{e0041}',
  '\ufeff',
  '\0',
  '\u001b[31m',
  '\ud83d',
  '😀',
  'é',
  '__proto__',
  'constructor',
  '${{ secrets.X }}',
  '{{x}}',
  '$(id)',
  "'; drop table jobs;--",
  'a'.repeat(300),
];

export function* fuzzBodies(count: number, seed: number): Generator<string> {
  const next = random(seed);
  const piece = () => PIECES[Math.floor(next() * PIECES.length)] ?? '';
  for (let made = 0; made < count; made += 1) {
    const length = Math.floor(next() * 12);
    const start = next() < 0.4 ? `/${['approve', 'x', 'stop', 'rate'][made % 4]} ` : '';
    yield start + Array.from({ length }, piece).join('');
  }
}

/** Mulberry32. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
