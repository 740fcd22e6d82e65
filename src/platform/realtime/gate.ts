/** Lets `max` pieces of work run at a time; the others wait in the order in which they came. */
export function createGate(max: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= max) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      // The place is handed over, not freed and taken again: nobody can slip in between.
      if (next) next();
      else running--;
    }
  };
}
