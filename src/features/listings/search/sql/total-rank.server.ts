import { cheapestMethodSql } from '#features/shipping/index.server.ts';
import { referenceRates } from '#kernel/numbers/reference-rates.ts';

const rate = Object.entries(referenceRates)
  .map(([currency, worth]) => `when '${currency}' then ${worth}`)
  .join(' ');
const cheapestPost = "(select min((post #>> '{price,amount}')::bigint) from jsonb_array_elements(l.shipping) post)";

/** `totalOf` in the reference currency, of a listing as `l`: what one copy costs with its cheapest post. */
const totalRank = `(l.price_amount + coalesce(${cheapestMethodSql}, ${cheapestPost}, 0)) * case l.currency ${rate} end`;

/**
 * The listings `where`, out of which `cheapestWithPost` chooses `limit`, as `l`: twice as many with the lowest prices.
 * No index knows the post, and of a common card there are thousands.
 */
export const byPrice = (where: string, limit: string | number): string =>
  `from (select l.* from listing l where ${where} order by l.price_rank, l.id limit 2 * ${limit}) l`;

/** The order in which `cheapestFirst` has them. */
export const cheapestWithPost = `${totalRank}, l.price_rank, l.id`;
