import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { isId } from '#kernel/ids.ts';
import { cursorPart, pageOf, readCursor } from '#kernel/numbers/paging.ts';
import { notFound } from '#kernel/refusal.ts';
import type { Db } from '#platform/db/db.ts';
import { type Ad, type AdFacts, type AdPage, adFactsSchema, adPageSchema, type ListAds } from './contract.ts';
import { type AdRow, ad, adCount } from './model/ad.tables.ts';
import { runs } from './model/choose.rules.ts';
import { adPictureAddress } from './model/picture.rules.ts';

const unknown = () => notFound('We couldn’t find this ad.');
const shownDays = 90;

/** The row of an ad. Refuses an unknown one (404). */
export async function findAd(db: Db, id: string): Promise<AdRow> {
  const [row] = isId(id) ? await db.select().from(ad).where(eq(ad.id, id)) : [];
  return row ?? fail(unknown());
}

/** The row of an ad, locked. Refuses an unknown one (404). */
export async function lockAd(db: Db, id: string): Promise<AdRow> {
  const [row] = isId(id) ? await db.select().from(ad).where(eq(ad.id, id)).for('update') : [];
  return row ?? fail(unknown());
}

/** All ads, newest first, with their views and presses. */
export async function listAds(db: Db, now: Date, { cursor, limit }: ListAds): Promise<AdPage> {
  const after = cursor === undefined ? null : readCursor(cursor, cursorPart.moment, cursorPart.id);
  const rows = await db
    .select()
    .from(ad)
    .where(after ? sql`(${ad.createdAt}, ${ad.id}) < (${after[0]}::timestamptz, ${after[1]})` : undefined)
    .orderBy(desc(ad.createdAt), desc(ad.id))
    .limit(limit + 1);
  const { items, nextCursor } = pageOf(rows, limit, (row) => [row.createdAt.toISOString(), row.id]);
  const ids = items.map(({ id }) => id);
  const sums =
    ids.length === 0
      ? []
      : await db.select(summed).from(adCount).where(inArray(adCount.adId, ids)).groupBy(adCount.adId);
  return adPageSchema.parse({
    items: items.map((row) =>
      present(
        row,
        now,
        sums.find(({ adId }) => adId === row.id),
      ),
    ),
    nextCursor,
  });
}

/** One ad, with its days. Refuses an unknown one (404). */
export async function getAd(db: Db, now: Date, id: string): Promise<AdFacts> {
  const row = await findAd(db, id);
  const ofThis = and(eq(adCount.adId, id));
  const [[sum], days] = await Promise.all([
    db.select(summed).from(adCount).where(ofThis).groupBy(adCount.adId),
    db.select().from(adCount).where(ofThis).orderBy(desc(adCount.day)).limit(shownDays),
  ]);
  return adFactsSchema.parse({ ...present(row, now, sum), days });
}

const summed = {
  adId: adCount.adId,
  shown: sql<number>`sum(${adCount.shown})::int`,
  pressed: sql<number>`sum(${adCount.pressed})::int`,
};

function present(row: AdRow, now: Date, sum: { shown: number; pressed: number } | undefined): Ad {
  return {
    id: row.id,
    text: row.text,
    link: row.link,
    picture: row.picture && adPictureAddress(row.picture, 192),
    from: row.startsAt.toISOString(),
    to: row.endsAt.toISOString(),
    weight: row.weight,
    state: runs(row, now) ? 'running' : now < row.startsAt ? 'waiting' : 'ended',
    shown: sum?.shown ?? 0,
    pressed: sum?.pressed ?? 0,
  };
}

function fail(error: Error): never {
  throw error;
}
