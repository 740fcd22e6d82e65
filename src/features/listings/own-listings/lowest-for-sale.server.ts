import type pg from 'pg';
import { plainCopySql } from '#features/catalogue/index.server.ts';
import { type CopyTraits, isPlainCopy } from '#features/catalogue/words.ts';
import type { Currency } from '#kernel/numbers/money.ts';

/** A copy of the seller, compared with the copies of others. */
export interface ComparedCopy extends CopyTraits {
  id: string;
  cardId: string | null;
  condition: string;
  finish: string | null;
  language: string;
  grading: unknown;
  currency: Currency;
}

const text = `select k.id, lowest.amount from jsonb_to_recordset($1::jsonb) as k (id text, card_id text, condition text, finish text, language text, currency text)
  cross join lateral (
    select min(price_amount) as amount from listing
    where status = 'active' and expires_at > $2 and card_id = k.card_id and seller_id <> $3 and grading is null
      and condition = k.condition and finish is not distinct from k.finish and language = k.language
      and currency = k.currency and ${plainCopySql((trait) => trait)}) lowest
  where lowest.amount is not null`;

/**
 * The lowest price, in minor units, at which others than the seller offer the same card in the same condition, finish,
 * language and currency, by listing id. Graded and special copies are not compared. One statement for all.
 */
export async function lowestForSale(
  connection: Pick<pg.ClientBase, 'query'>,
  sellerId: string,
  copies: readonly ComparedCopy[],
  now: Date,
): Promise<ReadonlyMap<string, number>> {
  const compared = copies.filter((copy) => copy.cardId !== null && copy.grading === null && isPlainCopy(copy));
  if (compared.length === 0) return new Map();
  const kinds = compared.map(({ id, cardId, condition, finish, language, currency }) => ({
    id,
    card_id: cardId,
    condition,
    finish,
    language,
    currency,
  }));
  const { rows } = await connection.query<{ id: string; amount: number }>({
    name: 'listing-lowest-for-sale',
    text,
    values: [JSON.stringify(kinds), now, sellerId],
  });
  return new Map(rows.map(({ id, amount }) => [id, amount]));
}
