// What failed in an attempt, as plain text. Pure.
import type { ShownFailure } from '../failures.ts';

export function failuresText(failures: readonly ShownFailure[]): string {
  return failures.map((one) => `${textOf(one).trimEnd()}\n`).join(`\n${'-'.repeat(72)}\n\n`);
}

function textOf(failure: ShownFailure): string {
  switch (failure.kind) {
    case 'case': {
      const { id, criterion, title, run, output } = failure;
      return `${id} (${criterion}) ${title}\n$ ${run}\n\n${output}`;
    }
    case 'withheld':
      return `A withheld test (${failure.criterion}): ${failure.title}\nWhat it asks and what it printed stays withheld.`;
    case 'suite':
      return `The repository's own tests\n\n${failure.output}`;
    case 'fence':
      return `Changed although the plan does not name it:\n${failure.paths.join('\n')}`;
    case 'gate':
      return `${failure.message}\n${failure.help}`;
    case 'setup':
      return `The setup failed, so nothing ran\n\n${failure.output}`;
  }
}
