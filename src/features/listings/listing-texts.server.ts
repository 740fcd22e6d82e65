import { minuteMs } from '#kernel/time.ts';
import { ByteRing } from '#platform/cache/byte-ring.ts';
import { TagCache } from '#platform/cache/tag-cache.ts';
import { batched } from '#platform/db/batched.ts';
import type { Platform } from '#platform/platform.ts';
import { shared } from '#platform/shared.ts';
import { presentListing } from './listing.present.server.ts';
import { type ReadRow, readColumns, readJoins } from './listing.queries.server.ts';

type Reader = Pick<Platform, 'pool' | 'bus' | 'clock'>;

/** A listing for sale as everybody reads it on a page of listings, with what decides about its place there. */
export interface ListingText {
  id: string;
  /** Its JSON, as bytes. */
  text: Buffer;
  /** Topics whose next event makes the text wrong. */
  tags: readonly [listing: string, seller: string];
  priceRank: number;
  /** Microseconds since 1970, and so is `expiresAt`. */
  publishedAt: number;
  expiresAt: number;
}

/** Those of a market of ten thousand listings: 1.2 kB each. */
const mostBytes = 12 * 1024 * 1024;
/** What the cache counts of a text that lies in the ring: what stands beside it in the heap. */
const besideBytes = 400;
const mostBesideBytes = 10_000 * besideBytes;

/** A text that is kept: all but its bytes, and where those lie. */
type Kept = Omit<ListingText, 'text'> & { at: number; length: number };

/** Longer than a crowd asks for the same cards; what no event tells, views and sales of its seller, may be that old on a page of many. */
const keepMs = minuteMs;

/** Apart from the answers that are kept: a search is never asked for twice by many, while the same listings stand on very many of them. */
const textsOf = ({ bus, pool, clock }: Reader) =>
  shared(bus, 'listings.texts', () => {
    const cache = new TagCache(mostBesideBytes);
    cache.follow(bus);
    const ring = new ByteRing(mostBytes);
    return { cache, ring, read: batched((numbers: number[]) => readNew({ pool, clock }, cache, ring, numbers)) };
  });

const microseconds = (column: string) => `(extract(epoch from ${column}) * 1000000)::bigint`;
const byNumbers = {
  name: 'listing-texts',
  text: `select ${readColumns}, l.n, ${microseconds('l.published_at')} as published_us, ${microseconds('l.expires_at')} as expires_us
    from listing l ${readJoins} where l.n = any($1) and l.status = 'active' and l.expires_at > $2`,
};

type NumberedRow = ReadRow & { n: number; published_us: number; expires_us: number };

/**
 * Those of these numbers that are for sale, by number: from memory while no event has touched them, the others in one statement. A process that does not hear of
 * events keeps none and gives none.
 */
export async function readTexts(platform: Reader, numbers: readonly number[], now: Date): Promise<Map<number, ListingText>> {
  const { cache, ring, read } = textsOf(platform);
  const nowMs = now.getTime();
  const texts = new Map<number, ListingText>();
  const missing: number[] = [];
  for (const n of numbers) {
    const kept = cache.find<Kept>(String(n), nowMs);
    const text = kept && ring.copy(kept.at, kept.length);
    if (text) texts.set(n, { ...kept, text });
    else missing.push(n);
  }
  if (missing.length === 0) return texts;
  const found = await read(missing);
  for (const n of missing) {
    const text = found.get(n);
    if (text && text.expiresAt / 1_000 > nowMs) texts.set(n, text);
  }
  return texts;
}

async function readNew(
  { pool, clock }: Pick<Platform, 'pool' | 'clock'>,
  cache: TagCache,
  ring: ByteRing,
  numbers: number[],
): Promise<Map<number, ListingText>> {
  const begun = cache.begin();
  const now = clock.now();
  const { rows } = await pool.query<NumberedRow>({ ...byNumbers, values: [numbers, now] });
  const texts = new Map<number, ListingText>();
  for (const row of rows) {
    const { text, ...rest } = textOf(row, now);
    texts.set(row.n, { ...rest, text });
    const value: Kept = { ...rest, at: ring.write(text), length: text.byteLength };
    cache.keep(String(row.n), { value, bytes: besideBytes, tags: value.tags, expiresAtMs: keptUntilMs(row, now.getTime()) }, begun);
  }
  return texts;
}

function textOf(row: NumberedRow, now: Date): ListingText {
  const { id, seller_id, price_rank, published_us, expires_us } = row;
  const text = Buffer.from(JSON.stringify(presentListing(row, null, now)));
  return { id, text, tags: tagsOfListing(id, seller_id), priceRank: price_rank, publishedAt: published_us, expiresAt: expires_us };
}

/** What an answer depends on that shows a listing. */
export const tagsOfListing = (id: string, sellerId: string) => [`listing:${id}`, `profile:${sellerId}`] as const;

/** Its end, and the beginning and the end of its seller's vacation, come without an event of that moment. */
function keptUntilMs({ expires_us, away_from, away_to }: NumberedRow, nowMs: number): number {
  const edges = [expires_us / 1_000, ...[away_from, away_to].flatMap((at) => (at ? [at.getTime()] : []))];
  return Math.min(nowMs + keepMs, ...edges.filter((at) => at > nowMs));
}
