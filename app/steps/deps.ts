// What the steps of a job need of the host. Ports and small functions only; app/compose joins.
import type { SandboxDriver } from '../../sandbox/driver/port.ts';
import type { AttachSession, RunSession, SessionDeps } from '../../sandbox/driver/session/port.ts';
import type { Step } from '../../sandbox/protocol/task.ts';
import type { Parsers } from '../../sandbox/syntax/parsers.ts';
import type { BudgetedGateway, CallUsage, ModelRequest, ToolDefinition } from '../gateway/port.ts';
import type { GitHub, RepositoryRef } from '../github/port.ts';
import type { Notify } from '../notify/port.ts';
import type { Store } from '../store/store.ts';
import type { Workspaces } from '../workspace/port.ts';

type BudgetFacts = {
  jobId: string;
  attemptNumber: number;
  /** The ledger's total and the job's cap as they are now. */
  money(): Promise<{ spentUsd: number; capUsd: number }>;
  /** One more than the highest in the ledger. */
  nextCallNumber(modelClass: ModelRequest['modelClass']): Promise<number>;
  /** Harmless when done twice for one call. */
  record(usage: CallUsage): Promise<void>;
};

export type StepDeps = {
  store: Store;
  /** False: the database ends with the run, and nobody can ask it for anything later. */
  keepsRecords: boolean;
  github: GitHub;
  workspaces: Workspaces;
  sandboxes: {
    driver: SandboxDriver;
    provider: string;
    template: string;
    /** How many of one job may work side by side. */
    atOnce: number;
  };
  agent: {
    /** The model behind the money of one job. */
    budgeted(facts: BudgetFacts): BudgetedGateway;
    runSession: RunSession;
    attachSession: AttachSession;
    session: SessionDeps;
    /** The bundled guest program. */
    runner(): Promise<Uint8Array>;
    instruction(step: Step): Promise<string>;
    tools(names: readonly string[]): ToolDefinition[];
  };
  /** Text to syntax trees, for what the proof reads. */
  parsers: Parsers;
  /** Where people find more; absent where there is no such page. */
  pages?: {
    settings?(repository: RepositoryRef): string;
    job?(jobId: string): string;
  };
  /** Absent: he wants to hear of nothing. */
  operator?: { notify: Notify /** Of GitHub's pages, no slash at the end. */; githubUrl: string };
  redact(text: string): string;
  newId(): string;
  log: { info(fields: object, message: string): void; warn(fields: object, message: string): void };
};
