import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type CacheStats, TagCache } from '#platform/cache/tag-cache.ts';
import type { Platform } from '#platform/platform.ts';
import { formatOfLanguages } from '#ui/format/reader-format.ts';
import { themeOfCookies } from '#ui/theme/theme.ts';

/** A rendered page of a visitor. */
export interface RenderedPage {
  /** UTF-8. */
  html: Buffer;
  /** Of its inline scripts; occurs in the HTML wherever a script needs it. */
  nonce: string;
}

export interface PageCache {
  /** The key of a request that a cached page may answer; null when it must be rendered. */
  keyOf(request: Request): string | null;
  find(key: string): RenderedPage | undefined;
  /** A cache version, to read before the page is rendered. */
  begin(): number;
  /** Caches the page, unless something that it shows (`tags`, by outbox topic) has changed since that version. */
  store(key: string, page: RenderedPage, tags: readonly string[], version: number): void;
  stats(): CacheStats;
}

/** Of some two hundred and fifty pages. */
const maxBytes = 16 * 1024 * 1024;
/** Maximum age: a cached page may miss new records for this long. A change of what it shows invalidates it at once. */
const maxAgeMs = 5_000;
/** Maximum age while no event at all is published: then there is nothing new to miss. */
const idleAgeMs = 30_000;
/** An entry's bytes besides its HTML: key, tags and table overhead. */
const entryBytes = 1_500;

interface CachedPage extends RenderedPage {
  version: number;
  freshUntilMs: number;
}

/**
 * Caches the pages of visitors who are not signed in. A page's tags name what it shows (`listing:ID`, …); a change of
 * any of it invalidates the page before the writer gets an answer, so a sold copy is never shown as for sale. Only new
 * records may be late, by `maxAgeMs`.
 */
export function createPageCache({ bus, clock }: Pick<Platform, 'bus' | 'clock'>): PageCache {
  const cache = new TagCache(maxBytes);
  cache.follow(bus);
  const nowMs = () => clock.now().getTime();
  return {
    keyOf: (request) => {
      // A browser that requests a page's data (`.data`) is past its first page.
      const { pathname, search } = new URL(request.url);
      if (request.headers.has('authorization') || pathname.endsWith('.data')) return null;
      const { headers } = request;
      const theme = themeOfCookies(headers.get('cookie')) ?? 'none';
      return `${theme} ${formatOfLanguages(headers.get('accept-language'))} ${pathname}${search}`;
    },
    find: (key) => {
      const now = nowMs();
      const page = cache.find<CachedPage>(key, now);
      return page && (now < page.freshUntilMs || page.version === cache.begin()) ? page : undefined;
    },
    begin: () => cache.begin(),
    store: (key, page, tags, version) => {
      const now = nowMs();
      const value: CachedPage = { ...page, version, freshUntilMs: now + maxAgeMs };
      cache.store(
        key,
        { value, bytes: page.html.byteLength + entryBytes, tags, expiresAtMs: now + idleAgeMs },
        version,
      );
    },
    stats: () => cache.stats(),
  };
}

/** The page's bytes with its nonce replaced: no two responses share one, cached or not. */
export function withNonce({ html, nonce }: RenderedPage, fresh: string): Buffer {
  return Buffer.from(html.toString().replaceAll(nonce, fresh));
}

const compress = promisify(gzip);

/**
 * A visitor's page as sent: gzip at level 1, which takes half of the default level's time, where the client accepts it.
 * Sets the headers. Only for pages without a member's data: the length of a compressed page leaks its content (BREACH).
 */
export async function compressPage(html: Buffer, headers: Headers, request: Request): Promise<Buffer> {
  headers.append('vary', 'Accept-Encoding');
  if (!/\bgzip\b/.test(request.headers.get('accept-encoding') ?? '')) return html;
  headers.set('content-encoding', 'gzip');
  return compress(html, { level: 1 });
}
