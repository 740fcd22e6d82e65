import { useEffect, useState } from 'react';

export type TypedSearchState = 'idle' | 'waiting' | 'found' | 'failed';

export interface TypedSearch<Answer> {
  answer: Answer | null;
  state: TypedSearchState;
}

/** Shorter words say nothing yet. */
const fewestLetters = 2;

/**
 * The API's result for a field while it is typed in: it fetches `addressOf` the text after a pause of `pauseMs`. The
 * last result stays until the next one is here, so that a list does not flicker. `onAnswer` receives each new one.
 */
export function useTypedSearch<Answer>(
  words: string,
  addressOf: (words: string) => string,
  { pauseMs, onAnswer }: { pauseMs: number; onAnswer(answer: Answer): void },
): TypedSearch<Answer> {
  const [last, setLast] = useState<{ address: string; answer: Answer | null; state: TypedSearchState }>({
    address: '',
    answer: null,
    state: 'idle',
  });
  const wanted = words.trim();
  const address = wanted.length < fewestLetters ? null : addressOf(wanted);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new onAnswer does not change the request
  useEffect(() => {
    if (address === null) return;
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const response = await fetch(address, { signal: stop.signal });
        if (!response.ok) throw new Error(`${response.status}`);
        const answer = (await response.json()) as Answer;
        setLast({ address, answer, state: 'found' });
        onAnswer(answer);
      } catch {
        if (!stop.signal.aborted) setLast({ address, answer: null, state: 'failed' });
      }
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [address, pauseMs]);
  if (address === null) return { answer: null, state: 'idle' };
  return { answer: last.answer, state: last.address === address ? last.state : last.answer ? 'found' : 'waiting' };
}
