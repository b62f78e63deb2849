// Model class × step → model id. Pure; an id nobody knows the price of is refused here, before any
// network call (RULINGS 36).
import { AppError } from '../errors.ts';
import { MODEL_CLASSES, type ModelClass } from '../job/types.ts';
import { MODELS, type ModelFacts } from './models.ts';
import type { ModelRequest } from './port.ts';

export type RouterSettings = {
  /** Settings `models.plan` and `models.code`: the models of class L1. */
  plan?: string;
  code?: string;
  /** Models of the stronger classes, whatever the step. */
  classes?: Partial<Record<Exclude<ModelClass, 'L1'>, string>>;
  /** Ids the operator vouches for, with their prices; they may also correct a listed price. */
  extraModels?: Readonly<Record<string, ModelFacts>>;
};

export type Route = { model: string; facts: ModelFacts };
export type Router = (call: Pick<ModelRequest, 'step' | 'modelClass' | 'models'>) => Route;

/** RULINGS 18: the newest opus plans, the newest sonnet writes code. */
export const DEFAULT_MODELS = {
  plan: 'claude-opus-5-5',
  code: 'claude-sonnet-5-5',
  L2: 'claude-opus-5-5',
  L3: 'claude-fable-5-1',
} as const;

/** Steps that think about what to do rather than do it. */
const PLANNING_STEPS: ReadonlySet<string> = new Set(['plan', 'analysis-report']);

/** Throws CONFIG_INVALID at once when a setting names a model that is not known. */
export function createRouter(settings: RouterSettings = {}): Router {
  const known = { ...MODELS, ...settings.extraModels };
  const idOf: (call: Parameters<Router>[0]) => string = ({ step, modelClass, models }) => {
    if (modelClass !== 'L1') return settings.classes?.[modelClass] ?? DEFAULT_MODELS[modelClass];
    const purpose = PLANNING_STEPS.has(step) ? 'plan' : 'code';
    return models?.[purpose] ?? settings[purpose] ?? DEFAULT_MODELS[purpose];
  };
  const route: Router = (call) => {
    const model = idOf(call);
    const facts = Object.hasOwn(known, model) ? known[model] : undefined;
    if (facts === undefined) throw unknownModel(model, Object.keys(known));
    return { model, facts };
  };
  for (const modelClass of MODEL_CLASSES) {
    for (const step of ['plan', 'implement']) route({ step, modelClass });
  }
  return route;
}

function unknownModel(model: string, known: readonly string[]): AppError {
  return new AppError('CONFIG_INVALID', {
    problem: `The model '${model}' is not known. Choose one of ${known.join(', ')}, or list it with its prices among the extra models.`,
    details: { model },
  });
}
