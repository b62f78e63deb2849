// The way out of one sandbox, as a whole: its proxy, the relay inside, the variables that point
// programs at it, the record. Without an allowed host none of them exists.
import { chmod, chown, type FileHandle, open } from 'node:fs/promises';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import type { HostContacts } from '../../driver/port.ts';
import { type AgentLink, GuestFault } from '../agent-link.ts';
import { type EgressPolicy, NO_EGRESS } from './allow-list.ts';
import { createContacts } from './contacts.ts';
import type { EgressLimits, ProxyContext } from './context.ts';
import type { DecideDeps } from './decide.ts';
import { createFlights } from './flights.ts';
import { EGRESS } from './place.ts';
import { type Proxy, startProxy } from './proxy.ts';

/** Whom the socket is for; unset: for ourselves. */
type SandboxUser = { uid: number | undefined };

export type EgressDeps = {
  profile: SandboxUser;
  decide: DecideDeps;
  limits: EgressLimits;
  now(): number;
};

export type Egress = {
  policy(): EgressPolicy;
  /**
   * Replaces the whole policy. What it no longer allows is cut before this returns; when it cannot
   * be put in place nothing is allowed, and this throws.
   */
  set(policy: EgressPolicy): Promise<void>;
  /** Variables for commands that are started now. */
  environment(): Readonly<Record<string, string>>;
  contacts(): HostContacts;
  /** With its sandbox; waits for nothing inside. Idempotent. */
  end(): Promise<void>;
};

/** `directory`: shown to the sandbox, written by the server alone. */
export function createEgress(
  deps: EgressDeps,
  sandbox: { directory: string; link: AgentLink },
): Egress {
  const { decide, limits, now } = deps;
  const context = { decide, limits, flights: createFlights(), contacts: createContacts(now) };
  const gate = createGate(deps, context, sandbox);
  let last: Promise<unknown> = Promise.resolve();
  const isOpen = () => context.flights.policy().allow.length > 0;
  return {
    policy: context.flights.policy,
    async set(policy) {
      const turn = last.then(async () => {
        if (policy.allow.length === 0) await gate.close();
        else await gate.open(policy);
      });
      last = turn.catch(() => undefined);
      await turn;
    },
    environment: () => (isOpen() ? PROXY_ENVIRONMENT : {}),
    contacts: context.contacts.list,
    end: gate.end,
  };
}

type Gate = {
  open(policy: EgressPolicy): Promise<void>;
  close(): Promise<void>;
  end(): Promise<void>;
};

function createGate(
  { profile }: EgressDeps,
  context: ProxyContext,
  { directory, link }: { directory: string; link: AgentLink },
): Gate {
  let proxy: OwnedProxy | undefined;
  let isEnded = false;
  const closeProxy = async () => {
    context.flights.setPolicy(NO_EGRESS);
    const ending = proxy;
    proxy = undefined;
    await ending?.close();
  };
  const close = async () => {
    const hadRelay = proxy !== undefined;
    await closeProxy();
    // With the sandbox gone its relay is gone too.
    if (hadRelay)
      await link.request({ operation: 'closeRelay', options: {} }).catch(() => undefined);
  };
  return {
    close,
    async open(policy) {
      try {
        proxy ??= await listenIn(context, directory, profile);
        if (isEnded) throw new GuestFault('gone', 'the sandbox has ended');
        // Before the guest is asked, which may dawdle: what is no longer allowed ends now.
        context.flights.setPolicy(policy);
        const options = { port: EGRESS.port, path: EGRESS.socket };
        await link.request({ operation: 'openRelay', options });
      } catch (error) {
        await close();
        throw error;
      }
    },
    async end() {
      isEnded = true;
      await closeProxy();
    },
  };
}

type OwnedProxy = Pick<Proxy, 'close'>;

async function listenIn(
  context: ProxyContext,
  directory: string,
  { uid }: SandboxUser,
): Promise<OwnedProxy> {
  const handle = await open(directory);
  try {
    // The path of a socket holds 107 bytes; by its descriptor every directory is near enough.
    const proxy = await startProxy(context, `/proc/self/fd/${handle.fd}/${EGRESS.name}`);
    const path = join(directory, EGRESS.name);
    await chmod(path, 0o600);
    if (uid !== undefined) await chown(path, uid, uid);
    return { close: async () => await closeBoth(proxy, handle) };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function closeBoth(proxy: Proxy, handle: FileHandle): Promise<void> {
  try {
    await proxy.close();
  } finally {
    await handle.close();
  }
}

const ADDRESS = `http://127.0.0.1:${EGRESS.port}`;
const NOT_OUTSIDE = 'localhost,127.0.0.1,::1';

/** Some programs know one name of these, some another. */
const PROXY_ENVIRONMENT: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'].flatMap((name) => [
      [name, ADDRESS],
      [name.toLowerCase(), ADDRESS],
    ]),
  ),
  NO_PROXY: NOT_OUTSIDE,
  no_proxy: NOT_OUTSIDE,
  NODE_USE_ENV_PROXY: '1',
  // Node alone does not trust whom the machine trusts; a company's own registry needs that.
  NODE_USE_SYSTEM_CA: '1',
  npm_config_proxy: ADDRESS,
  npm_config_https_proxy: ADDRESS,
  npm_config_noproxy: NOT_OUTSIDE,
  YARN_HTTP_PROXY: ADDRESS,
  YARN_HTTPS_PROXY: ADDRESS,
};

export function ownAddresses(): ReadonlySet<string> {
  const cards = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return new Set(cards.map(({ address }) => address));
}
