import { sql } from 'drizzle-orm';
import { addMs, dayMs } from '#kernel/time.ts';
import { countFew, type Trouble } from '#platform/troubles/trouble.ts';

/** How long a warning waits for an admin; after that only a chargeback, if one comes, needs an action. */
const warningMs = 14 * dayMs;

/** The bank cases that wait for an admin. */
export const tierTroubles: readonly Trouble[] = [
  {
    name: 'tiers.chargeback',
    severity: 'urgent',
    sentence: 'Banks ask for payments of premium back and wait for an answer, which nobody has sent.',
    advice: {
      sentence:
        'Answer in Stripe’s dashboard, under Disputes, before the day that it names. The member’s page says what is asked.',
    },
    count: (db) =>
      countFew(
        db,
        sql`from premium_bank_case where closed_at is null and kind = 'chargeback' and status in ('needs_response', 'warning_needs_response')`,
      ),
  },
  {
    name: 'tiers.fraud-warning',
    severity: 'soon',
    sentence: 'Banks warn that payments of premium may be fraud.',
    advice: {
      sentence:
        'Look at them in Stripe’s dashboard. Giving the money back there and ending the subscription spares the chargeback.',
    },
    count: (db, now) =>
      countFew(
        db,
        sql`from premium_bank_case where closed_at is null and kind = 'fraud_warning' and opened_at > ${addMs(now, -warningMs)}`,
      ),
  },
];
