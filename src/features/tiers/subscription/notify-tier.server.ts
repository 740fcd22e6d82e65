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
};

const link = '/settings/subscription';

/** The stored tier is another one now. */
export async function notifyTier(tx: Tx, userId: string, tier: Tier, now: Date): Promise<void> {
  const [title, body] =
    tier === 'premium'
      ? ['You have premium', 'As many live listings as you like, for 30 days each.']
      : ['Premium has ended', 'Your newest two listings stay for sale, the others are paused. Nothing is deleted.'];
  await notify(tx, { userId, kind: premiumUpdates, title, body, link, about: `tier-${tier}-${now.getTime()}`, now });
}

/** One try to charge a bill has failed. */
export async function notifyFailedBill(
  tx: Tx,
  userId: string,
  invoice: { id: string; attempt: number },
  now: Date,
): Promise<void> {
  const body = 'Look at your card: premium rests until the bill is paid.';
  const about = `premium-failed-${invoice.id}-${invoice.attempt}`;
  await notify(tx, {
    userId,
    kind: premiumUpdates,
    title: 'Your premium could not be renewed',
    body,
    link,
    about,
    now,
  });
}

const ofChargebacks: Record<ChargebackState, [title: string, body: string]> = {
  open: ['Your bank asks for a premium payment back', 'Premium goes on until your bank has decided.'],
  won: ['Your bank has stopped asking', 'It does not ask for your premium payment back any more.'],
  lost: ['Your bank took a premium payment back', 'Your subscription has ended, and nothing more is charged.'],
};

/** Notifies a member of a chargeback of a premium payment: opened, won or lost. */
export async function notifyChargeback(
  tx: Tx,
  userId: string,
  { id, state }: { id: string; state: ChargebackState },
  now: Date,
): Promise<void> {
  const [title, body] = ofChargebacks[state];
  await notify(tx, {
    userId,
    kind: premiumUpdates,
    title,
    body,
    link,
    about: `premium-chargeback-${id}-${state}`,
    now,
  });
}
