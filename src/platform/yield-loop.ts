import { setImmediate as pause } from 'node:timers/promises';

/** Long work yields to the event loop after this time. */
const sliceMs = 2;

/** Returns a function to call between small steps: it yields to the event loop when the time slice is used up. */
export function yieldingToEventLoop(): () => Promise<void> | undefined {
  let began = performance.now();
  return () => {
    if (performance.now() - began < sliceMs) return undefined;
    return pause().then(() => {
      began = performance.now();
    });
  };
}
