// Something that happened on GitHub and is no command, in the words of the product. Read from
// payloads in app/world/read; what it does is decided by the table. Pure.
import type { Sender, TriggerRepository } from '../command/trigger.ts';
import type { WorldName } from './table.ts';

/** What the happening is about: from here the jobs are found. */
export type Place =
  | { kind: 'issue' | 'pull'; repositoryId: number; number: number }
  | { kind: 'branch' | 'base'; repositoryId: number; branch: string }
  | { kind: 'repository'; repositoryIds: readonly number[] }
  | { kind: 'installation' }
  | { kind: 'nobody' };

/** What the words and the questions need; each only where it is meant. */
export type Detail = {
  label?: string;
  from?: string;
  to?: string;
  commits?: number;
  isForced?: boolean;
  headSha?: string;
  /** The text of an edited comment, before and after. */
  text?: { before: string; after: string };
  /** Of an issue, as it is now. */
  title?: string;
  body?: string;
  /** The App in whose name it was done. */
  viaAppId?: number;
};

export type Happening = {
  name: WorldName;
  place: Place;
  installationId: number;
  sender: Sender;
  /** By GitHub's clock; absent where GitHub does not say. */
  at?: number;
  /** As GitHub describes it now. */
  repository?: TriggerRepository;
  detail: Detail;
};
