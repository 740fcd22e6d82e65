import { type ReactNode, useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';

const timeoutMs = 10_000;

/**
 * Asks whether the services that let people in answer, and shows `away` where they don't. Who turns out to be signed
 * in, by another tab or on a page that the browser brought back, is led on as the server leads them.
 */
export default function AuthCheck({ away }: { away: ReactNode }) {
  const [isAway, setAway] = useState(false);
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const left = new AbortController();
    const look = async () => {
      const signal = AbortSignal.any([left.signal, AbortSignal.timeout(timeoutMs)]);
      const answer = await fetch('/api/auth/get-session', { signal }).catch(() => null);
      if (left.signal.aborted) return;
      setAway(answer === null ? navigator.onLine : answer.status >= 500);
      if (answer?.ok && (await answer.json().catch(() => null))) void revalidate();
    };
    const broughtBack = ({ persisted }: PageTransitionEvent) => {
      if (persisted) void look();
    };
    void look();
    addEventListener('pageshow', broughtBack);
    return () => {
      left.abort();
      removeEventListener('pageshow', broughtBack);
    };
  }, [revalidate]);
  return isAway ? away : null;
}
