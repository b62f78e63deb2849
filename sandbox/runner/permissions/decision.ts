// What is decided about a tool call, and why. Pure shape.
import type { PermissionDecision } from '../../protocol/permission-decision.ts';

export type Decision = {
  kind: 'allow' | 'deny' | 'ask';
  /** Names the cause and, where there is one, the setting that helps. */
  reason: string;
  /** The rule that decided. */
  rule?: string;
  by: PermissionDecision['by'];
};
