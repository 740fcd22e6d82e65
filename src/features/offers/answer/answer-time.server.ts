import { and, count, desc, eq, gt, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { factRules } from '#features/members/words.ts';
import { addMs, dayMs, hourMs } from '#kernel/time.ts';
import type { Db } from '#platform/db/db.ts';
import { offer } from '../model/offer.tables.ts';

/** A seller's measured answer time. */
export interface AnswerTime {
  /** Half of them were answered within so many hours. */
  hours: number;
  /** The number of offers that it was measured over. */
  sample: number;
}

/** The newest say how it is now, and a page reads no more. */
const newest = 50;

/**
 * A seller's answer time, by the newest offers of the last year; null where they are fewer than `atLeast`, or where
 * half of them were left unanswered.
 */
export async function findAnswerTime(
  db: Db,
  sellerId: string,
  now: Date,
  atLeast: number = factRules.enough,
): Promise<AnswerTime | null> {
  const answers = db
    .select({ wait: secondsWaited.as('wait') })
    .from(offer)
    .where(
      and(
        eq(offer.sellerId, sellerId),
        gt(offer.decidedAt, addMs(now, -factRules.days * dayMs)),
        eq(offer.madeBy, 'buyer'),
        eq(offer.place, 0),
        eq(offer.byRule, false),
        // A note of the app on an unpaid accepted offer does not make the seller's answer one of the app's.
        or(isNull(offer.note), isNotNull(offer.promise)),
        inArray(offer.status, ['accepted', 'declined', 'countered', 'expired']),
      ),
    )
    .orderBy(desc(offer.decidedAt))
    .limit(newest)
    .as('answers');
  const median = sql<number | null>`percentile_disc(0.5) within group (order by ${answers.wait})`;
  const [row] = await db.select({ sample: count(), median }).from(answers);
  if (!row || row.sample < atLeast || row.median === null || !Number.isFinite(row.median)) return null;
  return { hours: Math.max(1, Math.ceil((row.median * 1_000) / hourMs)), sample: row.sample };
}

/** An expired offer was never answered. */
const secondsWaited = sql<number>`(case ${offer.status} when 'expired' then 'infinity'
  else extract(epoch from ${offer.decidedAt} - ${offer.createdAt}) end)::float8`;
