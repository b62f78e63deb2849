// All probes that are scripts, and how they share sandboxes: by the layers that stop them.
import type { Layer } from '../../../../sandbox/local/isolation/weakening.ts';
import type { Probe } from './probe.ts';
import { HOST_PROCESS_PROBES } from './probes-host-processes.ts';
import { HOST_TREE_PROBES } from './probes-host-tree.ts';
import { KERNEL_PROBES } from './probes-kernel.ts';
import { NETWORK_PROBES } from './probes-network.ts';
import { RUNNER_PROBES } from './probes-runner.ts';
import { SYSTEM_PROBES } from './probes-system.ts';

export const PROBES: readonly Probe[] = [
  ...HOST_TREE_PROBES,
  ...HOST_PROCESS_PROBES,
  ...RUNNER_PROBES,
  ...KERNEL_PROBES,
  ...NETWORK_PROBES,
  ...SYSTEM_PROBES,
];

export type Group = { needs: readonly Layer[]; probes: readonly Probe[] };

export function groupProbes(probes: readonly Probe[]): Group[] {
  const groups = Map.groupBy(probes, ({ needs }) => needs.toSorted().join());
  return [...groups.values()].map((members) => ({
    needs: members[0]?.needs ?? [],
    probes: members,
  }));
}
