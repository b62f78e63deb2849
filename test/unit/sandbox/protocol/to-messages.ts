// The messages of a whole conversation at once.
import {
  createHistory,
  type History,
  type Payload,
} from '../../../../sandbox/protocol/transcript.ts';

export function toMessages(payloads: readonly Payload[]): ReturnType<History['messages']> {
  const history = createHistory();
  for (const payload of payloads) history.add(payload);
  return history.messages();
}
