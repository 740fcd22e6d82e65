import { eq } from 'drizzle-orm';
import type Stripe from 'stripe';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { paidStatuses } from '../model/order.process.ts';
import { fraudWarning, orders } from '../model/order.tables.ts';
import { attentionColumns, hasAttention } from '../model/order.texts.ts';
import { lockPurchase } from '../purchase/purchase.queries.server.ts';

type Warning = Pick<Stripe.Radar.EarlyFraudWarning, 'id' | 'fraud_type' | 'actionable' | 'created'>;

/**
 * Follows a bank's fraud warning, as just read from Stripe. While a refund is possible its orders are flagged for an
 * admin: refunding now avoids the chargeback. Flagged once; it is over when the money has been refunded or the bank
 * asks for it, whichever comes first. Neither side is notified: the buyer may be the thief.
 */
export async function followFraudWarning(platform: Platform, purchaseId: string, warning: Warning): Promise<void> {
  await write(platform, async (tx) => {
    const { placed } = await lockPurchase(tx, purchaseId);
    const [known] = await tx.db.select().from(fraudWarning).where(eq(fraudWarning.id, warning.id));
    // Never taken up again once it is over, whatever an older answer says.
    const isActionable = warning.actionable && known?.isActionable !== false;
    await tx.db
      .insert(fraudWarning)
      .values({
        id: warning.id,
        purchaseId,
        fraudType: warning.fraud_type,
        isActionable,
        warnedAt: new Date(warning.created * 1_000),
      })
      .onConflictDoUpdate({ target: fraudWarning.id, set: { isActionable } });
    const flag = { code: 'fraud_warning', params: { type: warning.fraud_type } } as const;
    for (const order of placed) {
      const needsAttention = isActionable && !known && order.attention === null && paidStatuses.includes(order.status);
      const isOver = !isActionable && hasAttention(order, flag);
      if (needsAttention || isOver)
        await tx.db
          .update(orders)
          .set(attentionColumns(needsAttention ? flag : null))
          .where(eq(orders.id, order.id));
    }
  });
}
