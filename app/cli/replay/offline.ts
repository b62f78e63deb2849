// Sandboxes without any network, whatever the settings of the job allowed.
import type { SandboxDriver } from '../../../sandbox/driver/port.ts';
import type { StepDeps } from '../../steps/deps.ts';

export function withoutNetwork(sandboxes: StepDeps['sandboxes']): StepDeps['sandboxes'] {
  const create: SandboxDriver['create'] = async (options) =>
    await sandboxes.driver.create({ ...options, network: { kind: 'none' } });
  return { ...sandboxes, driver: { ...sandboxes.driver, create } };
}
