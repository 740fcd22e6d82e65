import { notify } from '#features/notifications/index.server.ts';
import { plural } from '#kernel/format.ts';
import { momentUtc } from '#kernel/time.ts';
import type { NotificationKind } from '#platform/notification-kind.ts';
import type { Tx } from '#platform/outbox/write.ts';
import type { ListingState } from '../model/listing.process.ts';
import type { ListingRow } from '../model/listing.tables.ts';

export const listingUpdates: NotificationKind = {
  name: 'listings',
  rank: 30,
  label: 'Your listings',
  means: 'A listing ends soon, has ended, or we paused it.',
  icon: 'listings',
  act: 'View listings',
};

type Notified = Pick<ListingRow, 'id' | 'sellerId' | 'title' | 'version'>;

/** Notifies the seller of the end of a listing. An admin's pause is a decision, which has its own notification. */
export async function notifyMove(tx: Tx, row: Notified, to: ListingState, now: Date): Promise<void> {
  if (to !== 'expired') return;
  await notify(tx, {
    userId: row.sellerId,
    kind: listingUpdates,
    title: `Ended: ${row.title}`,
    body: 'It’s no longer for sale. Renew it for free to sell it again.',
    link: '/dashboard/listings?tab=ended',
    about: `listing-${to}-${row.id}-${row.version}`,
    now,
  });
}

/** Why many listings of a seller are paused, and how they resume. */
const pausedBy = {
  tier: {
    about: 'paused',
    link: '/dashboard/listings?tab=paused',
    body: 'The Free plan includes 2 active listings. With Premium, your paused listings resume.',
  },
  standing: {
    about: 'unnamed',
    link: '/settings/seller',
    body: 'Professional sellers must show buyers who they are. Add your seller details to resume your listings.',
  },
} as const;

/** Notifies the seller once of all listings paused by a change of their tier, or for missing trader data. */
export async function notifyPaused(
  tx: Tx,
  by: keyof typeof pausedBy,
  paused: readonly Notified[],
  now: Date,
): Promise<void> {
  const [first] = paused;
  if (!first) return;
  const { about, link, body } = pausedBy[by];
  await notify(tx, {
    userId: first.sellerId,
    kind: listingUpdates,
    title:
      paused.length === 1
        ? `Paused: ${first.title}`
        : plural(paused.length, { one: '# listing paused', other: '# listings paused' }),
    body,
    link,
    about: `listings-${about}-${first.id}-${first.version}`,
    now,
  });
}

/** Notifies the seller once of listings that end soon; `noticeId` identifies the notice. */
export async function notifyEndingSoon(
  tx: Tx,
  noticeId: string,
  ending: readonly Pick<ListingRow, 'sellerId' | 'title' | 'expiresAt'>[],
  now: Date,
): Promise<void> {
  const [first] = ending;
  if (!first) return;
  await notify(tx, {
    userId: first.sellerId,
    kind: listingUpdates,
    title:
      ending.length === 1
        ? `Ends soon: ${first.title}`
        : plural(ending.length, { one: '# listing ends soon', other: '# listings end soon' }),
    body:
      ending.length === 1
        ? `It ends on ${momentUtc(first.expiresAt ?? now)}. Renew it for free to keep it for sale.`
        : `The first ends on ${momentUtc(first.expiresAt ?? now)}. Renew them for free to keep them for sale.`,
    link: '/dashboard/listings?tab=live',
    about: `listings-ending-${noticeId}`,
    now,
  });
}
