// The configured models behind the gateway's port. The router names the model and those that may
// stand in for it; one that keeps failing is passed over for a while. Without a
// stand-in it is asked all the same: the waiting between its tries is protection enough, and
// refusing unasked would only fail jobs sooner.
import { AppError, isAppError } from '../errors.ts';
import type { Logger } from '../log.ts';
import { type Breaker, type BreakerLimits, createBreaker, DEFAULT_BREAKER } from './breaker.ts';
import type { Connection } from './connection.ts';
import type {
  CallOptions,
  Fallback,
  Gateway,
  ModelAnswer,
  ModelRequest,
  ModelUsage,
} from './port.ts';
import type { ProviderId } from './providers.ts';
import type { Route, Router } from './router.ts';
import { type CallLimits, DEFAULT_LIMITS, type Patience, tryUntilDone } from './try-until-done.ts';
import { estimatePromptTokens } from './usage.ts';

export type GatewayOptions = {
  /** One to each provider that can be asked. */
  connections: ReadonlyMap<ProviderId, Connection>;
  router: Router;
  /** Absent: off. Where a model decides itself how long it thinks, this only switches it on. */
  thinkingBudgetTokens?: number;
  limits?: Partial<CallLimits>;
  breaker?: Partial<BreakerLimits>;
  log?: Pick<Logger, 'warn'>;
  now?: () => number;
  random?: () => number;
};

const LEAST_THINKING_TOKENS = 1024;

type Parts = Patience &
  Pick<GatewayOptions, 'router' | 'thinkingBudgetTokens'> & {
    breaker: Breaker;
    connectionTo(provider: ProviderId): Connection;
  };

/** Throws CONFIG_INVALID when the thinking budget is too small. */
export function createGateway(options: GatewayOptions): Gateway {
  const {
    connections,
    now = Date.now,
    random = Math.random,
    thinkingBudgetTokens: budget,
  } = options;
  if (budget !== undefined && budget < LEAST_THINKING_TOKENS) {
    throw new AppError('CONFIG_INVALID', {
      problem: `Thinking budget must be at least ${LEAST_THINKING_TOKENS} tokens, got ${budget}`,
    });
  }
  const parts: Parts = {
    ...options,
    now,
    random,
    limits: { ...DEFAULT_LIMITS, ...options.limits },
    breaker: createBreaker({ ...DEFAULT_BREAKER, ...options.breaker }, now),
    connectionTo(provider) {
      const connection = connections.get(provider);
      if (connection !== undefined) return connection;
      throw new AppError('CONFIG_INVALID', { problem: `${provider} is not configured.` });
    },
  };
  return {
    async complete(request, call) {
      try {
        return await complete(parts, request, call);
      } catch (error) {
        if (!isAppError(error, 'CONFIG_INVALID')) throw error;
        // What a repository wishes is known only now; nobody has been asked.
        return { ok: false, fault: { kind: 'invalid', message: error.message } };
      }
    },
  };
}

async function complete(
  parts: Parts,
  request: ModelRequest,
  options: CallOptions,
): Promise<ModelAnswer> {
  const endsAt = performance.now() + parts.limits.totalMs;
  const wishes = parts.router(request);
  const [wished] = wishes;
  const routes = isLimited(wishes)
    ? parts.router({ ...request, tokens: tokensOf(request) })
    : wishes;
  const asked = new Set<Route>();
  let spent: ModelUsage | undefined;
  let route = routes.find(({ model }) => parts.breaker.admits(model)) ?? routes[0];
  for (;;) {
    if (route.model !== wished.model)
      options.onFallback?.(toFallback(request, { routes, wished, route }));
    asked.add(route);
    const answer = await askOne(parts, { request, route, options, endsAt, spent });
    spent = answer.ok ? undefined : answer.usage;
    if (answer.ok || answer.fault.kind !== 'overloaded') return answer;
    const others = routes.filter((one) => !asked.has(one));
    const isResting = parts.breaker.isOpen(route.model);
    const next = isResting ? others.find(({ model }) => parts.breaker.admits(model)) : undefined;
    if (next === undefined) return isResting ? withoutOther(answer, request, routes) : answer;
    route = next;
  }
}

/** Only then the length of the conversation matters, and measuring it costs as much as it has. */
function isLimited(routes: readonly Route[]): boolean {
  return routes.some(({ facts }) => facts.contextTokens !== undefined);
}

function tokensOf(request: ModelRequest): number {
  return estimatePromptTokens(request) + request.maxTokens;
}

type Asking = {
  request: ModelRequest;
  route: Route;
  options: CallOptions;
  endsAt: number;
  spent: ModelUsage | undefined;
};

async function askOne(parts: Parts, asking: Asking): Promise<ModelAnswer> {
  const { request, route, options, endsAt, spent } = asking;
  const thinkingBudgetTokens = request.models?.thinking ?? parts.thinkingBudgetTokens;
  let outcome: Parameters<Breaker['settle']>[1] = 'unknown';
  try {
    const connection = parts.connectionTo(route.provider);
    const call = { request, route, thinkingBudgetTokens };
    const answer = await tryUntilDone(parts, { connection, call, options, endsAt, spent });
    const isOverloaded = !answer.ok && answer.fault.kind === 'overloaded';
    outcome = isOverloaded ? 'overloaded' : 'answered';
    return answer;
  } finally {
    parts.breaker.settle(route.model, outcome);
  }
}

function toFallback(
  { step, modelClass }: ModelRequest,
  { routes, wished, route }: { routes: readonly Route[]; wished: Route; route: Route },
): Fallback {
  // The router put another in front only because of the size.
  const isForSize = routes[0]?.model === route.model;
  const reason = isForSize ? 'context_size' : 'failing';
  return { step, modelClass, from: wished.model, to: route.model, reason };
}

function withoutOther(
  answer: Extract<ModelAnswer, { ok: false }>,
  { modelClass }: ModelRequest,
  routes: readonly Route[],
): ModelAnswer {
  const why =
    routes.length > 1
      ? `The other models of class ${modelClass} fail too.`
      : `No other model of class ${modelClass} is configured to fall back to.`;
  return { ...answer, fault: { ...answer.fault, message: `${answer.fault.message} ${why}` } };
}
