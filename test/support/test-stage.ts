// The stage of the demo with a database on the tests' server and programs from their cache: own ones
// cost each test a cluster and copies.
import { openStage, type Stage, type StageOptions } from '../../app/cli/demo/stage.ts';
import { sharedCache } from './cli.ts';
import { testDatabase } from './database.ts';

export async function openTestStage(
  options: Pick<StageOptions, 'files' | 'hasDrafts'> = {},
): Promise<Stage> {
  await using opening = new AsyncDisposableStack();
  const { url: databaseUrl } = opening.use(await testDatabase());
  const stage = opening.use(await openStage({ ...options, databaseUrl, cache: sharedCache() }));
  const opened = opening.move();
  return { ...stage, [Symbol.asyncDispose]: async () => await opened.disposeAsync() };
}
