import type { Platform } from '#platform/platform.ts';
import { settleListings } from './reconcile-seller-listings.server.ts';

/** Of tiers and standings of other features it only reads; what to do about a seller `settleListings` decides. */
const sellersText = `select seller_id from (
    select seller_id, bool_or(status in ('active', 'reserved')) as is_live,
      bool_or(paused_by in ('suspension', 'standing', 'tier')) as is_paused
    from listing where status in ('active', 'reserved') or paused_by in ('suspension', 'standing', 'tier') group by seller_id) s
  join auth_user u on u.id = s.seller_id join profile p on p.user_id = s.seller_id
  where s.is_paused or u.suspended_at is not null or p.account_tier = 'free'
    or exists (select from seller_standing t where t.member_id = s.seller_id and t.marked_at is not null)
  order by seller_id`;

/**
 * Reconciles every seller whose live listings have a limit, a write for each, and logs how many listings changed:
 * normally none. Changes are left by a lost job or a process of an older version.
 */
export async function reconcileLiveListings(platform: Platform): Promise<void> {
  const { rows } = await platform.pool.query<{ seller_id: string }>(sellersText);
  let moved = 0;
  for (const { seller_id: sellerId } of rows) moved += await settleListings(platform, sellerId);
  if (moved > 0) platform.log.warn('live listings were settled by the nightly check', { listings: moved });
}
