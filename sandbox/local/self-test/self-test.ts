// Proves at the start of the server that its sandboxes isolate: one is made with the full profile
// and asked to do what it must not. What it can do, or what is missing, refuses the start by name.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { AppError } from '../../../app/errors.ts';
import { type LaunchDeps, type Launched, launchSandbox } from '../isolation/launch.ts';
import { egressDirectoryOf, makeOwned, removeLayer } from '../isolation/overlay.ts';
import { diagnose } from './diagnose.ts';
import { testEgress } from './egress.ts';
import { runProbe } from './probe.ts';
import { Finding, findingsOf, PROBE_SCRIPT } from './probes.ts';

export async function runSelfTest(deps: LaunchDeps, directory: string): Promise<void> {
  await rm(directory, { recursive: true, force: true });
  await mkdir(directory, { recursive: true });
  await chmod(directory, 0o755);
  const bait = join(directory, 'bait');
  const canary = randomBytes(16).toString('hex');
  await writeFile(bait, canary);
  await chmod(bait, 0o644);
  const layer = join(directory, 'layer');
  await makeLayer(deps, layer);
  const listener = createServer((socket) => socket.end(canary));
  let visitors = 0;
  listener.on('connection', () => {
    visitors += 1;
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  try {
    const launched = await launchOrDiagnose(deps, layer);
    try {
      const { link, directory: place } = launched;
      const output = await runProbe(link, PROBE_SCRIPT, [bait, String(port)]);
      const wayOut = { link, directory: egressDirectoryOf(place) };
      const egress = await testEgress(deps.profile, wayOut);
      requireIsolated(deps, launched, { output, canary, visitors, egress });
    } finally {
      await launched.destroy();
    }
  } finally {
    listener.close();
    await removeLayer(deps.profile, layer);
    await rm(directory, { recursive: true, force: true });
  }
}

/** A directory that the probe replaces: a lower layer must be coverable, not only extensible. */
async function makeLayer({ profile }: LaunchDeps, layer: string): Promise<void> {
  const directories = [layer, join(layer, 'workspace'), join(layer, 'workspace', 'covered')];
  for (const directory of directories) await makeOwned(profile, directory);
  await makeOwned(profile, join(layer, 'workspace', 'covered', 'below'));
}

async function launchOrDiagnose(deps: LaunchDeps, lowerDirectory: string): Promise<Launched> {
  try {
    return await launchSandbox(deps, { id: 'self-test', lowerDirectory });
  } catch (error) {
    throw await diagnose(deps, lowerDirectory, error);
  }
}

function requireIsolated(
  { profile }: LaunchDeps,
  { initPid }: Launched,
  seen: {
    output: string;
    canary: string;
    visitors: number;
    egress: { findings: Finding[]; output: string };
  },
): void {
  const findings: Finding[] = findingsOf(seen.output, profile.limits);
  findings.push(...seen.egress.findings);
  if (seen.output.includes(seen.canary)) findings.push(Finding.hostReached);
  if (seen.visitors > 0) findings.push(Finding.hostReached);
  if (profile.uid !== undefined && statSync(`/proc/${initPid}`).uid !== profile.uid) {
    findings.push(Finding.hostRoot);
  }
  const [first] = findings;
  if (first === undefined) return;
  throw new AppError(first.code, {
    problem: `The self-test of the sandbox failed: ${findings.map(({ problem }) => problem).join('; ')}.`,
    hint: first.hint,
    details: {
      output: seen.output.replaceAll(seen.canary, '(bait)').slice(0, 2_000),
      egress: seen.egress.output.slice(0, 500),
    },
  });
}
