// Lets a loop sleep until someone rings or its time has come. A ring while awake is not lost.

export type Doorbell = { ring(): void; wait(timeoutMs: number): Promise<void> };

export function createDoorbell(): Doorbell {
  let isRung = false;
  let wake: (() => void) | undefined;
  return {
    ring() {
      isRung = true;
      wake?.();
    },
    async wait(timeoutMs) {
      if (!isRung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, timeoutMs);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
        wake = undefined;
      }
      isRung = false;
    },
  };
}
