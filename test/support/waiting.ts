// Waiting in tests, always with a deadline: a long one, only to tell an end from no end, since the
// machines that run tests are busy.

export function deferred<T>(): { promise: Promise<T>; resolve(value: T): void } {
  return Promise.withResolvers<T>();
}

export async function until(
  isTrue: () => boolean | Promise<boolean>,
  deadlineMs = 60_000,
): Promise<void> {
  const deadline = performance.now() + deadlineMs;
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error('waited too long');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
