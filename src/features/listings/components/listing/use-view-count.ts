import { useEffect } from 'react';

/** Listings whose view this tab has counted already. */
const seen = new Set<string>();

/** Reports one view of this listing. Robots run no scripts, and the seller's own views do not count. */
export function useViewCount(listingId: string, counts: boolean): void {
  useEffect(() => {
    if (!counts || seen.has(listingId)) return;
    seen.add(listingId);
    void fetch(`/listings/${listingId}/view`, { method: 'POST', keepalive: true }).catch(() => {});
  }, [listingId, counts]);
}
