import { realtimePath } from '../protocol/protocol.ts';
import { createLiveClient } from './client.ts';
import type { LiveClient } from './client-options.ts';
import { clearLocalCache, clearLocalStorage } from './local-cache.ts';

export interface PageClient extends LiveClient {
  /** Passes the browser's network state to the client; returns the function that ends it. */
  followNetwork(): () => void;
}

/** A page's live client: connects to its own host by cookie, to another host by token. */
export function createPageClient({
  url,
  ...facts
}: {
  viewer: string | null;
  since: number;
  url?: string | undefined;
}): PageClient {
  const own = location.origin.replace(/^http/, 'ws') + realtimePath;
  const client = createLiveClient({
    ...facts,
    url: url ?? own,
    fetchToken,
    byCookie: !url,
    clearCache: clearLocalCache,
    clearStorage: clearLocalStorage,
  });
  return { ...client, followNetwork: () => followNetwork(client) };
}

function followNetwork(client: LiveClient): () => void {
  const follow = () => client.network(navigator.onLine);
  if (!navigator.onLine) follow();
  // After a closed lid or a suspended tab a ping finds a dead connection at once instead of at the next interval.
  const checkVisible = () => document.hidden || client.doubt();
  const until = new AbortController();
  const options = { signal: until.signal };
  window.addEventListener('online', follow, options);
  window.addEventListener('offline', follow, options);
  document.addEventListener('visibilitychange', checkVisible, options);
  return () => until.abort();
}

async function fetchToken(signal: AbortSignal): Promise<{ token: string } | number> {
  const answer = await fetch('/api/auth/token', { method: 'POST', signal });
  if (!answer.ok) return answer.status;
  const { token } = (await answer.json()) as { token?: unknown };
  return typeof token === 'string' ? { token } : answer.status;
}
