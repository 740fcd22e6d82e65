import { clearLocalCache } from '#platform/realtime/local-cache.ts';
import type { LiveNeeds } from '#platform/realtime/needs.ts';
import { keepOfflinePage } from '../offline/keep-offline-page.ts';
import { readAheadWhenIdle } from './idle.ts';
import { heldScript, isAsleep } from './wake.ts';

/**
 * What a page that sleeps does meanwhile: it lets the browser keep the offline page and read the page's script ahead, and where the page is live it listens, with the client that every page
 * has. The first news wake it: from there on it is React that listens, from the position that the page was made at.
 */
keepOfflinePage();
readAheadWhenIdle();
const live = heldScript()?.dataset.live;
if (live) void listen(JSON.parse(live));
else clearLocalCache();

async function listen({ since, url, queries }: NonNullable<LiveNeeds['line']> & Pick<LiveNeeds, 'queries'>): Promise<void> {
  const { createPageClient } = await import('#platform/realtime/page-client.ts');
  if (!isAsleep()) return;
  const client = createPageClient({ viewer: null, since, url });
  const wake = () => void dispatchEvent(new Event('page-wake'));
  const forget = client.followNetwork();
  const stop = () => {
    forget();
    client.stop();
  };
  addEventListener('page-waking', stop, { once: true });
  for (const [query, params] of queries) client.subscribe(query, params, { onEvent: wake, onGap: wake });
  client.want(true);
}
