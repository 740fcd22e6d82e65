import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { pagePolicy, scriptHash } from '#platform/http/content-policy.ts';
import type { Platform } from '#platform/platform.ts';

interface Entry {
  body: Uint8Array<ArrayBuffer>;
  packed: Uint8Array<ArrayBuffer>;
  headers: [string, string][];
  tags: readonly string[];
  keptAt: number;
}

export interface PageCache {
  /** The key of a request that a kept page may answer; null when it must be rendered. */
  keyOf(request: Request): string | null;
  find(key: string): Entry | null;
  /** Grows with each change that this process hears; a page rendered across a change is not kept. */
  version(): number;
  keep(key: string, response: Response, nonce: string, tags: ReadonlySet<string>, seenVersion: number): Promise<Entry>;
  answer(entry: Entry, request: Request): Response;
  stats(): { hits: number; misses: number; bytes: number };
}

const pack = promisify(gzip);
const maxBytes = 24 * 1024 * 1024;
/** A kept page may miss what is new for this long. What it shows is dropped the moment it changes. */
const maxAgeMs = 5_000;

/**
 * Keeps the pages of visitors who are not signed in. A page names what it shows (`listing:ID`, …); a change of any of it drops the page
 * before the writer gets an answer, so a sold copy is never shown as for sale. Only what is new may be late, by `maxAgeMs`.
 *
 * The kept text has no nonce: its inline scripts are allowed by their hashes, so the same bytes serve everybody.
 */
export function createPageCache(platform: Platform): PageCache {
  const entries = new Map<string, Entry>();
  const byTag = new Map<string, Set<string>>();
  let version = 0;
  let bytes = 0;
  let hits = 0;
  let misses = 0;

  function drop(key: string): void {
    const entry = entries.get(key);
    if (!entry) return;
    entries.delete(key);
    bytes -= sizeOf(entry);
    for (const tag of entry.tags) {
      const keys = byTag.get(tag);
      keys?.delete(key);
      if (keys?.size === 0) byTag.delete(tag);
    }
  }

  const onChange = (events: readonly { topics: string[] }[]) => {
    version++;
    for (const event of events) for (const topic of event.topics) for (const key of [...(byTag.get(topic) ?? [])]) drop(key);
  };
  platform.bus.onCommit(onChange);
  platform.bus.onPublished(onChange);

  return {
    keyOf: (request) => {
      // Whoever has a session is not anonymous, and a browser asking for fresh data (`.data`) is past its first page.
      const url = new URL(request.url);
      if (request.headers.has('authorization') || url.pathname.endsWith('.data')) return null;
      const cookie = request.headers.get('cookie') ?? '';
      const theme = /(?:^|;\s*)theme=(light|dark|midnight|system)(?:;|$)/.exec(cookie)?.[1] ?? 'system';
      return `${theme} ${url.pathname}${url.search}`;
    },
    find: (key) => {
      const entry = entries.get(key);
      if (entry && Date.now() - entry.keptAt < maxAgeMs) {
        hits++;
        return entry;
      }
      drop(key);
      misses++;
      return null;
    },
    version: () => version,
    keep: async (key, response, nonce, tags, seenVersion) => {
      const { text, hashes } = withoutNonce(await response.text(), nonce);
      const body = new TextEncoder().encode(text);
      const packed = new Uint8Array(await pack(body, { level: 6 }));
      const headers: [string, string][] = [
        ['content-type', 'text/html; charset=utf-8'],
        ['content-security-policy', pagePolicy(platform.config, hashes.join(' '))],
        ['cache-control', 'no-cache'],
        ['vary', 'Cookie, Accept-Encoding'],
      ];
      const entry: Entry = { body, packed, headers, tags: [...tags], keptAt: Date.now() };
      if (version === seenVersion && sizeOf(entry) < maxBytes / 8) {
        drop(key);
        entries.set(key, entry);
        bytes += sizeOf(entry);
        for (const tag of entry.tags) {
          const keys = byTag.get(tag) ?? new Set();
          byTag.set(tag, keys.add(key));
        }
        // Insertion order is age: the oldest go first.
        for (const oldest of entries.keys()) {
          if (bytes <= maxBytes) break;
          drop(oldest);
        }
      }
      return entry;
    },
    answer: (entry, request) => {
      const isPacked = /\bgzip\b/.test(request.headers.get('accept-encoding') ?? '');
      const headers = new Headers(entry.headers);
      if (isPacked) headers.set('content-encoding', 'gzip');
      return new Response(isPacked ? entry.packed : entry.body, { headers });
    },
    stats: () => ({ hits, misses, bytes }),
  };
}

function sizeOf(entry: Entry): number {
  return entry.body.byteLength + entry.packed.byteLength + 1_000;
}

function withoutNonce(html: string, nonce: string): { text: string; hashes: string[] } {
  const text = html.replaceAll(` nonce="${nonce}"`, '').replaceAll(nonce, '');
  const hashes = new Set<string>();
  for (const match of text.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)) if (match[1]) hashes.add(scriptHash(match[1]));
  return { text, hashes: [...hashes] };
}
