// `redgreen demo`: the whole story on this machine: a local GitHub, a scripted model, everything
// else real.

import { parseOptions } from './arguments.ts';
import { openStage } from './demo/stage.ts';
import { type Told, tell, withApp } from './demo/tell.ts';
import type { Subcommand, Terminal } from './subcommand.ts';

export const demo: Subcommand = {
  name: 'demo',
  summary: 'play the story from label to draft PR on this machine',
  usage: '[--exit] [--json]   (--exit: do not wait for Ctrl-C at the end)',
  async run(args, terminal) {
    const { values } = parseOptions(args, { exit: { type: 'boolean' }, json: { type: 'boolean' } });
    const say = values.json ? () => undefined : terminal.print;
    say('Starting a GitHub, a Postgres and sandboxes on this machine …');
    await using stage = await openStage();
    return await withApp(stage, async (parts) => {
      const told = await tell(stage, parts, say);
      if (values.json) terminal.print(JSON.stringify(told));
      else for (const line of describe(told)) terminal.print(line);
      if (!values.exit && !values.json) await lookAround(told, terminal);
      return told.problems.length === 0 ? 0 : 1;
    });
  },
};

function describe(told: Told): string[] {
  return [
    '',
    ...told.matrix.flatMap(({ criterion, kind, cases }) =>
      cases.map(({ id, base, why, head, withheld }) => {
        const red = why === undefined ? base : `${base} (${why})`;
        const mark = withheld ? ', withheld' : '';
        return `  ${criterion} ${kind.padEnd(4)} ${id}: ${red} on base, ${head} on head${mark}`;
      }),
    ),
    '',
    `${told.attempts} attempts, ${told.sandboxes.created} sandboxes, ${told.sandboxes.wiped} wiped with evidence.`,
    `${told.headline}: ${told.pullRequest.url}`,
    ...told.problems.map((problem) => `WRONG: ${problem}`),
  ];
}

async function lookAround({ pullRequest }: Told, { print, signal }: Terminal): Promise<void> {
  print(`Look at ${pullRequest.url} in a browser; Ctrl-C ends everything.`);
  if (signal.aborted) return;
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
}
