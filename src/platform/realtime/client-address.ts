import type { LiveClientOptions } from './client-options.ts';
import { clearLocalCache } from './local-cache.ts';
import { realtimePath } from './protocol.ts';

/** How a page opens its line: on its own host by its cookie, elsewhere by a token. */
export function liveClientOptions({ url, ...facts }: { viewer: string | null; since: number; url?: string | undefined }): LiveClientOptions {
  const own = location.origin.replace(/^http/, 'ws') + realtimePath;
  return { ...facts, url: url ?? own, fetchToken, byCookie: !url, clearCache: clearLocalCache };
}

async function fetchToken(signal: AbortSignal): Promise<{ token: string } | number> {
  const answer = await fetch('/api/auth/token', { method: 'POST', signal });
  if (!answer.ok) return answer.status;
  const { token } = (await answer.json()) as { token?: unknown };
  return typeof token === 'string' ? { token } : answer.status;
}
