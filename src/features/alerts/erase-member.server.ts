import { and, eq, inArray, or, sql } from 'drizzle-orm';
import { replaceWords } from '#features/notifications/index.server.ts';
import type { Db } from '#platform/db/db.ts';
import type { Tx } from '#platform/outbox/write.ts';
import { type DeletedMember, isGone, type Restoration } from '#platform/personal-data/forgetting.ts';
import { readOwnRows } from '#platform/personal-data/personal-data.ts';
import { alertsData } from './model/alert.data.ts';
import { alertMails } from './model/alert.emails.ts';
import { alert, alertChoice, favoriteWatch, follow, savedSearch } from './model/alert.tables.ts';
import { type NamedSearch, nameOf } from './saved-searches/search-name.server.ts';

/** The alerts part of a member's export. */
export async function exportAlerts(db: Db, memberId: string) {
  const read = (table: string) => readOwnRows(db, alertsData, table, memberId);
  const searches = await read('saved_search');
  return {
    savedSearches: searches.map((row) => ({ ...row, name: nameOf(row as NamedSearch) })),
    followed: await read('follow'),
    told: await read('alert'),
    alertChoices: await read('alert_choice'),
    watchedFavourites: await read('favorite_watch'),
  };
}

/** Deletes the searches, alerts and follows of a member who leaves, and the follows of others to them. */
export async function forgetAlerts(
  tx: Tx,
  { memberId, removed }: Pick<DeletedMember, 'memberId' | 'removed'>,
): Promise<void> {
  const notified = await tx.db
    .selectDistinct({ id: alert.memberId })
    .from(alert)
    .where(inArray(alert.listingId, [...removed.keys()]));
  const words = [...new Set(removed.values())];
  await replaceWords(tx, {
    userIds: notified.map(({ id }) => id),
    kind: alertMails,
    words,
    instead: 'a card that is gone',
  });
  await tx.db.delete(savedSearch).where(eq(savedSearch.ownerId, memberId));
  await tx.db.delete(follow).where(or(eq(follow.followerId, memberId), eq(follow.sellerId, memberId)));
  await tx.db
    .delete(alert)
    .where(or(eq(alert.memberId, memberId), and(eq(alert.kind, 'seller'), eq(alert.sourceId, memberId))));
  await tx.db.delete(alertChoice).where(eq(alertChoice.memberId, memberId));
  await tx.db.delete(favoriteWatch).where(eq(favoriteWatch.memberId, memberId));
}

export const alertsReturn: Restoration = {
  rows: {
    saved_search: 'owner_id = $1',
    follow: 'follower_id = $1 or seller_id = $1',
    alert: "member_id = $1 or (kind = 'seller' and source_id = $1)",
    notification:
      'user_id in (select member_id from alert where listing_id in (select id from listing where seller_id = $1))',
    alert_choice: 'member_id = $1',
    favorite_watch: 'member_id = $1',
  },
  // Rows written by a request that ran at the same time.
  after: async (tx, { memberId }) => {
    await tx.db.delete(follow).where(and(eq(follow.followerId, memberId), sql.raw(isGone('follow.seller_id'))));
    await tx.db.delete(follow).where(and(eq(follow.sellerId, memberId), sql.raw(isGone('follow.follower_id'))));
    await tx.db.delete(alert).where(and(eq(alert.sourceId, memberId), sql.raw(isGone('alert.member_id'))));
    await tx.db
      .delete(alert)
      .where(and(eq(alert.memberId, memberId), eq(alert.kind, 'seller'), sql.raw(isGone('alert.source_id'))));
  },
};
