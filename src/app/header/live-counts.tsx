import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { countOfCookies } from '#features/cart/words.ts';
import type { Counts } from '#platform/frame.ts';
import { readByClock } from '#platform/realtime/client/counter-clock.ts';
import { useLive, usePageRefresh } from '#platform/realtime/client/react.tsx';
import type { FrameFacts } from '../rendering/root.server.ts';
import { useRootData } from '../rendering/root-data.ts';

const LiveCounts = createContext<Counts>({});

/** The frame's numbers, read once for all that shows them: the header's icons and the bar of small screens. */
export function CountsProvider({ children }: { children: ReactNode }) {
  const { frame } = useRootData();
  const visitors = useVisitorCounts(frame);
  const live = useLiveCounts(frame.counts);
  return <LiveCounts value={frame.counts === null ? visitors : live}>{children}</LiveCounts>;
}

/** A visitor's pages are cached without their cart: a script reads its size after each form. */
function useVisitorCounts(frame: FrameFacts): Counts {
  const [inCart, setInCart] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new frame follows a form, which may have changed the cookie
  useEffect(() => setInCart(countOfCookies(document.cookie)), [frame]);
  return useMemo(() => ({ cart: { n: inCart, waits: 'in cart' } }), [inCart]);
}

export function useCounts(): Counts {
  return useContext(LiveCounts);
}

/**
 * The frame's counters (LI-06): the live channel sends new ones, and a timer polls after two seconds, then every five
 * minutes while the tab is visible. `counts` are those of the page load; newer loader data replace what came since.
 * With null, for a visitor, it subscribes to nothing.
 */
function useLiveCounts(counts: Counts | null): Counts {
  const [read, setRead] = useState<{ since: Counts | null; counts: Counts }>();
  const [reads, setReads] = useState(0);
  const isWanted = counts !== null && Object.keys(counts).length > 0;
  const show = useCallback(
    (numbers: Record<string, number>) => {
      if (counts === null) return;
      const fresh = Object.entries(counts).map(
        ([name, count]) => [name, { ...count, n: numbers[name] ?? count.n }] as const,
      );
      setRead({ since: counts, counts: Object.fromEntries(fresh) });
    },
    [counts],
  );
  useLive('me', isWanted ? {} : null, ({ kind, data }) => {
    if (kind === 'counters') show(data.counters as Record<string, number>);
  });
  useEffect(() => (isWanted ? readByClock(() => setReads((n) => n + 1)) : undefined), [isWanted]);
  const refresh = usePageRefresh();
  const latest = useRef({ show, refresh });
  useEffect(() => {
    latest.current = { show, refresh };
  });
  useEffect(() => {
    if (reads === 0) return;
    const gone = new AbortController();
    void fetch('/api/counters', { signal: gone.signal })
      .then(async (answer) => {
        // The session is over, and the page still shows this member's: it is read again.
        if (answer.status === 401) latest.current.refresh();
        if (answer.ok) latest.current.show(await answer.json());
      })
      // On a network failure or an abort the last numbers stay.
      .catch(() => undefined);
    return () => gone.abort();
  }, [reads]);
  return (read?.since === counts ? read.counts : counts) ?? {};
}
