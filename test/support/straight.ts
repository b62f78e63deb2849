// The demo's story without its wrong first attempt, and with it.
import { STORY } from '../../app/cli/demo/story.ts';
import type { Script } from '../../app/gateway/scripted/script.ts';

const [first = [], right = []] = STORY['implement'] ?? [];

/** An attempt whose sandbox died is followed by another: the right answer is known from then on. */
const later = Array.from({ length: 10 }, () => right);

export const STRAIGHT: Script = { ...STORY, implement: later };
export const FIRST_WRONG: Script = { ...STORY, implement: [first, ...later] };
