import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { newId } from '#kernel/ids.ts';
import { addMs } from '#kernel/time.ts';
import { connectionOf } from '#platform/db/db.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { mailNoticeJob, notifyEndedJob } from '../model/listing.jobs.ts';
import { listing } from '../model/listing.tables.ts';
import { noticeTimes } from './notice.rules.ts';
import { notifyEndingSoon } from './notify-member.server.ts';

/**
 * A listing ends soon: notifies its seller, in one email with those that end soon after. No end is announced twice, nor
 * that of a listing that is no longer live or got more time.
 */
export async function notifyEnding(platform: Platform, listingId: string): Promise<void> {
  const now = platform.clock.now();
  await write(platform, async (tx) => {
    const noticeId = newId();
    const notified = await note(
      tx,
      `select other.id, 'ending', other.expires_at, $1, $2 from listing l
       join listing other on other.seller_id = l.seller_id and other.status = 'active' and other.expires_at > $2 and other.expires_at <= l.expires_at + $4::interval
       where l.id = $3 and l.status = 'active' and l.expires_at > $2`,
      [noticeId, now, listingId, `${noticeTimes.togetherMs} milliseconds`],
    );
    const ending = await tx.db
      .select({ sellerId: listing.sellerId, title: listing.title, expiresAt: listing.expiresAt })
      .from(listing)
      .where(inArray(listing.id, notified))
      .orderBy(asc(listing.expiresAt), asc(listing.id));
    await notifyEndingSoon(tx, noticeId, ending, now);
  });
}

/**
 * The same for many that started together and still have this end. One job announces all others that end in the hours
 * after it.
 */
export async function notifyEndingTogether(
  platform: Platform,
  { listingIds, endsAt }: { listingIds: readonly string[]; endsAt: string },
): Promise<void> {
  const isNotified = sql`exists (select from listing_notice n where n.listing_id = listing.id and n.about = 'ending' and n.ends_at = listing.expires_at)`;
  const untold = and(
    inArray(listing.id, [...listingIds]),
    eq(listing.status, 'active'),
    eq(listing.expiresAt, new Date(endsAt)),
    sql`not ${isNotified}`,
  );
  const [first] = await platform.db.select({ id: listing.id }).from(listing).where(untold).limit(1);
  if (first) await notifyEnding(platform, first.id);
}

/**
 * Notifies a seller of all ended listings not announced yet, some hours after the last such email at the earliest. Ends
 * more than two days ago are not announced.
 */
export async function notifyEnded(platform: Platform, sellerId: string): Promise<void> {
  const now = platform.clock.now();
  const { rows } = await platform.pool.query<{ told_at: Date | null }>(
    `select max(n.told_at) as told_at from listing_notice n join listing l on l.id = n.listing_id where l.seller_id = $1 and n.about = 'ended'`,
    [sellerId],
  );
  const lastNotifiedAt = rows[0]?.told_at;
  const notBefore = lastNotifiedAt ? addMs(lastNotifiedAt, noticeTimes.endedApartMs) : now;
  await write(platform, async (tx) => {
    if (notBefore > now) {
      tx.enqueue(notifyEndedJob, { data: { sellerId } }, { runAt: notBefore, key: sellerId });
      return;
    }
    await note(
      tx,
      `select id, 'ended', expires_at, $1, $2 from listing
       where seller_id = $3 and status = 'expired' and expires_at <= $2 and expires_at > $2 - $4::interval`,
      [newId(), now, sellerId, `${noticeTimes.endedNoticeMs} milliseconds`],
    );
  });
}

/**
 * Records the notices and enqueues the email, or does neither where all were sent already; returns the listings. `$1`
 * is the email's id, `$2` now.
 */
async function note(
  tx: Tx,
  ending: string,
  values: [mailId: string, now: Date, ...rest: unknown[]],
): Promise<string[]> {
  const { rows } = await connectionOf(tx.db).query<{ listing_id: string }>(
    `insert into listing_notice (listing_id, about, ends_at, mail_id, told_at) ${ending} on conflict do nothing returning listing_id`,
    values,
  );
  if (rows.length > 0) tx.enqueue(mailNoticeJob, { mailId: values[0] });
  return rows.map((row) => row.listing_id);
}
