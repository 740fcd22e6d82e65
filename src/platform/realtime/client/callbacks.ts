/** A set of callbacks for one event. */
export function callbacks() {
  const all = new Set<() => void>();
  return {
    /** Returns the function that removes the callback. */
    add: (callback: () => void) => {
      all.add(callback);
      return () => all.delete(callback);
    },
    notify: () => {
      for (const callback of all) callback();
    },
  };
}
