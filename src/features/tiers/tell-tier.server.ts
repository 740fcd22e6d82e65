import type { Tier } from '#features/members/index.server.ts';
import { notify } from '#features/notifications/index.server.ts';
import type { NotificationKind } from '#platform/notification-kind.ts';
import type { Tx } from '#platform/outbox/write.ts';

export const premiumNews: NotificationKind = {
  name: 'premium',
  rank: 40,
  label: 'Premium',
  means: 'Premium began or ended, or a renewal could not be charged.',
};

const link = '/settings/subscription';

/** The stored tier is another one now. */
export async function tellTier(tx: Tx, userId: string, tier: Tier, now: Date): Promise<void> {
  const [title, body] =
    tier === 'premium'
      ? ['You have premium', 'As many live listings as you like, for 30 days each.']
      : ['Premium has ended', 'Your newest two listings stay for sale, the others are paused. Nothing is deleted.'];
  await notify(tx, { userId, kind: premiumNews, title, body, link, about: `tier-${tier}-${now.getTime()}`, now });
}

/** One try to charge a bill has failed. */
export async function tellFailedBill(tx: Tx, userId: string, invoice: { id: string; attempt: number }, now: Date): Promise<void> {
  const body = 'Look at your card: premium rests until the bill is paid.';
  const about = `premium-failed-${invoice.id}-${invoice.attempt}`;
  await notify(tx, { userId, kind: premiumNews, title: 'Your premium could not be renewed', body, link, about, now });
}
