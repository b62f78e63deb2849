// Model class × step × size of the conversation → model ids, the wished one first. Which class a job
// may have follows from its tier and is decided when it begins. Pure; an id nobody knows the price
// of, or of a provider that is not configured, is refused here, before any network call.
import { AppError } from '../errors.ts';
import { MODEL_CLASSES, type ModelClass } from '../job/types.ts';
import type { ModelFacts } from './model-facts.ts';
import { formatModelName, listedNames, parseModelName } from './models.ts';
import type { ModelRequest } from './port.ts';
import type { Purpose } from './provider.ts';
import { PROVIDERS, type ProviderId, variablesOf } from './providers.ts';

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
  providers?: readonly ProviderId[];
};

export type Route = {
  provider: ProviderId;
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

/** Steps that think about what to do rather than do it. */
const PLANNING_STEPS: ReadonlySet<string> = new Set(['plan', 'analysis-report', 'second-reading']);
const CLAUDE_ALONE: readonly ProviderId[] = ['claude_code_subscription'];

/** Throws CONFIG_INVALID at once when a setting names a model that cannot be asked. */
export function createRouter(settings: RouterSettings = {}): Router {
  const { providers = CLAUDE_ALONE, extraModels = {} } = settings;
  const find = (name: string): Route => {
    const { provider, id } = parseModelName(name);
    const model = formatModelName({ provider, id });
    const facts = factsOf(extraModels, model) ?? factsOf(PROVIDERS[provider].models.listed, id);
    if (facts === undefined) throw unknownModel(name, provider, extraModels);
    if (!providers.includes(provider)) throw unconfigured(name, provider);
    return { provider, id, model, facts };
  };
  const route: Router = (call) => {
    const purpose = purposeOf(call);
    const listed = listOf(settings, purpose);
    const { models } = call;
    const wish = models?.chosen ?? (isOfL1(purpose) ? models?.[purpose] : undefined) ?? listed[0];
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

function defaultOf(
  [provider = 'claude_code_subscription']: readonly ProviderId[],
  purpose: Purpose,
) {
  return formatModelName({ provider, id: PROVIDERS[provider].models.defaults[purpose] });
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

function unknownModel(
  model: string,
  provider: ProviderId,
  extraModels: NonNullable<RouterSettings['extraModels']>,
): AppError {
  const extra = Object.keys(extraModels).filter((one) => parseModelName(one).provider === provider);
  const known = [...new Set([...listedNames(provider), ...extra])].join(', ');
  return new AppError('CONFIG_INVALID', {
    problem: `The model '${model}' is not known for ${provider}. Choose one of ${known}, or let the operator list it with its prices in EXTRA_MODELS.`,
    details: { model },
  });
}

function unconfigured(model: string, provider: ProviderId): AppError {
  return new AppError('CONFIG_INVALID', {
    problem: `The model '${model}' needs ${provider}, which is not configured. Set ${variablesOf(provider)}.`,
    details: { model },
  });
}
