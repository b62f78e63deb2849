// `redgreen tool`: one tool through all its layers, as a conversation in which a script makes the
// one call.
import { STEPS, type Step } from '../../../sandbox/protocol/task.ts';
import { FREE_STEP } from '../../../sandbox/protocol/tools/row.ts';
import { isStepTool } from '../../../sandbox/protocol/tools/step.ts';
import { type ToolName, toolsOfStep } from '../../../sandbox/protocol/tools.ts';
import type { Payload } from '../../../sandbox/protocol/transcript.ts';
import type { AgentConfig } from '../../config/config.ts';
import { createScriptedGateway } from '../../gateway/scripted/gateway.ts';
import type { Script } from '../../gateway/scripted/script.ts';
import type { Terminal } from '../subcommand.ts';
import { type AgentEvent, type AgentOutcome, failureOf } from './events.ts';
import type { ToolOptions } from './options.ts';
import { type AgentTerminal, converse, EXIT } from './run.ts';
import { makeBrief } from './task.ts';

export async function runTool(
  options: ToolOptions,
  config: AgentConfig,
  terminal: AgentTerminal,
): Promise<number> {
  const { name, input, directory } = options;
  const events: AgentEvent[] = [];
  const step = stepOf(name);
  const prompt = `Call ${name}.`;
  const brief = await makeBrief({ prompt, step, maxTurns: 2, directory, tools: [name] });
  const outcome = await converse({
    brief: { ...brief, task: { ...brief.task, planning: false, endsWithTurn: true } },
    chosen: {
      provider: 'scripted',
      gateway: createScriptedGateway(callOnce(name, input)),
      models: {},
      model: 'scripted',
    },
    step: FREE_STEP,
    place: options,
    config,
    terminal,
    emit: (event) => void events.push(event),
    prompt: terminal.prompt,
  });
  return outcome.kind === 'cancelled' ? EXIT.interrupted : tell(events, outcome, terminal);
}

function callOnce(name: string, input: Record<string, unknown>): Script {
  const call = { type: 'tool_use', name, input } as const;
  const last = { type: 'text', text: 'Done.' } as const;
  return { [FREE_STEP]: [[{ content: [call] }, { content: [last] }]] };
}

function tell(events: readonly AgentEvent[], outcome: AgentOutcome, terminal: Terminal): number {
  const result = events.map(resultOf).find((payload) => payload !== undefined);
  if (result === undefined) {
    terminal.complain(`redgreen tool: ${failureOf(outcome) ?? 'The tool gave no result.'}`);
    return EXIT.failed;
  }
  const { content, is_error } = result;
  terminal.print(JSON.stringify({ content, is_error }));
  for (const event of events.filter(isTold)) terminal.print(JSON.stringify(event));
  return is_error ? EXIT.failed : EXIT.done;
}

/** The step that has the tool, where only some have it. */
function stepOf(name: ToolName): Step | undefined {
  return isStepTool(name) ? STEPS.find((step) => toolsOfStep(step).includes(name)) : undefined;
}

function resultOf(event: AgentEvent): Extract<Payload, { _t: 'tool_result' }> | undefined {
  return event.type === 'row' && event.payload._t === 'tool_result' ? event.payload : undefined;
}

/** Rows and decisions of the call, and what it did beside its result. */
function isTold({ type }: AgentEvent): boolean {
  return type !== 'session' && type !== 'usage' && type !== 'end';
}
