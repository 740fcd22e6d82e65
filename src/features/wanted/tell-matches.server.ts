import { and, eq, inArray } from 'drizzle-orm';
import { findListingsByIds } from '#features/listings/index.server.ts';
import { mailMember, notify } from '#features/notifications/index.server.ts';
import { formatMoney } from '#kernel/money.ts';
import { addMs } from '#kernel/time.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { copiesOfWant } from './meeting.queries.server.ts';
import { mailMatchesJob, tellJob } from './want.jobs.ts';
import { want, wantMatch } from './want.tables.ts';
import { mailAgainMs } from './wanted.limits.ts';
import { wantMails, wantNews } from './wanted.mails.ts';
import { copiesFit } from './words.ts';

/** Tells a want's owner what has come to meet it: one entry that renews itself, and at most one mail in an hour. A copy is told of once. */
export async function tellMatches(platform: Platform, wantId: string): Promise<void> {
  await write(platform, async (tx) => {
    const [row] = await tx.db.select().from(want).where(eq(want.id, wantId)).for('update');
    if (row?.status !== 'open') return;
    const now = platform.clock.now();
    const ids = (await copiesOfWant(tx.db, row, now)).map(({ id }) => id);
    if (ids.length === 0) return;
    const standing = await tx.db
      .select()
      .from(wantMatch)
      .where(and(eq(wantMatch.wantId, wantId), inArray(wantMatch.listingId, ids)));
    const mark = (ids: string[], as: { toldAt?: Date; mailedAt?: Date }) =>
      tx.db
        .update(wantMatch)
        .set(as)
        .where(and(eq(wantMatch.wantId, wantId), inArray(wantMatch.listingId, ids)));
    const untold = standing.filter(({ toldAt }) => toldAt === null).map(({ listingId }) => listingId);
    if (untold.length > 0) {
      await mark(untold, { toldAt: now });
      const [title, body] = [`${row.title} is for sale`, `${copiesFit(standing.length)} what you look for.`];
      await notify(tx, { userId: row.ownerId, kind: wantNews, title, body, link: `/wanted/${wantId}`, about: `want-${wantId}`, renews: true, now });
    }
    const unmailed = standing.filter(({ mailedAt }) => mailedAt === null).map(({ listingId }) => listingId);
    if (unmailed.length === 0) return;
    const next = row.mailedAt === null ? now : addMs(row.mailedAt, mailAgainMs);
    if (next > now) return tx.enqueue(tellJob, { wantId }, { key: `${wantId}-again`, runAt: next });
    await mark(unmailed, { mailedAt: now });
    await tx.db.update(want).set({ mailedAt: now }).where(eq(want.id, wantId));
    tx.enqueue(mailMatchesJob, { wantId, listingIds: unmailed, at: now.toISOString() });
  });
}

/** The letter about these copies, of which it names those that are still for sale. */
export async function mailMatches(
  platform: Platform,
  { wantId, listingIds, at }: { wantId: string; listingIds: string[]; at: string },
): Promise<void> {
  const [row] = await platform.db.select().from(want).where(eq(want.id, wantId));
  if (row?.status !== 'open') return;
  await mailMember(platform, {
    userId: row.ownerId,
    kind: wantMails,
    messageId: `want-${wantId}-${Date.parse(at)}`,
    letter: async () => {
      const standing = await copiesOfWant(platform.db, row, platform.clock.now());
      const told = standing.map(({ id }) => id).filter((id) => listingIds.includes(id));
      const copies = await findListingsByIds(platform, told, row.ownerId);
      if (copies.length === 0) return null;
      return {
        subject: `${row.title} is for sale`,
        paragraphs: [`${copiesFit(copies.length)} your wanted post “${row.title}”.`],
        rows: copies.slice(0, 10).map(({ title, price }): [string, string] => [title, formatMoney(price)]),
        button: { label: copies.length === 1 ? 'See the copy' : 'See the copies', url: `${platform.config.appUrl}/wanted/${wantId}` },
      };
    },
  });
}
