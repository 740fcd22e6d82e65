import { minuteMs } from '#kernel/time.ts';
import { TagCache } from '#platform/cache/tag-cache.ts';
import { batched } from '#platform/db/batched.ts';
import type { Platform } from '#platform/platform.ts';
import { shared } from '#platform/shared.ts';
import { presentListing } from './listing.present.server.ts';
import { type ReadRow, readColumns, readJoins } from './listing.queries.server.ts';
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
    const changes = new TagCache(0);
    changes.follow(bus);
    const store = new TextStore(changes, mostBytes, mostTexts);
    return { store, read: batched((numbers: number[]) => readNew({ pool, clock, bus }, changes, store, numbers)) };
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
  const { store, read } = textsOf(platform);
  const nowMs = now.getTime();
  const texts = new Map<number, ListingText>();
  const wasRead = new Set<number>();
  let missing = numbers.filter((n) => !store.holds(n, nowMs));
  for (;;) {
    const found = missing.length > 0 ? await read(missing) : null;
    for (const n of missing) {
      const text = found?.get(n);
      wasRead.add(n);
      if (text && text.expiresAt / 1_000 > nowMs) texts.set(n, text);
    }
    // Only now, and without giving anybody else a turn: copies of fifty answers that wait for the database outlive the collections of the young.
    const kept = new Map<number, ListingText>();
    missing = [];
    for (const n of numbers) {
      const text = wasRead.has(n) ? undefined : store.find(n, nowMs);
      if (text) kept.set(n, text);
      else if (!wasRead.has(n)) missing.push(n);
    }
    if (missing.length > 0) continue;
    copyInto(texts, kept);
    return texts;
  }
}

/** One block for all of them. */
function copyInto(texts: Map<number, ListingText>, kept: ReadonlyMap<number, ListingText>): void {
  const block = Buffer.allocUnsafeSlow([...kept.values()].reduce((sum, { text }) => sum + text.byteLength, 0));
  let at = 0;
  for (const [n, found] of kept) {
    const { text } = found;
    block.set(text, at);
    found.text = block.subarray(at, at + text.byteLength);
    at += text.byteLength;
    texts.set(n, found);
  }
}

async function readNew({ pool, clock, bus }: Reader, changes: TagCache, store: TextStore, numbers: number[]): Promise<Map<number, ListingText>> {
  const begun = changes.begin();
  const now = clock.now();
  const { rows } = await pool.query<NumberedRow>({ ...byNumbers, values: [numbers, now] });
  const texts = new Map<number, ListingText>();
  for (const row of rows) {
    const text = textOf(row, now);
    texts.set(row.n, text);
    if (bus.hears) store.keep(row.n, text, keptUntilMs(row, now.getTime()), begun);
  }
  return texts;
}

function textOf(row: NumberedRow, now: Date): ListingText {
  const { id, seller_id, price_rank, published_us, expires_us } = row;
  const text = Buffer.from(JSON.stringify(presentListing(row, null, now)));
  return { id, sellerId: seller_id, text, priceRank: price_rank, publishedAt: published_us, expiresAt: expires_us };
}

/** Its end, and the beginning and the end of its seller's vacation, come without an event of that moment. */
function keptUntilMs({ expires_us, away_from, away_to }: NumberedRow, nowMs: number): number {
  const edges = [expires_us / 1_000, ...[away_from, away_to].flatMap((at) => (at ? [at.getTime()] : []))];
  return Math.min(nowMs + keepMs, ...edges.filter((at) => at > nowMs));
}
