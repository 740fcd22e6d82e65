/** Registered when the page is idle: it is not urgent. */
const restMs = 3_000;

/** Registers the service worker that contains the offline page; returns a function that cancels the wait. */
export function keepOfflinePage(): () => void {
  // Not over plain http, and not while developing, where a restarting server is the rule.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return () => {};
  const timer = setTimeout(() => void navigator.serviceWorker.register('/offline-worker.js').catch(() => {}), restMs);
  return () => clearTimeout(timer);
}
