import { requireStepUp } from '#features/auth/index.server.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import type { Tx } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { ordersLimits } from '../model/orders.limits.ts';

/** Before a seller returns money: after the day's number without, they verify their identity first (403). */
export async function countRefund(platform: Platform, tx: Tx, seller: Actor): Promise<void> {
  const { allowed } = await platform.limits.take(ordersLimits.refunds, seller.id, tx.db);
  if (!allowed) await requireStepUp(platform, seller);
}
