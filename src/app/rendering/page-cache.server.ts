import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type CacheStats, TagCache } from '#platform/cache/tag-cache.ts';
import type { Platform } from '#platform/platform.ts';
import { themeOfCookies } from '#ui/theme/theme.ts';

/** A rendered page of a visitor. */
export interface RenderedPage {
  /** UTF-8. */
  html: Buffer;
  /** Of its inline scripts; stands in the HTML wherever a script is let in by it. */
  nonce: string;
}

export interface PageCache {
  /** The key of a request that a cached page may answer; null when it must be rendered. */
  keyOf(request: Request): string | null;
  find(key: string): RenderedPage | undefined;
  /** A mark to take before the page is rendered. */
  begin(): number;
  /** Caches the page, unless something that it shows (`tags`, by outbox topic) has changed since the mark. */
  store(key: string, page: RenderedPage, tags: readonly string[], begun: number): void;
  stats(): CacheStats;
}

/** Of some two hundred and fifty pages. */
const maxBytes = 16 * 1024 * 1024;
/** A cached page may miss what is new for this long. What it shows is dropped the moment it changes. */
const maxAgeMs = 5_000;
/** While nothing at all happens in the market there is nothing new to miss. */
const quietAgeMs = 30_000;
/** What an entry takes besides its HTML: its key, tags and place in the tables. */
const entryBytes = 1_500;

interface CachedPage extends RenderedPage {
  begun: number;
  freshUntilMs: number;
}

/**
 * Caches the pages of visitors who are not signed in. A page names what it shows (`listing:ID`, …); a change of any of
 * it drops the page before the writer gets an answer, so a sold copy is never shown as for sale. Only what is new may
 * be late, by `maxAgeMs`.
 */
export function createPageCache({ bus, clock }: Pick<Platform, 'bus' | 'clock'>): PageCache {
  const cache = new TagCache(maxBytes);
  cache.follow(bus);
  const nowMs = () => clock.now().getTime();
  return {
    keyOf: (request) => {
      // A browser asking for a page's data (`.data`) is past its first page.
      const { pathname, search } = new URL(request.url);
      if (request.headers.has('authorization') || pathname.endsWith('.data')) return null;
      return `${themeOfCookies(request.headers.get('cookie')) ?? 'none'} ${pathname}${search}`;
    },
    find: (key) => {
      const now = nowMs();
      const page = cache.find<CachedPage>(key, now);
      return page && (now < page.freshUntilMs || page.begun === cache.begin()) ? page : undefined;
    },
    begin: () => cache.begin(),
    store: (key, page, tags, begun) => {
      const now = nowMs();
      const value: CachedPage = { ...page, begun, freshUntilMs: now + maxAgeMs };
      cache.store(key, { value, bytes: page.html.byteLength + entryBytes, tags, expiresAtMs: now + quietAgeMs }, begun);
    },
    stats: () => cache.stats(),
  };
}

/** The page's bytes with another nonce in the place of its own: no two answers share one, cached or not. */
export function withNonce({ html, nonce }: RenderedPage, fresh: string): Buffer {
  return Buffer.from(html.toString().replaceAll(nonce, fresh));
}

const compress = promisify(gzip);

/**
 * A visitor's page as it is sent: compressed for clients that accept gzip, by level 1, which takes half of the usual
 * level's time. Sets the headers that say so. Only for pages without anything of a member: the length of a compressed
 * page tells something about what stands in it.
 */
export async function compressPage(html: Buffer, headers: Headers, request: Request): Promise<Buffer> {
  headers.append('vary', 'Accept-Encoding');
  if (!/\bgzip\b/.test(request.headers.get('accept-encoding') ?? '')) return html;
  headers.set('content-encoding', 'gzip');
  return compress(html, { level: 1 });
}
