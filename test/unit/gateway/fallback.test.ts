import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createBreaker } from '../../../app/gateway/breaker.ts';
import { connectAll } from '../../../app/gateway/connections.ts';
import { createGateway } from '../../../app/gateway/gateway.ts';
import type { Fallback, ModelAnswer, ModelRequest } from '../../../app/gateway/port.ts';
import { createRouter, type RouterSettings } from '../../../app/gateway/router.ts';
import { Secret } from '../../../app/secret.ts';
import { openaiFormat } from '../../contract/gateway/openai-format.ts';
import { QUICK, request, user } from './asking.ts';
import {
  type Answer,
  hello,
  type MessagesServer,
  messagesServer,
  overloaded,
  refused,
} from './messages-server.ts';

const FEW = { ...QUICK, retry: { ...QUICK.retry, tries: 2 } };
const chatHello: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.end(openaiFormat.say({ texts: ['Hello from chat'], stop: 'end' }));
};

describe('the breaker of a model', () => {
  test('opens after so many failures in a row, lets one probe through, and closes or opens again', () => {
    let now = 0;
    const breaker = createBreaker({ failures: 3, restMs: 100 }, () => now);
    for (const outcome of [
      'overloaded',
      'overloaded',
      'answered',
      'overloaded',
      'overloaded',
    ] as const) {
      breaker.settle('m', outcome);
      assert.ok(breaker.admits('m') && !breaker.isOpen('m'));
    }
    breaker.settle('m', 'overloaded');
    assert.ok(breaker.isOpen('m') && !breaker.admits('m') && breaker.admits('other'));
    now = 99;
    assert.ok(!breaker.admits('m'));
    now = 100;
    assert.deepEqual([breaker.admits('m'), breaker.admits('m')], [true, false]);
    breaker.settle('m', 'overloaded');
    now = 199;
    assert.ok(!breaker.admits('m'));
    now = 200;
    assert.ok(breaker.admits('m'));
    breaker.settle('m', 'unknown');
    assert.ok(breaker.admits('m'), 'a probe that was cancelled says nothing');
    breaker.settle('m', 'answered');
    assert.ok(breaker.admits('m') && breaker.admits('m') && !breaker.isOpen('m'));
  });
});

type Stage = {
  claude: MessagesServer;
  openai: MessagesServer;
  clock: { now: number };
  fallbacks: Fallback[];
  ask(wishes?: Partial<ModelRequest>): Promise<ModelAnswer>;
};

async function stage(
  answers: { claude: [Answer, ...Answer[]]; openai?: Answer },
  models: RouterSettings,
  act: (stage: Stage) => Promise<void>,
): Promise<void> {
  await using claude = await messagesServer(...answers.claude);
  await using openai = await messagesServer(answers.openai ?? chatHello);
  const clock = { now: 0 };
  const fallbacks: Fallback[] = [];
  const gateway = createGateway({
    connections: connectAll({
      claude_code_subscription: { apiKey: new Secret('a-key-of-claude'), baseUrl: claude.url },
      openai_compatible: { apiKey: new Secret('a-key-of-openai'), baseUrl: openai.url },
    }),
    router: createRouter({
      ...models,
      providers: ['claude_code_subscription', 'openai_compatible'],
    }),
    limits: FEW,
    breaker: { failures: 2, restMs: 1_000 },
    now: () => clock.now,
  });
  const ask = async (wishes: Partial<ModelRequest> = {}) =>
    await gateway.complete(request(wishes), {
      signal: AbortSignal.timeout(10_000),
      onFallback: (fallback) => fallbacks.push(fallback),
    });
  await act({ claude, openai, clock, fallbacks, ask });
}

function modelOf(answer: ModelAnswer): string | undefined {
  return answer.ok ? answer.reply.usage.model : undefined;
}

const BOTH = { code: ['claude-sonnet-5-5', 'openai_compatible/gpt-4.1'] };

describe('a model that keeps failing', () => {
  test('is replaced by another of its class, which is told and charged, and comes back', async () => {
    const twice = [overloaded, overloaded] as const;
    await stage({ claude: [...twice, ...twice, hello] }, BOTH, async (on) => {
      const first = await on.ask();
      assert.ok(!first.ok && first.fault.kind === 'overloaded');
      assert.equal(on.openai.received.length, 0, 'one failure is no reason yet');
      // The second opens the breaker, and the same call goes on with the other model.
      assert.equal(modelOf(await on.ask()), 'openai_compatible/gpt-4.1');
      assert.equal(on.claude.received.length, 4);
      assert.equal(modelOf(await on.ask()), 'openai_compatible/gpt-4.1');
      assert.equal(on.claude.received.length, 4, 'it rests');
      const told = { step: 'implement', modelClass: 'L1', reason: 'failing' } as const;
      const fallback = { ...told, from: 'claude-sonnet-5-5', to: 'openai_compatible/gpt-4.1' };
      assert.deepEqual(on.fallbacks, [fallback, fallback]);
      on.clock.now = 1_000;
      assert.equal(modelOf(await on.ask()), 'claude-sonnet-5-5');
      assert.equal(on.fallbacks.length, 2);
    });
  });

  test('is asked all the same when nothing else is configured, and the fault says so', async () => {
    await stage({ claude: [overloaded] }, {}, async (on) => {
      await on.ask();
      for (let calls = 2; calls < 4; calls += 1) {
        const answer = await on.ask();
        assert.ok(!answer.ok && answer.fault.kind === 'overloaded');
        assert.match(answer.fault.message, /No other model of class L1 is configured/);
        assert.equal(on.claude.received.length, calls * 2);
      }
      assert.equal(on.openai.received.length, 0);
    });
  });

  test('has no replacement when all of its class fail', async () => {
    const busy = refused(503, { type: 'x', message: 'Busy' });
    await stage({ claude: [overloaded], openai: busy }, BOTH, async (on) => {
      for (let calls = 0; calls < 3; calls += 1) await on.ask();
      const answer = await on.ask();
      assert.ok(!answer.ok);
      assert.match(answer.fault.message, /other models of class L1 fail too/);
    });
  });

  test('of one class is not replaced by those of another', async () => {
    await stage({ claude: [overloaded] }, { classes: { L2: BOTH.code } }, async (on) => {
      for (let calls = 0; calls < 4; calls += 1) assert.ok(!(await on.ask()).ok);
      assert.equal(on.openai.received.length, 0);
    });
  });

  test('is not replaced for faults that another would have too', async () => {
    const bad = refused(400, { type: 'invalid_request_error', message: 'bad' });
    await stage({ claude: [bad] }, BOTH, async (on) => {
      for (let calls = 0; calls < 4; calls += 1) assert.ok(!(await on.ask()).ok);
      assert.equal(on.openai.received.length, 0);
    });
  });
});

describe('a conversation', () => {
  test('too long for the chosen model goes to a larger one of its class', async () => {
    const code = ['openai_compatible/gpt-4o', 'claude-sonnet-5-5'];
    await stage({ claude: [hello] }, { code }, async (on) => {
      assert.equal(modelOf(await on.ask()), 'openai_compatible/gpt-4o');
      const long = [user('x'.repeat(4 * 128_000))];
      assert.equal(modelOf(await on.ask({ messages: long })), 'claude-sonnet-5-5');
      assert.deepEqual(
        on.fallbacks.map(({ reason }) => reason),
        ['context_size'],
      );
    });
  });

  test('begun with one provider goes on with the other', async () => {
    await stage({ claude: [hello] }, {}, async (on) => {
      const id = 'functions.Bash:0';
      const messages = [
        user('Begin.'),
        {
          role: 'assistant' as const,
          content: [
            { type: 'thinking' as const, thinking: 'Hm.', signature: 's' },
            { type: 'tool_use' as const, id, name: 'Bash', input: {} },
          ],
        },
        {
          role: 'user' as const,
          content: [
            { type: 'tool_result' as const, tool_use_id: id, content: 'ok', is_error: false },
          ],
        },
      ];
      assert.ok((await on.ask({ messages })).ok);
      assert.equal(on.claude.received[0]?.body.split('functions_Bash_0').length, 3);
      assert.ok((await on.ask({ messages, models: { code: 'openai_compatible/gpt-4o' } })).ok);
      const body = on.openai.received[0]?.body ?? '';
      openaiFormat.checkHistory(body);
      assert.ok(!body.includes('Hm.'));
    });
  });
});

describe('a model that cannot be asked', () => {
  const cases: [string, string, RegExp][] = [
    [
      'nobody knows',
      'openai_compatible/gpt-nonsense',
      /not known for openai_compatible.*EXTRA_MODELS/,
    ],
    ['of no provider', 'gpt-4o', /not known for claude_code_subscription/],
    [
      'of a provider without its variables',
      'lm_studio_local/lm_studio_server_routed',
      /Set LM_STUDIO_MODEL/,
    ],
  ];
  for (const [name, code, problem] of cases) {
    test(`${name} is a fault, and nobody is asked`, async () => {
      await stage({ claude: [hello] }, {}, async (on) => {
        const answer = await on.ask({ models: { code } });
        assert.ok(!answer.ok && answer.fault.kind === 'invalid');
        assert.match(answer.fault.message, problem);
        assert.equal(on.claude.received.length + on.openai.received.length, 0);
      });
    });
  }
});
