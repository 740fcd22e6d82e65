import type { Db } from '#platform/db/db.ts';
import { readOwnRows } from '#platform/personal-data/personal-data.ts';
import { tiersData } from '../model/tiers.data.ts';

/** This feature's part of a member's export: the subscription, and the payments that their bank asked back. */
export async function exportTier(db: Db, userId: string) {
  const [subscription] = await readOwnRows(db, tiersData, 'subscription', userId);
  return {
    subscription: subscription ?? null,
    chargebacks: await readOwnRows(db, tiersData, 'premium_bank_case', userId),
  };
}
