import type { Tier } from '#features/members/index.server.ts';
import { notify } from '#features/notifications/index.server.ts';
import type { NotificationKind } from '#platform/notification-kind.ts';
import type { Tx } from '#platform/outbox/write.ts';
import type { ChargebackState } from '#platform/payments/chargeback-state.ts';

export const premiumUpdates: NotificationKind = {
  name: 'premium',
  rank: 40,
  label: 'Premium',
  means: 'Premium began or ended, a renewal could not be charged, or your bank asks for a payment back.',
  texts: {
    began: () => ({ title: 'You have premium', body: 'As many live listings as you like, for 30 days each.' }),
    ended: () => ({
      title: 'Premium has ended',
      body: 'Your newest two listings stay for sale, the others are paused. Nothing is deleted.',
    }),
    bill_failed: () => ({
      title: 'Your premium could not be renewed',
      body: 'Look at your card: premium rests until the bill is paid.',
    }),
    bank_open: () => ({
      title: 'Payment dispute for your Premium subscription',
      body: 'Premium goes on until your bank has decided.',
    }),
    bank_won: () => ({
      title: 'Your bank has stopped asking',
      body: 'It does not ask for your premium payment back any more.',
    }),
    bank_lost: () => ({
      title: 'Your bank took a premium payment back',
      body: 'Your subscription has ended, and nothing more is charged.',
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
