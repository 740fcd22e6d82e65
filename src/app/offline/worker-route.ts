import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { LoaderFunctionArgs } from 'react-router';
import { everyAnswer } from '#platform/http/guards.ts';
import { pageScope } from '#platform/http/page.ts';
import { scriptHash } from '#platform/http/responses/content-policy.ts';
import { offlinePage, offlineScripts } from './offline-page.tsx';
import { workerText } from './worker-text.ts';

/** What the offline page is answered with: it runs its own two scripts, and fetches its font. */
const pageHeaders = {
  ...Object.fromEntries(everyAnswer),
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; font-src 'self'; script-src ${offlineScripts.map(scriptHash).join(' ')}; base-uri 'none'; frame-ancestors 'none'`,
};

interface Made {
  text: string;
  packed: Uint8Array<ArrayBuffer>;
  etag: string;
}
const made = new Map<string, Made>();

function workerFor(brand: string): Made {
  const known = made.get(brand);
  if (known) return known;
  const text = workerText({ page: offlinePage(brand), headers: pageHeaders });
  const fresh = {
    text,
    packed: new Uint8Array(gzipSync(text)),
    etag: `"${createHash('sha256').update(text).digest('base64url')}"`,
  };
  made.set(brand, fresh);
  return fresh;
}

/**
 * `/offline-worker.js`. Browsers request it again with each document; only a changed text replaces the active worker.
 */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<Response> {
  const { brand } = await pageScope(context).platform.site.read();
  const { text, packed, etag } = workerFor(brand.name);
  const headers = {
    etag,
    'cache-control': 'no-cache',
    vary: 'Accept-Encoding',
    'content-type': 'text/javascript; charset=utf-8',
    // Governs what the worker itself may fetch.
    'content-security-policy': "default-src 'none'; connect-src 'self'",
  };
  if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers });
  const isPacked = /\bgzip\b/.test(request.headers.get('accept-encoding') ?? '');
  return isPacked
    ? new Response(packed, { headers: { ...headers, 'content-encoding': 'gzip' } })
    : new Response(text, { headers });
}
