// The stage of the demo with a database on the tests' server: an own one costs each test a cluster.
import { openStage, type Stage, type StageOptions } from '../../app/cli/demo/stage.ts';
import { testDatabase } from './database.ts';

export async function openTestStage(
  options: Omit<StageOptions, 'databaseUrl'> = {},
): Promise<Stage> {
  await using opening = new AsyncDisposableStack();
  const { url } = opening.use(await testDatabase());
  const stage = opening.use(await openStage({ ...options, databaseUrl: url }));
  const opened = opening.move();
  return { ...stage, [Symbol.asyncDispose]: async () => await opened.disposeAsync() };
}
