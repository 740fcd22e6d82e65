import { realtimePath } from '../protocol/protocol.ts';
import { createLiveClient } from './client.ts';
import type { LiveClient } from './client-options.ts';
import { clearLocalCache, clearLocalStorage } from './local-cache.ts';

export interface PageClient extends LiveClient {
  /** Tells the client what the browser knows of the network; returns what ends that. */
  followNetwork(): () => void;
}

/** The live client of a page, which opens its line on its own host by its cookie, elsewhere by a token. */
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
  // A lid that was closed, a tab that was put to sleep: what the line does not say by itself is found out now, not at
  // the next ping.
  const lookAgain = () => document.hidden || client.doubt();
  const until = new AbortController();
  const options = { signal: until.signal };
  window.addEventListener('online', follow, options);
  window.addEventListener('offline', follow, options);
  document.addEventListener('visibilitychange', lookAgain, options);
  return () => until.abort();
}

async function fetchToken(signal: AbortSignal): Promise<{ token: string } | number> {
  const answer = await fetch('/api/auth/token', { method: 'POST', signal });
  if (!answer.ok) return answer.status;
  const { token } = (await answer.json()) as { token?: unknown };
  return typeof token === 'string' ? { token } : answer.status;
}
