// The shapes of secrets: tokens of GitHub, model providers and E2B, JWTs, private keys,
// authorization values, passwords in URLs. Text here is often JSON, so a token may follow `\n`
// spelled out, and what is hidden never ends inside such an escape. Every pattern is bounded. Pure.
import type { View } from './stream.ts';

export type Shape = {
  /** A text that begins it, as source of a regular expression; case is ignored here only. */
  trigger: string;
  /** The part to hide, as far as the opener reaches; `wait` if more text is needed to tell. */
  open(view: View, at: number): { from: number; end: number } | 'wait' | undefined;
  /** How far the hidden part goes on, and whether text to come may belong to it. */
  rest?(view: View, from: number): { end: number; isOpen: boolean };
};

export function createShapes(): Shape[] {
  return [...tokenShapes(), ...keyShapes(), ...credentialShapes()];
}

/** Where two triggers begin alike, the longer one comes first. */
function tokenShapes(): Shape[] {
  return [
    {
      trigger: 'ghs_',
      open: opener({ pattern: /(ghs_[\w.-]{16})/, pending: /[\w.-]*$/, longest: 20 }),
      rest: run(/[\w.-]/),
    },
    {
      trigger: 'gh[opur]_|github_pat_',
      open: opener({ pattern: /((?:gh[opur]|github_pat)_\w{16})/, pending: /\w*$/, longest: 27 }),
      rest: run(/\w/),
    },
    {
      trigger: 'sk-ant-',
      open: opener({ pattern: /(sk-ant-[\w-]{8})/, pending: /[\w-]*$/, longest: 15 }),
      rest: run(/[\w-]/),
    },
    {
      trigger: 'sk-',
      open: opener({ pattern: SK_KEY, pending: /[\w-]*$/, longest: 70 }),
      rest: run(/[\w-]/),
    },
    {
      trigger: 'e2b_',
      open: opener({ pattern: /(e2b_[A-Za-z0-9]{16})/, pending: /\w*$/, longest: 20 }),
      rest: run(/[A-Za-z0-9]/),
    },
  ];
}

function keyShapes(): Shape[] {
  return [
    { trigger: 'eyJ', open: createJwtOpener(), rest: run(/[\w.-]/) },
    {
      trigger: '-----BEGIN ',
      open: opener({ pattern: PEM_BEGIN, pending: /[-\w+/=:, \s\\>|#]*$/, longest: 210 }),
      rest: pemRest,
    },
  ];
}

function credentialShapes(): Shape[] {
  return [
    {
      trigger: 'authorization',
      open: opener({ pattern: AUTHORIZATION, pending: /[\w.~+/=%\s"'\\:,-]*$/, longest: 170 }),
      rest: run(TOKEN_CHARACTER),
    },
    {
      trigger: 'bearer',
      open: opener({ pattern: BEARER, pending: /[\w.~+/=%\s-]*$/, longest: 90 }),
      rest: run(TOKEN_CHARACTER),
    },
    {
      trigger: 'basic',
      open: opener({ pattern: BASIC, pending: /[\w+/=%\s]*$/, longest: 90 }),
      rest: run(TOKEN_CHARACTER),
    },
    {
      trigger: ':(?:\\/\\/|\\\\\\/\\\\\\/)',
      open: opener({
        pattern: URL_PASSWORD,
        pending: /:[\\/]{0,4}[^\s/?#@"'<>\\`]*$/,
        longest: 650,
      }),
    },
  ];
}

/** What may stand between a scheme and its value, also inside a URL. */
const SPACE = String.raw`(?:\s|%20|\+){1,4}`;
const TOKEN_CHARACTER = /[\w.~+/=-]/;

/** Kebab-case words end in `sk-` too (`task-…`): nothing of a word before it, a digit in it. */
const SK_KEY =
  /(?<=^|[^A-Za-z0-9]|\\[nrtbf]|%[0-9A-Fa-f]{2}|\[[0-9;]{0,8}m)(sk-(?:[\w-]{1,24}-)?(?=[A-Za-z_]{0,40}\d)\w{16})/;

/** With its header named, a short value will do; without, `basic understanding` must stay. */
const AUTHORIZATION = new RegExp(
  String.raw`(?:[Aa]uthorization|AUTHORIZATION)(?:["'\\:=,\s]|%3A|%20){1,16}` +
    String.raw`(?:[Bb]earer|BEARER|[Bb]asic|BASIC|[Tt]oken|TOKEN)${SPACE}` +
    String.raw`((?=[a-z._~+/=-]{0,64}[A-Z\d])[\w.~+/=-]{8})`,
);
const BEARER = new RegExp(
  String.raw`(?:[Bb]earer|BEARER)${SPACE}((?=[A-Za-z._~+/=-]{0,64}\d)[\w.~+/=-]{16})`,
);
const BASIC = new RegExp(
  String.raw`(?:[Bb]asic|BASIC)${SPACE}` +
    String.raw`((?=[A-Za-z+/]{0,64}\d)(?=[a-z\d+/]{0,64}[A-Z])[A-Za-z0-9+/]{16})`,
);

const URL_PASSWORD = /:(?:\/\/|\\\/\\\/)[^\s/?#@:"'<>\\`]{0,128}:([^\s/?#@"'<>\\`]{1,512})(?=@)/;

const PEM_BEGIN =
  /(-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:\s|\\{1,4}[nr]|[>|#+]){0,24}(?:[A-Za-z0-9+/=]{16}|(?:Proc-Type|Version|Comment):))/;
const PEM_END = /-----END [A-Z0-9 ]{0,40}-----/;
const LONGEST_PEM_END = 56;

type Opener = { pattern: RegExp; pending: RegExp; longest: number };

/**
 * Group 1 of the pattern, at its end, is what is hidden. The pattern needs at most `longest`
 * characters; with fewer, text that `pending` matches may still become an opener.
 */
function opener({ pattern, pending, longest }: Opener): Shape['open'] {
  const exact = sticky(pattern);
  const partial = sticky(pending);
  return ({ text, isEnd }, at) => {
    exact.lastIndex = at;
    const match = exact.exec(text);
    if (match !== null) {
      return { from: exact.lastIndex - (match[1]?.length ?? 0), end: exact.lastIndex };
    }
    if (isEnd || text.length - at >= longest) return undefined;
    partial.lastIndex = at;
    return partial.test(text) ? 'wait' : undefined;
  };
}

function sticky(pattern: RegExp): RegExp {
  return new RegExp(pattern.source, 'y');
}

function run(character: RegExp): Exclude<Shape['rest'], undefined> {
  const isInside = Array.from({ length: 128 }, (_, code) =>
    character.test(String.fromCharCode(code)),
  );
  return ({ text, isEnd }, from) => {
    let end = from;
    while (isInside[text.charCodeAt(end)] === true) end += 1;
    return { end, isOpen: end === text.length && !isEnd };
  };
}

const LONGEST_JWT_HEADER = 1024;
const SHORTEST_JWT_PART = 8;

/**
 * A base64url header that begins `{"`, a dot, and the beginning of a body. One run of characters
 * may hold the trigger many times, so the end of the run is found once per view.
 */
function createJwtOpener(): Shape['open'] {
  const partEnd = run(/[\w-]/);
  let last: { view: View; end: number } | undefined;
  return (view, at) => {
    if (!view.text.startsWith('eyJ', at)) return undefined;
    const known = last?.view === view && last.end > at ? last.end : at;
    const { end, isOpen } = partEnd(view, known);
    last = { view, end };
    const length = end - at;
    if (length > LONGEST_JWT_HEADER) return undefined;
    if (isOpen) return 'wait';
    if (view.text[end] !== '.' || !isJwtHeader(view.text.slice(at, end))) return undefined;
    const bodyFrom = end + 1;
    const body = view.text.slice(bodyFrom, bodyFrom + SHORTEST_JWT_PART);
    if (/^[\w-]{8}/.test(body)) return { from: at, end: bodyFrom + SHORTEST_JWT_PART };
    return /^[\w-]*$/.test(body) && body.length < SHORTEST_JWT_PART && !view.isEnd
      ? 'wait'
      : undefined;
  };
}

/** Names such as `keyJsonFormat` hold the trigger too; a header decodes to `{"name":`. */
function isJwtHeader(part: string): boolean {
  const beginning = Buffer.from(part.slice(0, 64), 'base64url').toString('latin1');
  return /^\{"[\w-]{1,32}" *:/.test(beginning);
}

/** Up to the END line; without one, up to the first character that no PEM holds, such as a quote. */
function pemRest({ text, isEnd }: View, from: number): { end: number; isOpen: boolean } {
  const isInside = /[\w+/=\s:,.()>|#-]/;
  const boundary = sticky(PEM_END);
  const escape = /\\{1,4}[nr]/y;
  let end = from;
  while (end < text.length) {
    const character = text.charAt(end);
    if (character === '-' || character === '\\') {
      boundary.lastIndex = end;
      if (boundary.test(text)) return { end: boundary.lastIndex, isOpen: false };
      if (!isEnd && text.length - end < LONGEST_PEM_END) return { end, isOpen: true };
      escape.lastIndex = end;
      if (escape.test(text)) {
        end = escape.lastIndex;
        continue;
      }
    }
    if (!isInside.test(character)) break;
    end += 1;
  }
  return { end, isOpen: end === text.length && !isEnd };
}
