// One way to ask a model, whoever serves it. Types only.
import type { ModelClass } from '../job/types.ts';

/** Content blocks as Anthropic names them; adapters of other providers translate. */
export type TextBlock = { type: 'text'; text: string };
export type ToolUseBlock = { type: 'tool_use'; id: string; name: string; input: unknown };
export type ToolResultBlock = {
  type: 'tool_result';
  tool_use_id: string;
  content: string;
  is_error: boolean;
  /** What the model is shown beside the words; `data` is base64. */
  images?: readonly ResultImage[];
};
type ResultImage = {
  media_type: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';
  data: string;
};
/** Goes back to the provider as it came, even when its text is empty. */
type ThinkingBlock = { type: 'thinking'; thinking: string; signature: string };
type RedactedThinkingBlock = { type: 'redacted_thinking'; data: string };
export type AssistantBlock = TextBlock | ToolUseBlock | ThinkingBlock | RedactedThinkingBlock;

export type ModelMessage =
  | { role: 'user'; content: (TextBlock | ToolResultBlock)[] }
  | { role: 'assistant'; content: AssistantBlock[] };

export type ToolDefinition = {
  name: string;
  description: string;
  /** JSON Schema of the input. */
  inputSchema: Record<string, unknown>;
};

export type ModelChoice = {
  /** What a person chose for this job: counts in every class, before all others. */
  chosen?: string | undefined;
  plan?: string | undefined;
  code?: string | undefined;
  /** Tokens; absent: thinking stays off. */
  thinking?: number | undefined;
};

export type ModelRequest = {
  /** Which conversation this is: the step, e.g. `plan`, `write-tests`, `implement`. */
  step: string;
  /** Which conversation of this step in its job, from 0 (absent is 0): a script is read by it. */
  session?: number;
  modelClass: ModelClass;
  /** What the repository chose for the steps of class L1, and how much the model may think. */
  models?: ModelChoice | undefined;
  system: string;
  tools: readonly ToolDefinition[];
  /** Linear history; requests are byte-stable from turn to turn so that prompt caches are hit. */
  messages: readonly ModelMessage[];
  maxTokens: number;
  /** Absent: the model decides. */
  toolChoice?: ToolChoice | undefined;
};

/** `any`: some tool has to be called; a name: that one. */
export type ToolChoice = 'auto' | 'any' | 'none' | { name: string };

export type ModelUsage = {
  /** The one that was really used; of another provider than Claude's as `provider/id`. */
  model: string;
  inputTokens: number;
  outputTokens: number;
  cacheReadTokens: number;
  cacheWriteTokens: number;
  costUsd: number;
  /** The provider counted nothing, so the tokens are a guess from the number of characters. */
  isEstimated?: true;
};

export type ModelReply = {
  content: AssistantBlock[];
  stopReason: 'end_turn' | 'tool_use' | 'max_tokens' | 'refusal';
  usage: ModelUsage;
};

/** What went wrong at the provider, as data: the session decides what follows. */
export type ModelFault =
  | { kind: 'quota'; resetAt?: number; message: string }
  | { kind: 'spend_limit'; message: string }
  | { kind: 'overloaded'; message: string }
  | { kind: 'authentication'; message: string }
  | { kind: 'context_exhausted'; message: string }
  | { kind: 'invalid'; message: string };

/** `usage` beside a fault: what the provider charged for tries that came to nothing. */
export type ModelAnswer =
  | { ok: true; reply: ModelReply }
  | { ok: false; fault: ModelFault; usage?: ModelUsage };

/** Another model of the same class answered than the one that was chosen. */
export type Fallback = {
  step: string;
  modelClass: ModelClass;
  from: string;
  to: string;
  /** `failing`: the chosen one failed repeatedly; `context_size`: the conversation is too long for it. */
  reason: 'failing' | 'context_size';
};

export type CallOptions = {
  signal: AbortSignal;
  /** Hears text as it is generated. */
  onText?: ((text: string) => void) | undefined;
  /** Told before the other model is asked. */
  onFallback?: ((fallback: Fallback) => void) | undefined;
};

export type Gateway = {
  /**
   * One turn. Aborting closes the provider's stream at once; the promise then rejects with
   * CANCELLED, whose details hold the `usage` of what was charged by then. Retries of transient
   * faults happen inside; a fault that comes out is final.
   */
  complete(request: ModelRequest, options: CallOptions): Promise<ModelAnswer>;
};

/** One call as the ledger keeps it. */
export type CallUsage = {
  jobId: string;
  modelClass: ModelClass;
  attemptNumber: number;
  callNumber: number;
} & ModelUsage;

/** The cap was reached before the call, so there was none: the job is held until it is raised. */
type BudgetStop = { reason: 'money'; spentUsd: number; capUsd: number };
export type BudgetedAnswer = ModelAnswer | { ok: false; stop: BudgetStop };

export type BudgetedGateway = {
  /** As `Gateway.complete`, after a look at the money; its usage is written before it resolves. */
  complete(...call: Parameters<Gateway['complete']>): Promise<BudgetedAnswer>;
};
