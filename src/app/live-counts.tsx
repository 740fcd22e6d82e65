import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import type { Counts } from '#platform/frame.ts';
import { readByClock } from '#platform/realtime/counter-clock.ts';
import { useLive, usePageRefresh } from '#platform/realtime/react.tsx';
import { useRootData } from './root-data.ts';

const LiveCounts = createContext<Counts>({});

/** The frame's numbers, read once for all that shows them: the header's icons and the bar of small screens. */
export function CountsProvider({ children }: { children: ReactNode }) {
  return <LiveCounts value={useLiveCounts(useRootData().frame.counts)}>{children}</LiveCounts>;
}

export function useCounts(): Counts {
  return useContext(LiveCounts);
}

/**
 * The numbers of the frame, read again by themselves when the live channel says that something of the member's has changed, and by a clock for what no word
 * came of: the page around them stands. `counts` are those that came with the page; newer ones of its loader replace what was read since. Null listens to nothing.
 */
function useLiveCounts(counts: Counts | null): Counts {
  const [read, setRead] = useState<{ since: Counts | null; counts: Counts }>();
  const [asked, setAsked] = useState(0);
  const isWanted = counts !== null && Object.keys(counts).length > 0;
  useLive('me', isWanted ? {} : null, () => setAsked((n) => n + 1));
  useEffect(() => (isWanted ? readByClock(() => setAsked((n) => n + 1)) : undefined), [isWanted]);
  const refresh = usePageRefresh();
  const latest = useRef({ counts, refresh });
  useEffect(() => {
    latest.current = { counts, refresh };
  });
  useEffect(() => {
    const { counts } = latest.current;
    if (asked === 0 || counts === null) return;
    const gone = new AbortController();
    void fetch('/api/counters', { signal: gone.signal })
      .then(async (answer) => {
        // The session is over, and the page stands there as this member's: it is read again, instead of asking in vain at each word.
        if (answer.status === 401) latest.current.refresh();
        if (!answer.ok) return;
        const numbers: Record<string, number> = await answer.json();
        const fresh = Object.entries(counts).map(([name, count]) => [name, { ...count, n: numbers[name] ?? count.n }] as const);
        setRead({ since: counts, counts: Object.fromEntries(fresh) });
      })
      // Out of reach, or somebody asks anew: the numbers stay until the next word.
      .catch(() => undefined);
    return () => gone.abort();
  }, [asked]);
  return (read?.since === counts ? read.counts : counts) ?? {};
}
