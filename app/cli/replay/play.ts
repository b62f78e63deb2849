// Plays a recorded job on its stage, with everything real but the model and GitHub.
import { openStore } from '../../compose/store.ts';
import { createThreadParts } from '../../compose/thread.ts';
import { secretValues } from '../../config/config.ts';
import { createScriptedGateway } from '../../gateway/scripted/gateway.ts';
import { createGitHub } from '../../github/octokit.ts';
import { createLogger } from '../../log.ts';
import { createRedactor } from '../../redact/redact.ts';
import { findAssets } from '../assets.ts';
import { beginReplay } from './begin.ts';
import { type Followed, follow } from './follow.ts';
import { withoutNetwork } from './offline.ts';
import { type Outcome, readOutcome } from './outcome.ts';
import type { Recording } from './recording.ts';
import type { ReplayStage } from './stage.ts';

export type Played = Followed & { outcome: Outcome };

export async function play(
  recording: Recording,
  stage: ReplayStage,
  signal: AbortSignal,
): Promise<Played> {
  const { config } = stage;
  const { appId, privateKey, githubApiUrl: baseUrl } = config;
  const redactor = createRedactor(secretValues(config));
  const log = createLogger({ level: config.logLevel, redactor });
  const assets = await findAssets(config.paths);
  const { store } = await openStore(config, { migrations: assets.migrations, signal });
  try {
    const gateway = createScriptedGateway(recording.script);
    const github = createGitHub({ appId, privateKey, baseUrl, log });
    const options = { config, store, assets, log, redactor, gateway, restrict: withoutNetwork };
    const { engine } = await createThreadParts(options, { github, app: { id: appId } });
    await engine.start();
    try {
      const id = await store.transaction(
        async (records) => await beginReplay(records, recording, stage),
      );
      const { course, answers } = recording;
      const followed = await follow(store, id, { course, answers, signal });
      const outcome = await store.transaction(async (records) => await readOutcome(records, id));
      return { ...followed, outcome };
    } finally {
      await engine.stop();
    }
  } finally {
    await store.close();
  }
}
