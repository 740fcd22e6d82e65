import { eq, gt, sql } from 'drizzle-orm';
import { newId } from '#kernel/ids.ts';
import { invalid } from '#kernel/refusal.ts';
import { recordAct } from '#platform/audit/audit.ts';
import { connectionOf } from '#platform/db/db.ts';
import { overQuota } from '#platform/limits/quotas.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { lockAd } from './ads.queries.server.ts';
import type { AdChange, AdIn } from './contract.ts';
import { type AdRow, ad } from './model/ad.tables.ts';
import { adChanged, adsTopic } from './model/ads.events.ts';
import { sweepAdPictureJob } from './model/ads.jobs.ts';
import { adsQuotas } from './model/ads.limits.ts';

/** Creates an ad and answers its id. Refuses one that ends before it starts (422), and more than the limit (409). */
export async function createAd(platform: Platform, by: string, { from, to, ...rest }: AdIn): Promise<string> {
  checkTimes(from, to);
  return write(platform, async (tx) => {
    const now = platform.clock.now();
    await checkQuota(tx, now);
    const [row] = await tx.db
      .insert(ad)
      .values({ id: newId(), ...rest, startsAt: from, endsAt: to, createdAt: now, updatedAt: now })
      .returning();
    if (!row) throw new Error('the ad was not written');
    await recordAct(tx, { by, act: 'ad.created', subject: row.id, data: wordsOf(row) }, now);
    notify(tx, row);
    tx.made(row.id);
    return row.id;
  });
}

/** Changes the fields of an ad that are sent. Refuses an unknown one (404), and an end before the start (422). */
export async function changeAd(
  platform: Platform,
  by: string,
  id: string,
  { from, to, ...rest }: AdChange,
): Promise<void> {
  await write(platform, async (tx) => {
    const before = await lockAd(tx.db, id);
    const [startsAt, endsAt] = [from ?? before.startsAt, to ?? before.endsAt];
    checkTimes(startsAt, endsAt);
    const now = platform.clock.now();
    if (before.endsAt <= now && endsAt > now) await checkQuota(tx, now);
    const row = await set(tx, id, { ...rest, startsAt, endsAt }, now);
    await recordAct(tx, { by, act: 'ad.changed', subject: id, data: wordsOf(row) }, now);
  });
}

/** Sets or removes the picture of an ad, and deletes the former one's files. */
export async function setAdPicture(platform: Platform, by: string, id: string, picture: string | null): Promise<void> {
  await write(platform, async (tx) => {
    const before = await lockAd(tx.db, id);
    const now = platform.clock.now();
    await set(tx, id, { picture }, now);
    if (before.picture) tx.enqueue(sweepAdPictureJob, { picture: before.picture });
    await recordAct(tx, { by, act: 'ad.pictured', subject: id, data: { text: before.text, picture } }, now);
  });
}

/** Deletes an ad with its counts and its picture; the audit log retains its text and its views. */
export async function removeAd(platform: Platform, by: string, id: string): Promise<void> {
  await write(platform, async (tx) => {
    const row = await lockAd(tx.db, id);
    await tx.db.delete(ad).where(eq(ad.id, id));
    if (row.picture) tx.enqueue(sweepAdPictureJob, { picture: row.picture });
    await recordAct(tx, { by, act: 'ad.removed', subject: id, data: wordsOf(row) }, platform.clock.now());
    notify(tx, row);
  });
}

async function set(tx: Tx, id: string, values: Partial<AdRow>, now: Date): Promise<AdRow> {
  const [row] = await tx.db
    .update(ad)
    .set({ ...values, version: sql`${ad.version} + 1`, updatedAt: now })
    .where(eq(ad.id, id))
    .returning();
  if (!row) throw new Error('the ad that is locked has gone');
  notify(tx, row);
  return row;
}

const notify = (tx: Tx, { id, version }: AdRow) => tx.append(adChanged, { subject: id, version, topics: [adsTopic] });

const wordsOf = ({ text, link, startsAt, endsAt, weight }: AdRow) => ({
  text,
  link,
  from: startsAt.toISOString(),
  to: endsAt.toISOString(),
  weight,
});

function checkTimes(from: Date, to: Date): void {
  if (to <= from) throw invalid({ to: 'Enter an end after the start.' });
}

/** Concurrent writes of admins wait for each other here: a count without a lock would let both pass. */
async function checkQuota(tx: Tx, now: Date): Promise<void> {
  await connectionOf(tx.db).query("select pg_advisory_xact_lock(hashtextextended('ads', 13))");
  if ((await tx.db.$count(ad, gt(ad.endsAt, now))) >= adsQuotas.notEnded.most) throw overQuota(adsQuotas.notEnded);
}
