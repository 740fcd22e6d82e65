import { eq } from 'drizzle-orm';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { findPurchaseOf } from '../purchase/purchase.queries.server.ts';
import { purchase } from '../purchase/purchase.tables.ts';

/** Stripe's charge of an order's payment. A process of an older version did not store it: then Stripe is asked. */
export async function findCharge(platform: Platform, orderId: string): Promise<string | null> {
  const paid = await findPurchaseOf(platform.db, orderId);
  if (!paid?.paymentIntentId || paid.chargeId !== null) return paid?.chargeId ?? null;
  const { latest_charge: charge } = await platform.payments.stripe.paymentIntents.retrieve(paid.paymentIntentId);
  const chargeId = typeof charge === 'string' ? charge : (charge?.id ?? null);
  await write(platform, (tx) => tx.db.update(purchase).set({ chargeId }).where(eq(purchase.id, paid.id)));
  return chargeId;
}
