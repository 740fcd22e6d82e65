import type { Platform } from '#platform/platform.ts';

/** Sellers a statement, so that none is long. */
const atOnce = 200;

// Two that fold the same seller at once: the later one finds the rows gone and folds nothing.
const fold = {
  name: 'listings-fold-tallies',
  text: `with due as (select distinct seller_id from (select seller_id from listing_tally where not folded order by seller_id limit $1) l),
    gone as (delete from listing_tally t using due where t.seller_id = due.seller_id returning t.*)
    insert into listing_tally (seller_id, status, currency, listings, worth, favorites, views, folded)
    select seller_id, status, currency, sum(listings), sum(worth), sum(favorites), sum(views), true from gone group by 1, 2, 3
    having sum(listings) <> 0 or sum(worth) <> 0 or sum(favorites) <> 0 or sum(views) <> 0`,
};

/**
 * Makes one row for each state and currency of what was added to the tallies since, so that reading a seller's stays
 * short.
 */
export async function foldTallies({ pool }: Pick<Platform, 'pool'>): Promise<void> {
  const loose = async () =>
    (await pool.query<{ is: boolean }>('select exists (select from listing_tally where not folded) as is')).rows[0]?.is;
  while (await loose()) await pool.query({ ...fold, values: [atOnce] });
}
