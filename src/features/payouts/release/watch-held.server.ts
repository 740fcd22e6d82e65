import { and, eq, inArray, isNull, lte } from 'drizzle-orm';
import { mailMember } from '#features/notifications/index.server.ts';
import { orderNumber } from '#features/orders/words.ts';
import { addMs, dayMonthYear, dayMs } from '#kernel/time.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { eachApart } from '../model/each-apart.ts';
import { mailHeldJob } from '../model/payout.jobs.ts';
import { orderPayout } from '../model/payout.tables.ts';
import { ruleAt } from '../model/read-rule.server.ts';
import { pauseSentence } from '../queries/pause-words.ts';
import { settlePayouts } from './settle-payouts.server.ts';

const waiting = inArray(orderPayout.state, ['held', 'ready']);

/**
 * Looks each day at money that was paid long ago: its seller is emailed once, and later it waits for the decision of an
 * admin. Admins see both as troubles.
 */
export async function watchHeld(platform: Platform): Promise<void> {
  const now = platform.clock.now();
  const { tellAfterDays } = await ruleAt(platform.db, now);
  const old = await platform.db
    .select({ id: orderPayout.orderId })
    .from(orderPayout)
    .where(and(waiting, lte(orderPayout.paidAt, addMs(now, -tellAfterDays * dayMs))));
  await eachApart(old, async ({ id }) => {
    await settlePayouts(platform, [id]);
    await write(platform, async (tx) => {
      const notified = await tx.db
        .update(orderPayout)
        .set({ toldAt: now })
        .where(and(eq(orderPayout.orderId, id), waiting, isNull(orderPayout.toldAt)))
        .returning({ id: orderPayout.orderId });
      if (notified.length > 0) tx.enqueue(mailHeldJob, { orderId: id });
    });
  });
}

/** Emails a seller that the money of an order still waits, and why. */
export async function mailHeld(platform: Platform, orderId: string): Promise<void> {
  const [row] = await platform.db
    .select()
    .from(orderPayout)
    .where(and(eq(orderPayout.orderId, orderId), waiting));
  if (!row) return;
  const { pausedReason: reason, pausedUntil: until, holdDays } = row;
  await mailMember(platform, {
    userId: row.sellerId,
    kind: { always: 'You’re receiving this email because it’s about your payouts.', evenSuspended: true },
    messageId: `payout-held-${orderId}`,
    email: {
      subject: `Earnings not sent yet: order ${orderNumber(orderId)}`,
      paragraphs: [
        `This order was paid on ${dayMonthYear(row.paidAt)}, and we haven’t sent you the earnings yet.`,
        ...(reason ? [pauseSentence({ reason, until, holdDays })] : []),
      ],
      button: { label: 'View order', url: `${platform.config.appUrl}/orders/${orderId}` },
    },
  });
}
