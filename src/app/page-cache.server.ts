import { promisify } from 'node:util';
import { gunzipSync, gzip } from 'node:zlib';
import pLimit from 'p-limit';
import { AskedLately } from '#platform/cache/asked-lately.ts';
import { type CacheStats, TagCache } from '#platform/cache/tag-cache.ts';
import { pagePolicy, scriptHash } from '#platform/http/content-policy.ts';
import { giveBack } from '#platform/http/give-back.ts';
import type { Platform } from '#platform/platform.ts';
import { themeOfCookies } from '#ui/theme.ts';

export interface KeptPage {
  /** As nearly every browser takes it; a sixth of the page, so that the same memory holds six times as many. */
  packed: Uint8Array<ArrayBuffer>;
  headers: [string, string][];
}

export interface PageCache {
  /** The key of a request that a kept page may answer; null when it must be rendered. */
  keyOf(request: Request): string | null;
  find(key: string): KeptPage | undefined;
  /** Notes that somebody asks for this page; whether somebody else did while a page may be kept. */
  isAskedAgain(key: string): boolean;
  /** A mark to take before the page is rendered. */
  begin(): number;
  /** Makes the bytes that serve everybody and keeps them, unless something that they show has changed since the mark. */
  keep(key: string, html: string, nonce: string, tags: readonly string[], begun: number): Promise<KeptPage>;
  answer(page: KeptPage, request: Request): Response;
  /** The page that a visitor without any cookie gets at this address (path and query, as they stand in the request). */
  findFor(address: string): KeptPage | undefined;
  stats(): CacheStats;
}

/** As many as Node has threads for it. Each takes a quarter of a megabyte from where it begins to wait on, and fifty that wait would be twelve. */
const packing = pLimit(4);
const packAtOnce = promisify(gzip);
const pack = (text: string | Uint8Array, level: number) => packing(() => packAtOnce(text, { level }));
/** The eighth of a page that the higher one saves is worth its price where very many get the same bytes. */
const levels = { once: 1, kept: 6 } as const;
/** Of seven hundred pages. */
const maxBytes = 8 * 1024 * 1024;
/** A kept page may miss what is new for this long. What it shows is dropped the moment it changes. */
const maxAgeMs = 5_000;
/** While nothing at all happens in the market there is nothing new to miss. */
const quietAgeMs = 30_000;

interface Kept extends KeptPage {
  begun: number;
  freshUntilMs: number;
}

/**
 * Keeps the pages of visitors who are not signed in. A page names what it shows (`listing:ID`, …); a change of any of it drops the page
 * before the writer gets an answer, so a sold copy is never shown as for sale. Only what is new may be late, by `maxAgeMs`.
 *
 * The kept text has no nonce: the inline scripts that had it are allowed by their hashes, so the same bytes serve everybody.
 */
export function createPageCache(platform: Pick<Platform, 'bus' | 'clock' | 'config'>): PageCache {
  const cache = new TagCache(maxBytes);
  cache.follow(platform.bus);
  const nowMs = () => platform.clock.now().getTime();
  const lately = new AskedLately(quietAgeMs);
  const find = (key: string): KeptPage | undefined => {
    const now = nowMs();
    const kept = cache.find<Kept>(key, now);
    return kept && (now < kept.freshUntilMs || kept.begun === cache.begin()) ? kept : undefined;
  };

  return {
    keyOf: (request) => {
      // A browser asking for fresh data (`.data`) is past its first page.
      const { pathname, search } = new URL(request.url);
      if (request.headers.has('authorization') || pathname.endsWith('.data')) return null;
      return `${themeOfCookies(request.headers.get('cookie')) ?? 'none'} ${pathname}${search}`;
    },
    find,
    findFor: (address) => find(`none ${address}`),
    isAskedAgain: (key) => lately.note(key, nowMs()),
    begin: () => cache.begin(),
    keep: async (key, html, nonce, tags, begun) => {
      const { text, hashes } = withoutNonce(html, nonce);
      const packed = new Uint8Array(await pack(text, levels.kept));
      const headers: [string, string][] = [
        ['content-type', 'text/html; charset=utf-8'],
        ['content-security-policy', pagePolicy(platform.config, hashes.join(' '))],
        ['cache-control', 'no-cache'],
        ['vary', 'Cookie, Accept-Encoding'],
      ];
      const now = nowMs();
      const value: Kept = { packed, headers, begun, freshUntilMs: now + maxAgeMs };
      // What names a page and what it shows stands beside it.
      cache.keep(key, { value, bytes: packed.byteLength + 1_500, tags, expiresAtMs: now + quietAgeMs }, begun);
      return value;
    },
    answer: ({ packed, headers: kept }, request) => {
      const isPacked = takesPacked(request.headers.get('accept-encoding'));
      const headers = new Headers(kept);
      if (isPacked) headers.set('content-encoding', 'gzip');
      return new Response(isPacked ? packed : unpack(packed), { headers });
    },
    stats: () => cache.stats(),
  };
}

/** By what a request says in `Accept-Encoding`. */
export const takesPacked = (accepted: string | null | undefined): boolean => /\bgzip\b/.test(accepted ?? '');

/** What is sent once. */
export const packLightly = async (page: Uint8Array): Promise<Uint8Array<ArrayBuffer>> => new Uint8Array(await pack(page, levels.once));

/** A visitor's page that nothing stays of, as it is sent: itself or packed. */
export async function forWhoAsks(page: Buffer<ArrayBuffer>, headers: Headers, request: Request): Promise<Uint8Array<ArrayBuffer>> {
  headers.append('vary', 'Accept-Encoding');
  if (!takesPacked(request.headers.get('accept-encoding'))) return page;
  headers.set('content-encoding', 'gzip');
  const packed = await packLightly(page);
  giveBack(page);
  return packed;
}

/** A page for whoever takes no packed ones: programs mostly. */
export function unpack(packed: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(gunzipSync(packed));
}

function withoutNonce(html: string, nonce: string): { text: string; hashes: string[] } {
  const mark = ` nonce="${nonce}"`;
  const without = (part: string) => part.replaceAll(mark, '').replaceAll(nonce, '');
  const hashes = new Set<string>();
  // By the nonce, which only the renderer knows: a script tag that a member's words have become has none, and is not let in for good.
  for (const [, attributes = '', body] of html.matchAll(/<script(?![^>]*\bsrc=)([^>]*)>([\s\S]*?)<\/script>/g))
    if (body && `${attributes} `.includes(`${mark} `)) hashes.add(scriptHash(without(body)));
  return { text: without(html), hashes: [...hashes] };
}
