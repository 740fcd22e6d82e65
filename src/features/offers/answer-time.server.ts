import { and, desc, eq, gt, inArray, isNotNull, isNull, or } from 'drizzle-orm';
import { factRules } from '#features/members/words.ts';
import { addMs, dayMs, hourMs } from '#kernel/time.ts';
import type { Db } from '#platform/db/db.ts';
import { offer } from './offer.tables.ts';

/** How soon a seller answers offers, measured. */
export interface AnswerTime {
  /** Half of them were answered within so many hours. */
  hours: number;
  /** Of how many offers. */
  sample: number;
}

/** The newest say how it is now, and a page reads no more. */
const newest = 50;

/**
 * How soon this seller answers offers: the median of the newest ones of the last year. What a rule or the market answered
 * does not count, and one that ran out was never answered. One that was accepted is the seller's answer, whatever the market
 * noted when it was not paid. Null where they are too few, or where half of them were left unanswered.
 */
export async function findAnswerTime(db: Db, sellerId: string, now: Date): Promise<AnswerTime | null> {
  const answers = await listAnswers(db, sellerId, now);
  if (answers.length < factRules.enough) return null;
  const waits = answers.map(({ status, createdAt, decidedAt }) =>
    status === 'expired' || decidedAt === null ? Number.POSITIVE_INFINITY : decidedAt.getTime() - createdAt.getTime(),
  );
  const median = waits.sort((a, b) => a - b)[Math.ceil(waits.length / 2) - 1] ?? Number.POSITIVE_INFINITY;
  return median === Number.POSITIVE_INFINITY ? null : { hours: Math.max(1, Math.ceil(median / hourMs)), sample: answers.length };
}

/** The newest offers of the last year by which a seller's answers are measured, at most 50. */
export function listAnswers(db: Db, sellerId: string, now: Date) {
  return db
    .select({ status: offer.status, createdAt: offer.createdAt, decidedAt: offer.decidedAt })
    .from(offer)
    .where(
      and(
        eq(offer.sellerId, sellerId),
        gt(offer.decidedAt, addMs(now, -factRules.days * dayMs)),
        eq(offer.madeBy, 'buyer'),
        eq(offer.place, 0),
        eq(offer.byRule, false),
        or(isNull(offer.note), isNotNull(offer.promise)),
        inArray(offer.status, ['accepted', 'declined', 'countered', 'expired']),
      ),
    )
    .orderBy(desc(offer.decidedAt))
    .limit(newest);
}
