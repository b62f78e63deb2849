// nock for faults that even a raw server cannot make: names that do not resolve, certificates that
// have expired. Only what was named is answered, everything else is refused, and nothing is left.
import assert from 'node:assert/strict';
import { after, afterEach, before } from 'node:test';
import nock from 'nock';

// Loading it switches it on; beside raw servers nothing may stand in for the network.
nock.restore();

/** As Node names them, each with the words of its own. */
export const NETWORK_FAULTS = {
  ENOTFOUND: 'getaddrinfo ENOTFOUND',
  EAI_AGAIN: 'getaddrinfo EAI_AGAIN',
  ECONNREFUSED: 'connect ECONNREFUSED',
  ECONNRESET: 'read ECONNRESET',
  ETIMEDOUT: 'connect ETIMEDOUT',
  EPIPE: 'write EPIPE',
  CERT_HAS_EXPIRED: 'certificate has expired',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'unable to verify the first certificate',
} as const;

export function networkError(code: keyof typeof NETWORK_FAULTS): Error {
  return Object.assign(new Error(NETWORK_FAULTS[code]), { code });
}

/** For the suite that calls it: nock is on in its tests, clean after each, and gone after the last. */
export function useNock(): void {
  before(() => {
    nock.activate();
    nock.disableNetConnect();
  });
  after(() => {
    nock.enableNetConnect();
    nock.restore();
  });
  afterEach(() => {
    const left = nock.pendingMocks();
    nock.cleanAll();
    assert.deepEqual(left, [], 'every answer that was given was asked for');
  });
}
