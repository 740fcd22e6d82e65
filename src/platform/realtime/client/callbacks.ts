/** Who wants to be called when one thing happens. */
export function callbacks() {
  const all = new Set<() => void>();
  return {
    /** Answers how to stop it. */
    add: (callback: () => void) => {
      all.add(callback);
      return () => all.delete(callback);
    },
    tell: () => {
      for (const callback of all) callback();
    },
  };
}
