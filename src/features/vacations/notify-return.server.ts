import { and, eq, inArray } from 'drizzle-orm';
import { findAway, findPublicId, findSellers } from '#features/members/index.server.ts';
import { blockedWith } from '#features/messages/index.server.ts';
import { mailMember, notify } from '#features/notifications/index.server.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { returnMails, returnUpdates } from './vacations.emails.ts';
import { mailReturnJob, notifyReturnJob } from './vacations.jobs.ts';
import { returnWait } from './vacations.tables.ts';

/** Batch size. A row is deleted in the transaction that notifies its member, so each is notified once. */
const atOnce = 100;

/**
 * A seller's vacation changed: once they are back, notifies all members who wait. Sends no notification about a
 * suspended seller.
 */
export async function notifyReturn(platform: Platform, sellerId: string): Promise<void> {
  await write(platform, async (tx) => {
    const now = platform.clock.now();
    if ((await findAway(tx.db, [sellerId], now)).size > 0) return;
    const rows = await tx.db
      .select()
      .from(returnWait)
      .where(eq(returnWait.sellerId, sellerId))
      .limit(atOnce)
      .for('update');
    if (rows.length === 0) return;
    const members = rows.map(({ memberId }) => memberId);
    await tx.db.delete(returnWait).where(and(eq(returnWait.sellerId, sellerId), inArray(returnWait.memberId, members)));
    if (rows.length === atOnce) tx.enqueue(notifyReturnJob, { subject: sellerId });
    if ((await findPublicId(tx.db, sellerId)) === null) return;
    const blocked = await blockedWith(tx.db, sellerId);
    for (const { memberId, vacationId } of rows) {
      if (blocked.has(memberId)) continue;
      await notify(tx, {
        userId: memberId,
        kind: returnUpdates,
        code: 'back',
        namedId: sellerId,
        link: `/profile/${sellerId}`,
        about: `back-${vacationId}`,
        now,
      });
      tx.enqueue(mailReturnJob, { sellerId, memberId, vacationId });
    }
  });
}

/** The email; nothing when the seller has been deleted meanwhile. */
export async function mailReturn(
  platform: Platform,
  { sellerId, memberId, vacationId }: { sellerId: string; memberId: string; vacationId: string },
): Promise<void> {
  const seller = (await findSellers(platform.db, [sellerId])).get(sellerId);
  if (!seller || (await findPublicId(platform.db, sellerId)) === null) return;
  await mailMember(platform, {
    userId: memberId,
    kind: returnMails,
    messageId: `back-${vacationId}-${memberId}`,
    email: {
      subject: `${seller.username} is back`,
      paragraphs: [`${seller.username} is back from vacation. You can buy their cards again.`],
      button: { label: 'View seller profile', url: `${platform.config.appUrl}/profile/${sellerId}` },
    },
  });
}
