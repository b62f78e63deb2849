// `redgreen agent`: one conversation on a directory, told as it happens. Needs no database, no
// GitHub and no forge.
import { randomUUID } from 'node:crypto';
import type { SessionEnd } from '../../../sandbox/driver/session/port.ts';
import { toolDefinitions } from '../../../sandbox/protocol/tool-definitions.ts';
import { FREE_STEP } from '../../../sandbox/protocol/tools/row.ts';
import type { AgentConfig } from '../../config/config.ts';
import { isAppError } from '../../errors.ts';
import type { Terminal } from '../subcommand.ts';
import { createConversation } from './conversation.ts';
import { type AgentEvent, type AgentOutcome, describe, failureOf } from './events.ts';
import { type ChosenModel, chooseModel } from './gateway.ts';
import { runInProcess } from './in-process.ts';
import type { AgentOptions, Place } from './options.ts';
import type { AnswerDeps } from './questions.ts';
import { type Brief, makeBrief } from './task.ts';

export type AgentTerminal = Terminal & Pick<AnswerDeps, 'prompt'>;

export const EXIT = { done: 0, failed: 1, usage: 2, interrupted: 130 } as const;

export async function runAgent(
  options: AgentOptions,
  config: AgentConfig,
  terminal: AgentTerminal,
): Promise<number> {
  const { json, step = FREE_STEP } = options;
  const emit = (event: AgentEvent): void => {
    if (json) terminal.print(JSON.stringify(event));
    else for (const line of describe(event)) terminal.print(line);
  };
  const chosen = await chooseModel({ ...options, step }, config);
  const brief = await makeBrief(options);
  const outcome = await converse({
    brief,
    chosen,
    step,
    place: options,
    config,
    terminal,
    emit,
    prompt: json ? undefined : terminal.prompt,
  });
  if (outcome.kind === 'cancelled') return EXIT.interrupted;
  const failure = failureOf(outcome);
  if (failure === undefined) return EXIT.done;
  terminal.complain(`redgreen agent: ${failure.replaceAll(/\s+/g, ' ')}`);
  return EXIT.failed;
}

type ConverseOptions = Pick<AnswerDeps, 'prompt'> & {
  brief: Brief;
  chosen: ChosenModel;
  step: string;
  place: Place;
  config: AgentConfig;
  terminal: Terminal;
  emit(event: AgentEvent): void;
};

/** From the event `session` to the event `end`. Throws faults of ours, not those of the model. */
export async function converse(options: ConverseOptions): Promise<AgentOutcome> {
  const { brief, chosen, step, place, emit, prompt } = options;
  const startedAt = performance.now();
  const { provider, gateway, models, model } = chosen;
  const { files, notes } = brief.context;
  emit({
    type: 'session',
    session: randomUUID(),
    step,
    provider,
    model,
    cwd: place.directory,
    sandbox: place.isSandboxed,
    tools: brief.task.tools,
    context: { files, notes },
  });
  const tools = toolDefinitions(brief.task.tools);
  const { system } = brief;
  const deps = { gateway, models, step, system, tools, emit, prompt };
  const conversation = createConversation(deps);
  const outcome = await perform(options, conversation.handlers);
  const durationMs = Math.round(performance.now() - startedAt);
  const peakMemoryKb = process.resourceUsage().maxRSS;
  emit({ type: 'end', outcome, durationMs, peakMemoryKb, ...conversation.totals() });
  return outcome;
}

type Handlers = ReturnType<typeof createConversation>['handlers'];

async function perform(options: ConverseOptions, handlers: Handlers): Promise<AgentOutcome> {
  const { brief, place, config, terminal, emit } = options;
  const { directory, isSandboxed, yes } = place;
  const { task } = brief;
  const { signal } = terminal;
  try {
    if (!isSandboxed) {
      terminal.complain('warning: no sandbox; every command of the model runs as you, here.');
      const env = config.commands;
      return known(await runInProcess({ task, handlers, env, newId: randomUUID, signal }));
    }
    // The one thing that is loaded late: the way to sandboxes is longer than all the rest.
    const { runInSandbox, writeChanges } = await import('./in-sandbox.ts');
    const { paths } = config;
    const ran = await runInSandbox({ task, handlers, directory, paths, signal });
    const changes = yes ? await writeChanges(ran.changes, { ...ran, directory }) : ran.changes;
    const files = changes.map(({ bytes: _bytes, mode: _mode, ...file }) => file);
    emit({ type: 'changes', written: yes, files });
    return known(ran.end);
  } catch (error) {
    if (signal.aborted || isAppError(error, 'CANCELLED')) return { kind: 'cancelled' };
    throw error;
  }
}

/** Nobody leaves a session here. */
function known(end: SessionEnd): AgentOutcome {
  return end.kind === 'left' ? { kind: 'cancelled' } : end;
}
