// The rules of a policy, parsed. One that cannot be read is left out with a warning; if it was to
// deny, it denies its tool altogether. Pure.
import type { PermissionPolicy } from '../../protocol/permission-policy.ts';
import { isRule, parseRule, type Rule } from './rule.ts';

export type RuleSet = {
  deny: readonly Rule[];
  ask: readonly Rule[];
  allow: readonly Rule[];
  /** For the record: what was left out and why. */
  warnings: readonly string[];
};

type Texts = Pick<PermissionPolicy, 'deny' | 'ask' | 'allow'>;

export function parseRules({ deny, ask, allow }: Texts): RuleSet {
  const warnings: string[] = [];
  const readAll = (texts: readonly string[], purpose: keyof Texts): Rule[] =>
    texts.flatMap((text) => {
      const parsed = parseRule(text);
      if (isRule(parsed)) return [parsed];
      const isClosed = purpose === 'deny' && parsed.tool !== undefined;
      const instead = isClosed ? `; ${parsed.tool} is denied altogether` : '';
      warnings.push(`${purpose} rule ${parsed.text} ignored: ${parsed.problem}${instead}`);
      const { tool } = parsed;
      if (!isClosed || tool === undefined) return [];
      return [{ text: parsed.text, tool, scope: { kind: 'all' as const } }];
    });
  return {
    deny: readAll(deny, 'deny'),
    ask: readAll(ask, 'ask'),
    allow: readAll(allow, 'allow'),
    warnings,
  };
}
