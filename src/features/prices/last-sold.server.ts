import { type CopyTraits, isPlainCopy } from '#features/catalogue/words.ts';
import type { Listing } from '#features/listings/contract.ts';
import { addMs, dayMs } from '#kernel/time.ts';
import { connectionOf, type Db } from '#platform/db/db.ts';
import { allDays } from './price.rules.ts';

type Copy = Pick<Listing, 'catalogueCardId' | 'condition' | 'grading' | 'finish' | 'language' | 'price'> & CopyTraits;

const text = `select sold_at as "soldAt" from card_sale
  where card_id = $1 and is_final and not is_own and sold_at > $2 and condition = $3 and ($4::text is null or finish = $4)
    and language = $5 and currency = $6
  order by sold_at desc limit 1`;

/**
 * How many days ago a copy like this one was last sold in its currency; a finish that it does not name is any. Null
 * where none was in the last year, for a card that is not in the catalogue, and for a copy with an edition, a signature
 * or a flaw.
 */
export async function daysSinceLastSale(db: Db, copy: Copy, now: Date): Promise<number | null> {
  const { catalogueCardId, condition, grading, finish, language, price } = copy;
  if (catalogueCardId === null || !isPlainCopy(copy)) return null;
  const since = addMs(now, -allDays * dayMs);
  const values = [catalogueCardId, since, grading ? 'graded' : condition, finish, language, price.currency];
  const { rows } = await connectionOf(db).query<{ soldAt: Date }>({ name: 'prices-last-sold', text, values });
  const [last] = rows;
  return last ? Math.floor((now.getTime() - last.soldAt.getTime()) / dayMs) : null;
}
