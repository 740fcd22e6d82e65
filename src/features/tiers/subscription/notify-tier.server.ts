import type { Tier } from '#features/members/index.server.ts';
import { notify } from '#features/notifications/index.server.ts';
import type { NotificationKind } from '#platform/notification-kind.ts';
import type { Tx } from '#platform/outbox/write.ts';
import type { ChargebackState } from '#platform/payments/chargeback-state.ts';

export const premiumUpdates: NotificationKind = {
  name: 'premium',
  rank: 40,
  label: 'Premium',
  means: 'Premium starts or ends, a payment fails, or your bank opens a payment dispute.',
  icon: 'premium',
  act: 'View subscription',
  texts: {
    began: () => ({ title: 'Welcome to Premium', body: 'No limit on active listings. Each is shown for 30 days.' }),
    ended: () => ({
      title: 'Premium ended',
      body: 'Your 2 newest listings stay for sale, and the others are paused. Nothing is deleted.',
    }),
    bill_failed: () => ({
      title: 'Premium payment failed',
      body: 'Update your payment method. You’re on the Free plan until the invoice is paid.',
      act: 'Update payment method',
    }),
    bank_open: () => ({
      title: 'Payment dispute opened: Premium',
      body: 'Premium continues until your bank decides.',
    }),
    bank_won: () => ({
      title: 'Payment dispute closed: Premium',
      body: 'Your bank doesn’t reclaim the payment.',
    }),
    bank_lost: () => ({
      title: 'Payment reclaimed: Premium',
      body: 'Your bank reclaimed the payment. Your subscription has ended, and you will not be charged again.',
    }),
  },
};

const link = '/settings/subscription';

/** The stored tier is another one now. */
export async function notifyTier(tx: Tx, userId: string, tier: Tier, now: Date): Promise<void> {
  const code = tier === 'premium' ? 'began' : 'ended';
  await notify(tx, { userId, kind: premiumUpdates, code, link, about: `tier-${tier}-${now.getTime()}`, now });
}

/** One try to charge a bill has failed. */
export async function notifyFailedBill(
  tx: Tx,
  userId: string,
  invoice: { id: string; attempt: number },
  now: Date,
): Promise<void> {
  const about = `premium-failed-${invoice.id}-${invoice.attempt}`;
  await notify(tx, {
    userId,
    kind: premiumUpdates,
    code: 'bill_failed',
    link,
    about,
    now,
  });
}

/** Notifies a member of a chargeback of a premium payment: opened, won or lost. */
export async function notifyChargeback(
  tx: Tx,
  userId: string,
  { id, state }: { id: string; state: ChargebackState },
  now: Date,
): Promise<void> {
  await notify(tx, {
    userId,
    kind: premiumUpdates,
    code: `bank_${state}`,
    link,
    about: `premium-chargeback-${id}-${state}`,
    now,
  });
}
