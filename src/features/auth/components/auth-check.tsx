import { type ReactNode, useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';

const timeoutMs = 10_000;

/**
 * Checks whether the sign-in services answer, and shows `away` if not. A user who is already signed in, by another tab
 * or on a page from the back/forward cache, is redirected as the server would.
 */
export default function AuthCheck({ away }: { away: ReactNode }) {
  const [isAway, setAway] = useState(false);
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const left = new AbortController();
    const check = async () => {
      const signal = AbortSignal.any([left.signal, AbortSignal.timeout(timeoutMs)]);
      const answer = await fetch('/api/auth/get-session', { signal }).catch(() => null);
      if (left.signal.aborted) return;
      setAway(answer === null ? navigator.onLine : answer.status >= 500);
      if (answer?.ok && (await answer.json().catch(() => null))) void revalidate();
    };
    const restored = ({ persisted }: PageTransitionEvent) => {
      if (persisted) void check();
    };
    void check();
    addEventListener('pageshow', restored);
    return () => {
      left.abort();
      removeEventListener('pageshow', restored);
    };
  }, [revalidate]);
  return isAway ? away : null;
}
