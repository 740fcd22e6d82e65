import { useEffect } from 'react';

/** Listings that this tab has already counted as looked at. */
const seen = new Set<string>();

/**
 * Tells the market once that somebody looks at this listing. Robots run no scripts, the seller's own looks do not
 * count.
 */
export function useViewCount(listingId: string, counts: boolean): void {
  useEffect(() => {
    if (!counts || seen.has(listingId)) return;
    seen.add(listingId);
    void fetch(`/listings/${listingId}/view`, { method: 'POST', keepalive: true }).catch(() => {});
  }, [listingId, counts]);
}
