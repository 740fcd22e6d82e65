import { Refusal } from '#kernel/refusal.ts';

/** Lets few through at once, keeps some waiting in line, and tells the next to come back. */
export type Gate = <T>(work: () => Promise<T>) => Promise<T>;

/** `busy` is what the one reads who is told to come back. */
export function createGate(atOnce: number, waiting: number, busy: string): Gate {
  let running = 0;
  const line: (() => void)[] = [];
  return async (work) => {
    if (running >= atOnce) {
      if (line.length >= waiting) {
        throw new Refusal(503, 'busy', busy, { retryAfterSeconds: 5 });
      }
      await new Promise<void>((resolve) => line.push(resolve));
    } else {
      running++;
    }
    try {
      return await work();
    } finally {
      // The place is handed to the next in line, so `running` stays as it is.
      const next = line.shift();
      if (next) next();
      else running--;
    }
  };
}
