// Model class × step × size of the conversation → model ids, the wished one first. Which class a job
// may have follows from its tier and is decided when it begins. Pure; an id nobody knows the price
// of, or of a provider that is not configured, is refused here, before any network call (RULINGS 36).
import { AppError } from '../errors.ts';
import { MODEL_CLASSES, type ModelClass } from '../job/types.ts';
import {
  formatModelName,
  MODELS_OF,
  type ModelFacts,
  PROVIDER_VARIABLES,
  type Provider,
  parseModelName,
} from './models.ts';
import type { ModelRequest } from './port.ts';

/** The model, or the model and those it may be replaced by, best first. */
type ModelList = string | readonly string[];

export type RouterSettings = {
  /** The models of class L1; settings `models.plan` and `models.code` of a repository win. */
  plan?: ModelList | undefined;
  code?: ModelList | undefined;
  /** Models of the stronger classes, whatever the step. */
  classes?: Partial<Record<Exclude<ModelClass, 'L1'>, ModelList | undefined>>;
  /** Names the operator vouches for, with their prices; they may also correct a listed price. */
  extraModels?: Readonly<Record<string, ModelFacts>> | undefined;
  /** Who can be asked; the models of the first are the defaults. */
  providers?: readonly Provider[];
};

export type Route = {
  provider: Provider;
  /** As its provider calls it. */
  id: string;
  /** As records have it. */
  model: string;
  facts: ModelFacts;
};
export type RouterCall = Pick<ModelRequest, 'step' | 'modelClass' | 'models'> & {
  /** Prompt and longest answer; absent: short. */
  tokens?: number;
};
/** The first is to be asked; the others are of the same class and may stand in for it. */
export type Router = (call: RouterCall) => readonly [Route, ...Route[]];

/** RULINGS 18: the newest opus plans, the newest sonnet writes code. */
export const DEFAULT_MODELS = {
  plan: 'claude-opus-5-5',
  code: 'claude-sonnet-5-5',
  L2: 'claude-opus-5-5',
  L3: 'claude-fable-5-1',
} as const;

type Purpose = keyof typeof DEFAULT_MODELS;

const DEFAULTS_OF: Readonly<Record<Provider, Readonly<Record<Purpose, string>>>> = {
  claude_code_subscription: DEFAULT_MODELS,
  openai_compatible: everywhere('openai_compatible/gpt-5'),
  lm_studio_local: everywhere('lm_studio_local/lm_studio_server_routed'),
};

/** Steps that think about what to do rather than do it. */
const PLANNING_STEPS: ReadonlySet<string> = new Set(['plan', 'analysis-report']);
const CLAUDE_ALONE: readonly Provider[] = ['claude_code_subscription'];

/** Throws CONFIG_INVALID at once when a setting names a model that cannot be asked. */
export function createRouter(settings: RouterSettings = {}): Router {
  const { providers = CLAUDE_ALONE, extraModels = {} } = settings;
  const find = (name: string): Route => {
    const { provider, id } = parseModelName(name);
    const model = formatModelName({ provider, id });
    const facts = factsOf(extraModels, model) ?? factsOf(MODELS_OF[provider], id);
    if (facts === undefined) throw unknownModel(name, provider, extraModels);
    if (!providers.includes(provider)) throw unconfigured(name, provider);
    return { provider, id, model, facts };
  };
  const route: Router = (call) => {
    const purpose = purposeOf(call);
    const listed = listOf(settings, purpose);
    const wish = (isOfL1(purpose) ? call.models?.[purpose] : undefined) ?? listed[0];
    const first = find(wish ?? defaultOf(providers, purpose));
    const others = listed.map(find).filter(({ model }) => model !== first.model);
    return bySize([first, ...others], call.tokens ?? 0);
  };
  for (const modelClass of MODEL_CLASSES) {
    for (const step of ['plan', 'implement']) route({ step, modelClass });
  }
  return route;
}

function purposeOf({ step, modelClass }: RouterCall): Purpose {
  if (modelClass !== 'L1') return modelClass;
  return PLANNING_STEPS.has(step) ? 'plan' : 'code';
}

function isOfL1(purpose: Purpose): purpose is 'plan' | 'code' {
  return purpose === 'plan' || purpose === 'code';
}

function listOf(settings: RouterSettings, purpose: Purpose): readonly string[] {
  const list = isOfL1(purpose) ? settings[purpose] : settings.classes?.[purpose];
  if (list === undefined) return [];
  return typeof list === 'string' ? [list] : list;
}

function defaultOf([first = 'claude_code_subscription']: readonly Provider[], purpose: Purpose) {
  return DEFAULTS_OF[first][purpose];
}

/** Those the conversation fits into, in their order, before the others, the largest of them first. */
function bySize([first, ...others]: [Route, ...Route[]], tokens: number): [Route, ...Route[]] {
  const limit = ({ facts }: Route) => facts.contextTokens ?? Number.POSITIVE_INFINITY;
  const isTooSmall = (route: Route) => limit(route) < tokens;
  const compare = (one: Route, other: Route) => {
    if (isTooSmall(one) !== isTooSmall(other)) return isTooSmall(one) ? 1 : -1;
    return isTooSmall(one) ? limit(other) - limit(one) : 0;
  };
  const [best = first, ...rest] = [first, ...others].sort(compare);
  return [best, ...rest];
}

function factsOf(known: Readonly<Record<string, ModelFacts>>, name: string) {
  return Object.hasOwn(known, name) ? known[name] : undefined;
}

function everywhere(name: string): Record<Purpose, string> {
  return { plan: name, code: name, L2: name, L3: name };
}

function unknownModel(
  model: string,
  provider: Provider,
  extraModels: NonNullable<RouterSettings['extraModels']>,
): AppError {
  const extra = Object.keys(extraModels).filter((one) => parseModelName(one).provider === provider);
  const listed = Object.keys(MODELS_OF[provider]).map((id) => formatModelName({ provider, id }));
  const known = [...new Set([...listed, ...extra])].join(', ');
  return new AppError('CONFIG_INVALID', {
    problem: `The model '${model}' is not known for ${provider}. Choose one of ${known}, or let the operator list it with its prices in EXTRA_MODELS.`,
    details: { model },
  });
}

function unconfigured(model: string, provider: Provider): AppError {
  return new AppError('CONFIG_INVALID', {
    problem: `The model '${model}' needs ${provider}, which is not configured. Set ${PROVIDER_VARIABLES[provider]}.`,
    details: { model },
  });
}
