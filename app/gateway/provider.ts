// What is known of a provider before it is asked: its models, and the variables of the environment
// by which it is reached. Each has a folder with a row of this type; providers.ts lists them. How
// it is spoken with stands apart, in connection.ts: this side has to be pure.
import type { z } from 'zod';
import type { ModelClass } from '../job/types.ts';
import type { Secret } from '../secret.ts';
import type { ModelFacts } from './model-facts.ts';

export type Provider<Access extends { baseUrl: string }> = {
  models: ProviderModels;
  access: AccessRules<Access>;
};

/** Planning and coding of class L1, and the stronger classes. */
export type Purpose = 'plan' | 'code' | Exclude<ModelClass, 'L1'>;

export type ProviderModels = {
  /**
   * By the ids that the provider gives them. Where sources differ the higher price stands, so that
   * a cap is rather reached too early. A model without a published price is not listed.
   */
  listed: Readonly<Record<string, ModelFacts>>;
  /** Who is asked when nobody chose. */
  defaults: Readonly<Record<Purpose, string>>;
  /** Ids beyond the list that a repository may wish for; the operator has to know their prices. */
  others?: RegExp;
};

export type AccessRules<Access> = {
  /** Reads its variables, whatever else is among them; undefined: it is not configured. */
  variables: z.ZodType<Access | undefined>;
  /** What an operator has to set: any of these variables, together with the one beside it. */
  ways: readonly (readonly [string] | readonly [string, string])[];
  /** The variable that holds `baseUrl`. */
  urlVariable: string;
  /** The class of the credential in use, and where it comes from; never its value. */
  describe(access: Access): string;
  /** What must never be shown. */
  secrets(access: Access): readonly Secret[];
};
