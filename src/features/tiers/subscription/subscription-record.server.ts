import { and, asc, eq, gt, isNotNull } from 'drizzle-orm';
import type { Db } from '#platform/db/db.ts';
import type { Tx } from '#platform/outbox/write.ts';
import { subscriptionChanged } from '../model/tier.events.ts';
import { subscription } from '../model/tiers.tables.ts';

/** A member's subscription as it is stored: written by this feature alone. */
export type SubscriptionRecord = typeof subscription.$inferSelect;

/** The state of a member who never had one (EN-04). */
export const noSubscription: Omit<SubscriptionRecord, 'userId' | 'updatedAt'> = {
  status: 'none',
  currentPlan: null,
  stripeSubscriptionId: null,
  stripeCustomerId: null,
  startDate: null,
  endDate: null,
  renewalDate: null,
  cancelAtPeriodEnd: false,
  manuallyUpdated: false,
  tier: 'free',
};

export async function findSubscription(db: Db, userId: string): Promise<SubscriptionRecord | null> {
  const [row] = await db.select().from(subscription).where(eq(subscription.userId, userId));
  return row ?? null;
}

/** The record, locked until the transaction ends; null when the member never had one. */
export async function lockSubscription(tx: Tx, userId: string): Promise<SubscriptionRecord | null> {
  const [row] = await tx.db.select().from(subscription).where(eq(subscription.userId, userId)).for('update');
  return row ?? null;
}

/** Whose subscription or customer this is, by Stripe's id. */
export async function findSubscriber(
  db: Db,
  by: { subscriptionId: string } | { customerId: string },
): Promise<SubscriptionRecord | null> {
  const condition =
    'subscriptionId' in by
      ? eq(subscription.stripeSubscriptionId, by.subscriptionId)
      : eq(subscription.stripeCustomerId, by.customerId);
  const [row] = await db.select().from(subscription).where(condition);
  return row ?? null;
}

export async function saveSubscription(tx: Tx, record: SubscriptionRecord): Promise<void> {
  const { userId, ...rest } = record;
  await tx.db.insert(subscription).values(record).onConflictDoUpdate({ target: subscription.userId, set: rest });
  tx.append(subscriptionChanged, { subject: userId, version: 0, topics: [`user:${userId}`] });
}

/** The first row of a member; false when there is one already. */
export async function startSubscriptionRecord(tx: Tx, record: SubscriptionRecord): Promise<boolean> {
  const added = await tx.db
    .insert(subscription)
    .values(record)
    .onConflictDoNothing()
    .returning({ userId: subscription.userId });
  return added.length === 1;
}

/** Whose records Stripe knows, a page at a time, by id. */
export async function listSubscribers(db: Db, after: string, limit: number): Promise<string[]> {
  const rows = await db
    .select({ userId: subscription.userId })
    .from(subscription)
    .where(and(isNotNull(subscription.stripeCustomerId), gt(subscription.userId, after)))
    .orderBy(asc(subscription.userId))
    .limit(limit);
  return rows.map((row) => row.userId);
}

export async function deleteSubscription(tx: Tx, userId: string): Promise<void> {
  await tx.db.delete(subscription).where(eq(subscription.userId, userId));
}
