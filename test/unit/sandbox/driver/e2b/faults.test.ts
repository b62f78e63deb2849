import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  AuthenticationError,
  FileNotFoundError,
  NotEnoughSpaceError,
  NotFoundError,
  RateLimitError,
  SandboxError,
  SandboxNotFoundError,
  TimeoutError,
} from 'e2b';
import { isAppError } from '../../../../../app/errors.ts';
import { toExit } from '../../../../../sandbox/driver/e2b/command.ts';
import { toFault, translating } from '../../../../../sandbox/driver/e2b/faults.ts';
import { toE2bNetwork } from '../../../../../sandbox/driver/e2b/network.ts';

describe('faults of the e2b SDK', () => {
  const context = { what: 'do a thing', details: { sandboxId: 's' } };

  it('become ours, with the foreign one as cause', () => {
    const refused = new SandboxError('400: NETWORK_POLICY_UNAVAILABLE: no');
    const cases: [unknown, string][] = [
      [new SandboxNotFoundError('x'), 'SANDBOX_NOT_FOUND'],
      [new FileNotFoundError('x'), 'SANDBOX_FILE_NOT_FOUND'],
      [new NotFoundError('x'), 'SANDBOX_NOT_FOUND'],
      [new NotEnoughSpaceError('x'), 'SANDBOX_DISK_FULL'],
      [new AuthenticationError('x'), 'SANDBOX_UNAUTHORIZED'],
      [new RateLimitError('x'), 'SANDBOX_BUSY'],
      [new SandboxError('500: x'), 'SANDBOX_REFUSED'],
      [refused, 'NETWORK_POLICY_UNAVAILABLE'],
      [new TypeError('fetch failed'), 'SANDBOX_UNREACHABLE'],
    ];
    for (const [foreign, code] of cases) {
      const fault = toFault(foreign, context);
      assert.ok(isAppError(fault), String(foreign));
      assert.deepEqual([fault.code, fault.cause], [code, foreign]);
      assert.equal(fault.details['sandboxId'], 's');
    }
    assert.ok(isAppError(toFault(new TimeoutError('x'), context), 'TIMEOUT'));
  });

  it('keep the words of our own server for what its machine lacks', () => {
    const hint = 'Update bubblewrap.';
    const foreign = new SandboxError(`424: OVERLAY_REFUSED: no overlay: denied\n${hint}`);
    const fault = toFault(foreign, context);
    assert.deepEqual(
      [fault.code, fault.problem, fault.hint],
      ['OVERLAY_REFUSED', 'no overlay: denied', hint],
    );
    for (const text of ['424: MADE_UP: x\ny', '400: a file OVERLAY_REFUSED: x\ny', '424: x\ny']) {
      assert.equal(toFault(new SandboxError(text), context).code, 'SANDBOX_REFUSED', text);
    }
  });

  it('are a cancellation when the caller gave up, and then nothing is begun', async () => {
    const signal = AbortSignal.abort();
    assert.ok(isAppError(toFault(new Error('x'), { ...context, signal }), 'CANCELLED'));
    let isBegun = false;
    const work = async () => {
      isBegun = true;
    };
    await assert.rejects(translating({ ...context, signal }, work), (error) =>
      isAppError(error, 'CANCELLED'),
    );
    assert.equal(isBegun, false);
  });
});

describe('ends of commands', () => {
  it('carry signal and limit as the daemon words them', () => {
    const none = { signal: undefined, resourceLimit: undefined };
    assert.deepEqual(toExit({ exitCode: 0 }), { exitCode: 0, ...none });
    assert.deepEqual(toExit({ exitCode: 3, error: 'exit status 3' }), { exitCode: 3, ...none });
    assert.deepEqual(toExit({ exitCode: -1, error: 'signal: segmentation fault' }), {
      exitCode: 139,
      signal: 'segmentation fault',
      resourceLimit: undefined,
    });
    assert.deepEqual(toExit({ exitCode: -1, error: 'signal: killed; resource limit: memory' }), {
      exitCode: 137,
      signal: 'killed',
      resourceLimit: 'memory',
    });
  });
});

describe('network policies for E2B', () => {
  it('close everything that is not allowed by name', () => {
    assert.deepEqual(toE2bNetwork({ kind: 'none' }), {
      allowInternetAccess: false,
      allowOut: [],
      denyOut: ['0.0.0.0/0'],
    });
    const hosts = [
      { host: 'packages.example', port: 443 },
      { host: 'packages.example', port: 80 },
    ];
    assert.deepEqual(toE2bNetwork({ kind: 'allow', hosts }), {
      allowInternetAccess: true,
      allowOut: ['packages.example'],
      denyOut: ['0.0.0.0/0'],
    });
  });

  it('name the port with every host where the provider takes it', () => {
    const hosts = [
      { host: 'packages.example', port: 443 },
      { host: '*.example', port: 8443 },
      { host: '2001:db8::1', port: 443 },
    ];
    const { allowOut } = toE2bNetwork({ kind: 'allow', hosts }, { hasExactPorts: true });
    assert.deepEqual(allowOut, ['packages.example:443', '*.example:8443', '[2001:db8::1]:443']);
    const none = toE2bNetwork({ kind: 'allow', hosts: [] }, { hasExactPorts: true });
    assert.deepEqual(none, toE2bNetwork({ kind: 'none' }));
  });

  it('are refused when E2B could not enforce them', () => {
    const hosts = [{ host: 'db.example', port: 5432 }];
    assert.throws(() => toE2bNetwork({ kind: 'allow', hosts }), {
      code: 'NETWORK_POLICY_UNAVAILABLE',
    });
  });
});
