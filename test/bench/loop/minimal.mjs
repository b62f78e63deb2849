// The reference of the bench: an agent loop with nothing around it. Streams, keeps the whole history,
// runs each call with bash. Plain JavaScript, so that it pays for no type stripping.
// Usage: node minimal.mjs URL PROMPT
import { spawn } from 'node:child_process';

const [url, prompt] = process.argv.slice(2);
const tools = [
  {
    name: 'Bash',
    description: 'Runs a command with bash and waits for its end.',
    input_schema: {
      type: 'object',
      properties: { command: { type: 'string' } },
      required: ['command'],
    },
  },
];
const messages = [{ role: 'user', content: [{ type: 'text', text: prompt }] }];

for (;;) {
  const { content, stopReason } = await ask();
  messages.push({ role: 'assistant', content });
  if (stopReason !== 'tool_use') break;
  const results = [];
  for (const { type, id, input } of content) {
    if (type !== 'tool_use') continue;
    results.push({ type: 'tool_result', tool_use_id: id, content: await run(input.command) });
  }
  messages.push({ role: 'user', content: results });
}
process.stdout.write(`${JSON.stringify({ peakKb: process.resourceUsage().maxRSS })}\n`);

async function ask() {
  const response = await fetch(`${url}/v1/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'anthropic-version': '2023-06-01' },
    body: JSON.stringify({ model: 'm', max_tokens: 16_000, tools, messages, stream: true }),
  });
  const content = [];
  let stopReason;
  let text = '';
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    const lines = (text + chunk).split('\n');
    text = lines.pop() ?? '';
    for (const line of lines) {
      if (!line.startsWith('data: ')) continue;
      const event = JSON.parse(line.slice(6));
      if (event.type === 'content_block_start') content.push({ ...event.content_block, json: '' });
      const block = content.at(-1);
      if (event.delta?.type === 'text_delta') block.text += event.delta.text;
      if (event.delta?.type === 'input_json_delta') block.json += event.delta.partial_json;
      if (event.type === 'message_delta') stopReason = event.delta.stop_reason;
    }
  }
  return { stopReason, content: content.map(({ json, ...block }) => withInput(block, json)) };
}

function withInput(block, json) {
  return block.type === 'tool_use' ? { ...block, input: JSON.parse(json) } : block;
}

async function run(command) {
  const child = spawn('bash', ['-c', command], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (piece) => (output += piece));
  child.stderr.setEncoding('utf8').on('data', (piece) => (output += piece));
  await new Promise((resolve) => child.on('close', resolve));
  return output;
}
