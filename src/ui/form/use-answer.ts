import { useEffect, useRef } from 'react';

interface Asking<T> {
  data: T | undefined;
  state: 'idle' | 'loading' | 'submitting';
}

/**
 * Tells of each answer of a fetcher once. The router puts an answer where React does not see it come. A drawing that is
 * made for something else may find it there; React, to which nothing has changed, takes that drawing back and drops its
 * effects, and yet remembers what they depended on: an effect that hangs on the answer alone would never run. The
 * fetcher's state is React's own and changes with every answer, so it is asked as well.
 */
export function useAnswer<T>({ data, state }: Asking<T>, receive: (answer: T) => void): void {
  const latest = useRef(receive);
  const received = useRef<T | undefined>(undefined);
  useEffect(() => {
    latest.current = receive;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the state is what brings the answer, as said above
  useEffect(() => {
    if (data === undefined || data === received.current) return;
    received.current = data;
    latest.current(data);
  }, [data, state]);
}
