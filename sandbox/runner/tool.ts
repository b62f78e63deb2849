// What a tool is: a function from a checked input to a result of one of three closed classes.
// Vocabulary of the runner.
import type { Outcome } from '../protocol/messages.ts';
import type { HostAnswer, HostQuestion } from '../protocol/question.ts';
import type { Task } from '../protocol/task.ts';
import { TOOLS, type ToolInput, type ToolName } from '../protocol/tools.ts';
import type { Refuser, ToolOutcome } from '../protocol/transcript.ts';
import type { FileMemory } from './files/memory.ts';
import type { Workspace } from './files/workspace.ts';
import type { Host } from './host.ts';
import type { Shell } from './processes/shell.ts';

export type ToolCall = { id: string; name: string; input: unknown };

/** What a model is shown beside the words. `data` is base64. */
export type ResultImage = {
  mediaType: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';
  data: string;
};

export type ToolResult = {
  outcome: ToolOutcome;
  content: string;
  images?: readonly ResultImage[];
  refusedBy?: Refuser;
  /** Set when the call ends the session. */
  ends?: Outcome;
  /** Set when a person has to answer first: there is no result yet, and the session is parked. */
  waitsFor?: HostQuestion;
};

/** What the tools of one session share. */
export type ToolContext = {
  task: Task;
  workspace: Workspace;
  memory: FileMemory;
  shell: Shell;
  host: Host;
  /** The planning gate: closed by the task or by EnterPlanMode. */
  gate: { isPlanning: boolean };
  /** What was answered to this very call while its session was parked. */
  answer?: HostAnswer | undefined;
  /** Milliseconds that only ever grow. */
  now(): number;
  signal: AbortSignal;
};

/** May throw: what it throws becomes an internal failure. */
export type Tool = (input: unknown, context: ToolContext) => Promise<ToolResult>;

export function success(content: string, images: readonly ResultImage[] = []): ToolResult {
  return { outcome: 'success', content, ...(images.length === 0 ? {} : { images }) };
}

export function rejected(content: string): ToolResult {
  return { outcome: 'tool_rejected', content };
}

export function internalFailure(problem: string): ToolResult {
  return { outcome: 'internal_failure', content: `[SDLC_INTERNAL] ${problem}` };
}

/** What a question to the host comes to: a result, or a wait. */
export async function askHost(
  question: HostQuestion,
  { host, answer }: Pick<ToolContext, 'host' | 'answer'>,
): Promise<ToolResult> {
  const given = answer ?? (await host.ask(question));
  switch (given.kind) {
    case 'said':
      return given.isError ? rejected(given.content) : success(given.content);
    case 'allow':
      return success('Allowed.');
    case 'deny':
      return rejected(`Refused: ${given.reason}`);
    case 'park':
      return { ...rejected('A person has to answer first.'), waitsFor: question };
  }
}

/** A tool of the table: its input is parsed first; what does not fit is told to the model by key. */
export function defineTool<Name extends ToolName>(
  name: Name,
  run: (input: ToolInput<Name>, context: ToolContext) => Promise<ToolResult>,
): Tool {
  return async (input, context) => {
    const parsed = TOOLS[name].input.safeParse(input);
    if (parsed.success) return await run(parsed.data, context);
    const issues = parsed.error.issues.slice(0, 20).map(({ path, message }) => {
      return path.length === 0 ? `- ${message}` : `- ${path.join('.')}: ${message}`;
    });
    return rejected(`The input is not valid:\n${issues.join('\n')}`);
  };
}
