import { useSyncExternalStore } from 'react';

const changed = 'reachchanged';

/** Says whether the server is known to be out of reach; `usePrefetch` listens. */
export function markOutOfReach(isOut: boolean): void {
  document.documentElement.toggleAttribute('data-out-of-reach', isOut);
  document.dispatchEvent(new Event(changed));
}

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  document.addEventListener(changed, listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
    document.removeEventListener(changed, listener);
  };
}

/**
 * How a link reads ahead: when a pointer or the focus rests on it, and never while the server is out of reach. The router answers a page's code that
 * can't be fetched by loading the whole document again: without a network, passing over a link would throw away the page.
 */
export function usePrefetch(): 'intent' | 'none' {
  return useSyncExternalStore(
    subscribe,
    () => (navigator.onLine && !document.documentElement.hasAttribute('data-out-of-reach') ? 'intent' : 'none'),
    () => 'intent',
  );
}
