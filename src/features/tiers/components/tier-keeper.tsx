import { useEffect, useRef } from 'react';
import { useRevalidator } from 'react-router';
import type { Tier } from '#features/members/contract.ts';
import { useToken } from '#platform/realtime/react.tsx';
import { browserCheck } from '../browser-check.ts';
import { checkPolicy, isTierStale } from '../premium-check.ts';

/**
 * Sits in the frame of a member's pages and shows nothing. A tier that was read five minutes ago is looked at again (LI-01), so that a tab whose live
 * connection missed the change does not offer for hours what is over. Nobody looks for a tab that nobody sees.
 */
export default function TierKeeper({ viewer }: { viewer: { id: string; tier: Tier } }) {
  const { revalidate } = useRevalidator();
  const token = useToken();
  const latest = useRef(viewer.tier);
  const readAt = useRef(Date.now());
  useEffect(() => {
    latest.current = viewer.tier;
    readAt.current = Date.now();
  }, [viewer.tier]);
  useEffect(() => {
    if (!token) return;
    const check = browserCheck(token);
    const look = async () => {
      if (document.hidden || !isTierStale(readAt.current, Date.now())) return;
      readAt.current = Date.now();
      const { source, tier } = await check.status(viewer.id);
      // What is only remembered, or assumed, is no news.
      if (source === 'firestore' && tier !== latest.current) await revalidate();
    };
    const timer = setInterval(() => void look(), checkPolicy.tierStaleMs);
    const seen = () => void look();
    document.addEventListener('visibilitychange', seen);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', seen);
    };
  }, [viewer.id, revalidate, token]);
  return null;
}
