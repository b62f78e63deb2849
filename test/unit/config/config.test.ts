import assert from 'node:assert/strict';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { suite, test } from 'node:test';
import { inspect } from 'node:util';
import {
  type Environment,
  parseDatabaseUrl,
  readConfig,
  readLocalConfig,
  Secret,
  secretValues,
} from '../../../app/config/config.ts';
import { AppError, toOperatorLines } from '../../../app/errors.ts';
import { createRedactor } from '../../../app/redact/redact.ts';

const PEM = rsaPem(2048);
const WEBHOOK_SECRET = randomBytes(32).toString('hex');
const SESSION_KEY = randomBytes(32);
const WHOLE = {
  APP_ID: '12345',
  PRIVATE_KEY: PEM,
  WEBHOOK_SECRET,
  ANTHROPIC_API_KEY: 'anthropic-key-0123456789',
  PUBLIC_URL: 'https://redgreen.example/',
  HOME: '/home/someone',
} satisfies Environment;

suite('starting', () => {
  test('five variables are enough, and the rest has defaults', () => {
    const config = readConfig({ ...WHOLE, HOME: undefined });
    assert.equal(config.appId, 12_345);
    assert.equal(config.privateKey.reveal(), PEM);
    assert.deepEqual(config.webhookSecrets.map(reveal), [WEBHOOK_SECRET]);
    assert.equal(config.publicUrl, 'https://redgreen.example');
    assert.deepEqual([config.host, config.port], ['127.0.0.1', 3000]);
    assert.deepEqual([config.logLevel, config.isProduction], ['info', false]);
    assert.equal(config.githubApiUrl, 'https://api.github.com');
    assert.ok(
      !('databaseUrl' in config) &&
        !('sessionKey' in config) &&
        !('openai_compatible' in config.providers),
    );
  });

  test('providers have their usual names and defaults', () => {
    const config = readConfig({
      ...WHOLE,
      OPENAI_API_KEY: 'openai-key',
      OPENAI_BASE_URL: 'https://models.example/v1/',
      LM_STUDIO_MODEL: 'some/model',
    });
    assert.equal(config.providers.claude_code_subscription?.baseUrl, 'https://api.anthropic.com');
    assert.equal(
      config.providers.claude_code_subscription?.apiKey?.reveal(),
      'anthropic-key-0123456789',
    );
    assert.equal(config.providers.openai_compatible?.baseUrl, 'https://models.example/v1');
    assert.equal(config.providers.openai_compatible?.apiKey.reveal(), 'openai-key');
    assert.equal(config.providers.lm_studio_local?.baseUrl, 'http://127.0.0.1:1234/v1');
    assert.equal(config.providers.lm_studio_local?.apiKey.reveal(), 'lm-studio');
    assert.equal(config.providers.lm_studio_local?.model, 'some/model');
  });

  test('every operator variable is taken', () => {
    const config = readConfig({
      ...WHOLE,
      DATABASE_URL: 'postgres://u:p@db/app',
      SESSION_KEY: SESSION_KEY.toString('hex'),
      PORT: '0',
      HOST: '::',
      LOG_LEVEL: 'debug',
      NODE_ENV: 'production',
      GITHUB_API_URL: 'http://127.0.0.1:4000/api/v3',
      ANTHROPIC_BASE_URL: 'http://127.0.0.1:4001',
      E2B_API_KEY: 'e2b-key',
      E2B_API_URL: 'http://127.0.0.1:4002',
      E2B_DOMAIN: 'sandbox.example',
      E2B_SANDBOX_URL: 'http://127.0.0.1:4003',
      WEBHOOK_SECRET_PREVIOUS: 'p'.repeat(32),
      CLAUDEOPS_APPRISE_URLS: 'json://u:p@host/a,b, mailto://me@example.com\ttgram://1/2',
      PATH: '/usr/bin',
    });
    assert.deepEqual(config.apprise?.urls.map(reveal), [
      'json://u:p@host/a,b',
      'mailto://me@example.com',
      'tgram://1/2',
    ]);
    assert.equal(config.apprise.env['PATH'], '/usr/bin');
    assert.equal(config.apprise.env['WEBHOOK_SECRET'], undefined);
    assert.equal(config.databaseUrl, 'postgres://u:p@db/app');
    assert.equal(config.sessionKey?.reveal(), SESSION_KEY.toString('base64'));
    assert.deepEqual([config.host, config.port], ['::', 0]);
    assert.deepEqual([config.logLevel, config.isProduction], ['debug', true]);
    assert.equal(config.githubApiUrl, 'http://127.0.0.1:4000/api/v3');
    assert.equal(config.providers.claude_code_subscription?.baseUrl, 'http://127.0.0.1:4001');
    assert.deepEqual(
      { ...config.e2b, apiKey: config.e2b.apiKey?.reveal() },
      {
        apiKey: 'e2b-key',
        apiUrl: 'http://127.0.0.1:4002',
        domain: 'sandbox.example',
        sandboxUrl: 'http://127.0.0.1:4003',
      },
    );
    assert.deepEqual(config.webhookSecrets.map(reveal), [WEBHOOK_SECRET, 'p'.repeat(32)]);
  });

  test('the private key may have \\n for its line breaks, be base64, or both', () => {
    const escaped = PEM.replaceAll('\n', '\\n');
    const forms = [escaped, `"${escaped}"`, PEM.replaceAll('\n', '\r\n'), `  ${PEM}\n`];
    const encoded = [PEM, escaped].map((text) => Buffer.from(text).toString('base64'));
    for (const form of [...forms, ...encoded]) {
      assert.equal(readConfig({ ...WHOLE, PRIVATE_KEY: form }).privateKey.reveal(), PEM);
    }
  });

  test('any one model provider is enough', () => {
    for (const provider of [
      { ANTHROPIC_AUTH_TOKEN: 'bearer-token' },
      { OPENAI_API_KEY: 'key', OPENAI_BASE_URL: 'https://models.example/v1' },
      { LM_STUDIO_MODEL: 'some/model' },
    ]) {
      assert.ok(readConfig({ ...WHOLE, ANTHROPIC_API_KEY: '', ...provider }));
    }
  });

  test('the session key may be hex, base64 or base64url', () => {
    for (const encoding of ['hex', 'base64', 'base64url'] as const) {
      const config = readConfig({ ...WHOLE, SESSION_KEY: SESSION_KEY.toString(encoding) });
      assert.equal(config.sessionKey?.reveal(), SESSION_KEY.toString('base64'));
    }
  });
});

const CANARY = 'canary-value';
const REFUSED: [variable: string, value: string, problem: RegExp][] = [
  ['APP_ID', '0', /positive whole number/],
  ['APP_ID', '-3', /positive whole number/],
  ['APP_ID', '12.5', /positive whole number/],
  ['APP_ID', CANARY, /positive whole number/],
  ['PRIVATE_KEY', CANARY, /no PEM/],
  ['PRIVATE_KEY', publicPem(), /no private key/],
  ['PRIVATE_KEY', PEM.slice(0, 600), /damaged/],
  ['PRIVATE_KEY', `${PEM.slice(0, 90)}****${PEM.slice(94)}`, /damaged/],
  ['PRIVATE_KEY', rsaPem(1024), /1024 bits/],
  ['PRIVATE_KEY', ecPem(), /not an RSA key/],
  ['PRIVATE_KEY', lockedPem(), /passphrase/],
  ['WEBHOOK_SECRET', 'development', /publicly known default/],
  ['WEBHOOK_SECRET', `${CANARY}${'x'.repeat(19)}`, /shorter than 32 bytes/],
  ['WEBHOOK_SECRET_PREVIOUS', 'development', /publicly known default/],
  ['WEBHOOK_SECRET_PREVIOUS', CANARY, /shorter than 32 bytes/],
  ['ANTHROPIC_API_KEY', `"${CANARY}"`, /quote/],
  ['ANTHROPIC_API_KEY', `${CANARY}\nX-Header: 1`, /space/],
  ['PUBLIC_URL', CANARY, /not a URL of http or https/],
  ['PUBLIC_URL', 'ftp://redgreen.example', /not a URL of http or https/],
  ['PUBLIC_URL', `https://me:${CANARY}@redgreen.example`, /user or password/],
  ['PUBLIC_URL', `https://redgreen.example/?a=${CANARY}`, /"\?"/],
  ['DATABASE_URL', `mysql://me:${CANARY}@db/app`, /mysql:\/\/ instead/],
  ['SESSION_KEY', CANARY, /not 32 bytes/],
  ['SESSION_KEY', randomBytes(31).toString('base64'), /not 32 bytes/],
  ['PORT', '65536', /not a port/],
  ['PORT', '-1', /not a port/],
  ['PORT', '80a', /not a port/],
  ['HOST', 'http://0.0.0.0', /not a host name/],
  ['LOG_LEVEL', 'verbose', /not a log level/],
  ['REDGREEN_HOME', 'relative/path', /absolute/],
  ['REDGREEN_CACHE', 'relative/path', /absolute/],
  ['GITHUB_API_URL', 'github.example', /not a URL/],
  ['E2B_API_URL', 'e2b.example', /not a URL/],
  ['E2B_DOMAIN', 'https://e2b.example', /not a domain/],
  ['OPENAI_API_KEY', `${CANARY} x`, /space/],
  ['CLAUDEOPS_APPRISE_URLS', CANARY, /not a list of addresses/],
  ['CLAUDEOPS_APPRISE_URLS', `json://host ${CANARY} tgram://x`, /not a list of addresses/],
];

suite('refusing to start', () => {
  for (const [variable, value, problem] of REFUSED) {
    const shown = value.replaceAll(/\s/g, ' ').slice(0, 40);
    test(`${variable} "${shown}" is refused with problem and remedy`, () => {
      const other = variable === 'OPENAI_API_KEY' ? { OPENAI_BASE_URL: 'https://m.example' } : {};
      const error = faultOf(() => readConfig({ ...WHOLE, ...other, [variable]: value }));
      assert.equal(error.code, 'CONFIG_INVALID');
      assert.deepEqual(Object.keys(error.details), [variable]);
      assert.match(String(error.details[variable]), problem);
      // A second sentence: what to do.
      assert.match(String(error.details[variable]), /\. [A-Z].*\.$/);
    });
  }

  test('everything that is wrong is said at once, a line each', () => {
    const wrong = Object.fromEntries(REFUSED.map(([variable, value]) => [variable, value]));
    const error = faultOf(() => readConfig({ ...wrong, OPENAI_BASE_URL: 'https://m.example' }));
    assert.deepEqual(Object.keys(error.details).toSorted(), Object.keys(wrong).toSorted());
    const lines = toOperatorLines(error);
    for (const variable of Object.keys(wrong)) {
      assert.equal(lines.filter((line) => line.startsWith(`  ${variable}: `)).length, 1);
    }
  });

  test('no fault shows a value, in whatever way it is printed', () => {
    for (const [variable, value] of REFUSED) {
      const error = faultOf(() => readConfig({ ...WHOLE, [variable]: value }));
      const printed = [inspect(error, { depth: 9 }), ...toOperatorLines(error)].join('\n');
      assert.ok(!printed.includes(CANARY), printed);
      assert.ok(value.length < 40 || !printed.includes(value.slice(30, 60)), printed);
    }
  });

  test('an empty environment names at most seven variables; empty and blank count as unset', () => {
    const names = ['APP_ID', 'PRIVATE_KEY', 'WEBHOOK_SECRET', 'PUBLIC_URL', 'ANTHROPIC_API_KEY'];
    const empty = Object.fromEntries(Object.keys(WHOLE).map((name) => [name, ' ']));
    for (const env of [{}, { ...empty, PORT: '', LOG_LEVEL: '', DATABASE_URL: '' }]) {
      const error = faultOf(() => readConfig(env));
      assert.deepEqual(Object.keys(error.details).toSorted(), names.toSorted());
      for (const problem of Object.values(error.details)) assert.match(String(problem), /not set/);
    }
  });

  test('one half of the OpenAI-compatible provider is refused', () => {
    const noUrl = faultOf(() => readConfig({ ...WHOLE, OPENAI_API_KEY: 'key' }));
    assert.deepEqual(Object.keys(noUrl.details), ['OPENAI_BASE_URL']);
    const noKey = faultOf(() => readConfig({ ...WHOLE, OPENAI_BASE_URL: 'https://m.example' }));
    assert.deepEqual(Object.keys(noKey.details), ['OPENAI_API_KEY']);
  });
});

suite('local subcommands', () => {
  test('need nothing, and take paths, database and log level', () => {
    const config = readLocalConfig({ REDGREEN_HOME: '/srv/redgreen', LOG_LEVEL: 'warn' });
    assert.deepEqual(config, {
      paths: {
        cache: '/srv/redgreen/cache',
        state: '/srv/redgreen/state',
        runtime: '/srv/redgreen/run',
      },
      logLevel: 'warn',
      isProduction: false,
    });
    assert.equal(
      readLocalConfig({ DATABASE_URL: 'postgres://db/a' }).databaseUrl,
      'postgres://db/a',
    );
  });

  test('a relative XDG directory counts as unset', () => {
    const env = { HOME: '/home/someone', TMPDIR: '/tmp' };
    assert.deepEqual(readLocalConfig({ ...env, XDG_CACHE_HOME: 'x' }), readLocalConfig(env));
  });

  test('a wrong DATABASE_URL alone is DATABASE_URL_INVALID, with others CONFIG_INVALID', () => {
    const env = { DATABASE_URL: `postgres://me:${CANARY}@/` };
    const alone = faultOf(() => readLocalConfig(env));
    assert.equal(alone.code, 'DATABASE_URL_INVALID');
    assert.ok(!inspect(alone).includes(CANARY));
    const both = faultOf(() => readLocalConfig({ ...env, LOG_LEVEL: 'loud' }));
    assert.equal(both.code, 'CONFIG_INVALID');
    assert.deepEqual(Object.keys(both.details).toSorted(), ['DATABASE_URL', 'LOG_LEVEL']);
  });
});

suite('DATABASE_URL', () => {
  test('hosts, sockets and their parts are read as pg reads them', () => {
    const none = { user: undefined, password: undefined, port: 5432 };
    assert.deepEqual(readAddress('postgresql://me:p%40ss@db.example:6432/app?sslmode=require'), {
      host: 'db.example',
      port: 6432,
      database: 'app',
      user: 'me',
      password: 'p@ss',
    });
    const socket = { ...none, host: '/run/x', database: 'app' };
    assert.deepEqual(readAddress('postgres:///app?host=/run/x'), socket);
    assert.deepEqual(readAddress('postgres://%2Frun%2Fx/app'), socket);
    assert.deepEqual(readAddress('postgres://me@/app?host=/run/x&port=5555'), {
      ...socket,
      user: 'me',
      port: 5555,
    });
  });

  const refused: [url: string, problem: RegExp][] = [
    [CANARY, /does not begin with postgres/],
    [`http://me:${CANARY}@db/app`, /begins with http:\/\/ instead/],
    [`postgres://me:${CANARY}@/app`, /no host/],
    ['postgres:///app', /no host/],
    [`postgres://me:${CANARY}@db`, /no database/],
    [`postgres://me:${CANARY}@db/`, /no database/],
    [`postgres://me:${CANARY}@db/app/more`, /more than one/],
    [`postgres://me:${CANARY}@db:99999/app`, /cannot be read/],
    [`postgres://me:${CANARY}@db/app?port=x`, /port/],
    [`postgres://me:12#${CANARY}@db/app`, /bare "#"/],
    [`postgres://me:${CANARY}/x@db/app`, /cannot be read/],
    [`postgres://me:%zz${CANARY}@db/app`, /"%"/],
  ];
  for (const [url, problem] of refused) {
    test(`${url} is refused without its password`, () => {
      const error = faultOf(() => parseDatabaseUrl(url));
      assert.equal(error.code, 'DATABASE_URL_INVALID');
      assert.match(error.message, problem);
      assert.ok(!inspect(error).includes(CANARY));
    });
  }
});

suite('secrets', () => {
  test('print as [secret] everywhere and are revealed only when asked', () => {
    const secret = new Secret(CANARY);
    const shown = [
      String(secret),
      String([secret]),
      JSON.stringify({ secret }),
      inspect({ secret }),
    ];
    assert.deepEqual(shown, [
      '[secret]',
      '[secret]',
      '{"secret":"[secret]"}',
      '{ secret: [secret] }',
    ]);
    assert.equal(secret.reveal(), CANARY);
    assert.ok(!JSON.stringify(Object.entries(secret)).includes(CANARY));
  });

  test('a configuration that is printed shows none of them but the database URL', () => {
    const config = readConfig({ ...WHOLE, SESSION_KEY: SESSION_KEY.toString('hex') });
    const printed = inspect(config, { depth: 9 }) + JSON.stringify(config);
    for (const value of secretValues(config)) assert.ok(!printed.includes(value));
  });

  test('the redactor gets all of them in every form, but not the public default of LM Studio', () => {
    const env = {
      ...WHOLE,
      ANTHROPIC_AUTH_TOKEN: 'anthropic-bearer-0123',
      OPENAI_API_KEY: 'openai-key-0123456789',
      OPENAI_BASE_URL: 'https://m.example',
      E2B_API_KEY: 'sandbox-key-0123456789',
      WEBHOOK_SECRET_PREVIOUS: 'previous-secret-of-32-bytes-or-more',
      SESSION_KEY: SESSION_KEY.toString('base64'),
      DATABASE_URL: 'postgres://me:p%40ssword-0123@db/app',
      CLAUDEOPS_APPRISE_URLS: 'json://user:password-0123@host',
    };
    const redactor = createRedactor(secretValues(readConfig(env)));
    const { OPENAI_BASE_URL: _url, PUBLIC_URL: _public, HOME: _home, APP_ID: _id, ...secret } = env;
    const forms = [...Object.values(secret), SESSION_KEY.toString('hex'), 'p@ssword-0123'];
    for (const form of forms) assert.match(redactor.redact(`<${form}>`), /\[redacted\]/);
    const ordinary = 'lm-studio is the default of lm-studio';
    assert.equal(redactor.redact(ordinary), ordinary);
  });

  test('a subcommand hides the password of its database', () => {
    const config = readLocalConfig({
      DATABASE_URL: 'postgres://db/app?user=me&password=hunter2-0',
    });
    assert.deepEqual(secretValues(config), ['hunter2-0']);
    assert.deepEqual(secretValues(readLocalConfig({})), []);
  });
});

function reveal(secret: Secret): string {
  return secret.reveal();
}

function readAddress(url: string) {
  const { password, ...address } = parseDatabaseUrl(url);
  return { ...address, password: password?.reveal() };
}

function faultOf(act: () => unknown): AppError {
  try {
    act();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('It was accepted.');
}

function rsaPem(modulusLength: number): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength });
  return privateKey.export({ type: 'pkcs1', format: 'pem' }).toString();
}

function ecPem(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

function publicPem(): string {
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return publicKey.export({ type: 'spki', format: 'pem' }).toString();
}

function lockedPem(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const lock = { cipher: 'aes-256-cbc', passphrase: 'passphrase' };
  return privateKey.export({ type: 'pkcs8', format: 'pem', ...lock }).toString();
}
