/** Once the page has come to rest: nobody waits for it. */
const restMs = 3_000;

/**
 * Lets the browser keep the one page that is shown where no page of ours can be reached; returns what ends the wait.
 */
export function keepOfflinePage(): () => void {
  // Not over plain http, and not while developing, where a restarting server is the rule.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return () => {};
  const timer = setTimeout(() => void navigator.serviceWorker.register('/offline-worker.js').catch(() => {}), restMs);
  return () => clearTimeout(timer);
}
