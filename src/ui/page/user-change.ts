import { useEffect, useState } from 'react';

const eventName = 'user-changes';

/**
 * The signed-in member has changed, and a full page load is under way: the layout shows the loading screen until it is
 * done (GD-04).
 */
export function leaveForUserChange(to: string): void {
  dispatchEvent(new Event(eventName));
  location.assign(to);
}

/** Whether such a page load is in progress. A page restored from the back/forward cache resets it. */
export function useUserChange(): boolean {
  const [changes, setChanges] = useState(false);
  useEffect(() => {
    const stop = new AbortController();
    addEventListener(eventName, () => setChanges(true), { signal: stop.signal });
    addEventListener('pageshow', ({ persisted }) => persisted && setChanges(false), { signal: stop.signal });
    return () => stop.abort();
  }, []);
  return changes;
}
