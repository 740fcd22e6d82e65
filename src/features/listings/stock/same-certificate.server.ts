import { sql } from 'drizzle-orm';
import { notify } from '#features/notifications/index.server.ts';
import { isId } from '#kernel/ids.ts';
import { dayMs } from '#kernel/time.ts';
import type { Db } from '#platform/db/db.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { countFew, type Trouble } from '#platform/troubles/trouble.ts';
import type { Grading } from '../contract.ts';
import { listingUpdates } from '../notices/notify-member.server.ts';

/**
 * A grader issues a certificate once: two live listings with the same one are a typing error, a duplicate, or a card
 * that the seller does not have.
 */

/**
 * How grader and certificate are compared: letters and digits only, ignoring case, as in the index
 * `listing_certificate`.
 */
const certificateKey = (row: string) =>
  `upper(regexp_replace((${row}.grading ->> 'company') || '/' || (${row}.grading ->> 'certificate'), '[^a-zA-Z0-9/]', '', 'g'))`;
const liveWith = (row: string) =>
  `${row}.status in ('active', 'reserved') and ${row}.grading ->> 'certificate' is not null`;

export interface SameCertificate {
  id: string;
  title: string;
  sellerId: string;
  grading: Grading;
}

const others = sql.raw(
  `from listing l join listing o on ${certificateKey('o')} = ${certificateKey('l')} and o.id <> l.id where ${liveWith('l')} and ${liveWith('o')}`,
);

/** The most duplicates of one certificate to notify about. */
const most = 20;

/** The other live listings that name the grader and the certificate of this one, which is live itself. */
async function listSameCertificate(db: Db, id: string): Promise<SameCertificate[]> {
  if (!isId(id)) return [];
  const { rows } = await db.execute<SameCertificate & Record<string, unknown>>(
    sql`select o.id, o.title, o.seller_id as "sellerId", o.grading ${others} and l.id = ${id} order by o.published_at, o.id limit ${most}`,
  );
  return rows;
}

/**
 * Job: notifies both sellers, each of one listing of theirs once a week for each other seller, so that repeated listing
 * does not repeat the notification.
 */
export async function checkCertificate(platform: Platform, id: string): Promise<void> {
  const found = await listSameCertificate(platform.db, id);
  if (found.length === 0) return;
  await write(platform, async (tx) => {
    const { rows } = await tx.db.execute<SameCertificate & Record<string, unknown>>(
      sql`select id, title, seller_id as "sellerId", grading from listing where id = ${id}`,
    );
    const now = platform.clock.now();
    for (const own of rows)
      for (const other of found)
        for (const [notified, beside] of [
          [own, other],
          [other, own],
        ] as const)
          await notifySellers(tx, notified, beside.sellerId, now);
  });
}

/** The same for many; those that name a certificate are few. */
export async function checkCertificates(platform: Platform, ids: readonly string[]): Promise<void> {
  for (const id of ids) await checkCertificate(platform, id);
}

async function notifySellers(tx: Tx, notified: SameCertificate, besideSellerId: string, now: Date): Promise<void> {
  const { company, certificate } = notified.grading;
  await notify(tx, {
    userId: notified.sellerId,
    kind: listingUpdates,
    title: `Same certificate number as another listing: “${notified.title}”`,
    body: `${company} ${certificate} is for sale in two listings. Check the number, and whether you listed the card twice. Our team can see both listings.`,
    link: `/listings/${notified.id}`,
    about: `certificate-${notified.id}-${besideSellerId}-${Math.floor(now.getTime() / (7 * dayMs))}`,
    now,
  });
}

/** Every live listing whose certificate another one names, those of one certificate together. */
export async function listCertificatesTwice(db: Db): Promise<SameCertificate[]> {
  const { rows } = await db.execute<SameCertificate & Record<string, unknown>>(
    sql`select distinct l.id, l.title, l.seller_id as "sellerId", l.grading, ${sql.raw(certificateKey('l'))} as key ${others} order by key, l.id limit 200`,
  );
  return rows.map(({ id, title, sellerId, grading }) => ({ id, title, sellerId, grading }));
}

export const certificateTrouble: Trouble = {
  name: 'listings.same-certificate',
  severity: 'soon',
  sentence: 'Active listings have the same grading company and certificate number.',
  advice: {
    sentence: 'Compare their photos, ask the sellers, and pause listings without a card.',
    to: '/admin/certificates',
  },
  count: (db) => countFew(db, sql`from (select distinct l.id ${others}) as twice`),
};
