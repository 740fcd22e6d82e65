import { useEffect, useRef } from 'react';
import { useRevalidator } from 'react-router';
import type { Tier } from '#features/members/contract.ts';
import { callWithToken } from '#platform/http/requests/call-with-token.ts';
import { useToken } from '#platform/realtime/client/react.tsx';
import { browserCheck } from '../browser/browser-check.ts';
import { checkPolicy, isTierStale } from '../browser/premium-check.ts';

/**
 * Renders nothing. Checks the subscription once a member's page is loaded, and again when the tier was read five
 * minutes ago (AP-01, LI-01), as often as the policy of the check allows; never in a hidden tab. Where the tier differs
 * from the page's, the server is requested to update the member's listings (AP-04), and the page is reloaded.
 */
export default function TierRefresh({ viewer }: { viewer: { id: string; tier: Tier } }) {
  const { revalidate } = useRevalidator();
  const token = useToken();
  const shownTier = useRef(viewer.tier);
  const checkedAt = useRef<number | null>(null);
  useEffect(() => {
    if (shownTier.current === viewer.tier) return;
    shownTier.current = viewer.tier;
    checkedAt.current = Date.now();
  }, [viewer.tier]);
  useEffect(() => {
    if (!token) return;
    const check = browserCheck(token);
    const look = async () => {
      if (document.hidden || !isTierStale(checkedAt.current, Date.now())) return;
      checkedAt.current = Date.now();
      const { source, tier } = await check.status(viewer.id);
      // A cached or assumed answer is no change.
      if (source !== 'firestore' || tier === shownTier.current) return;
      // The result does not matter: the server updates the listings anyway.
      await callWithToken('/api/stripe/update-listing-tiers', { accountTier: tier });
      await revalidate();
    };
    void look();
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
