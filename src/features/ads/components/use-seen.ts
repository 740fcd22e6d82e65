import { useEffect, useRef } from 'react';

const seenForMs = 1_000;

/**
 * Counts one view after half of the ad was visible for a second. The request carries no cookie, since only the number
 * counts.
 */
export function useSeen(id: string | null) {
  const ref = useRef<HTMLElement>(null);
  useEffect(() => {
    const place = ref.current;
    if (!id || !place) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const watch = new IntersectionObserver(
      ([entry]) => {
        clearTimeout(timer);
        if (!entry?.isIntersecting) return;
        timer = setTimeout(() => {
          watch.disconnect();
          // A lost count does no harm.
          void fetch(`/api/ads/${id}/shown`, { method: 'POST', keepalive: true, credentials: 'omit' }).catch(() => {});
        }, seenForMs);
      },
      { threshold: 0.5 },
    );
    watch.observe(place);
    return () => {
      clearTimeout(timer);
      watch.disconnect();
    };
  }, [id]);
  return ref;
}
