// The answer to `/status`: where the job stands now, and what is asked. Pure.
import { modelText } from '../../command/sayable.ts';
import { whenItGoesOn, whereItStands } from '../../job/commands.ts';
import type { Job } from '../../job/types.ts';
import { prose, type Redact } from './filter.ts';
import { dollars, joined, list, time } from './layout.ts';
import { isNumbered } from './turn-comment.ts';

type AnswerFacts = {
  redact: Redact;
  /** The class of credential that pays for models, and where it comes from. */
  credential?: string;
  /** Chosen by `/model`. */
  model?: { model: string; chosenBy: string } | undefined;
  acceptedBy?: string | undefined;
};

export function statusAnswer(job: Job, facts: AnswerFacts): string {
  const { redact, credential, model, acceptedBy } = facts;
  const { spent, budget, hold, failureReason, promise } = job;
  const where = whereItStands(job);
  return joined([
    `**${where.charAt(0).toUpperCase()}${where.slice(1)}.**`,
    list([
      `state: \`${job.state}\``,
      `spent: ${dollars(spent.costUsd)} of ${dollars(budget.costUsd)}`,
      `attempts: ${job.attemptNumber}`,
      ...(failureReason === undefined ? [] : [`it ended with \`${failureReason}\``]),
      ...(acceptedBy === undefined ? [] : [`accepted by \`${acceptedBy}\``]),
      ...(credential === undefined ? [] : [`models are paid by: ${credential}`]),
      ...(promise === undefined ? [] : [`next message by ${time(promise.dueAt)}`]),
    ]),
    hold !== undefined && isNumbered(hold) ? `Question ${hold.number}:` : '',
    hold?.ask === undefined ? '' : prose(hold.ask, redact),
    whenItGoesOn(job) ?? '',
    model === undefined ? '' : modelText(model),
  ]);
}
