import { useEffect, useRef } from 'react';

interface Asking<T> {
  data: T | undefined;
  state: 'idle' | 'loading' | 'submitting';
}

/**
 * Calls `receive` once for each answer of a fetcher. React Router stores an answer outside React's state. A render for
 * another reason may read it; React sees no change, discards that render and its effects, but retains their
 * dependencies: an effect that depends on the answer alone would never run. The fetcher's state is React state and
 * changes with every answer, so it is a dependency as well.
 */
export function useAnswer<T>({ data, state }: Asking<T>, receive: (answer: T) => void): void {
  const latest = useRef(receive);
  const received = useRef<T | undefined>(undefined);
  useEffect(() => {
    latest.current = receive;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer changes the state, as explained above
  useEffect(() => {
    if (data === undefined || data === received.current) return;
    received.current = data;
    latest.current(data);
  }, [data, state]);
}
