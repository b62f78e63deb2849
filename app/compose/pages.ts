// Which pages of ours people can be sent to.
import type { Config } from '../config/config.ts';
import type { StepDeps } from '../steps/deps.ts';
import { settingsPath } from '../web/views/pages.ts';

/** The settings page needs a sign-in; without one a link would lead nowhere. */
export function pagesOf({
  publicUrl,
  clientSecret,
  sessionKey,
}: Config): NonNullable<StepDeps['pages']> {
  if (clientSecret === undefined || sessionKey === undefined) return {};
  return { settings: (repository) => `${publicUrl}${settingsPath(repository)}` };
}
