import { getMemberProfile } from '#features/members/index.server.ts';
import { findSubscription, noSubscription, presentSubscription } from '#features/tiers/index.server.ts';
import type { Db } from '#platform/db/db.ts';
import type { OwnProfile } from '../contract.ts';

/** All fields of the own profile (EN-01), with the subscription. Refuses an unknown or deleted member (404). */
export async function getOwnProfile(db: Db, userId: string): Promise<OwnProfile> {
  const [member, paid] = await Promise.all([getMemberProfile(db, userId), findSubscription(db, userId)]);
  return { ...member, subscription: presentSubscription(paid ?? noSubscription) };
}
