// How the operator hears of jobs beside GitHub, if he wants to.
import type { Config } from '../config/config.ts';
import { webAddress } from '../github/web-address.ts';
import type { Logger } from '../log.ts';
import { createApprise } from '../notify/apprise.ts';
import type { StepDeps } from '../steps/deps.ts';

export function operatorOf(
  { apprise, githubApiUrl }: Partial<Pick<Config, 'apprise' | 'githubApiUrl'>>,
  log: Logger,
): Pick<StepDeps, 'operator'> {
  if (apprise === undefined || githubApiUrl === undefined) return {};
  const notify = createApprise({ ...apprise, log });
  return { operator: { notify, githubUrl: webAddress(githubApiUrl) } };
}
