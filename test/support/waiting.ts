// Waiting in tests, always with a deadline.

export function deferred<T>(): { promise: Promise<T>; resolve(value: T): void } {
  return Promise.withResolvers<T>();
}

export async function until(
  isTrue: () => boolean | Promise<boolean>,
  deadlineMs = 10_000,
): Promise<void> {
  const deadline = performance.now() + deadlineMs;
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error('waited too long');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
