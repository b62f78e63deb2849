import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { suite, test } from 'node:test';
import { createRedactor } from '../../../app/redact/redact.ts';

const MARK = '[redacted]';
/** Holds what JSON, URLs and base64url spell differently. */
const CANARY = 'cnry 7f3Qz+9/Lw"x\\Ty=2b8?KpVd40~sRmUe';
const MEGABYTE = 1024 * 1024;
const utf8 = (text: string) => Buffer.from(text, 'utf8');
const quote = (text: string) => JSON.stringify(text).slice(1, -1);
const everyByte = (text: string) => utf8(text).toString('hex').replaceAll(/../g, '%$&');
const lowerCodes = (text: string) => text.replaceAll(/%../g, (code) => code.toLowerCase());

const ENCODINGS: Record<string, (text: string) => string> = {
  'as it is': (text) => text,
  'as JSON': quote,
  'as JSON in JSON': (text) => quote(quote(text)),
  reversed: (text) => text.split('').toReversed().join(''),
  'as hex': (text) => utf8(text).toString('hex'),
  'as upper case hex': (text) => utf8(text).toString('hex').toUpperCase(),
  'as part of a URL': encodeURIComponent,
  'as part of a URL in lower case': (text) => lowerCodes(encodeURIComponent(text)),
  'as a form field': (text) => new URLSearchParams({ a: text }).toString().slice(2),
  'as percent codes': everyByte,
  'as upper case percent codes': (text) => everyByte(text).toUpperCase(),
};
for (const encoding of ['base64', 'base64url'] as const) {
  for (const before of ['', 'a', 'ab']) {
    ENCODINGS[`as ${encoding} behind ${before.length} bytes`] = (text) =>
      utf8(`${before}${text}zz`).toString(encoding);
  }
}

suite('known values', () => {
  const redactor = createRedactor([CANARY]);

  for (const [name, encode] of Object.entries(ENCODINGS)) {
    test(`a value ${name} is never given out, wherever the text is cut`, () => {
      const form = encode(CANARY);
      const text = `before ${form} after`;
      const whole = redactor.redact(text);
      assert.match(whole, /^before .{0,3}\[redacted\].{0,6} after$/);
      assertNoRun(whole, form);
      for (let cut = 0; cut <= text.length; cut += 1) {
        assert.equal(inPieces(redactor, [text.slice(0, cut), text.slice(cut)]), whole);
      }
      assert.equal(inPieces(redactor, text.split('')), whole);
    });
  }

  test('a value cut short, wrapped or indented is found as far as it goes', () => {
    assert.equal(redactor.redact(`${CANARY.slice(0, 20)}…`), `${MARK}…`);
    assert.equal(redactor.redact(`…${CANARY.slice(-16)}`), `…${MARK}`);
    const lines = `${CANARY.slice(0, 18)}\n    ${CANARY.slice(18)}`;
    assert.equal(redactor.redact(lines), `${MARK}\n    ${MARK}`);
  });

  test('values of fewer than 8 characters are ignored, others are hidden whole', () => {
    const short = createRedactor(['', 'seven77', 'eight888']);
    assert.equal(short.redact('seven77 eight888 eight88'), `seven77 ${MARK} eight88`);
  });

  test('values side by side leave one mark, values apart one each', () => {
    const two = createRedactor(['first-value-1', 'second-value-2']);
    assert.equal(two.redact('first-value-1second-value-2'), MARK);
    assert.equal(two.redact('first-value-1 second-value-2'), `${MARK} ${MARK}`);
  });
});

suite('private keys', () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = privateKey.export({ type: 'pkcs1', format: 'pem' }).toString();
  const base64 = utf8(pem).toString('base64');
  const body = pem.replaceAll(/-----.*-----\n/g, '');
  const [from, to] = [pem.indexOf(body), pem.indexOf(body) + body.length];
  const bodyForms = [
    body,
    base64.slice(Math.ceil((from * 4) / 3), Math.floor((to * 4) / 3)),
    utf8(body).toString('hex'),
  ];
  const forms: Record<string, string> = {
    plain: pem,
    'with CRLF': pem.replaceAll('\n', '\r\n'),
    'with \\n for its line breaks': pem.replaceAll('\n', '\\n'),
    'in JSON in JSON': quote(quote(pem)),
    quoted: pem.replaceAll(/^/gm, '> '),
    'without line breaks': pem.replaceAll('\n', ''),
    'as base64 in lines': base64.replaceAll(/.{76}/g, '$&\n'),
    'as hex': utf8(pem).toString('hex'),
    'without its first line': pem.split('\n').slice(1).join('\n'),
  };

  for (const [name, form] of Object.entries(forms)) {
    test(`a known private key ${name} is hidden`, () => {
      const redactor = createRedactor([pem]);
      const result = redactor.redact(`key: ${form} end`);
      for (const bodyForm of bodyForms) assertNoRun(result, bodyForm);
      assert.match(result, /^key: [^]* end$/);
      for (const size of [1, 7, 61, 1000]) {
        assert.equal(inPieces(redactor, sliced(`key: ${form} end`, size)), result);
      }
    });
  }

  test('a foreign private key is hidden from BEGIN to END, and what follows stays', () => {
    const text = `{"key":"${quote(pem)}","next":"stays"}`;
    assert.equal(createRedactor([]).redact(text), `{"key":"${MARK}\\n","next":"stays"}`);
  });

  test('a private key cut off in the middle is hidden up to the end of its string', () => {
    const text = `{"key":"${quote(pem.slice(0, 400))}","in":"{\\"key\\":\\"${pem.slice(0, 99)}\\"}"}`;
    assert.equal(
      createRedactor([]).redact(text),
      `{"key":"${MARK}","in":"{\\"key\\":\\"${MARK}\\"}"}`,
    );
  });

  test('speaking of a private key hides nothing, even where one is known', () => {
    const text = 'It begins with -----BEGIN RSA PRIVATE KEY----- and ends; see PRIVATE_KEY.';
    assert.equal(createRedactor([pem]).redact(text), text);
  });
});

const JWT = `eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOjEyM30.${'sIg-_9'.repeat(40)}`;
const SHAPES: [name: string, before: string, secret: string, after: string][] = [
  ['personal token', 'token=', `ghp_${'aB3'.repeat(12)}`, ' end'],
  ['OAuth token', '"', `gho_${'aB3'.repeat(12)}`, '"'],
  ['user token', '', `ghu_${'aB3'.repeat(12)}`, ', end'],
  ['installation token', 'x ', `ghs_${'aB3'.repeat(12)}`, ' end'],
  ['long installation token', 'x ', `ghs_1234567_${JWT}`, ' end'],
  ['refresh token', 'x ', `ghr_${'aB3'.repeat(25)}`, ' end'],
  ['fine-grained token', 'x ', `github_pat_${'A1b2'.repeat(5)}_${'zY9'.repeat(20)}`, ' end'],
  ['token behind a spelled-out line break', 'line\\n', `ghs_${'aB3'.repeat(12)}`, '\\nnext'],
  ['Anthropic key', 'key ', `sk-ant-api03-${'Ab-_9'.repeat(20)}`, ' end'],
  ['OpenAI key', 'key ', `sk-proj-${'Ab_9'.repeat(30)}`, ' end'],
  ['OpenAI key behind a spelled-out line break', '\\n', `sk-${'Ab9'.repeat(16)}`, '\\n'],
  ['OpenAI key in colour', '\u001b[31m', `sk-${'Ab9'.repeat(16)}`, '\u001b[0m'],
  ['E2B key', 'E2B_API_KEY=', `e2b_${'0a1b'.repeat(10)}`, '\n'],
  ['JWT', 'jwt_', JWT, ' end'],
  ['bearer value', 'Bearer ', 'mF_9.B5f-4.1JqM-x2', ' end'],
  ['bearer value in a URL', 'Bearer%20', 'mF_9.B5f-4.1JqM-x2', '&end'],
  ['basic value', 'Basic ', 'dXNlcjpwYXNzd29yZA==', ' end'],
  ['short value behind its header', '"authorization":"Basic ', 'dXNlcjpw', '"'],
  ['header in JSON in JSON', '\\"Authorization\\":\\"token ', 'abcDEF123', '\\"'],
  ['URL password', 'postgres://redgreen:', 'hun:ter2%21', '@db.example/app'],
  ['URL password behind escaped slashes', 'https:\\/\\/me:', 'hunter2', '@example.com'],
  ['token as user of a URL', 'https://', `ghs_${'aB3'.repeat(12)}`, '@github.com/a/b.git'],
];

suite('shapes', () => {
  const redactor = createRedactor([]);

  for (const [name, before, secret, after] of SHAPES) {
    test(`a ${name} is hidden, wherever the text is cut`, () => {
      const text = before + secret + after;
      const expected = before + MARK + after;
      assert.equal(redactor.redact(text), expected);
      for (let cut = 0; cut <= text.length; cut += 1) {
        assert.equal(inPieces(redactor, [text.slice(0, cut), text.slice(cut)]), expected);
      }
      assert.equal(inPieces(redactor, text.split('')), expected);
    });
  }

  test('user and password of a URL are both hidden when both are secret', () => {
    const text = `https://ghs_${'aB3'.repeat(12)}:x-oauth-basic@github.com/a/b.git`;
    assert.equal(redactor.redact(text), `https://${MARK}:${MARK}@github.com/a/b.git`);
  });

  test('tokens without anything between them are all hidden', () => {
    const tokens = `e2b_${'0a1b'.repeat(10)}ghp_${'aB3'.repeat(12)}sk-ant-${'Ab9'.repeat(12)}`;
    assert.equal(redactor.redact(`<${tokens}>`), `<${MARK}>`);
    assert.equal(inPieces(redactor, `<${tokens}>`.split('')), `<${MARK}>`);
  });

  test('redacting twice changes nothing', () => {
    const text = SHAPES.map(([, before, secret, after]) => before + secret + after).join('\n');
    const once = redactor.redact(text);
    assert.equal(redactor.redact(once), once);
  });
});

const ORDINARY = [
  'The bearer of this letter has a basic understanding of authorization: token rules apply.',
  'Authorization: Bearer authentication failed. Basic functionality of the basic configuration.',
  'Send "Authorization: Bearer <token>" or "Authorization: Bearer $TOKEN".',
  'commit 9fceb02d0ae598e95dc970b74767f19372d61af8 (parent 0000000000000000000000000000000000000000)',
  'id 550e8400-e29b-41d4-a716-446655440000, digest sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b',
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  '"integrity": "sha512-9/u6bgY2+JDlb7vzKD5STG+jIErimDgtYkdB0NxmODJuKCxBvl5CVNiCB3LFUYosWowMf37aGVlKfrU5RT4e1w=="',
  'https://example.com:8443/a/b?c=d#e http://localhost:3000/@scope/name ssh://git@github.com:22/a/b',
  'postgres:///redgreen?host=/run/redgreen/postgres postgres://redgreen@/app?host=/run/x',
  'http://[::1]:3000/path and mail to someone@example.com',
  'task-0123456789abcdef0123 disk-by-uuid-0123456789 risk-management-framework-2024',
  'sk-toggleable__content sk-estimator-doc-link sk-SK sk-learn-1.2.3',
  'keyJsonSerializer.serializeEverything(heyJudeRecording.wordpress) e2b_code_interpreter_2',
  'ghs_ ghp_token gho_name github_pat_ sk-ant- eyJ eyJhIjoxfQ eyJhIjoxfQ.txt',
  '-----BEGIN CERTIFICATE-----\nMIIDdzCCAl+gAwIBAgIEAgAAuTANBgkqhkiG9w0BAQUFADBaMQswCQYDVQQGEwJJ\n',
  '-----BEGIN RSA PRIVATE KEY-----\\n...\\n-----END RSA PRIVATE KEY-----',
  '{"level":"info","time":"2026-01-01T00:00:00.000Z","jobId":"job_01","msg":"step \\"plan\\" done"}',
  'Grüße, 日本語, emoji 👩‍💻, lone \ud800 surrogate, \u0000 and \u001b[0m',
];

test('ordinary text stays as it is, in one piece and in many', () => {
  const redactor = createRedactor([CANARY, 'another-known-value-0123456789']);
  for (const text of ORDINARY) {
    assert.equal(redactor.redact(text), text);
    assert.equal(inPieces(redactor, text.split('')), text);
  }
});

suite('streams', () => {
  const redactor = createRedactor([CANARY]);

  test('pieces of any size give what the whole text gives', () => {
    const random = createRandom(20_260_101);
    const parts = [
      ...ORDINARY,
      ...SHAPES.map(([, before, secret, after]) => before + secret + after),
      ...Object.values(ENCODINGS).map((encode) => encode(CANARY)),
    ];
    for (let round = 0; round < 150; round += 1) {
      const text = Array.from({ length: 6 }, () => parts[random(parts.length)]).join(
        random(2) === 0 ? ' ' : '',
      );
      const pieces: string[] = [];
      for (let at = 0; at < text.length; ) {
        const size = 1 + random(random(2) === 0 ? 4 : 90);
        pieces.push(text.slice(at, at + size));
        at += size;
      }
      assert.equal(inPieces(redactor, pieces), redactor.redact(text), text);
    }
  });

  test('ordinary text is held back by less than the longest window', () => {
    const text = 'Tests run: 12 passed, 0 failed (3.2 s)\n'.repeat(20);
    assert.ok(mostHeldBack(redactor, text) <= 15);
  });

  test('what looks like the beginning of a secret is held back by a bounded number', () => {
    const beginnings = ['eyJ', '://user:', '-----BEGIN ', 'authorization: '];
    for (const beginning of beginnings) {
      assert.ok(mostHeldBack(redactor, beginning + 'a'.repeat(3000)) <= 1100, beginning);
    }
  });

  test('a token of 100,000 characters is hidden as it comes, not held', () => {
    const stream = redactor.stream();
    assert.equal(stream.write('ghs_1234567_'), '');
    const output = sliced('eyJ-_.0'.repeat(15_000), 11).map((piece) => stream.write(piece));
    assert.equal(output.join(''), MARK);
    assert.equal(stream.write(' and ') + stream.end(), ' and ');
  });
});

suite('hostile input of a megabyte', () => {
  const redactor = createRedactor([CANARY]);
  const unchanged = [
    'eyJ',
    'eyJhbGciOiJIUzI1NiJ9',
    '_eyJ-',
    'sk-',
    'sk-a-',
    '://a:',
    ':://::',
    'Bearer ',
    'authorization: ',
    'authorization: bearer ',
    '-----BEGIN PRIVATE KEY-----',
    '-----BEGIN ',
    CANARY.slice(0, 15),
  ];
  for (const unit of unchanged) {
    test(`of "${unit}" comes out as it went in`, () => {
      const text = unit.repeat(Math.ceil(MEGABYTE / unit.length));
      assert.ok(redactor.redact(text) === text);
    });
  }

  const swallowed = ['ghs_', 'ghp_', 'sk-ant-', 'eyJhbGciOiJIUzI1NiJ9.', CANARY];
  for (const unit of swallowed) {
    test(`of "${unit}" becomes one mark`, () => {
      assert.equal(redactor.redact(unit.repeat(Math.ceil(MEGABYTE / unit.length))), MARK);
    });
  }

  test('of a private key without an end becomes one mark', () => {
    const text = `-----BEGIN PRIVATE KEY-----\n${'QUJD'.repeat(9)}${'-----END'.repeat(MEGABYTE / 8)}`;
    assert.equal(redactor.redact(text), MARK);
  });
});

type Redactor = ReturnType<typeof createRedactor>;

function inPieces(redactor: Redactor, pieces: readonly string[]): string {
  const stream = redactor.stream();
  return pieces.map((piece) => stream.write(piece)).join('') + stream.end();
}

function sliced(text: string, size: number): string[] {
  const count = Math.ceil(text.length / size);
  return Array.from({ length: count }, (_, n) => text.slice(n * size, (n + 1) * size));
}

function mostHeldBack(redactor: Redactor, text: string): number {
  const stream = redactor.stream();
  let given = 0;
  const held = text.split('').map((character, n) => {
    given += stream.write(character).length;
    return n + 1 - given;
  });
  return Math.max(...held);
}

/** No 16 characters of a secret in a row. */
function assertNoRun(output: string, secret: string): void {
  for (let at = 0; at + 16 <= secret.length; at += 1) {
    const run = secret.slice(at, at + 16);
    if (/^\S+$/.test(run)) assert.ok(!output.includes(run), `${run} is in the output`);
  }
}

/** The same walk each time: an xorshift generator. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return Math.abs(state) % below;
  };
}
