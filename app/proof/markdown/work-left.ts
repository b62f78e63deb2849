// Where work lies that was not delivered, for people. Pure.
import { shortSha, time } from './layout.ts';

export type WorkLeft = {
  jobId: string;
  /** The newest work on the job's branch; absent: the branch has none, or a person's. */
  commit?: { branch: string; sha: string; attempt: number };
  /** Absent: it cannot be downloaded. */
  downloadUntil?: number;
};

/** In our own words: branch and id are made by us. */
export function workLeftLines({ jobId, commit, downloadUntil }: WorkLeft): string[] {
  const lies =
    commit === undefined
      ? []
      : [
          `What attempt ${commit.attempt} left is commit ${shortSha(commit.sha)} on \`${commit.branch}\`: not verified`,
        ];
  const got =
    downloadUntil === undefined
      ? []
      : [
          `Whoever runs this installation gets what every attempt left, with what failed, until ${time(downloadUntil)}: \`redgreen jobs artifact ${jobId}\``,
        ];
  return [...lies, ...got];
}
