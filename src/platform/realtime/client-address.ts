import type { LiveClient, LiveClientOptions } from './client-options.ts';
import { clearLocalCache } from './local-cache.ts';
import { realtimePath } from './protocol.ts';

/** How a page opens its line: on its own host by its cookie, elsewhere by a token. */
export function liveClientOptions({ url, ...facts }: { viewer: string | null; since: number; url?: string | undefined }): LiveClientOptions {
  const own = location.origin.replace(/^http/, 'ws') + realtimePath;
  return { ...facts, url: url ?? own, fetchToken, byCookie: !url, clearCache: clearLocalCache };
}

/** Tells the client what the browser knows of the network; returns what ends that. */
export function followNetwork(client: LiveClient): () => void {
  const follow = () => client.network(navigator.onLine);
  if (!navigator.onLine) follow();
  // A lid that was closed, a tab that was put to sleep: what the line does not say by itself is found out now, not at the next ping.
  const lookAgain = () => document.hidden || client.doubt();
  window.addEventListener('online', follow);
  window.addEventListener('offline', follow);
  document.addEventListener('visibilitychange', lookAgain);
  return () => {
    window.removeEventListener('online', follow);
    window.removeEventListener('offline', follow);
    document.removeEventListener('visibilitychange', lookAgain);
  };
}

async function fetchToken(signal: AbortSignal): Promise<{ token: string } | number> {
  const answer = await fetch('/api/auth/token', { method: 'POST', signal });
  if (!answer.ok) return answer.status;
  const { token } = (await answer.json()) as { token?: unknown };
  return typeof token === 'string' ? { token } : answer.status;
}
