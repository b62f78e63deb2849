import { describeDriverContract } from './driver-contract.ts';
import { openLocalWorld } from './local-world.ts';

describeDriverContract('the local server', async () => {
  const { driver, close } = await openLocalWorld();
  return { driver, template: 'base', close };
});
