// The demo's story without its wrong first attempt, with it, and with a liar for an implementer.
import { STORY } from '../../app/cli/demo/story.ts';
import type { Script } from '../../app/gateway/scripted/script.ts';

const [first = [], right = []] = STORY['implement'] ?? [];

/** An attempt whose sandbox died is followed by another: the right answer is known from then on. */
const later = Array.from({ length: 10 }, () => right);

export const STRAIGHT: Script = { ...STORY, implement: later };
export const FIRST_WRONG: Script = { ...STORY, implement: [first, ...later] };

/** Claims success and changes nothing that a test would notice. */
export const LIAR: Script = {
  ...STORY,
  implement: Array.from({ length: 12 }, () => [
    turn('Bash', { command: "sed -i '1i // Done.' src/greet.mjs" }),
    turn('mcp__redgreen__set_status', { status: 'finished', reason: 'All tests pass.' }),
  ]),
};

function turn(name: string, input: object) {
  return { content: [{ type: 'tool_use' as const, name, input }] };
}
