import type { Platform } from '#platform/platform.ts';
import { listingLimits } from '../model/listing.rules.ts';

/** More than this is many. */
const most = 100;

/** The bound is written out, or no index that has it in its condition would be taken. */
const unchecked = {
  name: 'listings-own-unchecked',
  text: `select count(*)::int as n from (select from listing where seller_id = $1 and status = 'active' and checklist is null and not graded
    and price_rank >= ${listingLimits.photoRequiredFrom} limit ${most}) l`,
};

/** How many of a seller's live listings could have a checklist and have none; counted up to a hundred. */
export async function countUnchecked({ pool }: Pick<Platform, 'pool'>, sellerId: string): Promise<number> {
  const { rows } = await pool.query<{ n: number }>({ ...unchecked, values: [sellerId] });
  return rows[0]?.n ?? 0;
}
