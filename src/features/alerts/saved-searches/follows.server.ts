import { and, asc, desc, eq } from 'drizzle-orm';
import { findPublicProfile, findSellers, lockMember } from '#features/members/index.server.ts';
import { blockedWith, isBlocked } from '#features/messages/index.server.ts';
import type { Frequency } from '#kernel/how-often.ts';
import { isId } from '#kernel/ids.ts';
import { notFound, signInFirst } from '#kernel/refusal.ts';
import type { Db } from '#platform/db/db.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { overQuota } from '#platform/limits/quotas.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import type { Followed } from '../contract.ts';
import { notifyAsOften } from '../match/await-updates.server.ts';
import { lockChoice } from '../match/lock-choice.server.ts';
import { alertPolicy, unknownSeller } from '../model/alert.policy.ts';
import { alert, follow } from '../model/alert.tables.ts';
import { alertsLimits, alertsQuotas } from '../model/alerts.limits.ts';

const pairOf = (followerId: string, sellerId: string) =>
  and(eq(follow.followerId, followerId), eq(follow.sellerId, sellerId));

/**
 * Follows a seller, or changes the frequency of their alerts; without a frequency the present one stays. Refuses an
 * unknown or blocked member (404), oneself (403), more than the limit (409 `too_many_followed`), too many in a day
 * (429).
 */
export async function followSeller(
  platform: Platform,
  actor: Actor,
  sellerId: string,
  frequency?: Frequency,
): Promise<void> {
  alertPolicy.check(actor, 'follow', { memberId: sellerId });
  if (!isId(sellerId)) throw notFound(unknownSeller);
  await write(platform, async (tx) => {
    if (!(await lockMember(tx, actor.id))) throw signInFirst();
    await lockChoice(tx, actor.id);
    const profile = await findPublicProfile(tx.db, sellerId, platform.clock.now());
    if (profile?.id !== sellerId || (await isBlocked(tx.db, actor.id, sellerId))) throw notFound(unknownSeller);
    const now = platform.clock.now();
    const added = await tx.db
      .insert(follow)
      .values({ followerId: actor.id, sellerId, frequency: frequency ?? 'now', createdAt: now })
      .onConflictDoNothing()
      .returning({ id: follow.sellerId });
    if (added.length > 0) {
      await platform.limits.count(alertsLimits.followed, actor.id, tx.db);
      if ((await tx.db.$count(follow, eq(follow.followerId, actor.id))) > alertsQuotas.followedAtOnce.most)
        throw overQuota(alertsQuotas.followedAtOnce);
    } else if (frequency) {
      await tx.db.update(follow).set({ frequency }).where(pairOf(actor.id, sellerId));
      await notifyAsOften(tx, { memberId: actor.id, kind: 'seller', sourceId: sellerId, frequency }, now);
    }
  });
}

/** Unfollows a seller. Not following them is no error. */
export async function unfollowSeller(platform: Platform, actor: Actor, sellerId: string): Promise<void> {
  if (!isId(sellerId)) return;
  await write(platform, async (tx) => {
    await tx.db.delete(follow).where(pairOf(actor.id, sellerId));
    await tx.db
      .delete(alert)
      .where(and(eq(alert.memberId, actor.id), eq(alert.kind, 'seller'), eq(alert.sourceId, sellerId)));
  });
}

/** The sellers that a member follows, latest first, without blocked and suspended ones, who return when that ends. */
export async function listFollowed(db: Db, followerId: string): Promise<Followed[]> {
  const rows = await db
    .select()
    .from(follow)
    .where(eq(follow.followerId, followerId))
    .orderBy(desc(follow.createdAt), asc(follow.sellerId));
  const ids = rows.map(({ sellerId }) => sellerId);
  const [sellers, blocked] = await Promise.all([findSellers(db, ids), blockedWith(db, followerId)]);
  return rows.flatMap(({ sellerId, frequency, createdAt }) => {
    const seller = blocked.has(sellerId) ? undefined : sellers.get(sellerId);
    return seller
      ? [
          {
            memberId: sellerId,
            username: seller.username,
            avatarUrl: seller.avatarUrl,
            frequency,
            createdAt: createdAt.toISOString(),
          },
        ]
      : [];
  });
}

/** Whether a member follows this seller; false for a visitor. */
export async function isFollowing(db: Db, followerId: string | null, sellerId: string): Promise<boolean> {
  return followerId !== null && (await db.$count(follow, pairOf(followerId, sellerId))) > 0;
}

/** Whether a member follows any seller. */
export async function followsAny(db: Db, followerId: string): Promise<boolean> {
  const rows = await db.select({ id: follow.sellerId }).from(follow).where(eq(follow.followerId, followerId)).limit(1);
  return rows.length > 0;
}
