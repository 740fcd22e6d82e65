import { getMemberProfile } from '#features/members/index.server.ts';
import { findSubscription, noSubscription, presentSubscription } from '#features/tiers/index.server.ts';
import type { Db } from '#platform/db/db.ts';
import type { OwnProfile } from '../contract.ts';

/**
 * Everything of one's own profile (EN-01), the subscription with it. Refuses an unknown member and one who has gone
 * (404).
 */
export async function getOwnProfile(db: Db, userId: string): Promise<OwnProfile> {
  const [member, paid] = await Promise.all([getMemberProfile(db, userId), findSubscription(db, userId)]);
  return { ...member, subscription: presentSubscription(paid ?? noSubscription) };
}
