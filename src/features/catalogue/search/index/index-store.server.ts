import type pg from 'pg';
import { weakMemo } from '#kernel/weak-memo.ts';
import { Matcher } from '../match-cards.ts';
import { indexFormat } from './build-index.server.ts';
import { type CardIndex, unpackIndex } from './card-index.ts';
import { IndexBuilder } from './index-builder.ts';

export interface LoadedIndex {
  index: CardIndex;
  matcher: Matcher;
}

interface Carousel {
  loaded: LoadedIndex | null;
  loading: Promise<LoadedIndex> | null;
  checkedAt: number;
}

/** An import by the operator runs in another process; searches notice it within this time. */
const recheckMs = 5_000;

const carouselOf = weakMemo((_pool: pg.Pool): Carousel => ({ loaded: null, loading: null, checkedAt: 0 }));

/**
 * The index of this database, from memory; loaded on the first call (about 0.1 s). A newer one is fetched in the
 * background.
 */
export async function indexOf(pool: pg.Pool): Promise<LoadedIndex> {
  const carousel = carouselOf(pool);
  if (!carousel.loaded) {
    carousel.loading ??= load(pool, carousel);
    return carousel.loading;
  }
  const now = performance.now();
  if (now - carousel.checkedAt > recheckMs && !carousel.loading) {
    carousel.checkedAt = now;
    // A check that fails leaves the index as it is; the next search checks again.
    void renew(pool, carousel, carousel.loaded.index.revision).catch(() => {});
  }
  return carousel.loaded;
}

/** By which state of the catalogue words are read at this moment. */
export async function catalogueRevision({ pool }: { pool: pg.Pool }): Promise<number> {
  return (await indexOf(pool)).index.revision;
}

/** The next search reads the stored index again. */
export function forgetIndex(pool: pg.Pool): void {
  const carousel = carouselOf(pool);
  carousel.loaded = null;
  carousel.loading = null;
}

async function renew(pool: pg.Pool, carousel: Carousel, revision: number): Promise<void> {
  const stored = await pool.query<{ revision: number }>(
    'select revision from catalogue_index where format = $1 and piece = 0',
    [indexFormat],
  );
  if (stored.rows[0] && stored.rows[0].revision !== revision) carousel.loading ??= load(pool, carousel);
  await carousel.loading;
}

async function load(pool: pg.Pool, carousel: Carousel): Promise<LoadedIndex> {
  try {
    const bytes = await readPieces(pool);
    const index = bytes ? unpackIndex(bytes) : new IndexBuilder([], 0).build(0);
    carousel.loaded = { index, matcher: new Matcher(index) };
    carousel.checkedAt = performance.now();
    return carousel.loaded;
  } finally {
    carousel.loading = null;
  }
}

/** All pieces of one revision. A rebuild between two reads shows as another revision; then it starts over. */
async function readPieces(pool: pg.Pool): Promise<Uint8Array | null> {
  for (let attempt = 0; attempt < 5; attempt++) {
    const listed = await pool.query<{ revision: number; pieces: number; size: number }>(
      'select revision, count(*)::int as pieces, sum(length(bytes))::int as size from catalogue_index where format = $1 group by revision',
      [indexFormat],
    );
    const stored = listed.rows[0];
    if (!stored) return null;
    const bytes = new Uint8Array(stored.size);
    let at = 0;
    for (let piece = 0; piece < stored.pieces; piece++) {
      const read = await pool.query<{ bytes: Buffer }>(
        'select bytes from catalogue_index where format = $1 and piece = $2 and revision = $3',
        [indexFormat, piece, stored.revision],
      );
      const part = read.rows[0]?.bytes;
      if (!part) break;
      bytes.set(part, at);
      at += part.length;
    }
    if (at === stored.size) return bytes;
  }
  throw new Error('the search index was rebuilt faster than it could be read');
}
