import { desc, sql } from 'drizzle-orm';
import { money } from '#kernel/numbers/money.ts';
import type { Db } from '#platform/db/db.ts';
import { stripeDay, stripeDifference, stripeSchedule } from './compare.tables.ts';

const daysShown = 60;
const differencesShown = 100;

/** The last comparisons with Stripe, and what the newest could not explain. */
export async function readComparison(db: Db) {
  const days = await db.select().from(stripeDay).orderBy(desc(stripeDay.day), stripeDay.currency).limit(daysShown);
  const differences = await db
    .select({
      currency: stripeDifference.currency,
      source: stripeDifference.source,
      kind: stripeDifference.kind,
      atStripe: stripeDifference.atStripe,
      booked: stripeDifference.booked,
      type: stripeDifference.type,
      since: stripeDifference.since,
      /** The order it is of, or those of its purchase. */
      orderIds: sql<string[]>`coalesce((select array_agg(o.id order by o.id) from orders o
        where o.id = stripe_difference.order_id
          or (stripe_difference.order_id is null and o.purchase_id = stripe_difference.purchase_id)), '{}')`,
    })
    .from(stripeDifference)
    .orderBy(stripeDifference.since, stripeDifference.source)
    .limit(differencesShown);
  const [schedule] = await db.select().from(stripeSchedule);
  return {
    days: days.map(({ currency, day, available, pending, ledger, underWay, difference, checkedAt }) => ({
      currency,
      day,
      atStripe: money(available + pending, currency),
      available: money(available, currency),
      ledger: money(ledger, currency),
      underWay: money(underWay, currency),
      difference: money(difference, currency),
      checkedAt: checkedAt.toISOString(),
    })),
    differences: differences.map(({ currency, atStripe, booked, since, ...one }) => ({
      ...one,
      currency,
      atStripe: money(atStripe, currency),
      booked: money(booked, currency),
      since: since.toISOString(),
    })),
    /** Stripe's word for how often it pays out the platform's balance; null where it was never read. */
    payouts: schedule ? (schedule.payouts ?? 'unknown') : null,
  };
}
export type Comparison = Awaited<ReturnType<typeof readComparison>>;
