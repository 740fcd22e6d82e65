import { sql } from 'drizzle-orm';
import type { Platform } from '#platform/platform.ts';
import { type ListingRow, listing } from '../model/listing.tables.ts';
import { searchTextOf } from '../read/card-facts.server.ts';

const batch = 500;

type Stored = Pick<ListingRow, 'id' | 'words' | 'freeText' | 'title' | keyof Parameters<typeof searchTextOf>[0]>;

/**
 * Compares the stored search words of every listing that can be found with what `searchTextOf` makes of it today, and
 * stores those that differ. What a listing says does not change, so neither its version nor its history does.
 */
export async function refreshWords({ db, pool }: Pick<Platform, 'db' | 'pool'>): Promise<void> {
  for (let after = ''; ; ) {
    const rows: Stored[] = await db
      .select({
        id: listing.id,
        words: listing.words,
        freeText: listing.freeText,
        title: listing.title,
        cardId: listing.cardId,
        cardFinishes: listing.cardFinishes,
        game: listing.game,
        setCode: listing.setCode,
        setName: listing.setName,
        number: listing.number,
        name: listing.name,
        rarity: listing.rarity,
      })
      .from(listing)
      .where(sql`${listing.id} > ${after} and ${listing.status} <> 'removed'`)
      .orderBy(listing.id)
      .limit(batch);
    for (const row of rows) {
      const { words, freeText } = searchTextOf(row, row.title);
      if (freeText === row.freeText && sameWords(words, row.words)) continue;
      // A seller who edits it meanwhile has stored words of today's rule: theirs stay.
      const same = [row.id, words, freeText, row.title, row.name];
      await pool.query(
        'update listing set words = $2, free_text = $3 where id = $1 and title = $4 and name = $5',
        same,
      );
    }
    const last = rows.at(-1);
    if (rows.length < batch || !last) return;
    after = last.id;
  }
}

function sameWords(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((word) => b.includes(word));
}
