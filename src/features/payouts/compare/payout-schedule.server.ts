import { write } from '#platform/outbox/write.ts';
import { readSchedule } from '#platform/payments/connect/connect-balance.ts';
import type { Platform } from '#platform/platform.ts';
import { stripeSchedule } from './compare.tables.ts';

/**
 * Stores how often Stripe pays out the platform's own balance. Automatic payouts would take the money that is held for
 * sellers to the host's bank.
 */
export async function checkSchedule(platform: Platform): Promise<void> {
  const payouts = await readSchedule(platform.payments);
  const row = { payouts, checkedAt: platform.clock.now() };
  await write(platform, (tx) =>
    tx.db.insert(stripeSchedule).values(row).onConflictDoUpdate({ target: stripeSchedule.id, set: row }),
  );
}
