import { minuteMs } from '#kernel/time.ts';
import { TagCache } from '#platform/cache/tag-cache.ts';
import { batched } from '#platform/db/batched.ts';
import type { Platform } from '#platform/platform.ts';
import { shared } from '#platform/shared.ts';
import { ofEachKey } from './listing.queries.server.ts';
import { listingJson } from './listing-json.ts';
import { type ListingText, TextStore } from './text-store.ts';

type Reader = Pick<Platform, 'pool' | 'bus' | 'clock'>;

/** The texts of a market of seven thousand listings, and as many of them at most as there are places. */
const mostBytes = 12 * 1024 * 1024;
const mostTexts = 10_000;

/** Longer than a crowd asks for the same cards; what no event tells, views and sales of its seller, may be that old on a page of many. */
const keepMs = minuteMs;

/** Apart from the answers that are kept: a search is never asked for twice by many, while the same listings stand on very many of them. */
const textsOf = ({ bus, pool, clock }: Reader) =>
  shared(bus, 'listings.texts', () => {
    // Keeps nothing itself: it knows what has changed, and when.
    const changes = new TagCache(1);
    changes.follow(bus);
    const store = new TextStore(changes, mostBytes, mostTexts);
    return { store, read: batched((numbers: number[]) => readNew({ pool, clock, bus }, changes, store, numbers)) };
  });

const microseconds = (column: string) => `(extract(epoch from ${column}) * 1000000)::bigint`;
const byNumbers = {
  name: 'listing-texts',
  text: ofEachKey(
    `l.n, l.id, l.seller_id, l.price_rank, ${microseconds('l.published_at')} as published_us, ${microseconds('l.expires_at')} as expires_us, a.starts_at as away_from, a.ends_at as away_to, ${listingJson} as json`,
    `l.n = m.key::int and l.status = 'active' and l.expires_at > $2`,
  ),
};

interface TextRow {
  n: number;
  id: string;
  seller_id: string;
  price_rank: number;
  published_us: number;
  expires_us: number;
  away_from: Date | null;
  away_to: Date | null;
  json: string;
}

/** Those that are for sale, by number. */
type Texts = ReadonlyMap<number, ListingText>;

/**
 * Of these numbers the listings that are for sale: from memory while no event has touched them, the others in one statement. A process that does not hear of
 * events keeps none and gives none. They are given to `use` where they lie, which others write to: it waits for nothing, and keeps none of their bytes but as a copy.
 */
export async function readTexts<T>(platform: Reader, numbers: readonly number[], now: Date, use: (texts: Texts) => T): Promise<T> {
  const { store, read } = textsOf(platform);
  const nowMs = now.getTime();
  const fresh = new Map<number, ListingText>();
  const asked = new Set<number>();
  for (;;) {
    const texts = new Map<number, ListingText>();
    const missing: number[] = [];
    for (const n of numbers) {
      const text = asked.has(n) ? fresh.get(n) : store.find(n, nowMs);
      if (text) texts.set(n, text);
      else if (!asked.has(n)) missing.push(n);
    }
    if (missing.length === 0) return use(texts);
    const found = await read(missing);
    // What was kept when the others were asked for may have been written over meanwhile: then it is asked for too.
    for (const n of missing) {
      asked.add(n);
      const text = found.get(n);
      if (text && text.expiresAt / 1_000 > nowMs) fresh.set(n, text);
    }
  }
}

async function readNew({ pool, clock, bus }: Reader, changes: TagCache, store: TextStore, numbers: number[]): Promise<Map<number, ListingText>> {
  const begun = changes.begin();
  const now = clock.now();
  const { rows } = await pool.query<TextRow>({ ...byNumbers, values: [numbers.join(','), now] });
  const texts = new Map<number, ListingText>();
  for (const row of rows) {
    const text = textOf(row);
    texts.set(row.n, text);
    if (bus.hears) store.keep(row.n, text, keptUntilMs(row, now.getTime()), begun);
  }
  return texts;
}

function textOf({ id, seller_id, price_rank, published_us, expires_us, json }: TextRow): ListingText {
  return { id, sellerId: seller_id, text: Buffer.from(json), place: null, priceRank: price_rank, publishedAt: published_us, expiresAt: expires_us };
}

/** Its end, and the beginning and the end of its seller's vacation, come without an event of that moment. */
function keptUntilMs({ expires_us, away_from, away_to }: TextRow, nowMs: number): number {
  const edges = [expires_us / 1_000, ...[away_from, away_to].flatMap((at) => (at ? [at.getTime()] : []))];
  return Math.min(nowMs + keepMs, ...edges.filter((at) => at > nowMs));
}
