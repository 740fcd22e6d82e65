import { setImmediate as pause } from 'node:timers/promises';

/** Long work gives way to others after so long. */
const turnMs = 2;

/** Gives others their turn, asked between two small steps: at once, or where this one has lasted long enough. */
export function yieldingToEventLoop(): () => Promise<void> | undefined {
  let began = performance.now();
  return () => {
    if (performance.now() - began < turnMs) return undefined;
    return pause().then(() => {
      began = performance.now();
    });
  };
}
