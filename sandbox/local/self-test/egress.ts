// The part of the self-test that opens a way out: an allowed host must be reached through the proxy,
// every other must not, and with the policy closed again nothing may listen inside.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AgentLink } from '../agent-link.ts';
import { NO_EGRESS, readExemption, readRule } from '../egress/allow-list.ts';
import { createEgress, ownAddresses } from '../egress/egress.ts';
import type { Profile } from '../isolation/bubblewrap.ts';
import { runProbe } from './probe.ts';
import { EGRESS_SCRIPT, egressFindings, Finding } from './probes.ts';

const LIMITS = { connections: 8, idleMs: 5_000 };

export async function testEgress(
  profile: Pick<Profile, 'uid'>,
  sandbox: { link: AgentLink; directory: string },
): Promise<{ findings: Finding[]; output: string }> {
  let strangers = 0;
  const allowed = await listen(() => undefined);
  const forbidden = await listen(() => {
    strangers += 1;
  });
  const listed = [`allowed.invalid:${allowed.port}`, `rebound.invalid:${forbidden.port}`];
  const exempt = [`allowed.invalid:${allowed.port}`]
    .map(readExemption)
    .filter((one) => one !== undefined);
  const allow = listed.map(readRule).filter((rule) => rule !== undefined);
  const lookup = async () => await Promise.resolve(['127.0.0.1']);
  const decide = { lookup, exempt, ownAddresses };
  const egress = createEgress({ profile, decide, limits: LIMITS, now: Date.now }, sandbox);
  const ports = [String(allowed.port), String(forbidden.port)];
  try {
    await egress.set({ allow });
    const open = await runProbe(sandbox.link, EGRESS_SCRIPT, ports);
    await egress.set(NO_EGRESS);
    const closed = await runProbe(sandbox.link, EGRESS_SCRIPT, ports);
    const findings = egressFindings({ open, closed, strangers });
    return { findings, output: `${open}\n${closed}` };
  } catch (error) {
    return { findings: [Finding.noProxy], output: String(error) };
  } finally {
    await egress.end();
    allowed.server.close();
    forbidden.server.close();
  }
}

async function listen(onVisit: () => void): Promise<{ server: Server; port: number }> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { connection: 'close' }).end();
  });
  server.on('connection', onVisit);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return { server, port: typeof address === 'object' && address !== null ? address.port : 0 };
}
