// What is decided about a tool call, and why. Pure shape.

export type Decision = {
  kind: 'allow' | 'deny' | 'ask';
  /** Names the cause and, where there is one, the setting that helps. */
  reason: string;
  /** The rule that decided. */
  rule?: string;
  by:
    | 'deny_rule'
    | 'ask_rule'
    | 'allow_rule'
    | 'command_list'
    | 'mode'
    | 'protected_path'
    | 'unparsable'
    | 'step_tool';
};
