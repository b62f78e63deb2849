// A script behind the wire of Anthropic's Messages API, on loopback: the product's own gateway asks
// it as it would ask the provider. Which step a request belongs to is read from its instruction,
// which session from its first message.
import { join } from 'node:path';
import { z } from 'zod';
import type { AssistantBlock, ModelMessage } from '../../app/gateway/port.ts';
import { createScriptedGateway } from '../../app/gateway/scripted/gateway.ts';
import type { Script } from '../../app/gateway/scripted/script.ts';
import { loadInstruction } from '../../sandbox/driver/session/instructions.ts';
import {
  type Answer,
  type Event,
  ended,
  type MessagesServer,
  messagesServer,
  refused,
  started,
  streamed,
  toolCall,
  words,
} from '../unit/gateway/messages-server.ts';

const INSTRUCTIONS = join(import.meta.dirname, '../../sandbox/runner/instructions');
const STEPS = ['plan', 'write-tests', 'implement'] as const;

const Block = z.looseObject({ type: z.string() });
const Spoken = z.object({ role: z.enum(['user', 'assistant']), content: z.array(Block) });
const Request = z.object({
  system: z.array(z.object({ text: z.string() })),
  messages: z.array(Spoken),
});
type Request = z.infer<typeof Request>;

/** The answer is held until this has ended. */
export type OnRequest = (step: string, turn: number) => Promise<void> | void;

/** Answers 401 to every other key. */
export async function scriptedMessagesServer(
  script: Script,
  options: { apiKey: string; onRequest?: OnRequest },
): Promise<MessagesServer> {
  const instructions = await Promise.all(
    STEPS.map(async (step) => ({ step, text: await loadInstruction(step, INSTRUCTIONS) })),
  );
  const gateway = createScriptedGateway(script);
  const sessions = new Map<string, string[]>();
  const answer: Answer = (response, received) => {
    if (received.headers['x-api-key'] !== options.apiKey) {
      refused(401, { type: 'authentication_error', message: 'invalid x-api-key' })(
        response,
        received,
      );
      return;
    }
    const request = Request.parse(JSON.parse(received.body));
    const system = request.system.map(({ text }) => text).join('');
    const step = instructions.find(({ text }) => system.startsWith(text))?.step ?? 'unknown';
    const turn = request.messages.filter(({ role }) => role === 'assistant').length;
    const session = sessionOf(sessions, step, request);
    const asked = { step, session, modelClass: 'L1', system, tools: [], maxTokens: 1 } as const;
    // Blocks on the wire are the port's own words, and the script reads only those.
    const messages = z
      .array(z.custom<ModelMessage>((one) => Spoken.safeParse(one).success))
      .parse(request.messages);
    const { signal } = new AbortController();
    const reply = async () => {
      await options.onRequest?.(step, turn);
      const said = await gateway.complete({ ...asked, messages }, { signal });
      const answered = said.ok
        ? streamed(toEvents(said.reply))
        : refused(400, { type: 'invalid_request_error', message: said.fault.message });
      answered(response, received);
    };
    void reply();
  };
  return await messagesServer(answer);
}

/** Which conversation of its step this is, from 0: each begins with a message of its own. */
function sessionOf(sessions: Map<string, string[]>, step: string, request: Request): number {
  const known = sessions.get(step) ?? [];
  const first = JSON.stringify(
    request.messages[0]?.content.map(({ cache_control: _marker, ...block }) => block),
  );
  if (!known.includes(first)) known.push(first);
  sessions.set(step, known);
  return known.indexOf(first);
}

function toEvents(reply: { content: readonly AssistantBlock[]; stopReason: string }): Event[] {
  const blocks = reply.content.flatMap((block, index) => {
    if (block.type === 'text') return words(index, block.text);
    if (block.type === 'tool_use') {
      const events = toolCall(index, block.name, JSON.stringify(block.input));
      return events.map((event) => withId(event, block.id));
    }
    throw new Error(`a script says ${block.type}, which this server does not speak`);
  });
  return [started(), ...blocks, ...ended(reply.stopReason)];
}

/** Ids must differ from turn to turn; those of the script do. */
function withId(event: Event, id: string): Event {
  const content = event['content_block'];
  if (typeof content !== 'object' || content === null) return event;
  return { ...event, content_block: { ...content, id } };
}
